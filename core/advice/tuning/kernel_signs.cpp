#include "core/advice/rule_list.h"
#include "core/advice/tuning/matched_time.h"
#include "core/analysis/operators/operator_bounds.h"
#include "core/analysis/run/steps.h"
#include "core/base/text.h"
#include "core/session/rank_facts.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace stagescope {

namespace {

/// A kernel, and what is known of its surroundings.
struct KernelToJudge {
    const DeviceKernel &of;
    PipeRatios ratios;
    CoreCounts cores;
    bool isTuned;  ///< not all kernels of the rank were compiled for dynamic shapes
};

std::string typeName(const DeviceKernel &kernel) { return std::string(identityOf(kernel)); }
std::string typeAndData(const DeviceKernel &kernel) {
    const auto types = kernel.value<&KernelRecord::inputTypes>();
    return typeName(kernel) + (types.empty() ? "" : " (" + std::string(types) + ")");
}

/// Blocks run in rounds of as many as there are cores: what of the rounds stays empty. Kernels of fewer blocks than
/// cores have little to do, and more blocks would not make them faster by as much.
double gainOfFullRounds(const KernelToJudge &kernel) {
    const auto uneven = kernel.isTuned ? unevenCores(kernel.of, kernel.cores) : 0;
    const auto blocks = kernel.of.value<&KernelRecord::blockDim>();
    if (uneven <= 0 || blocks <= 0) {
        return 0;
    }
    const auto rounds = (blocks + uneven - 1) / uneven;
    return 1 - static_cast<double>(blocks) / static_cast<double>(rounds * uneven);
}

double gainWithoutBound(const KernelToJudge &kernel) {
    if (boundOf(kernel.ratios) != KernelBound::None) {
        return 0;
    }
    float busiest = 0;
    for (const auto part : PipeRatios::kParts) {
        const bool isUnit = part != &PipeRatios::Core::icacheMiss;
        busiest = std::max({busiest, isUnit ? (kernel.ratios.cube.*part).value_or(0) : 0,
                            isUnit ? (kernel.ratios.vector.*part).value_or(0) : 0});
    }
    return std::max(0.0, 1 - static_cast<double>(busiest / kPipeLimit));
}

double gainOfAll(const KernelToJudge & /*kernel*/) { return 1; }

/// What of the time of a kernel would be won: by what its rule is about.
struct KernelGain {
    std::string_view of;
    double (*share)(const KernelToJudge &kernel);  ///< 0: it does not match
    bool readsMetrics = false;                     ///< needs counters of the cores
};
constexpr std::array kKernelGains{
    KernelGain{"kernels", gainOfAll},
    KernelGain{"kernels that leave cores idle", gainOfFullRounds},
    KernelGain{"kernels that nothing bounds", gainWithoutBound, true},
};
const KernelGain *gainOf(const ShippedRule &sign) {
    const auto *it = std::ranges::find(kKernelGains, sign.of(), &KernelGain::of);
    return it == kKernelGains.end() ? nullptr : it;
}

/// Which kernels a rule means; each kind of them is asked for once.
class MeantKernels {
public:
    explicit MeantKernels(const ShippedRule &sign) : m_sign(sign) {}
    [[nodiscard]] bool holds(const DeviceKernel &kernel) {
        const auto [place, isNew] = m_known.try_emplace({kernel.type.data(), kernel.core.data()});
        if (isNew) {
            place->second = m_sign.condition->isMet(kernel.type, kernel.core);
        }
        return place->second;
    }

private:
    const ShippedRule &m_sign;
    std::map<std::pair<const char *, const char *>, bool> m_known;  ///< by texts of the pool
};

constexpr std::string_view kAiCpu = "aicpu";

Interval intervalOf(const DeviceKernel &kernel) { return {kernel.begin, kernel.begin + kernel.duration}; }

/// What of the kernels that match runs while nothing else does.
double exposedShare(const std::vector<DeviceKernel> &kernels, const std::vector<bool> &isMatched) {
    std::array<std::vector<Interval>, 2> sets;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        sets[isMatched[i] ? 1 : 0].push_back(intervalOf(kernels[i]));
    }
    const auto matching = merged(std::move(sets[1]));
    const auto alone = subtracted(matching, merged(std::move(sets[0])));
    const auto whole = totalLength(matching);
    return whole == 0 ? 0 : static_cast<double>(totalLength(alone)) / static_cast<double>(whole);
}

std::optional<MatchedTime> kernelMatchesOn(const RuleInput &input, const ShippedRule &sign,
                                           const RankCapture &capture) {
    const auto kernels = deviceKernels(capture, input.stop);
    const std::vector captures{&capture};
    const auto &gain = *gainOf(sign);
    const MetricTables metrics(gain.readsMetrics ? std::span(captures) : std::span<const RankCapture *const>{});
    const PipeMetrics pipes(metrics);
    const auto cores = usualCores(kernels);
    const bool isTuned = !isAllDynamic(kernels);
    const auto least = static_cast<std::int64_t>(1000 * thresholdOf(input, sign, "kernel_us"));
    MatchedTime result{.rank = capture.rank, .steps = std::max<std::size_t>(1, rankSteps(capture).size())};
    std::vector<bool> isMatched(kernels.size());
    MeantKernels meant(sign);
    const auto nameOf = sign.file.id == kAiCpu ? &typeAndData : &typeName;
    const DeviceKernel *longest = nullptr;
    double won = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto &kernel = kernels[i];
        if (kernel.communicates || kernel.duration < least || !meant.holds(kernel)) {
            continue;
        }
        const auto share =
            gain.share({kernel, gain.readsMetrics ? pipes.of(metrics.of(kernel)) : PipeRatios{}, cores, isTuned});
        isMatched[i] = share > 0;
        if (isMatched[i]) {
            ++result.count;
            result.total += Nanos{kernel.duration};
            won += share * static_cast<double>(kernel.duration);
            result.won.push_back({intervalOf(kernel), share});
            result.byName[nameOf(kernel)] += Nanos{kernel.duration};
            longest = longest == nullptr || longest->duration < kernel.duration ? &kernel : longest;
        }
    }
    if (longest == nullptr) {
        return std::nullopt;
    }
    const double exposed = exposedShare(kernels, isMatched);
    result.lost = Nanos{static_cast<std::int64_t>(won * exposed)};
    for (auto &part : result.won) {
        part.share *= exposed;
    }
    result.example = KernelSlices(input.run, capture).of(*longest);
    result.exampleRange = intervalOf(*longest);
    return result;
}

std::optional<MatchedTime> kernelMatches(const RuleInput &input, const ShippedRule &sign, const RankCapture &capture) {
    const bool hasAny = !capture.tables(TableKind::Kernels).empty() || capture.hasTrace();
    const auto look = [&] { return hasAny ? kernelMatchesOn(input, sign, capture) : std::nullopt; };
    return measuredOnce(capture, input.stop, look, sign.file.id);
}

/// Data types of kernels on AI CPUs that AI cores do not compute with, by the advisor's tables of CANN 7 and 8.
std::string unsupportedTypes(const MatchedTime &worst) {
    constexpr std::array<std::string_view, 8> kTypes{"DOUBLE", "FLOAT64", "COMPLEX64", "COMPLEX128",
                                                     "INT16",  "UINT16",  "UINT32",    "UINT64"};
    std::string text;
    for (const auto type : kTypes) {
        const auto isUsed = [&](const auto &entry) {
            const auto at = entry.first.find(type);
            return at != std::string::npos && at > 0 && (entry.first[at - 1] == '(' || entry.first[at - 1] == ';');
        };
        if (std::any_of(worst.byName.begin(), worst.byName.end(), isUsed)) {
            text += (text.empty() ? "" : ", ") + std::string(type);
        }
    }
    return text;
}

std::vector<Finding> runKernelSign(const RuleInput &input, const ShippedRule &sign) {
    std::vector<MatchedTime> ranks;
    for (const int rank : input.run.ranks()) {
        auto found = kernelMatches(input, sign, *input.run.capture(rank));
        ranks.push_back(found ? std::move(*found) : MatchedTime{.rank = rank});
    }
    MatchedTexts texts{sign.file.id, sign.text("place"), {}, {}};
    const auto worst =
        std::max_element(ranks.begin(), ranks.end(), [](const auto &a, const auto &b) { return a.lost < b.lost; });
    if (sign.file.id == kAiCpu && worst != ranks.end()) {
        const auto types = unsupportedTypes(*worst);
        texts.facts =
            types.empty() ? std::vector<Message>{} : std::vector{Message("finding.aicpu.fact.types", {types})};
    }
    const auto finding = findingOf(input, texts, std::move(ranks));
    return finding ? std::vector{*finding} : std::vector<Finding>{};
}

bool hasKernels(const RankCapture &capture) { return !capture.tables(TableKind::Kernels).empty(); }

std::optional<Message> lacksKernels(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool isAny =
        std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return hasKernels(*input.run.capture(rank)); });
    return isAny ? std::nullopt : std::optional(Message("finding.unanswered.kernels"));
}

bool hasMetrics(const RankCapture &capture) {
    const auto look = [&] { return !MetricTables(std::vector{&capture}).isEmpty(); };
    return measuredOnce(capture, std::stop_token(), look, "metrics of kernels");
}

std::optional<Message> lacksMetrics(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool isAny =
        std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return hasMetrics(*input.run.capture(rank)); });
    return isAny ? std::nullopt : std::optional(Message("finding.unanswered.metrics"));
}

void lookForKernelSign(const RuleInput &input, const ShippedRule &sign, const RankCapture &capture) {
    static_cast<void>(hasMetrics(capture));
    static_cast<void>(kernelMatches(input, sign, capture));
}

}  // namespace

std::vector<Rule> kernelSignRules() {
    std::vector<Rule> rules;
    for (const auto &sign : shippedRules()) {
        const auto *gain = gainOf(sign);
        if (gain == nullptr) {
            continue;
        }
        auto &rule = rules.emplace_back(ruleOf(sign));
        rule.run = [&sign](const RuleInput &input) { return runKernelSign(input, sign); };
        rule.look = [&sign](const RuleInput &input, const RankCapture &capture) {
            lookForKernelSign(input, sign, capture);
        };
        rule.unanswered = gain->readsMetrics ? &lacksMetrics : &lacksKernels;
    }
    return rules;
}

}  // namespace stagescope
