#include "core/ask/ask_units.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace stagescope {

namespace {

enum class UnitKind : std::uint8_t { Time, Size };

struct KnownUnit {
    std::string_view name;
    UnitKind kind;
    double size;  ///< in ns, in bytes
};

constexpr std::array kKnownUnits{
    KnownUnit{"ns", UnitKind::Time, 1},
    KnownUnit{"us", UnitKind::Time, 1e3},
    KnownUnit{"ms", UnitKind::Time, 1e6},
    KnownUnit{"s", UnitKind::Time, 1e9},
    KnownUnit{"min", UnitKind::Time, 6e10},
    KnownUnit{"bytes", UnitKind::Size, 1},
    KnownUnit{"B", UnitKind::Size, 1},
    KnownUnit{"kB", UnitKind::Size, 1e3},
    KnownUnit{"MB", UnitKind::Size, 1e6},
    KnownUnit{"GB", UnitKind::Size, 1e9},
    KnownUnit{"KiB", UnitKind::Size, 1024},
    KnownUnit{"MiB", UnitKind::Size, 1024.0 * 1024},
    KnownUnit{"GiB", UnitKind::Size, 1024.0 * 1024 * 1024},
};

const KnownUnit *knownUnit(std::string_view name) {
    const auto *const it =
        std::find_if(kKnownUnits.begin(), kKnownUnits.end(), [&](const KnownUnit &unit) { return unit.name == name; });
    return it == kKnownUnits.end() ? nullptr : it;
}

}  // namespace

std::string_view shortUnit(std::string_view unit) { return trimmed(unit.substr(0, unit.find('('))); }

std::optional<double> unitFactor(std::string_view from, std::string_view to) {
    from = shortUnit(from);
    to = shortUnit(to);
    const auto *const own = knownUnit(from);
    const auto *const other = knownUnit(to);
    if (own != nullptr && other != nullptr && own->kind == other->kind) {
        return own->size / other->size;
    }
    return from == to ? std::optional(1.0) : std::nullopt;
}

}  // namespace stagescope
