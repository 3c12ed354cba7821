#include "views/compare/ledger_page.h"

#include "core/analysis/difference/difference_table.h"
#include "core/base/number_text.h"
#include "views/common/control_bar.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kPictureShare = 3;
constexpr int kTableShare = 2;
constexpr int kMostTableColumn = 260;
constexpr std::size_t kMostTipRows = 8;

/// As a picker keeps it: run and rank in one number.
QVariant dataOf(const LedgerChoice &choice) {
    return QVariant::fromValue((qint64{choice.run.value} << 32) | static_cast<quint32>(choice.rank));
}
LedgerChoice choiceOf(const QVariant &data) {
    const auto both = data.toLongLong();
    return {RunId{static_cast<std::uint32_t>(both >> 32)}, static_cast<int>(static_cast<std::uint32_t>(both))};
}

LedgerSide sideOf(const Workspace &workspace, const LedgerChoice &choice, std::optional<std::int64_t> step) {
    const auto *run = workspace.run(choice.run);
    return {run, choice.rank < 0 ? std::vector<int>{} : std::vector{choice.rank}, step};
}

}  // namespace

LedgerPage::LedgerPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "compare_ledger", Extent::Page, parent) {
    addControls();
    setTable(new TableView, kPictureShare, kTableShare);
    const auto follow = [this](const ItemRef &item) { select(item); };
    connect(table(), &TableView::itemChosen, this, follow);
    connect(table(), &TableView::itemOpened, this, [this, follow](const ItemRef &item) {
        follow(item);
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    });
    retranslate();
}

void LedgerPage::addControls() {
    auto *bar = new ControlBar(this);
    m_controls = bar;
    const auto choices = [this] {
        std::vector<ControlBar::Choice> result;
        for (const auto &run : workspace() ? workspace()->runs : std::vector<Run>{}) {
            const auto ranks = run.ranks();
            if (ranks.size() > 1 || workspace()->runs.size() > 1) {
                result.push_back({nameOf({run.id, -1}), dataOf({run.id, -1})});
            }
            for (const int rank : ranks) {
                result.push_back({nameOf({run.id, rank}), dataOf({run.id, rank})});
            }
        }
        return result;
    };
    m_before = bar->addPicker(
        "ledgerBefore", [] { return tr("Before"); }, choices);
    m_after = bar->addPicker(
        "ledgerAfter", [] { return tr("After"); }, choices);
    setBar(bar);
}

QString LedgerPage::nameOf(const LedgerChoice &choice) const {
    const auto rank =
        choice.rank < 0 ? tr("mean of all ranks") : messageText(Message("rank.label", {std::to_string(choice.rank)}));
    const auto *run = workspace() ? workspace()->run(choice.run) : nullptr;
    const bool isOfSeveral = workspace() && workspace()->runs.size() > 1;
    return run == nullptr || !isOfSeveral ? rank : tr("%1, %2").arg(QString::fromStdString(run->label), rank);
}

QString LedgerPage::title() const { return tr("Ledger"); }
QString LedgerPage::canvasName() const { return tr("What made the step longer or shorter"); }

std::optional<Message> LedgerPage::emptyReason() const {
    if (!model().ledger.isEmpty()) {
        return std::nullopt;
    }
    if (!isKnown()) {
        return Message("ledger.empty.loading");
    }
    return Message(m_before->count() < 2 ? "ledger.empty.one" : "ledger.empty");
}

std::optional<LedgerChoice> LedgerPage::chosen(const QComboBox *picker) const {
    const auto kept = picker->currentData();
    return kept.isValid() ? std::optional(choiceOf(kept)) : std::nullopt;
}

/// The ranks that the tab compares first, but with traces where there are two with them.
std::optional<std::array<RankRef, 2>> LedgerPage::comparedFirst() const {
    auto ranks = defaultComparison(*workspace());
    std::vector<RankRef> traced;
    for (const auto &of : workspace()->runs) {
        for (const int rank : of.ranks()) {
            const auto *capture = of.capture(rank);
            if (capture != nullptr && capture->hasTrace()) {
                traced.push_back({of.id, rank});
            }
        }
    }
    const auto isTraced = [&](const RankRef &rank) {
        return std::find(traced.begin(), traced.end(), rank) != traced.end();
    };
    if (ranks && traced.size() >= 2 && !(isTraced((*ranks)[0]) && isTraced((*ranks)[1]))) {
        ranks = std::array{traced[0], traced[1]};
    }
    return ranks;
}

/// At first the whole baseline and the whole run, else the ranks that the tab compares first.
void LedgerPage::fillPickers() {
    const bool isFirst = m_before->count() == 0;
    const auto runs = workspace() ? workspace()->runs.size() : 0;
    const bool wasOfTwo = !isFirst && model().before.run != model().after.run;
    m_controls->refill(m_before);
    m_controls->refill(m_after);
    if (workspace() == nullptr || m_before->count() == 0 || (!isFirst && wasOfTwo == (runs > 1))) {
        return;
    }
    const auto choose = [](QComboBox *picker, const LedgerChoice &choice) {
        const QSignalBlocker quiet(picker);
        picker->setCurrentIndex(std::max(0, picker->findData(dataOf(choice))));
    };
    const auto *baseline = workspace()->baseline();
    if (baseline != nullptr && run() != nullptr) {
        choose(m_before, {baseline->id, -1});
        choose(m_after, {run()->id, -1});
    } else if (const auto ranks = comparedFirst()) {
        choose(m_before, {(*ranks)[0].run, (*ranks)[0].rank});
        choose(m_after, {(*ranks)[1].run, (*ranks)[1].rank});
    }
}

void LedgerPage::ask() {
    fillPickers();
    onControls();
}

void LedgerPage::onControls() {
    const auto before = chosen(m_before);
    const auto after = chosen(m_after);
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
    auto *view = table()->table();
    for (int column = 0; column < table()->model()->columnCount(); ++column) {
        view->setColumnWidth(column, std::min(view->columnWidth(column), kMostTableColumn));
    }
}

void LedgerPage::onSelectionChanged(const QObject *) {
    if (services().selection->state().step != m_askedStep) {
        onControls();
    }
}

void LedgerPage::selectEvidence(const LedgerChoice &side, const LedgerEvidence &evidence) {
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
    const auto ms = [](Nanos time) { return QString::fromStdString(valueText(millis(time))); };
    for (std::size_t i = 0; i < std::min(bar.rows.size(), kMostTipRows); ++i) {
        const auto &row = rows[bar.rows[i]];
        auto line = tr("%1 ms, then %2 ms").arg(ms(row.before), ms(row.after));
        if (!row.name.empty()) {
            line = tr("%1: %2").arg(QString::fromStdString(row.name), line);
        }
        if (row.noise) {
            line += tr(" (noise %1 ms)").arg(ms(*row.noise));
        }
        lines += line;
    }
    if (bar.rows.size() > kMostTipRows) {
        lines += tr("and %n more", nullptr, static_cast<int>(bar.rows.size() - kMostTipRows));
    }
    lines += tr("Click: where it is seen best after; again: before. Enter: in the timeline");
    return lines.join(QLatin1Char('\n'));
}

LedgerLayout LedgerPage::layoutFor(QSize size) const {
    return layOutLedger(model().ledger,
                        {size.width(), size.height(), nameOf(model().before).toStdString(),
                         nameOf(model().after).toStdString(), m_marked},
                        sceneStyle(font()));
}

}  // namespace stagescope
