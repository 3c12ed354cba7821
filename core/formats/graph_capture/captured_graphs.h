#pragma once

#include "core/formats/io/load_control.h"

#include <cstdint>
#include <deque>
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
};

/// What launched a work when its graph was captured.
struct CapturedLaunch {
    std::string kernel{};  ///< empty: the file does not name it
    std::string operatorName{};
    std::string module{};
    std::string shapes{};
};
/// One graph: its launches in their order.
struct CapturedGraph {
    std::string name{};  ///< of the range around its capture: "capture_32_DECODE"
    std::vector<CapturedLaunch> launches;
};

/// Files beside a trace that tell how graphs were captured, by their names; sorted.
[[nodiscard]] std::vector<std::string> graphCaptureFiles(const std::string &tracePath);
/// The graphs of one of them: launches between the begin and the end of a capture on one thread. Damage ends the list.
[[nodiscard]] std::vector<CapturedGraph> readCapturedGraphs(const std::string &path, const LoadControl &control);

/// Which captured launch each work is of. Each call replays one graph: the one whose launches agree with its works one
/// by one, else the one with most names that occur equally often. Where several graphs agree, what they differ in is
/// left open. O(works x graphs).
class GraphReplays {
public:
    GraphReplays(std::vector<GraphWork> works, std::vector<CapturedGraph> graphs);
    /// Null where no graph tells it.
    [[nodiscard]] const CapturedLaunch *launchOf(std::uint64_t row) const;
    [[nodiscard]] std::size_t works() const { return m_works; }
    [[nodiscard]] std::size_t known() const { return m_launches.size(); }

private:
    void joinInOrder(const std::vector<GraphWork> &works, const std::vector<const CapturedGraph *> &fitting);
    void joinByName(const std::vector<GraphWork> &works);

    std::size_t m_works = 0;
    std::vector<CapturedGraph> m_graphs;
    std::deque<CapturedLaunch> m_common;                                   ///< what several graphs agree in
    std::unordered_map<std::uint64_t, const CapturedLaunch *> m_launches;  ///< by row
};

}  // namespace stagescope
