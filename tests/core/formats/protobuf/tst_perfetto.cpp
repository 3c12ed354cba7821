// Traces of Perfetto: sequences, names, clocks and packing against a computation of the test; arrows, counters, older
// events, rocprofv3; damage.
#include "core/formats/format.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/protobuf/written_proto.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <zlib.h>

#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tst_perfetto {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr std::uint64_t kBegin = 1;
constexpr std::uint64_t kEnd = 2;
constexpr std::uint64_t kInstant = 3;
constexpr std::uint64_t kCounter = 4;

std::string packed(const ProtoText &packet) { return ProtoText().message(1, packet).text(); }

ProtoText threadTrack(std::uint64_t uuid, std::uint64_t process, std::uint64_t thread, const std::string &name = {}) {
    ProtoText own;
    own.number(1, process).number(2, thread);
    if (!name.empty()) {
        own.bytes(5, name);
    }
    return ProtoText().number(1, uuid).message(4, own);
}
ProtoText written(std::uint64_t type, std::uint64_t track, const std::string &name = {},
                  const std::string &category = {}) {
    ProtoText text;
    text.number(9, type).number(11, track);
    if (!category.empty()) {
        text.bytes(22, category);
    }
    if (!name.empty()) {
        text.bytes(23, name);
    }
    return text;
}
std::string track(const ProtoText &descriptor) { return packed(ProtoText().number(10, 1).message(60, descriptor)); }
std::string at(std::uint64_t time, const ProtoText &own) {
    return packed(ProtoText().number(8, time).number(10, 1).message(11, own));
}
ProtoText note(const std::string &name, std::uint64_t value) { return ProtoText().bytes(10, name).number(3, value); }
ProtoText note(const std::string &name, const std::string &value) {
    return ProtoText().bytes(10, name).bytes(6, value);
}

std::string deflated(const std::string &text) {
    std::string out(compressBound(text.size()), '\0');
    auto size = static_cast<uLongf>(out.size());
    compress(reinterpret_cast<Bytef *>(out.data()), &size, reinterpret_cast<const Bytef *>(text.data()), text.size());
    out.resize(size);
    return out;
}

std::multiset<std::string> slicesOf(const TraceStore &trace) {
    std::multiset<std::string> found;
    for (const auto &own : trace.tracks()) {
        const auto &slices = trace.slices(own.id);
        for (std::uint32_t i = 0; i < slices.size() && slices.klass(i) != SliceClass::Overlap; ++i) {
            found.insert(std::string(trace.text(own.name)) + ' ' + std::string(trace.text(slices.name(i))) + ' ' +
                         std::to_string(ns(slices.begin(i))) + ' ' + std::to_string(ns(slices.end(i))));
        }
    }
    return found;
}

/// A sequence of packets as the SDK writes it: names once, times as steps of a clock of its own.
class Sequence {
public:
    Sequence(std::uint32_t id, bool usesOwnClock, std::int64_t start)
        : m_id(id), m_last(start), m_usesOwn(usesOwnClock) {
        ProtoText packet;
        packet.number(10, m_id).number(13, 1);
        if (m_usesOwn) {
            packet.message(59, ProtoText().number(58, 64));
            packet.message(6, ProtoText()
                                  .message(1, ProtoText().number(1, 64).number(2, 0).number(3, 1).number(4, 10))
                                  .message(1, ProtoText().number(1, 6).number(2, static_cast<std::uint64_t>(start))));
        }
        m_text = packed(packet);
    }
    void add(std::int64_t time, std::uint64_t type, std::uint64_t uuid, const std::string &name) {
        ProtoText own;
        own.number(9, type).number(11, uuid);
        ProtoText packet;
        if (!name.empty()) {
            const auto [it, isNew] = m_names.try_emplace(name, m_names.size() + 1);
            own.number(10, it->second);
            if (isNew) {
                packet.message(12, ProtoText().message(2, ProtoText().number(1, it->second).bytes(2, name)));
            }
        }
        const auto value = m_usesOwn ? (time - m_last) / 10 : time;
        m_last = m_usesOwn ? m_last + value * 10 : m_last;
        packet.number(8, static_cast<std::uint64_t>(value)).number(10, m_id).number(13, 2).message(11, own);
        m_text += packed(packet);
    }
    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    std::uint32_t m_id;
    std::int64_t m_last;
    bool m_usesOwn;
    std::map<std::string, std::uint64_t> m_names;
    std::string m_text;
};

}  // namespace

class PerfettoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesOfSequences_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 12; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }
    /// Nested ranges of several threads, each sequence with names and a clock of its own, one behind the other in the
    /// file or packed together.
    void rangesOfSequences() {
        QFETCH(const unsigned, seed);
        std::mt19937 random(seed);
        const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
        std::multiset<std::string> expected;
        std::string text;
        for (std::uint32_t s = 1; s <= 3; ++s) {
            const auto uuid = (std::uint64_t{s} << 40) + 17;
            std::int64_t time = 1'000'000 + upTo(1000) * 10;
            Sequence sequence(s, upTo(1) == 1, time);
            std::vector<std::pair<std::string, std::int64_t>> open;
            const auto close = [&] {
                time += 10 + upTo(100) * 10;
                sequence.add(time, kEnd, uuid, {});
                expected.insert("worker " + std::to_string(s) + ' ' + open.back().first + ' ' +
                                std::to_string(open.back().second) + ' ' + std::to_string(time));
                open.pop_back();
            };
            for (int i = 0; i < 60; ++i) {
                if (!open.empty() && upTo(1) == 1) {
                    close();
                } else if (open.size() < 5) {
                    time += 10 + upTo(100) * 10;
                    open.emplace_back("name " + std::to_string(upTo(6)), time);
                    sequence.add(time, kBegin, uuid, open.back().first);
                }
            }
            while (!open.empty()) {
                close();
            }
            const auto descriptor = track(threadTrack(uuid, 7, s, "worker " + std::to_string(s)));
            const auto own = upTo(1) == 1 ? sequence.text() + descriptor : descriptor + sequence.text();
            text += upTo(1) == 1 ? packed(ProtoText().bytes(50, deflated(own))) : own;
        }
        const auto loaded = load(text);
        QVERIFY(loaded->status);
        QVERIFY(loaded->log.isEmpty());
        QCOMPARE(slicesOf(*loaded->traces.at(0)), expected);
    }

    /// Times of other clocks are moved by the snapshot before them, and those of the trace to wall time.
    void clocks() {
        const auto snapshot = [](std::uint64_t boot, std::uint64_t mono, std::uint64_t wall) {
            return packed(ProtoText().message(6, ProtoText()
                                                     .message(1, ProtoText().number(1, 6).number(2, boot))
                                                     .message(1, ProtoText().number(1, 3).number(2, mono))
                                                     .message(1, ProtoText().number(1, 1).number(2, wall))));
        };
        const auto inMono = [](std::uint64_t time, const ProtoText &own) {
            return packed(ProtoText().number(8, time).number(10, 1).number(58, 3).message(11, own));
        };
        const auto text =
            track(threadTrack(5, 1, 2, "t")) + snapshot(1000, 400, 1'700'000'000'000'001'000) +
            snapshot(2000, 1500, 1'700'000'000'000'002'000) + at(1100, written(kInstant, 5, "a")) +
            inMono(500, written(kInstant, 5, "b")) + inMono(1600, written(kInstant, 5, "c")) +
            packed(ProtoText().number(8, 5).number(10, 1).number(58, 77).message(11, written(kInstant, 5, "d")));
        const auto loaded = load(text);
        QVERIFY(loaded->status);
        QCOMPARE(slicesOf(*loaded->traces.at(0)),
                 (std::multiset<std::string>{"t a 1700000000000001100 1700000000000001100",
                                             "t b 1700000000000001100 1700000000000001100",
                                             "t c 1700000000000002100 1700000000000002100"}));
        QCOMPARE(loaded->log.count("perfetto.unknown_clock"), std::uint64_t{1});
    }

    void countersAndFlows() {
        const auto counter = ProtoText()
                                 .number(1, 9)
                                 .bytes(2, "Memory")
                                 .number(5, 1)
                                 .message(8, ProtoText().number(3, 3).number(4, 1024));
        const auto process = ProtoText().number(1, 1).message(3, ProtoText().number(1, 30).bytes(6, "train"));
        auto first = written(kBegin, 5, "send");
        first.fixed64(47, 77);
        auto last = written(kInstant, 6, "receive");
        last.fixed64(48, 77);
        const auto text = track(process) + track(counter) + track(threadTrack(5, 30, 2, "t")) +
                          track(threadTrack(6, 30, 3, "u")) + at(50, last) + at(10, first) + at(20, written(kEnd, 5)) +
                          at(12, written(kCounter, 9).number(30, 3)) + at(11, written(kCounter, 9).number(30, 2));
        const auto loaded = load(text);
        QVERIFY(loaded->status);
        const auto &trace = *loaded->traces.at(0);
        const auto id = loaded->track("train/Memory");
        QVERIFY(id);
        QCOMPARE(trace.text(trace.track(*id).label), std::string_view("bytes"));
        QCOMPARE(trace.counter(*id).value(0), 2048.0);
        QCOMPARE(trace.counter(*id).value(1), 3072.0);
        QCOMPARE(trace.flows().size(), std::size_t{1});
        QCOMPARE(ns(trace.flows().at(0).from), 10);
        QCOMPARE(ns(trace.flows().at(0).to), 50);
    }

    /// Streams of agents are devices; kernels that overlapped were cut in the middle and keep their times among the
    /// annotations; calls launch what has their number.
    void rocprof() {
        const auto named = [](std::uint64_t uuid, const std::string &name) {
            return track(ProtoText().number(1, uuid).bytes(2, name).number(5, 1));
        };
        const auto range = [](std::uint64_t uuid, std::uint64_t begin, std::uint64_t end, const std::string &name,
                              const std::string &category, std::uint64_t number, std::uint64_t shownEnd) {
            auto own = written(kBegin, uuid, name, category);
            own.message(4, note("begin_ns", begin)).message(4, note("end_ns", end)).message(4, note("corr_id", number));
            return at(begin, own) + at(shownEnd, written(kEnd, uuid));
        };
        auto copy = written(kBegin, 13, "MEMORY_COPY_HOST_TO_DEVICE", "memory_copy");
        copy.message(4, note("begin_ns", 500)).message(4, note("end_ns", 700)).message(4, note("bytes", 4096));
        const auto text =
            track(ProtoText().number(1, 1).message(3, ProtoText().number(1, 42).bytes(6, "app"))) +
            track(threadTrack(10, 42, 43, "THREAD 0 (43)")) + named(11, "COMPUTE AGENT [4] STREAM [1] (GPU)") +
            named(12, "COMPUTE AGENT [5] STREAM [1] (GPU)") + named(13, "COPY to AGENT [4] STREAM [0] (GPU)") +
            range(10, 100, 200, "hipLaunchKernel", "hip_api", 1, 200) +
            range(10, 300, 400, "hipLaunchKernel", "hip_api", 2, 400) +
            range(11, 1000, 3000, "gemm", "kernel_dispatch", 1, 2500) +
            range(11, 2500, 4000, "ncclDevKernel_Generic_1", "kernel_dispatch", 9, 4000) +
            range(12, 1000, 1500, "gemm", "kernel_dispatch", 2, 1500) + at(500, copy) + at(700, written(kEnd, 13));
        const auto loaded = load(text);
        QVERIFY(loaded->status);
        const auto kernels = loaded->table(TableKind::Kernels);
        QVERIFY(kernels != nullptr);
        std::vector<std::string> rows;
        for (std::size_t i = 0; i < kernels->rowCount(); ++i) {
            rows.push_back(
                std::string(kernels->text(i, "name")) + ' ' + std::to_string(kernels->number(i, "device")) + ' ' +
                std::to_string(kernels->number(i, "begin_ns")) + ' ' +
                std::to_string(kernels->number(i, "duration_ns")) + ' ' +
                (kernels->number(i, "launch_ns") < 0 ? "" : std::to_string(kernels->number(i, "launch_ns"))) +
                std::string(kernels->text(i, "core")));
        }
        QCOMPARE(rows, (std::vector<std::string>{"MEMORY_COPY_HOST_TO_DEVICE 4 500 200 MEMCPY", "gemm 4 1000 2000 100",
                                                 "gemm 5 1000 500 300",
                                                 "ncclDevKernel_Generic_1 4 2500 1500 COMMUNICATION"}));
        QCOMPARE(loaded->table(TableKind::Copies)->text(0, "direction"), std::string_view("HtoD"));
        QCOMPARE(loaded->table(TableKind::Copies)->number(0, "bytes"), 4096);
        QVERIFY(loaded->track("AGENT [5] (GPU)/COMPUTE AGENT [5] STREAM [1] (GPU)"));
        QCOMPARE(loaded->traces.at(0)->flows().size(), std::size_t{2});
    }

    /// Phases of trace events, names and threads as old writers give them: times count on from the thread's.
    void olderEvents() {
        const auto legacy = [](std::uint64_t delta, char phase, std::uint64_t name, std::uint64_t duration = 0,
                               std::uint64_t id = 0) {
            ProtoText own;
            own.number(2, static_cast<std::uint64_t>(phase));
            if (duration > 0) {
                own.number(3, duration);
            }
            if (id > 0) {
                own.number(6, id);
            }
            return packed(ProtoText().number(10, 4).message(
                11, ProtoText().number(1, delta).number(3, 1).number(10, name).message(6, own)));
        };
        const auto names = ProtoText()
                               .message(1, ProtoText().number(1, 1).bytes(2, "cat"))
                               .message(2, ProtoText().number(1, 1).bytes(2, "outer"))
                               .message(2, ProtoText().number(1, 2).bytes(2, "inner"));
        const auto text = packed(ProtoText().number(10, 4).number(41, 1).message(12, names).message(
                              44, ProtoText().number(1, 8).number(2, 9).bytes(5, "main").number(6, 1000))) +
                          legacy(1, 'B', 1) + legacy(1, 'X', 2, 3) + legacy(5, 'E', 1) + legacy(1, 'b', 2, 0, 7) +
                          legacy(2, 'e', 2, 0, 7);
        const auto loaded = load(text);
        QVERIFY(loaded->status);
        QCOMPARE(slicesOf(*loaded->traces.at(0)),
                 (std::multiset<std::string>{"main outer 1001000 1007000", "main inner 1002000 1005000",
                                             "cat inner 1008000 1010000"}));
    }

    /// What refers to names that were lost is counted; ends without begins, too.
    void lostState() {
        ProtoText needs;
        needs.number(8, 5).number(10, 3).number(13, 2).message(
            11, ProtoText().number(9, kBegin).number(11, 5).number(10, 1));
        const auto loaded = load(track(threadTrack(5, 1, 2, "t")) + packed(needs) + at(7, written(kEnd, 5)) +
                                 at(8, written(kInstant, 5, "x")));
        QVERIFY(loaded->status);
        QCOMPARE(loaded->log.count("perfetto.lost_state"), std::uint64_t{1});
        QCOMPARE(loaded->log.count("trace.unmatched_end"), std::uint64_t{1});
        QCOMPARE(loaded->traces.at(0)->sliceCount(), std::uint64_t{1});
    }

    void details() {
        auto own = written(kBegin, 5, "work", "cat");
        own.message(4, note("text", "a")).message(4, note("count", 12));
        own.message(4, ProtoText().bytes(10, "outer").message(11, note("in", 3)).message(11, note("also", "b")));
        const auto path = write(track(threadTrack(5, 1, 2, "t")) + at(10, own) + at(20, written(kEnd, 5)));
        const auto loaded = loadFile(*formatById("perfetto"), path, LoadDepth::Deep);
        const auto &slices = loaded->traces.at(0)->slices(*loaded->track("Process 1/t"));
        const auto details = formatById("perfetto")->details(sourceOf(path), {slices.row(0)});
        QVERIFY(details);
        QCOMPARE(*details, (KeyValues{{"name", "work"},
                                      {"cat", "cat"},
                                      {"text", "a"},
                                      {"count", "12"},
                                      {"outer.in", "3"},
                                      {"outer.also", "b"}}));
    }

    void damage() {
        std::string whole = track(threadTrack(5, 1, 2, "t"));
        for (std::uint64_t i = 0; i < 40; ++i) {
            whole += at(10 * i, written(kBegin, 5, "n")) + at(10 * i + 5, written(kEnd, 5));
        }
        for (std::size_t size = 1; size < whole.size(); size += 7) {
            const auto part = load(whole.substr(0, size));
            QVERIFY(part->status || part->status.error().kind == ErrorKind::Truncated ||
                    part->status.error().kind == ErrorKind::Malformed);
            QVERIFY(part->traces.empty() || part->traces.at(0)->sliceCount() <= 40);
        }
        QCOMPARE(load(whole.substr(0, whole.size() - 3))->traces.at(0)->sliceCount(), std::uint64_t{40});
        std::mt19937 random(1);
        for (int i = 0; i < 300; ++i) {
            auto broken = whole;
            for (int j = 0; j < 3; ++j) {
                broken[random() % broken.size()] = static_cast<char>(random());
            }
            std::ignore = load(broken);
        }
    }

    void isKnownByItsHead() {
        const auto *format = formatById("perfetto");
        const auto one = track(threadTrack(5, 1, 2));
        QVERIFY(format->sniff("x.pftrace", one));
        QVERIFY(!format->sniff("x.bin", one + one));
        QVERIFY(format->sniff("x.bin", one + one + one + one + one + one + one + one));
        QVERIFY(!format->sniff("x.pftrace", "\x0a\x02zz"));
        QVERIFY(!format->sniff("x.pftrace", {}));
    }

private:
    std::string write(const std::string &bytes) {
        const auto path = m_folder.filePath(QString::number(m_count++) + QLatin1String(".pftrace")).toStdString();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    std::unique_ptr<LoadedFile> load(const std::string &bytes) {
        const auto path = write(bytes);
        auto loaded = loadFile(*formatById("perfetto"), path, LoadDepth::Deep);
        std::remove(path.c_str());
        return loaded;
    }

    QTemporaryDir m_folder;
    int m_count = 0;
};

TEST_SUITE(PerfettoTest)

}  // namespace tst_perfetto
#include "tst_perfetto.moc"
