#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

std::string hostOf(const Run &run, int rank) {
    const auto *capture = run.capture(rank);
    return capture == nullptr || capture->host.empty() ? "rank " + std::to_string(rank) : capture->host;
}

bool isKnown(const ClockOffset &offset) { return offset.method != ClockMethod::Unknown; }

/// A clock that is fast needs a negative offset.
std::vector<Finding> runClockSkew(const RuleInput &input) {
    std::vector<ClockOffset> known;
    std::copy_if(input.clocks.begin(), input.clocks.end(), std::back_inserter(known), isKnown);
    const auto alignment = alignmentOf(known);
    if (!alignment.isShifted()) {
        return {};
    }
    // Offsets that the comparison cannot tell from none are none.
    for (auto &offset : known) {
        offset.offset = alignment.offset(offset.rank);
    }
    const auto [fast, slow] = std::minmax_element(
        known.begin(), known.end(), [](const ClockOffset &a, const ClockOffset &b) { return a.offset < b.offset; });
    const auto apart = slow->offset - fast->offset;
    const double threshold = input.parameter("clock_skew.ms");
    if (millis(apart) < threshold) {
        return {};
    }
    const auto uncertainty = std::max(fast->uncertainty, slow->uncertainty);
    Finding finding;
    finding.rule = "clock_skew";
    finding.share = 0.0;
    finding.severity = FindingSeverity::Low;
    finding.certainty = Certainty::Estimated;
    for (const auto *offset : {&*fast, &*slow}) {
        finding.evidence.ranks.push_back({input.run.id, offset->rank});
    }
    finding.evidence.items = {finding.evidence.ranks.front()};
    finding.place = "table/clock_offsets";
    finding.title =
        Message("finding.clock_skew", {hostOf(input.run, fast->rank), hostOf(input.run, slow->rank), msText(apart)});
    finding.facts = {
        Message("finding.clock_skew.fact",
                {hostOf(input.run, fast->rank), msText(apart), hostOf(input.run, slow->rank), msText(uncertainty)}),
        Message("finding.clock_skew.fact.threshold", {oneDecimal(threshold)}),
        Message(input.run.clock.isShifted() ? "finding.clock_skew.fact.aligned" : "finding.clock_skew.fact.raw")};
    finding.remedy = Message("finding.clock_skew.remedy");
    finding.assumptions = {Message("finding.clock_skew.assumes")};
    return {finding};
}

std::optional<Message> lacksClocks(const RuleInput &input) {
    if (input.run.ranks().size() < 2) {
        return Message("finding.clock_skew.alone");
    }
    const bool canCompare = input.clocks.empty() || std::any_of(input.clocks.begin(), input.clocks.end(), isKnown);
    return canCompare ? std::nullopt : std::optional(Message("finding.clock_skew.unanswered"));
}

}  // namespace

Rule makeClockSkewRule() {
    return {.id = "clock_skew",
            .parameters =
                {{"clock_skew.ms", 1, "ms",
                  QT_TRANSLATE_NOOP(
                      "Message",
                      "Maximum clock difference between two hosts; hosts synchronized to a time server stay below.")}},
            .run = &runClockSkew,
            .unanswered = &lacksClocks};
}

}  // namespace stagescope
