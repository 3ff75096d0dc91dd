#include "tools/opstrata/abi/elf_symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <optional>

namespace opstrata::tools {
namespace {

Status bad(const std::string &path, const std::string &reason) { return Status(Code::kCorrupt, path + ": " + reason); }

struct Section {
  GElf_Shdr header{};
  Elf_Data *data = nullptr;
};

class Reader {
 public:
  Reader(Elf *elf, const std::string &path) : elf_(elf), path_(path) {}

  Status read(ElfSymbols &out) {
    GElf_Ehdr header;
    if (elf_kind(elf_) != ELF_K_ELF || gelf_getehdr(elf_, &header) == nullptr) return bad(path_, "no ELF file");
    out.bits = header.e_ident[EI_CLASS] == ELFCLASS32 ? 32 : 64;
    out.machine = header.e_machine;
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
      return bad(path_, "neither a program nor a shared library");
    size_t sections = 0;
    if (elf_getshdrnum(elf_, &sections) == 0 && sections == 0)
      return bad(path_, "the table of sections was stripped, what it needs cannot be told");
    for (Elf_Scn *scn = nullptr; (scn = elf_nextscn(elf_, scn)) != nullptr;) {
      Section section;
      if (gelf_getshdr(scn, &section.header) == nullptr) return bad(path_, elf_errmsg(-1));
      section.data = elf_getdata(scn, nullptr);
      sections_[section.header.sh_type] = section;
    }
    if (find(SHT_DYNSYM) == nullptr) return bad(path_, "no dynamic symbols: not a dynamically linked program or shared library");
    read_dynamic(out);
    read_definitions(out);
    read_needs();
    return read_symbols(out);
  }

 private:
  const Section *find(GElf_Word type) const {
    const auto at = sections_.find(type);
    return at == sections_.end() || at->second.data == nullptr ? nullptr : &at->second;
  }
  std::string text(const Section &section, size_t offset) const {
    const char *const found = elf_strptr(elf_, section.header.sh_link, offset);
    return found == nullptr ? std::string() : std::string(found);
  }

  void read_dynamic(ElfSymbols &out) const {
    const Section *const section = find(SHT_DYNAMIC);
    GElf_Dyn entry;
    for (int i = 0; section != nullptr && gelf_getdyn(section->data, i, &entry) != nullptr && entry.d_tag != DT_NULL; ++i) {
      if (entry.d_tag == DT_SONAME) out.soname = text(*section, entry.d_un.d_val);
      if (entry.d_tag == DT_NEEDED) out.needed.push_back(text(*section, entry.d_un.d_val));
    }
  }

  void read_definitions(ElfSymbols &out) {
    const Section *const section = find(SHT_GNU_verdef);
    GElf_Verdef definition;
    for (int at = 0; section != nullptr && gelf_getverdef(section->data, at, &definition) != nullptr;) {
      GElf_Verdaux name;
      if (gelf_getverdaux(section->data, at + static_cast<int>(definition.vd_aux), &name) == nullptr) break;
      if ((definition.vd_flags & VER_FLG_BASE) == 0) {
        versions_[definition.vd_ndx] = {text(*section, name.vda_name), ""};
        out.versions.push_back(text(*section, name.vda_name));
      }
      if (definition.vd_next == 0) break;
      at += static_cast<int>(definition.vd_next);
    }
  }

  void read_needs() {
    const Section *const section = find(SHT_GNU_verneed);
    GElf_Verneed need;
    for (int at = 0; section != nullptr && gelf_getverneed(section->data, at, &need) != nullptr;) {
      const std::string library = text(*section, need.vn_file);
      int aux_at = at + static_cast<int>(need.vn_aux);
      GElf_Vernaux aux;
      for (int i = 0; i < need.vn_cnt && gelf_getvernaux(section->data, aux_at, &aux) != nullptr; ++i) {
        versions_[static_cast<GElf_Half>(aux.vna_other & 0x7fff)] = {text(*section, aux.vna_name), library};
        aux_at += static_cast<int>(aux.vna_next);
      }
      if (need.vn_next == 0) break;
      at += static_cast<int>(need.vn_next);
    }
  }

  Status read_symbols(ElfSymbols &out) const {
    const Section &section = *find(SHT_DYNSYM);
    const Section *const numbers = find(SHT_GNU_versym);
    GElf_Sym symbol;
    for (int i = 1; gelf_getsym(section.data, i, &symbol) != nullptr; ++i) {
      ElfSymbol item;
      item.name = text(section, symbol.st_name);
      GElf_Versym number = VER_NDX_GLOBAL;
      if (numbers != nullptr && gelf_getversym(numbers->data, i, &number) == nullptr) return bad(path_, "symbol versions end early");
      if (const auto at = versions_.find(static_cast<GElf_Half>(number & 0x7fff)); at != versions_.end()) {
        item.version = at->second.first;
        item.library = at->second.second;
      }
      if (symbol.st_shndx == SHN_UNDEF) {
        out.undefined.push_back(std::move(item));
      } else if (GELF_ST_BIND(symbol.st_info) != STB_LOCAL && symbol.st_shndx != SHN_ABS && (number & 0x7fff) != VER_NDX_LOCAL) {
        item.is_default = (number & 0x8000) == 0;
        out.exported.push_back(std::move(item));
      }
    }
    return {};
  }

  Elf *elf_;
  const std::string &path_;
  std::map<GElf_Word, Section> sections_;
  std::map<GElf_Half, std::pair<std::string, std::string>> versions_;  ///< by index: name, library that it is needed from
};

}  // namespace

Result<ElfSymbols> read_elf_symbols(const std::string &path) {
  const int fd =
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // whoever opens a pipe does not wait for its writer
  if (fd < 0) return Status(errno == ENOENT ? Code::kNotFound : Code::kIo, path + ": " + std::strerror(errno));
  struct stat kind {};
  if (fstat(fd, &kind) != 0 || !S_ISREG(kind.st_mode)) {
    close(fd);
    return bad(path, "no ordinary file");
  }
  (void)elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, decltype(&elf_end)> elf(elf_begin(fd, ELF_C_READ, nullptr), elf_end);
  ElfSymbols out;
  const Status status = elf == nullptr ? bad(path, elf_errmsg(-1)) : Reader(elf.get(), path).read(out);
  close(fd);
  if (!status.ok()) return status;
  return out;
}

}  // namespace opstrata::tools
