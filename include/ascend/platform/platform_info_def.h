/// @file
/// What a chip offers, as plain structures (foreign-build section 4.4). They are filled by name, also by tests, and follow
/// the string ABI of their user.
#ifndef PLATFORM_INFO_DEF_H
#define PLATFORM_INFO_DEF_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

// Interface: sources rely on these names in the global namespace.
using std::map;
using std::string;
using std::vector;

// Structures with strings are different types in the two string ABIs; the tag keeps their functions apart where objects of
// both meet in one program.
#if defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI
#define OPSTRATA_STRING_ABI_TAG __attribute__((abi_tag("cxx11")))
#else
#define OPSTRATA_STRING_ABI_TAG
#endif

namespace fe {

enum MemoryType { DDR = 0, HBM };
enum L2Type { Cache = 0, Buff };
enum JitCompileMode { REUSE_BINARY = 0, COMPILE_ONLINE, AUTO };

struct OPSTRATA_STRING_ABI_TAG StrInfo {
  std::string aic_version;
  std::string ccec_aic_version;
  std::string ccec_aiv_version;
  std::string is_support_ai_cpu_compile;
  std::string short_soc_version;
};

struct SoCInfo {
  uint32_t ai_core_cnt = 0;
  uint32_t vector_core_cnt = 0;
  uint32_t ai_cpu_cnt = 0;
  MemoryType memory_type = DDR;
  uint64_t memory_size = 0;
  L2Type l2_type = Cache;
  uint64_t l2_size = 0;
  uint32_t l2PageNum = 0;
  uint32_t task_num = 0;
  int32_t arch_type = -1;
  int32_t chip_type = -1;
};

/// Frequencies in Hz, sizes in bytes, cube sizes in elements.
struct AiCoreSpec {
  double cube_freq = 0;
  uint64_t cube_m_size = 0;
  uint64_t cube_n_size = 0;
  uint64_t cube_k_size = 0;
  double vec_calc_size = 0;
  uint64_t l0_a_size = 0;
  uint64_t l0_b_size = 0;
  uint64_t l0_c_size = 0;
  uint64_t l1_size = 0;
  uint64_t smask_buffer = 0;
  uint64_t ub_size = 0;
  uint64_t ubblock_size = 0;
  uint64_t ubbank_size = 0;
  uint64_t ubbank_num = 0;
  uint64_t ubburst_in_one_block = 0;
  uint64_t ubbank_group_num = 0;
  uint32_t unzip_engines = 0;
  uint32_t unzip_max_ratios = 0;
  uint32_t unzip_channels = 0;
  uint8_t unzip_is_tight = 0;
  uint8_t cube_vector_split = 0;
  uint8_t sparsity = 0;
};

/// Bytes per cycle.
struct AiCoreMemoryRates {
  double ddr_rate = 0;
  double ddr_read_rate = 0;
  double ddr_write_rate = 0;
  double l2_rate = 0;
  double l2_read_rate = 0;
  double l2_write_rate = 0;
  double l1_to_l0_a_rate = 0;
  double l1_to_l0_b_rate = 0;
  double l1_to_ub_rate = 0;
  double l0_c_to_ub_rate = 0;
  double ub_to_l2_rate = 0;
  double ub_to_ddr_rate = 0;
  double ub_to_l1_rate = 0;
};

struct VectorCoreSpec {
  double vec_freq = 0;
  double vec_calc_size = 0;
  uint64_t smask_buffer = 0;
  uint64_t ub_size = 0;
  uint64_t ubblock_size = 0;
  uint64_t ubbank_size = 0;
  uint64_t ubbank_num = 0;
  uint64_t ubburst_in_one_block = 0;
  uint64_t ubbank_group_num = 0;
  uint64_t vector_reg_size = 0;
  uint64_t predicate_reg_size = 0;
  uint64_t address_reg_size = 0;
  uint64_t vector_reg_width = 0;
};

struct VectorCoreMemoryRates {
  double ddr_rate = 0;
  double ddr_read_rate = 0;
  double ddr_write_rate = 0;
  double l2_rate = 0;
  double l2_read_rate = 0;
  double l2_write_rate = 0;
  double ub_to_l2_rate = 0;
  double ub_to_ddr_rate = 0;
};

struct CPUCache {
  uint32_t AICPUSyncBySW = 0;
  uint32_t TSCPUSyncBySW = 0;
};

struct SoftwareSpec {
  JitCompileMode jit_compile_default_value = REUSE_BINARY;
  JitCompileMode jit_compile_mode = REUSE_BINARY;
};

struct OPSTRATA_STRING_ABI_TAG PlatformInfo {
  StrInfo str_info;
  SoCInfo soc_info;
  AiCoreSpec ai_core_spec;
  AiCoreMemoryRates ai_core_memory_rates;
  std::map<std::string, std::vector<std::string>> ai_core_intrinsic_dtype_map;
  VectorCoreSpec vector_core_spec;
  VectorCoreMemoryRates vector_core_memory_rates;
  CPUCache cpucache;
  std::map<std::string, std::vector<std::string>> vector_core_intrinsic_dtype_map;
  SoftwareSpec software_spec;
};

struct OPSTRATA_STRING_ABI_TAG OptionalInfo {
  std::string soc_version;
  std::string core_type;
  uint32_t ai_core_num = 0;
  std::string l1_fusion_flag;
};

}  // namespace fe

#endif  // PLATFORM_INFO_DEF_H
