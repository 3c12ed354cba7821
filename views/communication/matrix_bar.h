#pragma once

#include "core/scene/communication/comm_matrix_model.h"

#include <QtWidgets/QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace stagescope {

/// What the matrix is asked: metric, group, step, operator, places, links of ranks to themselves, range of values, what
/// to compare with.
/// GUI thread.
class MatrixBar : public QWidget {
    Q_OBJECT
public:
    explicit MatrixBar(QWidget *parent = nullptr);

    /// Offers what a run has and keeps what is chosen where it is still there. A baseline that was not there before is
    /// chosen; its source and name are null and empty where none is open.
    void setSources(const CommMatrixSource &source, const CommMatrixSource *baseline, const QString &baselineName);
    /// Chooses group, step and operator as far as they are on offer; without changed().
    void setQuery(const LinkQuery &query);
    /// The ends of what may be shown, as hints in the empty fields of the range.
    void setLimits(double least, double most);
    [[nodiscard]] CommMatrixQuestion question() const;
    /// "pp(0,2), step 13, all operators"
    [[nodiscard]] QString caption() const;
    void retranslate();

Q_SIGNALS:
    void changed();
    /// By the user; empty = all.
    void stepChosen(const QString &step);

private:
    void build();
    void fillFixed();
    void fillOperators();
    void fillBaselines();
    void onScopeChanged();

    CommMatrixSource m_offer;  ///< without its links
    RunId m_baselineRun{};     ///< invalid: none is open
    QString m_baselineName;
    std::vector<std::string> m_baselineSteps;
    std::vector<std::optional<MatrixBaseline>> m_baselines;  ///< on offer; the first is none
    QLabel *m_baselineLabel = nullptr;
    QComboBox *m_baseline = nullptr;
    QLabel *m_metricLabel = nullptr;
    QComboBox *m_metric = nullptr;
    QLabel *m_groupLabel = nullptr;
    QComboBox *m_group = nullptr;
    QLabel *m_stepLabel = nullptr;
    QComboBox *m_step = nullptr;
    QLabel *m_nameLabel = nullptr;
    QComboBox *m_name = nullptr;
    QLabel *m_placesLabel = nullptr;
    QComboBox *m_places = nullptr;
    QCheckBox *m_self = nullptr;
    QLabel *m_rangeLabel = nullptr;
    QLineEdit *m_from = nullptr;
    QLineEdit *m_to = nullptr;
};

}  // namespace stagescope
