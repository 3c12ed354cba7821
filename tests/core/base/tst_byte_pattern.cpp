#include "core/base/byte_pattern.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

namespace tst_byte_pattern {

using namespace stagescope;

class TestBytePattern : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsAnywhereInTheText_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("ignoring");
        QTest::addColumn<bool>("heeding");
        const auto row = [](const char *pattern, const char *text, bool ignoring, bool heeding) {
            QTest::addRow("%s in %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << ignoring << heeding;
        };
        row("Mat(Mul)?$", "aten::matmul", true, false);
        row("Mat(Mul)?$", "aten::MatMul", true, true);
        row("^Mul", "MatMul", false, false);
        row("", "anything", true, true);
        row("^$", "", true, true);
        row("\xc3\x84ndern", "\xc3\xa4ndern", true, false);     // letters beyond ASCII have a case
        row("^.{2}$", "\xe9\x80\x9a\xe4\xbf\xa1", true, true);  // a character, not a byte
        row("^\\w+$", "\xe9\x80\x9a\xe4\xbf\xa1", true, true);  // letters of any script
        row("bad",
            "\xff"
            "bad",
            true, true);  // around what is not UTF-8
        row("a.b",
            "a\xff"
            "b",
            false, false);                                                 // never across it
        row("(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false, false);  // gives up, or finds none
    }
    void findsAnywhereInTheText() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        BytePattern any(pattern.toStdString(), BytePattern::Case::Ignore);
        BytePattern exact(pattern.toStdString(), BytePattern::Case::Heed);
        QCOMPARE(any.error(), std::string());
        QTEST(any.isIn(text.toStdString()), "ignoring");
        QTEST(exact.isIn(text.toStdString()), "heeding");
    }
    void whatIsNoPatternTellsWhy() {
        for (const char *pattern : {"Mat(", "[a", "*", "\\p{Nonsense}", "\xff"}) {
            BytePattern none(pattern, BytePattern::Case::Ignore);
            QVERIFY2(!none.error().empty(), pattern);
            QVERIFY(!none.isIn("Mat(Mul)"));
        }
    }
    /// Neither a long text nor a pattern that tries all ways ends the program or takes its time.
    void longTextsAndManyWays() {
        const std::string text(1 << 20, 'a');
        QVERIFY(BytePattern("(a|b)*$", BytePattern::Case::Heed).isIn(std::string(1000, 'a')));
        QVERIFY(!BytePattern("(a|aa)+b", BytePattern::Case::Heed).isIn(text));
        QVERIFY(!BytePattern("(((a*)*)*)*b", BytePattern::Case::Ignore).isIn(text));
        BytePattern recursive("(?<all>a(?&all)?b|a)*c", BytePattern::Case::Ignore);
        QVERIFY(recursive.isIn("aac"));
        static_cast<void>(recursive.isIn(text + "c"));  // comes back, whatever it says
    }
    void canBeMoved() {
        BytePattern first("add", BytePattern::Case::Ignore);
        auto second = std::move(first);
        QVERIFY(second.isIn("aten::Add"));
    }
};

TEST_SUITE(TestBytePattern)

}  // namespace tst_byte_pattern

#include "tst_byte_pattern.moc"
