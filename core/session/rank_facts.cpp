#include "core/session/rank_facts.h"

namespace stagescope {

namespace {

/// fn(store) for each that analyses ask.
template <class Fn>
void forEachStore(const RankCapture &capture, const Fn &fn) {
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            fn(std::weak_ptr<const void>(trace));
        }
        for (const auto &table : source.tables) {
            fn(std::weak_ptr<const void>(table));
        }
    }
}

}  // namespace

OwnFacts::OwnFacts(const RankCapture &capture)
    : m_host(capture.host), m_rank(capture.rank), m_device(capture.device), m_state(capture.state) {
    forEachStore(capture, [&](std::weak_ptr<const void> store) { m_stores.push_back(std::move(store)); });
}

bool OwnFacts::areOf(const RankCapture &capture) const {
    if (capture.rank != m_rank || capture.device != m_device || capture.state != m_state || capture.host != m_host) {
        return false;
    }
    std::size_t count = 0;
    bool isSame = true;
    forEachStore(capture, [&](const std::weak_ptr<const void> &store) {
        isSame = isSame && count < m_stores.size() && !store.owner_before(m_stores[count]) &&
                 !m_stores[count].owner_before(store);
        ++count;
    });
    return isSame && count == m_stores.size();
}

}  // namespace stagescope
