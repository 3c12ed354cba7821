#include "core/formats/perfetto/perfetto_packets.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <string>

namespace stagescope {

namespace {

constexpr std::size_t kMostUnpacked = std::size_t{256} << 20;
constexpr std::uint32_t kClearsState = 1;  // of sequence_flags
constexpr std::uint32_t kNeedsState = 2;

/// Data that a packet may hold and that is not read: what is lost without it is told.
bool isDataOf(std::uint32_t field) {
    constexpr std::uint32_t kFirst = 1;  // ftrace_events
    constexpr std::array<std::uint32_t, 8> kOther{kFirst, 9, 37, 52, 53, 66, 67, 74};
    return std::find(kOther.begin(), kOther.end(), field) != kOther.end();
}

bool takeNumber(ProtoReader &field, PerfettoPacket &packet) {
    switch (field.tag_and_type()) {
        case varintField(8):
            packet.timestamp = field.get_uint64();
            return true;
        case varintField(10):
            packet.sequence = field.get_uint32();
            return true;
        case varintField(13): {
            const auto flags = field.get_uint32();
            packet.clearsState = packet.clearsState || (flags & kClearsState) != 0;
            packet.needsState = packet.needsState || (flags & kNeedsState) != 0;
            return true;
        }
        case varintField(41):
            packet.clearsState = field.get_bool() || packet.clearsState;
            return true;
        case varintField(42):
            packet.lostPackets = field.get_bool();
            return true;
        case varintField(58):
            packet.clock = field.get_uint32();
            return true;
        default:
            return false;
    }
}

std::string_view *messageOf(std::uint32_t tagAndType, PerfettoPacket &packet) {
    switch (tagAndType) {
        case bytesField(2):
            return &packet.processTree;
        case bytesField(6):
            return &packet.clocks;
        case bytesField(11):
            return &packet.trackEvent;
        case bytesField(12):
            return &packet.interned;
        case bytesField(43):
            return &packet.process;
        case bytesField(44):
            return &packet.thread;
        case bytesField(59):
            return &packet.defaults;
        case bytesField(60):
            return &packet.track;
        default:
            return nullptr;
    }
}

/// The fields of one; `packed`: the compressed packets in it.
bool parsePacket(std::string_view message, PerfettoPacket &packet, std::string_view &packed) {
    return forEachField(message, [&](ProtoReader &field) {
        if (auto *into = messageOf(field.tag_and_type(), packet)) {
            *into = viewOf(field);
            return true;
        }
        if (field.tag_and_type() == bytesField(50)) {
            packed = viewOf(field);
            return true;
        }
        packet.isOther = packet.isOther || isDataOf(field.tag());
        return takeNumber(field, packet);
    });
}

std::optional<std::string> inflated(std::string_view packed) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) {
        return std::nullopt;
    }
    std::string text;
    std::string from(packed);
    stream.next_in = reinterpret_cast<Bytef *>(from.data());
    stream.avail_in = static_cast<uInt>(from.size());
    int status = Z_OK;
    while (status == Z_OK && text.size() < kMostUnpacked) {
        constexpr std::size_t kPiece = std::size_t{256} << 10;
        const auto before = text.size();
        text.resize(before + kPiece);
        stream.next_out = reinterpret_cast<Bytef *>(text.data() + before);
        stream.avail_out = kPiece;
        status = inflate(&stream, Z_NO_FLUSH);
        text.resize(before + kPiece - stream.avail_out);
        if (stream.avail_in == 0 && text.size() == before) {
            break;
        }
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? std::optional(std::move(text)) : std::nullopt;
}

class PacketWalker {
public:
    PacketWalker(ProtoStream &stream, const LoadControl &control, const std::function<bool(const PerfettoPacket &)> &fn)
        : m_stream(stream), m_control(control), m_fn(fn) {}

    PacketWalk walk() {
        m_stream.seek(0);
        std::uint64_t told = 0;
        while (const auto field = m_stream.next(ProtoStream::kToEnd)) {
            const bool isPacket = field->number == 1 && field->wire == ProtoStream::Wire::Bytes;
            if (isPacket) {
                const auto message = m_stream.view(*field);
                if (message) {
                    take(*message, field->begin, true);
                } else if (!m_stream.isCut()) {
                    addDamaged(field->begin);
                }
            } else if (field->wire == ProtoStream::Wire::Bytes) {
                m_stream.skip(*field);
            }
            if (m_walk.isStopped || m_stream.isCut()) {
                break;
            }
            m_control.addBytes(m_stream.position() - told);
            told = m_stream.position();
        }
        m_walk.isCut = m_stream.isCut();
        m_walk.isBroken = m_stream.isDamaged();
        m_walk.at = m_walk.damaged == 0 ? m_stream.position() : m_walk.at;
        m_walk.error = m_stream.error();
        return m_walk;
    }

private:
    void addDamaged(std::uint64_t place) {
        m_walk.at = m_walk.damaged == 0 ? place : m_walk.at;
        ++m_walk.damaged;
    }

    void take(std::string_view message, std::uint64_t place, bool mayBePacked) {
        PerfettoPacket packet;
        packet.number = ++m_walk.packets;
        std::string_view packed;
        if (!parsePacket(message, packet, packed)) {
            addDamaged(place);
            return;
        }
        m_walk.isStopped = m_walk.isStopped || !m_fn(packet) || (packet.number % 4096 == 0 && !m_control.checkpoint());
        if (!packed.empty() && mayBePacked && !m_walk.isStopped) {
            takePacked(packed, place);
        }
    }

    void takePacked(std::string_view packed, std::uint64_t place) {
        const auto text = inflated(packed);
        const bool isWhole = text && forEachField(*text, [&](ProtoReader &field) {
                                 if (field.tag_and_type() != bytesField(1) || m_walk.isStopped) {
                                     return false;
                                 }
                                 take(viewOf(field), place, false);
                                 return true;
                             });
        if (!isWhole) {
            addDamaged(place);
        }
    }

    ProtoStream &m_stream;
    const LoadControl &m_control;
    const std::function<bool(const PerfettoPacket &)> &m_fn;
    PacketWalk m_walk;
};

}  // namespace

PacketWalk walkPackets(ProtoStream &stream, const LoadControl &control,
                       const std::function<bool(const PerfettoPacket &)> &fn) {
    return PacketWalker(stream, control, fn).walk();
}

bool looksLikePerfetto(std::string_view head, std::size_t least) {
    // Records of field 1, each a message; of one that the head does not hold whole the begin is looked at.
    std::size_t packets = 0;
    while (head.size() >= 2 && head.front() == '\x0a') {
        std::uint64_t size = 0;
        std::size_t at = 1;
        for (unsigned shift = 0; at < head.size() && shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(head[at++]);
            size |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if (byte < 0x80) {
                break;
            }
        }
        const bool isWhole = size <= head.size() - at;
        PerfettoPacket packet;
        std::string_view packed;
        const auto message = head.substr(at, static_cast<std::size_t>(isWhole ? size : head.size() - at));
        const bool isSound = parsePacket(message, packet, packed);
        const bool isTyped = packet.timestamp || packet.sequence != 0 || !packed.empty() || !packet.clocks.empty() ||
                             !packet.track.empty() || !packet.trackEvent.empty();
        packets += isTyped || packet.isOther ? 1 : 0;
        if (size == 0 || (isWhole && !isSound) || packets >= least) {
            return packets >= least && isSound == isWhole;
        }
        if (!isWhole) {
            return packets > 0 && isTyped;
        }
        head.remove_prefix(at + static_cast<std::size_t>(size));
    }
    return false;
}

}  // namespace stagescope
