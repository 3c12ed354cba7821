// Runs a fuzz target over files and folders of files, and over every tenth of each of them and some changed bytes, so
// that the seeds test a little more than themselves. Fails without any file. Options, before files, are libFuzzer's,
// where it is linked: it then drives the target.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

void run(const std::string &bytes) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
}

void replay(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    run(bytes);
    for (std::size_t part = 1; part < 10; ++part) {
        run(bytes.substr(0, bytes.size() * part / 10));
        auto changed = bytes;
        for (auto at = part; at < changed.size(); at += changed.size() / 7 + 1) {
            changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1U << (part % 8)));
        }
        run(changed);
    }
}

}  // namespace

#ifdef STAGESCOPE_LIBFUZZER
extern "C" int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const std::uint8_t *data, std::size_t size));
#endif

int main(int argc, char **argv) {
#ifdef STAGESCOPE_LIBFUZZER
    if (argc > 1 && argv[1][0] == '-') {
        return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput);
    }
#endif
    std::size_t count = 0;
    for (int i = 1; i < argc; ++i) {
        if (std::filesystem::is_directory(argv[i])) {
            for (const auto &entry : std::filesystem::recursive_directory_iterator(argv[i])) {
                if (entry.is_regular_file()) {
                    replay(entry.path());
                    ++count;
                }
            }
        } else {
            replay(argv[i]);
            ++count;
        }
    }
    std::printf("%zu files replayed\n", count);
    return count > 0 ? 0 : 2;
}
