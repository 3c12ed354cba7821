#pragma once

#include "core/store/snapshot/snapshot_store.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// What a block of memory is for, as far as the call stack of its allocation tells.
///
/// The first rule that a frame meets, from the innermost frame on, decides:
/// - Gradient: autograd's engine (C++ of torch::autograd: Engine, AccumulateGrad, generated nodes), or Python's
///   backward() of torch (_tensor.py, autograd/__init__.py, autograd/graph.py). The engine's threads have no Python
///   frames: recordings without C++ frames leave what they allocate unknown.
/// - OptimizerState: functions of optimizers (a file under /optim/ or with "optimizer" in its name) that create state:
///   _init_group, _init_state ...; exp_avg and momentum buffers are made there at the first step.
/// - Temporary: other functions of optimizers' step(); workspaces of libraries (cuBLAS, ACL) and of the allocation of
///   communication (NCCL, HCCL).
/// - Parameter: torch.nn.Module's _apply, convert, to ...; constructors, reset_parameters and load_state_dict within
///   torch/nn; Parameter and from_pretrained. Buffers of modules are counted with them.
/// - Activation: calls of modules (_call_impl, forward in torch/nn; __call__, forward of any other file), forward
///   passes that activation checkpointing runs again included, and functions of torch/nn/functional.py.
/// What meets none stays Unknown, as do blocks older than the recording, whose allocation is not in it.
enum class MemoryCategory : std::uint8_t { Parameter, Gradient, OptimizerState, Activation, Temporary, Unknown };
inline constexpr std::array kMemoryCategories{MemoryCategory::Parameter,      MemoryCategory::Gradient,
                                              MemoryCategory::OptimizerState, MemoryCategory::Activation,
                                              MemoryCategory::Temporary,      MemoryCategory::Unknown};
/// "parameter", "gradient", "optimizer_state" ...
[[nodiscard]] std::string_view categoryText(MemoryCategory category);

/// O(frames). Any thread.
[[nodiscard]] MemoryCategory memoryCategory(const SnapshotStore &store, StackId stack);

}  // namespace stagescope
