#include "core/analysis/capabilities.h"

#include "core/analysis/analysis_list.h"
#include "core/analysis/capability_facts.h"
#include "core/analysis/cells.h"
#include "core/analysis/pipeline/cell_sources.h"
#include "core/analysis/pipeline/p2p_ops.h"
#include "core/analysis/steps.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

const CaptureAnswer kNo{};
const std::string kDatabase = "profiler_db";

CaptureAnswer yes(std::string source) { return {Answer::Yes, std::move(source)}; }

/// From the first of these files that is there: yes when it has a reader.
CaptureAnswer fromFiles(const CaptureFacts &facts, std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
        if (auto file = facts.file(name)) {
            return {file->isRead ? Answer::Yes : Answer::NotReadYet, std::move(file->name)};
        }
    }
    return kNo;
}

/// From a table of the profiler's database.
CaptureAnswer fromDatabase(const CaptureFacts &facts, std::initializer_list<std::string_view> tables, Answer answer) {
    for (const auto table : tables) {
        if (facts.hasDatabaseTable(table)) {
            return {answer, facts.fileOfFormat(kDatabase).value_or(std::string{})};
        }
    }
    return kNo;
}

CaptureAnswer better(CaptureAnswer a, CaptureAnswer b) { return a.answer >= b.answer ? std::move(a) : std::move(b); }

CaptureAnswer traceFile(const CaptureFacts &facts) {
    for (const auto *format : {"trace_json", "job_timeline", "kernel_details"}) {
        if (auto name = facts.fileOfFormat(format)) {
            return yes(std::move(*name));
        }
    }
    return facts.capture().hasTrace() ? yes(facts.fileOfFormat(kDatabase).value_or(std::string{})) : kNo;
}

CaptureAnswer timeSplitOf(const CaptureFacts &facts) {
    if (facts.hasRows(TableKind::BusyIntervals)) {
        return yes(facts.sourceOf(TableKind::BusyIntervals));
    }
    auto answer = better(traceFile(facts), fromDatabase(facts, {"COMPUTE_TASK_INFO", "COMMUNICATION_OP"}, Answer::Yes));
    if (facts.hasRows(TableKind::StepTraceTime)) {
        answer = better(std::move(answer), {Answer::Partly, facts.sourceOf(TableKind::StepTraceTime)});
    }
    return better(std::move(answer), fromFiles(facts, {"kernel_details"}));
}

CaptureAnswer timelineOf(const CaptureFacts &facts) {
    return better(traceFile(facts),
                  fromDatabase(facts, {"TASK", "PYTORCH_API", "CANN_API", "MSTX_EVENTS"}, Answer::Yes));
}

CaptureAnswer stepsOf(const CaptureFacts &facts) {
    if (!rankSteps(facts.capture()).empty()) {
        const auto source = facts.sourceOf(TableKind::Steps);
        return yes(source.empty() ? traceFile(facts).source : source);
    }
    if (facts.hasRows(TableKind::StepTraceTime)) {
        return {Answer::Partly, facts.sourceOf(TableKind::StepTraceTime)};
    }
    const auto trace = traceFile(facts);
    return trace.answer == Answer::Yes && !facts.capture().hasTrace() ? CaptureAnswer{Answer::Partly, trace.source}
                                                                      : kNo;
}

CaptureAnswer pipelineOf(const CaptureFacts &facts) {
    bool isHostOnly = true;
    for (const auto &table : facts.capture().tables(TableKind::PipelineCells)) {
        for (std::size_t row = 0; row < table->rowCount() && isHostOnly; ++row) {
            isHostOnly = table->text(row, "evidence") == "mstx_host";
        }
    }
    if (!facts.hasRows(TableKind::PipelineCells)) {
        if (!hasCells(facts.capture())) {
            return kNo;
        }
        const auto cells = rankCells(facts.capture()).cells;
        const bool isDevice = std::any_of(cells.begin(), cells.end(), [](const PipelineCell &cell) {
            return cell.evidence == CellEvidence::DeviceRange;
        });
        return {isDevice ? Answer::Yes : Answer::Partly, traceFile(facts).source};
    }
    return {isHostOnly ? Answer::Partly : Answer::Yes, facts.sourceOf(TableKind::PipelineCells)};
}

CaptureAnswer p2pOf(const CaptureFacts &facts) {
    if (!p2pOps(facts.capture()).empty()) {
        const auto source = facts.sourceOf(TableKind::P2pOps);
        return yes(source.empty() ? traceFile(facts).source : source);
    }
    return fromFiles(facts, {"communication.json"});
}

CaptureAnswer matrixOf(const CaptureFacts &facts) {
    auto answer = fromFiles(facts, {"communication_matrix.json", "communication_analyzer.db"});
    if (facts.hasDatabaseTable("CommAnalyzerMatrix")) {
        answer = better(std::move(answer), {Answer::NotReadYet, "analysis.db"});
    }
    return answer;
}

CaptureAnswer memoryOf(const CaptureFacts &facts) {
    return better(fromFiles(facts, {"memory_record", "operator_memory", "npu_module_mem"}),
                  fromDatabase(facts, {"MEMORY_RECORD", "OP_MEMORY", "NPU_MODULE_MEM"}, Answer::NotReadYet));
}

CaptureAnswer operatorsOf(const CaptureFacts &facts) {
    return better(better(traceFile(facts), fromDatabase(facts, {"COMPUTE_TASK_INFO"}, Answer::Yes)),
                  fromFiles(facts, {"kernel_details", "op_summary", "op_statistic"}));
}

CaptureAnswer groupsOf(const CaptureFacts &facts) {
    if (facts.hasRows(TableKind::Groups)) {
        return yes(facts.sourceOf(TableKind::Groups));
    }
    const bool hasSizes = !facts.capture().environmentValue("parallel", "pipeline_model_parallel_size").empty();
    return hasSizes ? CaptureAnswer{Answer::Partly, facts.sourceOf(TableKind::Environment)} : kNo;
}

/// Arguments of slices hold stacks and shapes where the setting was on, so the timeline shows them.
CaptureAnswer bySetting(const CaptureFacts &facts, std::string_view setting) {
    const auto value = facts.setting(setting);
    const auto trace = timelineOf(facts);
    return (value == "true" || value == "True" || value == "1") && trace.answer == Answer::Yes ? trace : kNo;
}

CaptureAnswer stacksOf(const CaptureFacts &facts) {
    return better(fromDatabase(facts, {"PYTORCH_CALLCHAINS"}, Answer::Yes), bySetting(facts, "with_stack"));
}

CaptureAnswer shapesOf(const CaptureFacts &facts) {
    auto answer = better(fromDatabase(facts, {"COMPUTE_TASK_INFO"}, Answer::Yes), bySetting(facts, "record_shapes"));
    return better(std::move(answer), fromFiles(facts, {"kernel_details", "operator_details"}));
}

CaptureAnswer metricsOf(const CaptureFacts &facts) {
    const auto metrics = facts.setting("aic_metrics");
    const bool isOn = !metrics.empty() && metrics.find("NONE") == std::string::npos && metrics != "null";
    return better(fromDatabase(facts, {"TASK_PMU_INFO"}, Answer::NotReadYet),
                  isOn ? fromFiles(facts, {"kernel_details", "op_summary"}) : kNo);
}

bool hasCounter(const RankCapture &capture, std::string_view part) {
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                if (track.kind == TrackKind::Counter && trace->text(track.name).find(part) != std::string_view::npos) {
                    return true;
                }
            }
        }
    }
    return false;
}

CaptureAnswer frequencyOf(const CaptureFacts &facts) {
    if (hasCounter(facts.capture(), "Freq")) {
        return traceFile(facts);
    }
    const auto fromTable = fromDatabase(facts, {"AICORE_FREQ"}, Answer::Yes);
    const auto trace = traceFile(facts);
    const bool mayBeInTrace = trace.answer == Answer::Yes && !facts.capture().hasTrace();
    return mayBeInTrace ? better(fromTable, {Answer::Partly, trace.source}) : fromTable;
}

struct Question {
    std::string_view id;
    std::string_view setting;  ///< profiler setting that decides, empty = none
    CaptureAnswer (*answer)(const CaptureFacts &facts);
};

constexpr auto kQuestions = std::to_array<Question>({
    {"time_split", "profiler_level", &timeSplitOf},
    {"timeline", "export_type", &timelineOf},
    {"steps", "schedule.active", &stepsOf},
    {"pipeline", "mstx", &pipelineOf},
    {"p2p", "profiler_level", &p2pOf},
    {"communication_matrix", "profiler_level", &matrixOf},
    {"memory_curve", "profile_memory", &memoryOf},
    {"snapshot", "", nullptr},
    {"operators", "profiler_level", &operatorsOf},
    {"groups", "", &groupsOf},
    {"call_stacks", "with_stack", &stacksOf},
    {"shapes", "record_shapes", &shapesOf},
    {"core_metrics", "aic_metrics", &metricsOf},
    {"frequency", "profiler_level", &frequencyOf},
});

/// Snapshots belong to the run, not to a capture.
Capability snapshotCapability(const Run &run, Capability result) {
    const bool isRead = std::any_of(run.snapshots.begin(), run.snapshots.end(),
                                    [](const SnapshotFile &snapshot) { return !snapshot.file.format.empty(); });
    result.answer = run.snapshots.empty() ? Answer::No : isRead ? Answer::Yes : Answer::NotReadYet;
    result.source = run.snapshots.empty() ? std::string{} : run.snapshots.front().file.path;
    result.source = result.source.substr(result.source.find_last_of('/') + 1);
    return result;
}

/// Tables of a whole cluster tell these two without any rank.
void addClusterFiles(const Run &run, Capability &result) {
    const std::string_view wanted = result.question == "communication_matrix" ? "matrix" : "step_trace_time";
    if (result.answer != Answer::No || (wanted == "step_trace_time" && result.question != "time_split")) {
        return;
    }
    for (const auto &file : run.clusterFiles) {
        const auto name = file.path.substr(file.path.find_last_of('/') + 1);
        if (name.find(wanted) != std::string::npos || name.ends_with(".db")) {
            result.answer = file.format.empty() ? Answer::NotReadYet : Answer::Partly;
            result.source = name;
            return;
        }
    }
}

Capability askAll(const Run &run, const std::vector<CaptureFacts> &facts, const Question &question, Capability result) {
    Answer best = Answer::No;
    for (const auto &capture : facts) {
        auto answer = question.answer(capture);
        result.ranksYes += answer.answer == Answer::Yes ? 1 : 0;
        if (answer.answer > best) {
            best = answer.answer;
            result.source = std::move(answer.source);
        }
        if (const auto value = capture.setting(question.setting); result.setting.empty() && !value.empty()) {
            result.setting = std::string(question.setting) + "=" + value;
        }
    }
    result.answer = best == Answer::Yes && result.ranksYes < result.ranks ? Answer::Partly : best;
    addClusterFiles(run, result);
    return result;
}

Result<ResultTable> runCapabilities(const AnalysisInput &input, const std::stop_token &) {
    auto table = emptyTable(*analysisById("capabilities"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    for (const auto &capability : capabilities(*run)) {
        table.rows.push_back({textCell(capability.question), textCell(capabilityText(capability.title.id)),
                              textCell(answerText(capability.answer)), numberCell(capability.ranksYes),
                              numberCell(capability.ranks), textCell(capability.source), textCell(capability.setting),
                              textCell(capabilityText(capability.remedy.id))});
    }
    return table;
}

}  // namespace

std::string_view answerText(Answer answer) {
    constexpr auto kTexts = std::to_array<std::string_view>({"no", "not read yet", "partly", "yes"});
    return kTexts.at(static_cast<std::size_t>(answer));
}

std::vector<Capability> capabilities(const Run &run) {
    std::vector<CaptureFacts> facts;
    for (const int rank : run.ranks()) {
        facts.emplace_back(*run.capture(rank));
    }
    std::vector<Capability> result;
    for (const auto &question : kQuestions) {
        Capability capability;
        capability.question = question.id;
        capability.title = Message("capability." + capability.question);
        capability.ranks = static_cast<int>(facts.size());
        capability = question.answer == nullptr ? snapshotCapability(run, std::move(capability))
                                                : askAll(run, facts, question, std::move(capability));
        if (capability.answer == Answer::No || capability.answer == Answer::Partly) {
            capability.remedy = Message("capability." + capability.question + ".remedy");
        }
        result.push_back(std::move(capability));
    }
    return result;
}

AnalysisEntry makeCapabilitiesEntry() {
    return {
        .id = "capabilities",
        .title = "What this profile can answer",
        .columns =
            {
                textColumn("question", "Stable name of the question."),
                textColumn("meaning", "The question in words."),
                textColumn("answer",
                           "yes, partly (some ranks, or roughly), no, or not read yet (a file tells it, and no reader "
                           "takes that file)."),
                integerColumn("ranks_yes", "", "Ranks that answer yes."),
                integerColumn("ranks", "", "Ranks that are present."),
                textColumn("source", "File that tells, of the first rank where it does."),
                textColumn("setting", "The profiler setting that decides, as this profile has it; empty when unknown."),
                textColumn("remedy", "What to collect next time; empty when nothing is missing."),
            },
        .run = &runCapabilities};
}

}  // namespace stagescope
