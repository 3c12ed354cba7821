#pragma once

#include "core/formats/perfetto/perfetto_packets.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stagescope {

/// A track as descriptors tell it.
struct PerfettoTrack {
    enum class Unit : std::uint8_t { None, Nanos, Count, Bytes };
    std::uint64_t parent = 0;
    std::string name{};
    std::optional<std::int64_t> process{};
    std::optional<std::int64_t> thread{};
    std::string processName{};
    std::string threadName{};
    bool isProcess = false;  ///< the process itself
    bool isThread = false;
    bool isCounter = false;
    bool isIncremental = false;
    Unit unit = Unit::None;
    std::string unitName{};
    std::int64_t unitMultiplier = 1;
    std::int64_t order = 0;
    std::uint64_t number = 0;  ///< in the order of the file
};

/// Tracks, processes and threads of a file. Filled by the first pass.
class PerfettoTracks {
public:
    void take(const PerfettoPacket &packet);
    /// Null where no descriptor tells it.
    [[nodiscard]] const PerfettoTrack *track(std::uint64_t uuid) const;
    [[nodiscard]] const std::map<std::uint64_t, PerfettoTrack> &all() const { return m_tracks; }
    /// The process of a track, by itself or by the tracks above it.
    [[nodiscard]] std::optional<std::int64_t> processOf(std::uint64_t uuid) const;
    /// Empty where nothing tells them.
    [[nodiscard]] std::string_view processName(std::int64_t process) const;
    [[nodiscard]] std::string_view threadName(std::int64_t process, std::int64_t thread) const;
    /// What a track is called: by itself, by its thread or its process.
    [[nodiscard]] std::string nameOf(std::uint64_t uuid) const;

private:
    void takeTrack(std::string_view message, std::uint64_t number);
    void takeProcess(std::string_view message, PerfettoTrack &into);
    void takeThread(std::string_view message, PerfettoTrack &into);
    void takeTree(std::string_view message);

    std::map<std::uint64_t, PerfettoTrack> m_tracks;
    std::map<std::int64_t, std::string> m_processes;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_threads;
};

/// Clocks of a file. Snapshots are taken by the first pass; times are told in the second one, packet by packet, since
/// some clocks count from the packet before.
class PerfettoClocks {
public:
    static constexpr std::uint32_t kRealtime = 1;
    static constexpr std::uint32_t kBoottime = 6;

    /// First pass.
    void addSnapshot(const PerfettoPacket &packet);
    /// ns that make wall time of the trace's clock; 0 where no snapshot tells.
    [[nodiscard]] std::int64_t toRealtime() const;
    /// Second pass: for each packet with a snapshot, in order.
    void restart(const PerfettoPacket &packet);
    /// A time of a packet's sequence, in ns of the trace's clock, and what its own clock says. Nothing where its clock
    /// is unknown.
    struct Time {
        std::int64_t trace = 0;
        std::int64_t own = 0;
    };
    [[nodiscard]] std::optional<Time> timeOf(std::uint32_t sequence, std::uint32_t clock, std::uint64_t timestamp);

private:
    /// Clocks from 64 on belong to a sequence.
    using Key = std::pair<std::uint32_t, std::uint32_t>;  // sequence, clock
    struct Definition {
        bool isIncremental = false;
        std::int64_t unit = 1;
        std::int64_t last = 0;  ///< of an incremental one
    };
    struct Reading {
        std::int64_t value = 0;
        std::size_t snapshot = 0;
    };
    [[nodiscard]] static Key keyOf(std::uint32_t sequence, std::uint32_t clock) {
        constexpr std::uint32_t kFirstOfSequence = 64;
        constexpr std::uint32_t kFirstGlobal = 128;
        return {clock >= kFirstOfSequence && clock < kFirstGlobal ? sequence : 0, clock};
    }
    [[nodiscard]] std::optional<std::int64_t> converted(const Key &from, std::int64_t value, const Key &to,
                                                        int depth) const;

    std::map<Key, Definition> m_definitions;
    std::map<Key, std::vector<Reading>> m_readings;  ///< in the order of the file
    std::vector<std::map<Key, std::int64_t>> m_snapshots;
    std::uint32_t m_traceClock = kBoottime;
};

/// Names by the numbers that stand for them in a sequence of packets.
struct PerfettoSequence {
    using Names = std::unordered_map<std::uint64_t, std::string>;
    bool isValid = false;  ///< its state was told since it was cleared or packets were lost
    Names names;
    Names categories;
    Names annotationNames;
    Names annotationTexts;
    std::optional<std::uint64_t> track{};  ///< of events that name none
    std::optional<std::uint32_t> clock{};
    std::vector<std::uint64_t> counters{};  ///< of extra values of events that name none
    std::vector<std::uint64_t> realCounters{};
    // Older writers:
    std::optional<std::int64_t> process{};
    std::optional<std::int64_t> thread{};
    std::int64_t micros = 0;  ///< since which times are counted on
};

/// The sequences of a file, packet by packet.
class PerfettoSequences {
public:
    /// Takes what a packet leaves for itself and later ones. Null where it cannot be understood: it needs a state that
    /// was lost.
    PerfettoSequence *take(const PerfettoPacket &packet);

private:
    std::unordered_map<std::uint32_t, PerfettoSequence> m_sequences;
};

/// Numbers of a repeated field, packed or not.
void takeNumbers(ProtoReader &field, std::vector<std::uint64_t> &into);

}  // namespace stagescope
