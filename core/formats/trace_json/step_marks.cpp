#include "core/formats/trace_json/step_marks.h"

#include "core/base/step_id.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/base/words/step_pattern.h"
#include "core/formats/tables/trace_vocabulary.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace stagescope {

namespace {

/// A range that marks a step; its number, where it tells one.
struct Mark {
    std::optional<std::int64_t> number;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    TrackId track{};
    std::string_view kind{};  ///< its name without the number
};

/// Without what tells builds of one program apart ("jit_step(123)") and without the number of a step.
std::string_view kindOf(std::string_view name) {
    name = name.substr(0, name.find('('));
    return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

/// What names are to one way of marking steps; each name is asked once.
template <class IsMark>
class MarkFinder {
public:
    explicit MarkFinder(IsMark isMark) : m_isMark(std::move(isMark)) {}

    [[nodiscard]] std::vector<Mark> in(const TraceStore &trace) {
        std::vector<Mark> marks;
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; track.kind != TrackKind::DeviceStream && i < slices.size(); ++i) {
                if (slices.begin(i) == slices.end(i)) {
                    continue;
                }
                if (const auto mark = markOf(trace, slices, i)) {
                    marks.push_back({mark->number, ns(slices.begin(i)), ns(slices.end(i)), track.id,
                                     kindOf(trace.text(slices.name(i)))});
                }
            }
        }
        return marks;
    }

private:
    using Found = std::optional<StepPattern::Match>;

    [[nodiscard]] Found markOf(const TraceStore &trace, const SliceTable &slices, std::uint32_t i) {
        const auto klass = slices.klass(i);
        const auto name = slices.name(i);
        const auto key = (std::uint64_t{name.value} << 8) | static_cast<unsigned>(klass);
        const auto [it, isNew] = m_known.try_emplace(key);
        if (isNew) {
            it->second = m_isMark(klass, trace.text(name));
        }
        return it->second;
    }

    IsMark m_isMark;
    std::unordered_map<std::uint64_t, Found> m_known;
};

template <class IsMark>
std::vector<Mark> marksIn(const TraceStore &trace, IsMark isMark) {
    return MarkFinder<IsMark>(std::move(isMark)).in(trace);
}

/// Of a name on a lane of steps, which is the number itself ("12"), of a profiler's mark, or of a name that ends in it
/// ("train 12").
std::optional<std::int64_t> numberOf(std::string_view name) {
    const auto own = wholeNumber<std::int64_t>(name);
    const auto marked = own ? own : profilerStepNumber(name);
    const auto blank = name.rfind(' ');
    return marked || blank == std::string_view::npos ? marked : wholeNumber<std::int64_t>(name.substr(blank + 1));
}

/// Steps that a profiler marks on a thread follow one another: one that reaches over the begin of the next one, by
/// more than profilers round by, ends there. O(n log n).
std::vector<Mark> following(std::vector<Mark> marks) {
    constexpr std::int64_t kMarkRounding = 1000;  // ns
    const auto key = [](const Mark &mark) { return std::tie(mark.track, mark.kind, mark.begin); };
    std::stable_sort(marks.begin(), marks.end(), [&](const Mark &a, const Mark &b) { return key(a) < key(b); });
    for (std::size_t i = 1; i < marks.size(); ++i) {
        auto &before = marks[i - 1];
        const auto &next = marks[i];
        const bool areOneAfterTheOther = before.track == next.track && before.kind == next.kind && before.number &&
                                         next.number && *before.number < *next.number;
        if (areOneAfterTheOther && next.begin - before.begin > kMarkRounding &&
            before.end - next.begin > kMarkRounding) {
            before.end = next.begin;
        }
    }
    return marks;
}

/// Layers of a program mark the same step each, one inside the other (step[DECODE] in execute_context): of ranges
/// within one another the inner ones are the steps where they fill half of the outer one, else the outer one. O(n log
/// n).
std::vector<Mark> innermost(std::vector<Mark> marks) {
    std::stable_sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<std::int64_t> inside(marks.size(), 0);  // ns of the marks directly within
    std::vector<std::size_t> parents(marks.size(), marks.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        while (!open.empty() && marks[open.back()].end < marks[i].end) {
            open.pop_back();
        }
        if (!open.empty()) {
            parents[i] = open.back();
            inside[open.back()] += marks[i].end - marks[i].begin;
        }
        open.push_back(i);
    }
    std::vector<Mark> result;
    std::vector<bool> isTaken(marks.size(), false);  // a mark around it is a step
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const bool isWithin = parents[i] < marks.size() && isTaken[parents[i]];
        const bool isFilled = inside[i] >= (marks[i].end - marks[i].begin) / 2 && inside[i] > 0;
        isTaken[i] = isWithin || !isFilled;
        if (!isWithin && !isFilled) {
            result.push_back(marks[i]);
        }
    }
    return result;
}

/// Programs run small ones beside those that are their steps (jit_convert_element_type): kinds that take less than a
/// tenth of all are none, unless all do. O(n log n).
std::vector<Mark> substantial(std::vector<Mark> marks) {
    std::map<std::string_view, std::int64_t> times;
    std::int64_t all = 0;
    for (const auto &mark : marks) {
        times[mark.kind] += mark.end - mark.begin;
        all += mark.end - mark.begin;
    }
    const auto isSmall = [&](const Mark &mark) { return times[mark.kind] < all / 10; };
    if (!std::ranges::all_of(marks, isSmall)) {
        std::erase_if(marks, isSmall);
    }
    return marks;
}

/// Of a lane of steps, whose names are numbers.
bool isOfLane(const Mark &mark) { return mark.kind.empty(); }

/// "train 12": of a range of the host that an argument numbers.
bool isByArgument(const Mark &mark) { return mark.kind.ends_with(' '); }

/// What a device did in the steps that the host numbers, which it does later: programs that each track ran as often, in
/// their order. Nothing where they did not, or where one began before its range: it is of a step before, and the last
/// one is missing.
std::vector<Mark> numbered(std::vector<Mark> programs, std::vector<Mark> ranges) {
    std::ranges::sort(ranges, {}, &Mark::begin);
    std::ranges::stable_sort(programs, {}, [](const Mark &mark) { return std::pair(mark.track, mark.begin); });
    std::vector<Mark> steps;
    for (auto first = programs.begin(); first != programs.end();) {
        const auto last =
            std::find_if(first, programs.end(), [&](const Mark &mark) { return mark.track != first->track; });
        const auto each = static_cast<std::size_t>(last - first) / ranges.size();
        if (each == 0 || each * ranges.size() != static_cast<std::size_t>(last - first)) {
            return {};
        }
        for (std::size_t i = 0; first != last; ++first, ++i) {
            if (first->begin < ranges[i / each].begin) {
                return {};
            }
            first->number = ranges[i / each].number;
            if (i % each == 0) {
                steps.push_back(*first);
            }
            steps.back().end = std::max(steps.back().end, first->end);
        }
    }
    return steps;
}

/// Whether calls tell when work was launched: then it is of the step of the host in which it was.
bool hasCalls(const TraceStore &trace) {
    return std::ranges::any_of(trace.tracks(), [&](const auto &track) {
        const auto &slices = trace.slices(track.id);
        std::uint32_t i = 0;
        while (i < slices.size() && slices.klass(i) != SliceClass::Runtime) {
            ++i;
        }
        return i < slices.size();
    });
}

std::vector<Mark> programSteps(const TraceStore &trace) {
    return innermost(substantial(marksIn(trace, [](SliceClass klass, std::string_view name) {
        const auto &words = ProducerWords::builtIn();
        const bool isMark = klass == SliceClass::Mstx && words.isProgramStep(name);
        return isMark ? std::optional(StepPattern::Match{words.programStepNumber(name)}) : std::nullopt;
    })));
}

std::vector<Mark> marksOf(const TraceStore &trace) {
    auto chosen = StepPattern::chosen().empty()
                      ? std::vector<Mark>{}
                      : marksIn(trace, [](SliceClass, std::string_view name) { return StepPattern::match(name); });
    if (!chosen.empty()) {
        return chosen;
    }
    auto marks = following(marksIn(trace, [](SliceClass klass, std::string_view name) {
        return klass == SliceClass::Step ? std::optional(StepPattern::Match{numberOf(name)}) : std::nullopt;
    }));
    if (std::ranges::any_of(marks, isOfLane)) {
        std::erase_if(marks, [](const Mark &mark) { return !isOfLane(mark); });
    } else if (marks.empty()) {
        marks = programSteps(trace);
    } else if (std::ranges::all_of(marks, isByArgument) && !hasCalls(trace)) {
        auto steps = numbered(programSteps(trace), marks);
        marks = steps.empty() ? std::move(marks) : std::move(steps);
    }
    return marks;
}

}  // namespace

std::vector<HostStep> stepMarks(const TraceStore &trace) {
    auto marks = marksOf(trace);
    std::stable_sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) { return a.begin < b.begin; });
    std::vector<HostStep> steps;
    const Mark *before = nullptr;  // the last one that tells no number
    std::int64_t next = 0;
    for (const auto &mark : marks) {
        // Devices of one process run a program at once, each with a range of its own.
        const bool isSame = before != nullptr && before->track != mark.track && before->kind == mark.kind &&
                            before->end - mark.begin > (mark.end - mark.begin) / 2;
        next += isSame ? 0 : 1;
        before = mark.number ? before : &mark;
        steps.push_back({mark.number.value_or(next - 1), mark.begin, mark.end});
    }
    return steps;
}

/// The smallest stride, of which all are multiples where marks between are lost (0, 10, 30); of two marks alone nobody
/// knows how many are.
MarkedTime::MarkedTime(std::span<const HostStep> steps) : m_steps(steps) {
    std::int64_t least = 0;
    std::int64_t common = 0;
    std::size_t strides = 0;
    std::size_t times = 0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const auto stride = numberOfStep(steps[i].step) - numberOfStep(steps[i - 1].step);
        if (stride > 0) {
            ++strides;
            common = std::gcd(common, stride);
            times = stride == least ? times + 1 : stride < least || least == 0 ? 1 : times;
            least = least == 0 ? stride : std::min(least, stride);
        }
    }
    m_stride = times > 1 || (strides > 1 && common == least) ? least : 1;
}

std::int64_t MarkedTime::stepAt(std::int64_t time) const {
    const auto next = std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                       [](std::int64_t t, const HostStep &step) { return t < step.begin; });
    if (next == m_steps.begin()) {
        return kNoStep;
    }
    const auto &own = *std::prev(next);
    const bool follow = next != m_steps.end() && numberOfStep(next->step) - numberOfStep(own.step) <= m_stride;
    return time < own.end || follow ? own.step : kNoStep;
}

}  // namespace stagescope
