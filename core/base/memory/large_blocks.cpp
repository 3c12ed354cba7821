// What is loaded fills hundreds of megabytes, most of them for a moment: rows on their way to columns. To get a page
// from the system and give it back costs more than the values that go into it: three fifths of the time of loading a
// database. So large blocks come in large pages, where the system hands those out on request, and what was freed is
// filled again before more is asked for; what it keeps counts as used until returnFreedMemory (memory_limit.h).
// Replaces the allocation of the whole program; a system without large pages takes no notice. Checkers of memory bring
// an allocation of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define STAGESCOPE_CHECKED_MEMORY
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STAGESCOPE_CHECKED_MEMORY
#endif

#ifndef STAGESCOPE_CHECKED_MEMORY

#include <malloc.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kLargeBlock = std::size_t{128} << 10;
constexpr std::size_t kAhead = std::size_t{64} << 20;  ///< by so much the heap grows

/// Together with what lies beside it, since neighbours share pages, and with what the heap has got for the next ones:
/// a page that is small once stays so.
void preferLargePages(void *block, std::size_t size) {
    const auto begin = reinterpret_cast<std::uintptr_t>(block) / kLargePage * kLargePage;
    const auto end = reinterpret_cast<std::uintptr_t>(block) + size + kAhead;
    const int error = errno;  // where a part of it is not mapped, nobody wants to know
    ::madvise(reinterpret_cast<void *>(begin), end / kLargePage * kLargePage - begin, MADV_HUGEPAGE);
    errno = error;
}

[[maybe_unused]] const bool keepsFreed = [] {
    constexpr int kMebi = 1 << 20;
    // Older ones take no more than half a heap of an arena.
    const bool isLarge = ::mallopt(M_MMAP_THRESHOLD, 1024 * kMebi) != 0 || ::mallopt(M_MMAP_THRESHOLD, 32 * kMebi) != 0;
    const bool isKept = ::mallopt(M_TRIM_THRESHOLD, 256 * kMebi) != 0;
    return ::mallopt(M_TOP_PAD, static_cast<int>(kAhead)) != 0 && isLarge && isKept;
}();

}  // namespace

void *operator new(std::size_t size) {
    void *block = std::malloc(size > 0 ? size : 1);
    while (block == nullptr) {
        const auto release = std::get_new_handler();
        if (release == nullptr) {
            throw std::bad_alloc();
        }
        release();
        block = std::malloc(size > 0 ? size : 1);
    }
    if (size >= kLargeBlock) {
        preferLargePages(block, size);
    }
    return block;
}

// Those of the library go with it, but a pair is told apart by compilers that look.
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }

#endif
