#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace stagescope {

/// What is asked of the far side: digests of a profile, but for those that are here already.
struct RemoteRequest {
    std::string path;
    std::string level;                          ///< of the digests (BundleLevel)
    std::string capture{};                      ///< where ranks have several; empty = the usual one
    std::map<std::string, std::string> have{};  ///< names of files to their hashes (remoteHash)
    bool operator==(const RemoteRequest &) const = default;
};
[[nodiscard]] std::string encodeRemoteRequest(const RemoteRequest &request);
/// Errors: Malformed.
[[nodiscard]] Result<RemoteRequest> decodeRemoteRequest(std::string_view text);

/// Whether a file may have this name, in the folder that it is brought into: no more than 16 folders deep, without ".",
/// ".." and control characters.
[[nodiscard]] bool isRemoteName(std::string_view name);
/// Of the content of a file; empty where it cannot be read.
[[nodiscard]] std::string remoteHash(const std::string &path);

/// Writes the answer: a line that greets, then frames (a letter, four bytes of length, little endian, and what it
/// carries, at most 1 MiB). Any thread. False once `sink` has refused anything: nobody listens any more.
class RemoteWriter {
public:
    using Sink = std::function<bool(std::string_view bytes)>;
    explicit RemoteWriter(Sink sink) : m_sink(std::move(sink)) {}

    bool greet(std::string_view version);
    /// Ranks that are digested, of all; also to say that somebody is still there.
    bool progress(std::size_t done, std::size_t all);
    /// The content of a file, or, where the other side `has` it, its name alone. One that cannot be read is refused:
    /// the last words.
    bool file(const std::string &name, const std::string &path, bool has);
    /// The last words, one or the other.
    bool end();
    bool refuse(const Error &error);

private:
    bool frame(char kind, std::string_view bytes);

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
        std::function<Status(const std::string &name, std::uint64_t size)> begin;
        std::function<Status(std::string_view bytes)> bytes;
        std::function<Status()> finish;
        std::function<Status(const std::string &name)> same;
    };
    /// `version`: of this side; the other has to have the same.
    RemoteReader(std::string version, Events events) : m_version(std::move(version)), m_events(std::move(events)) {}

    /// Errors: Unsupported for another version, Malformed for what is no answer, those of the events, and what the
    /// other side refused with. Text before the greeting, such as a shell's, is skipped up to 64 KiB.
    [[nodiscard]] Status take(std::string_view piece);
    [[nodiscard]] bool isGreeted() const { return m_isGreeted; }
    /// Whether all has arrived.
    [[nodiscard]] bool isEnded() const { return m_isEnded; }

private:
    [[nodiscard]] Status greeting();
    [[nodiscard]] Status frame(char kind, std::string_view bytes);
    [[nodiscard]] Status beginFile(std::string_view bytes);
    [[nodiscard]] Status addBytes(std::string_view bytes);

    std::string m_version;
    Events m_events;
    std::string m_begun;  ///< not taken yet
    std::uint64_t m_left = 0;
    std::size_t m_files = 0;
    bool m_isInFile = false;
    bool m_isGreeted = false;
    bool m_isEnded = false;
};

}  // namespace stagescope
