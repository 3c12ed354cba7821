// Archives as people make them, and as nobody should.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <vector>

namespace stagescope::testing {

struct WrittenEntry {
    std::string name;
    std::string bytes{};
    std::string link{};  ///< what a symbolic link points to
    std::string hardLink{};
};

enum class ArchiveForm { Tar, TarGzip, TarZstd, TarXz, TarBzip2, Zip, StoredZip, EncryptedZip };

/// The bytes of an archive; empty where libarchive cannot write it.
inline std::string writtenArchive(ArchiveForm form, const std::vector<WrittenEntry> &entries) {
    auto *archive = archive_write_new();
    const bool isZip = form == ArchiveForm::Zip || form == ArchiveForm::StoredZip || form == ArchiveForm::EncryptedZip;
    isZip ? archive_write_set_format_zip(archive) : archive_write_set_format_pax_restricted(archive);
    const auto filter = form == ArchiveForm::TarGzip    ? ARCHIVE_FILTER_GZIP
                        : form == ArchiveForm::TarZstd  ? ARCHIVE_FILTER_ZSTD
                        : form == ArchiveForm::TarXz    ? ARCHIVE_FILTER_XZ
                        : form == ArchiveForm::TarBzip2 ? ARCHIVE_FILTER_BZIP2
                                                        : ARCHIVE_FILTER_NONE;
    archive_write_add_filter(archive, filter);
    if (form == ArchiveForm::StoredZip) {
        archive_write_zip_set_compression_store(archive);
    }
    if (form == ArchiveForm::EncryptedZip) {
        archive_write_set_options(archive, "zip:encryption=zipcrypt");
        archive_write_set_passphrase(archive, "secret");
    }
    std::size_t all = std::size_t{1} << 20;
    for (const auto &entry : entries) {
        all += 2 * entry.bytes.size() + 2 * entry.name.size() + 4096;
    }
    std::string bytes(all, '\0');
    std::size_t used = 0;
    archive_write_set_bytes_in_last_block(archive, 1);
    archive_write_open_memory(archive, bytes.data(), bytes.size(), &used);
    for (const auto &each : entries) {
        auto *entry = archive_entry_new();
        archive_entry_set_pathname(entry, each.name.c_str());
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_filetype(entry, each.link.empty() ? AE_IFREG : AE_IFLNK);
        archive_entry_set_size(entry, static_cast<la_int64_t>(each.bytes.size()));
        if (!each.link.empty()) {
            archive_entry_set_symlink(entry, each.link.c_str());
        }
        if (!each.hardLink.empty()) {
            archive_entry_set_hardlink(entry, each.hardLink.c_str());
        }
        archive_write_header(archive, entry);
        archive_write_data(archive, each.bytes.data(), each.bytes.size());
        archive_entry_free(entry);
    }
    const bool isWritten = archive_write_close(archive) == ARCHIVE_OK;
    archive_write_free(archive);
    bytes.resize(isWritten ? used : 0);
    return bytes;
}

}  // namespace stagescope::testing
