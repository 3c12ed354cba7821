#include "core/base/archive/member_source.h"

#include "core/base/archive/archive_entries.h"
#include "core/base/io/memory_limit.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stagescope {

namespace {

constexpr std::size_t kSkippedBytes = std::size_t{64} << 10;

class MemberSource final : public ByteSource {
public:
    MemberSource(std::shared_ptr<const FileArchive> archive, const FileArchive::Member &member, std::string path)
        : ByteSource(std::move(path), member.size, archive->mtimeNs()),
          m_archive(std::move(archive)),
          m_member(member) {}

    Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
        RETURN_IF_ERROR(checkMemory(path()));
        const auto kept = m_member.bytes ? std::string_view(*m_member.bytes) : std::string_view{};
        const auto left = m_member.size - std::min(m_member.size, offset);
        into = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), left)));
        if (offset + into.size() <= kept.size()) {
            m_end = std::max(m_end, offset + into.size());
            return kept.copy(into.data(), into.size(), static_cast<std::size_t>(offset));
        }
        return unpack(offset, into);
    }
    [[nodiscard]] bool isSeekable() const override { return m_member.isWhole(); }
    [[nodiscard]] std::uint64_t fileBytesRead() const override { return m_end; }

private:
    Result<std::size_t> unpack(std::uint64_t offset, std::span<char> into) {
        if (!m_entries || offset < m_position) {
            RETURN_IF_ERROR(restart());
        }
        std::array<char, kSkippedBytes> skipped{};
        while (m_position < offset) {
            const auto step = std::min<std::uint64_t>(offset - m_position, skipped.size());
            const auto got = m_entries->read(std::span(skipped).first(static_cast<std::size_t>(step)));
            if (!got || *got == 0) {
                return got;
            }
            m_position += *got;
        }
        std::size_t done = 0;
        while (done < into.size()) {
            const auto got = m_entries->read(into.subspan(done));
            if (!got && done == 0) {
                return got;
            }
            if (!got || *got == 0) {
                break;  // an error stays and comes again with the next call
            }
            done += *got;
            m_position += *got;
        }
        m_end = std::max(m_end, m_position);
        return done;
    }

    Status restart() {
        m_position = 0;
        m_entries.emplace(m_archive->path(), m_member.position.value_or(0));
        const auto before = m_member.position ? 0 : m_member.number;
        bool isSame = true;
        for (std::uint64_t i = 0; isSame && i <= before; ++i) {
            ASSIGN_OR_RETURN(const auto isThere, m_entries->next());
            isSame = isThere;
        }
        isSame = isSame && (!m_member.position || m_entries->size() == m_member.size);
        return isSame ? Status() : fail(ErrorKind::Changed, "the archive changed since it was opened", path());
    }

    std::shared_ptr<const FileArchive> m_archive;
    const FileArchive::Member m_member;
    std::optional<ArchiveEntries> m_entries;
    std::uint64_t m_position = 0;  ///< of m_entries within the member
    std::uint64_t m_end = 0;       ///< of what was read
};

}  // namespace

std::unique_ptr<ByteSource> makeMemberSource(std::shared_ptr<const FileArchive> archive,
                                             const FileArchive::Member &member, std::string path) {
    return std::make_unique<MemberSource>(std::move(archive), member, std::move(path));
}

}  // namespace stagescope
