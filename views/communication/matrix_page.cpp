#include "views/communication/matrix_page.h"

#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/run/steps.h"
#include "core/base/step_id.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/texts/utf8_text.h"
#include "views/communication/link_tip.h"
#include "views/communication/matrix_bar.h"
#include "views/communication/matrix_navigator.h"

#include <QtWidgets/QTableView>

#include <algorithm>
#include <cmath>

namespace stagescope {

MatrixPage::MatrixPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "comm_matrix", Extent::Page, parent), m_bar(new MatrixBar(services.selection, this)) {
    setBar(m_bar);
    setTable(new TableView, 3, 1);
    table()->hide();
    canvas()->setFocusPolicy(Qt::StrongFocus);
    m_navigator = new MatrixNavigator(
        canvas(), [this]() -> const MatrixScene & { return static_cast<void>(canvas()->scene()), layoutShown(); },
        [this]() -> const HeatMatrix & { return model().heat; });
    connectAll();
    retranslate();
}

void MatrixPage::connectAll() {
    connect(m_navigator, &MatrixNavigator::windowChanged, canvas(), &SceneCanvas::invalidate);
    connect(m_navigator, &MatrixNavigator::stepped, this, &MatrixPage::step);
    connect(m_navigator, &MatrixNavigator::activated, table()->table(), qOverload<>(&QWidget::setFocus));
    // The group box has gone back to the group of the selection by then.
    connect(services().selection, &Selection::shown, this, [this] { onSelectionChanged(nullptr); });
    connect(table()->table(), &QTableView::activated, this, [this](const QModelIndex &index) {
        showInTimeline(table()->model()->table().text(tableRow(index), "name"));
    });
}

QString MatrixPage::ownFilter() const { return m_bar->ownFilter(); }
QString MatrixPage::title() const { return tr("Communication matrix"); }
QString MatrixPage::canvasName() const { return tr("Communication matrix"); }
bool MatrixPage::isBusy() const { return m_reading.isBusy() || ModelPage::isBusy() || m_search.isBusy(); }

std::optional<Message> MatrixPage::emptyReason() const {
    if (m_source != nullptr && !m_source->isEmpty()) {
        return std::nullopt;
    }
    if (m_source == nullptr || (run() != nullptr && hasNcclOperators(*run()))) {
        return Message(m_source != nullptr ? "communication.empty.matrix.nccl" : "communication.empty.loading");
    }
    return emptyBecause(workspace(), "communication.empty.matrix");
}

void MatrixPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    keepWorkspace(std::move(workspace));
    m_reading.start(
        [workspace = this->workspace()](const std::stop_token &stop) {
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
    m_source = sources.run != nullptr ? std::move(sources.run) : std::make_shared<const CommMatrixSource>();
    m_baseline = std::move(sources.baseline);
    const auto *baseline = workspace() == nullptr ? nullptr : workspace()->baseline();
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
    start([source = m_source, question, baseline](const std::stop_token &stop) {
        return commMatrixModel(*source, question, baseline.get(), stop);
    });
}

void MatrixPage::onModel() {
    m_bar->setLimits(model().least, model().most);
    if (model().axes.names != m_names) {
        m_names = model().axes.names;
        m_navigator->reset();
    }
    refresh();
    if (const auto place = markedPlace()) {
        m_navigator->reveal(*place);
    }
    showOperators();
}

const LinkRef *MatrixPage::selectedLink() const {
    const auto &items = services().selection->state().items;
    const auto *link = items.empty() ? nullptr : std::get_if<LinkRef>(&items.front());
    return link != nullptr && m_source != nullptr && link->run == m_source->run ? link : nullptr;
}

std::optional<HeatMatrix::Place> MatrixPage::markedPlace() const {
    const auto *link = selectedLink();
    return link == nullptr ? std::nullopt : model().placeOf(link->source, link->destination);
}

void MatrixPage::choose(const LinkCell &cell) {
    canvas()->setFocus();
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (!cell.isEmpty()) {
        state.items = {model().refOf(cell.any())};
        state.ranks = {{model().run, cell.any().source}};
    }
    services().selection->set(std::move(state), this);
}

void MatrixPage::onClicked(QPoint position, const std::optional<ItemRef> &) { choose(cellAt(position)); }

/// To the next place with a value in this direction, in blocks as they are seen.
void MatrixPage::step(int rows, int columns) {
    static_cast<void>(canvas()->scene());
    const auto level = layoutShown().level;
    const auto marked = markedPlace();
    const auto &heat = model().heat;
    const auto count = static_cast<std::ptrdiff_t>((heat.rows() + (std::size_t{1} << level) - 1) >> level);
    auto row = marked ? static_cast<std::ptrdiff_t>(marked->row >> level) : 0;
    auto column = marked ? static_cast<std::ptrdiff_t>(marked->column >> level) : 0;
    const auto isInside = [&] { return row >= 0 && column >= 0 && row < count && column < count; };
    row += marked ? rows : 0;
    column += marked ? columns : 0;
    for (; isInside(); row += rows, column += columns) {
        const auto place = heat.worstOf(static_cast<std::size_t>(row), static_cast<std::size_t>(column), level);
        if (place) {
            choose(model().cellAt(*place));
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
        }
    }
    canvas()->invalidate();
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
        [workspace = workspace(), item](const std::stop_token &stop) { return commPlaceOf(*workspace, item, stop); },
        [this](const auto &place) { followOperator(place); });
    Q_EMIT busyChanged();
}

/// The row of the rank whose operator is selected elsewhere.
void MatrixPage::paintMarks(QPainter &painter, const MatrixScene &layout) const {
    const auto &items = services().selection->state().items;
    const auto place = m_place && !items.empty() && m_followed == items.front()
                           ? model().placeOf(m_place->rank, m_place->rank)
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

void MatrixPage::paintShown(QPainter &painter) const {
    ModelPage::paintShown(painter);
    m_navigator->paint(painter);
}

/// What was selected while another page was in sight.
void MatrixPage::showEvent(QShowEvent *event) {
    View::showEvent(event);
    onSelectionChanged(nullptr);
}

/// Among those of its group; what a finding shows of a group of two ranks, which have nothing to be held against, among
/// all.
void MatrixPage::followLink(const LinkRef &link) {
    constexpr std::size_t kPair = 2;
    auto query = queryOf(link);
    const auto &groups = m_source->scopes.groups;
    const auto group = std::ranges::find(groups, query.group, &GroupChoice::group);
    if (services().selection->claim() && group != groups.end() && group->ranks.size() <= kPair) {
        query.group.clear();
    }
    if (!(m_bar->question().query == query)) {
        m_bar->setQuery(query);
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
        canvas()->invalidate();
    }
    Q_EMIT busyChanged();
}

void MatrixPage::showOperators() {
    const auto *link = selectedLink();
    table()->setVisible(link != nullptr && m_source != nullptr && !m_source->isEmpty());
    if (table()->isHidden()) {
        return;
    }
    table()->setTable(operatorsTable(*m_source->matrix, *link));
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
    const auto block = layoutShown().blockAt(position.x(), position.y());
    const auto place = block ? model().heat.worstOf(block->row, block->column, layoutShown().level) : std::nullopt;
    return place ? model().cellAt(*place) : LinkCell{};
}

QString MatrixPage::tipAt(QPoint position) const {
    const auto cell = cellAt(position);
    return cell.isEmpty() ? QString() : linkTip(model(), cell);
}

std::optional<Message> MatrixPage::shownReason() const {
    const auto reason = emptyReason();
    return reason ? reason : model().emptyReason();
}

MatrixScene MatrixPage::layoutFor(QSize size) const {
    return buildMatrixScene(
        model().heat, model().axes, model().values,
        {size.width(), size.height(), m_navigator->window(), markedPlace(), m_bar->caption().toStdString()},
        sceneStyle(font()));
}

void MatrixPage::retranslate() {
    table()->table()->setAccessibleName(tr("Operators on the selected link"));
    canvas()->setAccessibleDescription(
        tr("Arrow keys: next link; W, S: zoom; A, D: pan; Backspace: zoom back; Ctrl+0: all; Enter: operators of the "
           "link"));
    ModelPage::retranslate();
}

}  // namespace stagescope
