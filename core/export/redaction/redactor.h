#pragma once

#include "core/export/redaction/known_names.h"
#include "core/session/workspace.h"

#include <memory>
#include <string>
#include <string_view>

namespace stagescope {

/// Takes out of texts of a profile what names people, machines, places and projects. The rule, for every text:
///
/// 1. Names that the profile calls such (hosts and host ids, users, the run and its path, communication groups of other
///    names than the usual "dp", "pp_exp", "group_name_19") become "host-1", "user-1", "run-1", "group-1", wherever
///    they stand and whatever their case.
/// 2. What has the form of an address, a URL, a path or a UUID loses all but its last part (text_forms.h).
/// 3. Of what is left, words stay that are of the field (resources/words: names of operators, kernels, libraries,
///    settings, and what this program says), numbers, and words put together of these ("ampere_fp16_s16816gemm",
///    "ParallelTransformerLayer_3"). Everything else becomes "name1", "name2" ...: nobody can list what a secret is
///    called, so what is not known to be harmless goes.
/// 4. Values of variables of the environment stay for harmless variables alone (redactSetting, setting_values.h).
///
/// A name gets the same stand-in everywhere, whatever its case, so that the result still says which ranks share a host
/// and which kernels are the same. A redacted text stays as it is. Any thread. redact: O(text).
class Redactor {
public:
    /// Of no profile: what is known without one.
    Redactor() : Redactor(Workspace{}) {}
    explicit Redactor(const Workspace &workspace);
    ~Redactor();
    Redactor(Redactor &&) noexcept;
    Redactor &operator=(Redactor &&) noexcept;
    Redactor(const Redactor &) = delete;
    Redactor &operator=(const Redactor &) = delete;

    [[nodiscard]] std::string redact(std::string_view text) const;
    /// The value of a setting (EnvironmentRecord).
    [[nodiscard]] std::string redactSetting(std::string_view section, std::string_view key,
                                            std::string_view value) const;

private:
    class StandIns;

    void addName(std::string_view name, std::string_view kind, int &count);
    void addHost(std::string_view name);
    void addHostOfPath(std::string_view path);
    void addUsers(std::string_view text);
    void addGroup(std::string_view name);
    void addHosts(const Run &run);
    void addGroups(const Run &run);
    void addPaths(const Run &run, std::size_t number);
    void addThisMachine();
    [[nodiscard]] std::size_t runAt(std::string_view text, std::size_t at, std::string &standIn) const;

    KnownNames m_names;
    std::vector<std::pair<std::string, std::string>> m_runs;  ///< paths in small letters, the longest first
    std::unique_ptr<StandIns> m_words;
    int m_hosts = 0;
    int m_users = 0;
    int m_groups = 0;
};

}  // namespace stagescope
