#include "core/export/redactor.h"

#include "core/base/text.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <regex>

namespace stagescope {

namespace {

/// Shorter names stand in too many other words.
constexpr std::size_t kMinName = 3;

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Whole words only: host "node1" is not part of "node10", but of "node1_4711_ascend_pt".
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
        "|\\b(?:[23][0-9a-fA-F]{3}|f[c-eC-E][0-9a-fA-F]{2}):(?::|(?:[0-9a-fA-F]{1,4}:){1,6}:?)[0-9a-fA-F:]*"  // with ::
        "|\\b[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+");                                                              // mail
    return pattern;
}

/// The rest of an absolute path up to its last part: what is left still tells the file.
const std::regex &folders() {
    static const std::regex pattern("(^|[\\s\"'`=(,;:|<>{\\[])/(?:[^/\\s\"',;)\\]<>]+/)+");
    return pattern;
}

/// The folder of a user, which is its name.
const std::regex &homes() {
    static const std::regex pattern("([/\\\\](?:home|Users)[/\\\\])([^/\\\\\\s\"',;:)\\]<>]+)");
    return pattern;
}

/// What profilers call their folders and traces after: "HOST_4711_20241122101112123_ascend_pt",
/// "HOST_4711.1732270272123.pt.trace.json".
const std::regex &namedAfterHosts() {
    static const std::regex pattern("([^/\\\\]+?)_\\d+(?:_\\d{12,}_ascend_(?:pt|ms)|\\.\\d{10,}\\.pt\\.trace\\.json)");
    return pattern;
}

bool namesHost(std::string_view key) {
    return containsAny(lowerCase(key), {"host", "user", "uid", "mac", "serial", "ip_addr", "master_addr", "node_name"});
}

/// Of communication groups as frameworks call them: these say what a group is for, not whose it is.
bool isUsualGroup(std::string_view name) {
    static constexpr std::array<std::string_view, 53> kWords{"default",    "group",
                                                             "groups",     "name",
                                                             "world",      "local",
                                                             "hccl",       "nccl",
                                                             "gloo",       "tp",
                                                             "dp",         "pp",
                                                             "cp",         "ep",
                                                             "mp",         "sp",
                                                             "etp",        "edp",
                                                             "tcp",        "exp",
                                                             "embd",       "embedding",
                                                             "position",   "with",
                                                             "without",    "intra",
                                                             "inter",      "expert",
                                                             "model",      "tensor",
                                                             "data",       "pipeline",
                                                             "context",    "sequence",
                                                             "parallel",   "partial",
                                                             "send",       "recv",
                                                             "overlap",    "ulysses",
                                                             "ring",       "cpu",
                                                             "p2p",        "last",
                                                             "collective", "communication",
                                                             "total",      "op",
                                                             "info",       "all",
                                                             "rank",       "ranks",
                                                             "comm"};
    std::string word;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const auto c = i < name.size() ? name[i] : '_';
        if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!word.empty()) {
            if (std::find(kWords.begin(), kWords.end(), word) == kWords.end()) {
                return false;
            }
            word.clear();
        }
    }
    return true;
}

bool isNumber(std::string_view text) { return std::all_of(text.begin(), text.end(), &isDigit) && text.size() < 8; }

}  // namespace

Redactor::Redactor(const Workspace &workspace) {
    for (std::size_t i = 0; i < workspace.runs.size(); ++i) {
        addHosts(workspace.runs[i]);
        addPaths(workspace.runs[i], i + 1);
        addGroups(workspace.runs[i]);
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

void Redactor::addHost(std::string_view name) {
    const auto before = m_names.size();
    const auto standIn = "host-" + std::to_string(m_hosts + 1);
    addName(name, standIn);
    m_hosts += m_names.size() - before;
    const auto label = name.substr(0, name.find('.'));
    if (m_names.size() > before && !std::all_of(label.begin(), label.end(), &isDigit)) {
        addName(label, standIn);
    }
}

void Redactor::addHostsInPath(std::string_view path) {
    for (std::cregex_iterator it(path.data(), path.data() + path.size(), namedAfterHosts()), end; it != end; ++it) {
        const auto name = it->str(1);
        if (!name.starts_with("rank")) {
            addHost(name);
        }
    }
}

void Redactor::addUsers(std::string_view text) {
    for (std::cregex_iterator it(text.data(), text.data() + text.size(), homes()), end; it != end; ++it) {
        const auto before = m_names.size();
        addName(it->str(2), "user-" + std::to_string(m_users + 1));
        m_users += m_names.size() - before;
    }
}

void Redactor::addGroup(std::string_view name) {
    if (!isUsualGroup(name)) {
        const auto before = m_names.size();
        addName(name, "group-" + std::to_string(m_groups + 1));
        m_groups += m_names.size() - before;
    }
}

void Redactor::addHosts(const Run &run) {
    addUsers(run.path);
    addHostsInPath(run.path);
    for (const auto &capture : run.captures) {
        addHost(capture.host);
        addUsers(capture.folder);
        addHostsInPath(capture.folder);
        for (const auto &file : capture.files) {
            addHostsInPath(file.path);
        }
        for (const auto &fact : recordsOf<EnvironmentRecord>(capture)) {
            addUsers(fact.value);
            if (namesHost(fact.key) && !isNumber(fact.value)) {
                addHost(fact.value);
            }
        }
    }
}

void Redactor::addGroups(const Run &run) {
    for (const auto &group : run.groups) {
        addGroup(group.id);
        addGroup(group.name);
    }
    // Other tables call other things a group: a kind of communication, a kind of kernel.
    static const std::map<TableKind, std::vector<const char *>> columns{{TableKind::Groups, {"key", "name", "hash"}},
                                                                        {TableKind::CommOps, {"group"}},
                                                                        {TableKind::CommTimes, {"group"}},
                                                                        {TableKind::CommBandwidths, {"group"}},
                                                                        {TableKind::CommLinks, {"group"}}};
    const auto addTable = [this](const TableStore &table) {
        const auto named = columns.find(table.kind());
        for (const auto *column : named == columns.end() ? std::vector<const char *>{} : named->second) {
            const auto *texts = table.texts(column);
            for (const auto &text : texts == nullptr ? std::vector<std::string>{} : texts->values) {
                addGroup(text);
            }
        }
    };
    for (const auto &capture : run.captures) {
        for (const auto &source : capture.loaded) {
            for (const auto &table : source.tables) {
                addTable(*table);
            }
        }
    }
    for (const auto &table : run.clusterTables) {
        addTable(*table);
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
    result = std::regex_replace(result, homes(), "$1user");
    result = std::regex_replace(result, addresses(), "ADDRESS");
    return std::regex_replace(result, folders(), "$1.../");
}

}  // namespace stagescope
