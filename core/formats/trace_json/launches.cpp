#include "core/formats/trace_json/launches.h"

#include "core/base/step_id.h"
#include "core/base/text.h"
#include "core/formats/tables/stream_order.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/launch_choice.h"
#include "core/formats/trace_json/number_set.h"
#include "core/formats/trace_json/step_marks.h"
#include "core/store/trace/interruptible_sort.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr auto byOffset = [](const auto &a, const auto &b) { return a.offset < b.offset; };

template <class List, class Before>
void sortList(List &list, Before isBefore) {
    sortRuns(list.begin(), list.end(), isBefore);
}

/// Position of a row in a list by offset. Rows are asked for mostly in the order of the file.
template <class List>
class RowFinder {
public:
    explicit RowFinder(const List &list) : m_list(list) {}
    /// list.size() when it is not there.
    [[nodiscard]] std::size_t find(std::uint64_t row) {
        if (m_next >= m_list.size() || m_list[m_next].offset != row) {
            const auto it = std::lower_bound(m_list.begin(), m_list.end(), row,
                                             [](const auto &entry, std::uint64_t r) { return entry.offset < r; });
            m_next = static_cast<std::size_t>(it - m_list.begin());
        }
        const bool isThere = m_next < m_list.size() && m_list[m_next].offset == row;
        return isThere ? m_next++ : m_list.size();
    }

private:
    const List &m_list;
    std::size_t m_next = 0;
};

/// What lies around calls of one host track, asked for from left to right.
class Surroundings {
public:
    explicit Surroundings(const SliceTable &slices) : m_slices(slices) {
        for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
            m_at.push_back(slices.depthBegin(depth));
        }
    }
    /// fn(slice) from the innermost one outwards until it returns false; the slice itself, at `depth`, is not among
    /// them.
    template <class Fn>
    void forEach(std::uint32_t depth, RankTime time, Fn &&fn) {
        for (auto d = depth; d-- > 0;) {
            auto &at = m_at[d];
            const auto end = m_slices.depthBegin(d + 1);
            while (at < end && m_slices.end(at) <= time) {
                ++at;
            }
            if (at < end && m_slices.begin(at) <= time && !fn(at)) {
                return;
            }
        }
    }

private:
    const SliceTable &m_slices;
    std::vector<std::uint32_t> m_at;
};

/// What a name of something around a launch means.
enum class Meaning : std::uint8_t { Nothing, Module, Recompute, Backward, Communication };

Meaning meaningOf(std::string_view name, SliceClass klass) {
    if (klass == SliceClass::Python) {
        if (name.starts_with("nn.Module: ")) {
            return Meaning::Module;
        }
        // Both ways of torch.utils.checkpoint: the hook, and the backward of its own function.
        const bool isRecompute = name.find("utils/checkpoint.py") != std::string_view::npos &&
                                 (name.ends_with(": recompute_fn") || name.ends_with(": backward"));
        return isRecompute ? Meaning::Recompute : Meaning::Nothing;
    }
    if (klass == SliceClass::HostOp && name.starts_with("autograd::engine::evaluate_function")) {
        return Meaning::Backward;
    }
    // The last one is NCCL's own range around a call of it: ncclAllReduce.
    const bool isRecord = name == "record_param_comms" || name.starts_with("nccl:") ||
                          (klass != SliceClass::HostOp && name.starts_with("nccl") && !collectiveOf(name).empty());
    return isRecord ? Meaning::Communication : Meaning::Nothing;
}

/// Fills a launch from what lies around its call.
class LaunchReader {
public:
    explicit LaunchReader(const TraceStore &trace) : m_trace(trace) {}

    [[nodiscard]] bool hasPython() const { return m_hasPython; }

    void read(const SliceTable &slices, std::uint32_t call, std::uint32_t depth, Surroundings &around, Launch &launch) {
        launch.isKnown = true;
        launch.time = ns(slices.begin(call));
        launch.returned = ns(slices.end(call));
        bool isDecided = false;  // whether it is recomputed
        around.forEach(depth, slices.begin(call), [&](std::uint32_t i) {
            const auto klass = slices.klass(i);
            const auto meaning = meaningAt(slices.name(i), klass);
            if (meaning == Meaning::Communication && launch.communicationRow == Launch::kNoRow) {
                launch.communicationRow = slices.row(i);
            }
            if (klass == SliceClass::HostOp && launch.operatorRow == Launch::kNoRow) {
                launch.operatorRow = slices.row(i);
                launch.operatorName = slices.name(i);
            }
            if (klass == SliceClass::Python) {
                m_hasPython = true;
                launch.python = launch.python.isValid() || meaning == Meaning::Module ? launch.python : slices.name(i);
            }
            if (meaning == Meaning::Module && !launch.module.isValid()) {
                launch.module = slices.name(i);
            }
            launch.isRecompute = launch.isRecompute || (!isDecided && meaning == Meaning::Recompute);
            isDecided = isDecided || meaning == Meaning::Recompute || meaning == Meaning::Backward;
            return !isDecided || !launch.module.isValid();
        });
    }

private:
    Meaning meaningAt(StringId name, SliceClass klass) {
        const auto [it, isNew] =
            m_meanings.try_emplace((std::uint64_t{name.value} << 8) | static_cast<unsigned>(klass));
        if (isNew) {
            it->second = meaningOf(m_trace.text(name), klass);
        }
        return it->second;
    }

    const TraceStore &m_trace;
    std::unordered_map<std::uint64_t, Meaning> m_meanings;
    bool m_hasPython = false;
};

/// Where operators of a forward pass run within one call of the backward pass, on one host track: activations that are
/// computed once more. Of each such call the time from the first of these operators to the end of the last; the call's
/// own work comes before or after, and calls within it are judged by themselves.
class RecomputeSpans {
public:
    RecomputeSpans(const TraceStore &trace, TrackId track, const std::vector<std::uint64_t> &forwardOps)
        : m_trace(trace), m_slices(trace.slices(track)) {
        for (std::uint32_t depth = 1; depth < m_slices.depthCount(); ++depth) {
            Surroundings around(m_slices);
            for (auto i = m_slices.depthBegin(depth); i < m_slices.depthBegin(depth + 1); ++i) {
                if (m_slices.klass(i) == SliceClass::HostOp &&
                    std::binary_search(forwardOps.begin(), forwardOps.end(), m_slices.row(i))) {
                    add(i, backwardAround(around, depth, m_slices.begin(i)));
                }
            }
        }
    }
    [[nodiscard]] bool isEmpty() const { return m_spans.empty(); }
    /// Of a moment at a depth; moments of one depth are asked for from left to right.
    [[nodiscard]] bool contain(Surroundings &around, std::uint32_t depth, RankTime time) const {
        const auto span = m_spans.find(backwardAround(around, depth, time));
        return span != m_spans.end() && span->second.contains(time);
    }

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    [[nodiscard]] std::uint32_t backwardAround(Surroundings &around, std::uint32_t depth, RankTime time) const {
        std::uint32_t found = kNone;
        around.forEach(depth, time, [&](std::uint32_t i) {
            const bool isIt = meaningOf(m_trace.text(m_slices.name(i)), m_slices.klass(i)) == Meaning::Backward;
            found = isIt ? i : found;
            return !isIt;
        });
        return found;
    }
    void add(std::uint32_t op, std::uint32_t backward) {
        if (backward != kNone) {
            const auto [it, isNew] = m_spans.try_emplace(backward, RankRange{m_slices.begin(op), m_slices.end(op)});
            it->second.begin = std::min(it->second.begin, m_slices.begin(op));
            it->second.end = std::max(it->second.end, m_slices.end(op));
        }
    }

    const TraceStore &m_trace;
    const SliceTable &m_slices;
    std::unordered_map<std::uint32_t, RankRange> m_spans;  ///< by the call of the backward pass
};

/// Threads of autograd have no Python of their own, in traces that record it. Where it is recorded it tells more.
void decideRecompute(std::vector<Launch> &launches, const std::vector<bool> &isInSpan, bool hasPython,
                     bool hasForward) {
    for (std::size_t i = 0; i < launches.size(); ++i) {
        auto &launch = launches[i];
        launch.isRecompute = hasPython ? launch.isRecompute : isInSpan[i];
        launch.tellsRecompute = launch.isKnown && (hasPython || hasForward);
    }
}

/// Work of one stream runs in the order of its launches.
void inheritSteps(std::vector<Launch> &launches) {
    std::map<std::uint32_t, std::int64_t> last;
    for (auto &launch : launches) {
        auto &step = last.try_emplace(launch.stream.value, kNoStep).first->second;
        launch.step = launch.isKnown || launch.isUnclear ? launch.step : step;
        step = launch.step;
    }
}

/// When the last call of the host ends; the least time without any.
std::int64_t endOfHost(const TraceStore &trace) {
    auto end = std::numeric_limits<std::int64_t>::min();
    for (const auto &track : trace.tracks()) {
        if (track.kind == TrackKind::HostThread && track.depthCount > 0) {
            const auto &slices = trace.slices(track.id);
            end = std::max(end, ns(slices.end(slices.depthBegin(1) - 1)));  // disjoint at depth 0
        }
    }
    return end;
}

void add(const TraceStore &trace, const Launch &launch, LaunchTrouble &trouble) {
    trouble.outOfOrder.add(launch.begin, std::abs(launch.begin - launch.time),
                           trace.slices(launch.stream).name(launch.slice));
}

/// At the end of a stream no later work shows that a time cannot be. There it is what begins long after all else, on
/// host and device, has ended: what waits on a stream begins when that is free. `launches` by begin.
void takeOutLate(const TraceStore &trace, std::vector<Launch> &launches, LaunchTrouble &trouble) {
    constexpr std::int64_t kLong = 200'000'000;
    constexpr std::size_t kPart = 20;  // of all: more than that is no lost time
    const auto host = endOfHost(trace);
    std::vector<std::int64_t> until;  // when all work up to each has ended
    until.reserve(launches.size());
    for (const auto &launch : launches) {
        until.push_back(until.empty() ? launch.end : std::max(until.back(), launch.end));
    }
    const auto isLate = [&](std::size_t i) {
        return launches[i].isKnown && launches[i].begin > std::max(host, until[i - 1]) + kLong;
    };
    for (auto most = std::max<std::size_t>(launches.size() / kPart, 1); most > 0 && launches.size() > 1; --most) {
        if (!isLate(launches.size() - 1)) {
            break;
        }
        add(trace, launches.back(), trouble);
        launches.pop_back();
    }
}

/// Takes out what has a time that cannot be: it would stretch its step over others. `launches` by begin.
LaunchTrouble takeOutImpossible(const TraceStore &trace, std::vector<Launch> &launches) {
    LaunchTrouble trouble;
    std::vector<OrderedWork> works;
    std::vector<std::size_t> at;
    works.reserve(launches.size());
    at.reserve(launches.size());
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const auto &launch = launches[i];
        if (launch.isKnown) {
            works.push_back({launch.stream.value, launch.time, launch.returned, launch.begin});
            at.push_back(i);
        }
    }
    std::vector<bool> isOut(launches.size());
    for (const auto position : worksOutOfOrder(works)) {
        isOut[at[position]] = true;
        add(trace, launches[at[position]], trouble);
    }
    std::size_t i = 0;
    std::erase_if(launches, [&](const Launch &) { return isOut[i++]; });
    takeOutLate(trace, launches, trouble);
    return trouble;
}

}  // namespace

std::vector<HostStep> hostSteps(const TraceStore &trace) {
    return separateSteps(
        stepMarks(trace), [](const HostStep &step) { return step.begin; },
        [](const HostStep &step) { return step.end; },
        [](HostStep &known, const HostStep &other) { known.end = std::max(known.end, other.end); });
}

LaunchJoin::LaunchJoin(const std::vector<const LaunchArguments *> &workers, const Processes &processes) {
    std::size_t calls = 0;
    std::size_t works = 0;
    for (const auto *worker : workers) {
        calls += worker->calls().size();
        works += worker->works().size();
    }
    m_calls.reserve(calls);
    m_device.reserve(works);
    for (std::size_t w = 0; w < workers.size(); ++w) {
        const auto *worker = workers[w];
        for (const auto &call : worker->calls()) {
            m_calls.push_back(call);
            m_calls.back().process = processes.ofTracks[w][call.track];
        }
        m_operands.insert(m_operands.end(), worker->operands().begin(), worker->operands().end());
        m_forwardOps.insert(m_forwardOps.end(), worker->forwardOps().begin(), worker->forwardOps().end());
    }
    sortList(m_forwardOps, std::less<>());
    sortList(m_calls, byOffset);
    sortList(m_operands, byOffset);
    joinByCorrelation(workers, processes);
}

void LaunchJoin::joinByCorrelation(const std::vector<const LaunchArguments *> &workers, const Processes &processes) {
    const UniqueCalls unique(m_calls);
    std::vector<LaunchEnd> works;  // where bare numbers do not do
    for (std::size_t w = 0; w < workers.size(); ++w) {
        workers[w]->works().forEach([&](const LaunchEnd &work) {
            m_device.push_back({work.offset, work.correlation == 0 ? kNone : unique.at(work.correlation), work.device});
            if (!unique.areUnique()) {
                works.push_back(work);
                works.back().process = processes.ofTracks[w][work.track];
                works.back().track = processes.streams.empty() ? work.track : processes.streams[w][work.track];
            }
        });
    }
    if (!unique.areUnique()) {
        auto choice = launchingCalls(m_calls, works, processes.marks);
        m_ambiguous = choice.ambiguous;
        m_drivers = std::move(choice.drivers);
        m_blocks = std::move(choice.blocks);
        for (std::size_t i = 0; i < works.size(); ++i) {
            m_device[i].isUnclear = choice.calls[i] == LaunchChoice::kUnclear;
            m_device[i].call = m_device[i].isUnclear ? kNone : choice.calls[i];
        }
    }
    findLaunchers(workers, processes);
    findMissingArrows(workers);
    sortList(m_device, byOffset);
}

/// While works stand in the order of the workers.
void LaunchJoin::findLaunchers(const std::vector<const LaunchArguments *> &workers, const Processes &processes) {
    std::size_t next = 0;
    auto last = std::pair(kNobody, kNobody);
    for (std::size_t w = 0; w < workers.size(); ++w) {
        workers[w]->works().forEach([&](const LaunchEnd &work) {
            const auto &known = m_device[next++];
            if (known.call == kNone && !known.isUnclear) {
                return;
            }
            const auto pair =
                std::pair(processes.ofTracks[w][work.track], known.isUnclear ? kNobody : m_calls[known.call].process);
            if (pair != last) {
                m_launchers[pair.first].insert(pair.second);
                last = pair;
            }
        });
    }
}

/// While works stand in the order of the workers.
void LaunchJoin::findMissingArrows(const std::vector<const LaunchArguments *> &workers) {
    std::vector<std::uint64_t> numbers;
    for (const auto *worker : workers) {
        numbers.insert(numbers.end(), worker->arrows().begin(), worker->arrows().end());
    }
    m_missing.reserve(numbers.empty() ? m_device.size() : 0);
    const NumberSet arrows(std::move(numbers));
    std::vector<std::uint32_t> callers;
    for (std::uint32_t w = 0; w < workers.size(); ++w) {
        if (!workers[w]->calls().empty()) {
            callers.push_back(w);
        }
    }
    std::vector<bool> hasStart(m_calls.size());
    std::size_t next = 0;
    for (std::uint32_t w = 0; w < workers.size(); ++w) {
        workers[w]->works().forEach([&](const LaunchEnd &work) {
            const auto call = m_device[next++].call;
            if (call == kNone || arrows.contains(work.correlation)) {
                return;
            }
            const auto caller = std::find_if(callers.begin(), callers.end(), [&](std::uint32_t other) {
                const auto &list = workers[other]->calls();
                return callers.size() == 1 || std::binary_search(list.begin(), list.end(), m_calls[call], byOffset);
            });
            if (caller == callers.end()) {
                return;  // the call is in no worker's list
            }
            m_missing.push_back({*caller, w, !hasStart[call], &m_calls[call], &work});
            hasStart[call] = true;
        });
    }
}

std::optional<std::uint64_t> LaunchJoin::callOf(std::uint64_t work) const {
    const auto at = RowFinder(m_device).find(work);
    const auto call = at < m_device.size() ? m_device[at].call : kNone;
    return call == kNone ? std::nullopt : std::optional(m_calls[call].offset);
}

std::optional<std::uint32_t> LaunchJoin::launcherOf(std::uint64_t work) const {
    const auto at = RowFinder(m_device).find(work);
    if (at == m_device.size() || (m_device[at].call == kNone && !m_device[at].isUnclear)) {
        return std::nullopt;
    }
    return m_device[at].isUnclear ? kNobody : m_calls[m_device[at].call].process;
}

bool LaunchJoin::isOneLaunch(std::uint64_t work, std::uint64_t other) const {
    RowFinder finder(m_device);
    const auto a = finder.find(work);
    const auto b = finder.find(other);
    if (a == m_device.size() || b == m_device.size()) {
        return false;
    }
    const auto &first = m_device[a];
    const auto &second = m_device[b];
    const bool areKnown = first.call != kNone && second.call != kNone;
    return first.isUnclear || second.isUnclear ||
           (areKnown && (first.call == second.call || m_calls[first.call].process != m_calls[second.call].process));
}

LaunchTrouble LaunchJoin::troubleOf(const TraceStore &trace, std::span<const Launch> launches,
                                    std::span<const Place> places, LaunchTrouble result) const {
    constexpr std::int64_t kEarly = 1'000'000;       // ns; clocks of devices are matched to microseconds
    constexpr std::int64_t kLate = 1'000'000'000;    // nothing that an idle device has to do waits so long
    constexpr std::int64_t kAhead = 10'000'000'000;  // nor is a host ever so far ahead of its device
    result.ambiguous = m_ambiguous;
    for (const auto &[process, hosts] : m_launchers) {
        const auto count = hosts.size() - hosts.count(kNobody);
        result.hosts =
            std::max<std::uint64_t>(result.hosts, hosts.size() > 1 || count == 0 ? std::max<std::size_t>(count, 2) : 0);
    }
    std::map<std::int64_t, std::int64_t> ends;  // by device
    for (const auto &launch : launches) {
        result.unlaunched += launch.isKnown || m_calls.empty() ? 0 : 1;
        const auto [end, isFirst] = ends.try_emplace(launch.device, launch.end);
        const auto delay = launch.isKnown ? launch.begin - launch.returned : 0;
        const bool isIdle = !isFirst && std::min(delay, launch.begin - end->second) > kLate;
        end->second = std::max(end->second, launch.end);
        const auto &slices = trace.slices(launch.stream);
        if (isIdle || delay > kAhead) {
            result.late.add(launch.begin, delay, slices.name(launch.slice));
        }
        const auto early = launch.isKnown ? launch.time - launch.begin : 0;
        if (early > kEarly) {
            result.early.add(launch.begin, early, slices.name(launch.slice));
        }
    }
    result.unlaunched -= std::min(result.unlaunched, m_ambiguous);
    std::vector<bool> isUsed(m_calls.size());
    for (const auto &work : m_device) {
        if (work.call != kNone) {
            isUsed[work.call] = true;
        }
    }
    std::unordered_map<StringId, bool> launchesWork;  // by name
    for (std::size_t i = 0; !m_device.empty() && i < places.size(); ++i) {
        if (isUsed[i] || places[i].slice == kNone) {
            continue;
        }
        const auto name = trace.slices(places[i].track).name(places[i].slice);
        const auto [it, isNew] = launchesWork.try_emplace(name);
        if (isNew) {
            it->second = contains(trace.text(name), "LaunchKernel") || contains(trace.text(name), "Memcpy") ||
                         contains(trace.text(name), "Memset") || contains(trace.text(name), "GraphLaunch");
        }
        result.idleCalls += it->second ? 1 : 0;
    }
    return result;
}

std::vector<LaunchJoin::Place> LaunchJoin::placesOfCalls(const TraceStore &trace) const {
    std::vector<Place> places(m_calls.size());
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        RowFinder finder(m_calls);
        for (std::uint32_t i = 0; track.kind != TrackKind::DeviceStream && i < slices.size(); ++i) {
            if (const auto at = slices.klass(i) == SliceClass::Runtime ? finder.find(slices.row(i)) : places.size();
                at < places.size()) {
                places[at] = {track.id, i};
            }
        }
    }
    return places;
}

std::vector<LaunchJoin::WorkPlace> LaunchJoin::placesOfWorks(const TraceStore &trace) const {
    std::vector<WorkPlace> places;
    places.reserve(m_device.size());
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        RowFinder finder(m_device);
        for (std::uint32_t i = 0; track.kind == TrackKind::DeviceStream && i < slices.size(); ++i) {
            const auto at = finder.find(slices.row(i));
            if (at == m_device.size() || slices.klass(i) == SliceClass::Event) {
                continue;
            }
            places.push_back({ns(slices.begin(i)), track.id, i, static_cast<std::uint32_t>(at)});
        }
    }
    sortList(places, [](const WorkPlace &a, const WorkPlace &b) {
        return std::tuple(a.begin, a.track.value, a.slice) < std::tuple(b.begin, b.track.value, b.slice);
    });
    return places;
}

std::vector<Launch> LaunchJoin::launches(const TraceStore &trace, std::span<const HostStep> steps,
                                         LaunchTrouble &trouble) const {
    const auto places = placesOfCalls(trace);
    const MarkedTime marked(steps);
    std::vector<Launch> launches;
    struct Asked {
        TrackId track{};
        std::uint32_t call = 0;
        RankTime time{};
        std::uint32_t launch = 0;
    };
    std::vector<Asked> asked;
    launches.reserve(m_device.size());
    for (const auto &place : placesOfWorks(trace)) {
        const auto &work = m_device[place.work];
        if (work.call != kNone && places[work.call].slice != kNone) {
            const auto [track, slice] = places[work.call];
            asked.push_back(
                {track, work.call, trace.slices(track).begin(slice), static_cast<std::uint32_t>(launches.size())});
        }
        launches.push_back({place.track, place.slice, place.begin, ns(trace.slices(place.track).end(place.slice))});
        launches.back().device = work.device;
        launches.back().isUnclear = work.isUnclear;
        launches.back().step = work.isUnclear ? marked.stepAt(place.begin) : kNoStep;
    }
    sortList(asked, [](const Asked &a, const Asked &b) {
        return std::tuple(a.track.value, a.time) < std::tuple(b.track.value, b.time);
    });
    LaunchReader reader(trace);
    std::optional<Surroundings> around;
    std::optional<Surroundings> aroundAgain;
    std::optional<RecomputeSpans> spans;
    std::vector<bool> isInSpan(launches.size());
    TrackId current;
    for (const auto &[track, call, time, index] : asked) {
        const auto &place = places[call];
        const auto &slices = trace.slices(track);
        if (!around || current != place.track) {
            around.emplace(slices);
            aroundAgain.emplace(slices);
            spans.emplace(trace, place.track, m_forwardOps);
            current = place.track;
        }
        const auto depth = slices.depthOf(place.slice);
        reader.read(slices, place.slice, depth, *around, launches[index]);
        isInSpan[index] = !spans->isEmpty() && spans->contain(*aroundAgain, depth, time);
        launches[index].step = marked.stepAt(launches[index].time);
    }
    decideRecompute(launches, isInSpan, reader.hasPython(), !m_forwardOps.empty());
    auto found = takeOutImpossible(trace, launches);
    inheritSteps(launches);
    trouble = troubleOf(trace, launches, places, std::move(found));
    return launches;
}

const OperandTexts *LaunchJoin::operandsAt(std::uint64_t row) const {
    const auto it = std::lower_bound(m_operands.begin(), m_operands.end(), row,
                                     [](const OperandTexts &texts, std::uint64_t r) { return texts.offset < r; });
    return it != m_operands.end() && it->offset == row ? &*it : nullptr;
}

}  // namespace stagescope
