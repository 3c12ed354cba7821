#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_outcome.h"
#include "app/command_redaction.h"
#include "app/command_rules.h"
#include "app/common_options.h"
#include "app/output.h"
#include "app/pictures/picture_look.h"
#include "app/pictures/picture_maker.h"
#include "app/report/report_captions.h"
#include "app/report/report_entries.h"
#include "app/report/report_output.h"
#include "app/report/report_verdict.h"
#include "app/report/report_writer.h"
#include "app/table_loading.h"
#include "core/analysis/difference/ledger.h"
#include "core/base/text.h"
#include "core/export/redaction/redacted_workspace.h"
#include "core/export/shown_text.h"
#include "core/export/table_writer.h"
#include "core/session/output_place.h"
#include "core/session/report_list.h"
#include "core/session/run_names.h"
#include "core/store/tables/table_store.h"
#include "views/common/findings_model.h"
#include "views/common/rule_settings.h"
#include "views/common/workspace_advice.h"
#include "views/view_list.h"

#include <optional>

namespace stagescope {

namespace {

constexpr QSize kPictureSize(1600, 900);
constexpr QSize kEvidenceSize(1200, 600);
constexpr std::size_t kMostEvidence = 10;
constexpr const char *kLedgerView = "compare_ledger";

std::vector<std::string> viewsWithPictures() {
    std::vector<std::string> views;
    for (const auto &entry : drawableViews()) {
        // What has pages or parts of its own: those follow.
        if (entry.id != std::string_view("communication") && entry.parts == nullptr) {
            views.emplace_back(entry.id);
        }
    }
    return views;
}

/// What is drawn, of large runs a few ranks of it deep, and what rules say of all.
struct Reported {
    std::shared_ptr<const Workspace> workspace;
    std::shared_ptr<const Redactor> redactor{};  ///< null: nothing is replaced
    std::shared_ptr<const Workspace> shown{};    ///< the workspace as it is told: without names, if there is a redactor
    std::optional<Run> judged{};                 ///< where it is more than what is drawn
    Advice advice{};
    std::vector<std::pair<SavedQuery, ResultTable>> answers{};  ///< of what is shown

    /// As far as each was read.
    [[nodiscard]] std::vector<Run> runsRead() const {
        auto runs = workspace->runs;
        if (judged) {
            runs.front() = *judged;
        }
        return runs;
    }
};

/// What needs no timelines at once and no other run is asked of all ranks, else of those that are drawn; either as it
/// is told, so that nothing is known of what is withheld.
Status askQueries(const std::vector<ReportQuery> &queries, Reported &reported) {
    Workspace ofAll;
    if (reported.judged) {
        ofAll.runs.push_back(*reported.judged);
    }
    const auto schemas = askSchemas(*reported.shown);
    for (const auto &query : queries) {
        const auto &reads = query.reads;
        const bool namesOther = std::ranges::any_of(
            schemas, [&](const std::string &schema) { return containsIgnoringCase(query.query.sql, schema); });
        const bool isLean =
            !reads.needsTimelines && !namesOther && std::ranges::all_of(reads.tables, [](const std::string &id) {
                return analysisById(id)->isLean && !analysisById(id)->hasTwoSides;
            });
        ASSIGN_OR_RETURN(auto answer, answerOf(query, reported.judged && isLean ? ofAll : *reported.shown));
        if (reported.redactor != nullptr) {
            redactAnswer(answer, *reported.redactor);
        }
        answer.id = "query_" + std::to_string(reported.answers.size() + 1);
        reported.answers.emplace_back(query.query, std::move(answer));
    }
    return {};
}

/// What is told of it from now on has no names, if that is asked for.
Status redact(const Arguments &arguments, Reported &reported) {
    Workspace named = *reported.workspace;
    if (reported.judged) {
        named.runs.push_back(*reported.judged);
    }
    reported.shown = reported.workspace;
    reported.redactor = redactorFor(arguments, named);
    if (reported.redactor == nullptr) {
        return {};
    }
    ASSIGN_OR_RETURN(auto redacted, redactedWorkspace(named, *reported.redactor));
    if (reported.judged) {
        reported.judged = std::move(redacted.runs.back());
        redacted.runs.pop_back();
    }
    reported.shown = std::make_shared<const Workspace>(std::move(redacted));
    return {};
}

Result<Reported> load(const Arguments &arguments, ClockChoice clock, const RuleValues &rules,
                      const std::vector<ReportQuery> &queries) {
    const auto &path = arguments.positional[0];
    Reported reported;
    if (deepBytesOf(path) > wholeBytes()) {
        ASSIGN_OR_RETURN(auto judged, loadForRules(path, RunId{0}));
        setClock(judged, clock);
        reported.advice = adviceFor(judged, rules);
        reported.judged = std::move(judged);
    }
    auto workspace = std::make_shared<Workspace>();
    ASSIGN_OR_RETURN(auto run, loadForPictures(path, RunId{0}, viewsWithPictures(), {},
                                               reported.judged ? &reported.advice : nullptr));
    workspace->runs.push_back(std::move(run));
    if (arguments.has("--baseline")) {
        ASSIGN_OR_RETURN(auto baseline, loadForPictures(arguments.value("--baseline"), RunId{1}, viewsWithPictures(),
                                                        ranksForBaseline(workspace->runs.front(), {})));
        baseline.role = RunRole::Baseline;
        workspace->runs.front().role = RunRole::Comparison;
        workspace->runs.push_back(std::move(baseline));
        labelRuns(workspace->runs);
    }
    for (auto &loaded : workspace->runs) {
        setClock(loaded, clock);
    }
    workspace->version = 1;
    reported.workspace = std::move(workspace);
    RETURN_IF_ERROR(redact(arguments, reported));
    RETURN_IF_ERROR(askQueries(queries, reported));
    if (!reported.judged) {
        reported.advice = adviceFor(*reported.shown->mainRun(), rules);
    }
    if (reported.redactor != nullptr) {
        redactAdvice(reported.advice, *reported.redactor);
    }
    return reported;
}

/// What a view shows now; without a source where there is nothing to be seen.
Result<ReportPicture> drawn(PictureMaker &maker, ReportOutput &output, const QString &name, QSize size) {
    const auto image = maker.emptyReason().isEmpty() ? maker.image(size) : QImage();
    if (image.isNull()) {
        return ReportPicture{};
    }
    const auto source = output.addPicture(name, image);
    return source ? Result<ReportPicture>(ReportPicture{*source, maker.title()}) : tl::make_unexpected(source.error());
}

/// One PNG for each of the first findings, of the view that shows its evidence best.
Result<std::vector<ReportPicture>> drawEvidence(const std::shared_ptr<const Workspace> &workspace, const Advice &advice,
                                                ReportOutput &output) {
    std::vector<ReportPicture> pictures;
    for (std::size_t i = 0; i < std::min(kMostEvidence, advice.findings.size()); ++i) {
        const auto &finding = advice.findings[i];
        pictures.emplace_back();
        if (finding.evidence == SelectionState{} || placeForFinding(finding).startsWith(QStringLiteral("table/"))) {
            continue;
        }
        showProgress("drawing: finding " + std::to_string(i + 1));
        PictureMaker maker(workspace);
        RETURN_IF_ERROR(maker.showEvidence(finding, kEvidenceSize));
        const auto name = QStringLiteral("finding_%1.png").arg(i + 1);
        ASSIGN_OR_RETURN(auto picture, drawn(maker, output, name, kEvidenceSize));
        pictures.back() = std::move(picture);
        const auto caption = evidenceCaption(*workspace, finding);
        pictures.back().title += caption.isEmpty() ? QString() : QStringLiteral(": ") + caption;
    }
    return pictures;
}

/// A view as it is drawn where nothing is asked for.
Result<ReportPicture> drawView(const std::shared_ptr<const Workspace> &workspace, const std::string &view,
                               ReportOutput &output) {
    showProgress("drawing: " + view);
    PictureMaker maker(workspace);
    RETURN_IF_ERROR(maker.show(view, kPictureSize));
    maker.lookAtFirstFinding();
    return drawn(maker, output, QString::fromStdString(view) + QStringLiteral(".png"), kPictureSize);
}

/// One PNG for every view that has something to show.
Result<std::vector<ReportPicture>> drawPictures(const std::shared_ptr<const Workspace> &workspace,
                                                ReportOutput &output) {
    std::vector<ReportPicture> pictures;
    for (const auto &view : viewsWithPictures()) {
        if (view == kLedgerView && workspace->baseline() != nullptr) {
            continue;  // has a section of its own
        }
        ASSIGN_OR_RETURN(auto picture, drawView(workspace, view, output));
        if (!picture.source.isEmpty()) {
            pictures.push_back(std::move(picture));
        }
    }
    showProgress({});
    return pictures;
}

/// What was added by hand, as it was drawn then. A list that cannot be read is told, and left out.
Status takeAdded(const std::string &runPath, const Redactor *redactor, ReportOutput &output, ReportContent &content) {
    const auto list = readReportList(runPath);
    if (!list) {
        printNote(errorLine(list.error()));
        return {};
    }
    for (const auto &entry : *list) {
        const auto shown = redactedEntry(entry, redactor);
        ReportAddition added{{{}, QString::fromStdString(shown.title)}, shown.note, shown.table, {}};
        const auto image = QImage::fromData(QByteArray::fromStdString(shown.png), "PNG");
        content.lacksAddedPictures = content.lacksAddedPictures || shown.png.size() < entry.png.size();
        if (!image.isNull()) {
            const auto name = QStringLiteral("added_%1.png").arg(content.added.size() + 1);
            ASSIGN_OR_RETURN(const auto source, output.addPicture(name, image));
            added.picture.source = source;
        }
        content.added.push_back(std::move(added));
    }
    return {};
}

Status drawAll(const std::shared_ptr<const Workspace> &workspace, ReportOutput &output, ReportContent &content) {
    auto evidence = drawEvidence(workspace, content.advice, output);
    const auto isCompared = workspace->baseline() != nullptr;
    auto ledger = isCompared ? drawView(workspace, kLedgerView, output) : Result<ReportPicture>(ReportPicture{});
    auto pictures = drawPictures(workspace, output);
    if (!evidence || !ledger || !pictures) {
        return tl::make_unexpected(!evidence ? evidence.error() : !ledger ? ledger.error() : pictures.error());
    }
    content.evidence = std::move(*evidence);
    content.ledger = std::move(*ledger);
    content.pictures = std::move(*pictures);
    return {};
}

Status writeTable(ResultTable table, ReportOutput &output, const Redactor *redactor) {
    if (redactor != nullptr) {
        redactTable(table, *redactor);
    }
    return output.addTable(QString::fromStdString(table.id) + QStringLiteral(".csv"),
                           tableToCsv(table, kCsvForSpreadsheets));
}

/// Whole beside the page, and as the page shows them.
Status writeAnswers(const Reported &reported, ReportOutput &output, ReportContent &content) {
    for (const auto &[query, answer] : reported.answers) {
        const auto entry = redactedEntry(reportEntryOf(query, answer), reported.redactor.get());
        content.added.push_back({{{}, QString::fromStdString(entry.title)}, entry.note, entry.table, answer.id});
        RETURN_IF_ERROR(writeTable(answer, output, reported.redactor.get()));
    }
    return {};
}

Status writeReport(const Reported &reported, const RuleValues &rules, ReportOutput &output) {
    const auto &workspace = reported.shown;
    const auto *redactor = reported.redactor.get();
    ReportContent content;
    content.isOneFile = output.isOneFile();
    if (redactor == nullptr) {
        content.sensitive = sensitiveText(*workspace);
    }
    auto tables = reportTables(
        *workspace, reported.judged ? *reported.judged : *workspace->mainRun(), rules, [&](ResultTable table) {
            return output.isOneFile() ? Status{} : writeTable(std::move(table), output, redactor);
        });
    RETURN_IF_ERROR(tables);
    content.tables = std::move(*tables);
    for (auto &table : content.tables) {
        if (redactor != nullptr) {
            redactTable(table.table, *redactor);
        }
    }
    if (const auto *run = workspace->mainRun()) {
        const auto *baseline = workspace->baseline();
        content.advice = reported.advice;
        content.verdict = reportVerdict(*workspace, content.advice,
                                        baseline == nullptr ? Ledger{} : ledger({.run = baseline}, {.run = run}));
        RETURN_IF_ERROR(takeAdded(reported.workspace->mainRun()->path, redactor, output, content));
        RETURN_IF_ERROR(writeAnswers(reported, output, content));
    }
    keepAdvice(workspace, rules, content.advice);
    RETURN_IF_ERROR(drawAll(workspace, output, content));
    auto status = output.finish(reportHtml(*workspace, content));
    if (status && !content.sensitive.isEmpty()) {
        printNote("report: note: " + content.sensitive.toStdString());
    }
    return status;
}

int runReport(const Arguments &arguments) {
    const auto early = redactorFor(arguments);
    const auto target = QString::fromStdString(arguments.value("-o"));
    if (target.isEmpty()) {
        return printError(Error{ErrorKind::BadArgument, "a folder to write into, or an .html file, is needed", "-o"});
    }
    const auto opened = arguments.opened();
    if (const auto place = checkOutputPlace(target.toStdString(), opened); !place) {
        return printError(place.error());
    }
    const auto clock = readClock(arguments);
    if (!clock) {
        return printError(clock.error());
    }
    const auto rules = readRules(arguments);
    const auto look = readPictureLook(arguments);
    const auto queries = reportQueries(arguments);
    if (!rules || !look || !queries) {
        return printError(!rules ? rules.error() : !look ? look.error() : queries.error());
    }
    RuleSettings::current().setValues(*rules);
    preparePictures(*look);
    const auto reported = load(arguments, *clock, *rules, *queries);
    if (!reported) {
        return printError(reported.error());
    }
    auto output = ReportOutput::open(target);
    if (!output) {
        return printError(output.error());
    }
    const auto losses = lossesOf(reported->runsRead());
    if (const auto status = writeReport(*reported, *rules, *output); !status) {
        return printError(status.error());
    }
    if (!writeOut(shownText(output->page().toStdString()) + "\n")) {
        return 2;
    }
    return exitCode(losses, arguments, arguments.positional[0]);
}

}  // namespace

Command makeReportCommand() {
    Command command;
    command.name = "report";
    command.section = CommandSection::Look;
    command.synopsis = "PATH -o DIR|x.html";
    command.summary = "Write an HTML report with findings, charts and tables";
    command.options = {
        {"-o", "DIR|x.html",
         "output folder (new, empty or an earlier report) with all tables as CSV, or one .html file"},
        queryOption(),
        baselineOption(),
        allowLossOption(),
        stepPatternOption(),
        clockOption(),
        ruleOption(),
        languageOption(),
        redactOption(),
    };
    command.minPositional = 1;
    command.maxPositional = 1;
    command.application = ApplicationKind::Offscreen;
    command.run = runReport;
    return command;
}

}  // namespace stagescope
