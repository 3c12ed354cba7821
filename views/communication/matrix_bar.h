#pragma once

#include "core/scene/communication/comm_matrix_model.h"
#include "views/common/control_bar.h"
#include "views/communication/group_filter.h"

class QLineEdit;

namespace stagescope {

/// What the matrix is asked: metric, group, operator, places, links of ranks to themselves, range of values, what
/// to compare with.
/// GUI thread.
class MatrixBar : public ControlBar {
    Q_OBJECT
public:
    explicit MatrixBar(Selection *selection, QWidget *parent = nullptr);

    /// Offers what a run has and keeps what is chosen where it is still there. A baseline that was not there before is
    /// chosen; its source and name are null and empty where none is open.
    void setSources(const CommMatrixSource &source, const CommMatrixSource *baseline, const QString &baselineName);
    /// Chooses group and operator as far as they are on offer.
    void setQuery(const LinkQuery &query);
    [[nodiscard]] QString ownFilter() const { return m_filter->ownFilter(); }
    /// The ends of what may be shown, as hints in the empty fields of the range.
    void setLimits(double least, double most);
    [[nodiscard]] CommMatrixQuestion question() const;
    /// "pp(0,2), step 13, all operators"
    [[nodiscard]] QString caption() const;

protected:
    void onChosen(const QComboBox *picker) override;

private:
    struct Baseline {
        QString text;
        std::optional<MatrixBaseline> baseline;

        /// In the picker; empty for none.
        [[nodiscard]] QString key() const;
    };

    void addPickers(Selection *selection);
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
    GroupFilter *m_filter = nullptr;
    QComboBox *m_name = nullptr;
    QComboBox *m_places = nullptr;
    QCheckBox *m_self = nullptr;
    QLineEdit *m_from = nullptr;
    QLineEdit *m_to = nullptr;
    QComboBox *m_baseline = nullptr;
};

}  // namespace stagescope
