#include "core/formats/trace_json/trace_comm_tables.h"

#include "core/formats/tables/group_rows.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::string_view kNccl = "NCCL";

/// Traces of torch_npu show an operator on its group's lane and again on the stream; one of them counts.
TrackKind communicationLanes(const TraceStore &trace) {
    const auto tracks = trace.tracks();
    const bool hasGroups = std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
        return track.kind == TrackKind::CommGroup && trace.slices(track.id).size() > 0;
    });
    return hasGroups ? TrackKind::CommGroup : TrackKind::DeviceStream;
}

bool isNccl(std::string_view kernel) {
    return kernel.find("nccl") != std::string_view::npos || kernel.find("rccl") != std::string_view::npos;
}

bool isNumber(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

class CommTables {
public:
    CommTables(const TraceStore &trace, std::span<const CommArguments> communication, std::span<const Launch> launches)
        : m_trace(trace), m_communication(communication), m_lanes(communicationLanes(trace)) {
        for (const auto &launch : launches) {
            if (launch.communicationRow != Launch::kNoRow) {
                m_records.emplace(trace.slices(launch.stream).row(launch.slice), launch.communicationRow);
            }
        }
    }

    void addTrack(const Track &track) {
        const auto &slices = m_trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (slices.klass(i) != SliceClass::Communication) {
                continue;
            }
            if (track.kind == m_lanes) {
                addOperator(track, slices, i);
            }
            if (track.kind != m_lanes || m_lanes == TrackKind::CommGroup) {
                addTransfer(track, slices, i);
            }
        }
    }

    void give(Sink &sink) {
        sink.addTable(m_operators.take());
        sink.addTable(m_transfers.take());
        std::vector<GroupRow> groups;
        for (const auto &[key, name, ranks] : m_groups) {
            groups.push_back({key, name, -1, ranks});
        }
        giveGroups(groups, sink);
    }

private:
    [[nodiscard]] const CommArguments *argumentsAt(std::uint64_t row) const {
        const auto it = std::lower_bound(
            m_communication.begin(), m_communication.end(), row,
            [](const CommArguments &arguments, std::uint64_t offset) { return arguments.offset < offset; });
        return it != m_communication.end() && it->offset == row ? &*it : nullptr;
    }

    /// Its own, else those of the record around its launch.
    [[nodiscard]] const CommArguments *describing(std::uint64_t row) const {
        const auto *own = argumentsAt(row);
        const auto record = m_records.find(row);
        if ((own != nullptr && !own->type.empty()) || record == m_records.end()) {
            return own;
        }
        const auto *recorded = argumentsAt(record->second);
        return recorded == nullptr ? own : recorded;
    }

    void addOperator(const Track &track, const SliceTable &slices, std::uint32_t i) {
        CommOpRecord row;
        row.name = m_trace.text(slices.name(i));
        row.group = groupOfOperator(row.name);
        if (row.group.empty() && m_lanes == TrackKind::CommGroup) {
            row.group = m_trace.text(track.name);
        }
        row.begin = ns(slices.begin(i));
        row.end = ns(slices.end(i));
        const auto *arguments = describing(slices.row(i));
        if (arguments != nullptr) {
            describe(row, *arguments);
        }
        std::string name;
        if (m_lanes == TrackKind::DeviceStream && isNccl(row.name)) {
            describeNccl(row, arguments, name);
        }
        m_operators.append(completed(row));
        if (const auto kind = p2pOf(row); m_lanes == TrackKind::DeviceStream && !kind.empty()) {
            m_transfers.append({row.name, row.begin, row.end, kind, row.group, {}, row.peer});
        }
    }

    void describeNccl(CommOpRecord &row, const CommArguments *arguments, std::string &name) {
        row.library = kNccl;
        row.group = row.group.empty() ? kNccl : row.group;  // older profilers do not tell it
        const auto kernel = row.name;
        if (const auto type = collectiveOf(row.type); !type.empty()) {
            row.type = type;
        } else if (row.type.empty()) {
            row.type = collectiveOf(kernel);
        }
        row.algorithm = row.algorithm.empty() ? algorithmOfKernel(kernel) : row.algorithm;
        if (arguments != nullptr && !row.members.empty() && !row.group.empty()) {
            m_groups.emplace(row.group, groupNameOf(arguments->groupName), row.members);
        }
        if (row.type.empty() || !p2pOf(row).empty()) {
            return;
        }
        const auto group = isNumber(row.group) ? std::string(row.group) : std::string("0");
        const auto number =
            row.sequence >= 0 ? row.sequence : m_numbers[{std::string(row.group), std::string(row.type)}]++;
        name = std::string(row.type) + "__" + group + '_' + std::to_string(number) + "_1";
        row.name = name;
    }

    void addTransfer(const Track &track, const SliceTable &slices, std::uint32_t i) {
        const auto name = m_trace.text(slices.name(i));
        if (const auto kind = p2pKind(name); !kind.empty()) {
            const auto group = track.kind == TrackKind::CommGroup ? m_trace.text(track.name) : std::string_view{};
            m_transfers.append({name, ns(slices.begin(i)), ns(slices.end(i)), kind, group});
        }
    }

    const TraceStore &m_trace;
    std::span<const CommArguments> m_communication;
    TrackKind m_lanes;
    std::unordered_map<std::uint64_t, std::uint64_t> m_records;  ///< by the kernel's row
    /// Collectives so far, by group and type: those of one type keep their order whatever streams run beside them.
    std::map<std::pair<std::string, std::string>, std::int64_t> m_numbers;
    std::set<std::tuple<std::string, std::string, std::string>> m_groups;  ///< key, name, ranks
    TableWriter<CommOpRecord> m_operators;
    TableWriter<P2pOpRecord> m_transfers;
};

}  // namespace

void addCommunicationTables(const TraceStore &trace, std::span<const CommArguments> communication,
                            std::span<const Launch> launches, Sink &sink) {
    CommTables tables(trace, communication, launches);
    for (const auto &track : trace.tracks()) {
        tables.addTrack(track);
    }
    tables.give(sink);
}

}  // namespace stagescope
