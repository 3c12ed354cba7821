#include "core/export/slim/slim_loss.h"

#include "core/analysis/overview/capabilities.h"

#include <algorithm>

namespace stagescope {

SlimSums slimSums(const std::vector<SlimPart> &plan) {
    SlimSums sums;
    for (const auto &part : plan) {
        sums[part.reason].add(part.file.size);
    }
    return sums;
}

SlimSums slimSums(const SlimCopy &copy) {
    SlimSums sums;
    for (const auto &file : copy.files) {
        sums[file.reason].add(file.copy.empty() ? file.bytes : file.copyBytes);
    }
    return sums;
}

std::vector<Message> lostAnswers(const Run &profile, const Run &copy) {
    const auto before = capabilities(profile);
    const auto after = capabilities(copy);
    std::vector<Message> lost;
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        if (before[i].answer != Answer::No && after[i].answer == Answer::No) {
            lost.push_back(before[i].title);
        }
    }
    return lost;
}

}  // namespace stagescope
