#include "app/remote/far_side.h"

#include "app/remote/remote_cache.h"
#include "core/base/path_text.h"
#include "core/export/digest/digest_folder.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"
#include "core/store/bundle/bundle_file.h"

#include <QtCore/QString>
#include <QtCore/QSysInfo>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSampledRanks = 16;
constexpr std::chrono::seconds kSignOfLife{5};

/// Says every few seconds how far it is, and stops the work when nobody listens. Lives as long as the work.
class SignOfLife {
public:
    explicit SignOfLife(RemoteWriter &writer) : m_writer(writer) {}

    void expect(std::size_t all) { m_all = all; }
    void set(std::size_t done) {
        m_done = done;
        tell();
    }
    [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }

private:
    void tell() {
        if (!m_writer.progress(m_done, m_all)) {
            m_stop.request_stop();
        }
    }
    void run(const std::stop_token &ended) {
        std::unique_lock lock(m_mutex);
        while (!m_wake.wait_for(lock, ended, kSignOfLife, [] { return false; }) && !ended.stop_requested()) {
            tell();
        }
    }

    RemoteWriter &m_writer;
    std::atomic<std::size_t> m_all = 0;  ///< not known while the profile is looked through
    std::atomic<std::size_t> m_done = 0;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread{[this](const std::stop_token &ended) { run(ended); }};  // last: uses all above
};

/// Where the digests are kept. Nodes that share a home may have other profiles at the same path.
Result<fs::path> shelfFor(const Run &listed, const RemoteRequest &request, BundleLevel level) {
    const auto profile = listed.path + '\n' + request.capture + '\n' + QSysInfo::machineHostName().toStdString();
    auto kept = remoteFolder(RemoteRole::Served, lastPart(listed.path), profile) / bundleLevelText(level);
    return makePrivateFolder(kept)
               ? Result<fs::path>(std::move(kept))
               : fail(ErrorKind::NoPermission, "the cache folder there cannot be written", kept.string());
}

Result<Run> listedFor(const RemoteRequest &request, const RunJudge &accepts, const std::stop_token &stop) {
    setWantedCapture(request.capture);
    std::error_code error;
    const auto path = fs::absolute(request.path, error);
    auto listed = discover(path.lexically_normal().string(), RunId{0}, stop);
    if (!listed) {
        return listed;
    }
    const auto status = accepts(*listed, request.path);
    return status ? std::move(listed) : tl::make_unexpected(status.error());
}

/// Any thread.
class Sender {
public:
    Sender(RemoteWriter &writer, const RemoteRequest &request) : m_writer(writer), m_request(request) {}

    bool send(const std::string &name, const fs::path &path) {
        const auto known = m_request.have.find(name);
        if (known != m_request.have.end() && known->second == remoteHash(path.string())) {
            return m_writer.same(name);
        }
        const auto &part = m_request.part;
        const bool isBegun = part && part->name == name && part->hash == remoteHash(path.string(), part->bytes);
        return m_writer.file(name, path.string(), isBegun ? part->bytes : 0);
    }
    bool sendBytes(const std::string &name, const std::string &bytes) {
        const auto known = m_request.have.find(name);
        const bool isSame = known != m_request.have.end() && known->second == remoteHashOf(bytes);
        return isSame ? m_writer.same(name) : m_writer.content(name, bytes);
    }

private:
    RemoteWriter &m_writer;
    const RemoteRequest &m_request;
};

tl::unexpected<Error> nobodyListens() { return fail(ErrorKind::Cancelled, "nobody listens"); }

/// Memory snapshots, logs and others that are of no rank, as they are.
Status sendFiles(const Run &listed, Sender &sender) {
    std::vector<FileSource> files = listed.clusterFiles;
    for (const auto &snapshot : listed.snapshots) {
        files.push_back(snapshot.file);
    }
    for (const auto &capture : listed.captures) {
        files.insert(files.end(), capture.files.begin(), capture.files.end());
    }
    for (const auto &file : files) {
        const bool isBelow = file.path.starts_with(listed.path + '/');
        const auto name = isBelow ? file.path.substr(listed.path.size() + 1) : std::string(lastPart(file.path));
        if (isRemoteName(name) && !sender.send(name, file.path)) {
            return nobodyListens();
        }
    }
    return {};
}

std::string digestName(std::optional<int> rank) {
    return (rank ? "rank_" + std::to_string(*rank) : std::string("cluster")) + std::string(kBundleEnding);
}

/// Some of these ranks, from all over the job.
std::vector<int> sampleOf(const std::vector<int> &ranks) {
    std::vector<int> sample;
    const auto count = std::min(ranks.size(), kSampledRanks);
    for (std::size_t i = 0; i < count; ++i) {
        sample.push_back(ranks[i * ranks.size() / count]);
    }
    return sample;
}

/// Digests of a run, kept where that is possible, and sent.
class Digests {
public:
    Digests(const Run &listed, const RemoteRequest &request, BundleLevel level, SignOfLife &life)
        : m_listed(listed),
          m_request(request),
          m_choice{.level = level, .ranks = request.ranks},
          m_life(life),
          m_ranks(digestedRanks(listed, m_choice)) {}

    /// Of the lowest level, where those of this one would be more than is wanted.
    void lower() {
        m_life.expect(m_ranks.size());
        if (m_request.mostBytes == 0 || m_choice.level == BundleLevel::Summary || m_ranks.empty()) {
            return;
        }
        const auto sample = sampleOf(m_ranks);
        if (bytesOf(sample) / sample.size() * m_ranks.size() > m_request.mostBytes) {
            m_choice.level = BundleLevel::Summary;
        }
    }

    Status send(Sender &sender) {
        m_life.expect(m_ranks.size());
        const auto shelf = shelfFor(m_listed, m_request, m_choice.level);
        std::atomic<bool> isHeard = true;
        const auto finished = [&](std::optional<int> rank) {
            const auto path = *shelf / digestName(rank);
            std::error_code error;
            // There may be nothing that is of no rank; and it is not of the ranks that are asked for.
            const bool isSent = rank || (m_request.ranks.empty() && fs::exists(path, error));
            isHeard = isHeard && (!isSent || sender.send(digestName(rank), path));
            return isHeard.load();
        };
        const auto progress = [&](std::size_t done, std::size_t) { setDone(done); };
        const auto written = shelf ? writeDigests(m_listed, m_choice, shelf->string(), &loadDiscovered, progress,
                                                  m_life.stop(), finished)
                                   : Result<DigestOutcome>(tl::make_unexpected(shelf.error()));
        if (!isHeard) {
            return nobodyListens();
        }
        return written                                       ? Status()
               : !shelf || isUnkept(written.error(), *shelf) ? sendUnkept(sender)
                                                             : tl::make_unexpected(written.error());
    }

private:
    void setDone(std::size_t done) { m_life.set(std::min(done, m_ranks.size())); }

    /// What went wrong is that they cannot be kept: the disk is full, may not be written to, or another process is at
    /// it. The same of the profile itself is another matter.
    static bool isUnkept(const Error &error, const fs::path &shelf) {
        return error.where.starts_with(shelf.string()) &&
               (error.kind == ErrorKind::NoPermission || error.kind == ErrorKind::ReadFailed ||
                error.kind == ErrorKind::BadArgument);
    }

    /// What those of some ranks take.
    std::uint64_t bytesOf(const std::vector<int> &ranks) {
        auto choice = m_choice;
        choice.ranks = ranks;
        const auto shelf = shelfFor(m_listed, m_request, choice.level);
        const auto progress = [&](std::size_t done, std::size_t) { setDone(done); };
        if (shelf && writeDigests(m_listed, choice, shelf->string(), &loadDiscovered, progress, m_life.stop())) {
            // Without that of no rank, which is there once, not for each of them.
            std::uint64_t bytes = 0;
            for (const int rank : ranks) {
                std::error_code error;
                const auto size = fs::file_size(*shelf / digestName(rank), error);
                bytes += error ? 0 : size;
            }
            return bytes;
        }
        const auto first = digestBytes(m_listed, choice.level, ranks.front(), &loadDiscovered, m_life.stop());
        return first ? first->size() * ranks.size() : 0;
    }

    /// One after the other, in memory. What was sent before the disk was full is sent once more.
    Status sendUnkept(Sender &sender) {
        std::vector<std::optional<int>> todo;
        if (m_request.ranks.empty()) {
            todo.emplace_back(std::nullopt);
        }
        todo.insert(todo.end(), m_ranks.begin(), m_ranks.end());
        for (std::size_t i = 0; i < todo.size(); ++i) {
            const auto bytes = digestBytes(m_listed, m_choice.level, todo[i], &loadDiscovered, m_life.stop());
            if (!bytes) {
                return tl::make_unexpected(bytes.error());
            }
            if (!bytes->empty() && !sender.sendBytes(digestName(todo[i]), *bytes)) {
                return nobodyListens();
            }
            m_life.set(std::min(i + 1, m_ranks.size()));
        }
        return {};
    }

    const Run &m_listed;
    const RemoteRequest &m_request;
    DigestChoice m_choice;
    SignOfLife &m_life;
    std::vector<int> m_ranks;
};

Status serve(const RemoteRequest &request, const RunJudge &accepts, RemoteWriter &writer) {
    const auto level = bundleLevelFromText(request.level);
    if (!level) {
        return fail(ErrorKind::BadArgument, "there is no such level of digests", request.level);
    }
    SignOfLife life(writer);
    const auto listed = listedFor(request, accepts, life.stop());
    if (!listed) {
        return tl::make_unexpected(listed.error());
    }
    Sender sender(writer, request);
    Status sent;
    if (listed->ranks().empty()) {
        sent = sendFiles(*listed, sender);
    } else {
        Digests digests(*listed, request, *level, life);
        digests.lower();
        sent = digests.send(sender);
    }
    return sent && !writer.end() ? nobodyListens() : sent;
}

}  // namespace

int serveDigests(std::string_view request, const RunJudge &accepts, RemoteWriter::Sink sink) {
    RemoteWriter writer(std::move(sink));
    if (!writer.greet(STAGESCOPE_VERSION)) {
        return 2;
    }
    const auto asked = decodeRemoteRequest(request);
    const auto served = asked ? serve(*asked, accepts, writer) : tl::make_unexpected(asked.error());
    if (!served) {
        writer.refuse(served.error());
    }
    return served ? 0 : 2;
}

}  // namespace stagescope
