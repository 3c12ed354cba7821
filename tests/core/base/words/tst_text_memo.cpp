#include "core/base/words/text_memo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace tst_text_memo {

using namespace stagescope;

namespace {

std::atomic<int> asked{0};
std::size_t lengthOf(std::string_view text) {
    ++asked;
    return text.size();
}
std::size_t doubleLengthOf(std::string_view text) { return 2 * text.size(); }

}  // namespace

class TextMemoTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachTextIsAskedOnce() {
        asked = 0;
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(remembered<&lengthOf>("aten::mm"), std::size_t{8});
            QCOMPARE(remembered<&lengthOf>(""), std::size_t{0});
        }
        QCOMPARE(asked.load(), 2);
        QCOMPARE(remembered<&doubleLengthOf>("aten::mm"), std::size_t{16});  // facts are told apart
    }
    void longTextsAreNotKept() {
        asked = 0;
        const std::string text(10'000, 'x');
        QCOMPARE(remembered<&lengthOf>(text), text.size());
        QCOMPARE(remembered<&lengthOf>(text), text.size());
        QCOMPARE(asked.load(), 2);
    }
    /// More texts than are kept, by several threads: each answer is right.
    void manyTextsOfManyThreads() {
        std::atomic<int> wrong{0};
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 2; ++thread) {
            threads.emplace_back([&wrong] {
                for (int i = 0; i < 40'000; ++i) {
                    const auto text = std::to_string(i);
                    wrong += remembered<&lengthOf>(text) == text.size() ? 0 : 1;
                }
            });
        }
        threads.clear();
        QCOMPARE(wrong.load(), 0);
    }
};

TEST_SUITE(TextMemoTest)

}  // namespace tst_text_memo

#include "tst_text_memo.moc"
