#include "app/remote/remote_arrivals.h"

#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/base/io/output_part.h"

#include <QtCore/QString>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr const char *kArriving = "arriving";
constexpr const char *kName = "arriving.name";
constexpr const char *kKept = "kept";
constexpr const char *kKeptName = "kept.name";
constexpr qint64 kMostOfName = 8192;
constexpr std::uint64_t kMostLeftFree = std::uint64_t{256} << 20;
constexpr std::uint64_t kShareLeftFree = 20;  // of the disk

/// Paths of what has arrived in a folder, by their names in it.
std::map<std::string, std::string> filesIn(const fs::path &folder) {
    std::map<std::string, std::string> files;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const auto name = it->path().lexically_relative(folder).string();
        if (std::error_code gone; it->is_regular_file(gone) && isRemoteName(name)) {
            files.emplace(name, it->path().string());
        }
    }
    return files;
}

}  // namespace

/// What was kept waits under another name, for other files may come first.
RemoteArrivals::RemoteArrivals(fs::path folder) : m_folder(std::move(folder)) {
    std::error_code absent;
    if (fs::exists(beside(kArriving), absent) && moveInto(m_folder.parent_path(), kKept, beside(kArriving))) {
        std::ignore = moveInto(m_folder.parent_path(), kKeptName, beside(kName));
    }
    QFile file(QString::fromStdString(beside(kKeptName).string()));
    const auto name = file.open(QIODevice::ReadOnly) ? file.read(kMostOfName).toStdString() : std::string();
    std::error_code error;
    const auto bytes = fs::file_size(beside(kKept), error);
    if (!error && bytes > 0 && isRemoteName(name)) {
        m_part = RemotePart{name, bytes, remoteHash(beside(kKept).string())};
    }
}

/// The line broke amid a file: what is there of it is kept.
RemoteArrivals::~RemoteArrivals() {
    if (m_file != nullptr && m_bytesOfFile > 0 && writeWholeFile(beside(kName).string(), m_name)) {
        std::ignore = m_file->commit();
    }
}

std::map<std::string, std::string> RemoteArrivals::hashes() const {
    auto hashes = filesIn(m_folder);
    for (auto &[name, path] : hashes) {
        path = remoteHash(path);
    }
    return hashes;
}

RemoteLimits RemoteArrivals::room() const {
    RemoteLimits limits;
    std::error_code error;
    if (const auto space = fs::space(m_folder.parent_path(), error); !error) {
        const std::uint64_t free = space.available;
        limits.bytes = std::min(limits.bytes, free - std::min({free, kMostLeftFree, space.capacity / kShareLeftFree}));
    }
    return limits;
}

Status RemoteArrivals::begin(const std::string &name, std::uint64_t from) {
    const bool goesOn = from > 0;
    if (goesOn && (!m_part || m_part->name != name || m_part->bytes != from)) {
        return fail(ErrorKind::Malformed, "goes on with a file that is not here");
    }
    m_name = name;
    m_bytesOfFile = 0;
    if (goesOn) {
        return goOn();
    }
    auto file = OutputFile::create(beside(kArriving).string(), OutputFile::kPrivateMode);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    m_file = std::move(*file);
    return {};
}

/// What breaks off here once more is kept as it is, under the name that it has.
Status RemoteArrivals::goOn() {
    m_part.reset();
    m_kept.setFileName(QString::fromStdString(beside(kKept).string()));
    constexpr auto kMode = QIODevice::WriteOnly | QIODevice::Append | QIODevice::ExistingOnly | QIODevice::Unbuffered;
    return m_kept.open(kMode) ? Status() : cannotWrite(beside(kKept).string(), errno);
}

/// What cannot be written is given up: the disk is full, for one.
Status RemoteArrivals::write(std::string_view bytes) {
    if (m_kept.isOpen()) {
        const bool isWritten = m_kept.write(bytes.data(), qint64(bytes.size())) == qint64(bytes.size());
        return isWritten ? Status() : cannotWrite(beside(kKept).string(), errno);
    }
    auto written = m_file->write(bytes);
    if (!written) {
        m_file.reset();
    }
    m_bytesOfFile += bytes.size();
    return written;
}

Status RemoteArrivals::add(std::string_view bytes) {
    m_hasGrown = true;
    return write(bytes);
}

Status RemoteArrivals::finish() {
    const bool goesOn = m_kept.isOpen();
    auto status = goesOn ? Status() : m_file->commit();
    m_file.reset();
    m_kept.close();
    status = status ? makeFolders(m_folder) : status;
    // A file is replaced by the new one itself, so that there always is one; an empty folder, or a link, is in the way.
    std::error_code absent;
    if (!fs::is_regular_file(fs::symlink_status(m_folder / m_name, absent))) {
        fs::remove(m_folder / m_name, absent);
    }
    const auto old = fs::file_size(m_folder / m_name, absent);
    const std::uint64_t freed = absent ? 0 : old;
    status = status ? moveInto(m_folder, m_name, beside(goesOn ? kKept : kArriving)) : status;
    if (status) {
        m_freed += freed;
        m_told.insert(m_name);
        ++m_arrived;
    }
    return status;
}

Status RemoteArrivals::same(const std::string &name) {
    if (std::error_code error; !fs::is_regular_file(m_folder / name, error)) {
        return fail(ErrorKind::Malformed, "names a file that is not here");
    }
    m_told.insert(name);
    return {};
}

void RemoteArrivals::removeOthers() const {
    for (const auto &[name, path] : filesIn(m_folder)) {
        if (std::error_code gone; !m_told.contains(name)) {
            fs::remove(path, gone);
        }
    }
}

void RemoteArrivals::removeKept() const {
    for (const char *name : {kKept, kKeptName}) {
        std::error_code absent;
        fs::remove(beside(name), absent);
    }
}

}  // namespace stagescope
