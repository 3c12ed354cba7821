#include "core/formats/training_log/event_file.h"

#include "core/base/text.h"
#include "core/formats/protobuf/proto_fields.h"
#include "core/formats/training_log/log_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::size_t kHeadBytes = 12;  ///< u64 length, u32 checksum of it
constexpr std::size_t kTailBytes = 4;   ///< checksum of the data
constexpr std::uint64_t kMostRecord = std::uint64_t{64} << 20;

constexpr auto kChecksums = [] {
    constexpr std::uint32_t kPolynomial = 0x82f63b78;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        auto value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1U) ^ ((value & 1U) != 0 ? kPolynomial : 0U);
        }
        table[i] = value;
    }
    return table;
}();

template <class Int>
Int littleAt(std::string_view bytes, std::size_t at) {
    Int value = 0;
    for (std::size_t i = 0; i < sizeof(Int); ++i) {
        value |= static_cast<Int>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    }
    return value;
}

bool hasSoundHead(std::string_view bytes) {
    return bytes.size() >= kHeadBytes && littleAt<std::uint64_t>(bytes, 0) <= kMostRecord &&
           littleAt<std::uint32_t>(bytes, 8) == maskedChecksum(bytes.substr(0, 8));
}

/// The only number of a tensor; nothing of others. Types: DT_FLOAT 1, DT_DOUBLE 2.
std::optional<double> tensorValue(std::string_view tensor) {
    std::uint64_t type = 0;
    std::string_view content;
    std::optional<double> value;
    const bool isSound = forEachField(tensor, [&](ProtoReader &field) {
        switch (static_cast<std::uint32_t>(field.tag_and_type())) {
            case varintField(1):
                type = field.get_uint64();
                return true;
            case bytesField(4):
                content = viewOf(field);
                return true;
            case bytesField(5): {  // packed
                const auto floats = viewOf(field);
                value = floats.size() == sizeof(float)
                            ? std::optional<double>(std::bit_cast<float>(littleAt<std::uint32_t>(floats, 0)))
                            : std::nullopt;
                return true;
            }
            default:
                return false;
        }
    });
    if (isSound && !value && type == 1 && content.size() == sizeof(float)) {
        return std::bit_cast<float>(littleAt<std::uint32_t>(content, 0));
    }
    if (isSound && !value && type == 2 && content.size() == sizeof(double)) {
        return std::bit_cast<double>(littleAt<std::uint64_t>(content, 0));
    }
    return isSound ? value : std::nullopt;
}

/// Values over samples have the count of samples for their step: the same once more.
bool isOverSteps(std::string_view tag) { return !tag.empty() && !contains(tag, " vs samples"); }

void readSummaryValue(std::string_view message, LoggedLine &out) {
    constexpr std::uint32_t kSimple = (2U << 3U) | 5U;  // 32 bits
    std::string_view tag;
    std::optional<double> value;
    const bool isSound = forEachField(message, [&](ProtoReader &field) {
        switch (static_cast<std::uint32_t>(field.tag_and_type())) {
            case bytesField(1):
                tag = viewOf(field);
                return true;
            case kSimple:
                value = field.get_float();
                return true;
            case bytesField(8):
                value = value ? value : tensorValue(viewOf(field));
                return true;
            default:
                return false;
        }
    });
    constexpr std::size_t kLongestTag = 512;
    if (isSound && value && tag.size() <= kLongestTag && isOverSteps(tag)) {
        const bool isTimer = tag.ends_with("-time");
        out.values.push_back({std::string(tag), *value, isTimer ? "s" : ""});
    }
}

/// False for a message that is damaged.
bool readEvent(std::string_view event, LoggedLine &out) {
    constexpr double kMostSeconds = 4e9;
    out.values.clear();
    out.step = 0;
    out.time = kNoLoggedTime;
    return forEachField(event, [&](ProtoReader &field) {
        switch (static_cast<std::uint32_t>(field.tag_and_type())) {
            case fixed64Field(1): {
                const double seconds = field.get_double();
                out.time = seconds > 0 && seconds < kMostSeconds ? std::llround(seconds * 1e6) * 1000 : kNoLoggedTime;
                return true;
            }
            case varintField(2):
                out.step = std::clamp<std::int64_t>(field.get_int64(), 0, kMostLoggedStep);
                return true;
            case bytesField(5):
                return forEachField(viewOf(field), [&](ProtoReader &value) {
                    const bool isValue = static_cast<std::uint32_t>(value.tag_and_type()) == bytesField(1);
                    if (isValue) {
                        readSummaryValue(viewOf(value), out);
                    }
                    return isValue;
                });
            default:
                return false;
        }
    });
}

}  // namespace

std::uint32_t maskedChecksum(std::string_view bytes) {
    constexpr std::uint32_t kAdded = 0xa282ead8;
    std::uint32_t value = ~std::uint32_t{0};
    for (const char c : bytes) {
        value = kChecksums[(value ^ static_cast<unsigned char>(c)) & 0xffU] ^ (value >> 8U);
    }
    return std::rotr(~value, 15) + kAdded;
}

bool isEventFile(std::string_view head) { return hasSoundHead(head); }

Status readEvents(LogBytes &bytes, const std::string &path, LogAssembly &out, ImportLog &log) {
    LoggedLine line;
    line.dialect = "tensorboard";
    std::uint64_t damaged = 0;
    std::string firstDamaged;
    Status status;
    for (;;) {
        const auto head = bytes.peek(kHeadBytes);
        if (head.size() < kHeadBytes) {
            break;
        }
        const auto at = "byte " + std::to_string(bytes.position());
        if (!hasSoundHead(head)) {
            status = fail(ErrorKind::Malformed, "the length of a record does not fit its checksum", path + ":" + at);
            break;
        }
        const auto size = static_cast<std::size_t>(littleAt<std::uint64_t>(head, 0));
        const auto record = bytes.peek(kHeadBytes + size + kTailBytes);
        if (record.size() < kHeadBytes + size + kTailBytes) {
            break;  // being written
        }
        const auto event = record.substr(kHeadBytes, size);
        const bool isSound = littleAt<std::uint32_t>(record, kHeadBytes + size) == maskedChecksum(event);
        if (isSound && readEvent(event, line)) {
            out.addUnordered(line);
        } else {
            firstDamaged = damaged++ == 0 ? at : firstDamaged;
        }
        bytes.skip(kHeadBytes + size + kTailBytes);
    }
    if (damaged > 0) {
        log.add(Severity::DataLoss, path, "training_log.damaged_record", firstDamaged, "", damaged);
    }
    return bytes.error() ? Status(tl::make_unexpected(*bytes.error())) : status;
}

}  // namespace stagescope
