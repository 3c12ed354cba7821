#include "core/store/bundle/digest_note.h"

#include "core/store/bundle/bundle_bytes.h"
#include "core/store/bundle/bundle_file.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Grows whenever the same rank would be digested into something else: older digests are made anew then.
constexpr std::uint64_t kDigestVersion = 1;

/// Ranks and files that a note names; jobs have a tenth of it. The note itself, once decompressed, in bytes.
constexpr std::uint64_t kMostNamed = 1 << 18;
constexpr std::size_t kMostNoteBytes = std::size_t{32} << 20;

}  // namespace

DigestedFile mergedFile(std::string_view path, std::uint64_t size, const DigestNote &note) {
    DigestedFile file{std::string(path.substr(path.rfind('/') + 1)), size};
    for (const auto &source : note.files) {
        file.mtimeNs = std::max(file.mtimeNs, source.mtimeNs);
    }
    return file;
}

std::string encodeDigestNote(const DigestNote &note) {
    BundleWriter out;
    out.number(kDigestVersion);
    out.text(note.root);
    out.number(note.ranks.size());
    int before = 0;
    for (const int rank : note.ranks) {
        out.difference(rank, before);
        before = rank;
    }
    out.signedNumber(note.rank.value_or(-1));
    out.text(note.level);
    out.number(note.files.size());
    for (const auto &file : note.files) {
        out.text(file.path);
        out.number(file.size);
        out.signedNumber(file.mtimeNs);
    }
    out.text(note.failure);
    return out.take();
}

std::optional<DigestNote> decodeDigestNote(std::string_view bytes) {
    BundleReader in(bytes);
    if (bytes.size() > kMostNoteBytes || in.number() != kDigestVersion) {
        return std::nullopt;
    }
    DigestNote note;
    note.root = in.text();
    int before = 0;
    for (auto left = in.below(kMostNamed); left > 0 && in.isSound(); --left) {
        const auto number = in.difference(before);
        if (number < before || number >= kMostBundledRanks) {
            return std::nullopt;
        }
        before = static_cast<int>(number);
        note.ranks.push_back(before);
    }
    const auto rank = in.signedNumber();
    note.rank = rank < 0 || rank >= kMostBundledRanks ? std::nullopt : std::optional(static_cast<int>(rank));
    note.level = in.text();
    for (auto left = in.below(kMostNamed); left > 0 && in.isSound(); --left) {
        DigestedFile file;
        file.path = in.text();
        file.size = in.number();
        file.mtimeNs = in.signedNumber();
        note.files.push_back(std::move(file));
    }
    note.failure = in.text();
    return in.isSound() && in.atEnd() ? std::optional(std::move(note)) : std::nullopt;
}

Result<std::optional<DigestNote>> readDigestNote(const std::string &path) {
    const auto bundle = BundleFile::open(path);
    if (!bundle || !bundle->has(kBundledDigest)) {
        return std::nullopt;
    }
    const auto bytes = bundle->part(kBundledDigest);
    if (!bytes) {
        return fail(bytes.error().kind, bytes.error().detail, path);
    }
    auto note = decodeDigestNote(*bytes);
    return note ? Result<std::optional<DigestNote>>(std::move(note))
                : fail(ErrorKind::Malformed, "what the digest says of itself is damaged, or of another version", path);
}

std::optional<DigestNote> digestNoteOf(const std::string &path) {
    const auto note = readDigestNote(path);
    return note ? *note : std::nullopt;
}

}  // namespace stagescope
