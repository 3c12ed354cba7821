#pragma once

#include "core/analysis/communication/models/comm_scope.h"
#include "views/common/control_bar.h"

namespace stagescope {

class Selection;

/// Pickers of group and step for a page of communication. Follows the selected step and sets it. GUI thread.
class ScopeBar : public ControlBar {
    Q_OBJECT
public:
    explicit ScopeBar(Selection *selection, QWidget *parent = nullptr);

    /// Offers these and keeps what is chosen where it is still there.
    void setScopes(const CommScopes &scopes);
    [[nodiscard]] CommScope scope() const;
    /// "pp(0,2), step 13"
    [[nodiscard]] QString caption() const;

protected:
    void onChosen(const QComboBox *picker) override;

private:
    void followStep();

    Selection *m_selection;
    CommScopes m_scopes;
    QComboBox *m_group = nullptr;
    QComboBox *m_step = nullptr;
};

/// What a picker offers; the first means all of them. Large groups are called by their first ranks and their number.
[[nodiscard]] std::vector<ControlBar::Choice> groupChoices(const CommScopes &scopes);
[[nodiscard]] std::vector<ControlBar::Choice> stepChoices(const CommScopes &scopes);
/// "step 13", or what the picker calls all of them.
[[nodiscard]] QString stepCaption(const QComboBox &picker);

}  // namespace stagescope
