#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// What a process group of torch.distributed did last, as its flight recorder kept it: one call of a collective, or one
/// transfer. ns on the clock of the host (UTC), -1 = not told.
struct FlightCallRecord {
    std::int64_t record = -1;     ///< number in the ring of the recorder, which grows
    std::string_view group{};     ///< name of the process group, which other groups may have, too
    std::string_view purpose{};   ///< description of the group: "TENSOR_MODEL_PARALLEL_GROUP"
    std::string_view members{};   ///< global ranks of the group, "0,2"; empty where the dump does not tell them
    std::int64_t sequence = -1;   ///< of collectives of the group, or of its transfers
    std::int64_t isTransfer = 0;  ///< 1: a send or receive
    std::string_view library{};   ///< "nccl", "hccl"
    std::string_view op{};        ///< "all_reduce", "send"
    std::int64_t source = -1;     ///< of a transfer: position in the group
    std::int64_t destination = -1;
    std::string_view inputs{};  ///< "[2048, 1, 5120]", several behind each other
    std::string_view outputs{};
    std::int64_t inputCount = -1;  ///< elements of all of them
    std::int64_t outputCount = -1;
    std::string_view inputType{};  ///< "BFloat16"; several with commas
    std::string_view outputType{};
    std::string_view state{};     ///< "scheduled", "started", "completed"
    std::int64_t isRetired = 0;   ///< 1: the watchdog gave it up or is done with it
    std::int64_t created = -1;    ///< when it was enqueued
    std::int64_t started = -1;    ///< when the watchdog saw that it had begun
    std::int64_t completed = -1;  ///< when the watchdog saw that it was done
    std::int64_t duration = -1;   ///< on the device, where it was timed
    std::int64_t timeout = -1;    ///< ns
    std::string_view thread{};    ///< name of the thread that called
    std::string_view stack{};     ///< Python, a line for each frame, innermost first: "name  file:line"

    static constexpr TableKind kKind = TableKind::FlightCalls;
    static constexpr auto fields() {
        using R = FlightCallRecord;
        return std::array<Field<R>, 25>{{{"record", &R::record},
                                         {"group", &R::group},
                                         {"purpose", &R::purpose},
                                         {"members", &R::members},
                                         {"sequence", &R::sequence},
                                         {"is_transfer", &R::isTransfer},
                                         {"library", &R::library},
                                         {"op", &R::op},
                                         {"source", &R::source},
                                         {"destination", &R::destination},
                                         {"inputs", &R::inputs},
                                         {"outputs", &R::outputs},
                                         {"input_count", &R::inputCount},
                                         {"output_count", &R::outputCount},
                                         {"input_type", &R::inputType},
                                         {"output_type", &R::outputType},
                                         {"state", &R::state},
                                         {"is_retired", &R::isRetired},
                                         {"created_ns", &R::created},
                                         {"started_ns", &R::started},
                                         {"completed_ns", &R::completed},
                                         {"duration_ns", &R::duration},
                                         {"timeout_ns", &R::timeout},
                                         {"thread", &R::thread},
                                         {"stack", &R::stack}}};
    }
};

/// A process group that the rank is in, with the last collective of it by number. -1 = not told.
struct FlightGroupRecord {
    std::string_view group{};    ///< as in FlightCallRecord
    std::string_view purpose{};  ///< likewise
    std::string_view members{};  ///< likewise
    std::int64_t enqueued = -1;
    std::int64_t started = -1;
    std::int64_t completed = -1;

    static constexpr TableKind kKind = TableKind::FlightGroups;
    static constexpr auto fields() {
        using R = FlightGroupRecord;
        return std::array<Field<R>, 6>{{{"group", &R::group},
                                        {"purpose", &R::purpose},
                                        {"members", &R::members},
                                        {"enqueued", &R::enqueued},
                                        {"started", &R::started},
                                        {"completed", &R::completed}}};
    }
};

}  // namespace stagescope
