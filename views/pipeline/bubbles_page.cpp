#include "views/pipeline/bubbles_page.h"

#include "core/base/number_text.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"

namespace stagescope {

BubblesPage::BubblesPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "bubbles", Extent::Rows, parent) {
    retranslate();
}

QString BubblesPage::title() const { return tr("Bubbles by cause"); }
QString BubblesPage::canvasName() const { return tr("Bubbles by rank and cause"); }

std::optional<Message> BubblesPage::emptyReason() const {
    if (model().step) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "pipeline.empty", "pipeline_cells")
                     : Message("pipeline.empty.loading");
}

void BubblesPage::ask() {
    if (run() == nullptr) {
        setModel({});
        return;
    }
    const auto &state = services().selection->state();
    m_asked = {state.group, state.step};
    start([workspace = workspace(), asked = m_asked,
           values = RuleSettings::current().values()](const std::stop_token &stop) {
        const auto [group, step] = shownPipeline(workspace, asked, values, stop);
        return bubbleModel(*workspace->mainRun(), group, step, stop);
    });
}

void BubblesPage::onSelectionChanged(const QObject *origin) {
    const auto &state = services().selection->state();
    if (run() != nullptr && (state.group != m_asked.group || state.step != m_asked.step)) {
        ask();
    }
    ModelPage::onSelectionChanged(origin);
}

/// Selects the rank, or of a cause the bubble with most of it at once, in the group and step that the page shows.
void BubblesPage::onClicked(QPoint position, const std::optional<ItemRef> &item) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (item) {
        state.group = model().group;
        state.step = model().step;
        state.items = {*item};
        state.ranks = {std::get<RankRef>(*item)};
    }
    const auto *part = layoutShown().partAt(position.x(), position.y());
    const auto *gap = part != nullptr && part->cause ? model().rows[part->row].widest(*part->cause) : nullptr;
    if (gap != nullptr) {
        const auto &bubbles = model().rows[part->row].bubbles;
        const auto *bubble = bubbles.bubbleAt(gap->range.begin);
        state.items = {BubbleRef{model().run, model().group, *model().step, bubbles.rank,
                                 static_cast<int>(bubble - bubbles.bubbles.data())}};
        state.setRange(gap->range);
    }
    services().selection->set(std::move(state), this);
    if (gap != nullptr) {
        showRange(gap->range);
    }
}

/// Brings a stretch into sight where it is not, or too small to be seen.
void BubblesPage::showRange(AlignedRange range) {
    constexpr int kSmall = 100;
    auto *time = services().timeView;
    const auto shown = time->range();
    const bool isInside = range.begin >= shown.begin && range.end <= shown.end;
    if (!isInside || range.duration() * kSmall < shown.duration()) {
        const auto margin = range.duration() * 2;
        time->setRange({range.begin - margin, range.end + margin});
    }
}

/// "rank 0: dependency wait 312.8 ms", and what share of which whole that is.
QString BubblesPage::tipAt(QPoint position) const {
    const auto *part = layoutShown().partAt(position.x(), position.y());
    if (part == nullptr) {
        return {};
    }
    const auto &row = model().rows[part->row];
    const auto length = part->otherWork ? row.account.of(*part->otherWork)
                        : part->cause   ? row.account.of(*part->cause)
                                        : row.account.busy;
    const auto name = part->otherWork ? Message("bubbles.work." + std::string(otherWorkText(*part->otherWork)))
                      : part->cause   ? nameOf(*part->cause)
                                      : Message("bubbles.busy");
    const auto shareOf = [&](AlignedRange whole) {
        return QString::fromStdString(
            percentText(static_cast<double>(length.count()), static_cast<double>(whole.duration().count())));
    };
    const auto text = [](Nanos d) { return QString::fromStdString(shownDuration(d)); };
    auto tip = tr("rank %1: %2 %3").arg(row.account.rank).arg(messageText(name), text(length)) + QLatin1Char('\n') +
               tr("%1 % of the step (%2)").arg(shareOf(row.account.range), text(row.account.range.duration()));
    const auto inWindow = part->cause ? row.bubbles.of(*part->cause) : row.bubbles.busy;
    if (inWindow == length) {
        tip += QLatin1Char('\n') +
               tr("%1 % of the window (%2)").arg(shareOf(model().window), text(model().window.duration()));
    }
    return tip;
}

BubbleScene BubblesPage::layoutFor(QSize size) const {
    return buildBubbleScene(model(), size.width(), sceneStyle(font()));
}

}  // namespace stagescope
