#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

// Parameters of tables as `--set name=value` gives them. BadArgument names the parameter and what it may be.

/// Position in `choices`; the first one where the parameter is not set.
[[nodiscard]] Result<std::size_t> choiceParameter(const AnalysisInput &input, const std::string &name,
                                                  std::span<const std::string_view> choices);
/// A number of rows, at least 1 and at most 10 million; the default where the parameter is not set.
[[nodiscard]] Result<std::size_t> countParameter(const AnalysisInput &input, const std::string &name,
                                                 std::int64_t defaultValue);
/// A whole number from 0 on, as `--set` or `defaultValue` writes it.
[[nodiscard]] Result<std::uint64_t> wholeNumberParameter(const AnalysisInput &input, const std::string &name,
                                                         std::string_view defaultValue);

}  // namespace stagescope
