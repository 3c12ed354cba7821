#include "core/store/tables/packed_ints.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <limits>
#include <random>

namespace tst_packed_ints {

using namespace stagescope;

/// The same numbers as a vector holds, whatever bytes they take.
class PackedIntsTest : public QObject {
    Q_OBJECT

    static PackedInts packed(const std::vector<std::int64_t> &values) {
        PackedInts list;
        for (const auto value : values) {
            list.push_back(value);
        }
        if (read(PackedInts::of(values.size(), [&](std::size_t i) { return values[i]; })) != read(list)) {
            return {};
        }
        return list;
    }
    static std::vector<std::int64_t> read(const PackedInts &list) { return {list.view().begin(), list.view().end()}; }

private Q_SLOTS:
    void everyWidthKeepsItsNumbers_data() {
        QTest::addColumn<int>("bits");
        for (int bits = 0; bits <= 63; ++bits) {
            QTest::addRow("%d bits", bits) << bits;
        }
    }
    void everyWidthKeepsItsNumbers() {
        QFETCH(int, bits);
        std::mt19937_64 random(static_cast<std::uint64_t>(bits));
        std::vector<std::int64_t> values;
        const auto most = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
        const auto any = [&] {
            return most == 0 ? 0 : static_cast<std::int64_t>(random() & static_cast<std::uint64_t>(most));
        };
        const auto base = static_cast<std::int64_t>(random()) / 4;
        for (int i = 0; i < 1000; ++i) {
            values.push_back(i % 2 == 0 ? base / 2 + any() / 2 : base / 2 - any() / 2);
        }
        values.insert(values.end(), {base / 2 + most / 2, base / 2 - most / 2});
        const auto list = packed(values);
        QCOMPARE(read(list), values);
        // What differs by little is kept in little.
        const auto needed = values.size() * (static_cast<std::size_t>(bits) / 8 + 1);
        QVERIFY(list.byteSize() <= needed + needed / 2 + 64);
    }

    /// Each number that is farther from the first writes anew what is there.
    void farNumbersComeAtAnyTime() {
        constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
        std::vector<std::int64_t> values{7};
        for (int bits = 0; bits < 63; ++bits) {
            values.insert(values.end(), {7 + (std::int64_t{1} << bits), 7 - (std::int64_t{1} << bits), 7, 6, 8});
        }
        values.insert(values.end(), {kLeast, kMost, 0, -1});
        QCOMPARE(read(packed(values)), values);
        for (const auto first : {kLeast, kMost, std::int64_t{0}, std::int64_t{-1}}) {
            const std::vector<std::int64_t> others{first, kMost, kLeast, 0, first};
            QCOMPARE(read(packed(others)), others);
        }
    }

    /// Whole blocks take no more than their counts, and numbers that are none may follow.
    void packedOnesKeepTheirNumbers_data() {
        QTest::addColumn<int>("shift");
        for (const int shift : {0, 1, 9, 21, 40, 62, 63}) {
            QTest::addRow("blocks of 2^%d", shift) << shift;
        }
    }
    void packedOnesKeepTheirNumbers() {
        QFETCH(int, shift);
        std::mt19937_64 random(static_cast<std::uint64_t>(shift));
        for (const std::int64_t base : {std::int64_t{0}, std::int64_t{-7}, std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int64_t>::max()}) {
            std::vector<std::int64_t> values;
            for (int i = 0; i < 500; ++i) {
                values.push_back(
                    static_cast<std::int64_t>(static_cast<std::uint64_t>(base) + (random() % 200 << shift)));
            }
            auto list = packed(values);
            list.pack();
            QCOMPARE(read(list), values);
            // Beyond the ends of what 64 bits hold numbers wrap, and are kept whole.
            QVERIFY(shift > 40 || base > 0 || base < -7 || list.byteSize() <= 2 * values.size() + 8);
            values.insert(values.end(), {base, 3, std::numeric_limits<std::int64_t>::max(), -3});
            for (std::size_t i = 500; i < values.size(); ++i) {
                list.push_back(values[i]);
            }
            QCOMPARE(read(list), values);
        }
        PackedInts none;
        none.pack();
        QCOMPARE(none.size(), std::size_t{0});
    }

    void equalNumbersTakeNothing() {
        auto list = PackedInts(5, -3);
        for (int i = 0; i < 1000; ++i) {
            list.push_back(-3);
        }
        QCOMPARE(read(list), std::vector<std::int64_t>(1005, -3));
        QCOMPARE(list.byteSize(), std::size_t{0});
        list.push_back(4);
        QCOMPARE(list[1004], std::int64_t{-3});
        QCOMPARE(list[1005], std::int64_t{4});
    }

    void copiesAreTheirOwn() {
        auto first = packed({1, 2, 300});
        auto copy = first;
        copy.push_back(70'000);
        QCOMPARE(read(first), (std::vector<std::int64_t>{1, 2, 300}));
        QCOMPARE(read(copy), (std::vector<std::int64_t>{1, 2, 300, 70'000}));
        const auto moved = std::move(first);
        QCOMPARE(read(moved), (std::vector<std::int64_t>{1, 2, 300}));
        first = copy;
        copy = PackedInts();
        QCOMPARE(read(first), (std::vector<std::int64_t>{1, 2, 300, 70'000}));
        QVERIFY(copy.view().empty() && PackedInts().view().empty());
    }
};

TEST_SUITE(PackedIntsTest)

}  // namespace tst_packed_ints

#include "tst_packed_ints.moc"
