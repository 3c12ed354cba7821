#include "core/analysis/tables/analysis_list.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

#define STAGESCOPE_NAME_TABLE(name) &make##name##Entry,
constexpr std::array kEntries{STAGESCOPE_TABLES(STAGESCOPE_NAME_TABLE)};
#undef STAGESCOPE_NAME_TABLE

}  // namespace

bool AnalysisInput::wants(int rank) const {
    return ranks.empty() || std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
}

bool AnalysisInput::touches(int rank, RankRange span) const {
    return !range || touches(run()->clock.toAligned(rank, span));
}

bool AnalysisInput::touches(AlignedRange span) const {
    return !range || range->contains(span.begin) || range->overlaps(span);
}

std::vector<const RankCapture *> AnalysisInput::captures() const {
    std::vector<const RankCapture *> result;
    for (const int rank : run() == nullptr ? std::vector<int>{} : run()->ranks()) {
        if (wants(rank)) {
            result.push_back(run()->capture(rank));
        }
    }
    return result;
}

std::string AnalysisInput::parameter(const std::string &name, std::string_view fallback) const {
    const auto it = parameters.find(name);
    return it == parameters.end() ? std::string(fallback) : it->second;
}

std::span<const AnalysisEntry> analysisList() {
    static const std::vector<AnalysisEntry> list = [] {
        std::vector<AnalysisEntry> entries;
        for (const auto make : kEntries) {
            entries.push_back(make());
        }
        return entries;
    }();
    return list;
}

const AnalysisEntry *analysisById(std::string_view id) {
    const auto list = analysisList();
    const auto it = std::find_if(list.begin(), list.end(), [&](const AnalysisEntry &e) { return e.id == id; });
    return it == list.end() ? nullptr : &*it;
}

}  // namespace stagescope
