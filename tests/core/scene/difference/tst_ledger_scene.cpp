#include "core/scene/difference/ledger_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_ledger_scene {

using namespace stagescope;

namespace {

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &argument : message.args) {
                    text += " " + argument;
                }
                return text;
            },
            18};
}

LedgerRow row(ChangeKind kind, std::string name, std::int64_t before, std::int64_t after,
              Significance significance = Significance::Significant, std::vector<ChangeReason> reasons = {}) {
    LedgerRow result;
    result.kind = kind;
    result.name = std::move(name);
    result.before = Nanos{before * 1'000'000};
    result.after = Nanos{after * 1'000'000};
    result.significance = significance;
    result.reasons = std::move(reasons);
    return result;
}

/// 100 ms before, 118 ms after.
Ledger sample() {
    Ledger ledger;
    ledger.rows = {
        row(ChangeKind::KernelTime, "MatMul", 40, 50),
        row(ChangeKind::KernelTime, "Add", 10, 12),
        row(ChangeKind::CommWait, "dp", 10, 17),
        row(ChangeKind::KernelCount, "MatMul", 0, 4, Significance::Significant, {{ReasonKind::Microbatches, "4", "8"}}),
        row(ChangeKind::Bubble, "head", 20, 14),
        row(ChangeKind::Gap, "host_launch", 10, 11, Significance::WithinNoise),
        row(ChangeKind::Tail, "", 10, 10)};
    ledger.rows[2].late = 3;
    for (const auto &each : ledger.rows) {
        ledger.before += each.before;
        ledger.after += each.after;
    }
    ledger.stepsBefore = ledger.stepsAfter = 4;
    ledger.noise = Nanos{1'000'000};
    ledger.significance = Significance::Significant;
    return ledger;
}

bool says(const Scene &scene, const std::string &part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &text) { return text.text.find(part) != std::string::npos; });
}

}  // namespace

class TestLedgerScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void barsSumUpToTheChange() {
        const auto ledger = sample();
        for (const std::size_t most : {0, 1, 2, 20}) {
            Nanos sum{0};
            std::set<std::size_t> rows;
            for (const auto &bar : ledgerBars(ledger, most)) {
                sum += bar.difference;
                for (const auto i : bar.rows) {
                    QVERIFY(rows.insert(i).second);
                }
            }
            QCOMPARE(sum, ledger.change());
            QCOMPARE(rows.size(), std::size_t{6});  // what did not change is not drawn
        }
    }
    void kernelsThatChangedAlikeAreOneBar() {
        const auto ledger = sample();
        const auto bars = ledgerBars(ledger, 20);
        QCOMPARE(bars.size(), std::size_t{5});
        QCOMPARE(bars[0].rows, (std::vector<std::size_t>{0, 1}));
        QCOMPARE(bars[0].operators, std::size_t{2});
        QCOMPARE(barName(ledger, bars[0], testStyle()).id, std::string("ledger.kernel_time.more"));
        QCOMPARE(barName(ledger, bars[1], testStyle()).id, std::string("ledger.communication_wait.late"));
        QCOMPARE(barName(ledger, bars[2], testStyle()).id, std::string("ledger.bubble"));
        QCOMPARE(barName(ledger, bars[3], testStyle()).id, std::string("ledger.kernel_count.more.reason"));
        QVERIFY(bars[4].kind == LedgerBar::Kind::WithinNoise);
    }
    void whatIsLeftIsOthers() {
        const auto bars = ledgerBars(sample(), 1);
        QCOMPARE(bars.size(), std::size_t{3});
        QVERIFY(bars[1].kind == LedgerBar::Kind::Others);
        QVERIFY(bars[2].kind == LedgerBar::Kind::WithinNoise);
    }
    void eachBarBeginsWhereTheOneAboveEnds() {
        const auto ledger = sample();
        const auto layout = layOutLedger(ledger, {1000, 700, "old", "new", {}}, testStyle());
        QCOMPARE(layout.rows.size(), layout.bars.size());
        for (std::size_t i = 1; i < layout.rows.size(); ++i) {
            const auto &above = layout.rows[i - 1];
            const auto &box = layout.rows[i].filled;
            const int end = layout.bars[above.bar].difference > Nanos{0} ? above.filled.right() : above.filled.x;
            const int begin = layout.bars[layout.rows[i].bar].difference > Nanos{0} ? box.x : box.right();
            QVERIFY2(std::abs(end - begin) <= 2, qPrintable(QString::number(i)));
        }
        QVERIFY(says(layout.scene, "ledger.title 100.0 118.0 +18.0 +18.0"));
        QVERIFY(says(layout.scene, "ledger.before old"));
        QVERIFY(says(layout.scene, "ledger.after new"));
        const auto &first = layout.rows.front().box;
        QCOMPARE(layout.barAt(first.x + 5, first.y + 5), std::optional(layout.rows.front().bar));
        QCOMPARE(layout.barAt(first.x + 5, 1), std::optional<std::size_t>());
    }
    /// Bars begin where little is lost, which is told; chance and next to nothing look like that.
    void nextToNothingLooksLikeIt() {
        Ledger ledger;
        ledger.rows = {row(ChangeKind::Gap, "host_launch", 437, 437, Significance::WithinNoise)};
        ledger.rows.front().after = ledger.rows.front().before + Nanos{4'000};
        ledger.before = ledger.rows.front().before;
        ledger.after = ledger.rows.front().after;
        ledger.stepsBefore = ledger.stepsAfter = 4;
        ledger.noise = Nanos{500'000};
        const auto stepsOf = [](const LedgerLayout &layout) {
            std::vector<int> widths;
            for (const auto &rect : layout.scene.rects) {
                if (rect.color.role == ColorRole::Baseline) {
                    widths.push_back(rect.width);
                }
            }
            return widths;
        };
        const auto layout = layOutLedger(ledger, {1000, 700, "old", "new", {}}, testStyle());
        const auto widths = stepsOf(layout);
        QCOMPARE(widths.size(), std::size_t{2});
        QVERIFY(std::abs(widths[0] - widths[1]) <= 1);
        QVERIFY(layout.rows.front().filled.width <= 3);
        QVERIFY(says(layout.scene, "410.8 ms") && says(layout.scene, "463.2 ms"));
        const auto large = stepsOf(layOutLedger(sample(), {1000, 700, "old", "new", {}}, testStyle()));
        QVERIFY(large[1] > large[0] + 300);
    }

    void smallAndEmptyPictures() {
        const auto ledger = sample();
        for (const auto &[width, height] : {std::pair{0, 0}, {1, 1}, {100, 60}, {300, 120}, {1000, 150}}) {
            const auto layout = layOutLedger(ledger, {width, height, "a", "b", 0}, testStyle());
            for (const auto &rect : layout.scene.rects) {
                QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= width && rect.y + rect.height <= height);
            }
        }
        QVERIFY(layOutLedger(Ledger{}, {1000, 700, "a", "b", {}}, testStyle()).bars.empty());
    }
};

TEST_SUITE(TestLedgerScene)

}  // namespace tst_ledger_scene

#include "tst_ledger_scene.moc"
