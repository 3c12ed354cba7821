#include "core/advice/number_texts.h"
#include "core/advice/remedies/memory_exchange.h"
#include "core/advice/rule_list.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

/// Recomputation that is on, on all stages or one, and that the memory of its fullest rank would do without.
bool isSpare(const RuleInput &input, const MemoryExchange &exchange) {
    const auto after = exchange.peakAfter();
    return !exchange.isTurnedOn && exchange.exchange != Exchange::AttentionSwap && after && exchange.capacity &&
           *after <= input.parameter("spare_recompute.memory") * *exchange.capacity && exchange.step;
}

Finding findingOf(const RuleInput &input, const MemoryExchange &exchange) {
    Finding finding;
    finding.rule = "spare_recompute";
    finding.certainty = Certainty::Estimated;
    finding.cure = exchange.cure;
    for (const auto &[rank, parts] : exchange.cure.pace) {
        finding.evidence.ranks.push_back({input.run.id, rank});
    }
    if (finding.evidence.ranks.empty()) {
        finding.evidence.ranks = {{input.run.id, exchange.rank}};
    }
    finding.evidence.items = {RankRef{input.run.id, exchange.rank}};
    finding.place = "table/memory_exchange";
    finding.title = Message("finding.spare_recompute", {std::string(kPrice)});
    finding.facts = {
        Message("finding.spare_recompute.fact." + std::string(exchangeText(exchange.exchange)),
                {millisText(-exchange.paid), std::to_string(exchange.rank)}),
        Message("finding.spare_recompute.fact.memory",
                {std::to_string(exchange.rank), memoryText(*exchange.peak), memoryText(*exchange.peakAfter()),
                 memoryText(*exchange.capacity)}),
        Message("finding.spare_recompute.fact.threshold", {percentText(input.parameter("spare_recompute.memory")),
                                                           percentText(input.parameter("spare_recompute.share"))})};
    finding.remedy = Message("finding.spare_recompute.remedy");
    finding.assumptions = {Message("finding.spare_recompute.assumes")};
    return finding;
}

std::vector<Finding> runSpareRecompute(const RuleInput &input) {
    const auto exchanges = memoryExchanges(input);
    const MemoryExchange *best = nullptr;
    for (const auto &exchange : exchanges) {
        const bool isBetter = isSpare(input, exchange) && (best == nullptr || *exchange.step < *best->step);
        best = isBetter ? &exchange : best;
    }
    if (best == nullptr) {
        return {};
    }
    auto finding = findingOf(input, *best);
    const bool isFinding = input.price(finding, input.parameter("spare_recompute.share"), input.step - *best->step);
    return isFinding ? std::vector{std::move(finding)} : std::vector<Finding>{};
}

std::optional<Message> lacksRoom(const RuleInput &input) {
    const bool isKnown = std::ranges::any_of(
        input.memory.peaks, [](const auto &entry) { return entry.second.capacity && entry.second.allocated; });
    return isKnown ? std::nullopt : std::optional(Message("finding.memory_exhaustion.unanswered"));
}

}  // namespace

Rule makeSpareRecomputeRule() {
    return {
        .id = "spare_recompute",
        .parameters = {{"spare_recompute.share", 0.01, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Share of the step spent on recomputation; below it a change is hardly worth testing.")},
                       {"spare_recompute.memory", 0.85, "",
                        QT_TRANSLATE_NOOP("Message",
                                          "Share of device memory that may be used without recomputation; the rest is "
                                          "left for fragmentation and longer sequences.")}},
        .run = &runSpareRecompute,
        .look = &lookForPasses,
        .unanswered = &lacksRoom,
        .standing = {Subject::Work, Nearness::Reason}};
}

}  // namespace stagescope
