#include "core/formats/xplane/xplane_index.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kLongestName = 4096;
constexpr std::size_t kLongestStat = 4096;
constexpr std::size_t kMostWarnings = 20;

std::string shortened(std::string_view text) { return std::string(text.substr(0, kLongestName)); }

bool isBytes(const ProtoStream::Field &field, std::uint32_t number) {
    return field.number == number && field.wire == ProtoStream::Wire::Bytes;
}
bool isNumber(const ProtoStream::Field &field, std::uint32_t number) {
    return field.number == number && field.wire == ProtoStream::Wire::Varint;
}

struct MapEntry {
    std::int64_t key = 0;
    std::string_view value;
    bool isWhole = false;
};
MapEntry mapEntry(std::string_view message) {
    MapEntry entry;
    entry.isWhole = forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(1):
                entry.key = field.get_int64();
                return true;
            case bytesField(2):
                entry.value = viewOf(field);
                return true;
            default:
                return false;
        }
    });
    return entry;
}

class IndexReader {
public:
    IndexReader(ProtoStream &stream, const LoadControl &control) : m_stream(stream), m_control(control) {}

    XSpaceIndex read() {
        m_stream.seek(0);
        for (auto field = m_stream.next(ProtoStream::kToEnd); field && goesOn();
             field = m_stream.next(ProtoStream::kToEnd)) {
            if (isBytes(*field, 1)) {
                readPlane(*field);
                noteTrouble();
                if (!m_stream.reaches(field->begin + field->size)) {
                    noteTrouble();
                }
            } else if (isBytes(*field, 2) || isBytes(*field, 3) || isBytes(*field, 4)) {
                readText(*field);
            } else if (field->wire == ProtoStream::Wire::Bytes) {
                m_stream.skip(*field);
            }
        }
        noteTrouble();
        m_index.error = m_stream.error();
        return std::move(m_index);
    }

private:
    bool goesOn() { return m_goesOn = m_goesOn && m_control.checkpoint(); }

    void noteTrouble() {
        if ((m_stream.isCut() || m_stream.isDamaged()) && !m_index.isCut && !m_index.isDamaged) {
            m_index.troubleAt = m_stream.position();
        }
        m_index.isCut = m_index.isCut || m_stream.isCut();
        m_index.isDamaged = m_index.isDamaged || m_stream.isDamaged();
    }

    void readText(const ProtoStream::Field &field) {
        const auto text = m_stream.view(field);
        auto &list = field.number == 4 ? m_index.hosts : m_index.warnings;
        if (text && list.size() < kMostWarnings) {
            list.push_back(shortened(*text));
        }
    }

    void readPlane(const ProtoStream::Field &plane) {
        auto &into = m_index.planes.emplace_back();
        into.begin = plane.begin;
        into.end = plane.begin + plane.size;
        while (const auto field = m_stream.next(into.end)) {
            if (!goesOn()) {
                return;
            }
            if (isBytes(*field, 3)) {
                readLine(*field, into);
                if (m_stream.isCut()) {
                    return;
                }
                m_stream.skip(*field);
            } else if (field->wire == ProtoStream::Wire::Bytes) {
                const bool isUsed = field->number == 2 || (field->number >= 4 && field->number <= 6);
                const auto text = isUsed ? m_stream.view(*field) : std::nullopt;
                if (!isUsed) {
                    m_stream.skip(*field);
                } else if (text) {
                    takeText(field->number, *text, into);
                }
            }
        }
    }

    void takeText(std::uint32_t number, std::string_view text, XPlane &plane) {
        if (number == 2) {
            plane.name = shortened(text);
        } else if (number == 6) {
            if (text.size() <= kLongestStat) {
                plane.facts.emplace_back(text);
            }
        } else {
            const auto entry = mapEntry(text);
            m_index.damagedNames += entry.isWhole ? 0 : 1;
            number == 4 ? addEventName(entry, plane) : addStatName(entry, plane);
        }
    }

    void addEventName(const MapEntry &entry, XPlane &plane) {
        XPlane::EventName name;
        const bool isWhole = forEachField(entry.value, [&](ProtoReader &field) {
            switch (field.tag_and_type()) {
                case bytesField(2):
                    name.name = shortened(viewOf(field));
                    return true;
                case bytesField(4):
                    name.displayName = shortened(viewOf(field));
                    return true;
                case bytesField(5): {
                    const auto stat = viewOf(field);
                    if (stat.size() <= kLongestStat) {
                        name.stats.emplace_back(stat);
                    }
                    return true;
                }
                default:
                    return false;
            }
        });
        m_index.damagedNames += isWhole ? 0 : 1;
        plane.events.add(entry.key, static_cast<std::uint32_t>(plane.eventNames.size()));
        plane.eventNames.push_back(std::move(name));
    }

    void addStatName(const MapEntry &entry, XPlane &plane) {
        XPlane::StatName name;
        const bool isWhole = forEachField(entry.value, [&](ProtoReader &field) {
            if (field.tag_and_type() != bytesField(2)) {
                return false;
            }
            name.name = shortened(viewOf(field));
            return true;
        });
        m_index.damagedNames += isWhole ? 0 : 1;
        name.word = statWordOf(name.name);
        plane.stats.add(entry.key, static_cast<std::uint32_t>(plane.statNames.size()));
        plane.statNames.push_back(std::move(name));
    }

    /// Up to its first event, as writers order fields; through all of it where name or time do not stand before.
    void readLine(const ProtoStream::Field &line, XPlane &plane) {
        auto &into = plane.lines.emplace_back();
        into.begin = line.begin;
        into.end = line.begin + line.size;
        while (const auto field = m_stream.next(into.end)) {
            if (isNumber(*field, 1)) {
                into.id = static_cast<std::int64_t>(field->value);
            } else if (isNumber(*field, 3)) {
                into.timestamp = static_cast<std::int64_t>(field->value);
            } else if (isBytes(*field, 2) || isBytes(*field, 11)) {
                const auto text = m_stream.view(*field);
                (field->number == 2 ? into.name : into.displayName) = shortened(text.value_or(std::string_view{}));
            } else if (isBytes(*field, 4) && into.timestamp != 0 && !into.name.empty()) {
                return;
            } else if (field->wire == ProtoStream::Wire::Bytes) {
                m_stream.skip(*field);
            }
            if (++m_fields % 4096 == 0 && !goesOn()) {
                return;
            }
        }
        noteTrouble();
    }

    ProtoStream &m_stream;
    const LoadControl &m_control;
    XSpaceIndex m_index;
    std::uint64_t m_fields = 0;
    bool m_goesOn = true;
};

}  // namespace

std::string XPlane::shown(const XStat &stat) const {
    constexpr std::size_t kLongest = 64;
    std::array<char, kLongest> text{};
    switch (stat.type) {
        case XStat::Type::Text:
        case XStat::Type::Reference:
            return std::string(trimmed(textOf(stat)));
        case XStat::Type::Signed:
            return std::to_string(static_cast<std::int64_t>(stat.number));
        case XStat::Type::Unsigned:
            return std::to_string(stat.number);
        case XStat::Type::Real:
            std::snprintf(text.data(), text.size(), "%.12g", stat.real());
            return text.data();
        case XStat::Type::Bytes:
            return std::to_string(stat.text.size()) + " bytes";
        default:
            return {};
    }
}

XSpaceIndex readXSpaceIndex(ProtoStream &stream, const LoadControl &control) {
    return IndexReader(stream, control).read();
}

bool looksLikeXSpace(std::string_view head) {
    // A plane begins with its id, where it is not 0, and its name.
    bool isPlane = false;
    auto bytes = head;
    const auto number = [&bytes]() -> std::uint64_t {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes.front());
            bytes.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if (byte < 0x80) {
                break;
            }
        }
        return value;
    };
    if (number() != bytesField(1)) {
        return false;
    }
    const auto size = number();
    auto tag = number();
    if (tag == varintField(1)) {
        std::ignore = number();
        tag = number();
    }
    if (tag == bytesField(2)) {
        const auto length = number();
        const auto name = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(length, bytes.size())));
        isPlane = length < size && (name.starts_with("/host:") || name.starts_with("/device:") ||
                                    name.starts_with("Task Environment") || name.starts_with("/node:"));
    }
    return isPlane;
}

}  // namespace stagescope
