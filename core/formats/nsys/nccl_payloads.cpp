#include "core/formats/nsys/nccl_payloads.h"

#include "core/base/text.h"
#include "core/formats/tables/trace_vocabulary.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace stagescope::nsys {

namespace {

constexpr std::size_t kHeader = 32;  // domain, number of the layout, sizes

std::uint64_t numberAt(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
}

/// Width of the types of NVTX that NCCL uses; 0 for others.
std::size_t widthOf(std::int64_t type) {
    switch (type) {
        case 4:   // int
        case 5:   // unsigned
        case 15:  // int32
        case 16:  // uint32
            return 4;
        case 17:  // int64
        case 18:  // uint64
        case 22:  // size_t
            return 8;
        default:
            return 0;
    }
}

/// A field by the name that NCCL gives it.
void takeField(std::string_view name, std::uint64_t value, CommArguments &found) {
    const auto number = value > static_cast<std::uint64_t>(INT64_MAX) ? INT64_MAX : static_cast<std::int64_t>(value);
    const auto plain = lowerCase(name);
    if (plain.starts_with("message size")) {
        found.bytes = number;
    } else if (plain.starts_with("nccl communicator")) {
        found.group = std::to_string(value);
    } else if (plain.starts_with("peer")) {
        (found.type == "recv" ? found.source : found.destination) = number;
    }
}

/// "name": 123 pairs of a flat object; what is no number is skipped.
void takeJson(std::string_view text, CommArguments &found) {
    for (auto at = text.find('"'); at != std::string_view::npos; at = text.find('"', at + 1)) {
        const auto end = text.find('"', at + 1);
        const auto value = end == std::string_view::npos ? end : text.find_first_not_of("\": \t", end);
        if (value == std::string_view::npos) {
            return;
        }
        const auto last = std::min(text.find_first_not_of("0123456789", value), text.size());
        const auto key = text.substr(at + 1, end - at - 1);
        if (const auto number = wholeNumber<std::uint64_t>(text.substr(value, last - value));
            number && text[end + 1] == ':') {
            takeField(key, *number, found);
        }
        at = end;
    }
}

/// The file holds a record as bytes, or as text in hexadecimal.
std::string bytesOf(std::string_view data) {
    const auto isHex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    if (data.starts_with("0x") || data.starts_with("0X")) {
        data.remove_prefix(2);
    }
    if (data.empty() || data.size() % 2 != 0 || !std::all_of(data.begin(), data.end(), isHex)) {
        return std::string(data);
    }
    std::string bytes;
    const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    for (std::size_t i = 0; i < data.size(); i += 2) {
        bytes += static_cast<char>(digit(data[i]) * 16 + digit(data[i + 1]));
    }
    return bytes;
}

}  // namespace

Status NcclPayloads::load(SqliteConnection &db) {
    auto rows = db.select("NVTX_PAYLOAD_SCHEMA_ENTRIES", {"domainId", "schemaId", "type", "name", "offset"});
    constexpr std::size_t kMostSchemas = 4096;
    constexpr std::int64_t kLongest = 1 << 16;
    while (rows.next()) {
        const auto width = widthOf(rows.number(2));
        const auto offset = rows.number(4);
        if (width > 0 && offset >= 0 && offset < kLongest && m_schemas.size() < kMostSchemas) {
            m_schemas[{rows.number(0), rows.number(1)}].push_back(
                {static_cast<std::size_t>(offset), width, std::string(rows.text(3))});
        }
    }
    return rows.finish();
}

void NcclPayloads::takeBinary(std::int64_t domain, std::string_view bytes, CommArguments &found) const {
    if (bytes.size() < kHeader) {
        return;
    }
    const auto schema = m_schemas.find({domain, static_cast<std::int64_t>(numberAt(bytes, 8, 8))});
    if (schema == m_schemas.end()) {
        return;
    }
    for (const auto &field : schema->second) {
        if (kHeader + field.offset + field.size <= bytes.size()) {
            takeField(field.name, numberAt(bytes, kHeader + field.offset, field.size), found);
        }
    }
}

CommArguments NcclPayloads::read(std::string_view name, const SqliteRows &rows, std::size_t first) const {
    CommArguments found;
    found.type = collectiveOf(name);
    if (!rows.isNull(first + 1)) {
        takeBinary(rows.number(first), bytesOf(rows.text(first + 1)), found);
    } else if (!rows.isNull(first + 2)) {
        takeJson(rows.text(first + 2), found);
    } else {
        const auto bytes = rows.optionalNumber(rows.isNull(first + 3) ? first + 4 : first + 3);
        found.bytes = bytes ? std::max<std::int64_t>(*bytes, -1) : -1;
    }
    return found;
}

}  // namespace stagescope::nsys
