"""Building graphs in eager style. Operator packages appear as ``ge.es.<module>``: ``from ge.es.math import Add``."""
import sys as _sys

from ge.es._plugins import get_plugin, list_plugins, load_plugins as _load_plugins
from ge.es.graph_builder import GraphBuilder, InputType, attr_scope, control_dependency_scope
from ge.es.tensor_holder import TensorHolder
from ge.es.tensor_like import TensorLike, convert_to_tensor_holder, resolve_builder

__all__ = ["GraphBuilder", "TensorHolder", "TensorLike", "InputType", "attr_scope", "control_dependency_scope",
           "convert_to_tensor_holder", "resolve_builder", "list_plugins", "get_plugin"]

_load_plugins(_sys.modules[__name__])
