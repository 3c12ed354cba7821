#include "core/formats/protobuf/trace_rows.h"

#include <algorithm>

namespace stagescope {

void TraceRows::describeWork(std::uint64_t row, const WorkText &text) {
    if (text.isEmpty()) {
        return;
    }
    // Works of a kind mostly stand together.
    if (m_last >= m_workTexts.size() || m_workTexts[m_last] != text) {
        auto it = m_numbers.find(text);
        if (it == m_numbers.end()) {
            const WorkText own{kept(text.operatorName), kept(text.module), kept(text.shapes), kept(text.types),
                               kept(text.python)};
            it = m_numbers.emplace(own, static_cast<std::uint32_t>(m_workTexts.size())).first;
            m_workTexts.push_back(own);
        }
        m_last = it->second;
    }
    m_works.emplace_back(row, m_last);
}

void TraceRows::addToGroup(std::int64_t group, std::int64_t begin, std::int64_t end) {
    // Damaged numbers must not make a step each.
    constexpr std::size_t kMostGroups = 100'000;
    const auto it = groups.find(group);
    if (it != groups.end()) {
        it->second = {std::min(it->second.first, begin), std::max(it->second.second, end)};
    } else if (groups.size() < kMostGroups) {
        groups.emplace(group, std::pair(begin, end));
    }
}

}  // namespace stagescope
