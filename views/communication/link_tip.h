#pragma once

#include "core/scene/communication/comm_matrix_model.h"

#include <QtCore/QString>

namespace stagescope {

/// What the pointer is told of a place of the matrix: the exact figures of its link; in a comparison those of both
/// sides and their difference. `cell` is not empty. GUI thread.
[[nodiscard]] QString linkTip(const CommMatrixModel &model, const LinkCell &cell);

}  // namespace stagescope
