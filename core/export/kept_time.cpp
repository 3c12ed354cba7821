#include "core/export/kept_time.h"

#include "core/analysis/run/steps.h"
#include "core/base/step_id.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>

namespace stagescope {

namespace {

template <class Record>
void addNamedSteps(const RankCapture &capture, std::set<std::int64_t> &steps) {
    for (const auto &row : recordsOf<Record>(capture)) {
        if (const auto step = stepNumber(row.step)) {
            steps.insert(*step);
        }
    }
}

/// Of a rank of which no file tells a time of steps.
std::optional<KeptTime> numberedSteps(const RankCapture &capture, std::int64_t first, std::int64_t last) {
    std::set<std::int64_t> named;
    addNamedSteps<StepTraceRecord>(capture, named);
    addNamedSteps<CommTimeRecord>(capture, named);
    addNamedSteps<CommLinkRecord>(capture, named);
    if (named.empty()) {
        return KeptTime{.hasAllSteps = true};
    }
    KeptTime kept;
    std::copy_if(named.begin(), named.end(), std::inserter(kept.steps, kept.steps.end()),
                 [&](std::int64_t step) { return step >= first && step <= last; });
    return kept.steps.empty() ? std::nullopt : std::optional(std::move(kept));
}

}  // namespace

std::optional<KeptTime> keptSteps(const RankCapture &capture, std::int64_t first, std::int64_t last) {
    const auto steps = rankSteps(capture);
    if (steps.empty()) {
        return numberedSteps(capture, first, last);
    }
    KeptTime kept;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto &step = steps[i];
        if (numberOfStep(step.step) < first || numberOfStep(step.step) > last) {
            continue;
        }
        const auto device = step.device.value_or(step.range);
        const auto next = i + 1 < steps.size() ? steps[i + 1].range.begin : rankTime(kEndOfTime);
        const RankRange own{std::min(step.range.begin, device.begin), std::max(next, device.end)};
        const auto before = kept.window.value_or(own);
        kept.window = {std::min(before.begin, own.begin), std::max(before.end, own.end)};
        kept.steps.insert(step.step);
    }
    return kept.steps.empty() ? std::nullopt : std::optional(std::move(kept));
}

}  // namespace stagescope
