#include "core/scene/bubble_scene.h"

#include "core/scene/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kPad = 8;
constexpr int kSwatch = 12;
constexpr int kRow = 26;

/// In the order of the bars: from the begin of the step to its end.
constexpr std::array kOrder{BubbleCause::Head,      BubbleCause::DependencyWait, BubbleCause::RendezvousWait,
                            BubbleCause::Transfer,  BubbleCause::HostLaunch,     BubbleCause::Tail,
                            BubbleCause::OtherWork, BubbleCause::Unknown};

void fillCause(ScenePen &pen, const Box &box, BubbleCause cause) {
    const auto look = lookOf(cause);
    if (look.pattern == Pattern::Solid) {
        pen.fill(box, look.role);
        return;
    }
    pen.fill(box, Color{look.role, 0, kGhostShade});
    pen.strokes(box, Color{look.role}, look.pattern);
}

class Builder {
public:
    Builder(const BubbleModel &model, int width, const SceneStyle &style) : m_model(model), m_pen(m_out.scene, style) {
        m_out.scene.width = width;
        m_out.scene.height = kPad * 2 + 3 * style.lineHeight + static_cast<int>(model.accounts.size()) * kRow;
        m_pen.setClip({0, 0, width, m_out.scene.height});
    }

    BubbleScene build() {
        Box area = Box{0, 0, m_out.scene.width, m_out.scene.height}.inset(kPad, kPad);
        drawLegend(area.takeTop(2 * m_pen.style().lineHeight));
        for (const auto &account : m_model.accounts) {
            m_longest = std::max(m_longest, account.range.duration());
        }
        for (const auto &account : m_model.accounts) {
            drawBar(account, area.takeTop(kRow));
        }
        return std::move(m_out);
    }

private:
    void drawLegend(const Box &box) {
        int x = box.x;
        int y = box.y;
        for (const auto cause : kOrder) {
            const auto name = m_pen.words(Message("bubbles.cause." + std::string(bubbleCauseText(cause))));
            const int width = m_pen.widthOf(name);
            if (x + kSwatch + 5 + width > box.right()) {
                x = box.x;
                y += m_pen.style().lineHeight;
            }
            fillCause(m_pen, {x, y + 3, kSwatch, kSwatch}, cause);
            m_pen.text({x + kSwatch + 5, y, width, m_pen.style().lineHeight}, name, ColorRole::MutedText);
            x += kSwatch + 5 + width + 16;
        }
    }

    void drawBar(const StepAccount &account, Box row) {
        m_pen.hit(row, RankRef{m_model.run, account.rank});
        m_pen.text(row.takeLeft(80), m_pen.words(Message("rank.label", {std::to_string(account.rank)})));
        Box total = row.takeRight(90);
        m_pen.text(total, durationText(account.range.duration()), ColorRole::Text, TextAlign::Right);
        const Box lane = row.inset(0, 3);
        const double scale =
            static_cast<double>(lane.width) / static_cast<double>(std::max<std::int64_t>(1, m_longest.count()));
        std::int64_t done = 0;
        const auto take = [&](Nanos length) {
            const int from = lane.x + static_cast<int>(std::lround(static_cast<double>(done) * scale));
            done += length.count();
            const int to = lane.x + static_cast<int>(std::lround(static_cast<double>(done) * scale));
            return Box{from, lane.y, to - from, lane.height};
        };
        m_pen.fill(take(account.busy), ColorRole::PhaseSteady);
        for (const auto cause : kOrder) {
            fillCause(m_pen, take(account.of(cause)), cause);
        }
    }

    const BubbleModel &m_model;
    BubbleScene m_out;
    ScenePen m_pen;
    Nanos m_longest{0};
};

}  // namespace

CauseLook lookOf(BubbleCause cause) {
    switch (cause) {
        case BubbleCause::Head:
            return {ColorRole::BubbleHead, Pattern::Rising};
        case BubbleCause::DependencyWait:
            return {ColorRole::BubbleDependency, Pattern::Level};
        case BubbleCause::RendezvousWait:
            return {ColorRole::BubbleRendezvous, Pattern::Dashes};
        case BubbleCause::Transfer:
            return {ColorRole::BubbleTransfer, Pattern::Upright};
        case BubbleCause::HostLaunch:
            return {ColorRole::BubbleLaunch, Pattern::Crossed};
        case BubbleCause::Tail:
            return {ColorRole::BubbleTail, Pattern::Falling};
        case BubbleCause::OtherWork:
            return {ColorRole::OtherWork, Pattern::Solid};
        case BubbleCause::Unknown:
            return {ColorRole::BubbleUnknown, Pattern::Dots};
    }
    return {ColorRole::BubbleUnknown, Pattern::Dots};
}

BubbleScene buildBubbleScene(const BubbleModel &model, int width, const SceneStyle &style) {
    return Builder(model, width, style).build();
}

}  // namespace stagescope
