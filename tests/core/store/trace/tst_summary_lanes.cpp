#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_summary_lanes {

using namespace stagescope;

namespace {

std::shared_ptr<const TraceStore> merge(TraceBuilder builder, bool withLanes = true) {
    ImportLog log;
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(builder));
    MergeOptions options;
    options.source = "planted";
    options.log = &log;
    options.summaryLanes = withLanes;
    return mergeTraces(std::move(builders), options).value_or(nullptr);
}

/// "lane: begin-end begin-end; ..." of the processes that are worked out.
std::string computed(const TraceStore &trace) {
    std::string text;
    for (const auto &track : trace.tracks()) {
        if (!track.parent.isValid() || !isComputedProcess(trace.text(trace.track(track.parent).name))) {
            continue;
        }
        text +=
            std::string(trace.text(trace.track(track.parent).name)) + "/" + std::string(trace.text(track.name)) + ":";
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            text += " " + std::to_string(ns(slices.begin(i))) + "-" + std::to_string(ns(slices.end(i)));
            text += slices.klass(i) == SliceClass::Overlap ? "" : "?";
        }
        text += "; ";
    }
    return text;
}

}  // namespace

class SummaryLanesTest : public QObject {
    Q_OBJECT

    struct Device {
        TraceBuilder builder;
        TraceBuilder::LocalTrack track(TrackKind kind, std::string_view process, std::string_view thread) {
            return builder.track({kind, builder.intern(process), builder.intern(thread)});
        }
        void slice(TraceBuilder::LocalTrack track, std::int64_t begin, std::int64_t end, std::string_view name,
                   SliceClass klass) {
            builder.slice(track, begin, end - begin, builder.intern(name), klass, 1);
        }
    };

    static Device planted() {
        Device device;
        const auto one = device.track(TrackKind::DeviceStream, "npu", "Stream 1");
        const auto two = device.track(TrackKind::DeviceStream, "npu", "Stream 2");
        const auto group = device.track(TrackKind::CommGroup, "Communication", "Group 0");
        device.slice(one, 100, 200, "MatMul", SliceClass::Computing);
        device.slice(two, 150, 260, "Add", SliceClass::Computing);
        device.slice(one, 300, 310, "Mul", SliceClass::Computing);
        device.slice(two, 0, 1000, "EVENT_WAIT", SliceClass::Event);
        device.slice(one, 400, 900, "MEMCPY_ASYNC", SliceClass::Memcpy);
        device.slice(group, 250, 305, "hcom_allReduce_", SliceClass::Communication);
        return device;
    }

private Q_SLOTS:
    void lanesOfATraceWithout() {
        const auto trace = merge(planted().builder);
        QCOMPARE(QString::fromStdString(computed(*trace)),
                 QStringLiteral("Overlap Analysis (computed)/Computing: 100-260 300-310; "
                                "Overlap Analysis (computed)/Communication: 250-305; "
                                "Overlap Analysis (computed)/Communication(Not Overlapped): 260-300; "));
        QCOMPARE(trace->sliceCount(), std::uint64_t{6});
        QCOMPARE(computed(*merge(planted().builder, false)), std::string());
    }

    void freeTimeLiesBetweenWork() {
        auto device = planted();
        device.slice(device.track(TrackKind::DeviceStream, "npu", "Stream 1"), 1500, 1600, "Late",
                     SliceClass::Computing);
        const auto text = computed(*merge(std::move(device.builder)));
        QVERIFY2(text.find("Free: 310-1500; ") != std::string::npos, text.c_str());
    }

    void whatTheFileHasIsNotDoubled() {
        auto device = planted();
        device.slice(device.track(TrackKind::Overlap, "Overlap Analysis", "Computing"), 100, 200, "Computing",
                     SliceClass::Overlap);
        QCOMPARE(computed(*merge(std::move(device.builder))), std::string());
    }

    void stepsAmongTheCallsOfTheHost() {
        Device device;
        const auto main = device.track(TrackKind::HostThread, "host", "thread 1");
        const auto other = device.track(TrackKind::HostThread, "host", "thread 2");
        device.slice(main, 0, 50, "ProfilerStep#1", SliceClass::Step);
        device.slice(other, 10, 60, "ProfilerStep#1", SliceClass::Step);
        device.slice(main, 60, 90, "ProfilerStep#2", SliceClass::Step);
        device.slice(main, 61, 80, "aten::mm", SliceClass::HostOp);
        QCOMPARE(computed(*merge(std::move(device.builder))), std::string("Steps (computed)/Steps: 0-60 60-90; "));
    }

    void occurrencesOfAStepStayApart() {
        Device device;
        const auto main = device.track(TrackKind::HostThread, "host", "thread 1");
        device.slice(main, 0, 50, "ProfilerStep#1", SliceClass::Step);
        device.slice(main, 60, 90, "ProfilerStep#2", SliceClass::Step);
        device.slice(main, 100, 140, "ProfilerStep#1", SliceClass::Step);
        QCOMPARE(computed(*merge(std::move(device.builder))),
                 std::string("Steps (computed)/Steps: 0-50 60-90 100-140; "));
    }

    void stepsWithALaneOfTheirOwnStay() {
        Device device;
        device.slice(device.track(TrackKind::Other, "Steps", "Steps"), 0, 50, "Step 1", SliceClass::Step);
        QCOMPARE(computed(*merge(std::move(device.builder))), std::string());
    }

    void eachDeviceHasItsOwn() {
        Device device;
        for (const auto *name : {"npu 0", "npu 1"}) {
            const auto process = device.builder.intern(name);
            device.builder.describeProcess(process, process, process);
            device.slice(device.track(TrackKind::DeviceStream, name, "Stream 1"), 10, 20, "k", SliceClass::Computing);
        }
        const auto label = device.builder.intern("npu 1");
        const auto communication = device.builder.intern("Communication");
        device.builder.describeProcess(communication, communication, label);
        device.slice(device.track(TrackKind::CommGroup, "Communication", "Group 0"), 30, 40, "c",
                     SliceClass::Communication);
        const auto text = computed(*merge(std::move(device.builder)));
        QVERIFY2(text.find("Overlap Analysis npu 1 (computed)/Communication: 30-40") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("Overlap Analysis (computed)/Communication") == std::string::npos, text.c_str());
    }
};

TEST_SUITE(SummaryLanesTest)

}  // namespace tst_summary_lanes

#include "tst_summary_lanes.moc"
