#include "views/operators/rank_picker.h"

#include "core/session/selection.h"
#include "core/session/workspace.h"

namespace stagescope {

bool turnToSelectedRank(QComboBox &picker, const Run *run, const SelectionState &state, std::optional<int> usual) {
    const bool isOne = run != nullptr && state.ranks.size() == 1 && state.ranks[0].run == run->id;
    const auto rank = isOne ? std::optional(state.ranks[0].rank) : state.ranks.empty() ? usual : std::nullopt;
    const int index = rank ? picker.findData(*rank) : -1;
    if (index < 0 || index == picker.currentIndex()) {
        return false;
    }
    const QSignalBlocker quiet(&picker);
    picker.setCurrentIndex(index);
    return true;
}

}  // namespace stagescope
