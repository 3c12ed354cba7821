#include "app/command_list.h"
#include "app/command_outcome.h"
#include "app/output.h"
#include "core/export/snapshot_writer.h"
#include "core/formats/load_control.h"
#include "core/formats/snapshot_reader.h"

#include <QtCore/QFileInfo>
#include <QtCore/QSaveFile>

namespace stagescope {

namespace {

constexpr const char *kWhere = "stagescope snapshot";

/// Writes beside the target and puts it in place at the end: half a file is never left.
Status writeFile(const SnapshotStore &snapshot, const QString &path) {
    QSaveFile file(path);
    const auto failed = [&] {
        return fail(ErrorKind::ReadFailed, file.errorString().toStdString(), path.toStdString());
    };
    if (!file.open(QIODevice::WriteOnly)) {
        return failed();
    }
    const TextSink sink = [&file](std::string_view piece) {
        return file.write(piece.data(), static_cast<qint64>(piece.size())) == static_cast<qint64>(piece.size());
    };
    const bool isJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    const auto status = isJson ? writeSnapshotJson(snapshot, sink) : writeSnapshotCsv(snapshot, sink);
    return status && file.commit() ? Status{} : failed();
}

/// What was lost on the way.
Result<std::vector<ImportEntry>> convert(const std::string &source, const QString &target) {
    if (QFileInfo(target) == QFileInfo(QString::fromStdString(source))) {
        return fail(ErrorKind::BadArgument, "the snapshot itself is never written to", source);
    }
    ImportLog log;
    const auto reading = readSnapshot(source, log, {});
    if (reading.store == nullptr) {
        return tl::make_unexpected(reading.status.error());
    }
    if (!reading.status) {
        log.add(source, reading.status.error());
    }
    if (const auto status = writeFile(*reading.store, target); !status) {
        return tl::make_unexpected(status.error());
    }
    auto losses = log.entries();
    std::erase_if(losses, [](const ImportEntry &entry) { return entry.severity != Severity::DataLoss; });
    return losses;
}

int runSnapshot(const Arguments &arguments) {
    if (arguments.positional[0] != "convert") {
        return printError({ErrorKind::BadArgument, "there is only: convert", kWhere});
    }
    const auto target = QString::fromStdString(arguments.value("-o"));
    if (!target.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) &&
        !target.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) {
        return printError(
            {ErrorKind::BadArgument, "-o FILE says what to write: a name that ends in .json or .csv", kWhere});
    }
    const auto losses = convert(arguments.positional[1], target);
    return losses ? exitCode(*losses, arguments, arguments.positional[1]) : printError(losses.error());
}

}  // namespace

Command makeSnapshotCommand() {
    return {.name = "snapshot",
            .synopsis = "convert FILE -o x.json|x.csv",
            .summary =
                "Writes a memory snapshot (pickle or JSON, never executed) as JSON with the same keys, or its "
                "events as CSV.",
            .options = {{"-o", "FILE", "file to write; .json or .csv"}, allowLossOption()},
            .minPositional = 2,
            .maxPositional = 2,
            .run = &runSnapshot};
}

}  // namespace stagescope
