// Stands for a generated libes_math.so in arithmetic_test.cc.
struct EsCTensorHolder;
extern "C" __attribute__((visibility("default"))) EsCTensorHolder *EsMul(EsCTensorHolder *x1, EsCTensorHolder *) { return x1; }
