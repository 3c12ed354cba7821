#include "core/base/import_log.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <thread>

namespace tst_import_log {

using namespace stagescope;

class TestImportLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsByCodeAndSource() {
        ImportLog log;
        QVERIFY(log.isEmpty());
        log.add(Severity::Info, "a", "x.one", "byte 1", "detail", 3);
        log.add(Severity::Error, "b", "x.one", "byte 2", "detail");
        log.add(Severity::Info, "a", "x.two", {}, {}, 0);
        QCOMPARE(log.count("x.one"), std::uint64_t{4});
        QCOMPARE(log.count("x.two"), std::uint64_t{0});
        QCOMPARE(log.entries().size(), std::size_t{2});
        QCOMPARE(log.entries().front().source, std::string("b"));  // worst first
        QVERIFY(!log.hasDataLoss());
        log.add("c", Error{ErrorKind::Truncated, "ends early", "c:byte 5"});
        QVERIFY(log.hasDataLoss());
        QCOMPARE(log.count("file.Truncated"), std::uint64_t{1});
        QCOMPARE(log.entries().front().samples.front().where, std::string("c:byte 5"));
    }

    void keepsTheFirstFewSamples() {
        ImportLog log;
        for (int i = 0; i < 100; ++i) {
            log.add(Severity::Error, "a", "x", "row " + std::to_string(i), std::string(1000, 'y'));
        }
        const auto entry = log.entries().front();
        QCOMPARE(entry.count, std::uint64_t{100});
        QCOMPARE(entry.samples.size(), ImportEntry::kMaxSamples);
        QCOMPARE(entry.samples.back().where, std::string("row 4"));
        QVERIFY(entry.samples.front().detail.size() <= 200);
        ImportLog other;
        other.add(Severity::DataLoss, "a", "x", "row 0", "z");
        other.append(log);
        QCOMPARE(other.count("x"), std::uint64_t{101});
        QCOMPARE(other.entries().front().severity, Severity::DataLoss);
        QCOMPARE(other.entries().front().samples.size(), ImportEntry::kMaxSamples);
    }

    void takesFromManyThreads() {
        ImportLog log;
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&] {
                    for (int i = 0; i < 1000; ++i) {
                        log.add(Severity::Info, "a", "x", "w", "d");
                    }
                });
            }
        }
        QCOMPARE(log.count("x"), std::uint64_t{4000});
    }
};

TEST_SUITE(TestImportLog)

}  // namespace tst_import_log

#include "tst_import_log.moc"
