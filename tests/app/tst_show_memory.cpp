// Show, clicked beside findings on memory that no demo has: of made snapshots, and of a demo whose records are changed.
#include "core/advice/memory_study.h"
#include "core/demo/demo_options.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/kept_demos.h"
#include "tests/support/shown_evidence.h"
#include "tests/support/test_suite.h"
#include "views/common/rule_settings.h"
#include "views/common/workspace_advice.h"
#include "views/memory/compare_page.h"
#include "views/memory/memory_peaks_page.h"
#include "views/memory/memory_verdict.h"

#include <QtCore/QTemporaryDir>
#include <QtWidgets/QComboBox>

#include <sqlite3.h>

namespace tst_show_memory {

using namespace stagescope;

namespace {

constexpr int kLoadMs = 120'000;
constexpr int kRanks = 4;  ///< two stages of two

void addRow(const char *file, const char *rule, const char *page, double capacityGib = 0) {
    QTest::newRow(file) << QByteArray(file) << QByteArray(rule) << QByteArray(page) << capacityGib;
}

}  // namespace

class ShowMemoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            qputenv(name, m_home.path().toUtf8());
        }
    }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() {
        m_window.reset();
        RuleSettings::current().setValues({});
    }

    void momentsOfSnapshots_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QByteArray>("page");
        QTest::addColumn<double>("capacityGib");
        addRow("grown_fragmentation", "memory_fragmentation", "allocator-state");
        addRow("oom_fragmentation", "memory_fragmentation", "allocator-state");
        addRow("grown_stream", "stream_pool_isolation", "allocator-state");
        addRow("grown_pool", "stream_pool_isolation", "allocator-state");
        addRow("oom_isolation", "stream_pool_isolation", "allocator-state");
        addRow("oom_pool", "stream_pool_isolation", "allocator-state");
        addRow("oom_exhaustion", "outside_allocator", "active-memory", 64.0 / 1024);
    }
    /// The page that tells of a moment is in front, whichever was before, at the moment at which its figures are those
    /// of the claim.
    void momentsOfSnapshots() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, rule);
        QFETCH(QByteArray, page);
        QFETCH(double, capacityGib);
        copySnapshot(file + ".pickle", QStringLiteral("snapshot.pickle"));
        open();
        RuleSettings::current().setValues({{kCapacityParameter, capacityGib}});
        for (const auto *before : {"memory/memory-quality", "memory/memory-peaks", "memory/memory-compare"}) {
            m_window->tabs()->turnTo(QLatin1String(before));
            const auto finding = show(rule.constData());
            QVERIFY(finding.has_value());
            QCOMPARE(memory()->page()->id(), QLatin1String(page));
            const auto *verdict = memory()->verdict();
            QVERIFY(verdict->isVisible());
            QCOMPARE(verdict->text(), messageText(finding->title));
            const auto texts = textsOf(*memory()->page());
            for (const auto &figure : page == "allocator-state" ? finding->title.args : std::vector<std::string>{}) {
                QVERIFY2(texts.contains(QString::fromStdString(figure)), qPrintable(texts));
            }
        }
    }

    void memoryOutsideTheAllocator() {
        writeCluster();
        for (const int rank : {1, 3}) {
            change(rank, "UPDATE NPU_MEM SET hbm = hbm + " + std::to_string(rank + 3) +
                             " * 1073741824 WHERE type = (SELECT id FROM STRING_IDS WHERE value = 'app')");
        }
        open();
        const auto finding = show("outside_allocator");
        QVERIFY(finding.has_value());
        QCOMPARE(finding->evidence.ranks.size(), std::size_t{2});
        seesPeak(*finding, PeakMetric::Outside, 3);
        QVERIFY(textsOf(*memory()->page()).contains(QString::fromStdString(finding->title.args[1])));
    }

    void unevenPeaks() {
        writeCluster();
        change(2, "UPDATE MEMORY_RECORD SET totalAllocated = totalAllocated + 3221225472");
        change(2, "UPDATE MEMORY_RECORD SET totalReserved = totalReserved + 3221225472");
        change(2, "UPDATE NPU_MEM SET hbm = hbm + 3221225472");
        open();
        const auto finding = show("memory_imbalance");
        QVERIFY(finding.has_value());
        seesPeak(*finding, PeakMetric::Allocated, 2);
    }

    /// The profiler has no record of memory: the snapshots of both ranks stand beside each other.
    void unevenPeaksOfSnapshots() {
        writeCluster();
        for (int rank = 0; rank < kRanks; ++rank) {
            for (const char *table : {"MEMORY_RECORD", "OP_MEMORY", "NPU_MEM", "NPU_MODULE_MEM"}) {
                change(rank, std::string("DELETE FROM ") + table);
            }
        }
        copySnapshot("oom_none.pickle", QStringLiteral("rank_0_ascend_pt/snapshot.pickle"));
        copySnapshot("grown_stream_nearly.pickle", QStringLiteral("rank_1_ascend_pt/snapshot.pickle"));
        open();
        m_window->tabs()->turnTo(QStringLiteral("memory/memory-compare"));  // where rank 0 stands first
        const auto finding = show("memory_imbalance");
        QVERIFY(finding.has_value());
        const auto *page = qobject_cast<const ComparePage *>(memory()->page());
        QVERIFY(page != nullptr);
        QVERIFY2(page->picker(0)->currentText().startsWith(QStringLiteral("rank 1")),
                 qPrintable(page->picker(0)->currentText()));
        QVERIFY2(page->picker(1)->currentText().startsWith(QStringLiteral("rank 0")),
                 qPrintable(page->picker(1)->currentText()));
        const auto &sums = page->comparison().sums;
        QCOMPARE(static_cast<std::int64_t>(sums[0].bytes) - static_cast<std::int64_t>(sums[1].bytes), finding->bytes);
        QCOMPARE(memory()->verdict()->text(), messageText(finding->title));
    }

private:
    void copySnapshot(const QByteArray &made, const QString &name) const {
        QVERIFY(QFile::copy(QString::fromStdString(stagescope::testing::madeSnapshot(made.toStdString())),
                            m_folder->filePath(name)));
    }
    void writeCluster() const {
        DemoOptions options;
        options.pp = 2;
        options.dp = kRanks / 2;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(m_folder->path().toStdString(), options).has_value());
    }
    void change(int rank, const std::string &statement) const {
        const auto path =
            m_folder->filePath(QStringLiteral("rank_%1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_%1.db"))
                .arg(rank);
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open_v2(path.toUtf8().constData(), &database, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, statement.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
        QVERIFY(sqlite3_changes(database) > 0);
        sqlite3_close(database);
    }
    void open() {
        m_window = std::make_unique<MainWindow>();
        m_window->setLanguage(Language::English);
        m_window->resize(1600, 900);
        m_window->show();
        m_window->activateWindow();
        m_window->openPaths({m_folder->path()});
        const auto isLoaded = [this] {
            const auto *run = m_window->runs()->workspace()->mainRun();
            return run != nullptr && !m_window->runs()->isBeingRead(run->id);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(), kLoadMs);
    }
    /// Clicks Show beside the first finding of a rule; nothing where there is none.
    [[nodiscard]] std::optional<Finding> show(const std::string &rule) const {
        const auto advice = workspaceAdvice(m_window->runs()->workspace(), RuleSettings::current().values());
        const auto &list = advice->findings;
        const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
        if (it == list.end()) {
            return std::nullopt;
        }
        const auto trouble = ShownEvidence(m_window.get()).troubleOf(*it, static_cast<std::size_t>(it - list.begin()));
        if (!trouble.empty()) {
            qWarning("%s", trouble.c_str());
            return std::nullopt;
        }
        return *it;
    }
    [[nodiscard]] MemoryView *memory() const { return m_window->findChild<MemoryView *>(); }

    /// The map is coloured by what the claim is about, all ranks that are blamed are marked on it, and the memory of
    /// the worst is taken apart.
    void seesPeak(const Finding &finding, PeakMetric metric, int worst) const {
        const auto *page = qobject_cast<const MemoryPeaksPage *>(memory()->page());
        QVERIFY(page != nullptr);
        QCOMPARE(page->metricPicker()->currentData().toInt(), static_cast<int>(metric));
        const auto &items = m_window->selection()->state().items;
        QVERIFY((items == std::vector<ItemRef>{RankRef{finding.evidence.ranks.front().run, worst}}));
        const auto apart = messageText(Message("memory.peaks.budget", {std::to_string(worst), ""}));
        QVERIFY2(textsOf(*page).contains(apart), qPrintable(textsOf(*page)));
        const auto picture = page->canvas()->grab().toImage();
        const auto accent = Theme::current().color(ColorRole::Accent).rgb();
        for (const auto &hit : page->canvas()->scene().hits) {
            const auto *rank = std::get_if<RankRef>(&hit.item);
            const auto &blamed = finding.evidence.ranks;
            const bool isBlamed = rank != nullptr && std::find(blamed.begin(), blamed.end(), *rank) != blamed.end();
            const bool isMarked = picture.pixel(hit.x + hit.width / 2, hit.y - 1) == accent;
            QCOMPARE(isMarked, isBlamed);
        }
    }
    /// All that is drawn in a page.
    static QString textsOf(const View &view) {
        QString all;
        for (auto *canvas : view.findChildren<SceneCanvas *>()) {
            const auto scene = canvas->isVisible() ? canvas->scene() : Scene{};
            for (const auto &text : scene.texts) {
                all += QString::fromStdString(text.text) + QLatin1Char('\n') +
                       (text.message.id.empty() ? QString() : messageText(text.message) + QLatin1Char('\n'));
            }
        }
        return all;
    }

    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(ShowMemoryTest)

}  // namespace tst_show_memory

#include "tst_show_memory.moc"
