// Where the host asked for memory, by the profiler's record of operators' memory.
#include "core/analysis/memory/asked_memory.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_asked_memory {

using namespace stagescope;

namespace {

struct Given {
    std::string_view name;
    std::int64_t allocated;
    std::int64_t bytes = 512;
    std::int64_t released = kNoMemoryTime;
};
std::shared_ptr<const TableStore> recordOf(const std::vector<Given> &list) {
    TableWriter<MemoryOpRecord> writer;
    for (const auto &given : list) {
        MemoryOpRecord record;
        record.name = given.name;
        record.allocated = given.allocated;
        record.bytes = given.bytes;
        record.released = given.released;
        writer.append(record);
    }
    return std::make_shared<const TableStore>(writer.take());
}

/// "thread time bytes held" of each piece.
std::string asked(const RankCapture &capture) {
    const auto &trace = *capture.loaded.at(0).traces.at(0);
    const auto pieces = askedMemory(capture, trace);
    std::string text = pieces ? "" : "nothing";
    for (const auto &piece : pieces.value_or(std::vector<AskedMemory>{})) {
        text += std::string(trace.text(trace.track(piece.thread).name)) + " " + std::to_string(piece.time) + " " +
                std::to_string(piece.bytes) + " " + std::to_string(piece.held.count()) + "\n";
    }
    return text;
}

}  // namespace

class AskedMemoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Two threads have operators open: the one that began last, and in it the innermost.
    void threads() {
        planted::RecordedRank rank;
        rank.host("aten::linear", 100, 900)
            .host("AddmmBackward0", 200, 600, SliceClass::HostOp, "thread 2")
            .host("aten::mm", 450, 550);
        const auto table = recordOf({{"aten::mm", 300, 512, 800}, {"aten::mm", 500}, {"aten::mm", 700}});
        QCOMPARE(asked(rank.capture(0, {table})),
                 std::string("thread 2 300 512 500\nthread 1 500 512 0\nthread 1 700 512 0\n"));
    }
    /// A kernel's workspace is allocated by the queue's other thread, while an operator is open that has no part in it.
    void workspaces() {
        planted::RecordedRank rank;
        rank.queued(
                "aten::conv2d", "Conv2D",
                {.op = 100, .enqueue = 110, .dequeue = 500, .launch = 510, .launchEnd = 540, .begin = 600, .end = 700})
            .host("aten::relu", 400, 590);
        const auto table = recordOf({{"cann::Conv2D", 520}, {"aten::empty", 520}, {"cann::Conv2D", 560}});
        QCOMPARE(asked(rank.capture(0, {table})),
                 std::string("thread 1 110 512 0\nthread 1 520 512 0\nthread 1 560 512 0\n"));
    }
    void strangeInput() {
        planted::RecordedRank outside;
        outside.host("aten::add", 100, 200).host("python", 300, 400, SliceClass::Python);
        const auto table = recordOf({{"aten::add", 250}, {"aten::add", 350}, {"aten::add", 150, -512}, {"", 150, 0}});
        QCOMPARE(asked(outside.capture(0, {table})), std::string());
        planted::RecordedRank untimed;
        untimed.host("aten::add", 100, 200);
        QCOMPARE(asked(untimed.capture(0, {recordOf({{"aten::add", kNoMemoryTime}})})), std::string("nothing"));
        planted::RecordedRank none;
        none.host("aten::add", 100, 200);
        QCOMPARE(asked(none.capture(0)), std::string("nothing"));
    }
};

TEST_SUITE(AskedMemoryTest)

}  // namespace tst_asked_memory

#include "tst_asked_memory.moc"
