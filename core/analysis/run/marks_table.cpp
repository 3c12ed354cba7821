#include "core/analysis/run/marks_table.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/store/bundle/bundle_notes.h"

#include <array>
#include <cstdio>

namespace stagescope {

namespace {

std::string colorText(std::uint32_t rgb) {
    std::array<char, 16> color{};
    std::snprintf(color.data(), color.size(), "#%06x", rgb & 0xffffffU);
    return color.data();
}

ColumnList<TimeMark> markColumns() {
    return {
        column("name", "Name that was given to the mark.", &TimeMark::name),
        column("kind", "flag (a moment) or range.",
               [](const TimeMark &mark) { return mark.isFlag() ? "flag" : "range"; }),
        column("start_ns", "ns", "Begin on the common clock of the run.", &TimeMark::range, &AlignedRange::begin),
        column("duration_us", "us", "Length of a range; 0 for a flag.", &TimeMark::range, &AlignedRange::duration),
        column("color", "Color, #RRGGBB.", &TimeMark::rgb, colorText),
    };
}

Status addMarks(const AnalysisInput &input, const std::stop_token & /*stop*/, TableRows<TimeMark> &out) {
    ASSIGN_OR_RETURN(const auto marks, marksOfRun(input.run()->path));
    for (const auto &mark : marks) {
        if (input.touches(mark.range)) {
            out.add(mark);
        }
    }
    return {};
}

}  // namespace

AnalysisEntry makeMarksEntry() {
    return runTable<TimeMark>({.entry = {.id = "marks", .title = "Marks of the timeline"},
                               .whenEmpty = "No marks: none were set on this run in the window (keys K and Shift+M)."},
                              markColumns(), addMarks);
}

ResultTable marksTable(const std::vector<TimeMark> &marks) { return tableOf("marks", markColumns(), marks); }

}  // namespace stagescope
