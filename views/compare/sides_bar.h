#pragma once

#include "core/base/item_ref.h"
#include "core/session/workspace.h"
#include "views/common/control_bar.h"
#include "views/common/pages/focus_rank.h"

#include <array>
#include <memory>
#include <optional>

namespace stagescope {

/// What stands on one side of a comparison: a rank, or all ranks, of a run.
struct SideChoice {
    RunId run{};
    int rank = -1;  ///< -1: all
    bool operator==(const SideChoice &) const = default;
};

/// What pages of comparisons ask first: which side is before, and which is after. Until the user chooses the whole
/// baseline and the whole run, without a baseline the rank of the first finding and the one that it is measured by.
/// GUI thread.
class SidesBar : public ControlBar {
    Q_OBJECT
public:
    /// `allRanks`: what all ranks of a run together are called. Of a page, which changed() tells when rules have
    /// judged.
    SidesBar(Text allRanks, QWidget *page);

    /// The runs and ranks of a workspace; what was chosen stays as long as it is there, and there are as many runs.
    void offer(std::shared_ptr<const Workspace> workspace);
    [[nodiscard]] std::optional<SideChoice> before() const { return chosen(m_before); }
    [[nodiscard]] std::optional<SideChoice> after() const { return chosen(m_after); }
    /// "rank 3", "rank 3" with its run where there are several.
    [[nodiscard]] QString nameOf(const SideChoice &choice) const;
    [[nodiscard]] bool isBusy() const { return m_focus.isBusy(); }
    /// There is nothing to compare anything with.
    [[nodiscard]] bool isOfOne() const;

    /// For tests.
    [[nodiscard]] QComboBox *beforePicker() const { return m_before; }
    [[nodiscard]] QComboBox *afterPicker() const { return m_after; }

protected:
    void onChosen(const QComboBox *picker) override;

private:
    void chooseSides();
    [[nodiscard]] static std::optional<SideChoice> chosen(const QComboBox *picker);
    [[nodiscard]] std::vector<Choice> choices() const;
    [[nodiscard]] std::optional<std::array<RankRef, 2>> comparedFirst() const;

    Text m_allRanks;
    QComboBox *m_before = nullptr;
    QComboBox *m_after = nullptr;
    FocusRank m_focus;
    std::shared_ptr<const Workspace> m_workspace;
    bool m_isChosen = false;     ///< by the user
    bool m_wereTwoRuns = false;  ///< in the workspace before
};

/// Whether there are two sides: two runs, or two ranks of one.
[[nodiscard]] bool canCompare(const Workspace &workspace);

}  // namespace stagescope
