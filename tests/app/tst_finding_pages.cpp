// Troubles of communication that no demo has: what they name is in sight in the page that their finding leads to.
#include "app/pictures/picture_maker.h"
#include "core/advice/findings.h"
#include "tests/core/advice/comm_faults.h"
#include "tests/support/shown_evidence.h"
#include "tests/support/test_suite.h"
#include "views/common/theme.h"

namespace tst_finding_pages {

using namespace stagescope;
using namespace stagescope::planted;

class FindingPagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsNamedIsInSight_data() {
        QTest::addColumn<int>("nth");
        for (std::size_t i = 0; i < cases().size(); ++i) {
            QTest::newRow(cases()[i].rule) << static_cast<int>(i);
        }
    }
    void whatIsNamedIsInSight() {
        QFETCH(int, nth);
        const auto &asked = cases()[static_cast<std::size_t>(nth)];
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(asked.run);
        const auto list = findings(asked.run);
        const auto isAsked = [&](const Finding &finding) { return finding.rule == asked.rule; };
        const auto finding = std::find_if(list.begin(), list.end(), isAsked);
        QVERIFY(finding != list.end());
        PictureMaker maker(workspace);
        QVERIFY(maker.showEvidence(*finding, {1200, 600}).has_value());
        QVERIFY2(maker.emptyReason().isEmpty(), qPrintable(maker.emptyReason()));
        if (const auto *timeline = qobject_cast<const TimelineView *>(&maker.view())) {
            QVERIFY(timeline->layoutShown().extentOf(finding->evidence.ranks.front()).has_value());
        } else if (maker.view().id() == QStringLiteral("comm_matrix")) {
            QVERIFY(marked(maker.image({1200, 600})) > 40);  // a cell of the matrix, outlined
        } else {
            QVERIFY2(ShownEvidence::isNamedIn(maker.view(), *finding), qPrintable(maker.view().id()));
        }
    }

private:
    static int marked(const QImage &picture) {
        const auto accent = Theme::current().color(ColorRole::Accent).rgb();
        int pixels = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                pixels += (picture.pixel(x, y) & 0xffffff) == (accent & 0xffffff) ? 1 : 0;
            }
        }
        return pixels;
    }
    struct Case {
        const char *rule;
        Run run;
    };
    static const std::vector<Case> &cases() {
        static const std::vector<Case> list{
            {"small_packets", runOf({{"HCCS", 0.1, 1000, 20}, {"HCCS", 20, 10, 10}, {"SDMA", 0.3, 1000, 20}})},
            {"retransmission", runOf({{"RDMA", 20, 10, 4100}}, 4200)},
            {"byte_alignment", runOf({{"HCCS", 1.0001, 1000, 100}, {"HCCS", 0.999936, 1000, 50}})},
            {"late_rank", lateRun(2, 6)},
            {"link_imbalance", ringRun(20)},
            {"bandwidth_contention", contendedRun(6, "aclnnMatmul_MatMulV2")},
            {"exposed_dp", exposedRun("dp_cp", 30, 5, 8)},
            {"overlap_off", bucketsRun(false)},
            {"expert_imbalance", tokensRun(60, 20, 8)},
        };
        return list;
    }
};

TEST_SUITE(FindingPagesTest)

}  // namespace tst_finding_pages

#include "tst_finding_pages.moc"
