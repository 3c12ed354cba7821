#include "core/analysis/snapshot/stack_owner.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stagescope {

namespace {

std::string_view fileNameOf(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

bool isPythonFile(std::string_view file) {
    return file.ends_with(".py") || file.ends_with(".pyx") || file.starts_with('<');
}

bool isUserFile(std::string_view file) {
    constexpr std::array<std::string_view, 8> kOthers{"site-packages", "dist-packages", "/torch/",   "/torch_npu/",
                                                      "<frozen",       "/lib/python",   "importlib", "/msmemscope/"};
    return isPythonFile(file) && !containsAny(file, kOthers);
}

/// Of CUDA, ROCm, XPU and NPU alike: they name their classes after one another. As memory_viz does, and the storage
/// that every tensor is made by.
bool isAllocator(std::string_view function) {
    constexpr std::array<std::string_view, 9> kAllocatorParts{
        "unwind::",      "CapturedTraceback::", "gather_with_cpp", "CachingAllocator", "Allocator::",
        "AllocatorImpl", "c10::StorageImpl",    "StorageImpl::",   "MemPool"};
    return containsAny(function, kAllocatorParts);
}

/// "aten::mul_Tensor" of "at::_ops::mul_Tensor::call(at::Tensor const&)"; "MmBackward0" of its apply.
std::string operatorOf(std::string_view function) {
    constexpr std::string_view kOps = "at::_ops::";
    constexpr std::string_view kNodes = "torch::autograd::generated::";
    for (const auto prefix : {kOps, kNodes}) {
        const auto begin = function.find(prefix);
        const auto name = begin == std::string_view::npos ? begin : begin + prefix.size();
        const auto end = name == std::string_view::npos ? name : function.find("::", name);
        if (end != std::string_view::npos) {
            return (prefix == kOps ? "aten::" : "") + std::string(function.substr(name, end - name));
        }
    }
    return {};
}

}  // namespace

std::string frameText(const SnapshotStore &store, FrameId id) {
    const auto frame = store.stacks().at(id);
    std::string text(store.text(frame.function));
    const auto file = fileNameOf(store.text(frame.file));
    if (file.empty() || file == "??") {
        return text;
    }
    text.append(" (").append(file);
    if (frame.line != StackFrame::kNoLine && frame.line != 0) {
        text.append(":").append(std::to_string(frame.line));
    }
    return text + ")";
}

std::span<const FrameId> ownFrames(const SnapshotStore &store, StackId stack) {
    const auto frames = store.stacks().frames(stack);
    const auto first = std::find_if(frames.begin(), frames.end(), [&](FrameId id) {
        const auto frame = store.stacks().at(id);
        return isPythonFile(store.text(frame.file)) || !isAllocator(store.text(frame.function));
    });
    return first == frames.end() ? frames : frames.subspan(static_cast<std::size_t>(first - frames.begin()));
}

std::string stackText(const SnapshotStore &store, StackId stack) {
    constexpr std::size_t kMostBytes = std::size_t{64} << 10;
    std::string text;
    const auto frames = ownFrames(store, stack);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (text.size() > kMostBytes) {
            return text.substr(0, kMostBytes) + " < ... " + std::to_string(frames.size() - i) + " more";
        }
        text += (text.empty() ? "" : " < ") + frameText(store, frames[i]);
    }
    return text;
}

FrameId firstUserFrame(const SnapshotStore &store, StackId stack) {
    const auto frames = store.stacks().frames(stack);
    const auto isOf = [&](bool (*test)(std::string_view)) {
        return [&store, test](FrameId frame) { return test(store.text(store.stacks().at(frame).file)); };
    };
    auto it = std::find_if(frames.begin(), frames.end(), isOf(isUserFile));
    it = it == frames.end() ? std::find_if(frames.begin(), frames.end(), isOf(isPythonFile)) : it;
    return it == frames.end() ? FrameId{} : *it;
}

std::string operatorName(const SnapshotStore &store, StackId stack) {
    const auto user = firstUserFrame(store, stack);
    std::string name;
    for (const auto frame : ownFrames(store, stack)) {
        if (frame == user) {
            break;
        }
        if (auto found = operatorOf(store.text(store.stacks().at(frame).function)); !found.empty()) {
            name = std::move(found);
        }
    }
    return name;
}

std::string ownerText(const SnapshotStore &store, StackId stack) {
    if (const auto user = firstUserFrame(store, stack); user.isValid()) {
        return frameText(store, user);
    }
    if (store.stacks().frames(stack).empty()) {
        return {};
    }
    const auto name = operatorName(store, stack);
    return name.empty() ? "C++ only" : name + " (C++ only)";
}

std::string ownerLabel(const SnapshotStore &store, StackId stack) {
    const auto user = firstUserFrame(store, stack);
    auto inner = user.isValid() ? operatorName(store, stack) : std::string();
    const auto frames = ownFrames(store, stack);
    const bool isNamedByPython = user.isValid() && inner.empty() && frames.front() != user;
    if (isNamedByPython && isPythonFile(store.text(store.stacks().at(frames.front()).file))) {
        inner = store.text(store.stacks().at(frames.front()).function);
    }
    return (inner.empty() ? inner : inner + " < ") + ownerText(store, stack);
}

}  // namespace stagescope
