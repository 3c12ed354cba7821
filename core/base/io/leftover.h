#pragma once

#include <filesystem>
#include <functional>
#include <mutex>

namespace stagescope {

/// A file or folder that must not outlive what makes it. Removed, with its content, by the destructor, and by
/// removeLeftovers when a signal ends the program; kept from `keep` on. Any thread.
class Leftover {
public:
    explicit Leftover(std::filesystem::path path);
    /// Of one that may be somebody else's until it is taken: that is what `take` does, which says whether it was. No
    /// signal ends the program between the two.
    Leftover(std::filesystem::path path, const std::function<bool()> &take);
    ~Leftover();
    Leftover(const Leftover &) = delete;
    Leftover &operator=(const Leftover &) = delete;

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    /// It is finished, or has another name by now.
    void keep();

private:
    std::filesystem::path m_path;
    bool m_isKept = false;
};

/// Whether a path lies in one that is not kept.
[[nodiscard]] bool isInLeftover(const std::filesystem::path &path);

/// Removes everything that is not kept. For whoever ends the process next: what is still being written comes back, and
/// nothing else is begun while what is returned lives.
[[nodiscard]] std::unique_lock<std::recursive_mutex> removeLeftovers();

}  // namespace stagescope
