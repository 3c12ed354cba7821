#pragma once

#include "core/scene/memory/memory_curves_model.h"
#include "core/session/workspace.h"

#include <QtCore/QString>

namespace stagescope {

// What the curves of memory are called on screen. GUI thread.

/// "rank 0: PTA allocated"
[[nodiscard]] QString curveName(const RankCurve &curve);
/// "stage 1, 8 ranks: PTA allocated, min to max"
[[nodiscard]] QString bandName(const RankBand &band);
/// What the model's curves are differences to; the model has a baseline.
[[nodiscard]] QString curveBaselineText(const MemoryCurves &model, const Workspace &workspace);

}  // namespace stagescope
