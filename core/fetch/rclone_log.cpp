#include "core/fetch/rclone_log.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::string_view kNoSpace = "no space left on device";
constexpr std::string_view kTooLarge = "file too large";
constexpr std::size_t kMostOfMessage = 300;
/// Lines that are none of rclone's log; it writes a few.
constexpr std::size_t kMostStrangeLines = 10'000;
constexpr std::string_view kTime = "0000/00/00 00:00:00 ";

/// Whether a line begins with a time, and not one that goes on with the line before.
bool beginsWithTime(std::string_view line) {
    return line.size() > kTime.size() && line[4] == '/' && line[13] == ':' && line[16] == ':';
}

/// In one line and not endless.
std::string messageOf(std::string_view text) {
    std::string line;
    for (const char c : text.substr(0, kMostOfMessage)) {
        const bool isBlank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
        if (!isBlank) {
            line += c;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
    }
    while (line.ends_with(' ')) {
        line.pop_back();
    }
    return line;
}

bool isOfSpace(std::string_view message) {
    return message.find(kNoSpace) != std::string_view::npos || message.find(kTooLarge) != std::string_view::npos;
}

}  // namespace

bool RcloneLog::take(std::string_view line) {
    const auto object =
        QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), static_cast<qsizetype>(line.size()))).object();
    if (object.isEmpty()) {
        addPlain(line);
        return ++m_strangeLines < kMostStrangeLines;
    }
    const auto message = object[QLatin1String("msg")].toString();
    const auto name = object[QLatin1String("object")].toString().toStdString();
    const auto level = object[QLatin1String("level")].toString();
    if (object.contains(QLatin1String("stats"))) {
        tellProgress(object[QLatin1String("stats")].toObject());
    } else if (level == QLatin1String("error") || level == QLatin1String("critical") ||
               level == QLatin1String("fatal")) {
        addError(name, messageOf(message.toStdString()));
    } else if (message.contains(QLatin1String("Copied (")) && m_listener != nullptr && !name.empty()) {
        m_failed.erase(name);
        m_listener->arrived(name);
    }
    return true;
}

void RcloneLog::addPlain(std::string_view line) {
    if (beginsWithTime(line)) {
        m_last.clear();
        line.remove_prefix(kTime.size());
    }
    m_last = messageOf(m_last + ' ' + std::string(line.substr(0, kMostOfMessage)));
}

void RcloneLog::addError(const std::string &name, const std::string &message) {
    m_isOutOfSpace = m_isOutOfSpace || isOfSpace(message);
    m_first = m_first.empty() ? message : m_first;
    if (!name.empty()) {
        m_failed.try_emplace(name, message);
    }
}

void RcloneLog::tellProgress(const QJsonObject &stats) const {
    if (m_listener != nullptr && m_listener->progress) {
        // What does not fit 64 bits is no size; a conversion of it would be undefined.
        const auto bytes = stats[QLatin1String("bytes")].toDouble();
        constexpr double kMost = 9e18;
        m_listener->progress(
            {static_cast<std::uint64_t>(std::clamp(bytes, 0.0, kMost)), stats[QLatin1String("speed")].toDouble()});
    }
}

}  // namespace stagescope
