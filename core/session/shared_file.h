#pragma once

#include "core/base/io/file_lock.h"
#include "core/base/result.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A file of the data folder that several windows change, each on top of what the others wrote: lock it, read it again
/// where it has changed, replace it. One thread.
class SharedFile {
public:
    explicit SharedFile(std::filesystem::path path) : m_path(std::move(path)) {}

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    /// Makes its folder; waits a moment for a window that is at it. Errors: NoPermission.
    [[nodiscard]] Result<FolderLock> lock() const;
    /// Whether it is another one than `noteState` saw; false where it is gone.
    [[nodiscard]] bool hasChanged() const;
    void noteState();
    /// Errors: as writeWholeFile.
    [[nodiscard]] Status replace(std::string_view content);

private:
    std::filesystem::path m_path;
    std::string m_state;
};

/// What turns one list into another, whatever the order: equal entries may come several times. O(entries^2).
template <class T, class Same>
class ListChange {
public:
    ListChange(const std::vector<T> &before, const std::vector<T> &after, Same same) : m_same(same) {
        m_removed = rest(before, after);
        m_added = rest(after, before);
    }

    [[nodiscard]] std::vector<T> &added() { return m_added; }
    /// The same change of a list that was changed otherwise meanwhile: what is not there cannot be removed.
    void applyTo(std::vector<T> &list) const {
        list = rest(list, m_removed);
        list.insert(list.end(), m_added.begin(), m_added.end());
    }

private:
    [[nodiscard]] std::vector<T> rest(std::vector<T> list, const std::vector<T> &without) const {
        for (const auto &one : without) {
            const auto it = std::find_if(list.begin(), list.end(), [&](const T &other) { return m_same(one, other); });
            if (it != list.end()) {
                list.erase(it);
            }
        }
        return list;
    }

    Same m_same;
    std::vector<T> m_removed;
    std::vector<T> m_added;
};

}  // namespace stagescope
