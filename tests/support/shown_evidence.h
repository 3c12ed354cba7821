#pragma once

#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/system_panel.h"
#include "app/window/view_tabs.h"
#include "core/analysis/run/steps.h"
#include "core/scene/timeline/timeline_box.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/findings_model.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/findings/findings_view.h"
#include "views/memory/memory_curves_page.h"
#include "views/memory/memory_view.h"
#include "views/pipeline/pipeline_view.h"
#include "views/timeline/timeline_view.h"

#include <QtTest/QTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>

#include <algorithm>
#include <set>

namespace stagescope {

/// What must hold after Show was clicked beside a finding, whatever the rule and the profile: its place is in front and
/// not empty, and what it names is in sight there. Of a window at work; a plain value.
class ShownEvidence {
public:
    explicit ShownEvidence(MainWindow *window) : m_window(window) {}

    /// Waits until no view in sight has work under way. False when that takes too long.
    [[nodiscard]] bool settle() const {
        const auto isAtRest = [this] {
            const auto views = m_window->findChildren<View *>();
            return std::none_of(views.begin(), views.end(),
                                [](const View *view) { return view->isVisible() && view->isBusy(); });
        };
        QTest::qWait(50);
        const bool isDone = QTest::qWaitFor(isAtRest, kWaitMs);
        QTest::qWait(50);
        return isDone;
    }

    /// Clicks Show beside the nth finding of the tab Findings and says what is wrong then; empty: nothing.
    [[nodiscard]] std::string troubleOf(const Finding &finding, std::size_t nth) const {
        m_window->tabs()->turnTo(QStringLiteral("findings"));
        auto *findings = m_window->findChild<FindingsView *>();
        if (!settle()) {
            return "the findings are never done";
        }
        findings->open(nth);
        static_cast<void>(findings->canvas()->scene());
        const auto &button = findings->layoutShown().showButton;
        if (button.isEmpty()) {
            return finding.evidence == SelectionState{} ? "" : "there is evidence and no Show";
        }
        QTest::mouseClick(findings->canvas(), Qt::LeftButton, {},
                          {button.x + button.width / 2, button.y + button.height / 2});
        if (!settle()) {
            return "the evidence is never done";
        }
        if (!m_window->windowTitle().startsWith(messageText(finding.title))) {
            return "the title does not say what is shown: " + m_window->windowTitle().toStdString();
        }
        if (finding.evidence.step && m_window->selection()->state().step != finding.evidence.step) {
            return "its step is not chosen";
        }
        const auto place = placeForFinding(finding);
        const bool isTable = place.startsWith(QStringLiteral("table/"));
        auto lost = isTable ? troubleInTable(place) : troubleInTab(finding, place);
        lost = lost.empty() ? troubleInDrawer(finding, nth, isTable) : lost;
        return !lost.empty() ? lost : troubleInTree(finding);
    }

    /// Whether a view has something of what a finding names in sight.
    /// What is drawn can be clicked; what stands in lists and labels is read.
    [[nodiscard]] static bool isNamedIn(const View &view, const Finding &finding) {
        const auto &evidence = finding.evidence;
        const auto isMeant = [&](const ItemRef &item) {
            const auto *rank = std::get_if<RankRef>(&item);
            return std::find(evidence.items.begin(), evidence.items.end(), item) != evidence.items.end() ||
                   (rank != nullptr &&
                    std::find(evidence.ranks.begin(), evidence.ranks.end(), *rank) != evidence.ranks.end());
        };
        for (auto *canvas : view.findChildren<SceneCanvas *>()) {
            const auto scene = canvas->isVisible() ? canvas->scene() : Scene{};
            const auto isSeen = [&](const SceneHit &hit) {
                return canvas->visibleRegion().intersects(QRect(hit.x, hit.y, hit.width, hit.height)) &&
                       isMeant(hit.item);
            };
            if (std::any_of(scene.hits.begin(), scene.hits.end(), isSeen)) {
                return true;
            }
        }
        for (const auto *list : view.findChildren<QAbstractItemView *>()) {
            const auto index = list->currentIndex();
            if (list->isVisible() && index.isValid() && list->viewport()->rect().intersects(list->visualRect(index))) {
                return true;
            }
        }
        for (const auto *label : view.findChildren<QLabel *>()) {
            const auto isRead = [&](const RankRef &rank) { return label->text().contains(QString::number(rank.rank)); };
            if (label->isVisible() && std::any_of(evidence.ranks.begin(), evidence.ranks.end(), isRead)) {
                return true;
            }
        }
        return evidence.ranks.empty() && evidence.items.empty();
    }

private:
    static constexpr int kWaitMs = 120'000;

    /// What is claimed stands below its evidence: opened in the list, or above the table that is the evidence.
    [[nodiscard]] std::string troubleInDrawer(const Finding &finding, std::size_t nth, bool isTable) const {
        const auto *drawer = m_window->findChild<DrawerDock *>();
        if (isTable) {
            const auto labels = drawer->systemPanel()->findChildren<QLabel *>();
            const auto isTold = [&](const QLabel *label) {
                return label->isVisible() && label->text().startsWith(messageText(finding.title));
            };
            return std::any_of(labels.begin(), labels.end(), isTold) ? "" : "its sentence is not above its table";
        }
        const auto *list = drawer->findings();
        static_cast<void>(list->canvas()->scene());
        const auto &rows = list->layoutShown().rows;
        const auto &button = list->layoutShown().showButton;
        const auto seen = list->canvas()->visibleRegion();
        const auto isSeen = [&](const auto &box) {
            return seen.intersects(QRect(box.x, box.y, box.width, box.height));
        };
        return nth < rows.size() && isSeen(rows[nth]) && isSeen(button) ? "" : "it is not open in the drawer";
    }
    [[nodiscard]] std::string troubleInTree(const Finding &finding) const {
        auto *dock = m_window->findChild<NavigatorDock *>();
        for (const auto &rank : finding.evidence.ranks) {
            if (!dock->tree()->selectionModel()->isSelected(dock->model()->indexOf(rank.run, rank.rank))) {
                return "rank " + std::to_string(rank.rank) + " is not marked in the tree";
            }
        }
        return {};
    }
    [[nodiscard]] std::string troubleInTable(const QString &place) const {
        const auto *panel = m_window->findChild<SystemPanel *>();
        const auto &table = panel->table()->model()->table();
        const auto isThere = [&] {
            return panel->isVisible() && table.id == place.section(QLatin1Char('/'), 1).toStdString();
        };
        return !QTest::qWaitFor(isThere, kWaitMs) ? "its table is not in sight"
               : table.rows.empty()               ? "its table is empty"
                                                  : "";
    }
    [[nodiscard]] std::string troubleInTab(const Finding &finding, const QString &place) const {
        const auto tab = place.section(QLatin1Char('/'), 0, 0);
        if (m_window->tabs()->currentId() != tab) {
            return "the tab " + tab.toStdString() + " is not in front";
        }
        auto *view = m_window->tabs()->currentView();
        const auto page = place.section(QLatin1Char('/'), 1, 1);
        for (auto *each : page.isEmpty() ? QList<View *>{} : view->findChildren<View *>()) {
            view = each->id() == page ? each : view;
        }
        if (!page.isEmpty() && view->id() != page) {
            return "there is no page " + page.toStdString();
        }
        if (const auto reason = view->emptyReason(); reason && isOfDigest(*reason) && isSourceOffered()) {
            return {};
        }
        if (!view->isVisible()) {
            return "the page " + view->id().toStdString() + " is not in sight";
        }
        if (const auto reason = view->emptyReason()) {
            return "the page " + view->id().toStdString() + " is empty: " + messageText(*reason).toStdString();
        }
        if (const auto *timeline = qobject_cast<const TimelineView *>(view)) {
            return troubleInTimeline(*timeline, finding);
        }
        if (const auto *pipeline = qobject_cast<const PipelineView *>(view)) {
            return troubleInPipeline(*pipeline, finding);
        }
        if (qobject_cast<const MemoryCurvesPage *>(view) != nullptr && !isMomentInSight(finding)) {
            return "its moment is not in sight";
        }
        for (const auto &item : finding.evidence.items) {
            if (const auto *event = std::get_if<SnapshotEventRef>(&item)) {
                return troubleInSnapshot(*event, std::holds_alternative<StackRef>(finding.evidence.items.front()));
            }
        }
        return isNamedIn(*view, finding) ? "" : "nothing that it names is in sight in " + view->id().toStdString();
    }
    [[nodiscard]] bool isSourceOffered() const {
        const auto buttons = m_window->findChildren<QPushButton *>(QStringLiteral("loadSource"));
        return std::any_of(buttons.begin(), buttons.end(), [](const auto *button) { return button->isVisible(); });
    }
    /// With what was before it.
    [[nodiscard]] bool isMomentInSight(const Finding &finding) const {
        const auto &items = finding.evidence.items;
        const auto *moment = items.empty() ? nullptr : std::get_if<MomentRef>(&items.front());
        if (moment == nullptr) {
            return true;
        }
        const auto *run = m_window->runs()->workspace()->run(moment->run);
        const auto at = run->clock.toAligned(moment->rank, rankTime(moment->at));
        const auto shown = m_window->timeView()->range();
        const auto first = rankSteps(*run->capture(moment->rank)).front().range.begin;
        return shown.contains(at) && shown.contains(run->clock.toAligned(moment->rank, first));
    }
    [[nodiscard]] std::string troubleInTimeline(const TimelineView &view, const Finding &finding) const {
        const auto shown = m_window->timeView()->range();
        const auto &range = finding.evidence.range;
        if (range && (shown.begin > range->begin || range->end > shown.end)) {
            return "its time is not in sight";
        }
        const auto options = view.optionsFor(view.canvas()->size());
        for (const auto &lane : finding.evidence.lanes) {
            const auto *row = view.layoutShown().rowShowing(finding.evidence.ranks.front(), lane.source, lane.track);
            const int y = row == nullptr || row->folded ? -1 : options.screenY(row->y);
            if (y < 0 || y + row->height > view.canvas()->height()) {
                return "its row is not in sight";
            }
        }
        for (const auto &item : finding.evidence.items) {
            if (const auto *slice = std::get_if<SliceRef>(&item)) {
                const auto box = timelineBoxOf(view.layoutShown(), options, *slice);
                const auto area = view.canvas()->rect();
                return box && area.intersects({box->x, box->y, box->width, box->height}) ? ""
                                                                                         : "its slice is not in sight";
            }
        }
        auto ranks = finding.evidence.ranks;
        for (const auto &item : finding.evidence.items) {
            if (const auto rank = rankOf(item)) {
                ranks.insert(ranks.begin(), RankRef{runOf(item), *rank});
            }
        }
        if (ranks.empty()) {
            return range ? "" : "it names nothing that a timeline has";
        }
        const auto extent = view.layoutShown().extentOf(ranks.front());
        const int y = extent ? options.screenY(extent->first) : -1;
        return y >= 0 && y < view.canvas()->height() ? "" : "its rank is not in sight";
    }
    [[nodiscard]] static std::string troubleInPipeline(const PipelineView &view, const Finding &finding) {
        const auto scene = view.canvas()->scene();
        const auto &layout = view.layoutShown();
        const auto isSeen = [&](const RankRef &rank) {
            const auto *row = layout.rowOf(rank.rank);
            return row != nullptr && row->cells.y < view.canvas()->height() && row->cells.bottom() > 0;
        };
        const auto &ranks = finding.evidence.ranks;
        if (!ranks.empty() && std::none_of(ranks.begin(), ranks.end(), isSeen)) {
            return "no row of its ranks is in sight";
        }
        const auto isOfStep = [&](const SceneHit &hit) {
            const auto *cell = std::get_if<CellRef>(&hit.item);
            return cell != nullptr && (!finding.evidence.step || cell->step == *finding.evidence.step);
        };
        return std::any_of(scene.hits.begin(), scene.hits.end(), isOfStep) ? "" : "no cell of its step is in sight";
    }
    [[nodiscard]] std::string troubleInSnapshot(const SnapshotEventRef &event, bool isOfStack) const {
        auto *session = &m_window->findChild<MemoryView *>()->session();
        const auto *chosen = session->chosen();
        const auto place = session->axis().placeOf(event.event + 1);
        const auto shown = session->view().range();
        return chosen == nullptr || chosen->snapshot != event.snapshot || chosen->device != event.device
                   ? "its device is not in sight"
               : isOfStack && !session->isStackSelected() ? "its stack is not marked"
               : session->moment() != event.event + 1     ? "its moment is not chosen"
               : place < shown.begin || place > shown.end ? "its moment is not in sight"
                                                          : "";
    }

    MainWindow *m_window;
};

}  // namespace stagescope
