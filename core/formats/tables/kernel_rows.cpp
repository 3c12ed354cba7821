#include "core/formats/tables/kernel_rows.h"

#include "core/store/tables/table_store.h"

namespace stagescope {

void addKernel(TableBuilder &table, const KernelRow &row) {
    table.set("name", row.name).set("type", row.type).set("core", row.core).set("cube", row.cube);
    table.set("stream", row.stream).set("step", row.step).set("begin_ns", row.begin);
    table.set("duration_ns", row.duration).set("wait_ns", row.wait);
    table.set("block_dim", row.blockDim).set("mix_block_dim", row.mixBlockDim);
    table.set("input_shapes", row.inputShapes).set("input_types", row.inputTypes);
    table.set("input_formats", row.inputFormats).set("output_shapes", row.outputShapes);
    table.set("output_types", row.outputTypes).set("output_formats", row.outputFormats).endRow();
}

}  // namespace stagescope
