#include "core/analysis/flame/thread_calls.h"

#include "core/store/trace/interruptible_sort.h"

#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr std::string_view kModuleCall = "nn.Module: ";
// With the thread's number behind it, as the reader of databases names the tracks.
constexpr std::string_view kThread = "Thread ";
constexpr std::string_view kModuleMarks = "MSTX Module ";

bool isOfThread(std::string_view marks, std::string_view thread) {
    return marks.starts_with(kModuleMarks) && thread.starts_with(kThread) &&
           marks.substr(kModuleMarks.size()) == thread.substr(kThread.size());
}

}  // namespace

std::string_view moduleOfCall(std::string_view name) {
    return name.starts_with(kModuleCall) ? name.substr(kModuleCall.size()) : std::string_view{};
}

ThreadCalls::ThreadCalls(const TraceStore &trace, TrackId thread, Wanted wanted, const std::stop_token &stop)
    : m_thread(thread), m_own(trace.slices(thread)) {
    if (wanted != Wanted::Operator) {
        findMarks(trace);
    }
    for (std::uint32_t i = 0; i < m_own.size(); ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) {
            return;
        }
        if (wants(trace, i, wanted)) {
            m_order.push_back(i);
        }
    }
    for (std::uint32_t i = 0; m_marks != nullptr && i < m_marks->size(); ++i) {
        m_order.push_back(i | kMark);
    }
    sort(stop);
}

ThreadCalls::ThreadCalls(const TraceStore &trace, TrackId thread, std::vector<std::uint32_t> slices)
    : m_thread(thread), m_own(trace.slices(thread)), m_order(std::move(slices)) {
    sort({});
}

void ThreadCalls::findMarks(const TraceStore &trace) {
    const auto &own = trace.track(m_thread);
    for (const auto &track : trace.tracks()) {
        if (track.kind == TrackKind::Mstx && track.parent == own.parent &&
            isOfThread(trace.text(track.name), trace.text(own.name))) {
            m_markTrack = track.id;
            m_marks = &trace.slices(track.id);
        }
    }
}

bool ThreadCalls::wants(const TraceStore &trace, std::uint32_t slice, Wanted wanted) const {
    const auto klass = m_own.klass(slice);
    if (klass == SliceClass::Python) {
        const bool isModule = !moduleOfCall(trace.text(m_own.name(slice))).empty();
        return wanted == Wanted::Module ? isModule && m_marks == nullptr
                                        : wanted != Wanted::Operator && !(isModule && m_marks != nullptr);
    }
    return klass == SliceClass::HostOp ? wanted == Wanted::Operator || wanted == Wanted::All
                                       : klass == SliceClass::Mstx && wanted == Wanted::All;
}

ThreadCall ThreadCalls::callOf(std::uint32_t entry) const {
    const bool isMark = (entry & kMark) != 0;
    const auto &slices = isMark ? *m_marks : m_own;
    const auto i = entry & ~kMark;
    return {isMark ? m_markTrack : m_thread,
            SliceId{i},
            ns(slices.begin(i)),
            ns(slices.end(i)),
            slices.name(i),
            slices.klass(i),
            isMark};
}

void ThreadCalls::sort(const std::stop_token &stop) {
    // Of calls that begin together the outer ones come first: the longer ones, and of those as long the upper ones.
    const auto isBefore = [this](std::uint32_t a, std::uint32_t b) {
        const auto [left, right] = std::pair(callOf(a), callOf(b));
        return std::tuple(left.begin, -left.end, !left.isMark, a) <
               std::tuple(right.begin, -right.end, !right.isMark, b);
    };
    if (!interruptibleSort(m_order.begin(), m_order.end(), isBefore, stop)) {
        m_order.clear();
    }
}

}  // namespace stagescope
