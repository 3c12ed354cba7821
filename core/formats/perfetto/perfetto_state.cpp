#include "core/formats/perfetto/perfetto_state.h"

#include "core/formats/io/json_text.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kLongestText = 64 * 1024;
constexpr int kMostParents = 32;  // of damaged tracks that are their own

std::string textOf(ProtoReader &field) {
    std::string text;
    appendAsUtf8(viewOf(field).substr(0, kLongestText), text);
    return text;
}

void takeCounter(std::string_view message, PerfettoTrack &into) {
    into.isCounter = true;
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(3): {
                const auto unit = field.get_uint32();
                into.unit = unit <= 3 ? static_cast<PerfettoTrack::Unit>(unit) : PerfettoTrack::Unit::None;
                return true;
            }
            case varintField(4):
                into.unitMultiplier = field.get_int64();
                return true;
            case varintField(5):
                into.isIncremental = field.get_bool();
                return true;
            case bytesField(6):
                into.unitName = textOf(field);
                return true;
            default:
                return false;
        }
    });
}

/// Entries {number 1, text 2} of a field of interned data.
void takeName(ProtoReader &field, PerfettoSequence::Names &into) {
    std::uint64_t number = 0;
    std::string text;
    forEachField(viewOf(field), [&](ProtoReader &entry) {
        switch (entry.tag_and_type()) {
            case varintField(1):
                number = entry.get_uint64();
                return true;
            case bytesField(2):
                text = textOf(entry);
                return true;
            default:
                return false;
        }
    });
    into[number] = std::move(text);
}

void takeInterned(std::string_view message, PerfettoSequence &into) {
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case bytesField(1):
                takeName(field, into.categories);
                return true;
            case bytesField(2):
                takeName(field, into.names);
                return true;
            case bytesField(3):
                takeName(field, into.annotationNames);
                return true;
            case bytesField(29):
                takeName(field, into.annotationTexts);
                return true;
            default:
                return false;
        }
    });
}

void takeDefaults(std::string_view message, PerfettoSequence &into) {
    into.track.reset();
    into.clock.reset();
    into.counters.clear();
    into.realCounters.clear();
    forEachField(message, [&](ProtoReader &field) {
        if (field.tag_and_type() == varintField(58)) {
            into.clock = field.get_uint32();
            return true;
        }
        if (field.tag_and_type() != bytesField(11)) {
            return false;
        }
        forEachField(viewOf(field), [&](ProtoReader &own) {
            switch (own.tag()) {
                case 11:
                    if (own.wire_type() == protozero::pbf_wire_type::varint) {
                        into.track = own.get_uint64();
                        return true;
                    }
                    return false;
                case 31:
                    takeNumbers(own, into.counters);
                    return true;
                case 45:
                    takeNumbers(own, into.realCounters);
                    return true;
                default:
                    return false;
            }
        });
        return true;
    });
}

void takeOldThread(std::string_view message, PerfettoSequence &into) {
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(1):
                into.process = field.get_int32();
                return true;
            case varintField(2):
                into.thread = field.get_int64();
                return true;
            case varintField(6):
                into.micros = field.get_int64();
                return true;
            default:
                return false;
        }
    });
}

}  // namespace

void takeNumbers(ProtoReader &field, std::vector<std::uint64_t> &into) {
    constexpr std::size_t kMost = 4096;
    if (field.wire_type() == protozero::pbf_wire_type::varint) {
        into.push_back(field.get_uint64());
    } else if (field.wire_type() == protozero::pbf_wire_type::length_delimited) {
        for (const auto number : field.get_packed_uint64()) {
            if (into.size() < kMost) {
                into.push_back(number);
            }
        }
    } else {
        field.skip();
    }
}

void PerfettoTracks::take(const PerfettoPacket &packet) {
    if (!packet.track.empty()) {
        takeTrack(packet.track, packet.number);
    }
    PerfettoTrack alone;
    if (!packet.process.empty()) {
        takeProcess(packet.process, alone);
    }
    if (!packet.thread.empty()) {
        takeThread(packet.thread, alone);
    }
    if (!packet.processTree.empty()) {
        takeTree(packet.processTree);
    }
}

void PerfettoTracks::takeTrack(std::string_view message, std::uint64_t number) {
    constexpr std::size_t kMostTracks = 200'000;  // damaged numbers must not take memory without end
    const auto uuid = firstNumber(message, 1);
    if (m_tracks.size() >= kMostTracks && !m_tracks.contains(uuid)) {
        return;
    }
    auto &track = m_tracks[uuid];
    track.number = track.number == 0 ? number : track.number;
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case bytesField(2):
            case bytesField(10):
            case bytesField(13):  // of an at-trace
                track.name = textOf(field);
                return true;
            case bytesField(3):
                track.isProcess = true;
                takeProcess(viewOf(field), track);
                return true;
            case bytesField(4):
                track.isThread = true;
                takeThread(viewOf(field), track);
                return true;
            case varintField(5):
                track.parent = field.get_uint64();
                return true;
            case bytesField(8):
                takeCounter(viewOf(field), track);
                return true;
            case varintField(12):
                track.order = field.get_int32();
                return true;
            default:
                return false;
        }
    });
}

void PerfettoTracks::takeProcess(std::string_view message, PerfettoTrack &into) {
    std::string command;
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(1):
                into.process = field.get_int32();
                return true;
            case bytesField(2):
                command = command.empty() ? textOf(field) : (field.skip(), command);
                return true;
            case bytesField(6):
                into.processName = textOf(field);
                return true;
            default:
                return false;
        }
    });
    into.processName = into.processName.empty() ? command : into.processName;
    if (into.process && !into.processName.empty()) {
        m_processes[*into.process] = into.processName;
    }
}

void PerfettoTracks::takeThread(std::string_view message, PerfettoTrack &into) {
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(1):
                into.process = field.get_int32();
                return true;
            case varintField(2):
                into.thread = field.get_int64();
                return true;
            case bytesField(5):
                into.threadName = textOf(field);
                return true;
            default:
                return false;
        }
    });
    if (into.process && into.thread && !into.threadName.empty()) {
        m_threads[{*into.process, *into.thread}] = into.threadName;
    }
}

/// {processes 1 {pid 1, cmdline 3}, threads 2 {tid 1, name 2, tgid 3}}
void PerfettoTracks::takeTree(std::string_view message) {
    forEachField(message, [&](ProtoReader &field) {
        const bool isProcess = field.tag_and_type() == bytesField(1);
        if (!isProcess && field.tag_and_type() != bytesField(2)) {
            return false;
        }
        std::int64_t own = 0;
        std::int64_t group = 0;
        std::string name;
        forEachField(viewOf(field), [&](ProtoReader &entry) {
            switch (entry.tag_and_type()) {
                case varintField(1):
                    own = entry.get_int32();
                    return true;
                case bytesField(2):
                    name = isProcess ? (entry.skip(), name) : textOf(entry);
                    return true;
                case bytesField(3):
                    name = name.empty() ? textOf(entry) : (entry.skip(), name);
                    return true;
                case varintField(3):
                    group = entry.get_int32();
                    return true;
                default:
                    return false;
            }
        });
        if (!name.empty() && isProcess) {
            m_processes.try_emplace(own, name);
        } else if (!name.empty()) {
            m_threads.try_emplace({group, own}, name);
        }
        return true;
    });
}

const PerfettoTrack *PerfettoTracks::track(std::uint64_t uuid) const {
    const auto it = m_tracks.find(uuid);
    return it == m_tracks.end() ? nullptr : &it->second;
}

std::optional<std::int64_t> PerfettoTracks::processOf(std::uint64_t uuid) const {
    for (int i = 0; i < kMostParents; ++i) {
        const auto *known = track(uuid);
        if (known == nullptr || known->process) {
            return known == nullptr ? std::nullopt : known->process;
        }
        if (known->parent == 0) {
            return std::nullopt;
        }
        uuid = known->parent;
    }
    return std::nullopt;
}

std::string_view PerfettoTracks::processName(std::int64_t process) const {
    const auto it = m_processes.find(process);
    return it == m_processes.end() ? std::string_view{} : it->second;
}

std::string_view PerfettoTracks::threadName(std::int64_t process, std::int64_t thread) const {
    const auto it = m_threads.find({process, thread});
    return it == m_threads.end() ? std::string_view{} : it->second;
}

std::string PerfettoTracks::nameOf(std::uint64_t uuid) const {
    const auto *known = track(uuid);
    if (known == nullptr) {
        return uuid == 0 ? "global" : "track " + std::to_string(uuid);
    }
    if (known->thread) {
        const auto name = threadName(known->process.value_or(0), *known->thread);
        const auto &own = known->name.empty() ? std::string(name) : known->name;
        return own.empty() ? "Thread " + std::to_string(*known->thread) : own;
    }
    if (!known->name.empty()) {
        return known->name;
    }
    return known->isProcess ? "process" : "track " + std::to_string(uuid);
}

void PerfettoClocks::addSnapshot(const PerfettoPacket &packet) {
    std::map<Key, std::int64_t> readings;
    forEachField(packet.clocks, [&](ProtoReader &field) {
        if (field.tag_and_type() == varintField(2)) {
            m_traceClock = field.get_uint32();
            return true;
        }
        if (field.tag_and_type() != bytesField(1)) {
            return false;
        }
        std::uint32_t clock = 0;
        std::uint64_t value = 0;
        Definition definition;
        forEachField(viewOf(field), [&](ProtoReader &own) {
            switch (own.tag_and_type()) {
                case varintField(1):
                    clock = own.get_uint32();
                    return true;
                case varintField(2):
                    value = own.get_uint64();
                    return true;
                case varintField(3):
                    definition.isIncremental = own.get_bool();
                    return true;
                case varintField(4):
                    definition.unit =
                        static_cast<std::int64_t>(std::clamp<std::uint64_t>(own.get_uint64(), 1, 1'000'000'000));
                    return true;
                default:
                    return false;
            }
        });
        std::int64_t nanos = 0;
        if (!__builtin_mul_overflow(static_cast<std::int64_t>(value), definition.unit, &nanos)) {
            const auto key = keyOf(packet.sequence, clock);
            definition.last = nanos;
            m_definitions[key] = definition;
            readings[key] = nanos;
        }
        return true;
    });
    for (const auto &[key, value] : readings) {
        m_readings[key].push_back({value, m_snapshots.size()});
    }
    m_snapshots.push_back(std::move(readings));
}

std::int64_t PerfettoClocks::toRealtime() const {
    const auto clock = keyOf(0, m_traceClock);
    const auto realtime = keyOf(0, kRealtime);
    for (const auto &snapshot : m_snapshots) {
        const auto own = snapshot.find(clock);
        const auto wall = snapshot.find(realtime);
        std::int64_t offset = 0;
        if (own != snapshot.end() && wall != snapshot.end() &&
            !__builtin_sub_overflow(wall->second, own->second, &offset)) {
            return offset;
        }
    }
    return 0;
}

void PerfettoClocks::restart(const PerfettoPacket &packet) {
    PerfettoClocks own;
    own.addSnapshot(packet);
    for (const auto &[key, definition] : own.m_definitions) {
        m_definitions[key] = definition;
    }
}

std::optional<PerfettoClocks::Time> PerfettoClocks::timeOf(std::uint32_t sequence, std::uint32_t clock,
                                                           std::uint64_t timestamp) {
    const auto key = keyOf(sequence, clock);
    const auto it = m_definitions.find(key);
    const auto unit = it == m_definitions.end() ? 1 : it->second.unit;
    std::int64_t value = 0;
    if (__builtin_mul_overflow(static_cast<std::int64_t>(timestamp), unit, &value)) {
        return std::nullopt;
    }
    if (it != m_definitions.end() && it->second.isIncremental) {
        if (__builtin_add_overflow(it->second.last, value, &value)) {
            return std::nullopt;
        }
        it->second.last = value;
    }
    const auto target = keyOf(0, m_traceClock);
    if (key == target) {
        return Time{value, value};
    }
    if (const auto trace = converted(key, value, target, 0)) {
        return Time{*trace, value};
    }
    // A clock of the system without any snapshot: all there is counts by it.
    const bool isOfSystem = key.first == 0;
    return isOfSystem ? std::optional(Time{value, value}) : std::nullopt;
}

std::optional<std::int64_t> PerfettoClocks::converted(const Key &from, std::int64_t value, const Key &to,
                                                      int depth) const {
    const auto readings = m_readings.find(from);
    if (readings == m_readings.end()) {
        return std::nullopt;
    }
    const auto &list = readings->second;
    auto it = std::upper_bound(list.begin(), list.end(), value,
                               [](std::int64_t v, const Reading &reading) { return v < reading.value; });
    it = it == list.begin() ? it : std::prev(it);
    const auto &snapshot = m_snapshots[it->snapshot];
    const auto moved = [&](std::int64_t other) {
        std::int64_t result = 0;
        const bool isLost =
            __builtin_sub_overflow(value, it->value, &result) || __builtin_add_overflow(result, other, &result);
        return isLost ? std::nullopt : std::optional(result);
    };
    if (const auto direct = snapshot.find(to); direct != snapshot.end()) {
        return moved(direct->second);
    }
    constexpr int kMostSteps = 2;
    for (const auto &[key, other] : depth < kMostSteps ? snapshot : std::map<Key, std::int64_t>{}) {
        const auto between = key == from ? std::nullopt : moved(other);
        if (const auto result = between ? converted(key, *between, to, depth + 1) : std::nullopt) {
            return result;
        }
    }
    return std::nullopt;
}

PerfettoSequence *PerfettoSequences::take(const PerfettoPacket &packet) {
    constexpr std::size_t kMostSequences = 20'000;  // likewise
    const bool isKnown = m_sequences.size() < kMostSequences || m_sequences.contains(packet.sequence);
    auto &sequence = m_sequences[isKnown ? packet.sequence : 0];
    if (packet.lostPackets && !packet.clearsState) {
        sequence.isValid = false;
    }
    if (packet.clearsState) {
        sequence = PerfettoSequence{};
        sequence.isValid = true;
    }
    if (packet.needsState && !sequence.isValid) {
        return nullptr;
    }
    if (!packet.defaults.empty()) {
        takeDefaults(packet.defaults, sequence);
    }
    if (!packet.interned.empty()) {
        takeInterned(packet.interned, sequence);
    }
    if (!packet.thread.empty()) {
        takeOldThread(packet.thread, sequence);
    }
    return &sequence;
}

}  // namespace stagescope
