#include "core/advice/remedies/cpu_affinity.h"
#include "core/analysis/operators/tensors.h"
#include "core/analysis/pipeline/replay/stage_layers.h"
#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/base/byte_text.h"
#include "core/base/dictionary_text.h"
#include "core/base/item_ref.h"
#include "core/base/natural_order.h"
#include "core/base/shown_name.h"
#include "core/base/time.h"
#include "core/demo/demo_options.h"
#include "core/export/quoted_text.h"
#include "core/export/shown_text.h"
#include "core/formats/io/json_text.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/rank_source.h"
#include "tests/fuzz/fuzzed_choice.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>

using namespace stagescope;

namespace {

void items(std::string_view text) {
    const auto item = itemFromText(text);
    if (item && itemFromText(toText(*item)) != item) {
        std::abort();
    }
    if (item) {
        std::ignore = rankOf(*item);
        std::ignore = runOf(*item);
    }
}

void numbers(std::string_view text) {
    std::ignore = bytesFromText(text);
    std::ignore = microsToNs(text);
    for (const int exponent : {0, 3, 6, 9}) {
        std::ignore = decimalToNs(text, exponent);
    }
    std::ignore = parseDuration(text);
    if (parseMicros(text) != microsToNs(text)) {
        std::abort();  // the short way says something else than the long one
    }
    std::ignore = parseUnsigned(text);
    std::ignore = parseReal(text);
    std::ignore = layersFromText(text);
    std::ignore = prefixFromText(text);
    std::ignore = numbersOf(text);
}

void schedules(std::string_view text) {
    const auto schedule = scheduleFromText(text);
    if (schedule) {
        const auto again = scheduleFromText(scheduleToText(*schedule));
        if (!again || again->ranks != schedule->ranks || again->microbatches != schedule->microbatches) {
            std::abort();
        }
    }
    std::ignore = actionFromText(text);
    std::ignore = cellKindFromText(text);
}

void demo(std::string_view text) {
    const auto equals = std::min(text.find('='), text.size());
    const std::string name(text.substr(0, equals));
    const std::string value(text.substr(std::min(equals + 1, text.size())));
    std::ignore = parseDemoOptions({{name, value}});
    std::ignore = demoFaultFromText(text);
}

void names(std::string_view text) {
    std::ignore = shownName(text);
    std::ignore = dictionaryValue(text, "name");
    std::ignore = microbatchOf(text);
    std::ignore = rankInFolderName(text);
    std::ignore = rankInFileName(text);
    std::ignore = rankBehindDate(text);
    std::ignore = rankInSuffix(text);
    std::ignore = captureLabelInName(text);
    std::ignore = stampInName(text);
    std::ignore = numberBeforeEnding(text);
    std::ignore = numberInJson(text, "rank_id");
    std::ignore = trackKindOf(text, text, TrackKind{});
    std::ignore = classOfCategory(text, text);
    std::ignore = collectiveOf(text);
    std::ignore = groupNameOf(text);
    std::ignore = algorithmOfKernel(text);
    std::ignore = profilerStepNumber(text);
    std::ignore = p2pKind(text);
    std::ignore = groupOfOperator(text);
}

void operands(std::string_view text) {
    const auto middle = text.size() / 2;
    const auto head = text.substr(0, middle);
    const auto tail = text.substr(middle);
    for (const auto &tensors : {tensorsOf(head, tail, tail), tensorsOfJson(head, tail)}) {
        for (const auto &tensor : tensors) {
            std::ignore = tensor.elements();
            std::ignore = tensor.bytes();
        }
    }
    std::ignore = elementsOfJson(text);
    std::ignore = cpuAffinityFrom(text);
}

void output(std::string_view text) {
    std::ignore = shownText(text);
    std::ignore = shownLines(text);
    std::ignore = spreadsheetText(text);
    std::string out;
    appendCsvField(out, text);
    appendJsonText(out, text);
    unescapeJson(text, out);
    appendAsUtf8(text, out);
}

/// Of three names any two are less one way at most, and what is less stays less on the way over the third.
void order(std::string_view text) {
    std::array<std::string_view, 3> parts;
    for (auto &part : parts) {
        const auto end = std::min(text.find('\n'), text.size());
        part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const auto [a, b, c] = parts;
    const bool isBoth = naturalLess(a, b) && naturalLess(b, a);
    const bool isTorn = naturalLess(a, b) && naturalLess(b, c) && !naturalLess(a, c);
    if (isBoth || isTorn || naturalLess(a, a)) {
        std::abort();
    }
}

}  // namespace

/// Small texts out of profiles, of the user, and back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzzOneOf(data, size, {&items, &numbers, &schedules, &demo, &names, &operands, &output, &order});
    return 0;
}
