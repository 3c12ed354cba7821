#include "app/window/panels/system_panel.h"
#include "core/analysis/run/source_format.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"
#include "views/common/table_view.h"

#include <QtTest/QTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>

namespace tst_system_panel {

using namespace stagescope;

namespace {

std::shared_ptr<const Workspace> twoRanks() {
    planted::RecordedRank one;
    one.direct("aten::mul", "mul_kernel", 0, 10, 1000, 1500).direct("aten::mm", "sgemm", 20, 30, 2000, 2500);
    planted::RecordedRank two;
    two.direct("aten::mul", "mul_kernel", 0, 10, 1000, 1200);
    return std::make_shared<const Workspace>(planted::workspace({one.capture(0), two.capture(1)}));
}

/// Rank 1 is of a digest that left out the functions of Python.
std::shared_ptr<const Workspace> digestOfOne() {
    auto workspace = *twoRanks();
    TableWriter<EnvironmentRecord> facts;
    facts.append({"bundle", kBundledLevel, "pipeline"});
    auto &loaded = workspace.runs.front().captures[1].loaded.front();
    loaded.tables.push_back(std::make_shared<const TableStore>(facts.take()));
    return std::make_shared<const Workspace>(std::move(workspace));
}

std::shared_ptr<const Workspace> notRead(Workspace workspace) {
    for (auto &capture : workspace.runs.front().captures) {
        capture.state = LoadState::Listed;
    }
    return std::make_shared<const Workspace>(std::move(workspace));
}

}  // namespace

class SystemPanelTest : public QObject {
    Q_OBJECT

    Selection m_selection;
    std::unique_ptr<SystemPanel> m_panel;

    [[nodiscard]] const ResultTable &shown() const { return m_panel->table()->model()->table(); }
    template <class Widget>
    [[nodiscard]] Widget *control(const char *name) const {
        return m_panel->findChild<Widget *>(QString::fromLatin1(name));
    }

private Q_SLOTS:
    void init() {
        m_selection.set({});
        m_panel = std::make_unique<SystemPanel>(&m_selection);
        m_panel->setWorkspace(twoRanks());
        m_panel->resize(700, 300);
        m_panel->show();
    }

    void tablesAreChosen() {
        QTRY_COMPARE(shown().id, std::string("overall_metrics"));
        m_panel->showTable(QStringLiteral("kernels"));
        QTRY_COMPARE(shown().id, std::string("kernels"));
        QCOMPARE(shown().rows.size(), std::size_t{3});
        auto *tables = control<QComboBox>("systemTable");
        for (int i = 0; i < tables->count(); ++i) {
            QVERIFY(analysisById(tables->itemData(i).toString().toStdString()) != nullptr);
            QVERIFY(tables->itemText(i) != tables->itemData(i).toString());
        }
    }

    void anyTableIsShownOnDemand() {
        QCOMPARE(control<QComboBox>("systemTable")->findData(QStringLiteral("steps")), -1);
        m_panel->showTable(QStringLiteral("steps"));
        QCOMPARE(control<QComboBox>("systemTable")->currentData().toString(), QStringLiteral("steps"));
    }

    void aRankIsChosen() {
        m_panel->showTable(QStringLiteral("kernels"));
        auto *ranks = control<QComboBox>("systemRank");
        QCOMPARE(ranks->count(), 3);
        ranks->setCurrentIndex(ranks->findData(1));
        QTRY_COMPARE(shown().rows.size(), std::size_t{1});
        QCOMPARE(shown().text(0, "rank"), std::string("1"));
        // The choice outlives a change of the workspace.
        m_panel->setWorkspace(twoRanks());
        QCOMPARE(ranks->currentData().toInt(), 1);
    }

    void digestsSayWhatTheyLack() {
        const auto notice = [this] { return m_panel->table()->notice(); };
        m_panel->showTable(QStringLiteral("api_stats"));
        QTRY_COMPARE(shown().id, std::string("api_stats"));
        QVERIFY(notice().isEmpty());
        m_panel->setWorkspace(digestOfOne());
        QTRY_VERIFY(notice().contains(QStringLiteral("rank 1")) && notice().contains(QStringLiteral("pipeline")));
        const auto *label = control<QLabel>("tableNotice");
        QVERIFY(label->isVisible());
        QVERIFY(label->geometry().bottom() < m_panel->table()->table()->geometry().top());
        // Of kernels it has all, and rank 0 is no digest.
        m_panel->showTable(QStringLiteral("kernels"));
        QTRY_VERIFY(notice().isEmpty());
        m_panel->showTable(QStringLiteral("api_stats"));
        QTRY_VERIFY(!notice().isEmpty());
        auto *ranks = control<QComboBox>("systemRank");
        ranks->setCurrentIndex(ranks->findData(0));
        QTRY_VERIFY(notice().isEmpty());
    }

    /// The whole text is read where there is little room: it neither widens the window nor is cut.
    void emptyTablesSayWhy() {
        const auto notice = [this] { return m_panel->table()->notice(); };
        QTRY_COMPARE(shown().id, std::string("overall_metrics"));
        const int width = m_panel->minimumSizeHint().width();
        m_panel->showTable(QStringLiteral("modules"));
        QTRY_COMPARE(notice(), QStringLiteral("No data: not in this profile."));
        m_panel->setWorkspace(notRead(*twoRanks()));
        QTRY_VERIFY(notice().contains(QStringLiteral("not fully loaded")));
        m_panel->setWorkspace(digestOfOne());
        QTRY_VERIFY(notice().startsWith(QStringLiteral("No data: the digest of rank 1 (level ")));
        QVERIFY(m_panel->minimumSizeHint().width() <= width);
        const auto *label = control<QLabel>("tableNotice");
        QVERIFY(label->wordWrap() && label->height() >= label->heightForWidth(label->width()));
    }

    /// What was about to be added up is of no run any more.
    void aClosedRunAsksForNothing() {
        QTRY_COMPARE(shown().id, std::string("overall_metrics"));
        const auto rows = shown().rows.size();
        auto state = m_selection.state();
        state.ranks = {{RunId{0}, 1}};
        m_selection.set(state);
        m_panel->setWorkspace(std::make_shared<const Workspace>());
        QTest::qWait(500);
        QCOMPARE(shown().rows.size(), rows);
    }

    void theSelectedTimeLimits() {
        m_panel->showTable(QStringLiteral("kernels"));
        QTRY_COMPARE(shown().rows.size(), std::size_t{3});
        auto *only = control<QCheckBox>("systemRange");
        QVERIFY(!only->isEnabled());
        SelectionState state;
        state.range = AlignedRange{alignedTime(1900), alignedTime(3000)};
        m_selection.set(state);
        QVERIFY(only->isEnabled());
        QTest::mouseClick(only, Qt::LeftButton, {}, {8, only->height() / 2});
        QTRY_COMPARE(shown().rows.size(), std::size_t{1});
        QCOMPARE(shown().text(0, "name"), std::string("sgemm"));
    }
};

TEST_SUITE(SystemPanelTest)

}  // namespace tst_system_panel

#include "tst_system_panel.moc"
