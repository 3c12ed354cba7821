#pragma once

#include "core/analysis/communication/models/comm_scope.h"

#include <QtWidgets/QWidget>

#include <optional>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace stagescope {

class Selection;

/// Pickers of group and step for a page of communication. Follows the selected step and sets it. GUI thread.
class ScopeBar : public QWidget {
    Q_OBJECT
public:
    explicit ScopeBar(Selection *selection, QWidget *parent = nullptr);

    /// Offers these and keeps what is chosen where it is still there.
    void setScopes(const CommScopes &scopes);
    [[nodiscard]] CommScope scope() const;
    /// "pp(0,2), step 13"
    [[nodiscard]] QString caption() const;
    /// More pickers of the page stand behind these.
    void addField(QLabel *label, QWidget *field);
    void retranslate();

Q_SIGNALS:
    void changed();

private:
    void fill();
    void followStep();

    Selection *m_selection;
    CommScopes m_scopes;
    QHBoxLayout *m_row = nullptr;
    QLabel *m_groupLabel = nullptr;
    QComboBox *m_group = nullptr;
    QLabel *m_stepLabel = nullptr;
    QComboBox *m_step = nullptr;
};

/// What a group is called in a line of pickers: large ones by their first ranks and their number.
[[nodiscard]] QString shortTitle(const GroupChoice &group);

}  // namespace stagescope
