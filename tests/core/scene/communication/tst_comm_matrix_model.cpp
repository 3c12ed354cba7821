#include "core/scene/communication/comm_matrix_model.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_comm_matrix_model {

using namespace stagescope;

namespace {

CommLink link(int from, int to, double mb, double ms, std::string_view transport = "HCCS") {
    CommLink row;
    row.step = "1";
    row.name = kAllOperators;
    row.group = "g";
    row.source = from;
    row.destination = to;
    row.transport = transport;
    row.sizeMb = mb;
    row.timeMs = ms;
    return row;
}

std::shared_ptr<const CommMatrix> matrixOf(std::vector<CommLink> links) {
    return std::make_shared<const CommMatrix>(CommMatrix{std::move(links), 0, {}});
}

/// Four ranks of two hosts; 1 -> 3 is slow.
CommMatrixSource source() {
    CommMatrixSource source;
    source.matrix =
        matrixOf({link(0, 1, 20, 1), link(1, 3, 20, 10, "RDMA"), link(0, 3, 20, 2, "RDMA"), link(2, 2, 5, 1, "LOCAL")});
    source.scopes = {{{"g", "dp(0,1,2,3)", {0, 1, 2, 3}}}, {"1"}};
    source.hosts = {{0, "a"}, {1, "a"}, {2, "b"}, {3, "b"}};
    source.operators[{"g", "1"}] = {"allreduce-total"};
    source.groups = {{"g", "0,1,2,3#0"}};
    return source;
}

/// The same job with other names for group and step: 1 -> 3 is faster, 0 -> 3 went by another transport, 3 -> 0 is new,
/// 0 -> 1 is not there.
CommMatrixSource baseline() {
    CommMatrixSource source;
    source.run = RunId{1};
    std::vector<CommLink> links{link(1, 3, 20, 5, "RDMA"), link(0, 3, 20, 2, "PCIE"), link(3, 0, 4, 1)};
    for (auto &each : links) {
        each.step = "7";
        each.group = "other";
    }
    source.matrix = matrixOf(std::move(links));
    source.scopes = {{{"other", "dp(0,1,2,3)", {0, 1, 2, 3}}}, {"7"}};
    source.groups = {{"other", "0,1,2,3#0"}};
    return source;
}

CommMatrixQuestion question(LinkMetric metric, MatrixPlaces places = MatrixPlaces::Ranks) {
    CommMatrixQuestion question;
    question.metric = metric;
    question.places = places;
    return question;
}

}  // namespace

class CommMatrixModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void placesHoldTheMetric() {
        const auto model = commMatrixModel(source(), question(LinkMetric::Bandwidth));
        QCOMPARE(model.axes.names, (std::vector<std::string>{"0", "1", "2", "3"}));
        QCOMPARE(model.axes.borders, (std::vector<std::size_t>{2}));  // the second host
        QVERIFY(!model.heat.isHighBad());
        QCOMPARE(model.heat.at(1, 3), std::optional(2.0F));
        QCOMPARE(model.heat.at(2, 2), std::optional<float>());  // within a rank: on demand only
        QCOMPARE(model.cellAt({1, 3}).own->timeMs, 10.0);
        QVERIFY(model.cellAt({3, 1}).isEmpty());
        QCOMPARE(model.least, 2.0);
        QCOMPARE(model.most, 20.0);
        auto withSelf = question(LinkMetric::Size);
        withSelf.hasSelf = true;
        QCOMPARE(commMatrixModel(source(), withSelf).heat.at(2, 2), std::optional(5.0F));
    }

    /// 800 bytes take as long as their latency: their rate is no bandwidth and spoils no scale.
    void linksThatMovedNextToNothingStandBesideTheScale() {
        auto all = source();
        auto links = all.matrix->links;
        links.push_back(link(3, 0, 0.0008, 0.05));
        all.matrix = matrixOf(std::move(links));
        for (const auto metric : {LinkMetric::Bandwidth, LinkMetric::Time}) {
            const auto model = commMatrixModel(all, question(metric));
            const bool isRate = metric == LinkMetric::Bandwidth;
            QCOMPARE(model.values.hidesLittle, isRate);
            QCOMPARE(model.heat.at(3, 0), std::optional(isRate ? kTooLittle : 0.05F));
            QCOMPARE(model.heat.least(), isRate ? 2.0F : 0.05F);
            QCOMPARE(model.heat.most(), isRate ? 20.0F : 10.0F);
            QCOMPARE(model.cellAt({3, 0}).own->sizeMb, 0.0008);
        }
        // Among hosts what is in the scale shows.
        QCOMPARE(commMatrixModel(all, question(LinkMetric::Bandwidth, MatrixPlaces::Hosts)).heat.at(1, 0),
                 std::optional(kTooLittle));
        // Where all are as small they are compared with one another.
        all.matrix = matrixOf({link(0, 1, 0.001, 0.05), link(1, 0, 0.001, 0.1)});
        QCOMPARE(commMatrixModel(all, question(LinkMetric::Bandwidth)).heat.at(1, 0), std::optional(0.01F));
    }

    void aRangeHidesWhatLiesOutside() {
        auto asked = question(LinkMetric::Bandwidth);
        asked.from = 5;
        asked.to = 15;
        const auto model = commMatrixModel(source(), asked);
        QCOMPARE(model.heat.count(), std::size_t{1});
        QCOMPARE(model.heat.at(0, 3), std::optional(10.0F));
        QVERIFY(model.cellAt({1, 3}).isEmpty());
        QCOMPARE(model.least, 2.0);  // of all, for the ends of the range
    }

    void hostsShowTheirWorstLink() {
        const auto model = commMatrixModel(source(), question(LinkMetric::Bandwidth, MatrixPlaces::Hosts));
        QCOMPARE(model.axes.names, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(model.heat.at(0, 1), std::optional(2.0F));
        const auto *worst = model.cellAt({0, 1}).own;
        QVERIFY(worst != nullptr);
        QCOMPARE(worst->source, 1);
        QCOMPARE(worst->destination, 3);
        QCOMPARE(model.placeOf(0, 3), std::optional(HeatMatrix::Place{0, 1}));
    }

    void transportsAreKinds() {
        const auto model = commMatrixModel(source(), question(LinkMetric::Transport));
        QCOMPARE(model.values.kinds, (std::vector<std::string>{"HCCS", "LOCAL", "RDMA"}));
        QCOMPARE(model.heat.at(1, 3), std::optional(2.0F));
    }

    void aLinkIsNamedByItsQuestion() {
        auto asked = question(LinkMetric::Time);
        asked.query = {"g", "1", std::string(kAllOperators)};
        const auto model = commMatrixModel(source(), asked);
        const auto ref = model.refOf(*model.cell(0, 3).own);
        QCOMPARE(ref, (LinkRef{RunId{}, "g", "1", std::string(kAllOperators), 0, 3}));
        QCOMPARE(queryOf(ref), asked.query);
    }

    void namesOnOffer() {
        QCOMPARE(source().operatorNames({}), (std::vector<std::string>{std::string(kAllOperators), "allreduce-total"}));
        QCOMPARE(source().operatorNames({"other", "", ""}).size(), std::size_t{1});
    }

    void placesShowTheDifferenceToABaseline() {
        auto asked = question(LinkMetric::Time);
        asked.query = {"g", "1", std::string(kAllOperators)};
        asked.baseline = MatrixBaseline{RunId{1}};
        const auto other = baseline();
        const auto model = commMatrixModel(source(), asked, &other);
        QVERIFY(model.heat.isDifference());
        QCOMPARE(model.heat.at(1, 3), std::optional(5.0F));
        QCOMPARE(model.heat.at(0, 3), std::optional(0.0F));
        QCOMPARE(model.heat.at(0, 1), std::optional(kOnlyInRun));
        QCOMPARE(model.heat.at(3, 0), std::optional(kOnlyInBaseline));
        QCOMPARE(model.heat.most(), 5.0F);  // what one side lacks has no size
        QCOMPARE(model.heat.least(), -5.0F);
        QCOMPARE(model.least, 0.0);
        const auto cell = model.cellAt({1, 3});
        QCOMPARE(cell.own->timeMs, 10.0);
        QCOMPARE(cell.baseline->timeMs, 5.0);
        QCOMPARE(model.value(cell), std::optional(5.0));
        const auto lost = model.cellAt({3, 0});
        QVERIFY(lost.own == nullptr);
        QCOMPARE(lost.any().sizeMb, 4.0);
        asked.metric = LinkMetric::Bandwidth;
        const auto rates = commMatrixModel(source(), asked, &other);
        QVERIFY(!rates.heat.isHighBad());
        QCOMPARE(rates.heat.at(1, 3), std::optional(-2.0F));
    }

    void aChangedTransportIsAKind() {
        auto asked = question(LinkMetric::Transport);
        asked.baseline = MatrixBaseline{RunId{1}};
        const auto other = baseline();
        const auto model = commMatrixModel(source(), asked, &other);
        const auto kind = model.heat.at(0, 3);
        QVERIFY(kind.has_value());
        QCOMPARE(model.values.kinds.at(static_cast<std::size_t>(*kind)), std::string("PCIE \xE2\x86\x92 RDMA"));
        QCOMPARE(model.heat.at(3, 0), std::optional(kOnlyInBaseline));
    }

    void aStepIsComparedWithAnother() {
        auto run = source();
        auto links = run.matrix->links;
        links.push_back(link(0, 1, 20, 4));
        links.back().step = "2";
        run.matrix = matrixOf(std::move(links));
        run.scopes.steps = {"1", "2"};
        auto asked = question(LinkMetric::Time);
        asked.query.step = "2";
        asked.baseline = MatrixBaseline{run.run, "1"};
        const auto model = commMatrixModel(run, asked, &run);
        QCOMPARE(model.heat.at(0, 1), std::optional(3.0F));
        QCOMPARE(model.cell(1, 3).own, nullptr);
        QVERIFY(model.cell(1, 3).baseline != nullptr);
    }

    void blocksKeepTheGreatestDifference() {
        const std::vector<HeatMatrix::Cell> cells{
            {0, 0, 1}, {0, 1, -3}, {1, 0, kOnlyInRun}, {2, 2, kOnlyInBaseline}, {2, 3, kOnlyInBaseline}};
        const HeatMatrix matrix(4, 4, cells, true, true);
        QCOMPARE(matrix.at(0, 0, 1), std::optional(-3.0F));
        QCOMPARE(matrix.at(1, 1, 1), std::optional(kOnlyInBaseline));
        QCOMPARE(matrix.worstOf(0, 0, 1), std::optional(HeatMatrix::Place{0, 1}));
        QCOMPARE(matrix.count(), std::size_t{5});
    }

    void aMatrixWithoutValuesSaysWhy() {
        const auto reasonOf = [](const CommMatrixQuestion &asked, const CommMatrixSource &of) {
            const auto reason = commMatrixModel(of, asked).emptyReason();
            return reason ? reason->id : std::string();
        };
        auto asked = question(LinkMetric::Bandwidth);
        QCOMPARE(reasonOf(asked, source()), std::string());
        asked.from = 1000;
        QCOMPARE(reasonOf(asked, source()), std::string("communication.empty.range"));
        asked.from.reset();
        asked.query.step = "9";
        QCOMPARE(reasonOf(asked, source()), std::string("communication.empty.choice"));
        auto only = source();
        only.matrix = matrixOf({link(2, 2, 5, 1, "LOCAL")});
        QCOMPARE(reasonOf(question(LinkMetric::Bandwidth), only), std::string("communication.empty.self"));
        only.matrix = matrixOf({link(0, 1, 5, 0)});
        QCOMPARE(reasonOf(question(LinkMetric::Bandwidth), only), std::string("communication.empty.values.bandwidth"));
    }

    void anEmptySourceIsAnEmptyMatrix() {
        const auto model = commMatrixModel({}, question(LinkMetric::Bandwidth));
        QCOMPARE(model.heat.rows(), std::size_t{0});
        QVERIFY(model.cellAt({0, 0}).isEmpty());
    }
};

TEST_SUITE(CommMatrixModelTest)

}  // namespace tst_comm_matrix_model

#include "tst_comm_matrix_model.moc"
