#include "views/communication/matrix_page.h"

#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/run/steps.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/communication/link_tip.h"
#include "views/communication/matrix_bar.h"
#include "views/communication/matrix_navigator.h"

#include <QtCore/QAbstractProxyModel>
#include <QtGui/QPainter>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace stagescope {

MatrixPage::MatrixPage(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_bar(new MatrixBar(this)),
      m_split(new QSplitter(Qt::Vertical, this)),
      m_canvas(new SceneCanvas),
      m_operators(new TableView) {
    m_split->addWidget(m_canvas);
    m_split->addWidget(m_operators);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 1);
    m_operators->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_split, 1);
    m_canvas->setFocusPolicy(Qt::StrongFocus);
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size);
        return m_layout.scene;
    });
    m_navigator = new MatrixNavigator(
        m_canvas, [this]() -> const MatrixScene & { return static_cast<void>(m_canvas->scene()), m_layout; },
        [this]() -> const HeatMatrix & { return m_model->heat; });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) {
        paintFollowed(painter, m_layout);
        m_navigator->paint(painter);
    });
    connectAll();
    retranslate();
}

void MatrixPage::connectAll() {
    connect(m_bar, &MatrixBar::changed, this, &MatrixPage::ask);
    connect(m_bar, &MatrixBar::stepChosen, this, [this](const QString &text) {
        auto state = services().selection->state();
        state.step = stepNumber(text.toStdString());
        services().selection->set(std::move(state), this);
    });
    connect(m_navigator, &MatrixNavigator::windowChanged, m_canvas, &SceneCanvas::invalidate);
    connect(m_navigator, &MatrixNavigator::stepped, this, &MatrixPage::step);
    connect(m_navigator, &MatrixNavigator::activated, m_operators->table(), qOverload<>(&QWidget::setFocus));
    connect(m_canvas, &SceneCanvas::clicked, this, [this](QPoint position) { choose(cellAt(position)); });
    connect(m_canvas, &SceneCanvas::hovered, this, [this](QPoint position) {
        const auto text = position.x() < 0 ? QString() : tipAt(position);
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    });
    connect(m_operators->table(), &QTableView::activated, this, [this](const QModelIndex &index) {
        const auto *sorted = static_cast<const QAbstractProxyModel *>(m_operators->table()->model());
        const auto row = static_cast<std::size_t>(sorted->mapToSource(index).row());
        showInTimeline(m_operators->model()->table().text(row, "name"));
    });
    connect(services().selection, &Selection::changed, this, &MatrixPage::onSelectionChanged);
}

QString MatrixPage::id() const { return QStringLiteral("comm_matrix"); }
QString MatrixPage::title() const { return tr("Communication matrix"); }
bool MatrixPage::isBusy() const { return m_reading.isBusy() || m_making.isBusy() || m_search.isBusy(); }

std::optional<Message> MatrixPage::emptyReason() const {
    if (m_source != nullptr && !m_source->isEmpty()) {
        return std::nullopt;
    }
    const auto *run = m_workspace == nullptr ? nullptr : m_workspace->mainRun();
    if (!m_known || (run != nullptr && hasNcclOperators(*run))) {
        return Message(m_known ? "communication.empty.matrix.nccl" : "communication.empty.loading");
    }
    return emptyBecause(m_workspace, "communication.empty.matrix");
}

void MatrixPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_reading.start(
        [workspace = m_workspace](const std::stop_token &stop) {
            const auto read = [&](const Run *run) {
                return run == nullptr ? Source()
                                      : std::make_shared<const CommMatrixSource>(commMatrixSource(*run, stop));
            };
            return workspace == nullptr ? Sources{} : Sources{read(workspace->mainRun()), read(workspace->baseline())};
        },
        [this](Sources sources) { takeSources(std::move(sources)); });
    Q_EMIT busyChanged();
}

void MatrixPage::takeSources(Sources sources) {
    m_known = true;
    m_source = sources.run != nullptr ? std::move(sources.run) : std::make_shared<const CommMatrixSource>();
    m_baseline = std::move(sources.baseline);
    const auto *baseline = m_workspace == nullptr ? nullptr : m_workspace->baseline();
    m_bar->setSources(*m_source, m_baseline.get(), baseline == nullptr ? QString() : utf8Text(baseline->label));
    m_bar->setVisible(!m_source->isEmpty());
    onSelectionChanged(nullptr);
    ask();
}

void MatrixPage::ask() {
    if (m_source == nullptr) {
        return;
    }
    const auto question = m_bar->question();
    const auto baseline = !question.baseline                        ? Source()
                          : question.baseline->run == m_source->run ? m_source
                                                                    : m_baseline;
    m_making.start(
        [source = m_source, question, baseline](const std::stop_token &stop) {
            return std::make_shared<const CommMatrixModel>(commMatrixModel(*source, question, baseline.get(), stop));
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void MatrixPage::adopt(Model model) {
    const bool isSameSize = model->axes.names == m_model->axes.names;
    m_model = std::move(model);
    m_bar->setLimits(m_model->least, m_model->most);
    if (!isSameSize) {
        m_navigator->reset();
    }
    m_canvas->invalidate();
    if (const auto place = markedPlace()) {
        m_navigator->reveal(*place);
    }
    showOperators();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

const LinkRef *MatrixPage::selectedLink() const {
    const auto &items = services().selection->state().items;
    const auto *link = items.empty() ? nullptr : std::get_if<LinkRef>(&items.front());
    return link != nullptr && link->run == m_model->run ? link : nullptr;
}

std::optional<HeatMatrix::Place> MatrixPage::markedPlace() const {
    const auto *link = selectedLink();
    return link == nullptr ? std::nullopt : m_model->placeOf(link->source, link->destination);
}

void MatrixPage::choose(const LinkCell &cell) {
    m_canvas->setFocus();
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (!cell.isEmpty()) {
        state.items = {m_model->refOf(cell.any())};
        state.ranks = {{m_model->run, cell.any().source}};
    }
    services().selection->set(std::move(state), this);
}

/// To the next place with a value in this direction, in blocks as they are seen.
void MatrixPage::step(int rows, int columns) {
    static_cast<void>(m_canvas->scene());
    const auto level = m_layout.level;
    const auto marked = markedPlace();
    const auto &heat = m_model->heat;
    const auto count = static_cast<std::ptrdiff_t>((heat.rows() + (std::size_t{1} << level) - 1) >> level);
    auto row = marked ? static_cast<std::ptrdiff_t>(marked->row >> level) : 0;
    auto column = marked ? static_cast<std::ptrdiff_t>(marked->column >> level) : 0;
    const auto isInside = [&] { return row >= 0 && column >= 0 && row < count && column < count; };
    row += marked ? rows : 0;
    column += marked ? columns : 0;
    for (; isInside(); row += rows, column += columns) {
        const auto place = heat.worstOf(static_cast<std::size_t>(row), static_cast<std::size_t>(column), level);
        if (place) {
            choose(m_model->cellAt(*place));
            m_navigator->reveal(*place);
            return;
        }
    }
}

void MatrixPage::onSelectionChanged(const QObject *origin) {
    const auto &state = services().selection->state();
    if (origin != this && m_source != nullptr) {
        if (const auto *link = selectedLink()) {
            followLink(*link);
        } else if (!state.items.empty()) {
            searchOperator(state.items.front());
        } else if (const auto step = state.step ? std::to_string(*state.step) : std::string();
                   step != m_bar->question().query.step) {
            auto query = m_bar->question().query;
            query.step = step;
            m_bar->setQuery(query);
            ask();
        }
    }
    m_canvas->invalidate();
    showOperators();
}

/// Looks up where an item stands, once, while the page is in sight.
void MatrixPage::searchOperator(const ItemRef &item) {
    if (!isVisible() || m_followed == item) {
        return;
    }
    m_followed = item;
    m_place.reset();
    m_search.start(
        [workspace = m_workspace, item](const std::stop_token &stop) { return commPlaceOf(*workspace, item, stop); },
        [this](const auto &place) { followOperator(place); });
    Q_EMIT busyChanged();
}

/// The row of the rank whose operator is selected elsewhere.
void MatrixPage::paintFollowed(QPainter &painter, const MatrixScene &layout) const {
    const auto &items = services().selection->state().items;
    const auto place = m_place && !items.empty() && m_followed == items.front()
                           ? m_model->placeOf(m_place->rank, m_place->rank)
                           : std::nullopt;
    if (!place || layout.window.rows <= 0) {
        return;
    }
    const auto &area = layout.area;
    const auto yOf = [&](double row) {
        return area.y +
               static_cast<int>(std::lround((row - layout.window.firstRow) / layout.window.rows * area.height));
    };
    const auto row = static_cast<double>(place->row);
    const int top = yOf(row);
    paintOutline(painter, {area.x, top, area.width, std::max(4, yOf(row + 1) - top)},
                 {area.x, area.y, area.width, area.height});
}

/// What was selected while another page was in sight.
void MatrixPage::showEvent(QShowEvent *event) {
    View::showEvent(event);
    onSelectionChanged(nullptr);
}

void MatrixPage::followLink(const LinkRef &link) {
    if (!(m_bar->question().query == queryOf(link))) {
        m_bar->setQuery(queryOf(link));
        ask();
    } else if (const auto place = markedPlace()) {
        m_navigator->reveal(*place);
    }
}

void MatrixPage::followOperator(const std::optional<OperatorPlace> &place) {
    const auto &items = services().selection->state().items;
    if (place && !items.empty() && m_followed == items.front()) {
        m_place = place;
        const LinkQuery query{place->group, place->step};
        if (!(query == m_bar->question().query)) {
            m_bar->setQuery(query);
            ask();
        }
        m_canvas->invalidate();
    }
    Q_EMIT busyChanged();
}

void MatrixPage::showOperators() {
    const auto *link = selectedLink();
    m_operators->setVisible(link != nullptr && m_source != nullptr && !m_source->isEmpty());
    if (m_operators->isHidden()) {
        return;
    }
    m_operators->setTable(operatorsTable(*m_source->matrix, *link));
}

/// Selects the operator on the rank that the link starts from, and turns to the timeline.
void MatrixPage::showInTimeline(const std::string &name) {
    const auto *link = selectedLink();
    if (link == nullptr || name.empty()) {
        return;
    }
    const CommOpRef op{link->run, link->source, 0, name};
    services().selection->setItem(op, this);
    Q_EMIT viewRequested(QStringLiteral("timeline"));
}

LinkCell MatrixPage::cellAt(QPoint position) const {
    const auto block = m_layout.blockAt(position.x(), position.y());
    const auto place = block ? m_model->heat.worstOf(block->row, block->column, m_layout.level) : std::nullopt;
    return place ? m_model->cellAt(*place) : LinkCell{};
}

QString MatrixPage::tipAt(QPoint position) const {
    const auto cell = cellAt(position);
    return cell.isEmpty() ? QString() : linkTip(*m_model, cell);
}

MatrixScene MatrixPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    const auto reason = emptyReason();
    if (const auto why = reason ? reason : m_model->emptyReason()) {
        MatrixScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*why).toStdString(), style);
        return empty;
    }
    return buildMatrixScene(
        m_model->heat, m_model->axes, m_model->values,
        {size.width(), size.height(), m_navigator->window(), markedPlace(), m_bar->caption().toStdString()}, style);
}

void MatrixPage::paintPicture(QPainter &painter, QSize size) {
    const auto layout = sceneFor(size);
    painter.setFont(font());
    paintScene(painter, layout.scene, Theme::current());
    paintFollowed(painter, layout);
}

void MatrixPage::retranslate() {
    m_bar->retranslate();
    m_operators->retranslate();
    m_operators->table()->setAccessibleName(tr("Operators of the selected link"));
    m_canvas->setAccessibleName(tr("Communication matrix"));
    m_canvas->setAccessibleDescription(tr(
        "Arrows: next link; W, S: zoom; A, D: pan; Backspace: zoom back; Ctrl+0: all; Enter: operators of the link"));
    m_canvas->invalidate();
}

}  // namespace stagescope
