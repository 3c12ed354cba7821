#pragma once

#include "core/session/workspace.h"
#include "core/store/tables/format_descriptor.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <QtCore/QStringList>

#include <algorithm>

namespace stagescope {

/// What was read of a run that the descriptors of its formats do not name: "trace_json gives kernels".
inline QString undeclaredContents(const Run &run) {
    QStringList found;
    const auto add = [&](std::string_view format, std::string_view what) {
        found += QString::fromStdString(std::string(format) + " gives " + std::string(what));
    };
    for (const auto &capture : run.captures) {
        for (const auto &loaded : capture.loaded) {
            const auto file = std::find_if(capture.files.begin(), capture.files.end(),
                                           [&](const FileSource &each) { return each.id == loaded.source; });
            const std::string_view format = file == capture.files.end() ? std::string_view() : file->format;
            const auto yields = formatDescriptor(format).all();
            for (const auto &table : loaded.tables) {
                if (table->rowCount() > 0 && !yields.hasAny(table->kind())) {
                    add(format, tableKindName(table->kind()));
                }
            }
            const bool hasSlices = std::any_of(loaded.traces.begin(), loaded.traces.end(),
                                               [](const auto &trace) { return trace->bounds().has_value(); });
            if (hasSlices && !yields.hasAny(Content::Timeline)) {
                add(format, "a timeline");
            }
        }
    }
    found.removeDuplicates();
    return found.join(QStringLiteral(", "));
}

}  // namespace stagescope
