#include "core/base/io/mark_file.h"
#include "core/formats/format_list.h"
#include "core/formats/snapshot/snapshot_reader.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/bundle/report_list_text.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

namespace stagescope {

namespace {

/// Whether the bytes of a part are what its number says.
Status checkNote(int number, const std::string &bytes, const std::string &path) {
    const auto statusOf = [](const auto &read) { return read ? Status{} : tl::make_unexpected(read.error()); };
    return number == kBundledMarks    ? statusOf(parseMarks(bytes, path))
           : number == kBundledReport ? statusOf(parseReportList(bytes, path))
                                      : Status{};
}

/// Marks, report and the place of a bundle are no part of a rank: they are looked at once, with the first of those that
/// are.
void checkNotes(const BundleFile &bundle, const FileSource &file, ImportLog &log) {
    const auto first = bundle.firstPart(
        [](int number) { return number >= 0 || number == kBundledCluster || isBundledSnapshot(number); });
    if (first != file.part) {
        return;
    }
    const std::pair<int, const char *> notes[] = {
        {kBundledMarks, "bundle.marks"}, {kBundledPlace, "bundle.place"}, {kBundledReport, "bundle.report"}};
    for (const auto &[number, code] : notes) {
        const auto bytes = bundle.has(number) ? bundle.part(number) : Result<std::string>();
        const auto status = !bytes               ? tl::make_unexpected(bytes.error())
                            : bundle.has(number) ? checkNote(number, *bytes, file.path)
                                                 : Status{};
        if (!status) {
            log.add(Severity::DataLoss, file.path, code, status.error().where, status.error().detail);
        }
    }
}

/// The head of the bundle read last: parts follow each other, and it grows with their number. Any thread.
class BundleHeads {
public:
    Result<std::shared_ptr<const BundleFile>> of(const FileSource &file) {
        const std::lock_guard lock(m_mutex);
        if (m_bundle == nullptr || file.path != m_file.path || file.size != m_file.size ||
            file.mtimeNs != m_file.mtimeNs) {
            auto bundle = BundleFile::open(file.path);
            if (!bundle) {
                return tl::make_unexpected(bundle.error());
            }
            m_bundle = std::make_shared<const BundleFile>(std::move(*bundle));
            m_file = file;
        }
        return m_bundle;
    }

private:
    std::mutex m_mutex;
    FileSource m_file;
    std::shared_ptr<const BundleFile> m_bundle;
};

/// What `stagescope bundle` kept of a run: what each of its files told of a rank, the tables of the whole cluster and
/// each memory snapshot are parts of the file.
class BundleFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "bundle"; }
    [[nodiscard]] bool sniff(std::string_view /*fileName*/, std::string_view head) const override {
        return head.starts_with(kBundleMagic);
    }
    [[nodiscard]] std::vector<FilePart> parts(const std::string &path,
                                              const std::stop_token & /*stop*/) const override {
        const auto file = BundleFile::open(path);
        std::vector<FilePart> parts;
        auto numbers = file ? file->parts() : std::vector<int>{};
        // Those of memory snapshots go down.
        std::reverse(numbers.begin(), std::find_if_not(numbers.begin(), numbers.end(), &isBundledSnapshot));
        for (const int number : numbers) {
            if (number >= 0) {
                parts.push_back({number, FilePart::Holds::Rank, rankOfBundledSource(number)});
            } else if (number == kBundledCluster) {
                parts.push_back({number, FilePart::Holds::Cluster});
            } else if (isBundledSnapshot(number)) {
                parts.push_back({number, FilePart::Holds::Snapshot, rankOfBundledSnapshot(number)});
            }
        }
        return parts;
    }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const bool isDeep = control.depth == LoadDepth::Deep;
        const auto bundle = m_heads.of(file);
        if (bundle && !isDeep) {
            checkNotes(**bundle, file, sink.log());
        }
        // Of a bundle all but snapshots is there from the beginning. Digests are many: what is large in them waits.
        const bool isDigest = bundle && (*bundle)->has(kBundledDigest) && file.part >= 0;
        if (isBundledSnapshot(file.part) ? !isDeep : isDeep && !isDigest) {
            return {};
        }
        auto bytes = bundle ? (*bundle)->part(file.part) : tl::make_unexpected(bundle.error());
        if (!bytes) {
            return tl::make_unexpected(bytes.error());
        }
        if (isBundledSnapshot(file.part)) {
            const auto source = ByteSource::ofBytes(std::move(*bytes), file.path);
            auto reading = readSnapshot(*source, sink.log(), control);
            if (reading.store) {
                sink.setSnapshot(std::move(reading.store));
            }
            return std::move(reading.status);
        }
        const auto half = isDeep ? BundledHalf::Bulky : isDigest ? BundledHalf::Small : BundledHalf::Both;
        auto rank = decodeRank(*bytes, {.path = file.path,
                                        .mostBytes = (*bundle)->storeLimit(file.part),
                                        .workers = control.workers,
                                        .half = half,
                                        .stop = control.stop});
        if (!rank) {
            return tl::make_unexpected(rank.error());
        }
        // What was lost before is told once.
        for (const auto &entry : isDeep ? std::vector<ImportEntry>{} : rank->log) {
            sink.log().add(entry.severity, file.path, entry.code,
                           entry.samples.empty() ? std::string() : entry.samples.front().where,
                           entry.samples.empty() ? std::string() : entry.samples.front().detail, entry.count);
        }
        for (auto &trace : rank->traces) {
            sink.addTrace(std::move(trace));
        }
        for (const auto &table : rank->tables) {
            sink.addTable(*table);
        }
        const bool hasContent = !rank->traces.empty() || !rank->tables.empty() || file.part < 0 || isDeep;
        return hasContent
                   ? Status()
                   : fail(ErrorKind::NotFound, "nothing of this rank could be read when it was digested", file.path);
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef /*row*/) const override {
        return fail(ErrorKind::Unsupported, "bundles hold no arguments", file.path);
    }

private:
    mutable BundleHeads m_heads;
};

}  // namespace

std::unique_ptr<Format> makeBundleFormat() { return std::make_unique<BundleFormat>(); }

}  // namespace stagescope
