#include "core/base/item_ref.h"

#include <charconv>
#include <initializer_list>
#include <vector>

namespace stagescope {

namespace {

constexpr std::string_view kPlain = "-_.,() ";

std::string escaped(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0x80 ||
                           kPlain.find(c) != std::string_view::npos;
        if (plain) {
            out += c;
        } else {
            out += '%';
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
    return out;
}

std::optional<std::string> unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned byte = 0;
        if (i + 2 >= text.size()) {
            return std::nullopt;
        }
        const auto [end, error] = std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16);
        if (error != std::errc{} || end != text.data() + i + 3) {
            return std::nullopt;
        }
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

/// Takes the fields of "a/b/c" one by one; after the first bad field everything fails.
class FieldReader {
public:
    explicit FieldReader(std::string_view text) : m_rest(text) {}

    template <class Int>
    Int number() {
        const auto field = next();
        Int value{};
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
        m_ok = m_ok && !field.empty() && error == std::errc{} && end == field.data() + field.size();
        return value;
    }
    template <class Id>
    Id id() {
        return Id{number<std::uint32_t>()};
    }
    std::string text() {
        const auto value = unescaped(next());
        m_ok = m_ok && value.has_value();
        return value.value_or(std::string{});
    }
    [[nodiscard]] bool finished() const { return m_ok && m_atEnd; }

private:
    std::string_view next() {
        if (m_atEnd) {
            m_ok = false;
            return {};
        }
        const auto slash = m_rest.find('/');
        const auto field = m_rest.substr(0, slash);
        m_atEnd = slash == std::string_view::npos;
        m_rest = m_atEnd ? std::string_view{} : m_rest.substr(slash + 1);
        return field;
    }

    std::string_view m_rest;
    bool m_atEnd = false;
    bool m_ok = true;
};

std::string joined(std::string_view prefix, const std::vector<std::string> &fields) {
    std::string out(prefix);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        out += i == 0 ? ":" : "/";
        out += fields[i];
    }
    return out;
}

template <class Id>
std::string number(Id id) {
    return std::to_string(id.value);
}

std::vector<std::string> numbers(std::initializer_list<std::uint32_t> values) {
    std::vector<std::string> fields;
    for (const auto value : values) {
        fields.push_back(std::to_string(value));
    }
    return fields;
}

struct TextWriter {
    std::string operator()(const SliceRef &r) const {
        return joined("slice", {number(r.run), number(r.source), number(r.track), number(r.slice)});
    }
    std::string operator()(const CellRef &r) const {
        return joined("cell",
                      {number(r.run), escaped(r.group), std::to_string(r.step), std::to_string(r.rank), escaped(r.kind),
                       std::to_string(r.chunk), std::to_string(r.microbatch), std::to_string(r.nth)});
    }
    std::string operator()(const BubbleRef &r) const {
        return joined("bubble", {number(r.run), escaped(r.group), std::to_string(r.step), std::to_string(r.rank),
                                 std::to_string(r.nth)});
    }
    std::string operator()(const CommOpRef &r) const {
        return joined("op", {number(r.run), std::to_string(r.rank), std::to_string(r.nth), escaped(r.name)});
    }
    std::string operator()(const LinkRef &r) const {
        return joined("link", {number(r.run), escaped(r.group), escaped(r.step), escaped(r.name),
                               std::to_string(r.source), std::to_string(r.destination)});
    }
    std::string operator()(const RankRef &r) const { return joined("rank", {number(r.run), std::to_string(r.rank)}); }
    std::string operator()(const StepRef &r) const { return joined("step", {number(r.run), std::to_string(r.step)}); }
    std::string operator()(const MomentRef &r) const {
        return joined("moment", {number(r.run), std::to_string(r.rank), std::to_string(r.at)});
    }
    std::string operator()(const MemoryOpRef &r) const {
        return joined("memory", {number(r.run), std::to_string(r.rank), std::to_string(r.row)});
    }
    std::string operator()(const BlockRef &r) const {
        return joined("block", numbers({r.run.value, r.snapshot, r.device, r.allocation}));
    }
    std::string operator()(const SnapshotEventRef &r) const {
        return joined("event", numbers({r.run.value, r.snapshot, r.device, r.event}));
    }
    std::string operator()(const EventRangeRef &r) const {
        return joined("events", numbers({r.run.value, r.snapshot, r.device, r.begin, r.end}));
    }
    std::string operator()(const SegmentRef &r) const {
        return joined("segment", numbers({r.run.value, r.snapshot, r.device, r.span}));
    }
    std::string operator()(const StackRef &r) const {
        return joined("stack", numbers({r.run.value, r.snapshot, r.stack}));
    }
};

std::optional<ItemRef> parsedOfMemory(std::string_view type, FieldReader &f) {
    using Number = std::uint32_t;
    if (type == "moment") {
        return MomentRef{f.id<RunId>(), f.number<int>(), f.number<std::int64_t>()};
    }
    if (type == "memory") {
        return MemoryOpRef{f.id<RunId>(), f.number<int>(), f.number<Number>()};
    }
    if (type == "block") {
        return BlockRef{f.id<RunId>(), f.number<Number>(), f.number<Number>(), f.number<Number>()};
    }
    if (type == "event") {
        return SnapshotEventRef{f.id<RunId>(), f.number<Number>(), f.number<Number>(), f.number<Number>()};
    }
    if (type == "events") {
        return EventRangeRef{f.id<RunId>(), f.number<Number>(), f.number<Number>(), f.number<Number>(),
                             f.number<Number>()};
    }
    if (type == "segment") {
        return SegmentRef{f.id<RunId>(), f.number<Number>(), f.number<Number>(), f.number<Number>()};
    }
    if (type == "stack") {
        return StackRef{f.id<RunId>(), f.number<Number>(), f.number<Number>()};
    }
    return std::nullopt;
}

std::optional<ItemRef> parsed(std::string_view type, FieldReader &f) {
    // Braced initialisation: the fields are read from left to right.
    if (type == "slice") {
        return SliceRef{f.id<RunId>(), f.id<SourceId>(), f.id<TrackId>(), f.id<SliceId>()};
    }
    if (type == "cell") {
        return CellRef{f.id<RunId>(), f.text(),        f.number<std::int64_t>(), f.number<int>(),
                       f.text(),      f.number<int>(), f.number<int>(),          f.number<int>()};
    }
    if (type == "bubble") {
        return BubbleRef{f.id<RunId>(), f.text(), f.number<std::int64_t>(), f.number<int>(), f.number<int>()};
    }
    if (type == "op") {
        return CommOpRef{f.id<RunId>(), f.number<int>(), f.number<int>(), f.text()};
    }
    if (type == "link") {
        return LinkRef{f.id<RunId>(), f.text(), f.text(), f.text(), f.number<int>(), f.number<int>()};
    }
    if (type == "rank") {
        return RankRef{f.id<RunId>(), f.number<int>()};
    }
    if (type == "step") {
        return StepRef{f.id<RunId>(), f.number<std::int64_t>()};
    }
    return parsedOfMemory(type, f);
}

}  // namespace

std::string toText(const ItemRef &item) { return std::visit(TextWriter{}, item); }

std::optional<ItemRef> itemFromText(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    FieldReader fields(text.substr(colon + 1));
    auto item = parsed(text.substr(0, colon), fields);
    return fields.finished() ? item : std::nullopt;
}

RunId runOf(const ItemRef &item) {
    return std::visit([](const auto &r) { return r.run; }, item);
}

std::optional<int> rankOf(const ItemRef &item) {
    return std::visit(
        [](const auto &r) -> std::optional<int> {
            if constexpr (requires { r.rank; }) {
                return r.rank;
            } else {
                return std::nullopt;
            }
        },
        item);
}

}  // namespace stagescope
