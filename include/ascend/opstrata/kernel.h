/**
 * @file
 * Kernels of operators: how an operator computes its outputs on the CPU.
 *
 * A kernel has two parts. *Prepare* sees the description of one call (data types, shapes, strides, formats, attributes, and
 * the values of inputs that are known on the host) and either refuses with a text or returns an immutable state: loop
 * strides, chosen inner function, precomputed tables. *Run* sees addresses, scratch memory and a parallel loop. The
 * executor keeps the state in its plan, runs it any number of times, also on several streams at once, and destroys it with
 * the plan. A kernel library is a shared object that is found below the operator root (see `OPSTRATA_KERNEL`); it links
 * `libopstrata_aicpu` and nothing else of Opstrata.
 *
 *     // y = -x, contiguous float only
 *     static std::unique_ptr<opstrata::KernelState> prepare_neg(opstrata::PrepareContext &ctx) {
 *       const opstrata::KernelTensor *x = ctx.input(0);
 *       if (x->dtype != ge::DT_FLOAT) return ctx.refuse("x: data type %s is not supported", ctx.dtype_name(x->dtype));
 *       return opstrata::make_kernel([n = x->elements](opstrata::RunContext &run) {
 *         const float *in = run.in<float>(0);
 *         float *out = run.out<float>(0);
 *         run.parallel_for(n, 16384, [=](int64_t begin, int64_t end) {
 *           for (int64_t i = begin; i < end; ++i) out[i] = -in[i];
 *         });
 *         return true;
 *       });
 *     }
 *     OPSTRATA_KERNEL(Neg, prepare_neg);
 *
 * No class here holds a string or container of the standard library: kernels may be compiled with either string ABI.
 */
#ifndef OPSTRATA_KERNEL_H_
#define OPSTRATA_KERNEL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "graph/types.h"
#include "opstrata/visibility.h"

#define OPSTRATA_PRINTF(format_index) __attribute__((format(printf, format_index, format_index + 1)))

namespace opstrata {

/** A list that somebody else owns. */
template <typename T>
class KernelSpan {
 public:
  constexpr KernelSpan() = default;
  constexpr KernelSpan(const T *values, size_t count) : data_(values), size_(count) {}
  constexpr const T *data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T *begin() const { return data_; }
  constexpr const T *end() const { return data_ + size_; }
  /** Unchecked. */
  constexpr const T &operator[](size_t index) const { return data_[index]; }
  constexpr const T &back() const { return data_[size_ - 1]; }
  friend bool operator==(const KernelSpan &a, const KernelSpan &b) {
    if (a.size_ != b.size_) return false;
    for (size_t i = 0; i < a.size_; ++i) {
      if (!(a.data_[i] == b.data_[i])) return false;
    }
    return true;
  }
  friend bool operator!=(const KernelSpan &a, const KernelSpan &b) { return !(a == b); }

 private:
  const T *data_ = nullptr;
  size_t size_ = 0;
};
using Dims = KernelSpan<int64_t>;

/**
 * One tensor of a call. Memory layout: element (i0, i1, …) of `shape` lies at
 * `address + (i0 * strides[0] + i1 * strides[1] + …) * sizeof(element)`, where `address` (known in run) is that of the first
 * element. Strides are in elements, may be 0 (broadcast views) or negative never. Where `storage_format` differs from
 * `format` (private formats such as FRACTAL_NZ), `storage_shape` describes the contiguous memory instead.
 */
struct KernelTensor {
  ge::DataType dtype = ge::DT_UNDEFINED;
  ge::Format format = ge::FORMAT_ND;          ///< meaning of `shape`'s dimensions
  ge::Format storage_format = ge::FORMAT_ND;  ///< layout in memory
  bool contiguous = true;                     ///< strides are those of row-major `shape` (always so for 0 or 1 elements)
  int64_t elements = 0;                       ///< product of `shape`; 1 for a scalar, 0 for an empty tensor
  Dims shape;                                 ///< for outputs: as inferred, an upper bound for data-dependent ones
  Dims strides;                               ///< as many as `shape`
  Dims storage_shape;
  /** Value of an input that is known when the call is prepared (contiguous row-major), else null. Prepare only. */
  const void *constant = nullptr;

  size_t rank() const { return shape.size(); }
  /** Dimension `axis`; negative counts from the end. Unchecked. */
  int64_t dim(int64_t axis) const {
    return shape[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis)];
  }
  /** Bytes of the elements without gaps; sub-byte types are packed, of strings the heads count (see `keep_string`). */
  size_t bytes() const {
    if (dtype == ge::DT_STRING) return static_cast<size_t>(elements) * sizeof(ge::StringHead);
    const int64_t size = ge::GetSizeByDataType(dtype);
    return size > 1000 ? (static_cast<size_t>(elements) * static_cast<size_t>(size - 1000) + 7) / 8
                       : static_cast<size_t>(elements) * static_cast<size_t>(size < 0 ? 0 : size);
  }
};

/**
 * Description of the call: valid in prepare and in run. Inputs and outputs are addressed by their position or name in the
 * prototype (IR order); `instance` selects the member of a dynamic one. What does not exist (an optional input left out, an
 * instance beyond the count, an unknown name) is null or 0, never an error.
 */
class OPSTRATA_API KernelCall {
 public:
  /** Operator type. */
  const char *op_type() const;
  /** IR inputs and outputs, and tensors in one of them: 1; the list's length if dynamic; 0 or absent if optional. */
  uint32_t input_num() const;
  uint32_t output_num() const;
  uint32_t input_count(uint32_t ir_index) const;
  uint32_t output_count(uint32_t ir_index) const;

  const KernelTensor *input(uint32_t ir_index, uint32_t instance = 0) const;
  const KernelTensor *input_named(const char *name, uint32_t instance = 0) const;
  const KernelTensor *output(uint32_t ir_index, uint32_t instance = 0) const;
  const KernelTensor *output_named(const char *name, uint32_t instance = 0) const;
  /** Name in the prototype for texts ("input0" where the operator has no prototype). */
  const char *input_name(uint32_t ir_index) const;
  const char *output_name(uint32_t ir_index) const;

  /**
   * Attributes by name. The executor adds the prototype's defaults, so a getter's `fallback` matters only for names that
   * the prototype does not have. Numbers convert (int, bool and data type among each other; int to float); a value of
   * another kind counts as absent.
   */
  bool has_attr(const char *name) const;
  int64_t int_attr(const char *name, int64_t fallback = 0) const;
  double float_attr(const char *name, double fallback = 0.0) const;
  bool bool_attr(const char *name, bool fallback = false) const;
  ge::DataType dtype_attr(const char *name, ge::DataType fallback = ge::DT_UNDEFINED) const;
  const char *string_attr(const char *name, const char *fallback = "") const;
  /** A text, or member `index` of a list of texts, with all its bytes: string_attr ends at the first zero. Empty when
   * absent. */
  KernelSpan<char> text_attr(const char *name, size_t index = 0) const;
  /** Lists; empty when absent. They live as long as the call. */
  KernelSpan<int64_t> int_list_attr(const char *name) const;
  KernelSpan<float> float_list_attr(const char *name) const;
  KernelSpan<bool> bool_list_attr(const char *name) const;
  KernelSpan<ge::DataType> dtype_list_attr(const char *name) const;
  KernelSpan<const char *> string_list_attr(const char *name) const;
  KernelSpan<KernelSpan<int64_t>> int_lists_attr(const char *name) const;

  /** Name as users write it, for texts: "DT_FLOAT16", "[2, 3]" (the latter valid until the thread's eighth next call). */
  static const char *dtype_name(ge::DataType dtype);
  static const char *dims_text(Dims dims);

  KernelCall(const KernelCall &) = delete;
  KernelCall &operator=(const KernelCall &) = delete;

 protected:
  explicit KernelCall(void *host) : host_(host) {}
  ~KernelCall() = default;
  void *host_;  ///< the host's side of the call
};

class RunContext;

/** What prepare made of a call. Immutable: several threads may run one state at the same time. */
class KernelState {
 public:
  virtual ~KernelState() = default;
  /** Computes the outputs. False after `ctx.fail(…)`. Exceptions are caught by the host and count as failure. */
  virtual bool run(RunContext &ctx) const = 0;
};

/** The call while it is prepared. */
class OPSTRATA_API PrepareContext : public KernelCall {
 public:
  /**
   * Says that the kernel goes by `storage_format` and `storage_shape`. For others, tensors in private formats (FRACTAL_NZ,
   * NC1HWC0, ...) are unpacked before the run and packed after it: prepare is called again with plain tensors of the
   * same shapes. Formats that are not known are refused.
   */
  void accept_private_formats();
  /** Asks for scratch memory per run: 64-byte aligned, not initialised, part of the workspace. Last call counts. */
  void set_scratch_bytes(size_t bytes);
  /**
   * Says that the call cannot be computed and why: name the parameter, what came and what is allowed. The operator's name
   * is put in front. Always null, so that a prepare function can `return ctx.refuse(…)`.
   */
  std::nullptr_t refuse(const char *format, ...) OPSTRATA_PRINTF(2);

 protected:
  using KernelCall::KernelCall;
  ~PrepareContext() = default;
};

/**
 * One run. Addresses are those of the first element; null for absent tensors, possibly null for empty ones. An output may
 * have the address of an input where the operator is called in place (same type, shape and strides); otherwise outputs
 * overlap nothing.
 */
class OPSTRATA_API RunContext : public KernelCall {
 public:
  const void *input_data(uint32_t ir_index, uint32_t instance = 0) const;
  void *output_data(uint32_t ir_index, uint32_t instance = 0) const;
  template <typename T>
  const T *in(uint32_t ir_index, uint32_t instance = 0) const {
    return static_cast<const T *>(input_data(ir_index, instance));
  }
  template <typename T>
  T *out(uint32_t ir_index, uint32_t instance = 0) const {
    return static_cast<T *>(output_data(ir_index, instance));
  }
  /** Scratch memory of this run, of the size that prepare asked for; null when it asked for none. */
  void *scratch() const;

  /**
   * Real shape of a data-dependent output; its elements are contiguous from the output's address on. It may not have more
   * elements than the inferred upper bound. False (and the run fails) when it has, or when there is no such output.
   */
  bool set_output_shape(uint32_t ir_index, Dims shape, uint32_t instance = 0);

  /** Makes the run fail with this text; first text wins; may be called from inside a parallel loop. Always false. */
  bool fail(const char *format, ...) OPSTRATA_PRINTF(2);

  /**
   * Calls `body(begin, end)` for disjoint ranges that cover [0, total), on several threads when there is enough work, and
   * returns when all are done. `grain`: elements that are worth a task of their own (at least 1); one range when
   * total <= grain. The first exception of `body` is rethrown here. Results must not depend on the split: reductions
   * that shall be reproducible split by a constant of their own.
   */
  template <typename Body>
  void parallel_for(int64_t total, int64_t grain, const Body &body) const {
    parallel_for_raw(total, grain, [](const void *closure, int64_t begin, int64_t end) {
      (*static_cast<const Body *>(closure))(begin, end);
    }, &body);
  }

 protected:
  using KernelCall::KernelCall;
  ~RunContext() = default;

 private:
  static void parallel_for_raw(int64_t total, int64_t grain, void (*body)(const void *, int64_t, int64_t),
                               const void *closure);
};

/** State made of a function object `bool(RunContext &) const`. */
template <typename F>
std::unique_ptr<KernelState> make_kernel(F run_function) {
  class State final : public KernelState {
   public:
    explicit State(F &&function) : function_(std::move(function)) {}
    bool run(RunContext &ctx) const override { return function_(ctx); }

   private:
    F function_;
  };
  return std::unique_ptr<KernelState>(new State(std::move(run_function)));
}

/**
 * Characters for an element of a DT_STRING tensor. While a graph or operator runs, such an element is a ge::StringHead whose `addr` is
 * the *address* of `len` characters (in the data of a ge::Tensor `addr` counts from the start of the data; a session converts).
 * So kernels that move elements move strings too. What a kernel makes is kept here: equal strings once, for the life of
 * the process, because nothing tells when the last element that names them is gone. Any thread. `len` -1 when memory is out.
 */
OPSTRATA_API ge::StringHead keep_string(const char *text, size_t length);

/** Prepares a call: a state, or null after `ctx.refuse(…)`. */
using PrepareFunction = std::unique_ptr<KernelState> (*)(PrepareContext &ctx);

/**
 * Registers a kernel (what OPSTRATA_KERNEL does). The library that `prepare` lies in is the kernel's origin; it decides
 * who wins when several libraries serve one operator (custom path > vendor > built-in; the first one inside an origin) and
 * stays loaded from now on. Null arguments are ignored and return false.
 */
OPSTRATA_API bool register_kernel(const char *op_type, PrepareFunction prepare);

}  // namespace opstrata

/**
 * Registers `prepare_function` as the kernel of operator type `op_type` (an identifier, written without quotes) when the
 * library is loaded. At namespace scope, with semicolon. Libraries are looked for at the first lookup of a kernel:
 * `op_impl/cpu/aicpu_kernel/impl/` below each path of ASCEND_CUSTOM_OPP_PATH, then below `vendors/<name>/`, then below
 * `built-in/` of the operator root (ASCEND_OPP_PATH, else `opp` of our own installation).
 */
#define OPSTRATA_KERNEL(op_type, prepare_function) \
  [[maybe_unused]] static const bool opstrata_kernel_of_##op_type = ::opstrata::register_kernel(#op_type, prepare_function)

#endif  // OPSTRATA_KERNEL_H_
