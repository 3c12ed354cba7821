#include "app/window/source_reader.h"

#include "app/askpass/ask_pass.h"
#include "app/program.h"
#include "app/remote/lent_rank.h"
#include "app/window/panels/source_page.h"
#include "core/session/remote_address.h"
#include "core/store/bundle/digest_note.h"
#include "views/common/texts/utf8_text.h"

#include <algorithm>
#include <utility>

namespace stagescope {

SourceReader::SourceReader(OpenRuns *runs, Selection *selection, WindowSettings *settings, QWidget *window)
    : QObject(window),
      m_runs(runs),
      m_selection(selection),
      m_settings(settings),
      m_window(window),
      m_workspace(std::make_shared<Workspace>()) {}

void SourceReader::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    const auto before = std::exchange(m_workspace, std::move(workspace));
    carrySelection(*before);
    tellOutcome();
}

void SourceReader::read(RunId run, const std::vector<int> &ranks) {
    if (!m_search.isBusy()) {
        m_wanted.clear();  // what was asked for before and not found
        m_tried.reset();
    }
    const auto *of = m_workspace->run(run);
    for (const int rank : ranks) {
        const auto *capture = of == nullptr ? nullptr : of->capture(rank);
        if (capture != nullptr && !capture->digest.empty() && !capture->isFromSource()) {
            m_wanted.insert({run, rank});
        }
    }
    start();
}

void SourceReader::leave(RunId run, const std::vector<int> &ranks) {
    const auto *of = m_workspace->run(run);
    int left = 0;
    for (const int rank : ranks) {
        const auto *capture = of == nullptr ? nullptr : of->capture(rank);
        const bool wasUnderWay = m_underWay.erase({run, rank}) > 0;
        left += wasUnderWay || (capture != nullptr && capture->isFromSource()) ? 1 : 0;
        m_runs->leaveSource(run, rank);
    }
    Q_EMIT told(tr("%n rank(s) back to digest", nullptr, left), false);
}

void SourceReader::start() {
    // Those of runs that were closed, or read anew with other ranks, while a search was under way.
    std::erase_if(m_wanted, [this](const RankRef &each) {
        const auto *run = m_workspace->run(each.run);
        return run == nullptr || run->capture(each.rank) == nullptr;
    });
    if (m_wanted.empty()) {
        return;
    }
    auto prefixes = m_settings->sourcePrefixes();
    if (m_tried) {
        std::erase_if(prefixes, [&](const PathPrefix &known) { return known.from == m_tried->from; });
        prefixes.push_back(*m_tried);
    }
    m_search.start(
        [workspace = m_workspace, wanted = m_wanted, prefixes = std::move(prefixes), program = programPath()](
            const std::stop_token &stop) { return look(*workspace, wanted, prefixes, program, stop); },
        [this](Findings findings) { take(std::move(findings)); });
    Q_EMIT told(tr("Looking for the source of %n rank(s)", nullptr, static_cast<int>(m_wanted.size())), false);
}

SourceReader::Findings SourceReader::look(const Workspace &workspace, const std::set<RankRef> &wanted,
                                          const std::vector<PathPrefix> &prefixes, const QString &program,
                                          const std::stop_token &stop) {
    Findings findings;
    for (const auto &[run, rank] : wanted) {
        const auto *of = workspace.run(run);
        const auto *capture = of == nullptr ? nullptr : of->capture(rank);
        if (capture == nullptr) {
            continue;
        }
        auto lent = lentRank(*of, *capture, sshAskVariables(program), stop);
        auto source = lent ? std::move(*lent) : findRankSource(*capture, prefixes, stop);
        if (!source) {
            findings.error = source.error();
            const auto note = digestNoteOf(capture->digest);
            findings.root = note ? note->root : std::string();
            findings.isElsewhere = lent.has_value();
            break;
        }
        findings.found.push_back({run, std::move(*source)});
    }
    return findings;
}

void SourceReader::take(Findings findings) {
    if (m_tried && !findings.found.empty()) {
        m_settings->addSourcePrefix(*m_tried);
        m_tried.reset();
    }
    for (auto &[run, source] : findings.found) {
        const RankRef rank{run, source.capture.rank};
        m_wanted.erase(rank);
        m_underWay[rank] = false;
        Q_EMIT told(tr("Reading rank %1 from %2").arg(rank.rank).arg(utf8Text(shownPath(source.capture.folder))),
                    false);
        m_runs->readSource(run, std::move(source));
    }
    if (!findings.error || m_wanted.empty()) {
        if (m_page != nullptr) {
            m_page->hide();
        }
        return;
    }
    const auto &error = *findings.error;
    const auto of = [&](const QString &text) { return text.arg(m_wanted.begin()->rank).arg(utf8Text(error.where)); };
    const auto trouble = findings.isElsewhere                ? utf8Text(errorLine(error))
                         : error.kind == ErrorKind::NotFound ? of(tr("Source of rank %1 not found: %2"))
                         : error.kind == ErrorKind::Changed
                             ? of(tr("Files of another profile found in place of rank %1: %2"))
                             : utf8Text(errorLine(error));
    Q_EMIT told(trouble, true);
    if (findings.isElsewhere) {
        m_wanted.clear();
        return;
    }
    if (m_page == nullptr) {
        m_page = new SourcePage(m_window);
        connect(m_page, &SourcePage::prefixGiven, this, [this](const PathPrefix &prefix) {
            m_tried = prefix;
            start();
        });
        connect(m_page, &SourcePage::givenUp, this, [this] {
            m_search.cancel();
            m_wanted.clear();
            m_tried.reset();
            Q_EMIT told({}, false);
        });
    }
    m_page->ask(trouble, utf8Text(findings.root));
}

void SourceReader::tellOutcome() {
    for (auto it = m_underWay.begin(); it != m_underWay.end();) {
        it = isToldOf(it->first, it->second) ? m_underWay.erase(it) : std::next(it);
    }
}

bool SourceReader::isToldOf(const RankRef &rank, bool &wasRead) {
    const auto *run = m_workspace->run(rank.run);
    const auto *capture = run == nullptr ? nullptr : run->capture(rank.rank);
    if (capture == nullptr) {
        return true;  // closed
    }
    if (capture->isFromSource()) {
        const bool isChanged = capture->log != nullptr && capture->log->count("source.changed") > 0;
        const auto text =
            isChanged ? tr("Rank %1 read from its source, which changed after it was digested: see Import log "
                           "in the bottom panel (Q)")
                            .arg(rank.rank)
                      : tr("Rank %1 read from its source: %2").arg(rank.rank).arg(utf8Text(shownPath(capture->folder)));
        Q_EMIT told(text, isChanged);
        return true;
    }
    const bool isRead = m_runs->isBeingRead(rank.run);
    const bool isOver = wasRead && !isRead;
    wasRead = wasRead || isRead;
    if (isOver) {
        Q_EMIT told(
            tr("Rank %1 could not be read from its source; its digest is shown. See Import log in the bottom panel (Q)")
                .arg(rank.rank),
            true);
    }
    return isOver;
}

/// The same slices, where they are read from other files now; until those are there they are remembered.
void SourceReader::carrySelection(const Workspace &before) {
    auto state = m_selection->state();
    std::map<SliceRef, SliceLikeness> gone;
    for (auto &item : state.items) {
        const auto *slice = std::get_if<SliceRef>(&item);
        if (slice == nullptr || m_workspace->trace(slice->run, slice->source) != nullptr) {
            continue;
        }
        const auto known = m_gone.find(*slice);
        const auto likeness = known != m_gone.end() ? std::optional(known->second) : likenessOf(before, *slice);
        if (const auto same = likeness ? sliceLike(*m_workspace, *likeness) : std::nullopt) {
            item = *same;
        } else if (likeness) {
            gone.emplace(*slice, *likeness);
        }
    }
    m_gone = std::move(gone);
    m_selection->set(std::move(state), m_chooser);
}

}  // namespace stagescope
