#include "core/export/digest/digest_folder.h"

#include "core/base/extra_threads.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/export/bundle_cut.h"
#include "core/export/digest/rank_parts.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/bundle/digest_note.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kRanksAtOnce = 2;

DigestNote noteOf(const Run &listed, const Run &part, std::optional<int> rank, BundleLevel level) {
    DigestNote note{
        .root = listed.path, .ranks = listed.ranks(), .rank = rank, .level = std::string(bundleLevelText(level))};
    const auto add = [&](const FileSource &file) {
        if (file.chosen && !file.format.empty()) {
            note.files.push_back({file.path, file.size, file.mtimeNs});
        }
    };
    for (const auto &capture : part.captures) {
        std::for_each(capture.files.begin(), capture.files.end(), add);
    }
    std::for_each(part.clusterFiles.begin(), part.clusterFiles.end(), add);
    for (const auto &snapshot : part.snapshots) {
        add(snapshot.file);
    }
    return note;
}

std::uint64_t bytesOf(const DigestNote &note) {
    std::uint64_t sum = 0;
    for (const auto &file : note.files) {
        sum += file.size;
    }
    return sum;
}

std::vector<ImportEntry> entriesOf(const Run &part) {
    const auto &log = part.captures.empty() ? part.log : part.captures.front().log;
    return log ? log->entries() : std::vector<ImportEntry>{};
}

std::string failureText(const std::vector<ImportEntry> &entries) {
    const auto worst = std::max_element(entries.begin(), entries.end(),
                                        [](const auto &a, const auto &b) { return a.severity < b.severity; });
    if (worst == entries.end()) {
        return "no file of it is read";
    }
    const auto detail = worst->samples.empty() ? std::string() : worst->samples.front().detail;
    return worst->source + ": " + (detail.empty() ? worst->code : detail);
}

/// Whether a digest can be read, all of it.
bool isSound(const std::string &path) {
    const auto file = BundleFile::open(path);
    const auto numbers = file ? file->parts() : std::vector<int>{};
    return !numbers.empty() &&
           std::all_of(numbers.begin(), numbers.end(), [&](int number) { return file->part(number).has_value(); });
}

/// Of a digest that says the same of the same files; ranks that joined the profile since do not matter.
std::optional<std::uint64_t> bytesOfUnchanged(const std::string &path, const DigestNote &wanted) {
    auto note = digestNoteOf(path);
    if (!note) {
        return std::nullopt;
    }
    note->ranks = wanted.ranks;
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return *note == wanted && !error && isSound(path) ? std::optional<std::uint64_t>(size) : std::nullopt;
}

std::string digestPath(const std::string &folder, std::optional<int> rank) {
    const auto name = rank ? "rank_" + std::to_string(*rank) : std::string("cluster");
    return (fs::path(folder) / (name + std::string(kBundleEnding))).string();
}

/// Errors where a folder is of another profile, or tells more than is asked for now. One that is not there yet will do.
Status checkDigestFolder(const std::string &folder, const std::string &root, BundleLevel wanted) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const auto path = it->path().string();
        const auto note = path.ends_with(kBundleEnding) ? digestNoteOf(path) : std::nullopt;
        if (note && note->root != root) {
            return fail(ErrorKind::BadArgument, "holds digests of " + note->root, folder);
        }
        const auto level = note ? bundleLevelFromText(note->level) : std::nullopt;
        if (level && *level > wanted) {
            return fail(ErrorKind::BadArgument,
                        "holds digests of level " + note->level + ", which contain more than those of level " +
                            std::string(bundleLevelText(wanted)) + " would: take them away, or name another folder",
                        folder);
        }
    }
    const bool isWell = !error || error == std::errc::no_such_file_or_directory;
    return isWell ? Status() : Status(fail(ErrorKind::NoPermission, error.message(), folder));
}

Status checkDigestedRanks(const Run &listed, const DigestChoice &choice) {
    for (const int rank : choice.ranks) {
        if (listed.capture(rank) == nullptr) {
            return fail(ErrorKind::NotFound, "there is no rank " + std::to_string(rank), listed.path);
        }
    }
    return {};
}

/// A digest, and what it is of. Without bytes where nothing is to be told.
struct MadeDigest {
    DigestNote note;
    std::vector<ImportEntry> entries;
    std::string bytes;
};

Result<std::vector<BundlePart>> partsFor(const Run &part, const DigestNote &note, BundleLevel level,
                                         const std::vector<ImportEntry> &entries, const std::stop_token &stop) {
    if (!note.failure.empty()) {
        return std::vector<BundlePart>{{bundledSource(*note.rank, 0), encodeRank({{}, {}, entries}, {})}};
    }
    auto made = bundleParts(part, {.level = level}, stop);
    const bool isNothing = !made && made.error().kind == ErrorKind::NotFound && !note.rank;
    if (!isNothing) {
        return made;
    }
    // Files of which this level keeps nothing: the digest says that they have been looked at.
    return note.files.empty() ? std::vector<BundlePart>{}
                              : std::vector<BundlePart>{{kBundledCluster, encodeRank({{}, {}, entries}, {})}};
}

/// `part`: what is of the rank alone, listed.
Result<MadeDigest> digestOf(const Run &listed, Run part, BundleLevel level, std::optional<int> rank,
                            const DigestLoader &load, const std::stop_token &stop) {
    part = load(std::move(part), stop);
    MadeDigest made{noteOf(listed, part, rank, level), entriesOf(part), {}};
    if (rank && (part.captures.empty() || part.captures.front().loaded.empty())) {
        made.note.failure = failureText(made.entries);
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled", listed.path);
    }
    ASSIGN_OR_RETURN(auto parts, partsFor(part, made.note, level, made.entries, stop));
    if (parts.empty()) {
        return made;
    }
    if (rank) {
        std::erase_if(parts, [](const BundlePart &one) { return one.number == kBundledCluster; });
    }
    parts.push_back({kBundledDigest, encodeDigestNote(made.note)});
    std::sort(parts.begin(), parts.end(), [](const BundlePart &a, const BundlePart &b) { return a.number < b.number; });
    ASSIGN_OR_RETURN(auto bytes, bundleOf(parts));
    made.bytes = std::move(bytes);
    return made;
}

class DigestFolder {
public:
    DigestFolder(const Run &listed, const DigestChoice &choice, std::string folder, const DigestLoader &load,
                 const std::stop_token &stop)
        : m_listed(listed),
          m_parts(listed),
          m_choice(choice),
          m_folder(std::move(folder)),
          m_load(load),
          m_stop(stop) {}

    Status prepare() {
        const auto made = makeFolders(m_folder);
        const auto status = made ? checkDigestFolder(m_folder, m_listed.path, m_choice.level) : made;
        if (status) {
            removeDeadParts(m_folder);
        }
        return status;
    }

    /// Any thread; false: the rest is in vain.
    bool digest(std::optional<int> rank) {
        const auto path = digestPath(m_folder, rank);
        auto part = m_parts.of(rank);
        if (const auto kept = bytesOfUnchanged(path, noteOf(m_listed, part, rank, m_choice.level))) {
            const std::scoped_lock lock(m_mutex);
            m_outcome.unchanged += rank ? 1 : 0;
            m_outcome.bytes += *kept;
            m_outcome.sourceBytes += bytesOf(noteOf(m_listed, part, rank, m_choice.level));
            return true;
        }
        const auto made = digestOf(m_listed, std::move(part), m_choice.level, rank, m_load, m_stop);
        if (m_stop.stop_requested()) {
            return false;  // told at the end
        }
        if (!made) {
            return broken(made.error());
        }
        const auto &[note, entries, bytes] = *made;
        if (bytes.empty()) {
            std::error_code absent;
            fs::remove(path, absent);  // there is nothing to tell any more
        }
        if (const auto status = bytes.empty() ? Status() : writeWholeFile(path, bytes); !status) {
            return broken(status.error());
        }
        const std::scoped_lock lock(m_mutex);
        m_outcome.written += rank ? 1 : 0;
        m_outcome.bytes += bytes.size();
        m_outcome.sourceBytes += bytesOf(note);
        if (!note.failure.empty()) {
            m_outcome.failed.push_back(
                {ErrorKind::NotFound, note.failure, "rank " + std::to_string(rank.value_or(-1))});
        }
        std::copy_if(entries.begin(), entries.end(), std::back_inserter(m_outcome.losses),
                     [](const ImportEntry &entry) { return entry.severity == Severity::DataLoss; });
        return true;
    }

    Result<DigestOutcome> take() {
        const auto byRank = [](const Error &a, const Error &b) { return a.where < b.where; };
        std::sort(m_outcome.failed.begin(), m_outcome.failed.end(), byRank);
        return m_error ? Result<DigestOutcome>(tl::make_unexpected(*m_error)) : std::move(m_outcome);
    }

private:
    bool broken(const Error &error) {
        const std::scoped_lock lock(m_mutex);
        m_error = m_error ? m_error : error;
        return false;
    }

    const Run &m_listed;
    RankParts m_parts;
    const DigestChoice &m_choice;
    std::string m_folder;
    const DigestLoader &m_load;
    const std::stop_token &m_stop;
    std::mutex m_mutex;
    DigestOutcome m_outcome;
    std::optional<Error> m_error;
};

}  // namespace

std::vector<int> digestedRanks(const Run &listed, const DigestChoice &choice) {
    std::vector<int> result;
    std::size_t place = 0;
    for (const int rank : listed.ranks()) {
        const bool isChosen =
            choice.ranks.empty() || std::find(choice.ranks.begin(), choice.ranks.end(), rank) != choice.ranks.end();
        if (isChosen && place++ % choice.shards == choice.shard) {
            result.push_back(rank);
        }
    }
    return result;
}

Result<std::set<std::size_t>> shardsToDo(const Run &listed, const DigestChoice &choice, const std::string &folder) {
    auto status = checkDigestedRanks(listed, choice);
    status = status ? checkDigestFolder(folder, listed.path, choice.level) : status;
    RETURN_IF_ERROR(status);
    const RankParts parts(listed);
    const auto isMissing = [&](std::optional<int> rank) {
        const auto note = noteOf(listed, parts.of(rank), rank, choice.level);
        return (rank || !note.files.empty()) && !bytesOfUnchanged(digestPath(folder, rank), note);
    };
    std::set<std::size_t> shards;
    if (isMissing(std::nullopt)) {
        shards.insert(0);
    }
    auto all = choice;
    all.shard = 0;
    all.shards = 1;
    const auto ranks = digestedRanks(listed, all);
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        if (!shards.contains(place % choice.shards) && isMissing(ranks[place])) {
            shards.insert(place % choice.shards);
        }
    }
    return shards;
}

Result<DigestOutcome> writeDigests(const Run &listed, const DigestChoice &choice, const std::string &folder,
                                   const DigestLoader &load,
                                   const std::function<void(std::size_t, std::size_t)> &progress,
                                   const std::stop_token &stop,
                                   const std::function<bool(std::optional<int>)> &finished) {
    RETURN_IF_ERROR(checkDigestedRanks(listed, choice));
    DigestFolder target(listed, choice, folder, load, stop);
    RETURN_IF_ERROR(target.prepare());
    std::vector<std::optional<int>> todo;
    if (choice.shard == 0) {
        todo.emplace_back(std::nullopt);
    }
    for (const int rank : digestedRanks(listed, choice)) {
        todo.emplace_back(rank);
    }
    std::atomic<std::size_t> done = 0;
    takeInTurns(todo.size(), kRanksAtOnce, [&](std::size_t i) {
        const bool goesOn = !stop.stop_requested() && target.digest(todo[i]) && (!finished || finished(todo[i]));
        if (progress) {
            progress(++done, todo.size());
        }
        return goesOn;
    });
    return stop.stop_requested() ? fail(ErrorKind::Cancelled, "cancelled", listed.path) : target.take();
}

Result<std::string> digestBytes(const Run &listed, BundleLevel level, std::optional<int> rank, const DigestLoader &load,
                                const std::stop_token &stop) {
    if (rank) {
        if (const auto status = checkDigestedRanks(listed, {.ranks = {*rank}}); !status) {
            return tl::make_unexpected(status.error());
        }
    }
    auto made = digestOf(listed, RankParts(listed).of(rank), level, rank, load, stop);
    return made ? std::move(made->bytes) : Result<std::string>(tl::make_unexpected(made.error()));
}

}  // namespace stagescope
