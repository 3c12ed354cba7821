#include "core/analysis/run/source_format.h"

#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>

namespace stagescope {

std::string_view sourceFormat(const RankCapture &capture, SourceId source) {
    const auto loaded = std::find_if(capture.loaded.begin(), capture.loaded.end(),
                                     [&](const LoadedSource &one) { return one.source == source; });
    if (loaded != capture.loaded.end()) {
        for (const auto &fact : RecordList<EnvironmentRecord>(loaded->tables)) {
            if (fact.key == kBundledFormat) {
                return fact.value;
            }
        }
    }
    const auto file = std::find_if(capture.files.begin(), capture.files.end(),
                                   [&](const FileSource &one) { return one.id == source; });
    return file == capture.files.end() ? std::string_view{} : std::string_view(file->format);
}

bool isDatabaseSource(const RankCapture &capture, SourceId source) {
    return sourceFormat(capture, source).ends_with("_db");
}

}  // namespace stagescope
