// Rules that users write: what their files may hold, what is wrong with them, and what they find.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/ask/own_rule.h"
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>

namespace tst_own_rules {

using namespace stagescope;

namespace {

const std::string kHead = "-- rule: r\n-- says: {n} kernels\n-- when: n > 0\n";

}  // namespace

class OwnRulesTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    Run m_run;

    /// What the rule of a text finds in the demo.
    Advice judged(const std::string &text) {
        auto rule = ownRuleFrom(text, "mine.sql");
        OwnRules rules;
        if (rule) {
            rules.rules.push_back(std::move(*rule));
        } else {
            rules.errors.push_back(rule.error());
        }
        setOwnRules(std::move(rules));
        auto advice = adviceFor(m_run);
        setOwnRules({});
        return advice;
    }
    static std::vector<Finding> own(const Advice &advice) {
        std::vector<Finding> found;
        std::copy_if(advice.findings.begin(), advice.findings.end(), std::back_inserter(found),
                     [](const Finding &finding) { return finding.rule.starts_with("own."); });
        return found;
    }
    static std::string unanswered(const Advice &advice) {
        for (const auto &outcome : advice.rules) {
            if (outcome.rule.starts_with("own.") && outcome.unanswered) {
                return findingText(*outcome.unanswered);
            }
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(m_folder.filePath(QStringLiteral("demo")).toStdString(), options));
        m_run = loadedRun(m_folder.filePath(QStringLiteral("demo")).toStdString());
    }

    void headsAreRead() {
        const auto rule = ownRuleFrom(
            "-- Small kernels cost their launches.\n-- rule: small\n-- says: {n} below {limit_us}\n"
            "-- when: impact_ns > 2 % of step\n-- severity: high\n-- remedy: Fuse: them.\n-- param: limit_us = 12.5\n"
            "-- each: row\n-- platform: torch\n\nSELECT 1 AS n\n-- end\n",
            "f.sql");
        QVERIFY2(rule, rule ? "" : errorLine(rule.error()).c_str());
        QCOMPARE(rule->id, std::string("small"));
        QCOMPARE(rule->says, std::string("{n} below {limit_us}"));
        QCOMPARE(rule->when.column, std::string("impact_ns"));
        QVERIFY(rule->when.isOfStep && std::abs(rule->when.value - 0.02) < 1e-12);
        QVERIFY(rule->severity == "high" && rule->isEachRow);
        QCOMPARE(rule->remedies.at(""), std::string("Fuse: them."));
        QCOMPARE(rule->parameters.at("limit_us"), 12.5);
        QCOMPARE(rule->platforms, std::vector<std::string>{"torch"});
        QVERIFY(rule->sql.starts_with("SELECT 1 AS n"));
    }
    void unitsFollowTheColumn_data() {
        QTest::addColumn<QByteArray>("when");
        QTest::addColumn<double>("value");
        QTest::newRow("ms") << QByteArray("a_ns > 5 ms") << 5e6;
        QTest::newRow("us of us") << QByteArray("a_us >= 5us") << 5.0;
        QTest::newRow("ms of us") << QByteArray("a_us < 5 ms") << 5000.0;
        QTest::newRow("GiB") << QByteArray("a_bytes > 2 GiB") << 2147483648.0;
        QTest::newRow("percent") << QByteArray("a_percent > 2.5 %") << 2.5;
        QTest::newRow("plain") << QByteArray("n != -3") << -3.0;
    }
    void unitsFollowTheColumn() {
        QFETCH(QByteArray, when);
        QFETCH(double, value);
        const auto rule = ownRuleFrom("-- rule: r\n-- says: s\n-- when: " + when.toStdString() + "\nSELECT 1", "f.sql");
        QVERIFY2(rule, rule ? "" : errorLine(rule.error()).c_str());
        QCOMPARE(rule->when.value, value);
    }
    /// With file, line and column.
    void mistakesHaveAPlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("place");
        QTest::newRow("no head") << QByteArray("SELECT 1") << QByteArray("f.sql:1:1");
        QTest::newRow("no statement") << QByteArray(kHead.c_str()) << QByteArray("no SELECT");
        QTest::newRow("name") << QByteArray("-- rule: a b\nSELECT 1") << QByteArray("f.sql:1:10");
        QTest::newRow("operator") << QByteArray("-- when: n => 3\nSELECT 1") << QByteArray("f.sql:1:12");
        QTest::newRow("number") << QByteArray("\n-- when: n > much\nSELECT 1") << QByteArray("f.sql:2:12");
        QTest::newRow("unit") << QByteArray("-- when: n > 3 ms\nSELECT 1") << QByteArray("does not fit column n");
        QTest::newRow("share") << QByteArray("-- when: n > 3 % of step\nSELECT 1") << QByteArray("_ns, _us or _ms");
        QTest::newRow("severity") << QByteArray("-- severity: urgent\nSELECT 1") << QByteArray("high, medium or low");
        QTest::newRow("twice") << QByteArray("-- rule: a\n-- rule: b\nSELECT 1") << QByteArray("comes twice");
        QTest::newRow("parameter") << QByteArray("-- param: a = b\nSELECT 1") << QByteArray("NAME = NUMBER");
        QTest::newRow("column of a table") << QByteArray(
                                                  "-- rule: a\n-- says: b\n-- when: n > 3\n\n  SELECT count(*) AS n,\n"
                                                  "    nmae FROM kernel")
                                           << QByteArray("f.sql:6:5: no such column: nmae");
        QTest::newRow("table") << QByteArray("-- rule: a\n-- says: b\n-- when: n > 3\nSELECT 1 AS n FROM kernles")
                               << QByteArray("did you mean kernels");
        QTest::newRow("writing") << QByteArray("-- rule: a\n-- says: b\n-- when: n > 3\nDELETE FROM kernel")
                                 << QByteArray("f.sql:4:1: only SELECT");
        QTest::newRow("platform") << QByteArray("-- remedy rocn: a\nSELECT 1") << QByteArray("no platform 'rocn'");
        QTest::newRow("platforms") << QByteArray("-- remedy cuda, for us: a\nSELECT 1")
                                   << QByteArray("no platform 'for us'");
        QTest::newRow("empty") << QByteArray("-- says:\nSELECT 1") << QByteArray("says is empty");
    }
    void mistakesHaveAPlace() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, place);
        const auto rule = ownRuleFrom(text.toStdString(), "f.sql");
        QVERIFY(!rule);
        QVERIFY2(errorLine(rule.error()).find(place.toStdString()) != std::string::npos,
                 errorLine(rule.error()).c_str());
    }

    void aPhraseBehindRemedyIsAComment() {
        const auto rule = ownRuleFrom(kHead + "-- remedy for torch users: none.\nSELECT 1 AS n", "f.sql");
        QVERIFY2(rule, rule ? "" : errorLine(rule.error()).c_str());
        QVERIFY(rule->remedies.empty());
    }

    void whatHoldsIsAFinding() {
        const auto advice = judged(
            "-- rule: most\n-- says: {n} kernels on rank {rank} over {limit_us} us take {impact_ns}\n"
            "-- when: impact_ns > 0.1 % of step\n-- remedy: Look at {n} kernels.\n"
            "-- param: limit_us = 1\nSELECT rank, count(*) AS n, sum(dur_ns) AS impact_ns, "
            "max(evidence) AS evidence FROM kernel WHERE dur_ns > :limit_us * 1000 GROUP BY rank "
            "ORDER BY 3 DESC");
        const auto found = own(advice);
        QVERIFY2(found.size() == 1, unanswered(advice).c_str());
        QCOMPARE(found[0].rule, std::string("own.most"));
        QVERIFY(found[0].impact > Nanos{0} && found[0].share && *found[0].share > 0);
        QCOMPARE(found[0].evidence.ranks.size(), std::size_t{1});
        QCOMPARE(found[0].evidence.items.size(), std::size_t{1});
        const auto text = findingText(found[0].title);
        QVERIFY2(text.find("kernels on rank") != std::string::npos &&
                     text.find("over 1 us take") != std::string::npos && text.find('{') == std::string::npos,
                 text.c_str());
        QVERIFY(findingText(found[0].remedy).starts_with("Look at "));
        QVERIFY(findingText(topicOf(found[0].rule)).find("most") != std::string::npos);
    }
    void otherwiseItPassed() {
        const auto advice = judged("-- rule: r\n-- says: s\n-- when: n > 1000000\nSELECT count(*) AS n FROM kernel");
        QVERIFY(own(advice).empty() && unanswered(advice).empty());
        QVERIFY(std::ranges::any_of(advice.rules, [](const auto &outcome) { return outcome.rule == "own.r"; }));
    }
    void eachRowIsAFinding() {
        QCOMPARE(
            own(judged("-- rule: r\n-- says: rank {rank}\n-- when: n > 0\n-- each: row\nSELECT rank, count(*) AS n "
                       "FROM kernel GROUP BY rank"))
                .size(),
            std::size_t{2});
    }
    void whatCannotLookSaysWhy_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("column") << QByteArray("SELECT nmae AS n FROM kernel") << QByteArray("no such column: nmae");
        QTest::newRow("condition") << QByteArray("SELECT 1 AS m") << QByteArray("no column n");
        QTest::newRow("not recorded") << QByteArray("SELECT NULL AS n") << QByteArray("no data");
        QTest::newRow("parameter") << QByteArray("SELECT :limit AS n") << QByteArray("has no value");
        QTest::newRow("writing") << QByteArray("DELETE FROM kernels") << QByteArray("only SELECT");
    }
    void whatCannotLookSaysWhy() {
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, why);
        const auto advice = judged(kHead + sql.toStdString());
        QVERIFY(own(advice).empty());
        QVERIFY2(unanswered(advice).find(why.toStdString()) != std::string::npos, unanswered(advice).c_str());
    }
    /// A statement over the findings sees those of the built-in rules, and no rule judges itself.
    void findingsCanBeRead() {
        const auto advice = judged(
            "-- rule: r\n-- says: {n}\n-- when: n >= 0\nSELECT count(*) AS n FROM finding WHERE rule "
            "LIKE 'own.%'");
        QCOMPARE(own(advice).size(), std::size_t{1});
        QCOMPARE(findingText(own(advice)[0].title), std::string("0"));
    }
    void foldersAreRead() {
        QTemporaryDir folder;
        const auto write = [&](const QString &name, const std::string &text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) >= 0;
        };
        QVERIFY(write(QStringLiteral("a.sql"), kHead + "SELECT 1 AS n"));
        QVERIFY(write(QStringLiteral("b.sql"), kHead + "SELECT 2 AS n"));
        QVERIFY(write(QStringLiteral("c.sql"), "SELECT 3"));
        QVERIFY(write(QStringLiteral("d.txt"), "nothing"));
        QVERIFY(write(QStringLiteral("e.sql"), std::string(100'000, '-')));
        const auto rules =
            readOwnRules({folder.path().toStdString(), folder.filePath(QStringLiteral("none")).toStdString()});
        QCOMPARE(rules.rules.size(), std::size_t{1});
        QCOMPARE(rules.errors.size(), std::size_t{3});
    }
};

TEST_SUITE(OwnRulesTest)

}  // namespace tst_own_rules

#include "tst_own_rules.moc"
