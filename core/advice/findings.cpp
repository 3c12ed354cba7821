#include "core/advice/findings.h"

#include "core/advice/number_texts.h"
#include "core/analysis/overview/capabilities.h"

#include <algorithm>

namespace stagescope {

std::optional<Message> lacksPipeline(const RuleInput &input) {
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            if (step.parts) {
                return std::nullopt;
            }
        }
    }
    return input.pipelines.empty() ? capabilityRemedy(input.run, "pipeline") : Message("finding.unanswered.cells");
}

std::optional<Message> lacksStageWork(const RuleInput &input) {
    if (auto reason = lacksPipeline(input)) {
        return reason;
    }
    const bool isOfHost = std::all_of(input.pipelines.begin(), input.pipelines.end(), [](const GroupStudy &group) {
        return std::all_of(group.chart.cells.begin(), group.chart.cells.end(), [](const PipelineCell &cell) {
            return cell.evidence == CellEvidence::HostRange || cell.evidence == CellEvidence::FlowArrows;
        });
    });
    return isOfHost ? std::optional(Message("finding.unanswered.host_cells")) : std::nullopt;
}

std::optional<Message> lacksStragglers(const RuleInput &input) {
    if (auto reason = lacksStageWork(input)) {
        return reason;
    }
    return input.stragglers ? std::nullopt : std::optional(Message("finding.unanswered.pipelines"));
}

bool areClocksApart(const RuleInput &input) {
    return !input.run.clock.isShifted() && alignmentOf(input.clocks).isShifted();
}

std::optional<Message> lacksTransfers(const RuleInput &input) {
    if (auto reason = lacksPipeline(input)) {
        return reason;
    }
    const bool hasTransfers = std::any_of(input.pipelines.begin(), input.pipelines.end(), [](const GroupStudy &group) {
        return std::any_of(group.chart.edges.begin(), group.chart.edges.end(), [](const P2pEdge &edge) {
            return edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone;
        });
    });
    if (!hasTransfers) {
        return capabilityRemedy(input.run, "p2p");
    }
    return areClocksApart(input) ? std::optional(Message("finding.unanswered.clocks")) : std::nullopt;
}

std::optional<Message> lacksSnapshot(const RuleInput &input) {
    return input.memory.snapshots.empty() ? std::optional(Message("finding.unanswered.snapshot")) : std::nullopt;
}

std::optional<Message> notJudgedYet(const Run &run, bool isBeingRead) {
    const auto ranks = run.ranks();
    const auto isRead = [&](int rank) {
        const auto &capture = *run.capture(rank);
        const bool isWaiting = capture.state == LoadState::Listed || capture.state == LoadState::LoadingShallow ||
                               capture.state == LoadState::LoadingDeep;
        return !isWaiting || capture.files.empty();
    };
    const auto all = ranks.size();
    const auto read = static_cast<std::size_t>(std::count_if(ranks.begin(), ranks.end(), isRead));
    const std::vector<std::string> figures{std::to_string(all), std::to_string(read)};
    if (isBeingRead) {
        return all == 0 ? Message("findings.awaiting.files") : Message("findings.awaiting", figures);
    }
    return read == all ? std::nullopt : std::optional(Message("findings.partial", figures));
}

Advice adviceFor(const Run &run, const RuleValues &parameters, const std::stop_token &stop) {
    return RuleStudy(run, parameters, stop).advice();
}

std::vector<Finding> findings(const Run &run, const RuleValues &values, const std::stop_token &stop) {
    return adviceFor(run, values, stop).findings;
}

std::size_t passedRules(const Advice &advice) {
    return static_cast<std::size_t>(
        std::count_if(advice.rules.begin(), advice.rules.end(),
                      [](const RuleOutcome &rule) { return !rule.unanswered && rule.findings == 0; }));
}

std::size_t uncheckedRules(const Advice &advice) {
    return static_cast<std::size_t>(std::count_if(advice.rules.begin(), advice.rules.end(),
                                                  [](const RuleOutcome &rule) { return rule.unanswered.has_value(); }));
}

std::optional<Message> jointOf(const Advice &advice) {
    // One that no replay prices may cost more than all others save: the sum would not be that of the list.
    const bool isOfAll =
        std::ranges::all_of(advice.findings, [&](const Finding &finding) { return finding.impact <= advice.joint; });
    return advice.joint > Nanos{0} && isOfAll
               ? std::optional(Message("finding.joint", {millisText(advice.joint), millisText(advice.step)}))
               : std::nullopt;
}

Message topicOf(const std::string &rule) {
    constexpr std::string_view kOwn = "own.";
    return rule.starts_with(kOwn) ? Message("finding.own.topic", {rule.substr(kOwn.size())})
                                  : Message("finding." + rule + ".topic");
}

}  // namespace stagescope
