#include "core/store/trace/trace_builder.h"

namespace stagescope {

TraceBuilder::LocalTrack TraceBuilder::track(const TrackKey &key) {
    const auto [it, isNew] = m_trackIds.try_emplace(key, static_cast<LocalTrack>(m_tracks.size()));
    if (isNew) {
        m_tracks.emplace_back().key = key;
    }
    return it->second;
}

void TraceBuilder::slice(LocalTrack track, std::int64_t beginNs, std::int64_t durationNs, StringId name,
                         SliceClass klass, std::uint64_t row) {
    m_tracks[track].slices.push({beginNs, durationNs, row, name, klass});
}

void TraceBuilder::begin(LocalTrack track, std::int64_t timeNs, StringId name, SliceClass klass, std::uint64_t row) {
    m_tracks[track].edges.push({timeNs, row, name, StringId{0}, EdgePhase::Begin, klass});
}

void TraceBuilder::end(LocalTrack track, std::int64_t timeNs, std::uint64_t row) {
    m_tracks[track].edges.push({timeNs, row, StringId{0}, StringId{0}, EdgePhase::End, SliceClass::Other});
}

void TraceBuilder::asyncBegin(LocalTrack track, std::int64_t timeNs, StringId id, StringId name, SliceClass klass,
                              std::uint64_t row) {
    m_tracks[track].edges.push({timeNs, row, name, id, EdgePhase::AsyncBegin, klass});
}

void TraceBuilder::asyncEnd(LocalTrack track, std::int64_t timeNs, StringId id, StringId name, std::uint64_t row) {
    m_tracks[track].edges.push({timeNs, row, name, id, EdgePhase::AsyncEnd, SliceClass::Other});
}

void TraceBuilder::sample(LocalTrack track, std::int64_t timeNs, double value, std::uint64_t row) {
    m_tracks[track].samples.push({timeNs, value, row});
}

void TraceBuilder::flow(FlowPhase phase, LocalTrack track, std::int64_t timeNs, std::uint64_t id, StringId category) {
    m_flows.push({timeNs, id, track, category, phase});
}

void TraceBuilder::describeProcess(StringId process, StringId name, StringId label) {
    auto &description = m_processes[process];
    if (name.isValid()) {
        description.name = name;
    }
    if (label.isValid()) {
        description.label = label;
    }
}

void TraceBuilder::sortProcess(StringId process, std::int64_t sortIndex) {
    auto &description = m_processes[process];
    description.hasSortIndex = true;
    description.sortIndex = sortIndex;
}

void TraceBuilder::describeTrack(const TrackKey &key, StringId name, StringId label, TrackKind kind) {
    auto &description = m_descriptions[key];
    if (name.isValid()) {
        description.name = name;
    }
    if (label.isValid()) {
        description.label = label;
    }
    if (kind != TrackKind::Other) {
        description.kind = kind;
    }
}

void TraceBuilder::sortTrack(const TrackKey &key, std::int64_t sortIndex) {
    auto &description = m_descriptions[key];
    description.hasSortIndex = true;
    description.sortIndex = sortIndex;
}

}  // namespace stagescope
