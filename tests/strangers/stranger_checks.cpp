#include "tests/strangers/stranger_checks.h"

#include "core/analysis/overview/item_facts.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/item_ref.h"

#include <QtCore/QStringDecoder>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

namespace strangers {

using namespace stagescope;

namespace {

AnalysisInput inputFor(const Workspace &workspace, const AnalysisEntry &entry,
                       const std::map<std::string, std::string> &set = {}) {
    AnalysisInput input;
    input.workspace = &workspace;
    for (const auto &parameter : entry.parameters) {
        input.parameters[parameter.name] = parameter.defaultValue;
    }
    for (const auto &[name, value] : set) {
        input.parameters[name] = value;
    }
    return input;
}

const Workspace &workspaceFor(const Opened &opened, const AnalysisEntry &entry) {
    const bool isDeep =
        entry.depth == LoadDepth::Deep || (entry.needsDeep != nullptr && entry.needsDeep(*opened.shallow->mainRun()));
    return isDeep ? *opened.deep : *opened.shallow;
}

Result<ResultTable> tableOf(const Opened &opened, const std::string &id,
                            const std::map<std::string, std::string> &set = {}) {
    const auto *entry = analysisById(id);
    return entry->run(inputFor(workspaceFor(opened, *entry), *entry, set), {});
}

bool isUtf8(const std::string &text) {
    QStringDecoder decoder(QStringDecoder::Utf8, QStringConverter::Flag::Stateless);
    const QString decoded = decoder(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    return !decoder.hasError() && !decoded.isNull();
}

std::string troubleOf(const ColumnSpec &column, const Cell &cell, bool mayBeBelowZero) {
    if (const auto *text = std::get_if<std::string>(&cell)) {
        return column.type != ColumnType::Text ? "text in a column of numbers" : isUtf8(*text) ? "" : "not UTF-8";
    }
    if (std::holds_alternative<std::monostate>(cell)) {
        return "";
    }
    if (column.type == ColumnType::Text) {
        return "number in a column of texts";
    }
    const auto *real = std::get_if<double>(&cell);
    const double number = real != nullptr ? *real : static_cast<double>(std::get<std::int64_t>(cell));
    if (!std::isfinite(number)) {
        return "not a number";
    }
    // A share of a whole that is shown beside it; the sum of slices that lie over one another may exceed it elsewhere.
    constexpr double kRounding = 1e-6;
    if (column.name.ends_with("_share_percent") && column.name != "e2e_share_percent" &&
        column.name != "baseline_share_percent" && (number < -kRounding || number > 100 + kRounding)) {
        return "share outside 0 to 100 %: " + std::to_string(number);
    }
    if ((column.name.starts_with("duration_") || column.name == "count") && number < 0 && !mayBeBelowZero) {
        return "negative: " + std::to_string(number);
    }
    if (column.name == "sum_check_us" && number != 0) {
        return "does not add up: " + std::to_string(number);
    }
    return "";
}

std::string evidenceTrouble(const Workspace &workspace, const std::string &text) {
    const auto item = itemFromText(text);
    return !item ? "no name of an item: " + text : !itemFacts(workspace, *item) ? "not there: " + text : "";
}

void checkTable(const Workspace &workspace, const ResultTable &table, Troubles &troubles) {
    constexpr std::size_t kEvidenceRows = 3;
    // What these tables call "Other" is what remains, as their columns say.
    const bool mayBeBelowZero = table.id.starts_with("overall_");
    const auto say = [&](std::size_t row, const std::string &column, const std::string &what) {
        troubles.push_back(table.id + " row " + std::to_string(row) + ", " + column + ": " + what);
    };
    for (std::size_t row = 0; row < table.rows.size() && troubles.size() < 20; ++row) {
        if (table.rows[row].size() != table.columns.size()) {
            say(row, "cells", "not as many as columns");
            continue;
        }
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const auto &column = table.columns[i];
            if (auto what = troubleOf(column, table.rows[row][i], mayBeBelowZero); !what.empty()) {
                say(row, column.name, what);
            }
            const auto *text = std::get_if<std::string>(&table.rows[row][i]);
            if (row < kEvidenceRows && column.name.starts_with("evidence") && text != nullptr && !text->empty()) {
                if (auto what = evidenceTrouble(workspace, *text); !what.empty()) {
                    say(row, column.name, what);
                }
            }
        }
    }
}

double total(const ResultTable &table, const std::string &column) {
    double sum = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        sum += std::atof(table.text(row, column).c_str());
    }
    return sum;
}

/// All ranks together are compared: a rank whose number nothing tells may come under any free one.
class Facts {
public:
    Facts(const Profile &profile, const Opened &opened) : m_profile(profile), m_opened(opened) {}

    Troubles check() {
        if (m_profile.habits.layout == Layout::Snapshot) {
            checkSnapshot();
            return std::move(m_troubles);
        }
        checkKernels();
        checkTransfers();
        if (m_profile.habits.hasSteps && m_profile.habits.hasHost) {
            checkSteps();
        }
        if (m_profile.habits.layout == Layout::Kineto || m_profile.habits.optionalFiles == 100) {
            checkMemory();
        }
        return std::move(m_troubles);
    }

private:
    std::int64_t written(std::int64_t duration) const {
        return m_profile.habits.wholeMicroseconds && m_profile.habits.layout == Layout::Kineto ? duration / 1000 * 1000
                                                                                               : duration;
    }

    void expect(const std::string &what, double is, double should, double within) {
        if (std::abs(is - should) > within) {
            m_troubles.push_back(what + ": " + std::to_string(is) + ", written were " + std::to_string(should));
        }
    }

    /// What a rank's kernels lose since a stream of a GPU does one thing after the other: one that reaches over a whole
    /// later one ends where that begins, both by more than the microsecond that is lost to rounding.
    std::int64_t cutOf(const Rank &rank) const {
        constexpr std::int64_t kRounding = 1000;
        struct Work {
            std::int64_t begin, end;
        };
        std::map<int, std::vector<Work>> streams;
        for (const auto &kernel : rank.kernels) {
            const auto begin = written(kernel.begin);
            if (m_profile.habits.layout == Layout::Kineto && written(kernel.duration) > kRounding) {
                streams[kernel.stream].push_back({begin, begin + written(kernel.duration)});
            }
        }
        std::int64_t cut = 0;
        for (const auto &[stream, works] : streams) {
            for (auto work = works.begin(); work != works.end(); ++work) {
                const auto meets = [&](const Work &later) { return later.begin > work->begin + kRounding; };
                const auto next = std::find_if(std::next(work), works.end(), meets);
                const bool isOver = next != works.end() && next->begin + kRounding < work->end;
                cut += isOver && next->end + kRounding < work->end ? work->end - next->begin : 0;
            }
        }
        return cut;
    }

    void checkKernels() {
        double kernels = 0;
        double us = 0;
        double cut = 0;
        for (const auto &rank : m_profile.ranks) {
            for (const auto &kernel : rank.kernels) {
                ++kernels;
                us += static_cast<double>(written(kernel.duration)) / 1000;
            }
            cut += static_cast<double>(cutOf(rank)) / 1000;
        }
        const auto table = tableOf(m_opened, "kernel_stats", {{"by", "name"}});
        if (!table) {
            if (kernels > 0) {
                m_troubles.push_back("kernel_stats: " + table.error().detail);
            }
            return;
        }
        expect("kernels", total(*table, "count"), kernels, 0);
        expect("time of kernels, us", total(*table, "total_us"), us - cut, 0.01);
        const auto health = tableOf(m_opened, "trace_health");
        expect("time cut of kernels, us", health ? total(*health, "lost_us") : 0, cut, 0.01);
    }

    void checkTransfers() {
        double transfers = 0;
        double us = 0;
        for (const auto &rank : m_profile.ranks) {
            for (const auto &transfer : rank.transfers) {
                ++transfers;
                us += static_cast<double>(written(transfer.duration)) / 1000;
            }
        }
        auto table = tableOf(m_opened, "comm_summary");
        if (table) {
            std::erase_if(table->rows, [&](const auto &row) { return !cellText(row[table->indexOf("task")]).empty(); });
        }
        expect("transfers", table ? total(*table, "count") : 0, transfers, 0);
        expect("time of transfers, us", table ? total(*table, "total_us") : 0, us, 0.01);
    }

    void checkSteps() {
        double steps = 0;
        double us = 0;
        for (const auto &rank : m_profile.ranks) {
            for (const auto &step : rank.steps) {
                ++steps;
                us += static_cast<double>(written(step.end - step.begin)) / 1000;
            }
        }
        const auto table = tableOf(m_opened, "steps");
        expect("steps", table ? static_cast<double>(table->rows.size()) : 0, steps, 0);
        // Whole microseconds of begin and duration may lose one each.
        expect("time of steps, us", table ? total(*table, "duration_us") : 0, us,
               0.01 + (m_profile.habits.wholeMicroseconds ? 2 * steps : 0));
    }

    void checkSnapshot() {
        const auto events = tableOf(m_opened, "snapshot_events");
        expect("events", events ? static_cast<double>(events->rows.size()) : 0,
               static_cast<double>(m_profile.snapshot.events), 0);
        const auto peak = tableOf(m_opened, "snapshot_peak");
        expect("peak", peak ? total(*peak, "size_bytes") : 0, static_cast<double>(m_profile.snapshot.peak), 0);
    }

    void checkMemory() {
        double most = 0;
        for (const auto &rank : m_profile.ranks) {
            std::int64_t allocated = 0;
            for (const auto &point : rank.memory) {
                allocated = std::max(allocated, point.allocated);
            }
            most += static_cast<double>(allocated);
        }
        const auto table = tableOf(m_opened, "memory_peak");
        expect("peaks of memory", table ? total(*table, "allocated_bytes") : 0, most, 0);
    }

    const Profile &m_profile;
    const Opened &m_opened;
    Troubles m_troubles;
};

}  // namespace

Troubles troublesOfTables(const Opened &opened) {
    Troubles troubles;
    for (const auto &entry : analysisList()) {
        const auto &workspace = workspaceFor(opened, entry);
        const auto table = entry.run(inputFor(workspace, entry), {});
        if (table) {
            checkTable(workspace, *table, troubles);
        } else if (table.error().kind != ErrorKind::NotFound) {
            troubles.push_back(entry.id + ": " + table.error().detail);
        } else if (table.error().detail.empty()) {
            troubles.push_back(entry.id + " is empty without a reason");
        }
    }
    return troubles;
}

Troubles troublesOfLoading(const Habits &habits, const Run &run) {
    Troubles troubles;
    const auto look = [&](const ImportLog *log) {
        if (log == nullptr) {
            return;
        }
        for (const auto &entry : log->entries()) {
            const bool isCutStep = habits.cutLastStep && !entry.samples.empty() &&
                                   (entry.samples.front().where.find("STEP_TIME") != std::string::npos ||
                                    entry.samples.front().where.find("track Steps") != std::string::npos);
            if (entry.severity != Severity::Info && !isCutStep) {
                troubles.push_back(
                    entry.code + " in " + std::filesystem::path(entry.source).filename().string() + ": " +
                    (entry.samples.empty() ? "" : entry.samples.front().where + " " + entry.samples.front().detail));
            }
        }
    };
    for (const auto &capture : run.captures) {
        look(capture.log.get());
        if (capture.state == LoadState::Damaged) {
            troubles.push_back("damaged: rank " + std::to_string(capture.rank));
        }
    }
    return troubles;
}

Troubles troublesOfFacts(const Profile &profile, const Opened &opened) { return Facts(profile, opened).check(); }

std::string stateOfFolder(const std::string &folder) {
    namespace fs = std::filesystem;
    std::map<std::string, std::string> files;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        files[entry.path().string()] = entry.is_regular_file()
                                           ? std::to_string(entry.file_size()) + " " +
                                                 std::to_string(entry.last_write_time().time_since_epoch().count())
                                           : "folder";
    }
    std::string text;
    for (const auto &[path, state] : files) {
        text += path + " " + state + "\n";
    }
    return text;
}

}  // namespace strangers
