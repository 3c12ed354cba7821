#include "core/advice/finding_texts.h"

#include "core/analysis/capabilities.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

/// Sorted by id.
constexpr FindingText kTexts[] = {
    {"finding.stage_imbalance",
     QT_TRANSLATE_NOOP("Message", "Stage %1 is slower than the others: the pipeline waits %2 ms per step for it")},
    {"finding.stage_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message", "The same order of cells, each with the mean of all stages, would run as replayed.")},
    {"finding.stage_imbalance.fact",
     QT_TRANSLATE_NOOP("Message", "Work per step: stage %1 %2 ms, median of all stages %3 ms (%4 %).")},
    {"finding.stage_imbalance.fact.window",
     QT_TRANSLATE_NOOP("Message", "Window of the pipeline %1 ms; with all stages alike %2 ms (threshold %3 % of it).")},
    {"finding.stage_imbalance.remedy",
     QT_TRANSLATE_NOOP("Message", "Move layers away from stage %1, or split its extra work (embedding, loss layer).")},
    {"finding.stage_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Stages with unequal work")},
    {"finding.unanswered.cells",
     QT_TRANSLATE_NOOP("Message", "No step of a pipeline has all of its cells: load or collect every rank of it.")},
};

}  // namespace

std::span<const FindingText> findingTexts() { return kTexts; }

std::string findingText(const Message &message) {
    const auto entry = std::find_if(std::begin(kTexts), std::end(kTexts),
                                    [&](const FindingText &text) { return message.id == text.id; });
    if (entry == std::end(kTexts)) {
        const auto text = capabilityText(message.id);
        return text.empty() ? message.id : std::string(text);
    }
    std::string text;
    for (const char *c = entry->english; *c != '\0'; ++c) {
        const auto index = static_cast<std::size_t>(c[1] - '1');
        if (c[0] == '%' && c[1] >= '1' && c[1] <= '9' && index < message.args.size()) {
            text += message.args[index];
            ++c;
        } else {
            text += *c;
        }
    }
    return text;
}

}  // namespace stagescope
