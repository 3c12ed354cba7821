#include "views/common/texts/message_texts.h"

#include "core/advice/platforms/shipped_rules.h"
#include "core/base/words/message_list.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

namespace stagescope {

namespace {

QString filled(const QString &text, std::span<const std::string> arguments) {
    return QString::fromStdString(filledMessage(text.toStdString(), arguments));
}

}  // namespace

QString messageText(const Message &message) {
    const auto *text = textWithId(message.id);
    if (text == nullptr) {
        return QString::fromStdString(message.id);
    }
    const std::span<const std::string> arguments(message.args);
    if (std::strstr(text, "%n") != nullptr && !arguments.empty()) {
        const auto count = QByteArray::fromStdString(arguments.front()).toLongLong();
        const auto number = static_cast<int>(std::clamp<qlonglong>(count, 0, std::numeric_limits<int>::max()));
        return filled(QCoreApplication::translate("Message", text, nullptr, number), arguments.subspan(1));
    }
    return filled(QCoreApplication::translate("Message", text), arguments);
}

bool hasMessageText(const std::string &id) { return textWithId(id) != nullptr; }

QStringList messageIds() {
    QStringList ids;
    for (const auto &entry : messageEntries()) {
        ids.append(QString::fromLatin1(entry.id));
    }
    for (const auto &text : shippedTexts()) {
        ids.append(QString::fromStdString(text.id));
    }
    return ids;
}

MessageText messageTextFunction() {
    return [](const Message &message) { return messageText(message).toStdString(); };
}

}  // namespace stagescope
