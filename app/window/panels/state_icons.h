#pragma once

#include "core/base/import_log.h"
#include "core/session/workspace.h"

#include <QtCore/QString>
#include <QtGui/QIcon>

#include <optional>

namespace stagescope {

/// The dot that stands for a load state: shape and fill differ as well as colour, so that it reads without colours.
/// Drawn once per state and theme. GUI thread.
[[nodiscard]] QIcon loadStateIcon(LoadState state);
[[nodiscard]] QString loadStateMeaning(LoadState state);

/// A triangle (data loss), square (error) or circle (information).
[[nodiscard]] QIcon severityIcon(Severity severity);
[[nodiscard]] QString severityName(Severity severity);

}  // namespace stagescope
