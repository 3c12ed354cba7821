#pragma once

#include "core/advice/findings.h"
#include "core/scene/pages/findings_scene.h"
#include "core/session/selection.h"

#include <QtCore/QString>

namespace stagescope {

/// Advice as scenes show it.
[[nodiscard]] FindingsModel findingsModel(const Advice &advice);
/// For pictures, in which a button does nothing.
[[nodiscard]] FindingsModel withoutButtons(FindingsModel model);
/// Where items are best seen: a place as in Finding::place.
[[nodiscard]] QString placeForItems(const SelectionState &evidence);
[[nodiscard]] QString placeForFinding(const Finding &finding);

/// Selects the evidence of a finding, turns to where it is best seen, and brings it into sight there.
template <class TurnTo>
void showFinding(const Finding &finding, Selection *selection, QObject *origin, const TurnTo &turnTo) {
    selection->set(finding.evidence, origin);
    turnTo(placeForFinding(finding));
    selection->show(finding.title);
}

/// Selects one item and keeps ranks, step and group; turns to where it is best seen, and brings it into sight there.
template <class TurnTo>
void showItem(const ItemRef &item, Selection *selection, QObject *origin, const TurnTo &turnTo) {
    selection->setItem(item, origin);
    SelectionState only;
    only.items = {item};
    turnTo(placeForItems(only));
    selection->show();
}

}  // namespace stagescope
