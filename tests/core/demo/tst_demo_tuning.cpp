#include "core/demo/kernel_model.h"
#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_demo_tuning {

using namespace stagescope;

namespace {

qint64 kernels(const Demo &demo, int rank, const char *type) {
    const auto sql = QStringLiteral(
                         "SELECT count(*) FROM COMPUTE_TASK_INFO JOIN STRING_IDS ON opType = id "
                         "WHERE value = '%1'")
                         .arg(QLatin1String(type));
    return number(demo.databases[static_cast<std::size_t>(rank)], sql.toUtf8().constData());
}
qint64 peak(const Demo &demo, int rank) {
    return number(demo.databases[static_cast<std::size_t>(rank)], "SELECT max(totalAllocated) FROM MEMORY_RECORD");
}
qint64 busy(const Demo &demo, int rank) {
    return number(demo.databases[static_cast<std::size_t>(rank)],
                  "SELECT sum(t.endNs - t.startNs) FROM TASK t JOIN COMPUTE_TASK_INFO c "
                  "ON t.globalTaskId = c.globalTaskId");
}
QJsonArray plantedOn(const Demo &demo, int rank) { return demo.rank(rank)[QStringLiteral("planted")].toArray(); }

/// Two ranks of two layers, four microbatches in one step: 8 layers forward on each.
Demo demoWith(const std::vector<std::string> &faults, const char *dp = "1") {
    Pairs pairs{{"pp", "2"}, {"dp", dp}, {"microbatches", "4"}, {"steps", "1"}};
    for (const auto &fault : faults) {
        pairs.emplace_back("fault", fault);
    }
    return Demo(pairs);
}

}  // namespace

class DemoTuningTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The backward pass runs forward kernels once more, and the tensors that only they make are not kept.
    void whatIsComputedOnceMoreIsNotKept() {
        const auto played = [](const char *recompute) {
            return Demo({{"pp", "2"}, {"dp", "1"}, {"microbatches", "4"}, {"steps", "1"}, {"recompute", recompute}});
        };
        const auto none = played("none");
        const auto activation = played("activation");
        const auto full = played("full");
        const auto first = played("full:0");
        QVERIFY(none.isWritten && activation.isWritten && full.isWritten && first.isWritten);
        QCOMPARE(kernels(activation, 0, "SwiGlu"), 2 * kernels(none, 0, "SwiGlu"));
        QCOMPARE(kernels(activation, 0, "AddRmsNorm"), kernels(none, 0, "AddRmsNorm"));
        for (const auto *type : {"SwiGlu", "AddRmsNorm", "FlashAttentionScore"}) {
            QCOMPARE(kernels(full, 1, type), 2 * kernels(none, 1, type));
            QCOMPARE(kernels(first, 1, type), kernels(none, 1, type));
            QCOMPARE(kernels(full, 0, type), kernels(first, 0, type));
        }
        QCOMPARE(kernels(full, 0, "SwiGluGrad"), kernels(none, 0, "SwiGluGrad"));
        // Of the gated products of two microbatches and two layers one is there all the same, while its layer is
        // computed.
        QCOMPARE(peak(none, 0) - peak(activation, 0), qint64{3 * 22 << 20});
        QVERIFY(peak(full, 0) < peak(activation, 0));
    }

    void groupsStandForTheFusedKernel_data() {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<QByteArray>("fused");
        QTest::addColumn<QByteArray>("single");
        QTest::addColumn<int>("inLayer");
        QTest::newRow("norm") << QByteArray("unfused-norm") << QByteArray("AddRmsNorm") << QByteArray("Rsqrt") << 2;
        QTest::newRow("swiglu") << QByteArray("unfused-swiglu") << QByteArray("SwiGlu") << QByteArray("Swish") << 1;
        QTest::newRow("swiglu, backward")
            << QByteArray("unfused-swiglu") << QByteArray("SwiGluGrad") << QByteArray("SwishGrad") << 1;
        QTest::newRow("rotary") << QByteArray("unfused-rotary") << QByteArray("RotaryPositionEmbedding")
                                << QByteArray("Neg") << 1;
    }
    void groupsStandForTheFusedKernel() {
        QFETCH(QByteArray, fault);
        QFETCH(QByteArray, fused);
        QFETCH(QByteArray, single);
        QFETCH(int, inLayer);
        const auto plain = demoWith({});
        const auto one = demoWith({fault.toStdString() + "=1:1"});
        const auto both = demoWith({fault.toStdString() + "=1:2"});
        QVERIFY(plain.isWritten && one.isWritten && both.isWritten);
        QCOMPARE(kernels(plain, 1, fused), qint64{8} * inLayer);
        QCOMPARE(kernels(plain, 1, single), qint64{0});
        QCOMPARE(kernels(one, 1, fused), qint64{4} * inLayer);  // of the second layer
        QCOMPARE(kernels(one, 1, single), qint64{4} * inLayer);
        QCOMPARE(kernels(both, 1, fused), qint64{0});
        QCOMPARE(kernels(both, 1, single), qint64{8} * inLayer);
        QCOMPARE(kernels(one, 0, fused), kernels(plain, 0, fused));
        QCOMPARE(kernels(one, 0, single), qint64{0});
        QVERIFY(busy(both, 1) - busy(plain, 1) > busy(one, 1) - busy(plain, 1));
        QVERIFY(busy(one, 1) > busy(plain, 1));
        // What stays for the backward is the same; more is used at once for a moment at most.
        QVERIFY(peak(both, 1) >= peak(plain, 1));
        QVERIFY(peak(both, 1) < peak(plain, 1) + 2 * 11 * kHiddenBytes);
        QCOMPARE(number(both.databases[1], "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL"), qint64{0});
    }

    void gradientsAreReducedBehindTheBackward() {
        const auto plain = demoWith({}, "2");
        const auto off = demoWith({"no-reduce-overlap=1:3"}, "2");
        QVERIFY(plain.isWritten && off.isWritten);
        const char *sql =
            "SELECT count(*) FROM COMMUNICATION_OP JOIN STRING_IDS ON opType = id "
            "WHERE value = 'hcom_allReduce_'";
        for (int rank = 0; rank < 4; ++rank) {
            const auto at = static_cast<std::size_t>(rank);
            const auto more = number(off.databases[at], sql) - number(plain.databases[at], sql);
            QCOMPARE(more, qint64{rank / 2 == 1 ? 3 : 0});
        }
        // One after the other, behind the last backward; ranks of a group end them together.
        const char *times =
            "SELECT startNs, endNs FROM COMMUNICATION_OP JOIN STRING_IDS ON opType = id "
            "WHERE value = 'hcom_allReduce_' ORDER BY startNs";
        const auto first = query(off.databases[2], times);
        const auto second = query(off.databases[3], times);
        QCOMPARE(first.size(), std::size_t{5});
        auto before = off.cell(2, 5, 3, "B").end + off.clockShift(2);
        for (std::size_t i = 0; i < first.size(); ++i) {
            QVERIFY(first[i][0].toLongLong() >= before);
            before = first[i][1].toLongLong();
            QCOMPARE(second[i][1].toLongLong(), before);
        }
    }

    /// A rerun without a fault differs by the fault alone.
    void whatAFaultAddsLeavesTheRestAsItWas_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char *fault : {"unfused-norm=1:2", "unfused-swiglu=1:2", "unfused-rotary=1:2", "ai-cpu-kernel=1:4",
                                  "extra-kernel=1:2", "recompile=1:50"}) {
            QTest::newRow(fault) << QByteArray(fault);
        }
    }
    void whatAFaultAddsLeavesTheRestAsItWas() {
        QFETCH(QByteArray, fault);
        const char *products =
            "SELECT t.endNs - t.startNs FROM TASK t JOIN COMPUTE_TASK_INFO c ON t.globalTaskId = c.globalTaskId "
            "JOIN STRING_IDS ON opType = id WHERE value LIKE 'MatMul%' OR value LIKE 'FlashAttention%' "
            "ORDER BY t.startNs";
        const auto plain = query(demoWith({}).databases[1], products);
        QVERIFY(plain.size() > 100);
        QCOMPARE(query(demoWith({fault.toStdString()}).databases[1], products), plain);
    }

    /// All of a microbatch takes as much longer, in both stages; another one as much less, so that the data are as
    /// many.
    void microbatchesOfUnevenLength() {
        const auto plain = demoWith({}, "2");
        const auto uneven = demoWith({"uneven-data=1:2"}, "2");
        QVERIFY(plain.isWritten && uneven.isWritten);
        const auto times = [&](int rank, int microbatch, const char *kind) {
            const auto usual = plain.cell(rank, 5, microbatch, kind);
            const auto own = uneven.cell(rank, 5, microbatch, kind);
            return double(own.end - own.begin) / double(usual.end - usual.begin);
        };
        for (int microbatch = 0; microbatch < 2; ++microbatch) {
            const auto more = times(1, microbatch, "F") - 1;
            QVERIFY(std::abs(more) > 0.01 && std::abs(more) < 0.51);
            QVERIFY(std::abs(times(1, microbatch, "B") - 1 - more) < 0.01);
            QVERIFY(std::abs(times(3, microbatch, "F") - 1 - more) < 0.01);
            QVERIFY(std::abs(times(3, microbatch + 2, "B") - 1 + more) < 0.01);
            QVERIFY(std::abs(times(0, microbatch, "F") - 1) < 0.01);
        }
    }

    void theTruthTellsWhatWasPlanted() {
        const auto demo =
            demoWith({"unfused-norm=1:1", "gc-pause=0:30", "slow-rank=0:1.1", "no-reduce-overlap=0:2"}, "2");
        QVERIFY(demo.isWritten);
        const auto pauses = plantedOn(demo, 0);
        QCOMPARE(pauses.size(), 2);
        QCOMPARE(pauses[0][QStringLiteral("fault")].toString(), QStringLiteral("gc-pause=0:30"));
        QCOMPARE(pauses[0][QStringLiteral("operations")].toInt(), 1);
        QVERIFY(std::abs(pauses[0][QStringLiteral("time_ns")].toInteger() - 30'000'000) < 3'000'000);
        QCOMPARE(pauses[1][QStringLiteral("fault")].toString(), QStringLiteral("no-reduce-overlap=0:2"));
        QCOMPARE(pauses[1][QStringLiteral("operations")].toInt(), 2);
        const auto norms = plantedOn(demo, 1);
        QCOMPARE(norms.size(), 2);  // rank 1 is of stage 0, too
        QCOMPARE(norms[0][QStringLiteral("operations")].toInt(), 4 * 2 * int(unfusedKernels("AddRmsNorm").size()));
        QVERIFY(plantedOn(demo, 2).isEmpty());
        QVERIFY(!demoWith({}).rank(0).contains(QStringLiteral("planted")));
    }

    void twoFaultsOfOneLayerKeepTheirPlaces() {
        const auto demo = demoWith({"unfused-norm=0:2", "ai-cpu-kernel=0:0", "recompile=0:50"});
        QVERIFY(demo.isWritten);
        QCOMPARE(kernels(demo, 0, "Index"), qint64{8});
        QCOMPARE(kernels(demo, 0, "Rsqrt"), qint64{16});
        QCOMPARE(number(demo.databases[0],
                        "SELECT count(*) FROM CANN_API JOIN STRING_IDS ON name = id "
                        "WHERE value = 'aclopCompileAndExecute'"),
                 qint64{8});
    }

    void splitBackwardsReleaseWhatTheyShould() {
        const Demo demo(Pairs{{"schedule", "zb-h1"},
                              {"pp", "2"},
                              {"dp", "1"},
                              {"steps", "1"},
                              {"fault", "unfused-swiglu=1:2"},
                              {"fault", "unfused-norm=1:2"},
                              {"fault", "unfused-rotary=0:2"}});
        QVERIFY(demo.isWritten);
        for (const auto &path : demo.databases) {
            QCOMPARE(number(path, "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL"), qint64{0});
        }
    }

    void textsAndRefusals() {
        for (const char *text : {"unfused-norm=3:1", "unfused-swiglu=0:2", "unfused-rotary=7:1",
                                 "no-reduce-overlap=3:9", "gc-pause=1:20", "recompile=0:5", "ai-cpu-kernel=2:0"}) {
            const auto fault = demoFaultFromText(text);
            QVERIFY2(fault, text);
            QCOMPARE(demoFaultText(*fault), std::string(text));
            QVERIFY(parseDemoOptions({{"fault", text}}).has_value());
        }
        for (const char *text : {"unfused-norm=8:1", "unfused-norm=0:0", "unfused-norm=0:-1", "unfused-norm=0:1.5",
                                 "unfused-norm=0", "unfused-swiglu=0:99999999999999999999", "unfused-rotary=-1:1",
                                 "no-reduce-overlap=4:1", "no-reduce-overlap=0:0", "no-reduce-overlap=0:1001"}) {
            QVERIFY2(!parseDemoOptions({{"fault", text}}), text);
        }
        QVERIFY(!parseDemoOptions({{"dp", "1"}, {"fault", "no-reduce-overlap=0:2"}}));
        const auto help = demoFaultLines();
        for (const char *form : {"slow-link=A-B:F", "unfused-norm=R:N", "no-reduce-overlap=S:N", "gc-pause=R:MS"}) {
            QVERIFY2(help.find(form) != std::string::npos, form);
        }
    }
};

TEST_SUITE(DemoTuningTest)

}  // namespace tst_demo_tuning

#include "tst_demo_tuning.moc"
