#pragma once

#include "core/base/message.h"
#include "core/export/slim/slim_copy.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace stagescope {

/// Files of one fate.
struct SlimSum {
    std::size_t files = 0;
    std::uint64_t bytes = 0;

    void add(std::uint64_t size) {
        ++files;
        bytes += size;
    }
    bool operator==(const SlimSum &) const = default;
};
using SlimSums = std::map<SlimReason, SlimSum>;

/// What a plan keeps and leaves out, bytes of the profile: the copy has at most those of Kept.
[[nodiscard]] SlimSums slimSums(const std::vector<SlimPart> &plan);
/// What a copy left out, bytes of the profile; those of Kept are the copy's own.
[[nodiscard]] SlimSums slimSums(const SlimCopy &copy);

/// Titles of the questions (capabilities) that the profile answers and the copy does not.
[[nodiscard]] std::vector<Message> lostAnswers(const Run &profile, const Run &copy);

}  // namespace stagescope
