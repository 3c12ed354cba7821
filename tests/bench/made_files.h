// Files of any size in the forms that profilers write, for benches that got none. The same size gives the same bytes.
#pragma once

#include "tests/core/formats/protobuf/written_proto.h"

#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace stagescope::bench {

/// A folder of its own that goes with it.
class MadeFolder {
public:
    MadeFolder() : m_path(std::filesystem::temp_directory_path() / ("stagescope-bench-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(m_path);
    }
    ~MadeFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    MadeFolder(const MadeFolder &) = delete;
    MadeFolder &operator=(const MadeFolder &) = delete;
    [[nodiscard]] std::string file(const char *name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path;
};

constexpr int kMadeNames = 300;

/// The times of one launch and its kernel, in ns: a launch each 10 us or so, and its kernel soon after it.
class MadeCall {
public:
    explicit MadeCall(std::int64_t number) : m_random(static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U) {
        begin = 1'000'000'000 + number * 10'000 + jitter(0);
        end = begin + 2'000 + jitter(10);
        kernelBegin = end + 1'000 + jitter(20);
        kernelEnd = kernelBegin + 5'000 + jitter(30);
        kind = static_cast<long long>(m_random >> 32) % kMadeNames;
    }
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t kernelBegin = 0;
    std::int64_t kernelEnd = 0;
    long long kind = 0;

private:
    [[nodiscard]] std::int64_t jitter(int bit) const {
        return static_cast<std::int64_t>((m_random >> (bit + 20)) & 0x3ff);
    }
    std::uint64_t m_random;
};

inline std::string madeKernelName(std::int64_t number) {
    return "void at::native::vectorized_elementwise_kernel<4, functor_" + std::to_string(number % kMadeNames) + ">";
}

/// Operators, launches with arrows, and kernels, as Kineto writes them, one line, "}, {" between events.
inline std::string madeTraceJson(const MadeFolder &folder, double megabytes) {
    const auto path = folder.file("trace.json");
    std::ofstream out(path, std::ios::binary);
    out << "[{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 1, \"tid\": 0, \"args\": {\"name\": \"python\"}}";
    std::array<char, 1200> text{};
    std::int64_t written = 0;
    for (long long i = 0; static_cast<double>(written) < megabytes * 1e6; ++i) {
        const MadeCall call(i);
        const auto us = [](std::int64_t time) { return static_cast<double>(time) / 1000; };
        const int size = std::snprintf(
            text.data(), text.size(),
            ", {\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op_%lld\", \"pid\": 1, \"tid\": 2, \"ts\": %.3f, "
            "\"dur\": %.3f, \"args\": {\"External id\": %lld}}, {\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": "
            "\"cudaLaunchKernel\", \"pid\": 1, \"tid\": 2, \"ts\": %.3f, \"dur\": %.3f, \"args\": {\"External id\": "
            "%lld, \"correlation\": %lld}}, {\"ph\": \"s\", \"id\": %lld, \"pid\": 1, \"tid\": 2, \"ts\": %.3f, "
            "\"cat\": \"ac2g\", \"name\": \"ac2g\"}, {\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": "
            "0, \"tid\": 7, \"ts\": %.3f, \"dur\": %.3f, \"args\": {\"External id\": %lld, \"correlation\": %lld, "
            "\"device\": 0, \"stream\": 7, \"grid\": [%lld, 1, 1], \"block\": [256, 1, 1]}}, {\"ph\": \"f\", \"id\": "
            "%lld, \"pid\": 0, \"tid\": 7, \"ts\": %.3f, \"cat\": \"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"}",
            call.kind, us(call.begin - 500), us(call.end - call.begin + 900), i, us(call.begin),
            us(call.end - call.begin), i, i, i, us(call.begin), madeKernelName(call.kind).c_str(), us(call.kernelBegin),
            us(call.kernelEnd - call.kernelBegin), i, i, call.kind * 8, i, us(call.kernelBegin));
        out.write(text.data(), size);
        written += size;
    }
    out << ']';
    return path;
}

/// An export of Nsight Systems: calls of the runtime, kernels and NVTX ranges; about 150 bytes a row.
inline std::string madeNsys(const MadeFolder &folder, double megabytes) {
    const auto path = folder.file("report.sqlite");
    sqlite3 *database = nullptr;
    sqlite3_open(path.c_str(), &database);
    const auto run = [&](const std::string &sql) {
        if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
            std::fprintf(stderr, "%s: %s\n", sql.c_str(), sqlite3_errmsg(database));
            std::exit(2);
        }
    };
    run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;"
        "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
        "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
        "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);"
        "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER);"
        "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION', '3.11');"
        "INSERT INTO PROCESSES VALUES(72057599071911936, 300, 'train');"
        "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1767718840395831670);"
        "INSERT INTO StringIds VALUES(1, 'cudaLaunchKernel_v7000'), (2, 'step');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER, "
        "globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER, callchainId INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER, "
        "contextId "
        "INTEGER, greenContextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName "
        "INTEGER, shortName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, "
        "blockZ INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER, registersPerThread INTEGER);"
        "CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER, globalTid INTEGER, text "
        "TEXT, "
        "textId INTEGER, domainId INTEGER, binaryData TEXT);");
    for (int name = 0; name < kMadeNames; ++name) {
        run("INSERT INTO StringIds VALUES(" + std::to_string(10 + name) + ", '" + madeKernelName(name) + "')");
    }
    constexpr std::int64_t kThread = (std::int64_t{1} << 56) | (300 << 24) | 301;
    constexpr double kBytesOfPair = 165;
    const auto pairs = static_cast<std::int64_t>(megabytes * 1e6 / kBytesOfPair);
    const std::string first = " SELECT 1000000000 + 10000 * i";
    const std::string numbers = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < " +
                                std::to_string(pairs) + ") INSERT INTO ";
    run(numbers + "CUPTI_ACTIVITY_KIND_RUNTIME" + first + ", 1000003000 + 10000 * i, 0, " + std::to_string(kThread) +
        ", i, 1, 0, NULL FROM n");
    run(numbers +
        "CUPTI_ACTIVITY_KIND_KERNEL SELECT 1000004500 + 10000 * i, 1000012500 + 10000 * i, 0, 1, 0, 7, i, "
        "72057599071911936, 10 + i % 300, 10 + i % 300, 128, 1, 1, 256, 1, 1, 0, 49152, 64 FROM n");
    run(numbers + "NVTX_EVENTS" + first + " - 500, 1000003500 + 10000 * i, 59, " + std::to_string(kThread) +
        ", NULL, 2, 0, NULL FROM n WHERE i % 10 = 0");
    run("COMMIT");
    sqlite3_close(database);
    return path;
}

/// One device plane of XLA: four lines of kernels with three statistics each; about 60 bytes an event.
inline std::string madeXPlane(const MadeFolder &folder, double megabytes) {
    using testing::ProtoText;
    const auto path = folder.file("host.xplane.pb");
    constexpr int kLines = 4;
    std::string lines;
    for (int line = 0; line < kLines; ++line) {
        std::string events;
        for (std::uint64_t i = 0; static_cast<double>(events.size()) < megabytes * 1e6 / kLines; ++i) {
            const auto stat = [](std::uint64_t id, std::uint64_t value) {
                return ProtoText().number(1, id).number(3, value);
            };
            events += ProtoText()
                          .message(4, ProtoText()
                                          .number(1, 1 + i % kMadeNames)
                                          .number(2, i * 10'000'000)
                                          .number(3, 8'000'000)
                                          .message(4, stat(1, i))
                                          .message(4, stat(2, i * 7))
                                          .message(4, stat(3, 4096)))
                          .text();
        }
        lines += ProtoText()
                     .bytes(3, ProtoText()
                                       .number(1, static_cast<std::uint64_t>(line + 1))
                                       .bytes(2, "Stream #" + std::to_string(line + 13))
                                       .number(3, 1'700'000'000'000'000'000)
                                       .text() +
                                   events)
                     .text();
    }
    std::string maps;
    for (std::uint64_t id = 1; id <= kMadeNames; ++id) {
        maps += ProtoText()
                    .message(4, ProtoText().number(1, id).message(
                                    2, ProtoText().number(1, id).bytes(2, "fusion." + std::to_string(id))))
                    .text();
    }
    std::uint64_t id = 0;
    for (const char *name : {"correlation_id", "flops", "bytes_accessed"}) {
        ++id;
        maps += ProtoText()
                    .message(5, ProtoText().number(1, id).message(2, ProtoText().number(1, id).bytes(2, name)))
                    .text();
    }
    std::ofstream out(path, std::ios::binary);
    out << ProtoText().bytes(1, ProtoText().number(1, 1).bytes(2, "/device:GPU:0").text() + lines + maps).text();
    return path;
}

}  // namespace stagescope::bench
