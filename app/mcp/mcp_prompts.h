#pragma once

#include "core/base/result.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QString>

namespace stagescope {

/// Questions that clients offer as commands (prompts/list). Always the same.
[[nodiscard]] QJsonArray mcpPromptList();
/// prompts/get: {description, messages}. Errors: BadArgument for names that are not in the list.
[[nodiscard]] Result<QJsonObject> mcpPrompt(const QString &name, const QJsonObject &arguments);

/// Texts that clients may read beside tools (resources/list): the tables and views, and how to look at a profile.
[[nodiscard]] QJsonArray mcpResourceList();
/// resources/read: {contents}. Errors: NotFound for addresses that are not in the list.
[[nodiscard]] Result<QJsonObject> mcpResource(const QString &address);

}  // namespace stagescope
