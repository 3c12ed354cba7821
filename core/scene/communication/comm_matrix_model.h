#pragma once

#include "core/analysis/communication/comm_links.h"
#include "core/analysis/communication/comm_pairing.h"
#include "core/analysis/communication/models/comm_scope.h"
#include "core/base/message.h"
#include "core/scene/communication/matrix_scene.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What the places of a communication matrix show.
enum class LinkMetric : std::uint8_t { Bandwidth, Size, Time, Transport, Operators, Reference };
[[nodiscard]] std::span<const LinkMetric> linkMetrics();
/// "bandwidth", "size", "time", "transport", "operators", "reference": message "link.metric.<text>".
[[nodiscard]] std::string_view linkMetricText(LinkMetric metric);
/// Nothing where it is unknown, and for Transport.
[[nodiscard]] std::optional<double> linkValue(const LinkSum &link, LinkMetric metric);

/// What the rows and columns are.
enum class MatrixPlaces : std::uint8_t { Ranks, Hosts, Stages };

/// All that a matrix can be made of; computed once per run.
struct CommMatrixSource {
    RunId run;
    std::shared_ptr<const CommMatrix> matrix{};  ///< null = no links
    CommScopes scopes;                           ///< that have links
    CommGroupKeys groups;                        ///< what other runs know them by
    std::map<int, std::string> hosts;            ///< of ranks whose host is known
    std::vector<std::vector<int>> stages;        ///< empty when no pipeline is known
    std::map<std::pair<std::string, std::string>, std::set<std::string>> operators;  ///< of (group, step)

    [[nodiscard]] bool isEmpty() const { return matrix == nullptr || matrix->links.empty(); }
    /// Names of operators with links in a group and step; kAllOperators first.
    [[nodiscard]] std::vector<std::string> operatorNames(const LinkQuery &query) const;
};
/// Any thread. O(rows log rows).
[[nodiscard]] CommMatrixSource commMatrixSource(const Run &run, const std::stop_token &stop = {});

/// What a matrix is compared with.
struct MatrixBaseline {
    RunId run;           ///< another one, or the same
    std::string step{};  ///< that stands beside each step of the run; empty = its counterpart
    bool operator==(const MatrixBaseline &) const = default;
};

/// MB that a link has to move for its rate to tell of its bandwidth.
inline constexpr double kLeastMb = 1;

struct CommMatrixQuestion {
    LinkQuery query{};
    LinkMetric metric = LinkMetric::Bandwidth;
    MatrixPlaces places = MatrixPlaces::Ranks;
    bool hasSelf = false;                      ///< also what stays on a rank
    std::optional<MatrixBaseline> baseline{};  ///< places show the difference: run - baseline
    /// Only values from ... to are shown.
    std::optional<double> from{};
    std::optional<double> to{};
};

/// One link in the run and in the baseline; null where there is none.
struct LinkCell {
    const LinkSum *own = nullptr;
    const LinkSum *baseline = nullptr;

    [[nodiscard]] bool isEmpty() const { return own == nullptr && baseline == nullptr; }
    /// The one of the run where there is one. Not of an empty cell.
    [[nodiscard]] const LinkSum &any() const { return own != nullptr ? *own : *baseline; }
};

/// One matrix, ready to be drawn. Immutable.
struct CommMatrixModel {
    RunId run;
    CommMatrixQuestion question;
    std::vector<LinkSum> links;     ///< that the question asks for, by (source, destination); also those out of range
    std::vector<LinkSum> baseline;  ///< what they are compared with, alike
    HeatMatrix heat;
    MatrixAxes axes;
    MatrixValues values;
    std::map<int, std::size_t> placeOfRank;
    std::vector<std::vector<int>> ranksOfPlace;
    double least = 0;  ///< of all values, in range or not
    double most = 0;
    /// Rates of links that moved less than kLeastMb are of latency, and stand beside the scale: kTooLittle. Only where
    /// others moved more.
    bool hidesLittle = false;

    /// The link that a place shows: the worst of it where several ranks share it. O(log links) for each pair of them.
    [[nodiscard]] LinkCell cellAt(HeatMatrix::Place place) const;
    [[nodiscard]] LinkCell cell(int source, int destination) const;
    /// What the question asks of a link: a value, a difference, infinite (kOnlyInRun, kOnlyInBaseline) where only one
    /// side has it; nothing where it is unknown, and for Transport.
    [[nodiscard]] std::optional<double> value(const LinkCell &cell) const;
    [[nodiscard]] std::optional<HeatMatrix::Place> placeOf(int source, int destination) const;
    [[nodiscard]] LinkRef refOf(const LinkSum &link) const;
    [[nodiscard]] bool isShown(const LinkCell &cell) const;
    /// Why no place has a value; nothing where one has.
    [[nodiscard]] std::optional<Message> emptyReason() const;

private:
    friend class CommMatrixBuilder;
    [[nodiscard]] std::optional<float> heatOf(const LinkCell &cell) const;
};
/// `baseline` is that of the question's baseline, the same source again for another step of it; a question with a
/// baseline is answered without where it is null. Any thread. O(rows log rows + places^2).
[[nodiscard]] CommMatrixModel commMatrixModel(const CommMatrixSource &source, const CommMatrixQuestion &question,
                                              const CommMatrixSource *baseline = nullptr,
                                              const std::stop_token &stop = {});

}  // namespace stagescope
