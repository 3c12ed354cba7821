#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/trace_json/process_groups.h"
#include "core/formats/trace_json/trace_json_reader.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kLongestBlank = 4096;  ///< before the first bracket
/// A sixteenth of the file makes loading so much longer; more than 64 MiB would have nobody see it sooner.
constexpr std::uint64_t kPreviewShare = 16;
constexpr std::uint64_t kLongestPreview = std::uint64_t{64} << 20;

/// Ascend's neighbours of a trace, which are JSON objects too.
bool isOtherJson(std::string_view name) {
    return name.starts_with("profiler_info") || name.starts_with("profiler_metadata") ||
           name.starts_with("communication") || name.starts_with("cluster_") || name.starts_with("host_start") ||
           name.starts_with("info.json") || name.starts_with("compile_commands");
}

bool hasTraceName(std::string_view name) {
    const auto small = lowerCase(plainName(name));
    return small.ends_with(".json") || small.ends_with(".trace");
}
/// Traces in protocol buffers.
bool hasPackedTraceName(std::string_view name) {
    name = unpackedName(name);
    return name.ends_with(".xplane.pb") || name.ends_with(".pftrace") || name.ends_with(".perfetto-trace");
}

std::string_view withoutMark(std::string_view head) {
    head.remove_prefix(head.starts_with("\xef\xbb\xbf") ? 3 : 0);
    head.remove_prefix(std::min(head.find_first_not_of(kBlanks), head.size()));
    return head;
}

class TraceJsonFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "trace_json"; }

    /// Where the events stand in a file, and whether there are any, only a walk through it tells.
    [[nodiscard]] bool sniff(std::string_view, std::string_view) const override { return false; }

    [[nodiscard]] bool recognises(const std::string &path, std::string_view head,
                                  const std::stop_token &stop) const override {
        const auto name = lastPart(path);
        const auto begin = withoutMark(head);
        const bool mayBe = begin.starts_with('{') || begin.starts_with('[');
        return mayBe && hasTraceName(name) && !isOtherJson(name) && holdsTraceEvents(path, stop);
    }

    /// A rank for each host process, where several drive devices.
    [[nodiscard]] std::vector<FilePart> parts(const std::string &path, const std::stop_token &stop) const override {
        LoadControl control;
        control.stop = stop;
        std::vector<FilePart> parts;
        for (auto &group : processGroupsOf(path, control)) {
            parts.push_back({.number = static_cast<int>(parts.size()),
                             .process = std::move(group.host),
                             .title = std::move(group.title)});
        }
        return parts;
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        if (control.depth == LoadDepth::Shallow) {
            return readTraceHead(file, sink, control);
        }
        if (sink.wantsPreview() && file.size >= control.previewFrom) {
            const auto part = readTraceStart(file, std::min(file.size / kPreviewShare, kLongestPreview), control);
            if (part && (*part)->bounds()) {
                sink.showPreview(*part);
            }
        }
        return readTraceJson(file, sink, control);
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        return readTraceEvent(file, row.row);
    }
};

}  // namespace

std::optional<Error> breakBeforeEvents(const std::string &path, const std::stop_token &stop) {
    const auto name = lastPart(path);
    if ((!hasTraceName(name) && !hasPackedTraceName(name)) || isOtherJson(name)) {
        return std::nullopt;
    }
    const auto source = ByteSource::open(path);
    if (!source) {
        return source.error();
    }
    if ((*source)->fileSize() == 0) {
        const bool saysMore = !name.ends_with(".json") || name.find("trace") != std::string_view::npos;
        return saysMore ? std::optional(Error{ErrorKind::Truncated, "the file is empty", path}) : std::nullopt;
    }
    std::string begin(kLongestBlank, '\0');
    const auto got = (*source)->read(0, begin);
    const auto text = withoutMark(std::string_view(begin).substr(0, got.value_or(0)));
    if (!text.empty() && !text.starts_with('{') && !text.starts_with('[')) {
        return std::nullopt;
    }
    ImportLog log;
    LoadControl control;
    control.stop = stop;
    EventScanner::Limits limits;
    limits.repairs = false;
    EventScanner scanner(**source, log, control, limits);
    EventWindow window;
    std::ignore = scanner.next(window);
    if (scanner.error()) {
        return scanner.error();
    }
    return log.count("json.truncated") > 0
               ? std::optional(Error{ErrorKind::Truncated, "the file ends within its outermost bracket", path})
               : std::nullopt;
}

std::unique_ptr<Format> makeTraceJsonFormat() { return std::make_unique<TraceJsonFormat>(); }

}  // namespace stagescope
