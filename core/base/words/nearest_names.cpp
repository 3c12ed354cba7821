#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kMostNames = 3;
constexpr std::size_t kLongestName = 64;

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearestNames(std::string_view mistyped, std::span<const std::string> names) {
    if (mistyped.empty() || mistyped.size() > kLongestName) {
        return {};
    }
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const auto &name : names) {
        const auto distance = editDistance(mistyped, name);
        if (distance <= 1 + mistyped.size() / 3 || (mistyped.size() > 2 && name.find(mistyped) != std::string::npos)) {
            near.emplace_back(distance, name);
        }
    }
    std::stable_sort(near.begin(), near.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    near.resize(std::min(near.size(), kMostNames));
    std::string text;
    for (std::size_t i = 0; i < near.size(); ++i) {
        text += i == 0 ? "; did you mean " : i + 1 == near.size() ? " or " : ", ";
        text += near[i].second;
    }
    return text + (text.empty() ? "" : "?");
}

}  // namespace stagescope
