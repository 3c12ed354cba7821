#pragma once

#include "core/base/words/producer_words.h"
#include "core/formats/perfetto/perfetto_event.h"
#include "core/formats/protobuf/trace_rows.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Packets that became no rows, by why.
struct PerfettoTrouble {
    std::uint64_t damaged = 0;    ///< events that are no messages
    std::uint64_t stateless = 0;  ///< names and tracks that they refer to were lost
    std::uint64_t timeless = 0;   ///< no time, or one of an unknown clock
    std::uint64_t unread = 0;     ///< data of another kind: ftrace, counters of GPUs ...
    std::uint64_t endsAlone = 0;  ///< ends of ranges that did not begin
};

/// Second pass: turns track events into rows, in the order of the file. Borrows tracks and clocks of the first one.
class PerfettoWriter {
public:
    PerfettoWriter(const PerfettoTracks &tracks, PerfettoClocks &clocks, TraceRows &rows)
        : m_tracks(tracks), m_clocks(clocks), m_rows(rows) {}

    void write(const PerfettoPacket &packet);
    /// Once, behind the last packet: arrows, launches, names.
    void finish();
    [[nodiscard]] const PerfettoTrouble &trouble() const { return m_trouble; }
    [[nodiscard]] const std::vector<std::string> &categories() const { return m_categories; }

private:
    /// A range that is open on a lane.
    struct Open {
        bool isWritten = false;      ///< its times stand in its annotations
        std::uint32_t call = kNone;  ///< position in m_calls
        std::uint32_t work = kNone;
    };
    struct Lane {
        TraceBuilder::LocalTrack track = 0;
        StringId process{};
        const PerfettoTrack *told = nullptr;
        bool isCounter = false;
        bool isStream = false;
        bool holdsCalls = false;
        double sum = 0;  ///< of an incremental counter
        std::int32_t device = -1;
        std::int64_t stream = -1;
        std::vector<Open> open{};
    };
    struct FlowPoint {
        std::uint64_t id = 0;
        std::int64_t time = 0;
        TraceBuilder::LocalTrack track = 0;
        bool isLast = false;
    };
    /// What annotations say of work of a device and of calls.
    struct Facts {
        std::uint64_t correlation = 0;
        std::optional<std::int64_t> begin{};
        std::optional<std::int64_t> end{};
        std::int64_t bytes = -1;
        std::int64_t stream = -1;
        std::int64_t device = -1;
        std::string_view direction{};
    };
    struct Category {
        CategoryWord word;
        bool isSet = false;
    };
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    Lane &laneOf(const PerfettoEvent &event, const PerfettoSequence &sequence);
    Lane &laneOfTrack(std::uint64_t uuid);
    Lane &laneOfThread(std::int64_t process, std::int64_t thread);
    void placeLane(Lane &lane, std::optional<std::int64_t> process, const std::string &key, std::string name,
                   std::int64_t order);
    Lane &asyncLane(const Lane &beside, std::string_view category);
    CategoryWord wordOf(std::string_view category);
    [[nodiscard]] Facts factsOf(const PerfettoEvent &event, const PerfettoSequence &sequence) const;

    void writeEvent(const PerfettoEvent &event, const PerfettoSequence &sequence, PerfettoClocks::Time time,
                    std::uint64_t row);
    void writeLegacy(const PerfettoEvent &event, const PerfettoSequence &sequence, Lane &lane, std::int64_t time,
                     std::uint64_t row);
    /// `length`: of a range whose end is known.
    void begin(const PerfettoEvent &event, const PerfettoSequence &sequence, Lane &lane, PerfettoClocks::Time time,
               std::optional<std::int64_t> length, std::uint64_t row);
    void end(Lane &lane, std::int64_t time, std::uint64_t row);
    void addWork(const Facts &facts, std::string_view name, const Lane &lane, Open &open, std::int64_t begin,
                 std::int64_t length, std::uint64_t row, bool isCopy);
    void sample(Lane &lane, double value, std::int64_t time, std::uint64_t row);
    void addExtraCounters(const PerfettoEvent &event, const PerfettoSequence &sequence, std::int64_t time,
                          std::uint64_t row);
    void addFlows(const PerfettoEvent &event, const Lane &lane, std::int64_t time);
    StringId nameOf(std::string_view bytes);

    const PerfettoTracks &m_tracks;
    PerfettoClocks &m_clocks;
    TraceRows &m_rows;
    PerfettoSequences m_sequences;
    PerfettoEvent m_event;
    PerfettoTrouble m_trouble;
    std::unordered_map<std::uint64_t, Lane> m_lanes;  ///< by track
    std::map<std::pair<std::int64_t, std::int64_t>, Lane> m_threads;
    std::map<std::pair<StringId, std::string>, Lane> m_asyncs;
    std::map<std::string, std::pair<std::string, std::int64_t>> m_processes;  ///< name and order, by key
    std::vector<FlowPoint> m_flows;
    std::vector<LaunchEnd> m_calls;
    std::vector<LaunchEnd> m_works;
    std::vector<std::pair<std::uint32_t, std::size_t>> m_copyOfWork;  ///< position in m_works, in the copies
    std::unordered_map<std::string, CategoryWord> m_words;
    std::vector<std::string> m_categories;
    std::string m_scratch;
};

}  // namespace stagescope
