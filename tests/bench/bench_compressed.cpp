// bench_compressed [MB [ROUNDS]]: wall clock of loading a compressed trace JSON with two workers against decompressing
// it and then loading what comes out, in turns, each in a process of its own; medians. Who does both at once takes
// less.
#include "core/base/io/byte_source.h"
#include "core/formats/format_list.h"
#include "tests/bench/made_files.h"
#include "tests/bench/measured_process.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace stagescope;

namespace {

std::string bytesOf(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool writeGzip(const std::string &path, const std::string &bytes) {
    const auto file = ::gzopen(path.c_str(), "wb6");
    const bool isWritten = file != nullptr && ::gzfwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return file != nullptr && ::gzclose(file) == Z_OK && isWritten;
}

bool writeZstd(const std::string &path, const std::string &bytes) {
    std::string packed(ZSTD_compressBound(bytes.size()), ' ');
    const auto size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3);
    std::ofstream out(path, std::ios::binary);
    return ZSTD_isError(size) == 0 && out.write(packed.data(), static_cast<std::streamsize>(size)).good();
}

int decompress(const std::string &path) {
    const auto source = ByteSource::open(path);
    if (!source) {
        return 1;
    }
    std::vector<char> window(std::size_t{1} << 20);
    for (std::uint64_t at = 0;;) {
        const auto got = (*source)->read(at, window);
        if (!got || *got == 0) {
            return got && at > 0 ? 0 : 1;
        }
        at += *got;
    }
}

int load(const std::string &path) {
    ImportLog log;
    Sink sink(log);
    LoadControl control;
    control.workers = 2;
    FileSource file;
    file.path = path;
    return makeTraceJsonFormat()->load(file, sink, control) ? 0 : 1;
}

double medianSeconds(std::vector<bench::Outcome> outcomes) {
    std::sort(outcomes.begin(), outcomes.end(),
              [](const bench::Outcome &a, const bench::Outcome &b) { return a.seconds < b.seconds; });
    return outcomes[outcomes.size() / 2].seconds;
}

void compare(const char *what, const std::string &path, const std::string &plain, int rounds) {
    std::array<std::vector<bench::Outcome>, 3> outcomes;
    for (int i = 0; i < rounds; ++i) {
        outcomes[0].push_back(bench::measured([&] { return decompress(path); }));
        outcomes[1].push_back(bench::measured([&] { return load(plain); }));
        outcomes[2].push_back(bench::measured([&] { return load(path); }));
    }
    std::array<double, 3> seconds{};
    std::transform(outcomes.begin(), outcomes.end(), seconds.begin(), medianSeconds);
    std::printf("%.0f MB: decompressing %.2f s, loading what comes out %.2f s, both at once %.2f s\n",
                static_cast<double>(std::filesystem::file_size(path)) / 1e6, seconds[0], seconds[1], seconds[2]);
    bench::tellRatio(what, seconds[2] / (seconds[0] + seconds[1]), 1);
}

}  // namespace

int main(int argc, char **argv) {
    const bench::MadeFolder folder;
    const auto plain = bench::madeTraceJson(folder, argc > 1 ? std::atof(argv[1]) : 300);
    const auto bytes = bytesOf(plain);
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    const auto gzip = folder.file("trace.json.gz");
    const auto zstd = folder.file("trace.json.zst");
    if (!writeGzip(gzip, bytes) || !writeZstd(zstd, bytes)) {
        std::perror("writing");
        return 2;
    }
    compare("trace JSON in gzip / decompressing, then loading", gzip, plain, rounds);
    compare("trace JSON in zstd / decompressing, then loading", zstd, plain, rounds);
    return 0;
}
