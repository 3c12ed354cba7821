#pragma once

#include "core/base/import_log.h"
#include "core/formats/io/load_control.h"
#include "core/formats/memscope/memscope_rows.h"
#include "core/store/snapshot/snapshot_store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// Makes a memory snapshot of the rows of a record of msMemScope: a device for each allocator of each NPU (HAL: the
/// driver's, PTA: torch_npu's ...), with the life of each block. As the tool's own viewer does, rows that cannot be
/// paired change nothing: a block without a size, one that is handed out while in use, a free without its MALLOC; they
/// are counted in the log. Segments of an allocator are the blocks of the driver (HAL) that it keeps its own in, and
/// those of before the record as far as its blocks show them. Bytes that are reserved are those that it tells itself
/// (total), else those of its segments. A free ends its block, whatever size it tells. One thread.
class MemscopeAssembly {
public:
    explicit MemscopeAssembly(std::string path) : m_path(std::move(path)) { m_parts.pools.emplace_back(0, 0); }

    /// What is wrong with the row; empty when it was taken or says nothing of memory.
    [[nodiscard]] std::string take(const MemscopeRow &row);
    /// Call once, at the end. Null when no row tells of memory. `isComplete`: false where the file breaks off.
    [[nodiscard]] std::shared_ptr<const SnapshotStore> store(bool isComplete, ImportLog &log,
                                                             const LoadControl &control);

private:
    static constexpr std::uint64_t kNotTold = ~std::uint64_t{0};
    struct Kept {
        std::int64_t time = 0;
        std::int64_t id = 0;
        std::uint64_t address = 0;
        std::uint64_t size = 0;
        std::uint64_t total = kNotTold;
        std::uint64_t used = kNotTold;
        StackId stack{0};
        StringId owner{0};
        SnapshotAction action = SnapshotAction::Alloc;
        std::uint32_t device = 0;  ///< in m_devices
    };
    struct Device {
        SnapshotDevice device;
        std::string allocator;
    };
    /// What the driver handed out, and when it took it back.
    struct DriverBlock {
        Kept from;
        std::optional<Kept> until{};
    };
    using DriverBlocks = std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<DriverBlock>>;
    struct Mark {
        std::int64_t time = 0;
        std::int64_t id = 0;
        std::string name;
        std::int32_t device = -1;
        SnapshotAnnotation::Stage stage = SnapshotAnnotation::Stage::Mark;
    };
    struct Failure {
        Kept event;
        std::string device;
    };

    [[nodiscard]] std::string takeBlock(const MemscopeRow &row, SnapshotAction action);
    void takeMark(const MemscopeRow &row);
    void takeFailure(const MemscopeRow &row);
    [[nodiscard]] std::uint32_t deviceId(std::string_view device, std::string_view allocator);
    [[nodiscard]] StackId stackOf(const MemscopeRow &row);
    void addFrames(std::string_view text, bool isPython, std::vector<FrameId> &frames);
    void placeFailures();
    void scaleTimes(ImportLog &log);
    void arrange(const LoadControl &control);
    [[nodiscard]] DriverBlocks driverBlocks() const;
    /// Of the same device.
    [[nodiscard]] std::optional<std::uint32_t> driverOf(std::uint32_t device) const;
    /// That a block of an allocator lies in; null where there is none.
    [[nodiscard]] static const DriverBlock *blockAround(const Kept &kept, std::uint32_t driver,
                                                        const DriverBlocks &blocks);
    void addSegments();
    void addReserved(SnapshotDevice &device, bool isOfDriver) const;
    void checkTotals(ImportLog &log) const;
    void addAnnotations();
    void report(ImportLog &log) const;

    std::string m_path;
    SnapshotStore::Parts m_parts;
    std::vector<Kept> m_kept;
    std::vector<Mark> m_marks;
    std::vector<Failure> m_failures;
    std::vector<Device> m_devices;
    std::map<std::pair<std::string, std::string>, std::uint32_t, std::less<>> m_deviceIds;  ///< (device, allocator)
    std::map<std::string, StackId, std::less<>> m_stacks;                                   ///< by both texts
    std::uint64_t m_withoutDevice = 0;
    std::uint64_t m_withoutSize = 0;
    std::uint64_t m_liveAgain = 0;
    std::uint64_t m_unpaired = 0;
};

}  // namespace stagescope
