#include "core/analysis/run/marks_table.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/base/io/mark_file.h"

#include <array>
#include <cstdio>

namespace stagescope {

namespace {

Result<ResultTable> runMarks(const AnalysisInput &input, const std::stop_token &) {
    const auto *run = input.run();
    if (run == nullptr) {
        return marksTable({});
    }
    auto marks = readMarks(run->path);
    if (!marks) {
        return tl::make_unexpected(marks.error());
    }
    if (input.range) {
        std::erase_if(*marks, [&](const TimeMark &mark) {
            return !input.range->contains(mark.range.begin) && !input.range->overlaps(mark.range);
        });
    }
    auto table = marksTable(*marks);
    if (marks->empty()) {
        table.notes.emplace_back("No marks: none were set on this run in the window (keys K and Shift+M).");
    }
    return table;
}

}  // namespace

AnalysisEntry makeMarksEntry() {
    return {.id = "marks",
            .title = "Marks of the timeline",
            .columns =
                {
                    textColumn("name", "Name that was given to the mark."),
                    textColumn("kind", "flag (a moment) or range."),
                    integerColumn("start_ns", "ns", "Begin on the common clock of the run."),
                    realColumn("duration_us", "us", "Length of a range; 0 for a flag."),
                    textColumn("color", "Colour, #RRGGBB."),
                },
            .run = &runMarks};
}

ResultTable marksTable(const std::vector<TimeMark> &marks) {
    auto table = emptyTable(*analysisById("marks"));
    for (const auto &mark : marks) {
        std::array<char, 16> color{};
        std::snprintf(color.data(), color.size(), "#%06x", mark.rgb & 0xffffffU);
        table.rows.push_back({textCell(mark.name), textCell(mark.isFlag() ? "flag" : "range"),
                              numberCell(ns(mark.range.begin)), microsCell(mark.range.duration()),
                              textCell(color.data())});
    }
    return table;
}

}  // namespace stagescope
