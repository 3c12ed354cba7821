#include "core/advice/what_if/what_if_question.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/replay/stage_layers.h"
#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/text.h"
#include "core/base/words/message_list.h"

#include <algorithm>

namespace stagescope {

namespace {

std::string joined(const std::vector<Message> &messages) {
    std::string text;
    for (const Message &message : messages) {
        text += (text.empty() ? "" : " ") + englishText(message);
    }
    return text;
}

std::string_view verdictText(MemoryFit::Verdict verdict) {
    switch (verdict) {
        case MemoryFit::Verdict::Fits:
            return "fits: ";
        case MemoryFit::Verdict::DoesNotFit:
            return "does not fit: ";
        case MemoryFit::Verdict::Unknown:
            break;
    }
    return "not answerable: ";
}

std::string memoryText(const MemoryFit &fit) { return std::string(verdictText(fit.verdict)) + englishText(fit.reason); }

struct WhatIfRow {
    const std::string *group;
    const WhatIfAnswer *answer;

    /// Null where it was refused.
    [[nodiscard]] const WhatIfAnswer *answered() const { return answer->refusal ? nullptr : answer; }
    /// Null for what was measured too.
    [[nodiscard]] const WhatIfAnswer *asked() const {
        return answer->name.id == "what_if.scenario.measured" ? nullptr : answered();
    }
};

std::optional<double> changePercent(const WhatIfAnswer &answer) {
    return answer.change ? percentOf(*answer.change, answer.makespan - *answer.change) : std::nullopt;
}

double perMicrobatch(const WhatIfAnswer &answer) {
    return double(answer.makespan.count()) / 1e3 / answer.schedule.microbatches;
}

std::optional<double> peakActivations(const WhatIfAnswer &answer) {
    const auto &activations = answer.activations;
    return activations.empty() ? std::nullopt
                               : std::optional(*std::max_element(activations.begin(), activations.end()));
}

std::optional<std::size_t> transfersOf(const WhatIfAnswer &answer) {
    return answer.result ? std::optional(answer.transfers) : std::nullopt;
}

std::string layersNote(const WhatIfStudy &study) {
    const std::vector<int> proposed = proposedLayers(study.costs(), study.layers());
    const std::string own = "Pipeline " + study.chart().group.id + ": layers per stage ";
    return proposed.empty() ? own + "are not answerable from this profile: no attention kernels within its cells."
                            : own + layersText(study.layers()) + ", most even " + layersText(proposed) + ".";
}

Status addGroup(const AnalysisInput &input, const PipelineGroup &group, const std::stop_token &stop,
                TableRows<WhatIfRow> &out) {
    const Run &run = *input.run();
    Result<WhatIfStudy> study = WhatIfStudy::make(run, group, input.step, stop);
    RETURN_IF_ERROR(study);
    const auto add = [&](const WhatIfAnswer &answer) { out.add({&study->chart().group.id, &answer}); };
    add(study->measured());
    if (study->refusal()) {
        return {};
    }
    if (Status status = tellFacts(input.parameters, *study); !status) {
        return status;
    }
    std::vector<WhatIfScenario> scenarios = study->standardScenarios(run, stop);
    if (asksWhatIf(input.parameters)) {
        scenarios.resize(1);
        Result<WhatIfScenario> question = whatIfQuestion(input.parameters, run, *study, stop);
        RETURN_IF_ERROR(question);
        scenarios.push_back(std::move(*question));
    }
    for (const WhatIfScenario &scenario : scenarios) {
        const Result<WhatIfAnswer> answer = study->answer(scenario, stop);
        RETURN_IF_ERROR(answer);
        add(*answer);
    }
    out.note(layersNote(*study));
    return {};
}

Status addGroups(const AnalysisInput &input, const std::stop_token &stop, TableRows<WhatIfRow> &out) {
    std::vector<PipelineGroup> groups = groupsAskedFor(*input.run(), input.group);
    if (const auto rank = wholeNumber<int>(input.parameter("fix", "")); rank && input.group.empty()) {
        // Asked of a rank, the question is of its pipeline.
        const auto isOther = [&](const PipelineGroup &group) {
            return std::ranges::find(group.ranks, *rank) == group.ranks.end();
        };
        if (!std::ranges::all_of(groups, isOther)) {
            std::erase_if(groups, isOther);
        }
    }
    if (groups.empty() && !input.group.empty()) {
        return noSuchGroup(*input.run(), input.group);
    }
    for (const PipelineGroup &group : groups) {
        if (Status status = addGroup(input, group, stop, out); !status) {
            return status;
        }
    }
    if (out.empty()) {
        out.note(englishText(Message("what_if.no.cells")));
    }
    out.note(
        "Covers only the window of each pipeline: gradient synchronization and optimizer come on top unchanged, and "
        "other pipelines may be slower.");
    return {};
}

}  // namespace

AnalysisEntry makeWhatIfEntry() {
    using Row = WhatIfRow;
    using Answer = WhatIfAnswer;
    return runTable<Row>(
        {{.id = "what_if",
          .title = "What a pipeline's step would take if something was different",
          .needsDeep = &needsDeepForCells,
          .parameters = whatIfParameters()}},
        {
            column("group", "Pipeline group, ranks in order of stages.", [](const Row &row) { return *row.group; }),
            column("scenario", "Measurement, its simulation and the change.", &Row::answer, &Answer::name, englishText),
            column("status", "answered, or why not.",
                   [](const Row &row) {
                       return row.answer->refusal ? englishText(*row.answer->refusal) : std::string("answered");
                   }),
            column("schedule", "Order, p, v and m.", &Row::answered, &Answer::schedule, scheduleText),
            column("makespan_us", "us",
                   "First start to last end of the pipeline's cells in the step of the query, else the typical one. "
                   "Same order: measured + change_us; another: simulated, mean cost of each chunk, median transfer.",
                   &Row::answered, &Answer::makespan),
            column("low_us", "us",
                   "5th percentile of the makespan over resampled steps and microbatches (bootstrap); where backward "
                   "(input) "
                   "is an assumed share of a backward, at most what shares of 40 to 80 % give.",
                   &Row::answered, &Answer::low),
            column("high_us", "us", "95th percentile of the same.", &Row::answered, &Answer::high),
            column(
                "change_us", "us",
                "Where the order stays: of the usual step, the measured cells replayed with it, as what findings "
                "cost. Another order: makespan_us - that of the simulation as is. Without launch delays: against the "
                "replay with them.",
                &Row::answered, &Answer::change),
            column("change_percent", "%", "change_us / the makespan that it is compared with.", &Row::answered,
                   changePercent),
            column("per_microbatch_us", "us", "makespan_us / m: what to compare when m differs.", &Row::answered,
                   perMicrobatch),
            column("bubble_of_makespan_percent", "%", "Idle time within the makespan / makespan, mean over ranks.",
                   &Row::answered, &Answer::bubbleShare, inPercent),
            column("peak_activations",
                   "Activations held at once by the fullest rank; 1 = of all layers of a rank for one microbatch.",
                   &Row::answered, peakActivations),
            column("transfers", "Activations and gradients that pass between ranks in a step.", &Row::answered,
                   transfersOf),
            column("transfer_bytes", "bytes",
                   "transfers * the median size of the sends and receives of the group's ranks.", &Row::answered,
                   &Answer::transferBytes),
            column("memory", "Whether it fits, from measured bytes of the fullest rank.", &Row::asked, &Answer::memory,
                   memoryText),
            column("memory_needed_bytes", "bytes",
                   "Least allocated + (peak - least) * activations / activations as measured; twice the least where a "
                   "rank holds two stages.",
                   &Row::answered, &Answer::memory, &MemoryFit::needed),
            column("bound_by_stage",
                   "Stage that works longer than the others and hardly waits between its cells: it sets the pace.",
                   &Row::answered, &Answer::boundBy),
            column("assumptions", "What the answer takes for granted.", &Row::answered, &Answer::assumptions, joined),
        },
        addGroups);
}

}  // namespace stagescope
