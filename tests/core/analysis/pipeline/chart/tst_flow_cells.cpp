#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_flow_cells {

using namespace stagescope;

namespace {

/// Operators of an autograd engine: microbatches of three operators each, backward in reverse order. Times in us.
class Autograd {
public:
    void microbatch(std::int64_t forward, std::int64_t backward) {
        const auto host = m_builder.intern("host");
        const auto main = m_builder.track({TrackKind::HostThread, host, m_builder.intern("main")});
        const auto engine = m_builder.track({TrackKind::HostThread, host, m_builder.intern("autograd")});
        const auto category = m_builder.intern("fwdbwd");
        for (int i = 0; i < 3; ++i) {
            const auto begin = (forward + 10 * i) * 1000;
            const auto back = (backward + 20 * (2 - i)) * 1000;
            m_builder.slice(main, begin, 8000, m_builder.intern("aten::mm"), SliceClass::HostOp, 0);
            m_builder.slice(engine, back, 18000, m_builder.intern("MmBackward0"), SliceClass::HostOp, 0);
            m_builder.flow(FlowPhase::Start, main, begin, ++m_flow, category);
            m_builder.flow(FlowPhase::End, engine, back, m_flow, category);
        }
    }
    [[nodiscard]] std::string cells(bool isPipeline) {
        TableBuilder sizes(TableKind::Environment);
        sizes.set("section", std::string_view("parallel")).set("key", std::string_view("pipeline_model_parallel_size"));
        sizes.set("value", std::string_view(isPipeline ? "2" : "1")).endRow();
        auto capture = planted::capture(1, {planted::shared(sizes)});
        capture.loaded[0].traces.push_back(planted::trace(std::move(m_builder)));
        std::string text;
        for (const auto &cell : rankCells(capture).cells) {
            text += (text.empty() ? "" : " ") + std::string(cellKindText(cell.kind)) +
                    std::to_string(ns(cell.range.begin) / 1000) + ".." + std::to_string(ns(cell.range.end) / 1000);
            text += cell.evidence == CellEvidence::FlowArrows ? "" : "!";
        }
        return text;
    }

private:
    TraceBuilder m_builder;
    std::uint64_t m_flow = 0;
};

}  // namespace

class FlowCellsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void microbatchesOfOneChunk() {
        Autograd autograd;  // F F B F B B
        autograd.microbatch(100, 300);
        autograd.microbatch(200, 500);
        autograd.microbatch(400, 600);
        QCOMPARE(autograd.cells(true), std::string("F100..128 F200..228 B300..358 F400..428 B500..558 B600..658"));
    }
    /// Forward through both chunks, then backward through both: nothing parts them.
    void chunksInARowLookLikeOne() {
        Autograd autograd;
        autograd.microbatch(100, 500);
        autograd.microbatch(200, 300);
        autograd.microbatch(700, 900);
        QCOMPARE(autograd.cells(true), std::string("F100..228 B300..558 F700..728 B900..958"));
    }
    void onlyInPipelines() {
        Autograd autograd;
        autograd.microbatch(100, 300);
        QCOMPARE(autograd.cells(false), std::string());
    }
};

TEST_SUITE(FlowCellsTest)

}  // namespace tst_flow_cells

#include "tst_flow_cells.moc"
