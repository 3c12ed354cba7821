#include "core/formats/cut/file_cut.h"

#include "core/base/io/byte_source.h"
#include "core/base/io/database_head.h"
#include "core/base/io/leftover.h"
#include "core/base/io/read_buffer.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/cut/csv_cut.h"
#include "core/formats/cut/database_cut.h"
#include "core/formats/cut/json_cut.h"
#include "core/formats/cut/trace_cut.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kCopyWindow = std::size_t{1} << 20;
constexpr std::uint64_t kDiscBlock = 4096;
constexpr std::string_view kPackedEnding = ".zst";
const ByteStretches kWhole(1);

/// Whose databases keep environments of processes: none is copied as it stands, and none is cut, since answers name
/// tables of msprof, and other times than those of its columns.
bool hasEnvironments(const FileSource &file) {
    const auto source = file.format == "rocprofv3" ? ByteSource::open(file.path) : tl::make_unexpected(Error{});
    std::string head(kDatabaseMagic.size(), '\0');
    return file.format == "nsys" || (source && (*source)->read(0, head).value_or(0) > 0 && head == kDatabaseMagic);
}

bool isDatabase(const FileSource &file) {
    return hasEnvironments(file) || file.format == "profiler_db" || file.format == "analysis_db" ||
           file.format == "cluster_db";
}

Status copyBytes(ByteSource &source, ByteStretch stretch, PackedFile &into, const std::stop_token &stop) {
    const ReadBuffer window(source.fileSize(), kCopyWindow);
    while (stretch.begin < stretch.end) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", source.path());
        }
        const auto most = std::min<std::uint64_t>(window.size(), stretch.end - stretch.begin);
        ASSIGN_OR_RETURN(const auto got, source.read(stretch.begin, window.bytes().first(most)));
        if (got == 0) {
            return {};
        }
        RETURN_IF_ERROR(into.write({window.data(), got}));
        stretch.begin += got;
    }
    return {};
}

/// The bytes of a file as they stand on the disc.
Status copyRaw(const std::string &from, PackedFile &into, const std::stop_token &stop) {
    std::ifstream in(from, std::ios::binary);
    const ReadBuffer window(kCopyWindow, kCopyWindow);
    while (in) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", from);
        }
        in.read(window.data(), static_cast<std::streamsize>(window.size()));
        const auto got = static_cast<std::size_t>(in.gcount());
        RETURN_IF_ERROR(into.write({window.data(), got}));
    }
    return in.eof() ? Status{} : fail(ErrorKind::ReadFailed, "cannot be read", from);
}

/// One form after the other until one is worth it.
class CopyOf {
public:
    CopyOf(const FileSource &file, const FileCut &cut, const std::string &target, const std::stop_token &stop)
        : m_file(file), m_cut(cut), m_target(target), m_stop(stop) {}

    Result<std::string> make() {
        auto copy = cutOrSmallest();
        return copy || !isDamage(copy.error()) || hasEnvironments(m_file) ? copy : asItStands();
    }

private:
    static bool isDamage(const Error &error) {
        return error.kind == ErrorKind::Truncated || error.kind == ErrorKind::Malformed;
    }

    Result<std::string> cutOrSmallest() {
        if (isDatabase(m_file)) {
            // Also a whole one: what stands in its log is no part of its own bytes.
            const Leftover plain(m_target + ".cut");
            const auto status =
                cutDatabase(m_file, hasEnvironments(m_file) ? FileCut{} : m_cut, plain.path().string(), m_stop);
            return status ? smallest(plain.path().string(), kWhole) : tl::make_unexpected(status.error());
        }
        if (m_file.format == "trace_json" && m_cut.window) {
            return write(m_target + std::string(kPackedEnding), PackedFile::Form::Zstd, m_file.size,
                         [&](PackedFile &into) { return cutTrace(m_file, m_cut, into, m_stop); });
        }
        const auto kept = keptBytes();
        return kept ? smallest(m_file.path, *kept) : tl::make_unexpected(kept.error());
    }
    Result<ByteStretches> keptBytes() {
        if (isCutByRows(m_file) && (m_cut.window || !m_cut.steps.empty())) {
            return keptRows(m_file, m_cut, m_stop);
        }
        return isCutByMembers(m_file) && !m_cut.steps.empty() ? keptMembers(m_file, m_cut, m_stop) : kWhole;
    }

    template <class Fill>
    Result<std::string> write(const std::string &name, PackedFile::Form form, std::uint64_t expected, Fill &&fill) {
        ASSIGN_OR_RETURN(auto packed, PackedFile::create(name, form, expected));
        auto status = fill(*packed);
        status = status ? packed->commit() : status;
        RETURN_IF_ERROR(status);
        m_saved = packed->bytesTaken() - std::min(packed->bytesWritten(), packed->bytesTaken());
        return name;
    }

    Result<std::string> smallest(const std::string &from, const ByteStretches &stretches) {
        const auto copy = [&](const std::string &name, PackedFile::Form form) -> Result<std::string> {
            ASSIGN_OR_RETURN(auto source, ByteSource::open(from));
            return write(name, form, source->fileSize(), [&](PackedFile &into) {
                Status status;
                for (auto it = stretches.begin(); it != stretches.end() && status; ++it) {
                    status = copyBytes(*source, *it, into, m_stop);
                }
                return status;
            });
        };
        if (m_file.format == "bundle") {
            return copy(m_target, PackedFile::Form::Plain);
        }
        auto packed = copy(m_target + std::string(kPackedEnding), PackedFile::Form::Zstd);
        if (packed && m_saved < kDiscBlock) {
            std::error_code ignored;
            fs::remove(*packed, ignored);
            return copy(m_target, PackedFile::Form::Plain);
        }
        return packed;
    }

    /// With what a reader needs beside a database: its write-ahead log or journal.
    Result<std::string> asItStands() {
        const auto ending = m_file.path.substr(unpackedName(m_file.path).size());
        const auto copy = [&](const std::string &suffix) {
            return write(m_target + ending + suffix, PackedFile::Form::Plain, m_file.size,
                         [&](PackedFile &into) { return copyRaw(m_file.path + suffix, into, m_stop); });
        };
        for (const auto *suffix : {"-wal", "-journal"}) {
            std::error_code error;
            if (isDatabase(m_file) && fs::exists(m_file.path + suffix, error)) {
                const auto beside = copy(suffix);
                RETURN_IF_ERROR(beside);
            }
        }
        return copy({});
    }

    const FileSource &m_file;
    const FileCut &m_cut;
    std::string m_target;
    const std::stop_token &m_stop;
    std::uint64_t m_saved = 0;
};

}  // namespace

std::optional<std::int64_t> FileCut::stepNumber(std::string_view name) {
    return wholeNumber<std::int64_t>(name.substr(name.find_last_not_of("0123456789") + 1));  // npos + 1 = 0
}

bool FileCut::keepsStep(std::string_view name) const {
    const auto number = stepNumber(name);
    return !number || steps.contains(*number);
}

Result<std::string> copyCut(const FileSource &file, const FileCut &cut, const std::string &target,
                            const std::stop_token &stop) {
    return CopyOf(file, cut, target, stop).make();
}

}  // namespace stagescope
