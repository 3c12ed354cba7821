// Show, clicked beside every finding of profiles as they come: those of a demo, and real ones where they are.
#include "core/demo/demo_options.h"
#include "core/export/digest/digest_folder.h"
#include "core/session/discovery/discovery.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/shown_evidence.h"
#include "tests/support/test_suite.h"
#include "views/common/workspace_advice.h"

#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>

namespace tst_show {

using namespace stagescope;

namespace {
constexpr int kLoadMs = 240'000;
}

class ShowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            qputenv(name, m_home.path().toUtf8());
        }
    }

    void faults_data() {
        QTest::addColumn<QStringList>("faults");
        for (const char *name :
             {"slow-rank=5:1.3", "slow-stage=2:1.3", "slow-link=3-5:9", "slow-host=2:30", "slow-loader=1:30",
              "low-frequency=4:1.4", "memory-leak=3:67108864", "uneven-cells=5:2"}) {
            QTest::newRow(name) << QStringList{QLatin1String(name)};
        }
        QTest::newRow("several") << QStringList{QStringLiteral("slow-rank=5:1.3"), QStringLiteral("slow-link=0-2:9"),
                                                QStringLiteral("slow-loader=1:30"),
                                                QStringLiteral("memory-leak=3:67108864")};
    }
    void faults() {
        QFETCH(QStringList, faults);
        DemoOptions options;
        options.pp = 4;
        options.dp = 2;
        options.microbatches = 8;
        options.steps = 6;
        for (const auto &fault : faults) {
            options.faults.push_back(demoFaultFromText(fault.toStdString()).value());
        }
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("cluster"));
        QVERIFY(placeDemo(path.toStdString(), options).has_value());
        showAll(path);
        QVERIFY(m_shown > 0);
    }

    /// What stands on figures that a digest keeps leads to where they are seen, or says where that would be.
    void digests_data() {
        QTest::addColumn<int>("level");
        for (const auto level : {BundleLevel::Summary, BundleLevel::Pipeline}) {
            QTest::newRow(bundleLevelText(level).data()) << static_cast<int>(level);
        }
    }
    void digests() {
        QFETCH(int, level);
        DemoOptions options;
        options.pp = 4;
        options.dp = 2;
        options.microbatches = 8;
        options.steps = 6;
        for (const char *fault : {"slow-link=0-2:9", "low-frequency=4:1.4", "memory-leak=3:67108864"}) {
            options.faults.push_back(demoFaultFromText(fault).value());
        }
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("cluster")).toStdString();
        const auto digests = folder.filePath(QStringLiteral("digests"));
        QVERIFY(placeDemo(path, options).has_value());
        const auto listed = discover(path, RunId{0});
        QVERIFY(listed && writeDigests(*listed, {.level = static_cast<BundleLevel>(level)}, digests.toStdString(),
                                       &loadDiscovered));
        showAll(digests);
        for (const auto *rule : {"frequency", "memory_leak"}) {
            QVERIFY2(m_rules.contains(rule), rule);
        }
    }

    void realProfiles_data() {
        QTest::addColumn<QString>("path");
        const auto root = realDataFolder();
        for (const char *name :
             {"ascend/cnn_db", "ascend/cnn_text", "ascend/qwen3_pp2dp2", "deliverables/cut",
              "planted/advisor_rank0_20240101120000000_ascend_pt", "planted/cluster8", "planted/modules",
              "pipeline/straggler_SE.json.gz", "pipeline/straggler_ST.json.gz", "snapshots/cuda_oom_two_devices.pickle",
              "torch/h100/gaunernst_bert-small-uncased__1016001.json.gz", "torch/mi300/resnet_act_checkpoint.json.gz",
              "torch/hta_alexnet.json.gz", "torch/hta_two_ranks"}) {
            const auto path = root + QLatin1Char('/') + QLatin1String(name);
            if (QFileInfo::exists(path)) {
                QTest::newRow(name) << path;
            }
        }
        if (!QFileInfo::exists(root)) {
            QSKIP("no real profiles");
        }
    }
    void realProfiles() {
        QFETCH(QString, path);
        showAll(path);
    }

private:
    void showAll(const QString &path) {
        m_shown = 0;
        m_rules.clear();
        MainWindow window;
        window.setLanguage(Language::English);
        window.resize(1600, 900);
        window.show();
        window.activateWindow();
        window.openPaths({path});
        const auto isLoaded = [&] {
            const auto *run = window.runs()->workspace()->mainRun();
            return run != nullptr && !window.runs()->isBeingRead(run->id);  // with its clocks
        };
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(), kLoadMs);
        const ShownEvidence evidence(&window);
        QVERIFY(evidence.settle());
        const auto advice = workspaceAdvice(window.runs()->workspace(), {});
        for (std::size_t i = 0; i < advice->findings.size(); ++i) {
            const auto &finding = advice->findings[i];
            const auto trouble = evidence.troubleOf(finding, i);
            QVERIFY2(trouble.empty(), (finding.rule + ": " + trouble).c_str());
            ++m_shown;
            m_rules.insert(finding.rule);
        }
    }

    QTemporaryDir m_home;
    int m_shown = 0;
    std::set<std::string> m_rules;  ///< of what was shown
};

TEST_SUITE(ShowTest)

}  // namespace tst_show

#include "tst_show.moc"
