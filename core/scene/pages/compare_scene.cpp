#include "core/scene/pages/compare_scene.h"

#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/kit/split_parts.h"
#include "core/scene/kit/stacked_bars.h"
#include "core/scene/pages/page_spacing.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kSection = 14;
constexpr int kRow = 22;
constexpr int kBarRow = 34;
constexpr int kWarningLines = 3;  ///< the list of settings names the rest
constexpr int kName = 280;        ///< table and settings stand side by side where names have that much
constexpr int kNumber = 108;
constexpr int kNumbers = 4;
constexpr std::array<const char *, kNumbers> kHeads{"compare.column.left", "compare.column.right",
                                                    "compare.column.difference", "compare.column.percent"};

std::string joinedValues(const std::vector<std::string> &values, const SceneStyle &style) {
    std::string text;
    for (const auto &value : values) {
        text +=
            (text.empty() ? "" : ", ") + (value.empty() ? style.message(Message("environment.empty_value")) : value);
    }
    return text.empty() ? style.message(Message("compare.not_set")) : text;
}

/// One layout of the page: measures without drawing when the pen's clip is empty is not possible for flowing texts, so
/// every part returns the height it used.
class ComparePage {
public:
    ComparePage(ScenePen &pen, const CompareModel &model)
        : m_pen(pen), m_model(model), m_format(MillisFormat::forSize(model.span())) {}

    int draw(const Box &page) {
        Box area = page.inset(kPagePad, kPagePad);
        const int top = area.y;
        if (!m_model.profiler.empty()) {
            area.takeTop(drawWarning(area) + kSection);
        }
        drawBars(area.takeTop(m_pen.style().lineHeight + 4 + 2 * kBarRow));
        area.takeTop(kSection);
        const int tableWidth = (area.width - 2 * kSection) * 12 / 20;
        if (tableWidth >= kName + kNumbers * numberWidth()) {
            Box left = area.takeLeft(tableWidth);
            area.takeLeft(2 * kSection);
            return area.y - top + 2 * kPagePad + std::max(drawTable(left), drawSettings(area));
        }
        area.takeTop(drawTable(area) + kSection);
        return area.y - top + 2 * kPagePad + drawSettings(area);
    }

private:
    [[nodiscard]] std::string words(const char *id) const { return m_pen.words(Message(id)); }

    [[nodiscard]] int numberWidth() const {
        int widest = kNumber;
        for (const auto *id : kHeads) {
            widest = std::max(widest, m_pen.widthOf(words(id)) + kPagePad);
        }
        return widest;
    }

    int heading(Box &area, const std::string &text) {
        m_pen.text(area.takeTop(m_pen.style().lineHeight + 4), text, ColorRole::Text, TextAlign::Left, true);
        return m_pen.style().lineHeight + 4;
    }

    int drawWarning(const Box &area) {
        const auto &style = m_pen.style();
        std::string text = words("compare.profiled_differently");
        for (const auto &difference : m_model.profiler) {
            text += " " + difference.key + ": " + joinedValues(difference.baselineValues, style) + " / " +
                    joinedValues(difference.mainValues, style) + ";";
        }
        text.back() = '.';
        const Box inner{area.x + 12, area.y + 6, area.width - 20, area.height};
        const auto lines = std::min(kWarningLines, static_cast<int>(wrapped(text, inner.width, style.metrics).size()));
        const Box banner{area.x, area.y, area.width, lines * style.lineHeight + 12};
        m_pen.fill(banner, ColorRole::HeaderBackground);
        m_pen.fill({banner.x, banner.y, 4, banner.height}, ColorRole::Warning);
        m_pen.paragraph(inner, text, ColorRole::Text, kWarningLines);
        return banner.height;
    }

    void drawBars(Box area) {
        StackedBars bars;
        bars.format = m_format;
        for (const auto *side : {&m_model.left, &m_model.right}) {
            StackedBar bar;
            bar.label = m_pen.words(sideName(*side));
            bar.item = side->rank;
            const auto lengths = side->split ? splitParts(side->split->parts) : SplitParts{};
            for (std::size_t i = 0; i < lengths.size(); ++i) {
                bar.parts.emplace_back(kSplitParts[i].role, lengths[i]);
            }
            bars.bars.push_back(std::move(bar));
        }
        heading(area, m_pen.words(Message("compare.split", {sideText(m_model.left), sideText(m_model.right)})));
        bars.draw(m_pen, area);
    }

    [[nodiscard]] std::string sideText(const CompareSide &side) const {
        return side.split && side.split->step ? m_pen.words(Message("step.label", {stepText(*side.split->step)}))
                                              : words("compare.whole_capture");
    }

    int drawTable(Box area) {
        const int top = area.y;
        const int numbers = numberWidth() * kNumbers;
        const int name = std::max(100, std::min(area.width - numbers, kName));
        Box head = area.takeTop(kRow);
        m_pen.text(head.takeLeft(name), words("compare.column.part"), ColorRole::MutedText);
        for (const auto *id : kHeads) {
            m_pen.text(head.takeLeft(numberWidth()), words(id), ColorRole::MutedText, TextAlign::Right);
        }
        m_pen.horizontal(area.x, area.y - 1, std::min(area.width, name + numbers), ColorRole::Grid);
        const auto rows = splitDifferences(m_model, m_format);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const bool isTotal = i + 1 == rows.size();
            if (isTotal) {
                m_pen.horizontal(area.x, area.y, std::min(area.width, name + numbers), ColorRole::Grid);
            }
            drawDifference(area.takeTop(kRow), rows[i], name, isTotal ? nullptr : &kSplitParts[i]);
        }
        // Who waits less for others overlaps less: what a rank computes is both.
        const auto &alone = rows[kComputingPart];
        const auto &overlapped = rows[kOverlappedPart];
        drawDifference(area.takeTop(kRow),
                       {Message("split.computing.all"), alone.left + overlapped.left, alone.right + overlapped.right},
                       name, nullptr);
        return area.y - top;
    }

    void drawDifference(Box line, const SplitDifference &row, int nameWidth, const SplitPartLook *look) {
        Box name = line.takeLeft(nameWidth);
        if (look != nullptr) {
            m_pen.fill({name.x, name.y + (kRow - 12) / 2, 12, 12}, look->role);
        }
        name.takeLeft(18);
        const bool isTotal = look == nullptr;
        m_pen.text(name, m_pen.words(row.name), ColorRole::Text, TextAlign::Left, isTotal);
        const auto number = [&](const std::string &text, ColorRole role) {
            m_pen.text(line.takeLeft(numberWidth()), text, role, TextAlign::Right, isTotal);
        };
        const auto difference = row.right - row.left;
        number(m_model.left.split ? m_format.textOf(row.left) : "-", ColorRole::Text);
        number(m_model.right.split ? m_format.textOf(row.right) : "-", ColorRole::Text);
        if (!m_model.left.split || !m_model.right.split) {
            return;
        }
        const auto role = difference == 0 ? ColorRole::MutedText : ColorRole::Text;
        number(signedFigure(m_format.textOf(difference)), role);
        number(row.left == 0 ? "" : signedText(100.0 * static_cast<double>(difference) / static_cast<double>(row.left)),
               role);
    }

    int drawSettings(Box area) {
        const int top = area.y;
        heading(area, words("compare.settings"));
        if (m_model.environment.empty() && m_model.profiler.empty()) {
            area.takeTop(m_pen.paragraph(area, words("compare.settings.same"), ColorRole::MutedText));
            return area.y - top;
        }
        const int column = area.width / 3;
        Box head = area.takeTop(kRow);
        m_pen.text(head.takeLeft(column), words("compare.column.setting"), ColorRole::MutedText);
        m_pen.text(head.takeLeft(column), words("compare.column.left_value"), ColorRole::MutedText);
        m_pen.text(head, words("compare.column.right_value"), ColorRole::MutedText);
        for (const auto *list : {&m_model.profiler, &m_model.environment}) {
            for (const auto &difference : *list) {
                area.takeTop(drawSetting(area, difference, column));
            }
        }
        return area.y - top;
    }

    int drawSetting(const Box &area, const EnvironmentDifference &difference, int column) {
        const int room = column - 10;
        int height = m_pen.paragraph({area.x, area.y, room, area.height}, difference.key, ColorRole::MutedText);
        height = std::max(height, m_pen.paragraph({area.x + column, area.y, room, area.height},
                                                  joinedValues(difference.baselineValues, m_pen.style())));
        height = std::max(height, m_pen.paragraph({area.x + 2 * column, area.y, room, area.height},
                                                  joinedValues(difference.mainValues, m_pen.style())));
        return height + 4;
    }

    ScenePen &m_pen;
    const CompareModel &m_model;
    MillisFormat m_format;
};

}  // namespace

Message sideName(const CompareSide &side) {
    const auto rank = std::to_string(side.rank.rank);
    return side.isTwoRuns ? Message("compare.side", {rank, side.run}) : Message("rank.label", {rank});
}

Scene buildCompareScene(const CompareModel &model, int width, int height, const SceneStyle &style) {
    constexpr int kTallest = 20'000;  // room for flowing texts; the scene is cut to what they used
    Scene scene;
    scene.width = width;
    scene.height = kTallest;
    ScenePen pen(scene, style);
    const int used = ComparePage(pen, model).draw({0, 0, width, kTallest});
    scene.height = std::max(height, used);
    return scene;
}

}  // namespace stagescope
