#include "core/fetch/remote_listing.h"

#include <QtCore/QDateTime>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kMaxPart = 255;
constexpr std::size_t kMaxName = 2048;

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// "2026-11-23T23:31:28.596434242Z", "...+08:00"; nothing is lost of nanoseconds, which QDateTime would round.
std::int64_t timeOf(const QString &text) {
    constexpr qsizetype kSeconds = 19;
    constexpr int kDigits = 9;
    qsizetype end = kSeconds;
    std::int64_t fraction = 0;
    if (text.size() > end && text[end] == u'.') {
        int digits = 0;
        for (++end; end < text.size() && text[end].isDigit(); ++end) {
            if (digits < kDigits) {
                fraction = fraction * 10 + text[end].digitValue();
                ++digits;
            }
        }
        for (; digits < kDigits; ++digits) {
            fraction *= 10;
        }
    }
    const auto time = QDateTime::fromString(text.left(kSeconds) + text.mid(end), Qt::ISODate);
    constexpr qint64 kMostSeconds = 9'000'000'000;  // the year 2255; nanoseconds end in 2262
    const auto seconds = time.isValid() ? time.toSecsSinceEpoch() : 0;
    return std::abs(seconds) <= kMostSeconds ? seconds * 1'000'000'000 + fraction : 0;
}

void takeHash(const QJsonObject &hashes, RemoteFile &file) {
    for (const char *kind : {"sha256", "sha1", "md5"}) {
        const auto hash = hashes[QLatin1String(kind)].toString();
        if (!hash.isEmpty()) {
            file.hashKind = kind;
            file.hash = hash.toLower().toStdString();
            return;
        }
    }
}

std::string_view trimmed(std::string_view line) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) {
        line.remove_suffix(1);
    }
    return line;
}

}  // namespace

bool isSafeName(std::string_view name) {
    if (name.empty() || name.size() > kMaxName || std::any_of(name.begin(), name.end(), &isControl)) {
        return false;
    }
    for (std::size_t at = 0; at <= name.size();) {
        const auto end = std::min(name.find('/', at), name.size());
        const auto part = name.substr(at, end - at);
        if (part.empty() || part == "." || part == ".." || part.size() > kMaxPart) {
            return false;
        }
        at = end + 1;
    }
    return true;
}

Status ListingReader::add(std::string_view line) {
    line = trimmed(line);
    if (line.empty()) {
        return {};
    }
    if (!m_isBegun && line.front() == '[') {
        m_isBegun = true;
        m_isEnded = line == "[]";
        return line.size() == 1 || m_isEnded ? Status{} : add(line.substr(1));
    }
    if (m_isBegun && !m_isEnded && line == "]") {
        m_isEnded = true;
        return {};
    }
    if (!m_isBegun || m_isEnded) {
        return fail(ErrorKind::Malformed, "the output of rclone is not a listing", m_where);
    }
    if (line.back() == ',') {
        line.remove_suffix(1);
    }
    return line.empty() ? Status{} : addFile(line);
}

Status ListingReader::addFile(std::string_view text) {
    QJsonParseError error;
    const auto document =
        QJsonDocument::fromJson(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())), &error);
    if (error.error != QJsonParseError::NoError || !document.isObject()) {
        return fail(ErrorKind::Malformed, "the output of rclone is not a listing", m_where);
    }
    if (m_listing.files.size() + m_listing.refused.size() >= kMaxFiles) {
        return fail(ErrorKind::Limit, "holds more than a million files", m_where);
    }
    const auto object = document.object();
    if (object[QLatin1String("IsDir")].toBool()) {
        return {};
    }
    RemoteFile file;
    file.name = object[QLatin1String("Path")].toString().toStdString();
    const auto size = object[QLatin1String("Size")].toInteger(-1);
    file.bytes = static_cast<std::uint64_t>(std::max<qint64>(size, 0));
    file.modifiedNs = timeOf(object[QLatin1String("ModTime")].toString());
    takeHash(object[QLatin1String("Hashes")].toObject(), file);
    if (!isSafeName(file.name)) {
        refuse(file.name, "has a name that is not taken: it is absolute, leads elsewhere or is none of a file");
    } else if (size < 0) {
        refuse(file.name, "is of unknown size");
    } else {
        m_listing.files.push_back(std::move(file));
    }
    return {};
}

void ListingReader::refuse(std::string_view name, const char *reason) {
    m_listing.refused.push_back({ErrorKind::Unsupported, reason, m_where + '/' + std::string(name)});
}

/// Object stores have names that are a file and a folder; disks have not.
void ListingReader::refuseFolders() {
    std::set<std::string, std::less<>> folders;
    for (const auto &file : m_listing.files) {
        std::string_view folder = file.name;
        for (auto at = folder.rfind('/'); at != std::string_view::npos; at = folder.rfind('/')) {
            folder = folder.substr(0, at);
            if (!folders.emplace(folder).second) {
                break;
            }
        }
    }
    std::erase_if(m_listing.files, [&](const RemoteFile &file) {
        const bool isFolder = folders.contains(file.name);
        if (isFolder) {
            refuse(file.name, "is a folder, too");
        }
        return isFolder;
    });
}

Result<RemoteListing> ListingReader::finish() {
    if (!m_isEnded) {
        return fail(ErrorKind::Truncated, "the output of rclone ends early", m_where);
    }
    auto &files = m_listing.files;
    const auto byName = [](const RemoteFile &a, const RemoteFile &b) { return a.name < b.name; };
    std::stable_sort(files.begin(), files.end(), byName);
    const auto same = [](const RemoteFile &a, const RemoteFile &b) { return a.name == b.name; };
    for (auto it = std::adjacent_find(files.begin(), files.end(), same); it != files.end();
         it = std::adjacent_find(it, files.end(), same)) {
        refuse(it->name, "is there more than once");
        it = files.erase(it, std::upper_bound(it, files.end(), *it, byName));
    }
    refuseFolders();
    return std::move(m_listing);
}

}  // namespace stagescope
