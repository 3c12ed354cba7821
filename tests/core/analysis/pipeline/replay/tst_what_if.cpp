#include "core/analysis/pipeline/replay/stage_layers.h"
#include "core/analysis/pipeline/replay/what_if_study.h"
#include "core/session/loading/load_job.h"
#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_what_if {

using namespace stagescope;

namespace {

Run demoRun(const Demo &demo) {
    auto run = loadRun(demo.folder().toStdString(), RunId{0}, LoadDepth::Shallow);
    return run ? std::move(*run) : Run{};
}

Pairs pairs(const std::string &schedule, const std::string &layers) {
    return {{"schedule", schedule}, {"pp", "4"},    {"dp", "1"},
            {"microbatches", "8"},  {"steps", "2"}, {"layers", layers}};
}

Result<WhatIfStudy> studyOf(const Run &run) { return WhatIfStudy::make(run, pipelineGroups(run).front()); }

StageCosts costs(std::vector<int> forwards) {
    StageCosts result;
    for (const int forward : forwards)
        result.ranks.push_back({{.forward = Nanos{forward * 1000}, .backward = Nanos{forward * 2000}}});
    return result;
}

ScheduleOptions schedule(ScheduleKind kind, int stages, int microbatches) {
    return {.kind = kind, .stages = stages, .microbatches = microbatches};
}

Nanos makespan(const StageCosts &costs, const ScheduleOptions &measured, const WhatIf &question) {
    const auto result = whatIf(costs, measured, question);
    return result ? result->makespan : Nanos{-1};
}

}  // namespace

class WhatIfTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The demo has an event loop of its own and plays both schedules with the same work: what the simulator says of
    /// one from the profile of the other must be what the demo then does.
    void predictsAnotherSchedule_data() {
        QTest::addColumn<QByteArray>("measured");
        QTest::addColumn<QByteArray>("asked");
        for (const auto &[from, to] :
             std::initializer_list<std::pair<const char *, const char *>>{{"1f1b", "gpipe"},
                                                                          {"1f1b", "zb-h1"},
                                                                          {"1f1b", "interleaved"},
                                                                          {"1f1b", "zb-v"},
                                                                          {"1f1b", "dualpipe"},
                                                                          {"zb-h1", "1f1b"},
                                                                          {"zb-h1", "dualpipev"},
                                                                          {"interleaved", "1f1b"},
                                                                          {"interleaved", "zb-v"},
                                                                          {"dualpipev", "zb-h1"},
                                                                          {"dualpipe", "1f1b"}}) {
            QTest::addRow("%s to %s", from, to) << QByteArray(from) << QByteArray(to);
        }
    }
    void predictsAnotherSchedule() {
        QFETCH(QByteArray, measured);
        QFETCH(QByteArray, asked);
        // Layers are of a chunk: a rank has four whatever the schedule.
        const auto layersOf = [](const QByteArray &name) {
            const bool hasChunks = name == "interleaved" || name == "zb-v" || name == "dualpipev";
            return std::string(hasChunks ? "2" : "4");
        };
        const Demo from(pairs(measured.toStdString(), layersOf(measured)));
        const Demo to(pairs(asked.toStdString(), layersOf(asked)));
        const Run run = demoRun(from);
        const Run other = demoRun(to);
        const auto study = studyOf(run);
        const auto truth = studyOf(other);
        QVERIFY(study && truth && !study->refusal() && !truth->refusal());
        const auto kind = scheduleKindFromText(asked.toStdString());
        WhatIf question{.schedule = schedule(*kind, 4, 8)};
        // How a backward splits cannot be seen where none is split: the user knows it, here from the other run.
        const ChunkCosts &split = truth->costs().ranks[1][0];
        if (!study->costs().isSplitMeasured && truth->costs().isSplitMeasured)
            question.inputShare = double(split.backwardInput.count()) / double(split.backward.count());
        const auto answer = study->answer({Message("asked"), question});
        QVERIFY(answer && !answer->refusal);
        const double ratio = double(answer->makespan.count()) / double(truth->measured().makespan.count());
        qInfo("%s -> %s: %.1f %%", measured.constData(), asked.constData(), (ratio - 1) * 100);
        QVERIFY2(std::abs(ratio - 1) < 0.02, qPrintable(QString::number(ratio)));
        QVERIFY(answer->low && answer->high && *answer->low <= *answer->high);
        // Who does not know the share is told a range that holds what comes of it.
        const auto guessed = study->answer({Message("asked"), {.schedule = schedule(*kind, 4, 8)}});
        QVERIFY(guessed && guessed->low && guessed->high);
        const auto share = [&](Nanos bound) {
            return double(bound.count()) / double(truth->measured().makespan.count());
        };
        QVERIFY2(share(*guessed->low) < 1.02 && share(*guessed->high) > 0.98,
                 qPrintable(QString::number(share(*guessed->high))));
    }

    void leversDoWhatTheySay() {
        const auto options = schedule(ScheduleKind::OneFOneB, 4, 8);
        const StageCosts even = costs({10, 10, 10, 10});
        const StageCosts uneven = costs({10, 10, 10, 18});
        QCOMPARE(makespan(even, options, {}), Nanos{330'000});
        QCOMPARE(makespan(uneven, options, {.fixedRank = 3}), Nanos{330'000});
        QCOMPARE(makespan(uneven, options, {.balanced = true}), Nanos{396'000});
        QVERIFY(makespan(uneven, options, {}) > Nanos{396'000});
        StageCosts slow = even;
        slow.transfer = Nanos{1000};
        // 1F1B, p = 4, m = 8: 16 transfers stand in the way.
        QCOMPARE(makespan(slow, options, {}), Nanos{346'000});
        QCOMPARE(makespan(slow, options, {.transferFactor = 0}), Nanos{330'000});
        QCOMPARE(makespan(slow, options, {.transferFactor = 2}), Nanos{362'000});
    }

    void aStageThatBoundsIsNamed() {
        const auto options = schedule(ScheduleKind::OneFOneB, 4, 16);
        QCOMPARE(whatIf(costs({10, 10, 20, 10}), options, {})->boundBy, std::optional(2));
        QCOMPARE(whatIf(costs({10, 10, 10, 10}), options, {})->boundBy, std::nullopt);
    }

    void overlapHidesWhatIsCommunication() {
        const auto options = schedule(ScheduleKind::OneFOneB, 2, 8);
        StageCosts measured = costs({10, 10});
        const WhatIf question{.schedule = schedule(ScheduleKind::DualPipeV, 2, 8), .overlapGain = 1};
        const Nanos nothing = makespan(measured, options, question);
        for (auto &rank : measured.ranks) {
            rank[0].forwardCommunication = Nanos{5000};
            rank[0].backwardCommunication = Nanos{5000};
        }
        measured.isCommunicationKnown = true;
        QVERIFY(makespan(measured, options, question) < nothing);
    }

    void layersMove() {
        // Stage 3 has a loss that takes as long as four of its eight layers.
        const StageCosts measured = costs({8, 8, 8, 12});
        const std::vector<int> layers = {8, 8, 8, 8};
        QCOMPARE(proposedLayers(measured, layers), (std::vector<int>{9, 9, 9, 5}));
        const auto options = schedule(ScheduleKind::OneFOneB, 4, 8);
        QCOMPARE(makespan(measured, options, {.layers = layers, .newLayers = {9, 9, 9, 5}}), Nanos{297'000});
        QVERIFY(!whatIf(measured, options, {.layers = layers, .newLayers = {9, 9, 9}}));
        QVERIFY(!whatIf(measured, options, {.layers = layers, .newLayers = {9, 9, 14, 0}}));
        QCOMPARE(layersText({1, 10, 10, 7}), std::string("[1,10,10,7]"));
        QCOMPARE(layersFromText("[1, 10,10,7]"), std::optional(std::vector<int>{1, 10, 10, 7}));
        QVERIFY(!layersFromText("[1,x]"));
    }

    void whatCannotBeAnsweredIsSaid() {
        const Demo demo(pairs("1f1b", "1"));
        const Run run = demoRun(demo);
        const auto study = studyOf(run);
        QVERIFY(study && !study->refusal());
        const auto refused = study->answer({Message("asked"), {.schedule = schedule(ScheduleKind::DualPipeV, 4, 6)}});
        QVERIFY(refused && refused->refusal);
        QCOMPARE(refused->refusal->id, std::string("what_if.no.precondition"));
        const auto launches = study->answer({Message("asked"), {.balanced = true}, true});
        QVERIFY(launches && launches->refusal);
        QCOMPARE(launches->refusal->id, std::string("what_if.no.launch_alone"));
        Run empty;
        const auto nothing = WhatIfStudy::make(empty, {.id = "pp(0,1)", .ranks = {0, 1}});
        QVERIFY(nothing && nothing->refusal());
    }

    void memoryIsJudgedByMeasuredBytes() {
        const Demo demo(pairs("1f1b", "2"));
        const Run run = demoRun(demo);
        auto study = studyOf(run);
        QVERIFY(study && !study->refusal());
        const auto gpipe = [&] {
            return study->answer({Message("asked"), {.schedule = schedule(ScheduleKind::GPipe, 4, 8)}});
        };
        const auto asIs = study->answer({Message("asked"), {}});
        QCOMPARE(asIs->memory.verdict, MemoryFit::Verdict::Fits);
        QCOMPARE(gpipe()->memory.verdict, MemoryFit::Verdict::Unknown);
        QVERIFY(*gpipe()->memory.needed > *asIs->memory.needed);
        study->setCapacity(*asIs->memory.needed);
        QCOMPARE(gpipe()->memory.verdict, MemoryFit::Verdict::DoesNotFit);
        study->setCapacity(*gpipe()->memory.needed);
        QCOMPARE(gpipe()->memory.verdict, MemoryFit::Verdict::Fits);
    }

    void equalQuestionsGetEqualAnswers() {
        const Demo demo(pairs("1f1b", "1"));
        const Run run = demoRun(demo);
        const auto first = studyOf(run)->answer({Message("asked"), {.balanced = true}});
        const auto second = studyOf(run)->answer({Message("asked"), {.balanced = true}});
        QCOMPARE(first->low, second->low);
        QCOMPARE(first->high, second->high);
        QVERIFY(*first->low < *first->high);
    }
};

TEST_SUITE(WhatIfTest)

}  // namespace tst_what_if

#include "tst_what_if.moc"
