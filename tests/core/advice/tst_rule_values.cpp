#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/rule_values.h"
#include "tests/core/advice/comm_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_rule_values {

using namespace stagescope;

namespace {

/// Two ranks, one step of 100 ms: 1 -> 0 takes three times as long as the other links.
Run unevenRun() {
    std::vector<planted::CommRank> ranks;
    for (int rank = 0; rank < 4; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().step("1", 100);
        for (int to = 0; to < 4; ++to) {
            ranks.back().link("1", "g", rank, to, 100,
                              to == rank             ? 0.1
                              : rank == 1 && to == 0 ? 30
                                                     : 10,
                              to == rank ? "LOCAL" : "HCCS");
        }
    }
    return planted::commRun(std::move(ranks), {{"g", "dp", {0, 1, 2, 3}}});
}

bool tells(const Advice &advice, std::string_view rule) {
    return std::any_of(advice.findings.begin(), advice.findings.end(),
                       [&](const Finding &finding) { return finding.rule == rule; });
}

}  // namespace

class RuleValuesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aThresholdDecides() {
        const auto run = unevenRun();
        const auto usual = adviceFor(run);
        QVERIFY(tells(usual, "link_imbalance"));
        QVERIFY(usual.changed.empty());
        const auto lenient = adviceFor(run, {{"link_imbalance.ratio", 5}});
        QVERIFY(!tells(lenient, "link_imbalance"));
        QCOMPARE(lenient.changed.size(), std::size_t{1});
        QCOMPARE(lenient.changed[0].args, (std::vector<std::string>{"link_imbalance.ratio", "5", "1.5"}));
        QVERIFY(findingText(lenient.changed[0]).find("link_imbalance.ratio") != std::string::npos);
    }

    void theTableNotesWhatWasChanged() {
        Workspace space;
        space.runs.push_back(unevenRun());
        const auto table = planted::table(
            "findings",
            {.workspace = &space, .parameters = {{"link_imbalance.ratio", "5"}, {"link_imbalance.share", "0.01"}}});
        QCOMPARE(table.notes.size(), std::size_t{2});  // no finding, and one value other than its default
    }

    void whatIsNoThresholdIsRefused() {
        QCOMPARE(ruleValuesFrom({{"slow_link.ratio", "2.5"}}).value(), (RuleValues{{"slow_link.ratio", 2.5}}));
        for (const auto *text : {"", "x", "2,5", "2 ", "nan", "inf"}) {
            const auto values = ruleValuesFrom({{"slow_link.ratio", text}});
            QVERIFY(!values && values.error().kind == ErrorKind::BadArgument);
        }
        QVERIFY(!ruleValuesFrom({{"no.such", "1"}}));
        QVERIFY(ruleParameter("no.such") == nullptr);
        QVERIFY(changedThresholds({{"no.such", 1}}).empty());
    }
};

TEST_SUITE(RuleValuesTest)

}  // namespace tst_rule_values

#include "tst_rule_values.moc"
