#include "core/advice/finding_texts.h"
#include "core/advice/joint_headroom.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/text.h"

#include <algorithm>

namespace stagescope {

namespace {

struct HeadroomRow {
    const HeadroomStudy *study;
    JointHeadroom::Row row;
    std::size_t place;

    [[nodiscard]] const Finding &finding() const { return study->findings()[row.finding]; }
    [[nodiscard]] Nanos step() const { return study->step() - row.joint; }
};

/// Of the rules asked for; all where none are.
Result<std::vector<std::size_t>> askedFindings(const AnalysisInput &input, const HeadroomStudy &study) {
    const auto text = input.parameter("rules");
    std::vector<std::string_view> names;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        names.push_back(trimmed(std::string_view(text).substr(begin, end - begin)));
        begin = end + 1;
    }
    for (const auto name : names) {
        if (std::ranges::find(ruleList(), name, &Rule::id) == ruleList().end()) {
            return fail(ErrorKind::BadArgument, "no rule '" + std::string(name) + "'; see table findings for theirs");
        }
    }
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < study.findings().size(); ++i) {
        if (names.empty() || std::ranges::find(names, study.findings()[i].rule) != names.end()) {
            asked.push_back(i);
        }
    }
    return asked;
}

Status addHeadroom(const AnalysisInput &input, const std::stop_token &stop, TableRows<HeadroomRow> &out) {
    const auto study = HeadroomStudy::make(*input.run(), {}, stop);
    ASSIGN_OR_RETURN(const auto asked, askedFindings(input, *study));
    std::size_t place = 0;
    for (const auto &row : study->of(asked).rows) {
        out.add({study.get(), row, ++place});
    }
    for (const auto finding : asked) {
        if (!study->canReplay(finding)) {
            out.note("Not replayed: " + findingText(study->findings()[finding].title) + ".");
        }
    }
    if (asked.empty()) {
        out.note("No finding to replay.");
    } else if (!study->hasPipelines()) {
        out.note(
            "No complete pipeline step: assumes that ranks do not wait for one another; the rank that saves most "
            "counts.");
    }
    return {};
}

}  // namespace

AnalysisEntry makeHeadroomEntry() {
    using Row = HeadroomRow;
    using Line = JointHeadroom::Row;
    return runTable<Row>(
        {{.id = "headroom",
          .title = "Joint headroom",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .isLean = true,
          .parameters = {{"rules", "",
                          "Ids of rules whose findings are taken, with commas between them; all if empty."}}}},
        {
            column("order", "Rank in the recommended order of fixes.", &Row::place),
            column("rule", "Id of the rule that judges.", &Row::finding, &Finding::rule),
            column("title", "The verdict.", &Row::finding, &Finding::title, findingText),
            column("alone_ms", "ms", "Saving per step with this finding alone fixed, replayed.", &Row::row,
                   &Line::alone, inMillis),
            column("gain_ms", "ms", "Likewise on top of those above: savings do not add up.", &Row::row, &Line::gain,
                   inMillis),
            column("joint_ms", "ms", "Likewise of this one and those above together.", &Row::row, &Line::joint,
                   inMillis),
            column("step_ms", "ms", "Length of the typical step with these fixed.", &Row::step, inMillis),
        },
        addHeadroom);
}

}  // namespace stagescope
