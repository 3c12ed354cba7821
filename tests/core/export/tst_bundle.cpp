// Bundles: what was kept reads as it did in the profile, names are gone where they have to be, and nothing that a file
// claims is believed.
#include "core/analysis/tables/analysis.h"
#include "core/base/io/output_file.h"
#include "core/demo/demo_options.h"
#include "core/export/bundle_cut.h"
#include "core/session/report_list.h"
#include "core/store/bundle/bundle_bytes.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/task_metric_record.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/kept_demos.h"
#include "tests/support/same_tables.h"
#include "tests/support/snapshot_text.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#define XXH_INLINE_ALL  // tests do not link it
#include <xxhash.h>
#include <zstd.h>

#include <random>

namespace tst_bundle {

using namespace stagescope;

namespace {

/// What a run is, not what is in it: paths, files, labels.
const std::set<std::string> kOfFiles{"ranks", "environment", "capabilities", "files", "import_log"};
/// Not answered from what happened in a step alone: no step restricts them, or they compare steps, or rest on the peak
/// of the chip, which is derived from the counters of all tasks that there are, or measure the first gap of a step from
/// the end of the one before. Bundles of a part say so.
const std::set<std::string> kBeyondSteps{
    "overall_metrics", "overall_compare",   "slice_stats",     "kernel_work", "mfu",
    "core_frequency",  "pipeline_schedule", "p2p_ops",         "stragglers",  "memory_curve",
    "memory_ops",      "memory_peak",       "comm_late",       "free_gaps",   "dispatch",
    "remedies",        "headroom",          "memory_exchange", "rank_time",   "time_causes"};

/// A sum may end in another digit, and so may the clock of the cores, which is the median over the kernels that are
/// kept.
void verifySame(const ResultTable &wanted, const ResultTable &table, double tolerance = 0) {
    const auto difference = differenceOf(wanted, table, tolerance);
    QVERIFY2(difference.empty(), difference.c_str());
}

std::shared_ptr<const SnapshotStore> snapshot() {
    SnapshotText text;
    text.free(text.alloc("train.py"));
    return testing::readSnapshotBytes(QByteArray::fromStdString(text.text()))->reading.store;
}

std::string errorOf(const std::string &bytes, const std::string &path) {
    if (!writeWholeFile(path, bytes)) {
        return "cannot be written";
    }
    const auto file = BundleFile::open(path);
    if (!file) {
        return file.error().detail;
    }
    for (const int number : file->parts()) {
        const auto part = file->part(number);
        if (!part) {
            return part.error().detail;
        }
        const bool isOfTables = number >= kBundledCluster;
        const auto content = isOfTables ? decodeRank(*part, {.path = path}) : Result<BundledRank>(BundledRank{});
        if (!content) {
            return content.error().detail;
        }
    }
    return {};
}

/// A bundle of one section with these claims.
std::string claimed(const std::string &frame, std::uint64_t raw, std::uint64_t packed, std::uint64_t offset = 0) {
    std::string head(kBundleMagic);
    const auto put = [&](std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) {
            head += static_cast<char>(value >> (8 * i));
        }
    };
    put(1, 4);
    put(1, 4);
    put(0, 8);
    put(offset == 0 ? kBundleMagic.size() + 8 + 40 : offset, 8);
    put(packed, 8);
    put(raw, 8);
    put(XXH3_64bits(frame.data(), frame.size()), 8);
    return head + frame;
}

std::string compressed(const std::string &bytes) {
    std::string frame(ZSTD_compressBound(bytes.size()), '\0');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 3));
    return frame;
}

}  // namespace

using Steps = std::pair<std::int64_t, std::int64_t>;

class BundleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 4;
        QVERIFY(placeDemo(path("secretcluster"), options));
        m_run = loadedRun(path("secretcluster"));
        QCOMPARE(m_run.ranks(), (std::vector<int>{0, 1}));
    }

    void numbersComeBack() {
        const std::vector<std::int64_t> numbers{0, 1, -1, 127, 128, -64, -65, INT64_MAX, INT64_MIN};
        BundleWriter out;
        std::int64_t before = 0;
        for (const auto number : numbers) {
            out.signedNumber(number);
            out.difference(number, before);
            out.number(static_cast<std::uint64_t>(number));
            before = number;
        }
        out.real(-0.1);
        out.text("a\nb");
        const auto bytes = out.take();
        BundleReader in(bytes);
        before = 0;
        for (const auto number : numbers) {
            QCOMPARE(in.signedNumber(), number);
            QCOMPARE(in.difference(before), number);
            QCOMPARE(in.number(), static_cast<std::uint64_t>(number));
            before = number;
        }
        QCOMPARE(in.real(), -0.1);
        QCOMPARE(std::string(in.text()), std::string("a\nb"));
        QVERIFY(in.isSound() && in.atEnd());
        QCOMPARE(in.number(), std::uint64_t{0});
        QVERIFY(!in.isSound());
        BundleReader endless("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
        QCOMPARE(endless.number(), std::uint64_t{0});
        QVERIFY(!endless.isSound());
    }

    void allTablesAreAsTheyWere() {
        const auto bundle = bundled({});
        QCOMPARE(bundle.ranks(), m_run.ranks());
        QVERIFY(!bundle.log || !bundle.log->hasDataLoss());
        std::size_t filled = 0;
        for (const auto &entry : analysisList()) {
            if (!kOfFiles.contains(entry.id)) {
                const auto wanted = tableOfRun(entry, m_run);
                verifySame(wanted, tableOfRun(entry, bundle));
                filled += wanted.rows.empty() ? 0 : 1;
            }
        }
        QVERIFY(filled > 35);
        QVERIFY(!bundleParts(m_run, {.steps = std::pair(std::int64_t{70}, std::int64_t{80})}));
    }

    /// Of every schedule, and of all tables but those that look beyond a step.
    void tablesOfStepsOfAllSchedules_data() {
        QTest::addColumn<int>("schedule");
        for (const auto kind : {ScheduleKind::GPipe, ScheduleKind::OneFOneB, ScheduleKind::Interleaved,
                                ScheduleKind::ZeroBubbleH1, ScheduleKind::DualPipeV}) {
            QTest::newRow(std::string(scheduleKindText(kind)).c_str()) << static_cast<int>(kind);
        }
    }
    void tablesOfStepsOfAllSchedules() {
        QFETCH(int, schedule);
        DemoOptions options;
        options.schedule = static_cast<ScheduleKind>(schedule);
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 3;
        const auto folder = path(("steps" + std::to_string(schedule)).c_str());
        QVERIFY(placeDemo(folder, options));
        const auto run = loadedRun(folder);
        const auto steps = tableOfRun(*analysisById("steps"), run);
        const auto step = std::get<std::int64_t>(steps.rows[1][steps.indexOf("step")]);
        const auto bundle = bundled(run, {.steps = std::pair(step, step)});
        std::string differences;
        std::size_t filled = 0;
        for (const auto &entry : analysisList()) {
            if (!kOfFiles.contains(entry.id) && !kBeyondSteps.contains(entry.id)) {
                const auto wanted = tableOfRun(entry, run, step);
                filled += wanted.rows.empty() ? 0 : 1;
                const auto difference = differenceOf(wanted, tableOfRun(entry, bundle, step));
                differences += difference.empty() ? difference : difference + "\n";
            }
        }
        QVERIFY2(differences.empty(), differences.c_str());
        QVERIFY2(filled >= 30, std::to_string(filled).c_str());
    }

    /// Two files of a rank tell the same: the first is believed, before and after.
    void reportsThatAreToldTwice() {
        auto run = m_run;
        for (auto &capture : run.captures) {
            for (const auto &source : std::vector(capture.loaded)) {
                capture.loaded.push_back({SourceId{source.source.value + 100}, {}, {}});
                for (const auto &table : source.tables) {
                    if (table->kind() == TableKind::CommLinks || table->kind() == TableKind::CommTimes) {
                        capture.loaded.back().tables.push_back(table);
                    }
                }
            }
        }
        const auto bytes = bundleOf(*bundleParts(run, {}));
        QVERIFY(bytes && writeWholeFile(path("twice.stagescope"), *bytes));
        const auto bundle = loadedRun(path("twice.stagescope"));
        for (const auto *id : {"comm_matrix", "comm_time"}) {
            const auto wanted = tableOfRun(*analysisById(id), run);
            QVERIFY(!wanted.rows.empty());
            verifySame(wanted, tableOfRun(*analysisById(id), bundle));
        }
    }

    void ranksThatAreKept() {
        const auto bundle = bundled({.ranks = {1}});
        QCOMPARE(bundle.ranks(), std::vector<int>{1});
        for (const auto *id : {"steps", "time_split", "op_stats", "kernels", "comm_ops", "comm_time"}) {
            verifySame(tableOfRun(*analysisById(id), m_run, {}, {1}), tableOfRun(*analysisById(id), bundle, {}, {1}));
        }
        QVERIFY(!bundleParts(m_run, {.ranks = {5}}));
    }

    void rangesAreKept() {
        const auto steps = tableOfRun(*analysisById("steps"), m_run);
        const auto begin = std::get<std::int64_t>(steps.rows[1][steps.indexOf("begin_ns")]);
        const AlignedRange range{alignedTime(begin + 10'000'000), alignedTime(begin + 20'000'000)};
        const auto bundle = bundled({.range = range});
        const auto kernels = tableOfRun(*analysisById("kernels"), bundle);
        QVERIFY(!kernels.rows.empty());
        QVERIFY(kernels.rows.size() < tableOfRun(*analysisById("kernels"), m_run).rows.size() / 4);
        for (const auto &row : kernels.rows) {
            const auto start = std::get<std::int64_t>(row[kernels.indexOf("begin_ns")]);
            QVERIFY(start < begin + 20'000'000 && start > begin - 50'000'000);
        }
    }

    /// Nowhere in what was written, compressed or not.
    void namesAreGone() {
        const std::vector<std::string> names{"node000", "secretcluster", m_folder.path().toStdString()};
        const auto holds = [&](const BundleChoice &choice, const std::string &name) {
            const auto parts = bundleParts(m_run, choice);
            return parts && std::any_of(parts->begin(), parts->end(), [&](const BundlePart &part) {
                       return part.bytes.find(name) != std::string::npos;
                   });
        };
        QVERIFY(holds({}, names[0]) && holds({}, names[1]));
        for (const auto &name : names) {
            QVERIFY2(!holds({.redacts = true}, name), name.c_str());
        }
        const auto redacted = bundled({.redacts = true});
        QCOMPARE(redacted.captures.front().host, std::string("host-1"));
        verifySame(tableOfRun(*analysisById("time_split"), m_run), tableOfRun(*analysisById("time_split"), redacted));
    }

    /// Every kind of table that a format can give, with its columns.
    void tablesOfAllKindsAreKept() {
        TableWriter<CopyRecord> copies;
        copies.append({.name = "Memcpy HtoD", .direction = "HtoD"});
        TableWriter<TaskMetricRecord> metrics;
        metrics.append({.name = "MatMulV3"});
        BundledRank rank;
        rank.tables = {std::make_shared<const TableStore>(copies.take()),
                       std::make_shared<const TableStore>(metrics.take())};
        const auto read = decodeRank(encodeRank(rank, {}), {.path = "x"});
        QVERIFY2(read.has_value(), read ? "" : errorLine(read.error()).c_str());
        QCOMPARE(read->tables.size(), std::size_t{2});
        QVERIFY(read->tables[0]->kind() == TableKind::Copies && read->tables[1]->kind() == TableKind::TaskMetrics);
        QCOMPARE(read->tables[0]->text(0, "direction"), std::string_view("HtoD"));
        QCOMPARE(read->tables[1]->text(0, "name"), std::string_view("MatMulV3"));
    }

    /// Rows of other ranks and steps leave the tables of the whole cluster.
    void tablesOfTheClusterAreKept() {
        TableWriter<StepTraceRecord> times;
        for (const auto *step : {"6", "7"}) {
            for (const auto *rank : {"0", "1"}) {
                times.append({.step = step, .computing = 5, .type = "rank", .index = rank});
            }
            times.append({.step = step, .computing = 10, .type = "stage", .index = "(0, 1)"});
        }
        TableWriter<CommTimeRecord> comm;
        comm.append({.step = "step6", .name = "all_reduce", .rank = 0});
        comm.append({.step = "step6", .name = "all_reduce", .rank = 1});
        auto run = m_run;
        run.clusterTables = {std::make_shared<const TableStore>(times.take()),
                             std::make_shared<const TableStore>(comm.take())};
        const auto rowsOf = [&](const BundleChoice &choice) {
            std::vector<std::size_t> rows;
            for (const auto &table : bundled(run, choice).clusterTables) {
                rows.push_back(table->rowCount());
            }
            return rows;
        };
        QCOMPARE(rowsOf({}), (std::vector<std::size_t>{6, 2}));
        QCOMPARE(rowsOf({.ranks = {1}}), (std::vector<std::size_t>{4, 1}));
        QCOMPARE(rowsOf({.steps = std::pair(std::int64_t{6}, std::int64_t{6})}), (std::vector<std::size_t>{3, 2}));
        QCOMPARE(rowsOf({.ranks = {0}, .steps = std::pair(std::int64_t{7}, std::int64_t{7})}),
                 (std::vector<std::size_t>{2}));
    }

    /// Where no file of a rank tells when its steps were, they are known by their numbers; a rank that names none
    /// stays.
    void ranksThatKnowNoTimeOfSteps() {
        TableWriter<StepTraceRecord> sums;
        for (const auto *step : {"5", "6", "7"}) {
            sums.append({.step = step, .computing = 5});
        }
        auto run = m_run;
        const auto without = [&](std::size_t i, std::vector<std::shared_ptr<const TableStore>> tables) {
            auto &loaded = run.captures[i].loaded;
            loaded.erase(loaded.begin() + 1, loaded.end());
            loaded.front().traces.clear();
            loaded.front().tables = std::move(tables);
        };
        without(1, {std::make_shared<const TableStore>(sums.take())});
        const auto rowsOf = [](const Run &of, TableKind kind) {
            return of.capture(1)->tables(kind).front()->rowCount();
        };
        const Steps step6{6, 6};
        const auto bundle = bundled(run, {.steps = step6});
        QCOMPARE(bundle.ranks(), run.ranks());
        QCOMPARE(rowsOf(bundle, TableKind::StepTraceTime), std::uint64_t{1});
        QVERIFY(!bundleParts(run, {.ranks = {1}, .steps = Steps{70, 80}}));
        TableWriter<MemorySampleRecord> samples;
        samples.append({.component = "PTA", .at = 17});
        samples.append({.component = "PTA", .at = 18});
        without(1, {std::make_shared<const TableStore>(samples.take())});
        const auto whole = bundled(run, {.steps = step6});
        QCOMPARE(rowsOf(whole, TableKind::MemorySamples), std::uint64_t{2});
        QCOMPARE(whole.log->count("bundle.part"), std::uint64_t{2});
        QVERIFY(!bundleParts(run, {.ranks = {1}, .steps = step6}));
    }

    void memorySnapshotsAreKept() {
        auto run = m_run;
        for (const int rank : {0, 1, 1}) {
            run.snapshots.push_back({{}, rank, LoadState::Deep, snapshot()});
        }
        run.snapshots.push_back({{}, {}, LoadState::Deep, snapshot()});
        const auto bundle = bundled(run, {.ranks = {1}});
        QCOMPARE(bundle.snapshots.size(), std::size_t{3});
        std::vector<int> ranks;
        for (const auto &file : bundle.snapshots) {
            ranks.push_back(file.rank.value_or(-1));
            QVERIFY(file.store != nullptr);
            QCOMPARE(file.store->events().size(), snapshot()->events().size());
        }
        std::sort(ranks.begin(), ranks.end());
        QCOMPARE(ranks, (std::vector<int>{-1, 1, 1}));
        // Call stacks are paths: a bundle without names has none, and says so.
        const auto redacted = bundled(run, {.redacts = true});
        QVERIFY(redacted.snapshots.empty());
        QCOMPARE(redacted.log->count("bundle.without"), std::uint64_t{5});
    }

    void marksAndPlaceAreKept() {
        const auto steps = tableOfRun(*analysisById("steps"), m_run);
        const auto begin = std::get<std::int64_t>(steps.rows[1][steps.indexOf("begin_ns")]);
        const TimeMark inside{0, "here", 0x112233, {alignedTime(begin), alignedTime(begin + 1000)}};
        const TimeMark outside{0, "there", 0x445566, {alignedTime(0), alignedTime(0)}};
        const BundlePlace place{"pipeline", AlignedRange{alignedTime(begin), alignedTime(begin + 5)}, "rank:0/1"};
        const auto bundle =
            bundled({.steps = std::pair(std::int64_t{6}, std::int64_t{7}), .marks = {outside, inside}, .place = place});
        const auto marks = marksOfRun(bundle.path);
        QVERIFY(marks);
        QCOMPARE(marks->size(), std::size_t{1});
        QCOMPARE(marks->front().name, std::string("here"));
        QVERIFY(marks->front().range == inside.range);
        QVERIFY(placeOfBundle(bundle.path) == place);
        QVERIFY(!placeOfBundle(bundled({}).path));
        QVERIFY(marksOfRun(bundle.path)->empty());
        QVERIFY(!placeOfBundle(path("nowhere")));
        for (const auto &text : {std::string(), std::string("\xff"), encodePlace(place) + "x"}) {
            QVERIFY(!decodePlace(text));
        }
        QVERIFY(decodePlace(encodePlace({})) == BundlePlace{});
    }

    /// What was added to the report comes along, until the receiver adds something.
    void theReportIsKept() {
        const ReportEntry entry{0, "Rows", "SELECT 1", "", {"query", {"name"}, {{"kernel"}, {"5 ms"}}, 900}};
        const auto read = readReportList(bundled({.report = reportListText("/run", {entry})}).path);
        QVERIFY(read && read->size() == 1);
        QCOMPARE(read->front().title, entry.title);
        QVERIFY(read->front().table.rows == entry.table.rows && read->front().table.rowCount == 900);
        QVERIFY(readReportList(bundled({}).path)->empty());
        const auto broken = bundled({.report = "x"});
        QVERIFY(!readReportList(broken.path));
        QCOMPARE(broken.log->count("bundle.report"), std::uint64_t{1});
        // There is no file to be put aside: what is added is kept.
        ReportList list;
        list.open(broken.path);
        list.add(entry);
        const auto kept = readReportList(broken.path);
        QVERIFY(kept && kept->size() == 1);
    }

    void whatItLacksIsTold() {
        const auto whole = bundled({});
        QCOMPARE(whole.log->count("bundle.without"), std::uint64_t{1});
        QCOMPARE(whole.log->count("bundle.part"), std::uint64_t{0});
        QCOMPARE(bundled({.ranks = {1}}).log->count("bundle.part"), std::uint64_t{1});
        QVERIFY(!whole.log->hasDataLoss());
    }

    void damagedFilesAreTold() {
        const auto whole = bundleOf(*bundleParts(m_run, {.steps = std::pair(std::int64_t{6}, std::int64_t{6})}));
        QVERIFY(whole);
        const auto file = path("damaged.stagescope");
        QCOMPARE(errorOf(*whole, file), std::string());
        std::mt19937 random(5);
        for (int i = 0; i < 60; ++i) {
            const auto length = i < 30 ? static_cast<std::size_t>(i * 4) : random() % whole->size();
            QVERIFY2(!errorOf(whole->substr(0, length), file).empty(), std::to_string(length).c_str());
            auto flipped = *whole;
            flipped[random() % flipped.size()] ^= static_cast<char>(1 + random() % 255);
            QVERIFY(!errorOf(flipped, file).empty());
        }
        auto newer = *whole;
        newer[kBundleMagic.size()] = 3;
        QVERIFY(errorOf(newer, file).find("version 3") != std::string::npos);
        // As older programs wrote them.
        newer[kBundleMagic.size()] = 1;
        QCOMPARE(errorOf(newer, file), std::string());
        // Opened as users do it: a diagnostic, and the rank that is whole.
        QVERIFY(writeWholeFile(file, whole->substr(0, whole->size() - 100)));
        const auto run = loadRun(file, RunId{0}, LoadDepth::Deep);
        QVERIFY(!run || std::any_of(run->captures.begin(), run->captures.end(), [](const RankCapture &capture) {
            return capture.log && capture.log->hasDataLoss();
        }));
    }

    void claimsAreNotBelieved() {
        const auto file = path("claims.stagescope");
        const auto frame = compressed("abc");
        QVERIFY(errorOf(claimed(frame, 3, frame.size()), file).find("understood") != std::string::npos);
        QVERIFY(errorOf(claimed(frame, 4, frame.size()), file).find("contradicts") != std::string::npos);
        QVERIFY(errorOf(claimed(frame, UINT64_MAX, frame.size()), file).find("may become") != std::string::npos);
        QVERIFY(errorOf(claimed(frame, 3, UINT64_MAX), file).find("ends within") != std::string::npos);
        QVERIFY(errorOf(claimed(frame, 3, frame.size(), UINT64_MAX - 1), file).find("ends within") !=
                std::string::npos);
        QVERIFY(errorOf(claimed(frame, 3, frame.size(), 1), file).find("contradicts") != std::string::npos);
        QVERIFY(errorOf(claimed("no frame", 3, 8), file).find("contradicts") != std::string::npos);
        const auto bomb = compressed(std::string(std::size_t{400} << 20, '\0'));
        QVERIFY(errorOf(claimed(bomb, std::uint64_t{400} << 20, bomb.size()), file).find("may become") !=
                std::string::npos);
    }

    /// Bytes that hash to what they should, and mean nothing.
    void anyContentEndsWell() {
        const auto parts = bundleParts(m_run, {.ranks = {0}, .steps = std::pair(std::int64_t{6}, std::int64_t{6})});
        QVERIFY(parts);
        const auto &bytes =
            std::max_element(parts->begin(), parts->end(), [](const BundlePart &a, const BundlePart &b) {
                return a.bytes.size() < b.bytes.size();
            })->bytes;
        std::mt19937 random(9);
        int refused = 0;
        for (int i = 0; i < 300; ++i) {
            auto changed = bytes;
            for (auto n = 1 + random() % 4; n > 0; --n) {
                const auto at =
                    i % 2 == 0 ? random() % std::min<std::size_t>(changed.size(), 4000) : random() % changed.size();
                changed[at] = static_cast<char>(random() % 256);
            }
            const auto content = decodeRank(changed, {.path = "changed"});
            refused += content ? 0 : 1;
            for (const auto &trace : content ? content->traces : std::vector<std::shared_ptr<const TraceStore>>{}) {
                for (const auto &track : trace->tracks()) {
                    QVERIFY(trace->slices(track.id).size() <= trace->sliceCount());
                }
            }
        }
        QVERIFY(refused > 30);
        for (const std::size_t length : {0, 1, 2, 100, 5000}) {
            QVERIFY(!decodeRank(bytes.substr(0, length), {.path = "short"}));
            QVERIFY(!decodeRank(std::string(length, '\xff'), {.path = "noise"}) || length == 0);
        }
    }

private:
    [[nodiscard]] std::string path(const char *name) const {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    /// Written and opened again.
    [[nodiscard]] Run bundled(const BundleChoice &choice) const { return bundled(m_run, choice); }
    [[nodiscard]] Run bundled(const Run &run, const BundleChoice &choice) const {
        const auto parts = bundleParts(run, choice);
        const auto bytes = parts ? bundleOf(*parts) : tl::make_unexpected(parts.error());
        const auto file = path("x.stagescope");
        return bytes && writeWholeFile(file, *bytes) ? loadedRun(file) : Run{};
    }

    QTemporaryDir m_folder;
    Run m_run;
};

TEST_SUITE(BundleTest)

}  // namespace tst_bundle

#include "tst_bundle.moc"
