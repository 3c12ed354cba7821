#include "views/cluster/map_page.h"

#include "views/cluster/overview_page.h"
#include "views/cluster/rank_time_page.h"
#include "views/cluster/stragglers_page.h"
#include "views/cluster/strategy_page.h"
#include "views/common/control_bar.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>
#include <string>

namespace stagescope {

namespace {

/// A figure by what each part calls it; null where a part does not have it.
struct MapMetric {
    const char *overTime;
    const char *byPlace;
    const char *ofStragglers;
    bool isSplit = false;  ///< computing and communication together, as bars

    [[nodiscard]] QString text() const {
        if (isSplit) {
            return MapPage::tr("Computing and communication");
        }
        const auto id = overTime != nullptr  ? std::string("rank_time.metric.") + overTime
                        : byPlace != nullptr ? std::string("strategy.metric.") + byPlace
                                             : std::string("straggler.metric.") + ofStragglers;
        return messageText(Message(id));
    }
};
constexpr std::array kMetrics{
    MapMetric{"computing", "computing", nullptr},  MapMetric{"exposed", "not_overlapped", nullptr},
    MapMetric{nullptr, "overlapped", nullptr},     MapMetric{"free", "free", nullptr},
    MapMetric{"waiting", "wait_percent", nullptr}, MapMetric{nullptr, "synchronization_percent", nullptr},
    MapMetric{"waiting_for", "waited", nullptr},   MapMetric{"frequency", nullptr, nullptr},
    MapMetric{"flops", nullptr, nullptr},          MapMetric{"traffic", nullptr, nullptr},
    MapMetric{nullptr, nullptr, "slowdown"},       MapMetric{nullptr, nullptr, "work"},
    MapMetric{nullptr, nullptr, "busy"},           MapMetric{nullptr, nullptr, "wait"},
    MapMetric{nullptr, nullptr, nullptr, true},
};

enum Part : std::uint8_t { OverTime, ByPlace, OfStragglers, Split };
constexpr std::array kNames{&MapMetric::overTime, &MapMetric::byPlace, &MapMetric::ofStragglers};

/// The id that a part has for a figure; empty for the one that a part is about. Null where it does not have it.
const char *nameOf(const MapMetric &metric, std::size_t part) {
    return part == Split ? (metric.isSplit ? "" : nullptr) : metric.*kNames[part];
}

}  // namespace

const std::vector<ViewEntry> &mapParts() {
    static const std::vector<ViewEntry> list{
        {"rank_time", QT_TRANSLATE_NOOP("ViewList", "Ranks over time"), makeView<RankTimePage>},
        {"comm_strategy", QT_TRANSLATE_NOOP("ViewList", "Parallel strategy"), makeView<StrategyPage>},
        {"stragglers", QT_TRANSLATE_NOOP("ViewList", "Stragglers"), makeView<StragglersPage>},
        {"comm_overview", QT_TRANSLATE_NOOP("ViewList", "Overlap"), makeView<OverviewPage>},
    };
    return list;
}

MapPage::MapPage(const ViewServices &services, QWidget *parent)
    : View(services, parent), m_bar(new ControlBar(this)), m_stack(new QStackedWidget(this)) {
    addControls();
    for (const auto &part : mapParts()) {
        addPart(part.make(services, m_stack));
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    showChosen();
}

void MapPage::addPart(View *part) {
    m_stack->addWidget(part);
    connect(part, &View::busyChanged, this, &MapPage::busyChanged);
    connect(part, &View::viewRequested, this, &MapPage::viewRequested);
    connect(part, &View::sourceRequested, this, &MapPage::sourceRequested);
    connect(part, &View::titleOrReasonChanged, this, [this, part] {
        if (part == inFront()) {
            leaveEmptyGrid();
        }
        Q_EMIT titleOrReasonChanged();
    });
}

void MapPage::addControls() {
    m_metric = m_bar->addPicker(
        "mapMetric", [] { return tr("Metric"); },
        [] {
            std::vector<ControlBar::Choice> choices;
            for (std::size_t i = 0; i < kMetrics.size(); ++i) {
                choices.push_back({kMetrics[i].text(), static_cast<int>(i)});
            }
            return choices;
        });
    m_layout = m_bar->addPicker(
        "mapLayout", [] { return tr("Layout"); },
        [] {
            return std::vector<ControlBar::Choice>{{tr("Stage x replica"), static_cast<int>(Layout::Grid)},
                                                   {tr("Over time"), static_cast<int>(Layout::Time)},
                                                   {tr("Bars"), static_cast<int>(Layout::Bars)}};
        });
    connect(m_metric, &QComboBox::activated, this, [this] { showChosen(); });
    connect(m_layout, &QComboBox::activated, this, [this] {
        m_isChosen = true;
        if (const auto layouts = layoutsOf(metricChosen());
            std::find(layouts.begin(), layouts.end(), layoutChosen()) == layouts.end()) {
            m_metric->setCurrentIndex(layoutChosen() == Layout::Bars ? m_metric->count() - 1 : 0);
        }
        showChosen();
    });
}

/// Those that have it, never none.
std::vector<MapPage::Layout> MapPage::layoutsOf(std::size_t metric) {
    const auto &asked = kMetrics[metric];
    std::vector<Layout> layouts;
    if (asked.byPlace != nullptr || asked.ofStragglers != nullptr) {
        layouts.push_back(Layout::Grid);
    }
    if (asked.overTime != nullptr) {
        layouts.push_back(Layout::Time);
    }
    if (asked.isSplit) {
        layouts.push_back(Layout::Bars);
    }
    return layouts;
}

MapPage::Layout MapPage::layoutChosen() const { return static_cast<Layout>(m_layout->currentData().toInt()); }
std::size_t MapPage::metricChosen() const { return static_cast<std::size_t>(m_metric->currentData().toInt()); }

/// What is chosen, in the layout that has it.
void MapPage::showChosen() {
    const auto &metric = kMetrics[metricChosen()];
    const auto layouts = layoutsOf(metricChosen());
    const bool isThere = std::find(layouts.begin(), layouts.end(), layoutChosen()) != layouts.end();
    const auto layout = isThere ? layoutChosen() : layouts.front();
    m_layout->setCurrentIndex(m_layout->findData(static_cast<int>(layout)));
    const auto part = layout == Layout::Bars      ? Split
                      : layout == Layout::Time    ? OverTime
                      : metric.byPlace != nullptr ? ByPlace
                                                  : OfStragglers;
    m_stack->setCurrentIndex(part);
    setFocusProxy(inFront());
    inFront()->showPage(QLatin1String(nameOf(metric, part)));
    give();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void MapPage::give() {
    if (m_workspace != nullptr) {
        inFront()->setWorkspace(m_workspace);
    }
}

/// Of a job whose sizes nothing tells there is no grid.
void MapPage::leaveEmptyGrid() {
    const bool isEmpty = m_stack->currentIndex() == ByPlace && inFront()->emptyReason() && !inFront()->isBusy();
    if (isEmpty && !m_isChosen && m_workspace != nullptr && m_workspace->mainRun() != nullptr) {
        m_layout->setCurrentIndex(m_layout->findData(static_cast<int>(Layout::Time)));
        showChosen();
    }
}

View *MapPage::inFront() const { return static_cast<View *>(m_stack->currentWidget()); }
QString MapPage::title() const { return tr("Map"); }

void MapPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    for (int i = 0; i < m_stack->count(); ++i) {
        if (auto *part = static_cast<View *>(m_stack->widget(i)); part != inFront()) {
            part->setWorkspace(std::make_shared<Workspace>());  // keeps nothing alive that was closed
        }
    }
    give();
}

bool MapPage::isOffered(const Workspace &workspace) const {
    const auto *run = workspace.mainRun();
    return run != nullptr && run->ranks().size() > 1;
}

void MapPage::showPage(const QString &id) {
    const auto name = id.section(QLatin1Char('/'), 0, 0);
    const auto figure = id.section(QLatin1Char('/'), 1);
    for (int part = 0; part < m_stack->count(); ++part) {
        if (static_cast<View *>(m_stack->widget(part))->id() != name) {
            continue;
        }
        const auto has = [&](const MapMetric &metric) {
            const char *known = nameOf(metric, static_cast<std::size_t>(part));
            return known != nullptr && (figure.isEmpty() || figure == QLatin1String(known));
        };
        const auto it = std::find_if(kMetrics.begin(), kMetrics.end(), has);
        const bool isKept = figure.isEmpty() && has(kMetrics[metricChosen()]);
        if (it != kMetrics.end() && !isKept) {
            m_metric->setCurrentIndex(static_cast<int>(it - kMetrics.begin()));
        }
        const auto layout = part == OverTime ? Layout::Time : part == Split ? Layout::Bars : Layout::Grid;
        m_layout->setCurrentIndex(m_layout->findData(static_cast<int>(layout)));
        m_isChosen = true;
        showChosen();
    }
}

QStringList MapPage::pageIds() const {
    QStringList ids;
    for (int part = 0; part < m_stack->count(); ++part) {
        const auto *view = static_cast<View *>(m_stack->widget(part));
        ids << view->id();
        for (const auto &figure : view->pageIds()) {
            ids << view->id() + QLatin1Char('/') + figure;
        }
    }
    return ids;
}

void MapPage::retranslate() {
    m_bar->retranslate();
    for (int part = 0; part < m_stack->count(); ++part) {
        static_cast<View *>(m_stack->widget(part))->retranslate();
    }
}

}  // namespace stagescope
