#include "core/base/intervals.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <random>

namespace tst_intervals {

using namespace stagescope;

namespace {

constexpr int kEnd = 64;

/// Which of the nanoseconds 0..63 a set covers: the plainest possible model.
std::uint64_t bits(const IntervalSet &set) {
    std::uint64_t result = 0;
    for (const auto &i : set) {
        for (auto t = i.begin; t < i.end; ++t) {
            result |= std::uint64_t{1} << t;
        }
    }
    return result;
}

bool isProper(const IntervalSet &set) {
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set[i].begin >= set[i].end || (i > 0 && set[i - 1].end >= set[i].begin)) {
            return false;
        }
    }
    return true;
}

std::vector<Interval> randomIntervals(std::mt19937 &random) {
    std::vector<Interval> result;
    for (auto n = random() % 12; n > 0; --n) {
        const auto begin = static_cast<std::int64_t>(random() % kEnd);
        result.push_back({begin, std::min<std::int64_t>(kEnd, begin + static_cast<std::int64_t>(random() % 9) - 1)});
    }
    return result;
}

}  // namespace

class TestIntervals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesSetsOfNanoseconds() {
        std::mt19937 random(4);
        for (int round = 0; round < 2000; ++round) {
            const auto rawA = randomIntervals(random);
            const auto a = merged(rawA);
            const auto b = merged(randomIntervals(random));
            QVERIFY(isProper(a) && isProper(b));
            QCOMPARE(bits(a), bits(rawA));
            const auto both = united(a, b);
            const auto common = intersected(a, b);
            const auto rest = subtracted(a, b);
            QVERIFY(isProper(both) && isProper(common) && isProper(rest));
            QCOMPARE(bits(both), bits(a) | bits(b));
            QCOMPARE(bits(common), bits(a) & bits(b));
            QCOMPARE(bits(rest), bits(a) & ~bits(b));
            QCOMPARE(totalLength(a), std::int64_t{__builtin_popcountll(bits(a))});
            const auto begin = static_cast<std::int64_t>(random() % kEnd);
            const auto end = static_cast<std::int64_t>(random() % kEnd);
            QCOMPARE(bits(clipped(a, begin, end)), bits(a) & bits({{begin, end}}));
        }
    }
};

TEST_SUITE(TestIntervals)

}  // namespace tst_intervals

#include "tst_intervals.moc"
