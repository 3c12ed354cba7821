#include "core/formats/trace_json/argument_survey.h"

#include <string>

namespace stagescope {

void ArgumentSurvey::look(const EventWindow &window, const TraceEvent &event) {
    const auto category = event.category.text;
    for (std::size_t i = 0; i < kCategories.size(); ++i) {
        if (category == kCategories[i]) {
            m_hasCategory[i] = true;
            return;
        }
    }
    if (m_looked >= kMostLooked || event.argsFirst == 0 || category != "cpu_op") {
        return;
    }
    ++m_looked;
    const auto positions = window.tokens.positions();
    const auto begin = positions[event.argsFirst];
    const auto text = window.view().substr(begin, positions[event.argsLast] - begin);
    for (std::size_t i = 0; i < kArguments.size(); ++i) {
        m_seen[i] = m_seen[i] || text.find(kArguments[i]) != std::string_view::npos;
    }
}

void ArgumentSurvey::merge(const ArgumentSurvey &other) {
    for (std::size_t i = 0; i < m_hasCategory.size(); ++i) {
        m_hasCategory[i] = m_hasCategory[i] || other.m_hasCategory[i];
    }
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        m_seen[i] = m_seen[i] || other.m_seen[i];
    }
}

void ArgumentSurvey::addTo(TableWriter<ContentsRecord> &contents) const {
    const auto add = [&](const std::string &name, bool isSeen) {
        if (isSeen) {
            contents.append({name, 1});
        }
    };
    for (std::size_t i = 0; i < kArguments.size(); ++i) {
        add("argument " + std::string(kArguments[i].substr(1, kArguments[i].size() - 2)), m_seen[i]);
    }
    for (std::size_t i = 0; i < kCategories.size(); ++i) {
        add("category " + std::string(kCategories[i]), m_hasCategory[i]);
    }
}

}  // namespace stagescope
