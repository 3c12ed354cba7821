// Show, clicked beside every finding of profiles as they come: those of a demo, and real ones where they are.
#include "app/window/demo_profile.h"
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

#include <array>

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
        const auto several = [](const char *row, const char *faults) {
            QTest::newRow(row) << QString::fromLatin1(faults).split(QLatin1Char(' '));
        };
        several("several", "slow-rank=5:1.3 slow-link=0-2:9 slow-loader=1:30 memory-leak=3:67108864");
        several("kernels", "slow-operator=5:3 extra-kernel=2:3 swapped-kernels=1:2 missing-kernel=3:6");
        several("host", "ai-cpu-kernel=5:2 gc-pause=2:30 recompile=3:3000");
        several("unfused", "unfused-norm=1:2 unfused-swiglu=2:2 unfused-rotary=3:2 no-reduce-overlap=1:6");
        several("data", "uneven-data=1:3 slow-stage=1:1.4");
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

    /// Those that the start page offers.
    void demosToTry_data() {
        QTest::addColumn<std::size_t>("nth");
        QTest::addColumn<std::string>("rule");
        const std::array rules{"slow_worker", "slow_link", "memory_leak"};
        for (std::size_t i = 0; i < kDemoCases.size(); ++i) {
            QTest::newRow(kDemoCases[i].name) << i << std::string(rules[i]);
        }
    }
    void demosToTry() {
        QFETCH(std::size_t, nth);
        QFETCH(std::string, rule);
        const auto path = demoProfile(kDemoCases[nth]);
        QVERIFY(path.has_value());
        showAll(QString::fromStdString(*path));
        QVERIFY(m_rules.contains(rule));
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
        for (const char *name : {"ascend/cnn_db",
                                 "ascend/cnn_text",
                                 "ascend/qwen3_pp2dp2",
                                 "deliverables/cut",
                                 "planted/advisor_rank0_20240101120000000_ascend_pt",
                                 "planted/cluster8",
                                 "planted/modules",
                                 "pipeline/straggler_SE.json.gz",
                                 "pipeline/straggler_ST.json.gz",
                                 "snapshots/cuda_oom_two_devices.pickle",
                                 "torch/h100/gaunernst_bert-small-uncased__1016001.json.gz",
                                 "torch/mi300/resnet_act_checkpoint.json.gz",
                                 "torch/hta_alexnet.json.gz",
                                 "torch/hta_two_ranks",
                                 "torch/h100_scenes/ddp4_slow_rank2",
                                 "torch/h100_scenes/garbage_collection/trace.json.zst",
                                 "torch/h100_scenes/pipelining/DualPipeV_cuda",
                                 "torch/h100_scenes/recompiled/trace.json.zst",
                                 "torch/h100_scenes/snapshots/leak.pickle",
                                 "torch/h100_scenes/streams_copies/trace.json.zst",
                                 "torch/h100_scenes/sync_item/trace.json.zst"}) {
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
