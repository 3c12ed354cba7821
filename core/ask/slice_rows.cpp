#include "core/ask/slice_rows.h"

#include "core/base/item_ref.h"
#include "core/store/trace/trace_store.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 14> kSliceClasses{"other", "operator", "python",    "runtime",       "queue",
                                                         "range", "step",     "computing", "communication", "comm_task",
                                                         "copy",  "event",    "overlap",   "instant"};

bool isOfDevice(const Track &track) {
    return track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup ||
           track.kind == TrackKind::CommPlane || track.kind == TrackKind::Overlap;
}

/// The step that the host is in, or whose work the device does.
std::int64_t stepAt(const std::vector<StepBounds> &steps, const Track &track, RankTime time) {
    if (isOfDevice(track)) {
        return stepOfDeviceWork(steps, time);
    }
    const auto it = std::upper_bound(steps.begin(), steps.end(), time,
                                     [](RankTime t, const StepBounds &step) { return t < step.range.begin; });
    return it == steps.begin() || time >= std::prev(it)->range.end ? kNoStep : std::prev(it)->step;
}

/// Where begins of slices of a step lie.
RankRange rangeOfStep(const StepBounds &step, const Track &track) {
    auto range = step.range;
    if (isOfDevice(track) && step.device) {
        range = {std::min(range.begin, step.device->begin), std::max(range.end, step.device->end)};
    }
    return range;
}

}  // namespace

void SliceRows::give(int column, sqlite3_context *context) const {
    const auto &slices = *m_slices;
    switch (column) {
        case kDepth:
            return sqlite3_result_int64(context, m_depth);
        case kName:
            return giveText(context, track().trace->text(slices.name(m_slice)));
        case kClass:
            return giveText(context, kSliceClasses.at(static_cast<std::size_t>(slices.klass(m_slice))));
        case kBegin:
        case kTs:
            return sqlite3_result_int64(context, ns(slices.begin(m_slice)) + track().offset);
        case kEnd:
            return sqlite3_result_int64(context, ns(slices.end(m_slice)) + track().offset);
        case kLength:
        case kDur:
            return sqlite3_result_int64(context, ns(slices.end(m_slice)) - ns(slices.begin(m_slice)));
        case kSelf:
            return sqlite3_result_int64(context, selfTime());
        case kStep: {
            const auto step = stepAt(m_steps.of(*track().capture), *track().track, slices.begin(m_slice));
            return step == kNoStep ? sqlite3_result_null(context) : sqlite3_result_int64(context, step);
        }
        case kParent: {
            const auto parent = slices.parentOf(SliceId{m_slice});
            return parent ? giveReference(*parent, context) : sqlite3_result_null(context);
        }
        case kEvidence:
            return giveReference(SliceId{m_slice}, context);
        default:
            return giveTrack(track(), column, context);
    }
}

bool SliceRows::enter(const AskTrack &track) {
    m_slices = track.track->kind == TrackKind::Counter ? nullptr : &track.trace->slices(track.track->id);
    if (m_slices == nullptr || m_slices->size() == 0) {
        return false;
    }
    m_name = StringId{};
    if (bounds().name) {
        m_name = track.trace->strings().find(*bounds().name);
        if (!m_name.isValid()) {
            return false;
        }
    }
    m_hasName = bounds().name.has_value();
    m_first = onRank(bounds().first, track);
    m_last = onRank(bounds().last, track);
    if (bounds().step && !narrowToStep(track)) {
        return false;
    }
    m_depth = 0;
    m_slice = 0;
    m_depthEnd = 0;
    enterDepth();
    return findSlice();
}

void SliceRows::giveReference(SliceId slice, sqlite3_context *context) const {
    const auto text = toText(SliceRef{track().run, track().source, track().track->id, slice});
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

bool SliceRows::narrowToStep(const AskTrack &track) {
    const auto &steps = m_steps.of(*track.capture);
    const auto at = findStep(steps, *bounds().step);
    if (at == steps.size()) {
        return false;
    }
    const auto range = rangeOfStep(steps[at], *track.track);
    m_first = std::max(m_first, ns(range.begin));
    m_last = std::min(m_last, ns(range.end));
    return m_first <= m_last;
}

std::int64_t SliceRows::selfTime() const {
    const auto begin = m_slices->begin(m_slice);
    const auto end = m_slices->end(m_slice);
    auto self = (end - begin).count();
    if (m_depth + 1 < m_slices->depthCount()) {
        const auto last = m_slices->depthBegin(m_depth + 2);
        for (auto i = m_slices->firstEndingAfter(m_depth + 1, begin); i < last && m_slices->end(i) <= end; ++i) {
            self -= m_slices->begin(i) >= begin ? (m_slices->end(i) - m_slices->begin(i)).count() : 0;
        }
    }
    return self;
}

void SliceRows::enterDepth() {
    m_slice = m_slices->depthBegin(m_depth);
    m_depthEnd = m_slices->depthBegin(m_depth + 1);
    if (m_first != kLeastTime) {
        m_slice = m_slices->firstEndingAfter(m_depth, rankTime(m_first));
        while (m_slice > m_slices->depthBegin(m_depth) && ns(m_slices->begin(m_slice - 1)) >= m_first) {
            --m_slice;  // points end where they begin
        }
    }
}

bool SliceRows::findSlice() {
    while (true) {
        for (; m_slice < m_depthEnd; ++m_slice) {
            const auto begin = ns(m_slices->begin(m_slice));
            if (begin > m_last) {
                break;
            }
            if (begin >= m_first && (!m_hasName || m_slices->name(m_slice) == m_name)) {
                return true;
            }
        }
        if (++m_depth >= m_slices->depthCount()) {
            return false;
        }
        enterDepth();
    }
}

}  // namespace stagescope
