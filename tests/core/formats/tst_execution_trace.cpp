// Execution traces of PyTorch in JSON, both families of versions, and of Chakra, and what brings them together with a
// trace.
#include "core/formats/format_list.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <protozero/pbf_writer.hpp>
#include <string>
#include <vector>

namespace tst_execution_trace {

using namespace stagescope;
using stagescope::testing::loadFile;

class ExecutionTraceTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeExecutionTraceFormat();

    std::unique_ptr<stagescope::testing::LoadedFile> load(const std::string &text) {
        return loadFile(*m_format, m_files.write(text, "et.json"), LoadDepth::Shallow);
    }
    static std::string calls(const stagescope::testing::LoadedFile &loaded) {
        std::string text;
        const auto table = loaded.table(TableKind::Statistics);
        for (std::size_t i = 0; table && i < table->rowCount(); ++i) {
            const auto row = TableRecords<StatisticRecord>(*table)[i];
            text += std::string(row.name) + ' ' + std::string(row.group) + ' ' + std::string(row.unit) + ' ' +
                    std::string(row.note) + '\n';
        }
        return text;
    }

    /// A version, the root, a collective and an operator that was called before it.
    static std::string chakra() {
        std::string file = delimited([](protozero::pbf_writer &head) { head.add_string(1, "0.0.4"); });
        const auto node = [](protozero::pbf_writer &to, std::uint64_t id, const char *name, std::int64_t order) {
            to.add_uint64(1, id);
            to.add_string(2, name);
            const std::vector<std::uint64_t> parents{1};
            to.add_packed_uint64(4, parents.begin(), parents.end());
            protozero::pbf_writer attribute(to, 10);
            attribute.add_string(1, "rf_id");
            attribute.add_int64(9, order);
        };
        file += delimited([&](auto &to) { node(to, 1, "[pytorch|profiler|execution_trace|process]", 0); });
        file += delimited([&](auto &to) {
            to.add_enum(3, 7);
            node(to, 9, "record_param_comms", 5);
            protozero::pbf_writer attribute(to, 10);
            attribute.add_string(1, "comm_type");
            attribute.add_int64(9, 2);
        });
        file += delimited([&](auto &to) {
            node(to, 5, "aten::mm", 3);
            protozero::pbf_writer inputs(to, 8);
            inputs.add_string(2, "[[8, 256]]");
            inputs.add_string(3, "[Tensor(float)]");
        });
        return file;
    }
    template <class Fill>
    static std::string delimited(Fill fill) {
        std::string message;
        protozero::pbf_writer writer(message);
        fill(writer);
        std::string length;
        protozero::add_varint_to_buffer(&length, message.size());
        return length + message;
    }
    std::unique_ptr<stagescope::testing::LoadedFile> loadChakra(const std::string &bytes) {
        return loadFile(*m_format, m_files.write(bytes, "rank.0.et"), LoadDepth::Shallow);
    }

private Q_SLOTS:
    void nodesOfChakra() {
        const auto loaded = load(
            R"x({"schema": "1.1.1-chakra.0.0.4", "pid": 7, "nodes": [
 {"id": 1, "name": "[pytorch|profiler|execution_trace|process]", "ctrl_deps": 1, "inputs": {"values": [], "shapes": [], "types": []}, "attrs": [{"name": "rf_id", "type": "uint64", "value": 0}]},
 {"id": 9, "name": "record_param_comms", "ctrl_deps": 1, "inputs": {"values": [[[72, 73, 0, 8, 4, "cuda:0"]], 0, "allreduce"], "shapes": [[[8]], [], []], "types": ["GenericList[Tensor(float)]", "Int", "String"]}, "attrs": [{"name": "rf_id", "type": "uint64", "value": 5}, {"name": "collective_name", "type": "string", "value": "all_reduce"}]},
 {"id": 5, "name": "aten::mm", "ctrl_deps": 1, "inputs": {"types": ["Tensor(float)"], "shapes": [[8, 256]], "values": []}, "attrs": [{"name": "rf_id", "type": "uint64", "value": 3}]}]})x");
        QVERIFY(loaded->status);
        // In the order of the calls, not of the file; without the root.
        QCOMPARE(
            calls(*loaded),
            std::string("aten::mm [[8, 256]] [Tensor(float)] \n"
                        "record_param_comms [[[8]], [], []] [GenericList[Tensor(float)], Int, String] all_reduce\n"));
        QCOMPARE(loaded->log.count("execution_trace.no_parent"), std::uint64_t{0});
    }

    void flatNodes() {
        const auto loaded = load(
            R"x({"nodes": [{"name": "record_param_comms", "id": 4, "rf_id": 2, "parent": 3, "inputs": [[6, 7], "<None>", "allgather", 3], "input_shapes": [[256, 256], []], "input_types": ["Tensor(float)"]},
 {"input_types": [], "input_shapes": [], "inputs": [], "parent": 3, "rf_id": 1, "id": 3, "name": "aten::rand"}], "schema": "1.0.1"})x");
        QVERIFY(loaded->status);
        QCOMPARE(calls(*loaded), std::string("aten::rand [] [] \n"
                                             "record_param_comms [[256, 256], []] [Tensor(float)] allgather\n"));
    }

    void messagesOfChakra() {
        const auto whole = chakra();
        QVERIFY(m_format->sniff("rank.0.et", whole));
        const auto loaded = loadChakra(whole);
        QVERIFY(loaded->status);
        QCOMPARE(calls(*loaded), std::string("aten::mm [[8, 256]] [Tensor(float)] \n"
                                             "record_param_comms   all_gather\n"));
        QCOMPARE(loaded->log.count("execution_trace.no_parent"), std::uint64_t{0});
        // Wherever it ends, what stood before is there, and what it lacks is said.
        for (std::size_t size = 1; size < whole.size(); ++size) {
            const auto cut = loadChakra(whole.substr(0, size));
            QVERIFY2(!cut->status || calls(*cut).size() < calls(*loaded).size(), std::to_string(size).c_str());
        }
        QCOMPARE(loadChakra(whole.substr(0, whole.size() - 1))->status.error().kind, ErrorKind::Truncated);
        QCOMPARE(loadChakra(whole + std::string(11, '\xff'))->status.error().kind, ErrorKind::Malformed);
        const auto damaged = loadChakra(whole + std::string("\x03\x0a\x7f\x01", 4));
        QCOMPARE(damaged->log.count("execution_trace.bad_node"), std::uint64_t{1});
        for (const auto *other : {"0.0.4 is a version",
                                  "\x05\x0a\x03"
                                  "0.4",
                                  "\x02\x08\x01\x02\x08\x01"}) {
            QVERIFY2(!m_format->sniff("rank.0.et", other), other);
        }
    }

    /// What Chakra's converters write: attributes in place of a version, and no number where it is 0.
    void messagesOfConverters() {
        for (const std::size_t padding : {std::size_t{1}, std::size_t{5000}}) {
            const auto attribute = [](protozero::pbf_writer &to, const char *name, const std::string &text) {
                protozero::pbf_writer own(to, 2);
                own.add_string(1, name);
                own.add_string(29, text);
            };
            auto file = delimited([&](protozero::pbf_writer &to) {
                attribute(to, "schema", "1.0.2-chakra.0.0.4");
                attribute(to, "host", std::string(padding, 'h'));
            });
            file += delimited([](protozero::pbf_writer &to) { to.add_string(2, "aten::mm"); });
            QVERIFY(m_format->sniff("rank.0.et", file.substr(0, 4096)));
            const auto loaded = loadChakra(file);
            QVERIFY(loaded->status);
            QCOMPARE(calls(*loaded), std::string("aten::mm   \n"));
        }
    }

    /// The length of the first message is the byte of a bracket.
    void lengthThatLooksLikeJson() {
        auto file = delimited([](protozero::pbf_writer &to) {
            to.add_string(1, "0.0.4");
            to.add_string(3, std::string(114, 'x'));
        });
        QCOMPARE(file.front(), '{');
        file += delimited([](protozero::pbf_writer &to) { to.add_string(2, "aten::mm"); });
        QVERIFY(m_format->sniff("rank.0.et", file));
        QCOMPARE(calls(*loadChakra(file)), std::string("aten::mm   \n"));
    }

    void damageIsSaid() {
        const auto lost = load(R"({"schema": "1.0.1", "nodes": [{"name": "a", "id": 4, "parent": 77}, {"id": 5}, 3]})");
        QVERIFY(lost->status);
        QCOMPARE(lost->log.count("execution_trace.no_parent"), std::uint64_t{1});
        QCOMPARE(lost->log.count("execution_trace.bad_node"), std::uint64_t{1});
        const auto cut = load(R"({"schema": "1.0.1", "nodes": [{"name": "a", "id": 4, "parent": 4}, {"name": "b", )");
        QCOMPARE(cut->status.error().kind, ErrorKind::Truncated);
        QCOMPARE(calls(*cut), std::string("a   \n"));
        const auto root = load(
            R"({"schema": "1.0.2", "nodes": [{"id": 2, "name": "[pytorch|profiler|execution_trace|thread]", "ctrl_deps": 1}]})");
        QVERIFY(root->status.error().detail.find("the Kineto trace of the same run") != std::string::npos);
        QCOMPARE(root->log.count("execution_trace.no_parent"), std::uint64_t{0});
        QCOMPARE(load(R"({"schema": "1.0.1"})")->status.error().kind, ErrorKind::Malformed);
        QVERIFY(!m_format->sniff("a.json", R"({"schemaVersion": 1, "traceEvents": [], "nodes": [], "schema": 1})"));
    }
};

TEST_SUITE(ExecutionTraceTest)

}  // namespace tst_execution_trace

#include "tst_execution_trace.moc"
