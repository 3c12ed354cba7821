#pragma once

#include "core/advice/finding.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QString>

namespace stagescope {

/// Words of the report in the language that is set. GUI thread.
class ReportText {
    Q_DECLARE_TR_FUNCTIONS(stagescope::ReportText)
};

[[nodiscard]] QString severityName(FindingSeverity severity);
[[nodiscard]] QString certaintyName(Certainty certainty);

}  // namespace stagescope
