// Modules of rank 0 and rank 1 against the sheets ModuleCompare and ModuleCompareStatistic of msprof-analyze compare.
#include "tests/real/compared_sides.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_real_modules_compared {

using namespace stagescope;

namespace {

/// Columns of a sheet.
struct ModuleColumns {
    int op;
    int kernels;  ///< and of the side after
    int kernelsAfter;
    int selfBefore;
    int totalBefore;
    int selfAfter;
    int totalAfter;
    int callsBefore = -1;
    int callsAfter = -1;
    double unit = 1;  ///< of times, in us
};
constexpr ModuleColumns kEachCall{4, 5, 9, 6, 7, 10, 11};
constexpr ModuleColumns kTogether{4, 5, 9, 6, 8, 10, 12, 7, 11, 1000};

/// "/[ BACKWARD ]/ A_0/ B_1": "backward A_0;B_1".
std::string placeOf(QString path) {
    const bool isBackward = path.contains(QLatin1String("[ BACKWARD ]"));
    path.remove(QLatin1String("/[ BACKWARD ]"));
    path.replace(QLatin1String("/ "), QLatin1String(";"));
    while (path.startsWith(QLatin1Char('/')) || path.startsWith(QLatin1Char(';'))) {
        path.remove(0, 1);
    }
    return (isBackward ? "backward " : "forward ") + path.toStdString();
}
bool isWhole(const QString &op) { return op.contains(QLatin1String("TOTAL")); }

/// The sheets add up fractions of a nanosecond for each kernel.
bool isNear(double own, double theirs, double kernels) { return std::abs(own - theirs) < 0.001 * (kernels + 1); }

}  // namespace

class RealModulesComparedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sheets_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("sheet");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("lessTime");
        const auto text = QStringLiteral("text_l1.json");
        const auto database = QStringLiteral("db_l1.json");
        const auto calls = QStringLiteral("ModuleCompare");
        const auto sums = QStringLiteral("ModuleCompareStatistic");
        QTest::newRow("text, calls") << text << QStringLiteral("ascend/cnn_text") << calls << 122 << 0;
        QTest::newRow("text, sums") << text << QStringLiteral("ascend/cnn_text") << sums << 105 << 0;
        QTest::newRow("database, calls") << database << QStringLiteral("ascend/cnn_db") << calls << 122 << 51;
        QTest::newRow("database, sums") << database << QStringLiteral("ascend/cnn_db") << sums << 105 << 49;
    }
    /// All rows in their order. Of a database the peer keeps only one kernel of each call, so that its times of calls
    /// that launch several are too short: those of one kernel are equal.
    void sheets() {
        QFETCH(QString, file);
        QFETCH(QString, profile);
        QFETCH(QString, sheet);
        QFETCH(int, rows);
        QFETCH(int, lessTime);
        const auto golden = comparedRows(file, sheet);
        const auto sides = ranksCompared(profile);
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), static_cast<std::size_t>(rows));
        const bool isTogether = sheet.endsWith(QLatin1String("Statistic"));
        const auto &of = isTogether ? kTogether : kEachCall;
        const auto table = sides->table("module_compare", {{"by", isTogether ? "name" : "call"}});
        std::vector<std::size_t> own;  // the peer leaves out what no module called
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            if (!table.text(row, "path").empty()) {
                own.push_back(row);
            }
        }
        QCOMPARE(own.size(), golden.size());
        int less = 0;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const auto &line = golden[i];
            const auto row = own[i];
            const auto op = line[of.op].toString();
            QCOMPARE(table.text(row, "pass") + " " + table.text(row, "path"), placeOf(line[3].toString()));
            QCOMPARE(QString::fromStdString(table.text(row, "operator")), isWhole(op) ? QString() : op);
            QCOMPARE(table.text(row, "side"), std::string("both"));
            if (isTogether) {
                QCOMPARE(realCell(table, row, "calls_before"), line[of.callsBefore].toDouble());
                QCOMPARE(realCell(table, row, "calls_after"), line[of.callsAfter].toDouble());
            }
            const auto kernels = realCell(table, row, "kernels_before");
            bool isEqual = true;
            const auto compare = [&](const char *column, int theirs) {
                const auto time = line[theirs].toDouble() * of.unit;
                isEqual &= isNear(realCell(table, row, column), time, kernels);
                QVERIFY2(isEqual || (lessTime > 0 && kernels > 1 && realCell(table, row, column) > time),
                         qPrintable(line[3].toString() + QLatin1Char(' ') + op));
            };
            compare("device_self_before_us", of.selfBefore);
            compare("device_self_after_us", of.selfAfter);
            if (isWhole(op)) {
                compare("device_before_us", of.totalBefore);
                compare("device_after_us", of.totalAfter);
            }
            less += isEqual ? 0 : 1;
        }
        QCOMPARE(less, lessTime);
    }
    /// What modules and the rest launched is what all operators launched, whichever way they are put together.
    void partsMakeTheWhole() {
        for (const auto *profile : {"ascend/cnn_text", "ascend/cnn_db", "torch/hta_two_ranks"}) {
            const auto sides = ranksCompared(QString::fromLatin1(profile));
            if (sides == nullptr) {
                QSKIP("the real profiles are not here");
            }
            double operators = 0;
            const auto calls = sides->table("op_compare");
            for (std::size_t row = 0; row < calls.rows.size(); ++row) {
                operators += realCell(calls, row, "device_after_us");
            }
            for (const auto *by : {"call", "name"}) {
                const auto table = sides->table("module_compare", {{"by", by}});
                double whole = 0;
                double outermost = 0;
                double outside = 0;
                for (std::size_t row = 0; row < table.rows.size(); ++row) {
                    const auto path = table.text(row, "path");
                    const auto op = table.text(row, "operator");
                    const auto time = realCell(table, row, "device_after_us");
                    whole += path.empty() && op.empty() ? time : 0;
                    outside += path.empty() && !op.empty() ? time : 0;
                    // Passes of inner modules stand at the root.
                    const bool isAtRoot = table.text(row, "depth") == "0" || table.text(row, "pass") == "backward";
                    outermost += !path.empty() && op.empty() && isAtRoot ? time : 0;
                }
                QVERIFY2(std::abs(whole - outside - outermost) < 1e-6, profile);
                // An annotated optimizer launches kernels without operators around them, too.
                const bool hasMore = std::string_view(profile).starts_with("torch");
                QVERIFY2(hasMore ? whole > operators : std::abs(whole - operators) < 1e-6, profile);
            }
        }
    }
    /// Traces of two vendors: the same calls of the same modules throughout.
    void twoDevices() {
        const auto sides = runsCompared(QStringLiteral("torch/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz"),
                                        QStringLiteral("torch/mi300/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz"));
        if (sides == nullptr) {
            QSKIP("the real profiles are not here");
        }
        const auto table = sides->table("module_compare");
        QCOMPARE(table.rows.size(), std::size_t{1695});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            QCOMPARE(table.text(row, "side"), std::string("both"));
        }
        QVERIFY(std::abs(realCell(table, 0, "device_before_us") - 31905.483) < 0.02);
        QVERIFY(std::abs(realCell(table, 0, "device_after_us") - 29743.928) < 0.02);
    }
};

TEST_SUITE(RealModulesComparedTest)

}  // namespace tst_real_modules_compared

#include "tst_real_modules_compared.moc"
