#pragma once

#include "core/scene/memory/operator_memory_model.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace stagescope {

/// The line above the table of operators' memory: of which rank, when, where, called what, how large, released or not.
/// GUI thread.
class OperatorBar : public QWidget {
    Q_OBJECT
public:
    explicit OperatorBar(QWidget *parent = nullptr);

    /// Ranks to choose from, and the one that is chosen; `loadable`: those that would have to be loaded first.
    void setRanks(const std::vector<int> &ranks, std::optional<int> chosen, const std::vector<int> &loadable);
    [[nodiscard]] std::optional<int> rank() const;
    void setPlaces(const std::vector<std::string> &places);
    /// What is filtered by; times of the filter are left open.
    [[nodiscard]] MemoryOpFilter filter() const;
    [[nodiscard]] OperatorTimes times() const;
    void retranslate();

    /// For tests.
    [[nodiscard]] QLineEdit *nameField() const { return m_name; }
    [[nodiscard]] QLineEdit *leastField() const { return m_least; }
    [[nodiscard]] QLineEdit *mostField() const { return m_most; }
    [[nodiscard]] QComboBox *timesPicker() const { return m_times; }
    [[nodiscard]] QComboBox *rankPicker() const { return m_rank; }
    [[nodiscard]] QComboBox *placePicker() const { return m_place; }
    [[nodiscard]] QCheckBox *unreleasedBox() const { return m_unreleased; }

Q_SIGNALS:
    void changed();
    void rankChosen(int rank);
    void loadAsked(int rank);

private:
    void showLoad();

    QComboBox *m_rank;
    QPushButton *m_load;
    QComboBox *m_times;
    QComboBox *m_place;
    QLineEdit *m_name;
    QLineEdit *m_least;
    QLineEdit *m_most;
    QCheckBox *m_unreleased;
    std::vector<int> m_loadable;
};

}  // namespace stagescope
