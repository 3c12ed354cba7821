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

/// A kind of call that tells trouble, with the thresholds that it must reach beside its share of the step. Those of 0
/// are none.
struct HostSign {
    std::string_view id;
    bool (*isMeant)(std::string_view name);
    double share;
    double callMicros = 0;   ///< "<id>.call_us": shorter calls are left out
    double count = 0;        ///< "<id>.count": calls of the capture
    double totalMillis = 0;  ///< "<id>.total_ms": of the capture
    double perLaunch = 0;    ///< "<id>.per_launch": calls right after a launch per launch; the device idles from the
                             ///< call to the next launch
    bool (*isSpared)(std::string_view name) = nullptr;  ///< a trace with such a name does not match
    Subject subject = Subject::Own;                     ///< Work: why the host is late
    bool isOfDriver = false;                            ///< calls of the driver are enough to look among
    bool isOfTorch = false;                             ///< a call of PyTorch: other frameworks never make it
};

/// By the words of producers; some write the library before the call ("AscendCL@aclrtMalloc").
bool callMeans(NameMeaning meaning, std::string_view name) {
    const auto at = name.rfind('@');
    return ProducerWords::builtIn().means(meaning, at == std::string_view::npos ? name : name.substr(at + 1));
}

bool synchronisesStream(std::string_view name) { return containsAny(name, {"synchronizestream", "streamsynchronize"}); }
bool isLaunch(std::string_view name) { return callMeans(NameMeaning::LaunchCall, name); }
bool collectsGarbage(std::string_view name) { return hostActivityOf(name) == HostActivity::CollectingGarbage; }
bool isSyncBatchNorm(std::string_view name) { return name == "syncbatchnorm"; }
bool asksDriverForMemory(std::string_view name) { return callMeans(NameMeaning::Allocate, name); }
bool compiles(std::string_view name) { return hostActivityOf(name) == HostActivity::Compiling; }
bool isDataParallel(std::string_view name) {
    return name.starts_with("dataparallel") || contains(name, "nn.module: dataparallel") ||
           contains(name, "parallel/data_parallel.py");
}

constexpr std::string_view kOptimizer = "optimizer.step#";
bool isUnfusedOptimizer(std::string_view name) { return name.starts_with(kOptimizer) && !contains(name, "fused"); }
/// Calls and kernels that do a whole optimizer at once.
bool isFusedOptimizer(std::string_view name) {
    return containsAny(name, {"aten::_fused_", "applyadam", "applyfused", "multi_tensor_apply"});
}

/// Of a name as it is, by what is said of names in lower case.
template <bool (*isInLower)(std::string_view)>
bool isSo(std::string_view name) {
    constexpr auto kOf = [](std::string_view text) { return isInLower(lowerCase(text)); };
    return remembered<kOf>(name);
}

constexpr std::string_view kStreamSync = "stream_sync";
constexpr std::string_view kCollection = "garbage_collection";
constexpr const char *kConjectured = "garbage_collection.conjectured_ms";
constexpr std::string_view kUnfused = "unfused_optimizer";

constexpr std::array kHostSigns{
    HostSign{.id = kStreamSync,
             .isMeant = isSo<synchronisesStream>,
             .share = 0.01,
             .perLaunch = 0.5,
             .subject = Subject::Work,
             .isOfDriver = true},
    HostSign{.id = kCollection,
             .isMeant = isSo<collectsGarbage>,
             .share = 0.01,
             .callMicros = 1000,
             .subject = Subject::Work},
    HostSign{.id = "sync_batch_norm", .isMeant = isSo<isSyncBatchNorm>, .share = 0.005, .count = 20, .isOfTorch = true},
    HostSign{.id = "memory_operations",
             .isMeant = isSo<asksDriverForMemory>,
             .share = 0.01,
             .totalMillis = 10,
             .subject = Subject::Work,
             .isOfDriver = true},
    HostSign{.id = "online_compilation",
             .isMeant = isSo<compiles>,
             .share = 0.01,
             .count = 20,
             .subject = Subject::Work,
             .isOfDriver = true},
    HostSign{.id = "data_parallel",
             .isMeant = isSo<isDataParallel>,
             .share = 0.01,
             .subject = Subject::Work,
             .isOfTorch = true},
    HostSign{.id = kUnfused,
             .isMeant = isSo<isUnfusedOptimizer>,
             .share = 0.01,
             .isSpared = isSo<isFusedOptimizer>,
             .isOfTorch = true},
};

bool mayBeOfTorch(Platform platform) { return platform != Platform::MindSpore && platform != Platform::Jax; }

std::string parameterName(const HostSign &sign, std::string_view threshold) {
    return std::string(sign.id) + "." + std::string(threshold);
}
double threshold(const RuleInput &input, const HostSign &sign, std::string_view name, double fallback) {
    return fallback == 0 ? 0 : input.parameter(parameterName(sign, name));
}

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
    CallFinder(const RuleInput &input, const HostSign &sign, const RankCapture &capture)
        : m_input(input),
          m_sign(sign),
          m_least(static_cast<std::int64_t>(1000 * threshold(input, sign, "call_us", sign.callMicros))) {
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                addTrace(*trace, source.source);
            }
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
        m_roles.assign(trace.strings().size(), NameRole::Other);
        for (std::uint32_t i = 0; i < m_roles.size(); ++i) {
            const auto name = trace.text(StringId{i});
            if (m_sign.isSpared != nullptr && m_sign.isSpared(name)) {
                return;
            }
            m_roles[i] = m_sign.isMeant(name)                           ? NameRole::Meant
                         : m_sign.perLaunch > 0 && isSo<isLaunch>(name) ? NameRole::Launch
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
            if (m_sign.perLaunch > 0) {
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
    const HostSign &m_sign;
    std::int64_t m_least;
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

HostMatches hostMatchesOn(const RuleInput &input, const HostSign &sign, const RankCapture &capture) {
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
    if (sign.perLaunch == 0) {
        result.total = Nanos{totalLength(found.covered)};  // calls lie within one another
    }
    const auto launched = static_cast<double>(std::max<std::size_t>(1, found.launches));
    if (longest == nullptr || static_cast<double>(result.count) < threshold(input, sign, "count", sign.count) ||
        millis(result.total) < threshold(input, sign, "total_ms", sign.totalMillis) ||
        static_cast<double>(found.afterLaunch) / launched < threshold(input, sign, "per_launch", sign.perLaunch)) {
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

HostMatches hostMatches(const RuleInput &input, const HostSign &sign, const RankCapture &capture) {
    return measuredOnce(
        capture, input.stop, [&] { return hostMatchesOn(input, sign, capture); }, sign.id);
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
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                if (track.kind == TrackKind::HostThread) {
                    addCalls(trace->slices(track.id), range, calls);
                }
            }
        }
    }
    return calls;
}

/// Without events of garbage collection: long waits for the host that hardly calls the driver meanwhile, of which the
/// advisor thinks the same (conjectured_analysis: at most 1 % of the time, one call in 10 ms).
MatchedTime conjecturedOn(const RuleInput &input, const RankGapSummary &gaps) {
    const auto &capture = *input.run.capture(gaps.rank);
    const double least = input.parameter(kConjectured);
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

MatchedTime conjectured(const RuleInput &input, const RankGapSummary &gaps) {
    return measuredOnce(
        *input.run.capture(gaps.rank), input.stop, [&] { return conjecturedOn(input, gaps); }, kConjectured);
}

void lookForHostSign(const RuleInput &input, const HostSign &sign, const RankCapture &capture) {
    static_cast<void>(hasHostCalls(capture));
    static_cast<void>(hasDriverCalls(capture));
    static_cast<void>(hostMatches(input, sign, capture));
    const auto gaps = std::ranges::find(input.gaps, capture.rank, &RankGapSummary::rank);
    if (sign.id == kCollection && gaps != input.gaps.end()) {
        static_cast<void>(conjectured(input, *gaps));
    }
}

/// What replaces "Optimizer.step#SGD.step", in the words of the platform.
std::string fusedOptimizer(const RuleInput &input, std::string_view call) {
    call.remove_prefix(std::min(call.size(), kOptimizer.size()));
    const std::string name(call.substr(0, call.find('.')));
    constexpr std::array<std::string_view, 9> kFused{"Adadelta", "Adam",    "AdamP",     "AdamW", "BertAdam",
                                                     "Lamb",     "RMSprop", "RMSpropTF", "SGD"};
    if (!isOfNpus(platformOf(input.run))) {
        return "torch.optim." + name + "(..., fused=True)";
    }
    return std::find(kFused.begin(), kFused.end(), name) == kFused.end() ? "torch.optim." + name + "(..., foreach=True)"
                                                                         : "torch_npu.optim.NpuFused" + name;
}

std::vector<Finding> runHostSign(const RuleInput &input, const HostSign &sign) {
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
    MatchedTexts texts{sign.id, "timeline", {}, {}, {}, knowsLaunches};
    const bool hasAny = std::any_of(ranks.begin(), ranks.end(), [](const MatchedTime &rank) { return rank.count > 0; });
    if (sign.id == kCollection && !hasAny) {
        ranks.clear();
        for (const auto &gaps : input.gaps) {
            ranks.push_back(conjectured(input, gaps));
        }
        texts.variant = ".conjectured";
    }
    for (const auto &rank : ranks) {
        if (sign.id == kUnfused && !rank.byName.empty()) {
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

void addThreshold(Rule &rule, const HostSign &sign, std::string_view name, double value, const char *unit,
                  const char *meaning) {
    if (value != 0) {
        rule.parameters.push_back({parameterName(sign, name), value, unit, meaning});
    }
}

}  // namespace

std::vector<Rule> hostSignRules() {
    std::vector<Rule> rules;
    for (const auto &sign : kHostSigns) {
        Rule rule{.id = std::string(sign.id), .parameters = {shareParameter(sign.id, sign.share)}};
        addThreshold(rule, sign, "call_us", sign.callMicros, "us",
                     QT_TRANSLATE_NOOP("Message", "Minimum call duration (MindStudio advisor limit)."));
        addThreshold(
            rule, sign, "count", sign.count, "",
            QT_TRANSLATE_NOOP("Message", "Minimum number of calls in the capture (MindStudio advisor limit)."));
        addThreshold(
            rule, sign, "total_ms", sign.totalMillis, "ms",
            QT_TRANSLATE_NOOP("Message", "Minimum total time of all calls in the capture (MindStudio advisor limit)."));
        addThreshold(
            rule, sign, "per_launch", sign.perLaunch, "",
            QT_TRANSLATE_NOOP("Message", "Calls right after a launch, per launch (MindStudio advisor limit)."));
        rule.run = [&sign](const RuleInput &input) { return runHostSign(input, sign); };
        rule.look = [&sign](const RuleInput &input, const RankCapture &capture) {
            lookForHostSign(input, sign, capture);
        };
        rule.standing = {sign.subject, Nearness::Reason};
        rule.unanswered = sign.isOfDriver ? &lacksDriverCalls : &lacksCalls;
        rule.isFor = sign.isOfTorch ? &mayBeOfTorch : nullptr;
        if (sign.id == kCollection) {
            rule.parameters.push_back(
                {kConjectured, 200, "ms",
                 QT_TRANSLATE_NOOP("Message",
                                   "Without garbage collection events, a wait of this length with hardly any driver "
                                   "calls counts as garbage collection (MindStudio advisor limit).")});
        }
        rules.push_back(std::move(rule));
    }
    return rules;
}

}  // namespace stagescope
