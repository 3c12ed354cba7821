#pragma once

#include "core/store/tables/table_kind.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace stagescope {

/// What reading a file gives beside tables.
enum class Content : std::uint8_t {
    Timeline,     ///< tracks with slices
    CallStacks,   ///< of operators, among their arguments or as slices
    Shapes,       ///< of the operands of kernels
    CoreMetrics,  ///< counters of the cores, by kernel
    Snapshot,     ///< of memory
};

/// A set of kinds of tables and of other contents.
class Yield {
public:
    constexpr Yield() = default;
    // One kind is a set, too: sets are written A | B.
    constexpr Yield(TableKind kind) : m_bits(std::uint64_t{1} << static_cast<unsigned>(kind)) {}
    constexpr Yield(Content content) : m_bits(std::uint64_t{1} << (kFirstContent + static_cast<unsigned>(content))) {}

    [[nodiscard]] friend constexpr Yield operator|(Yield a, Yield b) { return fromBits(a.m_bits | b.m_bits); }
    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
    [[nodiscard]] constexpr bool hasAny(Yield other) const { return (m_bits & other.m_bits) != 0; }

private:
    static constexpr unsigned kFirstContent = 48;

    static constexpr Yield fromBits(std::uint64_t bits) {
        Yield yield;
        yield.m_bits = bits;
        return yield;
    }

    std::uint64_t m_bits = 0;
};
[[nodiscard]] constexpr Yield operator|(TableKind a, TableKind b) { return Yield(a) | Yield(b); }
[[nodiscard]] constexpr Yield operator|(Content a, Content b) { return Yield(a) | Yield(b); }

/// What a kind of file can answer, known before one of it is read. Readers have their depths from here, capabilities
/// what is still to come; what was read decides.
struct FormatDescriptor {
    std::string_view id;  ///< Format::id(), FileSource::format
    Yield shallow{};      ///< when the run is opened
    Yield deep{};         ///< when its rank is asked for
    Yield rare{};         ///< what few files of the format hold, so that none promises it
    /// Shallow reading lists what deep reading will give (Contents), so that the format alone promises nothing.
    bool listsContents = false;

    [[nodiscard]] constexpr Yield usual() const { return shallow | deep; }
    [[nodiscard]] constexpr Yield all() const { return usual() | rare; }
};

/// THE list of formats.
[[nodiscard]] std::span<const FormatDescriptor> formatDescriptors();
/// Of one; without contents for an id that is none. O(length of the list).
[[nodiscard]] const FormatDescriptor &formatDescriptor(std::string_view id);
/// Whether such files are traces of events that tell all there is of a rank, tables and steps included, only when they
/// are read to their end: JSON of trace events, and what says the same in other bytes.
[[nodiscard]] constexpr bool isEventTrace(std::string_view id) {
    return id == "trace_json" || id == "xplane" || id == "perfetto" || id == "nsys" || id == "rocprofv3";
}

}  // namespace stagescope
