#pragma once

#include "core/base/item_ref.h"
#include "core/session/workspace.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// A kernel or communication operator as it ran on the device of a rank. Texts live as long as the capture's stores.
struct DeviceKernel {
    enum class Kind : std::uint8_t { Kernel, Fill, Copy };
    std::string_view name;
    std::string_view type;   ///< of the operator; empty unknown
    std::string_view core;   ///< what ran it: AI_CORE, AI_VECTOR_CORE, AI_CPU, COMMUNICATION ...; empty unknown
    std::int64_t begin = 0;  ///< ns, clock of the rank
    std::int64_t duration = 0;
    std::int64_t step = kNoStep;
    int cube = -1;             ///< 1 matrix units worked, 0 they did not, -1 unknown
    std::int64_t stream = -1;  ///< -1 unknown
    std::int64_t device = -1;  ///< -1 unknown
    bool communicates = false;
    Kind kind = Kind::Kernel;
    std::optional<std::int64_t> launch{};  ///< when, on the host; nothing when that is not recorded
    bool isUnclear = false;                ///< calls of several processes may have launched it
    std::int64_t wait = -1;                ///< ns from the end of the kernel before it, as the file says; -1 unknown
    std::string_view inputShapes{};        ///< as the file writes them
    std::string_view frameworkOp{};        ///< the operator of the framework that launched it; empty unknown
    const TableStore *table = nullptr;     ///< where the rest is found, null for kernels of the trace alone
    std::size_t row = 0;

    /// What its record holds beside; what an empty record does for kernels of the trace alone.
    template <auto Member>
    [[nodiscard]] auto value() const {
        return table == nullptr ? KernelRecord{}.*Member : valueAt<KernelRecord, Member>(*table, row);
    }
};

/// The devices of a trace whose kernels stand in no table (JAX): the number of each process that has streams with work,
/// by its name ("/device:GPU:1"), else in the order of the trace. Empty where there is one. O(tracks, and
/// slices of streams without work).
[[nodiscard]] std::map<TrackId, std::int64_t> devicesOfProcesses(const TraceStore &trace);

/// What a kernel is: the one answer for groups, pairings and labels. The type of the device's operator where the device
/// has such; of GPUs the framework's operator, with its shapes (inputShapes) the same on every chip and library, else
/// the label of its function (core/base/words/kernel_label.h). Lives as long as the stores.
[[nodiscard]] std::string_view identityOf(const DeviceKernel &kernel);

/// One of several shares of a list, for threads that go through it together: all shares together are the whole, each
/// entry is in one of them.
struct Share {
    std::size_t number = 0;
    std::size_t of = 1;

    [[nodiscard]] std::size_t begin(std::size_t size) const { return size * number / of; }
    [[nodiscard]] std::size_t end(std::size_t size) const { return size * (number + 1) / of; }
};

/// Calls for each kernel of a capture in the order of its files: those of its tables of kernels, where there are such,
/// else the slices of its streams (names and times only). Of a share: the rows of each table that are in it; slices are
/// all in the first one. Keeps nothing. Stopped: incomplete. O(n). Any thread.
void visitKernels(const RankCapture &capture, const std::stop_token &stop,
                  const std::function<void(const DeviceKernel &)> &visit, Share share = {});
/// The same as a list, by begin: some 170 bytes each. O(n log n).
[[nodiscard]] std::vector<DeviceKernel> deviceKernels(const RankCapture &capture, const std::stop_token &stop = {});
/// Whether the tables of kernels tell launches. Their rows are copies of the device, too.
[[nodiscard]] bool tellsLaunches(const RankCapture &capture);

/// Where kernels stand in the traces of a capture: by name and begin, which files of kernels round to a microsecond.
/// The capture's stores outlive it. O(tracks) to make.
class KernelSlices {
public:
    KernelSlices(const Run &run, const RankCapture &capture);
    /// On a stream, else in a group of communication. O(tracks x log n). Nothing where no trace has it.
    [[nodiscard]] std::optional<SliceRef> of(const DeviceKernel &kernel) const;

private:
    struct Lane {
        const TraceStore *trace;
        SourceId source;
        TrackId track;
    };
    [[nodiscard]] std::optional<SliceRef> among(const std::vector<Lane> &lanes, const DeviceKernel &kernel) const;

    RunId m_run;
    std::vector<Lane> m_streams;
    std::vector<Lane> m_groups;
};

/// "Stream 7", "stream 7 (default)": the first number in the name of a track, -1 when there is none.
[[nodiscard]] std::int64_t streamNumber(std::string_view name);

}  // namespace stagescope
