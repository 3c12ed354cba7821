#pragma once

#include "core/base/io/file_source.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

namespace stagescope {

/// Counts files and their bytes. A file counts once, however many of its parts are added; what is added has to outlive
/// the tally. O(log of the files) for each.
class FileTally {
public:
    /// Whether the file is a new one.
    bool add(const FileSource &file) {
        const bool isNew = m_seen.insert(file.path).second;
        m_bytes += isNew ? file.size : 0;
        return isNew;
    }
    template <class Files>
    void addAll(const Files &files) {
        for (const auto &file : files) {
            add(file);
        }
    }
    [[nodiscard]] std::size_t count() const { return m_seen.size(); }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    std::set<std::string_view> m_seen;
    std::uint64_t m_bytes = 0;
};

}  // namespace stagescope
