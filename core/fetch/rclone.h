#pragma once

#include "core/base/io/child_process.h"
#include "core/fetch/rclone_log.h"
#include "core/fetch/remote_listing.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// A folder of a remote of rclone's configuration, "NAME:PATH", and what is done with it: each call runs rclone 1.60 or
/// later as a child with a list of words. Credentials are rclone's own; nothing of its configuration is read, and it
/// asks nothing. Errors name the remote folder and say what rclone said last: NotFound (rclone is not installed, no
/// such remote or folder), NoPermission, Limit (silence, no space), ReadFailed for all else it fails with, Malformed,
/// Cancelled. Blocks; one thread.
class Rclone {
public:
    /// Errors: BadArgument where it is not NAME:PATH. Remotes that are written out (":s3,secret=...:") are refused:
    /// everybody sees the words of a process.
    [[nodiscard]] static Result<Rclone> open(const std::string &remote, std::chrono::seconds silence);

    [[nodiscard]] const std::string &remote() const { return m_remote; }
    /// The last part of the path, or the name of the remote where that part is no safe name (isSafeName); always a safe
    /// one.
    [[nodiscard]] std::string folderName() const;

    /// All files below the folder, without hashes, which some stores would have to make first.
    [[nodiscard]] Result<RemoteListing> list(const std::stop_token &stop = {}) const;
    /// These files as they are now, with hashes where the store has them; those that are gone are absent.
    /// `scratch`: a private folder.
    [[nodiscard]] Result<RemoteListing> listAgain(const std::vector<RemoteFile> &files, const std::string &scratch,
                                                  const std::stop_token &stop = {}) const;
    /// Copies these files below `folder`, which holds none of them.  What was told of files that failed: by name.
    /// Fails when rclone ends without success and told nothing of a file, or when there is no space.
    [[nodiscard]] Result<std::map<std::string, std::string>> copy(const std::vector<RemoteFile> &files,
                                                                  const std::string &folder, const std::string &scratch,
                                                                  const TransferListener &listener,
                                                                  const std::stop_token &stop = {}) const;
    /// The first `bytes` of each of these files, below `folder`; small files whole. Several processes.
    [[nodiscard]] Status heads(const std::vector<RemoteFile> &files, std::uint64_t bytes, const std::string &folder,
                               const std::string &scratch, const std::stop_token &stop = {}) const;

private:
    Rclone(std::string remote, std::chrono::seconds silence) : m_remote(std::move(remote)), m_silence(silence) {}

    [[nodiscard]] ChildCall call(std::vector<std::string> words) const;
    [[nodiscard]] Result<RemoteListing> listing(std::vector<std::string> words, const std::stop_token &stop) const;
    [[nodiscard]] Status headOf(const RemoteFile &file, std::uint64_t bytes, const std::string &folder,
                                const std::stop_token &stop) const;

    std::string m_remote;
    std::chrono::seconds m_silence;
};

}  // namespace stagescope
