#include "core/advice/number_texts.h"
#include "core/advice/pipeline/host_delays.h"
#include "core/advice/rule_list.h"
#include "core/advice/tuning/host_calls.h"
#include "core/advice/tuning/matched_time.h"
#include "core/analysis/host/host_activity.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/trace/slice_runs.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/base/words/text_memo.h"
#include "core/session/rank_facts.h"
#include "core/store/trace/trace_store.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

bool isLaunch(std::string_view name) {
    const auto call = lowerCase(name.substr(name.rfind('@') + 1));  // npos + 1 is 0
    return ProducerWords::builtIn().means(NameMeaning::LaunchCall, call);
}

constexpr std::string_view kConjectured = "conjectured_ms";

/// The device idles from such a call, right after a launch, to the next launch.
bool followsLaunches(const ShippedRule &sign) { return sign.file.parameters.contains("per_launch"); }

struct HostCallRef {
    Interval range;
    SliceRef slice;
    std::string_view name;
};

/// All calls of a capture that a sign means, and what it compares them with.
struct HostCalls {
    std::vector<HostCallRef> calls;
    IntervalSet covered;
    std::size_t launches = 0;
    std::size_t afterLaunch = 0;
};

/// What the names of a trace are to a sign.
enum class NameRole : std::uint8_t { Other, Meant, Launch };

class CallFinder {
public:
    CallFinder(const RuleInput &input, const ShippedRule &sign, const RankCapture &capture)
        : m_input(input),
          m_sign(sign),
          m_least(static_cast<std::int64_t>(1000 * thresholdOf(input, sign, "call_us"))),
          m_followsLaunches(followsLaunches(sign)) {
        for (const auto &[source, trace] : capture.traces()) {
            addTrace(*trace, source);
        }
        m_found.covered = merged(std::move(m_ranges));
    }
    [[nodiscard]] HostCalls take() { return std::move(m_found); }

private:
    struct Event {
        std::int64_t begin;
        std::int64_t end;
        bool isLaunch;
    };

    void addTrace(const TraceStore &trace, SourceId source) {
        using Answer = NameCondition::Answer;
        const auto nameOf = [&](std::size_t i) { return trace.text(StringId{static_cast<std::uint32_t>(i)}); };
        const auto answers = m_sign.condition->ofNames(trace.strings().size(), nameOf, m_input.stop);
        if (std::ranges::find(answers, Answer::Spares) != answers.end()) {
            return;
        }
        m_roles.assign(answers.size(), NameRole::Other);
        for (std::size_t i = 0; i < m_roles.size(); ++i) {
            m_roles[i] = answers[i] == Answer::Yes                              ? NameRole::Meant
                         : m_followsLaunches && remembered<isLaunch>(nameOf(i)) ? NameRole::Launch
                                                                                : NameRole::Other;
        }
        const bool hasAny = std::find(m_roles.begin(), m_roles.end(), NameRole::Meant) != m_roles.end();
        for (const auto &track : trace.tracks()) {
            if (track.kind == TrackKind::HostThread && hasAny) {
                addTrack(trace, source, track.id);
            }
        }
    }

    void addTrack(const TraceStore &trace, SourceId source, TrackId track) {
        const auto &slices = trace.slices(track);
        std::vector<Event> events;
        for (std::uint32_t i = 0; i < slices.size() && !m_input.stop.stop_requested(); ++i) {
            const auto role = m_roles[slices.name(i).value];
            if (role == NameRole::Other) {
                continue;
            }
            const Event event{ns(slices.begin(i)), ns(slices.end(i)), role == NameRole::Launch};
            if (role == NameRole::Meant && event.end - event.begin >= m_least) {
                m_found.calls.push_back({{event.begin, event.end},
                                         {m_input.run.id, source, track, SliceId{i}},
                                         trace.text(slices.name(i))});
                m_ranges.push_back({event.begin, event.end});
            }
            if (m_followsLaunches) {
                events.push_back(event);
            }
        }
        followLaunches(std::move(events));
    }

    /// The device has nothing to do from the end of a call that waited for it until the next launch is through.
    void followLaunches(std::vector<Event> events) {
        std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) { return a.begin < b.begin; });
        for (std::size_t i = 0; i < events.size(); ++i) {
            m_found.launches += events[i].isLaunch ? 1 : 0;
            if (!events[i].isLaunch && i > 0 && events[i - 1].isLaunch) {
                ++m_found.afterLaunch;
                if (i + 1 < events.size()) {
                    m_ranges.push_back({events[i].begin, std::max(events[i].end, events[i + 1].end)});
                }
            }
        }
    }

    const RuleInput &m_input;
    const ShippedRule &m_sign;
    std::int64_t m_least;
    bool m_followsLaunches;
    HostCalls m_found;
    std::vector<Interval> m_ranges;
    std::vector<NameRole> m_roles;  ///< by StringId of the trace that is read
};

/// Where the device idles for its host: what is known of the causes of gaps decides.
std::optional<IntervalSet> lateGaps(const RuleInput &input, const RankCapture &capture) {
    const auto rank = std::ranges::find(input.gaps, capture.rank, &RankGapSummary::rank);
    if (rank == input.gaps.end() || (!rank->knowsLaunches && rank->late.empty())) {
        return std::nullopt;
    }
    std::vector<Interval> late;
    for (const auto &gap : rank->late) {
        late.push_back({ns(gap.range.begin), ns(gap.range.end)});
    }
    return merged(std::move(late));
}

/// Where no launch of any rank is known: all of a step that is neither computing nor communication; nothing where that
/// is not known either.
IntervalSet idleOf(const RuleInput &input, const RankCapture &capture) {
    std::vector<Interval> steps;
    for (const auto &step : rankSteps(capture)) {
        steps.push_back({ns(step.range.begin), ns(step.range.end)});
    }
    const auto busy = busyIntervals(capture, input.stop);
    if (busy.source == BusyIntervals::Source::None) {
        return {};
    }
    return subtracted(merged(std::move(steps)), united(busy.computing, busy.communication));
}

/// What matches on a rank, before it is known whether launches of any rank tell what the device idles for.
struct HostMatches {
    std::optional<MatchedTime> time;
    bool isOfAllIdle = false;  ///< what is lost counts only where they do not
};

HostMatches hostMatchesOn(const RuleInput &input, const ShippedRule &sign, const RankCapture &capture) {
    const auto found = CallFinder(input, sign, capture).take();
    MatchedTime result{.rank = capture.rank, .steps = std::max<std::size_t>(1, rankSteps(capture).size())};
    const HostCallRef *longest = nullptr;
    for (const auto &call : found.calls) {
        ++result.count;
        result.total += Nanos{call.range.end - call.range.begin};
        result.byName[std::string(call.name)] += Nanos{call.range.end - call.range.begin};
        const bool isLonger =
            longest == nullptr || longest->range.end - longest->range.begin < call.range.end - call.range.begin;
        longest = isLonger ? &call : longest;
    }
    if (!followsLaunches(sign)) {
        result.total = Nanos{totalLength(found.covered)};  // calls lie within one another
    }
    const auto launched = static_cast<double>(std::max<std::size_t>(1, found.launches));
    if (longest == nullptr || static_cast<double>(result.count) < thresholdOf(input, sign, "count") ||
        millis(result.total) < thresholdOf(input, sign, "total_ms") ||
        static_cast<double>(found.afterLaunch) / launched < thresholdOf(input, sign, "per_launch")) {
        return {};
    }
    const auto late = lateGaps(input, capture);
    for (const auto &range : intersected(late ? *late : idleOf(input, capture), found.covered)) {
        result.lost += Nanos{range.end - range.begin};
        result.won.push_back({range});
    }
    result.example = longest->slice;
    result.exampleRange = longest->range;
    return {std::move(result), !late};
}

HostMatches hostMatches(const RuleInput &input, const ShippedRule &sign, const RankCapture &capture) {
    return measuredOnce(
        capture, input.stop, [&] { return hostMatchesOn(input, sign, capture); }, sign.file.id);
}

/// Calls of the driver, within a range of the rank's clock: how many, and for how long.
struct DriverCalls {
    std::size_t count = 0;
    Nanos time{0};
};
void addCalls(const SliceTable &slices, RankRange range, DriverCalls &calls) {
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto run = sliceRun(slices, depth, range);
        for (auto i = run.first; i < run.end; ++i) {
            if (slices.klass(i) == SliceClass::Runtime) {
                ++calls.count;
                calls.time += std::min(slices.end(i), range.end) - std::max(slices.begin(i), range.begin);
            }
        }
    }
}
DriverCalls driverCallsIn(const RankCapture &capture, RankRange range) {
    DriverCalls calls;
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread) {
            addCalls(trace->slices(track.id), range, calls);
        }
    }
    return calls;
}

bool mayBeConjectured(const ShippedRule &sign) { return sign.file.parameters.contains(std::string(kConjectured)); }

/// Without events of garbage collection: long waits for the host that hardly calls the driver meanwhile, of which the
/// advisor thinks the same (conjectured_analysis: at most 1 % of the time, one call in 10 ms).
MatchedTime conjecturedOn(const RuleInput &input, const ShippedRule &sign, const RankGapSummary &gaps) {
    const auto &capture = *input.run.capture(gaps.rank);
    const double least = thresholdOf(input, sign, kConjectured);
    MatchedTime result{.rank = gaps.rank, .steps = std::max<std::size_t>(1, rankSteps(capture).size())};
    for (const auto &gap : gaps.late) {
        const auto length = gap.range.end - gap.range.begin;
        if (gap.cause != FreeCause::HostLaunch || millis(length) < least) {
            continue;
        }
        const auto calls = driverCallsIn(capture, gap.range);
        if (shareOf(calls.time, length) < 0.01 && static_cast<double>(calls.count) < millis(length) / 10) {
            const auto call = hostCallIn(capture, gap.range);
            ++result.count;
            result.total += length;
            result.won.push_back({{ns(gap.range.begin), ns(gap.range.end)}});
            result.byName[call ? std::string(call->name) : "-"] += length;
            if (call && length.count() > result.exampleRange.end - result.exampleRange.begin) {
                result.example = SliceRef{input.run.id, call->source, call->track, call->slice};
                result.exampleRange = {ns(gap.range.begin), ns(gap.range.end)};
            }
        }
    }
    result.lost = result.total;
    return result;
}

MatchedTime conjectured(const RuleInput &input, const ShippedRule &sign, const RankGapSummary &gaps) {
    return measuredOnce(
        *input.run.capture(gaps.rank), input.stop, [&] { return conjecturedOn(input, sign, gaps); }, kConjectured);
}

void lookForHostSign(const RuleInput &input, const ShippedRule &sign, const RankCapture &capture) {
    static_cast<void>(hasHostCalls(capture));
    static_cast<void>(hasDriverCalls(capture));
    static_cast<void>(hostMatches(input, sign, capture));
    const auto gaps = std::ranges::find(input.gaps, capture.rank, &RankGapSummary::rank);
    if (mayBeConjectured(sign) && gaps != input.gaps.end()) {
        static_cast<void>(conjectured(input, sign, *gaps));
    }
}

/// What replaces "Optimizer.step#SGD.step", in the words of the platform.
std::string fusedOptimizer(const RuleInput &input, std::string_view call) {
    call.remove_prefix(call.find('#') + 1);
    const std::string name(call.substr(0, call.find('.')));
    constexpr std::array<std::string_view, 9> kFused{"Adadelta", "Adam",    "AdamP",     "AdamW", "BertAdam",
                                                     "Lamb",     "RMSprop", "RMSpropTF", "SGD"};
    if (!isOfNpus(platformOf(input.run))) {
        return "torch.optim." + name + "(..., fused=True)";
    }
    return std::find(kFused.begin(), kFused.end(), name) == kFused.end() ? "torch.optim." + name + "(..., foreach=True)"
                                                                         : "torch_npu.optim.NpuFused" + name;
}

std::vector<Finding> runHostSign(const RuleInput &input, const ShippedRule &sign) {
    const bool knowsLaunches = !lacksHost(input);
    std::vector<MatchedTime> ranks;
    for (const int rank : input.run.ranks()) {
        auto found = hostMatches(input, sign, *input.run.capture(rank));
        if (found.time && found.isOfAllIdle && knowsLaunches) {
            found.time->lost = Nanos{0};
            found.time->won.clear();
        }
        ranks.push_back(found.time ? std::move(*found.time) : MatchedTime{.rank = rank});
    }
    MatchedTexts texts{sign.file.id, "timeline", {}, {}, {}, knowsLaunches};
    const bool hasAny = std::any_of(ranks.begin(), ranks.end(), [](const MatchedTime &rank) { return rank.count > 0; });
    if (mayBeConjectured(sign) && !hasAny) {
        ranks.clear();
        for (const auto &gaps : input.gaps) {
            ranks.push_back(conjectured(input, sign, gaps));
        }
        texts.variant = ".conjectured";
    }
    for (const auto &rank : ranks) {
        if (sign.file.id == "unfused_optimizer" && !rank.byName.empty()) {
            texts.with = {fusedOptimizer(input, rank.byName.begin()->first)};
        }
    }
    const auto finding = findingOf(input, texts, std::move(ranks));
    return finding ? std::vector{*finding} : std::vector<Finding>{};
}

std::optional<Message> lacksCalls(const RuleInput &input) {
    return hasHostCalls(input.run) ? std::nullopt : std::optional(Message("finding.unanswered.calls"));
}
std::optional<Message> lacksDriverCalls(const RuleInput &input) {
    return hasDriverCalls(input.run) ? std::nullopt : std::optional(Message("finding.unanswered.calls"));
}

}  // namespace

std::vector<Rule> hostSignRules() {
    std::vector<Rule> rules;
    for (const auto &sign : shippedRules()) {
        if (!sign.of().starts_with("calls")) {
            continue;
        }
        auto &rule = rules.emplace_back(ruleOf(sign));
        rule.run = [&sign](const RuleInput &input) { return runHostSign(input, sign); };
        rule.look = [&sign](const RuleInput &input, const RankCapture &capture) {
            lookForHostSign(input, sign, capture);
        };
        rule.unanswered = sign.of() == "calls of the driver" ? &lacksDriverCalls : &lacksCalls;
    }
    return rules;
}

}  // namespace stagescope
