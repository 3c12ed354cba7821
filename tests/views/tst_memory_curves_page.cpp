// The page "Memory curves" on a synthetic job of four ranks: what is drawn, gestures, and the one selection both ways.
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/base/signed_bytes.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/theme.h"
#include "views/memory/curve_bar.h"
#include "views/memory/memory_curves_page.h"
#include "views/memory/memory_peaks_page.h"
#include "views/memory/memory_view.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <set>
#include <tuple>

namespace tst_memory_curves_page {

using namespace stagescope;

class TestMemoryCurvesPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 2;
        const auto path = m_folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(path, options).has_value());
        auto workspace = std::make_shared<Workspace>();
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        workspace->runs.push_back(std::move(*run));
        workspace->version = 1;
        m_workspace = workspace;
    }
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_time->setLimits(*timeBounds(*m_workspace));
        m_view = std::make_unique<MemoryView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_view->resize(1200, 800);
        m_view->show();
        m_view->setWorkspace(m_workspace);
        m_page = qobject_cast<MemoryCurvesPage *>(m_view->page());
        QVERIFY2(m_page, "without snapshots the tab turns to the record");
        QTRY_VERIFY(!m_page->isBusy() && !m_page->model().curves.empty());
        (void)m_page->chart()->plot();
    }
    void cleanup() { m_view.reset(); }

    void theTabIsThereWithoutSnapshots() {
        QVERIFY(!m_view->emptyReason());
        QVERIFY(m_page->model().ranks.size() == 4);
        QVERIFY(m_page->heading().contains(QStringLiteral("Peak")));
        QCOMPARE(m_page->chart()->curves().size(), m_page->model().curves.size());
    }
    /// Of a part of the time the peak is told that is in sight, and who held that.
    void thePeakIsOfWhatIsShown() {
        const auto &model = m_page->model();
        const auto all = *model.bounds;
        const auto whole = m_page->heading();
        QVERIFY(whole.startsWith(QStringLiteral("Peak: ")));
        const auto top = model.top(std::nullopt);
        const AlignedRange part{all.begin + all.duration() * 4 / 10, all.begin + all.duration() * 45 / 100};
        m_time->setRange(part);
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY2(m_page->heading().startsWith(QStringLiteral("Peak of the curves shown: ")),
                 qPrintable(m_page->heading()));
        const auto there = model.top(part);
        QVERIFY(there && there->peak.value <= top->peak.value);
        QVERIFY2(m_page->heading().contains(QString::fromStdString(signedBytesText(there->peak.value))),
                 qPrintable(m_page->heading()));
        m_time->setRange(all);
        QTRY_VERIFY(!m_page->isBusy());
        QCOMPARE(m_page->heading(), whole);
    }
    void curvesArePaintedInTheirPlaces() {
        const auto image = m_page->chart()->grab().toImage();
        const auto &plot = m_page->chart()->plot();
        const auto top = m_page->model().top(std::nullopt);
        QVERIFY(top.has_value());
        // The mark of the peak stands above it.
        const auto at = alignedTime(ns(top->peak.at) + m_page->model().mainCurve(top->rank)->offset.count());
        const int x = plot.axis.pixelOf(at);
        const int y = plot.yOf(top->peak.value);
        QCOMPARE(QColor(image.pixel(x, y - 3)).rgb(), Theme::current().color(ColorRole::Accent).rgb());
        // Below the line of its value there is a curve somewhere in the column.
        int colored = 0;
        for (int row = plot.area.y; row < plot.area.bottom(); ++row) {
            colored += QColor(image.pixel(x + 20, row)).hsvSaturation() > 100 ? 1 : 0;
        }
        QVERIFY(colored > 0);
    }
    void aClickSelectsTheRankAndHowLongTheValueHeld() {
        const auto [point, curve] = somePlace();
        QVERIFY(!m_page->tipAt(point).isEmpty());
        QTest::mouseClick(m_page->chart(), Qt::LeftButton, {}, point);
        const auto &state = m_selection->state();
        QVERIFY(state.range.has_value());
        QCOMPARE(state.ranks.size(), std::size_t{1});
        QCOMPARE(state.ranks[0].rank, curve.rank);
        const auto at = m_page->chart()->plot().axis.timeOf(point.x());
        QVERIFY(state.range->contains(at) || state.range->duration() == Nanos{1});
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(m_page->heading().contains(QStringLiteral("selected time")));
        const auto *moment = std::get_if<MomentRef>(&state.items.front());
        QVERIFY(moment != nullptr && moment->rank == curve.rank);
        QCOMPARE(alignedTime(moment->at + curve.offset.count()), std::max(at, state.range->begin));
        // Holders and the rest are the whole.
        const auto &holders = m_page->holders();
        QVERIFY(holders.allocated.has_value());
        QCOMPARE(holders.held + *holders.rest, *holders.allocated);
        QSignalSpy spy(m_page, &View::viewRequested);
        QTest::keyClick(m_page->chart(), Qt::Key_Return);
        QCOMPARE(spy.count(), 1);
        QVERIFY(m_time->range().contains(state.range->begin));
        QVERIFY(m_time->range().duration() <= std::max(3 * state.range->duration(), 3 * TimeView::kMinSpan));
    }
    void gesturesAreThoseOfEveryTimeAxis() {
        const auto whole = m_time->range();
        m_page->chart()->setFocus();
        QTest::keyClick(m_page->chart(), Qt::Key_W);
        QVERIFY(m_time->range().duration() < whole.duration());
        QCOMPARE(m_page->chart()->plot().axis.range, m_time->range());
        QTest::keyClick(m_page->chart(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_time->range(), whole);
        const auto &plot = m_page->chart()->plot();
        const QPoint from(plot.area.x + 200, plot.area.y + 50);
        const QPoint to(plot.area.x + 400, plot.area.y + 60);
        QTest::mousePress(m_page->chart(), Qt::LeftButton, {}, from);
        QTest::mouseMove(m_page->chart(), (from + to) / 2);
        QTest::mouseMove(m_page->chart(), to);
        QTest::mouseRelease(m_page->chart(), Qt::LeftButton, {}, to);
        QVERIFY(m_selection->state().range.has_value());
        QCOMPARE(*m_selection->state().range, (AlignedRange{plot.axis.timeOf(from.x()), plot.axis.timeOf(to.x())}));
        QTest::mousePress(m_page->chart(), Qt::LeftButton, Qt::AltModifier, from);
        QTest::mouseMove(m_page->chart(), (from + to) / 2);
        QTest::mouseMove(m_page->chart(), to);
        QTest::mouseRelease(m_page->chart(), Qt::LeftButton, Qt::AltModifier, to);
        QVERIFY(m_time->range().duration() < whole.duration() / 2);
    }
    void aSliceOfTheTimelineIsMarkedAndItsPeakTold() {
        const auto slice = someSlice();
        QVERIFY(slice.has_value());
        const auto before = m_page->chart()->grab().toImage();
        m_selection->setItem(*slice);
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(m_page->heading().contains(QStringLiteral("Peak of the selection")));
        QVERIFY(m_page->chart()->grab().toImage() != before);
        // F brings it in sight.
        QTest::keyClick(m_page->chart(), Qt::Key_F);
        QVERIFY(m_time->range() != m_time->limits());
    }
    void differencesToARank() {
        auto *picker = m_page->bar()->baselinePicker();
        QCOMPARE(picker->count(), 5);
        picker->setCurrentIndex(1);
        Q_EMIT picker->activated(1);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().baseline);
        QCOMPARE(m_page->model().baseline->rank, std::optional(0));
        for (const auto &curve : m_page->model().curves) {
            QVERIFY(curve.rank != 0);
        }
        QVERIFY(m_page->heading().contains(QStringLiteral("Difference")));
    }
    void differencesToTheBaseline() {
        auto both = std::make_shared<Workspace>(*m_workspace);
        auto other = both->runs.front();
        other.id = RunId{1};
        other.role = RunRole::Baseline;
        other.label = "other";
        both->runs.push_back(other);
        both->version = 2;
        m_view->setWorkspace(both);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().baselineKnown.size() == 4);
        auto *picker = m_page->bar()->baselinePicker();
        QCOMPARE(picker->count(), 10);  // nothing, the same rank, four ranks of either run
        QCOMPARE(picker->itemText(1), QStringLiteral("Baseline, same rank"));
        picker->setCurrentIndex(1);
        Q_EMIT picker->activated(1);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().baseline);
        QCOMPARE(m_page->model().ranks.size(), std::size_t{4});
        for (const auto &curve : m_page->model().curves) {
            QVERIFY(curve.samples->size() > 0);
            QVERIFY(curve.samples->min() == 0 && curve.samples->max() == 0);  // the same run
        }
        QVERIFY(m_page->heading().contains(QStringLiteral("Run minus baseline: difference to the same rank of other")));
        m_view->setWorkspace(m_workspace);
        QTRY_VERIFY(!m_page->isBusy() && !m_page->model().baseline);
        QCOMPARE(picker->count(), 5);
    }
    void eachOfManyStagesHasAColourOfItsOwn() {
        m_view->setWorkspace(manyRanks(4, 16));
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.size() == 64);
        QCOMPARE(m_page->model().bands.size(), std::size_t{16});
        const auto &drawn = m_page->chart()->curves();
        std::set<QRgb> colors;
        for (std::size_t i = 0; i < 17; ++i) {
            colors.insert(drawn[i].color.rgb());
        }
        QCOMPARE(colors.size(), std::size_t{17});  // the stages and the line
        m_view->setWorkspace(m_workspace);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.size() == 4);
    }
    void manyRanksAreBandsAndLinesOfTheSelected() {
        const auto many = manyRanks(16, 4);
        m_view->setWorkspace(many);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.size() == 64);
        const auto &model = m_page->model();
        QCOMPARE(model.bands.size(), std::size_t{4});
        QCOMPARE(model.lines.size(), std::size_t{1});
        const auto &drawn = m_page->chart()->curves();
        QVERIFY(drawn[0].isBand && drawn[0].name.contains(QStringLiteral("stage 0, 16 rank")));
        QVERIFY(!drawn[4].isBand && drawn[4].width == 2);
        std::set<QRgb> colors;
        for (std::size_t i = 0; i < 5; ++i) {
            colors.insert(drawn[i].color.rgb());
        }
        QCOMPARE(colors.size(), std::size_t{5});  // the stages and the line
        // The legend leaves room for the curves.
        m_page->chart()->resize(700, 420);
        const auto &plot = m_page->chart()->plot();
        QVERIFY(plot.area.height > 200);
        // A click on a band means the nearest rank in it, which gets a line.
        auto state = m_selection->state();
        state.ranks = {{RunId{0}, 9}, {RunId{0}, 33}};
        m_selection->set(state);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().lines == (std::vector<int>{9, 33}));
        QVERIFY(m_page->chart()->curves().back().name.startsWith(QStringLiteral("rank 33")));
    }
    void measuresStreamsAndRanksAreChosen() {
        m_page->bar()->measureBox(MemoryMeasure::Reserved)->setChecked(false);
        QTRY_VERIFY(!m_page->isBusy());
        for (const auto &curve : m_page->model().curves) {
            QVERIFY(curve.key.measure == MemoryMeasure::Allocated);
        }
        m_page->bar()->streamBox()->setChecked(true);
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(!m_page->model().curves.front().key.owner.stream.empty());
        auto state = m_selection->state();
        state.ranks = {{RunId{0}, 1}, {RunId{0}, 3}};
        m_selection->set(state);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.size() == 2);
        QVERIFY((m_page->model().ranks == std::vector<int>{1, 3}));
        QVERIFY(m_page->ownFilter().isEmpty());
        auto *ranks = m_page->bar()->rankPicker();
        ranks->setCurrentIndex(1);
        Q_EMIT ranks->activated(1);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.size() == 4);
        QVERIFY(!m_page->ownFilter().isEmpty());
        ranks->setCurrentIndex(0);
        Q_EMIT ranks->activated(0);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.size() == 2);
        // Nothing chosen says so.
        m_page->bar()->measureBox(MemoryMeasure::Allocated)->setChecked(false);
        QTRY_VERIFY(!m_page->isBusy());
        QCOMPARE(QString::fromStdString(m_page->emptyReason()->id), QStringLiteral("memory.empty.choice"));
    }
    void picturesHaveTheCurvesAndTheHolders() {
        const QSize size(1000, 700);
        QImage image(size, QImage::Format_RGB32);
        image.fill(Qt::white);
        {
            QPainter painter(&image);
            m_view->paintPicture(painter, size);
        }
        QSet<QRgb> right;
        for (int y = 0; y < size.height(); ++y) {
            right.insert(image.pixel(size.width() - 40, y));
        }
        QVERIFY(right.size() > 2);
    }

    void aCellOfThePipelineIsMarked() {
        const auto &run = *m_workspace->mainRun();
        const auto groups = pipelineGroups(run);
        QVERIFY(!groups.empty());
        const auto chart = pipelineChart(run, groups.front());
        QVERIFY(!chart.cells.empty());
        const auto &cell = chart.cells[chart.cells.size() / 2];
        m_selection->setItem(cellRef(run.id, groups.front(), cell));
        QTRY_VERIFY(!m_page->isBusy());
        QTRY_VERIFY(m_page->heading().contains(QStringLiteral("Peak of the selection")));
        QTest::keyClick(m_page->chart(), Qt::Key_M);
        QVERIFY(m_selection->state().range.has_value());
        QCOMPARE(*m_selection->state().range, run.clock.toAligned(cell.rank, cell.range));
    }
    /// Whatever is chosen, no two lines look the same.
    void everyLineHasItsOwnLook() {
        const auto isOfOwnLook = [&] {
            std::set<std::tuple<QRgb, std::size_t, bool, int>> looks;
            for (const auto &curve : m_page->chart()->curves()) {
                looks.insert({curve.color.rgb(), curve.dash, curve.isBand, curve.width});
            }
            return looks.size() == m_page->chart()->curves().size();
        };
        for (auto *box : m_page->bar()->findChildren<QCheckBox *>()) {
            box->setChecked(true);
            QTRY_VERIFY(!m_page->isBusy());
            QVERIFY2(isOfOwnLook(), qPrintable(box->text()));
        }
        m_view->setWorkspace(manyRanks(1, 64));
        QTRY_VERIFY(!m_page->isBusy() && !m_page->model().bands.empty());
        QVERIFY(isOfOwnLook());
    }
    /// However many curves there are and however small the page is, the chart keeps its room, and nothing is cut: the
    /// page scrolls.
    void smallPagesAreScrolled() {
        for (auto *box : m_page->bar()->findChildren<QCheckBox *>()) {
            box->setChecked(true);
        }
        QTRY_VERIFY(!m_page->isBusy());
        for (const auto &size : {QSize(1200, 800), QSize(720, 420), QSize(480, 240)}) {
            m_view->resize(size);
            QTest::qWait(1);
            const int line = m_view->fontMetrics().height();
            QTRY_VERIFY(m_page->chart()->height() >= 12 * line);
            const auto &plot = m_page->chart()->plot();
            QVERIFY2(2 * plot.area.height >= m_page->chart()->height(), qPrintable(QString::number(plot.area.height)));
            auto *peaks = m_view->findChild<MemoryPeaksPage *>();
            QTRY_VERIFY(!peaks->isBusy() && peaks->isVisible());
            QTRY_VERIFY(peaks->canvas()->visibleRegion().isEmpty() || peaks->canvas()->height() >= 10 * line);
            QTRY_VERIFY(peaks->table()->height() >= 6 * line);
            for (auto *label : m_page->bar()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
                QVERIFY(label->isHidden() || label->width() >= label->minimumSizeHint().width());
                QVERIFY(label->isHidden() || m_page->bar()->rect().contains(label->geometry()));
            }
        }
    }
    void peaksOfAllRanks() {
        const auto &list = memoryPageList();
        const auto it = std::find_if(list.begin(), list.end(),
                                     [](const auto &entry) { return std::string_view(entry.id) == "memory-peaks"; });
        m_view->setPage(static_cast<std::size_t>(it - list.begin()));
        auto *page = qobject_cast<MemoryPeaksPage *>(m_view->page());
        QVERIFY(page != nullptr);
        QTRY_VERIFY(!page->isBusy() && !page->emptyReason());
        QCOMPARE(page->model().peaks.peaks.ranks.size(), std::size_t{4});
        QCOMPARE(page->model().peaks.stages, 2);
        QVERIFY(page->model().peaks.peaks.perMicrobatch.has_value());
        QCOMPARE(page->table()->model()->rowCount(), 4);
        // A click on a place selects its rank, a row of the table another.
        const auto &hits = page->canvas()->scene().hits;
        const auto hit = std::find_if(hits.begin(), hits.end(),
                                      [](const SceneHit &h) { return std::get<RankRef>(h.item).rank == 3; });
        QVERIFY(hit != hits.end());
        const QPoint at(hit->x + hit->width / 2, hit->y + hit->height / 2);
        QVERIFY(page->tipAt(at).contains(QStringLiteral("GiB")));
        QTest::mouseClick(page->canvas(), Qt::LeftButton, {}, at);
        QVERIFY((m_selection->state().ranks == std::vector<RankRef>{{RunId{0}, 3}}));
        auto *rows = page->table()->table();
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(0, 0)).center());
        QVERIFY(m_selection->state().ranks.size() == 1 && m_selection->state().ranks[0].rank != 3);
        // A baseline is seen on the same page: here the run itself.
        auto both = std::make_shared<Workspace>(*m_workspace);
        both->runs.push_back(both->runs.front());
        both->runs.back().id = RunId{1};
        both->runs.back().role = RunRole::Baseline;
        both->version = 2;
        m_view->setWorkspace(both);
        QTRY_VERIFY(!page->isBusy() && page->model().peaks.peaks.ranks.front().baseline);
        QCOMPARE(*metricOf(page->model().peaks.peaks.ranks.front(), PeakMetric::AgainstBaseline), 0.0);
        const auto &table = page->table()->model()->table();
        QCOMPARE(table.text(0, "allocated_delta_bytes"), std::string("0"));
        QCOMPARE(table.text(0, "baseline_allocated_bytes"), table.text(0, "allocated_bytes"));
        // The device's memory, typed.
        page->capacityField()->setValue(32);
        QTRY_VERIFY(!page->isBusy());
        QCOMPARE(*page->model().peaks.peaks.ranks.front().peak.capacity, std::int64_t{32} << 30);
    }

private:
    /// 64 of them, copies of the four that there are.
    std::shared_ptr<const Workspace> manyRanks(int dp, int pp) const {
        auto many = std::make_shared<Workspace>(*m_workspace);
        auto &run = many->runs.front();
        for (int rank = 4; rank < 64; ++rank) {
            run.captures.push_back(run.captures[static_cast<std::size_t>(rank % 4)]);
            run.captures.back().rank = rank;
        }
        run.groups.clear();
        run.parallel.dp = dp;
        run.parallel.pp = pp;
        run.parallel.world = 64;
        many->version = 2;
        return many;
    }

    /// A place in the chart on the last curve that is drawn there.
    std::pair<QPoint, RankCurve> somePlace() {
        const auto &plot = m_page->chart()->plot();
        const auto &curve = *m_page->model().mainCurve(m_page->model().ranks.front());
        const auto &samples = *curve.samples;
        const auto at =
            alignedTime(ns(samples.time(static_cast<std::uint32_t>(samples.size() / 2))) + curve.offset.count());
        const int x = plot.axis.pixelOf(at);
        const auto index = samples.indexAt(rankTime(ns(plot.axis.timeOf(x)) - curve.offset.count()));
        return {QPoint(x, plot.yOf(samples.value(index))), curve};
    }
    /// A slice of rank 0 in the middle of the curves.
    std::optional<SliceRef> someSlice() {
        const auto &run = *m_workspace->mainRun();
        const auto &bounds = *m_page->model().bounds;
        const auto middle = bounds.begin + bounds.duration() / 2;
        for (const auto &source : run.capture(0)->loaded) {
            for (const auto &trace : source.traces) {
                for (std::uint32_t t = 0; t < trace->tracks().size(); ++t) {
                    if (const auto slice = sliceAfter(*trace, TrackId{t}, run.clock.toRank(0, middle))) {
                        return SliceRef{run.id, source.source, TrackId{t}, *slice};
                    }
                }
            }
        }
        return std::nullopt;
    }
    static std::optional<SliceId> sliceAfter(const TraceStore &trace, TrackId track, RankTime time) {
        const auto &slices = trace.slices(track);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const auto slice = slices.at(SliceId{i});
            if (slice.begin >= time && slice.begin < slice.end && slice.end < time + Nanos{50'000'000}) {
                return SliceId{i};
            }
        }
        return std::nullopt;
    }

    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<MemoryView> m_view;
    MemoryCurvesPage *m_page = nullptr;
};

TEST_SUITE(TestMemoryCurvesPage)

}  // namespace tst_memory_curves_page

#include "tst_memory_curves_page.moc"
