#pragma once

#include "core/session/workspace.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// Takes what names people, machines and places out of a report: host names (whole, and what stands before their first
/// dot; also those that profilers call folders and traces after) and host ids, IPv4, IPv6, MAC and mail addresses, the
/// folders and the user name in paths, names of communication groups other than the usual ones ("dp", "pp_exp",
/// "group_name_19"). A name is replaced by the same stand-in everywhere ("host-1"), so that the report still says which
/// ranks share a host. Built from the workspace; any thread after that. redact: O(text x names).
class Redactor {
public:
    explicit Redactor(const Workspace &workspace);

    [[nodiscard]] std::string redact(std::string_view text) const;

private:
    void addName(std::string_view name, const std::string &standIn);
    void addHost(std::string_view name);
    void addHostsInPath(std::string_view path);
    void addUsers(std::string_view text);
    void addGroup(std::string_view name);
    void addHosts(const Run &run);
    void addGroups(const Run &run);
    void addPaths(const Run &run, std::size_t number);

    std::vector<std::pair<std::string, std::string>> m_names;  ///< longest first
    std::size_t m_hosts = 0;
    std::size_t m_users = 0;
    std::size_t m_groups = 0;
};

}  // namespace stagescope
