#include "core/analysis/tables/analysis_list.h"

#include "core/analysis/tables/time_bounds.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stagescope {

namespace {

#define STAGESCOPE_NAME_TABLE(name) &make##name##Entry,
constexpr std::array kEntries{STAGESCOPE_TABLES(STAGESCOPE_NAME_TABLE)};
#undef STAGESCOPE_NAME_TABLE

bool hasMoments(const ResultTable &table) {
    constexpr std::array<std::pair<std::string_view, double>, 3> kUnits{{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}}};
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto *unit = std::find_if(kUnits.begin(), kUnits.end(),
                                        [&](const auto &each) { return each.first == table.columns[i].unit; });
        const auto isMoment = [&](const std::vector<Cell> &row) {
            const auto *whole = std::get_if<std::int64_t>(&row[i]);
            const auto *real = std::get_if<double>(&row[i]);
            const double value = whole != nullptr ? static_cast<double>(*whole) : real != nullptr ? *real : 0;
            return value * unit->second >= kLongestTraceNs;
        };
        if (unit != kUnits.end() && std::any_of(table.rows.begin(), table.rows.end(), isMoment)) {
            return true;
        }
    }
    return false;
}

/// The table with the time that the window's axes begin at, where it tells moments.
AnalysisEntry withOrigin(AnalysisEntry entry) {
    entry.run = [run = std::move(entry.run)](const AnalysisInput &input, const std::stop_token &stop) {
        auto table = run(input, stop);
        if (table && hasMoments(*table)) {
            const auto bounds = timeBounds(*input.workspace);
            table->origin = bounds ? ns(bounds->begin) : 0;
        }
        return table;
    };
    return entry;
}

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
            entries.push_back(withOrigin(make()));
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
