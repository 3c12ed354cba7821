// bench_xplane FILE|--made MB [WORKERS]: load of an XPlane file against a walk of protozero over all of its fields,
// alternating, each in a process of its own. Prints the CPU seconds and peak memory of both and the median ratio of
// five pairs. Limit: 2.
#include "core/formats/format_list.h"
#include "core/formats/protobuf/proto_fields.h"
#include "tests/bench/made_files.h"
#include "tests/bench/measured_process.h"

#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

using namespace stagescope;

namespace {

/// Numbers of the messages within an XSpace, from the outside inwards: plane, line, event, statistic.
constexpr std::array<std::uint32_t, 4> kWithin{1, 3, 4, 4};

std::uint64_t walked(std::string_view message, std::size_t depth) {
    std::uint64_t sum = 0;
    forEachField(message, [&](ProtoReader &field) {
        const auto tag = field.tag();
        if (field.wire_type() == protozero::pbf_wire_type::varint) {
            sum += field.get_uint64();
        } else if (field.wire_type() == protozero::pbf_wire_type::length_delimited) {
            const auto bytes = viewOf(field);
            sum += depth < kWithin.size() && tag == kWithin[depth] ? walked(bytes, depth + 1) : bytes.size();
        } else {
            return false;
        }
        return true;
    });
    return sum;
}

int walk(const FileSource &file) {
    std::string bytes(file.size, ' ');
    std::ifstream in(file.path, std::ios::binary);
    const bool isRead = static_cast<bool>(in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())));
    return isRead && walked(bytes, 0) != 0 ? 0 : 1;
}

int load(const FileSource &file, const LoadControl &control) {
    ImportLog log;
    Sink sink(log);
    return makeXPlaneFormat()->load(file, sink, control) ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
    struct stat status {};
    const bool isMade = argc > 2 && std::string(argv[1]) == "--made";
    const bench::MadeFolder folder;
    FileSource file;
    file.path = isMade ? folder.file("host.xplane.pb") : argc > 1 ? argv[1] : "";
    if (isMade) {  // in a process of its own: what it leaves in the heap would be copied page by page in the others
        bench::measured([&] { return bench::madeXPlane(folder, std::atof(argv[2])) == file.path ? 0 : 2; });
    }
    if (::stat(file.path.c_str(), &status) != 0) {
        std::fprintf(stderr, "usage: bench_xplane FILE|--made MB [WORKERS]\n");
        return 2;
    }
    file.size = static_cast<std::uint64_t>(status.st_size);
    LoadControl control;
    control.workers = argc > 2 + isMade ? static_cast<unsigned>(std::strtoul(argv[2 + isMade], nullptr, 10)) : 1;
    std::array<double, 5> ratios{};
    for (auto &ratio : ratios) {
        const auto plain = bench::measured([&] { return walk(file); });
        const auto own = bench::measured([&] { return load(file, control); });
        ratio = own.cpuSeconds / plain.cpuSeconds;
        std::printf("walk %.2f s, %.0f MiB   load %.2f s, %.0f MiB   ratio %.2f\n", plain.cpuSeconds, plain.peakMiB,
                    own.cpuSeconds, own.peakMiB, ratio);
    }
    std::sort(ratios.begin(), ratios.end());
    bench::tellRatio("XPlane / walk by protozero", ratios[ratios.size() / 2], 2);
    return 0;
}
