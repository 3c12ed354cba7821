#include "core/formats/format_list.h"
#include "core/formats/io/json_values.h"
#include "core/formats/tables/environment_rows.h"
#include "core/formats/tables/group_rows.h"

namespace stagescope {

namespace {

/// profiler_metadata.json: what the training added to the profile (sizes of the parallel dimensions, groups,
/// environment).
class TrainingMetadataFormat : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "profiler_metadata"; }

    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName == "profiler_metadata.json";
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto document = JsonDocument::readObject(file.path, control);
        if (!document) {
            return tl::make_unexpected(document.error());
        }
        EnvironmentRows rows;
        for (const auto member : document->object()) {
            if (member.key == "parallel_group_info") {
                giveGroups(groupRows(member.value), sink);
            } else {
                addMetadata(rows, member.key, member.value);
            }
        }
        rows.give(sink);
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeProfilerMetadataFormat() { return std::make_unique<TrainingMetadataFormat>(); }

}  // namespace stagescope
