#pragma once

#include "core/formats/snapshot/snapshot_reader.h"
#include "tests/support/places.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>

#include <memory>
#include <string>

namespace stagescope::testing {

/// A snapshot file after reading.
struct ReadSnapshot {
    ImportLog log;
    SnapshotReading reading;

    [[nodiscard]] const SnapshotStore &store() const { return *reading.store; }
    [[nodiscard]] std::string errorText() const { return reading.status ? "" : errorLine(reading.status.error()); }
};

inline std::unique_ptr<ReadSnapshot> readSnapshotFile(const std::string &path, const LoadControl &control = {}) {
    auto result = std::make_unique<ReadSnapshot>();
    result->reading = readSnapshot(path, result->log, control);
    return result;
}

/// One of the files that tests/core/formats/snapshots/make_snapshots.py writes.
inline std::string madeSnapshot(const std::string &name) {
    return sourcePath("tests/core/formats/snapshots/").toStdString() + name;
}

inline QByteArray bytesOfFile(const std::string &path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Bytes as a file.
inline std::unique_ptr<ReadSnapshot> readSnapshotBytes(const QByteArray &bytes) {
    static const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("snapshot.pickle"));
    QFile::remove(path);  // a file that is truncated and written again is flushed to the disk
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        return nullptr;
    }
    file.close();
    return readSnapshotFile(path.toStdString());
}

}  // namespace stagescope::testing
