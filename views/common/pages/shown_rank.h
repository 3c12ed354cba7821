#pragma once

#include "core/session/selection.h"
#include "core/session/workspace.h"

#include <QtCore/QCoreApplication>

namespace stagescope {

/// What a page of one rank asks when another rank is picked on it: that rank is selected, for all pages.
inline void pickRank(Selection *selection, const Run *run, int rank, QObject *origin) {
    if (run != nullptr && rank >= 0) {
        auto state = selection->state();
        state.ranks = {{run->id, rank}};
        selection->set(std::move(state), origin);
    }
}

/// As View::ownFilter of a page of one rank: which one it is where the selection has none or several.
[[nodiscard]] inline QString shownRankText(const Selection *selection, const Run *run, int rank) {
    const auto &ranks = selection->state().ranks;
    const bool isChosen = run != nullptr && ranks.size() == 1 && ranks.front() == RankRef{run->id, rank};
    return rank < 0 || isChosen ? QString()
                                : QCoreApplication::translate("ShownRank", "This page only: rank %1").arg(rank);
}

}  // namespace stagescope
