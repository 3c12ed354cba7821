#pragma once

#include <QtCore/QString>
#include <QtCore/QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace stagescope {

/// A folder of made-up profiles that vanishes with the test.
class ProfileTree {
public:
    [[nodiscard]] std::string path(std::string_view inner = {}) const {
        const auto root = m_dir.path().toStdString() + "/run";
        return inner.empty() ? root : root + '/' + std::string(inner);
    }
    void folder(std::string_view inner) const { std::filesystem::create_directories(path(inner)); }
    std::string file(std::string_view inner, std::string_view content = "x") const {
        const auto full = path(inner);
        std::filesystem::create_directories(std::filesystem::path(full).parent_path());
        std::ofstream(full, std::ios::binary) << content;
        return full;
    }
    /// Enough of a database for discovery, not for a reader.
    std::string database(std::string_view inner) const {
        return file(inner, std::string_view("SQLite format 3\0and pages", 26));
    }
    std::string trace(std::string_view inner, std::string_view head = {}) const {
        std::string text = "{";
        text += head;
        text += R"("traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]})";
        return file(inner, text);
    }
    void age(std::string_view inner, int secondsAgo) const {
        namespace fs = std::filesystem;
        fs::last_write_time(path(inner), fs::file_time_type::clock::now() - std::chrono::seconds(secondsAgo));
    }

private:
    QTemporaryDir m_dir;
};

}  // namespace stagescope
