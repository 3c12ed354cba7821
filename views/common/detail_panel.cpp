#include "views/common/detail_panel.h"

#include "core/analysis/trace/box_statistics.h"
#include "core/analysis/trace/slice_runs.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/session/item_details.h"
#include "views/common/after_layout.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTreeWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {

/// The raw key where there is no text for it: arguments from files have names of their own.
QString keyText(const std::string &key) {
    const std::string id = "detail." + key;
    const auto text = messageText(Message(id));
    return text == utf8Text(id) ? utf8Text(key) : text;
}

/// Facts, then what sliceDetails finds beyond its own facts: the arguments that stand in the file.
std::optional<ItemFacts> factsAndArguments(const Workspace &workspace, const ItemRef &item,
                                           const std::stop_token &stop) {
    auto facts = itemFacts(workspace, item, stop);
    const auto *slice = std::get_if<SliceRef>(&item);
    const auto details =
        facts && slice != nullptr && !stop.stop_requested() ? sliceDetails(workspace, *slice) : Result<KeyValues>{};
    if (details) {
        const auto lastFact = std::find_if(details->begin(), details->end(),
                                           [](const auto &entry) { return entry.first == "same_name_count"; });
        if (lastFact != details->end()) {
            facts->facts.insert(facts->facts.end(), lastFact + 1, details->end());
        }
    }
    return facts;
}

/// Of the ranks whose lanes are selected.
QString rangeNotice(const Workspace *workspace, const SelectionState &state, const std::string &table) {
    const auto *run = workspace == nullptr ? nullptr : workspace->mainRun();
    return run == nullptr ? QString() : tableNotice(run, table, ranksOfLanes(*run, selectedLanes(*workspace, state)));
}

}  // namespace

DetailPanel::DetailPanel(Selection *selection, QWidget *parent)
    : QWidget(parent),
      m_selection(selection),
      m_headline(new QLabel(this)),
      m_explanation(new QLabel(this)),
      m_tree(new QTreeWidget(this)),
      m_table(new TableView(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    layout->addWidget(m_headline);
    layout->addWidget(m_explanation);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_table, 1);
    m_table->hide();
    m_table->setNoticeOf(
        [this](const std::string &id) { return rangeNotice(m_workspace.get(), m_selection->state(), id); });
    m_headline->setAlignment(Qt::AlignLeft | Qt::AlignTop);  // it has the whole panel while nothing is selected
    for (auto *label : {m_headline, m_explanation}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_explanation->hide();
    m_tree->setColumnCount(2);
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(true);
    m_tree->installEventFilter(this);
    connect(selection, &Selection::changed, this, &DetailPanel::refresh);
    connect(m_tree, &QTreeWidget::itemActivated, this, &DetailPanel::jump);
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this, &DetailPanel::jump);
    retranslate();
}

void DetailPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    refresh();
}

void DetailPanel::retranslate() {
    m_tree->setHeaderLabels({tr("Property"), tr("Value")});
    m_tree->setAccessibleName(tr("Details of the selected item"));
    m_table->retranslate();
    show(m_facts);
    if (m_selection->state().items.empty() && m_selection->state().range && m_workspace != nullptr) {
        refreshRange(*m_selection->state().range);
    }
}

QString DetailPanel::headline() const { return m_headline->text(); }

void DetailPanel::setExplanation(const QString &text) {
    m_explanation->setText(text);
    m_explanation->setVisible(!text.isEmpty());
}

QString DetailPanel::explanation() const { return m_explanation->text(); }

void DetailPanel::refresh() {
    const auto &state = m_selection->state();
    const bool isRange = state.items.empty() && state.range && m_workspace != nullptr;
    m_tree->setVisible(!isRange);
    m_table->setVisible(isRange);
    if (m_workspace == nullptr || state.items.empty()) {
        m_search.start([](const std::stop_token &) { return std::optional<ItemFacts>{}; }, [](const auto &) {});
        show(std::nullopt);
        if (isRange) {
            refreshRange(*state.range);
        }
        return;
    }
    m_search.start([workspace = m_workspace, item = state.items.front()](
                       const std::stop_token &stop) { return factsAndArguments(*workspace, item, stop); },
                   [this](const auto &facts) { show(facts); });
}

void DetailPanel::refreshRange(AlignedRange range) {
    m_headline->setText(tr("Activity in the selected range, %1").arg(utf8Text(shownDuration(range.duration()))));
    m_statistics.start(
        [workspace = m_workspace, range, state = m_selection->state()](const std::stop_token &stop) {
            return namesTable(boxStatistics(*workspace, range, selectedLanes(*workspace, state), stop));
        },
        [this](ResultTable table) { m_table->setTable(std::move(table)); });
}

QString DetailPanel::headlineOf(const ItemFacts &facts) const {
    QStringList parts;
    if (!facts.what.empty()) {
        parts += utf8Text(facts.what);
    }
    if (facts.rank) {
        parts += tr("rank %1").arg(*facts.rank);
    }
    if (!facts.where.empty()) {
        parts += utf8Text(facts.where);
    }
    if (facts.step && !facts.rank) {
        parts += tr("step %1").arg(utf8Text(stepText(*facts.step)));
    }
    if (facts.duration) {
        parts += utf8Text(shownDuration(*facts.duration));
    }
    if (facts.shareOfStep && facts.step) {
        parts += tr("%1 % of step %2")
                     .arg(QLocale().toString(*facts.shareOfStep * 100, 'f', 2))
                     .arg(utf8Text(stepText(*facts.step)));
    }
    return parts.join(QStringLiteral(", "));
}

void DetailPanel::show(const std::optional<ItemFacts> &facts) {
    m_facts = facts;
    const auto &state = m_selection->state();
    m_tree->setVisible(facts.has_value() && !state.items.empty());
    refill(m_tree, [this] { addFacts(); });
    if (facts) {
        m_headline->setText(headlineOf(*facts));
    } else {
        m_headline->setText(state.items.empty() ? tr("Nothing selected. Click a slice, cell, rank or step.")
                                                : tr("Selected item not loaded."));
    }
}

void DetailPanel::addFacts() {
    for (std::size_t i = 0; m_facts && i < m_facts->facts.size(); ++i) {
        const auto &[key, value] = m_facts->facts[i];
        auto *row = new QTreeWidgetItem(m_tree, {keyText(key), utf8Text(value)});
        row->setToolTip(1, utf8Text(value));
        if (m_facts->jumps.contains(i)) {
            auto font = m_tree->font();
            font.setUnderline(true);
            row->setFont(1, font);
            row->setForeground(1, palette().link());
        }
    }
}

/// To what the fact speaks of: the other end of an arrow, the slice around.
void DetailPanel::jump(QTreeWidgetItem *row) {
    if (m_facts) {
        const auto at = m_facts->jumps.find(static_cast<std::size_t>(m_tree->indexOfTopLevelItem(row)));
        if (at != m_facts->jumps.end()) {
            m_selection->setItem(ItemRef(at->second), this);
        }
    }
}

bool DetailPanel::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_tree && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        copySelected();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void DetailPanel::copySelected() const {
    QStringList lines;
    for (const auto *row : m_tree->selectedItems()) {
        lines += row->text(0) + QLatin1Char('\t') + row->text(1);
    }
    if (!lines.isEmpty()) {
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    }
}

}  // namespace stagescope
