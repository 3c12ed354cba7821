#include "app/remote/near_side.h"

#include "app/remote/program_copy.h"
#include "app/remote/remote_arrivals.h"
#include "app/remote/remote_cache.h"
#include "app/remote/remote_line.h"
#include "core/base/io/child_process.h"
#include "core/base/io/file_lock.h"
#include "core/base/path_text.h"
#include "core/remote/remote_stream.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr int kNoProgram = 127;              // of a shell
constexpr std::chrono::minutes kSilence{5};  // somebody may have to type a password
constexpr std::chrono::seconds kUntilOpened{1};
constexpr int kMostAttempts = 50;

/// The folder's name here: that of the profile, but for what discovery would take for a sign of what is in it.
std::string nameHere(const std::string &host, std::string_view name) {
    std::string text(name);
    constexpr std::string_view kPatterns = "*?{},[]";
    std::replace_if(
        text.begin(), text.end(), [&](char c) { return kPatterns.find(c) != std::string_view::npos; }, '-');
    const auto ending = text.find_last_of('_');
    const bool isSign =
        ending != std::string::npos && (ending + 3 == text.size() || ending + 7 == text.size());  // ..._pt, ..._OUTPUT
    return host.substr(host.find('@') + 1) + ':' + (isSign ? text + '-' : text);
}

/// One that is not there is, too.
bool isEmptyFolder(const fs::path &folder) {
    std::error_code error;
    return fs::directory_iterator(folder, error) == fs::directory_iterator();
}

/// What became of one connection.
struct Attempt {
    Status status{};
    bool isWorthAnother = false;
    bool lacksProgram = false;  ///< of this version
};

/// One connection after the other, until all is here or none gets any further.
class Bringing {
public:
    Bringing(const RemoteAddress &address, const RemoteWish &wish, fs::path folder, const RemoteProgress &progress,
             const std::stop_token &stop)
        : m_address(address), m_wish(wish), m_folder(std::move(folder)), m_progress(progress), m_stop(stop) {}

    Status run() {
        ASSIGN_OR_RETURN(const auto line, remoteLine(m_address, serveScript()));
        Attempt attempt{.status = {}, .isWorthAnother = true};
        for (int i = 0; i < kMostAttempts && attempt.isWorthAnother; ++i) {
            attempt = tryOnce(line);
            if (attempt.lacksProgram && std::exchange(m_mayAsk, false) && m_wish.mayCopy && m_wish.mayCopy()) {
                const auto copied = copyProgram(m_address, m_wish.variables, m_stop);
                attempt = {.status = copied, .isWorthAnother = copied.has_value()};
            }
        }
        return attempt.status;
    }

private:
    [[nodiscard]] RemoteReader::Events eventsFor(RemoteArrivals &arrivals) {
        return {.progress =
                    [this](std::size_t done, std::size_t all) {
                        m_isFurther = m_isFurther || done > m_done;
                        m_done = std::max(m_done, done);
                        if (m_progress) {
                            m_progress(done, all);
                        }
                    },
                .begin = [&arrivals](const std::string &name, std::uint64_t,
                                     std::uint64_t from) { return arrivals.begin(name, from); },
                .bytes = [&arrivals](std::string_view bytes) { return arrivals.add(bytes); },
                .finish = [&arrivals] { return arrivals.finish(); },
                .same = [&arrivals](const std::string &name) { return arrivals.same(name); }};
    }

    /// Not amid files of another time: those are not of one state of the profile before all is here.
    void openEarly(const RemoteArrivals &arrivals) {
        if (m_wish.opens && m_wasEmpty && !m_isOpened && arrivals.told() > 0 &&
            std::chrono::steady_clock::now() - m_begun > kUntilOpened) {
            m_isOpened = true;
            m_wish.opens(m_folder.string());
        }
    }

    Attempt tryOnce(const std::vector<std::string> &line) {
        RemoteArrivals arrivals(m_folder);
        RemoteReader reader(STAGESCOPE_VERSION, eventsFor(arrivals), arrivals.room());
        const RemoteRequest request{.path = m_address.path,
                                    .level = std::string(bundleLevelText(m_wish.level)),
                                    .capture = m_wish.capture,
                                    .ranks = m_wish.ranks,
                                    .mostBytes = m_wish.mostBytes,
                                    .have = arrivals.hashes(),
                                    .part = arrivals.part()};
        m_isFurther = false;
        Status read;
        std::string lastWords;
        const auto listener = [&](ChildStream stream, std::string_view text) {
            if (stream == ChildStream::Errors) {
                lastWords = text.empty() ? lastWords : wordsOf(text);
                return true;
            }
            read = reader.take(text);
            reader.addRoom(arrivals.takeFreed());
            if (!reader.isEnded()) {
                openEarly(arrivals);
            }
            return read.has_value() && !reader.isEnded();
        };
        const auto code = runChild({.words = line,
                                    .input = encodeRemoteRequest(request),
                                    .isRaw = true,
                                    .variables = m_wish.variables,
                                    .silence = kSilence,
                                    .maxBytes = std::numeric_limits<std::uint64_t>::max()},
                                   listener, m_stop);
        if (reader.isEnded()) {
            arrivals.removeKept();
            if (m_wish.ranks.empty()) {
                arrivals.removeOthers();
            }
            return {.status = read};
        }
        if (!code || !read) {
            return {.status = code ? read : tl::make_unexpected(code.error()),
                    .lacksProgram = code && !reader.isGreeted() && read.error().kind == ErrorKind::Unsupported};
        }
        if (reader.isGreeted()) {
            return {.status = fail(ErrorKind::ReadFailed, "the connection ended early: run again to continue"),
                    .isWorthAnother = arrivals.isFurther() || m_isFurther};
        }
        if (*code == kNoProgram) {
            return {.status = fail(ErrorKind::NotFound,
                                   "has no stagescope-cli in its PATH, ~/.local/bin or ~/bin: copy it there "
                                   "(--copy-program, from the portable archive), or name it in "
                                   "STAGESCOPE_REMOTE_PROGRAM"),
                    .lacksProgram = true};
        }
        return {.status = fail(ErrorKind::ReadFailed, lastWords.empty() ? "does not answer" : lastWords)};
    }

    const RemoteAddress &m_address;
    const RemoteWish &m_wish;
    fs::path m_folder;
    const RemoteProgress &m_progress;
    const std::stop_token &m_stop;
    std::chrono::steady_clock::time_point m_begun = std::chrono::steady_clock::now();
    std::size_t m_done = 0;                     ///< the most that any connection said
    bool m_isFurther = false;                   ///< whether this one said more
    bool m_wasEmpty = isEmptyFolder(m_folder);  ///< at first
    bool m_isOpened = false;
    bool m_mayAsk = true;
};

}  // namespace

Result<std::string> bringRemote(const RemoteAddress &address, const RemoteWish &wish, const RemoteProgress &progress,
                                const std::stop_token &stop) {
    const auto where = addressText(address);
    auto path = address.path;
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    const auto name = nameHere(address.host, lastPart(path));
    // What may be of two levels lies elsewhere than what is of one.
    const auto level = wish.mostBytes > 0 ? std::string_view("bounded") : bundleLevelText(wish.level);
    const auto folder = remoteFolder(RemoteRole::Opened, address.host, where + '\n' + wish.capture) / level / name;
    if (!makePrivateFolder(folder.parent_path())) {
        return fail(ErrorKind::NoPermission, "the cache folder cannot be written", folder.string());
    }
    // Another process may be bringing the same.
    ASSIGN_OR_RETURN(const auto lock, FolderLock::take(folder.parent_path(), kSilence));
    setShownPath(folder.string(), where);
    const auto status = Bringing(address, wish, folder, progress, stop).run();
    if (status) {
        return folder.string();
    }
    const auto &error = status.error();
    const bool isOfProfile = error.where.empty() || error.where.ends_with(path) || error.where == where;
    return fail(error.kind, isOfProfile ? error.detail : error.where + ": " + error.detail, where);
}

}  // namespace stagescope
