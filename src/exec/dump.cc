// The dump of tensors (opdev-api section 2.30): OPSTRATA_DUMP_DIR names a folder that receives each tensor as a NumPy file.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/data_type.h"
#include "device/stream.h"
#include "exec/report.h"
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

/// The storage of a tensor as a NumPy file of version 1: contiguous views by their shape, others as the flat storage.
DumpFile dump_file(std::string path, const aclTensor &tensor) {
  const char *type = numpy_type(tensor.GetDataType());
  const bool by_view = op::IsContiguous(&tensor) && type != nullptr;
  const int64_t elements = by_view ? tensor.Numel() : tensor.Size();
  const size_t bytes = static_cast<size_t>(op::CalcShapeBytes(elements, tensor.GetDataType()));
  std::string shape;
  if (by_view) {
    for (size_t i = 0; i < tensor.GetViewShape().GetDimNum(); ++i) shape.append(std::to_string(tensor.GetViewShape().GetDim(i))).append(",");
  } else {
    shape = std::to_string(type == nullptr ? static_cast<int64_t>(bytes) : elements) + ",";
  }
  std::string dict = "{'descr': '";
  dict.append(type == nullptr ? "|u1" : type).append("', 'fortran_order': False, 'shape': (").append(shape).append("), }");
  dict.resize((10 + dict.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  dict.push_back('\n');
  std::string header("\x93NUMPY\x01\x00", 8);
  header.push_back(static_cast<char>(dict.size() & 0xFF));
  header.push_back(static_cast<char>(dict.size() >> 8));
  header.append(dict);
  return {std::move(path), std::move(header), by_view ? tensor.GetData() : tensor.GetStorageAddr(), bytes};
}

}  // namespace

aclnnStatus aclDumpOpTensors(const char *opType, const char *opName, aclTensor **tensors, size_t inputNum, size_t outputNum,
                             aclrtStream stream) {
  if (opType == nullptr || opName == nullptr || tensors == nullptr) {
    return opstrata::exec::refused(Msg::kExecNullArgument, {{"function", "aclDumpOpTensors"}});
  }
  const char *folder = std::getenv("OPSTRATA_DUMP_DIR");
  if (folder == nullptr || *folder == '\0') return OK;
  static std::atomic<uint64_t> calls{0};
  const std::string stem = std::string(folder) + "/" + opType + "." + opName + "." + std::to_string(++calls);
  std::vector<DumpFile> files;
  for (size_t i = 0; i < inputNum + outputNum; ++i) {
    if (tensors[i] == nullptr) continue;
    const bool is_input = i < inputNum;
    std::string path = stem + (is_input ? ".input." : ".output.") + std::to_string(is_input ? i : i - inputNum) + ".npy";
    files.push_back(dump_file(std::move(path), *tensors[i]));
  }
  // In stream order: the values are those that launches before this call leave behind.
  return opstrata::exec::reported(opstrata::device::enqueue(stream, opstrata::device::Task("aclDumpOpTensors", [files]() -> Status {
    for (const DumpFile &file : files) OPSTRATA_TRY(file.write());
    return {};
  })));
}
