/// @file
/// What an ELF file exports and needs, by symbol version. Read with libelf, never loaded: the file may be foreign.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_ABI_ELF_SYMBOLS_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_ABI_ELF_SYMBOLS_H_

#include <string>
#include <vector>

#include "base/status.h"

namespace opstrata::tools {

struct ElfSymbol {
  std::string name;
  std::string version;  ///< empty: none
  std::string library;  ///< needed symbols: soname of the library that the version belongs to; empty without version
  bool is_default = false;  ///< exported symbols: what new programs link to (`@@`)
};

struct ElfSymbols {
  int bits = 0;        ///< 32 or 64
  int machine = 0;     ///< EM_* of the ELF header
  std::string soname;  ///< empty for programs
  std::vector<std::string> needed;  ///< DT_NEEDED
  std::vector<ElfSymbol> exported;
  std::vector<ElfSymbol> undefined;
  std::vector<std::string> versions;  ///< defined by the file, in its order; the file's own name left out
};

/// Reads the dynamic symbol table of a program or shared library. Errors: kIo, kCorrupt (no ELF file, no
/// ordinary file, no program or library, damaged, statically linked).
Result<ElfSymbols> read_elf_symbols(const std::string &path);

}  // namespace opstrata::tools

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_ABI_ELF_SYMBOLS_H_
