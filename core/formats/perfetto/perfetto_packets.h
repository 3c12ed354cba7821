#pragma once

#include "core/formats/io/load_control.h"
#include "core/formats/protobuf/proto_fields.h"
#include "core/formats/protobuf/proto_stream.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace stagescope {

/// What a TracePacket holds, as views into it; absent messages are empty.
struct PerfettoPacket {
    std::uint64_t number = 0;  ///< of the packet in the file, from 1; those within a compressed one count, too
    std::optional<std::uint64_t> timestamp{};
    std::optional<std::uint32_t> clock{};
    std::uint32_t sequence = 0;
    bool clearsState = false;
    bool needsState = false;
    bool lostPackets = false;  ///< some before it on its sequence
    std::string_view trackEvent{};
    std::string_view interned{};
    std::string_view defaults{};
    std::string_view clocks{};
    std::string_view track{};
    std::string_view process{};
    std::string_view thread{};
    std::string_view processTree{};
    bool isOther = false;  ///< holds data of a kind that is not read (ftrace, counters of GPUs ...)
};

/// How a walk ended, and what it met.
struct PacketWalk {
    std::uint64_t packets = 0;
    std::uint64_t damaged = 0;  ///< packets that could not be read
    std::uint64_t at = 0;       ///< byte of the first of them, and of what ended the walk
    bool isCut = false;         ///< the file ends within a packet
    bool isBroken = false;      ///< something that is no packet; what follows it is lost
    bool isStopped = false;
    std::optional<Error> error{};
};

/// Calls fn(packet) in the order of the file until it returns false; packets that are compressed are unpacked, to at
/// most 256 MiB each. Views are valid during the call.
[[nodiscard]] PacketWalk walkPackets(ProtoStream &stream, const LoadControl &control,
                                     const std::function<bool(const PerfettoPacket &)> &fn);

/// First bytes of a file that is a trace of Perfetto: so many packets of it, or a long one.
[[nodiscard]] bool looksLikePerfetto(std::string_view head, std::size_t least);

}  // namespace stagescope
