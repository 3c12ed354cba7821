// Several processes, devices, threads and clocks in one file, and times that cannot be.
#include "core/base/intervals.h"
#include "core/formats/format.h"
#include "core/store/tables/health_record.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/base/packed.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/core/formats/trace_json/written_kineto.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace tst_inside_one_file {

using namespace stagescope;
using stagescope::testing::WrittenKineto;

namespace {

using KernelRow = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::string>;

std::multiset<KernelRow> kernelsOf(const DumpedTrace &loaded) {
    std::multiset<KernelRow> rows;
    if (const auto *table = loaded.table(TableKind::Kernels)) {
        for (const auto &kernel : TableRecords<KernelRecord>(*table)) {
            rows.emplace(kernel.begin, kernel.duration, kernel.launch, kernel.device, kernel.stream,
                         std::string(kernel.name));
        }
    }
    return rows;
}

/// Begins of both ends.
std::multiset<std::pair<std::int64_t, std::int64_t>> arrowsOf(const DumpedTrace &loaded) {
    std::multiset<std::pair<std::int64_t, std::int64_t>> arrows;
    for (std::size_t i = 0; i < loaded.trace->flows().size(); ++i) {
        const auto &flow = loaded.trace->flows().at(i);
        arrows.emplace(ns(flow.from), ns(flow.to));
    }
    return arrows;
}

template <class Set>
Set joined(Set a, const Set &b) {
    a.insert(b.begin(), b.end());
    return a;
}

std::vector<HealthRecord> healthOf(const DumpedTrace &loaded) {
    std::vector<HealthRecord> rows;
    if (const auto *table = loaded.table(TableKind::TraceHealth)) {
        for (const auto &row : TableRecords<HealthRecord>(*table)) {
            rows.push_back(row);
        }
    }
    return rows;
}

std::int64_t countOf(const DumpedTrace &loaded, std::string_view trouble) {
    std::int64_t count = 0;
    for (const auto &row : healthOf(loaded)) {
        count += row.trouble == trouble ? row.count : 0;
    }
    return count;
}

/// What depends on durations and bounds: union of all work, its sum, first begin, last end.
struct Figures {
    std::int64_t busy = 0;
    std::int64_t sum = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
Figures figuresOf(const DumpedTrace &loaded) {
    Figures figures;
    std::vector<Interval> all;
    for (const auto &[begin, duration, launch, device, stream, name] : kernelsOf(loaded)) {
        figures.begin = all.empty() ? begin : std::min(figures.begin, begin);
        figures.end = all.empty() ? begin + duration : std::max(figures.end, begin + duration);
        figures.sum += duration;
        all.push_back({begin, begin + duration});
    }
    figures.busy = totalLength(merged(std::move(all)));
    return figures;
}

const Track *leafNamed(const TraceStore &trace, std::string_view name) {
    for (const auto &track : trace.tracks()) {
        if (trace.text(track.name) == name && track.kind != TrackKind::Process) {
            return &track;
        }
    }
    return nullptr;
}

}  // namespace

class InsideOneFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void twoCopiesAreTwoFiles_data() {
        QTest::addColumn<qint64>("shift");
        QTest::addColumn<int>("order");
        for (const qint64 shift : {3'000LL, 47'000LL, 900'000LL, 10'000'000LL, 5'000'000'000LL}) {
            for (int order = 0; order < 3; ++order) {
                QTest::addRow("%lld ns, order %d", static_cast<long long>(shift), order) << shift << order;
            }
        }
    }
    void twoCopiesAreTwoFiles() {
        QFETCH(qint64, shift);
        QFETCH(int, order);
        for (unsigned seed = 1; seed <= 4; ++seed) {
            WrittenKineto first(seed);
            WrittenKineto second(seed);
            first.device = 10;
            second.host = 101;
            second.device = 11;
            second.moved = shift;
            auto events = first.events();
            const auto more = second.events();
            events.insert(order == 1 ? events.begin() : events.end(), more.begin(), more.end());
            if (order == 2) {
                std::shuffle(events.begin(), events.end(), std::mt19937(seed));
            }
            const auto one = m_files.loadText(json(WrittenKineto::traceOf(first.events())));
            const auto other = m_files.loadText(json(WrittenKineto::traceOf(second.events())));
            for (const unsigned workers : {1U, 3U}) {
                const auto both = m_files.loadText(json(WrittenKineto::traceOf(events)), workers, {4096, 1U << 20});
                QVERIFY(kernelsOf(both) == joined(kernelsOf(one), kernelsOf(other)));
                QVERIFY(arrowsOf(both) == joined(arrowsOf(one), arrowsOf(other)));
                QVERIFY(healthOf(both).empty());
                QCOMPARE(both.log->count("trace.unmatched_flow_start"), std::uint64_t{0});
            }
        }
    }

    // Two hosts number their processes alike: what nobody can tell apart is told at least, and one host is not blamed.
    void equalIdsOfTwoHostsAreTold() {
        const auto call = [](int begin, int duration) {
            return "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':100,'tid':100,'ts':" + std::to_string(begin) +
                   ",'dur':" + std::to_string(duration) + "}";
        };
        std::vector<std::string> one;
        std::vector<std::string> both;
        for (int i = 0; i < 40; ++i) {
            one.push_back(call(100 * i, 60));
            one.push_back(call(100 * i + 5, 55));  // within it
            both.push_back(one[one.size() - 2]);
            both.push_back(call(100 * i + 30, 60));  // of the other host
        }
        const auto sound = m_files.loadText(json(WrittenKineto::traceOf(one)));
        QCOMPARE(countOf(sound, trouble::kCrossingCalls), std::int64_t{0});
        const auto merged = m_files.loadText(json(WrittenKineto::traceOf(both)));
        QCOMPARE(countOf(merged, trouble::kCrossingCalls), std::int64_t{40});
    }

    // Who merges traces writes one rank behind the other, however long the first is and whatever packs them.
    void aRankBehindALongOneIsFound() {
        WrittenKineto first(9, 20);
        WrittenKineto second(9, 20);
        first.device = 10;
        second.host = 101;
        second.device = 11;
        auto events = first.events();
        std::string note(std::size_t{1} << 20, 'x');  // which packs to a twentieth, as traces do
        std::mt19937 random(1);
        for (std::size_t i = 0; i < note.size(); i += 64) {
            note[i] = static_cast<char>('a' + random() % 26);
        }
        for (int i = 0; i < 36; ++i) {
            events.push_back("{'ph':'i','name':'note','pid':100,'tid':1,'ts':1,'args':{'text':'" + note + "'}}");
        }
        const auto more = second.events();
        const auto alone = json(WrittenKineto::traceOf(events));
        events.insert(events.end(), more.begin(), more.end());
        const auto both = json(WrittenKineto::traceOf(events));
        const auto *format = formatById("trace_json");
        const auto partsOf = [&](const std::string &name, const std::string &bytes) {
            return format->parts(m_files.write(bytes, name), {}).size();
        };
        QCOMPARE(partsOf("both.json", both), std::size_t{2});
        QCOMPARE(partsOf("both.json.gz", gzipped(both)), std::size_t{2});
        QCOMPARE(partsOf("alone.json.gz", gzipped(alone)), std::size_t{0});
    }

    // Two processes on one device: where one is done before the other begins, time tells them apart.
    void oneDeviceOfTwoProcesses() {
        WrittenKineto first(5, 20);
        WrittenKineto second(5, 20);
        second.host = 101;
        second.moved = 1'000'000'000;
        auto events = first.events();
        const auto more = second.events();
        events.insert(events.end(), more.begin(), more.end());
        const auto both = m_files.loadText(json(WrittenKineto::traceOf(events)));
        const auto one = m_files.loadText(json(WrittenKineto::traceOf(first.events())));
        const auto other = m_files.loadText(json(WrittenKineto::traceOf(second.events())));
        QVERIFY(kernelsOf(both) == joined(kernelsOf(one), kernelsOf(other)));
        // Launched at once, nothing tells whose work is whose, and none is claimed.
        const auto call = [](int process) {
            const auto own = std::to_string(process);
            return "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':" + own + ",'tid':" + own +
                   ",'ts':10,'dur':1,'args':{'correlation':1}}";
        };
        const std::string kernel =
            "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':20,'dur':5,'args':{'correlation':1}}";
        const auto unsure = m_files.loadText(json(WrittenKineto::traceOf({call(100), call(101), kernel})));
        QCOMPARE(std::get<2>(*kernelsOf(unsure).begin()), kUnclearLaunch);
        QCOMPARE(countOf(unsure, trouble::kAmbiguousLaunch), std::int64_t{1});
        QCOMPARE(countOf(unsure, trouble::kSharedDevice), std::int64_t{2});
    }

    /// Files one behind the other, in each of which works follow the calls: all may be of any, but stand beside theirs.
    void workBehindTheLastCallOfItsProcess_data() {
        QTest::addColumn<int>("processes");
        QTest::addColumn<bool>("isOneDevice");
        for (const int processes : {2, 3, 8}) {
            for (const bool isOneDevice : {false, true}) {
                QTest::addRow("%d processes, %s", processes, isOneDevice ? "device 0 each" : "devices of their own")
                    << processes << isOneDevice;
            }
        }
    }
    void workBehindTheLastCallOfItsProcess() {
        QFETCH(int, processes);
        QFETCH(bool, isOneDevice);
        const auto event = [](const char *category, const char *name, int process, int begin) {
            const auto own = std::to_string(process);
            return "{'ph':'X','cat':'" + std::string(category) + "','name':'" + name + "','pid':" + own +
                   ",'tid':" + own + ",'ts':" + std::to_string(begin) + ",'dur':5,'args':{'correlation':1}}";
        };
        std::vector<std::string> events;
        for (int i = 0; i < processes; ++i) {
            // The first to call is the last to work.
            events.push_back(event("cuda_runtime", "cudaLaunchKernel", 100 + i, 10 + i));
            events.push_back(event("kernel", "k", isOneDevice ? 0 : i, 1000 - 20 * i));
        }
        const auto loaded = m_files.loadText(json(WrittenKineto::traceOf(events)));
        for (const auto &[begin, duration, launch, device, stream, name] : kernelsOf(loaded)) {
            QCOMPARE(launch, std::int64_t{10'000} + (1'000'000 - begin) / 20);
        }
        QCOMPARE(countOf(loaded, trouble::kAmbiguousLaunch), std::int64_t{0});
    }

    // Two calls of one number before two works of that number: the operator that each is of tells them apart, and then
    // what is of one device by its number may lie beside one another.
    void operatorsTellProcessesApart() {
        const auto event = [](const char *category, const char *name, int process, int begin, int op) {
            return "{'ph':'X','cat':'" + std::string(category) + "','name':'" + name +
                   "','pid':" + std::to_string(process) + ",'tid':7,'ts':" + std::to_string(begin) +
                   ",'dur':50,'args':{'External id':" + std::to_string(op) + ",'correlation':1}}";
        };
        const auto loaded = m_files.loadText(
            json(WrittenKineto::traceOf({event("cuda_runtime", "cudaLaunchKernel", 100, 10, 5),
                                         event("cuda_runtime", "cudaLaunchKernel", 101, 12, 9),
                                         event("kernel", "b", 0, 100, 9), event("kernel", "a", 0, 120, 5)})));
        std::map<std::string, std::int64_t> launches;
        for (const auto &[begin, duration, launch, device, stream, name] : kernelsOf(loaded)) {
            launches[name] = launch;
            QCOMPARE(duration, std::int64_t{50'000});
        }
        QCOMPARE(launches, (std::map<std::string, std::int64_t>{{"a", 10'000}, {"b", 12'000}}));
        QCOMPARE(countOf(loaded, trouble::kAmbiguousLaunch), std::int64_t{0});
        QCOMPARE(countOf(loaded, trouble::kSharedDevice), std::int64_t{2});
    }

    // Two captures of one process in one file number their launches from 1 again.
    void numbersThatBeginAgain() {
        WrittenKineto first(6, 20);
        WrittenKineto second(7, 20);
        second.moved = 2'000'000'000;
        auto events = first.events();
        const auto more = second.events();
        events.insert(events.end(), more.begin(), more.end());
        const auto both = m_files.loadText(json(WrittenKineto::traceOf(events)));
        const auto one = m_files.loadText(json(WrittenKineto::traceOf(first.events())));
        const auto other = m_files.loadText(json(WrittenKineto::traceOf(second.events())));
        QVERIFY(kernelsOf(both) == joined(kernelsOf(one), kernelsOf(other)));
        QVERIFY(arrowsOf(both) == joined(arrowsOf(one), arrowsOf(other)));
    }

    void timesCountFromTheBase() {
        const std::int64_t base = 1'751'410'836'000'000'000;
        WrittenKineto absolute(8, 20);
        absolute.start = base;
        absolute.moved = 1'500'000'000'000;
        auto relative = absolute;
        relative.start = 0;
        const auto expected = kernelsOf(m_files.loadText(json(WrittenKineto::traceOf(absolute.events()))));
        const std::string member = "'baseTimeNanoseconds':" + std::to_string(base) + ",";
        QVERIFY(kernelsOf(m_files.loadText(json(WrittenKineto::traceOf(relative.events(), member)))) == expected);
        auto behind = WrittenKineto::traceOf(relative.events());
        behind.insert(behind.size() - 1, ",'baseTimeNanoseconds':" + std::to_string(base));
        QVERIFY(kernelsOf(m_files.loadText(json(behind))) == expected);
        // Times that count from 1970 already.
        QVERIFY(kernelsOf(m_files.loadText(json(WrittenKineto::traceOf(absolute.events(), member)))) == expected);
    }

    void threadsAreWhatTheyHold() {
        const auto loaded = m_files.loadText(
            json("[{'ph':'M','name':'thread_name','pid':1,'tid':1,'args':{'name':'stream reader'}},"
                 "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':1,'tid':1,'ts':1,'dur':9},"
                 "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':1,'tid':2,'ts':2,'dur':1},"
                 "{'ph':'X','cat':'user_annotation','name':'forward','pid':1,'tid':3,'ts':2,'dur':1},"
                 "{'ph':'X','cat':'python_function','name':'f','pid':1,'tid':4,'ts':2,'dur':1},"
                 "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':5,'ts':2,'dur':1},"
                 "{'ph':'X','name':'unknown','pid':1,'tid':6,'ts':2,'dur':1}]"));
        for (const auto *name : {"stream reader", "2", "3", "4"}) {
            QCOMPARE(leafNamed(*loaded.trace, name)->kind, TrackKind::HostThread);
        }
        QCOMPARE(leafNamed(*loaded.trace, "5")->kind, TrackKind::DeviceStream);
        QCOMPARE(leafNamed(*loaded.trace, "6")->kind, TrackKind::Other);
    }

    void asynchronousRangesShareALane() {
        std::vector<std::string> events;
        for (int i = 0; i < 300; ++i) {
            for (const auto *phase : {"b", "e"}) {
                events.push_back("{'ph':'" + std::string(phase) + "','cat':'request','id':" + std::to_string(i) +
                                 ",'name':'req " + std::to_string(i) +
                                 "','pid':1,'tid':1,'ts':" + std::to_string(100 * i + (*phase == 'e' ? 350 : 0)) + "}");
            }
        }
        const auto loaded = m_files.loadText(json(WrittenKineto::traceOf(events)));
        const auto *lane = leafNamed(*loaded.trace, "request");
        QVERIFY(lane != nullptr);
        QCOMPARE(lane->rowCount, std::uint32_t{300});
        QCOMPARE(lane->depthCount, std::uint32_t{4});
        QCOMPARE(loaded.trace->tracks().size(), std::size_t{2});
    }

    void whatNeverEndsLastsToTheEnd() {
        const auto loaded =
            m_files.loadText(json("[{'ph':'B','name':'open0','pid':1,'tid':1,'ts':0},"
                                  "{'ph':'B','name':'open1','pid':1,'tid':1,'ts':10},"
                                  "{'ph':'b','cat':'c','id':1,'name':'open2','pid':1,'ts':20},"
                                  "{'ph':'X','name':'w','pid':1,'tid':1,'ts':25,'dur':100}]"));
        QVERIFY(!loaded.log->hasDataLoss());
        QCOMPARE(loaded.log->count("trace.unmatched_begin"), std::uint64_t{3});
        QCOMPARE(countOf(loaded, trouble::kNotEnded), std::int64_t{3});
        std::map<std::string, std::int64_t> ends;
        for (const auto &track : loaded.trace->tracks()) {
            const auto &slices = loaded.trace->slices(track.id);
            for (std::uint32_t i = 0; i < slices.size(); ++i) {
                ends[std::string(loaded.trace->text(slices.name(i)))] = ns(slices.end(i));
            }
        }
        QCOMPARE(ends.size(), std::size_t{4});
        for (const auto &[name, end] : ends) {
            QCOMPARE(end, std::int64_t{125'000});
        }
    }

    void arrowsByBindId() {
        const auto loaded = m_files.loadText(
            json("[{'pid':1,'tid':1,'name':'A','ph':'X','ts':0,'dur':10,'bind_id':'0x1','flow_out':true},"
                 "{'pid':2,'tid':2,'name':'B','cat':'x','ph':'X','ts':20,'dur':10,'bind_id':'0x1','flow_in':true,"
                 "'flow_out':true},"
                 "{'pid':2,'tid':2,'name':'C','ph':'X','ts':40,'dur':10,'bind_id':'0x1','flow_in':true},"
                 "{'pid':2,'tid':2,'name':'D','ph':'X','ts':60,'dur':10,'bind_id':'0x1'}]"));
        QVERIFY(
            (arrowsOf(loaded) == std::multiset<std::pair<std::int64_t, std::int64_t>>{{0, 20'000}, {20'000, 40'000}}));
    }

    // Over all phases of the format: what comes in is a row, or told to be lost.
    void everyEventIsARowOrTold() {
        const std::string phases = "XBEIiCstfbenSTpFNODPRVvc()=Mz";
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            std::map<char, std::int64_t> counts;
            std::vector<std::string> events;
            for (int i = 0; i < 600; ++i) {
                const char phase = phases[random() % phases.size()];
                ++counts[phase];
                std::string event = "{'ph':'" + std::string(1, phase) +
                                    "','pid':1,'tid':" + std::to_string(random() % 3) +
                                    ",'id':" + std::to_string(i % 40) + ",'cat':'c','ts':" + std::to_string(i);
                event += phase == 'M' ? ",'name':'thread_name','args':{'name':'t'}"
                                      : ",'name':'n" + std::to_string(random() % 4) + "'";
                event += phase == 'X' ? ",'dur':1" : phase == 'C' ? ",'args':{'v':1}" : "";
                events.push_back(event + "}");
            }
            const auto loaded = m_files.loadText(json(WrittenKineto::traceOf(events)));
            const auto told = [&](std::string_view code) { return static_cast<std::int64_t>(loaded.log->count(code)); };
            const auto sum = [&](std::string_view of) {
                std::int64_t total = 0;
                for (const char phase : of) {
                    total += counts[phase];
                }
                return total;
            };
            QCOMPARE(static_cast<std::int64_t>(loaded.trace->sampleCount()), sum("C"));
            QCOMPARE(static_cast<std::int64_t>(loaded.trace->sliceCount()), sum("XIinTpOPRVvcBbSN("));
            QCOMPARE(sum("EeFD)"), sum("BbSN(") - told("trace.unmatched_begin") + told("trace.unmatched_end"));
            QCOMPARE(told("json.unknown_phase"), sum("=z"));
            QVERIFY(sum("=z") == 0 || loaded.log->hasDataLoss());
            const auto arrows = static_cast<std::int64_t>(loaded.trace->flows().size());
            QCOMPARE(sum("tf"), arrows + told("trace.unmatched_flow_end") + lostSteps(events));
        }
    }

    // One kernel in so many: begin or duration is damaged. Either the figures move by no more than the damage, or the
    // table of health tells.
    void damagedTimesStayOrAreTold() {
        for (unsigned seed = 1; seed <= 300; ++seed) {
            std::mt19937 random(seed);
            WrittenKineto sound(seed % 9 + 1, 40);
            const auto before = figuresOf(m_files.loadText(json(WrittenKineto::traceOf(sound.events()))));
            auto damaged = sound;
            auto &work = damaged.works[random() % damaged.works.size()];
            const auto old = work;
            const std::int64_t far[] = {1'000, 50'000, 3'000'000, 2'000'000'000, 1'000'000'000'000'000};
            const auto by = far[random() % 5];
            switch (random() % 4) {
                case 0:
                    work.duration += by;
                    break;
                case 1:
                    work.begin += by;
                    break;
                case 2:
                    work.begin = -damaged.start;
                    work.duration = 0;
                    break;
                default:
                    work.duration = 0;
                    break;
            }
            const auto loaded = m_files.loadText(json(WrittenKineto::traceOf(damaged.events())));
            const auto after = figuresOf(loaded);
            const auto size = std::min<std::int64_t>(std::abs(work.begin - old.begin), old.duration + by) +
                              std::abs(work.duration - old.duration);
            const auto isWithin = [&](std::int64_t a, std::int64_t b) { return std::abs(a - b) <= size; };
            const bool isSound = isWithin(after.busy, before.busy) && isWithin(after.sum, before.sum) &&
                                 isWithin(after.begin, before.begin) && isWithin(after.end, before.end);
            QVERIFY2(isSound || !healthOf(loaded).empty(), std::to_string(seed).c_str());
            // Impossible times never make the trace longer than the rest of it a hundred times.
            QVERIFY2(ns(loaded.trace->bounds()->end) - ns(loaded.trace->bounds()->begin) < 200'000'000'000,
                     std::to_string(seed).c_str());
        }
    }

    void workEndsWhereTheNextBegins() {
        WrittenKineto trace(3, 50);
        trace.works[0].stream = 7;
        trace.works[0].copies = false;
        const auto before = figuresOf(m_files.loadText(json(WrittenKineto::traceOf(trace.events()))));
        trace.works[0].duration = 1'600'000'000;
        const auto loaded = m_files.loadText(json(WrittenKineto::traceOf(trace.events())));
        QCOMPARE(countOf(loaded, trouble::kReachesOver), std::int64_t{1});
        const auto health = healthOf(loaded);
        const auto row = std::find_if(health.begin(), health.end(),
                                      [](const HealthRecord &r) { return r.trouble == trouble::kReachesOver; });
        QCOMPARE(row->duration, std::int64_t{1'600'000'000});
        const auto next = std::count_if(trace.works.begin() + 1, trace.works.end(), [&](const auto &work) {
            return work.stream == 7 && work.begin > trace.works[0].begin;
        });
        QCOMPARE(row->over, static_cast<std::int64_t>(next));
        QCOMPARE(figuresOf(loaded).end, before.end);
    }

    // Work that takes no time, or begins with another one, is nothing that the other one could end before.
    void workIsNeverCutToNothing() {
        const auto kernel = [](int number, double begin, double duration) {
            return "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':" + std::to_string(begin) +
                   ",'dur':" + std::to_string(duration) + ",'args':{'correlation':" + std::to_string(number) + "}}";
        };
        const auto loaded = [&](double begin, double duration) {
            const std::vector<std::string> events{kernel(1, 10, 300), kernel(2, begin, duration), kernel(3, 400, 50)};
            return m_files.loadText(json(WrittenKineto::traceOf(events)));
        };
        for (const double duration : {0.0, 0.4, 1.0, 120.0}) {
            for (const double begin : {10.0, 10.5, 100.0, 309.0}) {
                const auto trace = loaded(begin, duration);
                const bool isCut = duration > 1 && begin == 100.0;
                const auto first = isCut ? 90.0 : 300.0;
                const auto what = std::to_string(begin) + " " + std::to_string(duration);
                QVERIFY2(countOf(trace, trouble::kReachesOver) == (isCut ? 1 : 0), what.c_str());
                const auto sum = std::llround((first + duration + 50) * 1000);
                QVERIFY2(figuresOf(trace).sum == sum, what.c_str());
            }
        }
    }

    // Kernels of one graph may run beside one another on the stream that they are told to be on.
    void kernelsOfAGraphOverlap() {
        const std::string call =
            "{'ph':'X','cat':'cuda_runtime','name':'cudaGraphLaunch','pid':1,'tid':1,'ts':1,'dur':1,'args':{'"
            "correlation':1}}";
        const auto kernel = [](int begin, int duration) {
            return "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':" + std::to_string(begin) +
                   ",'dur':" + std::to_string(duration) + ",'args':{'correlation':1}}";
        };
        const auto loaded =
            m_files.loadText(json(WrittenKineto::traceOf({call, kernel(10, 100), kernel(20, 5), kernel(40, 5)})));
        QVERIFY(healthOf(loaded).empty());
        QCOMPARE(figuresOf(loaded).sum, std::int64_t{110'000});
    }

private:
    /// Steps that begin an arrow: nothing leads to them.
    static std::int64_t lostSteps(const std::vector<std::string> &events) {
        std::set<std::string> begun;
        std::int64_t lost = 0;
        for (const auto &event : events) {
            const auto at = event.find("'id':");
            const auto id = event.substr(at, event.find(',', at) - at);
            const char phase = event[7];
            if (phase == 's') {
                begun.insert(id);
            } else if (phase == 't' && !begun.contains(id)) {
                begun.insert(id);
                ++lost;
            }
        }
        return lost;
    }

    TraceFiles m_files;
};

TEST_SUITE(InsideOneFileTest)

}  // namespace tst_inside_one_file

#include "tst_inside_one_file.moc"
