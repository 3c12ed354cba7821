#pragma once

#include "views/common/control_bar.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

class QPushButton;

namespace stagescope {

/// Controls above the statistics of kernels: by what they are grouped, of which rank, how many bars. GUI thread.
class KernelsBar : public ControlBar {
    Q_OBJECT
public:
    static constexpr int kUsualTop = 15;

    explicit KernelsBar(QWidget *parent = nullptr);

    /// Ranks to choose from, `loadable` those that are not loaded; a chosen one that is not among them gives way.
    void setRanks(std::vector<int> ranks, std::vector<int> loadable);
    /// As if the user had chosen it; false when it cannot be chosen, or is.
    bool chooseRank(int rank);
    [[nodiscard]] std::optional<int> rank() const;
    /// As the parameter `by` of kernel_stats.
    [[nodiscard]] std::string grouping() const;
    /// In words.
    [[nodiscard]] QString groupingText() const;
    [[nodiscard]] std::size_t top() const;

Q_SIGNALS:
    /// By the user.
    void rankChosen(int rank);
    void loadAsked(int rank);

protected:
    void onChosen(const QComboBox *picker) override;

private:
    void showLoad();

    std::vector<int> m_ranks;
    std::vector<int> m_loadable;
    bool m_isWanted = false;  ///< the rank, by the user or a selection
    QComboBox *m_grouping;
    QComboBox *m_rank;
    QSpinBox *m_top;
    QPushButton *m_load;
};

}  // namespace stagescope
