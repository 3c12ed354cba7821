#pragma once

#include "core/session/loading/open_runs.h"
#include "core/session/selection.h"

#include <QtWidgets/QWidget>

#include <memory>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;

namespace stagescope {

class ClockControl;

/// The bar above the tabs, the same on every tab: run, baseline, step, pipeline group, ranks, clock, search. Reads and
/// writes the selection; what concerns loading it asks by signals. GUI thread.
class ContextBar : public QWidget {
    Q_OBJECT
public:
    explicit ContextBar(Selection *selection, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void focusSearch();
    /// As if it had been typed.
    void search(const QString &text);
    /// What was typed and not entered is forgotten.
    void dropEdits();
    void retranslate();

    /// Small: narrow windows are served by showing less.
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user chose another of the open runs as the one that is looked at.
    void runRequested(stagescope::RunId run);
    /// "none" was chosen, or another run; an invalid id closes the baseline.
    void baselineRequested(stagescope::RunId run);
    void openBaselineRequested();
    void clockRequested(stagescope::RunId run, const stagescope::ClockWish &wish);
    void searchRequested(const QString &text);
    void nextHitRequested(bool backwards);

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeLayout();
    void fitLines();
    void connectInputs();
    void fillRuns();
    void fillSteps();
    void fillGroups();
    void showSelection();
    void applyRanks();

    Selection *m_selection;
    std::shared_ptr<const Workspace> m_workspace;
    QBoxLayout *m_lines;  ///< one beside the other, or below it
    std::vector<std::pair<QLabel *, QWidget *>> m_fields;
    QComboBox *m_run;
    QComboBox *m_baseline;
    QComboBox *m_step;
    QComboBox *m_group;
    QLineEdit *m_ranks;
    ClockControl *m_clock;
    QLineEdit *m_search;
};

/// Numbers of all steps that any rank of a run knows, ascending.
[[nodiscard]] std::vector<std::int64_t> stepNumbers(const Run &run);
/// "0, 2" to numbers; "all" and the empty text to nothing. False for anything else. "3-6" is a stretch.
[[nodiscard]] bool parseRankList(const QString &text, std::vector<int> &ranks);
/// Ascending ranks as short text: "0, 2, 5-7".
[[nodiscard]] QString rankListText(const std::vector<int> &ranks);

}  // namespace stagescope
