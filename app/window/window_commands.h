#pragma once

#include "app/window/key_table.h"

#include <array>
#include <cstdint>
#include <span>

namespace stagescope {

enum class WindowCommand : std::uint8_t {
    OpenFile,
    OpenFolder,
    OpenRemote,
    OpenBaseline,
    Collect,
    Watch,
    CloseBaseline,
    Close,
    ExportPicture,
    CopyPicture,
    ExportTable,
    AddToReport,
    ExportReport,
    SlimCopy,
    Quit,
    LightTheme,
    DarkTheme,
    English,
    Chinese,
    KeysOfBoth,
    KeysOfInsight,
    KeysOfPerfetto,
    Navigator,
    Drawer,
    Fit,
    UndoZoom,
    RedoZoom,
    Search,
    Query,
    Deselect,
    ColorByBound,
    FrameTime,
    Thresholds,
    Palette,
    Manual,
    Keys,
    About,
};
inline constexpr std::size_t kWindowCommands = 37;

enum class WindowMenu : std::uint8_t { File, View, Theme, Language, Keys, Help };
inline constexpr std::size_t kWindowMenus = 6;

/// A command of the window: its place in the menus, its keys, and what the page of keys says of them.
struct CommandLine {
    enum class Kind : std::uint8_t {
        Plain,
        Checkable,
        Exclusive,  ///< one of its menu is checked
    };
    struct Key {
        const char *text = nullptr;  ///< as QKeySequence reads it; null = none
        KeyLine::Origin origin = KeyLine::Origin::Common;
    };

    WindowCommand command;
    WindowMenu menu;
    const char *text;  ///< to be translated as kCommandContext
    std::array<Key, 2> keys = {};
    Kind kind = Kind::Plain;
    bool endsGroup = false;          ///< a separator follows in the menu
    const char *heading = "Window";  ///< on the page of keys
    const char *meaning = nullptr;   ///< there; else the text
};
inline constexpr const char *kCommandContext = "stagescope::WindowActions";

/// THE list of the window's commands, in the order of the menus. Menus, shortcuts, the palette and the page of keys
/// come from it. One more: its name above and a line here; MainWindow connects it.
[[nodiscard]] std::span<const CommandLine> windowCommands();

}  // namespace stagescope
