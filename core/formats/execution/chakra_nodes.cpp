#include "core/formats/execution/chakra_nodes.h"

#include "core/formats/io/json_text.h"
#include "core/formats/protobuf/proto_fields.h"
#include "core/formats/protobuf/proto_stream.h"

#include <array>
#include <optional>

namespace stagescope {

namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kRowsOfCheck = 4096;
constexpr std::int64_t kCollectiveNode = 7;

std::string cut(std::string_view bytes) {
    std::string text;
    appendAsUtf8(bytes.substr(0, kLongestText), text);
    return text;
}

/// By number of comm_type.
constexpr auto kCollectives =
    std::to_array<std::string_view>({"all_reduce", "reduce", "all_gather", "gather", "scatter", "broadcast",
                                     "all_to_all", "reduce_scatter", "reduce_scatter_block", "barrier"});

/// Name and number or text of an attribute; numbers stand in fields by their type.
void takeAttribute(std::string_view message, ExecutionNode &node) {
    std::string_view name;
    std::string_view text;
    std::optional<std::int64_t> number;
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case bytesField(1):
                name = viewOf(field);
                return true;
            case varintField(7):
            case varintField(9):
            case varintField(11):
            case varintField(13):
            case varintField(27):
                number = field.get_int64();
                return true;
            case bytesField(29):
                text = viewOf(field);
                return true;
            default:
                return false;
        }
    });
    if (name == "rf_id") {
        node.order = number.value_or(node.order);
    } else if (name == "comm_type" && number) {
        const bool isKnown = *number >= 0 && *number < static_cast<std::int64_t>(kCollectives.size());
        node.collective = isKnown ? std::string(kCollectives[static_cast<std::size_t>(*number)]) : std::string();
    } else if (name == "collective_name") {
        node.collective = cut(text);
    }
}

void takeInputs(std::string_view message, ExecutionNode &node) {
    forEachField(message, [&](ProtoReader &field) {
        const auto tag = field.tag_and_type();
        if (tag == bytesField(2)) {
            node.shapes = cut(viewOf(field));
        } else if (tag == bytesField(3)) {
            node.types = cut(viewOf(field));
        } else {
            return false;
        }
        return true;
    });
}

/// Fields up to the damage where there is any; whether there is none.
bool parseNode(std::string_view message, ExecutionNode &node) {
    std::int64_t type = 0;
    node.id = 0;  // proto3 leaves out what is 0
    const bool isWhole = forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(1):
                node.id = field.get_int64();
                return true;
            case bytesField(2):
                node.name = cut(viewOf(field));
                return true;
            case varintField(3):
                type = field.get_int64();
                return true;
            case varintField(4):
                node.parent = field.get_int64();
                return true;
            case bytesField(4): {
                const auto parents = field.get_packed_uint64();
                node.parent = parents.empty() ? node.parent : static_cast<std::int64_t>(*parents.begin());
                return true;
            }
            case bytesField(8):
                takeInputs(viewOf(field), node);
                return true;
            case bytesField(10):
                takeAttribute(viewOf(field), node);
                return true;
            default:
                return false;
        }
    });
    node.collective = type == kCollectiveNode ? node.collective : std::string();
    node.order = node.order < 0 ? node.id : node.order;
    return isWhole;
}

/// The text of an attribute named `schema`; empty for other attributes.
std::string_view schemaIn(std::string_view attribute) {
    std::string_view name;
    std::string_view text;
    forEachField(attribute, [&](ProtoReader &field) {
        const auto tag = field.tag_and_type();
        if (tag != bytesField(1) && tag != bytesField(29)) {
            return false;
        }
        (tag == bytesField(1) ? name : text) = viewOf(field);
        return true;
    });
    return name == "schema" ? text : std::string_view{};
}

/// Of the first message: its version, else its schema, which is all that Chakra's converters write.
std::string versionOf(std::string_view message, bool &isWhole) {
    std::string version;
    std::string schema;
    isWhole = forEachField(message, [&](ProtoReader &field) {
        const auto tag = field.tag_and_type();
        if (tag == bytesField(1)) {
            version = cut(viewOf(field));
        } else if (tag == bytesField(2)) {
            const auto text = schemaIn(viewOf(field));
            schema = text.empty() ? schema : cut(text);
        } else {
            return false;
        }
        return true;
    });
    return version.empty() ? schema : version;
}

}  // namespace

ChakraFile readChakraNodes(ByteSource &source, const LoadControl &control,
                           const std::function<void(ExecutionNode, std::uint64_t)> &give) {
    ChakraFile file;
    ProtoStream stream(source);
    std::size_t count = 0;
    for (auto field = stream.nextMessage(); field; field = stream.nextMessage()) {
        const auto message = stream.view(*field);
        if (!message && stream.isCut()) {
            break;
        }
        bool isWhole = message.has_value();
        if (count == 0) {
            file.version = versionOf(message.value_or(std::string_view{}), isWhole);
        } else {
            ExecutionNode node;
            isWhole = isWhole && parseNode(*message, node);
            give(isWhole ? std::move(node) : ExecutionNode{}, field->begin);
        }
        if (++count % kRowsOfCheck == 0 && !control.checkpoint()) {
            file.status = fail(ErrorKind::Cancelled, "loading was cancelled", source.path());
            return file;
        }
    }
    const auto place = source.path() + ":byte " + std::to_string(stream.position());
    if (stream.error()) {
        file.status = tl::make_unexpected(*stream.error());
    } else if (stream.isCut()) {
        file.status = fail(ErrorKind::Truncated, "the file ends within a message", place);
    } else if (stream.isDamaged()) {
        file.status = fail(ErrorKind::Malformed, "no length of a message", place);
    }
    return file;
}

bool looksLikeChakra(std::string_view head) {
    constexpr std::size_t kEnough = 8192;
    const auto source = ByteSource::ofBytes(std::string(head.substr(0, kEnough)), {});
    ProtoStream stream(*source, kEnough);
    const auto first = stream.nextMessage();
    if (!first || first->begin >= head.size()) {
        return false;
    }
    const bool isBeyond = first->begin + first->size > head.size();  // the head ends within it
    bool isWhole = false;
    const auto version = versionOf(head.substr(first->begin, first->size), isWhole);
    const bool isVersion = (isWhole || isBeyond) && !version.empty() && version.size() < 64 &&
                           version.find_first_not_of("0123456789.abcdefghijklmnopqrstuvwxyz-_+ ") == std::string::npos;
    if (!isVersion || isBeyond) {
        return isVersion;
    }
    stream.skip(*first);
    const auto second = stream.nextMessage();
    ExecutionNode node;
    const bool isNode =
        second && second->begin < head.size() &&
        (parseNode(head.substr(second->begin, second->size), node) || second->begin + second->size > head.size());
    return isNode && node.id >= 0 && !node.name.empty();
}

}  // namespace stagescope
