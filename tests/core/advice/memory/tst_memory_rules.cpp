#include "core/advice/findings.h"
#include "core/advice/memory/snapshot_verdict.h"
#include "core/advice/memory_study.h"
#include "core/analysis/memory/memory_holders.h"
#include "core/analysis/memory/step_memory.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace tst_memory_rules {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr std::int64_t kOneGiB = std::int64_t{1} << 30;

SnapshotFile snapshotOf(const std::string &name, std::optional<int> rank = {}) {
    SnapshotFile snapshot;
    snapshot.file.path = madeSnapshot(name + ".pickle");
    snapshot.rank = rank;
    snapshot.store = readSnapshotFile(snapshot.file.path)->reading.store;
    return snapshot;
}

Run runOf(SnapshotFile snapshot) {
    Run run;
    run.id = RunId{0};
    run.snapshots.push_back(std::move(snapshot));
    return run;
}

/// What the profiler recorded of one rank: peaks in bytes, 0 = not recorded.
struct Record {
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    std::int64_t process = 0;
    std::int64_t capacity = 0;
};

void addTable(RankCapture &capture, TableStore table) {
    LoadedSource source;
    source.source = SourceId{static_cast<std::uint32_t>(capture.loaded.size())};
    source.tables.push_back(std::make_shared<const TableStore>(std::move(table)));
    capture.loaded.push_back(std::move(source));
}

RankCapture captureOf(int rank, const Record &record) {
    RankCapture capture;
    capture.rank = rank;
    TableWriter<MemorySampleRecord> samples;
    samples.append({"allocator", "PTA", {}, 0, 10, record.allocated, record.reserved, kNoBytes});
    if (record.process > 0) {
        samples.append({"process", "APP", {}, 0, 10, kNoBytes, record.process, kNoBytes});
    }
    addTable(capture, samples.take());
    if (record.capacity > 0) {
        TableBuilder environment(TableKind::Environment);
        environment.set("section", std::string_view("device")).set("key", std::string_view("capacity_bytes"));
        environment.set("value", std::string_view(std::to_string(record.capacity))).endRow();
        addTable(capture, environment.take());
    }
    return capture;
}

Run recorded(const std::vector<Record> &records, ParallelSizes parallel = {}) {
    Run run;
    run.id = RunId{0};
    run.parallel = parallel;
    for (int rank = 0; rank < static_cast<int>(records.size()); ++rank) {
        run.captures.push_back(captureOf(rank, records[static_cast<std::size_t>(rank)]));
    }
    return run;
}

using Parameters = std::map<std::string, double>;

/// "rule title" of all findings; empty when there is none.
QByteArray told(const Run &run, const Parameters &parameters = {}) {
    QByteArray text;
    for (const auto &finding : findings(run, parameters)) {
        text += (text.isEmpty() ? "" : ", ") + QByteArray::fromStdString(finding.title.id).mid(8);
    }
    return text;
}

std::optional<Message> unanswered(const Run &run, const std::string &rule) {
    for (const auto &outcome : adviceFor(run).rules) {
        if (outcome.rule == rule) {
            return outcome.unanswered;
        }
    }
    return std::nullopt;
}

void addRow(const char *file, const char *expected, double capacityGib = 0) {
    QTest::addRow("%s%s", file, capacityGib > 0 ? " with the size of the device" : "")
        << QByteArray(file) << QByteArray(expected) << capacityGib;
}

/// What is in use at the least and at the most in each step, in MiB.
using StepCurve = std::vector<std::pair<double, double>>;

/// A rank with such steps of 1 ms, the most in the middle of each.
RankCapture captureOf(int rank, const StepCurve &curve) {
    RankCapture capture;
    capture.rank = rank;
    TableBuilder steps(TableKind::Steps);
    TableWriter<MemorySampleRecord> samples;
    std::int64_t at = 0;
    for (const auto &[least, most] : curve) {
        constexpr std::int64_t kStep = 1'000'000;
        const auto bytes = [](double mib) { return std::llround(mib * (1 << 20)); };
        steps.set("step", std::int64_t{7} + at / kStep).set("begin_ns", at).set("end_ns", at + kStep).endRow();
        samples.append({"allocator", "PTA", {}, 0, at + 1, bytes(least), bytes(64000), kNoBytes});
        samples.append({"allocator", "PTA", {}, 0, at + kStep / 2, bytes(most), bytes(64000), kNoBytes});
        samples.append({"allocator", "PTA", {}, 0, at + kStep - 9, bytes(least), bytes(64000), kNoBytes});
        at += kStep;
    }
    addTable(capture, steps.take());
    addTable(capture, samples.take());
    return capture;
}

double uniform(std::mt19937_64 &random, double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
}

/// Steps without growth: activations vary by so many MiB, what stays does not.
StepCurve soundSteps(std::mt19937_64 &random, int count, double noise) {
    StepCurve curve;
    for (int i = 0; i < count; ++i) {
        curve.emplace_back(20'000 + uniform(random, 0, noise), 30'000 + uniform(random, 0, noise));
    }
    return curve;
}

/// What must not be called a leak; `kind` says what.
StepCurve nearlyLeaking(std::mt19937_64 &random, int kind) {
    const int count = 5 + static_cast<int>(random() % 12);
    auto curve = soundSteps(random, count, 0);
    const auto raise = [&](int from, double mib) {
        for (int i = from; i < count; ++i) {
            curve[static_cast<std::size_t>(i)].first += mib;
            curve[static_cast<std::size_t>(i)].second += mib;
        }
    };
    const double mib = uniform(random, 2, 500);
    switch (kind) {
        case 0:  // lengths of sequences vary, and what is left of them
            return soundSteps(random, count, mib);
        case 1:  // caches fill for a while
            for (int i = 1; i < count - 1; ++i) {
                raise(i, mib);
            }
            return curve;
        case 2:  // once
            raise(1 + static_cast<int>(random() % static_cast<unsigned>(count - 1)), mib);
            return curve;
        case 3:  // what an evaluation keeps is given back after it
            for (int i = 0; i < count; ++i) {
                curve[static_cast<std::size_t>(i)].first += mib * (i % 3);
                curve[static_cast<std::size_t>(i)].second += mib * (i % 3);
            }
            return curve;
        case 4:  // too little to matter
            for (int i = 1; i < count; ++i) {
                raise(i, uniform(random, 0.5, 0.9));
            }
            return curve;
        default:  // memory is given back
            for (int i = 1; i < count; ++i) {
                raise(i, -mib);
            }
            return curve;
    }
}

}  // namespace

class MemoryRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Each verdict where it is true, and near it where it is not.
    void aSnapshotHasItsVerdict_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("expected");
        QTest::addColumn<double>("capacityGib");
        addRow("steps_leaking", "memory_leak");
        addRow("steps_leaking_calls", "memory_leak");
        addRow("steps_leaking_repeated", "memory_leak");
        addRow("steps_leaking_oom", "memory_leak");  // which explains that nothing is left
        addRow("steps_sound", "");
        addRow("steps_sound_calls", "");
        addRow("steps_sound_repeated", "");
        addRow("steps_late", "");
        addRow("steps_in_turn", "");
        addRow("grown_fragmentation", "memory_fragmentation");
        addRow("grown_fragmentation_nearly", "");
        addRow("oom_fragmentation", "memory_fragmentation.failed");
        addRow("oom_fragmentation_nearly", "memory_exhaustion.failed");
        addRow("grown_stream", "stream_pool_isolation");
        addRow("grown_stream_nearly", "");
        addRow("grown_pool", "stream_pool_isolation");
        addRow("grown_pool_nearly", "");
        addRow("oom_isolation", "stream_pool_isolation.failed");
        addRow("oom_isolation_nearly", "memory_exhaustion.failed");
        addRow("oom_pool", "stream_pool_isolation.failed");
        addRow("oom_pool_nearly", "memory_exhaustion.failed");
        addRow("oom_pending", "memory_exhaustion.pending");
        addRow("oom_pending_nearly", "memory_exhaustion.failed");
        addRow("oom_large", "memory_exhaustion.request");
        addRow("oom_large_nearly", "memory_exhaustion.failed");
        addRow("oom_exhaustion", "memory_exhaustion.failed");
        addRow("oom_none", "");
        addRow("oom_exhaustion", "outside_allocator.failed", 64.0 / 1024);  // 41 MiB are reserved or free
        addRow("oom_exhaustion", "memory_exhaustion.failed", 42.0 / 1024);
        addRow("expandable", "");
        addRow("npu_workspace", "");
        addRow("ring", "");
        addRow("legacy_2022", "");
        addRow("segments_only", "");
    }
    void aSnapshotHasItsVerdict() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, expected);
        QFETCH(double, capacityGib);
        const auto run = runOf(snapshotOf(file.toStdString()));
        QVERIFY(run.snapshots[0].store);
        const Parameters parameters{{kCapacityParameter, capacityGib}};
        QCOMPARE(told(run, parameters), expected);
        const auto advice = adviceFor(run, parameters);
        const auto verdict = snapshotVerdict(run, &advice, 0, 0);
        QCOMPARE(verdict.severity.has_value(), !expected.isEmpty());
        // Without steps in the history nobody looked for leaks.
        const auto sound = advice.leaks.empty()              ? QByteArray("finding.snapshot.sound")
                           : advice.leaks[0].suspect.empty() ? QByteArray("finding.snapshot.unchecked")
                                                             : QByteArray("finding.snapshot.suspected");
        QCOMPARE(QByteArray::fromStdString(verdict.text.id), expected.isEmpty() ? sound : "finding." + expected);
        for (const auto &finding : advice.findings) {
            QVERIFY(finding.bytes > 0);
            QCOMPARE(finding.severity == FindingSeverity::High, file.contains("oom"));
            QVERIFY(!finding.facts.empty() && !finding.remedy.id.empty() && !finding.evidence.items.empty());
        }
    }

    void theNumbersAreThoseOfTheSnapshot() {
        const auto leak = findings(runOf(snapshotOf("steps_leaking"))).at(0);
        QCOMPARE(leak.title.args, (std::vector<std::string>{"1.00 MiB", "keep_history (metrics.py:33)"}));
        QCOMPARE(leak.bytes, std::int64_t{1} << 20);
        QCOMPARE(leak.facts[0].args,
                 (std::vector<std::string>{"6", "keep_history (metrics.py:33)", "3.00 MiB", "6.00 MiB", "0.0"}));
        const auto pieces = findings(runOf(snapshotOf("grown_fragmentation"))).at(0);
        QCOMPARE(pieces.title.args, (std::vector<std::string>{"4.00 GiB", "1.00 GiB", "2.00 GiB"}));
        QCOMPARE(pieces.bytes, 4 * kOneGiB);
        const auto idle = findings(runOf(snapshotOf("grown_stream"))).at(0);
        QCOMPARE(idle.title.args, (std::vector<std::string>{"8.00 GiB", "2.00 GiB"}));
        // With the size of the device: what is left lasts for so many steps.
        const auto known = findings(runOf(snapshotOf("steps_leaking")), {{kCapacityParameter, 1.0}}).at(0);
        QCOMPARE(known.facts[2].args, (std::vector<std::string>{"1018"}));
    }

    void thresholdsAreParameters() {
        QCOMPARE(told(runOf(snapshotOf("steps_leaking")), {{"memory_leak.mib_per_step", 1.01}}), QByteArray());
        QCOMPARE(told(runOf(snapshotOf("grown_fragmentation")), {{"memory_fragmentation.share", 0.51}}), QByteArray());
        QCOMPARE(told(runOf(snapshotOf("grown_fragmentation")), {{"memory_fragmentation.least_gib", 4.1}}),
                 QByteArray());
        QCOMPARE(told(runOf(snapshotOf("grown_pool")), {{"stream_pool_isolation.least_gib", 8.1}}), QByteArray());
    }

    void aLeakExplainsNoOtherSnapshot() {
        auto run = runOf(snapshotOf("steps_leaking_oom"));
        run.snapshots.push_back(snapshotOf("oom_exhaustion"));
        QCOMPARE(told(run), QByteArray("memory_leak, memory_exhaustion.failed"));
        const auto advice = adviceFor(run);
        QCOMPARE(snapshotVerdict(run, &advice, 0, 0).text.id, std::string("finding.memory_leak"));
        QCOMPARE(snapshotVerdict(run, &advice, 1, 0).text.id, std::string("finding.memory_exhaustion.failed"));
    }

    void noDeviceIsSoundBesideOneThatFailed() {
        const auto run = runOf(snapshotOf("current_4"));  // an allocation failed on device 0, none on device 2
        const auto advice = adviceFor(run);
        QCOMPARE(run.snapshots[0].store->devices().size(), std::size_t{3});
        QVERIFY(snapshotVerdict(run, &advice, 0, 0).severity.has_value());
        const auto beside = snapshotVerdict(run, &advice, 0, 1);
        QCOMPARE(beside.text.id, std::string("finding.snapshot.elsewhere"));
        QCOMPARE(beside.text.args.front(), std::string("0"));
    }

    void memoryOutsideTheAllocator() {
        QCOMPARE(told(recorded({{5 * kOneGiB, 7 * kOneGiB, 10 * kOneGiB}})), QByteArray("outside_allocator"));
        QCOMPARE(told(recorded({{5 * kOneGiB, 7 * kOneGiB, 7 * kOneGiB + 19 * kOneGiB / 10}})),
                 QByteArray());                                                               // less than 2 GiB
        QCOMPARE(told(recorded({{5 * kOneGiB, 13 * kOneGiB, 16 * kOneGiB}})), QByteArray());  // less than 20 %
        const auto both =
            findings(recorded({{5 * kOneGiB, 7 * kOneGiB, 10 * kOneGiB}, {5 * kOneGiB, 7 * kOneGiB, 11 * kOneGiB}}));
        QCOMPARE(both.size(), std::size_t{1});
        QCOMPARE(both[0].evidence.ranks.size(), std::size_t{2});
        QCOMPARE(both[0].bytes, 4 * kOneGiB);
        QVERIFY(unanswered(recorded({{5 * kOneGiB, 7 * kOneGiB}}), "outside_allocator"));
    }

    void memoryThatIsUsedUp() {
        QCOMPARE(told(recorded({{60 * kOneGiB, 61 * kOneGiB, 0, 64 * kOneGiB}})), QByteArray("memory_exhaustion"));
        QCOMPARE(told(recorded({{60 * kOneGiB, 60 * kOneGiB, 0, 64 * kOneGiB}})), QByteArray());
        const auto full = findings(recorded({{61 * kOneGiB, 62 * kOneGiB, 62 * kOneGiB}}), {{kCapacityParameter, 64}});
        QCOMPARE(full.size(), std::size_t{1});
        QVERIFY(full[0].severity == FindingSeverity::High);
        // A cache that could be given back is less urgent.
        const auto stored = findings(recorded({{40 * kOneGiB, 62 * kOneGiB, 0, 64 * kOneGiB}}));
        QVERIFY(stored.at(0).severity == FindingSeverity::Medium);
        QCOMPARE(stored[0].facts[0].args, (std::vector<std::string>{"40.00 GiB", "22.00 GiB"}));
        QVERIFY(unanswered(recorded({{60 * kOneGiB, 61 * kOneGiB}}), "memory_exhaustion"));
    }

    void ranksOfAStageAreCompared() {
        const ParallelSizes sizes{.tp = 1, .pp = 2, .dp = 2, .world = 4};
        const auto of = [](std::int64_t tenths) { return Record{tenths * kOneGiB / 10, tenths * kOneGiB / 10, 0, 0}; };
        const auto uneven = findings(recorded({of(120), of(140), of(80), of(80)}, sizes));
        QCOMPARE(uneven.size(), std::size_t{1});
        QCOMPARE(uneven[0].title, Message("finding.memory_imbalance", {"1", "2.00 GiB"}));
        QCOMPARE(told(recorded({of(120), of(131), of(80), of(80)}, sizes)), QByteArray());  // 9 %
        QCOMPARE(told(recorded({of(20), of(29), of(10), of(10)}, sizes)), QByteArray());    // less than 1 GiB
        // The first stage keeps more microbatches: as 1F1B has it.
        QCOMPARE(told(recorded({of(160), of(160), of(80), of(80)}, sizes)), QByteArray());
        QVERIFY(unanswered(recorded({of(160), of(80)}), "memory_imbalance"));  // nothing tells stages
    }

    void snapshotsOfRanksAreComparedToo() {
        Run run;
        run.id = RunId{0};
        run.parallel = {.tp = 1, .pp = 1, .dp = 2, .world = 2};
        run.snapshots.push_back(snapshotOf("grown_stream_nearly", 0));  // 9 GiB
        run.snapshots.push_back(snapshotOf("oom_none", 1));
        QCOMPARE(told(run), QByteArray("memory_imbalance"));
        const auto advice = adviceFor(run);
        QCOMPARE(snapshotVerdict(run, &advice, 0, 0).text.id, std::string("finding.memory_imbalance"));
        QVERIFY(snapshotVerdict(run, &advice, 1, 0).text.id.starts_with("finding.snapshot."));
    }

    void aRecordThatGrowsIsALeak() {
        constexpr int kSeeds = 50;
        for (int seed = 0; seed < kSeeds; ++seed) {
            std::mt19937_64 random(static_cast<std::uint64_t>(seed));
            const double mib = uniform(random, 1.5, 300);
            auto curve = soundSteps(random, 5 + seed % 12, 0);
            double sum = 0;
            for (std::size_t i = 1; i < curve.size(); ++i) {
                sum += mib * uniform(random, 0.8, 1.2);
                curve[i].first += sum;
                curve[i].second += sum;
            }
            Run run;
            run.id = RunId{0};
            const int leaking = seed % 4;
            for (int rank = 0; rank < 4; ++rank) {
                run.captures.push_back(
                    captureOf(rank, rank == leaking ? curve : soundSteps(random, static_cast<int>(curve.size()), 200)));
            }
            const auto list = findings(run);
            QVERIFY2(list.size() == 1, told(run).constData());
            QCOMPARE(list[0].title.id, std::string("finding.memory_leak.rank"));
            QCOMPARE(list[0].title.args[1], std::to_string(leaking));
            QVERIFY(std::abs(static_cast<double>(list[0].bytes) / (1 << 20) / mib - 1) < 0.2);
            QVERIFY((list[0].evidence.ranks == std::vector<RankRef>{{RunId{0}, leaking}}));
            const auto *moment = std::get_if<MomentRef>(&list[0].evidence.items.front());
            QVERIFY(moment != nullptr && moment->rank == leaking);
        }
    }
    void whatGrowsForOtherReasonsIsNone() {
        constexpr int kSeeds = 50;
        constexpr int kKinds = 6;
        for (int seed = 0; seed < kSeeds; ++seed) {
            for (int kind = 0; kind < kKinds; ++kind) {
                std::mt19937_64 random(static_cast<std::uint64_t>(seed));
                Run run;
                run.id = RunId{0};
                for (int rank = 0; rank < 4; ++rank) {
                    run.captures.push_back(captureOf(rank, nearlyLeaking(random, kind)));
                }
                const auto list = findings(run);
                const bool isLeak = std::any_of(list.begin(), list.end(),
                                                [](const Finding &finding) { return finding.rule == "memory_leak"; });
                QVERIFY2(!isLeak, qPrintable(QStringLiteral("kind %1, seed %2").arg(kind).arg(seed)));
            }
        }
    }
    void severalRanksThatGrowAreOneFinding() {
        Run run;
        run.id = RunId{0};
        for (int rank = 0; rank < 3; ++rank) {
            StepCurve curve;
            for (int step = 0; step < 6; ++step) {
                curve.emplace_back(1000 + step * 8 * rank, 2000 + step * 8 * rank);
            }
            run.captures.push_back(captureOf(rank, curve));
        }
        const auto list = findings(run);
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].title, Message("finding.memory_leak.ranks", {"16.00 MiB", "2", "2"}));
        QVERIFY((list[0].evidence.ranks == std::vector<RankRef>{{RunId{0}, 2}, {RunId{0}, 1}}));
        // From the second step on, which begins with what the first one left.
        QCOMPARE(list[0].facts[0].args,
                 (std::vector<std::string>{"2", "1000.00 MiB", "8", "1.04 GiB", "12", "16.00 MiB"}));
        run.captures.resize(1);
        QVERIFY(!unanswered(run, "memory_leak"));
        QVERIFY(findings(run).empty());
    }

    /// Whatever tells of memory tells the same: shallow facts, samples, tables, findings.
    void aDemoTellsTheSameHoweverItIsRead() {
        const QTemporaryDir folder;
        DemoOptions options;
        options.pp = 2;
        options.microbatches = 4;
        options.steps = 6;
        options.faults = {{.kind = DemoFault::Kind::MemoryLeak, .first = 3, .amount = std::int64_t{64} << 20}};
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(path, options).has_value());
        const auto shallow = loadRun(path, RunId{0}, LoadDepth::Shallow);
        const auto deep = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(shallow.has_value() && deep.has_value());
        for (const auto *run : {&*shallow, &*deep}) {
            const auto list = findings(*run);
            const auto leak =
                std::find_if(list.begin(), list.end(), [](const auto &f) { return f.rule == "memory_leak"; });
            QVERIFY(leak != list.end());
            QCOMPARE(leak->title, Message("finding.memory_leak.rank", {"64.00 MiB", "3"}));
            QCOMPARE(leak->bytes, std::int64_t{64} << 20);
        }
        for (const int rank : deep->ranks()) {
            const auto &capture = *deep->capture(rank);
            const auto &before = *shallow->capture(rank);
            const auto steps = stepMemory(capture);
            const auto known = stepMemory(before);
            QCOMPARE(steps.size(), std::size_t{6});
            QCOMPARE(known.size(), steps.size());
            const auto peak = memoryPeak(capture);
            std::int64_t most = 0;
            for (std::size_t i = 0; i < steps.size(); ++i) {
                QCOMPARE(known[i].step, steps[i].step);
                QCOMPARE(known[i].least, steps[i].least);
                QCOMPARE(known[i].most, steps[i].most);
                QVERIFY(steps[i].least >= *peak.allocatedLeast);
                most = std::max(most, steps[i].most);
            }
            QCOMPARE(most, *peak.allocated);
            const auto facts = memoryPeak(before);
            QCOMPARE(*facts.allocated, *peak.allocated);
            QCOMPARE(*facts.allocatedLeast, *peak.allocatedLeast);
            QCOMPARE(*facts.reserved, *peak.reserved);
            // The curve's table has the same peak, at any number of points; who held it and the rest are the whole.
            AnalysisInput input;
            Workspace workspace;
            workspace.runs.push_back(*deep);
            input.workspace = &workspace;
            input.ranks = {rank};
            for (const char *points : {"10", "1000"}) {
                input.parameters = {{"component", "PTA"}, {"points", points}};
                const auto table = analysisById("memory_curve")->run(input, {});
                QVERIFY(table.has_value());
                std::int64_t seen = 0;
                for (std::size_t row = 0; row < table->rows.size(); ++row) {
                    const bool isAllocated = table->text(row, "measure") == "allocated";
                    seen =
                        isAllocated ? std::max<std::int64_t>(seen, std::stoll(table->text(row, "most_bytes"))) : seen;
                }
                QCOMPARE(seen, *peak.allocated);
            }
            const auto holders = memoryHolders(capture, *peak.at);
            QCOMPARE(*holders.allocated, *peak.allocated);
            QCOMPARE(holders.held + *holders.rest, *peak.allocated);
        }
    }

    void withoutSnapshotsRulesSaySo() {
        const auto run = recorded({{kOneGiB, kOneGiB}});
        for (const char *rule : {"memory_fragmentation", "stream_pool_isolation"}) {
            QVERIFY(unanswered(run, rule) == Message("finding.unanswered.snapshot"));
        }
        QVERIFY(unanswered(run, "memory_leak") == Message("finding.memory_leak.unanswered"));
        // Steps that cannot be told are no reason to suspect what a single step builds up.
        QVERIFY(unanswered(runOf(snapshotOf("expandable")), "memory_leak") ==
                Message("finding.memory_leak.unanswered"));
    }
};

TEST_SUITE(MemoryRulesTest)

}  // namespace tst_memory_rules

#include "tst_memory_rules.moc"
