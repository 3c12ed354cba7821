// Records of msMemScope: rows of either file, both spellings of attributes, blocks paired as an independent walk pairs
// them.
#include "core/formats/format.h"
#include "core/formats/memscope/memscope_rows.h"
#include "core/session/loading/load_job.h"
#include "core/store/snapshot/snapshot_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_memscope {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t kBegin = 1'764'753'083'000'000'000;

struct Row {
    std::int64_t id = 0;
    std::string event, type, name;
    std::int64_t time = 0;
    std::string device = "0";
    std::uint64_t pointer = 0;
    std::vector<std::pair<std::string, std::string>> attributes;
    std::string stack;
};

std::string hex(std::uint64_t value) {
    return "0x" + QByteArray::number(static_cast<qulonglong>(value), 16).rightJustified(16, '0').toStdString();
}

std::string csv(const std::vector<Row> &rows) {
    std::string text =
        "ID,Event,Event Type,Name,Timestamp(ns),Process ID,Thread ID,Device Id,Ptr,Attr,Call Stack(Python),Call "
        "Stack(C)\n";
    for (const auto &row : rows) {
        std::string attributes;
        for (const auto &[key, value] : row.attributes) {
            attributes += (attributes.empty() ? "{" : ",") + key + ':' + value;
        }
        text += std::to_string(row.id) + ',' + row.event + ',' + row.type + ',' + row.name + ',' +
                std::to_string(row.time) + ",7,7," + row.device + ',' + (row.pointer == 0 ? "N/A" : hex(row.pointer)) +
                ',' + (attributes.empty() ? std::string() : '"' + attributes + "}\"") + ",\"" + row.stack + "\",\n";
    }
    return text;
}

void writeDatabase(const std::string &path, const std::vector<Row> &rows) {
    testing::WrittenDatabase database(path);
    bool isWritten = database.run(
        "CREATE TABLE memscope_dump (\"ID\" INTEGER PRIMARY KEY, \"Event\" TEXT, \"Event Type\" TEXT, "
        "\"Name\" TEXT, \"Timestamp(ns)\" INTEGER, \"Process Id\" INTEGER, \"Thread Id\" INTEGER, "
        "\"Device Id\" TEXT, \"Ptr\" TEXT, \"Attr\" TEXT, \"Call Stack(Python)\" TEXT); BEGIN");
    for (const auto &row : rows) {
        std::string attributes;
        for (const auto &[key, value] : row.attributes) {
            attributes += (attributes.empty() ? "{\"" : ",\"") + key + "\":\"" + value + '"';
        }
        attributes += attributes.empty() ? "" : "}";
        const auto quoted = [](const std::string &text) { return "'" + text + "',"; };
        isWritten = isWritten &&
                    database.run("INSERT INTO memscope_dump VALUES (" + std::to_string(row.id) + ',' +
                                 quoted(row.event) + quoted(row.type) + quoted(row.name) + std::to_string(row.time) +
                                 ",7,7," + quoted(row.device) + quoted(row.pointer == 0 ? "N/A" : hex(row.pointer)) +
                                 quoted(attributes) + '\'' + row.stack + "')");
    }
    QVERIFY(isWritten && database.run("COMMIT"));
}

Row block(std::int64_t id, const char *event, const char *pool, std::int64_t time, std::uint64_t address,
          std::uint64_t size) {
    return {
        id, event, pool, "N/A", kBegin + time, "0", address, {{"addr", hex(address)}, {"size", std::to_string(size)}},
        {}};
}

struct Read {
    Run run;
    const SnapshotStore *store = nullptr;
};
Read read(const std::string &path) {
    auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
    Read result{run ? std::move(*run) : Run{}};
    if (result.run.snapshots.size() == 1) {
        result.store = result.run.snapshots.front().store.get();
    }
    return result;
}

}  // namespace

class MemscopeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void attributesAreReadInBothSpellings() {
        MemscopeRow row;
        row.attributes =
            R"({"allocation_id":"4","addr":"0x10","owner":"PTA@ops@aten","shape":"1,2,3","size":"6356992"})";
        QCOMPARE(row.number("size"), std::optional<std::uint64_t>(6356992));
        QCOMPARE(row.number("addr"), std::optional<std::uint64_t>(16));
        QCOMPARE(row.attribute("shape").value_or("none"), std::string_view("1,2,3"));
        row.attributes = "{addr:0x10,shape:1,2,3,owner:,size:512,total:20971520}";
        QCOMPARE(row.attribute("shape").value_or("none"), std::string_view("1,2,3"));
        QCOMPARE(row.attribute("owner").value_or("none"), std::string_view(""));
        QCOMPARE(row.number("size"), std::optional<std::uint64_t>(512));
        QCOMPARE(row.number("total"), std::optional<std::uint64_t>(20971520));
        QVERIFY(!row.number("used"));
        for (const char *broken :
             {"", "{", "{size", "{size:", "{\"size\":\"", "{\"size\\", "}}:,", "{size:18446744073709551616}"}) {
            row.attributes = broken;
            QVERIFY2(!row.number("size"), broken);
        }
    }

    /// Rows are in no order; what cannot be paired changes nothing and is counted.
    void blocksAreTheirLives() {
        std::vector<Row> rows{block(3, "FREE", "PTA", 300, 0x1000, 512),   block(1, "MALLOC", "PTA", 100, 0x1000, 512),
                              block(2, "MALLOC", "HAL", 50, 0x1000, 4096), block(4, "MALLOC", "PTA", 200, 0x2000, 1024),
                              block(5, "MALLOC", "PTA", 250, 0x2000, 64),  block(6, "FREE", "PTA", 350, 0x9000, 64),
                              block(7, "MALLOC", "PTA", 360, 0x3000, 0)};
        rows[1].stack = "/train.py(12): forward\n/main.py(3): <module>";
        rows[3].attributes.emplace_back("owner", "PTA@model@weight");
        const auto path = write(u"memscope_dump_20260527062213.csv"_s, csv(rows));
        const auto got = read(path);
        QVERIFY(got.store != nullptr);
        QCOMPARE(got.store->devices().size(), std::size_t{2});
        const auto &pool = got.store->devices()[0];
        QCOMPARE(got.store->text(pool.allocator), std::string_view("PTA"));
        QCOMPARE(got.store->text(got.store->devices()[1].allocator), std::string_view("HAL"));
        QCOMPARE(pool.eventCount, 4U);  // and the segment
        QVERIFY(pool.allocations.activeBytes == (std::vector<std::uint64_t>{0, 512, 1536, 1024}));
        QCOMPARE(pool.allocations.allocations.size(), std::size_t{2});
        const auto frames = got.store->stacks().frames(pool.allocations.allocations[0].stack);
        QCOMPARE(frames.size(), std::size_t{2});
        const auto frame = got.store->stacks().at(frames[0]);
        QCOMPARE(got.store->text(frame.file), std::string_view("/train.py"));
        QCOMPARE(got.store->text(frame.function), std::string_view("forward"));
        QCOMPARE(frame.line, std::uint64_t{12});
        const auto owner = got.store->events().at(pool.firstEvent + 2).category;
        QCOMPARE(got.store->text(owner), std::string_view("PTA@model@weight"));
        QCOMPARE(got.run.snapshots.front().log->count("memscope.unpaired"), std::uint64_t{3});
        QVERIFY(!got.run.snapshots.front().log->hasDataLoss());
    }

    /// However a version spells them; without the type of the memory nothing could be told apart.
    void columnsAreKnownByTheirLetters() {
        const auto text = csv({block(1, "MALLOC", "PTA", 1, 0x1000, 512), block(2, "MALLOC", "HAL", 2, 0x2000, 512)});
        const auto named = [&](std::string_view type) {
            auto other = text;
            const std::string_view known = "Event Type";
            return other.replace(other.find(known), known.size(), type);
        };
        for (const auto *type : {"EventType", "event_type", "EVENT TYPE"}) {
            const auto got = read(write(u"memscope_dump_1.csv"_s, named(type)));
            QVERIFY2(got.store != nullptr && got.store->devices().size() == 2, type);
        }
        QVERIFY(read(write(u"memscope_dump_1.csv"_s, named("Kind"))).store == nullptr);
    }

    void eventsAreKnownByTheirLetters() {
        const auto rows = [](const char *malloc, const char *free, const char *pool) {
            return csv({block(1, malloc, pool, 1, 0x1000, 512), block(2, free, pool, 2, 0x1000, 512)});
        };
        for (const auto &text : {rows("MALLOC", "FREE", "MINDSPORE"), rows("Malloc", "Free", "MindSpore"),
                                 rows("malloc", "FREE", "mindspore")}) {
            const auto got = read(write(u"memscope_dump_1.csv"_s, text));
            QVERIFY2(got.store != nullptr && got.store->devices().size() == 1, text.c_str());
            QCOMPARE(got.store->devices()[0].eventCount, 2U);
        }
    }

    /// What the pool itself tells: reserved bytes are its, bytes in use are compared.
    void thePoolsOwnFiguresAreKept() {
        std::vector<Row> rows{block(1, "MALLOC", "PTA", 1, 0x1000, 512), block(2, "MALLOC", "PTA", 2, 0x2000, 512)};
        rows[0].id = std::numeric_limits<std::int64_t>::min();  // segments of before stand before it
        rows[0].attributes.insert(rows[0].attributes.end(), {{"total", "2097152"}, {"used", "512"}});
        rows[1].attributes.insert(rows[1].attributes.end(), {{"total", "4194304"}, {"used", "1536"}});
        const auto got = read(write(u"leaks_dump_1.csv"_s, csv(rows)));
        QVERIFY(got.store != nullptr);
        const auto &table = got.store->devices()[0].allocations;
        QCOMPARE(table.reservedAfter(0), std::uint64_t{2097152});
        QCOMPARE(table.reservedAfter(got.store->devices()[0].eventCount - 1), std::uint64_t{4194304});
        QCOMPARE(got.run.snapshots.front().log->count("memscope.total"), std::uint64_t{1});
    }

    /// A block of the driver in which an allocator keeps its own is its segment, as long as it was there.
    void blocksOfTheDriverAreSegments() {
        const auto got =
            read(write(u"memscope_dump_5.csv"_s,
                       csv({block(1, "MALLOC", "HAL", 1, 0x10000, 4096), block(2, "MALLOC", "HAL", 2, 0x80000, 4096),
                            block(3, "MALLOC", "PTA", 3, 0x10200, 512), block(4, "FREE", "PTA", 4, 0x10200, 512),
                            block(5, "FREE", "HAL", 5, 0x10000, 4096), block(6, "MALLOC", "PTA", 6, 0x10200, 512)})));
        QVERIFY(got.store != nullptr);
        const auto &pool = got.store->devices()[0];
        QCOMPARE(pool.allocations.spans.size(), std::size_t{1});
        QCOMPARE(pool.allocations.spans[0].address, std::uint64_t{0x10000});
        QCOMPARE(pool.allocations.spans[0].size, std::uint64_t{4096});
        QCOMPARE(pool.eventCount, 5U);
        QVERIFY(pool.allocations.activeBytes == (std::vector<std::uint64_t>{0, 512, 0, 0, 512}));
        QCOMPARE(pool.allocations.reservedAfter(0), std::uint64_t{4096});
        QCOMPARE(pool.allocations.reservedAfter(3), std::uint64_t{0});
    }

    void timesOfRecordsOf2025AreMicroseconds() {
        auto rows = std::vector<Row>{block(1, "MALLOC", "HAL", 0, 0x1000, 512)};
        rows[0].time = 1'746'006'014'361'575;
        const auto got = read(write(u"leaks_dump_2.csv"_s, csv(rows)));
        QVERIFY(got.store != nullptr);
        QCOMPARE(got.store->events().timeNs(0), std::int64_t{1'746'006'014'361'575'000});
        QCOMPARE(got.run.snapshots.front().log->count("memscope.microseconds"), std::uint64_t{1});
    }

    /// A failed allocation and marked steps are what they are in a snapshot of PyTorch.
    void stepsAndFailuresAreMarked() {
        std::vector<Row> rows;
        for (int i = 0; i < 3; ++i) {
            Row mark{10 * i, "MSTX", "Range_start", "\"\"step start\"\"", kBegin + 1000 * i, "0", 0, {}, {}};
            rows.push_back(mark);
            rows.push_back(block(10 * i + 1, "MALLOC", "PTA", 1000 * i + 1, 0x1000, 512));
            rows.push_back(block(10 * i + 2, "FREE", "PTA", 1000 * i + 2, 0x1000, 512));
        }
        rows.push_back({99, "OOM_DETAIL", "OOM_TRIGGER", "N/A", kBegin + 5000, "0", 0, {{"req_size", "777"}}, {}});
        const auto path = m_folder.filePath(u"memscope_dump_3.db"_s).toStdString();
        for (auto &row : rows) {
            row.name = row.event == "MSTX" ? "\"step start\"" : row.name;
        }
        writeDatabase(path, rows);
        const auto got = read(path);
        QVERIFY(got.store != nullptr);
        QCOMPARE(got.store->annotations().size(), std::size_t{3});
        QCOMPARE(got.store->text(got.store->annotations()[2].name), std::string_view("ProfilerStep#2"));
        const auto last = got.store->events().at(got.store->events().size() - 1);
        QCOMPARE(last.action, SnapshotAction::OutOfMemory);
        QCOMPARE(last.size, std::uint64_t{777});
    }

    /// Random records in either file against a walk of its own.
    void curvesAreThoseOfAnIndependentWalk() {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
            std::vector<Row> rows;
            std::map<std::string, std::vector<std::uint64_t>> expected;
            std::map<std::string, std::map<std::uint64_t, std::uint64_t>> live;
            const char *pools[] = {"PTA", "HAL", "ATB"};
            for (int i = 0; i < 300; ++i) {
                const std::string device = std::to_string(below(2));
                const std::string pool = pools[below(3)];
                const auto key = device + ' ' + pool;
                const auto address = std::uint64_t{0x1000} * (1 + below(20));
                auto &of = live[key];
                const bool isAlloc = below(2) == 0;
                auto row = block(i, isAlloc ? "MALLOC" : "FREE", pool.c_str(), i, address, 64 * (1 + below(9)));
                row.device = device;
                const bool isPaired = isAlloc != of.contains(address);
                if (isPaired && isAlloc) {
                    of[address] = std::stoull(row.attributes[1].second);
                } else if (isPaired) {
                    of.erase(address);
                }
                if (isPaired) {
                    std::uint64_t sum = 0;
                    for (const auto &[at, size] : of) {
                        sum += size;
                    }
                    expected[key].push_back(sum);
                }
                rows.push_back(row);
            }
            std::shuffle(rows.begin(), rows.end(), random);
            const auto number = QString::number(seed);
            const auto path = m_folder.filePath(u"memscope_dump_"_s + number + u"0000.db"_s).toStdString();
            writeDatabase(path, rows);
            for (const auto &one : {path, write(u"memscope_dump_"_s + number + u"0001.csv"_s, csv(rows))}) {
                const auto got = read(one);
                QVERIFY2(got.store != nullptr, one.c_str());
                QCOMPARE(got.store->devices().size(), expected.size());
                for (const auto &device : got.store->devices()) {
                    const auto key =
                        std::to_string(device.device) + ' ' + std::string(got.store->text(device.allocator));
                    std::vector<std::uint64_t> curve;
                    for (std::uint32_t i = 0; i < device.eventCount; ++i) {
                        const auto action = got.store->events().action(device.firstEvent + i);
                        if (action == SnapshotAction::Alloc || action == SnapshotAction::FreeCompleted) {
                            curve.push_back(device.allocations.activeBytes[i]);
                        }
                    }
                    QVERIFY2(curve == expected[key], (one + ' ' + key).c_str());
                    QVERIFY(device.allocations.trouble.isSound());
                }
            }
        }
    }

    /// What breaks off gives what stands before it; what tells nothing is refused.
    void damageIsTold() {
        std::vector<Row> rows{block(1, "MALLOC", "PTA", 1, 0x1000, 512), block(2, "MALLOC", "PTA", 2, 0x2000, 512)};
        auto text = csv(rows);
        text.resize(text.size() - 40);
        const auto cut = read(write(u"memscope_dump_77.csv"_s, text));
        QVERIFY(cut.store != nullptr);
        QCOMPARE(cut.store->events().size(), std::size_t{1});
        QVERIFY(cut.run.snapshots.front().log->hasDataLoss());
        const auto empty = read(write(u"memscope_dump_78.csv"_s, csv({})));
        QVERIFY(empty.store == nullptr);
    }

private:
    std::string write(const QString &name, const std::string &text) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0) {
            return {};
        }
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(MemscopeTest)

}  // namespace tst_memscope
#include "tst_memscope.moc"
