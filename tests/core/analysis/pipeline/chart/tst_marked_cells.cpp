#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/mark_names.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_marked_cells {

using namespace stagescope;

namespace {

/// A host with two threads and a device: ranges, launches and what they launch. Times in us.
class Recording {
public:
    Recording &mark(std::string_view name, std::int64_t begin, std::int64_t end, SliceClass klass = SliceClass::Mstx) {
        slice(track("host", "thread 1", TrackKind::HostThread), name, begin, end, klass);
        return *this;
    }
    /// Launched by a thread of the host.
    Recording &kernel(std::string_view name, std::int64_t launched, std::int64_t begin, std::int64_t end,
                      std::string_view thread = "thread 1", SliceClass klass = SliceClass::Computing) {
        const auto stream = track("device", "stream 7", TrackKind::DeviceStream);
        slice(stream, name, begin, end, klass);
        const auto category = m_builder.intern("ac2g");
        m_builder.flow(FlowPhase::Start, track("host", thread, TrackKind::HostThread), launched * 1000, ++m_flow,
                       category);
        m_builder.flow(FlowPhase::End, stream, begin * 1000, m_flow, category);
        return *this;
    }
    [[nodiscard]] RankCells cells(std::vector<std::shared_ptr<const TableStore>> tables = {}) {
        auto capture = planted::capture(5, std::move(tables));
        capture.loaded[0].traces.push_back(planted::trace(std::move(m_builder)));
        return rankCells(capture);
    }

private:
    TraceBuilder::LocalTrack track(std::string_view process, std::string_view thread, TrackKind kind) {
        return m_builder.track({kind, m_builder.intern(process), m_builder.intern(thread)});
    }
    void slice(TraceBuilder::LocalTrack track, std::string_view name, std::int64_t begin, std::int64_t end,
               SliceClass klass) {
        m_builder.slice(track, begin * 1000, (end - begin) * 1000, m_builder.intern(name), klass, 0);
    }

    TraceBuilder m_builder;
    std::uint64_t m_flow = 0;
};

std::string text(const PipelineCell &cell) {
    return std::string(cellKindText(cell.kind)) + std::to_string(cell.microbatch) + '.' + std::to_string(cell.chunk) +
           ' ' + std::to_string(ns(cell.range.begin) / 1000) + ".." + std::to_string(ns(cell.range.end) / 1000) + ' ' +
           std::string(cellEvidenceText(cell.evidence));
}

std::string texts(const RankCells &cells) {
    std::string all;
    for (const auto &cell : cells.cells) {
        all += (all.empty() ? "" : "; ") + text(cell);
    }
    return all;
}

}  // namespace

class MarkedCellsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isUserRange");
        QTest::addColumn<QByteArray>("expected");  // kind microbatch/backward stage/backward chunk
        const auto row = [](const char *name, bool isUserRange, const char *expected) {
            QTest::newRow((std::string(name) + (isUserRange ? " (range)" : "")).c_str())
                << QByteArray(name) << isUserRange << QByteArray(expected);
        };
        row("PP:3F5", false, "F 5/-1 3/-1 -1");
        row("PP:7I2", false, "I 2/-1 7/-1 -1");
        row("PP:(0F4;7B1)OVERLAP_F_B", false, "O 4/1 0/7 -1");
        row("PP:3SEND_F5", false, "");
        row("3F5", true, "");
        row("Forward 12", false, "F 12/-1 -1/-1 -1");
        row("Backward 0", false, "B 0/-1 -1/-1 -1");
        row("Forward pass", true, "");
        row("F3.1", true, "F 3/-1 -1/-1 1");
        row("B10.0.2", true, "B 10/-1 -1/-1 0");
        row("W0.0.0", true, "W 0/-1 -1/-1 0");
        row("F3", true, "");
        row("B1.2.3.4", true, "");
        row("F1.", true, "");
        row("{'name': 'forward_step', 'current_microbatch': 4}", true, "F 4/-1 -1/-1 -1");
        row("{\"name\": \"backward_step\", \"current_microbatch\": 2}", true, "B 2/-1 -1/-1 -1");
        row("{'name': 'forward_backward_overlaping'}", true, "O -1/-1 -1/-1 -1");
        row("{'name': 'WeightGradStore.pop'}", true, "W -1/-1 -1/-1 -1");
        row("forward_step", true, "F -1/-1 -1/-1 -1");
        row("forward_step", false, "");
        row("DistributedDataParallel.forward", true, "");
        row("autograd::engine::evaluate_function: MmBackward0", true, "");
        row("attn(F)", true, "part F");
        row("mlp(W)", true, "part W");
        row("1F1B", true, "container O");
        row("attn(F)", false, "");
    }
    void names() {
        QFETCH(QByteArray, name);
        QFETCH(bool, isUserRange);
        QFETCH(QByteArray, expected);
        const auto mark = markName(name.toStdString(), isUserRange);
        std::string found;
        if (mark) {
            const auto kind = std::string(cellKindText(mark->kind));
            const auto pair = [](int a, int b) { return std::to_string(a) + "/" + std::to_string(b); };
            found = mark->role == MarkName::Role::Part ? "part " + kind
                    : mark->role == MarkName::Role::Container
                        ? "container " + kind
                        : kind + " " + pair(mark->microbatch, mark->backwardMicrobatch) + " " +
                              pair(mark->stage, mark->backwardStage) + " " + std::to_string(mark->chunk);
        }
        QCOMPARE(found, expected.toStdString());
    }

    void deviceTimesOfAllThreads() {
        Recording recording;
        recording.mark("PP:1F0", 100, 200).kernel("gemm", 110, 300, 340).kernel("gemm", 199, 350, 420);
        recording.mark("PP:1B0", 200, 280).kernel("gemm", 205, 430, 440);
        recording.kernel("gemm_bwd", 230, 450, 500, "autograd").kernel("gemm", 285, 510, 520, "autograd");
        recording.mark("PP:1F1", 300, 400);
        const auto cells = recording.cells();
        QCOMPARE(texts(cells),
                 std::string("F1.-1 300..400 host_range; F0.-1 300..420 device_range; B0.-1 430..500 device_range"));
        QCOMPARE(ns(cells.cells[1].hostRange->begin), std::int64_t{100'000});
        for (const auto &cell : cells.cells) {
            QCOMPARE(cell.numbering, Numbering::Named);
        }
    }

    void chunksInOrderOfStage() {
        Recording recording;
        recording.mark("PP:5F0", 0, 10).mark("PP:1F0", 10, 20).mark("PP:(1F1;5B0)OVERLAP_F_B", 20, 30);
        const auto cells = recording.cells();
        QCOMPARE(texts(cells), std::string("F0.1 0..10 host_range; F0.0 10..20 host_range; O1.0 20..30 host_range"));
        QCOMPARE(cells.cells[2].backwardChunk, 1);
        QCOMPARE(cells.cells[2].backwardMicrobatch, 0);
    }

    void transfersDoNotStretchACell() {
        Recording recording;
        recording.mark("forward_step", 0, 100).kernel("gemm", 10, 200, 300);
        recording.kernel("ncclDevKernel_SendRecv", 20, 310, 900, "thread 1", SliceClass::Communication);
        QCOMPARE(texts(recording.cells()), std::string("F-1.-1 200..300 device_range"));
    }

    void layersAndRecomputation() {
        Recording recording;
        recording.mark("F0.0", 0, 50).kernel("flash_fwd_kernel", 10, 100, 110).kernel("flash_fwd_kernel", 11, 120, 130);
        recording.mark("B0.0", 50, 90).kernel("flash_fwd_kernel", 60, 140, 150);
        recording.kernel("flash_bwd_dq_dk_dv", 61, 160, 180, "autograd");
        const auto cells = recording.cells().cells;
        QCOMPARE(cells.size(), std::size_t{2});
        QCOMPARE(cells[0].parts.size(), std::size_t{2});
        QCOMPARE(cells[1].parts.size(), std::size_t{2});
        QVERIFY(cells[1].parts[0].isRecompute && !cells[1].parts[1].isRecompute);
        QCOMPARE(cells[1].parts[1].busy.count(), std::int64_t{20'000});
    }

    void overlappedLayers() {
        Recording recording;
        recording.mark("1F1B", 0, 100);
        recording.mark("attn(F)", 1, 20).kernel("gemm", 2, 50, 60).kernel("gemm", 3, 70, 90);
        recording.mark("dispatch(B)", 20, 30).kernel("copy", 25, 55, 120);
        recording.mark("mlp(W)", 30, 40).kernel("gemm", 31, 95, 99);
        const auto cells = recording.cells().cells;
        QCOMPARE(cells.size(), std::size_t{1});
        QCOMPARE(text(cells[0]), std::string("O-1.-1 50..120 device_range"));
        QCOMPARE(cells[0].parts.size(), std::size_t{3});
        QCOMPARE(cells[0].parts[0].name, std::string("attn"));
        QCOMPARE(cells[0].parts[0].busy.count(), std::int64_t{30'000});
        QCOMPARE(cells[0].parts[1].kind, CellKind::BackwardInput);
        QCOMPARE(cells[0].parts[1].lane, CellPart::Lane::Communication);
        QCOMPARE(cells[0].parts[2].kind, CellKind::BackwardWeight);
        Recording hollow;  // the name alone says nothing
        QVERIFY(hollow.mark("1F1B", 0, 100).kernel("gemm", 2, 50, 60).cells().cells.empty());
    }

    void tablesWin() {
        TableBuilder table(TableKind::PipelineCells);
        table.set("name", std::string_view("FP")).set("begin_ns", std::int64_t{1}).set("end_ns", std::int64_t{2});
        table.endRow();
        Recording recording;
        const auto cells = recording.mark("PP:1F0", 0, 10).cells({planted::shared(table)});
        QCOMPARE(cells.cells.size(), std::size_t{1});
        QCOMPARE(cells.cells[0].evidence, CellEvidence::Named);
    }
};

TEST_SUITE(MarkedCellsTest)

}  // namespace tst_marked_cells

#include "tst_marked_cells.moc"
