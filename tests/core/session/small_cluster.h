#pragma once

#include "core/demo/demo_options.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/kept_demos.h"

#include <string>

namespace stagescope {

/// Four ranks of a synthetic cluster, as small as the demo can be: rank R lies in the folder that `rankFolder` finds.
class SmallCluster {
public:
    explicit SmallCluster(int steps = 1, int microbatches = 2, int layers = 1) {
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = microbatches;
        options.steps = steps;
        options.layersPerStage = layers;
        m_isWritten = placeDemo(tree.path(), options).has_value();
    }
    [[nodiscard]] bool isWritten() const { return m_isWritten; }
    /// Path of a file of the cluster, seen from the tree; empty when there is none of that name.
    [[nodiscard]] std::string find(std::string_view fileName) const {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(tree.path())) {
            if (entry.path().filename() == fileName) {
                return entry.path().lexically_relative(tree.path()).string();
            }
        }
        return {};
    }
    [[nodiscard]] std::string database(int rank) const {
        return find("ascend_pytorch_profiler_" + std::to_string(rank) + ".db");
    }
    /// ASCEND_PROFILER_OUTPUT of a rank, seen from the tree.
    [[nodiscard]] std::string output(int rank) const {
        return std::filesystem::path(database(rank)).parent_path().string();
    }

    ProfileTree tree;

private:
    bool m_isWritten = false;
};

/// A trace of `slices` slices in pairs, 1 us apart, one inside the other.
inline std::string traceText(int slices) {
    std::string text = R"({"traceEvents": [)";
    text += R"({"ph":"M","name":"process_name","pid":7,"args":{"name":"Python"}},)";
    text += R"({"ph":"M","name":"thread_name","pid":7,"tid":8,"args":{"name":"main"}})";
    for (int i = 0; i < slices; ++i) {
        const int inner = i % 2;
        text += R"(,{"ph":"X","name":")";
        text += inner != 0 ? "inner" : "outer";
        text += R"(","pid":7,"tid":8,"ts":)" + std::to_string(1000 + i / 2 * 10 + inner * 2);
        text += inner != 0 ? R"(,"dur":3,)" : R"(,"dur":8,)";
        text += R"("args":{"number":)" + std::to_string(i) + "}}";
    }
    return text + "]}";
}

}  // namespace stagescope
