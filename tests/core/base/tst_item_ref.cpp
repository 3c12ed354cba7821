#include "core/base/item_ref.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <limits>
#include <random>

namespace tst_item_ref {

using namespace stagescope;

class TestItemRef : public QObject {
    Q_OBJECT

    static void comesBack(const ItemRef &item) {
        const auto text = toText(item);
        const auto back = itemFromText(text);
        QVERIFY2(back.has_value(), text.c_str());
        QVERIFY2(*back == item, text.c_str());
        QCOMPARE(toText(*back), text);
    }

private Q_SLOTS:
    void textForms() {
        QCOMPARE(toText(SliceRef{RunId{1}, SourceId{2}, TrackId{3}, SliceId{4}}), std::string("slice:1/2/3/4"));
        QCOMPARE(toText(RankRef{RunId{0}, 17}), std::string("rank:0/17"));
        QCOMPARE(toText(StepRef{RunId{0}, -3}), std::string("step:0/-3"));
        QCOMPARE(toText(CellRef{RunId{0}, "pp/1", 5, 2, "F", -1, 7, 0}), std::string("cell:0/pp%2f1/5/2/F/-1/7/0"));
        QCOMPARE(toText(LinkRef{RunId{0}, "39", "13", "a/b", 0, 2}), std::string("link:0/39/13/a%2fb/0/2"));
        QCOMPARE(toText(BubbleRef{RunId{0}, "pp/1", 5, 2, 1}), std::string("bubble:0/pp%2f1/5/2/1"));
        QCOMPARE(toText(CommOpRef{RunId{0}, 3, 1, "hcom_send_"}), std::string("op:0/3/1/hcom_send_"));
        QCOMPARE(toText(BlockRef{RunId{0}, 1, 2, 3}), std::string("block:0/1/2/3"));
        QCOMPARE(toText(SnapshotEventRef{RunId{0}, 1, 2, 3}), std::string("event:0/1/2/3"));
        QCOMPARE(toText(EventRangeRef{RunId{0}, 1, 2, 3, 4}), std::string("events:0/1/2/3/4"));
        QCOMPARE(toText(SegmentRef{RunId{0}, 1, 2, 3}), std::string("segment:0/1/2/3"));
        QCOMPARE(toText(StackRef{RunId{0}, 1, 2}), std::string("stack:0/1/2"));
        QCOMPARE(toText(MomentRef{RunId{0}, 1, -2}), std::string("moment:0/1/-2"));
        QCOMPARE(toText(MemoryOpRef{RunId{0}, 1, 2}), std::string("memory:0/1/2"));
    }

    void everyKindComesBack() {
        constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
        constexpr auto kInt = std::numeric_limits<int>::max();
        comesBack(SliceRef{});
        comesBack(SliceRef{RunId{1}, SourceId{2}, TrackId{3}, SliceId{4'294'967'294}});
        comesBack(BubbleRef{});
        comesBack(BubbleRef{RunId{3}, "pp/2", kLeast, -1, kInt});
        comesBack(CellRef{});
        comesBack(CellRef{RunId{9}, "group_name_19", kLeast, -1, "W", 2, 31, kInt});
        comesBack(CommOpRef{RunId{1}, 0, kInt, "hcom_allReduce__344_0_1"});
        comesBack(LinkRef{});
        comesBack(LinkRef{RunId{1}, "127.0.0.1%eth0_60000_0_1", "step13", "allreduce-top1", kInt, 0});
        comesBack(RankRef{RunId{0}, -kInt - 1});
        comesBack(StepRef{RunId{0}, kMost});
        constexpr auto kLast = std::numeric_limits<std::uint32_t>::max();
        comesBack(BlockRef{RunId{0}, 1, 2, kLast});
        comesBack(SnapshotEventRef{RunId{3}, kLast, 0, 4});
        comesBack(EventRangeRef{RunId{0}, 1, 2, 3, kLast});
        comesBack(SegmentRef{RunId{0}, 1, kLast, 3});
        comesBack(StackRef{RunId{0}, 1, 2});
        comesBack(MomentRef{RunId{0}, 1, kLeast});
        comesBack(MemoryOpRef{RunId{0}, -1, kLast});
    }

    void hostileNamesComeBack_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("slashes") << QByteArray("a/b//c/");
        QTest::newRow("percent") << QByteArray("%2f%%25%");
        QTest::newRow("colon") << QByteArray("slice:0/0/0/0");
        QTest::newRow("lines") << QByteArray("a\nb\r\tc");
        QTest::newRow("quotes") << QByteArray("\"a\", 'b', \\c");
        QTest::newRow("null") << QByteArray("a\0b", 3);
        QTest::newRow("chinese") << QByteArray("\xe6\xb5\x81\xe6\xb0\xb4\xe7\xba\xbf");
        QTest::newRow("no utf-8") << QByteArray("\xff\xfe\x80");
        QTest::newRow("long") << QByteArray(100'000, '/');
    }
    void hostileNamesComeBack() {
        QFETCH(QByteArray, name);
        comesBack(CommOpRef{RunId{0}, 1, 2, name.toStdString()});
        comesBack(CellRef{RunId{0}, name.toStdString(), 1, 2, name.toStdString(), 3, 4, 5});
        const auto text = toText(CommOpRef{RunId{0}, 1, 2, name.toStdString()});
        QVERIFY(text.find('\n') == std::string::npos);
        QCOMPARE(std::count(text.begin(), text.end(), '/'), std::ptrdiff_t{3});
    }

    void otherTextsAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"",
                                 ":",
                                 "rank",
                                 "rank:",
                                 "rank:0",
                                 "rank:0/",
                                 "rank:/0",
                                 "rank:0/1/2",
                                 "rank:0/1/",
                                 "rank:0/x",
                                 "rank:0/1x",
                                 "rank: 0/1",
                                 "rank:0/+1",
                                 "rank:0/1.5",
                                 "rank:-1/0",
                                 "rank:4294967296/0",
                                 "rank:0/2147483648",
                                 "RANK:0/1",
                                 "step:0/9223372036854775808",
                                 "slice:1/2/3",
                                 "slice:1/2/3/4/5",
                                 "op:0/1/2",
                                 "op:0/1/2/%",
                                 "op:0/1/2/%2",
                                 "op:0/1/2/%zz",
                                 "op:0/1/2/%-1",
                                 "cell:0/g/1/2/F/0/0",
                                 "other:0/1"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }
    void otherTextsAreRefused() {
        QFETCH(QByteArray, text);
        QVERIFY(!itemFromText(text.toStdString()).has_value());
    }

    void noiseIsRefusedOrComesBack() {
        std::mt19937 random(3);  // NOLINT: the same noise every time
        constexpr std::string_view kLetters = "0123456789/:%-abslicernkoptl\n\xff";
        int accepted = 0;
        for (int i = 0; i < 20'000; ++i) {
            std::string text = i % 2 == 0 ? "rank:" : "op:0/1/2/";
            for (auto n = random() % 12; n > 0; --n) {
                text += kLetters[random() % kLetters.size()];
            }
            if (const auto item = itemFromText(text)) {
                ++accepted;
                comesBack(*item);
            }
        }
        QVERIFY(accepted > 0);
    }

    void runAndRankOfAnItem() {
        QCOMPARE(runOf(StepRef{RunId{4}, 1}), RunId{4});
        QCOMPARE(rankOf(CellRef{RunId{0}, "g", 1, 6, "F"}), std::optional<int>(6));
        QCOMPARE(rankOf(CommOpRef{RunId{0}, 7, 0, "n"}), std::optional<int>(7));
        QCOMPARE(rankOf(RankRef{RunId{0}, 8}), std::optional<int>(8));
        QCOMPARE(rankOf(StepRef{RunId{0}, 1}), std::optional<int>());
        QCOMPARE(rankOf(SliceRef{}), std::optional<int>());
    }
};

TEST_SUITE(TestItemRef)

}  // namespace tst_item_ref

#include "tst_item_ref.moc"
