#pragma once

#include "core/analysis/run/kernels.h"
#include "core/base/result.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

struct AnalysisInput;

/// By what kernels are put together. Work and communication are never in one table: their times overlap.
enum class KernelGrouping : std::uint8_t { Type, Shape, Name, NameShape, CommunicationType, CommunicationName };
/// As parameters name them, in that order.
inline constexpr std::array<std::string_view, 6> kKernelGroupings{
    "type", "shape", "name", "name_shape", "communication_type", "communication_name"};
[[nodiscard]] constexpr bool isOfCommunication(KernelGrouping grouping) {
    return grouping == KernelGrouping::CommunicationType || grouping == KernelGrouping::CommunicationName;
}

/// What the kernels of a group have in common: texts of the stores, empty where they are not grouped by it. The type is
/// the kernel's identity (identityOf).
struct KernelGroup {
    std::string_view type;
    std::string_view core;
    std::string_view name{};
    std::string_view shapes{};

    auto operator<=>(const KernelGroup &) const = default;
};
[[nodiscard]] KernelGroup kernelGroup(const DeviceKernel &kernel, KernelGrouping grouping);

/// Which kernels of a rank are grouped.
struct KernelScope {
    KernelGrouping grouping = KernelGrouping::Type;
    std::optional<RankRange> range{};      ///< only those that begin in it
    std::vector<std::int64_t> streams{};   ///< only those of these streams; empty: of all
    std::optional<std::int64_t> device{};  ///< only those of this device

    [[nodiscard]] bool takes(const DeviceKernel &kernel) const;
};
/// The numbers of streams that a parameter names: "2,47". BadArgument for anything else.
[[nodiscard]] Result<std::vector<std::int64_t>> streamsParameter(const AnalysisInput &input);

/// Calls for each kernel of the scope, in no order: copies are left out; communication operators come from the tables
/// of kernels, else from the traces (the groups' own lanes where there are such). O(n). Any thread.
void visitKernels(const RankCapture &capture, const KernelScope &scope, const std::stop_token &stop,
                  const std::function<void(const DeviceKernel &)> &visit);
/// Of a share of the kernels: see the one above. Not of communication, whose source the other shares may know of.
void visitKernelShare(const RankCapture &capture, const KernelScope &scope, Share share, const std::stop_token &stop,
                      const std::function<void(const DeviceKernel &)> &visit);

/// Numbers groups as they appear. Stores keep each text once, so that a kernel's group is mostly found by where its
/// texts are: O(1). Views into the stores. One thread.
class KernelGroups {
public:
    explicit KernelGroups(KernelGrouping grouping);
    /// From 0 on; a new group has the number that size() was.
    [[nodiscard]] std::size_t of(const DeviceKernel &kernel);
    [[nodiscard]] std::size_t of(const KernelGroup &group);
    [[nodiscard]] std::size_t size() const { return m_groups.size(); }
    [[nodiscard]] const KernelGroup &operator[](std::size_t number) const { return m_groups[number]; }

private:
    /// Where texts begin, null for empty ones, in a table with open addressing: millions of kernels are looked up in
    /// it. Small, so that the table stays in the cache.
    struct Place {
        std::array<const char *, 4> texts;
        std::size_t number = kFree;

        [[nodiscard]] std::size_t hash() const;
        /// Written out: std::array compares by a call.
        [[nodiscard]] bool isAt(const Place &other) const {
            return texts[0] == other.texts[0] && texts[1] == other.texts[1] && texts[2] == other.texts[2] &&
                   texts[3] == other.texts[3];
        }
    };
    static constexpr std::size_t kFree = static_cast<std::size_t>(-1);
    /// Where a place is, or would be.
    [[nodiscard]] std::size_t slotOf(const Place &place) const;
    void addPlace(Place place);

    KernelGrouping m_grouping;
    bool m_hasNames;
    bool m_hasShapes;
    std::size_t m_placeCount = 0;
    std::vector<Place> m_places;  ///< a power of two, at most half of them used
    std::map<KernelGroup, std::size_t> m_byTexts;
    std::vector<KernelGroup> m_groups;
};

}  // namespace stagescope
