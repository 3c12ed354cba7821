#pragma once

#include "core/advice/rule_values.h"

#include <QtCore/QObject>

namespace stagescope {

/// The thresholds of verdicts that the user has set; one for the whole program, as the theme is. Views that judge ask
/// it when they start and judge again when it changes. GUI thread.
class RuleSettings : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] static RuleSettings &current();

    [[nodiscard]] const RuleValues &values() const { return m_values; }
    void setValues(RuleValues values);
    /// A value that is the default counts as not set.
    void setValue(const std::string &name, double value);

Q_SIGNALS:
    void changed();

private:
    RuleValues m_values;
};

}  // namespace stagescope
