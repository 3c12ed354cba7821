#include "core/scene/comm_matrix_model.h"

#include <QtTest/QTest>

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

/// Four ranks of two hosts; 1 -> 3 is slow.
CommMatrixSource source() {
    CommMatrixSource source;
    source.matrix.links = {link(0, 1, 20, 1), link(1, 3, 20, 10, "RDMA"), link(0, 3, 20, 2, "RDMA"),
                           link(2, 2, 5, 1, "LOCAL")};
    source.scopes = {{{"g", "dp(0,1,2,3)", {0, 1, 2, 3}}}, {"1"}};
    source.hosts = {{0, "a"}, {1, "a"}, {2, "b"}, {3, "b"}};
    source.operators[{"g", "1"}] = {"allreduce-total"};
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
        QCOMPARE(model.linkAt({1, 3})->timeMs, 10.0);
        QCOMPARE(model.linkAt({3, 1}), nullptr);
        QCOMPARE(model.least, 2.0);
        QCOMPARE(model.most, 20.0);
        auto withSelf = question(LinkMetric::Size);
        withSelf.hasSelf = true;
        QCOMPARE(commMatrixModel(source(), withSelf).heat.at(2, 2), std::optional(5.0F));
    }

    void aRangeHidesWhatLiesOutside() {
        auto asked = question(LinkMetric::Bandwidth);
        asked.from = 5;
        asked.to = 15;
        const auto model = commMatrixModel(source(), asked);
        QCOMPARE(model.heat.count(), std::size_t{1});
        QCOMPARE(model.heat.at(0, 3), std::optional(10.0F));
        QCOMPARE(model.linkAt({1, 3}), nullptr);
        QCOMPARE(model.least, 2.0);  // of all, for the ends of the range
    }

    void hostsShowTheirWorstLink() {
        const auto model = commMatrixModel(source(), question(LinkMetric::Bandwidth, MatrixPlaces::Hosts));
        QCOMPARE(model.axes.names, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(model.heat.at(0, 1), std::optional(2.0F));
        const auto *worst = model.linkAt({0, 1});
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
        const auto ref = model.refOf(*model.link(0, 3));
        QCOMPARE(ref, (LinkRef{RunId{}, "g", "1", std::string(kAllOperators), 0, 3}));
        QCOMPARE(queryOf(ref), asked.query);
    }

    void namesOnOffer() {
        QCOMPARE(source().operatorNames({}), (std::vector<std::string>{std::string(kAllOperators), "allreduce-total"}));
        QCOMPARE(source().operatorNames({"other", "", ""}).size(), std::size_t{1});
    }

    void anEmptySourceIsAnEmptyMatrix() {
        const auto model = commMatrixModel({}, question(LinkMetric::Bandwidth));
        QCOMPARE(model.heat.rows(), std::size_t{0});
        QCOMPARE(model.linkAt({0, 0}), nullptr);
    }
};

QTEST_GUILESS_MAIN(CommMatrixModelTest)
#include "tst_comm_matrix_model.moc"
