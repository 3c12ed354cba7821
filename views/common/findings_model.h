#pragma once

#include "core/advice/findings.h"
#include "core/scene/findings_scene.h"

#include <QtCore/QString>

namespace stagescope {

/// Advice as scenes show it.
[[nodiscard]] FindingsModel findingsModel(const Advice &advice);
/// For pictures, in which a button does nothing.
[[nodiscard]] FindingsModel withoutButtons(FindingsModel model);
/// The tab in which the evidence of a finding is best seen.
[[nodiscard]] QString viewForEvidence(const SelectionState &evidence);

}  // namespace stagescope
