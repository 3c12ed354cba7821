#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What arrived of a file before the line broke.
struct RemotePart {
    std::string name;
    std::uint64_t bytes = 0;
    std::string hash;  ///< of these bytes (remoteHash)
    bool operator==(const RemotePart &) const = default;
};

/// What is asked of the far side: digests of a profile, but for those that are here already.
struct RemoteRequest {
    std::string path;
    std::string level;                          ///< of the digests (BundleLevel)
    std::string capture{};                      ///< where ranks have several; empty = the usual one
    std::vector<int> ranks{};                   ///< empty = all, and what is of no rank
    std::uint64_t mostBytes = 0;                ///< of the level, where the lowest has less; 0 = any number
    std::map<std::string, std::string> have{};  ///< names of files to their hashes (remoteHash)
    std::optional<RemotePart> part{};
    bool operator==(const RemoteRequest &) const = default;
};
[[nodiscard]] std::string encodeRemoteRequest(const RemoteRequest &request);
/// Errors: Malformed.
[[nodiscard]] Result<RemoteRequest> decodeRemoteRequest(std::string_view text);

/// Whether a file may have this name, in the folder that it is brought into: no more than 16 folders deep, without ".",
/// ".." and control characters.
[[nodiscard]] bool isRemoteName(std::string_view name);
/// Of the content of a file, or of its first `most` bytes; empty where it cannot be read, or has not so many.
inline constexpr std::uint64_t kWholeFile = std::numeric_limits<std::uint64_t>::max();
[[nodiscard]] std::string remoteHash(const std::string &path, std::uint64_t most = kWholeFile);
/// Of bytes.
[[nodiscard]] std::string remoteHashOf(std::string_view bytes);

/// What all files of one answer together may be: whoever answers is a stranger.
struct RemoteLimits {
    std::uint64_t bytes = std::uint64_t{1} << 36;
    std::uint64_t nameBytes = std::uint64_t{1} << 25;
};

/// Writes the answer: a line that greets, then frames (a letter, four bytes of length, little endian, and what it
/// carries, at most 1 MiB). Any thread. False once `sink` has refused anything: nobody listens any more.
class RemoteWriter {
public:
    using Sink = std::function<bool(std::string_view bytes)>;
    explicit RemoteWriter(Sink sink) : m_sink(std::move(sink)) {}

    bool greet(std::string_view version);
    /// Ranks that are digested, of all; also to say that somebody is still there.
    bool progress(std::size_t done, std::size_t all);
    /// That the other side has a file as it is.
    bool same(const std::string &name);
    /// The content of a file, from the byte `from` on, which it has. One that cannot be read is refused: the last
    /// words.
    bool file(const std::string &name, const std::string &path, std::uint64_t from = 0);
    /// The same of bytes that lie in no file.
    bool content(const std::string &name, std::string_view bytes);
    /// The last words, one or the other.
    bool end();
    bool refuse(const Error &error);

private:
    bool frame(char kind, std::string_view bytes);
    bool begin(const std::string &name, std::uint64_t size, std::uint64_t from);

    std::mutex m_mutex;  ///< guards what follows; held over a whole file
    Sink m_sink;
    bool m_isHeard = true;
};

/// Takes the answer apart as it comes, in pieces of any size. One thread.
class RemoteReader {
public:
    /// Each is called by take(); an error ends the reading.
    struct Events {
        std::function<void(std::size_t done, std::size_t all)> progress;
        /// `from`: bytes of it that are here (RemoteRequest::part), and do not come again.
        std::function<Status(const std::string &name, std::uint64_t size, std::uint64_t from)> begin;
        std::function<Status(std::string_view bytes)> bytes;
        std::function<Status()> finish;
        std::function<Status(const std::string &name)> same;
    };
    /// `version`: of this side; the other has to have the same.
    RemoteReader(std::string version, Events events, RemoteLimits limits = {})
        : m_version(std::move(version)), m_events(std::move(events)), m_limits(limits) {}

    /// Errors: Unsupported for another version, Malformed for what is no answer, Limit for files that are more than the
    /// limits, those of the events, and what the other side refused with, of bounded length. Text before the greeting,
    /// such as a shell's, is skipped up to 64 KiB.
    [[nodiscard]] Status take(std::string_view piece);
    /// That so much became free since: of a file that was replaced, for one.
    void addRoom(std::uint64_t bytes) { m_limits.bytes += bytes; }
    [[nodiscard]] bool isGreeted() const { return m_isGreeted; }
    /// Whether all has arrived.
    [[nodiscard]] bool isEnded() const { return m_isEnded; }

private:
    [[nodiscard]] Status greeting();
    [[nodiscard]] Status frame(char kind, std::string_view bytes);
    [[nodiscard]] Status beginFile(std::string_view bytes);
    [[nodiscard]] Status addBytes(std::string_view bytes);
    /// Takes a name, and what it stands for, off what may still come.
    [[nodiscard]] Status admit(std::string_view name, std::uint64_t bytes);

    std::string m_version;
    Events m_events;
    RemoteLimits m_limits;  ///< what is left of them
    std::string m_begun;    ///< not taken yet
    std::uint64_t m_left = 0;
    std::size_t m_files = 0;
    bool m_isInFile = false;
    bool m_isGreeted = false;
    bool m_isEnded = false;
};

}  // namespace stagescope
