#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/advice/tuning/matched_time.h"
#include "core/analysis/run/exposed_copies.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/steps.h"
#include "core/session/rank_facts.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace stagescope {

namespace {

constexpr std::string_view kExposedCopies = "exposed_copies";
constexpr std::size_t kMostKindsOfCopies = 4;
constexpr std::int64_t kLeastPartOfCopies = 100;  ///< of the time: less is not worth a line

/// Copies of one direction and memory of the host, all steps together.
struct CopyKind {
    Nanos alone{0};          ///< in which the device did nothing else
    std::int64_t bytes = 0;  ///< of those that tell it
    double timed = 0;        ///< how long these took, ns
    std::size_t count = 0;
};
struct RankCopies {
    MatchedTime time{};
    std::map<std::string, CopyKind> kinds{};  ///< by ExposedCopy::kind
};

void addCopy(const ExposedCopy &copy, RankCopies &found) {
    const Nanos own{totalLength(copy.alone)};
    auto &kind = found.kinds[copy.kind];
    ++kind.count;
    kind.alone += own;
    kind.bytes += copy.bytes.value_or(0);
    kind.timed += copy.timed;
    auto &time = found.time;
    ++time.count;
    time.total += Nanos{copy.duration};
    time.lost += own;
    time.byName[copy.kind] += own;
    for (const auto &interval : copy.alone) {
        time.won.push_back({interval});
    }
}

RankCopies copiesOn(const RuleInput &input, const RankCapture &capture) {
    RankCopies found;
    found.time.rank = capture.rank;
    found.time.steps = std::max<std::size_t>(1, rankSteps(capture).size());
    const auto copies = exposedCopies(capture, input.stop);
    for (const auto &copy : copies) {
        addCopy(copy, found);
    }
    const auto longest = std::max_element(copies.begin(), copies.end(), [](const ExposedCopy &a, const ExposedCopy &b) {
        return a.duration < b.duration;
    });
    if (longest != copies.end()) {
        DeviceKernel slice;
        slice.name = longest->name;
        slice.begin = longest->begin;
        found.time.example = KernelSlices(input.run, capture).of(slice);
        found.time.exampleRange = {longest->begin, longest->begin + longest->duration};
    }
    return found;
}

RankCopies copies(const RuleInput &input, const RankCapture &capture) {
    return measuredOnce(
        capture, input.stop, [&] { return copiesOn(input, capture); }, kExposedCopies);
}

/// The kinds that cost most, each with its size and rate.
std::vector<Message> factsOf(const RankCopies &worst) {
    std::vector<std::pair<std::string, CopyKind>> kinds(worst.kinds.begin(), worst.kinds.end());
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const auto &a, const auto &b) { return a.second.alone > b.second.alone; });
    std::erase_if(kinds, [&](const auto &kind) { return kLeastPartOfCopies * kind.second.alone < worst.time.lost; });
    kinds.resize(std::min(kinds.size(), kMostKindsOfCopies));
    std::vector<Message> facts;
    for (const auto &[name, kind] : kinds) {
        const auto perStep = millisText(kind.alone / static_cast<std::int64_t>(worst.time.steps));
        const bool hasRate = kind.bytes > 0 && kind.timed > 0;
        facts.push_back(hasRate
                            ? Message("finding.exposed_copies.fact",
                                      {name, perStep, memoryText(kind.bytes / static_cast<std::int64_t>(kind.count)),
                                       oneDecimal(static_cast<double>(kind.bytes) / kind.timed)})
                            : Message("finding.exposed_copies.fact.unsized", {name, perStep}));
    }
    return facts;
}

std::vector<Finding> runExposedCopies(const RuleInput &input) {
    std::vector<MatchedTime> ranks;
    RankCopies worst;
    for (const int rank : input.run.ranks()) {
        auto found = copies(input, *input.run.capture(rank));
        worst = found.time.lost > worst.time.lost ? found : worst;
        ranks.push_back(std::move(found.time));
    }
    MatchedTexts texts{kExposedCopies, "table/copies", factsOf(worst), {}};
    const auto isOf = [&](std::string_view memory) {
        return std::any_of(worst.kinds.begin(), worst.kinds.end(), [&](const auto &kind) {
            return kind.first.ends_with(", " + std::string(memory)) && kind.second.alone > Nanos{0};
        });
    };
    if (isOf("pageable")) {
        texts.facts.emplace_back("finding.exposed_copies.pageable");
    } else if (isOf("pinned")) {  // else nothing tells of which memory they were
        texts.facts.emplace_back("finding.exposed_copies.pinned");
    }
    auto finding = findingOf(input, texts, std::move(ranks));
    if (finding && !isOf("pageable") && isOf("pinned")) {
        finding->remedy = Message("finding.exposed_copies.remedy.pinned");
    }
    return finding ? std::vector{*finding} : std::vector<Finding>{};
}

std::optional<Message> lacksCopies(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool isTold = std::any_of(ranks.begin(), ranks.end(),
                                    [&](int rank) { return tellsCopies(*input.run.capture(rank), input.stop); });
    return isTold ? std::nullopt : std::optional(Message("finding.unanswered.kernels"));
}

}  // namespace

Rule makeExposedCopiesRule() {
    return {.id = std::string(kExposedCopies),
            .parameters = {shareParameter(kExposedCopies, 0.03)},
            .run = &runExposedCopies,
            .look =
                [](const RuleInput &input, const RankCapture &capture) {
                    static_cast<void>(copies(input, capture));
                    static_cast<void>(tellsCopies(capture, input.stop));
                },
            .unanswered = &lacksCopies,
            .standing = {Subject::Work, Nearness::Reason}};
}

}  // namespace stagescope
