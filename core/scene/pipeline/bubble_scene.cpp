#include "core/scene/pipeline/bubble_scene.h"

#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kFactGap = 28;
constexpr int kRow = 26;
constexpr int kLane = 16;
constexpr int kInherent = 3;
constexpr int kLeastBars = 300;  ///< narrower bars give way to figures no more
constexpr int kDividerFrom = 3;
constexpr std::size_t kColumns = 7;

/// Colours of work that no schedule orders, as on the chart; by OtherWork.
constexpr std::array<ColorRole, kOtherWorks> kWorkRoles{
    ColorRole::Preparing, ColorRole::Loss,          ColorRole::GradientSync, ColorRole::Optimizer,
    ColorRole::Computing, ColorRole::Communication, ColorRole::OtherWork};

std::string share(Nanos part, Nanos whole) {
    if (std::abs(part.count()) < whole.count() / 2000) {
        part = Nanos{0};  // not "-0.0"
    }
    return percentText(static_cast<double>(part.count()),
                       static_cast<double>(std::max<std::int64_t>(1, whole.count())));
}

class Builder {
public:
    Builder(const BubbleModel &model, int width, const SceneStyle &style)
        : m_model(model),
          m_pen(m_out.scene, style),
          m_line(style.lineHeight),
          m_width(width),
          m_format(MillisFormat::forSize(model.window.duration())) {
        for (const auto &row : model.rows) {
            m_longest = std::max(m_longest, row.account.range.duration() + row.account.beyond);
        }
    }

    BubbleScene build() {
        m_out.scene.width = m_width;
        m_out.scene.height = 1 << 20;  // cut below, once the height is known
        m_pen.setClip({0, 0, m_width, m_out.scene.height});
        int y = kPad;
        y = drawTitle(y);
        y = drawWindowParts(y);
        y = drawLegend(y) + kPad / 2;
        y = drawTable(y) + kPad / 2;
        y += m_pen.paragraph({kPad, y, m_width - 2 * kPad, 20 * m_line}, footnote(), ColorRole::MutedText);
        m_out.scene.height = y + kPad;
        return std::move(m_out);
    }

private:
    /// What the columns mean, and how much the schedule at hand idles at best.
    [[nodiscard]] std::string footnote() const {
        auto text = m_pen.words(Message("bubbles.formulas"));
        if (m_model.parts && !m_model.schedule.empty()) {
            text +=
                ' ' + m_pen.words(Message("bubbles.ideal",
                                          {m_model.schedule, share(m_model.parts->inherent(), m_model.parts->uniform),
                                           share(m_model.parts->inherent(), m_model.parts->busyMean)}));
        }
        return text;
    }

    int drawTitle(int y) {
        m_pen.text({kPad, y, m_width - 2 * kPad, m_line},
                   m_pen.words(Message("bubbles.title", {stepText(*m_model.step), m_model.group,
                                                         m_format.text(m_model.window.duration())})),
                   ColorRole::Text, TextAlign::Left, true);
        return y + m_line + 4;
    }

    /// Name above, time and share of the window below; wraps.
    int drawWindowParts(int y) {
        if (!m_model.parts) {
            const auto text = m_pen.words(Message("bubbles.no_replay"));
            return y + m_pen.paragraph({kPad, y, m_width - 2 * kPad, 4 * m_line}, text, ColorRole::MutedText) + 4;
        }
        int x = kPad;
        const bool hasTransfers =
            std::ranges::any_of(m_model.rows, [](const auto &row) { return row.account.p2p.has_value(); });
        for (const auto &part : windowParts(*m_model.parts, hasTransfers)) {
            const auto name = m_pen.words(Message(part.id));
            auto value = m_format.text(part.length);
            joinText(value, share(part.length, m_model.window.duration()) + " %", Join::Comma, m_pen.style().message);
            const int width = std::max(m_pen.widthOf(name), m_pen.widthOf(value));
            if (x > kPad && x + width > m_width - kPad) {
                x = kPad;
                y += 2 * m_line + 4;
            }
            m_pen.text({x, y, width, m_line}, name, ColorRole::MutedText);
            m_pen.text({x, y + m_line, width, m_line}, value);
            x += width + kFactGap;
        }
        return y + 2 * m_line + kPad;
    }

    template <class Draw>
    void entry(int &x, int &y, const Message &message, const Draw &draw) {
        const auto name = m_pen.words(message);
        const int width = m_pen.widthOf(name);
        if (x > kPad && x + kSwatch + kSwatchGap + width > m_width - kPad) {
            x = kPad;
            y += m_line + 2;
        }
        draw(Box{x, y + (m_line - kSwatch) / 2, kSwatch, kSwatch});
        m_pen.text({x + kSwatch + kSwatchGap, y, width, m_line}, name, ColorRole::MutedText);
        x += kSwatch + kSwatchGap + width + kEntryGap;
    }

    /// What occurs in the bars.
    int drawLegend(int y) {
        int x = kPad;
        entry(x, y, Message("bubbles.busy"), [&](const Box &box) { m_pen.fill(box, ColorRole::PhaseSteady); });
        for (const auto cause : kCauseOrder) {
            if (cause != BubbleCause::OtherWork && sumOf([&](const StepAccount &a) { return a.of(cause); }) > 0) {
                entry(x, y, nameOf(cause), [&](const Box &box) { fillCause(m_pen, box, cause); });
            }
        }
        for (std::size_t i = 0; i < kOtherWorks; ++i) {
            const auto work = static_cast<OtherWork>(i);
            if (sumOf([&](const StepAccount &a) { return a.of(work); }) > 0) {
                entry(x, y, Message("bubbles.work." + std::string(otherWorkText(work))),
                      [&](const Box &box) { m_pen.fill(box, kWorkRoles[i]); });
            }
        }
        entry(x, y, Message("bubbles.inherent"), [&](const Box &box) {
            m_pen.fill({box.x, box.bottom() - kInherent, box.width, kInherent}, ColorRole::Text);
        });
        return y + m_line;
    }

    template <class Of>
    [[nodiscard]] std::int64_t sumOf(const Of &of) const {
        std::int64_t sum = 0;
        for (const auto &row : m_model.rows) {
            sum += of(row.account).count();
        }
        return sum;
    }

    using Texts = std::array<std::string, kColumns>;

    [[nodiscard]] Texts heads() const {
        Texts texts;
        const std::array ids{"bubbles.column.bubble",   "bubbles.column.of_window", "bubbles.column.of_busy",
                             "bubbles.column.inherent", "bubbles.column.p2p",       "bubbles.column.peer",
                             "bubbles.column.step"};
        for (std::size_t i = 0; i < kColumns; ++i) {
            texts[i] = m_pen.words(Message(ids[i]));
        }
        return texts;
    }

    [[nodiscard]] Texts figures(const BubbleRow &row) const {
        const auto &account = row.account;
        if (!account.hasCells) {
            return {};
        }
        const auto idle = row.bubbles.idle();
        const auto step = account.range.duration();
        return {m_format.text(idle),
                share(idle, m_model.window.duration()) + " %",
                share(idle, row.bubbles.busy) + " %",
                row.bubbles.inherent ? m_format.text(*row.bubbles.inherent) : std::string{},
                account.p2p ? m_format.text(*account.p2p) + ", " + share(*account.p2p, step) + " %" : std::string{},
                account.peerBubble ? m_format.text(*account.peerBubble) : std::string{},
                m_format.text(step)};
    }

    /// Bars, and as many columns of figures as leave them room.
    int drawTable(int y) {
        const auto titles = heads();
        std::array<int, kColumns> widths{};
        std::vector<Texts> texts;
        int labels = 0;
        for (const auto &row : m_model.rows) {
            texts.push_back(figures(row));
            labels = std::max(labels, m_pen.widthOf(labelOf(row)) + kPad);
        }
        for (std::size_t i = 0; i < kColumns; ++i) {
            widths[i] = m_pen.widthOf(titles[i]);
            for (const auto &text : texts) {
                widths[i] = std::max(widths[i], m_pen.widthOf(text[i]));
            }
        }
        std::size_t shown = kColumns;
        int room = m_width - 2 * kPad - labels;
        for (std::size_t i = 0; i < kColumns; ++i) {
            room -= widths[i] + kEntryGap;
            shown = room < kLeastBars && shown == kColumns ? i : shown;
        }
        const auto drawLine = [&](Box line, const Texts &line_texts, ColorRole role) {
            for (auto i = shown; i-- > 0;) {
                m_pen.text(line.takeRight(widths[i]), line_texts[i], role, TextAlign::Right);
                line.takeRight(kEntryGap);
            }
            return line;
        };
        drawLine({kPad, y, m_width - 2 * kPad, m_line}, titles, ColorRole::MutedText);
        y += m_line;
        for (std::size_t i = 0; i < m_model.rows.size(); ++i, y += kRow) {
            Box line{kPad, y, m_width - 2 * kPad, kRow};
            m_pen.hit(line, RankRef{m_model.run, m_model.rows[i].account.rank});
            line = drawLine(line, texts[i], ColorRole::Text);
            m_pen.text(line.takeLeft(labels), labelOf(m_model.rows[i]));
            drawBar(i, line);
        }
        return y;
    }

    [[nodiscard]] std::string labelOf(const BubbleRow &row) const {
        return m_pen.words(Message("pipeline.row", {std::to_string(row.account.rank), std::to_string(row.stage)}));
    }

    void drawBar(std::size_t index, const Box &line) {
        const auto &row = m_model.rows[index];
        const auto &account = row.account;
        if (!account.hasCells) {
            m_pen.text(line, m_pen.words(Message("pipeline.no_data")), ColorRole::MutedText);
            return;
        }
        m_lane = {line.x, line.y + (kRow - kLane - kInherent - 2) / 2, line.width, kLane};
        m_done = 0;
        drawBusy(index, take(account.busy));
        const int idleFrom = pixelOf(account.busy.count());
        for (const auto cause : kCauseOrder) {
            if (cause == BubbleCause::OtherWork) {
                drawOtherWork(index);
                continue;
            }
            const Box box = take(account.of(cause));
            fillCause(m_pen, box, cause);
            addPart(box, index, cause, {});
        }
        m_pen.frame({m_lane.x, m_lane.y, pixelOf(m_done) - m_lane.x, m_lane.height}, ColorRole::Grid);
        if (row.bubbles.inherent) {
            const int end = pixelOf((account.busy + *row.bubbles.inherent).count());
            m_pen.fill({idleFrom, m_lane.bottom() + 2, end - idleFrom, kInherent}, ColorRole::Text);
        }
    }

    /// Cells may overlap: their sums are scaled to the union that the bar shows.
    void drawBusy(std::size_t index, const Box &box) {
        const auto &kinds = m_model.rows[index].kinds;
        m_pen.fill(box, ColorRole::PhaseSteady);
        addPart(box, index, {}, {});
        std::int64_t sum = 0;
        for (const auto kind : kinds) {
            sum += kind.count();
        }
        std::int64_t done = 0;
        for (std::size_t i = 0; i < kinds.size() && sum > 0; ++i) {
            const auto at = [&](std::int64_t t) {
                return box.x +
                       static_cast<int>(std::lround(static_cast<double>(t) / static_cast<double>(sum) * box.width));
            };
            const int from = at(done);
            done += kinds[i].count();
            const Box part{from, box.y, at(done) - from, box.height};
            if (part.width >= kDividerFrom) {
                m_pen.label(part, cellKindText(static_cast<CellKind>(i)), ColorRole::PhaseSteady);
                if (done < sum) {
                    m_pen.vertical(part.right() - 1, part.y, part.height, ColorRole::Background);
                }
            }
        }
    }

    void drawOtherWork(std::size_t index) {
        for (std::size_t i = 0; i < kOtherWorks; ++i) {
            const Box box = take(m_model.rows[index].account.others[i]);
            m_pen.fill(box, kWorkRoles[i]);
            addPart(box, index, BubbleCause::OtherWork, static_cast<OtherWork>(i));
        }
    }

    void addPart(const Box &box, std::size_t row, std::optional<BubbleCause> cause, std::optional<OtherWork> work) {
        if (!box.isEmpty()) {
            m_out.parts.push_back({box, row, cause, work});
        }
    }

    [[nodiscard]] int pixelOf(std::int64_t length) const {
        const double scale = static_cast<double>(m_lane.width) / static_cast<double>(m_longest.count());
        return m_lane.x + static_cast<int>(std::lround(static_cast<double>(length) * scale));
    }
    Box take(Nanos length) {
        const int from = pixelOf(m_done);
        m_done += length.count();
        return {from, m_lane.y, pixelOf(m_done) - from, m_lane.height};
    }

    const BubbleModel &m_model;
    BubbleScene m_out;
    ScenePen m_pen;
    int m_line;
    int m_width;
    MillisFormat m_format;
    Nanos m_longest{1};
    Box m_lane;
    std::int64_t m_done = 0;  ///< of the bar that is being drawn
};

}  // namespace

const BubbleScene::Part *BubbleScene::partAt(int x, int y) const {
    const auto it = std::find_if(parts.begin(), parts.end(), [&](const Part &part) { return part.box.contains(x, y); });
    return it == parts.end() ? nullptr : &*it;
}

std::vector<WindowPart> windowParts(const Counterfactuals &parts, bool hasTransfers) {
    std::vector<WindowPart> all{
        {"bubbles.part.busy", parts.busyMean},
        {"bubbles.part.inherent", parts.inherent()},
        {"bubbles.part.stage_imbalance", parts.stageImbalance()},
        {parts.variability() < Nanos{0} ? "bubbles.part.variability.gain" : "bubbles.part.variability",
         parts.variability()},
        {"bubbles.part.transfer", parts.transfer()},
        {hasTransfers ? "bubbles.part.launch" : "bubbles.part.launch.transfers", parts.launch()},
        {"bubbles.part.residual", parts.residual()}};
    std::erase_if(all, [&](const WindowPart &part) {
        return !hasTransfers && std::string_view(part.id) == "bubbles.part.transfer";
    });
    return all;
}

BubbleScene buildBubbleScene(const BubbleModel &model, int width, const SceneStyle &style) {
    return Builder(model, width, style).build();
}

}  // namespace stagescope
