#include "views/common/message_texts.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QHash>

namespace stagescope {

namespace {

struct Entry {
    const char *id;
    const char *text;
};

/// THE list of texts for messages of core. One line per id, sorted by id within its section. lupdate reads the texts by
/// QT_TRANSLATE_NOOP; messageText translates them at run time.
constexpr Entry kEntries[] = {
    {"axis.time", QT_TRANSLATE_NOOP("Message", "Time")},
};

const QHash<QByteArray, const char *> &table() {
    static const auto hash = [] {
        QHash<QByteArray, const char *> result;
        for (const auto &entry : kEntries) {
            result.insert(entry.id, entry.text);
        }
        return result;
    }();
    return hash;
}

}  // namespace

QString messageText(const Message &message) {
    const auto *text = table().value(QByteArray::fromStdString(message.id), nullptr);
    QString result =
        text == nullptr ? QString::fromStdString(message.id) : QCoreApplication::translate("Message", text);
    for (const auto &argument : message.args) {
        result = result.arg(QString::fromStdString(argument));
    }
    return result;
}

QStringList messageIds() {
    QStringList ids;
    for (const auto &entry : kEntries) {
        ids.append(QString::fromLatin1(entry.id));
    }
    return ids;
}

MessageText messageTextFunction() {
    return [](const Message &message) { return messageText(message).toStdString(); };
}

}  // namespace stagescope
