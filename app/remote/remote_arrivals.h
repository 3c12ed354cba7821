#pragma once

#include "core/base/io/output_file.h"
#include "core/base/result.h"
#include "core/remote/remote_stream.h"

#include <QtCore/QFile>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace stagescope {

/// Files of one answer, on their way into a folder. Each appears there when it is whole; what was there of the last one
/// when the line broke waits beside the folder for the next answer. Whoever uses it has the right to change the folder
/// and what is beside it (FolderLock). One thread.
class RemoteArrivals {
public:
    explicit RemoteArrivals(std::filesystem::path folder);
    ~RemoteArrivals();
    RemoteArrivals(const RemoteArrivals &) = delete;
    RemoteArrivals &operator=(const RemoteArrivals &) = delete;

    /// What is here already, by name. O(bytes).
    [[nodiscard]] std::map<std::string, std::string> hashes() const;
    [[nodiscard]] const std::optional<RemotePart> &part() const { return m_part; }
    /// What the disk has room for, with a rest that is left free.
    [[nodiscard]] RemoteLimits room() const;

    // As RemoteReader tells it. Errors: NoPermission, ReadFailed; Malformed for what is not here.
    [[nodiscard]] Status begin(const std::string &name, std::uint64_t from);
    [[nodiscard]] Status add(std::string_view bytes);
    [[nodiscard]] Status finish();
    [[nodiscard]] Status same(const std::string &name);

    /// Bytes of files that were replaced since this was called last.
    [[nodiscard]] std::uint64_t takeFreed() { return std::exchange(m_freed, 0); }
    /// Files that are whole.
    [[nodiscard]] std::size_t arrived() const { return m_arrived; }
    /// Files that are here as they should be.
    [[nodiscard]] std::size_t told() const { return m_told.size(); }
    /// Whether more is here than was before.
    [[nodiscard]] bool isFurther() const { return m_arrived > 0 || m_hasGrown; }
    /// What the profile does not have any more goes.
    void removeOthers() const;
    /// What waits beside the folder goes: nothing is left to go on with.
    void removeKept() const;

private:
    /// Beside the folder.
    [[nodiscard]] std::filesystem::path beside(const char *name) const { return m_folder.parent_path() / name; }
    [[nodiscard]] Status goOn();
    [[nodiscard]] Status write(std::string_view bytes);

    std::filesystem::path m_folder;
    std::optional<RemotePart> m_part;
    std::string m_name;  ///< of what arrives
    std::unique_ptr<OutputFile> m_file;
    QFile m_kept;  ///< open in place of m_file where it goes on: a copy would need room for it twice
    std::uint64_t m_bytesOfFile = 0;
    std::uint64_t m_freed = 0;
    std::set<std::string> m_told;
    std::size_t m_arrived = 0;
    bool m_hasGrown = false;
};

}  // namespace stagescope
