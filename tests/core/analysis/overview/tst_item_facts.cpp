#include "core/analysis/overview/item_facts.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_operators.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>

namespace tst_item_facts {

using namespace stagescope;
using namespace stagescope::sample;

namespace {

std::string factOf(const ItemFacts &facts, std::string_view key) {
    const auto it = std::find_if(facts.facts.begin(), facts.facts.end(), [&](const auto &f) { return f.first == key; });
    return it == facts.facts.end() ? std::string{} : it->second;
}

}  // namespace

class ItemFactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void factsOfASliceNameItsSelfTimeParentAndNamesakes() {
        const auto ws = workspace(1);
        const auto &trace = *ws->runs.front().captures.front().loaded.front().traces.front();
        const auto outer = itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, trackNamed(trace, "thread 1"), SliceId{0}});
        QVERIFY(outer.has_value());
        QCOMPARE(factOf(*outer, "duration_ns"), std::string("90000000"));
        QCOMPARE(factOf(*outer, "self_time"), durationText(Nanos{200'000}));
        const auto inner = itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, trackNamed(trace, "thread 1"), SliceId{1}});
        QCOMPARE(factOf(*inner, "parent"), std::string("frame 0"));
        const auto kernel = itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, trackNamed(trace, "stream 7"), SliceId{4}});
        QCOMPARE(factOf(*kernel, "same_name_count"), std::string("500"));
        QCOMPARE(factOf(*kernel, "same_name_total"), durationText(Nanos{25 * kMs}));
        QCOMPARE(kernel->rank, std::optional<int>(0));
    }

    void aMarkHasItsNameAndTheTextAroundItApart() {
        TraceBuilder b;
        const auto process = b.intern("host");
        const auto marks = b.track({TrackKind::HostThread, process, b.intern("MSTX")});
        const std::string text = "{'name': 'backward_step', 'microbatch': 3}";
        b.slice(marks, kStart, 100, b.intern(text), SliceClass::HostOp, 0);
        b.slice(marks, kStart + 10, 20, b.intern("inner"), SliceClass::HostOp, 0);
        Workspace ws;
        ws.runs.push_back(run(RunId{0}, 0));
        ws.runs[0].captures.push_back(capture(0, SourceId{0}, merged(std::move(b))));
        const auto track = trackNamed(*ws.runs[0].captures[0].loaded[0].traces[0], "MSTX");
        const auto mark = itemFacts(ws, SliceRef{RunId{0}, SourceId{0}, track, SliceId{0}});
        QCOMPARE(mark->what, std::string("backward_step"));
        QCOMPARE(factOf(*mark, "name"), std::string("backward_step"));
        QCOMPARE(factOf(*mark, "recorded_name"), text);
        const auto inner = itemFacts(ws, SliceRef{RunId{0}, SourceId{0}, track, SliceId{1}});
        QCOMPARE(factOf(*inner, "parent"), std::string("backward_step"));
        QCOMPARE(factOf(*inner, "recorded_name"), std::string());
    }

    void aSliceTellsWhenItBeganOnEveryClock() {
        const auto ws = workspace(1);
        const auto &trace = *ws->runs.front().captures.front().loaded.front().traces.front();
        const auto facts = itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, trackNamed(trace, "stream 9"), SliceId{0}});
        QCOMPARE(factOf(*facts, "start"), std::string("20.000 ms"));
        QCOMPARE(factOf(*facts, "start_ns"), std::to_string(kStart + 20 * kMs));
        QCOMPARE(factOf(*facts, "start_wall"), std::string("2023-11-14 22:13:20.020000000"));
    }

    void arrowsNameTheirOtherEndAndLeadThere() {
        auto ws = operatorWorkspace();
        const auto mul = operatorNamed(*ws, "aten::mul");
        const auto kernel = operatorNamed(*ws, "Mul");
        const auto out = itemFacts(*ws, mul);
        QCOMPARE(factOf(*out, "flow_out"), std::string("Mul, Ascend Hardware / stream 7 (async_npu, 45.000 ms)"));
        const auto isOut = [](const auto &fact) { return fact.first == "flow_out"; };
        const auto at = std::find_if(out->facts.begin(), out->facts.end(), isOut) - out->facts.begin();
        QCOMPARE(out->jumps.at(static_cast<std::size_t>(at)), ItemRef(kernel));
        const auto in = itemFacts(*ws, kernel);
        QVERIFY(factOf(*in, "flow_in").starts_with("aten::mul, "));
        QCOMPARE(in->jumps.size(), std::size_t{1});
        QCOMPARE(in->jumps.begin()->second, ItemRef(mul));
    }

    void aKernelsShapesComeFromTheTableOfKernels() {
        auto ws = std::make_shared<Workspace>(*operatorWorkspace());
        const auto row = [](TableBuilder &table, const char *name, std::int64_t begin, const char *shapes) {
            table.set("name", std::string_view(name)).set("begin_ns", begin).set("wait_ns", std::int64_t{1500});
            table.set("input_shapes", std::string_view(shapes)).set("core", std::string_view("AI_VECTOR_CORE"));
            table.endRow();
        };
        TableBuilder table(TableKind::Kernels);
        row(table, "Mul", kStart + 30 * kMs, "elsewhere");
        row(table, "Add", kStart + 60 * kMs, "another");
        row(table, "Mul", kStart + 60 * kMs + 300, "2,3;3,4");
        auto &loaded = ws->runs.front().captures.front().loaded.front();
        loaded.tables.push_back(std::make_shared<const TableStore>(table.take()));
        const auto facts = itemFacts(*ws, operatorNamed(*ws, "Mul"));
        QCOMPARE(factOf(*facts, "kernel_input_shapes"), std::string("2,3;3,4"));
        QCOMPARE(factOf(*facts, "kernel_core"), std::string("AI_VECTOR_CORE"));
        QCOMPARE(factOf(*facts, "kernel_wait"), std::string("1.500 us"));
        QCOMPARE(factOf(*facts, "kernel_output_shapes"), std::string());
        QCOMPARE(factOf(*itemFacts(*ws, operatorNamed(*ws, "aten::mul")), "kernel_core"), std::string());
    }

    void whatIsNotLoadedHasNoFacts() {
        const auto ws = workspace(1);
        QVERIFY(!itemFacts(*ws, SliceRef{RunId{0}, SourceId{9}, TrackId{0}, SliceId{0}}));
        QVERIFY(!itemFacts(*ws, SliceRef{RunId{0}, SourceId{0}, TrackId{0}, SliceId{123456}}));
        QVERIFY(!itemFacts(*ws, RankRef{RunId{7}, 0}));
        QVERIFY(!itemFacts(*ws, StepRef{RunId{0}, 99}));
    }
};

TEST_SUITE(ItemFactsTest)

}  // namespace tst_item_facts

#include "tst_item_facts.moc"
