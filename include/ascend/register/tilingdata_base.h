/**
 * @file
 * Tiling data: classes whose fields are laid out as a C structure, so that an AI Core kernel reads them from a buffer
 * (foreign-build section 4.11). A class is written between `BEGIN_TILING_DATA_DEF` and `END_TILING_DATA_DEF`; each field gets a
 * setter `set_<name>` and a getter `get_<name>`. Every field stands at the next offset that suits its type (nested classes: 8
 * bytes), and the whole is a multiple of 8 bytes long.
 */
#ifndef __INC_REGISTER_ASCENDC_TILINGDATA_BASE_HEADER__
#define __INC_REGISTER_ASCENDC_TILINGDATA_BASE_HEADER__

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "opstrata/visibility.h"
#include "securec.h"

namespace optiling {
/** One field of a class, with the names that its definition gave (they live as long as the library that defined them). */
class FieldInfo {
 public:
  FieldInfo(const char *dtype, const char *name, size_t arr_size = 1U)
      : dtype_(dtype), name_(name), class_name_(""), arr_size_(arr_size) {}
  FieldInfo(const char *class_name, const char *name, const char *struct_type, size_t struct_size)
      : dtype_(struct_type), name_(name), class_name_(class_name), struct_size_(struct_size) {}

  const char *dtype_;       // "struct" for a nested class
  const char *name_;
  const char *class_name_;  // of a nested class, else empty
  size_t arr_size_ = 1U;
  size_t struct_size_ = 0U;
};

/** Base of the defined classes. Copies are independent, unless SetDataPtr made the object refer to foreign memory. */
class OPSTRATA_API TilingDef {
 public:
  virtual ~TilingDef() = default;

  /** Copies GetDataSize() bytes to `pdata`; nothing, with an error record, when that is null or `capacity` is smaller. */
  void SaveToBuffer(void *pdata, size_t capacity);
  /** The fields in the order of their definition. */
  std::vector<FieldInfo> GetFieldInfo() const;
  const char *GetTilingClassName() const;
  size_t GetDataSize() const;
  /** From now on the fields, those of nested classes too, live in the caller's `dataPtr`, which holds GetDataSize() bytes and
   *  is set to the present values; null goes back to memory of its own. */
  void SetDataPtr(void *dataPtr);

 protected:
  TilingDef() = default;
  TilingDef(const TilingDef &) = default;
  TilingDef(TilingDef &&) = default;
  TilingDef &operator=(const TilingDef &) = default;
  TilingDef &operator=(TilingDef &&) = default;

  /** Appends a field of `count` elements; returns its offset. */
  size_t AddField(const char *dtype, const char *name, size_t element_size, size_t count);
  /** Appends a nested object, which is a member of this one. */
  bool AddStruct(const char *class_name, const char *name, TilingDef &member);
  /** Gaps before a field of `typeSize` bytes; returns the offset behind them. */
  size_t CheckAlignAndGenPlaceHolder(const char *name, size_t typeSize);
  /** Closes the definition: rounds the size up and clears everything. */
  void InitData();
  void GeLogError(const std::string &str) const;

  unsigned char *Data() { return external_ == nullptr ? storage_.data() : external_; }
  const unsigned char *Data() const { return external_ == nullptr ? storage_.data() : external_; }
  template <typename T>
  T Load(size_t offset) const {
    T value;
    (void)std::memcpy(&value, Data() + offset, sizeof(T));
    return value;
  }
  template <typename T>
  void Store(size_t offset, const T *values, size_t count) {
    if (values != nullptr) {
      (void)std::memcpy(Data() + offset, values, sizeof(T) * count);
    }
  }
  template <typename T>
  T *At(size_t offset) const {
    return reinterpret_cast<T *>(const_cast<unsigned char *>(Data()) + offset);
  }

  const char *class_name_ = "";

 private:
  struct Nested {
    ptrdiff_t in_object;  // where the member stands in this object: stays true in copies
    size_t in_data;
  };
  TilingDef &MemberAt(const Nested &nested) const;

  std::vector<FieldInfo> field_info_;
  std::vector<Nested> nested_;
  std::vector<unsigned char> storage_;
  unsigned char *external_ = nullptr;
};

/** Bytes of every defined class by its name, for code that knows only the name. */
class OPSTRATA_API StructSizeInfoBase {
 public:
  static StructSizeInfoBase &GetInstance();
  void SetStructSize(const char *structType, size_t structSize);
  /** 0 when no class of that name is loaded. */
  size_t GetStructSize(const char *structType) const;

 private:
  StructSizeInfoBase() = default;
};

using TilingDataConstructor = std::shared_ptr<TilingDef> (*)();

/** Makes an object of the class that was registered for an operator type. */
class OPSTRATA_API CTilingDataClassFactory {
 public:
  static CTilingDataClassFactory &GetInstance();
  void RegisterTilingData(const char *op_type, TilingDataConstructor constructor);
  /** Null for a type without a class. */
  std::shared_ptr<TilingDef> CreateTilingDataInstance(const char *op_type);

 private:
  CTilingDataClassFactory() = default;
};
}  // namespace optiling

#define BEGIN_TILING_DATA_DEF(class_name)                                                                   \
  class class_name : public ::optiling::TilingDef {                                                         \
   public:                                                                                                  \
    static std::shared_ptr<::optiling::TilingDef> CreateInstance() { return std::make_shared<class_name>(); } \
    static const char *ClassName() { return #class_name; }                                                  \
    class_name() {                                                                                          \
      class_name_ = ClassName();                                                                            \
      InitData();                                                                                           \
    }

#define TILING_DATA_FIELD_DEF(data_type, field_name)                                                    \
 private:                                                                                               \
  size_t field_name##_offset_ = AddField(#data_type, #field_name, sizeof(data_type), 1U);               \
                                                                                                        \
 public:                                                                                                \
  void set_##field_name(data_type field_value) { Store<data_type>(field_name##_offset_, &field_value, 1U); } \
  data_type get_##field_name() const { return Load<data_type>(field_name##_offset_); }

/* The setter copies `arr_size` elements; the getter gives the elements in place. */
#define TILING_DATA_FIELD_DEF_ARR(data_type, arr_size, field_name)                                                   \
 private:                                                                                                            \
  size_t field_name##_offset_ = AddField(#data_type, #field_name, sizeof(data_type), static_cast<size_t>(arr_size)); \
                                                                                                                     \
 public:                                                                                                             \
  void set_##field_name(const data_type *field_value) {                                                              \
    Store<data_type>(field_name##_offset_, field_value, static_cast<size_t>(arr_size));                              \
  }                                                                                                                  \
  data_type *get_##field_name() const { return At<data_type>(field_name##_offset_); }

/* The nested object is a public member. */
#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name) \
 public:                                                      \
  struct_type field_name;                                     \
                                                              \
 private:                                                     \
  bool field_name##_added_ = AddStruct(#struct_type, #field_name, field_name); \
                                                              \
 public:                                                      \
  const struct_type &get_##field_name() const { return field_name; }

#define END_TILING_DATA_DEF \
  }

#define REGISTER_TILING_DATA_CLASS(op_type, class_name)                                                              \
  class op_type##class_name##Helper {                                                                                \
   public:                                                                                                           \
    op_type##class_name##Helper() {                                                                                  \
      ::optiling::CTilingDataClassFactory::GetInstance().RegisterTilingData(#op_type, class_name::CreateInstance);   \
      ::optiling::StructSizeInfoBase::GetInstance().SetStructSize(#class_name, class_name().GetDataSize());          \
    }                                                                                                                \
  };                                                                                                                 \
  static op_type##class_name##Helper g_tilingdata_##op_type##class_name##Helper;

#endif  // __INC_REGISTER_ASCENDC_TILINGDATA_BASE_HEADER__
