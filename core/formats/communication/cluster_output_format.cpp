#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_values.h"
#include "core/formats/io/small_file.h"
#include "core/formats/tables/comm_rows.h"

#include <charconv>
#include <optional>

namespace stagescope {

namespace {

std::optional<int> rankOf(std::string_view text) {
    int rank = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    return error == std::errc() && end == text.data() + text.size() && rank >= 0 ? std::optional(rank) : std::nullopt;
}

std::string rankList(simdjson::dom::element array) {
    std::string list;
    simdjson::dom::array ranks;
    if (array.get_array().get(ranks) == simdjson::SUCCESS) {
        for (const auto rank : ranks) {
            list += (list.empty() ? "" : ",") + jsonText(rank);
        }
    }
    return list;
}

/// Empty when the key or the whole object is not there.
std::string textOf(const std::optional<simdjson::dom::object> &object, std::string_view key) {
    simdjson::dom::element value;
    return object && object->at_key(key).get(value) == simdjson::SUCCESS ? jsonText(value) : std::string{};
}

/// Text files of cluster_analysis_output: cluster_communication.json {ranks: {step: {"operator@group": {rank: ...}}}},
/// cluster_communication_matrix.json {ranks: {step: {"operator@group": {"0-1": ...}}}} and communication_group.json,
/// old (rank sets only) and new (with names and ids of the groups). Totals are left out: they follow from the
/// operators.
class ClusterOutputFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "cluster_output"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName == "cluster_communication.json" || fileName == "cluster_communication_matrix.json" ||
               fileName == "communication_group.json";
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(const auto text, readSmallFile(file.path, control, kCommFileLimit));
        ASSIGN_OR_RETURN(const auto document, JsonDocument::parseLenient(text, file.path));
        simdjson::dom::object root;
        if (document.root().get_object().get(root) != simdjson::SUCCESS) {
            return fail(ErrorKind::Malformed, "not a JSON object", file.path);
        }
        if (unpackedName(file.path).ends_with("communication_group.json")) {
            readGroups(root, sink);
            return {};
        }
        CommRows rows(sink, file.path);
        for (const auto group : root) {
            if (!control.checkpoint()) {
                return fail(ErrorKind::Cancelled, "loading was cancelled", file.path);
            }
            readGroup(rows, group.key, group.value, unpackedName(file.path).ends_with("matrix.json"));
        }
        rows.give();
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }

private:
    static void readGroup(CommRows &rows, std::string_view ranks, simdjson::dom::element value, bool isMatrix) {
        simdjson::dom::object steps;
        if (value.get_object().get(steps) != simdjson::SUCCESS) {
            return;
        }
        for (const auto step : steps) {
            simdjson::dom::object operators;
            if (step.value.get_object().get(operators) != simdjson::SUCCESS) {
                continue;
            }
            for (const auto each : operators) {
                CommPlace place;
                place.step = step.key;
                place.members = stagescope::rankList(ranks);
                place.setOperator(each.key);
                place.kind = isP2p(place) ? "p2p" : "collective";
                if (place.name == "Total Op Info") {
                    continue;
                }
                if (isMatrix) {
                    rows.addLinks(place, each.value);
                } else {
                    readRanks(rows, place, each.value);
                }
            }
        }
    }

    static bool isP2p(const CommPlace &place) {
        return place.members == "p2p" || containsAny(lowerCase(place.name), {"send", "receive", "recv"});
    }

    static void readRanks(CommRows &rows, CommPlace &place, simdjson::dom::element value) {
        simdjson::dom::object ranks;
        if (value.get_object().get(ranks) != simdjson::SUCCESS) {
            return;
        }
        for (const auto rank : ranks) {
            place.rank = rankOf(rank.key);
            if (place.rank) {
                rows.addOperator(place, rank.value);
            }
        }
    }

    static void readGroups(simdjson::dom::object root, Sink &sink) {
        TableWriter<GroupRecord> table;
        const auto add = [&](const std::string &kind, const std::string &ranks,
                             const std::optional<simdjson::dom::object> &object) {
            table.append(
                {textOf(object, "group_id"), textOf(object, "pg_name"), -1, ranks, kind, textOf(object, "group_name")});
        };
        simdjson::dom::array named;
        if (root.at_key("comm_group_parallel_info").get_array().get(named) == simdjson::SUCCESS) {
            for (const auto group : named) {
                simdjson::dom::object object;
                simdjson::dom::element ranks;
                if (group.get_object().get(object) == simdjson::SUCCESS &&
                    object.at_key("rank_set").get(ranks) == simdjson::SUCCESS) {
                    add(textOf(object, "type"), rankList(ranks), object);
                }
            }
        } else {
            for (const auto *kind : {"collective", "p2p"}) {
                simdjson::dom::array sets;
                if (root.at_key(kind).get_array().get(sets) == simdjson::SUCCESS) {
                    for (const auto set : sets) {
                        add(kind, rankList(set), std::nullopt);
                    }
                }
            }
        }
        sink.addTable(table.take());
    }
};

}  // namespace

std::unique_ptr<Format> makeClusterOutputFormat() { return std::make_unique<ClusterOutputFormat>(); }

}  // namespace stagescope
