#pragma once

#include "core/demo/event_loop.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// A piece of a communication operation as one task of the device.
struct CommTask {
    enum class Kind : std::uint8_t { Ready, Wait, Copy, Reduce } kind = Kind::Wait;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    int peer = 0;  ///< local rank in the group
};

/// One communication operation of a rank, named as HCCL names it: "hcom_send__123_4_1" = type, last digits of the
/// group's hash, running number within the group and type. Times are true times, ns.
struct CommRecord {
    std::size_t op = 0;  ///< index into the program
    std::string name;
    std::string typeName;  ///< "hcom_send_"
    const DemoGroup *group = nullptr;
    int source = 0;  ///< local rank of the data's origin; of this rank for an all-reduce
    int target = 0;  ///< local rank that it goes to; the ring's next for an all-reduce
    bool isCollective = false;
    bool isRemote = false;  ///< leaves the host: RDMA rather than HCCS
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t sentBytes = 0;        ///< by this rank; 0 for a receive: the sender's task moves the data
    std::int64_t transit = 0;          ///< ns that this rank's link was busy
    std::int64_t wait = 0;             ///< ns waited for others, synchronisation included
    std::int64_t synchronization = 0;  ///< the part before the first transfer
    std::vector<CommTask> tasks;
};

/// All communication of a rank, in program order. O(operations + tasks).
[[nodiscard]] std::vector<CommRecord> commRecords(const DemoCluster &cluster, const RankProgram &program,
                                                  const std::vector<DemoOpTimes> &times);
/// The decimal number under which other files know a group: two polynomial hashes (29, 131) of its id, 32 bits each.
[[nodiscard]] std::string groupHash(const std::string &id);

}  // namespace stagescope
