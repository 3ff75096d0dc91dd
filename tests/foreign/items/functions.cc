// Functions and classes of the operator layer: the C functions, shapes, types, tensors, arrays, scalars, executor,
// arguments.
#include "aclnn/aclnn_base.h"
#include "aclnn/opdev/op_config.h"
#include "items.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/framework_op.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_cache.h"
#include "opdev/tensor_view_utils.h"

using std::vector;

void CInterface() {
  FREE(
      aclTensor *, aclCreateTensor,
      (const int64_t *, uint64_t, aclDataType, const int64_t *, int64_t, aclFormat, const int64_t *, uint64_t, void *));
  FREE(aclScalar *, aclCreateScalar, (void *, aclDataType));
  FREE(aclIntArray *, aclCreateIntArray, (const int64_t *, uint64_t));
  FREE(aclFloatArray *, aclCreateFloatArray, (const float *, uint64_t));
  FREE(aclBoolArray *, aclCreateBoolArray, (const bool *, uint64_t));
  FREE(aclTensorList *, aclCreateTensorList, (const aclTensor *const *, uint64_t));
  FREE(aclScalarList *, aclCreateScalarList, (const aclScalar *const *, uint64_t));
  FREE(aclnnStatus, aclDestroyTensor, (const aclTensor *));
  FREE(aclnnStatus, aclDestroyScalar, (const aclScalar *));
  FREE(aclnnStatus, aclDestroyIntArray, (const aclIntArray *));
  FREE(aclnnStatus, aclDestroyFloatArray, (const aclFloatArray *));
  FREE(aclnnStatus, aclDestroyBoolArray, (const aclBoolArray *));
  FREE(aclnnStatus, aclDestroyTensorList, (const aclTensorList *));
  FREE(aclnnStatus, aclDestroyScalarList, (const aclScalarList *));
  FREE(aclnnStatus, aclGetViewShape, (const aclTensor *, int64_t **, uint64_t *));
  FREE(aclnnStatus, aclGetStorageShape, (const aclTensor *, int64_t **, uint64_t *));
  FREE(aclnnStatus, aclGetViewStrides, (const aclTensor *, int64_t **, uint64_t *));
  FREE(aclnnStatus, aclGetViewOffset, (const aclTensor *, int64_t *));
  FREE(aclnnStatus, aclGetFormat, (const aclTensor *, aclFormat *));
  FREE(aclnnStatus, aclGetDataType, (const aclTensor *, aclDataType *));
  FREE(aclnnStatus, aclGetIntArraySize, (const aclIntArray *, uint64_t *));
  FREE(aclnnStatus, aclGetFloatArraySize, (const aclFloatArray *, uint64_t *));
  FREE(aclnnStatus, aclGetBoolArraySize, (const aclBoolArray *, uint64_t *));
  FREE(aclnnStatus, aclGetTensorListSize, (const aclTensorList *, uint64_t *));
  FREE(aclnnStatus, aclGetScalarListSize, (const aclScalarList *, uint64_t *));
  FREE(aclnnStatus, aclGetRawTensorAddr, (const aclTensor *, void **));
  FREE(aclnnStatus, aclSetRawTensorAddr, (aclTensor *, void *));
  FREE(aclnnStatus, aclInitTensor,
       (aclTensor *, const int64_t *, uint64_t, aclDataType, const int64_t *, int64_t, aclFormat, const int64_t *,
        uint64_t, void *));
#define ONE_ADDRESS(name) FREE(aclnnStatus, name, (aclOpExecutor *, size_t, aclTensor *, void *))
#define LIST_ADDRESS(name) FREE(aclnnStatus, name, (aclOpExecutor *, size_t, size_t, aclTensorList *, void *))
  ONE_ADDRESS(aclSetInputTensorAddr);
  ONE_ADDRESS(aclSetOutputTensorAddr);
  ONE_ADDRESS(aclSetTensorAddr);
  ONE_ADDRESS(AclSetInputTensorAddr);
  ONE_ADDRESS(AclSetOutputTensorAddr);
  ONE_ADDRESS(AclSetTensorAddr);
  LIST_ADDRESS(aclSetDynamicInputTensorAddr);
  LIST_ADDRESS(aclSetDynamicOutputTensorAddr);
  LIST_ADDRESS(aclSetDynamicTensorAddr);
  LIST_ADDRESS(AclSetDynamicInputTensorAddr);
  LIST_ADDRESS(AclSetDynamicOutputTensorAddr);
  LIST_ADDRESS(AclSetDynamicTensorAddr);
  FREE(aclnnStatus, aclSetAclOpExecutorRepeatable, (aclOpExecutor *));
  FREE(aclnnStatus, aclDestroyAclOpExecutor, (aclOpExecutor *));
  FREE(aclnnStatus, aclDumpOpTensors, (const char *, const char *, aclTensor **, size_t, size_t, aclrtStream));
  FREE(aclnnStatus, aclnnInit, (const char *));
  FREE(aclnnStatus, aclnnFinalize, ());
  FREE(aclnnStatus, aclnnReselectStaticKernel, ());
  FREE(aclnnStatus, aclnnReselectStaticKernelWithPath, (const char *));
}

template <typename V, typename T>
void Vector(T element) {
  V a, b(size_t(3)), c(size_t(2), element), d(c.begin(), c.end()), e(c), f(V{element}), g{element, element};
  a = c;
  a = V(c);
  a = {element};
  a.assign(size_t(2), element);
  a.assign(c.begin(), c.end());
  a.assign({element});
  items::Take(a.at(0));
  items::Take(a[0]);
  items::Take(a.front());
  items::Take(a.back());
  items::Take(a.data());
  const V &k = a;
  items::Take(k.at(0));
  items::Take(k[0]);
  items::Take(k.front());
  items::Take(k.back());
  items::Take(k.data());
  for (auto i = a.begin(); i != a.end(); ++i) items::Take(*i);
  for (auto i = a.rbegin(); i != a.rend(); ++i) items::Take(*i);
  for (auto i = k.cbegin(); i != k.cend(); ++i) items::Take(*i);
  for (auto i = k.crbegin(); i != k.crend(); ++i) items::Take(*i);
  for (auto i = k.begin(); i != k.end(); ++i) items::Take(*i);
  for (auto i = k.rbegin(); i != k.rend(); ++i) items::Take(*i);
  items::Take(a.empty() ? a.size() : a.capacity());
  a.reserve(4);
  a.insert(a.begin(), element);
  a.insert(a.begin(), T(element));
  a.insert(a.begin(), size_t(2), element);
  a.insert(a.begin(), c.begin(), c.end());
  a.insert(a.begin(), {element});
  a.emplace(a.begin(), element);
  a.erase(a.begin());
  a.erase(a.begin(), a.begin() + 1);
  a.push_back(element);
  a.push_back(T(element));
  a.emplace_back(element);
  a.pop_back();
  a.resize(2);
  a.resize(3, element);
  a.swap(b);
  bool compared = a == b || a != b || a < b || a <= b || a > b || a >= b;
  a.clear();
  items::Take(compared);
  static_assert(!std::is_convertible<size_t, V>::value, "the count constructors are explicit");
  (void)d;
  (void)e;
  (void)f;
  (void)g;
}

void Shapes() {
  op::Shape s, t({1, 2}), u(t);
  t = u;
  MEMBER(bool, op::Shape, operator==, (const op::Shape &) const);
  MEMBER(bool, op::Shape, operator!=, (const op::Shape &) const);
  MEMBER(int64_t, op::Shape, GetShapeSize, () const);
  MEMBER(bool, op::Shape, IsScalar, () const);
  s.SetScalar();
  MEMBER(size_t, op::Shape, GetDimNum, () const);
  MEMBER(void, op::Shape, SetDimNum, (size_t));
  MEMBER(int64_t, op::Shape, GetDim, (size_t) const);
  MEMBER(const int64_t &, op::Shape, operator[], (size_t) const);
  MEMBER(int64_t &, op::Shape, operator[], (size_t));
  MEMBER(void, op::Shape, SetDim, (size_t, int64_t));
  MEMBER(op::Shape &, op::Shape, AppendDim, (int64_t));
  op::Strides strides;
  strides.push_back(1);
  FREE(void, op::ToShape, (const int64_t *, uint64_t, op::Shape &));
  FREE(void, op::ToShape, (const op::ShapeVector &, op::Shape &));
  FREE(op::ShapeVector, op::ToShapeVector, (const op::Shape &));
  FREE(void, op::ToContiguousStrides, (const op::Shape &, op::Strides &));
  FREE(bool, op::CheckBroadcastShape, (const op::Shape &, const op::Shape &));
  FREE(bool, op::BroadcastInferShape, (const op::Shape &, const op::Shape &, op::Shape &));
  FREE(ge::AscendString, op::ToString, (const op::Shape &));
  FREE(ge::AscendString, op::ToString, (const op::Strides &));
}

void Types() {
  FREE(bool, op::CheckType, (op::DataType, const std::initializer_list<op::DataType> &));
  FREE(bool, op::IsBasicType, (op::DataType));
  FREE(bool, op::IsNumberType, (op::DataType));
  FREE(bool, op::IsRealNumberType, (op::DataType));
  FREE(bool, op::IsComplexType, (ge::DataType));
  FREE(bool, op::IsFloatingType, (ge::DataType));
  FREE(bool, op::IsIntegralType, (ge::DataType));
  FREE(bool, op::IsIntegralType, (ge::DataType, bool));
  FREE(bool, op::CanCast, (ge::DataType, ge::DataType));
  FREE(ge::DataType, op::PromoteType, (ge::DataType, ge::DataType));
  FREE(size_t, op::TypeSize, (op::DataType));
  FREE(int64_t, op::CalcShapeBytes, (int64_t, op::DataType, bool));
  items::Take(op::CalcShapeBytes(1, op::DataType::DT_FLOAT));
  FREE(op::DataType, op::ToOpDataType, (aclDataType));
  static_assert(op::ToOpDataType(ACL_FLOAT16) == op::DataType::DT_FLOAT16, "constexpr");
  FREE(aclDataType, op::ToAclDataType, (op::DataType));
  FREE(op::DataType, op::ToDataType, (const std::string &));
  FREE(ge::AscendString, op::ToString, (op::DataType));
  FREE(ge::AscendString, op::ToString, (const std::initializer_list<op::DataType> &));
  FREE(ge::AscendString, ToString, (aclDataType));
  FREE(bool, op::IsPrivateFormat, (op::Format));
  FREE(op::Format, op::ToFormat, (const std::string &));
  FREE(ge::AscendString, op::ToString, (op::Format));
  FREE(int32_t, op::GetPrimaryFormat, (int32_t));
  FREE(op::Format, op::GetPrimaryFormat, (op::Format));
  FREE(int32_t, op::GetSubFormat, (int32_t));
  FREE(int32_t, op::GetSubFormat, (op::Format));
  FREE(bool, op::HasSubFormat, (int32_t));
  FREE(int64_t, op::GetC0Format, (int32_t));
  FREE(bool, op::HasC0Format, (int32_t));
  FREE(op::Format, op::GetFormatFromSub, (int32_t, int32_t));
  FREE(op::Format, op::ToOpFormat, (aclFormat));
  FREE(aclFormat, op::ToAclFormat, (op::Format));
  FREE(bool, op::IsContiguous, (const aclTensor *));
  FREE(bool, op::Validate, (const aclTensor *));
  FREE(bool, op::CanPickViewAsContiguous, (const aclTensor *));
  FREE(bool, op::CanPickViewAsContiguous, (std::initializer_list<const aclTensor *>));
}

void Tensors(aclTensor *t) {
  MEMBER(void *, aclStorage, GetAddr, () const);
  MEMBER(void, aclStorage, SetAddr, (void *));
  MEMBER(uint64_t, aclStorage, GetWorkspaceOffset, () const);
  MEMBER(void, aclStorage, SetWorkspaceOffset, (uint64_t));
  MEMBER(bool, aclStorage, IsFromWorkspace, () const);
  MEMBER(void, aclStorage, SetFromWorkspace, (bool));
  MEMBER(void *, aclStorage, GetExtend, () const);
  MEMBER(void, aclStorage, SetExtend, (void *));
  MEMBER(int64_t, aclStorage, GetStorageOffset, () const);
  MEMBER(void, aclStorage, SetStorageOffset, (int64_t));
  aclStorage one(static_cast<void *>(nullptr)), two(true), three(nullptr, true);
  MEMBER(const op::Shape &, aclTensor, GetStorageShape, () const);
  MEMBER(void, aclTensor, SetStorageShape, (const op::Shape &) const);
  MEMBER(const op::Shape &, aclTensor, GetOriginalShape, () const);
  MEMBER(void, aclTensor, SetOriginalShape, (const op::Shape &) const);
  MEMBER(const op::Shape &, aclTensor, GetViewShape, () const);
  MEMBER(void, aclTensor, SetViewShape, (const op::Shape &));
  MEMBER(const op::Strides &, aclTensor, GetViewStrides, () const);
  MEMBER(void, aclTensor, SetViewStrides, (const op::Strides &));
  MEMBER(void, aclTensor, SetViewStrides, (op::Strides &&));
  MEMBER(op::Format, aclTensor, GetStorageFormat, () const);
  MEMBER(op::Format, aclTensor, GetOriginalFormat, () const);
  MEMBER(op::Format, aclTensor, GetViewFormat, () const);
  t->SetStorageFormat(op::Format::FORMAT_ND);
  t->SetOriginalFormat(op::Format::FORMAT_ND);
  t->SetViewFormat(op::Format::FORMAT_ND);
  MEMBER(op::DataType, aclTensor, GetDataType, () const);
  t->SetDataType(op::DataType::DT_FLOAT);
  MEMBER(int64_t, aclTensor, Size, () const);
  MEMBER(int64_t, aclTensor, Numel, () const);
  MEMBER(bool, aclTensor, IsEmpty, () const);
  MEMBER(void *, aclTensor, GetData, () const);
  MEMBER(void *, aclTensor, GetStorageAddr, () const);
  MEMBER(void, aclTensor, SetStorageAddr, (void *) const);
  MEMBER(int64_t, aclTensor, GetViewOffset, () const);
  MEMBER(void, aclTensor, SetViewOffset, (int64_t) const);
  MEMBER(int64_t, aclTensor, GetStorageOffset, () const);
  t->SetStorageOffset(0);
  MEMBER(uint64_t, aclTensor, GetWorkspaceOffset, () const);
  MEMBER(void, aclTensor, SetWorkspaceOffset, (uint64_t) const);
  MEMBER(bool, aclTensor, IsFromWorkspace, () const);
  MEMBER(void, aclTensor, SetFromWorkspace, (bool) const);
  MEMBER(op::TensorPlacement, aclTensor, GetPlacement, () const);
  MEMBER(op::Tensor *, aclTensor, GetTensor, () const);
  MEMBER(const aclStorage *, aclTensor, GetStorage, () const);
  items::Take(t->GetExtend());
  t->SetExtend(nullptr);
  t->SetData(0, 1.0f, op::DataType::DT_FLOAT);
  t->SetData(0, int64_t(1), op::DataType::DT_FLOAT);
  t->SetData(0, true, op::DataType::DT_FLOAT);
  int64_t i = 1;
  bool b = true;
  float f = 1;
  double d = 1;
  int32_t i32 = 1;
  uint8_t u8 = 1;
  t->SetData(&i, 1, op::DataType::DT_FLOAT);
  t->SetData(&f, 1, op::DataType::DT_FLOAT);
  t->SetData(&d, 1, op::DataType::DT_FLOAT);
  t->SetData(&i32, 1, op::DataType::DT_FLOAT);
  t->SetData(&u8, 1, op::DataType::DT_FLOAT);
  MEMBER(void, aclTensor, SetBoolData, (const bool *, uint64_t, op::DataType));
  MEMBER(void, aclTensor, SetIntData, (const int64_t *, uint64_t, op::DataType));
  MEMBER(void, aclTensor, SetFloatData, (const float *, uint64_t, op::DataType));
  MEMBER(void, aclTensor, SetFp16Data, (const op::fp16_t *, uint64_t, op::DataType));
  MEMBER(void, aclTensor, SetBf16Data, (const op::bfloat16 *, uint64_t, op::DataType));
  MEMBER(void, aclTensor, SetFloat8E5M2Data, (const op::Float8E5M2 *, uint64_t, op::DataType));
  MEMBER(ge::AscendString, aclTensor, ToString, () const);
  t->InitTensor(&i, 1, ACL_FLOAT, &i, 0, ACL_FORMAT_ND, &i, 1, nullptr);
  static_assert(!std::is_copy_assignable<aclTensor>::value && !std::is_move_assignable<aclTensor>::value,
                "tensors are not assigned");
  // What unit tests build on the stack, compiled with access control off.
  op::Shape shape({1});
  op::Strides strides;
  const aclTensor *other = t;
  const op::DataType type = op::DataType::DT_FLOAT;
  const op::Format nd = op::Format::FORMAT_ND;
  aclTensor c1(&i, 1, ACL_FLOAT, &i, 0, ACL_FORMAT_ND, &i, 1, nullptr), c2(type, nd, nd), c3(shape, type, nd, nullptr),
      c4(shape, shape, type, nd, nd, nullptr), c5(shape, type, nd), c6(shape, shape, type, nd, nd), c7(other, shape, 0),
      c8(other, shape, shape, strides, 0);
  const aclIntArray ints(&i, 1);
  const aclBoolArray bools(&b, 1);
  const aclFloatArray floats(&f, 1);
  op::fp16_t half(1.0f);
  op::bfloat16 brain(1.0f);
  const aclFp16Array halves(&half, 1);
  const aclBf16Array brains(&brain, 1);
  aclTensor d1(&ints, type), d2(&bools, type), d3(&floats, type), d4(&halves, type), d5(&brains, type), d6(&f, 1, type),
      d7(&i, 1, type), d8(&d, 1, type), d9(&b, 1, type), d10(&half, 1, type), d11(&brain, 1, type);
  int8_t i8 = 1;
  uint16_t u16 = 1;
  int16_t i16 = 1;
  uint32_t u32 = 1;
  uint64_t u64 = 1;
  char ch = 1;
  aclTensor e1(&i8, 1, type), e2(&u8, 1, type), e3(&i16, 1, type), e4(&u16, 1, type), e5(&i32, 1, type),
      e6(&u32, 1, type), e7(&u64, 1, type), e8(&ch, 1, type);
  aclScalar scalar(&f, type);
  aclTensor s1(static_cast<const aclScalar *>(&scalar), type);
  aclTensorList list(&other, 1);
  const aclScalar *scalars[] = {&scalar};
  aclScalarList scalarList(scalars, 1);
  MEMBER(aclTensor *&, aclTensorList, operator[], (uint64_t));
  MEMBER(const aclTensor *, aclTensorList, operator[], (uint64_t) const);
  MEMBER(uint64_t, aclTensorList, Size, () const);
  MEMBER(const aclTensor *const *, aclTensorList, GetData, () const);
  MEMBER(ge::AscendString, aclTensorList, ToString, () const);
  MEMBER(aclScalar *&, aclScalarList, operator[], (uint64_t));
  MEMBER(const aclScalar *, aclScalarList, operator[], (uint64_t) const);
  MEMBER(uint64_t, aclScalarList, Size, () const);
  MEMBER(const aclScalar *const *, aclScalarList, GetData, () const);
  MEMBER(ge::AscendString, aclScalarList, ToString, () const);
}

template <typename A, typename T>
void Array(const A *a) {
  MEMBER(T &, A, operator[], (uint64_t));
  items::Take((*a)[0]);
  MEMBER(uint64_t, A, Size, () const);
  MEMBER(const T *, A, GetData, () const);
  MEMBER(ge::AscendString, A, ToString, () const);
  FREE(ge::AscendString, ToString, (const A *));
  FREE(ge::AscendString, ToString, (const A &));
}

void Scalars(const aclScalar *s) {
  MEMBER(const void *, aclScalar, GetData, () const);
  MEMBER(uint64_t, aclScalar, Size, () const);
  MEMBER(op::DataType, aclScalar, GetDataType, () const);
  MEMBER(ge::AscendString, aclScalar, ToString, () const);
#define TO(name, ...) MEMBER(__VA_ARGS__, aclScalar, To##name, () const)
  TO(Float, float);
  TO(Double, double);
  TO(Bool, bool);
  TO(Int8, int8_t);
  TO(Int16, int16_t);
  TO(Int32, int32_t);
  TO(Int64, int64_t);
  TO(Uint8, uint8_t);
  TO(Uint16, uint16_t);
  TO(Uint32, uint32_t);
  TO(Uint64, uint64_t);
  TO(Fp16, op::fp16_t);
  TO(Bf16, op::bfloat16);
  TO(Float8E5M2, op::Float8E5M2);
  TO(Float8E4M3FN, op::Float8E4M3FN);
  TO(Float8E8M0, op::Float8E8M0);
  TO(Float6E3M2, op::Float6E3M2);
  TO(Float6E2M3, op::Float6E2M3);
  TO(Float4E2M1, op::Float4E2M1);
  TO(Float4E1M2, op::Float4E1M2);
  TO(HiFloat4, op::HiFloat4);
  TO(HiFloat8, op::HiFloat8);
  TO(Complex64, std::complex<float>);
  TO(Complex128, std::complex<double>);
  bool fits = s->CheckOverflows<float>() || s->CheckOverflows<double>() || s->CheckOverflows<bool>() ||
              s->CheckOverflows<int8_t>() || s->CheckOverflows<uint8_t>() || s->CheckOverflows<int16_t>() ||
              s->CheckOverflows<uint16_t>() || s->CheckOverflows<int32_t>() || s->CheckOverflows<uint32_t>() ||
              s->CheckOverflows<int64_t>() || s->CheckOverflows<uint64_t>() || s->CheckOverflows<op::fp16_t>() ||
              s->CheckOverflows<op::bfloat16>() || s->CheckOverflows<std::complex<float>>() ||
              s->CheckOverflows<std::complex<double>>();
  items::Take(fits);
  FREE(ge::AscendString, ToString, (const aclTensor *));
  FREE(ge::AscendString, ToString, (const aclTensor &));
  FREE(ge::AscendString, ToString, (const aclTensorList *));
  FREE(ge::AscendString, ToString, (const aclTensorList &));
  FREE(ge::AscendString, ToString, (const aclScalar *));
  FREE(ge::AscendString, ToString, (const aclScalar &));
  FREE(ge::AscendString, ToString, (const aclScalarList *));
  FREE(ge::AscendString, ToString, (const aclScalarList &));
}

struct Pooled : op::Object {
  int number = 0;
};

void Objects() {
  static_assert(std::has_virtual_destructor<op::Object>::value, "op::Object");
  delete new Pooled;
  delete[] new Pooled[2];
  delete new (std::nothrow) Pooled;
  delete[] new (std::nothrow) Pooled[2];
  static_assert(noexcept(op::Object::operator new(size_t(1))) &&noexcept(op::Object::operator new[](size_t(1))),
                "allocation returns null");
  void *p = op::internal::MallocPtr(16);
  op::internal::FreePtr(p);
  op::internal::PoolAllocator<int> a;
  op::internal::PoolAllocator<float> b(a);
  int *q = a.allocate(2);
  a.construct(q, 1);
  a.destroy(q);
  a.deallocate(q, 2);
  items::Take(a == b && !(a != b));
  items::Take(&op::Allocated);
  items::Take(&op::DeAllocated);
}

void Executor(aclOpExecutor *e) {
  const op::Format nd = op::Format::FORMAT_ND;
  const op::DataType type = op::DataType::DT_FLOAT;
  op::Shape shape;
  MEMBER(aclTensor *, aclOpExecutor, AllocTensor, (const op::Shape &, op::DataType, op::Format));
  MEMBER(aclTensor *, aclOpExecutor, AllocTensor,
         (const op::Shape &, const op::Shape &, op::DataType, op::Format, op::Format));
  MEMBER(aclTensor *, aclOpExecutor, AllocTensor, (op::DataType, op::Format, op::Format));
  MEMBER(aclTensor *, aclOpExecutor, AllocHostTensor, (const op::Shape &, op::DataType, op::Format));
  MEMBER(aclTensor *, aclOpExecutor, AllocHostTensor,
         (const op::Shape &, const op::Shape &, op::DataType, op::Format, op::Format));
  e->AllocTensor(shape, type);
  e->AllocHostTensor(shape, type);
#define HOST(T)                                                                                        \
  MEMBER(aclTensor *, aclOpExecutor, AllocHostTensor, (const T *, uint64_t, op::DataType));            \
  {                                                                                                    \
    T value{};                                                                                         \
    items::Take(e->ConvertToTensor(&value, 1, type));                                                  \
    MEMBER(const aclTensor *, aclOpExecutor, ConvertToTensor<T>, (const T *, uint64_t, op::DataType)); \
  }
  HOST(int8_t);
  HOST(uint8_t);
  HOST(int16_t);
  HOST(uint16_t);
  HOST(int32_t);
  HOST(uint32_t);
  HOST(int64_t);
  HOST(uint64_t);
  HOST(bool);
  HOST(char);
  HOST(float);
  HOST(double);
  HOST(op::fp16_t);
  HOST(op::bfloat16);
  MEMBER(aclTensor *, aclOpExecutor, CreateView, (const aclTensor *, const op::Shape &, int64_t));
  MEMBER(aclTensor *, aclOpExecutor, CreateView,
         (const aclTensor *, const op::Shape &, const op::Shape &, const op::Strides &, int64_t));
  MEMBER(aclIntArray *, aclOpExecutor, AllocIntArray, (const int64_t *, uint64_t));
  MEMBER(aclFloatArray *, aclOpExecutor, AllocFloatArray, (const float *, uint64_t));
  MEMBER(aclBoolArray *, aclOpExecutor, AllocBoolArray, (const bool *, uint64_t));
  MEMBER(aclTensorList *, aclOpExecutor, AllocTensorList, (const aclTensor *const *, uint64_t));
  MEMBER(aclScalarList *, aclOpExecutor, AllocScalarList, (const aclScalar *const *, uint64_t));
  MEMBER(aclScalar *, aclOpExecutor, AllocScalar, (const void *, op::DataType));
#define SCALAR(T) MEMBER(aclScalar *, aclOpExecutor, AllocScalar, (T))
  SCALAR(float);
  SCALAR(double);
  SCALAR(op::fp16_t);
  SCALAR(op::bfloat16);
  SCALAR(int8_t);
  SCALAR(uint8_t);
  SCALAR(int16_t);
  SCALAR(uint16_t);
  SCALAR(int32_t);
  SCALAR(uint32_t);
  SCALAR(int64_t);
  SCALAR(uint64_t);
  SCALAR(bool);
#define CONVERT(T) MEMBER(const aclTensor *, aclOpExecutor, ConvertToTensor, (const T *, op::DataType))
  CONVERT(aclIntArray);
  CONVERT(aclBoolArray);
  CONVERT(aclFloatArray);
  CONVERT(aclFp16Array);
  CONVERT(aclBf16Array);
  CONVERT(aclScalar);
  MEMBER(uint64_t, aclOpExecutor, GetWorkspaceSize, () const);
  MEMBER(uint64_t, aclOpExecutor, GetLinearWorkspaceSize, () const);
  MEMBER(const op::FVector<uint64_t> &, aclOpExecutor, GetWorkspaceOffsets, () const);
  MEMBER(void, aclOpExecutor, SetWorkspaceOffsets, (const op::FVector<uint64_t> &));
  MEMBER(void *, aclOpExecutor, GetWorkspaceAddr, () const);
  MEMBER(void, aclOpExecutor, UpdateTensorAddr, (void *, size_t));
  MEMBER(aclnnStatus, aclOpExecutor, Run, ());
  MEMBER(aclrtStream, aclOpExecutor, GetStream, () const);
  MEMBER(void, aclOpExecutor, SetStream, (aclrtStream));
  MEMBER(void, aclOpExecutor, AbandonCache, (bool));
  e->AbandonCache();
  MEMBER(aclnnStatus, aclOpExecutor, SetRepeatable, ());
  MEMBER(bool, aclOpExecutor, IsRepeatable, () const);
  MEMBER(bool, aclOpExecutor, CheckLauncherRepeatable, ());
  MEMBER(void, aclOpExecutor, AddTensorRelation, (const aclTensor *, const aclTensor *));
  MEMBER(void, aclOpExecutor, UpdateStorageAddr, ());
  MEMBER(aclnnStatus, aclOpExecutor, RepeatRunWithCache, (void *, aclrtStream));
  MEMBER(void, aclOpExecutor, FinalizeCache, ());
  MEMBER(void, aclOpExecutor, AddCache, ());
  MEMBER(void, aclOpExecutor, DeleteCache, ());
  MEMBER(op::internal::OpExecCache *, aclOpExecutor, GetOpExecCache, ());
  MEMBER(void *, aclOpExecutor, GetGraph, ());
  MEMBER(uint64_t, aclOpExecutor, GetMagicNumber, ());
  MEMBER(void, aclOpExecutor, AddToKernelLauncherList, (op::KernelLauncher *));
  MEMBER(aclnnStatus, aclOpExecutor, AddToKernelLauncherListDvpp, (uint32_t, op::KernelLauncher *, op::OpArgContext *));
  MEMBER(aclnnStatus, aclOpExecutor, AddToKernelLauncherListAiCpu, (int32_t, op::KernelLauncher *, op::OpArgContext *));
  MEMBER(aclnnStatus, aclOpExecutor, AddToKernelLauncherListCopyTask,
         (uint32_t, op::KernelLauncher *, op::OpArgList &, op::OpArgList &, op::OpArgList &));
  MEMBER(std::vector<const aclTensor *> &, aclOpExecutor, GetInputTensors, ());
  MEMBER(std::vector<const aclTensor *> &, aclOpExecutor, GetOutputTensors, ());
  MEMBER(void, aclOpExecutor, SetIOTensorList, ());
  MEMBER(op::internal::OpLogInfo, aclOpExecutor, GetLogInfo, () const);
  e->SetLogInfo(e->GetLogInfo());
  MEMBER(op::OpConfigInfo, aclOpExecutor, GetOpConfigInfo, () const);
  e->SetOpConfigInfo(e->GetOpConfigInfo());
  FIELD(uint64_t, aclOpExecutor, workspaceDeviceAicpuTaskOffset_);
  FIELD(uint64_t, aclOpExecutor, workspaceDeviceAicpuMem_);
  FIELD(uint32_t, op::OpConfigInfo, aicNum_);
  FIELD(uint32_t, op::OpConfigInfo, aivNum_);
  FIELD(bool, op::OpConfigInfo, isDeterministicOn_);
  FIELD(bool, op::OpConfigInfo, isOpDumpEnable_);
  FIELD(uint8_t, op::OpConfigInfo, deterministicLevel_);
  static_assert(std::has_virtual_destructor<aclOpExecutor>::value, "tests delete executors");
  UniqueExecutor unique("name");
  MEMBER(aclOpExecutor *, UniqueExecutor, get, () const);
  MEMBER(aclOpExecutor *, UniqueExecutor, operator->, ());
  MEMBER(void, UniqueExecutor, ReleaseTo, (aclOpExecutor **));
  static_assert(
      !std::is_copy_constructible<UniqueExecutor>::value && !std::is_convertible<const char *, UniqueExecutor>::value,
      "UniqueExecutor");
  auto made = CREATE_EXECUTOR();
  SAME(decltype(made), UniqueExecutor);
  FREE(aclnnStatus, CommonOpExecutorRun, (void *, uint64_t, aclOpExecutor *, aclrtStream));
  FREE(op::internal::OpExecCacheWrap *, GetOpExecCacheFromExecutor, (aclOpExecutor *));
  FREE(void, InitL2Phase1Context, (const char *, aclOpExecutor **));
  FREE(void, InitL2Phase2Context, (const char *, aclOpExecutor *));
  FREE(void, InitL0Context, (const char *, aclOpExecutor *));
  FREE(aclnnStatus, CreatAiCoreKernelLauncher, (const char *, uint32_t, aclOpExecutor *, op::OpArgContext *));
  FREE(void, CreatDSAKernelLauncher, (const char *, uint32_t, DSA_TASK_TYPE, aclOpExecutor *, op::OpArgContext *));
  FREE(aclnnStatus, InferShape, (uint32_t, op::OpArgList &, op::OpArgList &, op::OpArgList &));
  FREE(aclnnStatus, op::CheckPhase1Params, (aclOpExecutor **, uint64_t *));
  FREE(const aclTensor *, op::CopyToNpu, (const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, op::CopyToNpuSync, (const aclTensor *, aclOpExecutor *));
  FREE(aclnnStatus, op::CopyNpuToNpu, (const aclTensor *, const aclTensor *, aclOpExecutor *));
}

void Arguments(aclTensor *t, op::OpArgContext *ctx) {
  auto in = OP_INPUT(t, static_cast<const aclTensor *>(t), nullptr);
  auto out = OP_OUTPUT(t);
  auto attr = OP_ATTR(1, 2.0f, true, "text", std::string("x"));
  auto space = OP_WORKSPACE(t);
  auto shape = OP_OUTSHAPE({t, 0});
  auto option = OP_OPTION(op::OpImplMode::IMPL_MODE_DEFAULT);
  auto mode = OP_MODE(1U);
  NUMBER(decltype(in)::value, op::OP_INPUT_ARG);
  NUMBER(decltype(out)::value, op::OP_OUTPUT_ARG);
  NUMBER(decltype(attr)::value, op::OP_ATTR_ARG);
  NUMBER(decltype(space)::value, op::OP_WORKSPACE_ARG);
  NUMBER(decltype(shape)::value, op::OP_OUTSHAPE_ARG);
  NUMBER(decltype(option)::value, op::OP_OPTION_ARG);
  NUMBER(decltype(mode)::value, op::OP_EXEC_MODE_ARG);
  NUMBER(op::OpEmpty<>::value, 8);
  static_assert(std::is_base_of<op::OpArgBase<>, op::OpEmpty<>>::value, "OpEmpty");
  SAME(decltype(in), op::OpInput<aclTensor *, const aclTensor *, std::nullptr_t>);
  static_assert(op::is_instance_of_template<op::OpArgBase, decltype(in)>::value, "is_instance_of_template");
  items::Take(in.Type() + static_cast<int>(in.Size()));
  in.VisitBy([](size_t, auto &) { return 0; });
  in.VisitByNoReturn([](size_t, auto &) {});
  in.VisitAt(0, [](size_t, auto &) { return 0; });
  items::Take(std::get<0>(in.arg_));
  auto found = op::ExtractOpArgType<op::OP_OUTPUT_ARG>(in, out);
  auto absent = op::ExtractOpArgType<op::OP_WORKSPACE_ARG>(in, out);
  SAME(decltype(found), decltype(out));
  (void)absent;
  auto fromTuple = op::ExtractOpArgTypeTuple<op::OP_INPUT_ARG>(std::make_tuple(in, out));
  SAME(decltype(fromTuple), decltype(in));
  FIELD(op::OpArgType, op::OpArg, type);
  op::OpArg arg;
  items::Take(arg->value);
  items::Take(arg->ivalue);
  items::Take(arg->dvalue);
  items::Take(arg->fvalue);
  items::Take(arg->pointer);
  SAME(decltype(arg->value), uint64_t);
  SAME(decltype(arg->ivalue), int64_t);
  SAME(decltype(arg->dvalue), double);
  SAME(decltype(arg->fvalue), float);
  SAME(decltype(arg->pointer), void *);
  FIELD(op::OpArg *, op::OpArgList, args);
  FIELD(size_t, op::OpArgList, count);
  FIELD(int, op::OpArgList, argType);
  items::Take(&(*ctx->GetOpArg(op::OP_INPUT_ARG))[0]);
  ctx->GetOpArg(op::OP_INPUT_ARG)->VisitBy([](size_t, op::OpArg &) { return 0; });
  ctx->GetOpArg(op::OP_INPUT_ARG)->VisitByNoReturn([](size_t, op::OpArg &) {});
  ctx->GetOpArg(op::OP_INPUT_ARG)->VisitAt(0, [](size_t, op::OpArg &) { return 0; });
  static_assert(std::extent<decltype(op::OpArgContext::argLists)>::value == 7, "argLists");
  MEMBER(op::OpArgList *, op::OpArgContext, GetOpArg, (op::OpArgDef));
  items::Take(ctx->ContainsOpArgType(op::OP_INPUT_ARG));
  ctx->AppendOpWorkspaceArg(nullptr);
  op::OpArg next[8];
  op::OpArg *walk = next;
  items::Take(op::OpArgContextInit(*ctx, walk, in, out, attr));
  auto made = op::GetOpArgContext(in, out, attr, op::AI_CORE, OP_EMPTY_ARG);
  auto made2 = op::MakeOpArgContext(in, out);
  SAME(decltype(made), op::OpArgContext *);
  SAME(decltype(made2), op::OpArgContext *);
  FREE(void, op::DestroyOpArgContext, (op::OpArgContext *));
  op::DestroyOpArgContext(made);
  op::DestroyOpArgContext(made2);
}

void AicpuTasks(op::internal::AicpuTaskSpace &space, op::internal::AicpuTask *task) {
  using namespace op::internal;
  static AicpuTaskSpace one("Op"), two("Op", ge::DEPEND_SHAPE_RANGE), three("Op", ge::DEPEND_IN_SHAPE, true);
  using Inputs = op::FVector<const aclTensor *>;
  MEMBER(AicpuTask *, AicpuTaskSpace, FindTask, (aclOpExecutor *, op::OpArgContext *, const Inputs &));
  MEMBER(AicpuTask *, AicpuTaskSpace, GetOrCreateTask,
         (aclOpExecutor *, const op::FVector<std::string> &, op::OpArgContext *));
  MEMBER(void, AicpuTaskSpace, SetRef, (size_t, bool));
  space.SetRef(0);
  MEMBER(bool, AicpuTaskSpace, IsRef, (size_t, bool) const);
  items::Take(space.IsRef(0));
  MEMBER(uint64_t, AicpuTaskSpace, CalcHostInputDataSize, (const Inputs &, size_t) const);
  MEMBER(uint64_t, AicpuTaskSpace, CalcDeviceCacheSize, (const Inputs &, std::unique_ptr<AicpuTask> &) const);
  MEMBER(void, AicpuTaskSpace, Clear, ());
  auto taken = TakePendingOverflowTask(task);
  SAME(decltype(taken), std::unique_ptr<AicpuTask>);
  SAME(decltype(OP_ATTR_NAMES({"a"})), op::FVector<std::string>);
  FREE(aclnnStatus, op::internal::CreatAicpuKernelLauncher,
       (uint32_t, AicpuTaskSpace &, aclOpExecutor *, const op::FVector<std::string> &, op::OpArgContext *));
  FREE(void, op::internal::aclnnAicpuFinalize, ());
  NUMBER(kAicpuKeyBufLen, 1024);
  items::Take(sizeof(AicpuTfTask) + sizeof(AicpuCCTask));
  task->SetVisit(true);
  task->SetSpace(&space);
  AicpuAttrs attrs;
  attrs["a"] = AnyValue::CreateFrom(int64_t(1));
  attrs["a"] = AnyValue::CreateFrom(1.0f);
  attrs["a"] = AnyValue::CreateFrom(1.0);
  attrs["a"] = AnyValue::CreateFrom(true);
  attrs["a"] = AnyValue::CreateFrom(ge::DT_FLOAT);
  attrs["a"] = AnyValue::CreateFrom(std::string("x"));
  attrs["a"] = AnyValue::CreateFrom(std::vector<int64_t>{1});
  attrs["a"] = AnyValue::CreateFrom(std::vector<float>{1});
  attrs["a"] = AnyValue::CreateFrom(std::vector<bool>{true});
  attrs["a"] = AnyValue::CreateFrom(std::vector<std::string>{"x"});
  SAME(GeAttrValue, AnyValue);
  int64_t number = 0;
  items::Take(attrs["a"].Get<int64_t>());
  items::Take(attrs["a"].GetValue(number));
  NUMBER(AnyValue::VT_NONE, 0);
  NUMBER(AnyValue::VT_STRING, 1);
  NUMBER(AnyValue::VT_FLOAT, 2);
  NUMBER(AnyValue::VT_BOOL, 3);
  NUMBER(AnyValue::VT_INT, 4);
  NUMBER(AnyValue::VT_TENSOR, 6);
  NUMBER(AnyValue::VT_LIST_LIST_INT, 10);
  NUMBER(AnyValue::VT_DATA_TYPE, 11);
  NUMBER(AnyValue::VT_LIST_LIST_FLOAT, 12);
  FIELD(void *, AicpuArgsForLaunch, args);
  FIELD(aclrtPlaceHolderInfo *, AicpuArgsForLaunch, hostInputInfoPtr);
  FIELD(uint32_t, AicpuArgsForLaunch, argsSize);
  FIELD(uint16_t, AicpuArgsForLaunch, hostInputInfoNum);
  FIELD(uint32_t, AicpuArgsForLaunch, soNameAddrOffset);
  FIELD(uint32_t, AicpuArgsForLaunch, kernelNameAddrOffset);
  SAME(AicpuShapeAndType, aicpu::FWKAdapter::ShapeAndType);
  SAME(AicpuExtInfo, aicpu::FWKAdapter::ExtInfo);
  SAME(AicpuSessionInfo, ::SessionInfo);
  items::Take(&gAicpuTimeStamp);
}
