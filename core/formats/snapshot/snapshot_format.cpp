#include "core/formats/format_list.h"
#include "core/formats/snapshot/snapshot_reader.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::string_view kId = "memory_snapshot";

/// PROTO 2 to 5 and then what a dict or list of these protocols begins with.
bool looksLikePickle(std::string_view head) {
    constexpr std::string_view kBegins("}](\x95", 4);
    return head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 &&
           kBegins.find(head[2]) != std::string_view::npos;
}

/// The first key of a snapshot's JSON is one of a few, whatever wrote it.
bool looksLikeJson(std::string_view head) {
    const auto open = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (open == std::string_view::npos || head[open] != '{') {
        return false;
    }
    const auto quote = head.find_first_not_of(" \t\r\n", open + 1);
    const auto key = quote == std::string_view::npos ? std::string_view{} : head.substr(quote);
    constexpr std::array<std::string_view, 4> kKeys{"\"segments\"", "\"device_traces\"", "\"allocator_settings\"",
                                                    "\"external_annotations\""};
    return std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view k) { return key.starts_with(k); });
}

bool hasPickleName(std::string_view name) {
    for (const std::string_view ending : {".gz", ".zst"}) {
        name.remove_suffix(name.ends_with(ending) ? ending.size() : 0);
    }
    return name.ends_with(".pickle") || name.ends_with(".pkl");
}

class SnapshotFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return kId; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view head) const override {
        return looksLikePickle(head) || looksLikeJson(head) || hasPickleName(fileName);
    }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        if (control.depth != LoadDepth::Deep) {
            return {};
        }
        auto reading = readSnapshot(file.path, sink.log(), control);
        if (reading.store) {
            sink.setSnapshot(std::move(reading.store));
        }
        return std::move(reading.status);
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef /*row*/) const override {
        return fail(ErrorKind::Unsupported, "a snapshot's events are kept whole", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeSnapshotFormat() { return std::make_unique<SnapshotFormat>(); }

}  // namespace stagescope
