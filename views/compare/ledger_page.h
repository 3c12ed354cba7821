#pragma once

#include "core/analysis/difference/ledger.h"
#include "core/scene/difference/ledger_scene.h"
#include "views/common/chart_page.h"
#include "views/compare/sides_bar.h"

#include <optional>

class QComboBox;

namespace stagescope {

struct LedgerPageModel {
    Ledger ledger;
    SideChoice before;
    SideChoice after;
};

/// The page "Ledger": what made a step longer or shorter, from one run, rank or pair of ranks to another, as a
/// waterfall, and all rows of it as a table. A click on a bar or a row selects where that is seen best; on the same bar
/// again, the same on the other side. Follows the selected step. GUI thread; the ledger is made on the pool.
class LedgerPage : public ModelPage<LedgerPageModel, LedgerLayout> {
    Q_OBJECT
public:
    explicit LedgerPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override { return canCompare(workspace); }
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] bool isBusy() const override { return ModelPage::isBusy() || m_sides->isBusy(); }

    /// For tests.
    [[nodiscard]] QComboBox *beforePicker() const { return m_sides->beforePicker(); }
    [[nodiscard]] QComboBox *afterPicker() const { return m_sides->afterPicker(); }
    using ChartPage::table;

protected:
    void ask() override;
    void onControls() override;
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &event) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] LedgerLayout layoutFor(QSize size) const override;

private:
    /// Marks a bar and selects where its largest row is seen best, after or before.
    void mark(std::optional<std::size_t> bar, bool isBefore);
    void selectEvidence(const SideChoice &side, const LedgerEvidence &evidence);

    SidesBar *m_sides = nullptr;
    std::optional<std::size_t> m_marked;
    bool m_isBefore = false;  ///< the marked bar's evidence is that of the side before
    std::optional<std::int64_t> m_askedStep;
};

}  // namespace stagescope
