#include "app/remote/far_side.h"

#include "app/remote/remote_cache.h"
#include "core/base/path_text.h"
#include "core/export/digest/digest_folder.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRanksAtATime = 16;
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

/// Where the digests are kept.
Result<fs::path> shelfFor(const Run &listed, const RemoteRequest &request) {
    auto kept =
        remoteFolder(RemoteRole::Served, lastPart(listed.path), listed.path + '\n' + request.capture) / request.level;
    return makePrivateFolder(kept)
               ? Result<fs::path>(std::move(kept))
               : fail(ErrorKind::NoPermission, "the cache folder there cannot be written: set XDG_CACHE_HOME",
                      kept.string());
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

class Sender {
public:
    Sender(RemoteWriter &writer, const RemoteRequest &request) : m_writer(writer), m_request(request) {}

    bool send(const std::string &name, const fs::path &path) {
        const auto has = m_request.have.find(name);
        const bool isSame = has != m_request.have.end() && has->second == remoteHash(path.string());
        return m_writer.file(name, path.string(), isSame);
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

Status sendDigests(const Run &listed, DigestChoice choice, const fs::path &folder, SignOfLife &life, Sender &sender) {
    const auto ranks = digestedRanks(listed, choice);
    life.expect(ranks.size());
    for (std::size_t at = 0; at < ranks.size(); at += kRanksAtATime) {
        const auto end = std::min(ranks.size(), at + kRanksAtATime);
        choice.ranks.assign(ranks.begin() + std::ptrdiff_t(at), ranks.begin() + std::ptrdiff_t(end));
        const auto progress = [&](std::size_t done, std::size_t) { life.set(std::min(end, at + done)); };
        const auto written = writeDigests(listed, choice, folder.string(), &loadDiscovered, progress, life.stop());
        if (!written) {
            return tl::make_unexpected(written.error());
        }
        for (const int rank : choice.ranks) {
            const auto name = "rank_" + std::to_string(rank) + ".stagescope";
            if (!sender.send(name, folder / name)) {
                return nobodyListens();
            }
        }
    }
    constexpr const char *kCluster = "cluster.stagescope";
    std::error_code error;
    const bool hasCluster = fs::exists(folder / kCluster, error);  // there may be nothing that is of no rank
    return !hasCluster || sender.send(kCluster, folder / kCluster) ? Status() : nobodyListens();
}

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
        const auto shelf = shelfFor(*listed, request);
        sent =
            shelf ? sendDigests(*listed, {.level = *level}, *shelf, life, sender) : tl::make_unexpected(shelf.error());
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
