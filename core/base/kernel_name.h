#pragma once

#include <string_view>

namespace stagescope {

/// MindSpore names a kernel by its place in the network, "Default/network-TrainOneStepCell/layer-Dense/MatMul-op12", or
/// by the framework's operator that launched it, "MatMul/aclnnMatmul_MatMulV2"; with stacks, the lines of the call
/// stack stand behind the name.
struct KernelName {
    std::string_view shortName;  ///< "MatMul": what kernels are grouped by
    std::string_view path;       ///< "Default/network-TrainOneStepCell/layer-Dense"; empty in plain names
    std::string_view stack{};    ///< "train.py(12): construct; ..."; empty where there is none
};

/// Splits such a name; any other name is its own short name. A name is split when it has at least two slashes, begins
/// with a scope of MindSpore ("Default", "Gradients", "recompute_Default" ...; a number of the graph before it,
/// "kernel_graph_1/", is part of the path) and its last part is an identifier, with or without "-op" and a number; or
/// when its last part is a kernel of CANN's operator library (aclnn...). Lines of Python behind it are its stack. Pure,
/// O(length); views into `name`.
[[nodiscard]] KernelName kernelName(std::string_view name);

}  // namespace stagescope
