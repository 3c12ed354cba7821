#pragma once

#include "views/common/page_tabs.h"

#include <vector>

namespace stagescope {

class RunsPage;

/// THE list of pages of the tab Compare, in order. One more: a line in compare_pages.cpp.
[[nodiscard]] const std::vector<ViewEntry> &comparePageList();

/// The tab Compare. GUI thread.
class ComparePages : public PagedView {
    Q_OBJECT
public:
    explicit ComparePages(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] RunsPage *runsPage() const;

protected:
    [[nodiscard]] QString pagesName() const override;
};

}  // namespace stagescope
