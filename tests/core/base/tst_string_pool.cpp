#include "core/base/string_pool.h"
#include "tests/support/test_suite.h"

#include <QtTest>

namespace tst_string_pool {

using namespace stagescope;

class TestStringPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameTextSameId() {
        StringPool pool;
        QCOMPARE(pool.intern(""), StringId{0});
        const auto a = pool.intern("a");
        QCOMPARE(pool.intern(std::string("a")), a);
        QVERIFY(pool.intern("b") != a);
        QVERIFY(pool.intern(std::string_view("a\0x", 3)) != pool.intern(std::string_view("a\0y", 3)));
        QCOMPARE(pool.find("a"), a);
        QVERIFY(!pool.find("absent").isValid());
        QVERIFY(pool.at(StringId{}).empty());
        QVERIFY(pool.at(StringId{12345}).empty());
    }

    void viewsStayWhileItGrows() {
        StringPool pool;
        std::vector<std::pair<StringId, std::string_view>> kept;
        for (int i = 0; i < 50'000; ++i) {
            const auto id = pool.intern("text " + std::to_string(i));
            kept.emplace_back(id, pool.at(id));
        }
        pool.intern(std::string(1'000'000, 'x'));
        QCOMPARE(pool.size(), std::size_t{50'002});
        for (int i = 0; i < 50'000; ++i) {
            const auto &[id, view] = kept[static_cast<std::size_t>(i)];
            QVERIFY(view == "text " + std::to_string(i));
            QVERIFY(pool.at(id).data() == view.data());
        }
        QVERIFY(pool.byteSize() > 1'000'000);
        const StringPool moved = std::move(pool);
        QVERIFY(moved.at(kept[7].first) == "text 7");
    }
};

TEST_SUITE(TestStringPool)

}  // namespace tst_string_pool

#include "tst_string_pool.moc"
