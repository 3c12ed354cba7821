// Hung jobs: who did not come, who calls something else, and nothing of jobs that run.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/flight/flight_study.h"
#include "core/analysis/overview/diagnostics.h"
#include "core/session/loading/load_job.h"
#include "tests/core/analysis/flight/played_dumps.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_flight_study {

using namespace stagescope;
using namespace stagescope::testing;
using Kind = PlantedHang::Kind;

namespace {

/// STAGESCOPE_HANGS asks for that many seeds of each kind.
int seedCount(Kind kind, bool onlyActive) {
    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue("STAGESCOPE_HANGS", &isNumber);
    const bool isOften = (kind == Kind::Missing || kind == Kind::OtherSize || kind == Kind::None) && !onlyActive;
    return isNumber ? asked : isOften ? 100 : 20;
}

Run loaded(const PlayedDumps &dumps, const ProfileTree &tree) {
    for (int rank = 0; rank < PlayedDumps::kRanks; ++rank) {
        if (dumps.hasDump(rank)) {
            tree.file("nccl_trace_rank_" + std::to_string(rank), dumps.json(rank));
        }
    }
    auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
    return run ? std::move(*run) : Run{};
}

bool isSaid(const Run &run, std::string_view code) {
    const auto all = diagnostics(run);
    return std::any_of(all.begin(), all.end(), [&](const Diagnostic &each) { return each.entry.code == code; });
}

std::vector<int> ranksOf(const Finding &finding) {
    std::vector<int> ranks;
    for (const auto &rank : finding.evidence.ranks) {
        ranks.push_back(rank.rank);
    }
    return ranks;
}

}  // namespace

class FlightStudyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plantedHangsAreNamedFirst_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("onlyActive");
        QTest::addColumn<QString>("rule");
        QTest::newRow("a rank does not call") << int(Kind::Missing) << false << QStringLiteral("missing_rank");
        QTest::newRow("only open calls are dumped") << int(Kind::Missing) << true << QStringLiteral("missing_rank");
        QTest::newRow("a rank leaves no dump") << int(Kind::NoDump) << false << QStringLiteral("missing_rank");
        QTest::newRow("another operation")
            << int(Kind::OtherOperation) << false << QStringLiteral("collective_mismatch");
        QTest::newRow("another size") << int(Kind::OtherSize) << false << QStringLiteral("collective_mismatch");
        QTest::newRow("another type") << int(Kind::OtherType) << true << QStringLiteral("collective_mismatch");
        QTest::newRow("all call, none is done") << int(Kind::Stalled) << false << QStringLiteral("missing_rank");
        QTest::newRow("nothing") << int(Kind::None) << false << QString();
        QTest::newRow("nothing, only open calls") << int(Kind::None) << true << QString();
    }
    void plantedHangsAreNamedFirst() {
        QFETCH(int, kind);
        QFETCH(bool, onlyActive);
        QFETCH(QString, rule);
        for (int seed = 0; seed < seedCount(static_cast<Kind>(kind), onlyActive); ++seed) {
            const PlayedDumps dumps(static_cast<std::uint64_t>(seed), static_cast<Kind>(kind), onlyActive);
            const ProfileTree tree;
            const auto found = findings(loaded(dumps, tree));
            const auto about = QByteArray::number(seed);
            if (rule.isEmpty()) {
                QVERIFY2(found.empty(), about);
                continue;
            }
            QVERIFY2(!found.empty(), about);
            QCOMPARE(QString::fromStdString(found.front().rule), rule);
            const auto text = QString::fromStdString(findingText(found.front().title));
            const auto group = QString::fromStdString(dumps.group(dumps.plantedCall().group).purpose);
            if (static_cast<Kind>(kind) == Kind::Stalled) {
                QVERIFY2(text.contains(QStringLiteral("does not finish")), qPrintable(text));
                continue;
            }
            QVERIFY2(ranksOf(found.front()) == std::vector{dumps.planted().rank},
                     (about + ": " + text.toUtf8()).constData());
            const bool isMismatch = rule == QLatin1String("collective_mismatch");
            if (isMismatch) {
                QVERIFY2(text.contains(QStringLiteral("collective %1 of %2").arg(dumps.plantedSequence()).arg(group),
                                       Qt::CaseInsensitive),
                         qPrintable(text));
            }
            const auto &facts = found.front().facts;
            QVERIFY(std::any_of(facts.begin(), facts.end(), [](const Message &fact) {
                return findingText(fact).find("/job/train.py:42") != std::string::npos;
            }));
        }
    }

    void aDumpGoesWithTheProfileOfItsRank() {
        const ProfileTree tree;
        const PlayedDumps dumps(1, Kind::Missing, false);
        tree.trace("trace_rank0.json", R"("distributedInfo": {"rank": 0, "world_size": 8}, )");
        tree.trace("trace_rank1.json", R"("distributedInfo": {"rank": 1, "world_size": 8}, )");
        const auto run = loaded(dumps, tree);
        QCOMPARE(run.captures.size(), std::size_t{PlayedDumps::kRanks});
        QCOMPARE(run.capture(0)->files.size(), std::size_t{2});
        QVERIFY(run.capture(0)->hasTrace());
        QCOMPARE(flightStudy(run, {}).ranks.size(), std::size_t{PlayedDumps::kRanks});
    }

    /// Each title names the ranks that its collective lacks, and no others.
    void independentHangsAreToldApart() {
        const ProfileTree tree;
        for (int rank = 0; rank < 4; ++rank) {
            const std::string group = rank < 2 ? "1" : "2";
            const std::string ranks = rank < 2 ? "[0, 1]" : "[2, 3]";
            const std::string call = "{\"pg_id\": 0, \"process_group\": [\"" + group +
                                     "\", \"TP\"], \"collective_seq_id\": 7, \"profiling_name\": \"nccl:all_reduce\", "
                                     "\"time_created_ns\": 1700000000000000000, \"state\": \"scheduled\"}";
            tree.file("nccl_trace_rank_" + std::to_string(rank),
                      "{\"version\": \"2.10\", \"pg_config\": {\"" + group + "\": {\"name\": \"" + group +
                          "\", \"desc\": \"TP\", \"ranks\": \"" + ranks + "\"}}, \"entries\": [" +
                          (rank % 2 == 0 ? call : std::string()) + "]}");
        }
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto found = findings(*run);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(findingText(found[0].title)),
                 QStringLiteral("Rank 1 did not call all_reduce (collective 7 of TP 1): 1 rank waiting"));
        QCOMPARE(QString::fromStdString(findingText(found[1].title)),
                 QStringLiteral("Rank 3 did not call all_reduce (collective 7 of TP 2): 1 rank waiting"));
    }

    void whoLeavesNoDumpIsBlamedWhereOthersCouldNotEnd_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("stateOfFirst");
        QTest::addColumn<bool>("isBlamed");
        const auto add = [](const char *operation, const char *state, bool isBlamed) {
            QTest::addRow("%s, first %s", operation, state)
                << QString::fromLatin1(operation) << QString::fromLatin1(state) << isBlamed;
        };
        for (const auto *operation :
             {"all_reduce", "all_gather", "_all_gather_base", "reduce_scatter", "_reduce_scatter_base", "all_to_all"}) {
            add(operation, "completed", false);
            add(operation, "scheduled", true);
        }
        for (const auto *operation : {"broadcast", "reduce"}) {  // a root is done without the others
            add(operation, "completed", true);
            add(operation, "scheduled", true);
        }
    }
    /// Rank 0 has left the collective or waits in it, rank 1 waits, rank 2 has no dump. Where nobody is done before all
    /// have called, one that is done tells that rank 2 has called, too.
    void whoLeavesNoDumpIsBlamedWhereOthersCouldNotEnd() {
        QFETCH(QString, operation);
        QFETCH(QString, stateOfFirst);
        QFETCH(bool, isBlamed);
        const ProfileTree tree;
        for (int rank = 0; rank < 2; ++rank) {
            const auto state = rank == 0 ? stateOfFirst : QStringLiteral("scheduled");
            const auto call = QStringLiteral(
                                  "{\"pg_id\": 0, \"process_group\": [\"1\", \"TP\"], \"collective_seq_id\": 7, "
                                  "\"profiling_name\": \"nccl:%1\", \"time_created_ns\": 1700000000000000000, "
                                  "\"state\": \"%2\"}")
                                  .arg(operation, state);
            tree.file("nccl_trace_rank_" + std::to_string(rank),
                      "{\"version\": \"2.10\", \"pg_config\": {\"1\": {\"name\": \"1\", \"desc\": \"TP\", "
                      "\"ranks\": \"[0, 1, 2]\"}}, \"entries\": [" +
                          call.toStdString() + "]}");
        }
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto found = findings(*run);
        QCOMPARE(found.size(), isBlamed ? std::size_t{1} : std::size_t{0});
        QVERIFY(!isBlamed || ranksOf(found.front()) == std::vector{2});
        const auto study = flightStudy(*run, {});
        const auto isCulprit = [](const FlightCulprit &culprit) { return culprit.rank == 2; };
        QCOMPARE(std::any_of(study.culprits.begin(), study.culprits.end(), isCulprit), isBlamed);
    }

    void eachVersionNamesWhoIsMissing_data() {
        QTest::addColumn<QString>("top");
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("group");
        QTest::addRow("1.x: members by number, one sequence")
            << QStringLiteral(R"("version": "1.5", "pg_config": {"0": [0, 1]})")
            << QStringLiteral(R"("pg_id": 0, "seq_id": 7)") << QStringLiteral("0");
        QTest::addRow("2.0: names, no types")
            << QStringLiteral(R"("version": "2.0", "pg_config": {"0": {"name": "0", "desc": "TP", "ranks": "[0, 1]"}})")
            << QStringLiteral(R"("pg_id": 0, "process_group": ["0", "TP"], "collective_seq_id": 7, "p2p_seq_id": 0)")
            << QStringLiteral("TP 0");
        QTest::addRow("2.4: another library")
            << QStringLiteral(
                   R"("version": "2.4", "hccl_comm_state": {}, "pg_config": {"a_0": {"name": "a_0", "desc": "", "ranks": "[0, 1]"}})")
            << QStringLiteral(
                   R"("pg_id": 3, "process_group": ["a_0", ""], "collective_seq_id": 7, "input_dtypes": ["Half"])")
            << QStringLiteral("a_0");
    }
    void eachVersionNamesWhoIsMissing() {
        QFETCH(QString, top);
        QFETCH(QString, call);
        QFETCH(QString, group);
        const ProfileTree tree;
        const auto entry = QStringLiteral(R"({%1, "profiling_name": "nccl:all_reduce", "input_sizes": [[8]], )"
                                          R"("time_created_ns": 1700000000000000000, "state": "scheduled"})")
                               .arg(call);
        tree.file("nccl_trace_rank_0", QStringLiteral(R"({%1, "entries": [%2]})").arg(top, entry).toStdString());
        tree.file("nccl_trace_rank_1", QStringLiteral(R"({%1, "entries": []})").arg(top).toStdString());
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto found = findings(*run);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(findingText(found[0].title)),
                 QStringLiteral("Rank 1 did not call all_reduce (collective 7 of %1): 1 rank waiting").arg(group));
        QVERIFY(std::none_of(found[0].facts.begin(), found[0].facts.end(),
                             [](const Message &fact) { return findingText(fact).ends_with(", ."); }));
    }

    void callsInABatchAreAsFarAsItsEnd_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<int>("open");
        QTest::addRow("done") << QStringLiteral("completed") << 0;
        QTest::addRow("not done") << QStringLiteral("scheduled") << 2;
        QTest::addRow("left out: only open calls are dumped") << QString() << 0;
    }
    /// Calls inside have no events: they stay scheduled. Two ranks of four exchange twice; the others call nothing, and
    /// nobody misses them.
    void callsInABatchAreAsFarAsItsEnd() {
        QFETCH(QString, end);
        QFETCH(int, open);
        const auto entry = [](int batch, const char *name, const QString &state, bool isTransfer) {
            return QStringLiteral(R"({"pg_id": 0, "process_group": ["0", "PP"], "collective_seq_id": %1, )"
                                  R"("p2p_seq_id": 0, "profiling_name": "nccl:%2", "state": "%3", "is_p2p": %4, )"
                                  R"("time_created_ns": 1700000000000000000})")
                .arg(QString::number(batch), QLatin1String(name), state,
                     isTransfer ? QStringLiteral("true") : QStringLiteral("false"));
        };
        const auto scheduled = QStringLiteral("scheduled");
        const ProfileTree tree;
        for (int rank = 0; rank < 4; ++rank) {
            QStringList entries;
            for (int batch = 1; rank < 2 && batch <= 2; ++batch) {
                entries << entry(batch, rank == 0 ? "send 0->1" : "recv 1<-0", scheduled, true)
                        << entry(batch, rank == 0 ? "recv 0<-1" : "send 1->0", scheduled, true);
                if (!end.isEmpty()) {
                    entries << entry(batch, "coalesced", batch == 1 ? QStringLiteral("completed") : end, false);
                }
            }
            if (rank < 2 && end.isEmpty()) {
                entries << entry(3, "send 0->1", QStringLiteral("completed"), true);
            }
            tree.file("nccl_trace_rank_" + std::to_string(rank),
                      QStringLiteral(R"({"version": "2.7", "pg_config": {"0": {"name": "0", "desc": "PP", )"
                                     R"("ranks": "[0, 1, 2, 3]"}}, "entries": [%1]})")
                          .arg(entries.join(QLatin1String(", ")))
                          .toStdString());
        }
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QVERIFY(findings(*run).empty());
        const auto study = flightStudy(*run, {});
        QVERIFY(study.collectives.empty());
        QCOMPARE(study.transfers.size(), static_cast<std::size_t>(open));
    }

    /// What has events of its own is no part of a batch, whatever numbers it shares.
    void aTransferThatStartedStaysOpen() {
        const auto entry = [](int number, const char *name, const char *progress) {
            return std::string(R"({"pg_id": 0, "process_group": ["0", "PP"], "collective_seq_id": )") +
                   std::to_string(number) + ", \"profiling_name\": \"" + name +
                   "\", \"time_created_ns\": 1700000000000000000, " + progress + "}";
        };
        constexpr auto *kStarted = R"("state": "started", "time_discovered_started_ns": 1700000000000001000)";
        constexpr auto *kScheduled = R"("state": "scheduled")";
        const std::string head = R"({"version": "2.7", "pg_config": {"0": {"name": "0", "desc": "PP", )"
                                 R"("ranks": "[0, 1]"}}, "entries": [)";
        const ProfileTree tree;
        tree.file("nccl_trace_rank_0", head + entry(3, "hccl:send 0->1", kStarted) + ", " +
                                           entry(3, "hccl:send 0->1", kScheduled) + ", " +
                                           entry(4, "hccl:all_reduce", kScheduled) + "]}");
        tree.file("nccl_trace_rank_1", head + "]}");
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(flightStudy(*run, {}).transfers.size(), std::size_t{1});  // they share a number
    }

    void whatIsNoListIsSaid() {
        for (const auto *wrong : {R"("pg_config": [1], "entries": [])", R"("pg_config": {}, "entries": "none")"}) {
            const ProfileTree tree;
            tree.file("nccl_trace_rank_0", std::string("{\"version\": \"2.10\", ") + wrong + "}");
            const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
            QVERIFY(run.has_value());
            QVERIFY(isSaid(*run, "flight.bad_entry"));
        }
    }

    /// Numbers of calls close: each call of a dump stands in one collective.
    void callsAreCountedOnce() {
        const ProfileTree tree;
        const auto study = flightStudy(loaded(PlayedDumps(3, Kind::Missing, false), tree), {});
        std::size_t calls = 0;
        for (const auto &one : study.collectives) {
            for (const auto &part : one.parts) {
                calls += part.calls.size();
            }
        }
        std::size_t ofRanks = 0;
        for (const auto &rank : study.byRank) {
            ofRanks += rank.calls;
        }
        QCOMPARE(calls, ofRanks);
        QVERIFY(calls > 50);
    }
};

TEST_SUITE(FlightStudyTest)

}  // namespace tst_flight_study

#include "tst_flight_study.moc"
