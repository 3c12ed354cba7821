#include "app/window/panels/navigator_dock.h"

#include "core/analysis/overview/item_location.h"
#include "core/session/discovery/ranks_by_hand.h"

#include <QtCore/QEvent>
#include <QtCore/QFileInfo>
#include <QtCore/QUrl>
#include <QtGui/QDesktopServices>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTreeView>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kLeastTreeWidth = 180;
constexpr int kIndentation = 12;
constexpr int kBadgeWidth = 40;

/// Numbers of ranks stand at the beginning and are never what is left out; of other names both ends tell most.
class NameDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto place = static_cast<const NavigatorModel *>(index.model())->place(index);
        const bool isRank = place && place->kind == NavigatorModel::Kind::Rank;
        option->textElideMode = isRank ? Qt::ElideRight : Qt::ElideMiddle;
    }
};

}  // namespace

NavigatorDock::NavigatorDock(QWidget *parent) : QDockWidget(parent), m_tree(new QTreeView(this)) {
    setObjectName(QStringLiteral("navigator"));
    m_tree->setModel(&m_model);
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setDragDropMode(QAbstractItemView::DragDrop);
    m_tree->setItemDelegate(new NameDelegate(m_tree));
    m_tree->setIndentation(kIndentation);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    m_tree->header()->resizeSection(1, kBadgeWidth);
    m_tree->setMinimumWidth(kLeastTreeWidth);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(m_tree);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &NavigatorDock::showMenu);
    connect(m_tree, &QAbstractItemView::activated, this, &NavigatorDock::activate);
    connect(m_tree, &QAbstractItemView::clicked, this, &NavigatorDock::activate);
    connect(&m_model, &NavigatorModel::chooseRequested, this, &NavigatorDock::chooseRequested);
    connect(&m_model, &NavigatorModel::ranksByHandRequested, this, &NavigatorDock::ranksByHandRequested);
    retranslate();
}

void NavigatorDock::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_model.setWorkspace(m_workspace);
    expandNew();
}

/// Runs, and hosts of a run of few ranks, unfold once, when they first have something in them; what the user folds
/// stays folded.
void NavigatorDock::expandNew() {
    static constexpr int kFewRanks = 64;
    for (int i = 0; i < m_model.rowCount(); ++i) {
        const auto run = m_model.index(i, 0);
        const auto id = m_model.place(run)->run.value;
        if (m_model.rowCount(run) > 0 && m_opened.insert({id, QString()}).second) {
            m_tree->expand(run);
        }
        int ranks = 0;
        for (int k = 0; k < m_model.rowCount(run); ++k) {
            ranks += m_model.rowCount(m_model.index(k, 0, run));
        }
        for (int k = 0; k < m_model.rowCount(run); ++k) {
            const auto host = m_model.index(k, 0, run);
            if (m_model.rowCount(host) > 0 && m_opened.insert({id, QLatin1Char('/') + host.data().toString()}).second) {
                m_tree->setExpanded(host, ranks <= kFewRanks);
            }
        }
    }
}

std::vector<int> NavigatorDock::selectedRanks(RunId run) const {
    std::vector<int> ranks;
    const auto rows = m_tree->selectionModel()->selectedRows();
    for (const auto &row : rows) {
        const auto place = m_model.place(row);
        if (place && place->run == run && place->rank) {
            ranks.push_back(*place->rank);
        }
    }
    return ranks;
}

void NavigatorDock::activate(const QModelIndex &index) {
    const auto place = m_model.place(index);
    if (!place || place->kind != NavigatorModel::Kind::Rank || !place->rank) {
        return;
    }
    std::vector<RankRef> ranks{{place->run, *place->rank}};
    for (const int rank : selectedRanks(place->run)) {
        if (rank != *place->rank) {
            ranks.push_back({place->run, rank});
        }
    }
    Q_EMIT ranksActivated(ranks);
}

void NavigatorDock::follow(const SelectionState &selection) {
    auto ranks = selection.ranks;
    if (const auto primary =
            selection.items.empty() ? std::nullopt : rankHolding(*m_workspace, selection.items.front())) {
        ranks.insert(ranks.begin(), *primary);
    }
    QItemSelection rows;
    for (const auto &rank : ranks) {
        if (const auto row = m_model.indexOf(rank.run, rank.rank); row.isValid()) {
            rows.select(row, row);
        }
    }
    auto *chosen = m_tree->selectionModel();
    chosen->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!rows.isEmpty()) {
        const auto first = m_model.indexOf(ranks.front().run, ranks.front().rank);
        chosen->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        m_tree->scrollTo(first);
    }
}

void NavigatorDock::addSources(QMenu *menu, RunId run, const std::vector<int> &ranks) {
    const auto add = [&](const QString &text, const QString &tip, bool back) {
        auto *action = menu->addAction(text);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this,
                [this, run, ranks, back] { Q_EMIT sourceRequested(run, ranks, back); });
        menu->setToolTipsVisible(true);
    };
    const auto *of = m_workspace->run(run);
    const auto isAny = [&](bool isFromSource) {
        return std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
            const auto *capture = of == nullptr ? nullptr : of->capture(rank);
            return capture != nullptr && !capture->digest.empty() && capture->isFromSource() == isFromSource;
        });
    };
    if (isAny(false)) {
        add(tr("Load from Source"), tr("Read the source files of the digest, including all details"), false);
    }
    if (isAny(true)) {
        add(tr("Return to Digest"), tr("Discard the data read from the source"), true);
    }
}

void NavigatorDock::addRankByHand(QMenu *menu, const NavigatorModel::Place &place) {
    constexpr int kMostRanks = 9'999'999;
    connect(menu->addAction(tr("Set Rank Number...")), &QAction::triggered, this, [this, place] {
        bool isSet = false;
        const auto name = QFileInfo(QString::fromStdString(place.byHand)).fileName();
        const int rank = QInputDialog::getInt(this, tr("Rank Number"), tr("Rank of %1:").arg(name),
                                              place.rank.value_or(0), 0, kMostRanks, 1, &isSet);
        if (isSet) {
            Q_EMIT ranksByHandRequested(place.run, {{place.byHand, rank}});
        }
    });
    const auto *run = m_workspace->run(place.run);
    if (run != nullptr && std::any_of(run->captures.begin(), run->captures.end(), [&](const RankCapture &capture) {
            return isByHand(capture) && placeByHand(capture) == place.byHand;
        })) {
        connect(menu->addAction(tr("Forget the Number Set by Hand")), &QAction::triggered, this, [this, place] {
            Q_EMIT ranksByHandRequested(place.run, {{place.byHand, -1}});
        });
    }
}

void NavigatorDock::showMenu(QPoint position) {
    const auto place = m_model.place(m_tree->indexAt(position).siblingAtColumn(0));
    if (!place) {
        return;
    }
    QMenu menu;
    if (!place->capture.empty()) {
        auto *open = menu.addAction(tr("Open this capture"));
        open->setToolTip(tr("Show it on all ranks that have it"));
        connect(open, &QAction::triggered, this,
                [this, place] { Q_EMIT captureRequested(place->run, place->capture); });
        menu.setToolTipsVisible(true);
    }
    const auto ranks = selectedRanks(place->run);
    if (!ranks.empty()) {
        connect(menu.addAction(tr("Load now")), &QAction::triggered, this,
                [this, place, ranks] { Q_EMIT loadRequested(place->run, ranks); });
        addSources(&menu, place->run, ranks);
    }
    if (!place->byHand.empty()) {
        addRankByHand(&menu, *place);
    }
    const auto addRole = [&](const QString &text, RunRole role) {
        connect(menu.addAction(text), &QAction::triggered, this,
                [this, place, role] { Q_EMIT roleRequested(place->run, role); });
    };
    addRole(tr("Set as Baseline"), RunRole::Baseline);
    addRole(tr("Set as Comparison"), RunRole::Comparison);
    menu.addSeparator();
    connect(menu.addAction(tr("Open folder")), &QAction::triggered, this, [place] {
        const QFileInfo entry(place->path);
        QDesktopServices::openUrl(QUrl::fromLocalFile(entry.isDir() ? entry.filePath() : entry.path()));
    });
    menu.exec(m_tree->viewport()->mapToGlobal(position));
}

void NavigatorDock::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) {
        m_model.refresh();
    }
    QDockWidget::changeEvent(event);
}

void NavigatorDock::retranslate() {
    setWindowTitle(tr("Data Manager"));
    m_tree->setAccessibleName(tr("Data Manager"));
    m_model.refresh();
}

}  // namespace stagescope
