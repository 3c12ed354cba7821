#include "core/formats/snapshot/snapshot_json.h"

#include "core/formats/io/json_values.h"
#include "core/formats/io/read_window.h"

#include <simdjson.h>

#include <bit>
#include <string>
#include <vector>

namespace stagescope {

namespace {

using Element = simdjson::dom::element;
using Kind = PickleValue::Kind;

constexpr std::uint64_t kMostBytes = (std::uint64_t{4} << 30) - simdjson::SIMDJSON_PADDING - 1;
constexpr std::size_t kWindow = std::size_t{4} << 20;
constexpr unsigned kDepth = 64;
constexpr std::size_t kBatch = 1024;  ///< items of a list that are handed over together

Result<std::string> wholeText(ByteSource &source, const LoadControl &control) {
    std::string text;
    text.reserve(source.fileSize() + simdjson::SIMDJSON_PADDING);
    ReadWindow windows(source, kWindow);
    while (true) {
        const auto used = text.size();
        text.resize(used + windows.take());
        ASSIGN_OR_RETURN(const auto got, source.read(used, std::span(text).subspan(used)));
        text.resize(used + got);
        control.addBytes(got);
        if (!control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "cancelled", source.path());
        }
        if (text.size() > kMostBytes) {
            return fail(ErrorKind::Limit, "a JSON text beyond 4 GiB", source.path());
        }
        if (got == 0) {
            text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
            return text;
        }
    }
}

class JsonWalk {
public:
    JsonWalk(PickleSink &sink, const LoadControl &control) : m_sink(sink), m_control(control) {}

    [[nodiscard]] PickleValue value(Element element, unsigned depth) {
        switch (element.type()) {
            case simdjson::dom::element_type::OBJECT:
                return map(element.get_object().value_unsafe(), depth);
            case simdjson::dom::element_type::ARRAY:
                return list(element.get_array().value_unsafe(), depth);
            case simdjson::dom::element_type::STRING:
                return PickleValue::ofText(m_sink.text(element.get_string().value_unsafe()));
            case simdjson::dom::element_type::INT64:
                return PickleValue::number(element.get_int64().value_unsafe());
            case simdjson::dom::element_type::UINT64:
                return {Kind::Unsigned, element.get_uint64().value_unsafe()};
            case simdjson::dom::element_type::DOUBLE:
                return {Kind::Real, std::bit_cast<std::uint64_t>(element.get_double().value_unsafe())};
            case simdjson::dom::element_type::BOOL:
                return {Kind::Bool, element.get_bool().value_unsafe() ? 1U : 0U};
            default:
                return {};
        }
    }
    [[nodiscard]] ErrorKind trouble() const { return m_trouble; }
    [[nodiscard]] bool isStopped() const { return m_stopped; }

private:
    [[nodiscard]] bool mayEnter(unsigned depth) {
        if (m_stopped) {
            return false;
        }
        const bool isCancelled = !m_control.checkpoint();
        m_stopped = isCancelled || depth >= kDepth || m_sink.isFull();
        m_trouble = isCancelled ? ErrorKind::Cancelled : ErrorKind::Limit;
        return !m_stopped;
    }

    PickleValue map(simdjson::dom::object object, unsigned depth) {
        const auto id = m_sink.newMap();
        if (!mayEnter(depth)) {
            return {};
        }
        std::vector<PickleValue> pairs;
        pairs.reserve(2 * object.size());
        for (const auto &field : object) {
            pairs.push_back(PickleValue::ofText(m_sink.text(field.key)));
            pairs.push_back(value(field.value, depth + 1));
        }
        std::ignore = m_sink.set(id, pairs);
        return PickleValue::object(id);
    }

    PickleValue list(simdjson::dom::array array, unsigned depth) {
        const auto id = m_sink.newList();
        if (!mayEnter(depth)) {
            return {};
        }
        std::vector<PickleValue> items;
        for (const auto item : array) {
            items.push_back(value(item, depth + 1));
            if (items.size() == kBatch) {
                std::ignore = m_sink.append(id, items);
                items.clear();
            }
        }
        std::ignore = m_sink.append(id, items);
        return PickleValue::object(id);
    }

    PickleSink &m_sink;
    const LoadControl &m_control;
    ErrorKind m_trouble = ErrorKind::Limit;
    bool m_stopped = false;
};

}  // namespace

Result<PickleValue> readSnapshotJson(ByteSource &source, PickleSink &sink, const LoadControl &control) {
    ASSIGN_OR_RETURN(auto text, wholeText(source, control));
    simdjson::dom::parser parser;
    const auto parsed = parser.parse(text.data(), text.size(), false);
    if (parsed.error() != simdjson::SUCCESS) {
        return tl::make_unexpected(jsonError(parsed.error(), {text.data(), text.size()}, source.path()));
    }
    JsonWalk walk(sink, control);
    const auto root = walk.value(parsed.value_unsafe(), 0);
    if (walk.isStopped()) {
        const bool cancelled = walk.trouble() == ErrorKind::Cancelled;
        return fail(walk.trouble(), cancelled ? "cancelled" : "nested too deep, or too large", source.path());
    }
    return root;
}

}  // namespace stagescope
