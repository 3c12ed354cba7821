#include "core/formats/format_list.h"
#include "core/formats/trace_json_reader.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
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
    for (const std::string_view suffix : {".gz", ".zst"}) {
        if (name.ends_with(suffix)) {
            name.remove_suffix(suffix.size());
        }
    }
    return name.ends_with(".json") || name.ends_with(".trace");
}

/// `text` begins with the bracket of an array: are its items objects, the first of them an event?
bool isEventArray(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks, 1);
    if (first == std::string_view::npos) {
        return false;
    }
    if (text[first] == ']') {
        return true;
    }
    return text[first] == '{' && text.find("\"ph\"") != std::string_view::npos;
}

bool isTraceObject(std::string_view text) {
    for (const std::string_view key : {"\"traceEvents\"", "\"schemaVersion\"", "\"distributedInfo\"",
                                       "\"deviceProperties\"", "\"displayTimeUnit\""}) {
        if (text.find(key) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

class TraceJsonFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "trace_json"; }

    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view head) const override {
        if (head.starts_with("\xef\xbb\xbf")) {
            head.remove_prefix(3);
        }
        head.remove_prefix(std::min(head.find_first_not_of(kBlanks), head.size()));
        if (head.empty() || !hasTraceName(fileName) || isOtherJson(fileName)) {
            return false;
        }
        return head.front() == '[' ? isEventArray(head) : head.front() == '{' && isTraceObject(head);
    }

    [[nodiscard]] bool has(LoadDepth) const override { return true; }

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

std::unique_ptr<Format> makeTraceJsonFormat() { return std::make_unique<TraceJsonFormat>(); }

}  // namespace stagescope
