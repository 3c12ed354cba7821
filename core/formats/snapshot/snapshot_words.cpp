#include "core/formats/snapshot/snapshot_words.h"

#include <array>

namespace stagescope {

std::string_view snapshotWordText(SnapshotWord word) {
    static constexpr std::array<std::string_view, static_cast<std::size_t>(SnapshotWord::FirstAction)> kTexts{
        "",
        "action",
        "addr",
        "size",
        "stream",
        "time_us",
        "frames",
        "device_free",
        "pool_id",
        "user_metadata",
        "compile_context",
        "category",
        "forward_frames",
        "filename",
        "line",
        "name",
        "fx_node_op",
        "fx_node_name",
        "fx_node_target",
        "fx_original_trace",
        "address",
        "requested_size",
        "state",
        "history",
        "real_size",
        "blocks",
        "total_size",
        "allocated_size",
        "active_size",
        "segment_type",
        "segment_pool_id",
        "is_expandable",
        "device",
        "small",
        "active_allocated",
        "active_pending_free",
        "active_awaiting_free",
        "inactive",
    };
    return kTexts.at(static_cast<std::size_t>(word));
}

}  // namespace stagescope
