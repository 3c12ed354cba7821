#pragma once

#include "core/formats/io/load_control.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Work of a device that the call of a graph started.
struct GraphWork {
    std::uint64_t row = 0;   ///< in its trace
    std::uint64_t call = 0;  ///< row of the call
    std::int64_t begin = 0;
    std::string_view name{};
    std::uint32_t stream = 0;  ///< those of one stream run in the order of their launches
};

/// What launched a work when its graph was captured. Its texts are those of the graph.
struct CapturedLaunch {
    std::string_view kernel{};  ///< empty: the file does not name it
    std::string_view operatorName{};
    std::string_view module{};
    std::string_view shapes{};
    std::string_view types{};   ///< of the operator's inputs
    std::string_view python{};  ///< the innermost function around the launch that is no module

    /// All that a graph tells of a launch beside its kernel.
    static constexpr auto texts() {
        using L = CapturedLaunch;
        return std::array{&L::operatorName, &L::module, &L::shapes, &L::types, &L::python};
    }
};
/// One graph: its launches in their order.
struct CapturedGraph {
    std::string_view name{};  ///< of the range around its capture: "capture_32_DECODE"
    std::vector<CapturedLaunch> launches{};
    std::shared_ptr<const void> texts{};  ///< keeps the texts of its file alive; null: others do
};

/// All files of a trace together have no more: the reader stops there.
inline constexpr std::size_t kMostCapturedLaunches = 5'000'000;

/// Files beside a trace that tell how graphs were captured, by their names; sorted. Those that name another rank than
/// the trace are left out. `rank`: that of the trace where its name tells none; where nothing does, all count.
[[nodiscard]] std::vector<std::string> graphCaptureFiles(const std::string &tracePath, std::optional<int> rank = {});
/// The graphs of one of them: launches between the begin and the end of a capture on one thread. Damage ends the list,
/// and a stop leaves it empty. O(events log events).
[[nodiscard]] std::vector<CapturedGraph> readCapturedGraphs(const std::string &path, const LoadControl &control);

/// Which captured launch each work is of. Each call replays one graph: the one whose launches agree with its works one
/// by one, else the one with most names that occur equally often. Launches without names agree only where nothing else
/// can be meant: works of one stream, as many as one known graph has. Where several graphs agree, what they differ in
/// is left open. O(works log works + different calls x graphs); a stop leaves works without launches.
class GraphReplays {
public:
    GraphReplays(std::vector<GraphWork> works, std::vector<CapturedGraph> graphs, const std::stop_token &stop = {});
    /// Null where no graph tells it. Its operator may be empty.
    [[nodiscard]] const CapturedLaunch *launchOf(std::uint64_t row) const;
    [[nodiscard]] std::size_t works() const { return m_works; }
    /// Works whose launch is known, also where the capture tells no operator of it.
    [[nodiscard]] std::size_t matched() const { return m_launches.size(); }

private:
    std::size_t m_works = 0;
    std::vector<CapturedGraph> m_graphs;
    std::deque<CapturedLaunch> m_common;                                   ///< what several graphs agree in
    std::unordered_map<std::uint64_t, const CapturedLaunch *> m_launches;  ///< by row
};

}  // namespace stagescope
