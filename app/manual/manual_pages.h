#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// The manual: Markdown files among the resources of both programs (resources/manual). Any thread.

/// A page: "slow-step" and the text of its first heading.
struct ManualPage {
    std::string id;
    std::string title;
};
/// All pages, the index first, then in the order in which it links them.
[[nodiscard]] const std::vector<ManualPage> &manualPages();
/// The Markdown of a page. Errors: NotFound, with the nearest names.
[[nodiscard]] Result<std::string> manualPage(std::string_view id);

/// A place where a word occurs: the page and the heading above it.
struct ManualHit {
    std::string page;
    std::string heading;
    bool operator==(const ManualHit &) const = default;
};
/// Headings first, then texts; each heading once; case does not matter. O(bytes of the manual).
[[nodiscard]] std::vector<ManualHit> manualHits(std::string_view word);

/// Markdown as text in lines of at most `width` characters: headings, paragraphs, lists, tables, code. Tables that are
/// wider become a paragraph for each row. Code stays as it is.
[[nodiscard]] std::string textOfMarkdown(std::string_view markdown, std::size_t width);

}  // namespace stagescope
