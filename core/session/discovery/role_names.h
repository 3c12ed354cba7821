#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What names of folders and files tell of roles, engines, machines and captures, by tables of words.

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
/// What is known of two captures beside their names: that one process recorded both, one after the other.
enum class Sameness : std::uint8_t { NotKnown, OneProcess };
/// Whether two labels of captures differ in nothing but times, numbers, steps and phases: then the captures are of one
/// run. "start2_stop5" and "start8_stop9", "DECODE" and "EXTEND", but not "fused" and "unfused"; of one process also
/// "batch_10" and "batch_20".
[[nodiscard]] bool areCapturesOfOneRun(std::string_view label, std::string_view other, bool atOnce = false,
                                       Sameness sameness = Sameness::NotKnown);
/// The words of a label that captures of one run share: "fused_step3" -> "fused".
[[nodiscard]] std::string runWords(std::string_view label);
/// Whether it names a phase of serving or of reinforcement learning ("DECODE", "rollout"): one program does other
/// things in each.
[[nodiscard]] bool tellsPhase(std::string_view name, bool atOnce);
/// Whether it is called as only roles of reinforcement learning are: "actor_update", not "train".
[[nodiscard]] bool tellsRlRole(std::string_view folder);
/// Whether both name phases, and not the same: "actor_update" and "rollout", which may run side by side.
[[nodiscard]] bool tellOtherPhases(std::string_view name, std::string_view other);
/// "prefill 0" of "prefill-0_TP-1", "rollout engine 2" of "rollout-engine-2": one of several that run beside one
/// another, each with ranks of its own.
struct EngineName {
    std::string name{};
    std::string role{};      ///< its words without the number
    bool hasRole = false;    ///< it says what the engine does: it is no machine
    bool isCertain = false;  ///< it says that it is an engine: "decode_1" may as well be the second time of one process
    bool isServing = false;  ///< or serves requests, unlike "train_100"
};
[[nodiscard]] std::optional<EngineName> engineInName(std::string_view name);
/// A name in which a worker is counted, or that of the process which is not counted with the workers: "head.json".
struct WorkerName {
    std::string others{};  ///< words beside: equal in "llama-worker-0.json" and "llama-master-0.json"
    bool isMaster = false;
    bool isNumbered = false;  ///< "llama-worker-0", "master1", not "head_dim64"
};
/// Nothing where a rank is told, or neither.
[[nodiscard]] std::optional<WorkerName> workerInName(std::string_view name);

}  // namespace stagescope
