#pragma once

#include "core/session/workspace.h"
#include "core/settings/setting_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What a profile that was taken before weighs: of the same job the best guess of what the next one will.
struct EarlierCapture {
    std::string label;           ///< of the run
    double bytes = 0;            ///< of one step of one rank: all files of a profiler, raw data apart; 0 = not known
    std::int64_t ranks = 0;      ///< that this was measured of
    std::int64_t steps = 0;      ///< of these together
    std::optional<int> level{};  ///< -1 none, 0, 1, 2; nothing where it does not tell
    std::optional<double> summedMs{};  ///< a recorded step, the median: computing, communication not overlapped, free
    std::optional<double> timedMs{};   ///< the same by its begin and end on the host
    std::string torchNpuVersion{};     ///< "2.7.1", empty where it does not tell
    std::string mindSporeVersion{};

    /// " at Level1", empty where it does not tell.
    [[nodiscard]] std::string levelText() const;
    /// Of the program that reads such settings; empty where it does not tell.
    [[nodiscard]] const std::string &versionFor(SettingKind kind) const;
};

struct RecordedStep {
    const EarlierCapture *capture = nullptr;
    double ms = 0;
    double more = 0;  ///< than the fastest: what other settings cost, where nothing else of the job differs
};
/// In the order of the captures, all measured alike: by sums where all have them, else by times; captures without are
/// left out. O(captures).
[[nodiscard]] std::vector<RecordedStep> recordedSteps(const std::vector<EarlierCapture> &captures);
/// The first that tells how much a step is; null when none does.
[[nodiscard]] const EarlierCapture *weighedCapture(const std::vector<EarlierCapture> &captures);

/// From files of ranks whose steps are known, of times or of sums; nothing where neither they nor a version are. Needs
/// no deep loading where a table has the steps. O(files + steps log steps).
[[nodiscard]] std::optional<EarlierCapture> earlierCapture(const Run &run);

}  // namespace stagescope
