// Parts of reinforcement learning: found by their names, summed by rounds, and the rank that all others wait for.
#include "core/advice/findings.h"
#include "core/analysis/roles/role_rounds.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/scene/roles/role_scene.h"
#include "tests/support/role_job.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace tst_roles {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

const Finding *waitIn(const Advice &advice) {
    const auto it = std::find_if(advice.findings.begin(), advice.findings.end(),
                                 [](const Finding &finding) { return finding.rule == "role_wait"; });
    return it == advice.findings.end() ? nullptr : &*it;
}

bool isNear(double value, double wanted, double tolerance) { return std::abs(value - wanted) <= tolerance; }

}  // namespace

class RolesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOfProducers_data() {
        QTest::addColumn<QString>("rollout");
        QTest::addColumn<QString>("update");
        QTest::newRow("verl") << "generate_sequences"
                              << "update_actor";
        QTest::newRow("verl since 2025") << "rollout_generate"
                                         << "actor_update";
        QTest::newRow("verl's trainer") << "gen"
                                        << "update_actor";
        QTest::newRow("asynchronous") << "generate_async"
                                      << "train_batch";
        QTest::newRow("MindSpeed-RL") << "ActorHybridWorkerBase.generate_sequences"
                                      << "ActorRolloutHybrid.update_actor";
    }
    void namesOfProducers() {
        QFETCH(QString, rollout);
        QFETCH(QString, update);
        RoleJob job;
        job.parts = {{rollout, 900}, {update, 500}};
        job.ranks = 2;
        const auto run = job.load();
        QVERIFY(run);
        const auto phases = rolePhases(*run);
        QCOMPARE(phases.size(), std::size_t{12});
        QCOMPARE(phases[0].work, RoleWork::Rollout);
        QCOMPARE(phases[1].work, RoleWork::Update);
        QCOMPARE(phases[0].range.duration(), Nanos{900'000});
        QCOMPARE(roleRounds(phases).rounds.size(), std::size_t{3});
    }

    /// Names like these occur elsewhere: one kind of work alone is no reinforcement learning.
    void otherProgramsHaveNone() {
        for (const auto *name : {"train_batch", "reward", "forward", "values"}) {
            RoleJob job;
            job.parts = {{QString::fromLatin1(name), 900}};
            job.ranks = 2;
            const auto run = job.load();
            QVERIFY(run);
            QVERIFY2(rolePhases(*run).empty() && !hasRoles(*run), name);
        }
        for (const auto &[one, other] : {std::pair("reward", "values"),
                                         {"train_batch", "save_checkpoint"},
                                         {"train_batch", "testing"},
                                         {"gen", "testing"}}) {
            RoleJob job;
            job.parts = {{QString::fromLatin1(one), 900}, {QString::fromLatin1(other), 900}};
            QVERIFY2(rolePhases(*job.load()).empty(), one);
        }
    }

    /// Ranges inside a part are of it, and what is around a whole round is no part.
    void partsAreTheOutermost() {
        RoleJob job;
        job.inner = QStringLiteral("train_batch");
        job.outer = QStringLiteral("step");
        const auto phases = rolePhases(*job.load());
        QCOMPARE(phases.size(), std::size_t{4 * 3 * 4});
        QVERIFY(
            std::none_of(phases.begin(), phases.end(), [](const auto &phase) { return phase.name == "train_batch"; }));
    }

    void partsAddUpToTheRound() {
        std::mt19937 random(7);
        RoleJob job;
        job.extra = [&](int, int, std::size_t) { return static_cast<int>(random() % 900); };
        const auto run = job.load();
        QVERIFY(run);
        Workspace workspace;
        workspace.runs.push_back(*run);
        const auto table = analysisById("role_time")->run({&workspace}, {});
        QVERIFY(table && !table->rows.empty());
        std::map<std::string, double> sums;
        std::map<std::string, double> lengths;
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            sums[table->text(row, "round")] += std::stod(table->text(row, "mean_us"));
            lengths[table->text(row, "round")] = std::stod(table->text(row, "round_us"));
        }
        QCOMPARE(sums.size(), std::size_t{3});
        for (const auto &[round, sum] : sums) {
            QVERIFY(isNear(sum, lengths.at(round), 0.01));
        }
        const auto listed = analysisById("role_phases")->run({&workspace}, {});
        QVERIFY(listed);
        QCOMPARE(listed->rows.size(), std::size_t{4 * 3 * 4});
    }

    /// A part beside the next one: the shorter of both is hidden.
    void overlapGainsAreBounds() {
        const auto run = RoleJob{}.load();
        QVERIFY(run);
        Workspace workspace;
        workspace.runs.push_back(*run);
        const auto table = analysisById("role_time")->run({&workspace}, {});
        QVERIFY(table);
        QStringList gains;
        for (std::size_t row = 0; row < table->rows.size() && table->text(row, "round") == "1"; ++row) {
            gains << QString::fromStdString(table->text(row, "overlap_gain_us"));
        }
        QCOMPARE(gains.size(), 5);
        QCOMPARE(gains[0].toDouble(), 1200.0);
        QCOMPARE(gains[1].toDouble(), 800.0);
        QCOMPARE(gains[2].toDouble(), 800.0);
        QVERIFY(gains[3].isEmpty() && gains[4].isEmpty());
    }

    /// The record may begin and end anywhere: the round that it cuts is told, and its sums are those of what is there.
    void cutRoundsAreTold() {
        auto phases = rolePhases(*RoleJob{}.load());
        std::erase_if(phases, [](const RolePhase &phase) {
            return phase.range.begin < alignedTime(6'500'000) || phase.work == RoleWork::Checkpoint;
        });
        const auto found = roleRounds(phases);
        QCOMPARE(found.rounds.size(), std::size_t{3});
        QVERIFY(!found.rounds.front().isWhole);
        QVERIFY(found.rounds.back().isWhole);
        QVERIFY(found.rounds.front().share(RoleWork::Rollout) == nullptr);
    }

    /// 100 jobs in which one rank takes longer in one kind of work, in all rounds: that one is named, with what the
    /// others wait, first of all findings; and as many in which nobody does.
    void theRankThatAllWaitForIsNamed() {
        for (unsigned seed = 0; seed < 200; ++seed) {
            std::mt19937 random(seed);
            const bool isPlanted = seed % 2 == 0;
            RoleJob job;
            job.ranks = 3 + static_cast<int>(random() % 4);
            job.rounds = 1 + static_cast<int>(random() % 2);
            const int slow = static_cast<int>(random() % static_cast<unsigned>(job.ranks));
            const std::size_t part = random() % 3;  // after the last one nobody is known to wait
            const int longer = 2000 + static_cast<int>(random() % 3000);
            job.extra = [&](int rank, int, std::size_t at) {
                return static_cast<int>(random() % 40) + (isPlanted && rank == slow && at == part ? longer : 0);
            };
            const auto run = job.load();
            QVERIFY(run);
            const auto advice = adviceFor(*run);
            const auto *finding = waitIn(advice);
            QCOMPARE(finding != nullptr, isPlanted);
            if (isPlanted) {
                QCOMPARE(finding, &advice.findings.front());
                QCOMPARE(finding->title.args[0], job.parts[part].name.toStdString());
                QCOMPARE(finding->title.args[1], std::to_string(slow));
                QVERIFY(
                    isNear(static_cast<double>(finding->impact.count()), job.rounds * longer * 1e3, job.rounds * 80e3));
                QVERIFY(std::holds_alternative<SliceRef>(finding->evidence.items.front()));
            }
        }
    }

    /// Rollouts that run beside the training of others: who has gone on, waits for nobody.
    void whoGoesOnWaitsForNobody() {
        std::vector<RolePhase> phases;
        const auto add = [&](int rank, RoleWork work, std::int64_t begin, std::int64_t end) {
            phases.push_back({rank, {}, work, "x", {alignedTime(begin), alignedTime(end)}, {}});
        };
        for (int rank = 0; rank < 2; ++rank) {
            for (std::int64_t i = 0; i < 8; ++i) {
                const auto length = rank == 1 ? 900 : 500;
                add(rank, RoleWork::Rollout, i * length, (i + 1) * length);
            }
        }
        for (std::int64_t i = 0; i < 3; ++i) {
            add(2, RoleWork::Update, 1000 + i * 2000, 2500 + i * 2000);
        }
        for (const auto &round : roleRounds(phases).rounds) {
            QCOMPARE(round.share(RoleWork::Rollout)->tail, Nanos{0});
        }
    }

    void eachRankHasARow() {
        const auto run = RoleJob{}.load();
        const auto chart = roleChart(*run);
        const SceneStyle style{[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
                               [](const Message &message) { return message.id; }, 18};
        const auto layout = layOutRoleChart(chart, 1000, 300, style);
        QCOMPARE(layout.scene.hits.size(), chart.phases.size());
        for (std::size_t i = 0; i < chart.phases.size(); ++i) {
            const auto &hit = layout.scene.hits[i];
            const auto row = layout.row(static_cast<std::size_t>(chart.phases[i].rank));
            QVERIFY(hit.y >= row.y && hit.y + hit.height <= row.bottom() && hit.x >= layout.plot.x);
            const double share = static_cast<double>(chart.phases[i].range.duration().count()) /
                                 static_cast<double>(layout.range.duration().count());
            QVERIFY(isNear(hit.width, share * layout.plot.width, 2));
            QCOMPARE(layout.phaseAt(chart, hit.x + hit.width / 2, hit.y + 2), &chart.phases[i]);
        }
        const auto named = [&](const std::string &text) {
            return std::any_of(layout.scene.texts.begin(), layout.scene.texts.end(),
                               [&](const SceneText &one) { return one.text == text; });
        };
        QVERIFY(named("role.rollout") && named("role.update") && !named("role.advantage"));
        // However little room there is.
        for (const int side : {1, 20, 60, 120}) {
            const auto small = layOutRoleChart(chart, side, side, style);
            for (const auto &rect : small.scene.rects) {
                QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= side && rect.y + rect.height <= side);
            }
        }
    }
};

TEST_SUITE(RolesTest)

}  // namespace tst_roles

#include "tst_roles.moc"
