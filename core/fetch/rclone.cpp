#include "core/fetch/rclone.h"

#include "core/base/extra_threads.h"
#include "core/base/io/output_file.h"
#include "core/base/path_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr const char *kProgram = "rclone";

/// Settings of the user's environment that change what rclone tells, which is read here.
constexpr std::array kTellingVariables{
    "RCLONE_VERBOSE",    "RCLONE_QUIET", "RCLONE_LOG_FILE",    "RCLONE_SYSLOG",       "RCLONE_PROGRESS",
    "RCLONE_LOG_FORMAT", "RCLONE_DUMP",  "RCLONE_DUMP_BODIES", "RCLONE_DUMP_HEADERS", "RCLONE_STATS_ONE_LINE"};

tl::unexpected<Error> unsuccessful(int code, const RcloneLog &log, const std::string &remote) {
    constexpr int kNoFolder = 3;
    if (code < 0) {
        return fail(ErrorKind::Malformed, "what rclone says is not understood", remote);
    }
    const auto kind = code == kNoFolder    ? ErrorKind::NotFound
                      : log.isOutOfSpace() ? ErrorKind::Limit
                                           : ErrorKind::ReadFailed;
    return fail(kind, "rclone: " + log.complaint(), remote);
}

/// Of the child itself.
tl::unexpected<Error> ofChild(const Error &error, const std::string &remote) {
    const auto hint = error.kind == ErrorKind::NotFound ? ": the package rclone has it" : "";
    return fail(error.kind, "rclone " + error.detail + hint, remote);
}

Result<std::string> namesFile(const std::vector<RemoteFile> &files, const std::string &scratch) {
    std::string text;
    for (const auto &file : files) {
        text += file.name + '\n';
    }
    const auto path = scratch + "/names";
    const auto written = writeWholeFile(path, text);
    return written ? Result<std::string>(path) : tl::make_unexpected(written.error());
}

}  // namespace

Result<Rclone> Rclone::open(const std::string &remote, std::chrono::seconds silence) {
    const auto colon = remote.find(':');
    const auto name = remote.substr(0, colon);
    const auto isOfName = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ' ' || c >= 0x80;
    };
    // A folder may take the name of the remote (folderName): "..:path" would lead out of where it lies.
    const bool isNamed = colon != std::string::npos && isSafeName(name) && name.front() != '-' && name.front() != ' ' &&
                         std::all_of(name.begin(), name.end(), isOfName);
    const bool hasControls =
        std::any_of(remote.begin(), remote.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (!isNamed || hasControls) {
        const bool isWritten = remote.starts_with(':') ||
                               (colon != std::string::npos && !hasControls && name.find(',') != std::string::npos);
        return fail(ErrorKind::BadArgument,
                    isWritten ? "use the name of a remote, not its parameters, which everybody can read from the "
                                "command line: 'rclone config' creates one"
                              : "is not NAME:PATH with a remote that 'rclone config' has made",
                    isWritten ? "REMOTE" : remote);
    }
    return Rclone(remote, silence);
}

std::string Rclone::folderName() const {
    auto path = std::string_view(m_remote).substr(m_remote.find(':') + 1);
    while (path.ends_with('/')) {
        path.remove_suffix(1);
    }
    const auto name = std::string(lastPart(path));
    return isSafeName(name) ? name : m_remote.substr(0, m_remote.find(':'));
}

ChildCall Rclone::call(std::vector<std::string> words) const {
    ChildCall call;
    call.words = {kProgram};
    call.words.insert(call.words.end(), words.begin(), words.end());
    // --use-server-modtime: of object stores the time that the listing has, instead of a question for each file.
    for (const char *word : {"--use-json-log", "--log-level", "INFO", "--stats", "1s", "--stats-log-level", "NOTICE",
                             "--ask-password=false", "--use-server-modtime"}) {
        call.words.emplace_back(word);
    }
    for (const char *name : kTellingVariables) {
        call.variables[name] = {};
    }
    call.silence = m_silence;
    return call;
}

Result<RemoteListing> Rclone::listing(std::vector<std::string> words, const std::stop_token &stop) const {
    ListingReader reader(m_remote);
    RcloneLog log;
    Status status;
    const auto listen = [&](ChildStream stream, std::string_view line) {
        if (stream == ChildStream::Errors) {
            return log.take(line);
        }
        status = reader.add(line);
        return status.has_value();
    };
    const auto code = runChild(call(std::move(words)), listen, stop);
    if (!code) {
        return ofChild(code.error(), m_remote);
    }
    RETURN_IF_ERROR(status);
    return *code == 0 ? reader.finish() : Result<RemoteListing>(unsuccessful(*code, log, m_remote));
}

Result<RemoteListing> Rclone::list(const std::stop_token &stop) const {
    return listing({"lsjson", "-R", "--files-only", "--no-mimetype", m_remote}, stop);
}

Result<RemoteListing> Rclone::listAgain(const std::vector<RemoteFile> &files, const std::string &scratch,
                                        const std::stop_token &stop) const {
    const auto names = namesFile(files, scratch);
    return names ? listing({"lsjson", "-R", "--files-only", "--no-mimetype", "--hash", "--files-from-raw", *names,
                            m_remote},
                           stop)
                 : tl::make_unexpected(names.error());
}

Result<std::map<std::string, std::string>> Rclone::copy(const std::vector<RemoteFile> &files, const std::string &folder,
                                                        const std::string &scratch, const TransferListener &listener,
                                                        const std::stop_token &stop) const {
    ASSIGN_OR_RETURN(const auto names, namesFile(files, scratch));
    RcloneLog log(&listener);
    const auto listen = [&](ChildStream stream, std::string_view line) {
        return stream == ChildStream::Output || log.take(line);
    };
    const auto code = runChild(call({"copy", "--files-from-raw", names, m_remote, folder}), listen, stop);
    if (!code) {
        return ofChild(code.error(), m_remote);
    }
    const bool isOfFiles = *code == 0 || (*code > 0 && !log.failed().empty() && !log.isOutOfSpace());
    return isOfFiles ? Result<std::map<std::string, std::string>>(log.failed())
                     : Result<std::map<std::string, std::string>>(unsuccessful(*code, log, m_remote));
}

Status Rclone::headOf(const RemoteFile &file, std::uint64_t bytes, const std::string &folder,
                      const std::stop_token &stop) const {
    const bool isOpen = m_remote.ends_with(':') || m_remote.ends_with('/');
    const auto path = m_remote + (isOpen ? "" : "/") + file.name;
    auto cat = call({"cat", "--head", std::to_string(bytes), path});
    cat.outputPath = folder + '/' + file.name;
    RcloneLog log;
    const auto code = runChild(
        cat, [&](ChildStream, std::string_view line) { return log.take(line); }, stop);
    if (!code) {
        return ofChild(code.error(), path);
    }
    return *code == 0 ? Status{} : Status(unsuccessful(*code, log, path));
}

Status Rclone::heads(const std::vector<RemoteFile> &files, std::uint64_t bytes, const std::string &folder,
                     const std::string &scratch, const std::stop_token &stop) const {
    constexpr std::size_t kAtOnce = 4;
    const auto isSmall = [bytes](const RemoteFile &file) { return file.bytes <= bytes; };
    auto small = files;
    const auto large = std::vector<RemoteFile>(std::stable_partition(small.begin(), small.end(), isSmall), small.end());
    small.resize(small.size() - large.size());
    if (!small.empty()) {
        const auto copied = copy(small, folder, scratch, {[](const std::string &) {}, {}}, stop);
        RETURN_IF_ERROR(copied);
        if (!copied->empty()) {
            const auto &[name, reason] = *copied->begin();
            return fail(ErrorKind::ReadFailed, "rclone: " + reason, m_remote + '/' + name);
        }
    }
    std::mutex mutex;
    Status status;
    takeInTurns(large.size(), kAtOnce, [&](std::size_t i) {
        const auto own = headOf(large[i], bytes, folder, stop);
        const std::scoped_lock lock(mutex);
        status = status ? own : status;
        return own.has_value();
    });
    return status;
}

}  // namespace stagescope
