#include "app/command_list.h"
#include "app/command_outcome.h"
#include "app/output.h"
#include "core/base/byte_text.h"
#include "core/base/io/output_file.h"
#include "core/export/snapshot_writer.h"
#include "core/formats/io/load_control.h"
#include "core/formats/snapshot/snapshot_reader.h"
#include "core/session/output_place.h"

#include <QtCore/QString>

#include <algorithm>
#include <filesystem>

namespace stagescope {

namespace {

constexpr const char *kSnapshotCommand = "stagescope snapshot";

/// What may be written of a file of so many bytes: events by the thousand share one call stack, and here each is
/// written with its own. Real files give up to some hundred times their size.
constexpr std::uint64_t writtenLimit(std::uint64_t fileBytes) {
    return (std::uint64_t{256} << 20) + 1024 * std::min(fileBytes, std::uint64_t{1} << 50);
}

Status writeFile(const SnapshotStore &snapshot, const std::string &source, const std::string &target) {
    ASSIGN_OR_RETURN(auto file, OutputFile::create(target));
    std::error_code unknown;
    const auto most = writtenLimit(std::filesystem::file_size(source, unknown));
    std::uint64_t bytes = 0;
    Status written;
    const TextSink sink = [&](std::string_view piece) {
        bytes += piece.size();
        written = bytes <= most
                      ? file->write(piece)
                      : fail(ErrorKind::Limit, "is not written: it would take more than " + bytesText(most), target);
        return written.has_value();
    };
    const auto status = QString::fromStdString(target).endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)
                            ? writeSnapshotCsv(snapshot, sink)
                            : writeSnapshotJson(snapshot, sink);
    return !written ? written : status ? file->commit() : status;
}

/// What was lost on the way.
Result<std::vector<ImportEntry>> convert(const std::string &source, const std::string &target) {
    RETURN_IF_ERROR(checkOutputPlace(target, {&source, 1}));
    ImportLog log;
    const auto reading = readSnapshot(source, log, {});
    if (reading.store == nullptr) {
        return tl::make_unexpected(reading.status.error());
    }
    if (!reading.status) {
        log.add(source, reading.status.error());
    }
    RETURN_IF_ERROR(writeFile(*reading.store, source, target));
    auto losses = log.entries();
    std::erase_if(losses, [](const ImportEntry &entry) { return entry.severity != Severity::DataLoss; });
    return losses;
}

int runSnapshot(const Arguments &arguments) {
    if (arguments.positional[0] != "convert") {
        return printError(badChoice(kSnapshotCommand, arguments.positional[0], {"convert"}).value());
    }
    const auto target = QString::fromStdString(arguments.value("-o"));
    if (!target.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) &&
        !target.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) {
        return printError({ErrorKind::BadArgument, "-o FILE says what to write: a name that ends in .json or .csv",
                           kSnapshotCommand});
    }
    const auto losses = convert(arguments.positional[1], target.toStdString());
    return losses ? exitCode(*losses, arguments, arguments.positional[1]) : printError(losses.error());
}

}  // namespace

Command makeSnapshotCommand() {
    return {.name = "snapshot",
            .section = CommandSection::Copy,
            .synopsis = "convert FILE -o x.json|x.csv",
            .summary = "Convert a memory snapshot to JSON, or its events to CSV",
            .details = "Pickle files are parsed, never executed. JSON keeps the keys of the snapshot.",
            .options = {{"-o", "FILE", "output file (.json or .csv)"}, allowLossOption()},
            .minPositional = 2,
            .maxPositional = 2,
            .run = &runSnapshot};
}

}  // namespace stagescope
