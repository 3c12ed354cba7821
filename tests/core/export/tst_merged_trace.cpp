// One trace of several ranks, written from timelines made by hand: lanes of slices and arrows, names of counters.
#include "core/export/merged_trace.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QtTest>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace tst_merged_trace {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

RankCapture traced(int rank, TraceBuilder builder) {
    auto capture = planted::capture(rank, {});
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
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(text));
    return {document.object()[u"traceEvents"_s].toArray(), content.value_or(MergedTraceContent{})};
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
};

TEST_SUITE(MergedTraceTest)

}  // namespace tst_merged_trace

#include "tst_merged_trace.moc"
