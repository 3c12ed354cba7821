#include "core/base/io/output_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace stagescope {

OutputFile::OutputFile(std::string path, std::filesystem::path target, std::unique_ptr<OutputPart> part)
    : m_path(std::move(path)), m_target(std::move(target)), m_part(std::move(part)) {}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string &path, unsigned mode) {
    const auto target = followedLinks(path);
    RETURN_IF_ERROR(target ? checkReplaceable(path, *target) : tl::make_unexpected(target.error()));
    ASSIGN_OR_RETURN(auto part, OutputPart::claim(path, *target, OutputPart::Kind::File, mode));
    RETURN_IF_ERROR(takeOver(path, *target, part->descriptor()));
    return std::unique_ptr<OutputFile>(new OutputFile(path, *target, std::move(part)));
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
    ASSIGN_OR_RETURN(auto file, OutputFile::create(path));
    const auto status = file->write(content);
    return status ? file->commit() : status;
}

}  // namespace stagescope
