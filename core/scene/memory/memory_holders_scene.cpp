#include "core/scene/memory/memory_holders_scene.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kHolderBar = 4;
constexpr int kHeadingLines = 3;

class HoldersPainter {
public:
    HoldersPainter(ScenePen &pen, const MemoryHolders &holders)
        : m_pen(pen), m_holders(holders), m_whole(std::max(holders.allocated.value_or(0), holders.held)) {}

    void draw(Box area, const std::string &heading) {
        const int line = m_pen.style().lineHeight;
        const int used = m_pen.paragraph(area, heading, ColorRole::Text, kHeadingLines);
        area.takeTop(used + kPad / 2);
        if (m_holders.allocated) {
            drawSum(area.takeTop(line), Message("memory.holders.allocated"), *m_holders.allocated);
            area.takeTop(kPad / 2);
        }
        if (m_holders.rest) {
            drawRow(area, m_pen.words(Message("memory.holders.rest")), *m_holders.rest, ColorRole::OtherWork);
        }
        for (std::size_t i = 0; i < m_holders.holders.size(); ++i) {
            const bool isLastRow = area.height < 2 * rowHeight() && i + 1 < m_holders.holders.size();
            if (area.height < rowHeight()) {
                break;
            }
            if (isLastRow) {
                drawOthers(area, i);
                break;
            }
            const auto &holder = m_holders.holders[i];
            drawRow(area, nameOf(holder), holder.bytes, ColorRole::Counter);
        }
        if (m_holders.holders.empty()) {
            m_pen.paragraph(area, m_pen.words(Message("memory.holders.none")), ColorRole::MutedText);
        }
    }

private:
    [[nodiscard]] int rowHeight() const { return m_pen.style().lineHeight + kHolderBar + 6; }

    /// Of a category no allocations are told.
    [[nodiscard]] std::string nameOf(const MemoryHolders::Holder &holder) const {
        return holder.allocations == 0
                   ? holder.name
                   : m_pen.words(Message("memory.holders.name", {holder.name, groupedText(holder.allocations)}));
    }
    void drawSum(Box box, const Message &name, std::int64_t bytes) {
        const auto figure = signedBytesText(static_cast<double>(bytes));
        m_pen.text(box.takeRight(std::min(box.width, m_pen.widthOf(figure) + 2)), figure, ColorRole::Text,
                   TextAlign::Right);
        m_pen.text(box, m_pen.words(name), ColorRole::MutedText);
    }
    void drawRow(Box &area, const std::string &name, std::int64_t bytes, ColorRole role) {
        Box row = area.takeTop(rowHeight());
        Box text = row.takeTop(m_pen.style().lineHeight);
        row.takeTop(2);
        const auto figure = signedBytesText(static_cast<double>(bytes)) + "  " +
                            percentText(static_cast<double>(bytes), static_cast<double>(m_whole)) + " %";
        m_pen.text(text.takeRight(std::min(text.width, m_pen.widthOf(figure) + 2)), figure, ColorRole::Text,
                   TextAlign::Right);
        text.takeRight(std::min(text.width, kPad));
        m_pen.text(text, name, ColorRole::Text);
        m_pen.fill({row.x, row.y, row.width, kHolderBar}, ColorRole::Grid);
        const double share =
            m_whole > 0 ? std::clamp(static_cast<double>(bytes) / static_cast<double>(m_whole), 0.0, 1.0) : 0;
        m_pen.fill({row.x, row.y, static_cast<int>(std::lround(share * row.width)), kHolderBar}, role);
    }
    void drawOthers(Box &area, std::size_t first) {
        std::int64_t bytes = 0;
        for (std::size_t i = first; i < m_holders.holders.size(); ++i) {
            bytes += m_holders.holders[i].bytes;
        }
        drawRow(area, m_pen.words(Message("memory.holders.others", {groupedText(m_holders.holders.size() - first)})),
                bytes, ColorRole::CounterPeak);
    }

    ScenePen &m_pen;
    const MemoryHolders &m_holders;
    std::int64_t m_whole;
};

}  // namespace

Scene buildMemoryHoldersScene(const MemoryHolders &holders, const MemoryHoldersOptions &options,
                              const SceneStyle &style) {
    Scene scene;
    scene.width = options.width;
    scene.height = options.height;
    ScenePen pen(scene, style);
    const Box all{0, 0, options.width, options.height};
    pen.fill(all, ColorRole::Background);
    pen.fill({0, 0, 1, options.height}, ColorRole::Grid);
    HoldersPainter(pen, holders).draw(all.inset(kPad, kPad), options.heading);
    return scene;
}

}  // namespace stagescope
