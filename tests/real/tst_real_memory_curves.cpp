// What the pages about memory draw of real profiles, against their files read a second time by other means.
#include "core/analysis/memory/memory_holders.h"
#include "core/analysis/memory/memory_peaks.h"
#include "core/scene/memory/memory_curves_model.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/profile_files.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_real_memory_curves {

using namespace stagescope;

namespace {

constexpr std::int64_t kMiB = 1 << 20;

/// Bytes x nanoseconds under a curve whose values hold until the next sample.
class Integral {
public:
    void add(std::int64_t at, std::int64_t value) {
        if (m_samples++ > 0) {
            m_sum += static_cast<__int128>(m_value) * (at - m_at);
        }
        m_at = at;
        m_value = value;
    }
    [[nodiscard]] bool operator==(const Integral &other) const { return m_sum == other.m_sum && m_at == other.m_at; }
    [[nodiscard]] bool isEmpty() const { return m_samples == 0 || m_sum == 0; }

private:
    std::int64_t m_samples = 0;
    std::int64_t m_at = 0;
    std::int64_t m_value = 0;
    __int128 m_sum = 0;
};

Integral ofCurve(const CounterTable &curve) {
    Integral integral;
    for (std::uint32_t i = 0; i < curve.size(); ++i) {
        integral.add(ns(curve.time(i)), std::llround(curve.value(i)));
    }
    return integral;
}

Integral ofFile(const CsvRows &rows, const QByteArray &component, const QByteArray &column) {
    std::vector<std::pair<std::int64_t, std::int64_t>> samples;
    for (const auto &row : rows) {
        if (row.at("Component") == component && !row.at(column).isEmpty()) {
            samples.emplace_back(scaled(row.at("Timestamp"), 1000), scaled(row.at(column), kMiB));
        }
    }
    std::stable_sort(samples.begin(), samples.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    Integral integral;
    for (const auto &[at, value] : samples) {
        integral.add(at, value);
    }
    return integral;
}

struct Profile {
    Run run;
    std::vector<std::pair<int, QString>> folders;  ///< ranks with records
};

Profile load(const QString &path) {
    Profile profile;
    if (auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Deep)) {
        profile.run = std::move(*run);
    }
    for (const auto &name : QDir(path).entryList({QStringLiteral("rank*_ascend_pt")}, QDir::Dirs)) {
        const auto digits =
            QString(name).remove(QStringLiteral("rank")).remove(QLatin1Char('_')).section(QLatin1Char('a'), 0, 0);
        const auto folder = path + QLatin1Char('/') + name + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        if (QFile::exists(folder + QStringLiteral("memory_record.csv"))) {
            profile.folders.emplace_back(digits.toInt(), folder);
        }
    }
    return profile;
}

}  // namespace

class RealMemoryCurvesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void drawnCurvesAreTheFiles_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("qwen3") << QStringLiteral("ascend/qwen3_pp2dp2");
        QTest::newRow("cnn") << QStringLiteral("ascend/cnn_text");
    }
    void drawnCurvesAreTheFiles() {
        QFETCH(QString, name);
        const auto path = realPath(name);
        if (path.isEmpty()) {
            QSKIP("no real data here");
        }
        const auto profile = load(path);
        QCOMPARE(profile.folders.size(), std::size_t{2});
        MemoryCurveQuestion question;
        question.measures = {kMemoryMeasures.begin(), kMemoryMeasures.end()};
        Workspace workspace;
        workspace.runs.push_back(profile.run);
        int compared = 0;
        for (const char *component : {"", "PTA", "APP"}) {
            question.component = component;
            const auto model = memoryCurves(workspace, question);
            for (const auto &curve : model.curves) {
                const auto folder = std::find_if(profile.folders.begin(), profile.folders.end(),
                                                 [&](const auto &each) { return each.first == curve.rank; });
                QVERIFY(folder != profile.folders.end());
                if (curve.key.owner.level == "module") {
                    continue;
                }
                const auto rows = rowsOf(folder->second + QStringLiteral("memory_record.csv"));
                const QByteArray column = curve.key.measure == MemoryMeasure::Allocated  ? "Total Allocated"
                                          : curve.key.measure == MemoryMeasure::Reserved ? "Total Reserved"
                                                                                         : "Total Active";
                const auto expected = ofFile(rows, QByteArray::fromStdString(curve.key.owner.component), column);
                QVERIFY(!expected.isEmpty());
                QVERIFY(ofCurve(*curve.samples) == expected);
                ++compared;
            }
        }
        QVERIFY(compared >= 12);
    }
    void holdersOfThePeakAreTheFilesOperators() {
        const auto path = realPath(QStringLiteral("ascend/qwen3_pp2dp2"));
        if (path.isEmpty()) {
            QSKIP("no real data here");
        }
        const auto profile = load(path);
        const auto peaks = memoryPeaks(profile.run);
        QCOMPARE(peaks.ranks.size(), std::size_t{2});
        for (const auto &[rank, folder] : profile.folders) {
            const auto &peak = peaks.of(rank)->peak;
            const auto holders = memoryHolders(*profile.run.capture(rank), *peak.at);
            std::map<QByteArray, std::int64_t> bytes;
            std::int64_t sum = 0;
            for (const auto &row : rowsOf(folder + QStringLiteral("operator_memory.csv"))) {
                const auto &end = row.at("Release Time");
                if (scaled(row.at("Allocation Time"), 1000) <= ns(*peak.at) &&
                    (end.isEmpty() || ns(*peak.at) < scaled(end, 1000))) {
                    bytes[row.at("Name")] += scaled(row.at("Size"), 1024);
                    sum += scaled(row.at("Size"), 1024);
                }
            }
            QVERIFY(sum > 0);
            QCOMPARE(holders.held, sum);
            QCOMPARE(holders.holders.size(), bytes.size());
            for (const auto &holder : holders.holders) {
                QCOMPARE(holder.bytes, bytes.at(QByteArray::fromStdString(holder.name)));
            }
            QCOMPARE(*holders.allocated, *peak.allocated);
            QCOMPARE(holders.held + *holders.rest, *peak.allocated);
            // Bytes of the process at its most, by the file.
            std::int64_t process = 0;
            for (const auto &row : rowsOf(folder + QStringLiteral("memory_record.csv"))) {
                if (row.at("Component") == "APP") {
                    process = std::max(process, scaled(row.at("Total Reserved"), kMiB));
                }
            }
            QCOMPARE(*peaks.of(rank)->occupied(), process);
        }
        // One rank of each stage has a record: the shape of 1F1B can be fitted.
        QCOMPARE(peaks.stages.size(), std::size_t{2});
        QVERIFY(peaks.perMicrobatch.has_value());
    }
};

TEST_SUITE(RealMemoryCurvesTest)

}  // namespace tst_real_memory_curves

#include "tst_real_memory_curves.moc"
