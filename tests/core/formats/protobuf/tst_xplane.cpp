// XPlane files: planes, lines and their events against a computation of the test, what joins them, damage.
#include "core/formats/format.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/protobuf/written_xplane.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tst_xplane {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr std::int64_t kStart = 1'779'266'702'889'805'563;  // UTC ns
constexpr std::int64_t kUs = 1'000'000;                     // ps

WrittenXStat number(std::string name, std::int64_t value) { return {std::move(name), value}; }
WrittenXStat text(std::string name, std::string value) { return {std::move(name), std::move(value), true}; }

WrittenXPlane taskPlane() {
    WrittenXPlane plane("Task Environment");
    plane.addFact(number("profile_start_time", kStart));
    return plane;
}

/// Rows of a table as "a,b,c" of some columns.
std::vector<std::string> rowsOf(const TableStore *table, const std::vector<std::string> &columns) {
    std::vector<std::string> rows;
    for (std::size_t i = 0; table != nullptr && i < table->rowCount(); ++i) {
        std::string row;
        for (const auto &column : columns) {
            const auto *values = table->values(column);
            const bool isText = values != nullptr && std::holds_alternative<TableStore::Texts>(*values);
            row += (row.empty() ? "" : ",") +
                   (isText ? std::string(table->text(i, column)) : std::to_string(table->number(i, column, -1)));
        }
        rows.push_back(row);
    }
    return rows;
}
using Texts = std::vector<std::string>;

}  // namespace

class XPlaneTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Random planes and lines: each event is a slice with its name and its times in whole nanoseconds, whatever order
    /// the file has and however many workers read it.
    void eventsAreSlices_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 12; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }
    void eventsAreSlices() {
        QFETCH(const unsigned, seed);
        std::mt19937 random(seed);
        const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
        std::vector<WrittenXPlane> planes{taskPlane()};
        std::multiset<std::string> expected;
        for (int p = 0; p < 1 + upTo(2); ++p) {
            const auto name = p == 0 ? std::string("/host:CPU") : "/device:GPU:" + std::to_string(p - 1);
            auto &plane = planes.emplace_back(name, upTo(1) == 1);
            for (int l = 0; l < 1 + upTo(2); ++l) {
                WrittenXLine line{l + 1,
                                  p == 0 ? "python/" + std::to_string(l) : "Stream #" + std::to_string(l),
                                  upTo(3) == 0 ? 0 : upTo(1'000'000),
                                  {},
                                  {},
                                  upTo(1) == 1};
                std::int64_t at = 0;
                for (int e = 0; e < upTo(40); ++e) {
                    at += upTo(5'000'000);
                    const auto length = 1000 + upTo(3'000'000);
                    const auto event = "op." + std::to_string(upTo(9));
                    line.events.push_back({event, at, length, {number("group_id", 1)}});
                    const auto begin = kStart + line.timestamp + at / 1000;
                    const auto end = kStart + line.timestamp + (at + length) / 1000;
                    expected.insert(name + '/' + line.name + ' ' + event + ' ' + std::to_string(begin) + ' ' +
                                    std::to_string(end));
                    at += length;
                }
                std::shuffle(line.events.begin(), line.events.end(), random);
                plane.add(line);
            }
        }
        const auto one = load(xspaceOf(planes), 1);
        QVERIFY(one->status);
        QVERIFY(one->log.isEmpty());
        std::multiset<std::string> found;
        const auto &trace = *one->traces.at(0);
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; i < slices.size() && slices.klass(i) != SliceClass::Overlap; ++i) {
                found.insert(std::string(trace.text(trace.track(track.parent).name)) + '/' +
                             std::string(trace.text(track.name)) + ' ' + std::string(trace.text(slices.name(i))) + ' ' +
                             std::to_string(ns(slices.begin(i))) + ' ' + std::to_string(ns(slices.end(i))));
            }
        }
        QCOMPARE(found, expected);
        QCOMPARE(dumped(*load(xspaceOf(planes), 3)->traces.at(0)), dumped(trace));
    }

    /// Kernels of two devices: launches by their number, step of the launch, operator and module of the scope, copies.
    void kernelsAndLaunches() {
        WrittenXPlane host("/host:CPU");
        WrittenXLine steps{1, "python/1", 100, {}};
        steps.events.push_back({"train", 0, 50 * kUs, {number("step_num", 7), number("_r", 1)}});
        steps.events.push_back({"train", 60 * kUs, 50 * kUs, {number("step_num", 8), number("_r", 1)}});
        host.add(steps);
        WrittenXLine calls{2, "Host Threads/2", 100, {}};
        for (int i = 0; i < 4; ++i) {
            calls.events.push_back({"cuLaunchKernel", (10 + 20 * i) * kUs, kUs, {number("correlation_id", 100 + i)}});
        }
        host.add(calls);
        std::vector<WrittenXPlane> planes{std::move(host)};
        for (int device = 0; device < 2; ++device) {
            WrittenXPlane plane("/device:GPU:" + std::to_string(device));
            WrittenXLine stream{7, "Stream #7(Kernel)", 100, {}};
            stream.events.push_back({"gemm_fusion_dot_1",
                                     (40 + device) * kUs,
                                     5 * kUs,
                                     {number("correlation_id", 100 + device), text("hlo_op", "gemm_fusion_dot.1"),
                                      text("name", "jit(step)/jvp(Model)/layer_0/dot_general")}});
            stream.events.push_back({"loop_add",
                                     (90 + device) * kUs,
                                     3 * kUs,
                                     {number("correlation_id", 102 + device), text("hlo_op", "loop_add.22")}});
            plane.add(stream);
            plane.add({8,
                       "Stream #8(MemcpyH2D)",
                       100,
                       {{"MemcpyH2D",
                         20 * kUs,
                         2 * kUs,
                         {text("memcpy_details", "kind_src:pinned kind_dst:device size:655360 dest:2 async:1")}}}});
            plane.add({9, "XLA Modules", 100, {{"jit_step", 40 * kUs, 60 * kUs}}});
            planes.push_back(std::move(plane));
        }
        const auto loaded = load(xspaceOf(planes), 2);
        QVERIFY(loaded->status);
        QCOMPARE(rowsOf(loaded->table(TableKind::Steps).get(), {"step", "begin_ns", "end_ns"}),
                 (Texts{"7,100,50100", "8,60100,110100"}));
        QCOMPARE(
            rowsOf(loaded->table(TableKind::Kernels).get(),
                   {"name", "device", "stream", "step", "operator", "module", "launch_ns", "core"}),
            (Texts{"MemcpyH2D,0,8,-1,,,-9223372036854775808,MEMCPY", "MemcpyH2D,1,8,-1,,,-9223372036854775808,MEMCPY",
                   "gemm_fusion_dot_1,0,7,7,dot_general,jit(step)/jvp(Model)/layer_0,10100,",
                   "gemm_fusion_dot_1,1,7,7,dot_general,jit(step)/jvp(Model)/layer_0,30100,",
                   "loop_add,0,7,7,loop_add,,50100,", "loop_add,1,7,8,loop_add,,70100,"}));
        QCOMPARE(rowsOf(loaded->table(TableKind::Copies).get(), {"direction", "memory", "bytes", "device", "stream"}),
                 (Texts{"HtoD,pinned,655360,0,8", "HtoD,pinned,655360,1,8"}));
        QCOMPARE(loaded->traces.at(0)->flows().size(), std::size_t{4});
        QCOMPARE(loaded->slices("/device:GPU:0/XLA Modules"), std::string("jit_step@40100+60000"));
    }

    /// A TPU: operators lie within loops, and what runs from -start to -done has a line of its own. Its line of steps
    /// tells which step work belongs to.
    void operatorsOfTpus() {
        WrittenXPlane plane("/device:TPU:0", true);
        plane.setDisplayName("%while.3 = (s32[]) while(...)", "while.3");
        plane.addToName("%while.3 = (s32[]) while(...)", text("hlo_category", "while"));
        plane.addToName("fusion.1", text("tf_op", "jit(f)/while/body/dot_general:"));
        plane.add({1, "Steps", 50, {{"4", 0, 100 * kUs}, {"5", 100 * kUs, 100 * kUs}}});
        plane.add({2,
                   "XLA Ops",
                   50,
                   {{"%while.3 = (s32[]) while(...)", 10 * kUs, 60 * kUs},
                    {"fusion.1", 20 * kUs, 10 * kUs},
                    {"all-gather-start.2", 31 * kUs, kUs},
                    {"fusion.1", 33 * kUs, 10 * kUs},
                    {"all-gather-done.2", 45 * kUs, 5 * kUs},
                    {"all-reduce.9", 120 * kUs, 8 * kUs}}});
        plane.add({3, "Async XLA Ops", 50, {{"all-gather-start.2", 31 * kUs, 19 * kUs}}});
        const auto loaded = load(xspaceOf({plane}), 1);
        QVERIFY(loaded->status);
        QCOMPARE(rowsOf(loaded->table(TableKind::Kernels).get(), {"name", "step", "operator", "core", "duration_ns"}),
                 (Texts{"fusion.1,4,dot_general,,10000", "all-gather-start.2,4,,COMMUNICATION,19000",
                        "fusion.1,4,dot_general,,10000", "all-reduce.9,5,,COMMUNICATION,8000"}));
        QCOMPARE(rowsOf(loaded->table(TableKind::Steps).get(), {"step", "begin_ns", "end_ns"}),
                 (Texts{"4,50,100050", "5,100050,200050"}));
        QCOMPARE(loaded->slices("Overlap Analysis (computed)/Communication(Not Overlapped)"),
                 std::string("Communication(Not Overlapped)@31050+2000 Communication(Not Overlapped)@43050+7000 "
                             "Communication(Not Overlapped)@120050+8000"));
    }

    /// Without any mark, work says which step it belongs to.
    void stepsByGroup() {
        WrittenXPlane plane("/device:GPU:0");
        WrittenXLine stream{1, "Stream #1", 10, {}};
        for (int i = 0; i < 4; ++i) {
            stream.events.push_back({"k", (10 * i) * kUs, 5 * kUs, {number("group_id", 3 + i / 2)}});
        }
        plane.add(stream);
        const auto loaded = load(xspaceOf({plane, taskPlane()}), 1);
        const auto at = [](std::int64_t ns) { return std::to_string(kStart + 10 + ns); };
        QCOMPARE(rowsOf(loaded->table(TableKind::Steps).get(), {"step", "begin_ns", "end_ns"}),
                 (Texts{"3," + at(0) + ',' + at(15000), "4," + at(20000) + ',' + at(35000)}));
        QCOMPARE(rowsOf(loaded->table(TableKind::Kernels).get(), {"step"}), (Texts{"3", "3", "4", "4"}));
    }

    void memoryAndEnvironment() {
        WrittenXPlane host("/host:CPU");
        const auto memory = [](const char *name, std::int64_t at, std::int64_t bytes, std::int64_t total,
                               const char *allocator) {
            return WrittenXEvent{name,
                                 at,
                                 0,
                                 {text("allocator_name", allocator), number("bytes_allocated", total),
                                  number("allocation_bytes", bytes), number("addr", 4096)}};
        };
        host.add({1,
                  "python/1",
                  5,
                  {memory("MemoryAllocation", kUs, 512, 512, "GPU_1_bfc"),
                   memory("MemoryAllocation", 2 * kUs, 99, 99, "xla_host_bfc"),
                   memory("MemoryDeallocation", 3 * kUs, 512, 0, "GPU_1_bfc")}});
        WrittenXPlane gpu("/device:GPU:0");
        gpu.addFact(number("memory_size", 85'899'345'920));
        gpu.addFact({"device_vendor", std::string("Nvidia"), false});
        const auto loaded = load(xspaceOf({host, gpu}), 1);
        QCOMPARE(rowsOf(loaded->table(TableKind::MemorySamples).get(), {"component", "device", "at_ns", "allocated"}),
                 (Texts{"XLA,1,1005,512", "XLA,1,3005,0"}));
        QCOMPARE(rowsOf(loaded->table(TableKind::MemoryOps).get(), {"bytes", "allocated_ns", "released_ns"}),
                 (Texts{"512,1005,3005"}));
        QCOMPARE(loaded->environment("device", "capacity_bytes"), std::string("85899345920"));
        QCOMPARE(loaded->environment("host", "name"), std::string("host1"));
        const auto shallow = loadFile(*formatById("xplane"), write(xspaceOf({host, gpu})), LoadDepth::Shallow);
        QVERIFY(shallow->status && shallow->traces.empty());
        QCOMPARE(shallow->environment("device", "device_vendor"), std::string("Nvidia"));
    }

    void arrowsAndDetails() {
        WrittenXPlane host("/host:CPU");
        host.add({1, "python/1", 5, {{"enqueue", kUs + 7, kUs, {number("_pt", 14), number("_p", 99), {"load", 0.5}}}}});
        host.add({2, "worker/2", 5, {{"run", 3 * kUs, kUs, {number("_ct", 14), number("_c", 99)}}}});
        const auto path = write(xspaceOf({host}));
        const auto loaded = loadFile(*formatById("xplane"), path, LoadDepth::Deep, 1);
        QCOMPARE(loaded->traces.at(0)->flows().size(), std::size_t{1});
        const auto &slices = loaded->traces[0]->slices(*loaded->track("/host:CPU/python/1"));
        const auto details = formatById("xplane")->details(sourceOf(path), {slices.row(0)});
        QVERIFY(details);
        QCOMPARE(*details, (KeyValues{{"name", "enqueue"},
                                      {"start_ps", "1005007"},
                                      {"duration_ps", "1000000"},
                                      {"_pt", "14"},
                                      {"_p", "99"},
                                      {"load", "0.5"}}));
        QVERIFY(!formatById("xplane")->details(sourceOf(path), {slices.row(0) + 1}));
    }

    /// Sums without times are counted; a file that breaks off shows the lines before the break, and says so.
    void damage() {
        WrittenXPlane host("/host:CPU", true);
        for (int l = 0; l < 3; ++l) {
            WrittenXLine line{l + 1, "t/" + std::to_string(l), 5, {}};
            for (int i = 0; i < 20; ++i) {
                line.events.push_back({"op", i * kUs, kUs, {number("n", i)}});
            }
            line.events.push_back({"sum", 0, kUs, {}, 12});
            host.add(line);
        }
        const auto whole = xspaceOf({host});
        const auto loaded = load(whole, 2);
        QVERIFY(loaded->status);
        QCOMPARE(loaded->log.count("xplane.aggregated"), std::uint64_t{3});
        QCOMPARE(loaded->traces.at(0)->sliceCount(), std::uint64_t{60});
        for (std::size_t size = 1; size < whole.size() - 7; size += 13) {
            const auto part = load(whole.substr(0, size), 2);
            QVERIFY(!part->status);
            QVERIFY(part->status.error().kind == ErrorKind::Truncated ||
                    part->status.error().kind == ErrorKind::Malformed);
            QVERIFY(part->traces.empty() || part->traces.at(0)->sliceCount() <= 60);
        }
        QVERIFY(load(whole.substr(0, whole.size() - 100), 1)->traces.at(0)->sliceCount() > 50);
        std::mt19937 random(1);
        for (int i = 0; i < 300; ++i) {
            auto broken = whole;
            for (int j = 0; j < 3; ++j) {
                broken[random() % broken.size()] = static_cast<char>(random());
            }
            std::ignore = load(broken, 2);
        }
    }

    void isKnownByItsHead() {
        const auto *format = formatById("xplane");
        QVERIFY(format->sniff("a.pb", xspaceOf({WrittenXPlane("/device:TPU:0")})));
        QVERIFY(format->sniff("a.pb", xspaceOf({taskPlane()})));
        QVERIFY(!format->sniff("a.xplane.pb", "\x0a\x03\x12\x01x"));
        QVERIFY(!format->sniff("a.xplane.pb", {}));
        QVERIFY(!format->sniff("a.xplane.pb", "{\"traceEvents\": []}"));
    }

private:
    std::string write(const std::string &bytes) {
        const auto path = m_folder.filePath(QString::number(m_count++) + QLatin1String(".xplane.pb")).toStdString();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    std::unique_ptr<LoadedFile> load(const std::string &bytes, unsigned workers) {
        const auto path = write(bytes);
        auto loaded = loadFile(*formatById("xplane"), path, LoadDepth::Deep, workers);
        std::remove(path.c_str());
        return loaded;
    }

    QTemporaryDir m_folder;
    int m_count = 0;
};

TEST_SUITE(XPlaneTest)

}  // namespace tst_xplane
#include "tst_xplane.moc"
