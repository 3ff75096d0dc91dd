"""The perceptron of mlp.cpp, built and run from Python with the generated wheel.  mlp.py [folder for the readable dump]"""
import sys

import ge
from ge.es import GraphBuilder
from ge.es.opstrata import MatMul, Relu, SoftmaxV2
from ge.ge_global import GeApi
from ge.graph import DataType, DumpFormat, Format, Tensor
from ge.session import Session

EXPECTED = [0.0862935707, 0.68944031, 0.224266082, 0.0820679665, 0.51868552, 0.399246484]  # PyTorch


def fill(n, step):
    return [((i * step) % 11 - 5) / 8 for i in range(n)]


def main():
    builder = GraphBuilder("mlp")
    x = builder.create_input(0, name="x", data_type=DataType.DT_FLOAT, format=Format.FORMAT_ND, shape=[2, 4])
    const = builder.create_const_float
    hidden = Relu(MatMul(x, const(fill(32, 3), [4, 8]), const(fill(8, 5), [8])))
    logits = MatMul(hidden, const(fill(24, 4), [8, 3]), const(fill(3, 9), [3]))
    graph = builder.build_and_reset([SoftmaxV2(logits)])
    if len(sys.argv) > 1:
        with open(sys.argv[1] + "/mlp.txt", "w", encoding="utf-8") as file:
            file.write(graph.dump_to_stream(DumpFormat.kReadable))

    GeApi.ge_initialize({"ge.exec.deviceId": "0"})
    session = Session()
    session.add_graph(1, graph)
    (result,) = session.run_graph(1, [Tensor(fill(8, 7), None, DataType.DT_FLOAT, Format.FORMAT_ND, [2, 4])])
    got = result.data
    print("        computed ", *(f"{v: .6f}" for v in got))
    print("        expected ", *(f"{v: .6f}" for v in EXPECTED))
    ok = len(got) == len(EXPECTED) and all(abs(a - b) <= 1e-6 for a, b in zip(got, EXPECTED))
    print("       ", "equal within 1e-6" if ok else "DIFFERENT", f"(ge.es plug-ins: {', '.join(ge.es.list_plugins())})")
    session = None
    GeApi.ge_finalize()
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
