#include "views/compare/ledger_page.h"

#include "core/analysis/difference/difference_table.h"
#include "core/base/number_text.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kPictureShare = 3;
constexpr int kTableShare = 2;
constexpr int kMostTableColumn = 260;
constexpr std::size_t kMostTipRows = 8;

LedgerSide sideOf(const Workspace &workspace, const SideChoice &choice, std::optional<std::int64_t> step) {
    const auto *run = workspace.run(choice.run);
    return {run, choice.rank < 0 ? std::vector<int>{} : std::vector{choice.rank}, step};
}

}  // namespace

LedgerPage::LedgerPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "compare_ledger", Extent::Page, parent) {
    m_sides = new SidesBar([] { return tr("all ranks"); }, this);
    setBar(m_sides);
    setTable(new TableView, kPictureShare, kTableShare);
    table()->setMostColumn(kMostTableColumn);
    const auto follow = [this](const ItemRef &item) { select(item); };
    connect(table(), &TableView::itemChosen, this, follow);
    connect(table(), &TableView::itemOpened, this, [this, follow](const ItemRef &item) {
        follow(item);
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    });
    retranslate();
}

QString LedgerPage::title() const { return tr("Ledger"); }
QString LedgerPage::canvasName() const { return tr("What changed the step time"); }

std::optional<Message> LedgerPage::emptyReason() const {
    if (!model().ledger.isEmpty()) {
        return std::nullopt;
    }
    if (!isKnown()) {
        return Message("ledger.empty.loading");
    }
    return Message(m_sides->isOfOne() ? "ledger.empty.one" : "ledger.empty");
}

void LedgerPage::ask() {
    m_sides->offer(workspace());
    onControls();
}

void LedgerPage::onControls() {
    const auto before = m_sides->before();
    const auto after = m_sides->after();
    m_askedStep = services().selection->state().step;
    start([workspace = workspace(), before, after, step = m_askedStep](const std::stop_token &stop) {
        LedgerPageModel model;
        if (workspace == nullptr || !before || !after || *before == *after) {
            return model;
        }
        const auto first = sideOf(*workspace, *before, step);
        const auto second = sideOf(*workspace, *after, step);
        if (first.run != nullptr && second.run != nullptr) {
            model.before = *before;
            model.after = *after;
            model.ledger = ledger(first, second, stop);
        }
        return model;
    });
}

void LedgerPage::onModel() {
    m_marked.reset();
    const auto *before = workspace() ? workspace()->run(model().before.run) : nullptr;
    const auto *after = workspace() ? workspace()->run(model().after.run) : nullptr;
    const bool isThere = before != nullptr && after != nullptr && !model().ledger.isEmpty();
    table()->setTable(isThere ? ledgerTable(model().ledger, *before, *after) : ResultTable{});
    table()->setVisible(isThere);
}

void LedgerPage::onSelectionChanged(const QObject *) {
    if (services().selection->state().step != m_askedStep) {
        onControls();
    }
}

void LedgerPage::selectEvidence(const SideChoice &side, const LedgerEvidence &evidence) {
    const auto *of = workspace() ? workspace()->run(side.run) : nullptr;
    if (of == nullptr) {
        return;
    }
    auto state = services().selection->state();
    state.ranks = {RankRef{of->id, evidence.rank}};
    state.items = {MomentRef{of->id, evidence.rank, ns(evidence.range.begin)}};
    state.setRange(of->clock.toAligned(evidence.rank, evidence.range));
    services().selection->set(std::move(state), this);
}

void LedgerPage::mark(std::optional<std::size_t> bar, bool isBefore) {
    m_marked = bar;
    m_isBefore = isBefore;
    refresh();
    const auto &bars = layoutShown().bars;
    if (!bar || *bar >= bars.size() || bars[*bar].rows.empty()) {
        return;
    }
    const auto &row = model().ledger.rows[bars[*bar].rows.front()];
    const bool showsBefore = (isBefore && row.evidenceBefore) || !row.evidenceAfter;
    if (const auto &evidence = showsBefore ? row.evidenceBefore : row.evidenceAfter) {
        selectEvidence(showsBefore ? model().before : model().after, *evidence);
    }
}

void LedgerPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto bar = layoutShown().barAt(position.x(), position.y());
    mark(bar, bar && bar == m_marked && !m_isBefore);
}

void LedgerPage::onDoubleClicked(QPoint position, const std::optional<ItemRef> &) {
    if (layoutShown().barAt(position.x(), position.y())) {
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    }
}

/// Up and down through the bars, B for the other side, Enter to the timeline.
bool LedgerPage::onKey(const QKeyEvent &event) {
    const auto count = layoutShown().bars.size();
    if (count == 0) {
        return false;
    }
    switch (event.key()) {
        case Qt::Key_Down:
            mark(m_marked ? std::min(*m_marked + 1, count - 1) : 0, false);
            return true;
        case Qt::Key_Up:
            mark(m_marked && *m_marked > 0 ? *m_marked - 1 : 0, false);
            return true;
        case Qt::Key_B:
            mark(m_marked, !m_isBefore);
            return m_marked.has_value();
        case Qt::Key_Return:
        case Qt::Key_Enter:
            Q_EMIT viewRequested(QStringLiteral("timeline"));
            return true;
        default:
            return false;
    }
}

QString LedgerPage::tipAt(QPoint position) const {
    const auto at = layoutShown().barAt(position.x(), position.y());
    if (!at || *at >= layoutShown().bars.size()) {
        return {};
    }
    const auto &bar = layoutShown().bars[*at];
    const auto &rows = model().ledger.rows;
    QStringList lines{messageText(barName(model().ledger, bar, sceneStyle(font())))};
    const auto length = [](Nanos time) { return QString::fromStdString(timeText(time)); };
    for (std::size_t i = 0; i < std::min(bar.rows.size(), kMostTipRows); ++i) {
        const auto &row = rows[bar.rows[i]];
        auto line = tr("run %1, baseline %2").arg(length(row.after), length(row.before));
        if (!row.name.empty()) {
            line = tr("%1: %2").arg(QString::fromStdString(row.name), line);
        }
        if (row.noise) {
            line += tr(" (noise %1)").arg(length(*row.noise));
        }
        lines += line;
    }
    if (bar.rows.size() > kMostTipRows) {
        lines += tr("and %n more", nullptr, static_cast<int>(bar.rows.size() - kMostTipRows));
    }
    lines += tr("Click: show it after the change; click again: before. Enter: show in Timeline");
    return lines.join(QLatin1Char('\n'));
}

LedgerLayout LedgerPage::layoutFor(QSize size) const {
    return layOutLedger(model().ledger,
                        {size.width(), size.height(), m_sides->nameOf(model().before).toStdString(),
                         m_sides->nameOf(model().after).toStdString(), m_marked},
                        sceneStyle(font()));
}

}  // namespace stagescope
