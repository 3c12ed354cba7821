#include "core/advice/communication/slow_links.h"
#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

/// Of the pipeline that loses most to transfers a typical one.
SelectionState evidenceOf(const RuleInput &input) {
    const GroupStudy *worst = nullptr;
    const StepStudy *step = nullptr;
    const auto transferOf = [](const Counterfactuals &parts) { return parts.transfer(); };
    for (const auto &group : input.pipelines) {
        const auto *usual = medianStep(group, transferOf);
        if (usual != nullptr && (step == nullptr || usual->parts->transfer() > step->parts->transfer())) {
            worst = &group;
            step = usual;
        }
    }
    if (worst == nullptr) {
        return {};
    }
    const auto number = step->graph.step;
    const auto *typical = typicalTransfer(worst->chart, medianTransfer(worst->chart, number),
                                          [&](const P2pEdge &edge) { return edge.step == number; });
    return typical == nullptr ? SelectionState{} : transferEvidence(input.run, worst->chart, *typical);
}

std::vector<Finding> runTransfers(const RuleInput &input) {
    const auto links = studiedLinks(input);
    const double threshold = input.parameter("p2p_transfer.share");
    std::vector<Nanos> times;
    std::size_t count = 0;
    Finding finding;
    for (const auto &link : links) {
        times.push_back(link.median);
        count += link.transfers;
        finding.cure.links[{link.first, link.second}] = Nanos{0};
    }
    for (const auto &slow : slowLinks(input, links)) {
        finding.cure.links.erase({slow.first, slow.second});  // they have a rule of their own
    }
    if (finding.cure.isEmpty()) {
        return {};
    }
    finding.rule = "p2p_transfer";
    finding.certainty = Certainty::Estimated;
    finding.evidence = evidenceOf(input);
    finding.place = "pipeline";
    finding.title = Message("finding.p2p_transfer", {std::string(kPrice)});
    finding.facts = {Message("finding.p2p_transfer.fact", {std::to_string(count), msText(lowerMedian(times))}),
                     Message("finding.p2p_transfer.fact.window",
                             {msText(input.step), std::string(kPrice), oneDecimal(100 * threshold)})};
    finding.remedy = Message("finding.p2p_transfer.remedy");
    finding.assumptions = {Message("finding.p2p_transfer.assumes")};
    return input.price(finding, threshold) ? std::vector{finding} : std::vector<Finding>{};
}

}  // namespace

Rule makeP2pTransferRule() {
    return {.id = "p2p_transfer",
            .parameters = {{"p2p_transfer.share", 0.05, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum cost of transfers (share of the step). Healthy links cost up to "
                                              "3 %: the last receives of fill and drain cannot be overlapped.")}},
            .run = &runTransfers,
            .unanswered = &lacksTransfers};
}

}  // namespace stagescope
