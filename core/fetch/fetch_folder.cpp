#include "core/fetch/fetch_folder.h"

#include "core/base/io/file_lock.h"
#include "core/base/io/file_time.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

/// Lies in a folder of arrivals, so that no other folder of that name is taken for one.
constexpr const char *kArrivalsMark = ".stagescope_fetch";
constexpr const char *kNewManifest = ".stagescope_manifest";
constexpr const char *kSourceKey = "of";
constexpr std::uint64_t kSecond = 1'000'000'000;

QString qtText(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QCryptographicHash::Algorithm algorithmOf(const std::string &kind) {
    return kind == "sha256" ? QCryptographicHash::Sha256
           : kind == "sha1" ? QCryptographicHash::Sha1
                            : QCryptographicHash::Md5;
}

/// Whether the file at `path` is the one of the listing.
bool isIt(const fs::path &path, const RemoteFile &file) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode) ||
        static_cast<std::uint64_t>(facts.st_size) != file.bytes) {
        return false;
    }
    if (file.hash.empty()) {
        const auto [first, last] = std::minmax({changeTimeNs(facts), file.modifiedNs});
        return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) < kSecond;
    }
    QFile content(QString::fromStdString(path.string()));
    QCryptographicHash hash(algorithmOf(file.hashKind));
    return content.open(QIODevice::ReadOnly) && hash.addData(&content) &&
           hash.result().toHex().toStdString() == file.hash;
}

/// The remote folder that its manifest names; empty without one.
QString sourceOf(const fs::path &folder) {
    QFile file(QString::fromStdString((folder / kFetchManifest).string()));
    return file.open(QIODevice::ReadOnly)
               ? QJsonDocument::fromJson(file.readAll()).object()[QLatin1String(kSourceKey)].toString()
               : QString();
}

Status checkPlace(const fs::path &folder, const std::string &source) {
    std::error_code error;
    const auto kind = fs::status(folder, error).type();
    if (kind == fs::file_type::not_found || (kind == fs::file_type::directory && fs::is_empty(folder, error))) {
        return {};
    }
    const auto before = kind == fs::file_type::directory ? sourceOf(folder) : QString();
    if (before.isEmpty()) {
        return fail(ErrorKind::BadArgument, "is not a new or empty folder, nor one that fetch has filled",
                    folder.string());
    }
    return before == qtText(source)
               ? Status{}
               : fail(ErrorKind::BadArgument, "contains files fetched from " + before.toStdString(), folder.string());
}

/// A folder with our mark, empty otherwise, and a lock on it. Errors: BadArgument.
Result<int> takeArrivals(const fs::path &folder) {
    RETURN_IF_ERROR(makeFolders(folder));
    std::error_code error;
    const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) {
        return cannotWrite(folder.string(), errno);
    }
    const bool isFree = tryLock(lock) != LockOutcome::Held;
    if (isFree) {
        removeDeadParts(folder);  // of the mark: it would make the folder look like somebody else's
    }
    const bool isOurs = fs::is_empty(folder, error) || fs::exists(folder / kArrivalsMark, error);
    if (!isFree || !isOurs) {
        ::close(lock);
        return fail(ErrorKind::BadArgument,
                    isOurs ? "is in use: another fetch fills this folder" : "is in the way: it holds other files",
                    folder.string());
    }
    auto marked = writeWholeFile((folder / kArrivalsMark).string(), {});
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->path().filename() != kArrivalsMark) {
            fs::remove_all(it->path(), ignored);
        }
    }
    if (!marked) {
        ::close(lock);
        return tl::make_unexpected(marked.error());
    }
    return lock;
}

QJsonObject partObject(const FetchPart &part) {
    QJsonObject object{{QStringLiteral("name"), qtText(part.file.name)},
                       {QStringLiteral("bytes"), static_cast<qint64>(part.file.bytes)}};
    if (part.reason != SlimReason::Kept) {
        object[QStringLiteral("reason")] = qtText(slimReasonText(part.reason));
        return object;
    }
    object[QStringLiteral("modified_ns")] = static_cast<qint64>(part.file.modifiedNs);
    if (!part.file.hash.empty()) {
        object[qtText(part.file.hashKind)] = qtText(part.file.hash);
    }
    return object;
}

}  // namespace

Result<std::unique_ptr<FetchFolder>> FetchFolder::open(const std::string &folder, const std::string &source) {
    ASSIGN_OR_RETURN(const auto followed, followedLinks(folder));
    std::error_code error;
    auto target = fs::absolute(followed, error).lexically_normal();
    target = target.has_filename() ? target : target.parent_path();
    if (const auto place = checkPlace(target, source); !place) {
        return tl::make_unexpected(Error{place.error().kind, place.error().detail, folder});
    }
    auto arrivals = target;
    arrivals += ".fetching";
    Result<int> lock = 0;
    auto taken = std::make_unique<Leftover>(arrivals, [&] {
        lock = takeArrivals(arrivals);
        return lock.has_value();
    });
    RETURN_IF_ERROR(lock);
    return std::unique_ptr<FetchFolder>(new FetchFolder(target, source, std::move(taken), *lock));
}

FetchFolder::FetchFolder(fs::path folder, std::string source, std::unique_ptr<Leftover> arrivals, int lock)
    : m_folder(std::move(folder)), m_source(std::move(source)), m_lock(lock), m_arrivals(std::move(arrivals)) {}

FetchFolder::~FetchFolder() { ::close(m_lock); }

Status FetchFolder::begin(const FetchPlan &plan, const SlimChoice &choice) {
    m_base = plan.base;
    RETURN_IF_ERROR(makeFolders(m_folder));
    QJsonArray answers;
    std::for_each(choice.answers.begin(), choice.answers.end(),
                  [&](SlimAnswer answer) { answers.append(qtText(slimAnswerText(answer))); });
    QJsonArray ranks;
    std::for_each(choice.ranks.begin(), choice.ranks.end(), [&](int rank) { ranks.append(rank); });
    QJsonArray needed;
    QJsonArray leftOut;
    for (const auto &part : plan.parts) {
        (part.reason == SlimReason::Kept ? needed : leftOut).append(partObject(part));
    }
    const QJsonObject root{{QLatin1String(kSourceKey), qtText(m_source)},
                           {QStringLiteral("for"), answers},
                           {QStringLiteral("ranks"), ranks},
                           {QStringLiteral("files"), needed},
                           {QStringLiteral("left_out"), leftOut}};
    const auto text = QJsonDocument(root).toJson(QJsonDocument::Indented).toStdString();
    const auto status = writeWholeFile((arrivals() / kNewManifest).string(), text);
    return status ? moveInto(m_folder, kFetchManifest, arrivals() / kNewManifest) : status;
}

fs::path FetchFolder::placeOf(const RemoteFile &file) const { return m_folder / m_base / file.name; }

bool FetchFolder::holds(const RemoteFile &file) const {
    auto folder = m_folder;
    for (const auto &step : (fs::path(m_base) / file.name).parent_path()) {
        folder /= step;
        std::error_code ignored;
        if (fs::is_symlink(fs::symlink_status(folder, ignored))) {
            return false;
        }
    }
    return isIt(placeOf(file), file);
}

Status FetchFolder::accept(const RemoteFile &file) {
    const auto arrived = arrivals() / file.name;
    if (!isIt(arrived, file)) {
        return fail(ErrorKind::Changed, "has changed since it was listed, and was not taken",
                    m_source + '/' + file.name);
    }
    const auto made = makeFolders(m_folder);
    return made ? moveInto(m_folder, fs::path(m_base) / file.name, arrived) : made;
}

std::uint64_t FetchFolder::room() const {
    std::error_code error;
    const auto space = fs::space(arrivals(), error);
    return error ? UINT64_MAX : space.available;
}

}  // namespace stagescope
