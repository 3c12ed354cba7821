#include "core/analysis/communication/comm_links.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_comm_links {

using namespace stagescope;

namespace {

CommLink row(std::string_view name, std::string_view op, int from, int to, double mb, double ms,
             std::string_view group = "g", std::string_view step = "1", std::string_view transport = "HCCS") {
    CommLink link;
    link.step = step;
    link.name = name;
    link.group = group;
    link.source = from;
    link.destination = to;
    link.transport = transport;
    link.opName = op;
    link.sizeMb = mb;
    link.timeMs = ms;
    return link;
}

/// As commMatrix gives it: picked operators, their total, and the sum over all kinds.
CommMatrix matrix() {
    CommMatrix matrix;
    matrix.links = {
        row("allreduce-top1", "a1", 0, 1, 10, 1),
        row("allreduce-bottom1", "a2", 0, 1, 10, 4),
        row("allreduce-total", "", 0, 1, 30, 6),
        row("send-top1", "s1", 0, 1, 2, 1, "p", "1", "RDMA"),
        row("send-total", "", 0, 1, 2, 1, "p", "1", "RDMA"),
        row("allreduce-total", "", 0, 1, 5, 5, "g", "2"),
        row("allreduce-top1", "a1", 1, 1, 3, 0, "g", "1", "LOCAL"),
        row("allreduce-total", "", 1, 1, 3, 0, "g", "1", "LOCAL"),
        row(kAllOperators, "", 0, 1, 30, 6),
        row(kAllOperators, "", 0, 1, 2, 1, "p", "1", "RDMA"),
        row(kAllOperators, "", 0, 1, 5, 5, "g", "2"),
        row(kAllOperators, "", 1, 1, 3, 0, "g", "1", "LOCAL"),
    };
    return matrix;
}

}  // namespace

class CommLinksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void totalsOfGroupsAndStepsAddUp() {
        const auto all = linkSums(matrix(), {});
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].sizeMb, 37.0);
        QCOMPARE(all[0].timeMs, 12.0);
        QCOMPARE(all[0].transport, std::string("HCCS+RDMA"));
        QCOMPARE(all[0].operators, 3);
        QVERIFY(!referenceGbps(all[0].transport));  // no reference for a mixture
        QCOMPARE(*all[0].gbps(), 37.0 / 12);
        QVERIFY(!all[1].gbps());  // no time is known
        QVERIFY(all[1].isSelf());
    }

    void aChoiceTakesItsRowsOnly() {
        const auto one = linkSums(matrix(), {"g", "1", "allreduce-total"});
        QCOMPARE(one.size(), std::size_t{2});
        QCOMPARE(one[0].sizeMb, 30.0);
        QCOMPARE(one[0].operators, 2);  // a1 and a2 are named, the total is none
        QCOMPARE(*one[0].referencePercent(), 100 * 5.0 / 18);
        const auto picked = linkSums(matrix(), {"g", "1", "allreduce-top1"});
        QCOMPARE(picked[0].sizeMb, 10.0);
        QVERIFY(linkSums(matrix(), {"p", "2", std::string(kAllOperators)}).empty());
    }

    void pickedOperatorsStandForAKindWithoutATotal() {
        auto links = matrix();
        for (const auto *name : {"receive-top1", "receive-bottom1"}) {  // picked twice: the only one
            links.links.push_back(row(name, "r1", 0, 1, 8, 2, "p", "1", "RDMA"));
        }
        links.links.push_back(row("receive-middle", "r2", 0, 2, 4, 1, "p", "1", "RDMA"));
        const auto all = linkSums(links, {});
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[0].sizeMb, 37.0 + 8);
        QCOMPARE(all[0].timeMs, 12.0 + 2);
        QVERIFY(all[0].isOfPicked);
        QCOMPARE(all[1].destination, 2);
        QCOMPARE(all[1].gbps(), std::optional(4.0));
        QVERIFY(!all[2].isOfPicked);  // its kind has a total
        QVERIFY(!linkSums(links, {"g", "1", "allreduce-total"}).front().isOfPicked);
    }

    void operatorsOfALink() {
        const LinkRef all{RunId{0}, "", "", "", 0, 1};
        QCOMPARE(operatorsOf(matrix(), all).size(), std::size_t{3});
        const LinkRef sends{RunId{0}, "p", "1", "send-total", 0, 1};
        const auto rows = operatorsOf(matrix(), sends);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].opName, std::string("s1"));
        QCOMPARE(operatorsTable(matrix(), all).rows.size(), std::size_t{3});
    }

    void aLinkAgainstItsClass() {
        std::vector<LinkSum> links;
        for (const double gbps : {10.0, 12.0, 14.0, 4.0}) {
            links.push_back({static_cast<int>(links.size()), 9, "HCCS", gbps, 1, 1});
        }
        links.push_back({5, 5, "HCCS", 100, 1, 1});  // on a rank itself
        links.push_back({6, 7, "RDMA", 1, 1, 1});
        const auto others = linkClass(links, links[3]);
        QCOMPARE(others.links, std::size_t{4});
        QCOMPARE(others.mean, 10.0);
        QVERIFY(std::abs(others.deviation - std::sqrt(14.0)) < 1e-12);
        QVERIFY(std::abs(others.zOf(4) + 6 / std::sqrt(14.0)) < 1e-12);
        QCOMPARE(linkClass(links, links[5]).zOf(1), 0.0);
    }
};

TEST_SUITE(CommLinksTest)

}  // namespace tst_comm_links

#include "tst_comm_links.moc"
