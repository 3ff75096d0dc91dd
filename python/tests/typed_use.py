"""A program as users write it, for a type checker: nothing of it may be refused."""
from typing import List

from es_math import Blend, Choose, Every, Seed, SplitEven, Tune
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, Graph, Tensor


def build(builder: GraphBuilder, x: TensorHolder, branches: List[Graph]) -> List[TensorHolder]:
    seed: TensorHolder = Seed(builder, value=3)
    blended: TensorHolder = Blend(x, [1.0, 2.0], mode="m", alpha=1)
    parts = SplitEven(blended, 2, count=2)
    part: TensorHolder = parts.part[0]
    tuned: TensorHolder = Tune(None, 1, out_type=DataType.DT_INT8, steps=[[1], []])
    every: TensorHolder = Every(x, i=1, f=0.5, s="", b=True, t=DataType.DT_BF16, v=Tensor([1.0]), li=(1, 2), lf=[0.5], lb=[True],
                                lt=[DataType.DT_INT8], ls=("a",), ll=[[1]])
    chosen: List[TensorHolder] = Choose(0, [x], 1, branches[0], branches[1:])
    return [seed, part, parts.rest, tuned, every, *chosen]
