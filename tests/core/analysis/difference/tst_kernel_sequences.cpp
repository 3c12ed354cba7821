// Faults that are planted in the order of kernels are told, each in one row, and nothing else is.
#include "core/analysis/difference/kernel_sequences.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <memory>
#include <set>

namespace tst_kernel_sequences {

using namespace stagescope;

namespace {

constexpr std::int64_t kStepLength = 1'000'000;

struct Ran {
    std::string type;
    std::string shapes = "8,8";
    std::int64_t duration = 100;
    std::int64_t stream = 2;
    std::string core = "AI_VECTOR_CORE";
};
/// A kernel each 1000 ns, in steps from 1 on.
RankCapture rankWith(int number, const std::vector<std::vector<Ran>> &steps) {
    TableBuilder kernels(TableKind::Kernels);
    TableBuilder bounds(TableKind::Steps);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        auto begin = static_cast<std::int64_t>(step) * kStepLength;
        const std::int64_t name = static_cast<std::int64_t>(step) + 1;
        bounds.set("step", name).set("begin_ns", begin).set("end_ns", begin + kStepLength).endRow();
        for (const auto &kernel : steps[step]) {
            begin += 1000;
            kernels.set("name", std::string_view(kernel.type))
                .set("type", std::string_view(kernel.type))
                .set("core", std::string_view(kernel.core))
                .set("input_shapes", std::string_view(kernel.shapes))
                .set("begin_ns", begin)
                .set("duration_ns", kernel.duration)
                .set("stream", kernel.stream)
                .endRow();
        }
    }
    return planted::capture(number, {planted::shared(kernels), planted::shared(bounds)});
}
std::vector<Ran> step(std::initializer_list<const char *> types) {
    std::vector<Ran> kernels;
    for (const auto *type : types) {
        kernels.push_back({type});
    }
    return kernels;
}
RankCapture rankOfTypes(int number, std::initializer_list<const char *> types) {
    return rankWith(number, {step(types)});
}

/// Changes with the texts that they name.
struct FoundChanges : std::vector<SequenceChange> {
    decltype(KernelSequences::texts) texts;
};
FoundChanges changesOf(const Workspace &workspace, KernelGrouping grouping = KernelGrouping::Shape) {
    auto found = kernelSequences({.workspace = &workspace}, grouping);
    return found ? FoundChanges{std::move(found->changes), std::move(found->texts)} : FoundChanges{};
}
/// Two ranks run what is usual, the third something else.
FoundChanges changesOf(std::initializer_list<const char *> usual, std::initializer_list<const char *> own) {
    return changesOf(planted::workspace({rankOfTypes(0, usual), rankOfTypes(1, usual), rankOfTypes(2, own)}));
}

}  // namespace

class KernelSequencesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalRanksHaveNoRows() {
        const auto workspace = planted::workspace({rankOfTypes(0, {"A", "B"}), rankOfTypes(1, {"A", "B"})});
        const auto found = kernelSequences({.workspace = &workspace}, KernelGrouping::Shape);
        QVERIFY(found && found->changes.empty());
        QCOMPARE(found->compared, std::size_t{2});
        QCOMPARE(found->distinct, std::size_t{1});
        QCOMPARE(found->deviating, std::size_t{0});
    }
    /// Three layers of A B C, an extra Cast after each B.
    void repetitionsAreOneRow() {
        const auto changes = changesOf({"A", "B", "C", "A", "B", "C", "A", "B", "C"},
                                       {"A", "B", "Cast", "C", "A", "B", "Cast", "C", "A", "B", "Cast", "C"});
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].kind, SequenceChangeKind::Extra);
        QCOMPARE(std::string(changes[0].what.type), std::string("Cast"));
        QCOMPARE(std::string(changes[0].after.type), std::string("B"));
        QCOMPARE(changes[0].count, std::size_t{3});
        QCOMPARE(changes[0].ranks, std::vector<int>{2});
        QCOMPARE(changes[0].steps, std::vector<std::int64_t>{1});
        QVERIFY(changes[0].change == Nanos{300});
    }
    void whatIsMissing() {
        const auto changes = changesOf({"A", "B", "C"}, {"B", "C"});
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].kind, SequenceChangeKind::Missing);
        QCOMPARE(std::string(changes[0].what.type), std::string("A"));
        QVERIFY(changes[0].after.type.empty());
        QVERIFY(changes[0].change == Nanos{-100});
    }
    void neighboursThatChangePlaces() {
        const auto changes =
            changesOf({"A", "B", "C", "D", "A", "B", "C", "D"}, {"A", "C", "B", "D", "A", "C", "B", "D"});
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].kind, SequenceChangeKind::Swapped);
        QCOMPARE(std::string(changes[0].what.type), std::string("B"));
        QCOMPARE(std::string(changes[0].other.type), std::string("C"));
        QCOMPARE(std::string(changes[0].after.type), std::string("A"));
        QCOMPARE(changes[0].count, std::size_t{2});
        QVERIFY(!changes[0].change);
    }
    void whatMoves() {
        const auto changes = changesOf({"A", "B", "C", "D", "E"}, {"A", "C", "D", "B", "E"});
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].kind, SequenceChangeKind::Moved);
        QCOMPARE(std::string(changes[0].what.type), std::string("B"));
        QCOMPARE(std::string(changes[0].after.type), std::string("D"));
        QCOMPARE(std::string(changes[0].other.type), std::string("A"));
    }
    /// The second microbatch's forward before the first one's backward: 70 kernels elsewhere, none more or less.
    void whatMovesFar() {
        std::vector<Ran> usual;
        std::vector<Ran> own;
        for (int cell = 0; cell < 4; ++cell) {
            usual.insert(usual.end(), 70, {cell % 2 == 0 ? "F" : "B"});
            own.insert(own.end(), 70, {cell < 2 ? "F" : "B"});
        }
        usual.push_back({"Loss"});
        const auto workspace = planted::workspace({rankWith(0, {usual}), rankWith(1, {usual}), rankWith(2, {own})});
        const auto changes = changesOf(workspace);
        std::size_t moved = 0;
        for (const auto &change : changes) {
            moved += change.kind == SequenceChangeKind::Moved ? change.count : 0;
        }
        QCOMPARE(moved, std::size_t{70});
        QCOMPARE(changes[0].kind, SequenceChangeKind::Missing);
        QCOMPARE(std::string(changes[0].what.type), std::string("Loss"));
        QVERIFY(std::all_of(changes.begin() + 1, changes.end(), [](const SequenceChange &change) {
            return change.kind == SequenceChangeKind::Moved && !change.change;
        }));
    }
    /// Among more that is missing the one of its type is replaced.
    void whatIsReplacedAmongOthers() {
        const std::vector<Ran> usual{{"A"}, {"X"}, {"M", "8,8"}, {"B"}};
        const std::vector<Ran> own{{"A"}, {"M", "9,9"}, {"B"}};
        const auto workspace = planted::workspace({rankWith(0, {usual}), rankWith(1, {usual}), rankWith(2, {own})});
        const auto changes = changesOf(workspace);
        QCOMPARE(changes.size(), std::size_t{2});
        QCOMPARE(changes[0].kind, SequenceChangeKind::Missing);
        QCOMPARE(std::string(changes[0].what.type), std::string("X"));
        QCOMPARE(changes[1].kind, SequenceChangeKind::Replaced);
    }
    /// Another shape and another core; by type only the core is another one.
    void whatIsReplaced() {
        const std::vector<Ran> usual{{"A"}, {"M", "8,8"}, {"B"}, {"N"}};
        const std::vector<Ran> own{{"A"}, {"M", "9,9", 250}, {"B"}, {"N", "8,8", 100, 2, "AI_CPU"}};
        const auto workspace = planted::workspace({rankWith(0, {usual}), rankWith(1, {usual}), rankWith(2, {own})});
        const auto changes = changesOf(workspace);
        QCOMPARE(changes.size(), std::size_t{2});
        QCOMPARE(changes[0].kind, SequenceChangeKind::Replaced);
        QCOMPARE(std::string(changes[0].what.shapes), std::string("9,9"));
        QCOMPARE(std::string(changes[0].other.shapes), std::string("8,8"));
        QVERIFY(changes[0].change == Nanos{150});
        QCOMPARE(std::string(changes[1].what.core), std::string("AI_CPU"));
        QCOMPARE(changesOf(workspace, KernelGrouping::Type).size(), std::size_t{1});
    }
    /// Streams run side by side by chance; numbers differ between ranks.
    void streamsAreComparedEachByItself() {
        const std::vector<Ran> one{{"A"}, {"X", "1", 10, 5}, {"B"}, {"C"}};
        const std::vector<Ran> other{{"A"}, {"B"}, {"X", "1", 10, 5}, {"C"}};
        const auto same = planted::workspace({rankWith(0, {one}), rankWith(1, {other})});
        QVERIFY(changesOf(same).empty());
        const std::vector<Ran> renamed{
            {"X", "1", 10, 7}, {"A", "8,8", 100, 9}, {"B", "8,8", 100, 9}, {"C", "8,8", 100, 9}};
        const auto numbers = planted::workspace({rankWith(0, {one}), rankWith(1, {renamed})});
        QVERIFY(changesOf(numbers).empty());
    }
    /// The reference is what most steps have; a step that deviates on two ranks is one row of both.
    void equalDeviationsAreOneRow() {
        const auto usual = step({"A", "B"});
        const auto own = step({"A", "B", "Log"});
        const auto workspace = planted::workspace(
            {rankWith(0, {usual, usual, own}), rankWith(1, {usual, usual, own}), rankWith(2, {usual, own, usual})});
        const auto changes = changesOf(workspace);
        QCOMPARE(changes.size(), std::size_t{2});
        const std::set<std::pair<std::vector<int>, std::vector<std::int64_t>>> told{
            {changes[0].ranks, changes[0].steps}, {changes[1].ranks, changes[1].steps}};
        const std::set<std::pair<std::vector<int>, std::vector<std::int64_t>>> expected{{{0, 1}, {3}}, {{2}, {2}}};
        QVERIFY(told == expected);
    }
    /// With two sides it is the other rank, or the other step, that is usual.
    void twoSides() {
        const auto workspace = planted::workspace(
            {rankWith(0, {step({"A", "B"}), step({"A"})}), rankWith(1, {step({"A", "B", "C"}), step({"A"})})});
        AnalysisInput input{.workspace = &workspace, .ranks = {1}, .step = 1};
        input.comparedWith = ComparedWith{{0}, 1};
        const auto ranks = kernelSequences(input, KernelGrouping::Shape);
        QVERIFY(ranks && ranks->changes.size() == 1);
        QCOMPARE(std::string(ranks->changes[0].what.type), std::string("C"));
        input.comparedWith = ComparedWith{{1}, 2};
        const auto steps = kernelSequences(input, KernelGrouping::Shape);
        QVERIFY(steps && steps->changes.size() == 2);
        QCOMPARE(steps->changes[0].kind, SequenceChangeKind::Extra);
    }
    void communicationAndFillsAreLeftOut() {
        const std::vector<Ran> usual{{"A"}, {"B"}};
        const std::vector<Ran> own{{"A"},
                                   {"hcom_send", "", 10, 2, "COMMUNICATION"},
                                   {"MEMSET", "", 10, 2, "MEMSET"},
                                   {"copy", "", 10, 2, "MEMCPY"},
                                   {"B"}};
        const auto workspace = planted::workspace({rankWith(0, {usual}), rankWith(1, {own})});
        QVERIFY(changesOf(workspace).empty());
    }
    void strangeInput() {
        QVERIFY(changesOf(Workspace()).empty());
        QVERIFY(changesOf(planted::workspace({})).empty());
        const auto odd = planted::workspace(
            {rankWith(0, {{{"", "", -5, -1}}, {}}), rankWith(1, {{}, {{"A", "", 0, 3}}}), rankWith(2, {})});
        const auto table = planted::table("kernel_sequence_diff", {.workspace = &odd});
        QVERIFY(!table.rows.empty());
        const auto none = planted::workspace({rankWith(0, {})});
        QCOMPARE(planted::table("kernel_sequence_diff", {.workspace = &none}).notes.size(), std::size_t{1});
        AnalysisInput wrong{.workspace = &none, .parameters = {{"by", "colour"}}};
        QCOMPARE(analysisById("kernel_sequence_diff")->run(wrong, {}).error().kind, ErrorKind::BadArgument);
    }
    void cancelled() {
        const auto workspace = planted::workspace({rankOfTypes(0, {"A"}), rankOfTypes(1, {"B"})});
        std::stop_source source;
        source.request_stop();
        const auto found = kernelSequences({.workspace = &workspace}, KernelGrouping::Shape, source.get_token());
        QVERIFY(!found && found.error().kind == ErrorKind::Cancelled);
    }

    /// 64 ranks, 8 stages: the three faults that are planted, and nothing else.
    void faultsOfTheDemo() {
        using Options = std::vector<std::pair<std::string, std::string>>;
        const Options clean{{"pp", "8"}, {"dp", "8"}, {"microbatches", "2"}, {"steps", "2"}};
        const auto none = demoWith(clean);
        QCOMPARE(none->runs.size(), std::size_t{1});
        const auto table = planted::table("kernel_sequence_diff", {.workspace = none.get()});
        QVERIFY(table.rows.empty());
        QVERIFY(table.notes.at(0).starts_with("0 of 128 steps"));
        auto options = clean;
        options.insert(
            options.end(),
            {{"fault", "extra-kernel=9:3"}, {"fault", "swapped-kernels=20:1"}, {"fault", "missing-kernel=33:6"}});
        const auto faulty = demoWith(options);
        const auto rows = planted::table("kernel_sequence_diff", {.workspace = faulty.get()});
        QCOMPARE(rows.rows.size(), std::size_t{3});
        std::map<std::string, std::string> told;
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            told[rows.text(row, "change")] =
                rows.text(row, "ranks") + " in " + rows.text(row, "steps") + ": " + rows.text(row, "count");
            QVERIFY(rows.text(row, "evidence").starts_with("slice:"));
        }
        // Two layers and two microbatches.
        QCOMPARE(told["extra"], std::string("9 in 5, 6: 4"));
        QCOMPARE(told["swapped"], std::string("20 in 5, 6: 4"));
        QCOMPARE(told["missing"], std::string("33 in 6: 1"));
    }
};

TEST_SUITE(KernelSequencesTest)

}  // namespace tst_kernel_sequences

#include "tst_kernel_sequences.moc"
