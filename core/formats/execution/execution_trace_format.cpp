#include "core/base/io/byte_source.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/execution/chakra_nodes.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_compact.h"
#include "core/formats/io/json_stream.h"
#include "core/formats/io/json_text.h"
#include "core/formats/tables/environment_rows.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kLongestValue = 4096;
constexpr std::string_view kComms = "record_param_comms";
constexpr std::string_view kRoot = "[pytorch|";

using Token = JsonStream::Token;

/// Any version: 1.0.x has all members beside one another, later ones put them into lists of inputs and attributes.
class NodeReader {
public:
    explicit NodeReader(JsonStream &json) : m_json(json) {}
    /// The object whose brace was read. False at damage.
    bool read(ExecutionNode &node);

private:
    bool readMember(ExecutionNode &node, std::string_view key, Token token);
    bool readInputs(ExecutionNode &node, Token token);
    bool readWords(ExecutionNode &node, Token token);
    bool readAttributes(ExecutionNode &node, Token token);
    static void take(ExecutionNode &node, std::string_view key, std::string_view text);

    JsonStream &m_json;
};

void NodeReader::take(ExecutionNode &node, std::string_view key, std::string_view text) {
    const auto number = wholeNumber<std::int64_t>(text);
    if (key == "id") {
        node.id = number.value_or(-1);
    } else if (key == "rf_id") {
        node.order = number.value_or(-1);
    } else if (key == "ctrl_deps" || key == "parent") {
        node.parent = number.value_or(-1);
    } else if (key == "name") {
        node.name.clear();
        unescapeJson(text, node.name);
    } else if (key == "collective_name") {
        node.collective.clear();
        unescapeJson(text, node.collective);
    }
}

bool NodeReader::readMember(ExecutionNode &node, std::string_view key, Token token) {
    if (key == "inputs") {
        return token == Token::BeginObject ? readInputs(node, token) : readWords(node, token);
    }
    if (key == "input_shapes" || key == "shapes") {
        return readCompact(m_json, token, node.shapes);
    }
    if (key == "input_types" || key == "types") {
        return readCompact(m_json, token, node.types);
    }
    if (key == "values") {
        return readWords(node, token);
    }
    if (key == "attrs") {
        return readAttributes(node, token);
    }
    if (token != Token::String && token != Token::Word) {
        return m_json.skip(token);
    }
    take(node, key, m_json.text());
    return true;
}

bool NodeReader::readInputs(ExecutionNode &node, Token token) {
    for (token = m_json.next(); token == Token::Key; token = m_json.next()) {
        const std::string key(m_json.text().substr(0, 64));
        if (!readMember(node, key == "shapes" || key == "types" || key == "values" ? key : "", m_json.next())) {
            return false;
        }
    }
    return token == Token::EndObject;
}

bool NodeReader::readWords(ExecutionNode &node, Token token) {
    if (token != Token::BeginArray) {
        return m_json.skip(token);
    }
    for (token = m_json.next(); token != Token::EndArray; token = m_json.next()) {
        if (token == Token::String && m_json.text().size() < 64) {
            node.word.clear();
            unescapeJson(m_json.text(), node.word);
        } else if (token == Token::End || !m_json.skip(token)) {
            return false;
        }
    }
    return true;
}

/// [{"name": "rf_id", "type": "uint64", "value": 7} ...]
bool NodeReader::readAttributes(ExecutionNode &node, Token token) {
    if (token != Token::BeginArray) {
        return m_json.skip(token);
    }
    for (token = m_json.next(); token != Token::EndArray; token = m_json.next()) {
        if (token != Token::BeginObject) {
            if (!m_json.skip(token)) {
                return false;
            }
            continue;
        }
        std::string name;
        std::string value;
        for (token = m_json.next(); token == Token::Key; token = m_json.next()) {
            auto *into = m_json.text() == "name" ? &name : m_json.text() == "value" ? &value : nullptr;
            token = m_json.next();
            if (into != nullptr && (token == Token::String || token == Token::Word)) {
                *into = m_json.text().substr(0, kLongestValue);
            } else if (!m_json.skip(token)) {
                return false;
            }
        }
        if (token != Token::EndObject) {
            return false;
        }
        take(node, name == "rf_id" || name == "collective_name" ? name : "", value);
    }
    return true;
}

bool NodeReader::read(ExecutionNode &node) {
    auto token = m_json.next();
    for (; token == Token::Key; token = m_json.next()) {
        const std::string key(m_json.text().substr(0, 64));
        if (!readMember(node, key, m_json.next())) {
            return false;
        }
    }
    return token == Token::EndObject;
}

/// Nodes of one file, and what it says of itself.
class ExecutionNodes {
public:
    ExecutionNodes(const FileSource &file, ImportLog &log) : m_file(file), m_log(log) {}

    Status read(ByteSource &source, bool isChakra, const LoadControl &control);
    void give(Sink &sink);

private:
    Status readJson(ByteSource &source, const LoadControl &control);
    Status readChakra(ByteSource &source, const LoadControl &control);
    bool readNodes(JsonStream &json);
    void add(ExecutionNode node, std::uint64_t offset);

    const FileSource &m_file;
    ImportLog &m_log;
    std::string m_schema;
    std::vector<ExecutionNode> m_nodes;
    bool m_hasNodes = false;
};

bool ExecutionNodes::readNodes(JsonStream &json) {
    m_hasNodes = true;
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token != Token::BeginObject) {
            if (!json.skip(token)) {
                return false;
            }
            continue;
        }
        const auto offset = json.offset();
        ExecutionNode node;
        if (!NodeReader(json).read(node)) {
            return false;
        }
        add(std::move(node), offset);
    }
    return true;
}

void ExecutionNodes::add(ExecutionNode node, std::uint64_t offset) {
    const bool isFull = m_nodes.size() == kMostExecutionNodes;
    if (node.name.empty() || node.id < 0 || isFull) {
        m_log.add(Severity::DataLoss, m_file.path, "execution_trace.bad_node", "byte " + std::to_string(offset),
                  isFull ? "too many" : "no name or no number");
        return;
    }
    m_nodes.push_back(std::move(node));
}

Status ExecutionNodes::readChakra(ByteSource &source, const LoadControl &control) {
    auto chakra = readChakraNodes(source, control,
                                  [this](ExecutionNode node, std::uint64_t offset) { add(std::move(node), offset); });
    m_hasNodes = true;
    m_schema = "chakra " + chakra.version;
    return std::move(chakra.status);
}

Status ExecutionNodes::readJson(ByteSource &source, const LoadControl &control) {
    JsonStream json(source, control);
    if (json.next() == Token::BeginObject) {
        for (auto token = json.next(); token == Token::Key; token = json.next()) {
            const std::string key(json.text().substr(0, 64));
            token = json.next();
            if (key == "nodes" && token == Token::BeginArray) {
                if (!readNodes(json)) {
                    break;
                }
            } else if (key == "schema" && token == Token::String) {
                m_schema.clear();
                unescapeJson(json.text(), m_schema);
            } else if (!json.skip(token)) {
                break;
            }
        }
    }
    return json.error() ? Status(tl::make_unexpected(*json.error())) : Status{};
}

Status ExecutionNodes::read(ByteSource &source, bool isChakra, const LoadControl &control) {
    RETURN_IF_ERROR(isChakra ? readChakra(source, control) : readJson(source, control));
    const bool hasCalls = std::any_of(m_nodes.begin(), m_nodes.end(),
                                      [](const ExecutionNode &node) { return !node.name.starts_with(kRoot); });
    return !m_hasNodes ? Status(fail(ErrorKind::Malformed, "no list of nodes", m_file.path))
           : hasCalls  ? Status{}
                       : Status(fail(ErrorKind::Malformed,
                                     "An execution trace of PyTorch (Chakra), not a timeline; the Kineto trace of the "
                                      "same run is needed: this one has no operators",
                                     m_file.path));
}

/// A record for each call, in the order of the calls.
void ExecutionNodes::give(Sink &sink) {
    std::unordered_set<std::int64_t> ids;
    for (const auto &node : m_nodes) {
        ids.insert(node.id);
    }
    const auto lost = std::count_if(m_nodes.begin(), m_nodes.end(), [&](const ExecutionNode &node) {
        const bool isRoot = node.name.starts_with(kRoot);
        return !isRoot && node.parent >= 0 && node.parent != node.id && !ids.contains(node.parent);
    });
    if (lost > 0) {
        m_log.add(Severity::DataLoss, m_file.path, "execution_trace.no_parent", m_file.path,
                  std::to_string(lost) + " nodes");
    }
    std::stable_sort(m_nodes.begin(), m_nodes.end(),
                     [](const ExecutionNode &a, const ExecutionNode &b) { return a.order < b.order; });
    TableWriter<StatisticRecord> table;
    for (const auto &node : m_nodes) {
        if (node.name.starts_with(kRoot)) {
            continue;
        }
        StatisticRecord row{.file = lastPart(m_file.path), .of = "execution", .name = node.name};
        row.group = node.shapes;
        row.count = 1;
        row.note = node.name != kComms       ? std::string_view{}
                   : node.collective.empty() ? std::string_view(node.word)
                                             : std::string_view(node.collective);
        row.unit = node.types;
        table.append(row);
    }
    sink.addTable(table.take());
    EnvironmentRows rows;
    rows.add("version", "execution_trace", m_schema);
    rows.give(sink);
}

/// Else messages: the length of the first may be the byte of a bracket or of a line's end.
bool isJsonObject(std::string_view head) {
    const auto open = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return open != std::string_view::npos && head[open] == '{' && !looksLikeChakra(head);
}

/// ExecutionTraceObserver of PyTorch: JSON of any version; and what Chakra makes of it, messages of protobuf.
class ExecutionTraceFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "execution_trace"; }
    [[nodiscard]] bool sniff(std::string_view, std::string_view head) const override {
        return isJsonObject(head)
                   ? contains(head, "\"schema\"") && contains(head, "\"nodes\"") && !contains(head, "\"traceEvents\"")
                   : looksLikeChakra(head);
    }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        constexpr std::size_t kHead = 4096;
        std::string head(kHead, ' ');
        head.resize(source->read(0, head).value_or(0));
        ExecutionNodes nodes(file, sink.log());
        const auto status = nodes.read(*source, !isJsonObject(head), control);
        if (status || status.error().kind != ErrorKind::Cancelled) {
            nodes.give(sink);
        }
        return status;
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "nodes of an execution trace have no place in time", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeExecutionTraceFormat() { return std::make_unique<ExecutionTraceFormat>(); }

}  // namespace stagescope
