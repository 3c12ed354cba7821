#include "app/report/report_communication.h"

#include "app/report/report_text.h"
#include "core/analysis/blame/held_up.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/communication/known_links.h"
#include "core/base/number_text.h"
#include "core/base/statistics.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kMaxRanks = 256;
constexpr std::size_t kMaxLinks = 20;
constexpr double kLeastMb = 1;  ///< links that moved less are slow by nature

/// Empty where it is not told.
std::string decimals(double value, int digits) {
    if (std::isnan(value)) {
        return {};
    }
    char text[48];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

class Section {
public:
    void raw(std::string_view html) { m_html += html; }
    [[nodiscard]] static std::string text(std::string_view text) { return escapedHtml(text); }
    void title(const QString &title) { m_html += "<h4>" + escapedHtml(title.toStdString()) + "</h4>\n"; }
    void note(const QString &text) { m_html += "<p class=\"note\">" + escapedHtml(text.toStdString()) + "</p>\n"; }
    /// All columns but the first `texts` hold numbers.
    void begin(std::size_t texts, std::initializer_list<QString> columns) {
        m_texts = texts;
        m_html += "<div class=\"scroll\"><table><tr>";
        std::size_t i = 0;
        for (const auto &column : columns) {
            m_html += (i++ < texts ? "<th>" : "<th class=\"n\">") + escapedHtml(column.toStdString()) + "</th>";
        }
        m_html += "</tr>\n";
    }
    /// Cells are HTML already.
    void row(const std::vector<std::string> &cells) {
        m_html += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i) {
            m_html += (i < m_texts ? "<td>" : "<td class=\"n\">") + cells[i] + "</td>";
        }
        m_html += "</tr>\n";
    }
    void end() { m_html += "</table></div>\n"; }
    [[nodiscard]] std::string take() { return std::move(m_html); }

private:
    std::size_t m_texts = 0;  ///< columns of the open table
    std::string m_html;
};

bool isAboutCommunication(const std::string &rule) {
    static const std::set<std::string_view> rules{
        "bandwidth_contention", "byte_alignment", "expert_imbalance", "exposed_dp", "late_rank",
        "link_imbalance",       "p2p_transfer",   "retransmission",   "slow_link",  "small_packets"};
    return rules.contains(rule);
}

void writeVerdicts(Section &page, const Advice &advice) {
    std::string items;
    for (const auto &finding : advice.findings) {
        if (isAboutCommunication(finding.rule)) {
            items += "<li>" + page.text(messageText(finding.title).toStdString()) + "</li>\n";
        }
    }
    const auto none = advice.verdict.ground == RunVerdict::Ground::Whole ? ReportText::tr("No communication findings.")
                                                                         : messageText(advice.verdict.headline);
    page.raw(items.empty() ? "<p>" + page.text(none.toStdString()) + "</p>\n" : "<ul>\n" + items + "</ul>\n");
}

/// In the colours of the window: a bar of parts, each as wide as its share of the longest rank.
std::string bar(const CommTime &time, double longest) {
    const std::array<std::pair<double, ColorRole>, 4> parts{
        {{time.transitMs, ColorRole::Overlapped},
         {time.waitMs - time.synchronizationMs, ColorRole::Optimizer},
         {time.synchronizationMs, ColorRole::ExposedCommunication},
         {time.idleMs, ColorRole::Free}}};
    std::string html = "<span style=\"display:inline-block;width:240px;white-space:nowrap;line-height:0\">";
    for (const auto &[ms, role] : parts) {
        const auto colour = Theme::current().color(role).name().toStdString();
        const double width = longest > 0 && !std::isnan(ms) ? std::clamp(ms / longest, 0.0, 1.0) * 240 : 0;
        html += "<span style=\"display:inline-block;height:12px;width:" + decimals(width, 1) +
                "px;background:" + colour + "\"></span>";
    }
    return html + "</span>";
}

void writeRanks(Section &page, const std::vector<CommTime> &times) {
    std::map<std::pair<std::string, int>, CommTime> ranks;
    for (const auto &time : times) {
        if (time.name == kAllOperators) {
            auto &sum = ranks[{time.step, time.rank}];
            sum.elapsedMs += time.elapsedMs;
            sum.transitMs += time.transitMs;
            sum.waitMs += time.waitMs;
            sum.synchronizationMs += time.synchronizationMs;
            sum.idleMs += time.idleMs;
        }
    }
    double longest = 0;
    for (const auto &entry : ranks) {
        longest = std::max(longest, std::isnan(entry.second.elapsedMs) ? 0 : entry.second.elapsedMs);
    }
    page.title(ReportText::tr("Time in communication operators by rank"));
    page.begin(3, {ReportText::tr("Step"), ReportText::tr("Rank"),
                   ReportText::tr("Transit, wait, synchronization, idle"), ReportText::tr("Elapsed (ms)"),
                   ReportText::tr("Transit (ms)"), ReportText::tr("Wait (ms)"), ReportText::tr("Synchronization (ms)"),
                   ReportText::tr("Idle (ms)"), ReportText::tr("Wait (%)"), ReportText::tr("Synchronization (%)")});
    std::size_t shown = 0;
    for (const auto &[place, time] : ranks) {
        if (shown++ < kMaxRanks) {
            page.row({page.text(place.first), std::to_string(place.second), bar(time, longest),
                      decimals(time.elapsedMs, 3), decimals(time.transitMs, 3), decimals(time.waitMs, 3),
                      decimals(time.synchronizationMs, 3), decimals(time.idleMs, 3),
                      decimals(100 * time.waitRatio(), 1), decimals(100 * time.synchronizationRatio(), 1)});
        }
    }
    page.end();
    page.note(
        ReportText::tr("Green: transit; purple: wait after the first packet; teal: wait before it (synchronization, "
                       "part of wait); grey: idle within operators. Sums over the operators of all groups, which may "
                       "overlap in time. Wait (%) = wait / (wait + transit)."));
    if (shown > kMaxRanks) {
        page.note(ReportText::tr("First %1 of %2 rows; all rows: table comm_time.").arg(kMaxRanks).arg(shown));
    }
}

struct Sent {
    double mb = 0;
    double ms = 0;
    [[nodiscard]] double gbps() const { return ms > 0 ? mb / ms : 0; }
};

void writeTransports(Section &page, const std::vector<CommBandwidth> &rows) {
    std::map<std::string, std::map<int, Sent>> transports;
    std::set<std::tuple<std::string, std::string, std::string, int>> seen;
    for (const auto &row : rows) {
        // Size and time stand in each row of an operator's packet sizes.
        if (row.name == kAllOperators && seen.emplace(row.step, row.group, row.transport, row.rank).second) {
            auto &sent = transports[row.transport][row.rank];
            sent.mb += row.sizeMb;
            sent.ms += row.timeMs;
        }
    }
    page.title(ReportText::tr("Bandwidth by transport"));
    page.begin(1,
               {ReportText::tr("Transport"), ReportText::tr("Size (MB)"), ReportText::tr("Transit (ms)"),
                ReportText::tr("GB/s"), ReportText::tr("Slowest rank"), ReportText::tr("Bandwidth of this rank (GB/s)"),
                ReportText::tr("Fastest rank"), ReportText::tr("Bandwidth of this rank (GB/s)")});
    for (const auto &[transport, ranks] : transports) {
        Sent all;
        for (const auto &entry : ranks) {
            all.mb += entry.second.mb;
            all.ms += entry.second.ms;
        }
        const auto [slowest, fastest] = std::minmax_element(
            ranks.begin(), ranks.end(), [](const auto &a, const auto &b) { return a.second.gbps() < b.second.gbps(); });
        page.row({page.text(transport), decimals(all.mb, 3), decimals(all.ms, 3), decimals(all.gbps(), 3),
                  std::to_string(slowest->first), decimals(slowest->second.gbps(), 3), std::to_string(fastest->first),
                  decimals(fastest->second.gbps(), 3)});
    }
    page.end();
    page.note(ReportText::tr("1 MB = 10^6 bytes; GB/s = size / transit time, over all steps."));
    if (transports.contains("SDMA")) {
        page.note(ReportText::tr("SDMA includes the HCCS, PCIE and SIO traffic."));
    }
}

void writeLinks(Section &page, const Run &run, std::vector<CommLink> links) {
    std::erase_if(links, [](const CommLink &link) {
        return link.name != kAllOperators || link.source == link.destination || !(link.timeMs > 0) ||
               !(link.sizeMb >= kLeastMb);
    });
    if (links.empty()) {
        return;
    }
    std::map<std::string, std::vector<double>> rates;
    for (const auto &link : links) {
        rates[link.transport].push_back(link.gbps());
    }
    std::map<std::string, double> usual;
    for (auto &[transport, list] : rates) {
        usual[transport] = upperMedian(std::move(list));
    }
    const auto shown = std::min(links.size(), kMaxLinks);
    const auto shareOfUsual = [&](const CommLink &link) { return link.gbps() / usual[link.transport]; };
    std::partial_sort(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(shown), links.end(),
                      [&](const CommLink &a, const CommLink &b) { return shareOfUsual(a) < shareOfUsual(b); });
    const auto known = knownGroups(run);
    page.title(ReportText::tr("Slowest links"));
    page.begin(
        3, {ReportText::tr("Transport"), ReportText::tr("Group"), ReportText::tr("Step"), ReportText::tr("Source rank"),
            ReportText::tr("Destination rank"), ReportText::tr("Size (MB)"), ReportText::tr("Transit (ms)"),
            ReportText::tr("GB/s"), ReportText::tr("Share of the transport's median (%)")});
    for (std::size_t i = 0; i < shown; ++i) {
        const auto &link = links[i];
        const auto group = known.find(link.group);
        page.row({page.text(link.transport),
                  page.text(group == known.end() || group->second.name.empty() ? link.group : group->second.name),
                  page.text(link.step), std::to_string(link.source), std::to_string(link.destination),
                  decimals(link.sizeMb, 3), decimals(link.timeMs, 3), decimals(link.gbps(), 3),
                  decimals(100 * shareOfUsual(link), 1)});
    }
    page.end();
    page.note(
        ReportText::tr(
            "%1 of %2 links that moved at least 1 MB (all operators of a group in a step). All: table comm_matrix.")
            .arg(shown)
            .arg(links.size()));
}

void writeLateRanks(Section &page, const Run &run) {
    struct Sum {
        double ms = 0;
        std::size_t collectives = 0;
        std::size_t last = 0;
    };
    std::map<int, Sum> sums;
    for (const auto &late : lateArrivalsToTheEnd(run).collectives) {
        if (late.heldUpBy) {
            auto &sum = sums[*late.heldUpBy];
            sum.ms += millis(late.waited);
            ++sum.collectives;
            sum.last += late.last == *late.heldUpBy ? 1 : 0;
        }
    }
    std::vector<std::pair<int, Sum>> ranks(sums.begin(), sums.end());
    std::stable_sort(ranks.begin(), ranks.end(),
                     [](const auto &a, const auto &b) { return a.second.ms > b.second.ms; });
    if (ranks.empty()) {
        return;
    }
    page.title(ReportText::tr("Wait caused by each rank"));
    page.begin(0, {ReportText::tr("Rank"), ReportText::tr("Wait caused (ms)"), ReportText::tr("Collectives"),
                   ReportText::tr("Last arrivals")});
    for (std::size_t i = 0; i < std::min(ranks.size(), kMaxLinks); ++i) {
        const auto &[rank, sum] = ranks[i];
        page.row(
            {std::to_string(rank), decimals(sum.ms, 3), std::to_string(sum.collectives), std::to_string(sum.last)});
    }
    page.end();
    page.note(ReportText::tr(
        "Each wait is followed to its cause: the rank that arrived last may itself have waited. Collectives that join "
        "pipeline stages are excluded: there the order is that of the pipeline. Details: table comm_late."));
}

}  // namespace

std::string communicationSection(const Run &run, const Advice &advice) {
    const auto times = commTimes(run);
    const auto known = knownLinks(run);
    const auto &links = known->matrix.links;
    if (times.empty() && links.empty()) {
        return {};
    }
    Section page;
    page.raw("<h3 id=\"communication\">" + escapedHtml(ReportText::tr("Communication").toStdString()) + "</h3>\n");
    writeVerdicts(page, advice);
    if (!times.empty()) {
        writeRanks(page, times);
    }
    if (const auto rows = commBandwidths(run); !rows.empty()) {
        writeTransports(page, rows);
    }
    writeLinks(page, run, links);
    writeLateRanks(page, run);
    return page.take();
}

}  // namespace stagescope
