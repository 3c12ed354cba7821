#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// A copy or fill of memory on a stream of a device, in the order of the file. Tasks of communication operators that
/// copy are none of them. By deep loading only. Times in ns.
struct CopyRecord {
    std::string_view name{};       ///< as its slice has it: "Memcpy HtoD (Pinned -> Device)", "MEMCPY_ASYNC"
    std::string_view direction{};  ///< HtoD, DtoH, DtoD, PtoP, HtoH, fill; empty where the file does not tell
    std::string_view memory{};     ///< of the host: pinned, pageable; empty where the file does not tell
    std::int64_t stream = -1;
    std::int64_t begin = 0;
    std::int64_t duration = 0;
    std::int64_t bytes = -1;  ///< -1 = not told
    double rate =
        -1;  ///< bytes/ns as the file tells it, whose durations may be rounded to a microsecond; -1 = not told
    std::int64_t device = -1;  ///< where the file of a rank may hold work of several; -1 unknown

    static constexpr TableKind kKind = TableKind::Copies;
    static constexpr auto fields() {
        using R = CopyRecord;
        return std::array<Field<R>, 9>{{{"name", &R::name},
                                        {"direction", &R::direction},
                                        {"memory", &R::memory},
                                        {"stream", &R::stream},
                                        {"begin_ns", &R::begin},
                                        {"duration_ns", &R::duration},
                                        {"bytes", &R::bytes},
                                        {"rate_gbps", &R::rate},
                                        {"device", &R::device}}};
    }
};

}  // namespace stagescope
