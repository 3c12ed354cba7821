#include "core/analysis/snapshot/snapshot_history.h"

#include "core/analysis/snapshot/stack_groups.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

namespace stagescope {

namespace {

constexpr LiveBlocks::Block kNone = static_cast<LiveBlocks::Block>(-1);
constexpr std::uint32_t kNoFrames = 0x80000000;  ///< with the bit width of the size
constexpr std::uint32_t kOlder = 0xc0000000;
constexpr std::string_view kStep = "ProfilerStep#";

/// Lives as LiveBlocks wants them, and whose they are.
struct Lives {
    std::vector<BlockLife> lives;
    std::vector<std::uint32_t> whose;
    std::vector<LiveBlocks::Block> placeOf;
};

/// `count` lives of `lifeOf(i)`, ordered; lives that begin and end at one moment are left out.
template <class LifeOf>
Lives ordered(std::size_t count, std::uint32_t moments, const LifeOf &lifeOf) {
    Lives result;
    std::vector<BlockLife> lives(count);
    std::vector<std::uint32_t> order;
    order.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        lives[i] = lifeOf(i);
        if (lives[i].begin < lives[i].end && lives[i].begin < moments) {
            order.push_back(i);
        }
    }
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const auto &left = lives[a];
        const auto &right = lives[b];
        return left.begin != right.begin ? left.begin < right.begin : left.begin == 0 && left.end > right.end;
    };
    std::stable_sort(order.begin(), order.end(), before);
    result.placeOf.assign(count, kNone);
    result.lives.reserve(order.size());
    for (const auto i : order) {
        result.placeOf[i] = static_cast<LiveBlocks::Block>(result.lives.size());
        result.lives.push_back(lives[i]);
    }
    result.whose = std::move(order);
    return result;
}

std::uint32_t groupOf(const SnapshotStore &store, StackId stack, std::uint64_t size) {
    return store.stacks().frames(stack).empty() ? kNoFrames | static_cast<std::uint32_t>(std::bit_width(size))
                                                : stack.value;
}

/// FNV-1a, continued.
std::uint32_t hashed(std::uint32_t hash, std::string_view text) {
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    return hash;
}

std::optional<std::int64_t> stepNumber(std::string_view name) {
    if (!name.starts_with(kStep)) {
        return std::nullopt;
    }
    std::int64_t number = 0;
    const auto *first = name.data() + kStep.size();
    const auto [end, error] = std::from_chars(first, name.data() + name.size(), number);
    return error == std::errc{} && end != first ? std::optional(number) : std::nullopt;
}

}  // namespace

SnapshotHistory::SnapshotHistory(std::shared_ptr<const SnapshotStore> store, std::uint32_t device,
                                 const std::stop_token &stop)
    : m_store(std::move(store)), m_device(device) {
    hashStacks();
    buildBlocks(stop);
    buildSegments(stop);
    m_peak = m_blocks.peakIn(0, m_blocks.events());
    const auto &events = m_store->events();
    for (std::uint32_t i = 0; i < this->events(); ++i) {
        const auto action = events.action(this->device().firstEvent + i);
        if (action == SnapshotAction::OutOfMemory || action == SnapshotAction::Snapshot) {
            m_marks.push_back({i, action});
        }
    }
    readTimes();
    for (std::uint32_t i = 0; m_hasTimes && i < this->events(); i += kSomeEvents) {
        m_someTimes.push_back(timeAt(i));
    }
    readAnnotations();
    findSteps();
}

/// Of functions and lines, not of paths: the same program elsewhere has the same colours.
void SnapshotHistory::hashStacks() {
    const auto &stacks = m_store->stacks();
    m_frameHashes.resize(stacks.frameCount());
    for (std::uint32_t i = 0; i < m_frameHashes.size(); ++i) {
        m_frameHashes[i] = hashed(2166136261U, frameText(*m_store, FrameId{i}));
    }
    m_hashes.resize(stacks.stackCount());
    for (std::uint32_t i = 0; i < m_hashes.size(); ++i) {
        std::uint32_t hash = 2166136261U;
        for (const auto frame : stacks.frames(StackId{i})) {
            hash = (hash ^ m_frameHashes[frame.value]) * 16777619U;
        }
        m_hashes[i] = hash ^ hash >> 15;
    }
}

std::optional<StackId> SnapshotHistory::stackOf(std::uint32_t group) const {
    return group < kNoFrames ? std::optional(StackId{group}) : std::nullopt;
}

bool SnapshotHistory::isOlder(std::uint32_t group) const { return group == kOlder; }

std::uint32_t SnapshotHistory::hashOf(std::uint32_t group) const {
    return group < m_hashes.size() ? m_hashes[group] : group * 7;
}

std::string SnapshotHistory::labelOf(std::uint32_t group) const {
    const auto stack = stackOf(group);
    return stack ? ownerLabel(*m_store, *stack) : std::string();
}

std::uint64_t SnapshotHistory::leastSizeOf(std::uint32_t group) {
    const auto width = group & ~kOlder;
    return width == 0 ? 0 : std::uint64_t{1} << (width - 1);
}

void SnapshotHistory::buildBlocks(const std::stop_token &stop) {
    const auto &allocations = device().allocations.allocations;
    auto lives = ordered(allocations.size(), events() + 1, [&](std::uint32_t i) {
        const auto &a = allocations[i];
        return BlockLife{a.size, momentOf(a.begin), momentOf(a.end),
                         knowsItsMaker(a) ? groupOf(*m_store, a.stack, a.size) : kOlder};
    });
    m_older = static_cast<std::uint32_t>(
        std::count_if(allocations.begin(), allocations.end(), [](const Allocation &a) { return a.isOlder(); }));
    m_allocationOf = std::move(lives.whose);
    m_blockOf = std::move(lives.placeOf);
    m_blocks = LiveBlocks(std::move(lives.lives), events() + 1, stop);
}

void SnapshotHistory::buildSegments(const std::stop_token &stop) {
    const auto &spans = device().allocations.spans;
    auto lives = ordered(spans.size(), events() + 1, [&](std::uint32_t i) {
        const auto &s = spans[i];
        return BlockLife{s.size, momentOf(s.begin), momentOf(s.end), groupOf(*m_store, s.stack, s.size)};
    });
    m_spanOf = std::move(lives.whose);
    m_segmentOf = std::move(lives.placeOf);
    m_segments = LiveBlocks(std::move(lives.lives), events() + 1, stop);
}

std::optional<LiveBlocks::Block> SnapshotHistory::blockOf(std::uint32_t allocation) const {
    const bool isThere = allocation < m_blockOf.size() && m_blockOf[allocation] != kNone;
    return isThere ? std::optional(m_blockOf[allocation]) : std::nullopt;
}

std::optional<LiveBlocks::Block> SnapshotHistory::segmentOf(std::uint32_t span) const {
    const bool isThere = span < m_segmentOf.size() && m_segmentOf[span] != kNone;
    return isThere ? std::optional(m_segmentOf[span]) : std::nullopt;
}

/// Events of several threads may be written out of order, and some may have no time: these get that of the one before.
void SnapshotHistory::readTimes() {
    const auto first = device().firstEvent;
    std::int64_t last = SnapshotEvent::kNoTime;
    bool isRising = true;
    for (std::uint32_t i = 0; i < events(); ++i) {
        const auto time = m_store->events().timeNs(first + i);
        m_hasTimes = m_hasTimes || time != SnapshotEvent::kNoTime;
        isRising = isRising && time != SnapshotEvent::kNoTime && time >= last;
        last = std::max(last, time);
    }
    if (!m_hasTimes || isRising) {
        return;
    }
    m_times.resize(events());
    std::uint32_t known = 0;
    while (m_store->events().timeNs(first + known) == SnapshotEvent::kNoTime) {
        ++known;
    }
    last = m_store->events().timeNs(first + known);
    for (std::uint32_t i = 0; i < events(); ++i) {
        last = std::max(last, m_store->events().timeNs(first + i));
        m_times[i] = last;
    }
}

std::uint32_t SnapshotHistory::eventsUntil(std::int64_t time) const {
    const auto some = std::upper_bound(m_someTimes.begin(), m_someTimes.end(), time) - m_someTimes.begin();
    auto low = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(0, some - 1)) * kSomeEvents;
    auto high = std::min(events(), static_cast<std::uint32_t>(some) * kSomeEvents);
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        const bool isBehind = timeAt(middle) <= time;
        (isBehind ? low : high) = isBehind ? middle + 1 : middle;
    }
    return low;
}

/// Starts are closed by the next end of the same name, latest first; without one they last until the history ends.
void SnapshotHistory::readAnnotations() {
    if (!m_hasTimes) {
        return;
    }
    std::vector<SnapshotAnnotation> marks;
    for (const auto &mark : m_store->annotations()) {
        if (mark.timeNs != SnapshotEvent::kNoTime && (mark.device < 0 || mark.device == device().device)) {
            marks.push_back(mark);
        }
    }
    std::stable_sort(marks.begin(), marks.end(), [](const auto &a, const auto &b) { return a.timeNs < b.timeNs; });
    std::vector<std::pair<StringId, std::size_t>> open;
    for (const auto &mark : marks) {
        const auto moment = eventsUntil(mark.timeNs - 1);
        if (mark.stage == SnapshotAnnotation::Stage::End) {
            const auto it =
                std::find_if(open.rbegin(), open.rend(), [&](const auto &o) { return o.first == mark.name; });
            if (it != open.rend()) {
                m_annotations[it->second].end = moment;
                open.erase(std::next(it).base());
            }
            continue;
        }
        const bool isOpen = mark.stage == SnapshotAnnotation::Stage::Start;
        m_annotations.push_back(
            {std::string(m_store->text(mark.name)), moment, isOpen ? events() : moment, static_cast<int>(open.size())});
        if (isOpen) {
            open.emplace_back(mark.name, m_annotations.size() - 1);
        }
    }
}

void SnapshotHistory::findSteps() {
    std::uint32_t end = 0;
    for (const auto &annotation : m_annotations) {
        const auto number = stepNumber(annotation.name);
        const bool isNext = m_stepBorders.empty() || annotation.begin > m_stepBorders.back();
        if (number && isNext) {
            m_stepBorders.push_back(annotation.begin);
            m_stepNumbers.push_back(*number);
            end = annotation.end;
        }
    }
    if (!m_stepBorders.empty()) {
        m_stepBorders.push_back(std::max(end, m_stepBorders.back() + 1));
    }
}

}  // namespace stagescope
