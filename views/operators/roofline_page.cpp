#include "views/operators/roofline_page.h"

#include "core/analysis/difference/baseline_side.h"
#include "core/analysis/run/asked_range.h"
#include "core/base/number_text.h"
#include "views/common/control_bar.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pages/shown_rank.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/operators/rank_picker.h"

#include <QtCore/QSortFilterProxyModel>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <optional>
#include <utility>

namespace stagescope {

namespace {

constexpr double kMostFigure = 1e7;
constexpr int kPictureShare = 3;
constexpr int kTableShare = 2;
constexpr int kMostTableColumn = 240;
constexpr qsizetype kMostTipShapes = 160;
constexpr std::size_t kMostOtherRanks = 8;

RooflinePageModel rooflineModel(const AnalysisInput &input, const PeakSettings &settings, const std::stop_token &stop) {
    RooflinePageModel model;
    std::optional<BaselineSide> side;  // of the first rank that has one; copies both runs
    for (const auto *capture : input.captures()) {
        const auto asked = askedRange(input, *input.run(), *capture);
        if (asked.isEmpty || stop.stop_requested()) {
            continue;
        }
        auto work = rankWork(*capture, asked.range, settings, stop);
        if (work.groups.empty()) {
            continue;
        }
        model.ranks.push_back(std::move(work));
        side = side ? std::move(side) : baselineSide(input, capture->rank);
        if (const auto *other = side ? side->captureOf(capture->rank) : nullptr) {
            const auto there = askedRange(side->input(), *side->input().run(), *other);
            auto before = there.isEmpty ? RankWork{} : rankWork(*other, there.range, settings, stop);
            if (!before.groups.empty()) {
                model.baseline.emplace(capture->rank, std::move(before));
            }
        }
    }
    return model;
}

QString rankName(int rank) { return messageText(Message("rank.label", {std::to_string(rank)})); }

QString text(const std::string &utf8) { return QString::fromStdString(utf8); }

}  // namespace

const RankWork *RooflinePageModel::of(int rank) const {
    const auto it = std::find_if(ranks.begin(), ranks.end(), [&](const RankWork &work) { return work.rank == rank; });
    return it == ranks.end() ? nullptr : &*it;
}

RooflinePage::RooflinePage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "operator_roofline", Extent::Page, parent) {
    addControls();
    setTable(new TableView, kPictureShare, kTableShare);
    table()->setMostColumn(kMostTableColumn);
    connect(table(), &TableView::rowChosen, this, [this](const QModelIndex &index) { mark(tableRow(index)); });
    retranslate();
}

QDoubleSpinBox *RooflinePage::addFigure(const char *name, const QString &suffix) {
    auto *field = new QDoubleSpinBox(this);
    field->setObjectName(QString::fromLatin1(name));
    field->setRange(0, kMostFigure);
    field->setDecimals(1);
    field->setKeyboardTracking(false);
    field->setSuffix(suffix);
    connect(field, &QDoubleSpinBox::valueChanged, this, &RooflinePage::onControls);
    return field;
}

void RooflinePage::addControls() {
    auto *bar = new ControlBar(this);
    m_controls = bar;
    m_rank = addRankPicker(*bar, "rooflineRank", [this] { return std::span(model().ranks); });
    m_peak = addFigure("rooflinePeak", QStringLiteral(" TFLOP/s"));
    bar->addField([] { return tr("Peak"); }, m_peak);
    m_bandwidth = addFigure("rooflineBandwidth", QStringLiteral(" GB/s"));
    bar->addField([] { return tr("Memory bandwidth"); }, m_bandwidth);
    m_vectors = bar->addSwitch("rooflineVectors", [] { return tr("Include vector kernels"); });
    bar->setTip(m_vectors, [] { return tr("Kernels without matrix work (element-wise)."); });
    bar->addText([this] {
        m_peak->setSpecialValueText(tr("from the profile"));
        m_bandwidth->setSpecialValueText(tr("from the profile"));
    });
    bar->setTip(m_peak, [] { return tr("Dense FP16 and BF16 peak; 8-bit types have twice that."); });
    setBar(bar);
    connect(&m_focus, &FocusRank::judged, this, [this] {
        followRank();
        Q_EMIT busyChanged();
    });
    connect(m_rank, &QComboBox::activated, this,
            [this] { pickRank(this->services().selection, run(), m_rank->currentData().toInt(), this); });
}

QString RooflinePage::ownFilter() const {
    const auto *shown = shownRank();
    return shown == nullptr ? QString() : shownRankText(services().selection, run(), shown->rank);
}

QString RooflinePage::title() const { return tr("Roofline"); }
QString RooflinePage::canvasName() const { return tr("Rate of each operator and shape against the device limit"); }

std::optional<Message> RooflinePage::emptyReason() const {
    if (!model().ranks.empty()) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "roofline.empty", "kernel_work") : Message("roofline.empty.loading");
}

PeakSettings RooflinePage::settings() const {
    const auto known = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    return {known(m_peak->value()), known(m_bandwidth->value())};
}

void RooflinePage::ask() {
    m_focus.judge(workspace());
    const auto &state = services().selection->state();
    m_askedStep = state.step;
    m_askedRange = state.range;
    m_askedSettings = settings();
    start([workspace = workspace(), step = m_askedStep, range = m_askedRange,
           settings = m_askedSettings](const std::stop_token &stop) {
        if (workspace == nullptr || workspace->mainRun() == nullptr) {
            return RooflinePageModel{};
        }
        AnalysisInput input;
        input.workspace = workspace.get();
        input.step = step;
        input.range = range;
        return rooflineModel(input, settings, stop);
    });
}

void RooflinePage::onControls() {
    if (settings() != m_askedSettings) {
        ask();
        return;
    }
    const auto *work = shownRank();
    if (work != nullptr && work->rank != m_tableRank) {
        showRank();
    }
    refresh();
}

const RankWork *RooflinePage::shownBaseline() const {
    const auto *work = shownRank();
    const auto before = work == nullptr ? model().baseline.end() : model().baseline.find(work->rank);
    return before == model().baseline.end() ? nullptr : &before->second;
}

const RankWork *RooflinePage::shownRank() const { return pickedRank(*m_rank, model().ranks); }

void RooflinePage::onModel() {
    m_controls->refill(m_rank);
    m_rank->setEnabled(m_rank->count() > 1);
    static_cast<void>(turnToSelectedRank(*m_rank, run(), services().selection->state(), m_focus.rank()));
    showRank();
}

void RooflinePage::showRank() {
    m_marked.reset();
    const auto *work = shownRank();
    m_tableRank = work == nullptr ? -1 : work->rank;
    table()->setTable(work == nullptr ? ResultTable{} : workTable(*work));
    table()->setVisible(work != nullptr);
    refresh();
}

void RooflinePage::followRank() {
    if (turnToSelectedRank(*m_rank, run(), services().selection->state(), m_focus.rank())) {
        showRank();
    }
}

void RooflinePage::onSelectionChanged(const QObject *) {
    followRank();
    const auto &state = services().selection->state();
    if (state.step != m_askedStep || state.range != m_askedRange) {
        ask();
    }
}

void RooflinePage::mark(std::optional<std::size_t> group) {
    m_marked = group;
    refresh();
    const auto *work = shownRank();
    if (group && work != nullptr && *group < work->groups.size()) {
        const auto &chosen = work->groups[*group];
        Q_EMIT groupChosen(work->rank, text(chosen.name), text(chosen.shapes));
    }
}

/// The rows of the table are the groups, in their order.
void RooflinePage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto group = layoutShown().groupAt(position.x(), position.y());
    mark(group);
    auto *view = table()->table();
    if (!group) {
        view->clearSelection();
        return;
    }
    const auto *sorted = qobject_cast<const QSortFilterProxyModel *>(view->model());
    const auto source = table()->model()->index(static_cast<int>(*group), 0);
    const auto row = sorted == nullptr ? source : sorted->mapFromSource(source);
    if (row.isValid()) {
        view->selectRow(row.row());
        view->scrollTo(row);
    }
}

QString RooflinePage::tipAt(QPoint position) const {
    const auto *work = shownRank();
    const auto at = layoutShown().groupAt(position.x(), position.y());
    if (work == nullptr || !at || *at >= work->groups.size()) {
        return {};
    }
    const auto &group = work->groups[*at];
    const auto percent = [](double share) { return text(valueText(100 * share)); };
    auto shapes = text(group.shapes);
    if (shapes.size() > kMostTipShapes) {
        shapes = shapes.left(kMostTipShapes) + QStringLiteral("...");
    }
    QStringList lines{text(group.name), shapes};
    lines += tr("%n call(s), %1", nullptr, static_cast<int>(group.calls)).arg(text(timeText(group.time)));
    lines += tr("%1, %2, %3 FLOP/byte")
                 .arg(text(flopRateText(group.flops().value_or(0))), text(byteRateText(group.bandwidth().value_or(0))),
                      text(valueText(group.intensity().value_or(0))));
    if (const auto share = group.peakShare(work->peak)) {
        const auto roof = group.roofShare(work->peak);
        lines += roof ? tr("%1 % of the peak, %2 % of the roof").arg(percent(*share), percent(*roof))
                      : tr("%1 % of the peak").arg(percent(*share));
    }
    if (const auto *before = shownBaseline() == nullptr ? nullptr : shownBaseline()->same(group)) {
        lines += tr("Baseline: %n call(s), %1, %2", nullptr, static_cast<int>(before->calls))
                     .arg(text(timeText(before->time)), text(flopRateText(before->flops().value_or(0))));
    }
    std::size_t told = 0;
    for (const auto &other : model().ranks) {
        const auto *same = other.rank == work->rank ? nullptr : other.same(group);
        if (same != nullptr && same->flops() && told++ < kMostOtherRanks) {
            lines += tr("%1: %2").arg(rankName(other.rank), text(flopRateText(*same->flops())));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

RooflineLayout RooflinePage::layoutFor(QSize size) const {
    const auto *work = shownRank();
    return work == nullptr
               ? RooflineLayout{}
               : layOutRoofline(*work, {size.width(), size.height(), m_marked, m_vectors->isChecked(), shownBaseline()},
                                sceneStyle(font()));
}

}  // namespace stagescope
