#include "core/analysis/difference/sequence_edits.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_sequence_edits {

using namespace stagescope;

namespace {

using Ids = std::vector<std::uint32_t>;

Ids idsOf(std::string_view text) { return {text.begin(), text.end()}; }

/// The other sequence, by what the edits say of it; empty where they do not fit together.
Ids applied(const Ids &before, const Ids &after, const std::vector<SequenceEdit> &edits) {
    Ids result;
    std::size_t at = 0;
    for (const auto &edit : edits) {
        if (edit.before < at || edit.before > before.size()) {
            return {};
        }
        result.insert(result.end(), before.begin() + std::ptrdiff_t(at), before.begin() + std::ptrdiff_t(edit.before));
        at = edit.endBefore();
        if (edit.after != result.size()) {
            return {};
        }
        if (edit.kind == SequenceEdit::Kind::Extra) {
            result.push_back(after.at(edit.after));
        }
    }
    result.insert(result.end(), before.begin() + std::ptrdiff_t(at), before.end());
    return result;
}

std::size_t distanceOf(const Ids &a, const Ids &b) {
    std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            common[i + 1][j + 1] = a[i] == b[j] ? common[i][j] + 1 : std::max(common[i][j + 1], common[i + 1][j]);
        }
    }
    return a.size() + b.size() - 2 * common[a.size()][b.size()];
}

Ids randomIds(std::mt19937 &random, std::size_t most, std::uint32_t kinds) {
    Ids ids(random() % (most + 1));
    for (auto &id : ids) {
        id = static_cast<std::uint32_t>(random() % kinds);
    }
    return ids;
}

}  // namespace

class SequenceEditsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalSequencesHaveNone() {
        QVERIFY(sequenceEdits({}, {}).empty());
        QVERIFY(sequenceEdits(idsOf("abcabc"), idsOf("abcabc")).empty());
    }
    void oneSideMayBeEmpty() {
        QCOMPARE(sequenceEdits({}, idsOf("ab")).size(), std::size_t{2});
        const std::vector<SequenceEdit> gone{{SequenceEdit::Kind::Missing, 0, 0}, {SequenceEdit::Kind::Missing, 1, 0}};
        QVERIFY(sequenceEdits(idsOf("ab"), {}) == gone);
    }
    /// One more of equal neighbours stands in front of them, however many layers.
    void whatCouldStandAnywhereStandsFirst() {
        const auto edits = sequenceEdits(idsOf("xaaybbyaa"), idsOf("xaaaybbyaaa"));
        const std::vector<SequenceEdit> expected{{SequenceEdit::Kind::Extra, 1, 1}, {SequenceEdit::Kind::Extra, 7, 8}};
        QVERIFY(edits == expected);
    }
    /// Against the table of longest common subsequences.
    void asFewAsThereCanBe() {
        std::mt19937 random(7);
        for (int round = 0; round < 2000; ++round) {
            const auto before = randomIds(random, 24, 1 + round % 6);
            const auto after = randomIds(random, 24, 1 + round % 6);
            const auto edits = sequenceEdits(before, after);
            QCOMPARE(edits.size(), distanceOf(before, after));
            QVERIFY(applied(before, after, edits) == after);
        }
    }
    /// Beyond the bound they may be more, but lead to the same end.
    void boundedOnesLeadThere() {
        std::mt19937 random(11);
        for (int round = 0; round < 500; ++round) {
            const auto before = randomIds(random, 300, 12);
            const auto after = randomIds(random, 300, 12);
            const auto edits = sequenceEdits(before, after, static_cast<std::size_t>(round % 9));
            QVERIFY(applied(before, after, edits) == after);
            QVERIFY(edits.size() >= distanceOf(before, after));
        }
    }
    /// 200 000 kernels of which none is shared.
    void nothingInCommon() {
        const Ids before(100'000, 1);
        const Ids after(100'000, 2);
        QCOMPARE(sequenceEdits(before, after, 64).size(), std::size_t{200'000});
    }
};

TEST_SUITE(SequenceEditsTest)

}  // namespace tst_sequence_edits

#include "tst_sequence_edits.moc"
