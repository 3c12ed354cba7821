#include "core/base/path_text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_values.h"
#include "core/formats/io/small_file.h"
#include "core/formats/tables/comm_rows.h"

namespace stagescope {

namespace {

constexpr std::string_view kTotal = "Total Op Info";

/// communication.json and communication_matrix.json of one rank: {step: {"p2p", "collective": {"operator@group":
/// ...}}}. Totals are left out: they follow from the operators.
class CommunicationFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "communication"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName == "communication.json" || fileName == "communication_matrix.json";
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(const auto text, readSmallFile(file.path, control, kCommFileLimit));
        ASSIGN_OR_RETURN(const auto document, JsonDocument::parseLenient(text, file.path));
        simdjson::dom::object steps;
        if (document.root().get_object().get(steps) != simdjson::SUCCESS) {
            return fail(ErrorKind::Malformed, "not a JSON object of steps", file.path);
        }
        const bool isMatrix = unpackedName(file.path).ends_with("communication_matrix.json");
        CommRows rows(sink, file.path);
        for (const auto step : steps) {
            if (!control.checkpoint()) {
                return fail(ErrorKind::Cancelled, "loading was cancelled", file.path);
            }
            simdjson::dom::object kinds;
            if (step.value.get_object().get(kinds) != simdjson::SUCCESS) {
                return fail(ErrorKind::Malformed, "a step that is no JSON object", file.path);
            }
            for (const auto kind : kinds) {
                addKind(rows, std::string(step.key), std::string(kind.key), kind.value, isMatrix);
            }
        }
        rows.give();
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }

private:
    static void addKind(CommRows &rows, const std::string &step, const std::string &kind, simdjson::dom::element value,
                        bool isMatrix) {
        simdjson::dom::object operators;
        if (value.get_object().get(operators) != simdjson::SUCCESS) {
            return;
        }
        CommPlace place;
        place.step = step;
        place.kind = kind;
        for (const auto each : operators) {
            place.setOperator(each.key);
            if (place.name == kTotal) {
                continue;
            }
            if (isMatrix) {
                rows.addLinks(place, each.value);
            } else {
                rows.addOperator(place, each.value);
            }
        }
    }
};

}  // namespace

std::unique_ptr<Format> makeCommunicationFormat() { return std::make_unique<CommunicationFormat>(); }

}  // namespace stagescope
