#include "core/formats/tables/health_rows.h"

#include "core/store/trace/trace_store.h"

namespace stagescope {

namespace {

/// A row about a track, without what is wrong with it.
HealthRecord rowOf(const TraceStore &trace, TrackId id, std::string_view trouble) {
    const auto &track = trace.track(id);
    HealthRecord row;
    row.trouble = trouble;
    row.track = trace.text(track.name);
    row.process = track.parent.isValid() ? trace.text(trace.track(track.parent).name) : std::string_view{};
    row.of = track.rowCount;
    return row;
}

void addWorks(const TraceStore &trace, TrackId track, std::string_view trouble, const StreamTrouble::Works &works,
              std::int64_t lost, TableWriter<HealthRecord> &table, std::uint64_t of = 0) {
    if (works.count == 0) {
        return;
    }
    auto row = rowOf(trace, track, trouble);
    row.name = trace.text(works.name);
    row.count = static_cast<std::int64_t>(works.count);
    row.begin = works.begin;
    row.duration = works.duration;
    row.over = works.over > 0 ? static_cast<std::int64_t>(works.over) : -1;
    row.lost = lost;
    row.of = of > 0 ? static_cast<std::int64_t>(of) : -1;
    table.append(row);
}

void addCount(std::string_view trouble, std::uint64_t count, TableWriter<HealthRecord> &table) {
    if (count > 0) {
        HealthRecord row;
        row.trouble = trouble;
        row.count = static_cast<std::int64_t>(count);
        table.append(row);
    }
}

}  // namespace

void addHealthRows(const TraceStore &trace, const TraceHealth &health, TableWriter<HealthRecord> &table) {
    for (const auto &[track, found] : health.streams) {
        addWorks(trace, track, trouble::kReachesOver, found.cut, found.cutTime, table);
        addWorks(trace, track, trouble::kOverlaps, found.crossed, 0, table);
        addWorks(trace, track, trouble::kNoTime, found.untimed, 0, table);
        addWorks(trace, track, trouble::kFarTime, found.far, 0, table);
        addWorks(trace, track, trouble::kNoLength, found.lengthless, 0, table, found.works);
    }
    if (health.jump > 0) {
        HealthRecord row;
        row.trouble = trouble::kClockJump;
        row.count = static_cast<std::int64_t>(health.jumped);
        row.of = static_cast<std::int64_t>(trace.sliceCount());
        row.begin = health.jumpAt;
        row.duration = health.jump;
        table.append(row);
    }
    for (const auto &[key, unended] : health.unended) {
        auto row = rowOf(trace, key.first, trouble::kNotEnded);
        row.name = trace.text(key.second);
        row.count = static_cast<std::int64_t>(unended.count);
        row.begin = unended.begin;
        table.append(row);
    }
    for (const auto &[track, count, begin] : health.crossing) {
        auto row = rowOf(trace, track, trouble::kCrossingCalls);
        row.count = static_cast<std::int64_t>(count);
        row.begin = begin;
        table.append(row);
    }
    addCount(trouble::kFlowStart, health.flowStarts, table);
    addCount(trouble::kFlowEnd, health.flowEnds, table);
    addCount(trouble::kAmbiguousFlow, health.ambiguousFlows, table);
}

void giveHealth(TableWriter<HealthRecord> &table, Sink &sink) {
    if (table.rowCount() > 0) {
        sink.addTable(table.take());
    }
}

}  // namespace stagescope
