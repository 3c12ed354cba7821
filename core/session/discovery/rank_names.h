#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What names of folders and files tell about ranks, captures and processes, by one table of words. Numbers beyond
/// 9 999 999 are not ranks (they are time stamps).

/// "17": a rank, a job, a year or a step.
[[nodiscard]] bool isBareNumber(std::string_view name);
/// "rank_3_ascend_pt", "rank3", "host-rank-3", "3".
[[nodiscard]] std::optional<int> rankInFolderName(std::string_view name);
/// "rank-0.json", "snapshot_rank_3.pickle", "dump_ranks_3.pkl", "trace_r0.json", "worker3.17.pt.trace.json", "3.json",
/// "trace.json.3".
[[nodiscard]] std::optional<int> rankInFileName(std::string_view name);
/// Whether all that tells the rank in a file's name is a number by itself: "3.json", "trace.json.3".
[[nodiscard]] bool isBareRank(std::string_view name, int rank);
/// Whether a word tells a rank: "rank_3", not "3", "worker3" or "trace_r3".
[[nodiscard]] bool tellsRank(std::string_view name);
/// Ranks of names or paths that tell places in the parallel dimensions instead ("ID-TP-0-DECODE.json",
/// "pp_rank_1/tp_rank_0.json", "node1_local_rank0.json"): TP is the fastest, then CP, PP, DP, EP, a local rank within
/// its node. Only where each dimension is counted from 0, since "tp4" may as well be a size. One answer a name, nothing
/// where it tells none. `withStages`: "stage" may be a place in PP, as where stages ran at once. O(names log names).
[[nodiscard]] std::vector<std::optional<int>> ranksByPlace(std::span<const std::string> names, bool withStages = true);
/// By ranksByPlace, else by the rank in each name ("python of rank 1"); all different, or none.
[[nodiscard]] std::vector<std::optional<int>> ranksOfProcesses(std::span<const std::string> names);
/// "snapshot_2026-11-21-10-30_3.pickle", as MindSpeed-MM names the snapshots of its dump_ranks: the number behind a
/// date.
[[nodiscard]] std::optional<int> rankBehindDate(std::string_view name);
/// "profiler_info_3.json", "ascend_pytorch_profiler_3.db": the number before the ending.
[[nodiscard]] std::optional<int> rankInSuffix(std::string_view name);
/// What a folder name says beside the rank or place and the profiler's own ending: "rank0_start2_stop5" ->
/// "start2_stop5", "17-TP-0-DECODE" -> "17-DECODE".
[[nodiscard]] std::string captureLabelInName(std::string_view name);

/// Whether a name or path tells a rank within its node and no other.
[[nodiscard]] bool tellsLocalRank(std::string_view name);
/// Whether the name of a file or folder tells a place in the parallel dimensions, which ranksByPlace may make a rank
/// of.
[[nodiscard]] bool tellsPlace(std::string_view name);
/// The stage that it numbers, which is a place beside others: "dp0/stage1".
[[nodiscard]] std::optional<int> stageInName(std::string_view name);
/// Whether it tells all parallel dimensions that the other one tells: "tp1_pp0" of "exp_tp2_pp2", which has sizes.
[[nodiscard]] bool tellsSamePlace(std::string_view name, std::string_view other);
/// Whether it numbers a node.
[[nodiscard]] bool tellsNode(std::string_view name);
/// The name without the number of its part, and that number: "rank0_part1.json" -> {"rank0.json", 1}, also slice, shard
/// and "1-of-4"; nothing for a whole.
struct NamedPart {
    std::string whole;
    int part = 0;
};
[[nodiscard]] std::optional<NamedPart> partInName(std::string_view name);
/// "host_55" of "host_55.17.pt.trace.json", as tensorboard_trace_handler names host and process; else empty.
[[nodiscard]] std::string_view processInName(std::string_view name);

/// The longest run of 12 or more digits (a time stamp of the profiler), empty when there is none.
[[nodiscard]] std::string_view stampInName(std::string_view name);
/// The run of digits before the ending, empty when there is none: "msprof_slice_0_20240101.json" -> "20240101".
[[nodiscard]] std::string_view numberBeforeEnding(std::string_view name);
/// The integer behind the first "key" of a JSON text that may be cut off anywhere; a number in quotes counts.
[[nodiscard]] std::optional<int> numberInJson(std::string_view text, std::string_view key);
/// The same of up to 18 digits.
[[nodiscard]] std::optional<std::int64_t> longNumberInJson(std::string_view text, std::string_view key);

}  // namespace stagescope
