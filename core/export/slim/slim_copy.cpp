#include "core/export/slim/slim_copy.h"

#include "core/base/extra_threads.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/base/path_text.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

/// What the manifest tells of a file that was written.
struct WrittenFile {
    std::uint64_t bytes = 0;
    std::string sha256;
};
Result<WrittenFile> writtenFile(const std::string &path) {
    QFile file(QString::fromStdString(path));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) {
        return fail(ErrorKind::ReadFailed, "cannot be read back: " + file.errorString().toStdString(), path);
    }
    return WrittenFile{static_cast<std::uint64_t>(file.size()), hash.result().toHex().toStdString()};
}

QString qtTextOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QJsonObject objectOf(const SlimFile &file) {
    QJsonObject object{{QStringLiteral("name"), qtTextOf(file.name)},
                       {QStringLiteral("bytes"), static_cast<qint64>(file.bytes)}};
    if (file.copy.empty()) {
        object[QStringLiteral("reason")] = qtTextOf(slimReasonText(file.reason));
    } else {
        object[QStringLiteral("copy")] = qtTextOf(file.copy);
        object[QStringLiteral("copy_bytes")] = static_cast<qint64>(file.copyBytes);
        object[QStringLiteral("sha256")] = qtTextOf(file.sha256);
    }
    return object;
}

std::string manifestText(const Run &run, const SlimChoice &choice, const SlimCopy &copy) {
    QJsonArray answers;
    for (const auto answer : choice.answers) {
        answers.append(qtTextOf(slimAnswerText(answer)));
    }
    QJsonObject root{{QStringLiteral("of"), qtTextOf(run.label)},
                     {QStringLiteral("for"), answers},
                     {QStringLiteral("bytes"), static_cast<qint64>(copy.bytes)},
                     {QStringLiteral("copy_bytes"), static_cast<qint64>(copy.copyBytes)}};
    if (!choice.ranks.empty()) {
        QJsonArray ranks;
        std::for_each(choice.ranks.begin(), choice.ranks.end(), [&](int rank) { ranks.append(rank); });
        root[QStringLiteral("ranks")] = ranks;
    }
    if (choice.steps) {
        root[QStringLiteral("steps")] =
            QJsonArray{static_cast<qint64>(choice.steps->first), static_cast<qint64>(choice.steps->second)};
    }
    QJsonArray kept;
    QJsonArray leftOut;
    for (const auto &file : copy.files) {
        (file.copy.empty() ? leftOut : kept).append(objectOf(file));
    }
    root[QStringLiteral("files")] = kept;
    root[QStringLiteral("left_out")] = leftOut;
    return QJsonDocument(root).toJson(QJsonDocument::Indented).toStdString();
}

class SlimWriter {
public:
    SlimWriter(const std::vector<SlimPart> &plan, fs::path part, fs::path base, const std::stop_token &stop)
        : m_plan(plan), m_part(std::move(part)), m_base(std::move(base)), m_stop(stop) {
        m_copy.files.resize(plan.size());
    }

    /// Workers take the files in turn.
    Result<SlimCopy> write(const std::function<void(std::size_t, std::size_t)> &progress) {
        takeInTurns(m_plan.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
            m_copy.files[i] = copied(m_plan[i]);
            if (progress) {
                progress(++m_done, m_plan.size());
            }
            return !m_failed;
        });
        if (m_failed) {
            return tl::make_unexpected(m_error);
        }
        for (const auto &file : m_copy.files) {
            m_copy.bytes += file.bytes;
            m_copy.copyBytes += file.copyBytes;
        }
        return std::move(m_copy);
    }

private:
    SlimFile copied(const SlimPart &part) {
        SlimFile file{part.name, {}, part.reason, part.file.size, 0, {}};
        if (part.reason != SlimReason::Kept) {
            return file;
        }
        const auto target = m_part / m_base / std::string(unpackedName(part.name));
        const auto folder = makeFolders(target.parent_path());
        const auto written =
            folder ? copyCut(part.file, part.cut, target.string(), m_stop) : tl::make_unexpected(folder.error());
        const auto made = written ? writtenFile(*written) : tl::make_unexpected(written.error());
        if (!made) {
            note(made.error(), part);
            file.reason = SlimReason::Unreadable;
            return file;
        }
        file.copy = fs::path(*written).lexically_relative(m_part).generic_string();
        file.copyBytes = made->bytes;
        file.sha256 = made->sha256;
        return file;
    }

    /// What cannot be read is told at the end; what cannot be written ends all. The copy may lie beside its source, in
    /// a folder whose name begins as the source's does.
    void note(const Error &error, const SlimPart &part) {
        const std::scoped_lock lock(m_mutex);
        const bool isOfReading = error.kind != ErrorKind::Cancelled && error.where.starts_with(part.file.path) &&
                                 !error.where.starts_with(m_part.string());
        if (isOfReading) {
            m_copy.lost.push_back(error);
        } else if (!m_failed) {
            m_error = error;
            m_failed = true;
        }
    }

    const std::vector<SlimPart> &m_plan;
    fs::path m_part;
    fs::path m_base;
    const std::stop_token &m_stop;
    SlimCopy m_copy;
    std::atomic<std::size_t> m_done{0};
    std::atomic<bool> m_failed{false};
    std::mutex m_mutex;
    Error m_error;
};

}  // namespace

Result<SlimCopy> writeSlimCopy(const Run &run, const SlimChoice &choice, const std::vector<SlimPart> &plan,
                               const std::string &folder, const std::function<void(std::size_t, std::size_t)> &progress,
                               const std::stop_token &stop) {
    const auto isKept = [](const SlimPart &part) { return part.reason == SlimReason::Kept; };
    if (std::none_of(plan.begin(), plan.end(), isKept)) {
        return fail(ErrorKind::NotFound, "it has no data for the selected answers", run.path);
    }
    ASSIGN_OR_RETURN(const auto target, OutputFolder::create(folder));
    const auto &part = target->path();
    auto copy = SlimWriter(plan, part, slimBase(run), stop).write(progress);
    if (!copy) {
        return copy;
    }
    RETURN_IF_ERROR(writeWholeFile((part / kSlimManifest).string(), manifestText(run, choice, *copy)));
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled", folder);
    }
    const auto whole = target->commit();
    return whole ? std::move(copy) : tl::make_unexpected(whole.error());
}

}  // namespace stagescope
