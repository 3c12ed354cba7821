#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"
#include "views/common/theme.h"
#include "views/pipeline/waterfall_chart.h"
#include "views/pipeline/what_if_controls.h"
#include "views/pipeline/what_if_page.h"

#include <QtCharts/QChart>
#include <QtCore/QBuffer>
#include <QtGui/QPainter>
#include <QtSvg/QSvgGenerator>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTableWidget>

namespace tst_what_if_page {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

void addCell(TableBuilder &table, const char *name, std::int64_t beginMs, std::int64_t endMs) {
    table.set("name", std::string_view(name))
        .set("begin_ns", beginMs * kMs)
        .set("end_ns", endMs * kMs)
        .set("type", std::int64_t{name[0] == 'F' ? 0 : 1})
        .set("step", std::int64_t{1})
        .set("evidence", std::string_view("step_task_info"))
        .set("message", std::string_view())
        .set("microbatch", std::int64_t{-1});
    table.endRow();
}

/// 1F1B, p = 2, m = 2: F 20 ms, B 40 ms, 180 ms in all.
std::shared_ptr<const Workspace> twoRanks() {
    const std::vector<std::vector<int>> begins = {{0, 20, 80, 140}, {20, 80, 40, 100}};
    auto workspace = std::make_shared<Workspace>();
    Run &run = workspace->runs.emplace_back();
    run.id = RunId{0};
    for (int rank = 0; rank < 2; ++rank) {
        const std::vector<int> &own = begins[std::size_t(rank)];
        TableBuilder cells(TableKind::PipelineCells);
        addCell(cells, "FP", own[0], own[0] + 20);
        addCell(cells, "FP", own[1], own[1] + 20);
        addCell(cells, "BP", own[2], own[2] + 40);
        addCell(cells, "BP", own[3], own[3] + 40);
        RankCapture &capture = run.captures.emplace_back();
        capture.rank = rank;
        capture.state = LoadState::Shallow;
        capture.loaded.push_back(
            {SourceId{std::uint32_t(rank)}, {}, {std::make_shared<const TableStore>(cells.take())}});
        capture.version = 1;
    }
    return workspace;
}

}  // namespace

class WhatIfPageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        Theme::setCurrent(ThemeKind::Light);
        m_page = std::make_unique<WhatIfPage>(ViewServices{&m_selection, &m_time, nullptr});
        m_page->resize(1000, 420);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        m_page->setWorkspace(twoRanks());
        QTRY_VERIFY(!m_page->isBusy());
        QCOMPARE(m_page->emptyReason(), std::nullopt);
    }
    void cleanup() { m_page.reset(); }

    void whatWasMeasuredIsShown() {
        QCOMPARE(m_page->answers().size(), std::size_t{3});
        QCOMPARE(figure(0, 1), QStringLiteral("180.0"));
        QCOMPARE(figure(1, 1), QStringLiteral("180.0"));
    }

    void aQuestionIsAnswered() {
        auto *microbatches = m_page->controls()->findChild<QSpinBox *>(QStringLiteral("microbatches"));
        QTest::keyClick(microbatches, Qt::Key_Up);
        QTRY_VERIFY(!m_page->isBusy());
        QCOMPARE(figure(2, 0), QStringLiteral("1f1b p=2 m=3"));
        QCOMPARE(figure(2, 1), QStringLiteral("240.0"));
        QCOMPARE(figure(2, 3), QStringLiteral("+60.0"));
    }

    void whatIsNotPossibleIsSaid() {
        choose("schedule", "dualpipe");
        QVERIFY(m_page->answers().back().refusal);
        QVERIFY(!figure(2, 0).isEmpty());
        QVERIFY(figure(2, 1).isEmpty());
        QVERIFY(m_page->ghost().empty());
    }

    void theAnswerStandsBelowTheChart() {
        QSignalSpy changed(m_page.get(), &WhatIfPage::ghostChanged);
        QVERIFY(m_page->ghost().empty());
        auto *ghost = m_page->controls()->findChild<QCheckBox *>(QStringLiteral("ghost"));
        QTest::mouseClick(ghost, Qt::LeftButton, {}, {8, ghost->height() / 2});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(m_page->ghost().size(), std::size_t{8});
        choose("schedule", "zb-h1");
        QCOMPARE(m_page->ghost().size(), std::size_t{12});
    }

    void drawsIntoPictures() {
        QImage image(800, 400, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        m_page->paintPicture(painter, image.size());
        painter.end();
        const QRgb bar = Theme::current().color(ColorRole::Computing).rgb();
        int found = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                found += image.pixel(x, y) == bar ? 1 : 0;
        }
        QVERIFY(found > 500);
        QVERIFY(image.pixel(2, 2) != QColor(Qt::magenta).rgb());
    }

    /// Figures and headings are whole where half of the width holds them.
    void headingsAreWholeInPictures() {
        const QSize size(1000, 360);
        QBuffer buffer;
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        QPainter painter(&svg);
        m_page->paintPicture(painter, size);
        painter.end();
        for (int row = 0; row < m_page->table()->rowCount(); ++row) {
            const auto heading = m_page->table()->verticalHeaderItem(row)->text();
            QVERIFY2(buffer.data().contains('>' + heading.toUtf8()), qPrintable(heading));
        }
        for (int column = 0; column < m_page->table()->columnCount(); ++column) {
            const auto heading = m_page->table()->horizontalHeaderItem(column)->text();
            QVERIFY2(buffer.data().contains('>' + heading.toUtf8()), qPrintable(heading));
        }
    }

    /// Nothing of a bar's words lies beyond the edge of the chart: the first columns are empty.
    void barsHaveRoomForTheirWords() {
        auto *chart = m_page->findChild<WaterfallChart *>();
        QVERIFY(chart != nullptr && !chart->bars().empty());
        for (const int height : {420, 900}) {
            m_page->resize(1000, height);
            QCoreApplication::processEvents();
            const auto image = chart->grab().toImage();
            const auto background = image.pixel(0, image.height() - 1);
            int words = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < 60; ++x) {
                    const bool isEmpty = image.pixel(x, y) == background;
                    QVERIFY2(isEmpty || x > 1, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
                    words += isEmpty ? 0 : 1;
                }
            }
            QVERIFY(words > 100);
        }
        QVERIFY(!chart->chart()->title().isEmpty());
    }
    void saysWhyItIsEmpty() {
        m_page->setWorkspace(std::make_shared<Workspace>());
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(m_page->emptyReason());
        QCOMPARE(m_page->table()->columnCount(), 0);
    }

private:
    [[nodiscard]] QString figure(int scenario, int which) const {
        return m_page->table()->item(which, scenario)->text();
    }
    void choose(const char *box, const char *value) {
        auto *combo = m_page->controls()->findChild<QComboBox *>(QString::fromLatin1(box));
        const int index = combo->findData(QString::fromLatin1(value));
        QVERIFY(index >= 0);
        combo->setFocus();
        while (combo->currentIndex() != index)
            QTest::keyClick(combo, Qt::Key_Down);
        QTRY_VERIFY(!m_page->isBusy());
    }

    Selection m_selection;
    TimeView m_time;
    std::unique_ptr<WhatIfPage> m_page;
};

TEST_SUITE(WhatIfPageTest)

}  // namespace tst_what_if_page

#include "tst_what_if_page.moc"
