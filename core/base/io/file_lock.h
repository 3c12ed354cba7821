#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace stagescope {

/// Locks that the kernel lets go of however their owner ends, so that nothing is left of a killed process (flock).
/// They belong to the opened file or folder, not to the process: two within one process keep each other out. Any
/// thread.
enum class LockOutcome : std::uint8_t {
    Taken,
    Held,     ///< by somebody who is at work
    Unknown,  ///< this file system has no locks
};
/// Does not wait.
[[nodiscard]] LockOutcome tryLock(int descriptor);
/// Whether the path still names what was opened: who takes a lock may find that it was removed meanwhile.
[[nodiscard]] bool isStillThere(int descriptor, const std::filesystem::path &path);

/// The right to change the files of a folder, among those who ask for it. Leaves no file behind.
class FolderLock {
public:
    /// Waits for whoever has it. Errors: NoPermission (also where it is held for longer than `most`). Taken at once
    /// where the file system has no locks.
    [[nodiscard]] static Result<FolderLock> take(const std::filesystem::path &folder, std::chrono::milliseconds most);
    FolderLock(FolderLock &&other) noexcept;
    FolderLock &operator=(FolderLock &&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor;
};

}  // namespace stagescope
