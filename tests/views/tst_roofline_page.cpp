// The page "Roofline" on two planted ranks: what is told, marks both ways, the peak that a user sets.
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/operators/roofline_page.h"

#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QTableView>

namespace tst_roofline_page {

using namespace stagescope;

namespace {

KernelRecord kernel(std::string_view type, std::string_view inputs, std::string_view outputs, std::int64_t begin,
                    std::int64_t duration) {
    KernelRecord record;
    record.name = type;
    record.type = type;
    record.core = type == "Add" ? "AI_VECTOR_CORE" : "AI_CORE";
    record.cube = type == "Add" ? 0 : 1;
    record.begin = begin;
    record.duration = duration;
    record.inputShapes = inputs;
    record.inputTypes = "FLOAT16;FLOAT16";
    record.inputFormats = "ND;ND";
    record.outputShapes = outputs;
    record.outputTypes = "FLOAT16";
    record.outputFormats = "ND";
    record.blockDim = 20;
    return record;
}

/// The second rank takes twice as long for the large product.
RankCapture rank(int number) {
    const std::array kernels{
        kernel("MatMulV3", "4096,1024;1024,4096", "4096,4096", 1000000, number == 0 ? 200000 : 400000),
        kernel("MatMulV3", "64,64;64,64", "64,64", 2000000, 20000),
        kernel("Add", "4096,1024;4096,1024", "4096,1024", 3000000, 60000)};
    TableWriter<KernelRecord> table;
    TableStore::Measures time;
    TableStore::Measures cycles;
    for (const auto &record : kernels) {
        table.append(record);
        const bool isMeasured = record.cube == 1;
        time.push_back(isMeasured ? static_cast<float>(record.duration) / 1000 : std::nanf(""));
        cycles.push_back(isMeasured ? static_cast<float>(record.duration * 20 * 165 / 100)
                                    : std::nanf(""));  // 1650 MHz
    }
    table.addMeasures("aic_time_us", time);
    table.addMeasures("aic_total_cycles", cycles);
    RankCapture capture;
    capture.rank = number;
    LoadedSource source;
    source.source = SourceId{static_cast<std::uint32_t>(number)};
    source.tables.push_back(std::make_shared<const TableStore>(table.take()));
    capture.loaded.push_back(std::move(source));
    return capture;
}

}  // namespace

class TestRooflinePage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.emplace_back();
        workspace->runs[0].id = RunId{0};
        workspace->runs[0].captures = {rank(0), rank(1)};
        workspace->version = 1;
        m_workspace = workspace;
    }
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_page = std::make_unique<RooflinePage>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_page->resize(1000, 700);
        m_page->show();
        m_page->setWorkspace(m_workspace);
        QTRY_VERIFY(!m_page->isBusy() && !m_page->model().ranks.empty());
        (void)m_page->grab();
    }
    void cleanup() { m_page.reset(); }

    void allRanksAreOffered() {
        QVERIFY(!m_page->emptyReason());
        QCOMPARE(m_page->rankPicker()->count(), 2);
        QCOMPARE(m_page->shownRank()->rank, 0);
        QCOMPARE(m_page->layoutShown().dots.size(), std::size_t{2});
        m_page->vectorSwitch()->click();
        (void)m_page->grab();
        QCOMPARE(m_page->layoutShown().dots.size(), std::size_t{3});
        QCOMPARE(m_page->table()->model()->rowCount(), 3);
    }
    void theTipComparesRanks() {
        const auto &box = m_page->layoutShown().dots[0].box;
        const auto tip = m_page->tipAt({box.x + 3, box.y + 3});
        QVERIFY2(tip.contains(QStringLiteral("4096,1024;1024,4096")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("171.8 TFLOP/s")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("rank 1: 85.9 TFLOP/s")), qPrintable(tip));
        QVERIFY(m_page->tipAt({1, 1}).isEmpty());
    }
    void aClickMarksTheGroupAndItsRow() {
        QSignalSpy chosen(m_page.get(), &RooflinePage::groupChosen);
        const auto box = m_page->layoutShown().dots[1].box;
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, {box.x + box.width / 2, box.y + box.height / 2});
        const auto group = m_page->layoutShown().dots[1].group;
        QVERIFY(m_page->markedGroup() == group);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][1].toString(), QString::fromStdString(m_page->shownRank()->groups[group].name));
        const auto rows = m_page->table()->table()->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, {2, 2});
        QVERIFY(!m_page->markedGroup());
    }
    void aRowMarksItsGroup() {
        auto *view = m_page->table()->table();
        Q_EMIT view->clicked(view->model()->index(1, 0));
        QVERIFY(m_page->markedGroup().has_value());
    }
    void theSelectedRankIsShown() {
        auto state = m_selection->state();
        state.ranks = {{RunId{0}, 1}};
        m_selection->set(state, nullptr);
        QTRY_COMPARE(m_page->shownRank()->rank, 1);
    }
    void aPeakCanBeSet() {
        QCOMPARE(m_page->shownRank()->peak.flopsOrigin, PeakOrigin::Counters);
        m_page->peakField()->setValue(400);
        m_page->bandwidthField()->setValue(800);
        QTRY_VERIFY(!m_page->isBusy() && m_page->shownRank()->peak.bandwidth);
        QCOMPARE(m_page->shownRank()->peak.flops.value_or(0), 4e14);
        QCOMPARE(m_page->shownRank()->peak.flopsOrigin, PeakOrigin::Given);
    }
    void withoutKernelsItSaysWhy() {
        m_page->setWorkspace(std::make_shared<Workspace>());
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(m_page->emptyReason().has_value());
    }

private:
    std::shared_ptr<const Workspace> m_workspace;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<RooflinePage> m_page;
};

TEST_SUITE(TestRooflinePage)

}  // namespace tst_roofline_page

#include "tst_roofline_page.moc"
