// Bundles of real profiles: every table says what it says of the profile itself, digit by digit.
#include "core/base/io/output_file.h"
#include "core/export/bundle_cut.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>

namespace tst_real_bundle {

using namespace stagescope;

namespace {

/// What a run is, not what is in it: paths, files, labels, and what a bundle lacks.
const std::set<std::string> kOfFiles{"ranks", "environment", "capabilities", "files", "import_log"};

}  // namespace

class RealBundleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allTablesAreTheSame_data() {
        QTest::addColumn<QString>("profile");
        for (const auto *profile :
             {"ascend/cnn_text", "ascend/cnn_db", "ascend/qwen3_pp2dp2", "ascend/cluster16", "planted/cluster8",
              "planted/modules", "planted/advisor_rank0_20240101120000000_ascend_pt", "deliverables/cnn_level1",
              "deliverables/qwen3_new", "mindspore", "torch/h100/gaunernst_bert-small-uncased__1016001.json.gz",
              "torch/mi300/resnet_act_checkpoint.json.gz", "torch/hta_two_ranks", "torch/dualpipe_chunk_train.json",
              "snapshots"}) {
            QTest::newRow(profile) << QString::fromLatin1(profile);
        }
    }
    void allTablesAreTheSame() {
        QFETCH(QString, profile);
        const auto path = realPath(profile).toStdString();
        if (path.empty()) {
            QSKIP("the real profiles are not here");
        }
        auto run = loadedRun(path);
        const auto bundle = bundled(run, {});
        // Of some ranks nothing can be read; snapshots are called after the bundle.
        std::erase_if(run.captures, [](const RankCapture &capture) { return capture.loaded.empty(); });
        QCOMPARE(bundle.ranks(), run.ranks());
        for (auto &snapshot : run.snapshots) {
            snapshot.file.path = bundle.path;
        }
        QCOMPARE(bundle.snapshots.size(), run.snapshots.size());
        std::size_t filled = 0;
        std::string differences;
        for (const auto &entry : analysisList()) {
            if (kOfFiles.contains(entry.id)) {
                continue;
            }
            const auto wanted = tableOfRun(entry, run);
            const auto difference = differenceOf(wanted, tableOfRun(entry, bundle));
            filled += wanted.rows.empty() ? 0 : 1;
            differences += difference.empty() ? difference : difference + "\n";
        }
        QVERIFY2(differences.empty(), differences.c_str());
        QVERIFY(filled > 0);
    }

private:
    [[nodiscard]] Run bundled(const Run &run, const BundleChoice &choice) const {
        const auto parts = bundleParts(run, choice);
        const auto bytes = parts ? bundleOf(*parts) : tl::make_unexpected(parts.error());
        const auto file = m_folder.filePath(QStringLiteral("x.stagescope")).toStdString();
        return bytes && writeWholeFile(file, *bytes) ? loadedRun(file) : Run{};
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(RealBundleTest)

}  // namespace tst_real_bundle

#include "tst_real_bundle.moc"
