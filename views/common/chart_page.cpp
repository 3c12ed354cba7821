#include "views/common/chart_page.h"

#include "core/scene/kit/message_scene.h"
#include "views/common/control_bar.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/table_texts.h"

#include <QtCore/QAbstractProxyModel>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {
// Lines of text.
constexpr int kLeastPicture = 10;
constexpr int kMostPicture = 32;
constexpr int kLeastBelow = 7;
}  // namespace

ChartPage::ChartPage(const ViewServices &services, const char *id, Extent extent, QWidget *parent)
    : View(services, parent),
      m_id(QLatin1String(id)),
      m_canvas(new SceneCanvas),
      m_split(new QSplitter(Qt::Vertical, this)) {
    QWidget *picture = m_canvas;
    if (extent == Extent::Rows) {
        picture = m_scroll = new QScrollArea;
        m_scroll->setFrameShape(QFrame::NoFrame);
        m_scroll->setFocusPolicy(Qt::NoFocus);  // the canvas has it, and leaves Page Up and Down to the area
        m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_scroll->setWidget(m_canvas);
        m_scroll->installEventFilter(this);  // also what stands below may come, go and move
    } else if (extent == Extent::Window) {
        picture = new QWidget;
        m_rowBar = new QScrollBar(Qt::Vertical);
        m_rowBar->hide();
        auto *beside = new QHBoxLayout(picture);
        beside->setContentsMargins(0, 0, 0, 0);
        beside->setSpacing(0);
        beside->addWidget(m_canvas, 1);
        beside->addWidget(m_rowBar);
        connect(m_rowBar, &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    }
    m_split->addWidget(picture);
    m_split->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_split, 1);
    connectCanvas();
}

void ChartPage::connectCanvas() {
    m_canvas->setBuilder([this](QSize size) { return buildShown(size); });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) { paintShown(painter); });
    m_canvas->installEventFilter(this);
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint position, const std::optional<ItemRef> &item) { onClicked(position, item); });
    connect(m_canvas, &SceneCanvas::doubleClicked, this,
            [this](QPoint position, const std::optional<ItemRef> &item) { onDoubleClicked(position, item); });
    connect(m_canvas, &SceneCanvas::hovered, this, [this](QPoint position) {
        const auto text = position.x() < 0 ? QString() : tipAt(position);
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    });
    connect(services().selection, &Selection::changed, this,
            [this](const QObject *origin) { onSelectionChanged(origin); });
}

QWidget *ChartPage::emptyArea() { return m_canvas; }

void ChartPage::setBar(ControlBar *bar) {
    m_bar = bar;
    connect(bar, &ControlBar::changed, this, [this] { onControls(); });
    static_cast<QBoxLayout *>(layout())->insertWidget(0, bar);
    for (auto *control : bar->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
        if ((control->focusPolicy() & Qt::TabFocus) != 0) {
            setTabOrder(control, m_canvas);  // the last one tells
        }
    }
}

void ChartPage::setTable(TableView *table, int pictureShare, int tableShare) {
    m_table = table;
    table->setNoticeOf([this](const std::string &id) { return tableNotice(run(), id, tableRanks()); });
    setBelow(table, pictureShare, tableShare);
}

void ChartPage::setBelow(QWidget *below, int pictureShare, int belowShare) {
    m_split->addWidget(below);
    m_split->setStretchFactor(0, pictureShare);
    m_split->setStretchFactor(1, belowShare);
    m_split->setSizes({100 * pictureShare, 100 * belowShare});
}

void ChartPage::keepReadable() {
    m_isReadable = true;
    const int line = fontMetrics().height();
    for (int i = 0; i < m_split->count(); ++i) {
        m_split->widget(i)->setMinimumHeight(line * (i == 0 ? kLeastPicture : kLeastBelow));
    }
    layOut();
}

/// What would be scrolled within what is scrolled is seen at once instead.
void ChartPage::keepRows() {
    const int line = fontMetrics().height();
    const int least = line * kLeastPicture;
    const int wanted = buildShown({m_scroll->maximumViewportSize().width(), least}).height;
    m_scroll->setMinimumHeight(std::clamp(wanted, least, line * kMostPicture));
}

std::size_t ChartPage::tableRow(const QModelIndex &index) const {
    const auto *sorted = static_cast<const QAbstractProxyModel *>(m_table->table()->model());
    return static_cast<std::size_t>(sorted->mapToSource(index).row());
}

void ChartPage::setRows(std::size_t rows, std::size_t fitting) {
    const int hidden = static_cast<int>(rows - std::min(fitting, rows));
    m_rowBar->setRange(0, hidden);
    m_rowBar->setPageStep(std::max(1, static_cast<int>(fitting)));
    m_rowBar->setVisible(hidden > 0);
}

std::size_t ChartPage::firstRow() const { return static_cast<std::size_t>(m_rowBar->value()); }

void ChartPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    ask();
}

void ChartPage::refresh() { m_scroll != nullptr ? layOut() : m_canvas->invalidate(); }

/// As wide as the page and as high as its rows, or the room for them.
void ChartPage::layOut() {
    if (m_scroll == nullptr) {
        return;
    }
    if (m_isReadable) {
        keepRows();
    }
    const QSize room = m_scroll->maximumViewportSize();
    QSize size(room.width(), std::max(room.height(), buildShown(room).height));
    if (size.height() > room.height()) {
        const QSize narrow(room.width() - m_scroll->verticalScrollBar()->sizeHint().width(), room.height());
        size = {narrow.width(), buildShown(narrow).height};
    }
    m_canvas->resize(size);
    m_canvas->invalidate();
}

void ChartPage::bringToSight(const QRect &place) {
    if (m_scroll != nullptr) {
        const auto middle = place.center();
        m_scroll->ensureVisible(middle.x(), middle.y(), 0, place.height());
    }
}

void ChartPage::select(const std::optional<ItemRef> &item) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (item) {
        state.items = {*item};
        if (const auto rank = rankOf(*item)) {
            state.ranks = {{runOf(*item), *rank}};
        }
    }
    services().selection->set(std::move(state), this);
}

void ChartPage::onSelectionChanged(const QObject *) { m_canvas->update(); }

void ChartPage::onClicked(QPoint, const std::optional<ItemRef> &item) { select(item); }

Scene ChartPage::messageScene(QSize size, const Message &message) const {
    return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(message).toStdString(),
                             sceneStyle(font()));
}

void ChartPage::paintSelected(QPainter &painter, const Scene &scene) const {
    const QRect area(0, 0, scene.width, scene.height);
    const auto &state = services().selection->state();
    for (const auto &item : state.items) {
        paintItemOutlines(painter, scene, item, area);
    }
    for (const auto &rank : state.ranks) {
        paintItemOutlines(painter, scene, rank, area);
    }
}

bool ChartPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_canvas && event->type() == QEvent::Resize) {
        onResized();
    }
    if (watched == m_scroll && event->type() == QEvent::Resize) {
        layOut();
    }
    const bool isKey = watched == m_canvas && event->type() == QEvent::KeyPress;
    return (isKey && onKey(*static_cast<QKeyEvent *>(event))) || View::eventFilter(watched, event);
}

void ChartPage::retranslate() {
    if (m_bar != nullptr) {
        m_bar->retranslate();
    }
    if (m_table != nullptr) {
        m_table->retranslate();
    }
    m_canvas->setAccessibleName(canvasName());
    refresh();
}

}  // namespace stagescope
