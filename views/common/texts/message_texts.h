#pragma once

#include "core/base/message.h"
#include "core/scene/kit/scene.h"

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace stagescope {

/// The text of a message in the current language, arguments filled in. An id without a text gives the id itself (a test
/// fails on that). GUI thread.
[[nodiscard]] QString messageText(const Message &message);
/// Any thread.
[[nodiscard]] bool hasMessageText(const std::string &id);
/// All ids that have a text, for the test that compares them with what core emits.
[[nodiscard]] QStringList messageIds();
/// For scene builders.
[[nodiscard]] MessageText messageTextFunction();

}  // namespace stagescope
