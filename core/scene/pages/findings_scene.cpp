#include "core/scene/pages/findings_scene.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/pages/page_spacing.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kFindingPad = 16;
constexpr int kDetailsFrom = 860;  ///< from here on list and details stand side by side
constexpr int kMostList = 620;
constexpr int kButtonPad = 14;
constexpr int kPartIndent = 24;  ///< of causes below what they cause
constexpr int kBoldShare = 8;    ///< bold runs about one eighth wider than the measured plain font

int linesHeight(std::string_view text, int width, const SceneStyle &style) {
    return static_cast<int>(wrapped(text, width, style.metrics).size()) * style.lineHeight;
}

/// Writes down a column; without a pen it only measures.
class Column {
public:
    Column(ScenePen *pen, const SceneStyle &style, const Box &box) : m_pen(pen), m_style(style), m_box(box) {}

    void paragraph(std::string_view text, ColorRole role = ColorRole::Text, int indent = 0) {
        const Box line{m_box.x + indent, m_y(), m_box.width - indent, linesHeight(text, m_box.width - indent, m_style)};
        if (m_pen != nullptr) {
            m_pen->paragraph(line, text, role);
        }
        m_used += line.height;
    }
    void heading(std::string_view text) {
        gap(kPageGap);
        for (const auto &line : wrapped(text, m_box.width - m_box.width / kBoldShare, m_style.metrics)) {
            if (m_pen != nullptr) {
                m_pen->text({m_box.x, m_y(), m_box.width, m_style.lineHeight}, line, ColorRole::Text, TextAlign::Left,
                            true);
            }
            m_used += m_style.lineHeight;
        }
    }
    void gap(int height) { m_used += height; }
    [[nodiscard]] int used() const { return m_used; }
    [[nodiscard]] Box rest() const { return {m_box.x, m_y(), m_box.width, m_box.height - m_used}; }

private:
    [[nodiscard]] int m_y() const { return m_box.y + m_used; }

    ScenePen *m_pen;
    const SceneStyle &m_style;
    Box m_box;
    int m_used = 0;
};

int rowHeight(const FindingLine &finding, const SceneStyle &style, int width) {
    return linesHeight(style.message(finding.title), width - 2 * kPageGap - kSeverityBar, style) + style.lineHeight +
           kPageGap;
}

Box drawRow(ScenePen &pen, const FindingLine &finding, const Box &box, bool isOpened) {
    const auto &style = pen.style();
    pen.fill(box, isOpened ? ColorRole::HeaderBackground : ColorRole::Background);
    pen.frame(box, isOpened ? ColorRole::Accent : ColorRole::Grid);
    pen.fill({box.x, box.y, kSeverityBar, box.height}, severityRole(finding.severity));
    Box inner{box.x + kSeverityBar + kPageGap, box.y + kPageGap / 2, box.width - kSeverityBar - 2 * kPageGap,
              box.height - kPageGap};
    const auto title = pen.words(finding.title);
    pen.paragraph(inner.takeTop(linesHeight(title, inner.width, style)), title);
    pen.text(inner.takeTop(style.lineHeight), impactText(finding, style), ColorRole::MutedText);
    return box;
}

/// `out` gets the buttons; null where it is only measured.
int drawDetails(ScenePen *pen, const FindingsModel &model, const FindingLine &finding, const SceneStyle &style,
                const Box &box, FindingsScene *out) {
    Column column(pen, style, box);
    column.heading(style.message(finding.title));
    column.paragraph(impactText(finding, style), ColorRole::MutedText);
    std::string place;
    for (const auto &part : finding.place) {
        joinText(place, style.message(part), Join::Comma, style.message);
    }
    if (!place.empty()) {
        column.paragraph(place, ColorRole::MutedText);
    }
    const bool hasNext = model.findings.size() > 1;
    if (finding.canShow || hasNext) {
        column.gap(kPageGap);
        Box rest = column.rest();
        if (pen != nullptr && finding.canShow) {
            out->showButton = drawButton(*pen, rest, Message("findings.show"));
            rest.takeLeft(std::min(rest.width, out->showButton.width + kPageGap));
        }
        if (pen != nullptr && hasNext) {
            out->nextButton = drawButton(*pen, rest, Message("findings.next"));
        }
        column.gap(style.lineHeight + kPageGap);
    }
    // A heading without a text below it tells nothing.
    const auto section = [&](const char *heading, const std::vector<Message> &texts) {
        if (!texts.empty()) {
            column.heading(style.message(Message(heading)));
        }
        for (const auto &text : texts) {
            column.paragraph(style.message(text));
        }
    };
    section("findings.remedy", finding.remedy.id.empty() ? std::vector<Message>{} : std::vector{finding.remedy});
    section("findings.facts", finding.facts);
    section("findings.assumptions", finding.assumptions);
    return column.used();
}

/// The list and, below it, the checks; returns the height.
int flowList(ScenePen *pen, const FindingsModel &model, const FindingsOptions &options, const SceneStyle &style,
             const Box &box, FindingsScene &out) {
    int y = box.y;
    if (model.findings.empty()) {
        Column column(pen, style, box);
        column.heading(style.message(model.headline));
        y += column.used();
    }
    if (model.joint) {
        Column column(pen, style, {box.x, y, box.width, box.height});
        column.heading(style.message(*model.joint));
        y += column.used() + kPageGap / 2;
    }
    for (std::size_t i = 0; i < model.findings.size(); ++i) {
        const int in = model.findings[i].head.empty() ? 0 : kPartIndent;
        const Box row{box.x + in, y, box.width - in, rowHeight(model.findings[i], style, box.width - in)};
        if (pen != nullptr) {
            out.rows.push_back(drawRow(*pen, model.findings[i], row, i == options.opened));
        }
        y = row.bottom() + kPageGap / 2;
    }
    y += kPageGap;
    return y - box.y +
           flowChecks(pen, model, style, {box.x, y, box.width, box.bottom() - y}, options.isUnfolded, &out.checks);
}

}  // namespace

ColorRole severityRole(FindingLine::Severity severity) {
    switch (severity) {
        case FindingLine::Severity::High:
            return ColorRole::Error;
        case FindingLine::Severity::Medium:
            return ColorRole::Warning;
        case FindingLine::Severity::Low:
            break;
    }
    return ColorRole::MutedText;
}

std::string impactText(const FindingLine &finding, const SceneStyle &style) {
    const bool costs = finding.impact != Nanos{0};
    const bool isMemory = !costs && finding.bytes > 0;
    auto text =
        style.message(costs      ? Message("findings.impact", {MillisFormat{1}.text(finding.impact)})
                      : isMemory ? Message("findings.memory", {bytesText(static_cast<std::uint64_t>(finding.bytes))})
                      : finding.endsJob ? Message("findings.ends_job")
                                        : Message("findings.no_impact"));
    if (finding.share && costs) {
        joinText(text, percentText(*finding.share, 1) + " %", Join::Comma, style.message);
    }
    joinText(text, style.message(finding.certainty), Join::Comma, style.message);
    return text;
}

Box drawButton(ScenePen &pen, const Box &room, const Message &label) {
    const auto text = pen.words(label);
    const Box box{room.x, room.y, std::min(room.width, pen.widthOf(text) + 2 * kButtonPad), pen.style().lineHeight + 4};
    pen.fill(box, ColorRole::HeaderBackground);
    pen.frame(box, ColorRole::Accent);
    pen.text(box.inset(2, 2), text, ColorRole::Accent, TextAlign::Center);
    return box;
}

int flowChecks(ScenePen *pen, const FindingsModel &model, const SceneStyle &style, const Box &box, bool isUnfolded,
               Box *line) {
    Column column(pen, style, box);
    for (const auto &note : model.notes) {
        column.paragraph(style.message(note), ColorRole::Warning);
    }
    std::size_t open = 0;
    for (const auto &group : model.unchecked) {
        open += group.topics.size();
    }
    const auto passed = std::to_string(model.passed.size());
    const Message counts = open == 0 ? Message("findings.checks.all", {passed})
                                     : Message("findings.checks", {passed, std::to_string(open)});
    const int top = column.rest().y;
    column.paragraph((isUnfolded ? "\u25be " : "\u25b8 ") + style.message(counts), ColorRole::MutedText);
    *line = {box.x, top, box.width, column.rest().y - top};
    if (!isUnfolded) {
        return column.used();
    }
    const auto joined = [&](const std::vector<Message> &topics) {
        std::string text;
        for (const auto &topic : topics) {
            joinText(text, style.message(topic), Join::Semicolon, style.message);
        }
        return text;
    };
    if (!model.passed.empty()) {
        column.paragraph(style.message(Message("findings.looked_for", {joined(model.passed)})), ColorRole::MutedText);
    }
    for (const auto &group : model.unchecked) {
        column.gap(kPageGap / 2);
        column.paragraph(style.message(group.help));
        column.paragraph(style.message(Message("findings.unanswered", {joined(group.topics)})), ColorRole::MutedText);
    }
    return column.used();
}

FindingsScene buildFindingsScene(const FindingsModel &model, const FindingsOptions &options, const SceneStyle &style) {
    FindingsScene out;
    const int room = std::max(1, options.width - 2 * kFindingPad);
    const bool isWide = options.width >= kDetailsFrom && !model.findings.empty();
    const int listWidth = isWide ? std::min(kMostList, room * 9 / 20) : room;
    const FindingLine *opened = options.opened < model.findings.size() ? &model.findings[options.opened] : nullptr;
    const Box list{kFindingPad, kFindingPad, listWidth, 0};
    const int listHeight = flowList(nullptr, model, options, style, list, out);
    Box details = isWide ? Box{list.right() + 2 * kFindingPad, kFindingPad, room - listWidth - 2 * kFindingPad, 0}
                         : Box{kFindingPad, kFindingPad + listHeight + kFindingPad, room, 0};
    details.height = opened == nullptr ? 0 : drawDetails(nullptr, model, *opened, style, details, nullptr);
    if (isWide) {  // as far as the list goes
        const int lowest = list.y + std::max(0, listHeight - details.height);
        details.y = std::clamp(options.top + kFindingPad, kFindingPad, std::max(kFindingPad, lowest));
    }
    out.scene.width = options.width;
    out.scene.height = std::max({options.height, list.y + listHeight + kFindingPad, details.bottom() + kFindingPad});
    ScenePen pen(out.scene, style);
    pen.fill({0, 0, out.scene.width, out.scene.height}, ColorRole::AlternateBackground);
    flowList(&pen, model, options, style, {list.x, list.y, list.width, listHeight}, out);
    if (opened != nullptr) {
        drawDetails(&pen, model, *opened, style, details, &out);
    }
    return out;
}

}  // namespace stagescope
