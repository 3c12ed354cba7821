#include "core/advice/what_if/what_if_question.h"
#include "core/advice/what_if/what_if_texts.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/replay/stage_layers.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>

namespace stagescope {

namespace {

std::string joined(const std::vector<Message> &messages) {
    std::string text;
    for (const Message &message : messages)
        text += (text.empty() ? "" : " ") + whatIfText(message);
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

class Table {
public:
    Table(const AnalysisInput &input, const std::stop_token &stop)
        : m_input(input), m_stop(stop), m_table(emptyTable(*analysisById("what_if"))) {}

    Result<ResultTable> fill() {
        const Run *run = m_input.run();
        if (run == nullptr)
            return std::move(m_table);
        const std::vector<PipelineGroup> groups = groupsAskedFor(*run, m_input.group);
        if (groups.empty() && !m_input.group.empty())
            return fail(ErrorKind::BadArgument, "no pipeline group '" + m_input.group + "' in this run");
        for (const PipelineGroup &group : groups) {
            if (const Status status = addGroup(*run, group); !status)
                return tl::make_unexpected(status.error());
        }
        if (m_table.rows.empty())
            m_table.notes.push_back(whatIfText(Message("what_if.no.cells")));
        m_table.notes.emplace_back(
            "Only the window of each pipeline is asked about: gradient synchronisation and "
            "optimizer come on top as they are, and other pipelines may be slower.");
        return std::move(m_table);
    }

private:
    Status addGroup(const Run &run, const PipelineGroup &group) {
        Result<WhatIfStudy> study = WhatIfStudy::make(run, group, m_input.step, m_stop);
        if (!study)
            return tl::make_unexpected(study.error());
        add(*study, study->measured());
        if (study->refusal())
            return {};
        if (const Status status = tellFacts(m_input.parameters, *study); !status)
            return status;
        std::vector<WhatIfScenario> scenarios = study->standardScenarios(run, m_stop);
        if (asksWhatIf(m_input.parameters)) {
            scenarios.resize(1);
            Result<WhatIfScenario> question = whatIfQuestion(m_input.parameters, run, *study, m_stop);
            if (!question)
                return tl::make_unexpected(question.error());
            scenarios.push_back(std::move(*question));
        }
        for (const WhatIfScenario &scenario : scenarios) {
            const Result<WhatIfAnswer> answer = study->answer(scenario, m_stop);
            if (!answer)
                return tl::make_unexpected(answer.error());
            add(*study, *answer);
        }
        addLayers(*study);
        return {};
    }

    void addLayers(const WhatIfStudy &study) {
        const std::vector<int> proposed = proposedLayers(study.costs(), study.layers());
        const std::string own = "Pipeline " + study.chart().group.id + ": layers per stage ";
        if (proposed.empty())
            m_table.notes.push_back(own +
                                    "are not answerable from this profile: no attention kernels within its cells.");
        else
            m_table.notes.push_back(own + layersText(study.layers()) + ", most even " + layersText(proposed) + ".");
    }

    void add(const WhatIfStudy &study, const WhatIfAnswer &answer) {
        std::vector<Cell> row = {textCell(study.chart().group.id), textCell(whatIfText(answer.name))};
        if (answer.refusal) {
            row.push_back(textCell(whatIfText(*answer.refusal)));
            row.resize(m_table.columns.size());
            m_table.rows.push_back(std::move(row));
            return;
        }
        const bool isMeasured = answer.name.id == "what_if.scenario.measured";
        const auto &activations = answer.activations;
        const Nanos asIs = answer.makespan - answer.change.value_or(Nanos{0});
        row.insert(row.end(),
                   {textCell("answered"), textCell(scheduleText(answer.schedule)), microsCell(answer.makespan),
                    microsCell(answer.low), microsCell(answer.high), microsCell(answer.change),
                    answer.change ? percentCell(*answer.change, asIs) : Cell{},
                    double(answer.makespan.count()) / 1e3 / answer.schedule.microbatches, answer.bubbleShare * 100});
        row.push_back(activations.empty() ? Cell{} : Cell{*std::max_element(activations.begin(), activations.end())});
        row.push_back(answer.result ? numberCell(answer.transfers) : Cell{});
        row.push_back(answer.transferBytes ? numberCell(*answer.transferBytes) : Cell{});
        row.push_back(isMeasured ? Cell{} : textCell(memoryText(answer.memory)));
        row.push_back(answer.memory.needed ? numberCell(*answer.memory.needed) : Cell{});
        row.push_back(answer.boundBy ? numberCell(*answer.boundBy) : Cell{});
        row.push_back(textCell(joined(answer.assumptions)));
        m_table.rows.push_back(std::move(row));
    }

    static std::string memoryText(const MemoryFit &fit) {
        return std::string(verdictText(fit.verdict)) + whatIfText(fit.reason);
    }

    const AnalysisInput &m_input;
    std::stop_token m_stop;
    ResultTable m_table;
};

Result<ResultTable> runWhatIf(const AnalysisInput &input, const std::stop_token &stop) {
    return Table(input, stop).fill();
}

}  // namespace

AnalysisEntry makeWhatIfEntry() {
    AnalysisEntry entry;
    entry.id = "what_if";
    entry.title = "What a pipeline's step would take if something was different";
    entry.needsDeep = &needsDeepForCells;
    entry.parameters = whatIfParameters();
    entry.columns = {
        textColumn("group", "Pipeline group, ranks in order of stages."),
        textColumn("scenario", "What was measured, its simulation, and what is asked."),
        textColumn("status", "answered, or why not."),
        textColumn("schedule", "Order, p, v and m."),
        realColumn("makespan_us", "us",
                   "First begin to last end of the pipeline's cells in a step; mean over the steps, the rest simulated "
                   "with the mean cost of each chunk and the median transfer."),
        realColumn("low_us", "us", "5th percentile of the makespan over resampled steps and microbatches (bootstrap)."),
        realColumn("high_us", "us", "95th percentile of the same."),
        realColumn("change_us", "us",
                   "makespan_us - that of the simulation as is: like is compared with like. Without launch delays: "
                   "against the replay with them."),
        realColumn("change_percent", "%", "change_us / the makespan that it is compared with."),
        realColumn("per_microbatch_us", "us", "makespan_us / m: what to compare when m differs."),
        realColumn("bubble_of_makespan_percent", "%", "Idle time within the makespan / makespan, mean over ranks."),
        realColumn("peak_activations", "",
                   "Activations held at once by the fullest rank; 1 = of all layers of a rank for one microbatch."),
        integerColumn("transfers", "", "Activations and gradients that pass between ranks in a step."),
        integerColumn("transfer_bytes", "bytes",
                      "transfers * the median size of the sends and receives of the group's ranks."),
        textColumn("memory", "Whether it fits, from measured bytes of the fullest rank."),
        integerColumn("memory_needed_bytes", "bytes",
                      "Least allocated + (peak - least) * activations / activations as measured; twice the least where "
                      "a rank holds two stages."),
        integerColumn("bound_by_stage", "",
                      "Stage that works longer than the others and hardly waits between its cells: it sets the pace."),
        textColumn("assumptions", "What the answer takes for granted."),
    };
    entry.run = &runWhatIf;
    return entry;
}

}  // namespace stagescope
