// What must not outlive who makes it: removed by its owner or when a signal ends the program, wherever that comes.
#include "core/base/io/leftover.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

namespace tst_leftover {

using namespace stagescope;

namespace fs = std::filesystem;

class LeftoverTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void isRemovedUnlessKept() {
        {
            const Leftover removed(made("removed/below"));
            Leftover kept(made("kept"));
            kept.keep();
        }
        QVERIFY(!fs::exists(place("removed/below")));
        QVERIFY(fs::exists(place("kept")));
    }

    void whatIsSomebodyElsesStays() {
        {
            const Leftover mine(place("mine"), [&] { return fs::create_directories(place("mine")); });
            const Leftover others(made("others"), [] { return false; });
            static_cast<void>(removeLeftovers());
            QVERIFY(!fs::exists(place("mine")));
        }
        QVERIFY(fs::exists(place("others")));
    }

    void placesAreTakenWithinOneAnother() {
        std::optional<Leftover> inner;
        const Leftover outer(place("outer"), [&] {
            inner.emplace(made("outer/inner"));
            return true;
        });
        static_cast<void>(removeLeftovers());
        QVERIFY(!fs::exists(place("outer")));
    }

    /// A program that is about to end begins nothing that would stay.
    void nothingIsBegunWhileTheProgramEnds() {
        std::atomic<bool> isTaken = false;
        std::optional<std::thread> other;
        {
            const auto nothingMore = removeLeftovers();
            other.emplace([&] { const Leftover late(place("late"), [&] { return isTaken = true; }); });
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            QVERIFY(!isTaken);
        }
        other->join();
        QVERIFY(isTaken);
    }

private:
    fs::path place(const char *name) const { return fs::path(m_folder->path().toStdString()) / name; }
    fs::path made(const char *name) const {
        fs::create_directories(place(name));
        return place(name);
    }

    std::optional<QTemporaryDir> m_folder;
};

TEST_SUITE(LeftoverTest)

}  // namespace tst_leftover

#include "tst_leftover.moc"
