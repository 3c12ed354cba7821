#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/data/data_files.h"
#include "core/formats/format_list.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stagescope {

namespace {

struct FeedFile {
    std::string_view begin;  ///< of the file's name
    std::string_view ending;
    Status (*read)(const FeedFileInput &in);
};
constexpr std::array kDataFiles{
    FeedFile{"pipeline_profiling_", ".json", &readPipelineJson},
    FeedFile{"minddata_pipeline_raw_", ".csv", &readPipelineCsv},
    FeedFile{"minddata_pipeline_summary_", ".csv", &readPipelineSummary},
    FeedFile{"minddata_pipeline_summary_", ".json", &readPipelineSummary},
    FeedFile{"minddata_cpu_utilization_", ".json", &readProcessorTimes},
    FeedFile{"device_queue_profiling_", ".txt", &readBatchLines},
    FeedFile{"dataset_iterator_profiling_", ".txt", &readBatchLines},
    FeedFile{"minddata_aicpu_", ".txt", &readGetNextLines},
    FeedFile{"minddata_getnext_profiling_", ".txt", &readGetNextLines},
    FeedFile{"aicpu_mi_", ".csv", &readGetNextCsv},
    FeedFile{"dp_", ".csv", &readEventsCsv},
};

const FeedFile *dataFile(std::string_view name) {
    const auto *it = std::find_if(kDataFiles.begin(), kDataFiles.end(), [&](const FeedFile &file) {
        return name.starts_with(file.begin) && contains(name, file.ending);
    });
    return it == kDataFiles.end() ? nullptr : it;
}

/// Files that MindSpore writes of its data pipeline (MindData), and msprof of the queue on the device.
class FeedFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "data_pipeline"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return dataFile(fileName) != nullptr;
    }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto name = lastPart(file.path);
        const auto *kind = dataFile(name);
        return kind == nullptr ? Status(fail(ErrorKind::Unsupported, "no known file of a data pipeline", file.path))
                               : kind->read({file.path, name, sink, control});
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeDataPipelineFormat() { return std::make_unique<FeedFormat>(); }

}  // namespace stagescope
