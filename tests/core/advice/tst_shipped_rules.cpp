// Rules that come as files: each is one, its statement asks of names what SQL says of the same tables, and its
// sentences are there for every platform.
#include "core/advice/finding_texts.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/advice/platforms/shipped_rules.h"
#include "core/advice/rule.h"
#include "core/ask/ask_engine.h"
#include "core/base/words/resource_texts.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>

namespace tst_shipped_rules {

using namespace stagescope;

namespace {

constexpr std::string_view kRule =
    "-- rule: r\n-- of: calls\n-- says: %1 ms\n-- when: impact_ns >= 2 % of step\n-- platform: npu, cuda\n"
    "-- remedy npu, mindspore: A: b; c\n-- remedy: d\n-- command cuda: one\n-- command cuda: two\n"
    "SELECT name FROM slice WHERE ";

OwnRule readRule(const std::string &condition) {
    auto rule = shippedRuleFrom(std::string(kRule) + condition, "r.sql");
    return rule ? std::move(*rule) : OwnRule{};
}
std::vector<NameCondition::Answer> answersOf(const std::string &sql, const std::vector<std::string> &names) {
    auto condition = NameCondition::of(sql);
    return condition
               ? (*condition)->ofNames(names.size(), [&](std::size_t i) -> std::string_view { return names[i]; }, {})
               : std::vector<NameCondition::Answer>{};
}

}  // namespace

class ShippedRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFileIsARule() {
        std::set<std::string> inList;
        for (const auto &rule : ruleList()) {
            inList.insert(rule.id);
        }
        QVERIFY(shippedRules().size() >= 10);
        QCOMPARE(shippedRules().size(), resourceTexts("rules").size());
        for (const auto &rule : shippedRules()) {
            QVERIFY2(inList.contains(rule.file.id), rule.file.id.c_str());
            QVERIFY2(rule.file.when.isOfStep && rule.file.when.op == ">=" && rule.file.when.value > 0,
                     rule.file.id.c_str());
        }
    }
    /// What is asked of names alone is SQL of the tables that everybody can ask.
    void everyStatementIsOneOfTheTables() {
        for (const auto &rule : shippedRules()) {
            const auto reads = readsOf(rule.file.sql);
            QVERIFY2(reads.has_value(), reads ? "" : (rule.file.id + ": " + reads.error().detail).c_str());
        }
    }
    void everyPlatformHasItsSentences() {
        std::set<std::string_view> texts;
        for (const auto &text : allTexts()) {
            QVERIFY2(texts.insert(text.id).second, text.id);
        }
        for (const auto &rule : shippedRules()) {
            const auto id = "finding." + rule.file.id;
            for (const auto *part : {"", ".topic", ".formula", ".unless", ".source"}) {
                QVERIFY2(texts.contains(id + part), (id + part).c_str());
            }
            for (const auto platform : {Platform::TorchNpu, Platform::MindSpore, Platform::Torch, Platform::TorchRocm,
                                        Platform::Jax, Platform::Unknown}) {
                const auto remedy = inWordsOf(platform, Message(id + ".remedy"));
                QVERIFY2(texts.contains(remedy.id), remedy.id.c_str());
                QVERIFY2(!rule.file.isFor(platform) || !rule.file.remedyFor(platform).empty(), remedy.id.c_str());
            }
        }
    }
    void headsHavePlatforms() {
        const auto rule = readRule("name = 'x'");
        QCOMPARE(rule.when.value, 0.02);
        QVERIFY(rule.isFor(Platform::Msprof) && rule.isFor(Platform::Nsys));
        QVERIFY(!rule.isFor(Platform::Jax) && !rule.isFor(Platform::MindSpore));
        QCOMPARE(rule.remedyFor(Platform::MindSpore), std::string_view("A: b; c"));
        QCOMPARE(rule.remedyFor(Platform::Jax), std::string_view("d"));
        QCOMPARE(rule.commands.at("cuda"), std::string("one\ntwo"));
        const auto wrong = shippedRuleFrom("-- rule: r\n-- remedy abacus: x\n", "r.sql");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().where, std::string("r.sql:2:11"));
    }
    /// The same rows as of a table of these names.
    void namesAreAskedOnce() {
        using Answer = NameCondition::Answer;
        const std::vector<std::string> names{"aclrtSynchronizeStream", "Wait_Stream", "", "wait_stream", "cat"};
        const auto some =
            answersOf("SELECT name FROM slice WHERE name LIKE '%synchronizestream%' OR name = 'Wait_Stream'", names);
        QCOMPARE(some, (std::vector{Answer::Yes, Answer::Yes, Answer::No, Answer::No, Answer::No}));
        const auto spared = answersOf(
            "SELECT name, name = 'cat' AS spares FROM slice WHERE spares OR lower(name) = 'wait_stream'", names);
        QCOMPARE(spared, (std::vector{Answer::No, Answer::Yes, Answer::No, Answer::Yes, Answer::Spares}));
        const auto activity = answersOf("SELECT name FROM slice WHERE host_activity(name) = 'collecting_garbage'",
                                        {"Python GC", "cat", "gc.collect"});
        QCOMPARE(activity.at(1), Answer::No);
        QVERIFY(activity.at(0) == Answer::Yes || activity.at(2) == Answer::Yes);
    }
    void kindsOfKernelsAreTold() {
        auto condition = NameCondition::of("SELECT type FROM kernel WHERE core = 'AI_CPU' AND type <> 'Cast'");
        QVERIFY(condition.has_value());
        QVERIFY((*condition)->isMet("Index", "AI_CPU"));
        QVERIFY(!(*condition)->isMet("Cast", "AI_CPU"));
        QVERIFY(!(*condition)->isMet("Index", "AI_CORE"));
    }
    /// Nothing but names can be asked for.
    void otherTablesAreRefused() {
        for (const auto *sql : {"SELECT dur_ns FROM slice", "SELECT rank FROM findings", "DELETE FROM slice",
                                "ATTACH ':memory:' AS x", "SELECT load_extension(name) FROM slice"}) {
            auto condition = NameCondition::of(sql);
            const bool isHarmless =
                !condition || (*condition)->ofNames(1, [](std::size_t) { return std::string_view("x"); }, {}).front() ==
                                  NameCondition::Answer::No;
            QVERIFY2(isHarmless, sql);
        }
    }
};

TEST_SUITE(ShippedRulesTest)

}  // namespace tst_shipped_rules

#include "tst_shipped_rules.moc"
