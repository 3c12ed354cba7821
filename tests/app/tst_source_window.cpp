#include "app/window/main_window.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/source_page.h"
#include "app/window/status_strip.h"
#include "app/window/view_tabs.h"
#include "app/window/window_settings.h"
#include "core/demo/demo_options.h"
#include "core/export/digest/digest_folder.h"
#include "core/session/discovery/discovery.h"
#include "core/session/slice_likeness.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/source_offer.h"
#include "views/common/texts/message_texts.h"
#include "views/memory/memory_view.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>

#include <filesystem>

namespace tst_source_window {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {
constexpr int kOpenMs = 120'000;
}  // namespace

/// Ranks of digests, read from their sources. What is read: tests/core/session/loading.
class SourceWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
        qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        for (const auto &name : {u"run"_s, u"moving"_s}) {
            QVERIFY(placeDemo(path(name).toStdString(), options));
            const auto listed = discover(path(name).toStdString(), RunId{0});
            QVERIFY(listed && writeDigests(*listed, {}, digests(name).toStdString(), &loadDiscovered));
        }
        options.microbatches = 5;
        QVERIFY(placeDemo(path(u"stranger"_s).toStdString(), options));
        std::filesystem::rename(path(u"moving"_s).toStdString(), path(u"moved"_s).toStdString());
    }
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void fromItsRowAndBack() {
        openDigests(u"run"_s);
        m_window->tabs()->setCurrentId(u"timeline"_s);
        const auto slice = sliceOf(1);
        m_window->selection()->setItem(slice);
        const auto likeness = likenessOf(*m_window->runs()->workspace(), slice);
        QVERIFY(likeness);
        const auto limits = m_window->timeView()->limits();
        const AlignedRange range{limits.begin + limits.duration() / 4, limits.begin + limits.duration() / 2};
        m_window->timeView()->setRange(range);
        const auto offset = run()->clock.offset(1);

        choose(u"Load from Source"_s);
        QTRY_VERIFY_WITH_TIMEOUT(run()->capture(1)->isFromSource() && isQuiet(), kOpenMs);
        QCOMPARE(run()->capture(1)->state, LoadState::Deep);
        QVERIFY(!run()->capture(0)->isFromSource());
        QVERIFY2(message().contains(u"Rank 1 read from its source"_s), qPrintable(message()));
        QVERIFY(rowName().contains(u"from source"_s));
        QCOMPARE(m_window->timeView()->range(), range);
        QCOMPARE(run()->clock.offset(1), offset);
        const auto *selected = std::get_if<SliceRef>(&m_window->selection()->state().items.front());
        QVERIFY(selected != nullptr && *selected != slice);
        const auto now = likenessOf(*m_window->runs()->workspace(), *selected);
        QVERIFY(now && now->name == likeness->name && now->range.begin == likeness->range.begin);

        choose(u"Return to Digest"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!run()->capture(1)->isFromSource() && run()->capture(1)->hasTrace() && isQuiet(),
                                 kOpenMs);
        QVERIFY(!rowName().contains(u"from source"_s));
        QVERIFY2(message().startsWith(u"1 rank back to digest"_s), qPrintable(message()));
        QCOMPARE(m_window->timeView()->range(), range);
        QCOMPARE(m_window->selection()->state().items.front(), ItemRef(slice));
    }

    void fromTheTimeline() {
        openDigests(u"run"_s);
        m_window->tabs()->setCurrentId(u"timeline"_s);
        auto *timeline = qobject_cast<TimelineView *>(m_window->tabs()->view(u"timeline"_s));
        auto *action = timeline->rowActions()->action(TimelineCommand::LoadSource);
        m_window->selection()->setItem(sliceOf(0));
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(run()->capture(0)->isFromSource() && isQuiet(), kOpenMs);
        QTRY_VERIFY(!action->isEnabled());
        auto *back = timeline->rowActions()->action(TimelineCommand::LeaveSource);
        m_window->selection()->setItem(sliceOf(0));
        QTRY_VERIFY(back->isEnabled());
        back->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!run()->capture(0)->isFromSource() && run()->capture(0)->hasTrace() && isQuiet(),
                                 kOpenMs);
        m_window->selection()->setItem(sliceOf(0));
        QTRY_VERIFY(action->isEnabled() && !back->isEnabled());
    }

    /// What a summary does not keep is not said to be missing in the profile, and is a click away.
    void emptyPages_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("level");
        QTest::newRow("kernels") << u"operator/operator_kernels"_s << u"pipeline"_s;
        QTest::newRow("roofline") << u"operator/operator_roofline"_s << u"pipeline"_s;
        QTest::newRow("launches") << u"operator/operator_launches"_s << u"pipeline"_s;
        QTest::newRow("flame graph") << u"operator/operator_flame"_s << u"pipeline"_s;
        QTest::newRow("memory curves") << u"memory/memory-curves"_s << u"pipeline"_s;
        QTest::newRow("memory of operators") << u"memory/memory-operators"_s << u"pipeline"_s;
    }
    void emptyPages() {
        QFETCH(QString, place);
        QFETCH(QString, level);
        const auto listed = discover(path(u"run"_s).toStdString(), RunId{0});
        QVERIFY(listed && writeDigests(*listed, {.level = BundleLevel::Summary},
                                       digests(u"run_summary"_s).toStdString(), &loadDiscovered));
        openDigests(u"run_summary"_s);
        m_window->tabs()->turnTo(place);
        auto *view = m_window->tabs()->currentView()->findChild<PageTabs *>() != nullptr
                         ? m_window->tabs()->currentView()->findChild<PageTabs *>()->current()
                         : m_window->findChild<MemoryView *>()->page();
        view = view->shown();
        if (const auto parts = view->findChildren<View *>(); view->id() != place.section(u'/', 1)) {
            const auto part = std::find_if(parts.begin(), parts.end(),
                                           [&](const View *each) { return each->id() == place.section(u'/', 1); });
            QVERIFY(part != parts.end());
            view = *part;
        }
        const auto isOfLevel = [&] {
            const auto reason = view->shownReason();
            return reason && isOfDigest(*reason) && reason->args.front() == "summary" &&
                   reason->args.back() == level.toStdString();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(isOfLevel(), qPrintable(messageText(view->shownReason().value_or(Message()))),
                                  kOpenMs);
        m_window->selection()->setItem(RankRef{run()->id, 1});
        auto state = m_window->selection()->state();
        state.ranks = {{run()->id, 1}};
        m_window->selection()->set(state);
        QTRY_VERIFY(offered() != nullptr && offered()->text().contains(u'1'));
        QTest::mouseClick(offered(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(run()->capture(1)->isFromSource() && isQuiet(), kOpenMs);
        QVERIFY(!run()->capture(0)->isFromSource());
        QTRY_VERIFY_WITH_TIMEOUT(view->isVisible() && !view->shownReason(), kOpenMs);
        QTRY_VERIFY(offered() == nullptr);
    }

    /// Of a profile they still say which setting would fill them, and of one that was read from its source.
    void emptyPagesOfProfiles() {
        m_window->openPaths({path(u"run"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(run() != nullptr && run()->captures.size() == 2 && isQuiet(), kOpenMs);
        m_window->tabs()->turnTo(u"memory/active-memory"_s);
        const auto *view = m_window->findChild<MemoryView *>()->page();
        QTRY_VERIFY(view->shownReason() && view->shownReason()->id.starts_with("memory.empty.no_snapshot"));
        QVERIFY(offered() == nullptr);
        openDigests(u"run"_s);
        m_window->tabs()->turnTo(u"memory/active-memory"_s);
        QTRY_VERIFY(view->shownReason() && isOfDigest(*view->shownReason()));
        QCOMPARE(view->shownReason()->args.back(), std::string("full"));
        auto *all = m_window->findChild<MemoryView *>()->page()->findChild<QPushButton *>(u"loadSources"_s);
        QTRY_VERIFY(all->isVisible());
        all->click();
        QTRY_VERIFY_WITH_TIMEOUT(run()->capture(0)->isFromSource() && run()->capture(1)->isFromSource() && isQuiet(),
                                 kOpenMs);
        QTRY_VERIFY(view->shownReason() && view->shownReason()->id.starts_with("memory.empty.no_snapshot"));
        QTRY_VERIFY(!all->isVisible());
    }

    void onlyOfDigests() {
        m_window->openPaths({path(u"run"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(run() != nullptr && run()->captures.size() == 2 && isQuiet(), kOpenMs);
        QVERIFY(!menuTexts().contains(u"Load from Source"_s));
        QVERIFY(menuTexts().contains(u"Load now"_s));
    }

    /// It is asked where it is, once.
    void whatMoved() {
        openDigests(u"moving"_s);
        choose(u"Load from Source"_s);
        QTRY_VERIFY_WITH_TIMEOUT(page() != nullptr && page()->isVisible(), kOpenMs);
        const auto trouble = page()->findChild<QLabel *>(u"sourceTrouble"_s);
        QCOMPARE(trouble->text(), u"Source of rank 1 not found: "_s + path(u"moving"_s));
        QCOMPARE(message(), trouble->text());
        QCOMPARE(field("sourceFrom")->text(), path(u"moving"_s));
        auto *load = page()->findChild<QPushButton *>(u"sourceLoad"_s);
        QVERIFY(!load->isEnabled());
        field("sourceTo")->setText(path(u"nowhere"_s));
        load->click();
        QTRY_VERIFY_WITH_TIMEOUT(trouble->text().endsWith(path(u"nowhere"_s)), kOpenMs);
        QVERIFY(!run()->capture(1)->isFromSource());
        QCOMPARE(field("sourceTo")->text(), path(u"nowhere"_s));
        field("sourceTo")->setText(path(u"stranger"_s));
        load->click();
        QTRY_COMPARE_WITH_TIMEOUT(
            trouble->text(), u"Files of another profile found in place of rank 1: "_s + path(u"stranger"_s), kOpenMs);
        QVERIFY(WindowSettings().sourcePrefixes().empty());  // what leads nowhere is not remembered
        page()->close();
        QCOMPARE(message(), QString());
        choose(u"Load from Source"_s);
        QTRY_VERIFY_WITH_TIMEOUT(page()->isVisible(), kOpenMs);
        field("sourceTo")->setText(path(u"nowhere"_s));
        load->click();
        page()->close();  // while it is being looked for
        QTest::qWait(500);
        QVERIFY(!page()->isVisible() && message().isEmpty());
        choose(u"Load from Source"_s);
        QTRY_VERIFY_WITH_TIMEOUT(page()->isVisible(), kOpenMs);
        field("sourceTo")->setText(path(u"moved"_s));
        QTest::keyClick(field("sourceTo"), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(run()->capture(1)->isFromSource() && isQuiet(), kOpenMs);
        QVERIFY(!page()->isVisible());
        QCOMPARE(WindowSettings().sourcePrefixes().size(), std::size_t{1});

        m_window.reset();
        init();
        openDigests(u"moving"_s);
        choose(u"Load from Source"_s);
        QTRY_VERIFY_WITH_TIMEOUT(run()->capture(1)->isFromSource(), kOpenMs);
        QVERIFY(page() == nullptr);
    }

    void whatChanged() {
        openDigests(u"run"_s);
        const auto listed = discover(path(u"run"_s).toStdString(), RunId{0});
        const auto &file = listed->capture(1)->files.front().path;
        std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
        choose(u"Load from Source"_s);
        QTRY_VERIFY_WITH_TIMEOUT(run()->capture(1)->isFromSource() && isQuiet(), kOpenMs);
        QVERIFY(dock()->tree()->selectionModel()->isSelected(row()));  // as it was chosen
        QVERIFY2(message().contains(u"which changed after it was digested"_s), qPrintable(message()));
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_home.filePath(name); }
    [[nodiscard]] QString digests(const QString &name) const { return path(name + u"_digests"_s); }
    [[nodiscard]] const Run *run() const { return m_window->runs()->workspace()->mainRun(); }
    [[nodiscard]] bool isQuiet() const { return !m_window->runs()->isBeingRead(run()->id); }
    [[nodiscard]] QString message() const {
        return m_window->findChild<StatusStrip *>()->findChild<QLabel *>(u"message"_s)->text();
    }
    [[nodiscard]] SourcePage *page() const { return m_window->findChild<SourcePage *>(); }
    [[nodiscard]] QLineEdit *field(const char *name) const {
        return page()->findChild<QLineEdit *>(QLatin1String(name));
    }
    /// By an empty page.
    [[nodiscard]] QPushButton *offered() const {
        for (auto *offer : m_window->findChildren<SourceOffer *>()) {
            if (offer->isVisible()) {
                return offer->findChild<QPushButton *>(u"loadSource"_s);
            }
        }
        return nullptr;
    }
    [[nodiscard]] NavigatorDock *dock() const { return m_window->findChild<NavigatorDock *>(); }
    [[nodiscard]] QModelIndex row() const { return dock()->model()->indexOf(run()->id, 1); }
    [[nodiscard]] QString rowName() const { return row().data().toString(); }

    /// All ranks deep: they are small.
    void openDigests(const QString &name) {
        m_window->openPaths({digests(name)});
        QTRY_VERIFY_WITH_TIMEOUT(run() != nullptr && run()->captures.size() == 2 && run()->capture(0)->hasTrace() &&
                                     run()->capture(1)->hasTrace() && isQuiet(),
                                 kOpenMs);
    }
    [[nodiscard]] SliceRef sliceOf(int rank) const {
        for (const auto &loaded : run()->capture(rank)->loaded) {
            for (const auto &trace : loaded.traces) {
                for (const auto &track : trace->tracks()) {
                    if (const auto size = trace->slices(track.id).size(); size > 2) {
                        return {run()->id, loaded.source, track.id, SliceId{static_cast<std::uint32_t>(size / 2)}};
                    }
                }
            }
        }
        return {};
    }
    /// Of the row of rank 1; triggers what is called so.
    QStringList menuTexts(const QString &wanted = {}) {
        QStringList texts;
        dock()->tree()->expandAll();
        dock()->tree()->selectionModel()->select(row(),
                                                 QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QTimer::singleShot(0, dock(), [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QAction *chosen = nullptr;
            for (auto *action : menu->actions()) {
                texts << action->text();
                chosen = action->text() == wanted ? action : chosen;
            }
            menu->close();
            if (chosen != nullptr) {
                chosen->trigger();
            }
        });
        Q_EMIT dock()->tree()->customContextMenuRequested(dock()->tree()->visualRect(row()).center());
        return texts;
    }
    void choose(const QString &wanted) { QVERIFY(menuTexts(wanted).contains(wanted)); }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(SourceWindowTest)

}  // namespace tst_source_window

#include "tst_source_window.moc"
