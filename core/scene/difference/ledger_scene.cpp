#include "core/scene/difference/ledger_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

constexpr int kRowHeight = 26;
constexpr int kMostRowHeight = 4 * kRowHeight;  ///< few rows take what room there is
constexpr int kMostLabel = 380;
constexpr int kValueWidth = 150;
constexpr int kLeastPlot = 120;
constexpr std::size_t kMostChanges = 14;

bool isOfKernels(ChangeKind kind) { return kind <= ChangeKind::KernelGone; }

/// Cause of a bubble or a gap as the table has it.
std::string causeWords(const std::string &cause, const SceneStyle &style) {
    return style.message(Message("value.difference.name." + cause));
}

Message reasonMessage(const ChangeReason &reason) {
    return Message("ledger.setting." + std::string(reasonKindText(reason.kind)), {reason.from, reason.to});
}

class LedgerPainter {
public:
    LedgerPainter(const Ledger &ledger, const LedgerOptions &options, const SceneStyle &style)
        : m_ledger(ledger),
          m_options(options),
          m_style(style),
          m_format(MillisFormat::forSize(std::max(ledger.before, ledger.after))) {
        m_layout.scene.width = options.width;
        m_layout.scene.height = options.height;
    }

    LedgerLayout build() {
        ScenePen pen(m_layout.scene, m_style);
        Box area = Box{0, 0, m_options.width, m_options.height}.inset(kPad, kPad);
        drawHead(pen, area);
        const auto room = static_cast<std::size_t>(std::max(0, area.height / kRowHeight));
        if (room < 3) {
            return std::move(m_layout);
        }
        // Two rows are the steps themselves, two more those that sum up the rest.
        m_layout.bars = ledgerBars(m_ledger, std::min(kMostChanges, room - std::min<std::size_t>(room, 4) + 1));
        const auto rows = static_cast<int>(m_layout.bars.size()) + 3;  // with both steps and the scale
        m_rowHeight = std::clamp(area.height / rows, kRowHeight, kMostRowHeight);
        chooseScale();
        measureLabels(pen, area);
        drawStep(pen, area, "ledger.before", m_options.before, m_ledger.before);
        auto at = m_ledger.before;
        for (std::size_t i = 0; i < m_layout.bars.size() && area.height >= 2 * m_rowHeight; ++i) {
            drawBar(pen, area.takeTop(m_rowHeight), i, at);
            at += m_layout.bars[i].difference;
        }
        drawStep(pen, area, "ledger.after", m_options.after, m_ledger.after);
        drawScale(pen, area);
        return std::move(m_layout);
    }

private:
    void drawHead(ScenePen &pen, Box &area) {
        const auto share = signedText(100.0 * static_cast<double>(m_ledger.change().count()) /
                                      static_cast<double>(std::max<std::int64_t>(1, m_ledger.before.count())));
        const Message title("ledger.title", {m_format.text(m_ledger.before), m_format.text(m_ledger.after),
                                             signedFigure(m_format.text(m_ledger.change())), share});
        pen.text(area.takeTop(m_style.lineHeight + 2), pen.words(title), ColorRole::Text, TextAlign::Left, true);
        auto second =
            m_ledger.noise
                ? pen.words(Message(m_ledger.significance == Significance::Significant ? "ledger.beyond_noise"
                                                                                       : "ledger.within_noise",
                                    {timeText(*m_ledger.noise)}))
                : pen.words(Message("ledger.no_noise"));
        if (m_ledger.holder) {
            second += " · " + pen.words(Message("ledger.holder", {std::to_string(m_ledger.holder->rank)}));
        }
        for (const auto &setting : m_ledger.settings) {
            second += " · " + pen.words(reasonMessage(setting));
        }
        if (m_ledger.hostSpeed != Nanos{0}) {
            second += " · " + pen.words(Message("ledger.equal_host",
                                                {valueText(*m_ledger.hostRatio),
                                                 signedFigure(m_format.text(m_ledger.changeAtEqualHost()))}));
        }
        pen.text(area.takeTop(m_style.lineHeight), second, ColorRole::MutedText);
        area.takeTop(kPad);
    }

    void chooseScale() {
        auto at = m_ledger.before;
        auto low = std::min(m_ledger.before, m_ledger.after);
        auto high = std::max(m_ledger.before, m_ledger.after);
        for (const auto &bar : m_layout.bars) {
            at += bar.difference;
            low = std::min(low, at);
            high = std::max(high, at);
        }
        // What chance makes looks like nothing, and so does a fiftieth of the step: bars are cut off where it begins.
        constexpr std::int64_t kLeastShare = 50;
        const auto least = std::max(m_ledger.noise.value_or(Nanos{0}), m_ledger.before / kLeastShare);
        const auto span = high - low;
        const auto margin = std::max<std::int64_t>({1, span.count() / 8, 3 * (least - span).count()});
        m_low = std::max<std::int64_t>(0, low.count() - margin);
        m_high = high.count() + margin;
    }
    [[nodiscard]] int pixelOf(Nanos time) const {
        return m_plotLeft + static_cast<int>(static_cast<double>(time.count() - m_low) /
                                             static_cast<double>(m_high - m_low) * m_plotWidth);
    }

    void measureLabels(ScenePen &pen, const Box &area) {
        constexpr int kBoldExtra = 7;  // a seventh: bold is wider than what is measured
        int widest = std::max(pen.widthOf(stepName("ledger.before", m_options.before)),
                              pen.widthOf(stepName("ledger.after", m_options.after)));
        widest += widest / kBoldExtra;
        for (const auto &bar : m_layout.bars) {
            widest = std::max(widest, pen.widthOf(m_style.message(barName(m_ledger, bar, m_style))));
        }
        const int room = std::max(0, area.width - kValueWidth - kLeastPlot);
        m_labelWidth = std::min({widest + kPad, kMostLabel, room});
        m_plotLeft = area.x + m_labelWidth;
        m_plotWidth = std::max(1, area.width - m_labelWidth - kValueWidth);
    }

    [[nodiscard]] std::string stepName(const char *id, const std::string &side) const {
        return m_style.message(Message(id, {side}));
    }

    void drawStep(ScenePen &pen, Box &area, const char *id, const std::string &side, Nanos length) {
        auto row = area.takeTop(m_rowHeight);
        pen.fill(row, ColorRole::AlternateBackground);
        auto line = row;
        pen.text(line.takeLeft(m_labelWidth), stepName(id, side), ColorRole::Text, TextAlign::Left, true);
        const int end = pixelOf(length);
        pen.fill(Box{m_plotLeft, row.y + 5, std::max(1, end - m_plotLeft), row.height - 10}, ColorRole::Baseline);
        for (int i = 1; m_low > 0 && m_plotWidth > kLeastPlot / 2 && i <= 2; ++i) {  // it does not begin at 0
            pen.fill(Box{m_plotLeft + 6 * i, row.y + 3, 2, row.height - 6}, ColorRole::Background);
        }
        drawValue(pen, row, m_format.text(length) + " ms", true);
    }

    /// Where the bars begin and end.
    void drawScale(ScenePen &pen, Box &area) {
        if (area.height < m_style.lineHeight) {
            return;
        }
        auto line = area.takeTop(m_style.lineHeight);
        line.x = m_plotLeft;
        line.width = m_plotWidth;
        pen.text(line, m_format.text(Nanos{m_low}) + " ms", ColorRole::MutedText);
        pen.text(line, m_format.text(Nanos{m_high}) + " ms", ColorRole::MutedText, TextAlign::Right);
    }

    void drawValue(ScenePen &pen, const Box &row, const std::string &text, bool bold = false) {
        pen.text({row.right() - kValueWidth + kPad, row.y, kValueWidth - kPad, row.height}, text, ColorRole::Text,
                 TextAlign::Right, bold);
    }

    void drawBar(ScenePen &pen, Box row, std::size_t i, Nanos from) {
        const auto &bar = m_layout.bars[i];
        if (m_options.selected == i) {
            pen.fill(row, ColorRole::HeaderBackground);
        }
        auto line = row;
        pen.text(line.takeLeft(m_labelWidth - kPad), m_style.message(barName(m_ledger, bar, m_style)));
        const auto to = from + bar.difference;
        const int left = pixelOf(std::min(from, to));
        const Box filled{left, row.y + 4, std::max(2, pixelOf(std::max(from, to)) - left), row.height - 8};
        const bool isSure = bar.significance == Significance::Significant;
        const Color color{ColorRole::Heat, bar.difference > Nanos{0} ? kMaxHeat : 0};
        pen.fill(filled, isSure || bar.kind == LedgerBar::Kind::Change ? color : Color{ColorRole::Free, 0},
                 bar.significance == Significance::WithinNoise);
        pen.vertical(pixelOf(to), row.y + row.height - 4, 8, ColorRole::MutedText);
        if (m_options.selected == i) {
            pen.frame(row, ColorRole::Accent);
        }
        drawValue(pen, row, signedFigure(m_format.text(bar.difference)) + " ms");
        m_layout.rows.push_back({i, row, filled});
    }

    const Ledger &m_ledger;
    const LedgerOptions &m_options;
    const SceneStyle &m_style;
    MillisFormat m_format;
    LedgerLayout m_layout;
    std::int64_t m_low = 0;
    std::int64_t m_high = 1;
    int m_rowHeight = kRowHeight;
    int m_labelWidth = 0;
    int m_plotLeft = 0;
    int m_plotWidth = 1;
};

/// Rows that belong into one bar: kernels by the way in which they changed and why; all else stands for itself.
using BarKey = std::tuple<ChangeKind, std::vector<ChangeReason>, std::string>;
BarKey keyOf(const LedgerRow &row) {
    // Shapes are a reason of their own for every operator.
    const auto reasons = row.kind == ChangeKind::KernelShapes ? std::vector<ChangeReason>{} : row.reasons;
    return isOfKernels(row.kind) ? BarKey{row.kind, reasons, {}} : BarKey{row.kind, {}, row.name};
}

void sumUp(const Ledger &ledger, LedgerBar &bar) {
    std::set<std::string_view> names;
    bar.difference = Nanos{0};
    for (const auto i : bar.rows) {
        const auto &row = ledger.rows[i];
        bar.difference += row.change();
        names.insert(row.name);
        if (row.significance == Significance::Significant) {
            bar.significance = Significance::Significant;
        }
    }
    bar.operators = names.size();
}

}  // namespace

std::vector<LedgerBar> ledgerBars(const Ledger &ledger, std::size_t most) {
    std::map<BarKey, LedgerBar> byKey;
    LedgerBar noise{.kind = LedgerBar::Kind::WithinNoise, .significance = Significance::WithinNoise};
    for (std::size_t i = 0; i < ledger.rows.size(); ++i) {
        const auto &row = ledger.rows[i];
        if (row.change() == Nanos{0}) {
            continue;
        }
        if (row.significance == Significance::WithinNoise) {
            noise.rows.push_back(i);
            continue;
        }
        auto &bar = byKey[keyOf(row)];
        bar.change = row.kind;
        bar.rows.push_back(i);
    }
    std::vector<LedgerBar> bars;
    for (auto &[key, bar] : byKey) {
        sumUp(ledger, bar);
        bars.push_back(std::move(bar));
    }
    std::stable_sort(bars.begin(), bars.end(), [](const LedgerBar &a, const LedgerBar &b) {
        return std::chrono::abs(a.difference) > std::chrono::abs(b.difference);
    });
    if (bars.size() > most) {
        LedgerBar others{.kind = LedgerBar::Kind::Others};
        for (std::size_t i = most; i < bars.size(); ++i) {
            others.rows.insert(others.rows.end(), bars[i].rows.begin(), bars[i].rows.end());
        }
        bars.resize(most);
        std::sort(others.rows.begin(), others.rows.end());
        sumUp(ledger, others);
        bars.push_back(std::move(others));
    }
    if (!noise.rows.empty()) {
        sumUp(ledger, noise);
        bars.push_back(std::move(noise));
    }
    return bars;
}

Message barName(const Ledger &ledger, const LedgerBar &bar, const SceneStyle &style) {
    const auto count = std::to_string(bar.rows.size());
    if (bar.kind != LedgerBar::Kind::Change) {
        return Message(bar.kind == LedgerBar::Kind::Others ? "ledger.others" : "ledger.noise", {count});
    }
    const auto &row = ledger.rows[bar.rows.front()];
    auto id = "ledger." + std::string(changeKindText(bar.change));
    if (bar.change == ChangeKind::KernelTime || bar.change == ChangeKind::KernelCount) {
        id += bar.difference > Nanos{0} ? ".more" : ".less";
    }
    switch (bar.change) {
        case ChangeKind::KernelTime:
        case ChangeKind::KernelCount:
        case ChangeKind::KernelShapes:
        case ChangeKind::KernelNew:
        case ChangeKind::KernelGone:
            if (bar.change == ChangeKind::KernelCount && !row.reasons.empty()) {
                return Message(id + ".reason", {style.message(reasonMessage(row.reasons.front()))});
            }
            return bar.operators == 1 ? Message(id + ".one", {row.name})
                                      : Message(id, {std::to_string(bar.operators), row.name});
        case ChangeKind::Bubble:
        case ChangeKind::Gap:
        case ChangeKind::Reported:
            return Message(id, {causeWords(row.name, style)});
        case ChangeKind::CommWait:
            if (row.late) {
                return Message(id + ".late", {row.name, std::to_string(*row.late)});
            }
            break;
        default:
            break;
    }
    return Message(id, {row.name.empty() ? style.message(Message("ledger.unnamed")) : row.name});
}

std::optional<std::size_t> LedgerLayout::barAt(int x, int y) const {
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row &row) { return row.box.contains(x, y); });
    return it == rows.end() ? std::nullopt : std::optional(it->bar);
}

LedgerLayout layOutLedger(const Ledger &ledger, const LedgerOptions &options, const SceneStyle &style) {
    return LedgerPainter(ledger, options, style).build();
}

}  // namespace stagescope
