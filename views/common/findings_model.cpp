#include "views/common/findings_model.h"

#include "core/base/step_id.h"
#include "core/base/words/ranges_text.h"

#include <type_traits>

namespace stagescope {

namespace {

bool isEmpty(const SelectionState &evidence) {
    return evidence.items.empty() && evidence.ranks.empty() && !evidence.range && evidence.group.empty();
}

std::vector<Message> placeOf(const SelectionState &evidence) {
    std::vector<Message> place;
    if (evidence.step) {
        place.push_back(Message("findings.step", {stepText(*evidence.step)}));
    }
    if (!evidence.group.empty()) {
        place.push_back(Message("findings.group", {evidence.group}));
    }
    std::vector<std::int64_t> ranks;
    for (const auto &rank : evidence.ranks) {
        ranks.push_back(rank.rank);
    }
    if (!ranks.empty()) {
        place.push_back(Message(ranks.size() == 1 ? "rank.label" : "ranks.label", {rangesText(ranks)}));
    }
    return place;
}

FindingLine lineOf(const Finding &finding) {
    FindingLine line;
    line.severity = static_cast<FindingLine::Severity>(finding.severity);
    line.title = finding.title;
    line.head = headOf(finding);
    line.impact = finding.impact;
    line.share = finding.share;
    line.bytes = finding.bytes;
    line.endsJob = finding.endsJob;
    line.certainty = Message("findings.certainty." + std::string(certaintyText(finding.certainty)));
    line.facts = finding.facts;
    line.remedy = finding.remedy;
    line.assumptions = finding.assumptions;
    line.place = placeOf(finding.evidence);
    line.canShow = !isEmpty(finding.evidence);
    line.canFix = !finding.cure.isEmpty() && finding.impact > Nanos{0};
    return line;
}

}  // namespace

FindingsModel findingsModel(const Advice &advice) {
    FindingsModel model;
    model.joint = jointOf(advice);
    for (const auto &finding : advice.findings) {
        model.findings.push_back(lineOf(finding));
    }
    for (const auto &outcome : advice.rules) {
        if (!outcome.unanswered && outcome.findings == 0) {
            model.passed.push_back(topicOf(outcome.rule));
        }
    }
    for (const auto &group : advice.unchecked) {
        UncheckedLine line{group.help, {}};
        for (const auto &rule : group.rules) {
            line.topics.push_back(topicOf(rule));
        }
        model.unchecked.push_back(std::move(line));
    }
    model.headline = advice.verdict.headline;
    model.notes = advice.verdict.notes;
    model.notes.insert(model.notes.end(), advice.changed.begin(), advice.changed.end());
    return model;
}

FindingsModel withoutButtons(FindingsModel model) {
    for (auto &finding : model.findings) {
        finding.canShow = false;
        finding.canFix = finding.canFix && !finding.isFixed;  // what is left out is seen
    }
    return model;
}

QString placeForItems(const SelectionState &evidence) {
    const auto isOneOf = [&]<class... Ref>(std::type_identity<Ref>...) {
        return !evidence.items.empty() && (std::holds_alternative<Ref>(evidence.items.front()) || ...);
    };
    if (isOneOf(std::type_identity<SliceRef>{}, std::type_identity<CommOpRef>{}) ||
        (evidence.range && evidence.group.empty())) {
        return QStringLiteral("timeline");
    }
    if (isOneOf(std::type_identity<CellRef>{}, std::type_identity<BubbleRef>{})) {
        return QStringLiteral("pipeline");
    }
    if (isOneOf(std::type_identity<LinkRef>{})) {
        return QStringLiteral("communication/comm_matrix");
    }
    if (isOneOf(std::type_identity<MemoryOpRef>{})) {
        return QStringLiteral("memory/memory-operators");
    }
    if (isOneOf(std::type_identity<MomentRef>{})) {
        return QStringLiteral("memory/memory-curves");
    }
    if (isOneOf(std::type_identity<SnapshotEventRef>{}, std::type_identity<StackRef>{})) {
        return QStringLiteral("memory/active-memory");
    }
    return evidence.group.empty() ? QStringLiteral("summary") : QStringLiteral("pipeline");
}

QString placeForFinding(const Finding &finding) {
    return finding.place.empty() ? placeForItems(finding.evidence) : QString::fromStdString(finding.place);
}

}  // namespace stagescope
