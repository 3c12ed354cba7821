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
/// Ranks of names or paths that tell places in the parallel dimensions instead ("ID-TP-0-DECODE.json",
/// "pp_rank_1/tp_rank_0.json", "node1_local_rank0.json"): TP is the fastest, then CP, PP, DP, EP, a local rank within
/// its node. Only where each dimension is counted from 0, since "tp4" may as well be a size. One answer a name, nothing
/// where it tells none. O(names log names).
[[nodiscard]] std::vector<std::optional<int>> ranksByPlace(std::span<const std::string> names);
/// A name in which a worker is counted, or that of the process which is not counted with the workers: "head.json".
struct WorkerName {
    std::string others{};  ///< words beside: equal in "llama-worker-0.json" and "llama-master-0.json"
    bool isMaster = false;
    bool isNumbered = false;  ///< "llama-worker-0", "master1", not "head_dim64"
};
/// Nothing where a rank is told, or neither.
[[nodiscard]] std::optional<WorkerName> workerInName(std::string_view name);
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

/// What a trace is of, as far as its name tells.
enum class TraceRole : std::uint8_t {
    Rank,
    HostProcess,   ///< a coordinator or server beside the ranks: "node1_55.async_llm.17.pt.trace.json"
    GraphCapture,  ///< how a graph was captured, beside its execution: "graph_capture_rank0.json"
    Merged,        ///< what files of ranks beside it tell, once more: "merged-17.trace.json"
};
[[nodiscard]] TraceRole roleInName(std::string_view name);
/// Folders whose name tells a role or phase of all ranks, not other ranks: "capture_traces", "actor_update", "decode".
/// Words that may also be names of runs ("reference", "student") count only `atOnce`: where roles ran side by side.
[[nodiscard]] bool isRoleFolder(std::string_view name, bool atOnce = true);
/// Folders of one recording of all ranks: "iteration_10", "global_step_200", "epoch0".
[[nodiscard]] bool isCaptureFolder(std::string_view name);
/// Whether the number of such a folder counts steps of one program: "epoch0", not "profile_2" or "session1".
[[nodiscard]] bool countsSteps(std::string_view name);
/// Folders of one machine: "nodeA", "host-17".
[[nodiscard]] bool isMachineFolder(std::string_view name);
/// Whether two labels of captures differ in nothing but times, numbers, steps and phases: then the captures are of one
/// run. "start2_stop5" and "start8_stop9", "DECODE" and "EXTEND", but not "fused" and "unfused".
[[nodiscard]] bool areCapturesOfOneRun(std::string_view label, std::string_view other, bool atOnce = false);
/// The words of a label that captures of one run share: "fused_step3" -> "fused".
[[nodiscard]] std::string runWords(std::string_view label);
/// Whether a name or path tells a rank within its node and no other.
[[nodiscard]] bool tellsLocalRank(std::string_view name);
/// Whether it names a phase of serving or of reinforcement learning ("DECODE", "rollout"): one program does other
/// things in each.
[[nodiscard]] bool tellsPhase(std::string_view name, bool atOnce);
/// Whether both name phases, and not the same: "actor_update" and "rollout", which may run side by side.
[[nodiscard]] bool tellOtherPhases(std::string_view name, std::string_view other);
/// Whether the name of a file or folder tells a place in the parallel dimensions, which ranksByPlace may make a rank
/// of.
[[nodiscard]] bool tellsPlace(std::string_view name);
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
