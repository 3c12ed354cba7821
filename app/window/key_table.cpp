#include "app/window/key_table.h"

#include "app/window/window_commands.h"
#include "views/common/texts/language.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QKeyEvent>
#include <QtGui/QKeySequence>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

using Origin = KeyLine::Origin;

constexpr std::array kLines{
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "All charts")},
    KeyLine{"W  S", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Zoom in, out")},
    KeyLine{"A  D", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pan left, right")},
    KeyLine{"Ctrl+Wheel", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Zoom at the pointer")},
    KeyLine{"Wheel, Shift+Wheel", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Scroll, pan sideways")},
    KeyLine{"Alt+Drag", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Zoom into a box")},
    KeyLine{"Ctrl+Drag, Shift+Drag", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pan")},
    KeyLine{"F, F F", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Fit the selection, fit all"), Origin::Perfetto},
    KeyLine{"Shift+Z", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Zoom into the selected time"), Origin::Insight},
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Search")},
    KeyLine{"Enter, Shift+Enter",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Next, previous match (in the search box)")},
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Slices (timeline)")},
    KeyLine{",  .", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Previous, next slice of the track"),
            Origin::Perfetto},
    KeyLine{"[  ]", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Follow a flow back, forward"), Origin::Perfetto},
    KeyLine{"Ctrl+[  Ctrl+]", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Choose among flows"), Origin::Perfetto},
    KeyLine{"M", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Select the time range of the slice")},
    KeyLine{"K", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Set a flag at the pointer (timeline)"),
            Origin::Insight},
    KeyLine{"Shift+M", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Mark the selected time (timeline)"),
            Origin::Perfetto},
    KeyLine{"Del, Ctrl+Z, Ctrl+Shift+Z",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Delete the selected mark, undo, redo")},
    KeyLine{"X", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Box-select rows inside a track (timeline)")},
    KeyLine{"E", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "List slices of the track (timeline)")},
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Rows (timeline)")},
    KeyLine{"Ctrl+Up, Ctrl+Down", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Go to the previous, next row")},
    KeyLine{"Enter", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Collapse or expand the row")},
    KeyLine{"U, Shift+U", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Expand all, collapse all")},
    KeyLine{"P, Shift+T, Shift+P",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pin the row, the same-named in all ranks, unpin all")},
    KeyLine{"H, Shift+H", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Hide the row, show all hidden")},
    KeyLine{"Alt+Up, Alt+Down", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Move the row up, down")},
    KeyLine{"G, Shift+G", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage",
                                            "Merge device streams into one row, fit row height to view")},
    KeyLine{"T", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Filter tracks by name")},
    KeyLine{"Ctrl+P", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Find a track"), Origin::Perfetto},
    KeyLine{"Shift+B", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Set the base slice")},
    KeyLine{"L  R", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Align start, end to the base slice"),
            Origin::Insight},
    KeyLine{"Shift+O, Shift+R",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Enter the rank's offset, reset all offsets")},
    KeyLine{"Shift+L", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Limit search and flows to the selected time")},
    KeyLine{"Shift+A", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Flows by category")},
    KeyLine{"Menu, Shift+F10", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Row menu")},
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pipeline")},
    KeyLine{"B", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pages below the pipeline chart")},
    KeyLine{"C", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Critical path on the pipeline chart")},
    KeyLine{"E", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Memory on the pipeline chart")},
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Operators")},
    KeyLine{"Up  Down, Enter",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Kernels of the previous, next bar; show them in Timeline")},
    KeyLine{"Arrow keys, Enter",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Navigate the flame graph; show the call in Timeline")},
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Many runs")},
    KeyLine{"Enter, F2, Del, Ctrl+Z",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Open, rename, remove or restore a run in the list")},
    KeyLine{"Left  Right, Enter, B",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Select previous, next run; open it; set it as baseline")},
    KeyLine{nullptr, QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Window")},
    KeyLine{"Alt+1 ... Alt+6", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Tabs")},
    KeyLine{"Space, Shift+Space", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Next, previous finding")},
    KeyLine{"J, Shift+J", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Trace a wait to its cause, and back")},
};

/// The lines above, and below each heading those of the window's commands that belong there.
std::vector<KeyLine> allLines() {
    std::vector<KeyLine> lines;
    for (const auto &line : kLines) {
        lines.push_back(line);
        for (const auto &command : windowCommands()) {
            if (!line.isHeading() || std::string_view(command.heading) != line.meaning) {
                continue;
            }
            for (const auto &key : command.keys) {
                if (key.text != nullptr) {
                    lines.push_back({key.text, command.meaning != nullptr ? command.meaning : command.text, key.origin,
                                     kCommandContext});
                }
            }
        }
    }
    return lines;
}

struct OwnedKey {
    QKeyCombination key;
    Origin origin;
};

/// The keys of the lines above that only one of the peers has.
std::vector<OwnedKey> ownedKeys() {
    static const QRegularExpression between(QStringLiteral("  |, (?=\\S)"));
    std::vector<OwnedKey> owned;
    for (const auto &line : keyTable()) {
        const auto names = QString::fromLatin1(line.keys).split(between);
        for (const auto &name : line.origin == Origin::Common ? QStringList() : names) {
            const auto keys = QKeySequence::fromString(name);
            if (keys.count() == 1 && keys[0].key() != Qt::Key_unknown) {  // "F F" is F twice
                owned.push_back({keys[0], line.origin});
            }
        }
    }
    return owned;
}

bool isOf(Origin origin, KeyScheme scheme) {
    return origin == Origin::Common || scheme == KeyScheme::Both ||
           (origin == Origin::Insight) == (scheme == KeyScheme::Insight);
}

}  // namespace

QString keySchemeText(KeyScheme scheme) {
    return scheme == KeyScheme::Both      ? QStringLiteral("both")
           : scheme == KeyScheme::Insight ? QStringLiteral("insight")
                                          : QStringLiteral("perfetto");
}

std::optional<KeyScheme> keySchemeFrom(const QString &text) {
    for (const auto scheme : {KeyScheme::Both, KeyScheme::Insight, KeyScheme::Perfetto}) {
        if (keySchemeText(scheme) == text) {
            return scheme;
        }
    }
    return std::nullopt;
}

QString KeyLine::text() const { return plainMenuText(QCoreApplication::translate(context, meaning)); }

bool KeyLine::isIn(KeyScheme scheme) const { return isOf(origin, scheme); }

std::span<const KeyLine> keyTable() {
    static const auto lines = allLines();
    return lines;
}

KeyFilter::KeyFilter(QObject *parent) : QObject(parent) { qApp->installEventFilter(this); }

bool KeyFilter::isShut(const QKeyEvent &key) const {
    // Signs need Shift on some keyboards and not on others.
    const bool isSign = key.key() < Qt::Key_A || (key.key() > Qt::Key_Z && key.key() < Qt::Key_Escape);
    const auto ignored = isSign ? Qt::KeypadModifier | Qt::ShiftModifier : Qt::KeypadModifier;
    const QKeyCombination pressed(key.modifiers() & ~ignored, static_cast<Qt::Key>(key.key()));
    static const auto kOwned = ownedKeys();
    return std::any_of(kOwned.begin(), kOwned.end(),
                       [&](const OwnedKey &owned) { return owned.key == pressed && !isOf(owned.origin, m_scheme); });
}

bool KeyFilter::eventFilter(QObject *watched, QEvent *event) {
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (m_scheme == KeyScheme::Both || !isKey || !watched->isWidgetType() ||
        !isShut(*static_cast<QKeyEvent *>(event))) {
        return false;
    }
    if (qobject_cast<QLineEdit *>(watched) != nullptr &&
        !(static_cast<QKeyEvent *>(event)->modifiers() & Qt::ControlModifier)) {
        return false;
    }
    // An accepted override is no shortcut; it comes again as a plain key, which ends here.
    event->accept();
    return true;
}

}  // namespace stagescope
