// Large blocks of memory come in large pages, where the system hands those out on request: what is loaded fills
// hundreds of megabytes, and asking for each of their 4 KiB pages costs more than the values that go into them. Half of
// the time of loading a database of 100 MB was that. Replaces the allocation of the whole program; a system without
// large pages takes no notice. Checkers of memory bring an allocation of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define STAGESCOPE_CHECKED_MEMORY
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STAGESCOPE_CHECKED_MEMORY
#endif

#ifndef STAGESCOPE_CHECKED_MEMORY

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

void preferLargePages(void *block, std::size_t size) {
    const auto begin = reinterpret_cast<std::uintptr_t>(block);
    const auto first = (begin + kLargePage - 1) / kLargePage * kLargePage;
    const auto last = (begin + size) / kLargePage * kLargePage;
    if (first < last) {
        ::madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
    }
}

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
    if (size >= 2 * kLargePage) {
        preferLargePages(block, size);
    }
    return block;
}

// Those of the library go with it, but a pair is told apart by compilers that look.
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }

#endif
