#pragma once

#include "core/analysis/communication/models/comm_scope.h"
#include "views/common/control_bar.h"

#include <functional>
#include <optional>

class QLabel;
class QToolButton;

namespace stagescope {

class Selection;

/// Which communication a page looks at: step and group of the selection. A box in the page's bar chooses another group,
/// for this page alone: that is said beside it, with a way back. What is shown by a finding is followed again. Owned
/// by the bar; GUI thread.
class GroupFilter : public QObject {
    Q_OBJECT
public:
    /// `name` of the box; `scopes()`: what there is to choose from.
    GroupFilter(Selection *selection, ControlBar *bar, const char *name, std::function<const CommScopes &()> scopes);

    /// There is something else to choose from.
    void refill();
    [[nodiscard]] CommScope scope() const;
    /// "pp(0,2), step 13"
    [[nodiscard]] QString caption() const;
    /// As View::ownFilter.
    [[nodiscard]] QString ownFilter() const;
    /// Another group than the selection's; what the selection has is followed.
    void setOwn(const std::string &group);

Q_SIGNALS:
    /// The scope is another one.
    void changed();

private:
    void follow();
    void settle();
    [[nodiscard]] std::string followed() const;

    Selection *m_selection;
    ControlBar *m_bar;
    std::function<const CommScopes &()> m_scopes;
    QComboBox *m_box = nullptr;
    QLabel *m_note;
    QToolButton *m_return;
    std::optional<std::string> m_own;
    CommScope m_told;  ///< when it last changed
};

}  // namespace stagescope
