#include "app/command_clock.h"
#include "app/report/report_communication.h"
#include "app/report/report_text.h"
#include "app/report/report_writer.h"
#include "core/advice/findings.h"
#include "core/advice/number_texts.h"
#include "core/analysis/tables/analysis.h"
#include "core/export/redaction/setting_values.h"
#include "core/export/shown_text.h"
#include "core/scene/pages/summary_model.h"
#include "core/store/tables/table_store.h"
#include "views/common/table_view.h"
#include "views/common/texts/language.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/table_texts.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMaxRows = 200;
constexpr std::size_t kMaxLedgerRows = 20;
constexpr const char *kLedgerTable = "difference";

std::string ownText(const QString &words) { return escapedHtml(words.toStdString()); }
QString firstRowsText(std::size_t shown, std::size_t all) {
    return ReportText::tr("First %1 of %2 rows.").arg(shown).arg(all);
}
QString allRowsText() { return ReportText::tr("All rows at full precision:"); }

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="%LANG%"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>
<title>%TITLE%</title>
<style>
:root { color-scheme: light dark; --text: #1b1f24; --muted: #5a6472; --line: #dfe3e8; --back: #fff; --head: #f2f4f7;
  --accent: #0062dc; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --muted: #a0a9b6; --line: #3a4049; --back: #1e2126; --head: #2b3038; --accent: #4c9bff; }
}
body { margin: 2rem auto; max-width: 1240px; padding: 0 1rem; background: var(--back); color: var(--text);
  font: 14px/1.5 system-ui, "DejaVu Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
h3, h4 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p.lines { white-space: pre-line; } p.note, figcaption { color: var(--muted); margin: .3rem 0; }
nav { margin: 1rem 0; } nav a { margin-right: 1rem; } a { color: inherit; }
.verdict { border-left: 4px solid var(--accent); margin: 1.2rem 0; padding: .1rem 1rem; font-size: 1.05rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .7rem; text-align: left; vertical-align: top;
  max-width: 30rem; overflow-wrap: break-word; }
th { background: var(--head); white-space: nowrap; } .n { text-align: right; } td.n { white-space: nowrap; }
figure { margin: 0 0 1.2rem; } img { max-width: 100%; border: 1px solid var(--line); }
</style></head><body>
)";

/// Writes the page piece by piece; every text of the profile is escaped.
class Page {
public:
    explicit Page(bool isOneFile) : m_isOneFile(isOneFile) {}

    void raw(std::string_view html) { m_html += html; }
    [[nodiscard]] static std::string text(std::string_view text) { return escapedHtml(text); }
    [[nodiscard]] static std::string text(const QString &told) { return escapedHtml(told.toStdString()); }

    void heading(const std::string &id, const QString &title) {
        m_html += "<h2 id=\"" + id + "\">" + ownText(title) + "</h2>\n";
    }
    /// Within the appendix.
    void subheading(const std::string &id, const QString &title) {
        m_html += "<h3 id=\"" + id + "\">" + ownText(title) + "</h3>\n";
    }
    /// Of words that hold nothing of the profile.
    void note(const QString &words) { m_html += "<p class=\"note\">" + ownText(words) + "</p>\n"; }
    void heads(std::initializer_list<QString> heads) {
        m_html += "<tr>";
        for (const auto &head : heads) {
            m_html += "<th>" + ownText(head) + "</th>";
        }
        m_html += "</tr>\n";
    }

    void table(const ReportTable &entry, std::size_t most = kMaxRows) {
        const auto &table = entry.table;
        m_html += "<div class=\"scroll\"><table><tr>";
        for (const auto &column : table.columns) {
            m_html += std::string(column.type == ColumnType::Text ? "<th" : "<th class=\"n\"") + " title=\"" +
                      text(column.meaning) + "\">" + text(columnHead(table, column).toStdString()) + "</th>";
        }
        m_html += "</tr>\n";
        const auto shown = std::min(table.rows.size(), most);
        const auto rowCount = std::max(entry.rowCount, table.rows.size());
        for (std::size_t row = 0; row < shown; ++row) {
            m_html += "<tr>";
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                const bool number = table.columns[i].type != ColumnType::Text;
                m_html += (number ? "<td class=\"n\">" : "<td>") +
                          text(shownCellText(table, table.columns[i], table.rows[row][i]).toStdString()) + "</td>";
            }
            m_html += "</tr>\n";
        }
        m_html += "</table></div>\n<p class=\"note\">";
        const auto all = m_isOneFile ? "stagescope table " + entry.id : fileLink(entry.id);
        if (shown < rowCount) {
            m_html += ownText(firstRowsText(shown, rowCount)) + " ";
        }
        m_html += ownText(allRowsText()) + " " + all + "</p>\n";
        for (const auto &note : table.notes) {
            m_html += "<p class=\"note\">" + text(note) + "</p>\n";
        }
    }

    [[nodiscard]] static std::string fileLink(const std::string &id) {
        return "<a href=\"" + id + ".csv\">" + id + ".csv</a>";
    }
    [[nodiscard]] bool isOneFile() const { return m_isOneFile; }
    [[nodiscard]] std::string take() { return std::move(m_html); }

private:
    bool m_isOneFile;
    std::string m_html;
};

void writeFound(Page &page, const Workspace &workspace) {
    page.subheading("found", ReportText::tr("Recognized profile"));
    page.raw("<div class=\"scroll\"><table>");
    page.heads({ReportText::tr("Run"), ReportText::tr("Role"), ReportText::tr("Ranks"), ReportText::tr("Files"),
                ReportText::tr("Parallel sizes")});
    for (const auto &run : workspace.runs) {
        const auto expected = run.expectedRanks();
        FileTally files;
        files.addAll(run.clusterFiles);
        for (const auto &capture : run.captures) {
            files.addAll(capture.files);
        }
        const auto &p = run.parallel;
        std::string sizes;
        for (const auto &[name, size] :
             {std::pair("TP", p.tp), {"PP", p.pp}, {"DP", p.dp}, {"CP", p.cp}, {"EP", p.ep}}) {
            sizes += size == 0 ? std::string()
                               : (sizes.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(size);
        }
        const auto role = run.role == RunRole::Baseline ? ReportText::tr("Baseline")
                          : workspace.runs.size() > 1   ? ReportText::tr("comparison")
                                                        : QString();
        const auto ranks = run.ranks().size();
        page.raw("<tr><td>" + page.text(run.label) + "</td><td>" + ownText(role) + "</td><td class=\"n\">" +
                 (expected ? ownText(ReportText::tr("%1 of %2").arg(ranks).arg(*expected)) : std::to_string(ranks)) +
                 "</td><td class=\"n\">" + std::to_string(files.count()) + "</td><td>" +
                 (sizes.empty() ? ownText(ReportText::tr("unknown")) : sizes) + "</td></tr>\n");
    }
    page.raw("</table></div>\n");
    if (const auto *run = workspace.mainRun()) {
        page.raw("<div class=\"scroll\"><table>\n");
        for (const auto &fact : summaryModel(*run, std::nullopt).facts) {
            if (!fact.value.empty()) {
                page.raw("<tr><th>" + page.text(messageText(fact.label)) + "</th><td>" + page.text(fact.value) +
                         "</td></tr>\n");
            }
        }
        page.raw("</table></div>\n");
    }
    for (const auto &run : workspace.runs) {
        if (const auto note = clockNote(run); !note.empty()) {
            page.raw("<p class=\"note\">" + page.text(run.label + ": " + note) + "</p>\n");
        }
    }
}

void writePicture(Page &page, const ReportPicture &picture) {
    if (picture.source.isEmpty()) {
        return;
    }
    const auto source = picture.source.toStdString();
    const auto title = page.text(picture.title);
    const auto image = "<img src=\"" + source + "\" alt=\"" + title + "\"/>";
    const bool isBeside = !source.starts_with("data:");
    page.raw("<figure>" + (title.empty() ? title : "<figcaption>" + title + "</figcaption>") +
             (isBeside ? "<a href=\"" + source + "\">" + image + "</a>" : image) + "</figure>\n");
}

void writeFinding(Page &page, const Finding &finding, const ReportPicture &evidence) {
    const auto title = messageText(finding.title);
    page.raw("<h3>" +
             page.text(headOf(finding).empty()
                           ? title
                           : messageText(Message(std::string(headOf(finding)), {title.toStdString()}))) +
             "</h3>\n<p class=\"note\">");
    const bool costs = finding.impact != Nanos{0};
    auto impact = messageText(costs               ? Message("findings.impact", {millisText(finding.impact)})
                              : finding.bytes > 0 ? Message("findings.memory", {memoryText(finding.bytes)})
                              : finding.endsJob   ? Message("findings.ends_job")
                                                  : Message("findings.no_impact"));
    if (finding.share) {
        impact += ReportText::tr(" (%1 % of it)").arg(QString::fromStdString(percentText(*finding.share)));
    }
    page.raw(page.text(ReportText::tr("%1, %2, %3")
                           .arg(severityName(finding.severity), impact, certaintyName(finding.certainty))) +
             "</p>\n");
    writePicture(page, evidence);
    page.raw("<ul>\n");
    for (const auto &fact : finding.facts) {
        page.raw("<li>" + page.text(messageText(fact)) + "</li>\n");
    }
    page.raw("</ul>\n<p>" + page.text(messageText(finding.remedy)) + "</p>\n");
    for (const auto &assumption : finding.assumptions) {
        page.raw("<p class=\"note\">" + page.text(messageText(assumption)) + "</p>\n");
    }
}

void writeFindings(Page &page, const ReportContent &content) {
    const auto &advice = content.advice;
    page.heading("findings", ReportText::tr("Findings"));
    for (const auto &changed : advice.changed) {
        page.raw("<p class=\"note\">" + page.text(messageText(changed)) + "</p>\n");
    }
    if (const auto joint = jointOf(advice)) {
        page.raw("<p>" + page.text(messageText(*joint)) + "</p>\n");
    }
    for (const auto &note : advice.verdict.notes) {
        page.raw("<p class=\"note\">" + page.text(messageText(note)) + "</p>\n");
    }
    for (std::size_t i = 0; i < advice.findings.size(); ++i) {
        writeFinding(page, advice.findings[i], i < content.evidence.size() ? content.evidence[i] : ReportPicture{});
    }
    page.raw(advice.findings.empty() ? "<p>" + ownText(messageText(advice.verdict.headline)) + "</p>\n" : "");
    auto checks = ReportText::tr("%n check(s) passed", nullptr, static_cast<int>(passedRules(advice)));
    if (const auto open = uncheckedRules(advice); open > 0) {
        checks += ReportText::tr(", %n need(s) more data", nullptr, static_cast<int>(open));
    }
    page.raw("<details><summary>" + ownText(checks) + "</summary>\n<ul>\n");
    for (const auto &outcome : advice.rules) {
        page.raw(outcome.unanswered ? std::string()
                                    : "<li>" + page.text(messageText(topicOf(outcome.rule))) + "</li>\n");
    }
    for (const auto &group : advice.unchecked) {
        QStringList topics;
        for (const auto &rule : group.rules) {
            topics += messageText(topicOf(rule));
        }
        page.raw(
            "<li>" +
            page.text(
                ReportText::tr("Not checked: %1. %2").arg(topics.join(QStringLiteral("; ")), messageText(group.help))) +
            "</li>\n");
    }
    page.raw("</ul></details>\n");
}

const ReportTable *tableOf(const ReportContent &content, std::string_view id) {
    const auto it = std::find_if(content.tables.begin(), content.tables.end(),
                                 [&](const ReportTable &table) { return table.id == id; });
    return it == content.tables.end() ? nullptr : &*it;
}

void writeAddition(Page &page, const ReportAddition &added) {
    page.raw("<h3>" + page.text(added.picture.title) + "</h3>\n");
    page.raw(added.note.empty() ? std::string() : "<p class=\"lines\">" + page.text(added.note) + "</p>\n");
    writePicture(page, {added.picture.source, {}});
    const auto &table = added.table;
    if (table.heads.empty()) {
        return;
    }
    const auto writeRow = [&](const std::vector<std::string> &cells, const std::string &tag) {
        page.raw("<tr>");
        for (const auto &cell : cells) {
            page.raw("<" + tag + ">" + page.text(cell) + "</" + tag + ">");
        }
        page.raw("</tr>\n");
    };
    page.raw("<div class=\"scroll\"><table>\n");
    writeRow(table.heads, "th");
    for (const auto &row : table.rows) {
        writeRow(row, "td");
    }
    page.raw("</table></div>\n");
    if (table.rows.size() < table.rowCount) {
        page.note(firstRowsText(table.rows.size(), table.rowCount));
    }
    if (!added.file.empty() && !page.isOneFile()) {
        page.raw("<p class=\"note\">" + ownText(allRowsText()) + " " + Page::fileLink(added.file) + "</p>\n");
    }
}

void writeAdded(Page &page, const ReportContent &content) {
    if (content.added.empty()) {
        return;
    }
    page.heading("added", ReportText::tr("Added"));
    if (content.lacksAddedPictures) {
        page.note(ReportText::tr("Pictures omitted: they contain names withheld from this report."));
    }
    for (const auto &added : content.added) {
        writeAddition(page, added);
    }
}

/// What changed against the baseline: the picture, then its largest rows.
void writeLedger(Page &page, const ReportContent &content) {
    const auto *table = tableOf(content, kLedgerTable);
    if (content.ledger.source.isEmpty() && table == nullptr) {
        return;
    }
    page.heading("ledger", ReportText::tr("Changes against the baseline"));
    writePicture(page, content.ledger);
    if (table != nullptr) {
        page.table(*table, kMaxLedgerRows);
    }
}

void writePictures(Page &page, const std::vector<ReportPicture> &pictures) {
    if (pictures.empty()) {
        return;
    }
    page.subheading("pictures", ReportText::tr("All views"));
    for (const auto &picture : pictures) {
        writePicture(page, picture);
    }
}

void writeTables(Page &page, const ReportContent &content, std::initializer_list<std::string_view> ids) {
    for (const auto id : ids) {
        if (const auto *table = tableOf(content, id)) {
            page.subheading(table->id, table->title);
            page.table(*table);
        }
    }
}

void writeRest(Page &page, const std::vector<ReportTable> &tables, const std::vector<std::string_view> &written) {
    page.subheading("more", ReportText::tr("More tables"));
    page.raw(page.isOneFile() ? "" : "<ul>\n");
    for (const auto &table : tables) {
        if (std::find(written.begin(), written.end(), table.id) != written.end()) {
            continue;
        }
        const auto rows = ReportText::tr("%n row(s)", nullptr, static_cast<int>(table.rowCount));
        const auto told = ownText(ReportText::tr("%1, %2").arg(table.title, rows));
        if (page.isOneFile()) {
            page.raw("<details><summary>" + told + "</summary>\n");
            page.table(table);
            page.raw("</details>\n");
        } else {
            page.raw("<li>" + Page::fileLink(table.id) + ": " + told + "</li>\n");
        }
    }
    page.raw(page.isOneFile() ? "" : "</ul>\n");
}

void writeVerdict(Page &page, const std::vector<std::string> &verdict) {
    page.raw("<div class=\"verdict\" id=\"verdict\">\n");
    for (const auto &line : verdict) {
        page.raw("<p>" + page.text(line) + "</p>\n");
    }
    page.raw("</div>\n");
}

/// All views and tables, for whoever wants to look further.
void writeAppendix(Page &page, const Workspace &workspace, const ReportContent &content) {
    page.heading("appendix", ReportText::tr("Appendix"));
    writeFound(page, workspace);
    writePictures(page, content.pictures);
    writeTables(page, content, {"time_split", "steps"});
    if (const auto *run = workspace.mainRun()) {
        page.raw(communicationSection(*run, content.advice));
    }
    writeTables(page, content, {"capabilities", "import_log", "environment"});
    writeRest(page, content.tables, {"time_split", "steps", "capabilities", "import_log", "environment", kLedgerTable});
}

}  // namespace

std::string escapedHtml(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n' ? c : ' ';
        }
    }
    // What is no UTF-8 becomes a replacement character.
    auto valid = QString::fromUtf8(result.data(), static_cast<qsizetype>(result.size()));
    return valid.remove(QChar(0xfffe)).remove(QChar(0xffff)).toStdString();
}

QString sensitiveText(const Workspace &workspace) {
    const auto found = sensitiveContent(workspace);
    const auto listed = [](const std::vector<std::string> &names) {
        constexpr std::size_t kMost = 5;
        QStringList list;
        for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
            list += QString::fromStdString(shownText(names[i]));
        }
        return list.join(QStringLiteral(", ")) + (names.size() > kMost ? QStringLiteral(", ...") : QString());
    };
    QStringList parts;
    if (!found.secrets.empty()) {
        parts += ReportText::tr("keys and tokens (%1)").arg(listed(found.secrets));
    }
    if (!found.hosts.empty()) {
        parts += ReportText::tr("host names (%1)").arg(listed(found.hosts));
    }
    if (!found.users.empty()) {
        parts += ReportText::tr("user names (%1)").arg(listed(found.users));
    }
    return parts.isEmpty() ? QString()
                           : ReportText::tr("Contains %1. Before sending the report to others: --redact replaces them.")
                                 .arg(parts.join(QStringLiteral("; ")));
}

Result<std::vector<ReportTable>> reportTables(const Workspace &workspace, const Run &judged, const RuleValues &rules,
                                              const TableTaker &whole) {
    std::vector<ReportTable> tables;
    AnalysisInput input;
    Workspace ofAll;
    ofAll.runs.push_back(judged);
    std::map<std::string, std::string> thresholds;
    for (const auto &[name, value] : rules) {
        thresholds[name] = cellText(Cell{value});
    }
    for (const auto &entry : analysisList()) {
        input.workspace = entry.isLean && !entry.hasTwoSides ? &ofAll : &workspace;  // the baseline is there alone
        input.parameters = entry.id == "findings" ? thresholds : std::map<std::string, std::string>{};
        auto table = entry.run(input, {});
        if (!table || table->rows.empty()) {
            continue;
        }
        ReportTable shown{
            entry.id, tableTitle(entry), {table->id, table->columns, {}, table->notes}, table->rows.size()};
        const auto count = std::min(table->rows.size(), kMaxRows);
        shown.table.rows.assign(table->rows.begin(), table->rows.begin() + static_cast<std::ptrdiff_t>(count));
        tables.push_back(std::move(shown));
        RETURN_IF_ERROR(whole(std::move(*table)));
    }
    return tables;
}

std::string reportHtml(const Workspace &workspace, const ReportContent &content) {
    Page page(content.isOneFile);
    const auto *run = workspace.mainRun();
    const auto label = run == nullptr ? QString() : QString::fromStdString(run->label);
    const auto title = page.text(ReportText::tr("%1 - Stagescope report").arg(label));
    std::string head(kHead);
    head.replace(head.find("%TITLE%"), 7, title);
    head.replace(head.find("%LANG%"), 6, currentLanguage() == Language::Chinese ? "zh-CN" : "en");
    page.raw(head);
    page.raw("<h1>" + title + "</h1>\n");
    writeVerdict(page, content.verdict);
    if (!content.sensitive.isEmpty()) {
        page.raw("<p class=\"note\" id=\"sensitive\">" + page.text(content.sensitive) + "</p>\n");
    }
    const auto link = [](const char *id, const QString &words) {
        return "<a href=\"#" + std::string(id) + "\">" + ownText(words) + "</a>";
    };
    page.raw("<nav>" + link("findings", ReportText::tr("Findings")));
    page.raw(content.added.empty() ? "" : link("added", ReportText::tr("Added")));
    page.raw(content.ledger.source.isEmpty() ? "" : link("ledger", ReportText::tr("What changed")));
    page.raw(link("appendix", ReportText::tr("Appendix")) + "</nav>\n");
    if (run != nullptr) {
        writeFindings(page, content);
    }
    writeAdded(page, content);
    writeLedger(page, content);
    writeAppendix(page, workspace, content);
    page.raw("</body></html>\n");
    return page.take();
}

}  // namespace stagescope
