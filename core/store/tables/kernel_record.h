#pragma once

#include "core/base/ids.h"
#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// A kernel's launch is not known.
constexpr std::int64_t kNoLaunch = INT64_MIN;
/// Calls of several processes may have launched it.
constexpr std::int64_t kUnclearLaunch = INT64_MIN + 1;

/// A kernel or operator of the device as a file describes it beside its place on the time axis, in the order of the
/// file. By deep loading only. Times in ns. Beside these columns its table has one of measures for each figure of the
/// cores' counters that the file holds (core/formats/tables/kernel_metrics.h).
struct KernelRecord {
    std::string_view name{};
    std::string_view type{};  ///< of the operator: MatMulV2
    std::string_view
        core{};  ///< what ran it, as the file names it: AI_CORE, AI_VECTOR_CORE, MIX_AIC, COMMUNICATION ...
    std::string_view state{};  ///< of its shapes when it was compiled: "static", "dynamic"
    std::int64_t cube = -1;    ///< 1: matrix units worked, 0: they did not, -1: not measured
    std::int64_t stream = -1;
    std::int64_t task = -1;  ///< its number on the stream; counts from 0 again after 65 535
    std::int64_t step = kNoStep;
    std::int64_t begin = 0;
    std::int64_t duration = 0;
    std::int64_t wait = -1;  ///< between the end of the kernel before it and its begin
    std::int64_t blockDim = -1;
    std::int64_t mixBlockDim = -1;
    std::string_view inputShapes{};  ///< this and what follows as the file writes it
    std::string_view inputTypes{};
    std::string_view inputFormats{};
    std::string_view outputShapes{};
    std::string_view outputTypes{};
    std::string_view outputFormats{};
    // Traces that join a kernel with its launch:
    std::string_view frameworkOp{};  ///< the operator that launched it
    std::int64_t frameworkRow = -1;  ///< its row in the trace
    std::int64_t launch = kNoLaunch;
    std::string_view module{};       ///< of the model
    std::string_view python{};       ///< the function around the launch
    std::int64_t recompute = -1;     ///< 1: in a recomputation, 0: not, -1: unknown
    std::string_view inputValues{};  ///< numbers among the operator's arguments, as the file writes them
    std::int64_t device = -1;        ///< where the file of a rank may hold work of several; -1 unknown

    static constexpr TableKind kKind = TableKind::Kernels;
    static constexpr auto fields() {
        using R = KernelRecord;
        return std::array<Field<R>, 27>{{{"name", &R::name},
                                         {"type", &R::type},
                                         {"core", &R::core},
                                         {"op_state", &R::state},
                                         {"cube", &R::cube},
                                         {"stream", &R::stream},
                                         {"task", &R::task},
                                         {"step", &R::step},
                                         {"begin_ns", &R::begin},
                                         {"duration_ns", &R::duration},
                                         {"wait_ns", &R::wait},
                                         {"block_dim", &R::blockDim},
                                         {"mix_block_dim", &R::mixBlockDim},
                                         {"input_shapes", &R::inputShapes},
                                         {"input_types", &R::inputTypes},
                                         {"input_formats", &R::inputFormats},
                                         {"output_shapes", &R::outputShapes},
                                         {"output_types", &R::outputTypes},
                                         {"output_formats", &R::outputFormats},
                                         {"operator", &R::frameworkOp},
                                         {"operator_row", &R::frameworkRow},
                                         {"launch_ns", &R::launch},
                                         {"module", &R::module},
                                         {"python", &R::python},
                                         {"recompute", &R::recompute},
                                         {"input_values", &R::inputValues},
                                         {"device", &R::device}}};
    }
};

}  // namespace stagescope
