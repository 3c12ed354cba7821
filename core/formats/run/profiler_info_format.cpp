#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_values.h"
#include "core/formats/tables/environment_rows.h"

#include <algorithm>

namespace stagescope {

namespace {

/// profiler_info.json and profiler_info_N.json: the settings of one capture, written by torch_npu and MindSpore.
class CaptureSettingsFormat : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "profiler_info"; }

    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        if (!fileName.starts_with("profiler_info") || !fileName.ends_with(".json")) {
            return false;
        }
        fileName.remove_prefix(std::string_view("profiler_info").size());
        fileName.remove_suffix(std::string_view(".json").size());
        if (fileName.empty()) {
            return true;
        }
        return fileName.size() > 1 && fileName[0] == '_' && std::all_of(fileName.begin() + 1, fileName.end(), &isDigit);
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto document = JsonDocument::readObject(file.path, control);
        if (!document) {
            return tl::make_unexpected(document.error());
        }
        EnvironmentRows rows;
        for (const auto member : document->object()) {
            addMember(rows, member.key, member.value);
        }
        rows.give(sink);
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows", file.path);
    }

private:
    static void addMember(EnvironmentRows &rows, std::string_view key, simdjson::dom::element value) {
        const std::string name(key);
        if (key == "rank_id") {
            if (const auto rank = jsonNumber(value); rank && *rank >= 0) {
                rows.add("identity", "rank", std::to_string(*rank));
            }
        } else if (key == "config") {
            rows.add("profiler", flattened(value));
        } else if (key.ends_with("_version") || key == "version") {
            rows.add("version", flattened(value, name));
        } else if (key.ends_with("_info")) {
            rows.add("session", flattened(value, name));
        } else {
            rows.add("profiler", flattened(value, name));
        }
    }
};

}  // namespace

std::unique_ptr<Format> makeProfilerInfoFormat() { return std::make_unique<CaptureSettingsFormat>(); }

}  // namespace stagescope
