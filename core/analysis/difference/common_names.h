#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Operators that do the same are called otherwise by every library: MatMulV3 and aclnnMatmul of CANN, aten::mm of
/// PyTorch, ampere_sgemm_128x64_nn of cuBLAS. A list of words brings them under one name, the first line that fits
/// deciding: "WORD WORD ... = NAME". A line fits a name that has all of its words in it, case aside; a 'word' in quotes
/// has to stand alone there ('add' does in aclnnAddV2, not in Padding), one that begins with ! must not be in it. Lines
/// that begin with # and empty ones are left out. Names that no line fits stay as they are. Immutable; any thread.
class CommonNames {
public:
    /// What is known of CANN, PyTorch, cuBLAS, cuDNN, ROCm and flash attention (msprof-analyze compare_tools;
    /// huawei-tools 1.3.1), documented in the source.
    [[nodiscard]] static const CommonNames &builtIn();
    /// Lines of a user, which come before the ones that are built in. BadArgument names the line that cannot be read.
    [[nodiscard]] static Result<CommonNames> extended(std::string_view lines);

    /// O(lines).
    [[nodiscard]] std::string of(std::string_view name) const;

private:
    struct Word {
        std::string text;  ///< lower case
        bool isWhole = false;
        bool isExcluded = false;
    };
    struct Line {
        std::vector<Word> words;
        std::string name;
    };
    [[nodiscard]] static Word wordOf(std::string_view text);
    [[nodiscard]] static Result<std::vector<Line>> linesOf(std::string_view text);

    std::vector<Line> m_lines;
};

}  // namespace stagescope
