#include "core/settings/earlier_capture.h"

#include "core/analysis/overview/capability_facts.h"
#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

std::int64_t stepCount(const RankCapture &capture, const std::vector<StepBounds> &timed) {
    std::set<std::string_view> summed;
    for (const auto &row : recordsOf<StepTraceRecord>(capture)) {
        summed.insert(row.step);
    }
    return static_cast<std::int64_t>(std::max(timed.size(), summed.size()));
}

std::optional<int> levelOf(const RankCapture &capture) {
    const auto text = CaptureFacts(capture).setting("profiler_level");
    return text.empty() ? std::nullopt : isDigit(text.back()) ? std::optional(text.back() - '0') : std::optional(-1);
}

/// Of these ns; nothing of none.
std::optional<double> medianMs(std::vector<double> ns) {
    return ns.empty() ? std::nullopt : std::optional(lowerMedian(std::move(ns)) / 1e6);
}

/// Of settings of its own alone: "ms_version".
std::string versionOf(const RankCapture &capture, std::string_view key) {
    for (const auto &fact : recordsOf<EnvironmentRecord>(capture)) {
        if (fact.section == "version" && fact.key == key) {
            return std::string(fact.value);
        }
    }
    return {};
}

}  // namespace

const std::string &EarlierCapture::versionFor(SettingKind kind) const {
    static const std::string kNone;
    const bool isTorchNpu =
        kind == SettingKind::TorchNpu || kind == SettingKind::MsMonitor || kind == SettingKind::Schedule;
    return isOfMindSpore(kind) ? mindSporeVersion : isTorchNpu ? torchNpuVersion : kNone;
}

std::string EarlierCapture::levelText() const {
    return !level ? std::string() : *level < 0 ? " at Level_none" : " at Level" + std::to_string(*level);
}

std::optional<EarlierCapture> earlierCapture(const Run &run) {
    EarlierCapture earlier{.label = run.label};
    double bytes = 0;
    std::vector<double> times;
    std::vector<double> sums;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        const auto timed = rankSteps(capture);
        const auto steps = stepCount(capture, timed);
        for (const auto &step : timed) {
            times.push_back(static_cast<double>(step.range.duration().count()));
        }
        for (const auto &row : recordsOf<StepTraceRecord>(capture)) {
            if (row.computing >= 0 && row.notOverlapped >= 0 && row.free >= 0) {
                sums.push_back(static_cast<double>(row.computing + row.notOverlapped + row.free));
            }
        }
        for (const auto &file : capture.files) {
            bytes += steps > 0 ? static_cast<double>(file.size) : 0;
        }
        earlier.ranks += steps > 0 ? 1 : 0;
        earlier.steps += steps;
        earlier.level = earlier.level ? earlier.level : levelOf(capture);
        const auto take = [&](std::string &version, const char *key) {
            version = version.empty() ? versionOf(capture, key) : version;
        };
        take(earlier.torchNpuVersion, "torch_npu_version");
        take(earlier.mindSporeVersion, "ms_version");
    }
    earlier.timedMs = medianMs(std::move(times));
    earlier.summedMs = medianMs(std::move(sums));
    earlier.bytes = earlier.steps > 0 ? bytes / static_cast<double>(earlier.steps) : 0;
    const bool hasVersion = !earlier.torchNpuVersion.empty() || !earlier.mindSporeVersion.empty();
    return earlier.bytes > 0 || hasVersion ? std::optional(std::move(earlier)) : std::nullopt;
}

std::vector<RecordedStep> recordedSteps(const std::vector<EarlierCapture> &captures) {
    const bool isSummed = std::all_of(captures.begin(), captures.end(), [](const EarlierCapture &capture) {
        return capture.summedMs.has_value() || !capture.timedMs.has_value();
    });
    std::vector<RecordedStep> steps;
    double least = 0;
    for (const auto &capture : captures) {
        if (const auto ms = isSummed ? capture.summedMs : capture.timedMs) {
            least = steps.empty() ? *ms : std::min(least, *ms);
            steps.push_back({.capture = &capture, .ms = *ms});
        }
    }
    for (auto &step : steps) {
        step.more = step.ms - least;
    }
    return steps;
}

const EarlierCapture *weighedCapture(const std::vector<EarlierCapture> &captures) {
    const auto it =
        std::find_if(captures.begin(), captures.end(), [](const auto &capture) { return capture.bytes > 0; });
    return it == captures.end() ? nullptr : &*it;
}

}  // namespace stagescope
