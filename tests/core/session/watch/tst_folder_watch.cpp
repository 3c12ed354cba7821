#include "core/session/watch/folder_watch.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace tst_folder_watch {

using namespace stagescope;
using namespace std::chrono_literals;

namespace {

constexpr int kLongMs = 30'000;
constexpr FolderWatch::Options kQuick{.poll = 20ms, .quiet = 50ms, .useEvents = false};
/// So rare that only an event of the file system can have woken it.
constexpr FolderWatch::Options kByEvents{.poll = 10min, .quiet = 0ns, .useEvents = true};

std::size_t completeOnes(const FolderWatch &watch) {
    const auto report = watch.report();
    return report == nullptr ? 0
                             : static_cast<std::size_t>(std::count_if(
                                   report->captures.begin(), report->captures.end(),
                                   [](const auto &each) { return each.verdict.state == CaptureState::Complete; }));
}

}  // namespace

/// The thread that looks, by time and by events.
class FolderWatchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ways_data() {
        QTest::addColumn<bool>("useEvents");
        QTest::newRow("by time") << false;
        QTest::newRow("by events") << true;
    }
    void ways() {
        QFETCH(bool, useEvents);
        const ProfileTree tree;
        tree.folder("");
        FolderWatch watch;
        watch.start(tree.path(), useEvents ? kByEvents : kQuick);
        QTRY_VERIFY_WITH_TIMEOUT(watch.report() != nullptr, kLongMs);
        QVERIFY(watch.report()->captures.empty());
        tree.trace("a.pt.trace.json");
        tree.trace("b.pt.trace.json");
        QTRY_COMPARE_WITH_TIMEOUT(completeOnes(watch), std::size_t{2}, kLongMs);
        std::filesystem::remove(tree.path("a.pt.trace.json"));
        QTRY_COMPARE_WITH_TIMEOUT(completeOnes(watch), std::size_t{1}, kLongMs);
    }

    void aMarkWithinACapture() {
        const ProfileTree tree;
        tree.trace("h_1_2_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        FolderWatch watch;
        auto options = kByEvents;
        options.quiet = 1h;
        watch.start(tree.path(), options);
        QTRY_VERIFY_WITH_TIMEOUT(watch.report() != nullptr, kLongMs);
        QCOMPARE(watch.report()->captures.front().verdict.state, CaptureState::BeingWritten);
        tree.file("h_1_2_ascend_pt/ASCEND_PROFILER_OUTPUT/analyse.done");
        QTRY_COMPARE_WITH_TIMEOUT(completeOnes(watch), std::size_t{1}, kLongMs);
    }

    void onlyNewsAreTold() {
        const ProfileTree tree;
        tree.trace("a.pt.trace.json");
        FolderWatch watch;
        watch.start(tree.path(), kQuick);
        QTRY_COMPARE_WITH_TIMEOUT(completeOnes(watch), std::size_t{1}, kLongMs);
        const QSignalSpy spy(&watch, &FolderWatch::changed);
        const auto before = watch.report();
        QTRY_VERIFY_WITH_TIMEOUT(watch.report() != before, kLongMs);  // another look
        QCOMPARE(spy.size(), 0);
    }

    void aFolderThatComesLater() {
        const ProfileTree tree;
        FolderWatch watch;
        watch.start(tree.path("later"), kQuick);
        QTRY_VERIFY_WITH_TIMEOUT(watch.report() != nullptr, kLongMs);
        QVERIFY(!watch.report()->readable);
        tree.trace("later/a.pt.trace.json");
        QTRY_COMPARE_WITH_TIMEOUT(completeOnes(watch), std::size_t{1}, kLongMs);
        std::filesystem::remove_all(tree.path("later"));
        QTRY_VERIFY_WITH_TIMEOUT(!watch.report()->readable, kLongMs);
        tree.trace("later/b.pt.trace.json");
        QTRY_COMPARE_WITH_TIMEOUT(completeOnes(watch), std::size_t{1}, kLongMs);
    }

    void anotherFolderInItsPlace() {
        const ProfileTree tree;
        tree.trace("one/a.pt.trace.json");
        tree.folder("two");
        FolderWatch watch;
        watch.start(tree.path("one"), kQuick);
        QTRY_COMPARE_WITH_TIMEOUT(completeOnes(watch), std::size_t{1}, kLongMs);
        watch.start(tree.path("two"), kQuick);
        QVERIFY(watch.report() == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(watch.report() != nullptr, kLongMs);
        QCOMPARE(watch.report()->folder, tree.path("two"));
        QVERIFY(watch.report()->captures.empty());
        watch.stop();
        QVERIFY(!watch.isWatching() && watch.report() == nullptr);
        QTest::qWait(100);
        QVERIFY(watch.report() == nullptr);  // what was under way comes too late
    }
};

TEST_SUITE(FolderWatchTest)

}  // namespace tst_folder_watch

#include "tst_folder_watch.moc"
