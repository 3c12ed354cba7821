#include "core/base/io/memory_limit.h"

#include "core/base/byte_text.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>

namespace stagescope {

namespace {

using Clock = std::chrono::steady_clock;

std::atomic<std::uint64_t> limitBytes{0};
std::atomic<std::int64_t> lookedAt{0};
std::atomic<bool> isFull{false};

std::uint64_t pageBytes() { return static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 1L)); }

/// "max" and what cannot be read are no limit.
std::uint64_t numberIn(const char *path) {
    std::uint64_t value = 0;
    std::ifstream in(path);
    return in >> value ? value : ~std::uint64_t{0};
}

/// Half: sorting what was read may take as much again.
std::uint64_t shareForReading(std::uint64_t limit) { return limit / 2; }

bool mayLook(std::int64_t now) {
    auto last = lookedAt.load(std::memory_order_relaxed);
    constexpr std::int64_t kBetween = 1'000'000;
    return now - last >= kBetween && lookedAt.compare_exchange_strong(last, now, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t memoryAvailable() {
    constexpr std::uint64_t kUnknown = std::uint64_t{16} << 30;
    const auto pages = ::sysconf(_SC_PHYS_PAGES);
    auto bytes = pages > 0 ? static_cast<std::uint64_t>(pages) * pageBytes() : kUnknown;
    bytes = std::min(bytes, numberIn("/sys/fs/cgroup/memory.max"));
    bytes = std::min(bytes, numberIn("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    struct rlimit space {};
    if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
        bytes = std::min<std::uint64_t>(bytes, space.rlim_cur);
    }
    return bytes;
}

std::uint64_t memoryInUse() {
    std::ifstream in("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    std::uint64_t shared = 0;
    return in >> all >> resident >> shared ? (resident - std::min(shared, resident)) * pageBytes() : 0;
}

void returnFreedMemory() { ::malloc_trim(0); }

void setMemoryLimit(std::uint64_t bytes) {
    limitBytes = bytes;
    isFull = false;
}

std::uint64_t memoryLimit() { return limitBytes; }

Status checkMemory(const std::string &path) {
    const auto limit = memoryLimit();
    if (limit == 0) {
        return {};
    }
    if (mayLook(std::chrono::nanoseconds(Clock::now().time_since_epoch()).count())) {
        bool full = memoryInUse() > shareForReading(limit);
        if (full) {
            returnFreedMemory();  // it counts until it leaves the process
            full = memoryInUse() > shareForReading(limit);
        }
        isFull.store(full, std::memory_order_relaxed);
    }
    if (isFull.load(std::memory_order_relaxed)) {
        return fail(ErrorKind::Limit, "not read further: memory is limited to " + bytesText(limit), path);
    }
    return {};
}

}  // namespace stagescope
