#include "views/communication/strategy_page.h"

#include "core/base/number_text.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kMostSize = 10'000;

QString metricName(RankMetric metric) {
    return messageText(Message("strategy.metric." + std::string(rankMetricText(metric))));
}

}  // namespace

StrategyPage::StrategyPage(const ViewServices &services, QWidget *parent) : View(services, parent) {
    build();
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size);
        return m_layout.scene;
    });
    for (auto *box : {m_order, m_metric}) {
        connect(box, &QComboBox::activated, this, &StrategyPage::ask);
    }
    for (auto *size : m_sizes) {
        connect(size, &QSpinBox::valueChanged, this, &StrategyPage::ask);
    }
    for (auto *outline : m_outlines) {
        connect(outline, &QCheckBox::toggled, m_canvas, &SceneCanvas::invalidate);
    }
    connect(m_fold, &QComboBox::activated, m_canvas, &SceneCanvas::invalidate);
    connect(m_canvas, &SceneCanvas::clicked, this, [this](QPoint position) {
        const auto *place = m_layout.placeAt(position.x(), position.y());
        choose(place == nullptr ? std::nullopt : std::optional(place->worst));
    });
    connect(m_canvas, &SceneCanvas::hovered, this, [this](QPoint position) {
        const auto text = position.x() < 0 ? QString() : tipAt(position);
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    });
    connect(this->services().selection, &Selection::changed, this, [this] {
        m_canvas->invalidate();
        if (m_workspace != nullptr && question().step != m_step) {
            ask();
        }
    });
    retranslate();
}

void StrategyPage::build() {
    m_canvas = new SceneCanvas(this);
    m_canvas->setFocusPolicy(Qt::StrongFocus);
    m_canvas->installEventFilter(this);
    auto *first = new QHBoxLayout;
    auto *second = new QHBoxLayout;
    const auto add = [this](QHBoxLayout *row, QLabel *&label, QWidget *field) {
        label = new QLabel(this);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    };
    m_order = new QComboBox(this);
    m_metric = new QComboBox(this);
    m_fold = new QComboBox(this);
    m_order->setObjectName(QStringLiteral("strategyOrder"));
    m_metric->setObjectName(QStringLiteral("strategyMetric"));
    m_fold->setObjectName(QStringLiteral("strategyFold"));
    add(first, m_orderLabel, m_order);
    for (const auto dimension : parallelDimensions()) {
        const auto i = static_cast<std::size_t>(dimension);
        m_sizes[i] = new QSpinBox(this);
        m_sizes[i]->setObjectName(QStringLiteral("strategy") + utf8Text(dimensionText(dimension)));
        m_sizes[i]->setRange(0, kMostSize);
        m_sizes[i]->setKeyboardTracking(false);
        add(first, m_sizeLabels[i], m_sizes[i]);
        m_sizeLabels[i]->setText(utf8Text(dimensionText(dimension)));
    }
    first->addStretch(1);
    add(second, m_metricLabel, m_metric);
    add(second, m_foldLabel, m_fold);
    m_outlineLabel = new QLabel(this);
    second->addWidget(m_outlineLabel);
    for (const auto dimension : parallelDimensions()) {
        auto *&outline = m_outlines[static_cast<std::size_t>(dimension)];
        outline = new QCheckBox(utf8Text(dimensionText(dimension)), this);
        outline->setChecked(true);
        second->addWidget(outline);
    }
    second->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    for (auto *row : {first, second}) {
        row->setContentsMargins(8, 0, 8, 0);
        layout->addLayout(row);
    }
    layout->addWidget(m_canvas, 1);
}

QString StrategyPage::id() const { return QStringLiteral("comm_strategy"); }
QString StrategyPage::title() const { return tr("Parallel strategy"); }
bool StrategyPage::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> StrategyPage::emptyReason() const {
    if (m_model->sizes) {
        return std::nullopt;
    }
    return m_known ? emptyBecause(m_workspace, "communication.empty.strategy") : Message("communication.empty.loading");
}

void StrategyPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    ask();
}

StrategyQuestion StrategyPage::question() const {
    StrategyQuestion question;
    const std::array into{&question.sizes.tp, &question.sizes.cp, &question.sizes.dp, &question.sizes.pp,
                          &question.sizes.ep};
    for (std::size_t i = 0; i < kDimensions; ++i) {
        *into[i] = m_sizes[i]->value();
    }
    question.order = static_cast<RankNumbering>(m_order->currentData().toInt());
    question.metric = static_cast<RankMetric>(m_metric->currentData().toInt());
    const auto &step = services().selection->state().step;
    question.step = step ? std::to_string(*step) : std::string();
    return question;
}

void StrategyPage::ask() {
    m_step = question().step;
    m_analysis.start(
        [workspace = m_workspace, question = question()](const std::stop_token &stop) {
            const auto *run = workspace ? workspace->mainRun() : nullptr;
            return std::make_shared<const StrategyModel>(run ? strategyModel(*run, question, stop) : StrategyModel{});
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void StrategyPage::adopt(Model model) {
    m_known = true;
    m_model = std::move(model);
    const auto &told = m_model->sizes ? *m_model->sizes : m_model->told;
    const std::array sizes{told.tp, told.cp, told.dp, told.pp, told.ep};
    for (std::size_t i = 0; i < kDimensions; ++i) {
        const auto known = sizes[i] > 0 ? QString::number(sizes[i]) : QStringLiteral("?");
        m_sizes[i]->setSpecialValueText(known);  // 0 = as the metadata says
    }
    m_canvas->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

std::optional<int> StrategyPage::selectedRank() const {
    const auto &state = services().selection->state();
    const auto isOurs = [this](RunId run) { return run == m_model->run; };
    if (!state.items.empty() && isOurs(runOf(state.items.front()))) {
        if (const auto rank = rankOf(state.items.front())) {
            return rank;
        }
    }
    return !state.ranks.empty() && isOurs(state.ranks.front().run) ? std::optional(state.ranks.front().rank)
                                                                   : std::nullopt;
}

void StrategyPage::choose(std::optional<int> rank) {
    m_canvas->setFocus();
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (rank) {
        state.ranks = {{m_model->run, *rank}};
        state.items = {state.ranks.front()};
    }
    services().selection->set(std::move(state), this);
}

/// To the place whose middle is nearest in this direction.
void StrategyPage::stepBy(int columns, int rows) {
    static_cast<void>(m_canvas->scene());
    const auto rank = selectedRank();
    const StrategyScene::Place *from = nullptr;
    for (const auto &place : m_layout.places) {
        from = rank && std::binary_search(place.ranks.begin(), place.ranks.end(), *rank) ? &place : from;
    }
    if (from == nullptr) {
        choose(m_layout.places.empty() ? std::nullopt : std::optional(m_layout.places.front().worst));
        return;
    }
    const StrategyScene::Place *next = nullptr;
    const auto ahead = [&](const StrategyScene::Place &place) {
        return (place.box.x - from->box.x) * columns + (place.box.y - from->box.y) * rows;
    };
    for (const auto &place : m_layout.places) {
        const bool isInLine = columns != 0 ? place.box.y == from->box.y : place.box.x == from->box.x;
        if (isInLine && ahead(place) > 0 && (next == nullptr || ahead(place) < ahead(*next))) {
            next = &place;
        }
    }
    if (next != nullptr) {
        choose(next->worst);
    }
}

bool StrategyPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_canvas && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            stepBy(key == Qt::Key_Right ? 1 : -1, 0);
            return true;
        }
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            stepBy(0, key == Qt::Key_Down ? 1 : -1);
            return true;
        }
    }
    return View::eventFilter(watched, event);
}

QString StrategyPage::tipAt(QPoint position) const {
    const auto *place = m_layout.placeAt(position.x(), position.y());
    if (place == nullptr || !m_model->sizes) {
        return {};
    }
    const auto at = *placeOf(place->worst, *m_model->sizes, m_model->question.order);
    auto text = tr("rank %1: TP %2, CP %3, DP %4, PP %5, EP %6")
                    .arg(place->worst)
                    .arg(at.tp)
                    .arg(at.cp)
                    .arg(at.dp)
                    .arg(at.pp)
                    .arg(at.ep);
    const auto value = m_model->valueOf(place->worst);
    text += QLatin1Char('\n') +
            tr("%1: %2").arg(metricName(m_model->question.metric), value ? QString::fromStdString(valueText(*value))
                                                                         : messageText(Message("pipeline.no_data")));
    if (place->ranks.size() > 1) {
        text += QLatin1Char('\n') + tr("the worst of %n rank(s)", nullptr, static_cast<int>(place->ranks.size()));
    }
    return text;
}

StrategyScene StrategyPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        StrategyScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
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
    return buildStrategyScene(*m_model, options, style);
}

void StrategyPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    paintScene(painter, sceneFor(size).scene, Theme::current());
}

void StrategyPage::fillPickers() {
    const auto before = question();
    const int fold = m_fold->currentIndex();
    const QSignalBlocker order(m_order);
    const QSignalBlocker metric(m_metric);
    m_order->clear();
    for (const auto each : rankNumberings()) {
        m_order->addItem(utf8Text(rankNumberingText(each)), static_cast<int>(each));
    }
    m_order->setCurrentIndex(std::max(0, m_order->findData(static_cast<int>(before.order))));
    m_metric->clear();
    for (const auto each : rankMetrics()) {
        m_metric->addItem(metricName(each), static_cast<int>(each));
    }
    m_metric->setCurrentIndex(std::max(0, m_metric->findData(static_cast<int>(before.metric))));
    m_fold->clear();
    m_fold->addItem(tr("each rank"), static_cast<int>(StrategyFold::None));
    m_fold->addItem(tr("TP folded"), static_cast<int>(StrategyFold::Tp));
    m_fold->addItem(tr("TP and CP folded"), static_cast<int>(StrategyFold::TpAndCp));
    m_fold->setCurrentIndex(std::max(0, fold));
}

void StrategyPage::retranslate() {
    m_orderLabel->setText(tr("Numbering"));
    m_metricLabel->setText(tr("Colour"));
    m_foldLabel->setText(tr("Places"));
    m_outlineLabel->setText(tr("Outlines"));
    for (auto *size : m_sizes) {
        size->setToolTip(tr("As the metadata says; type a size where it says nothing"));
    }
    m_canvas->setAccessibleName(tr("Ranks by their places in the parallel dimensions"));
    fillPickers();
    m_canvas->invalidate();
}

}  // namespace stagescope
