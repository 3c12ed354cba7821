#include "core/base/io/output_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace stagescope {

OutputFile::OutputFile(std::string path, std::filesystem::path target, std::unique_ptr<OutputPart> part)
    : m_path(std::move(path)), m_target(std::move(target)), m_part(std::move(part)) {}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string &path, unsigned mode) {
    const auto target = followedLinks(path);
    const auto place = target ? checkReplaceable(path, *target) : tl::make_unexpected(target.error());
    if (!place) {
        return tl::make_unexpected(place.error());
    }
    auto part = OutputPart::claim(path, *target, OutputPart::Kind::File, mode);
    if (!part) {
        return tl::make_unexpected(part.error());
    }
    if (const auto kept = takeOver(path, *target, (*part)->descriptor()); !kept) {
        return tl::make_unexpected(kept.error());
    }
    return std::unique_ptr<OutputFile>(new OutputFile(path, *target, std::move(*part)));
}

Status OutputFile::write(std::string_view bytes) {
    while (m_status && !bytes.empty()) {
        const auto written = ::write(m_part->descriptor(), bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            m_status = cannotWrite(m_path, errno);
            return m_status;
        }
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return m_status;
}

Status OutputFile::commit() {
    // Something else may have come there meanwhile.
    m_status = m_status ? checkReplaceable(m_path, m_target) : m_status;
    m_status = m_status ? m_part->takeName(!isInLeftover(m_target)) : m_status;
    return m_status;
}

Status writeWholeFile(const std::string &path, std::string_view content) {
    auto file = OutputFile::create(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    const auto status = (*file)->write(content);
    return status ? (*file)->commit() : status;
}

}  // namespace stagescope
