#pragma once

#include "core/analysis/overview/capability_facts.h"
#include "core/store/tables/format_descriptor.h"

#include <optional>
#include <span>
#include <string_view>

namespace stagescope {

/// One question and where its answer lies. `read` is what decides; the rest says what is still to be read, and what to
/// do where nothing tells.
struct CapabilitySpec {
    std::string_view id;
    /// Tables of analysis_list that show the answer: one of them has rows where the answer is yes or partly.
    std::span<const std::string_view> tables{};
    /// From what was read of one capture.
    CaptureAnswer (*read)(const CaptureFacts &facts) = nullptr;
    /// Kind of the tables of a whole cluster that tell it for all ranks; null = none do.
    const TableKind *clusterKind = nullptr;
    /// Tables of a database (Contents) that deep loading will read it from.
    std::span<const std::string_view> promisedBy{};
    /// What it is answered from: files whose deep loading gives any of it promise it, unless the setting is known to be
    /// off.
    Yield from{};
    /// Beginnings of names of files that tell it and that nothing reads.
    std::span<const std::string_view> unread{};
    std::string_view setting{};  ///< profiler setting that decides, empty = none
    /// Whether the settings of a capture record it; nothing where they do not tell. Null = they never do.
    std::optional<bool> (*isOn)(const CaptureFacts &facts) = nullptr;
    std::string_view need{};      ///< what is advised: "remedy.<platform>.<need>"
    std::string_view needIfOn{};  ///< the same where the settings are on and communication or marks were recorded
    /// The same where the answer is partly, from the host alone, and no work of devices was recorded.
    std::string_view needIfOfHost{};
};

/// THE list of questions, in order of display. The one on memory snapshots, which belong to the run, has no `read`.
[[nodiscard]] std::span<const CapabilitySpec> capabilityList();

}  // namespace stagescope
