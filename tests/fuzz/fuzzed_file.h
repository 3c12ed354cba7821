#pragma once

#include "core/formats/format.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace stagescope {

/// Puts fuzzed bytes into a file of a folder of this process, removed at its end. The folders in which the program
/// keeps what is the user's lie there, too.
class FuzzedFile {
public:
    [[nodiscard]] static FileSource write(const std::string &name, const std::uint8_t *data, std::size_t size) {
        return write(name, {reinterpret_cast<const char *>(data), size});
    }
    [[nodiscard]] static FileSource write(const std::string &name, std::string_view bytes) {
        return writeAt(folder() / name, bytes);
    }
    [[nodiscard]] static FileSource writeAt(const std::filesystem::path &path, std::string_view bytes) {
        std::ofstream(path, std::ios::binary | std::ios::trunc)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        FileSource file;
        file.path = path.string();
        file.size = bytes.size();
        return file;
    }
    [[nodiscard]] static const std::filesystem::path &folder() {
        static const Folder folder;
        return folder.path;
    }

    /// Loads at both depths; what comes does not matter, that it comes back does.
    static void load(const Format &format, const FileSource &file) {
        for (const auto depth : {LoadDepth::Shallow, LoadDepth::Deep}) {
            ImportLog log;
            Sink sink(log);
            LoadControl control;
            control.depth = depth;
            std::ignore = format.load(file, sink, control);
            std::ignore = sink.take();
        }
        for (const std::uint64_t row : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}, ~std::uint64_t{0}}) {
            std::ignore = format.details(file, RowRef{row});
        }
    }

private:
    struct Folder {
        std::filesystem::path path;
        Folder() {
            auto name = (std::filesystem::temp_directory_path() / "stagescope-fuzz-XXXXXX").string();
            if (::mkdtemp(name.data()) == nullptr) {
                std::abort();
            }
            path = name;
            for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"}) {
                ::setenv(variable, (path / variable).c_str(), 1);
            }
        }
        ~Folder() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    };
};

}  // namespace stagescope
