#pragma once

#include "views/common/control_bar.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

struct Run;
struct SelectionState;

/// A picker of one of the ranks that a model tells something of; `ranks()` gives what is told of each, with its number
/// as member `rank`. GUI thread.
template <class Ranks>
[[nodiscard]] QComboBox *addRankPicker(ControlBar &bar, const char *name, Ranks ranks) {
    return bar.addPicker(
        name, [] { return ControlBar::tr("Rank"); },
        [ranks] {
            std::vector<ControlBar::Choice> choices;
            for (const auto &each : ranks()) {
                choices.push_back({QString::number(each.rank), each.rank});
            }
            return choices;
        });
}

/// What is told of the rank that a picker shows; null without any.
template <class Told>
[[nodiscard]] const Told *pickedRank(const QComboBox &picker, const std::vector<Told> &ranks) {
    const auto rank = picker.currentData();
    const auto it = std::find_if(ranks.begin(), ranks.end(), [&](const Told &each) { return rank == each.rank; });
    return it == ranks.end() ? nullptr : &*it;
}

/// Turns a picker, without its signals, to the selected rank of a run, where that is one of its ranks and the only one
/// that is selected, with none selected to `usual`. Whether it now shows another one.
[[nodiscard]] bool turnToSelectedRank(QComboBox &picker, const Run *run, const SelectionState &state,
                                      std::optional<int> usual = std::nullopt);

}  // namespace stagescope
