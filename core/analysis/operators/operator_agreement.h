#pragma once

#include "core/analysis/run/kernels.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Events of one kind, as a file sums them up or as we do.
struct EventSum {
    std::int64_t count = 0;
    Nanos total{0};
    std::optional<Nanos> min{};
    std::optional<Nanos> max{};

    /// min and max not told: nothing to add there.
    void add(const EventSum &other);
};

/// A row of a sum that the profile holds beside the same events one by one. Texts live as long as the capture's stores.
struct AgreementRow {
    std::string_view file;         ///< "op_statistic.csv"
    std::string_view of;           ///< "op", "api", "operator"
    std::string_view name;         ///< type of the operators, function
    std::string_view group;        ///< core, or level of the function
    std::optional<EventSum> told;  ///< nothing: only we have such events
    /// Nothing where the profile has no such events one by one, or none of this kind while it has others.
    std::optional<EventSum> ours;
    bool isComparable = false;  ///< the profile has events of this sort one by one

    /// Whether the counts are the same, the totals within half a nanosecond for each event and for the sum itself
    /// (files round all of them to the nanosecond), and the extremes within one; nothing when there is nothing to
    /// compare with.
    [[nodiscard]] std::optional<bool> agrees() const;
    /// Ours - told.
    [[nodiscard]] std::optional<Nanos> difference() const;
};

/// op_statistic*.csv against the kernels by type and core, without communication and copies. In the order of the file,
/// then what only the kernels have. Several devices in one file are one. O(kernels), nothing without such a file.
/// Stopped: incomplete.
[[nodiscard]] std::vector<AgreementRow> kernelAgreement(const RankCapture &capture, const std::stop_token &stop = {});
/// api_statistic*.csv against the slices of host threads that are named LEVEL@FUNCTION. Of levels that the file does
/// not have nothing is said. O(slices), nothing without such a file. Stopped: incomplete.
[[nodiscard]] std::vector<AgreementRow> apiAgreement(const RankCapture &capture, const std::stop_token &stop = {});

/// operator_details*.csv against the calls of the framework's operators on host threads: whole times by name.
/// O(slices), nothing without such a file. Stopped: incomplete.
[[nodiscard]] std::vector<AgreementRow> operatorAgreement(const RankCapture &capture, const std::stop_token &stop = {});

/// What rows say together, of one rank or of several. Keeps nothing of them but names.
class AgreementSummary {
public:
    void add(std::span<const AgreementRow> rows);
    /// "Equals op_statistic.csv in all 66 rows." or where not; empty where nothing was compared.
    [[nodiscard]] std::string text() const;

private:
    std::set<std::string, std::less<>> m_files;
    std::size_t m_compared = 0;
    std::size_t m_differing = 0;
    std::vector<std::string> m_named;  ///< the first of those that differ
};

}  // namespace stagescope
