#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Names of the folders from the opened path (not included) down to `folder`; empty for the opened path itself. They
/// are parts of `folder`, which outlives them.
[[nodiscard]] std::vector<std::string_view> foldersBelow(std::string_view root, std::string_view folder);
std::vector<std::string_view> foldersBelow(std::string_view root, std::string &&folder) = delete;
/// The folder below `root` that a capture's host is told by: the deepest above the capture that names neither a rank,
/// a place, a role nor a capture. Empty when there is none.
[[nodiscard]] std::string_view hostFolder(std::string_view root, const RankCapture &capture);

/// The folder below which a run lies: its path, or what a pattern at its end (run_pattern.h) chooses from: "*" in the
/// last part any text, "{a,b/c}" one of these names and of what lies in them.
[[nodiscard]] std::string openedFolder(std::string_view path);
/// Whether a pattern chooses what lies at a path below the opened folder, something above it or something in it.
/// O(length).
[[nodiscard]] bool isChosenBy(std::string_view pattern, std::string_view path);
[[nodiscard]] bool isPattern(std::string_view path);

/// Whether a capture is one file among others, by which it is named, and not a folder of its own.
[[nodiscard]] bool isOneFile(const RankCapture &capture);
/// What the name of a capture says beside its rank: "start2_stop5", "DECODE". Empty when there is nothing.
[[nodiscard]] std::string captureName(std::string_view root, const RankCapture &capture);
/// How a graph was captured, beside its execution.
[[nodiscard]] bool isOfGraph(const RankCapture &capture);
/// Host and process of a trace that a handler named by them (processInName), else empty: the number alone of a process
/// within a file (FileSource::process) says nothing about other files.
[[nodiscard]] std::string_view processOf(const RankCapture &capture);

/// Sorts captures by (rank, time of the capture, path), gives labels where a rank has several, and renews the index of
/// sources. Time is the stamp in the names of all captures of the rank, else the time of their files. Where ranks share
/// names of captures (start2_stop5 of rank0_start2_stop5 ...), the one that most ranks have, the later of two, is put
/// last on each of them, so that it is in use: two ranks are not compared across captures. Captures of graphs come
/// first. Run::wantedCapture, where a
/// rank has it, takes its place. O(n log n).
void arrangeCaptures(Run &run);
/// The capture that is to be looked at in place of the common one, by its name (start8_stop10); empty = the common one.
/// Of the whole process, for all that is opened; set it before.
void setWantedCapture(std::string name);
/// Leaves the captures of that name; ranks that have none of it go with the others: nothing is compared across
/// captures. BadArgument, naming those there are, where no rank has it. After arrangeCaptures.
[[nodiscard]] Status keepWantedCapture(Run &run);
/// Adds discovery.duplicate_rank for ranks whose captures lie on different hosts: numbers that are local to a host, or
/// runs mixed in one folder.
void logDuplicateRanks(const Run &run, ImportLog &log);

/// After ranks of captures changed: order, labels, the ranks of snapshots in their folders and the duplicates in the
/// log follow.
void followRanks(Run &run);

}  // namespace stagescope
