#include "core/analysis/run/platform.h"
#include "core/base/words/ranges_text.h"
#include "core/scene/pages/summary_model.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <map>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kShownValues = 3;

std::string_view lastPart(std::string_view key) {
    const auto dot = key.find_last_of(".:");
    auto name = dot == std::string_view::npos ? key : key.substr(dot + 1);
    while (name.starts_with('_')) {
        name.remove_prefix(1);
    }
    return name;
}

std::string joined(const std::set<std::string> &values) {
    std::string text;
    std::size_t shown = 0;
    for (const auto &value : values) {
        if (shown++ == kShownValues) {
            return text + " \u2026";
        }
        text += (text.empty() ? "" : ", ") + value;
    }
    return text;
}

/// Values of keys that begin so in a section, over all ranks.
std::set<std::string> valuesOf(const std::vector<EnvironmentRow> &rows, std::string_view section,
                               std::string_view begin) {
    std::set<std::string> values;
    for (const auto &row : rows) {
        if (row.section == section && std::string_view(row.key).starts_with(begin)) {
            for (const auto &value : row.values) {
                values.insert(value.text);
            }
        }
    }
    values.erase("");
    return values;
}

std::string utcText(std::int64_t unixNs) {
    constexpr std::int64_t kYear2000 = 946'684'800LL * 1'000'000'000;
    if (unixNs < kYear2000) {
        return {};
    }
    const std::time_t seconds = unixNs / 1'000'000'000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 64> buffer{};
    std::strftime(buffer.data(), buffer.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
    return buffer.data();
}

/// When the capture began, as the session tells it, else when it was collected, else the begin of the first step.
std::string captureTime(const Run &run, const std::vector<EnvironmentRow> &rows) {
    for (const auto *key : {"startTimeNs", "collectionTimeBegin", "collectionTimeEnd"}) {
        const auto text = settingText(rows, key);
        std::int64_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        if (auto time = utcText(value); !time.empty()) {
            return time;
        }
    }
    std::int64_t first = 0;
    for (const auto &capture : run.captures) {
        for (const auto &step : recordsOf<StepRecord>(capture)) {
            first = first == 0 ? step.begin : std::min(first, step.begin);
        }
    }
    return utcText(first);
}

std::string sizesText(const ParallelSizes &sizes) {
    std::string text;
    const std::array<std::pair<const char *, int>, 5> parts{
        {{"DP", sizes.dp}, {"PP", sizes.pp}, {"TP", sizes.tp}, {"CP", sizes.cp}, {"EP", sizes.ep}}};
    for (const auto &[name, size] : parts) {
        if (size > 0) {
            text += (text.empty() ? "" : " ") + std::string(name) + std::to_string(size);
        }
    }
    return text;
}

std::string stepsText(const std::vector<StepBar> &steps) {
    std::vector<std::int64_t> numbers;
    for (const auto &step : steps) {
        numbers.push_back(step.step);
    }
    return steps.empty() ? std::string{} : std::to_string(steps.size()) + " (" + rangesText(numbers) + ")";
}

}  // namespace

std::string settingText(const std::vector<EnvironmentRow> &rows, std::string_view key) {
    std::set<std::string> values;
    for (const auto &row : rows) {
        if (lastPart(row.key) == key) {
            for (const auto &value : row.values) {
                values.insert(value.text);
            }
        }
    }
    values.erase("");
    return joined(values);
}

std::vector<EnvironmentRow> environmentRows(const Run &run) {
    std::map<std::pair<std::string, std::string>, std::map<std::string, std::vector<int>>> found;
    for (const int rank : run.ranks()) {
        std::set<std::pair<std::string, std::string>> seen;  // the first file of a rank that names a key decides
        for (const auto &fact : recordsOf<EnvironmentRecord>(*run.capture(rank))) {
            std::pair key{std::string(fact.section), std::string(fact.key)};
            if (seen.insert(key).second) {
                found[std::move(key)][std::string(fact.value)].push_back(rank);
            }
        }
    }
    std::vector<EnvironmentRow> rows;
    for (auto &[key, values] : found) {
        EnvironmentRow row{key.first, key.second, {}};
        for (auto &[text, ranks] : values) {
            row.values.push_back({text, std::move(ranks)});
        }
        std::stable_sort(row.values.begin(), row.values.end(),
                         [](const auto &a, const auto &b) { return a.ranks.size() > b.ranks.size(); });
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<SummaryFact> summaryFacts(const Run &run, const std::vector<StepBar> &steps) {
    const auto rows = environmentRows(run);
    std::set<std::string> hosts;
    for (const auto &capture : run.captures) {
        hosts.insert(capture.host);
    }
    hosts.erase("");
    const auto expected = run.expectedRanks();
    auto ranks = std::to_string(run.ranks().size());
    ranks += expected ? " / " + std::to_string(*expected) : "";
    auto chips = valuesOf(rows, "device", "NPU");
    const auto gpus = valuesOf(rows, "device", "name");
    chips.insert(gpus.begin(), gpus.end());
    std::vector<SummaryFact> facts{
        {Message("summary.fact.steps"), stepsText(steps)},
        {Message(expected ? "summary.fact.ranks_of" : "summary.fact.ranks"), ranks},
        {Message("summary.fact.parallel"), sizesText(run.parallel)},
        {Message("summary.fact.hosts"), joined(hosts)},
        {Message("summary.fact.chip"), joined(chips)},
    };
    if (gpus.empty() && isOfNpus(platformOf(run))) {
        facts.push_back({Message("summary.fact.cann"), settingText(rows, "cann_version")});
        facts.push_back({Message("summary.fact.torch_npu"), settingText(rows, "torch_npu_version")});
        facts.push_back({Message("summary.fact.level"), settingText(rows, "profiler_level")});
    }
    facts.push_back({Message("summary.fact.captured"), captureTime(run, rows)});
    return facts;
}

}  // namespace stagescope
