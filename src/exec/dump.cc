// The dump of tensors (opdev-api section 2.30): OPSTRATA_DUMP_DIR names a folder that receives each tensor as a NumPy file.
#include "exec/dump.h"

#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/data_type.h"
#include "base/settings.h"
#include "device/stream.h"
#include "exec/report.h"
#include "exec/thread_context.h"
#include "opdev/data_type_utils.h"
#include "opdev/tensor_view_utils.h"

namespace {

using opstrata::Msg;
using opstrata::Status;

/// NumPy's name of an element type; types that NumPy lacks are dumped as their bytes.
const char *numpy_type(ge::DataType type) {
  switch (type) {
    case ge::DT_FLOAT: return "<f4";
    case ge::DT_DOUBLE: return "<f8";
    case ge::DT_FLOAT16: return "<f2";
    case ge::DT_INT8: return "|i1";
    case ge::DT_UINT8: return "|u1";
    case ge::DT_INT16: return "<i2";
    case ge::DT_UINT16: return "<u2";
    case ge::DT_INT32: return "<i4";
    case ge::DT_UINT32: return "<u4";
    case ge::DT_INT64: return "<i8";
    case ge::DT_UINT64: return "<u8";
    case ge::DT_BOOL: return "|b1";
    case ge::DT_COMPLEX64: return "<c8";
    case ge::DT_COMPLEX128: return "<c16";
    default: return nullptr;
  }
}

struct DumpFile {
  std::string path;
  std::string header;
  const void *data;
  size_t bytes;

  Status write() const {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return opstrata::fail(Msg::kExecDumpFile, {{"path", path}});
    bool good = std::fwrite(header.data(), 1, header.size(), file) == header.size();
    good = good && (bytes == 0 || std::fwrite(data, 1, bytes, file) == bytes);
    return std::fclose(file) == 0 && good ? Status() : opstrata::fail(Msg::kExecDumpFile, {{"path", path}});
  }
};

/// A NumPy file of version 1. `dims`: in NumPy's notation, without brackets, each followed by a comma.
DumpFile numpy_file(std::string path, const char *type, const std::string &dims, const void *data, size_t bytes) {
  std::string dict = "{'descr': '";
  dict.append(type).append("', 'fortran_order': False, 'shape': (").append(dims).append("), }");
  dict.resize((10 + dict.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  dict.push_back('\n');
  std::string header("\x93NUMPY\x01\x00", 8);
  header.push_back(static_cast<char>(dict.size() & 0xFF));
  header.push_back(static_cast<char>(dict.size() >> 8));
  header.append(dict);
  return {std::move(path), std::move(header), data, bytes};
}

size_t bytes_of(int64_t elements, ge::DataType type) { return static_cast<size_t>(op::CalcShapeBytes(elements, type)); }

/// `elements` of a type in one dimension; types that NumPy lacks as bytes.
DumpFile flat_file(std::string path, ge::DataType dtype, int64_t elements, const void *data) {
  const char *type = numpy_type(dtype);
  const size_t bytes = bytes_of(elements, dtype);
  return numpy_file(std::move(path), type == nullptr ? "|u1" : type, std::to_string(type == nullptr ? static_cast<int64_t>(bytes) : elements) + ",", data, bytes);
}

/// A tensor: contiguous views by their shape, others as the flat storage.
DumpFile dump_file(std::string path, const aclTensor &tensor) {
  const char *type = numpy_type(tensor.GetDataType());
  if (type == nullptr || !op::IsContiguous(&tensor)) return flat_file(std::move(path), tensor.GetDataType(), tensor.Size(), tensor.GetStorageAddr());
  std::string dims;
  for (size_t i = 0; i < tensor.GetViewShape().GetDimNum(); ++i) dims.append(std::to_string(tensor.GetViewShape().GetDim(i))).append(",");
  return numpy_file(std::move(path), type, dims, tensor.GetData(), bytes_of(tensor.Numel(), tensor.GetDataType()));
}

std::string file_name(const char *folder, const std::string &name, const char *side, size_t index) {
  return std::string(folder).append("/").append(name).append(".").append(side).append(".").append(std::to_string(index)).append(".npy");
}

}  // namespace

namespace opstrata::exec {

const char *dump_folder() {
  Environment &environment = thread_context().environment;
  environment.refresh();
  const char *const folder = environment.last(Variable::kDumpFolder);
  return folder == nullptr ? nullptr : folder_setting("OPSTRATA_DUMP_DIR", folder);
}

namespace {
/// Whether the dump is wanted on this level.
bool has_level(std::string_view wanted) {
  if (dump_folder() == nullptr) return false;
  const char *const text = thread_context().environment.last(Variable::kDumpLevel);
  const std::string_view level = word_setting("OPSTRATA_DUMP_LEVEL", text, "api", {"api", "operator", "all"});
  return level == wanted || level == "all";
}
}  // namespace

bool dumps_calls() { return has_level("api"); }
bool dumps_operators() { return has_level("operator"); }

Status dump_tensors(const std::string &name, const char *side, std::span<const aclTensor *const> tensors, aclrtStream stream) {
  const char *folder = dump_folder();
  if (folder == nullptr) return {};
  std::vector<DumpFile> files;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i] == nullptr || tensors[i]->GetStorageAddr() == nullptr) continue;
    files.push_back(dump_file(file_name(folder, name, side, i), *tensors[i]));
  }
  // In stream order: the values are those that launches before this call leave behind.
  return device::enqueue(stream, device::Task("dump of tensors", [files]() -> Status {
    for (const DumpFile &file : files) OPSTRATA_TRY(file.write());
    return {};
  }));
}

Status dump_memory(const std::string &name, const char *side, size_t index, ge::DataType type, int64_t elements, const void *data) {
  const char *folder = dump_folder();
  return folder == nullptr ? Status() : flat_file(file_name(folder, name, side, index), type, elements, data).write();
}

std::string dump_name(const char *type, const char *name) {
  static std::atomic<uint64_t> calls{0};
  return std::string(type).append(".").append(name).append(".").append(std::to_string(++calls));
}

}  // namespace opstrata::exec

aclnnStatus aclDumpOpTensors(const char *opType, const char *opName, aclTensor **tensors, size_t inputNum, size_t outputNum,
                             aclrtStream stream) {
  using namespace opstrata::exec;  // NOLINT
  const char *missing = opType == nullptr    ? "opType"
                        : opName == nullptr  ? "opName"
                        : tensors == nullptr ? "tensors"
                                             : nullptr;
  if (missing != nullptr)
    return refused(Msg::kExecNullArgument, {{"function", "aclDumpOpTensors"}, {"parameter", missing}});
  if (const Status usable = opstrata::device::check_stream(stream); !usable.ok()) return reported(usable);
  if (dump_folder() == nullptr) return OK;
  const std::string name = dump_name(opType, opName);
  const Status inputs = dump_tensors(name, "input", {tensors, inputNum}, stream);
  return reported(inputs.ok() ? dump_tensors(name, "output", {tensors + inputNum, outputNum}, stream) : inputs);
}
