#include "tests/support/test_suite.h"
#include "views/common/async_result.h"

#include <QtCore/QThread>
#include <QtTest/QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace tst_async_result {

using namespace stagescope;

namespace {

void waitFor(const std::stop_token &stop) {
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

class AsyncResultTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void workOnThePoolDoneOnTheGuiThread() {
        AsyncResult<QThread *> result;
        QThread *worker = nullptr;
        QThread *caller = nullptr;
        result.start([](const std::stop_token &) { return QThread::currentThread(); },
                     [&](QThread *from) {
                         worker = from;
                         caller = QThread::currentThread();
                     });
        QVERIFY(result.isBusy());
        QTRY_VERIFY(!result.isBusy());
        QCOMPARE(caller, QThread::currentThread());
        QVERIFY(worker != nullptr && worker != caller);
    }

    void startingAnewDropsTheOneBefore() {
        AsyncResult<int> result;
        std::vector<int> values;
        for (int i = 0; i < 20; ++i) {
            result.start(
                [i](const std::stop_token &stop) {
                    if (i < 19) {
                        waitFor(stop);
                    }
                    return i;
                },
                [&](int value) { values.push_back(value); });
        }
        QTRY_VERIFY(!result.isBusy());
        QTest::qWait(20);
        QCOMPARE(values, std::vector<int>{19});
    }

    void whatItCannotCopy() {
        AsyncResult<std::unique_ptr<int>> result;
        int value = 0;
        result.start([](const std::stop_token &) { return std::make_unique<int>(7); },
                     [&](const std::unique_ptr<int> &made) { value = *made; });
        QTRY_COMPARE(value, 7);
    }

    void destroyingStopsAndWaits() {
        std::atomic<bool> isOver = false;
        bool isDone = false;
        {
            AsyncResult<int> result;
            result.start(
                [&](const std::stop_token &stop) {
                    waitFor(stop);
                    isOver = true;
                    return 1;
                },
                [&](int) { isDone = true; });
        }
        QVERIFY(isOver);
        QTest::qWait(20);
        QVERIFY(!isDone);
    }

    /// A view that is told "done" may free what the work used.
    void workIsFreeBeforeItIsDone() {
        AsyncResult<int> result;
        auto used = std::make_shared<int>(3);
        const std::weak_ptr<int> watched = used;
        bool isFree = false;
        result.start([used = std::move(used)](const std::stop_token &) { return *used; },
                     [&](int) { isFree = watched.expired(); });
        QTRY_VERIFY(!result.isBusy());
        QVERIFY(isFree);
    }

    void whatIsThrownIsThrownOnTheGuiThread() {
        AsyncResult<int> result;
        bool isDone = false;
        result.start([](const std::stop_token &) -> int { throw std::bad_alloc(); }, [&](int) { isDone = true; });
        bool isThrown = false;
        for (int i = 0; i < 5000 && !isThrown && result.isBusy(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            try {
                QCoreApplication::processEvents();
            } catch (const std::bad_alloc &) {
                isThrown = true;
            }
        }
        QVERIFY(isThrown);
        QVERIFY(!isDone);
    }
};

TEST_SUITE(AsyncResultTest)

}  // namespace tst_async_result

#include "tst_async_result.moc"
