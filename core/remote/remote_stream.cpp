#include "core/remote/remote_stream.h"

#include "core/base/byte_text.h"
#include "core/base/io/little_endian.h"

#include <QtCore/QByteArray>
#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QString>

#include <algorithm>
#include <array>
#include <iterator>

namespace stagescope {

namespace {

constexpr std::string_view kGreeting = "stagescope-serve ";
constexpr int kProtocol = 2;
constexpr std::size_t kMostBefore = std::size_t{64} << 10;  ///< what a login shell may say first
constexpr std::size_t kMostPayload = std::size_t{1} << 20;
constexpr std::size_t kPiece = std::size_t{16} << 10;  ///< of a file: what a line that breaks loses at most
constexpr std::size_t kHeadBytes = 5;
constexpr std::size_t kMostFiles = (std::size_t{1} << 18) + 2;  ///< ranks of any job, and the cluster
constexpr std::size_t kMostOfName = 255;
constexpr std::size_t kMostFolders = 16;
constexpr std::size_t kMostVersion = 64;
constexpr std::size_t kMostWords = 1000;  ///< of what the other side says for people

// Kinds of frames.
constexpr char kProgress = 'p';
constexpr char kFile = 'f';
constexpr char kBytes = 'd';
constexpr char kSame = 's';
constexpr char kEnd = 'e';
constexpr char kRefused = 'x';

constexpr std::array kKinds{ErrorKind::NotFound,    ErrorKind::NoPermission, ErrorKind::ReadFailed,
                            ErrorKind::Unsupported, ErrorKind::Malformed,    ErrorKind::Truncated,
                            ErrorKind::Changed,     ErrorKind::Limit,        ErrorKind::Cancelled,
                            ErrorKind::BadArgument};

QString textOf(const std::string &text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

std::string jsonOf(const QJsonObject &object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

QJsonObject objectOf(std::string_view json) {
    return QJsonDocument::fromJson(QByteArray::fromRawData(json.data(), qsizetype(json.size()))).object();
}

std::string textIn(const QJsonObject &object, const char *name) {
    return object[QLatin1String(name)].toString().toStdString();
}

std::uint64_t countIn(const QJsonObject &object, const char *name) {
    return static_cast<std::uint64_t>(std::max<qint64>(0, object[QLatin1String(name)].toInteger()));
}

tl::unexpected<Error> noAnswer(std::string detail) { return fail(ErrorKind::Malformed, std::move(detail)); }

/// What the other side said, as one line that is not endless.
std::string lineOf(std::string text) {
    if (text.size() > kMostWords) {
        auto end = kMostWords;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
            --end;  // not amid a character
        }
        text.resize(end);
    }
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

std::string refusalOf(const Error &error) {
    return jsonOf({{QStringLiteral("kind"), textOf(std::string(errorKindName(error.kind)))},
                   {QStringLiteral("detail"), textOf(error.detail)},
                   {QStringLiteral("where"), textOf(error.where)}});
}

Error errorIn(std::string_view bytes) {
    const auto object = objectOf(bytes);
    const auto name = textIn(object, "kind");
    const auto *const kind =
        std::find_if(kKinds.begin(), kKinds.end(), [&](ErrorKind each) { return errorKindName(each) == name; });
    return {kind == kKinds.end() ? ErrorKind::ReadFailed : *kind, lineOf(textIn(object, "detail")),
            lineOf(textIn(object, "where"))};
}

}  // namespace

std::string encodeRemoteRequest(const RemoteRequest &request) {
    QJsonObject have;
    for (const auto &[name, hash] : request.have) {
        have.insert(textOf(name), textOf(hash));
    }
    QJsonArray ranks;
    std::copy(request.ranks.begin(), request.ranks.end(), std::back_inserter(ranks));
    QJsonObject object{{QStringLiteral("path"), textOf(request.path)},
                       {QStringLiteral("level"), textOf(request.level)},
                       {QStringLiteral("capture"), textOf(request.capture)},
                       {QStringLiteral("ranks"), ranks},
                       {QStringLiteral("most_bytes"), static_cast<qint64>(request.mostBytes)},
                       {QStringLiteral("have"), have}};
    if (request.part) {
        object.insert(QStringLiteral("part"),
                      QJsonObject{{QStringLiteral("name"), textOf(request.part->name)},
                                  {QStringLiteral("bytes"), static_cast<qint64>(request.part->bytes)},
                                  {QStringLiteral("hash"), textOf(request.part->hash)}});
    }
    return jsonOf(object);
}

Result<RemoteRequest> decodeRemoteRequest(std::string_view text) {
    const auto object = objectOf(text);
    RemoteRequest request{.path = textIn(object, "path"),
                          .level = textIn(object, "level"),
                          .capture = textIn(object, "capture"),
                          .mostBytes = countIn(object, "most_bytes")};
    for (const auto rank : object[QLatin1String("ranks")].toArray()) {
        request.ranks.push_back(rank.toInt(-1));
    }
    if (const auto part = object[QLatin1String("part")].toObject(); !part.isEmpty()) {
        request.part = RemotePart{textIn(part, "name"), countIn(part, "bytes"), textIn(part, "hash")};
    }
    const auto have = object[QLatin1String("have")].toObject();
    for (auto it = have.begin(); it != have.end(); ++it) {
        request.have.emplace(it.key().toStdString(), it.value().toString().toStdString());
    }
    return request.path.empty() ? Result<RemoteRequest>(noAnswer("the request names no path")) : request;
}

bool isRemoteName(std::string_view name) {
    std::size_t parts = 0;
    for (std::size_t begin = 0; begin <= name.size(); ++parts) {
        const auto end = std::min(name.find('/', begin), name.size());
        const auto part = name.substr(begin, end - begin);
        const bool isPlain = std::none_of(part.begin(), part.end(),
                                          [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
        if (part.empty() || part.size() > kMostOfName || part == "." || part == ".." || !isPlain) {
            return false;
        }
        begin = end + 1;
    }
    return parts <= kMostFolders;
}

std::string remoteHash(const std::string &path, std::uint64_t most) {
    QFile file(textOf(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QCryptographicHash hash(QCryptographicHash::Sha1);
    if (most == kWholeFile) {
        return hash.addData(&file) ? hash.result().toHex().toStdString() : std::string();
    }
    while (most > 0) {
        const auto piece = file.read(qint64(std::min<std::uint64_t>(most, kMostPayload)));
        if (piece.isEmpty()) {
            return {};
        }
        hash.addData(piece);
        most -= static_cast<std::uint64_t>(piece.size());
    }
    return hash.result().toHex().toStdString();
}

std::string remoteHashOf(std::string_view bytes) {
    const auto all = QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()));
    return QCryptographicHash::hash(all, QCryptographicHash::Sha1).toHex().toStdString();
}

bool RemoteWriter::frame(char kind, std::string_view bytes) {
    std::string head(1, kind);
    for (std::size_t i = 0; i + 1 < kHeadBytes; ++i) {
        head += static_cast<char>(bytes.size() >> (8 * i) & 0xffU);
    }
    m_isHeard = m_isHeard && m_sink(head.append(bytes));
    return m_isHeard;
}

bool RemoteWriter::greet(std::string_view version) {
    const std::scoped_lock lock(m_mutex);
    m_isHeard =
        m_isHeard && m_sink(std::string(kGreeting) + std::to_string(kProtocol) + ' ' + std::string(version) + '\n');
    return m_isHeard;
}

bool RemoteWriter::progress(std::size_t done, std::size_t all) {
    const std::scoped_lock lock(m_mutex);
    return frame(kProgress, jsonOf({{QStringLiteral("done"), qint64(done)}, {QStringLiteral("all"), qint64(all)}}));
}

bool RemoteWriter::begin(const std::string &name, std::uint64_t size, std::uint64_t from) {
    QJsonObject head{{QStringLiteral("name"), textOf(name)}, {QStringLiteral("size"), static_cast<qint64>(size)}};
    if (from > 0) {
        head.insert(QStringLiteral("from"), static_cast<qint64>(from));
    }
    return frame(kFile, jsonOf(head));
}

bool RemoteWriter::same(const std::string &name) {
    const std::scoped_lock lock(m_mutex);
    return frame(kSame, name);
}

bool RemoteWriter::file(const std::string &name, const std::string &path, std::uint64_t from) {
    const std::scoped_lock lock(m_mutex);
    QFile file(textOf(path));
    const bool isOpen = file.open(QIODevice::ReadOnly);
    const auto size = isOpen ? file.size() : qint64{0};  // once: a log that grows would promise more than it gives
    if (!isOpen || static_cast<std::uint64_t>(size) < from || !file.seek(qint64(from))) {
        frame(kRefused, refusalOf({ErrorKind::ReadFailed, "cannot be read", path}));
        m_isHeard = false;
        return false;
    }
    auto left = size - qint64(from);
    begin(name, static_cast<std::uint64_t>(size), from);
    while (m_isHeard && left > 0) {
        const auto piece = file.read(std::min(left, qint64(kPiece)));
        if (piece.isEmpty()) {
            m_isHeard = false;  // it became shorter: what was promised cannot be kept
            break;
        }
        left -= piece.size();
        frame(kBytes, {piece.data(), static_cast<std::size_t>(piece.size())});
    }
    return m_isHeard;
}

bool RemoteWriter::content(const std::string &name, std::string_view bytes) {
    const std::scoped_lock lock(m_mutex);
    begin(name, bytes.size(), 0);
    for (; m_isHeard && !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPiece))) {
        frame(kBytes, bytes.substr(0, kPiece));
    }
    return m_isHeard;
}

bool RemoteWriter::end() {
    const std::scoped_lock lock(m_mutex);
    return frame(kEnd, {});
}

bool RemoteWriter::refuse(const Error &error) {
    const std::scoped_lock lock(m_mutex);
    return frame(kRefused, refusalOf(error));
}

Status RemoteReader::greeting() {
    std::size_t at = 0;
    while (!std::string_view(m_begun).substr(at).starts_with(kGreeting)) {
        const auto end = m_begun.find('\n', at);
        if (end == std::string::npos) {
            break;
        }
        at = end + 1;
    }
    const auto rest = std::string_view(m_begun).substr(at);
    const auto end = rest.find('\n');
    if (!rest.starts_with(kGreeting) || end == std::string_view::npos) {
        return m_begun.size() > kMostBefore ? Status(noAnswer("is not answered by Stagescope")) : Status();
    }
    auto words = rest.substr(kGreeting.size(), end - kGreeting.size());
    const auto own = std::to_string(kProtocol) + ' ' + m_version;
    if (words != own) {
        const auto version = words.substr(std::min(words.size(), words.find(' ') + 1)).substr(0, kMostVersion);
        return fail(ErrorKind::Unsupported, "has Stagescope " + lineOf(std::string(version)) + "; this is " +
                                                m_version + ": install the same version there");
    }
    m_isGreeted = true;
    m_begun.erase(0, at + end + 1);
    return {};
}

Status RemoteReader::admit(std::string_view name, std::uint64_t bytes) {
    if (!isRemoteName(name) || ++m_files > kMostFiles) {
        return noAnswer("names a file that has no place here");
    }
    if (bytes > m_limits.bytes || name.size() > m_limits.nameBytes) {
        return fail(ErrorKind::Limit,
                    bytes > m_limits.bytes
                        ? "has more than there is room for here: " + bytesText(m_limits.bytes) + " are left"
                        : "names too many files");
    }
    m_limits.bytes -= bytes;
    m_limits.nameBytes -= name.size();
    return {};
}

Status RemoteReader::beginFile(std::string_view bytes) {
    const auto object = objectOf(bytes);
    const auto name = textIn(object, "name");
    const auto size = countIn(object, "size");
    const auto from = countIn(object, "from");
    if (m_isInFile || from > size) {
        return noAnswer("sent a file that has no place here");
    }
    if (auto admitted = admit(name, size - from); !admitted) {  // the rest takes room already
        return admitted;
    }
    m_isInFile = true;
    m_left = size - from;
    if (auto begun = m_events.begin(name, size, from); !begun) {
        return begun;
    }
    return addBytes({});
}

Status RemoteReader::addBytes(std::string_view bytes) {
    if (!m_isInFile || bytes.size() > m_left) {
        return noAnswer("sent more than a file has");
    }
    m_left -= bytes.size();
    auto status = bytes.empty() ? Status() : m_events.bytes(bytes);
    if (status && m_left == 0) {
        m_isInFile = false;
        status = m_events.finish();
    }
    return status;
}

Status RemoteReader::frame(char kind, std::string_view bytes) {
    switch (kind) {
        case kProgress: {
            const auto object = objectOf(bytes);
            const auto all = std::min<std::uint64_t>(countIn(object, "all"), kMostFiles);
            m_events.progress(std::min<std::uint64_t>(countIn(object, "done"), all), all);
            return {};
        }
        case kFile:
            return beginFile(bytes);
        case kBytes:
            return addBytes(bytes);
        case kSame: {
            auto admitted = admit(bytes, 0);
            return admitted ? m_events.same(std::string(bytes)) : admitted;
        }
        case kEnd:
            m_isEnded = !m_isInFile;
            return m_isEnded ? Status() : Status(noAnswer("ended amid a file"));
        case kRefused:
            return tl::make_unexpected(errorIn(bytes));
        default:
            return noAnswer("sent what this version does not know");
    }
}

Status RemoteReader::take(std::string_view piece) {
    m_begun += piece;
    if (!m_isGreeted) {
        if (auto greeted = greeting(); !greeted || !m_isGreeted) {
            return greeted;
        }
    }
    std::size_t at = 0;
    Status status;
    while (status && !m_isEnded && m_begun.size() - at >= kHeadBytes) {
        const auto size = littleAt<std::uint32_t>(m_begun.data() + at + 1);
        if (size > kMostPayload) {
            return noAnswer("sent a frame that is too long");
        }
        if (m_begun.size() - at < kHeadBytes + size) {
            break;
        }
        status = frame(m_begun[at], std::string_view(m_begun).substr(at + kHeadBytes, size));
        at += kHeadBytes + size;
    }
    m_begun.erase(0, at);
    return status;
}

}  // namespace stagescope
