#include "core/base/io/byte_source.h"
#include "core/base/text.h"
#include "core/formats/flight/flight_values.h"
#include "core/formats/format_list.h"
#include "core/formats/snapshot/pickle_machine.h"
#include "core/formats/snapshot/snapshot_json.h"
#include "core/formats/tables/environment_rows.h"
#include "core/store/tables/flight_records.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;
constexpr std::string_view kCompleted = "completed";

bool looksLikeDump(std::string_view head) {
    const auto open = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const bool isText = open != std::string_view::npos && head[open] == '{';
    const auto begin = head.substr(0, 4096);
    const bool hasGroups =
        containsAny(begin, {"pg_config", "pg_status"}) ||
        (contains(begin, "entries") && containsAny(begin, {"nccl_version", "collective_seq_id", "profiling_name"}));
    return hasGroups && (isText || head.starts_with('\x80')) && !contains(begin, "traceEvents") &&
           !contains(begin, "distributedInfo");
}

/// A process group as the rank has it.
struct Group {
    std::string purpose;
    std::string members;
};

/// Calls that were made as one: those inside have no events of their own and stay "scheduled"; how far they are, the
/// entry tells that ends them.
struct Batch {
    int transfers = 0;
    bool isFollowed = false;  ///< by another call of its group
    bool hasEnd = false;
    bool isEndDone = false;
    bool hasStarted = false;  ///< a transfer with events of its own: those of this key are none of a batch
    std::int64_t completed = -1;

    /// Dumps of what is not done leave the end out, but not what is inside.
    [[nodiscard]] bool isDone() const { return !hasStarted && (hasEnd ? isEndDone : transfers > 1 && isFollowed); }
};

/// Rows of one dump. Keeps no more than the values that it is made of.
class DumpReader {
public:
    DumpReader(const PickleValues &values, PickleValue root, std::string path, ImportLog &log)
        : m_values(values), m_root(root), m_path(std::move(path)), m_log(log) {
        readGroups();
    }

    Status give(Sink &sink, const LoadControl &control);

private:
    void readGroups();
    void giveGroups(Sink &sink);
    void giveVersions(Sink &sink) const;
    using BatchKey = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  ///< group's number, collective, transfer
    [[nodiscard]] BatchKey batchKey(PickleValue entry) const {
        const auto sequence = whole(entry, "collective_seq_id");
        return {whole(entry, "pg_id"), sequence < 0 ? whole(entry, "seq_id") : sequence, whole(entry, "p2p_seq_id")};
    }
    /// Made, and no more is known of it.
    [[nodiscard]] bool isWaiting(PickleValue entry) const {
        return time(entry, "time_discovered_started_ns") < 0 && time(entry, "time_discovered_completed_ns") < 0 &&
               text(entry, "state") == "scheduled";
    }
    void readBatches(std::span<const PickleValue> entries);
    void setProgress(PickleValue entry, bool isEnd, FlightCallRecord &row) const;
    void addCall(PickleValue entry, std::size_t number, TableWriter<FlightCallRecord> &out);
    /// ns; -1 where there is none, which JSON writes as 0.
    [[nodiscard]] std::int64_t time(PickleValue entry, std::string_view key) const {
        const auto value = m_values.wholeOf(m_values.member(entry, key));
        return value && *value > 0 ? *value : -1;
    }
    [[nodiscard]] std::int64_t whole(PickleValue map, std::string_view key) const {
        return m_values.wholeOf(m_values.member(map, key)).value_or(-1);
    }
    [[nodiscard]] std::string_view text(PickleValue map, std::string_view key) const {
        return m_values.textOf(m_values.member(map, key));
    }

    const PickleValues &m_values;
    PickleValue m_root;
    std::string m_path;
    ImportLog &m_log;
    std::map<std::string, Group, std::less<>> m_groups;  ///< by name
    std::map<std::int64_t, std::string> m_nameOf;        ///< of the local numbers that entries name
    std::map<BatchKey, Batch> m_batches;                 ///< with each transfer that is none of a batch
};

void DumpReader::readGroups() {
    constexpr std::size_t kMostBytes = std::size_t{64} << 20;  // of the lists of all groups together
    const auto configs = m_values.member(m_root, "pg_config");
    const auto members = m_values.membersOf(configs);
    if (configs.kind != PickleValue::Kind::None && !m_values.isMap(configs)) {
        m_log.add(Severity::DataLoss, m_path, "flight.bad_entry", "pg_config", "not a map of groups");
    }
    std::size_t bytes = 0;
    for (std::size_t i = 0; i + 1 < members.size() && bytes < kMostBytes; i += 2) {
        const auto config = members[i + 1];
        const auto number = m_values.wholeOf(members[i]);  // versions 1.x: {number: [ranks]}
        const auto name = !text(config, "name").empty() ? std::string(text(config, "name"))
                          : number                      ? std::to_string(*number)
                                                        : std::string(m_values.textOf(members[i]));
        const auto ranks = m_values.isList(config) ? config : m_values.member(config, "ranks");
        auto &group = m_groups[name];
        group = {std::string(text(config, "desc")), rankListOf(m_values, ranks)};
        bytes += group.purpose.size() + group.members.size() + 1;
    }
}

/// From the last to the first, since the end of a batch follows what it ends.
void DumpReader::readBatches(std::span<const PickleValue> entries) {
    std::map<std::int64_t, BatchKey> next;  // by group
    for (auto i = entries.size(); i-- > 0;) {
        const auto key = batchKey(entries[i]);
        const CalledName called(text(entries[i], "profiling_name"));
        const auto later = next.find(std::get<0>(key));
        if (called.endsBatch()) {
            auto &batch = m_batches[key];
            batch.hasEnd = true;
            batch.completed = time(entries[i], "time_discovered_completed_ns");
            batch.isEndDone = batch.completed >= 0 || text(entries[i], "state") == kCompleted;
        } else if (called.source >= 0) {
            auto &batch = m_batches[key];
            ++batch.transfers;
            batch.hasStarted = batch.hasStarted || !isWaiting(entries[i]);
            batch.isFollowed = batch.isFollowed || (later != next.end() && later->second != key);
        }
        next.insert_or_assign(std::get<0>(key), key);
    }
}

void DumpReader::setProgress(PickleValue entry, bool isEnd, FlightCallRecord &row) const {
    row.state = text(entry, "state");
    row.isRetired = PickleValues::isTrue(m_values.member(entry, "retired")) ? 1 : 0;
    row.created = time(entry, "time_created_ns");
    row.started = time(entry, "time_discovered_started_ns");
    row.completed = time(entry, "time_discovered_completed_ns");
    if (const auto batch = m_batches.find(batchKey(entry)); batch != m_batches.end()) {
        if (!isEnd && isWaiting(entry) && batch->second.isDone()) {
            row.state = kCompleted;
            row.completed = batch->second.completed;
        }
        // What ends transfers is called by those alone that take part in them.
        row.isTransfer = isEnd && batch->second.transfers > 0 ? 1 : row.isTransfer;
    }
    const auto ms = m_values.numberOf(m_values.member(entry, "duration_ms"));
    constexpr double kMostMs = 1e12;
    row.duration = ms && *ms > 0 && *ms < kMostMs ? static_cast<std::int64_t>(*ms * kNsPerMs) : -1;
    const auto timeout = whole(entry, "timeout_ms");
    row.timeout = timeout > 0 && timeout < static_cast<std::int64_t>(kMostMs) ? timeout * kNsPerMs : -1;
}

void DumpReader::addCall(PickleValue entry, std::size_t number, TableWriter<FlightCallRecord> &out) {
    const auto group = m_values.itemsOf(m_values.member(entry, "process_group"));
    const auto local = m_values.wholeOf(m_values.member(entry, "pg_id"));
    const CalledName called(text(entry, "profiling_name"));
    if (!m_values.isMap(entry) || called.op.empty() || text(entry, "state").empty()) {
        m_log.add(Severity::DataLoss, m_path, "flight.bad_entry", "entry " + std::to_string(number),
                  "without a name or a state");
        return;
    }
    const auto name = group.empty() ? std::string() : std::string(m_values.textOf(group[0]));
    if (local && !group.empty()) {
        m_nameOf[*local] = name;
    }
    FlightCallRecord row;
    row.record = m_values.wholeOf(m_values.member(entry, "record_id")).value_or(whole(entry, "id"));
    const auto localName = local ? std::to_string(*local) : std::string();
    row.group = group.empty() ? std::string_view(localName) : std::string_view(name);
    const auto known = m_groups.find(row.group);
    row.purpose = group.size() > 1          ? m_values.textOf(group[1])
                  : known == m_groups.end() ? std::string_view()
                                            : std::string_view(known->second.purpose);
    row.members = known == m_groups.end() ? std::string_view() : std::string_view(known->second.members);
    row.isTransfer = PickleValues::isTrue(m_values.member(entry, "is_p2p")) || called.source >= 0 ? 1 : 0;
    setProgress(entry, called.endsBatch(), row);
    row.sequence = whole(entry, row.isTransfer != 0 ? "p2p_seq_id" : "collective_seq_id");
    row.sequence = row.sequence < 0 ? whole(entry, "seq_id") : row.sequence;
    row.library = called.library;
    row.op = called.op;
    row.source = called.source;
    row.destination = called.destination;
    const SizeList inputs(m_values, m_values.member(entry, "input_sizes"));
    const SizeList outputs(m_values, m_values.member(entry, "output_sizes"));
    row.inputs = inputs.text;
    row.outputs = outputs.text;
    row.inputCount = inputs.elements;
    row.outputCount = outputs.elements;
    const auto inputType = joinedTexts(m_values, m_values.member(entry, "input_dtypes"));
    const auto outputType = joinedTexts(m_values, m_values.member(entry, "output_dtypes"));
    row.inputType = inputType;
    row.outputType = outputType;
    row.thread = text(entry, "thread_name");
    const auto stack = stackTextOf(m_values, m_values.member(entry, "frames"));
    row.stack = stack;
    out.append(row);
}

/// The states name groups by numbers of the rank's own, in the order in which it made them, as the names of groups
/// count over all: where all of the entries agree with that, numbers without entries follow from it.
void DumpReader::giveGroups(Sink &sink) {
    const auto status = m_values.membersOf(m_values.member(m_root, "pg_status"));
    std::map<std::int64_t, PickleValue> states;
    for (std::size_t i = 0; i + 1 < status.size(); i += 2) {
        if (const auto local = m_values.wholeOf(status[i])) {
            states[*local] = status[i + 1];
        }
    }
    std::map<std::int64_t, std::string> byNumber;
    for (const auto &[name, group] : m_groups) {
        if (const auto number = wholeNumber<std::int64_t>(name)) {
            byNumber[*number] = name;
        }
    }
    std::map<std::int64_t, std::string> inOrder;
    if (byNumber.size() == m_groups.size() && states.size() == m_groups.size()) {
        auto name = byNumber.begin();
        for (const auto &[local, state] : states) {
            inOrder[local] = (name++)->second;
        }
    }
    const bool isSound = std::all_of(m_nameOf.begin(), m_nameOf.end(), [&](const auto &known) {
        const auto it = inOrder.find(known.first);
        return it != inOrder.end() && it->second == known.second;
    });
    const auto &names = isSound && !inOrder.empty() ? inOrder : m_nameOf;
    std::map<std::string, PickleValue> ofNames;
    for (const auto &[local, state] : states) {
        if (const auto it = names.find(local); it != names.end()) {
            ofNames[it->second] = state;
        }
    }
    TableWriter<FlightGroupRecord> out;
    for (const auto &[name, group] : m_groups) {
        const auto it = ofNames.find(name);
        const auto state = it == ofNames.end() ? PickleValue{} : it->second;
        out.append({name, group.purpose, group.members, whole(state, "last_enqueued_collective"),
                    whole(state, "last_started_collective"), whole(state, "last_completed_collective")});
    }
    sink.addTable(out.take());
}

void DumpReader::giveVersions(Sink &sink) const {
    EnvironmentRows rows;
    rows.add("version", "flight_recorder", text(m_root, "version"));
    constexpr auto kLibraries = std::to_array<std::string_view>({"nccl_version", "comm_lib_version", "hccl_version"});
    for (const auto key : kLibraries) {
        if (const auto version = text(m_root, key); !version.empty()) {
            rows.add("version", key, version);
        }
    }
    rows.give(sink);
}

Status DumpReader::give(Sink &sink, const LoadControl &control) {
    TableWriter<FlightCallRecord> calls;
    const auto list = m_values.member(m_root, "entries");
    const auto entries = m_values.itemsOf(list);
    if (list.kind != PickleValue::Kind::None && !m_values.isList(list)) {
        m_log.add(Severity::DataLoss, m_path, "flight.bad_entry", "entries", "not a list of calls");
    }
    readBatches(entries);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "cancelled", m_path);
        }
        addCall(entries[i], i, calls);
    }
    sink.addTable(calls.take());
    giveGroups(sink);
    giveVersions(sink);
    return {};
}

/// Dumps of the flight recorder of torch.distributed, of any version.
class FlightRecorderFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "flight_recorder"; }
    [[nodiscard]] bool sniff(std::string_view, std::string_view head) const override { return looksLikeDump(head); }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        std::array<char, 1> first{};
        const auto got = source->read(0, first);
        if (!got || *got == 0) {
            return got ? Status(fail(ErrorKind::Truncated, "the file is empty", file.path))
                       : Status(tl::make_unexpected(got.error()));
        }
        PickleValues values;
        std::optional<PickleValue> root;
        Status status;
        const bool isJson = first[0] != '\x80';
        if (isJson) {
            const auto read = readSnapshotJson(*source, values, control);
            root = read ? std::optional(*read) : std::nullopt;
            status = read ? Status{} : Status(tl::make_unexpected(read.error()));
        } else {
            PickleMachine machine(*source, values, control);
            status = machine.run();
            root = machine.root();
        }
        if (!root || (!status && status.error().kind == ErrorKind::Cancelled)) {
            return status ? Status(fail(ErrorKind::Malformed, "no value", file.path)) : status;
        }
        if (!values.isMap(*root)) {
            return fail(ErrorKind::Malformed, "not a map of entries and groups", file.path);
        }
        const auto given = DumpReader(values, *root, file.path, sink.log()).give(sink, control);
        return given ? status : given;
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "entries of a flight recorder are kept whole", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeFlightRecorderFormat() { return std::make_unique<FlightRecorderFormat>(); }

}  // namespace stagescope
