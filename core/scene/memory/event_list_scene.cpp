#include "core/scene/memory/event_list_scene.h"

#include "core/base/byte_text.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/text_ruler.h"
#include "core/scene/memory/memory_timeline_scene.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stagescope {

namespace {

constexpr int kRowExtra = 4;

struct EventColumn {
    const char *id;
    const char *sample;  ///< as wide as it becomes; null: the rest
    bool isNumber;
};
constexpr std::array kColumns{
    EventColumn{"memory.events.event", "00 000 000", true},
    EventColumn{"memory.events.action", "workspace_snapshot", false},
    EventColumn{"memory.events.address", "0x7f0000000000000", false},
    EventColumn{"memory.events.size", "1023.00 MiB", true},
    EventColumn{"memory.events.in_use", "1023.00 MiB", true},
    EventColumn{"memory.events.reserved", "1023.00 MiB", true},
    EventColumn{"memory.events.time", "000 000 000 us", true},
    EventColumn{"memory.events.stream", "00000000000000", true},
    EventColumn{"memory.events.stack", nullptr, false},
};

constexpr std::size_t kTime = 6;
/// Columns that are left out where there is no room for all, these in turn.
constexpr std::array<std::size_t, 4> kGivenWay{kTime, 2, 7, 5};
constexpr int kLeastStack = 120;

int rowHeightOf(const SceneStyle &style) { return style.lineHeight + kRowExtra; }

class EventListPainter {
public:
    EventListPainter(const SnapshotHistory &history, EventListScene &result, const SceneStyle &style, int width)
        : m_history(history), m_scene(result.scene), m_pen(result.scene, style), m_ruler(style.metrics) {
        std::array<int, kColumns.size()> widths{};
        int room = width - kPad - kLeastStack;
        for (std::size_t i = 0; i < kColumns.size() && kColumns[i].sample != nullptr; ++i) {
            widths[i] = std::max(m_pen.widthOf(kColumns[i].sample), headWidth(kColumns[i].id)) + 2 * kPad;
            room -= widths[i];
        }
        for (const std::size_t i : kGivenWay) {
            const bool isUnknown = i == kTime && !history.hasTimes();
            room += isUnknown || room < 0 ? std::exchange(widths[i], 0) : 0;
        }
        int x = kPad;
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            const int needed = kColumns[i].sample == nullptr ? width - x - kPad : widths[i];
            m_places.push_back({x, std::max(0, needed)});
            x += needed;
        }
    }

    void head(int y, int height, int width) {
        m_pen.fill({0, y, width, height}, ColorRole::HeaderBackground);
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            write(i, y, height, m_pen.words(Message(kColumns[i].id)), ColorRole::Text);
        }
    }

    void row(std::uint32_t number, int y, int height) {
        const auto &store = m_history.store();
        const auto event = store.events().at(m_history.device().firstEvent + number);
        const bool isOom = event.action == SnapshotAction::OutOfMemory;
        const auto role = isOom ? ColorRole::Error : ColorRole::Text;
        std::size_t column = 0;
        write(column++, y, height, groupedText(number), ColorRole::MutedText);
        write(column++, y, height, std::string(snapshotActionText(event.action)), role);
        write(column++, y, height, isOom || event.address == 0 ? std::string{} : addressText(event.address),
              ColorRole::Text);
        write(column++, y, height, event.size == 0 ? std::string{} : bytesText(event.size), role);
        write(column++, y, height, bytesText(m_history.activeAt(number + 1)), ColorRole::Text);
        write(column++, y, height, bytesText(m_history.reservedAt(number + 1)), ColorRole::Text);
        write(
            column++, y, height,
            m_history.hasTimes()
                ? groupedText(static_cast<std::uint64_t>(m_history.timeAt(number) - m_history.timeAt(0)) / 1000) + " us"
                : std::string{},
            ColorRole::MutedText);
        write(column++, y, height, std::to_string(store.streams()[event.stream]), ColorRole::MutedText);
        const auto frames = store.stacks().frames(event.stack);
        if (!frames.empty()) {
            const auto &place = m_places[column];
            m_pen.fill({place.x, y + (height - 10) / 2, 10, 10}, groupColor(m_history, event.stack.value));
            push({place.x + 14, y, place.width - 14, height}, m_history.labelOf(event.stack.value), ColorRole::Text,
                 TextAlign::Left);
        }
    }

private:
    struct Place {
        int x = 0;
        int width = 0;
    };
    [[nodiscard]] int headWidth(const char *id) const { return m_pen.widthOf(m_pen.words(Message(id))); }
    void write(std::size_t column, int y, int height, const std::string &text, ColorRole role) {
        const auto &place = m_places[column];
        const bool isNumber = kColumns[column].isNumber;
        push({place.x, y, place.width - 2 * kPad, height}, text, role, isNumber ? TextAlign::Right : TextAlign::Left);
    }
    /// Hundreds of texts a frame: measured by the ruler, with a margin for what it does not know.
    void push(const Box &box, const std::string &text, ColorRole role, TextAlign align) {
        auto shown = m_ruler.elided(text, box.width - 2);
        if (!shown.empty()) {
            m_scene.texts.push_back(
                {box.x, box.y, box.width, box.height, align, {role, 0}, std::move(shown), {}, false, false});
        }
    }

    const SnapshotHistory &m_history;
    Scene &m_scene;
    ScenePen m_pen;
    TextRuler m_ruler;
    std::vector<Place> m_places{};
};

}  // namespace

std::optional<std::size_t> EventListScene::rowAt(int y) const {
    const auto row = static_cast<std::size_t>(std::max(0, y - top) / rowHeight);
    return y >= top && row < rows ? std::optional(row) : std::nullopt;
}

std::size_t eventRowsIn(int height, const SceneStyle &style) {
    return static_cast<std::size_t>(std::max(0, height / rowHeightOf(style) - 1));
}

EventListScene buildEventListScene(const SnapshotHistory &history, std::span<const std::uint32_t> events,
                                   const EventListOptions &options, const SceneStyle &style) {
    EventListScene result;
    result.scene.width = options.width;
    result.scene.height = options.height;
    result.rowHeight = rowHeightOf(style);
    result.top = result.rowHeight;
    const auto first = std::min(options.firstRow, events.size());
    result.rows = std::min(eventRowsIn(options.height, style), events.size() - first);
    EventListPainter painter(history, result, style, options.width);
    ScenePen pen(result.scene, style);
    pen.fill({0, 0, options.width, options.height}, ColorRole::Background);
    painter.head(0, result.rowHeight, options.width);
    for (std::size_t i = 0; i < result.rows; ++i) {
        const auto event = events[first + i];
        const int y = result.top + static_cast<int>(i) * result.rowHeight;
        if (event + 1 == options.moment) {
            pen.fill({0, y, options.width, result.rowHeight}, ColorRole::HeaderBackground);
            pen.fill({0, y, 4, result.rowHeight}, ColorRole::Accent);
        } else if ((first + i) % 2 == 1) {
            pen.fill({0, y, options.width, result.rowHeight}, ColorRole::AlternateBackground);
        }
        painter.row(event, y, result.rowHeight);
    }
    return result;
}

}  // namespace stagescope
