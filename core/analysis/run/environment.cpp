#include "core/analysis/run/environment.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

using SettingKey = std::pair<std::string, std::string>;
/// Which values a key has, and on how many ranks it is named.
struct Spread {
    std::set<std::string> values;
    std::size_t ranks = 0;
};
using Spreads = std::map<SettingKey, Spread>;

/// What was measured is in the section "memory" and no setting; memory_peak tells it.
bool isSetting(std::string_view section) { return section != "memory"; }

void addSettings(const RankCapture &capture, Spreads &spreads) {
    for (auto &setting : environmentSettings(capture)) {
        auto &spread = spreads[{std::move(setting.section), std::move(setting.key)}];
        spread.values.insert(std::move(setting.value));
        ++spread.ranks;
    }
}

Spreads spreadsOf(const Run &run) {
    Spreads spreads;
    for (const int rank : run.ranks()) {
        addSettings(*run.capture(rank), spreads);
    }
    return spreads;
}

/// Who and when it was: of course another one on each rank and in each run.
bool isComparable(const SettingKey &key) {
    constexpr std::array<std::string_view, 7> kNames{"trace_id",    "traceName", "trace_name",         "traceId",
                                                     "startTimeNs", "endTimeNs", "baseTimeNanoseconds"};
    const auto &[section, name] = key;
    return section != "identity" && section != "host" && section != "session" && section != "device" &&
           !(section == "parallel" && name == "rank") && std::find(kNames.begin(), kNames.end(), name) == kNames.end();
}

std::vector<EnvironmentDifference> differencesOf(const Spreads &main, const Spreads &baseline) {
    std::set<SettingKey> keys;
    for (const auto *side : {&main, &baseline}) {
        for (const auto &[key, spread] : *side) {
            keys.insert(key);
        }
    }
    const auto valuesOf = [](const Spreads &side, const SettingKey &key) {
        const auto it = side.find(key);
        return it == side.end() ? std::vector<std::string>{}
                                : std::vector<std::string>(it->second.values.begin(), it->second.values.end());
    };
    std::vector<EnvironmentDifference> result;
    for (const auto &key : keys) {
        auto ours = valuesOf(main, key);
        auto theirs = valuesOf(baseline, key);
        if (isComparable(key) && ours != theirs) {
            result.push_back({key.first, key.second, std::move(ours), std::move(theirs)});
        }
    }
    return result;
}

std::map<SettingKey, std::string> settingMap(const RankCapture *capture) {
    std::map<SettingKey, std::string> result;
    if (capture != nullptr) {
        for (auto &setting : environmentSettings(*capture)) {
            result.emplace(SettingKey{std::move(setting.section), std::move(setting.key)}, std::move(setting.value));
        }
    }
    return result;
}

struct SettingRow {
    const RankInput *of;
    const SettingKey *key;
    std::optional<std::string_view> value{};
    std::optional<bool> differs{};
    std::optional<std::string_view> baselineValue{};
    std::optional<bool> baselineDiffers{};
};

/// Rows of one rank; with a baseline also the keys that only its rank of the same number names.
void addSettingRows(const RankInput &of, const Spreads &spreads, TableRows<SettingRow> &out) {
    const auto rankCount = of.run.ranks().size();
    const auto *baseline = of.all.baseline();
    auto baselineSettings = settingMap(baseline == nullptr ? nullptr : baseline->capture(of.capture.rank));
    for (const auto &setting : environmentSettings(of.capture)) {
        const SettingKey key{setting.section, setting.key};
        SettingRow row{&of, &key, setting.value};
        const auto other = baselineSettings.find(key);
        const bool hasOther = other != baselineSettings.end();
        if (hasOther) {
            row.baselineValue = other->second;
        }
        if (isComparable(key)) {
            const auto &spread = spreads.at(key);
            row.differs = spread.values.size() > 1 || spread.ranks < rankCount;
        }
        if (isComparable(key) && baseline != nullptr) {
            row.baselineDiffers = !hasOther || other->second != setting.value;
        }
        out.add(row);
        if (hasOther) {
            baselineSettings.erase(other);
        }
    }
    for (const auto &[key, value] : baselineSettings) {
        out.add({.of = &of,
                 .key = &key,
                 .baselineValue = value,
                 .baselineDiffers = isComparable(key) ? std::optional(true) : std::nullopt});
    }
}

}  // namespace

std::vector<EnvironmentSetting> environmentSettings(const RankCapture &capture) {
    std::vector<EnvironmentSetting> result;
    std::set<SettingKey> seen;
    for (const auto &fact : recordsOf<EnvironmentRecord>(capture)) {
        EnvironmentSetting setting{std::string(fact.section), std::string(fact.key), std::string(fact.value)};
        if (isSetting(setting.section) && seen.emplace(setting.section, setting.key).second) {
            result.push_back(std::move(setting));
        }
    }
    return result;
}

std::vector<EnvironmentDifference> environmentDifferences(const Run &main, const Run &baseline) {
    return differencesOf(spreadsOf(main), spreadsOf(baseline));
}

std::vector<EnvironmentDifference> environmentDifferences(const RankCapture &main, const RankCapture &baseline) {
    Spreads ours;
    Spreads theirs;
    addSettings(main, ours);
    addSettings(baseline, theirs);
    return differencesOf(ours, theirs);
}

AnalysisEntry makeEnvironmentEntry() {
    return rankTable<SettingRow>(
        {{.id = "environment", .title = "Environment and profiler settings"}},
        {
            column("run", "Name of the run: the last part of the opened path.",
                   [](const SettingRow &row) { return row.of->run.label; }),
            column("rank", "Global rank; empty when unknown.",
                   [](const SettingRow &row) { return ifKnown(row.of->capture.rank); }),
            column("section",
                   "identity, parallel, environment (variables), profiler (settings), host, device, version or "
                   "session.",
                   &SettingRow::key, &SettingKey::first),
            column("key", "Name of the setting as the file has it.", &SettingRow::key, &SettingKey::second),
            column("value", "Value as the file has it; empty when only the baseline has the key.", &SettingRow::value),
            column("differs",
                   "yes: the ranks of this run do not agree on the value, or not all of them name the key; empty "
                   "for what names a rank, device, host or capture, which is no setting.",
                   &SettingRow::differs),
            column("baseline_value", "Value on the same rank of the baseline; empty without one.",
                   &SettingRow::baselineValue),
            column("baseline_differs",
                   "yes: the baseline's rank has another value, or only one of the two has the key; empty for anything "
                   "but settings.",
                   &SettingRow::baselineDiffers),
        },
        [](const AnalysisInput &input) {
            return Result<Spreads>(input.run() == nullptr ? Spreads{} : spreadsOf(*input.run()));
        },
        addSettingRows);
}

}  // namespace stagescope
