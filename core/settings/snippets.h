#pragma once

#include "core/base/result.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// Lines of Python that make a job tell what its profile lacks. "{name}" stands for a number of the user.
struct Snippet {
    std::string_view id;       ///< "megatron"
    std::string_view meaning;  ///< one line
    std::string_view text;
};
[[nodiscard]] std::span<const Snippet> snippetList();

/// A number that snippets hold, by name, and what it is unless told otherwise.
struct SnippetNumber {
    std::string_view name;
    std::string_view usual;
    std::string_view meaning;
};
[[nodiscard]] std::span<const SnippetNumber> snippetNumbers();

/// The text with these numbers; microbatches = global_batch / (micro_batch * dp) unless told. Errors: BadArgument for
/// names that are not known, values that are no numbers from 0 on, and batches that do not divide.
[[nodiscard]] Result<std::string> snippetText(const Snippet &snippet,
                                              const std::map<std::string, std::string> &numbers);

}  // namespace stagescope
