#pragma once

#include "core/base/ids.h"
#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// A cell of the pipeline chart as the file names it. ns.
struct CellRecord {
    std::string_view name{};
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t type = -1;        ///< as StepTaskInfo numbers it, -1 none
    std::int64_t step = kNoStep;   ///< kNoStep outside of all steps
    std::string_view evidence{};   ///< step_task_info, mstx_device, mstx_host, job_timeline
    std::string_view message{};    ///< of the MSTX range, empty for StepTaskInfo
    std::int64_t microbatch = -1;  ///< -1 unknown
    // Files that say all by themselves (job_timeline):
    std::string_view kind{};  ///< text of cellKindText
    std::int64_t chunk = -1;

    static constexpr TableKind kKind = TableKind::PipelineCells;
    static constexpr auto fields() {
        using R = CellRecord;
        return std::array<Field<R>, 10>{{{"name", &R::name},
                                         {"begin_ns", &R::begin},
                                         {"end_ns", &R::end},
                                         {"type", &R::type},
                                         {"step", &R::step},
                                         {"evidence", &R::evidence},
                                         {"message", &R::message},
                                         {"microbatch", &R::microbatch},
                                         {"kind", &R::kind},
                                         {"chunk", &R::chunk}}};
    }
};

/// A transfer between two ranks. ns.
struct P2pOpRecord {
    std::string_view name{};
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string_view kind{};  ///< send, receive, batch
    std::string_view group{};
    std::string_view connection{};  ///< opConnectionId, or empty
    std::int64_t peer = -1;         ///< global rank of the other end, -1 unknown

    static constexpr TableKind kKind = TableKind::P2pOps;
    static constexpr auto fields() {
        using R = P2pOpRecord;
        return std::array<Field<R>, 7>{{{"name", &R::name},
                                        {"begin_ns", &R::begin},
                                        {"end_ns", &R::end},
                                        {"kind", &R::kind},
                                        {"group", &R::group},
                                        {"connection", &R::connection},
                                        {"peer", &R::peer}}};
    }
};

}  // namespace stagescope
