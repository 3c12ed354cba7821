#include "core/analysis/run/large_copies.h"

#include "core/store/tables/copy_record.h"
#include "core/store/tables/table_records.h"

namespace stagescope {

LargeCopies largeCopies(const RankCapture &capture) {
    constexpr std::int64_t kLargeCopy = 1 << 20;
    struct Way {
        double bytes = 0;
        double time = 0;
    };
    Way toHost;
    Way toDevice;
    for (const auto &copy : recordsOf<CopyRecord>(capture)) {
        const bool isToHost = copy.direction == "DtoH";
        if (copy.bytes < kLargeCopy || (!isToHost && copy.direction != "HtoD")) {
            continue;
        }
        auto &way = isToHost ? toHost : toDevice;
        const auto bytes = static_cast<double>(copy.bytes);
        way.bytes += bytes;
        way.time += copy.rate > 0 ? bytes / copy.rate : static_cast<double>(copy.duration);
    }
    LargeCopies result{.toHost = toHost.bytes};
    for (const auto &way : {toHost, toDevice}) {
        const auto rate = way.time > 0 ? way.bytes / way.time : 0;
        result.rate = rate > 0 && (result.rate == 0 || rate < result.rate) ? rate : result.rate;
    }
    return result;
}

}  // namespace stagescope
