#pragma once

#include "core/base/io/file_source.h"
#include "core/base/key_values.h"
#include "core/formats/io/id_table.h"
#include "core/formats/io/sqlite_reader.h"
#include "core/formats/tables/group_rows.h"
#include "core/store/sink.h"
#include "core/store/trace/trace_builder.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// What the parts of the profiler database reader share; not for others. Schema 1.x of ascend_pytorch_profiler_N.db,
// ascend_mindspore_profiler_N.db and msprof_N.db: all times int64 ns, names are ids of STRING_IDS.
namespace stagescope::profiler_db {

/// Tables whose rows become slices. The number stands in the top 8 bits of SliceRow.row, the row id below.
enum class Table : std::uint8_t {
    None,
    Task,
    CommunicationOp,
    PytorchApi,
    CannApi,
    MstxEvents,
    StepTime,
    GcRecord,
    OsrtApi
};
[[nodiscard]] constexpr std::uint64_t rowOf(Table table, std::int64_t rowId) {
    return static_cast<std::uint64_t>(table) << 56 |
           (static_cast<std::uint64_t>(rowId) & ((std::uint64_t{1} << 56) - 1));
}

/// "No such thing" in columns of connection, stream and rank ids.
constexpr std::int64_t kNoId = 0xffffffff;
[[nodiscard]] constexpr bool isConnection(std::int64_t id) { return id >= 0 && id != kNoId; }

/// STRING_IDS as one block of bytes. Filled once, then read from any thread.
class Strings {
public:
    [[nodiscard]] Status load(SqliteConnection &db);
    /// IdTable::kNone when the id is not in the table.
    [[nodiscard]] std::uint32_t index(std::int64_t id) const { return m_ids.find(id); }
    [[nodiscard]] std::string_view text(std::uint32_t index) const {
        return std::string_view(m_bytes).substr(m_begins[index], m_begins[index + 1] - m_begins[index]);
    }
    [[nodiscard]] std::size_t size() const { return m_begins.size() - 1; }

private:
    std::string m_bytes;
    std::vector<std::size_t> m_begins{0};
    IdTable m_ids;
};

/// Names of one builder: each string is interned when it is first used.
class Names {
public:
    enum class Trait : std::uint8_t { None, Enqueue, Dequeue, Step };
    struct Name {
        StringId id;
        Trait trait = Trait::None;
    };
    Names(TraceBuilder &builder, const Strings &strings)
        : m_builder(builder), m_strings(strings), m_names(strings.size()) {}
    /// "#17" for an id without a text.
    [[nodiscard]] Name of(std::int64_t id) {
        const auto index = m_strings.index(id);
        return index == IdTable::kNone ? unknown(id) : ofIndex(index);
    }
    [[nodiscard]] Name ofIndex(std::uint32_t index) {
        auto &name = m_names[index];
        if (!name.id.isValid()) {
            intern(index);
        }
        return name;
    }

    /// Ids without a text that were asked for.
    [[nodiscard]] const std::unordered_map<std::int64_t, StringId> &unknown() const { return m_unknown; }

private:
    void intern(std::uint32_t index);
    [[nodiscard]] Name unknown(std::int64_t id);

    TraceBuilder &m_builder;
    const Strings &m_strings;
    std::vector<Name> m_names;
    std::unordered_map<std::int64_t, StringId> m_unknown;
};

/// Finds the local track of a numeric key quickly; rows come in runs of the same key. A file with absurdly many tracks
/// gets its last ones on one track.
class TrackCache {
public:
    template <class Make>
    TraceBuilder::LocalTrack find(std::uint64_t key, Make &&make) {
        if (key == m_lastKey && m_hasLast) {
            return m_last;
        }
        auto it = m_tracks.find(key);
        if (it == m_tracks.end()) {
            const auto track = m_tracks.size() < kMaxTracks ? make() : m_last;
            it = m_tracks.emplace(m_tracks.size() < kMaxTracks ? key : ~std::uint64_t{0}, track).first;
        }
        m_lastKey = key;
        m_last = it->second;
        m_hasLast = true;
        return m_last;
    }

private:
    static constexpr std::size_t kMaxTracks = 16384;
    std::unordered_map<std::uint64_t, TraceBuilder::LocalTrack> m_tracks;
    std::uint64_t m_lastKey = 0;
    TraceBuilder::LocalTrack m_last = 0;
    bool m_hasLast = false;
};

/// Texts of a few strings by id, without reading the whole of STRING_IDS where an index allows it.
[[nodiscard]] std::unordered_map<std::int64_t, std::string> textsOf(SqliteConnection &db,
                                                                    std::vector<std::int64_t> ids);

/// User ranges and what the device did for them: the bounds of all TASK rows with the range's connection id.
class MstxRanges {
public:
    struct Range {
        std::int64_t rowId;
        std::int64_t begin;
        std::int64_t end;
        std::int64_t message;
        std::int64_t thread;  ///< globalTid
        std::int64_t connection;
        std::int64_t domain = -1;  ///< string id
        std::uint32_t slot = IdTable::kNone;
    };
    struct Bounds {
        std::int64_t begin;
        std::int64_t end;
        std::int64_t device;
    };
    [[nodiscard]] Status load(SqliteConnection &db);
    /// To be called once the ranges that matter are chosen.
    void index();
    void addTask(std::int64_t connection, std::int64_t begin, std::int64_t end, std::int64_t device) {
        if (!m_slots.isEmpty()) {
            if (const auto slot = m_slots.find(connection); slot != IdTable::kNone) {
                extend(m_bounds[slot], begin, end, device);
            }
        }
    }
    /// Null for a range without device work.
    [[nodiscard]] const Bounds *bounds(const Range &range) const;
    [[nodiscard]] std::vector<Range> &ranges() { return m_ranges; }
    [[nodiscard]] const std::vector<Range> &ranges() const { return m_ranges; }

private:
    static void extend(Bounds &bounds, std::int64_t begin, std::int64_t end, std::int64_t device);

    std::vector<Range> m_ranges;
    std::vector<Bounds> m_bounds;
    IdTable m_slots;
};

/// Groups of META_DATA's parallel_group_info; none when absent or damaged.
[[nodiscard]] std::vector<GroupRow> readGroups(SqliteConnection &db);

/// P2pOps and CommOps of COMMUNICATION_OP.
[[nodiscard]] Status readCommOps(SqliteConnection &db, Sink &sink);

[[nodiscard]] Status loadShallow(SqliteConnection &db, Sink &sink, const LoadControl &control);
[[nodiscard]] Status loadDeep(const SqliteFile &file, SqliteConnection &db, Sink &sink, const LoadControl &control);
[[nodiscard]] Result<KeyValues> rowDetails(SqliteConnection &db, std::uint64_t row);

}  // namespace stagescope::profiler_db
