#include "views/cluster/strategy_page.h"

#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "views/common/control_bar.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QSpinBox>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kMostSize = 10'000;

QString metricName(RankMetric metric) {
    return messageText(Message("strategy.metric." + std::string(rankMetricText(metric))));
}

std::vector<ControlBar::Choice> orderChoices() {
    std::vector<ControlBar::Choice> choices;
    for (const auto each : rankNumberings()) {
        choices.push_back({utf8Text(rankNumberingText(each)), static_cast<int>(each)});
    }
    return choices;
}

std::vector<ControlBar::Choice> foldChoices() {
    return {{StrategyPage::tr("Each rank"), static_cast<int>(StrategyFold::None)},
            {StrategyPage::tr("TP folded"), static_cast<int>(StrategyFold::Tp)},
            {StrategyPage::tr("TP and CP folded"), static_cast<int>(StrategyFold::TpAndCp)}};
}

}  // namespace

StrategyPage::StrategyPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "comm_strategy", Extent::Page, parent) {
    addControls();
    canvas()->setFocusPolicy(Qt::StrongFocus);
    retranslate();
}

void StrategyPage::addControls() {
    auto *bar = new ControlBar(this);
    m_order = bar->addPicker(
        "strategyOrder", [] { return tr("Numbering"); }, orderChoices);
    for (const auto dimension : parallelDimensions()) {
        const auto name = utf8Text(dimensionText(dimension));
        auto *size = bar->addNumber(("strategy" + std::string(dimensionText(dimension))).c_str(),
                                    [name] { return name; }, 0, kMostSize);
        bar->setTip(size, [] { return tr("From the metadata; enter a size if it has none"); });
        m_sizes[static_cast<std::size_t>(dimension)] = size;
    }
    bar->addLine();
    m_fold = bar->addPicker(
        "strategyFold", [] { return tr("Cells"); }, foldChoices);
    bar->addLabel([] { return tr("Outlines"); });
    for (const auto dimension : parallelDimensions()) {
        const auto name = utf8Text(dimensionText(dimension));
        auto *outline = bar->addSwitch("", [name] { return name; });
        outline->setChecked(true);
        m_outlines[static_cast<std::size_t>(dimension)] = outline;
    }
    setBar(bar);
}

QString StrategyPage::title() const { return tr("Parallel strategy"); }
QString StrategyPage::canvasName() const { return tr("Ranks by position in the parallel dimensions"); }

std::optional<Message> StrategyPage::emptyReason() const {
    if (model().sizes) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "communication.empty.strategy")
                     : Message("communication.empty.loading");
}

void StrategyPage::showPage(const QString &metric) {
    for (const auto each : rankMetrics()) {
        if (metric == utf8Text(rankMetricText(each)) && each != m_metric) {
            m_metric = each;
            if (workspace() != nullptr) {
                ask();
            }
        }
    }
}

QStringList StrategyPage::pageIds() const {
    QStringList ids;
    for (const auto each : rankMetrics()) {
        ids << utf8Text(rankMetricText(each));
    }
    return ids;
}

StrategyQuestion StrategyPage::question() const {
    StrategyQuestion question;
    const std::array into{&question.sizes.tp, &question.sizes.cp, &question.sizes.dp, &question.sizes.pp,
                          &question.sizes.ep};
    for (std::size_t i = 0; i < kDimensions; ++i) {
        *into[i] = m_sizes[i]->value();
    }
    question.order = static_cast<RankNumbering>(m_order->currentData().toInt());
    question.metric = m_metric;
    const auto &step = services().selection->state().step;
    question.step = step ? stepText(*step) : std::string();
    return question;
}

void StrategyPage::ask() {
    m_step = question().step;
    start([workspace = workspace(), question = question()](const std::stop_token &stop) {
        const auto *run = workspace ? workspace->mainRun() : nullptr;
        return run ? strategyModel(*run, question, stop) : StrategyModel{};
    });
}

void StrategyPage::onModel() {
    const auto &told = model().sizes ? *model().sizes : model().told;
    const std::array sizes{told.tp, told.cp, told.dp, told.pp, told.ep};
    for (std::size_t i = 0; i < kDimensions; ++i) {
        const auto known = sizes[i] > 0 ? QString::number(sizes[i]) : QStringLiteral("?");
        m_sizes[i]->setSpecialValueText(known);  // 0 = as the metadata says
    }
}

void StrategyPage::onSelectionChanged(const QObject *) {
    canvas()->invalidate();
    if (workspace() != nullptr && question().step != m_step) {
        ask();
    }
}

void StrategyPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto *place = layoutShown().placeAt(position.x(), position.y());
    choose(place == nullptr ? std::nullopt : std::optional(place->worst));
}

std::optional<int> StrategyPage::selectedRank() const {
    const auto &state = services().selection->state();
    const auto isOurs = [this](RunId run) { return run == model().run; };
    if (!state.items.empty() && isOurs(runOf(state.items.front()))) {
        if (const auto rank = rankOf(state.items.front())) {
            return rank;
        }
    }
    return !state.ranks.empty() && isOurs(state.ranks.front().run) ? std::optional(state.ranks.front().rank)
                                                                   : std::nullopt;
}

void StrategyPage::choose(std::optional<int> rank) {
    canvas()->setFocus();
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (rank) {
        state.ranks = {{model().run, *rank}};
        state.items = {state.ranks.front()};
    }
    services().selection->set(std::move(state), this);
}

/// To the place whose middle is nearest in this direction.
void StrategyPage::stepBy(int columns, int rows) {
    static_cast<void>(canvas()->scene());
    const auto rank = selectedRank();
    const StrategyScene::Place *from = nullptr;
    for (const auto &place : layoutShown().places) {
        from = rank && std::binary_search(place.ranks.begin(), place.ranks.end(), *rank) ? &place : from;
    }
    if (from == nullptr) {
        choose(layoutShown().places.empty() ? std::nullopt : std::optional(layoutShown().places.front().worst));
        return;
    }
    const StrategyScene::Place *next = nullptr;
    const auto ahead = [&](const StrategyScene::Place &place) {
        return (place.box.x - from->box.x) * columns + (place.box.y - from->box.y) * rows;
    };
    for (const auto &place : layoutShown().places) {
        const bool isInLine = columns != 0 ? place.box.y == from->box.y : place.box.x == from->box.x;
        if (isInLine && ahead(place) > 0 && (next == nullptr || ahead(place) < ahead(*next))) {
            next = &place;
        }
    }
    if (next != nullptr) {
        choose(next->worst);
    }
}

bool StrategyPage::onKey(const QKeyEvent &event) {
    const int key = event.key();
    const int columns = (key == Qt::Key_Right ? 1 : 0) - (key == Qt::Key_Left ? 1 : 0);
    const int rows = (key == Qt::Key_Down ? 1 : 0) - (key == Qt::Key_Up ? 1 : 0);
    if (columns == 0 && rows == 0) {
        return false;
    }
    stepBy(columns, rows);
    return true;
}

QString StrategyPage::tipAt(QPoint position) const {
    const auto *place = layoutShown().placeAt(position.x(), position.y());
    if (place == nullptr || !model().sizes) {
        return {};
    }
    const auto at = *placeOf(place->worst, *model().sizes, model().question.order);
    auto text = tr("rank %1: TP %2, CP %3, DP %4, PP %5, EP %6")
                    .arg(place->worst)
                    .arg(at.tp)
                    .arg(at.cp)
                    .arg(at.dp)
                    .arg(at.pp)
                    .arg(at.ep);
    const auto value = model().valueOf(place->worst);
    text += QLatin1Char('\n') +
            tr("%1: %2").arg(metricName(model().question.metric), value ? QString::fromStdString(valueText(*value))
                                                                        : messageText(Message("pipeline.no_data")));
    if (place->ranks.size() > 1) {
        text += QLatin1Char('\n') + tr("worst of %n rank(s)", nullptr, static_cast<int>(place->ranks.size()));
    }
    return text;
}

StrategyScene StrategyPage::layoutFor(QSize size) const {
    StrategyOptions options;
    options.width = size.width();
    options.height = size.height();
    options.fold = static_cast<StrategyFold>(m_fold->currentData().toInt());
    for (std::size_t i = 0; i < kDimensions; ++i) {
        options.outlined[i] = m_outlines[i]->isChecked();
    }
    options.selected = selectedRank();
    options.caption = (m_order->currentText() + QStringLiteral(", ") +
                       (m_step.empty() ? tr("mean of all steps") : messageText(Message("step.label", {m_step}))))
                          .toStdString();
    return buildStrategyScene(model(), options, sceneStyle(font()));
}

}  // namespace stagescope
