#include "core/base/text.h"
#include "core/formats/trace_json/trace_event.h"
#include "core/formats/trace_json/trace_json_reader.h"
#include "core/formats/trace_json/trace_tables.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{1} << 20;
constexpr std::size_t kFirstPiece = 64 * 1024;
constexpr std::size_t kMaxEventBytes = std::size_t{256} << 20;

/// The source cut off behind its first bytes.
class HeadSource final : public ByteSource {
public:
    HeadSource(ByteSource &whole, std::size_t bytes)
        : ByteSource(whole.path(), bytes, whole.mtimeNs()), m_whole(whole) {}
    Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
        const auto left = offset < fileSize() ? fileSize() - offset : 0;
        return m_whole.read(offset, into.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, into.size()))));
    }
    [[nodiscard]] bool isSeekable() const override { return m_whole.isSeekable(); }
    [[nodiscard]] std::uint64_t fileBytesRead() const override { return m_whole.fileBytesRead(); }

private:
    ByteSource &m_whole;
};

/// Members behind the events, from the last bytes of the file: from a closing bracket on, the rest must read as the end
/// of an object.
void addTailMembers(std::string_view tail, RootMembers &members) {
    constexpr int kTries = 64;
    simdjson::dom::parser parser;
    auto at = tail.rfind(']');
    for (int i = 0; i < kTries && at != std::string_view::npos && at > 0; ++i, at = tail.rfind(']', at - 1)) {
        const auto comma = tail.find_first_not_of(kBlanks, at + 1);
        if (comma == std::string_view::npos || tail[comma] != ',') {
            continue;
        }
        simdjson::dom::object object;
        if (parser.parse("{" + std::string(tail.substr(comma + 1))).get(object) == simdjson::SUCCESS) {
            for (const auto &[key, value] : object) {
                members.try_emplace(std::string(key), simdjson::minify(value));
            }
            return;
        }
    }
}

std::string textOf(simdjson::dom::element value) {
    std::string_view text;
    return value.get(text) == simdjson::SUCCESS ? std::string(text) : simdjson::minify(value);
}

KeyValues flattened(simdjson::dom::object event) {
    KeyValues result;
    for (const std::string_view key : {"name", "cat"}) {
        simdjson::dom::element value;
        if (event[key].get(value) == simdjson::SUCCESS) {
            result.emplace_back(key, textOf(value));
        }
    }
    simdjson::dom::element args;
    if (event["args"].get(args) != simdjson::SUCCESS) {
        return result;
    }
    simdjson::dom::object members;
    if (args.get(members) != simdjson::SUCCESS) {
        result.emplace_back("args", textOf(args));
        return result;
    }
    for (const auto &[key, value] : members) {
        result.emplace_back(key, textOf(value));
    }
    return result;
}

/// Bytes up to the end of the object at the start of the text; 0 when it does not end in there.
std::size_t objectLength(std::string_view text) {
    std::string copy(text);
    copy.resize(text.size() + JsonTokens::kPadding);
    JsonTokens tokens;
    if (!tokens.scan(copy.data(), text.size())) {
        return 0;
    }
    JsonGrammar grammar;
    for (const auto at : tokens.positions()) {
        if (!grammar.take(JsonGrammar::tokenOf(copy[at]))) {
            return 0;
        }
        if (grammar.depth() == 0) {
            return at + 1;
        }
    }
    return 0;
}

/// What only profilers write, of a file that breaks off before its events.
bool hasProfilersMember(const RootMembers &members) {
    constexpr std::array<std::string_view, 6> kOwn{"deviceProperties", "distributedInfo", "cupti_version",
                                                   "trace_id",         "traceName",       "baseTimeNanoseconds"};
    return std::any_of(kOwn.begin(), kOwn.end(),
                       [&](std::string_view name) { return members.find(name) != members.end(); });
}

/// An array that breaks off within its first event.
bool beginsLikeEvents(std::string_view rest) {
    const auto first = rest.find_first_not_of(kBlanks);
    return first != std::string_view::npos && rest[first] == '{' && rest.find("\"ph\"") != std::string_view::npos;
}

Result<std::string> readObject(ByteSource &source, std::uint64_t offset) {
    std::string text;
    for (std::size_t bytes = kFirstPiece; bytes <= kMaxEventBytes; bytes *= 4) {
        text.resize(bytes);
        ASSIGN_OR_RETURN(const auto got, source.read(offset, text));
        text.resize(got);
        if (!text.starts_with('{')) {
            break;
        }
        if (const auto length = objectLength(text)) {
            text.resize(length);
            return text;
        }
        if (got < bytes) {
            break;
        }
    }
    return fail(ErrorKind::Malformed, "no event begins there", source.path() + ":byte " + std::to_string(offset));
}

}  // namespace

Result<RootMembers> readMembers(ByteSource &source, const LoadControl &control) {
    ImportLog ignored;  // a head that is cut off has no end: nothing to report, deep loading tells
    HeadSource head(source, kHeadBytes);
    EventScanner scanner(head, ignored, control, {kHeadBytes, kHeadBytes});
    EventWindow window;
    std::ignore = scanner.next(window);
    if (scanner.error()) {
        return tl::make_unexpected(*scanner.error());
    }
    auto members = scanner.members();
    const auto size = source.fileSize();
    if (source.isSeekable() && size > 0) {
        std::string tail(static_cast<std::size_t>(std::min<std::uint64_t>(size, kHeadBytes)), '\0');
        ASSIGN_OR_RETURN(const auto got, source.read(size - tail.size(), tail));
        addTailMembers(std::string_view(tail).substr(0, got), members);
    }
    return members;
}

Status readTraceHead(const FileSource &file, Sink &sink, const LoadControl &control) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    ASSIGN_OR_RETURN(const auto members, readMembers(*source, control));
    if (!control.checkpoint()) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", file.path);
    }
    addEnvironmentTable(members, !file.process.empty(), sink);
    TraceSigns signs;
    for (const auto &[key, text] : members) {
        signs.members.push_back(key + '=' + text);
    }
    addDialectTable(signs, sink);
    return {};
}

bool holdsTraceEvents(const std::string &path, const std::stop_token &stop) {
    const auto source = ByteSource::open(path);
    if (!source) {
        return false;
    }
    ImportLog log;
    LoadControl control;
    control.stop = stop;
    EventScanner::Limits limits;
    limits.windowBytes = kFirstPiece;
    limits.repairs = false;
    EventScanner scanner(**source, log, control, limits);
    EventWindow window;
    const bool hasItem = scanner.next(window);
    const bool isBroken = scanner.error() || log.hasDataLoss();
    if (scanner.rootIsObject()) {
        return scanner.sawEvents() || (isBroken && hasProfilersMember(scanner.members()));
    }
    if (hasItem) {
        return parseTraceEvent(window, window.events.front()).phaseText.isString;
    }
    return scanner.sawEvents() && (!isBroken || beginsLikeEvents(window.view()));
}

Result<KeyValues> readTraceEvent(const FileSource &file, std::uint64_t offset) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    if (source->fileSize() != file.size || source->mtimeNs() != file.mtimeNs) {
        return fail(ErrorKind::Changed, "the file has changed since it was loaded", file.path);
    }
    ASSIGN_OR_RETURN(const auto text, readObject(*source, offset));
    simdjson::dom::parser parser;
    simdjson::dom::object event;
    if (parser.parse(text).get(event) != simdjson::SUCCESS) {
        return fail(ErrorKind::Malformed, "the event cannot be parsed", file.path + ":byte " + std::to_string(offset));
    }
    return flattened(event);
}

}  // namespace stagescope
