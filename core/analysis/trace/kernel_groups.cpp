#include "core/analysis/trace/kernel_groups.h"

#include "core/analysis/tables/analysis.h"
#include "core/analysis/trace/op_stats.h"
#include "core/base/kernel_name.h"
#include "core/base/words/kernel_label.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace stagescope {

namespace {

constexpr std::uint32_t kGroupsLook = 4096;

bool hasNames(KernelGrouping grouping) {
    return grouping == KernelGrouping::Name || grouping == KernelGrouping::NameShape ||
           grouping == KernelGrouping::CommunicationName;
}
bool hasShapes(KernelGrouping grouping) {
    return grouping == KernelGrouping::Shape || grouping == KernelGrouping::NameShape;
}

/// Operators as the lanes of groups show them.
void visitGroupLanes(const TraceStore &trace, const std::stop_token &stop,
                     const std::function<void(const DeviceKernel &)> &visit) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::CommGroup && i < slices.size(); ++i) {
            if (i % kGroupsLook == 0 && stop.stop_requested()) {
                return;
            }
            if (slices.klass(i) == SliceClass::Communication) {
                DeviceKernel kernel;
                kernel.name = trace.text(slices.name(i));
                kernel.type = communicationKind(kernel.name);
                kernel.begin = ns(slices.begin(i));
                kernel.duration = (slices.end(i) - slices.begin(i)).count();
                kernel.communicates = true;
                visit(kernel);
            }
        }
    }
}

}  // namespace

KernelGroup kernelGroup(const DeviceKernel &kernel, KernelGrouping grouping) {
    KernelGroup group{identityOf(kernel), kernel.core};
    if (hasNames(grouping)) {
        group.name = kernelName(kernel.name).shortName;
        // One function is one group, whichever operators of the framework launch it.
        group.type = kernel.type.empty() ? keptKernelLabel(group.name) : kernel.type;
    }
    if (hasShapes(grouping)) {
        group.shapes = kernel.inputShapes;
    }
    return group;
}

bool KernelScope::takes(const DeviceKernel &kernel) const {
    return kernel.kind != DeviceKernel::Kind::Copy && kernel.communicates == isOfCommunication(grouping) &&
           (!range || range->contains(rankTime(kernel.begin))) && (!device || kernel.device == *device) &&
           (streams.empty() || std::find(streams.begin(), streams.end(), kernel.stream) != streams.end());
}

Result<std::vector<std::int64_t>> streamsParameter(const AnalysisInput &input) {
    const auto text = input.parameter("stream");
    std::vector<std::int64_t> streams;
    const char *at = text.data();
    const char *end = at + text.size();
    while (at != end) {
        std::int64_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc() || (next != end && (*next != ',' || next + 1 == end))) {
            return fail(ErrorKind::BadArgument, "stream: numbers of streams, as 2,47");
        }
        streams.push_back(number);
        at = next == end ? end : next + 1;
    }
    return streams;
}

void visitKernelShare(const RankCapture &capture, const KernelScope &scope, Share share, const std::stop_token &stop,
                      const std::function<void(const DeviceKernel &)> &visit) {
    const auto visitTaken = [&](const DeviceKernel &kernel) {
        if (scope.takes(kernel)) {
            visit(kernel);
        }
    };
    visitKernels(capture, stop, visitTaken, share);
}

void visitKernels(const RankCapture &capture, const KernelScope &scope, const std::stop_token &stop,
                  const std::function<void(const DeviceKernel &)> &visit) {
    bool hasOperators = false;
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        hasOperators = hasOperators || kernel.communicates;
        if (scope.takes(kernel)) {
            visit(kernel);
        }
    });
    if (hasOperators || !isOfCommunication(scope.grouping)) {
        return;
    }
    for (const auto &[source, trace] : capture.traces()) {
        visitGroupLanes(*trace, stop, [&](const DeviceKernel &kernel) {
            if (scope.takes(kernel)) {
                visit(kernel);
            }
        });
    }
}

std::size_t KernelGroups::Place::hash() const {
    constexpr std::size_t kOddFactor = 0x9e3779b97f4a7c15ULL;
    std::size_t hash = 0;
    for (const auto *text : texts) {
        hash = (hash ^ reinterpret_cast<std::uintptr_t>(text)) * kOddFactor;
    }
    return hash ^ (hash >> 32);
}

KernelGroups::KernelGroups(KernelGrouping grouping)
    : m_grouping(grouping), m_hasNames(hasNames(grouping)), m_hasShapes(hasShapes(grouping)), m_places(64) {}

std::size_t KernelGroups::slotOf(const Place &place) const {
    auto slot = place.hash() & (m_places.size() - 1);
    while (m_places[slot].number != kFree && !m_places[slot].isAt(place)) {
        slot = (slot + 1) & (m_places.size() - 1);
    }
    return slot;
}

void KernelGroups::addPlace(Place place) {
    if (2 * ++m_placeCount > m_places.size()) {
        auto before = std::exchange(m_places, std::vector<Place>(2 * m_places.size()));
        for (auto &old : before) {
            if (old.number != kFree) {
                m_places[slotOf(old)] = old;
            }
        }
    }
    m_places[slotOf(place)] = place;
}

std::size_t KernelGroups::of(const DeviceKernel &kernel) {
    const auto placeOf = [](std::string_view text, bool counts = true) {
        return counts && !text.empty() ? text.data() : nullptr;
    };
    const auto type = kernel.type.empty() && !m_hasNames ? kernel.frameworkOp : kernel.type;
    Place place{{placeOf(type), placeOf(kernel.core), placeOf(kernel.name, m_hasNames || type.empty()),
                 placeOf(kernel.inputShapes, m_hasShapes)}};
    const auto &known = m_places[slotOf(place)];
    if (known.number != kFree) {
        return known.number;
    }
    place.number = of(kernelGroup(kernel, m_grouping));
    addPlace(place);
    return place.number;
}

std::size_t KernelGroups::of(const KernelGroup &group) {
    const auto [number, isNew] = m_byTexts.try_emplace(group, m_groups.size());
    if (isNew) {
        m_groups.push_back(group);
    }
    return number->second;
}

}  // namespace stagescope
