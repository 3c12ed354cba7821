#include "app/remote/near_side.h"

#include "app/remote/remote_cache.h"
#include "core/base/io/child_process.h"
#include "core/base/io/file_lock.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/base/path_text.h"
#include "core/remote/remote_stream.h"

#include <QtCore/QString>
#include <QtCore/QtGlobal>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr int kNoProgram = 127;              // of a shell
constexpr std::chrono::minutes kSilence{5};  // somebody may have to type a password
constexpr int kMostAttempts = 50;

std::string variableOr(const char *name, const char *usual) {
    const auto value = qEnvironmentVariable(name).toStdString();
    return value.empty() ? usual : value;
}

/// A word for a shell, of any kind.
std::string quoted(const std::string &word) {
    std::string text = "'";
    for (const char c : word) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

/// What the other side's shell is to run. It is given as one word to the login shell, which may be any.
std::string farCommand() {
    const auto own = qEnvironmentVariable("STAGESCOPE_REMOTE_PROGRAM").toStdString();
    const auto places =
        own.empty() ? std::string(R"(stagescope-cli "$HOME/.local/bin/stagescope-cli" "$HOME/bin/stagescope-cli")")
                    : quoted(own);
    return "exec sh -c " +
           quoted("for p in " + places +
                  R"(; do if command -v "$p" >/dev/null 2>&1; then exec "$p" serve; fi; done; exit 127)");
}

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

std::vector<std::string> sshWords(const RemoteAddress &address) {
    std::vector<std::string> words{variableOr("STAGESCOPE_SSH", "ssh"), "-T"};
    if (!address.port.empty()) {
        words.insert(words.end(), {"-p", address.port});
    }
    words.insert(words.end(), {"-o", "ServerAliveInterval=15", "--", address.host, farCommand()});
    return words;
}

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

/// Files of one answer, on their way into a folder.
class Arrivals {
public:
    explicit Arrivals(fs::path folder) : m_folder(std::move(folder)) {}

    Status begin(const std::string &name) {
        std::error_code error;
        fs::remove(m_folder / name, error);  // also an empty folder that is in the way
        if (auto made = makeFolders((m_folder / name).parent_path()); !made) {
            return made;
        }
        auto file = OutputFile::create((m_folder / name).string(), OutputFile::kPrivateMode);
        if (!file) {
            return tl::make_unexpected(file.error());
        }
        m_name = name;
        m_file = std::move(*file);
        return {};
    }
    Status add(std::string_view bytes) { return m_file->write(bytes); }
    Status finish() {
        const auto status = m_file->commit();
        m_file.reset();
        m_told.insert(m_name);
        ++m_arrived;
        return status;
    }
    /// Something that was said to be here.
    Status same(const std::string &name) {
        if (std::error_code error; !fs::is_regular_file(m_folder / name, error)) {
            return fail(ErrorKind::Malformed, "names a file that is not here");
        }
        m_told.insert(name);
        return {};
    }
    [[nodiscard]] std::size_t arrived() const { return m_arrived; }

    /// What the profile does not have any more goes.
    void removeOthers() const {
        for (const auto &[name, path] : filesIn(m_folder)) {
            if (std::error_code gone; !m_told.contains(name)) {
                fs::remove(path, gone);
            }
        }
    }

private:
    fs::path m_folder;
    std::string m_name;
    std::unique_ptr<OutputFile> m_file;
    std::set<std::string> m_told;
    std::size_t m_arrived = 0;
};

std::map<std::string, std::string> hashesIn(const fs::path &folder) {
    auto hashes = filesIn(folder);
    for (auto &[name, path] : hashes) {
        path = remoteHash(path);
    }
    return hashes;
}

/// What became of one connection.
struct Attempt {
    Status status;
    std::size_t arrived = 0;
    bool isWorthAnother = false;
};

Attempt tryOnce(const RemoteAddress &address, const RemoteWish &wish, const fs::path &folder,
                const RemoteProgress &progress, const std::stop_token &stop) {
    Arrivals arrivals(folder);
    RemoteReader reader(STAGESCOPE_VERSION,
                        {.progress = progress,
                         .begin = [&](const std::string &name, std::uint64_t) { return arrivals.begin(name); },
                         .bytes = [&](std::string_view bytes) { return arrivals.add(bytes); },
                         .finish = [&] { return arrivals.finish(); },
                         .same = [&](const std::string &name) { return arrivals.same(name); }});
    const RemoteRequest request{.path = address.path,
                                .level = std::string(bundleLevelText(wish.level)),
                                .capture = wish.capture,
                                .have = hashesIn(folder)};
    Status read;
    std::string lastWords;
    const auto listener = [&](ChildStream stream, std::string_view text) {
        if (stream == ChildStream::Errors) {
            lastWords = text.empty() ? lastWords : std::string(text);
            return true;
        }
        read = reader.take(text);
        return read.has_value() && !reader.isEnded();
    };
    const auto code = runChild({.words = sshWords(address),
                                .input = encodeRemoteRequest(request),
                                .isRaw = true,
                                .variables = wish.variables,
                                .silence = kSilence,
                                .maxBytes = std::numeric_limits<std::uint64_t>::max()},
                               listener, stop);
    Attempt attempt{.status = read, .arrived = arrivals.arrived()};
    if (reader.isEnded()) {
        arrivals.removeOthers();
    } else if (!code) {
        attempt.status = tl::make_unexpected(code.error());
    } else if (read && *code == kNoProgram && !reader.isGreeted()) {
        attempt.status = fail(ErrorKind::NotFound,
                              "has no stagescope-cli in its PATH, ~/.local/bin or ~/bin: copy it there, or name it in "
                              "STAGESCOPE_REMOTE_PROGRAM");
    } else if (read) {
        attempt.isWorthAnother = reader.isGreeted() && attempt.arrived > 0;
        attempt.status =
            fail(ErrorKind::ReadFailed, reader.isGreeted()  ? "the connection ended early: run again to continue"
                                        : lastWords.empty() ? "does not answer"
                                                            : lastWords);
    }
    return attempt;
}

}  // namespace

Result<std::string> bringRemote(const RemoteAddress &address, const RemoteWish &wish, const RemoteProgress &progress,
                                const std::stop_token &stop) {
    const auto where = addressText(address);
    auto path = address.path;
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    const auto name = nameHere(address.host, lastPart(path));
    const auto folder = remoteFolder(RemoteRole::Opened, address.host, where + '\n' + wish.capture) /
                        bundleLevelText(wish.level) / name;
    if (!makePrivateFolder(folder.parent_path())) {
        return fail(ErrorKind::NoPermission, "the cache folder cannot be written", folder.string());
    }
    // Another process may be bringing the same.
    const auto lock = FolderLock::take(folder.parent_path(), kSilence);
    if (!lock) {
        return tl::make_unexpected(lock.error());
    }
    Attempt attempt;
    for (int i = 0; i < kMostAttempts; ++i) {
        attempt = tryOnce(address, wish, folder, progress, stop);
        if (!attempt.isWorthAnother) {
            break;
        }
    }
    if (attempt.status) {
        return folder.string();
    }
    const auto &error = attempt.status.error();
    return fail(error.kind,
                error.where.empty() || error.where.ends_with(path) ? error.detail : error.where + ": " + error.detail,
                where);
}

}  // namespace stagescope
