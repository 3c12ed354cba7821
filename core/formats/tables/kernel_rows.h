#pragma once

#include "core/base/ids.h"
#include "core/store/tables/table_store.h"

#include <cstdint>
#include <string_view>

namespace stagescope {

/// One row of TableKind::Kernels; what a file does not tell stays as it is here.
struct KernelRow {
    std::string_view name;
    std::string_view type;
    std::string_view core;
    std::int64_t cube = -1;
    std::int64_t stream = -1;
    std::int64_t step = kNoStep;
    std::int64_t begin = 0;
    std::int64_t duration = 0;
    std::int64_t wait = -1;
    std::int64_t blockDim = -1;
    std::int64_t mixBlockDim = -1;
    std::string_view inputShapes;
    std::string_view inputTypes;
    std::string_view inputFormats;
    std::string_view outputShapes;
    std::string_view outputTypes;
    std::string_view outputFormats;
};

void addKernel(TableBuilder &table, const KernelRow &row);

}  // namespace stagescope
