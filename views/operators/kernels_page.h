#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/scene/operators/kernel_bars_scene.h"
#include "views/common/chart_page.h"
#include "views/common/pages/focus_rank.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

class KernelTree;
class KernelsBar;

/// What is asked: kernels of one rank, of a step, a range or a box, put together.
struct KernelQuestion {
    RunId run;
    int rank = -1;  ///< -1: there is none
    std::string grouping;
    std::optional<std::int64_t> step{};
    std::optional<AlignedRange> range{};
    std::vector<std::int64_t> streams{};  ///< of the box; empty: all

    bool operator==(const KernelQuestion &) const = default;
};
struct KernelStatistics {
    KernelQuestion question;
    ResultTable table;  ///< kernel_stats
};

/// The page "Kernels": kernels or communication operators of a rank by group, as bars and as a table whose rows unfold.
/// Follows rank, step, range and box of the selection; choosing a group selects its longest slices everywhere, opening
/// one leads to the timeline. GUI thread; statistics and kernels are made on the pool.
class KernelsPage : public ModelPage<KernelStatistics, KernelBarsScene> {
    Q_OBJECT
public:
    /// Slices of a group that are selected at once; a timeline outlines each.
    static constexpr std::size_t kMostSelected = 500;

    explicit KernelsPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    [[nodiscard]] KernelTree *tree() const { return m_tree; }
    [[nodiscard]] const KernelBars &bars() const { return m_bars; }

protected:
    void ask() override;
    void onControls() override;
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &key) override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] KernelBarsScene layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const KernelBarsScene &layout) const override;

private:
    struct Wanted {
        int row;
        std::size_t most;
    };
    void askIfChanged();
    void showRanks();
    void followRank();
    [[nodiscard]] KernelQuestion question() const;
    [[nodiscard]] QString caption() const;
    /// Selects the longest kernels of a row.
    void chooseGroup(int row, bool isOpened);
    void chooseItems(std::vector<ItemRef> items, bool isOpened);
    void fetchKernels();
    /// The row of the kernel that is selected, where it is one of the shown rank.
    void markSelected();

    FocusRank m_focus{this};
    KernelsBar *m_bar;
    KernelTree *m_tree;
    KernelBars m_bars;
    KernelQuestion m_asked;
    std::shared_ptr<const Workspace> m_askedOf;
    std::deque<Wanted> m_wanted;  ///< rows whose kernels are to be shown, one after the other
    AsyncResult<ResultTable> m_kernels;
    AsyncResult<std::vector<ItemRef>> m_slices;
    AsyncResult<std::optional<int>> m_marking;
};

}  // namespace stagescope
