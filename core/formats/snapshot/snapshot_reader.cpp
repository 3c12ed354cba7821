#include "core/formats/snapshot/snapshot_reader.h"

#include "core/base/io/byte_source.h"
#include "core/formats/snapshot/pickle_machine.h"
#include "core/formats/snapshot/snapshot_assembly.h"
#include "core/formats/snapshot/snapshot_builder.h"
#include "core/formats/snapshot/snapshot_json.h"

#include <array>

namespace stagescope {

namespace {

SnapshotReading assembled(SnapshotBuilder &builder, PickleValue root, const SnapshotOrigin &origin, ImportLog &log,
                          const LoadControl &control, Status status) {
    auto store = assembledSnapshot(builder.take(), root, origin, log, control.stop);
    if (store) {
        return {std::move(*store), std::move(status)};
    }
    return {nullptr, status ? Status(tl::make_unexpected(store.error())) : std::move(status)};
}

}  // namespace

SnapshotReading readSnapshot(const std::string &path, ImportLog &log, const LoadControl &control) {
    auto source = ByteSource::open(path);
    if (!source) {
        return {nullptr, tl::make_unexpected(source.error())};
    }
    return readSnapshot(**source, log, control);
}

SnapshotReading readSnapshot(ByteSource &source, ImportLog &log, const LoadControl &control) {
    const auto &path = source.path();
    std::array<char, 1> first{};
    if (const auto got = source.read(0, first); !got || *got == 0) {
        return {nullptr, got ? Status(fail(ErrorKind::Truncated, "the file is empty", path))
                             : Status(tl::make_unexpected(got.error()))};
    }
    SnapshotOrigin origin;
    origin.path = path;
    if (first[0] == '{' || first[0] == '[') {
        SnapshotBuilder builder(0);
        const auto root = readSnapshotJson(source, builder, control);
        return root ? assembled(builder, *root, origin, log, control, {})
                    : SnapshotReading{nullptr, tl::make_unexpected(root.error())};
    }
    SnapshotBuilder builder(source.fileSize());
    Status status;
    std::optional<PickleValue> root;
    {
        // Its memo goes before the replay begins.
        PickleMachine machine(source, builder, control);
        status = machine.run();
        root = machine.root();
        origin.protocol = machine.protocol();
        origin.saturatedNumbers = machine.saturatedNumbers();
    }
    origin.isComplete = status.has_value();
    if (!root) {
        return {nullptr, std::move(status)};
    }
    return assembled(builder, *root, origin, log, control, std::move(status));
}

}  // namespace stagescope
