// Flight recorders of real jobs: figures that an independent reading of the dumps in Python gives.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/flight/flight_study.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>
#include <vector>

namespace tst_real_flight {

using namespace stagescope;

namespace {

Run loaded(const char *name) {
    const auto path = realFile(QStringLiteral("more/flight_recorder/") + QLatin1String(name));
    auto run = path.empty() ? Result<Run>(Run{}) : loadRun(path, RunId{0}, LoadDepth::Deep);
    return run ? std::move(*run) : Run{};
}

}  // namespace

class RealFlightTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The interpreter of ranks 9 and 14 held its lock.
    void ranksThatDoNotComeAreFound() {
        const auto run = loaded("megatron_16_ranks");
        if (run.captures.empty()) {
            QSKIP("real dumps are not here");
        }
        QCOMPARE(run.ranks().size(), std::size_t{16});
        const auto study = flightStudy(run, {});
        QCOMPARE(study.collectives.size(), std::size_t{29});
        const auto isMissing = [](const FlightCollective &one) { return one.verdict == CallVerdict::Missing; };
        QCOMPARE(std::count_if(study.collectives.begin(), study.collectives.end(), isMissing), std::ptrdiff_t{14});
        std::set<int> missing;
        std::set<const FlightGroup *> groups;
        for (const auto &one : study.collectives) {
            missing.insert(one.missing.begin(), one.missing.end());
        }
        for (const auto &[key, progress] : study.progress) {
            groups.insert(key.first);
        }
        QVERIFY(missing == (std::set<int>{9, 14}));
        QCOMPARE(groups.size(), std::size_t{59});
        std::size_t calls = 0;
        std::size_t open = 0;
        for (const auto &rank : study.byRank) {
            calls += rank.calls;
            open += rank.open;
        }
        QCOMPARE(calls, std::size_t{142});
        QCOMPARE(open, calls);
        std::vector<int> culprits;
        for (const auto &culprit : study.culprits) {
            culprits.push_back(culprit.rank);
        }
        std::sort(culprits.begin(), culprits.end());
        QVERIFY(culprits == (std::vector<int>{9, 14}));
        const auto found = findings(run);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(
            QString::fromStdString(findingText(found.front().title)),
            QStringLiteral("Ranks 9, 14 did not call all_to_all (collective 45265 of EXPERT_MODEL_PARALLEL_GROUP 72): "
                           "14 ranks waiting"));
    }

    void aJobThatRanIsFine() {
        const auto run = loaded("torch_2.11");
        if (run.captures.empty()) {
            QSKIP("real dumps are not here");
        }
        const auto study = flightStudy(run, {});
        QCOMPARE(study.collectives.size(), std::size_t{6});
        QVERIFY(std::all_of(study.collectives.begin(), study.collectives.end(), [](const FlightCollective &one) {
            return one.verdict == CallVerdict::Done && one.usual().calls.front().inputs == "[1048576]" &&
                   one.usual().ops() == "all_reduce";
        }));
        QVERIFY(findings(run).empty());
    }
};

TEST_SUITE(RealFlightTest)

}  // namespace tst_real_flight

#include "tst_real_flight.moc"
