#include "views/common/findings_model.h"

#include "core/scene/summary_model.h"

namespace stagescope {

namespace {

bool isEmpty(const SelectionState &evidence) {
    return evidence.items.empty() && evidence.ranks.empty() && !evidence.range && evidence.group.empty();
}

std::vector<Message> placeOf(const SelectionState &evidence) {
    std::vector<Message> place;
    if (evidence.step) {
        place.push_back(Message("findings.step", {std::to_string(*evidence.step)}));
    }
    if (!evidence.group.empty()) {
        place.push_back(Message("findings.group", {evidence.group}));
    }
    std::vector<int> ranks;
    for (const auto &rank : evidence.ranks) {
        ranks.push_back(rank.rank);
    }
    if (!ranks.empty()) {
        place.push_back(Message("ranks.label", {rangesText(ranks)}));
    }
    return place;
}

FindingLine lineOf(const Finding &finding) {
    FindingLine line;
    line.severity = static_cast<FindingLine::Severity>(finding.severity);
    line.title = finding.title;
    line.impact = finding.impact;
    line.share = finding.share;
    line.bytes = finding.bytes;
    line.certainty = Message("findings.certainty." + std::string(certaintyText(finding.certainty)));
    line.facts = finding.facts;
    line.remedy = finding.remedy;
    line.assumptions = finding.assumptions;
    line.place = placeOf(finding.evidence);
    line.canShow = !isEmpty(finding.evidence);
    return line;
}

}  // namespace

FindingsModel findingsModel(const Advice &advice) {
    FindingsModel model;
    for (const auto &finding : advice.findings) {
        model.findings.push_back(lineOf(finding));
    }
    for (const auto &outcome : advice.rules) {
        model.rules.push_back({topicOf(outcome.rule), outcome.unanswered});
    }
    model.notes = advice.changed;
    return model;
}

FindingsModel withoutButtons(FindingsModel model) {
    for (auto &finding : model.findings) {
        finding.canShow = false;
    }
    return model;
}

QString viewForEvidence(const SelectionState &evidence) {
    const bool hasSlice = !evidence.items.empty() && (std::holds_alternative<SliceRef>(evidence.items.front()) ||
                                                      std::holds_alternative<CommOpRef>(evidence.items.front()));
    if (hasSlice || (evidence.range && evidence.group.empty())) {
        return QStringLiteral("timeline");
    }
    if (!evidence.items.empty() && std::holds_alternative<LinkRef>(evidence.items.front())) {
        return QStringLiteral("communication");
    }
    if (!evidence.items.empty() && (std::holds_alternative<SnapshotEventRef>(evidence.items.front()) ||
                                    std::holds_alternative<StackRef>(evidence.items.front()))) {
        return QStringLiteral("memory");
    }
    return evidence.group.empty() ? QStringLiteral("summary") : QStringLiteral("pipeline");
}

}  // namespace stagescope
