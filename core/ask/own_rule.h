#pragma once

#include "core/analysis/run/platform.h"
#include "core/base/result.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// "impact_ns > 2 % of step": a figure of the statement's row, compared. Times in ns, sizes in bytes.
struct OwnCondition {
    std::string column;
    std::string op;         ///< > >= < <= = !=
    double value = 0;       ///< in the unit of the column, as its ending names it
    bool isOfStep = false;  ///< a share of the typical step, 0 to 1
};

/// A rule of a user: one file, one statement. Value type.
struct OwnRule {
    std::string id;  ///< of the head: letters, digits, _
    std::string path;
    std::string says;  ///< with {column} and {parameter} as places
    OwnCondition when;
    std::string severity = "medium";                             ///< high, medium, low
    std::map<std::string, std::string, std::less<>> remedies{};  ///< by platform as in `platforms`; "": all others
    std::vector<std::string> platforms{};                        ///< platformName or one of kPlatformWords; empty: all
    std::map<std::string, double> parameters{};                  ///< :name in the statement
    bool isEachRow = false;  ///< a finding for each row, at most 5; else the first row alone
    std::string sql;
    /// Of a rule that comes with the program: its other lines by key (topic, formula, unless, source, of, needs, about,
    /// place), and its commands by platform, a line each.
    std::map<std::string, std::string, std::less<>> texts{};
    std::map<std::string, std::string, std::less<>> commands{};

    [[nodiscard]] bool isFor(Platform platform) const;
    /// Empty where there is none.
    [[nodiscard]] std::string_view remedyFor(Platform platform) const;
};

/// The head is lines of comments before the statement:
///     -- rule: small_kernels
///     -- says: {count} kernels below {limit_us} us take {impact_ns} per step
///     -- when: impact_ns > 2 % of step
///     -- severity: low
///     -- remedy: Fuse them.
///     -- param: limit_us = 10
///     -- each: row
///     -- platform: torch, rocm
///     -- remedy rocm: Fuse them with MIOpen.
/// rule, says and when have to be there. Errors: BadArgument, where is "FILE:LINE:COLUMN".
[[nodiscard]] Result<OwnRule> ownRuleFrom(std::string_view text, const std::string &path);
/// One that comes with the program: its head may have more (OwnRule::texts), its statement is taken as it is.
[[nodiscard]] Result<OwnRule> shippedRuleFrom(std::string_view text, const std::string &path);

/// What the files of some folders hold.
struct OwnRules {
    std::vector<OwnRule> rules;  ///< by path
    std::vector<Error> errors;   ///< of files that are none, and of ids that come twice
};
/// Of all *.sql files in the folders, not below them. A folder that is not there has none. O(files).
[[nodiscard]] OwnRules readOwnRules(const std::vector<std::string> &folders);

/// Those by which all runs are judged from now on, with the built-in ones. Of the whole process; any thread.
void setOwnRules(OwnRules rules);
/// Never null.
[[nodiscard]] std::shared_ptr<const OwnRules> ownRules();

}  // namespace stagescope
