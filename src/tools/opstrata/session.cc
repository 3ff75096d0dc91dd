#include "tools/opstrata/session.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>

namespace opstrata::tools {

void Session::refuse(const Status &status) {
  note(status.text());
  exit_code = kCouldNot;
}

void Session::note(std::string_view text) {
  std::fprintf(stderr, "opstrata: %.*s\n", static_cast<int>(text.size()), text.data());
}

void Session::print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) refuse(Status(Code::kIo, "cannot write to standard output"));
}

std::string Session::paint(Colour colour, std::string_view text) {
  const auto value_of = [](const char *value) { return std::string_view(value == nullptr ? "" : value); };
  static const bool terminal =
      ::isatty(STDOUT_FILENO) == 1 && value_of(std::getenv("NO_COLOR")).empty() && value_of(std::getenv("TERM")) != "dumb";
  if (!terminal || colour == Colour::kNone) return std::string(text);
  constexpr const char *kCodes[] = {"", "32", "31", "33", "1"};
  return "\033[" + std::string(kCodes[static_cast<int>(colour)]) + "m" + std::string(text) + "\033[0m";
}

void Session::add_format(CLI::App &verb) {
  verb.add_option_function<std::string>(
          "--format", [this](const std::string &word) { json = word == "json"; }, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}));
}

}  // namespace opstrata::tools
