#pragma once

#include "core/base/io/file_source.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/store/trace/store_archive.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What was loaded from large files, kept for the next start: one StoreArchive per file, depth and rank in it. An
/// archive counts only when its bytes hash to what its end says and it was made by this very program from a file of
/// this path, size and time; all others are as if they were not there. Archives are written by one thread in the
/// background under another name, synced, then renamed; what is oldest in use goes when the folder grows beyond its
/// bound. Any thread. Destroying it stops the writing; what is half-written then is removed.
class SessionCache {
public:
    struct Options {
        std::filesystem::path folder;                           ///< made when first needed
        std::uint64_t maxBytes = std::uint64_t{8} << 30;        ///< of all archives together
        std::uint64_t leastFileBytes = std::uint64_t{4} << 20;  ///< smaller files are read as fast
        std::string program;  ///< identity of the running program; archives of any other are not read
        /// Called before each step that a crash may come between: each write, and the end of them. For tests; may be
        /// empty.
        std::function<void()> beforeStep{};
    };
    /// One file of the folder.
    struct Entry {
        std::filesystem::path path;
        std::string source;  ///< the file it was made from; empty = no archive of a version that is known
        std::uint64_t bytes = 0;
        std::int64_t usedNs = 0;  ///< last use, Unix epoch
        bool isCurrent = false;   ///< the source is as it was, the program the same
    };

    explicit SessionCache(Options options);
    ~SessionCache();
    SessionCache(const SessionCache &) = delete;
    SessionCache &operator=(const SessionCache &) = delete;

    /// $XDG_CACHE_HOME/stagescope/sessions
    [[nodiscard]] static std::filesystem::path defaultFolder();
    /// Version of the running program with size and time of its file: another build may read files differently.
    [[nodiscard]] static std::string runningProgram(std::string_view version);

    /// All that an archive of this file depends on, as it is now; empty for files that are not worth it. Ask before
    /// loading.
    [[nodiscard]] std::string identityOf(const FileSource &file, LoadDepth depth) const;
    /// What was kept under this identity; nothing when there is none that counts, or for an empty one.
    [[nodiscard]] std::optional<ArchivedStores> find(const std::string &identity, const std::stop_token &stop) const;
    /// Takes what was loaded from a file, to be written when there is time.
    void keep(std::string identity, ArchivedStores stores);
    /// Until all that was given to `keep` is written.
    void flush();

    /// Files of the folder, last used first.
    [[nodiscard]] std::vector<Entry> entries() const;
    /// Removes all archives, also what killed programs left half-written; the number of archives.
    std::size_t clear();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace stagescope
