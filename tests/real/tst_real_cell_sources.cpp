#include "core/analysis/pipeline/cell_sources.h"
#include "core/analysis/pipeline/pipeline_group.h"
#include "core/session/load_job.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <algorithm>

using namespace stagescope;

namespace {

std::string realPath(const char *name) {
    const auto fallback = QStringLiteral(STAGESCOPE_SOURCE_DIR "/../shared/data");
    const auto root = qEnvironmentVariable("STAGESCOPE_REAL_DATA", fallback);
    const QFileInfo file(root + QLatin1Char('/') + QString::fromLatin1(name));
    return file.exists() ? file.canonicalFilePath().toStdString() : std::string{};
}

double millis(Nanos d) { return static_cast<double>(d.count()) / 1e6; }

std::string millisText(const PipelineCell &cell, RankTime origin) {
    return std::string(cellKindText(cell.kind)) + ' ' + std::to_string(std::lround(millis(cell.range.begin - origin))) +
           ".." + std::to_string(std::lround(millis(cell.range.end - origin)));
}

}  // namespace

class RealCellSourcesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deviceWorkOfQwen() {
        const auto path = realPath("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.front().ranks, (std::vector<int>{0, 2}));
        const auto origin = rankTime(1'764'246'877'073'569'640);
        std::vector<std::string> found;
        for (const int rank : {0, 2}) {
            for (const auto &cell : rankCells(*run->capture(rank)).cells) {
                found.push_back(std::to_string(rank) + ": " + millisText(cell, origin));
                QCOMPARE(cell.step, std::int64_t{13});
                QCOMPARE(cell.evidence, CellEvidence::Inferred);
                if (isScheduled(cell.kind)) {
                    const auto isLayer = [](const CellPart &part) { return part.name == kAttentionPart; };
                    QCOMPARE(std::count_if(cell.parts.begin(), cell.parts.end(), isLayer), 14);
                }
            }
        }
        const std::vector<std::string> expected = {"0: F 0..73",
                                                   "0: F 75..154",
                                                   "0: B 315..397",
                                                   "0: B 553..648",
                                                   "0: gradient_sync 648..744",
                                                   "0: optimizer 746..810",
                                                   "2: F 77..146",
                                                   "2: loss 146..244",
                                                   "2: B 244..313",
                                                   "2: F 316..387",
                                                   "2: loss 387..482",
                                                   "2: B 482..551",
                                                   "2: gradient_sync 556..744",
                                                   "2: optimizer 746..810"};
        QCOMPARE(found, expected);
        QVERIFY(rankCells(*run->capture(1)).cells.empty());
    }
};

QTEST_GUILESS_MAIN(RealCellSourcesTest)
#include "tst_real_cell_sources.moc"
