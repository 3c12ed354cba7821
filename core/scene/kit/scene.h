#pragma once

#include "core/base/item_ref.h"
#include "core/base/message.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a colour is for; the theme decides what it looks like. `Slice` takes its colour from `hash` (the same name, the
/// same colour in all ranks and runs).
enum class ColorRole : std::uint8_t {
    Background,
    AlternateBackground,
    HeaderBackground,
    Grid,
    Text,
    MutedText,
    TextOnColor,
    Slice,
    Computing,
    Overlapped,
    ExposedCommunication,
    Free,
    Preparing,
    Tail,  ///< after the last operation
    Forward,
    Backward,
    BackwardInput,
    BackwardWeight,
    OtherWork,
    Optimizer,
    Send,
    Receive,
    Bubble,
    Counter,
    Warning,
    Error,
    Accent,
    Baseline,
    Communication,  ///< all communication, overlapped or not
    Step,
    CounterPeak,  ///< from a pixel's least value to its greatest
    Loss,
    GradientSync,
    PhaseWarmup,
    PhaseSteady,
    PhaseCooldown,
    Heat,        ///< of a map: `hash` from 0 (good) to kMaxHeat (bad)
    BubbleHead,  ///< these: strokes on a bubble by its cause
    BubbleDependency,
    BubbleRendezvous,
    BubbleTransfer,
    BubbleLaunch,
    BubbleTail,
    BubbleUnknown,
    CriticalPath,
};
inline constexpr std::uint32_t kMaxHeat = 63;

struct Color {
    ColorRole role = ColorRole::Background;
    std::uint32_t hash = 0;  ///< for Slice: hash of the name; for Heat: the level
    std::uint8_t shade = 0;  ///< 1 to kChunkShades - 1: virtual chunks of the same kind of work; kGhostShade: pale
    bool operator==(const Color &) const = default;
};

inline constexpr std::uint8_t kChunkShades = 4;
inline constexpr std::uint8_t kGhostShade = 4;  ///< a tint of the background, for what should have been

/// How a box is filled. Strokes lie on a grid of kStrokeStep pixels that all boxes share, so that neighbours join.
enum class Pattern : std::uint8_t { Solid, Rising, Falling, Level, Upright, Dots, Crossed, Dashes };
inline constexpr int kStrokeStep = 6;

/// Integer device-independent pixels, cut to the viewport in numbers (QSvgGenerator drops every clip).
struct SceneRect {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    Color color;
    bool hatched = false;              ///< inferred, missing or uncertain
    Pattern pattern = Pattern::Solid;  ///< else strokes of the colour on what is below
};
struct SceneLine {
    int x1 = 0;
    int y1 = 0;
    int x2 = 0;
    int y2 = 0;
    Color color;
};
enum class TextAlign : std::uint8_t { Left, Center, Right };
/// Text in a box that it fits into (the builder measured it). `message` wins over `text` when its id is set.
struct SceneText {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    TextAlign align = TextAlign::Left;
    Color color;
    std::string text;
    Message message;
    bool bold = false;
    bool onColor = false;  ///< `color` is that of the box below; drawn in black or white, whichever reads better
};
/// A box that means an item: what a click there selects.
struct SceneHit {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    ItemRef item;
};

/// What a view shows, as numbers: no painter, no widget. Drawn in the order rects, lines, texts.
struct Scene {
    int width = 0;
    int height = 0;
    std::vector<SceneRect> rects;
    std::vector<SceneLine> lines;
    std::vector<SceneText> texts;
    std::vector<SceneHit> hits;

    /// The item of the last hit box that contains the point. O(hits).
    [[nodiscard]] std::optional<ItemRef> itemAt(int x, int y) const;
};

/// Width of a text in pixels; given by the view (QFontMetrics) or by a test.
using TextMetrics = std::function<int(std::string_view text)>;
/// The text of a message in the user's language; given by the view.
using MessageText = std::function<std::string(const Message &message)>;

/// FNV-1a; stable over runs and machines, since colours come from it.
[[nodiscard]] std::uint32_t nameHash(std::string_view name);
/// `text` cut to `width` pixels with an ellipsis; empty when not even that fits. O(log length) measurements.
[[nodiscard]] std::string elided(std::string_view text, int width, const TextMetrics &metrics);

}  // namespace stagescope
