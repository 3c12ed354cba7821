#include "core/session/discovery/source_choice.h"

#include "core/base/io/byte_source.h"
#include "core/base/io/database_head.h"
#include "core/base/natural_order.h"
#include "core/base/path_text.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>

namespace stagescope {

namespace {

/// Files that are read together or not at all.
struct Family {
    FileKind kind = FileKind::Unknown;
    std::string_view stamp;
    bool operator==(const Family &) const = default;
};

/// The time of an export stands before the ending (msprof_20240101120000.json); before CANN 7 the number of an
/// iteration did, and all iterations belong together.
Family familyOf(const FileSource &file) {
    constexpr std::size_t kDigitsOfTime = 8;
    const auto name = lastPart(file.path);
    const auto kind = knownFile(name).kind;
    const auto number = isTimeline(kind) ? numberBeforeEnding(name) : std::string_view{};
    const bool isIteration =
        (kind == FileKind::MsprofTrace || kind == FileKind::KernelSummary || kind == FileKind::KernelTasks) &&
        number.size() < kDigitsOfTime;
    return {kind, isIteration ? std::string_view{} : number};
}

/// FileKind lists the timeline kinds in order of preference; newer exports win.
bool isBetter(const Family &a, bool aSound, const Family &b, bool bSound) {
    if (aSound != bSound) {
        return aSound;
    }
    return a.kind != b.kind ? a.kind < b.kind : naturalLess(b.stamp, a.stamp);
}

constexpr std::string_view kKernelTimeline = "kernel_details";
constexpr std::string_view kKernelTable = "kernel_table";

/// The best of the families that `wanted` accepts; Unknown when there is none.
Family bestFamily(const std::vector<FileSource> &files, bool (*wanted)(FileKind)) {
    Family best;
    bool bestSound = false;
    for (const auto &file : files) {
        const auto family = familyOf(file);
        if (!wanted(family.kind)) {
            continue;
        }
        const bool sound = soundness(file).has_value();
        if (best.kind == FileKind::Unknown || isBetter(family, sound, best, bestSound)) {
            best = family;
            bestSound = sound;
        }
    }
    return best;
}

/// A trace as text lacks what the table of kernels says of shapes and units; a database has it all.
void chooseFamily(std::vector<FileSource> &files, const Family &family) {
    const bool lacksKernels = family.kind == FileKind::TraceView || family.kind == FileKind::MsprofTrace;
    const auto kernels = lacksKernels ? bestFamily(files, &isKernelTable) : Family{};
    for (auto &file : files) {
        const auto own = familyOf(file);
        if (isTimeline(own.kind)) {
            file.chosen = own == family || own == kernels;
        }
        if (isKernelTable(own.kind) && !file.format.empty()) {
            file.format = own == family || !lacksKernels ? kKernelTimeline : kKernelTable;
        }
    }
}

}  // namespace

Status soundness(const FileSource &file) {
    const auto kind = familyOf(file).kind;
    if (!isTimeline(kind)) {
        return {};
    }
    if (file.size == 0) {
        return fail(ErrorKind::Truncated, "the file is empty", file.path);
    }
    if (kind != FileKind::FrameworkDb && kind != FileKind::MsprofDb) {
        return {};
    }
    const auto source = ByteSource::open(file.path);  // unpacks
    std::array<char, kDatabaseMagic.size()> head{};
    const auto got = source ? (*source)->read(0, head) : tl::make_unexpected(source.error());
    return got && std::string_view(head.data(), *got) == kDatabaseMagic
               ? Status{}
               : Status(fail(ErrorKind::Malformed, "is not an SQLite database", file.path));
}

void chooseBest(std::vector<FileSource> &files) {
    const auto candidates = std::count_if(files.begin(), files.end(),
                                          [](const FileSource &file) { return isTimeline(familyOf(file).kind); });
    if (candidates < 2) {
        return;
    }
    chooseFamily(files, bestFamily(files, &isTimeline));
}

bool chooseInstead(std::vector<FileSource> &files, SourceId source) {
    const auto it = std::find_if(files.begin(), files.end(), [&](const FileSource &file) { return file.id == source; });
    const bool tellsTimeline = it != files.end() && it->chosen && it->format != kKernelTable;
    if (it == files.end() || tellsTimeline || !isTimeline(familyOf(*it).kind)) {
        return false;
    }
    // The families hold views into the paths, which do not move here.
    chooseFamily(files, familyOf(*it));
    return true;
}

}  // namespace stagescope
