#include "core/analysis/difference/difference_table.h"
#include "core/analysis/difference/ledger.h"
#include "core/base/student.h"
#include "core/demo/kernel_model.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_ledger {

using namespace stagescope;

namespace {

/// How many pairs of demos are compared; more on request.
int pairsOf(const char *variable, int usual) {
    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue(variable, &isNumber);
    return isNumber && asked > 0 ? asked : usual;
}

DemoOptions small(std::uint64_t seed) {
    DemoOptions options;
    options.pp = 2;
    options.dp = 2;
    options.microbatches = 4;
    options.layersPerStage = 1;
    options.steps = 4;
    options.seed = seed;
    return options;
}

Ledger compared(const DemoOptions &before, const DemoOptions &after, std::vector<int> ranks = {}) {
    const auto first = demoWith(before);
    const auto second = demoWith(after);
    return ledger({first->mainRun(), ranks, {}}, {second->mainRun(), ranks, {}});
}

/// Sums of the rows that a planted change is named by.
struct Named {
    Nanos change{0};
    bool isSignificant = false;
    QString text;
};
template <class Pred>
Named named(const Ledger &ledger, const Pred &isOf) {
    Named result;
    for (const auto &row : ledger.rows) {
        if (isOf(row)) {
            result.change += row.change();
            result.isSignificant |= row.significance == Significance::Significant;
        }
        result.text += QStringLiteral("%1 %2: %3 -> %4 ns, noise %5\n")
                           .arg(QString::fromUtf8(changeKindText(row.kind)), QString::fromStdString(row.name))
                           .arg(row.before.count())
                           .arg(row.after.count())
                           .arg(row.noise ? row.noise->count() : -1);
    }
    return result;
}

bool closes(const Ledger &ledger) {
    Nanos before{0};
    Nanos after{0};
    for (const auto &row : ledger.rows) {
        before += row.before;
        after += row.after;
    }
    return !ledger.isEmpty() && before == ledger.before && after == ledger.after;
}

bool isNear(Nanos value, double truth, double jitter = 0) {
    return std::abs(static_cast<double>(value.count()) - truth) <= 0.03 * std::abs(truth) + jitter;
}

/// What is changed between two runs, and what the ledger of rank 1 must say of it.
struct Change {
    const char *name;
    std::function<void(DemoOptions &)> plant;
    std::function<bool(const LedgerRow &)> isNamedBy;
    std::function<double(const DemoOptions &)> truth;  ///< ns per step; null where the whole must tell
    double jitter = 0;  ///< ns that kernels of the demo take more by chance, where that is much of the truth
};

std::int64_t sumOf(std::span<const KernelSpec> kernels) {
    std::int64_t sum = 0;
    for (const auto &kernel : kernels) {
        sum += kernel.durationNs;
    }
    return sum;
}

constexpr int kRank = 1;  // stage 0, replica 1
constexpr double kSlower = 1.3;
constexpr int kMoreMicrobatches = 7;

std::vector<Change> changes() {
    const auto fault = [](DemoFault::Kind kind, int other, double factor, std::int64_t amount = 0) {
        return [=](DemoOptions &options) {
            options.faults.push_back({kind, kRank, other, static_cast<std::int64_t>(factor * 1e6), amount});
        };
    };
    const auto isTransfer = [](const LedgerRow &row) {
        return row.kind == ChangeKind::CommTransfer && row.name == "dp";
    };
    return {
        {"slower operator", fault(DemoFault::Kind::SlowOperator, 0, kSlower),
         [](const LedgerRow &row) { return row.kind == ChangeKind::KernelTime && row.name == kSlowedOperator; },
         [](const DemoOptions &) { return 4 * 980'000 * (kSlower - 1); },
         0.06 * 980'000 * kSlower},  // now and then one takes 6 % more
        {"new operator", fault(DemoFault::Kind::ExtraKernel, 0, 1, 2),
         [](const LedgerRow &row) { return row.kind == ChangeKind::KernelNew && row.name == "Cast"; },
         [](const DemoOptions &options) {
             return static_cast<double>(options.microbatches * extraKernel().durationNs);
         }},
        {"slow link", fault(DemoFault::Kind::SlowLink, 0, 4), isTransfer, nullptr},
        {"slow host", fault(DemoFault::Kind::SlowHost, 0, 30),
         [](const LedgerRow &row) {
             return row.kind == ChangeKind::Gap &&
                    (row.name == "host_launch" || row.name == "host_speed" || row.name == "data_loading");
         },
         nullptr},
        {"other number of microbatches", [](DemoOptions &options) { options.microbatches = kMoreMicrobatches; },
         [](const LedgerRow &row) {
             return row.kind == ChangeKind::KernelCount && reasonsText(row.reasons) == "microbatches 4 -> 7" &&
                    row.name != kSlowedOperator;
         },
         [](const DemoOptions &options) {
             auto each = sumOf(layerForwardKernels()) + sumOf(layerBackwardKernels()) +
                         sumOf(embeddingForwardKernels()) + sumOf(embeddingBackwardKernels());
             for (const auto &kernel : layerForwardKernels()) {
                 each -= kernel.opType == kSlowedOperator ? kernel.durationNs : 0;
             }
             return static_cast<double>((options.microbatches - 4) * each);
         }},
        {"other schedule", [](DemoOptions &options) { options.schedule = ScheduleKind::ZeroBubbleH1; },
         [](const LedgerRow &row) { return reasonsText(row.reasons).starts_with("schedule 1f1b -> zb-h1"); }, nullptr},
    };
}

}  // namespace

class TestLedger : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quantilesOfStudent() {
        // From the usual table.
        QVERIFY(std::abs(studentQuantile(0.05, 1) - 12.706) < 0.01);
        QVERIFY(std::abs(studentQuantile(0.05, 2) - 4.303) < 0.01);
        QVERIFY(std::abs(studentQuantile(0.05, 4) - 2.776) < 0.01);
        QVERIFY(std::abs(studentQuantile(0.01, 10) - 3.169) < 0.01);
        QVERIFY(std::abs(studentQuantile(0.001, 5) - 6.869) < 0.02);
        QVERIFY(std::abs(studentQuantile(0.001, 100) - 3.390) < 0.02);
    }
    void chanceAloneClaimsNothing() {
        const int pairs = pairsOf("STAGESCOPE_LEDGER_PAIRS", 6);
        int claims = 0;
        for (int i = 0; i < pairs; ++i) {
            const auto ledger =
                compared(small(100 + 2 * static_cast<std::uint64_t>(i)), small(101 + 2 * static_cast<std::uint64_t>(i)),
                         i % 2 == 0 ? std::vector<int>{} : std::vector{1});
            QVERIFY(closes(ledger));
            const auto claimed =
                named(ledger, [](const LedgerRow &row) { return row.significance == Significance::Significant; });
            if (claimed.isSignificant || ledger.significance == Significance::Significant) {
                ++claims;
                qInfo("pair %d:\n%s", i, qPrintable(claimed.text));
            }
        }
        // One percent of the pairs may, by the definition of the noise.
        QVERIFY2(claims <= pairs / 50, qPrintable(QString::number(claims)));
    }
    void plantedChangesAreNamed() {
        const auto all = changes();
        const int pairs = pairsOf("STAGESCOPE_LEDGER_PAIRS", 12);
        for (int i = 0; i < pairs; ++i) {
            std::mt19937 random(static_cast<unsigned>(i));
            std::vector<std::size_t> chosen(all.size());
            std::iota(chosen.begin(), chosen.end(), 0);
            std::shuffle(chosen.begin(), chosen.end(), random);
            chosen.resize(static_cast<std::size_t>(1 + i % 3));
            auto after = small(static_cast<std::uint64_t>(500 + i));
            QString what;
            for (const auto change : chosen) {
                all[change].plant(after);
                what += QStringLiteral("%1, ").arg(QString::fromUtf8(all[change].name));
            }
            const auto ledger = compared(small(static_cast<std::uint64_t>(400 + i)), after, {kRank});
            QVERIFY(closes(ledger));
            for (const auto change : chosen) {
                const auto found = named(ledger, all[change].isNamedBy);
                QVERIFY2(found.isSignificant, qPrintable(what + QString::fromUtf8(all[change].name) +
                                                         QStringLiteral(" is not named\n") + found.text));
                if (all[change].truth) {
                    const double truth = all[change].truth(after);
                    QVERIFY2(isNear(found.change, truth, all[change].jitter),
                             qPrintable(QStringLiteral("%1: %2 is %3, in truth %4\n%5")
                                            .arg(what, QString::fromUtf8(all[change].name))
                                            .arg(found.change.count())
                                            .arg(truth)
                                            .arg(found.text)));
                }
            }
        }
    }
    /// Where nothing but one link or one host changed, the same noise on both sides, its rows are the whole change.
    void aLoneChangeIsTheWhole() {
        auto before = small(7);
        before.pp = 1;
        for (const auto *name : {"slow link", "slow host"}) {
            for (const auto &change : changes()) {
                if (std::string_view(change.name) != name) {
                    continue;
                }
                auto after = before;
                change.plant(after);
                const auto ledger = compared(before, after, {kRank});
                const auto found = named(ledger, [&](const LedgerRow &row) {
                    return change.isNamedBy(row) || row.kind == ChangeKind::CommWait ||
                           row.kind == ChangeKind::CommTransfer;
                });
                QVERIFY2(
                    ledger.change() > Nanos{0} && isNear(found.change, static_cast<double>(ledger.change().count())),
                    qPrintable(QStringLiteral("%1: %2 of %3\n%4")
                                   .arg(QString::fromUtf8(name))
                                   .arg(found.change.count())
                                   .arg(ledger.change().count())
                                   .arg(found.text)));
            }
        }
    }
    void nothingToCompare() {
        const auto workspace = demoWith(small(1));
        QVERIFY(ledger({workspace->mainRun(), {}, 999}, {workspace->mainRun(), {}, {}}).isEmpty());
        QVERIFY(ledgerOf({}, {}).isEmpty());
        const auto same = ledger({workspace->mainRun(), {}, {}}, {workspace->mainRun(), {}, {}});
        QVERIFY(closes(same));
        QCOMPARE(same.change(), Nanos{0});
    }
    /// A sum of the profiler has no place in the step that could be shown.
    void whatIsOnlyReportedHasNoEvidence() {
        const auto reported = [](Nanos computing) {
            AccountedStep step;
            step.rank = 0;
            step.total = computing;
            step.sums = step.parts = {{{AccountKind::Reported, "computing"}, {.time = computing, .count = 1}}};
            return step;
        };
        const std::vector before{reported(Nanos{1000})};
        const std::vector after{reported(Nanos{1500})};
        const auto ledger = ledgerOf(before, after);
        QCOMPARE(ledger.rows.size(), std::size_t{1});
        QCOMPARE(ledger.rows[0].change(), Nanos{500});
        QVERIFY(!ledger.rows[0].evidenceBefore && !ledger.rows[0].evidenceAfter);
    }
    /// A change of 7 ns by chance is none that 100 ns could be 1429 % of.
    void aChangeByChanceHasNoShares() {
        const auto workspace = demoWith(small(1));
        const auto &run = *workspace->mainRun();
        Ledger of;
        of.before = Nanos{1000};
        of.after = Nanos{1007};
        of.rows = {{.name = "MatMul", .after = Nanos{100}}};
        for (const auto significance : {Significance::Significant, Significance::WithinNoise, Significance::Unknown}) {
            of.significance = significance;
            const auto shares = ledgerTable(of, run, run).text(0, "share_percent");
            QCOMPARE(shares.empty(), significance == Significance::WithinNoise);
        }
    }
};

TEST_SUITE(TestLedger)

}  // namespace tst_ledger

#include "tst_ledger.moc"
