#include "core/settings/earlier_capture.h"

#include "core/analysis/overview/capability_facts.h"
#include "core/analysis/run/steps.h"
#include "core/base/text.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <set>

namespace stagescope {

namespace {

std::int64_t stepCount(const RankCapture &capture) {
    const auto timed = rankSteps(capture);
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

}  // namespace

std::string EarlierCapture::levelText() const {
    return !level ? std::string() : *level < 0 ? " at Level_none" : " at Level" + std::to_string(*level);
}

std::optional<EarlierCapture> earlierCapture(const Run &run) {
    EarlierCapture earlier{.label = run.label};
    double bytes = 0;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        const auto steps = stepCount(capture);
        for (const auto &file : capture.files) {
            bytes += steps > 0 ? static_cast<double>(file.size) : 0;
        }
        earlier.ranks += steps > 0 ? 1 : 0;
        earlier.steps += steps;
        earlier.level = earlier.level ? earlier.level : levelOf(capture);
    }
    earlier.bytes = earlier.steps > 0 ? bytes / static_cast<double>(earlier.steps) : 0;
    return earlier.bytes > 0 ? std::optional(std::move(earlier)) : std::nullopt;
}

}  // namespace stagescope
