#pragma once

#include "core/scene/kit/scene.h"
#include "core/settings/setting_list.h"
#include "core/settings/setting_text.h"

#include <QtCore/QString>
#include <QtGui/QFont>

namespace stagescope {

/// "MindSpeed-MM: tools.json (static, dynamic, memory)"
[[nodiscard]] QString programName(SettingKind kind);
/// Of a dialog that saves them: "Settings (*.yaml)".
[[nodiscard]] QString settingFilter(SettingKind kind);
/// "stops", "reset": what the program does about a problem.
[[nodiscard]] QString verdictName(SettingVerdict verdict);
[[nodiscard]] ColorRole colorOfVerdict(SettingVerdict verdict);
/// What is wrong with a key, all of it in the user's language; `spec` may be null.
[[nodiscard]] QString problemSentence(const SettingSpec *spec, const Message &what);
/// A font of another size, however its size is told.
[[nodiscard]] QFont scaledFont(QFont font, double factor);
/// A text in a colour of the theme, as rich text.
[[nodiscard]] QString colored(const QString &text, ColorRole role);

}  // namespace stagescope
