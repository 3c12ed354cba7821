#pragma once

#include <cstdint>

namespace stagescope {

// Columns that tables of Kineto's traces have beside those of table_kind.h, all of them optional for readers.
//
// Steps: device_begin_ns, device_end_ns (int, first begin and last end of the device work that was launched in the
// step, kNoLaunch = none or unknown).
//
// Kernels, whose rows are copies and fills too (core MEMCPY, MEMSET): operator (text, the framework's, that launched
// it), operator_row (int, place of its event in the file, -1 none), launch_ns (int, when, on the host, kNoLaunch = not
// recorded), module (text, the innermost nn.Module around the launch), python (text, the innermost Python function),
// recompute (int: 1 launched by activation checkpointing again, 0 not, -1 unknown).
//
// CommOps of NCCL and RCCL: library (text), sequence (int, the same on all ranks of the group, -1 unknown), group_size
// (int, -1 unknown), splits (text, elements sent to each rank of the group "4,4", empty where they are equal).

constexpr std::int64_t kNoLaunch = INT64_MIN;

}  // namespace stagescope
