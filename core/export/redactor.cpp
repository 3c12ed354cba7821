#include "core/export/redactor.h"

#include "core/base/text.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <regex>

namespace stagescope {

namespace {

/// Shorter names stand in too many other words.
constexpr std::size_t kMinName = 3;

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whole words only: host "node1" is not part of "node10".
void replaceWords(std::string &text, const std::string &name, const std::string &standIn) {
    std::size_t at = 0;
    while ((at = text.find(name, at)) != std::string::npos) {
        const auto end = at + name.size();
        const bool starts = at == 0 || !isWordCharacter(text[at - 1]) || !isWordCharacter(name.front());
        const bool ends = end == text.size() || !isWordCharacter(text[end]) || !isWordCharacter(name.back());
        if (starts && ends) {
            text.replace(at, name.size(), standIn);
            at += standIn.size();
        } else {
            ++at;
        }
    }
}

const std::regex &addresses() {
    static const std::regex pattern(
        "\\b(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}\\b"                                    // MAC
        "|\\b(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\b"  // IPv4
        "|\\b(?:[0-9a-fA-F]{1,4}:){3,7}(?::?[0-9a-fA-F]{1,4})\\b"  // IPv6, long enough not to be a time
        "|\\bfe80::[0-9a-fA-F:]+\\b");
    return pattern;
}

/// The rest of an absolute path up to its last two parts: what is left still tells the file.
const std::regex &folders() {
    static const std::regex pattern("(^|[\\s\"'=(,\\[])/(?:[^/\\s\"',)\\]<>]+/)+");
    return pattern;
}

bool namesHost(std::string_view key) {
    return containsAny(lowerCase(key), {"host", "user", "uid", "mac", "serial", "ip_addr"});
}

bool isNumber(std::string_view text) { return std::all_of(text.begin(), text.end(), &isDigit) && text.size() < 8; }

}  // namespace

Redactor::Redactor(const Workspace &workspace) {
    for (std::size_t i = 0; i < workspace.runs.size(); ++i) {
        addHosts(workspace.runs[i]);
        addPaths(workspace.runs[i], i + 1);
    }
    if (const auto *user = std::getenv("USER")) {
        addName(user, "user");
    }
    std::array<char, 256> host{};
    if (gethostname(host.data(), host.size() - 1) == 0) {
        addName(host.data(), "this-host");
    }
    // The longest first, so that a name inside a longer one does not break it up.
    std::stable_sort(m_names.begin(), m_names.end(),
                     [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
}

void Redactor::addName(std::string_view name, const std::string &standIn) {
    const bool known =
        std::any_of(m_names.begin(), m_names.end(), [&](const auto &entry) { return entry.first == name; });
    if (name.size() >= kMinName && !known) {
        m_names.emplace_back(name, standIn);
    }
}

void Redactor::addHosts(const Run &run) {
    const auto addHost = [&](std::string_view name) {
        const auto before = m_names.size();
        addName(name, "host-" + std::to_string(m_hosts + 1));
        m_hosts += m_names.size() - before;
    };
    for (const auto &capture : run.captures) {
        addHost(capture.host);
        for (const auto &fact : recordsOf<EnvironmentRecord>(capture)) {
            if (namesHost(fact.key) && !isNumber(fact.value)) {
                addHost(fact.value);
            }
        }
    }
}

void Redactor::addPaths(const Run &run, std::size_t number) {
    const auto standIn = "run-" + std::to_string(number);
    addName(run.path, standIn);
    addName(run.label, standIn);
}

std::string Redactor::redact(std::string_view text) const {
    std::string result(text);
    for (const auto &[name, standIn] : m_names) {
        replaceWords(result, name, standIn);
    }
    result = std::regex_replace(result, addresses(), "ADDRESS");
    return std::regex_replace(result, folders(), "$1.../");
}

}  // namespace stagescope
