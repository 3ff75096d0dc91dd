"""Mistakes that a type checker must find: every line that ends in a mark, and no other."""
from es_math import Blend, Seed, SplitEven
from ge.es import GraphBuilder, TensorHolder


def build(builder: GraphBuilder, x: TensorHolder) -> None:
    Blend(x, 1, mode=2)  # wrong
    Blend(x, 1)  # wrong
    Blend(x, "1", mode="m")  # wrong
    Blend(x, 1, None, "m")  # wrong
    Seed(builder, value="1")  # wrong
    SplitEven(1, 2, count=2)  # wrong
    SplitEven(x, 2, count=2).nothing  # wrong
    Blend(x, 1, mode="m")
