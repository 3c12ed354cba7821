#include "tests/support/kept_demos.h"

#include "core/demo/demo_writer.h"
#include "tests/support/places.h"

#include <QtCore/QByteArray>
#include <QtCore/QCryptographicHash>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kKeptBytes = std::uintmax_t{8} << 30;
constexpr std::uintmax_t kFreeBytes = std::uintmax_t{8} << 30;  ///< left to others on the disk

std::string hashOf(const std::string &text) {
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha1)
        .toHex()
        .left(16)
        .toStdString();
}

/// All that a demo depends on; a new option does not compile before it stands here.
std::string keyOf(const DemoOptions &options) {
    const auto &[schedule, drain, chunks, groupSize, overlapsMoe, detachesWeights, hasLogits, isNamed, hasStepTaskInfo,
                 pp, dp, microbatches, steps, layersPerStage, ranksPerHost, clockOffset, seed, recompute,
                 recomputeStage, faults] = options;
    std::ostringstream text;
    for (const std::int64_t number :
         {std::int64_t(schedule), std::int64_t(drain), std::int64_t(chunks), std::int64_t(groupSize),
          std::int64_t(overlapsMoe), std::int64_t(detachesWeights), std::int64_t(hasLogits), std::int64_t(isNamed),
          std::int64_t(hasStepTaskInfo), std::int64_t(pp), std::int64_t(dp), std::int64_t(microbatches),
          std::int64_t(steps), std::int64_t(layersPerStage), std::int64_t(ranksPerHost),
          std::int64_t(clockOffset.count()), std::int64_t(seed), std::int64_t(recompute),
          std::int64_t(recomputeStage)}) {
        text << number << ' ';
    }
    for (const auto &[kind, first, second, factorPpm, amount] : faults) {
        text << ';' << int(kind) << ' ' << first << ' ' << second << ' ' << factorPpm << ' ' << amount;
    }
    return hashOf(text.str());
}

/// Of the sources that write demos: two builds of one tree agree, a change of any of them begins anew.
std::string versionOfWriters() {
    std::vector<std::string> lines;
    for (const char *room : {"core/demo", "core/analysis/pipeline/schedule", "core/base"}) {
        for (const auto &entry : fs::recursive_directory_iterator(sourcePath(room).toStdString())) {
            if (entry.is_regular_file()) {
                lines.push_back(entry.path().string() + ' ' + std::to_string(entry.file_size()) + ' ' +
                                std::to_string(entry.last_write_time().time_since_epoch().count()));
            }
        }
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const auto &line : lines) {
        text += line + '\n';
    }
    return hashOf(text);
}

/// Where demos of this tree are kept, those of other states removed.
const fs::path &keptFolder() {
    static const fs::path kept = [] {
        const fs::path all = sourcePath("build/demos").toStdString();
        auto own = all / versionOfWriters();
        if (fs::create_directories(own)) {
            for (const auto &entry : fs::directory_iterator(all)) {
                if (std::error_code ignored; entry.path() != own) {
                    fs::remove_all(entry.path(), ignored);
                }
            }
        }
        return own;
    }();
    return kept;
}

std::uintmax_t bytesIn(const fs::path &folder) {
    std::uintmax_t bytes = 0;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        bytes += entry.is_regular_file() ? entry.file_size() : 0;
    }
    return bytes;
}

bool hasRoom() {
    static const bool isSmall = bytesIn(keptFolder()) < kKeptBytes;
    return isSmall && fs::space(keptFolder()).available > kFreeBytes;  // others fill the disk meanwhile
}

/// The kept demo, written first where it is not there. Throws what the file system refuses.
Result<fs::path> keptDemo(const DemoOptions &options) {
    static std::atomic<int> count = 0;
    auto kept = keptFolder() / keyOf(options);
    if (fs::exists(kept)) {
        return kept;
    }
    const auto written = keptFolder() / (std::to_string(::getpid()) + '-' + std::to_string(++count) + '-' +
                                         std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));
    if (const auto status = writeDemo(written.string(), options); !status) {
        return tl::unexpected(status.error());
    }
    std::error_code isThere;
    fs::rename(written, kept, isThere);  // another process may have been first: theirs is the same
    if (isThere) {
        fs::remove_all(written);
    }
    return kept;
}

}  // namespace

Status placeDemo(const std::string &folder, const DemoOptions &options) {
    try {
        const bool isFree = !fs::exists(folder) || fs::is_empty(folder);
        if (isFree && hasRoom()) {
            const auto kept = keptDemo(options);
            if (!kept) {
                return writeDemo(folder, options);  // which says why
            }
            fs::create_directories(folder);
            std::error_code isCut;
            fs::copy(*kept, folder, fs::copy_options::recursive, isCut);
            if (!isCut && fs::exists(*kept)) {
                return {};
            }
            fs::remove_all(folder);
        }
    } catch (const fs::filesystem_error &) {  // read only, full, or removed by another state of the sources
    }
    return writeDemo(folder, options);
}

}  // namespace stagescope
