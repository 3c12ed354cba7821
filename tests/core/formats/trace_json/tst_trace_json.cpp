#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/base/packed.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <random>

namespace tst_trace_json {

using namespace stagescope;

namespace {

/// Slices of the first track of that name, by position.
const Track *trackNamed(const TraceStore &trace, std::string_view name) {
    for (const auto &track : trace.tracks()) {
        if (trace.text(track.name) == name && track.kind != TrackKind::Process) {
            return &track;
        }
    }
    return nullptr;
}

Slice sliceNamed(const TraceStore &trace, std::string_view name) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (trace.text(slices.name(i)) == name) {
                return slices.at(SliceId{i});
            }
        }
    }
    return {};
}

std::string slice(int i, const std::string &name, const std::string &args) {
    return json("{'ph': 'X', 'name': '") + name + json("', 'pid': 7, 'tid': ") + std::to_string(i % 3) +
           json(", 'ts': '") + std::to_string(1000 + i * 10) + json(".125', 'dur': 5.5, 'cat': 'cpu_op', 'args': ") +
           args + "}";
}

/// Everything that makes windows hard to cut, and every phase.
std::string hardTrace() {
    const std::vector<std::string> args{
        json("{'Call stack': 'a}, {\\'ph\\': \\'X\\'}, {b'}"),
        json("{'a': [{'x': 1}, {'ph': 'Y'}, {}], 'b': []}"),
        json("{'path': 'C:\\\\dir\\\\', 'q': '\\'', 'u': '\\u4e2d\\ud83d\\ude00'}"),
        json("{'utf8': '通信算子 }, { 集合'}"),
        json("{}"),
        json("{'deep': {'er': {'est': [[[{'k': ']}]}'}]]]}}}"),
    };
    std::string text = "[";
    for (int i = 0; i < 60; ++i) {
        text += (i == 0 ? "" : ", ") +
                slice(i, "op " + std::to_string(i % 7), args[static_cast<std::size_t>(i) % args.size()]);
    }
    for (int i = 0; i < 20; ++i) {
        const auto t = std::to_string(2000 + i);
        text += json(", {'ph': 'C', 'name': 'HBM', 'pid': '9', 'tid': 0, 'ts': ") + t + json(", 'args': {'read': ") +
                std::to_string(i) + ", \"write\": 1.5}}";
        text += json(",{'ph':'B','name':'b','pid':8,'tid':1,'ts':") + t + json("},{'ph':'E','pid':8,'tid':1,'ts':") +
                t + ".5}";
        text += json(", {'ph':'s','name':'fl','cat':'c','id':") +
                std::to_string(9007199254740993ULL + static_cast<unsigned>(i)) + json(",'pid':7,'tid':0,'ts':") + t +
                "}";
        text += json(", {'ph':'f','name':'fl','cat':'c','id':") +
                std::to_string(9007199254740993ULL + static_cast<unsigned>(i)) + json(",'pid':7,'tid':1,'ts':") + t +
                ".9}";
    }
    text += json(
        ","
        "{'ph': 'M', 'name': 'process_name', 'pid': 7, 'args': {'name': 'Python'}},"
        "{'ph': 'M', 'name': 'thread_name', 'pid': 7, 'tid': 0, 'args': {'name': 'Thread 0'}}, {'ph': 'P', 'ts': 1}]");
    return text;
}

}  // namespace

class TestTraceJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slicesAreExact() {
        const auto loaded =
            m_files.loadText(json("[{'ph':'X','name':'a\\nb \\'q\\' "
                                  "é','pid':'12','tid':'t','ts':'1736408883688177.930','dur':'0.0015','cat':'cpu_op'},"
                                  "{'ph':'X','name':'n','pid':12,'tid':5,'ts':1736408883688177.931,'dur':1e1}]"));
        QVERIFY(loaded.status);
        const auto text = sliceNamed(*loaded.trace, "a\nb \"q\" é");
        QCOMPARE(ns(text.begin), 1736408883688177930);
        QCOMPARE(text.duration().count(), 2);
        QCOMPARE(text.klass, SliceClass::HostOp);
        const auto number = sliceNamed(*loaded.trace, "n");
        QCOMPARE(ns(number.begin), 1736408883688177931);
        QCOMPARE(number.duration().count(), 10000);
        QCOMPARE(loaded.trace->tracks().size(), std::size_t{3});  // "12" and 12 are one process
        QVERIFY(loaded.log->isEmpty());
    }

    /// Whatever stands beside them, the members that count are found, and the next event too.
    void shapesOfEvents_data() {
        QTest::addColumn<QByteArray>("extra");
        QTest::newRow("nothing") << QByteArray("'x':1");
        QTest::newRow("empty object") << QByteArray("'args':{}");
        QTest::newRow("scalars") << QByteArray("'args':{'a':1,'b':null,'c':'}, {'}");
        QTest::newRow("object in object") << QByteArray("'args':{'a':{'b':{'c':{}}},'d':2}");
        QTest::newRow("list") << QByteArray("'args':{'shapes':[[1,2],[],[{'ts':9}]],'ph':'C','ts':7}");
        QTest::newRow("list beside") << QByteArray("'list':[1,{'name':'m'}],'args':{'name':'m'}");
        QTest::newRow("empty list") << QByteArray("'list':[]");
        QTest::newRow("several objects") << QByteArray("'one':{'ts':1},'two':{},'id2':{'local':'3'},'args':{'dur':8}");
        QTest::newRow("keys that begin alike") << QByteArray("'tss':1,'names':2,'name_':3,'t':4,'du':5,'duration':6");
        QTest::newRow("blanks") << QByteArray("  'args' : { 'a' : [ ] , 'b' : { } } ");
    }
    void shapesOfEvents() {
        QFETCH(QByteArray, extra);
        for (const bool isFirst : {true, false}) {
            const std::string members = "'ph':'X','pid':1,'tid':2,'ts':12345678901.5,'dur':3,'name':'n'";
            const auto event = isFirst ? extra.toStdString() + ',' + members : members + ',' + extra.toStdString();
            const auto loaded = m_files.loadText(
                json("[{" + event + "},{'ph':'X','pid':1,'tid':2,'ts':99999999999.001,'name':'last'}]"));
            QVERIFY(loaded.status);
            QCOMPARE(loaded.trace->sliceCount(), std::uint64_t{2});
            const auto slice = sliceNamed(*loaded.trace, "n");
            QCOMPARE(ns(slice.begin), 12345678901500);
            QCOMPARE(slice.duration().count(), 3000);
            QCOMPARE(ns(sliceNamed(*loaded.trace, "last").begin), 99999999999001);
            QVERIFY(!loaded.log->hasDataLoss());
        }
    }
    void shapesThatAreNone_data() {
        QTest::addColumn<QByteArray>("event");
        QTest::newRow("no comma") << QByteArray("{'ph':'X' 'ts':1}");
        QTest::newRow("no colon") << QByteArray("{'ph' 'X'}");
        QTest::newRow("comma at the end") << QByteArray("{'ph':'X','ts':1,}");
        QTest::newRow("word as key") << QByteArray("{'ph':'X',ts:1}");
        QTest::newRow("list ends as object") << QByteArray("{'ph':'X','args':[1}}");
        QTest::newRow("object ends as list") << QByteArray("{'ph':'X','args':{'a':1]}");
        QTest::newRow("no value") << QByteArray("{'ph':'X','args':{'a':}}");
    }
    void shapesThatAreNone() {
        QFETCH(QByteArray, event);
        const auto loaded =
            m_files.loadText(json("[{'ph':'X','pid':1,'tid':2,'ts':1,'name':'before'}," + event.toStdString() +
                                  ",{'ph':'X','pid':1,'tid':2,'ts':2,'name':'behind'}]"));
        QCOMPARE(loaded.log->count("json.damaged_event"), std::uint64_t{1});
        QCOMPARE(loaded.trace->sliceCount(), std::uint64_t{2});
    }

    void timesOfAnyLength() {
        std::string digits;
        std::int64_t expected = 0;
        std::string text = "[";
        std::vector<std::int64_t> times;
        for (int length = 1; length <= 16; ++length) {
            digits += static_cast<char>('0' + (length * 7 + 4) % 10);
            expected = expected * 10 + (length * 7 + 4) % 10;
            for (const char *fraction : {"", ".0", ".25", ".125"}) {
                text += json("{'ph':'X','pid':1,'tid':2,'name':'n','ts':" + digits + fraction + "},");
                const std::string thousandths =
                    std::string(fraction).substr(std::min<std::size_t>(1, std::strlen(fraction)));
                times.push_back(expected * 1000 + std::stoi((thousandths + "000").substr(0, 3)));
            }
        }
        text.back() = ']';
        const auto loaded = m_files.loadText(text);
        std::sort(times.begin(), times.end());
        const auto &trace = *loaded.trace;
        const auto track =
            std::find_if(trace.tracks().begin(), trace.tracks().end(), [](const Track &t) { return t.rowCount > 0; });
        std::vector<std::int64_t> found;
        const auto &slices = trace.slices(track->id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            found.push_back(ns(slices.begin(i)));
        }
        std::sort(found.begin(), found.end());
        QCOMPARE(found, times);
    }

    void instantsOfMemoryMakeCurvesAndOperators() {
        const auto memory = [](const char *time, const char *bytes, const char *address, const char *total) {
            return json(",{'ph':'i','cat':'cpu_instant_event','s':'t','name':'[memory]','pid':1,'tid':2,'ts':") + time +
                   json(",'args':{'Total Reserved':4096,'Total Allocated':") + total + json(",'Bytes':") + bytes +
                   json(",'Addr':") + address + json(",'Device Id':0,'Device Type':1}}");
        };
        const auto loaded = m_files.loadText(
            json("[{'ph':'X','name':'aten::mm','cat':'cpu_op','pid':1,'tid':2,'ts':10,'dur':20},"
                 "{'ph':'X','name':'aten::empty','cat':'cpu_op','pid':1,'tid':2,'ts':12,'dur':4}") +
            memory("30.5", "-512", "140000000000000000", "512") + memory("13", "512", "140000000000000000", "1024") +
            memory("20", "-256", "99", "768") + memory("40", "128", "140000000000000000", "640") +
            json(",{'ph':'i','name':'[memory]','pid':1,'tid':2,'ts':5,'args':{'Bytes':64,'Addr':1,'Device Type':0}},"
                 "{'ph':'i','name':'[memory]','pid':1,'tid':2,'ts':6,'args':{'Addr':1}}]"));
        QVERIFY(loaded.status);
        const auto *samples = loaded.table(TableKind::MemorySamples);
        QVERIFY(samples != nullptr);
        QCOMPARE(samples->rowCount(), std::size_t{4});
        QCOMPARE(samples->text(0, "component"), std::string_view("PyTorch"));
        QCOMPARE(samples->number(0, "at_ns"), std::int64_t{13'000});
        QCOMPARE(samples->number(0, "allocated"), std::int64_t{1024});
        QCOMPARE(samples->number(3, "reserved"), std::int64_t{4096});
        const auto *ops = loaded.table(TableKind::MemoryOps);
        QVERIFY(ops != nullptr);
        QCOMPARE(ops->rowCount(), std::size_t{3});
        QCOMPARE(ops->text(0, "name"), std::string_view("aten::empty"));  // the innermost around it
        QCOMPARE(ops->number(0, "bytes"), std::int64_t{512});
        QCOMPARE(ops->number(0, "released_ns"), std::int64_t{30'500});
        QCOMPARE(ops->number(0, "then_allocated"), std::int64_t{512});
        QCOMPARE(ops->number(1, "allocated_ns"), kNoMemoryTime);  // from before the trace
        QCOMPARE(ops->number(1, "released_ns"), std::int64_t{20'000});
        QCOMPARE(ops->number(2, "released_ns"), kNoMemoryTime);  // the address anew
        QCOMPARE(ops->text(2, "name"), std::string_view());
    }

    void countersMakeSeries() {
        const auto loaded =
            m_files.loadText(json("[{'ph':'C','name':'one','pid':1,'ts':10,'args':{'KB':3.5,'note':'x'}},{'ph':'C','"
                                  "name':'one','pid':1,'ts':5,'args':{'KB':'2'}},"
                                  "{'ph':'C','name':'two','pid':1,'ts':1,'args':{'r':1,'w':-2}},{'ph':'C','name':'id','"
                                  "id':'7','pid':1,'ts':1,'args':{'value':4}},"
                                  "{'ph':'C','name':'none','pid':1,'ts':1,'args':{'text':'abc'}}]"));
        QVERIFY(loaded.status);
        const auto *one = trackNamed(*loaded.trace, "one");
        QVERIFY(one != nullptr);
        QCOMPARE(loaded.trace->text(one->label), std::string_view("KB"));
        QCOMPARE(one->kind, TrackKind::Counter);
        const auto &values = loaded.trace->counter(one->id);
        QCOMPARE(values.size(), std::size_t{2});
        QCOMPARE(values.value(0), 2.0);
        QCOMPARE(ns(values.time(0)), 5000);
        QVERIFY(trackNamed(*loaded.trace, "two r") != nullptr);
        QCOMPARE(loaded.trace->counter(trackNamed(*loaded.trace, "two w")->id).value(0), -2.0);
        QVERIFY(trackNamed(*loaded.trace, "id[7]") != nullptr);
        QCOMPARE(loaded.log->count("json.counter_without_value"), std::uint64_t{1});
    }

    void flowIdsAreExact() {
        // Two ids that are the same double, one as text, one in hex.
        const auto loaded =
            m_files.loadText(json("[{'ph':'s','cat':'c','id':1736408883839797773,'pid':1,'tid':1,'ts':1},{'ph':'s','"
                                  "cat':'c','id':1736408883839797774,'pid':1,'tid':2,'ts':1},"
                                  "{'ph':'f','cat':'c','id':'1736408883839797774','pid':1,'tid':3,'ts':4},{'ph':'f','"
                                  "cat':'c','id':1736408883839797773,'pid':1,'tid':4,'ts':5},"
                                  "{'ph':'s','cat':'h','id':'0xff','pid':1,'tid':1,'ts':1},{'ph':'f','cat':'h','id':"
                                  "255,'pid':1,'tid':1,'ts':3},"
                                  "{'ph':'s','cat':'t','id':'abc','pid':1,'tid':1,'ts':1},{'ph':'f','cat':'t','id':'"
                                  "abd','pid':1,'tid':1,'ts':3}]"));
        QVERIFY(loaded.status);
        const auto &flows = loaded.trace->flows();
        QCOMPARE(flows.size(), std::size_t{3});
        const auto name = [&](TrackId id) { return loaded.trace->text(loaded.trace->track(id).name); };
        for (std::size_t i = 0; i < flows.size(); ++i) {
            const auto &f = flows.at(i);
            if (loaded.trace->text(f.category) == "c") {
                QVERIFY((name(f.fromTrack) == "1") == (name(f.toTrack) == "4"));
            }
        }
        QCOMPARE(loaded.log->count("trace.unmatched_flow_start"), std::uint64_t{1});
        QCOMPARE(loaded.log->count("trace.unmatched_flow_end"), std::uint64_t{1});
    }

    void everyEventIsShownOrLogged() {
        const auto loaded = m_files.loadText(json(
            "[{'ph':'B','name':'x','pid':1,'tid':1,'ts':1},{'ph':'B','name':'lost','pid':1,'tid':1,'ts':2},{'ph':'E','"
            "pid':1,'tid':1,'ts':9},"
            "{'ph':'E','pid':1,'tid':2,'ts':9},{'ph':'i','name':'point','pid':1,'tid':1,'ts':3},{'ph':'X','name':'no "
            "time','pid':1,'tid':1},"
            "{'ph':'X','name':'no "
            "end','pid':1,'tid':1,'ts':4},{'ph':'Q','ts':1},{'ph':'Q','ts':1},{'ph':'N','ts':1},{'name':'nothing'},"
            "{'ph':'b','cat':'a','id':1,'name':'as','pid':1,'ts':10},{'ph':'b','cat':'a','id':2,'name':'as','pid':1,'"
            "ts':11},"
            "{'ph':'e','cat':'a','id':1,'name':'as','pid':1,'ts':15},{'ph':'n','cat':'a','id':1,'name':'as','pid':1,'"
            "ts':12}, 17, 'x',]"));
        QVERIFY(loaded.status);
        QCOMPARE(ns(sliceNamed(*loaded.trace, "lost").end), 9000);
        QCOMPARE(sliceNamed(*loaded.trace, "point").klass, SliceClass::Instant);
        QCOMPARE(sliceNamed(*loaded.trace, "x").end, sliceNamed(*loaded.trace, "as").end);  // the last there is
        QCOMPARE(loaded.trace->sliceCount(), std::uint64_t{8});  // x, lost, point, no end, as, as, as (n), (N)
        QCOMPARE(loaded.log->count("trace.unmatched_begin"), std::uint64_t{3});
        QCOMPARE(loaded.log->count("trace.unmatched_end"), std::uint64_t{1});
        QCOMPARE(loaded.log->count("json.bad_time"), std::uint64_t{1});
        QCOMPARE(loaded.log->count("json.unknown_phase"), std::uint64_t{2});
        QCOMPARE(loaded.log->count("json.no_phase"), std::uint64_t{1});
        QCOMPARE(loaded.log->count("json.no_duration"), std::uint64_t{1});
        QCOMPARE(loaded.log->count("json.not_an_event"), std::uint64_t{2});
        std::int64_t events = 0;
        const auto *contents = loaded.table(TableKind::Contents);
        for (std::size_t i = 0; i < contents->rowCount(); ++i) {
            events += contents->number(i, "rows");
        }
        QCOMPARE(events, 15);
    }

    void metadataNamesAndOrders() {
        const auto loaded =
            m_files.loadText(json("[{'ph':'X','name':'k','pid':5,'tid':2,'ts':1,'dur':1},{'ph':'X','name':'EVENT_WAIT',"
                                  "'pid':5,'tid':2,'ts':3,'dur':1},"
                                  "{'ph':'X','name':'hcom_send_1','pid':6,'tid':0,'ts':1,'dur':1},{'ph':'X','name':'"
                                  "Memcpy','pid':6,'tid':1,'ts':1,'dur':1},"
                                  "{'ph':'X','name':'ProfilerStep#12','pid':4,'tid':1,'ts':1,'dur':9,'cat':'cpu_op'},"
                                  "{'ph':'M','name':'process_name','pid':5,'args':{'name':'old'}},{'ph':'M','name':'"
                                  "process_name','pid':5,'args':{'name':'Ascend Hardware'}},"
                                  "{'ph':'M','name':'process_sort_index','pid':5,'args':{'sort_index':2}},{'ph':'M','"
                                  "name':'process_sort_index','pid':6,'args':{'sort_index':1}},"
                                  "{'ph':'M','name':'process_labels','pid':5,'args':{'labels':'NPU'}},{'ph':'M','name':"
                                  "'thread_name','pid':5,'tid':2,'args':{'name':'Stream 2'}},"
                                  "{'ph':'M','name':'process_name','pid':6,'args':{'name':'HCCL'}},{'ph':'M','name':'"
                                  "thread_name','pid':6,'tid':0,'args':{'name':'Group 0 Communication'}},"
                                  "{'ph':'M','name':'thread_name','pid':6,'tid':1,'args':{'name':'Plane "
                                  "0'}},{'ph':'M','name':'other','pid':1}]"));
        QVERIFY(loaded.status);
        const auto tracks = loaded.trace->tracks();
        QCOMPARE(loaded.trace->text(tracks[0].name), std::string_view("HCCL"));
        const auto *stream = trackNamed(*loaded.trace, "Stream 2");
        QCOMPARE(stream->kind, TrackKind::DeviceStream);
        QCOMPARE(loaded.trace->text(loaded.trace->track(stream->parent).label), std::string_view("NPU"));
        QCOMPARE(loaded.trace->text(loaded.trace->track(stream->parent).name), std::string_view("Ascend Hardware"));
        QCOMPARE(sliceNamed(*loaded.trace, "k").klass, SliceClass::Computing);
        QCOMPARE(sliceNamed(*loaded.trace, "EVENT_WAIT").klass, SliceClass::Event);
        QCOMPARE(sliceNamed(*loaded.trace, "hcom_send_1").klass, SliceClass::Communication);
        QCOMPARE(sliceNamed(*loaded.trace, "Memcpy").klass, SliceClass::CommTask);
        QCOMPARE(loaded.table(TableKind::Steps)->number(0, "step"), 12);
        QCOMPARE(loaded.table(TableKind::Steps)->number(0, "end_ns"), 10000);
        QCOMPARE(loaded.table(TableKind::P2pOps)->text(0, "kind"), std::string_view("send"));
        QCOMPARE(loaded.log->count("json.unknown_metadata"), std::uint64_t{1});
    }

    void communicationOfGroupLanes() {
        const auto loaded = m_files.loadText(json(
            "[{'ph':'X','name':'hcom_allReduce__868_0_1','pid':6,'tid':0,'ts':3,'dur':2,'args':{'connection_id':502,"
            "'data_type':'FP32','alg_type':'MESH-RING','count':4097000,'relay':'no','retry':'yes'}},"
            "{'ph':'X','name':'hcom_allReduce__868_0_1','pid':5,'tid':2,'ts':3,'dur':2},"
            "{'ph':'M','name':'process_name','pid':6,'args':{'name':'HCCL'}},"
            "{'ph':'M','name':'thread_name','pid':6,'tid':0,'args':{'name':'Group 0 Communication'}},"
            "{'ph':'M','name':'process_name','pid':5,'args':{'name':'Ascend Hardware'}}]"));
        QVERIFY(loaded.status);
        const auto *ops = loaded.table(TableKind::CommOps);
        QVERIFY(ops != nullptr);
        QCOMPARE(ops->rowCount(), std::size_t{1});  // not once more from the stream
        QCOMPARE(ops->text(0, "name"), std::string_view("hcom_allReduce__868_0_1"));
        QCOMPARE(ops->text(0, "group"), std::string_view("868"));
        QCOMPARE(ops->text(0, "p2p"), std::string_view());
        QCOMPARE(ops->text(0, "algorithm"), std::string_view("MESH-RING"));
        QCOMPARE(ops->number(0, "begin_ns"), 3000);
        QCOMPARE(ops->number(0, "connection"), 502);
        QCOMPARE(ops->number(0, "bytes"), 4 * 4097000);
        QCOMPARE(ops->number(0, "relay"), 0);
        QCOMPARE(ops->number(0, "retry"), 1);
    }

    void sameAtAnyWindowAndWorkers() {
        const auto path = m_files.write(hardTrace());
        const auto whole = TraceFiles::load(path);
        QVERIFY(whole.status);
        QVERIFY(!whole.log->hasDataLoss());
        QCOMPARE(whole.trace->sliceCount(), std::uint64_t{81});  // a sample (P) is one, too
        QCOMPARE(whole.trace->sampleCount(), std::uint64_t{40});
        QCOMPARE(whole.trace->flows().size(), std::size_t{20});
        for (std::size_t window = 64; window <= 4096; window += window < 300 ? 1 : 97) {
            const auto cut = TraceFiles::load(path, window % 2 == 0 ? 1 : 3, {window, 1 << 20});
            QVERIFY(cut.status);
            QVERIFY2(cut.dump() == whole.dump(), std::to_string(window).c_str());
            QVERIFY(!cut.log->hasDataLoss());
        }
    }

    void aLargeTraceShowsItsFirstPart() {
        std::string text = "[";
        for (int i = 0; i < 30'000; ++i) {
            text += (i == 0 ? "" : ", ") + slice(i, "op " + std::to_string(i % 7), "{}");
        }
        const auto file = TraceFiles::sourceOf(m_files.write(text + "]"));
        LoadControl control;
        LoadProgress progress;
        control.progress = &progress;
        control.workers = 2;
        for (const auto from : {file.size + 1, file.size}) {
            ImportLog log;
            std::vector<std::shared_ptr<const TraceStore>> parts;
            Sink sink(log, [&](std::shared_ptr<const TraceStore> part) { parts.push_back(std::move(part)); });
            control.previewFrom = from;
            progress.bytesDone = 0;
            QVERIFY(makeTraceJsonFormat()->load(file, sink, control));
            QCOMPARE(progress.bytesDone.load(), file.size);  // read twice, told once
            const auto whole = sink.take().at(std::nullopt).traces.front();
            QCOMPARE(whole->sliceCount(), std::uint64_t{30'000});
            QCOMPARE(parts.size(), from == file.size ? std::size_t{1} : std::size_t{0});
            for (const auto &part : parts) {
                QVERIFY(part->sliceCount() > 1'000 && part->sliceCount() < 15'000);
                QVERIFY(log.isEmpty());  // that the part ends in the middle is no damage
                QCOMPARE(part->bounds()->begin, whole->bounds()->begin);
                QVERIFY(part->bounds()->end < whole->bounds()->end);
                QCOMPARE(sliceNamed(*part, "op 3").row, sliceNamed(*whole, "op 3").row);
            }
        }
    }

    void packedIsTheSame() {
        const auto text = hardTrace();
        const auto plain = m_files.loadText(text);
        for (const auto &[name, bytes] :
             {std::pair("t.json.gz", gzipped(text)), std::pair("t.json.zst", zstded(text))}) {
            const auto path = m_files.write(bytes, name);
            QCOMPARE(TraceFiles::load(path, 2, {200, 1 << 20}).dump(), plain.dump());
            const auto row = sliceNamed(*plain.trace, "op 3").row;
            const auto details = makeTraceJsonFormat()->details(TraceFiles::sourceOf(path), RowRef{row});
            QVERIFY(details);
            QCOMPARE(details->front().second, std::string("op 3"));
            const auto cut = TraceFiles::load(m_files.write(bytes.substr(0, bytes.size() / 2), name));
            QCOMPARE(cut.status.error().kind, ErrorKind::Truncated);
            QVERIFY(cut.trace != nullptr && cut.rows() <= plain.rows());
        }
    }

    void rootObjectAndBlanks() {
        const auto array = hardTrace();
        const auto plain = m_files.loadText(array);
        const std::string before = json("{'a': {'traceEvents': [1, 2]}, 's': '\\'traceEvents\\': [', 'traceEvents': ");
        const auto object = m_files.loadText(before + array + json(", 'z': [{'ph': 'X'}, {}]}"));
        QVERIFY(object.status);
        QVERIFY(object.log->count("json.truncated") == 0 && !object.log->hasDataLoss());
        QCOMPARE(object.trace->sliceCount(), plain.trace->sliceCount());
        for (const std::size_t window : {64U, 80U, 128U, 1000U}) {
            QCOMPARE(m_files.loadText(before + array + json(", 'z': [{'ph': 'X'}, {}]}"), 2, {window, 1 << 20}).dump(),
                     object.dump());
        }
        const auto blanks = m_files.loadText("\xef\xbb\xbf \r\n" + array.substr(0, array.size() - 1) + " , ,\n]\n\n");
        QVERIFY(blanks.status);
        QVERIFY(!blanks.log->hasDataLoss());
        QCOMPARE(blanks.trace->sliceCount(), plain.trace->sliceCount());
    }

    void detailsComeFromTheFile() {
        const std::string text = json(
            "[{'ph':'X','name':'first','pid':1,'tid':1,'ts':1,'dur':1},"
            "{'ph':'X','name':'second','cat':'c','pid':1,'tid':1,'ts':5,'dur':1,'args':{'a':1,'b':'x\\'}, "
            "{','c':{'d':[1,2]},'e':true}}]");
        const auto path = m_files.write(text);
        const auto loaded = TraceFiles::load(path);
        const auto row = sliceNamed(*loaded.trace, "second").row;
        const auto format = makeTraceJsonFormat();
        auto file = TraceFiles::sourceOf(path);
        const auto details = format->details(file, RowRef{row});
        QVERIFY(details);
        const KeyValues expected{{"name", "second"}, {"cat", "c"},           {"a", "1"},
                                 {"b", "x\"}, {"},   {"c", "{\"d\":[1,2]}"}, {"e", "true"}};
        QCOMPARE(*details, expected);
        QVERIFY(!format->details(file, RowRef{row + 1}));
        QVERIFY(!format->details(file, RowRef{1U << 30}));
        file.size += 1;
        QCOMPARE(format->details(file, RowRef{row}).error().kind, ErrorKind::Changed);
        file = TraceFiles::sourceOf(path);
        file.mtimeNs -= 1;
        QCOMPARE(format->details(file, RowRef{row}).error().kind, ErrorKind::Changed);
    }

    void recognisesTracesOnly() {
        const auto format = makeTraceJsonFormat();
        const auto recognised = [&](const char *name, const std::string &text) {
            const auto path = m_files.write(text, name);
            return format->recognises(path, std::string_view(text).substr(0, 4096), {});
        };
        QVERIFY(recognised("trace_view.json", json("[{'ph': 'X', 'ts': 1}]")));
        QVERIFY(recognised("trace_view.json", json("[{'ph': 'X'")));
        QVERIFY(recognised("a.json", "[]"));
        QVERIFY(recognised("a.trace", json("{'traceEvents': []}")));
        QVERIFY(recognised("a.pt.trace.json", json("\n{\n  'schemaVersion': 1, 'deviceProperties': [{")) == false);
        QVERIFY(recognised("a.pt.trace.json", json("{'schemaVersion': 1, 'distributedInfo': {'rank': 1}, 'x': [")));
        QVERIFY(!recognised("profiler_info_0.json", json("{'traceEvents': [")));
        QVERIFY(!recognised("profiler_metadata.json", json("{'distributedInfo': 1}")));
        QVERIFY(!recognised("communication.json", json("{'step': {}}")));
        QVERIFY(!recognised("trace_view.txt", json("[{'ph': 'X'}]")));
        QVERIFY(!recognised("a.json", json("{'scripts': {'build': 'x'}}")));
        QVERIFY(!recognised("a.json", json("{'schemaVersion': 1, 'text': 'traceEvents', 'x': {'traceEvents': []}}")));
        QVERIFY(!recognised("a.json", json("{'x': {'traceEvents': [{'ph': 'X'}]}}, {'ph': 'X'}")));
        QVERIFY(!recognised("a.json", json("[{'name': 'a', 'x': {'ph': 'X'}}]")));
        QVERIFY(!recognised("a.json", json("[1, 2]")));
        QVERIFY(!recognised("a.json", "{ int main; } , {\"ph\":\"X\"}"));
        QVERIFY(!recognised("a.json", ""));
    }

    /// Profilers write what they know of devices, versions and the model before the events.
    void theEventsMayStandAnywhere() {
        const auto format = makeTraceJsonFormat();
        for (const std::size_t bytes : {std::size_t{10}, std::size_t{5000}, std::size_t{3} << 20}) {
            std::string text = json("{'metadata': {'files': ['") + std::string(bytes, 'x') +
                               json(
                                   "', ']}, {', {'traceEvents': 1}]}, 'deviceProperties': [{'id': 0, 'name': 'D'}], "
                                   "'traceEvents': [{'ph':'X','name':'a','pid':1,'tid':1,'ts':5,'dur':1}], 'end': 1}");
            const auto path = m_files.write(text, "far.json");
            QVERIFY(format->recognises(path, std::string_view(text).substr(0, 4096), {}));
            QCOMPARE(sliceNamed(*TraceFiles::load(path).trace, "a").begin, rankTime(5000));
        }
    }

private:
    TraceFiles m_files;
};

TEST_SUITE(TestTraceJson)

}  // namespace tst_trace_json

#include "tst_trace_json.moc"
