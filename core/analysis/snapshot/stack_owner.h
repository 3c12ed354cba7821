#pragma once

#include "core/store/snapshot/snapshot_store.h"

#include <span>
#include <string>

namespace stagescope {

// Who made a block, out of its call stack. Recorders of C++ frames begin each stack with the unwinder and the allocator
// itself, whatever is allocated: these own no memory.

/// "forward (model.py:12)": file without folder.
[[nodiscard]] std::string frameText(const SnapshotStore &store, FrameId frame);
/// The frames without those of unwinders and allocators at the inner end; all of them where nothing else is there.
[[nodiscard]] std::span<const FrameId> ownFrames(const SnapshotStore &store, StackId stack);
/// These from the innermost on, separated by " < "; cut, with the number of the others, after 64 KiB: many rows may
/// show one stack.
[[nodiscard]] std::string stackText(const SnapshotStore &store, StackId stack);
/// The innermost frame that is neither PyTorch nor another installed library nor C++; the innermost of Python where
/// there is none; an invalid id for a stack of C++ only, or without frames.
[[nodiscard]] FrameId firstUserFrame(const SnapshotStore &store, StackId stack);
/// What the user's frame, or the engine of autograd, called: the outermost operator of ATen inside of it,
/// "aten::mul_Tensor"; empty where no C++ frame tells it.
[[nodiscard]] std::string operatorName(const SnapshotStore &store, StackId stack);

/// "forward (model.py:12)"; "aten::mm (C++ only)" or "C++ only" where no frame of Python was recorded;
/// empty where no frame was.
[[nodiscard]] std::string ownerText(const SnapshotStore &store, StackId stack);
/// With what it called: "aten::mul_Tensor < forward (model.py:12)", "conv2d < forward (model.py:12)".
[[nodiscard]] std::string ownerLabel(const SnapshotStore &store, StackId stack);

}  // namespace stagescope
