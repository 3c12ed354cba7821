#include "core/analysis/run/store_identity.h"

#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

void StoreIdentity::add(const RankCapture &capture) {
    for (const auto &source : capture.loaded) {
        m_stores.insert(m_stores.end(), source.traces.begin(), source.traces.end());
        m_stores.insert(m_stores.end(), source.tables.begin(), source.tables.end());
    }
    m_stores.emplace_back();  // where one rank ends
}

void StoreIdentity::add(const Run &run) {
    for (const auto &capture : run.captures) {
        add(capture);
    }
    m_stores.insert(m_stores.end(), run.clusterTables.begin(), run.clusterTables.end());
}

bool StoreIdentity::operator==(const StoreIdentity &other) const {
    return std::equal(m_stores.begin(), m_stores.end(), other.m_stores.begin(), other.m_stores.end(),
                      [](const auto &a, const auto &b) { return !a.owner_before(b) && !b.owner_before(a); });
}

}  // namespace stagescope
