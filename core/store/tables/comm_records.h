#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// A communication operator, collective or P2P. ns, -1 = unknown.
struct CommOpRecord {
    std::string_view name{};
    /// As the file names it; in traces whose lanes are numbered by rank the digits in the operator's name.
    std::string_view group{};
    std::string_view type{};       ///< "hcom_allReduce_", "allreduce"; empty where the file has none
    std::string_view p2p;          ///< send, receive, batch; empty for collectives
    std::int64_t connection = -1;  ///< of the launch
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t count = -1;  ///< elements
    std::string_view dataType{};
    std::string_view algorithm{};
    std::int64_t relay = -1;  ///< 1 yes, 0 no
    std::int64_t retry = -1;
    std::int64_t bytes = -1;     ///< count x size of the data type, where the file does not say it
    std::string_view members{};  ///< global ranks of the group, "0,2", where the operator tells them
    std::int64_t peer = -1;      ///< global rank
    std::string_view library{};  ///< "NCCL"; empty for HCCL, whose rows lack what follows
    std::int64_t sequence = -1;
    std::int64_t groupSize = -1;
    std::string_view splits{};

    static constexpr TableKind kKind = TableKind::CommOps;
    static constexpr auto fields() {
        using R = CommOpRecord;
        return std::array<Field<R>, 19>{{{"name", &R::name},
                                         {"group", &R::group},
                                         {"type", &R::type},
                                         {"p2p", &R::p2p},
                                         {"connection", &R::connection},
                                         {"begin_ns", &R::begin},
                                         {"end_ns", &R::end},
                                         {"count", &R::count},
                                         {"data_type", &R::dataType},
                                         {"algorithm", &R::algorithm},
                                         {"relay", &R::relay},
                                         {"retry", &R::retry},
                                         {"bytes", &R::bytes},
                                         {"members", &R::members},
                                         {"peer", &R::peer},
                                         {"library", &R::library},
                                         {"sequence", &R::sequence},
                                         {"group_size", &R::groupSize},
                                         {"splits", &R::splits}}};
    }
};

/// Times of a communication operator as the profiler's own analysis gives them, in the units of its files.
struct CommTimeRecord {
    std::string_view step{};
    std::string_view name{};
    std::string_view group{};
    std::string_view kind{};  ///< collective, p2p
    double startUs = kNotTold;
    double elapsedMs = kNotTold;
    double transitMs = kNotTold;
    double waitMs = kNotTold;
    double synchronizationMs = kNotTold;
    double idleMs = kNotTold;
    double waitRatio = kNotTold;
    double synchronizationRatio = kNotTold;
    // Files of a whole cluster:
    std::int64_t rank = -1;
    std::string_view members{};  ///< "0,2", "p2p"

    static constexpr TableKind kKind = TableKind::CommTimes;
    static constexpr auto fields() {
        using R = CommTimeRecord;
        return std::array<Field<R>, 14>{{{"step", &R::step},
                                         {"name", &R::name},
                                         {"group", &R::group},
                                         {"kind", &R::kind},
                                         {"start_us", &R::startUs},
                                         {"elapsed_ms", &R::elapsedMs},
                                         {"transit_ms", &R::transitMs},
                                         {"wait_ms", &R::waitMs},
                                         {"synchronization_ms", &R::synchronizationMs},
                                         {"idle_ms", &R::idleMs},
                                         {"wait_ratio", &R::waitRatio},
                                         {"synchronization_ratio", &R::synchronizationRatio},
                                         {"rank", &R::rank},
                                         {"members", &R::members}}};
    }
};

/// Bandwidth of an operator on a transport, one record per packet size of the distribution. Megabytes are 10^6 bytes,
/// GB/s 10^9 bytes/s.
struct CommBandwidthRecord {
    std::string_view step{};
    std::string_view name{};
    std::string_view group{};
    std::string_view kind{};       ///< collective, p2p
    std::string_view transport{};  ///< HCCS, RDMA ...
    double sizeMb = kNotTold;
    double timeMs = kNotTold;
    double gbps = kNotTold;
    double largePacketRatio = kNotTold;
    double packageMb = 0;  ///< this, count and durationMs are 0 where there is no distribution
    double count = 0;
    double durationMs = 0;
    // Files of a whole cluster:
    std::int64_t rank = -1;
    std::string_view members{};

    static constexpr TableKind kKind = TableKind::CommBandwidths;
    static constexpr auto fields() {
        using R = CommBandwidthRecord;
        return std::array<Field<R>, 14>{{{"step", &R::step},
                                         {"name", &R::name},
                                         {"group", &R::group},
                                         {"kind", &R::kind},
                                         {"transport", &R::transport},
                                         {"size_mb", &R::sizeMb},
                                         {"time_ms", &R::timeMs},
                                         {"bandwidth_gbps", &R::gbps},
                                         {"large_packet_ratio", &R::largePacketRatio},
                                         {"package_mb", &R::packageMb},
                                         {"count", &R::count},
                                         {"duration_ms", &R::durationMs},
                                         {"rank", &R::rank},
                                         {"members", &R::members}}};
    }
};

/// A link of a communication operator. Units as above.
struct CommLinkRecord {
    std::string_view step{};
    std::string_view name{};  ///< "allreduce-top1"
    std::string_view group{};
    std::string_view kind{};   ///< collective, p2p
    std::int64_t source = -1;  ///< this and destination: position in the group; global rank in files of a whole cluster
    std::int64_t destination = -1;
    std::string_view transport{};
    std::string_view opName{};
    double sizeMb = kNotTold;
    double timeMs = kNotTold;
    double gbps = kNotTold;
    // Files of a whole cluster:
    std::int64_t rank = -1;
    std::string_view members{};

    static constexpr TableKind kKind = TableKind::CommLinks;
    static constexpr auto fields() {
        using R = CommLinkRecord;
        return std::array<Field<R>, 13>{{{"step", &R::step},
                                         {"name", &R::name},
                                         {"group", &R::group},
                                         {"kind", &R::kind},
                                         {"source", &R::source},
                                         {"destination", &R::destination},
                                         {"transport", &R::transport},
                                         {"op_name", &R::opName},
                                         {"size_mb", &R::sizeMb},
                                         {"time_ms", &R::timeMs},
                                         {"bandwidth_gbps", &R::gbps},
                                         {"rank", &R::rank},
                                         {"members", &R::members}}};
    }
};

/// A communication group that the rank belongs to.
struct GroupRecord {
    std::string_view key{};   ///< id as in the file: "group_name_19" or the id of the communication library
    std::string_view name{};  ///< pp, dp, tp ...
    std::int64_t groupRank = -1;
    std::string_view globalRanks{};  ///< "0,2"
    // Files of a whole cluster:
    std::string_view kind{};  ///< collective, p2p
    std::string_view hash{};  ///< the group's name in communication files

    static constexpr TableKind kKind = TableKind::Groups;
    static constexpr auto fields() {
        using R = GroupRecord;
        return std::array<Field<R>, 6>{{{"key", &R::key},
                                        {"name", &R::name},
                                        {"group_rank", &R::groupRank},
                                        {"global_ranks", &R::globalRanks},
                                        {"kind", &R::kind},
                                        {"hash", &R::hash}}};
    }
};

}  // namespace stagescope
