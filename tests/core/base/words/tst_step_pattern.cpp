// Steps that a person points at: one range stands for all of its kind.
#include "core/base/words/step_pattern.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_step_pattern {

using namespace stagescope;

class StepPatternTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { QVERIFY(StepPattern::choose({})); }

    void oneRangeStandsForItsKind_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("other");
        QTest::addColumn<int>("number");  // of the other; -1: counted, -2: no step
        const auto row = [](const char *what, const char *name, const QStringList &names, const char *other,
                            int number) {
            QTest::newRow(what) << QString::fromUtf8(name) << names << QString::fromUtf8(other) << number;
        };
        row("number at the end", "iteration 3", {}, "iteration 12", 12);
        row("number inside", "## step 3 ##", {}, "## step 4 ##", 4);
        row("number at the begin", "3. step", {}, "17. step", 17);
        row("name alone", "training_step", {}, "training_step", -1);
        row("another name", "training_step", {}, "training_steps", -2);
        row("letters of patterns", "step[EXTEND bs=4 (a|b).*]", {}, "step[EXTEND bs=64 (a|b).*]", 64);
        row("letters of patterns are letters", "step[a] 1", {}, "stepa 1", -2);
        row("of how many", "iter 3 of 90", {QStringLiteral("iter 4 of 90"), QStringLiteral("iter 5 of 90")},
            "iter 7 of 90", 7);
        row("epochs", "epoch 1 iter 3", {QStringLiteral("epoch 1 iter 4"), QStringLiteral("epoch 2 iter 5")},
            "epoch 9 iter 7", 7);
        row("a size that varies", "step 3 (1024 tokens)",
            {QStringLiteral("step 4 (1024 tokens)"), QStringLiteral("step 5 (77 tokens)"),
             QStringLiteral("step 6 (1024 tokens)")},
            "step 8 (5 tokens)", 8);
        row("other ranges of the lane", "iter 3 of 90", {QStringLiteral("load 1"), QStringLiteral("save 2 of 3 of 4")},
            "iter 3 of 91", 91);
        row("other letters", "训练 3", {}, "训练 4", 4);
    }
    void oneRangeStandsForItsKind() {
        QFETCH(QString, name);
        QFETCH(QStringList, names);
        QFETCH(QString, other);
        QFETCH(int, number);
        std::vector<std::string> texts;
        for (const auto &text : std::as_const(names)) {
            texts.push_back(text.toStdString());
        }
        const std::vector<std::string_view> views(texts.begin(), texts.end());
        QVERIFY(StepPattern::choose(StepPattern::likeName(name.toStdString(), views)));
        QVERIFY(StepPattern::match(name.toStdString()).has_value());
        for (const auto view : views) {
            const bool isOfKind = view.substr(0, 4) == std::string_view(name.toStdString()).substr(0, 4);
            QCOMPARE(StepPattern::match(view).has_value(), isOfKind);
        }
        const auto match = StepPattern::match(other.toStdString());
        QCOMPARE(match ? static_cast<int>(match->number.value_or(-1)) : -2, number);
    }

    void starsStandForTextInNames() {
        QVERIFY(StepPattern::choose("jit_decode(*"));
        QVERIFY(StepPattern::match("jit_decode(4711)").has_value());
        QVERIFY(!StepPattern::match("jit_prefill(4711)").has_value());
        QVERIFY(!StepPattern::choose("jit_decode("));
    }

    void patternsReadAsNames() {
        const auto shown = [](const char *name) {
            const std::vector<std::string_view> names{"iter 4 of 91", "iter 5 of 92"};
            return QString::fromStdString(StepPattern::shown(StepPattern::likeName(name, names)));
        };
        QCOMPARE(shown("iter 3 of 90"), QStringLiteral("iter N of N"));
        QCOMPARE(shown("step[EXTEND bs=4].(a|b)"), QStringLiteral("step[EXTEND bs=N].(a|b)"));
        QCOMPARE(shown("train_step"), QStringLiteral("train_step"));
    }
};

TEST_SUITE(StepPatternTest)

}  // namespace tst_step_pattern

#include "tst_step_pattern.moc"
