#include "core/store/bundle/bundle_file.h"

#include "core/base/byte_text.h"
#include "core/base/io/byte_source.h"
#include "core/base/io/little_endian.h"
#include "core/base/io/memory_limit.h"

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

namespace stagescope {

namespace {

constexpr std::uint32_t kBundleVersion = 2;
constexpr std::uint32_t kOldestBundle = 1;  // had ranks alone
constexpr int kBundleLevel = 9;
constexpr std::size_t kBundleHead = kBundleMagic.size() + 2 * sizeof(std::uint32_t);
constexpr std::size_t kSectionBytes = 5 * sizeof(std::uint64_t);
constexpr std::uint32_t kMostSections = 1U << 18;

std::string partName(std::int64_t number) {
    return number < 0 ? "part " + std::to_string(number) : "rank " + std::to_string(number % kMostBundledRanks);
}

template <class T>
void appendLittle(std::string &out, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        out += static_cast<char>(value >> (8 * i));
    }
}

/// A file that is only read.
class OpenedBundle {
public:
    explicit OpenedBundle(const std::string &path) : m_path(path), m_source(ByteSource::open(path)) {}
    [[nodiscard]] Result<std::uint64_t> size() const {
        return m_source ? Result<std::uint64_t>((*m_source)->fileSize()) : tl::make_unexpected(m_source.error());
    }
    [[nodiscard]] Result<std::string> read(std::uint64_t offset, std::uint64_t count) const {
        RETURN_IF_ERROR(m_source);
        std::string bytes(count, '\0');
        ASSIGN_OR_RETURN(const auto got, (*m_source)->read(offset, bytes));
        return got == count
                   ? Result<std::string>(std::move(bytes))
                   : fail(ErrorKind::Truncated, "the bundle ends at byte " + std::to_string(offset + got), m_path);
    }

private:
    const std::string &m_path;
    Result<std::unique_ptr<ByteSource>> m_source;
};

}  // namespace

Result<std::string> bundleOf(const std::vector<BundlePart> &parts) {
    std::string head(kBundleMagic);
    appendLittle(head, kBundleVersion);
    appendLittle(head, static_cast<std::uint32_t>(parts.size()));
    std::string sections;
    const auto first = kBundleHead + parts.size() * kSectionBytes;
    for (const auto &part : parts) {
        const auto begin = sections.size();
        sections.resize(begin + ZSTD_compressBound(part.bytes.size()));
        const auto packed = ZSTD_compress(sections.data() + begin, sections.size() - begin, part.bytes.data(),
                                          part.bytes.size(), kBundleLevel);
        if (ZSTD_isError(packed) != 0) {
            return fail(ErrorKind::Internal, ZSTD_getErrorName(packed));
        }
        sections.resize(begin + packed);
        for (const std::uint64_t number :
             {static_cast<std::uint64_t>(std::int64_t{part.number}), std::uint64_t{first + begin},
              std::uint64_t{packed}, std::uint64_t{part.bytes.size()},
              std::uint64_t{XXH3_64bits(sections.data() + begin, packed)}}) {
            appendLittle(head, number);
        }
    }
    const auto raw = std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                                     [](std::uint64_t sum, const BundlePart &part) { return sum + part.bytes.size(); });
    if (raw > bundleRawLimit(head.size() + sections.size())) {
        return fail(ErrorKind::Limit, "too large for a bundle");
    }
    return head + sections;
}

Result<BundleFile> BundleFile::open(const std::string &path) {
    const OpenedBundle file(path);
    ASSIGN_OR_RETURN(const auto size, file.size());
    ASSIGN_OR_RETURN(const auto head, file.read(0, kBundleHead));
    if (!head.starts_with(kBundleMagic)) {
        return fail(ErrorKind::Malformed, "not a bundle", path);
    }
    const auto version = littleAt<std::uint32_t>(head.data() + kBundleMagic.size());
    if (version < kOldestBundle || version > kBundleVersion) {
        return fail(ErrorKind::Unsupported,
                    "a bundle of version " + std::to_string(version) + ", and this program reads versions up to " +
                        std::to_string(kBundleVersion),
                    path);
    }
    const auto count = littleAt<std::uint32_t>(head.data() + kBundleMagic.size() + sizeof(version));
    if (count > kMostSections) {
        return fail(ErrorKind::Malformed, "a bundle of " + std::to_string(count) + " parts", path);
    }
    ASSIGN_OR_RETURN(const auto table, file.read(kBundleHead, std::uint64_t{count} * kSectionBytes));
    BundleFile result;
    result.m_path = path;
    result.m_size = size;
    for (std::size_t at = 0; at < table.size(); at += kSectionBytes) {
        const auto number = [&](std::size_t i) { return littleAt<std::uint64_t>(table.data() + at + i * 8); };
        result.m_sections.push_back({static_cast<std::int64_t>(number(0)), number(1), number(2), number(3), number(4)});
    }
    const auto status = result.checkSections(kBundleHead + table.size());
    return status ? Result<BundleFile>(std::move(result)) : tl::make_unexpected(status.error());
}

Status BundleFile::checkSections(std::uint64_t headBytes) {
    std::int64_t last = std::int64_t{std::numeric_limits<int>::min()} - 1;
    auto free = headBytes;  // where the next section may begin
    const auto most = bundleRawLimit(m_size);
    for (const auto &section : m_sections) {
        if (section.number <= last || section.number > std::numeric_limits<int>::max() || section.offset < free) {
            return fail(ErrorKind::Malformed, "the head of the bundle contradicts itself", m_path);
        }
        if (section.offset > m_size || section.packed > m_size - section.offset) {
            return fail(ErrorKind::Truncated, "the bundle ends within " + partName(section.number), m_path);
        }
        if (section.raw > most - m_raw) {
            return fail(ErrorKind::Limit, "a bundle of this size may become at most " + bytesText(most), m_path);
        }
        m_raw += section.raw;
        free = section.offset + section.packed;
        last = section.number;
    }
    return {};
}

const BundleFile::Section *BundleFile::section(int number) const {
    const auto it = std::lower_bound(m_sections.begin(), m_sections.end(), number,
                                     [](const Section &section, int wanted) { return section.number < wanted; });
    return it != m_sections.end() && it->number == number ? &*it : nullptr;
}

std::uint64_t BundleFile::storeLimit(int number) const {
    const auto *found = section(number);
    const auto share =
        found == nullptr || m_raw == 0 ? 0.0 : static_cast<double>(found->raw) / static_cast<double>(m_raw);
    return static_cast<std::uint64_t>(share * static_cast<double>(bundleStoreLimit(m_size)));
}

std::vector<int> BundleFile::parts() const {
    std::vector<int> result;
    for (const auto &section : m_sections) {
        result.push_back(static_cast<int>(section.number));
    }
    return result;
}

std::optional<int> BundleFile::firstPart(bool (*isIt)(int number)) const {
    const auto it = std::find_if(m_sections.begin(), m_sections.end(),
                                 [&](const Section &section) { return isIt(static_cast<int>(section.number)); });
    return it == m_sections.end() ? std::nullopt : std::optional(static_cast<int>(it->number));
}

bool BundleFile::has(int part) const { return section(part) != nullptr; }

Result<std::string> BundleFile::part(int number) const {
    const auto *found = section(number);
    const auto what = partName(number) + " of the bundle ";
    if (found == nullptr) {
        return fail(ErrorKind::NotFound, what + "is not there", m_path);
    }
    RETURN_IF_ERROR(checkMemory(m_path));
    const auto packed = OpenedBundle(m_path).read(found->offset, found->packed);
    if (!packed) {
        return packed;
    }
    if (XXH3_64bits(packed->data(), packed->size()) != found->hash) {
        return fail(ErrorKind::Malformed, what + "is not as it was written", m_path);
    }
    // As long as the frame says, if it says the same as the head: nothing is set aside for a promise.
    if (ZSTD_getFrameContentSize(packed->data(), packed->size()) != found->raw) {
        return fail(ErrorKind::Malformed, what + "contradicts the head", m_path);
    }
    std::string raw(found->raw, '\0');
    const auto size = ZSTD_decompress(raw.data(), raw.size(), packed->data(), packed->size());
    return size == raw.size() ? Result<std::string>(std::move(raw))
                              : fail(ErrorKind::Malformed, what + "cannot be decompressed", m_path);
}

}  // namespace stagescope
