#pragma once

#include "core/scene/communication/comm_matrix_model.h"
#include "views/common/control_bar.h"

class QLineEdit;

namespace stagescope {

/// What the matrix is asked: metric, group, step, operator, places, links of ranks to themselves, range of values, what
/// to compare with.
/// GUI thread.
class MatrixBar : public ControlBar {
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

Q_SIGNALS:
    /// By the user; empty = all.
    void stepChosen(const QString &step);

protected:
    void onChosen(const QComboBox *picker) override;

private:
    struct Baseline {
        QString text;
        std::optional<MatrixBaseline> baseline;

        /// In the picker; empty for none.
        [[nodiscard]] QString key() const;
    };

    void addPickers();
    void addRange();
    /// What follows from group and step.
    void refillDependent();
    [[nodiscard]] std::vector<Choice> placesChoices() const;
    [[nodiscard]] std::vector<Choice> operatorChoices() const;
    /// On offer: none, another run, one of its steps, another step of this run.
    [[nodiscard]] std::vector<Baseline> baselines() const;

    CommMatrixSource m_offer;  ///< without its links
    RunId m_baselineRun{};     ///< invalid: none is open
    QString m_baselineName;
    std::vector<std::string> m_baselineSteps;
    QComboBox *m_metric = nullptr;
    QComboBox *m_group = nullptr;
    QComboBox *m_step = nullptr;
    QComboBox *m_name = nullptr;
    QComboBox *m_places = nullptr;
    QCheckBox *m_self = nullptr;
    QLineEdit *m_from = nullptr;
    QLineEdit *m_to = nullptr;
    QComboBox *m_baseline = nullptr;
};

}  // namespace stagescope
