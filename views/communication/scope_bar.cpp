#include "views/communication/scope_bar.h"

namespace stagescope {

ScopeBar::ScopeBar(Selection *selection, QWidget *parent)
    : ControlBar(parent),
      m_filter(new GroupFilter(selection, this, "scopeGroup", [this]() -> const CommScopes & { return m_scopes; })) {
    connect(m_filter, &GroupFilter::changed, this, &ScopeBar::changed);
}

void ScopeBar::setScopes(const CommScopes &scopes) {
    m_scopes = scopes;
    m_filter->refill();
}

}  // namespace stagescope
