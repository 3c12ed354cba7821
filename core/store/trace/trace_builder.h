#pragma once

#include "core/base/ids.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/store/trace/range_pairs.h"
#include "core/store/trace/track.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Rows appended in order, kept in chunks that never move (a growing vector would copy and keep up to twice the bytes).
/// Chunks grow from 32 to 8192 rows, so that ten thousand short tracks stay cheap.
template <class Row>
class ChunkedRows {
public:
    void push(const Row &row) {
        if (m_used == m_capacity) {
            m_capacity = m_chunks.empty() ? 32 : std::min<std::size_t>(m_capacity * 4, 8192);
            m_chunks.push_back({std::make_unique_for_overwrite<Row[]>(m_capacity), 0});
            m_used = 0;
        }
        m_chunks.back().rows[m_used++] = row;
        m_chunks.back().count = m_used;
        ++m_size;
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// One row of so many, and the first of each chunk.
    template <class Fn>
    void sample(std::size_t stride, Fn &&fn) const {
        for (const auto &chunk : m_chunks) {
            for (std::size_t i = 0; i < chunk.count; i += stride) {
                fn(chunk.rows[i]);
            }
        }
    }
    template <class Fn>
    void forEach(Fn &&fn) const {
        for (const auto &chunk : m_chunks) {
            for (std::size_t i = 0; i < chunk.count; ++i) {
                fn(chunk.rows[i]);
            }
        }
    }
    /// Like forEach, and frees each chunk as soon as it was read.
    template <class Fn>
    void drain(Fn &&fn) {
        for (auto &chunk : m_chunks) {
            for (std::size_t i = 0; i < chunk.count; ++i) {
                fn(chunk.rows[i]);
            }
            chunk.rows.reset();
        }
        *this = ChunkedRows{};
    }

private:
    struct Chunk {
        std::unique_ptr<Row[]> rows;
        std::size_t count;
    };
    std::vector<Chunk> m_chunks;
    std::size_t m_used = 0;
    std::size_t m_capacity = 0;
    std::size_t m_size = 0;
};

enum class FlowPhase : std::uint8_t { Start, Step, End };

/// Takes the rows of one worker, append only, no locks: one builder per thread. mergeTraces turns the builders of a
/// file into one TraceStore; until then names and tracks are local to the builder. Rows must be appended in file order
/// within a builder; `order` arguments (byte offset, row number) put rows of several builders in file order where that
/// matters (B/E pairs). Times are int64 ns of the file's clock.
class TraceBuilder {
public:
    /// Names a track. `process` and `thread` are the file's own ids as text; they and kind identify it. thread is the
    /// series name for counters.
    struct TrackKey {
        TrackKind kind = TrackKind::Other;
        StringId process;
        StringId thread;
        bool operator==(const TrackKey &) const = default;
    };
    using LocalTrack = std::uint32_t;

    StringId intern(std::string_view text) { return m_strings.intern(text); }
    [[nodiscard]] std::string_view text(StringId id) const { return m_strings.at(id); }

    /// Finds or makes a track, O(1). For formats that learn a track's kind only later (trace JSON), kind Other here and
    /// describeTrack later.
    LocalTrack track(const TrackKey &key);
    [[nodiscard]] const TrackKey &key(LocalTrack track) const { return m_tracks[track].key; }
    [[nodiscard]] LocalTrack trackCount() const { return static_cast<LocalTrack>(m_tracks.size()); }

    void slice(LocalTrack track, std::int64_t beginNs, std::int64_t durationNs, StringId name, SliceClass klass,
               std::uint64_t row);
    /// The track holds calls of a host (operators, runtime, Python, ranges of the program): it is a thread of a host,
    /// whatever its name.
    void markCalls(LocalTrack track) { m_tracks[track].holdsCalls = true; }
    /// A step of the program is marked on it.
    void markStep(LocalTrack track) { m_tracks[track].marksSteps = true; }
    [[nodiscard]] bool marksSteps(LocalTrack track) const { return m_tracks[track].marksSteps; }
    /// B and E of the trace event format; paired per track in (time, order) when merging. What never ends lasts to the
    /// end of the trace.
    void begin(LocalTrack track, std::int64_t timeNs, StringId name, SliceClass klass, std::uint64_t row);
    void end(LocalTrack track, std::int64_t timeNs, std::uint64_t row);
    /// b and e: paired by (track, id) when merging: an end belongs to the last open begin of its name, one without a
    /// name to the last open one. They overlap freely.
    void asyncBegin(LocalTrack track, std::int64_t timeNs, StringId id, StringId name, SliceClass klass,
                    std::uint64_t row);
    void asyncEnd(LocalTrack track, std::int64_t timeNs, StringId id, StringId name, std::uint64_t row);
    /// Samples of the same time keep the order of `row`.
    void sample(LocalTrack track, std::int64_t timeNs, double value, std::uint64_t row = 0);
    /// s, t, f: matched by (category, id) within a process and the processes that belong to it (process_pairs.h); one
    /// start may have several ends (each its own arrow).
    void flow(FlowPhase phase, LocalTrack track, std::int64_t timeNs, std::uint64_t id, StringId category);

    /// Names and order, as metadata tells them; the last one wins. kind Other leaves the kind open.
    void describeProcess(StringId process, StringId name, StringId label);
    void sortProcess(StringId process, std::int64_t sortIndex);
    void describeTrack(const TrackKey &key, StringId name, StringId label, TrackKind kind);
    void sortTrack(const TrackKey &key, std::int64_t sortIndex);

private:
    friend class TraceMerger;

    struct SliceRow {
        std::int64_t begin;
        std::int64_t duration;
        std::uint64_t row;
        StringId name;
        SliceClass klass;
    };
    struct SampleRow {
        std::int64_t time;
        double value;
        std::uint64_t row;
    };
    struct FlowRow {
        std::int64_t time;
        std::uint64_t id;
        LocalTrack track;
        StringId category;
        FlowPhase phase;
    };
    struct Description {
        StringId name;
        StringId label;
        TrackKind kind = TrackKind::Other;
        bool hasSortIndex = false;
        std::int64_t sortIndex = 0;
    };
    struct TrackRows {
        TrackKey key;
        bool holdsCalls = false;
        bool marksSteps = false;
        ChunkedRows<SliceRow> slices;
        ChunkedRows<SampleRow> samples;
        ChunkedRows<RangeEdge> edges;
    };
    struct KeyHash {
        std::size_t operator()(const TrackKey &k) const {
            return (static_cast<std::size_t>(k.process.value) * 0x9E3779B97F4A7C15ULL) ^
                   (static_cast<std::size_t>(k.thread.value) << 8) ^ static_cast<std::size_t>(k.kind);
        }
    };

    StringPool m_strings;
    std::vector<TrackRows> m_tracks;
    std::unordered_map<TrackKey, LocalTrack, KeyHash> m_trackIds;
    ChunkedRows<FlowRow> m_flows;
    std::unordered_map<StringId, Description> m_processes;
    std::unordered_map<TrackKey, Description, KeyHash> m_descriptions;
};

}  // namespace stagescope
