#include "core/formats/snapshot/snapshot_settings.h"

#include <array>
#include <bit>
#include <charconv>

namespace stagescope {

using Kind = PickleValue::Kind;
using Settings = std::vector<std::pair<std::string, std::string>>;

namespace {

constexpr std::size_t kMostText = 4096;
constexpr std::size_t kMostSettings = 4096;

std::string realText(double value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::string(text.data(), end) : std::string();
}

std::string listText(const SnapshotPieces &pieces, PickleValue value) {
    std::string text;
    const auto *list = pieces.listOf(value);
    for (const auto &item : list == nullptr ? std::vector<PickleValue>{} : list->others) {
        if (text.size() > kMostText) {
            return text + ",...";
        }
        text += (text.empty() ? "" : ",") + (item.kind == Kind::Object ? std::string("?") : snapshotText(pieces, item));
    }
    return text;
}

/// Settings have two levels; a map within itself would never end.
void addSettings(const SnapshotPieces &pieces, PickleValue value, const std::string &prefix, Settings &settings) {
    const auto *map = pieces.mapOf(value);
    for (std::size_t i = 0; map != nullptr && i + 1 < map->size() && settings.size() < kMostSettings; i += 2) {
        const auto name = prefix + snapshotText(pieces, (*map)[i]);
        if (prefix.empty() && pieces.mapOf((*map)[i + 1]) != nullptr) {
            addSettings(pieces, (*map)[i + 1], name + '.', settings);
        } else {
            settings.emplace_back(name, snapshotText(pieces, (*map)[i + 1]));
        }
    }
}

}  // namespace

std::string snapshotText(const SnapshotPieces &pieces, PickleValue value) {
    switch (value.kind) {
        case Kind::Text:
            return std::string(pieces.parts.strings.at(StringId{value.id()}).substr(0, kMostText));
        case Kind::Bool:
            return value.bits != 0 ? "true" : "false";
        case Kind::Int:
            return std::to_string(static_cast<std::int64_t>(value.bits));
        case Kind::Unsigned:
            return std::to_string(value.bits);
        case Kind::Real:
            return realText(std::bit_cast<double>(value.bits));
        default:
            break;
    }
    if (pieces.is(value, SnapshotPieces::Shape::Pair)) {
        const auto &pair = pieces.pairs[pieces.positionOf(value.id())];
        return std::to_string(pair.first) + ',' + std::to_string(pair.second);
    }
    return listText(pieces, value);
}

Settings snapshotSettings(const SnapshotPieces &pieces, PickleValue map) {
    Settings settings;
    addSettings(pieces, map, {}, settings);
    return settings;
}

}  // namespace stagescope
