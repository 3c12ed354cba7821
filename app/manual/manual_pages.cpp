#include "app/manual/manual_pages.h"

#include "app/manual/markdown_blocks.h"
#include "core/base/words/nearest_names.h"

#include <QtCore/QFile>

#include <algorithm>

// The resource is in a library that may be static: nothing else would link it. Qt declares what it calls here, which
// is why this cannot be within a namespace.
static void linkManual() { Q_INIT_RESOURCE(manual); }

namespace stagescope {

namespace {

constexpr std::string_view kIndex = "index";

std::string markdownOf(std::string_view id) {
    linkManual();
    QFile file(QStringLiteral(":/manual/") + QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())) +
               QStringLiteral(".md"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string titleOf(const std::string &markdown) {
    const auto blocks = markdownBlocks(markdown);
    return blocks.empty() ? std::string() : blocks.front().text;
}

/// Pages that the index links, in its order: "[slow-step](slow-step.md)".
std::vector<std::string> linkedPages(const std::string &markdown) {
    constexpr std::string_view kOpen = "](";
    constexpr std::string_view kEnding = ".md)";
    std::vector<std::string> ids;
    for (auto at = markdown.find(kOpen); at != std::string::npos; at = markdown.find(kOpen, at + 1)) {
        const auto begin = at + kOpen.size();
        const auto end = markdown.find(')', begin);
        const auto target = markdown.substr(begin, end - begin);
        const auto id = target.substr(0, target.find(kEnding.substr(0, 3)));
        if (target.ends_with(".md") && std::find(ids.begin(), ids.end(), id) == ids.end()) {
            ids.push_back(id);
        }
    }
    return ids;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

}  // namespace

const std::vector<ManualPage> &manualPages() {
    static const auto pages = [] {
        const auto index = markdownOf(kIndex);
        std::vector<ManualPage> list{{std::string(kIndex), titleOf(index)}};
        for (const auto &id : linkedPages(index)) {
            list.push_back({id, titleOf(markdownOf(id))});
        }
        return list;
    }();
    return pages;
}

Result<std::string> manualPage(std::string_view id) {
    std::vector<std::string> ids;
    for (const auto &page : manualPages()) {
        if (page.id == id) {
            return markdownOf(id);
        }
        ids.push_back(page.id);
    }
    return fail(ErrorKind::NotFound, "no such page of the manual" + nearestNames(std::string(id), ids),
                std::string(id));
}

std::vector<ManualHit> manualHits(std::string_view word) {
    const auto wanted = lowered(word);
    std::vector<ManualHit> headings;
    std::vector<ManualHit> texts;
    for (const auto &page : manualPages()) {
        ManualHit place{page.id, page.title};
        for (const auto &block : markdownBlocks(markdownOf(page.id))) {
            const bool isHeading = block.kind == MarkdownBlock::Kind::Heading;
            place.heading = isHeading ? block.text : place.heading;
            if (wanted.empty() || lowered(block.text).find(wanted) == std::string::npos) {
                continue;
            }
            auto &hits = isHeading ? headings : texts;
            const bool isKnown = std::find(headings.begin(), headings.end(), place) != headings.end() ||
                                 std::find(texts.begin(), texts.end(), place) != texts.end();
            if (!isKnown) {
                hits.push_back(place);
            }
        }
    }
    headings.insert(headings.end(), texts.begin(), texts.end());
    return headings;
}

}  // namespace stagescope
