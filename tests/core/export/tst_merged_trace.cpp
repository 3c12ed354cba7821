// One trace of several ranks, written from timelines made by hand: lanes of slices and arrows, names of counters.
#include "core/export/merged_trace.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QtTest>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tst_merged_trace {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

RankCapture traced(int rank, TraceBuilder builder, std::vector<std::shared_ptr<const TableStore>> tables = {}) {
    auto capture = planted::capture(rank, std::move(tables));
    capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
    return capture;
}

/// Two slices that overlap on one track, the later one launched by the host.
TraceBuilder overlapping() {
    TraceBuilder builder;
    const auto host = builder.track({TrackKind::HostThread, builder.intern("host"), builder.intern("thread 1")});
    const auto work = builder.track({TrackKind::HostThread, builder.intern("host"), builder.intern("thread 2")});
    builder.slice(host, 1000, 100, builder.intern("launch"), SliceClass::Runtime, 1);
    builder.slice(work, 2000, 600, builder.intern("first"), SliceClass::HostOp, 2);
    builder.slice(work, 2500, 500, builder.intern("second"), SliceClass::HostOp, 3);
    builder.flow(FlowPhase::Start, host, 1000, 1, builder.intern("launch"));
    builder.flow(FlowPhase::End, work, 2500, 1, builder.intern("launch"));
    return builder;
}

/// A kernel that a call launched, and one whose launch nothing tells; threads without names, or with the same one.
TraceBuilder launching() {
    TraceBuilder builder;
    const auto host = builder.track({TrackKind::HostThread, builder.intern("host"), builder.intern("main ")});
    const auto other = builder.track({TrackKind::HostThread, builder.intern("other"), builder.intern("main")});
    const auto again = builder.track({TrackKind::HostThread, builder.intern("host "), builder.intern("main")});
    const auto stream = builder.track({TrackKind::DeviceStream, builder.intern("device"), builder.intern("stream 7")});
    builder.slice(host, 1000, 100, builder.intern("launch"), SliceClass::Runtime, 1);
    builder.slice(other, 1000, 100, builder.intern("idle"), SliceClass::Other, 2);
    builder.slice(again, 1000, 100, builder.intern("idle"), SliceClass::Other, 3);
    builder.slice(stream, 2000, 500, builder.intern("gemm"), SliceClass::Computing, 4);
    builder.slice(stream, 3000, 500, builder.intern("gemm"), SliceClass::Computing, 5);
    builder.flow(FlowPhase::Start, host, 1000, 1, builder.intern("launch"));
    builder.flow(FlowPhase::End, stream, 2000, 1, builder.intern("launch"));
    return builder;
}

std::shared_ptr<const TableStore> kernels() {
    TableWriter<KernelRecord> table;
    KernelRecord record;
    record.name = "gemm";
    record.stream = 7;
    record.begin = 2300;  // rounded
    record.duration = 500;
    record.inputShapes = "[[8, 8], [8, 8]]";
    record.frameworkOp = "aten::mm";
    table.append(record);
    return std::make_shared<const TableStore>(table.take());
}

/// "busy" of two processes, and "alone" of one.
TraceBuilder counting() {
    TraceBuilder builder;
    const auto add = [&](const char *process, const char *series) {
        const auto track = builder.track({TrackKind::Counter, builder.intern(process), builder.intern(series)});
        for (const std::int64_t time : {1000, 2000, 3000}) {
            builder.sample(track, time, 1);
        }
    };
    add("device a", "busy");
    add("device b", "busy");
    add("device b", "alone");
    return builder;
}

struct MergedEvents {
    QJsonObject document;
    QJsonArray events;
    MergedTraceContent content;
};

MergedEvents written(const Workspace &space, const MergedTraceChoice &choice = {}) {
    std::string text;
    const auto take = [&text](std::string_view piece) {
        text += piece;
        return Status{};
    };
    auto content = writeMergedTrace(space.runs.front(), choice, take, {});
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    return {document, document[u"traceEvents"_s].toArray(), content.value_or(MergedTraceContent{})};
}

}  // namespace

class MergedTraceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Readers look for the slice of an arrow on the thread that the arrow names.
    void arrowsAreAtTheThreadOfTheirSlice() {
        const auto made = written(planted::workspace({traced(0, overlapping())}));
        QCOMPARE(made.content.flows, std::uint64_t{1});
        std::map<QString, int> threads;
        for (const auto &value : made.events) {
            const auto event = value.toObject();
            const auto phase = event[u"ph"_s].toString();
            if (phase == u"X") {
                threads[event[u"name"_s].toString()] = event[u"tid"_s].toInt();
            } else if (phase == u"s" || phase == u"f") {
                threads[phase] = event[u"tid"_s].toInt();
            }
        }
        QVERIFY(threads[u"first"_s] != threads[u"second"_s]);
        QCOMPARE(threads[u"s"_s], threads[u"launch"_s]);
        QCOMPARE(threads[u"f"_s], threads[u"second"_s]);
    }

    void countersOfOneNameStayApart() {
        const auto made = written(planted::workspace({traced(0, counting()), traced(1, overlapping())}));
        std::map<QString, int> samples;
        for (const auto &value : made.events) {
            const auto event = value.toObject();
            if (event[u"ph"_s].toString() == u"C") {
                ++samples[event[u"name"_s].toString()];
            }
        }
        QCOMPARE(samples,
                 (std::map<QString, int>{{u"alone"_s, 3}, {u"device a / busy"_s, 3}, {u"device b / busy"_s, 3}}));
    }

    /// The value that holds when the time begins is in it, one that comes when it ends is not.
    void aTimeIsCutOut() {
        MergedTraceChoice choice;
        choice.range = AlignedRange{alignedTime(1500), alignedTime(3000)};
        const auto made = written(planted::workspace({traced(0, counting())}), choice);
        QCOMPARE(made.content.samples, std::uint64_t{6});
    }
    /// Readers drop what begins before 0.
    void whatReachesIntoTheTimeHasNoNegativeOne() {
        MergedTraceChoice choice;
        choice.range = AlignedRange{alignedTime(2300), alignedTime(2700)};
        const auto made = written(planted::workspace({traced(0, overlapping())}), choice);
        QCOMPARE(made.document[u"baseTimeNanoseconds"_s].toInteger(), 2000);
        std::map<QString, double> begins;
        for (const auto &event : made.events) {
            if (event.toObject()[u"ph"_s].toString() == u"X") {
                begins[event.toObject()[u"name"_s].toString()] = event.toObject()[u"ts"_s].toDouble();
            }
        }
        QCOMPARE(begins, (std::map<QString, double>{{u"first"_s, 0}, {u"second"_s, 0.5}}));
    }

    /// A call and what it launched have one number, the work what its table knows of it; other work has no arguments,
    /// which would be those of a launch that is missing.
    void launchesAndTheirWorkHaveArguments() {
        const auto made = written(planted::workspace({traced(0, launching(), {kernels()})}));
        std::map<double, QJsonObject> arguments;
        for (const auto &event : made.events) {
            if (event.toObject()[u"ph"_s].toString() == u"X") {
                const auto args = event.toObject()[u"args"_s].toObject();
                arguments[event.toObject()[u"ts"_s].toDouble()] = args;
                QCOMPARE(args.isEmpty(), event.toObject()[u"name"_s].toString() == u"idle" ||
                                             event.toObject()[u"ts"_s].toDouble() == 2);
            }
        }
        QCOMPARE(arguments[1], (QJsonObject{{u"correlation"_s, 1},
                                            {u"stream"_s, 7},
                                            {u"operator"_s, u"aten::mm"_s},
                                            {u"input_shapes"_s, u"[[8, 8], [8, 8]]"_s}}));
    }
    void threadsHaveNamesOfTheirOwn() {
        const auto made = written(planted::workspace({traced(0, launching()), traced(1, launching())}));
        std::map<std::pair<int, QString>, int> names;
        for (const auto &event : made.events) {
            if (event.toObject()[u"name"_s].toString() == u"thread_name") {
                const auto name = event.toObject()[u"args"_s].toObject()[u"name"_s].toString();
                QVERIFY(!name.isEmpty() && name == name.trimmed());
                ++names[{event.toObject()[u"pid"_s].toInt(), name}];
            }
        }
        QCOMPARE(names.size(), std::size_t{8});
        QVERIFY(names.contains({0, u"host / main (2)"_s}));
    }
    /// A reader judges the ranks by their job.
    void groupsAndSizesAreWritten() {
        auto space = planted::workspace({traced(0, overlapping()), traced(1, overlapping())});
        QVERIFY(!written(space).document.contains(u"distributedInfo"_s));
        space.runs.front().parallel.pp = 2;
        space.runs.front().parallel.world = 4;
        space.runs.front().groups = {{"group_1", "pp", {0, 2}}};
        const auto place = written(space).document[u"distributedInfo"_s].toObject();
        QCOMPARE(place[u"world_size"_s].toInt(), 4);
        QCOMPARE(place[u"pipeline_model_parallel_size"_s].toInt(), 2);
        QVERIFY(!place.contains(u"tensor_model_parallel_size"_s));
        const auto group = place[u"pg_config"_s].toArray().first().toObject();
        QCOMPARE(group[u"pg_name"_s].toString(), u"group_1"_s);
        QCOMPARE(group[u"pg_desc"_s].toString(), u"pp"_s);
        QCOMPARE(group[u"ranks"_s].toArray(), (QJsonArray{0, 2}));
    }
};

TEST_SUITE(MergedTraceTest)

}  // namespace tst_merged_trace

#include "tst_merged_trace.moc"
