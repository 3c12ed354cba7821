#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What names of folders and files tell about a rank. Numbers beyond 9 999 999 are not ranks (they are time stamps).

/// "rank_3_ascend_pt", "rank3", "host-rank-3", "3".
[[nodiscard]] std::optional<int> rankInFolderName(std::string_view name);
/// "rank-0.json", "snapshot_rank_3.pickle", "dump_ranks_3.pkl", "trace_r0.json", "3.json".
[[nodiscard]] std::optional<int> rankInFileName(std::string_view name);
/// "snapshot_2026-11-21-10-30_3.pickle", as MindSpeed-MM names the snapshots of its dump_ranks: the number behind a
/// date.
[[nodiscard]] std::optional<int> rankBehindDate(std::string_view name);
/// "profiler_info_3.json", "ascend_pytorch_profiler_3.db": the number before the ending.
[[nodiscard]] std::optional<int> rankInSuffix(std::string_view name);
/// What a folder name says beside the rank and the profiler's own ending: "rank0_start2_stop5" -> "start2_stop5".
[[nodiscard]] std::string captureLabelInName(std::string_view name);
/// The longest run of 12 or more digits (a time stamp of the profiler), empty when there is none.
[[nodiscard]] std::string_view stampInName(std::string_view name);
/// The run of digits before the ending, empty when there is none: "msprof_slice_0_20240101.json" -> "20240101".
[[nodiscard]] std::string_view numberBeforeEnding(std::string_view name);
/// The integer behind the first "key" of a JSON text that may be cut off anywhere; a number in quotes counts.
[[nodiscard]] std::optional<int> numberInJson(std::string_view text, std::string_view key);

}  // namespace stagescope
