#include "core/export/slim/slim_loss.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_slim_loss {

using namespace stagescope;

class SlimLossTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sumsOfPlanAndCopy() {
        const auto part = [](std::uint64_t bytes, SlimReason reason) {
            SlimPart made;
            made.file.size = bytes;
            made.reason = reason;
            return made;
        };
        const auto planned = slimSums(std::vector{part(10, SlimReason::Kept), part(20, SlimReason::NotRead),
                                                  part(30, SlimReason::Kept), part(0, SlimReason::NotRead)});
        QCOMPARE(planned, (SlimSums{{SlimReason::Kept, {2, 40}}, {SlimReason::NotRead, {2, 20}}}));
        SlimCopy copy;
        copy.files = {{"a", "a.zst", SlimReason::Kept, 10, 3, {}},
                      {"b", {}, SlimReason::Unreadable, 30, 0, {}},
                      {"c", {}, SlimReason::NotRead, 20, 0, {}}};
        QCOMPARE(
            slimSums(copy),
            (SlimSums{{SlimReason::Kept, {1, 3}}, {SlimReason::NotRead, {1, 20}}, {SlimReason::Unreadable, {1, 30}}}));
        QVERIFY(slimSums(std::vector<SlimPart>{}).empty());
    }
    void nothingIsLostOfTheSame() {
        const Run run;
        QVERIFY(lostAnswers(run, run).empty());
    }
};

TEST_SUITE(SlimLossTest)

}  // namespace tst_slim_loss

#include "tst_slim_loss.moc"
