// Tiling data classes: layout of their fields, and what is known of them by name.
#include <algorithm>
#include <map>
#include <mutex>

#include "infer/tiling_log.h"
#include "register/tilingdata_base.h"

namespace optiling {
namespace {

constexpr size_t kWholeAlignment = 8;  // of a nested class and of the end

size_t round_up(size_t value, size_t alignment) { return (value + alignment - 1) / alignment * alignment; }

/// Values by name; filled by static initialisers of any library, so never destroyed.
template <typename T>
struct Named {
  std::mutex mutex;
  std::map<std::string, T, std::less<>> values;

  static Named &get() {
    static Named *const instance = new Named;
    return *instance;
  }
  void set(const char *name, T value) {
    if (name == nullptr) return;
    const std::lock_guard<std::mutex> lock(mutex);
    values[name] = value;
  }
  T find(const char *name) {
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = name == nullptr ? values.end() : values.find(name);
    return found == values.end() ? T{} : found->second;
  }
};

}  // namespace

size_t TilingDef::CheckAlignAndGenPlaceHolder([[maybe_unused]] const char *name, size_t typeSize) {
  storage_.resize(round_up(storage_.size(), std::max<size_t>(typeSize, 1)));
  return storage_.size();
}

size_t TilingDef::AddField(const char *dtype, const char *name, size_t element_size, size_t count) {
  const size_t offset = CheckAlignAndGenPlaceHolder(name, element_size);
  field_info_.emplace_back(dtype, name, count);
  storage_.resize(offset + element_size * count);
  return offset;
}

bool TilingDef::AddStruct(const char *class_name, const char *name, TilingDef &member) {
  const size_t offset = CheckAlignAndGenPlaceHolder(name, kWholeAlignment);
  field_info_.emplace_back(class_name, name, "struct", member.GetDataSize());
  nested_.push_back({reinterpret_cast<char *>(&member) - reinterpret_cast<char *>(this), offset});
  storage_.resize(offset + member.GetDataSize());
  return true;
}

void TilingDef::InitData() {
  storage_.resize(round_up(storage_.size(), kWholeAlignment));
  std::fill(storage_.begin(), storage_.end(), static_cast<unsigned char>(0));
}

TilingDef &TilingDef::MemberAt(const Nested &nested) const {
  return *reinterpret_cast<TilingDef *>(reinterpret_cast<char *>(const_cast<TilingDef *>(this)) + nested.in_object);
}

void TilingDef::SaveToBuffer(void *pdata, size_t capacity) {
  if (pdata == nullptr || capacity < storage_.size()) {
    opstrata::infer::log_tiling_error(std::string("tiling data ") + class_name_ + ": " + std::to_string(storage_.size()) +
                                      " bytes do not fit into a buffer of " + std::to_string(pdata == nullptr ? 0 : capacity));
    return;
  }
  if (pdata != Data()) std::copy_n(Data(), storage_.size(), static_cast<unsigned char *>(pdata));
  for (const Nested &nested : nested_) {
    TilingDef &member = MemberAt(nested);
    member.SaveToBuffer(static_cast<unsigned char *>(pdata) + nested.in_data, member.GetDataSize());
  }
}

std::vector<FieldInfo> TilingDef::GetFieldInfo() const { return field_info_; }
const char *TilingDef::GetTilingClassName() const { return class_name_; }
size_t TilingDef::GetDataSize() const { return storage_.size(); }

void TilingDef::SetDataPtr(void *dataPtr) {
  const auto target = static_cast<unsigned char *>(dataPtr);
  if (target == external_) return;
  if (target != nullptr) {
    SaveToBuffer(target, storage_.size());
  } else {
    std::copy_n(external_, storage_.size(), storage_.data());
  }
  for (const Nested &nested : nested_) MemberAt(nested).SetDataPtr(target == nullptr ? nullptr : target + nested.in_data);
  external_ = target;
}

StructSizeInfoBase &StructSizeInfoBase::GetInstance() {
  static StructSizeInfoBase instance;
  return instance;
}
void StructSizeInfoBase::SetStructSize(const char *structType, size_t structSize) { Named<size_t>::get().set(structType, structSize); }
size_t StructSizeInfoBase::GetStructSize(const char *structType) const { return Named<size_t>::get().find(structType); }

CTilingDataClassFactory &CTilingDataClassFactory::GetInstance() {
  static CTilingDataClassFactory instance;
  return instance;
}
void CTilingDataClassFactory::RegisterTilingData(const char *op_type, TilingDataConstructor constructor) {
  Named<TilingDataConstructor>::get().set(op_type, constructor);
}
std::shared_ptr<TilingDef> CTilingDataClassFactory::CreateTilingDataInstance(const char *op_type) {
  const TilingDataConstructor constructor = Named<TilingDataConstructor>::get().find(op_type);
  return constructor == nullptr ? nullptr : constructor();
}

}  // namespace optiling

namespace opstrata::infer {
void log_tiling_error(std::string_view text) { log::write(log::Level::kError, "tiling", text); }
}  // namespace opstrata::infer
