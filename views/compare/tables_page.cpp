#include "views/compare/tables_page.h"

#include "core/analysis/difference/table_difference.h"
#include "core/session/loading/open_runs.h"
#include "views/common/findings_model.h"
#include "views/common/table_view.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtGui/QPainter>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr int kPad = 8;
constexpr const char *kFirstTable = "kernel_stats";
constexpr int kMostColumn = 320;  ///< of a name

/// The ledger has a page of its own.
bool isListed(const AnalysisEntry &entry) {
    return entry.id != "difference" && (entry.hasTwoSides || isComparable(entry));
}

std::vector<int> ranksOf(const SideChoice &side) { return side.rank < 0 ? std::vector<int>{} : std::vector{side.rank}; }

/// The two sides alone, which share with the workspace what they hold.
Workspace sidesAlone(const Workspace &all, const SideChoice &before, const SideChoice &after) {
    Workspace sides;
    sides.version = all.version;
    for (const auto &side : before.run == after.run ? std::vector{after} : std::vector{after, before}) {
        if (const auto *run = all.run(side.run)) {
            sides.runs.push_back(*run);
            sides.runs.back().role = sides.runs.size() == 1 ? RunRole::None : RunRole::Baseline;
        }
    }
    return sides;
}

Result<ResultTable> tableOf(const AnalysisEntry &entry, const Workspace &all, const SideChoice &before,
                            const SideChoice &after, std::optional<std::int64_t> step, const std::stop_token &stop) {
    const auto sides = sidesAlone(all, before, after);
    AnalysisInput input;
    input.workspace = &sides;
    input.ranks = ranksOf(after);
    input.step = step;
    input.comparedWith = ComparedWith{ranksOf(before), step};
    return entry.hasTwoSides ? entry.run(input, stop) : runDifference(entry, input, nullptr, stop);
}

}  // namespace

TablesPage::TablesPage(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_sides(new SidesBar([] { return tr("all ranks"); }, this)),
      m_note(new QLabel(this)),
      m_view(new TableView(this)) {
    m_tables = m_sides->addPicker(
        "comparedTable", [] { return tr("Table"); },
        [] {
            std::vector<ControlBar::Choice> choices;
            for (const auto &entry : analysisList()) {
                if (isListed(entry)) {
                    choices.push_back({tableTitle(entry), utf8Text(entry.id), utf8Text(entry.id)});
                }
            }
            return choices;
        });
    m_sides->refill(m_tables);
    setArrangement(kFirstTable);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_sides);
    layout->addWidget(m_note);
    layout->addWidget(m_view, 1);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 0, 8, 0);
    connect(m_sides, &ControlBar::changed, this, &TablesPage::ask);
    connect(services.selection, &Selection::changed, this, [this] {
        if (this->services().selection->state().step != m_askedStep) {
            ask();
        }
    });
    connect(m_view, &TableView::itemChosen, this,
            [this](const ItemRef &item) { this->services().selection->setItem(item, this); });
    connect(m_view, &TableView::itemOpened, this, [this](const ItemRef &item) {
        showItem(item, this->services().selection, this, [this](const QString &place) { Q_EMIT viewRequested(place); });
    });
    m_view->setMostColumn(kMostColumn);
    m_view->setNoticeOf([this](const std::string &) { return noticeOfSides(&tableNotice); });
    retranslate();
}

QString TablesPage::title() const { return tr("Tables"); }

std::optional<Message> TablesPage::emptyReason() const {
    return m_sides->isOfOne() ? std::optional(Message("ledger.empty.one")) : std::nullopt;
}

void TablesPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_sides->offer(m_workspace);
    ask();
    Q_EMIT titleOrReasonChanged();
}

/// What one side, or the other, lacks.
QString TablesPage::noticeOfSides(NoticeOf noticeOf) const {
    QStringList notices;
    for (const auto &side : {m_sides->before(), m_sides->after()}) {
        const auto *run = side && m_workspace != nullptr ? m_workspace->run(side->run) : nullptr;
        const auto id = m_tables->currentData().toString().toStdString();
        notices << noticeOf(run, id, side ? ranksOf(*side) : std::vector<int>{});
    }
    notices.removeDuplicates();
    notices.removeAll(QString());
    return notices.join(QLatin1Char('\n'));
}

void TablesPage::ask() {
    const auto *entry = analysisById(m_tables->currentData().toString().toStdString());
    const auto before = m_sides->before();
    const auto after = m_sides->after();
    if (entry == nullptr || m_workspace == nullptr || !before || !after) {
        return;
    }
    if (*before == *after) {
        m_work.cancel();
        m_note->setText(tr("Both sides are the same: choose another."));
        m_view->setTable({});
        Q_EMIT busyChanged();
        return;
    }
    for (const auto &side : {*before, *after}) {
        if (services().runs != nullptr && entry->depth == LoadDepth::Deep && side.rank >= 0) {
            services().runs->requestDeep(side.run, {side.rank});
        }
    }
    m_askedStep = services().selection->state().step;
    m_note->setText(tr("Comparing..."));
    m_work.start([workspace = m_workspace, entry, from = *before, to = *after, step = m_askedStep](
                     const std::stop_token &stop) { return tableOf(*entry, *workspace, from, to, step, stop); },
                 [this](Result<ResultTable> result) { take(std::move(result)); });
    Q_EMIT busyChanged();
}

void TablesPage::take(Result<ResultTable> result) {
    Q_EMIT busyChanged();
    if (!result) {
        m_note->setText(utf8Text(errorLine(result.error())));
        m_view->setTable({});
        return;
    }
    QStringList notes;
    for (const auto &note : result->notes) {
        notes << utf8Text(note);
    }
    m_note->setToolTip(notes.join(QLatin1Char('\n')));
    const auto ofDigests = noticeOfSides(&emptyTableNotice);
    m_note->setText(result->rows.empty() && !ofDigests.isEmpty() ? ofDigests
                    : result->rows.empty()
                        ? tr("No rows on either side: ranks not loaded yet, or not in the profile.")
                        : tr("%n row(s), largest change first", nullptr, static_cast<int>(result->rows.size())));
    m_view->setTable(std::move(*result));
    arrangeColumns();
}

/// Without columns that no row has anything in.
void TablesPage::arrangeColumns() {
    const auto &shown = m_view->model()->table();
    auto *table = m_view->table();
    for (std::size_t at = 0; at < shown.columns.size(); ++at) {
        const auto column = static_cast<int>(at);
        const bool isUsed = std::any_of(shown.rows.begin(), shown.rows.end(),
                                        [at](const auto &cells) { return !cellText(cells[at]).empty(); });
        table->setColumnHidden(column, table->isColumnHidden(column) || !isUsed);
    }
}

void TablesPage::paintPicture(QPainter &painter, QSize size) {
    const auto before = m_sides->before();
    const auto after = m_sides->after();
    const int titleHeight = 2 * QFontMetrics(painter.font()).height();
    const QRect title(kPad, 0, size.width() - 2 * kPad, titleHeight);
    painter.fillRect(QRect(QPoint(), size), Theme::current().color(ColorRole::Background));
    painter.setPen(Theme::current().color(ColorRole::Text));
    painter.drawText(title, Qt::AlignVCenter | Qt::TextSingleLine,
                     tr("%1: %2 vs %3")
                         .arg(m_tables->currentText(), after ? m_sides->nameOf(*after) : QString(),
                              before ? m_sides->nameOf(*before) : QString()));
    m_view->paintInto(painter, QRect(0, titleHeight, size.width(), size.height() - titleHeight));
}

void TablesPage::retranslate() {
    m_sides->retranslate();
    m_view->retranslate();
    m_view->table()->setAccessibleName(tr("Table of both sides"));
    ask();
}

QByteArray TablesPage::arrangement() const { return m_tables->currentData().toByteArray(); }

void TablesPage::setArrangement(const QByteArray &arrangement) {
    const auto at = m_tables->findData(QString::fromUtf8(arrangement));
    m_tables->setCurrentIndex(at < 0 ? m_tables->currentIndex() : at);
}

}  // namespace stagescope
