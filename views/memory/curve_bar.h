#pragma once

#include "core/scene/memory/memory_curves_model.h"

#include <QtWidgets/QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace stagescope {

class Selection;

/// Pickers above the curves of memory: whose memory, what of it, of which ranks, against which. Knows no run; asks by
/// signals. GUI thread.
class CurveBar : public QWidget {
    Q_OBJECT
public:
    explicit CurveBar(Selection *selection, QWidget *parent = nullptr);

    void setModel(const MemoryCurves &model);
    [[nodiscard]] MemoryCurveQuestion question() const;
    void retranslate();
    /// As View::ownFilter.
    [[nodiscard]] QString ownFilter() const;

    /// For tests.
    [[nodiscard]] QComboBox *rankPicker() const { return m_ranks; }
    [[nodiscard]] QComboBox *baselinePicker() const { return m_baseline; }
    [[nodiscard]] QCheckBox *measureBox(MemoryMeasure measure) const {
        return m_measures[static_cast<std::size_t>(measure)];
    }
    [[nodiscard]] QCheckBox *streamBox() const { return m_byStream; }

Q_SIGNALS:
    void changed();
    /// Records that are not loaded are asked for.
    void loadRequested();

private:
    void fillComponents(const std::vector<std::string> &components, bool hasCategories);
    void fillBaselines();
    void labelLoad();
    [[nodiscard]] std::vector<int> selectedRanks() const;

    Selection *m_selection;
    RunId m_run;
    std::vector<std::string> m_components;
    bool m_hasCategories = false;
    std::vector<int> m_known;
    std::optional<RunId> m_baselineRun;
    std::vector<int> m_baselineKnown;
    std::size_t m_unread = 0;
    QLabel *m_componentLabel;
    QComboBox *m_component;
    std::array<QCheckBox *, 3> m_measures{};
    QCheckBox *m_byStream;
    QLabel *m_ranksLabel;
    QComboBox *m_ranks;
    QLabel *m_baselineLabel;
    QComboBox *m_baseline;
    QPushButton *m_load;
};

}  // namespace stagescope
