#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_comm_files {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

/// With ' for the quotes of JSON.
QByteArray json(const char *text) { return QByteArray(text).replace('\'', '"'); }

const char *const kCommunication =
    "{'step13': {'p2p': {'hcom_send__822_0@133': {'Communication Time Info': {'Start Timestamp(us)': 1.5, "
    "'Elapse Time(ms)': 3, 'Transit Time(ms)': 1, 'Wait Time(ms)': 0.5, 'Synchronization Time(ms)': 0.25, "
    "'Idel Time(ms)': 1.5}, 'Communication Bandwidth Info': {'RDMA': {'Transit Size(MB)': 20, 'Transit Time(ms)': 1, "
    "'Bandwidth(GB/s)': 20, 'Large Packet Ratio': 1.0, 'Size Distribution': {'8': [2, 0.75], '4': [1, 0.25]}}, "
    "'HCCS': {'Transit Size(MB)': 0, 'Transit Time(ms)': 0, 'Bandwidth(GB/s)': 0, 'Large Packet Ratio': 0, "
    "'Size Distribution': {}}, 'SDMA': {'Transit Size(MB)': 20, 'Transit Time(ms)': 1, 'Bandwidth(GB/s)': 20, "
    "'Large Packet Ratio': 0, 'Size Distribution': {}}}}, "
    "'Total Op Info': {'Communication Time Info': {'Elapse Time(ms)': 3}}}, 'collective': {}}}";

}  // namespace

class CommFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void operatorsOfCommunicationJson() {
        const auto file = load("communication.json", json(kCommunication));
        QVERIFY(file->status);
        QVERIFY(file->log.isEmpty());
        const auto times = file->table(TableKind::CommTimes);
        QVERIFY(times);
        QCOMPARE(times->rowCount(), std::size_t{1});  // the total is no operator
        QCOMPARE(times->text(0, "step"), std::string_view("step13"));
        QCOMPARE(times->text(0, "name"), std::string_view("hcom_send__822_0"));
        QCOMPARE(times->text(0, "group"), std::string_view("133"));
        QCOMPARE(times->text(0, "kind"), std::string_view("p2p"));
        QCOMPARE(times->real(0, "start_us"), 1.5);
        QCOMPARE(times->real(0, "synchronization_ms"), 0.25);
        QCOMPARE(times->real(0, "idle_ms"), 1.5);  // under the old, misspelt key
        const auto sizes = file->table(TableKind::CommBandwidths);
        QVERIFY(sizes);
        QCOMPARE(sizes->rowCount(), std::size_t{3});  // two packet sizes over RDMA, SDMA without; HCCS is not used
        QCOMPARE(sizes->text(0, "transport"), std::string_view("RDMA"));
        QCOMPARE(sizes->real(0, "package_mb") + sizes->real(1, "package_mb"), 12.0);
        QCOMPARE(sizes->real(0, "duration_ms") + sizes->real(1, "duration_ms"), 1.0);
        QCOMPARE(sizes->text(2, "transport"), std::string_view("SDMA"));
        QCOMPARE(sizes->real(2, "count"), 0.0);
    }

    void linksOfTheMatrix() {
        const auto file = load("communication_matrix.json",
                               json("{'step13': {'collective': {'allreduce-top1@9': {'0-1': {'Transport Type': 'HCCS', "
                                    "'Transit Size(MB)': 8, 'Transit Time(ms)': 0.5, 'Bandwidth(GB/s)': 16, 'Op Name': "
                                    "'hcom_x'}, 'bad': {}, '0-': {}}}}}"));
        QVERIFY(file->status);
        const auto links = file->table(TableKind::CommLinks);
        QVERIFY(links);
        QCOMPARE(links->rowCount(), std::size_t{1});
        QCOMPARE(links->text(0, "name"), std::string_view("allreduce-top1"));
        QCOMPARE(links->number(0, "source"), std::int64_t{0});
        QCOMPARE(links->number(0, "destination"), std::int64_t{1});
        QCOMPARE(links->text(0, "op_name"), std::string_view("hcom_x"));
        QCOMPARE(links->real(0, "size_mb"), 8.0);
        QCOMPARE(file->log.count("comm.bad_link"), std::uint64_t{2});
    }

    void numbersThatAreNoneAreToldAndCountNothing() {
        auto text = json(kCommunication);
        text.replace("\"Transit Time(ms)\": 1, \"Wait", "\"Transit Time(ms)\": NaN, \"Wait");
        text.replace("\"Elapse Time(ms)\": 3, \"Transit", "\"Elapse Time(ms)\": -3, \"Transit");
        const auto file = load("communication.json", text);
        QVERIFY(file->status);
        const auto times = file->table(TableKind::CommTimes);
        QVERIFY(times);
        QCOMPARE(times->real(0, "transit_ms"), 0.0);
        QCOMPARE(times->real(0, "elapsed_ms"), -3.0);
        QCOMPARE(file->log.count("comm.bad_value"), std::uint64_t{1});
        QCOMPARE(file->log.count("comm.negative_value"), std::uint64_t{1});
    }

    void damageIsAnError() {
        const auto whole = json(kCommunication);
        const auto cut = load("communication.json", whole.left(whole.size() / 2));
        QVERIFY(!cut->status);
        QCOMPARE(cut->status.error().kind, ErrorKind::Truncated);
        const auto wrong = load("communication.json", "[1, 2]");
        QVERIFY(!wrong->status);
        QCOMPARE(wrong->status.error().kind, ErrorKind::Malformed);
    }

    void filesOfAWholeCluster() {
        const auto comm = load("cluster_communication.json",
                               json("{'(0, 2)': {'step1': {'hcom_allReduce__1_0@77': {'2': {'Communication Time Info': "
                                    "{'Elapse Time(ms)': 4, 'Idle Time(ms)': 1}}}, 'Total Op Info@77': {'2': {}}}}}"));
        QVERIFY(comm->status);
        const auto times = comm->table(TableKind::CommTimes);
        QVERIFY(times);
        QCOMPARE(times->rowCount(), std::size_t{1});
        QCOMPARE(times->text(0, "members"), std::string_view("0,2"));
        QCOMPARE(times->number(0, "rank"), std::int64_t{2});
        QCOMPARE(times->text(0, "kind"), std::string_view("collective"));
        const auto groups =
            load("communication_group.json",
                 json("{'collective': [[0, 1]], 'p2p': [], 'comm_group_parallel_info': [{'type': "
                      "'collective', 'rank_set': [0, 1], 'group_name': '77', 'group_id': 'group_name_5', "
                      "'pg_name': 'dp'}]}"));
        const auto named = groups->table(TableKind::Groups);
        QVERIFY(named);
        QCOMPARE(named->text(0, "global_ranks"), std::string_view("0,1"));
        QCOMPARE(named->text(0, "hash"), std::string_view("77"));
        QCOMPARE(named->text(0, "name"), std::string_view("dp"));
        const auto old = load("communication_group.json", json("{'collective': [[0, 1], [2]], 'p2p': [[0, 2]]}"));
        QCOMPARE(old->table(TableKind::Groups)->rowCount(), std::size_t{3});
        QCOMPARE(old->table(TableKind::Groups)->text(2, "kind"), std::string_view("p2p"));
        const auto steps = load("cluster_step_trace_time.csv",
                                "Step,Type,Index,Computing,Free,DP Index,PP Index,TP Index\n"
                                "2,rank,0,75174.5,1,0,1,0\n2,stage,\"(0, 1)\",80000,2,NA,NA,NA\n");
        const auto rows = steps->table(TableKind::StepTraceTime);
        QVERIFY(rows);
        QCOMPARE(rows->rowCount(), std::size_t{2});
        QCOMPARE(rows->text(1, "index"), std::string_view("(0, 1)"));
        QCOMPARE(rows->number(0, "computing_ns"), std::int64_t{75174500});
        QCOMPARE(rows->number(0, "pp"), std::int64_t{1});
        QCOMPARE(rows->number(1, "pp"), std::int64_t{-1});
    }

private:
    std::unique_ptr<LoadedFile> load(const char *name, const QByteArray &text) {
        const auto path = m_dir.path() + QLatin1Char('/') + QString::fromLatin1(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            return nullptr;
        }
        file.close();
        for (const auto &format : formatList()) {
            if (format->sniff(name, std::string_view(text.constData(), static_cast<std::size_t>(text.size())))) {
                return loadFile(*format, path.toStdString(), LoadDepth::Shallow);
            }
        }
        return nullptr;
    }

    QTemporaryDir m_dir;
};

TEST_SUITE(CommFilesTest)

}  // namespace tst_comm_files

#include "tst_comm_files.moc"
