#include "core/session/discovery/file_signatures.h"

#include "core/base/io/database_head.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/name_pattern.h"
#include "core/session/discovery/other_programs.h"
#include "core/session/discovery/rank_names.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

namespace stagescope {

namespace {

struct SignedFile {
    std::string name;  ///< in lower case, without .gz and .zst
    std::string_view head;
};

bool hasName(const SignedFile &file, std::initializer_list<std::string_view> patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](std::string_view pattern) { return fitsPattern(pattern, file.name); });
}

bool isPointer(const SignedFile &file) { return file.head.starts_with("version https://git-lfs.github.com/spec/"); }

/// A mark of the byte order, or a bracket of JSON in four bytes. Other files begin with small numbers, too.
bool isQuadrupled(const SignedFile &file) {
    const auto first = file.head.substr(0, 4);
    return first == std::string_view("\xff\xfe\0\0", 4) || first == std::string_view("\0\0\xfe\xff", 4) ||
           first == std::string_view("{\0\0\0", 4) || first == std::string_view("[\0\0\0", 4) ||
           first == std::string_view("\0\0\0{", 4) || first == std::string_view("\0\0\0[", 4);
}
/// A mark of the byte order, or every second byte of a JSON text 0.
bool isWide(const SignedFile &file) {
    const auto &head = file.head;
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) {
        return true;
    }
    constexpr std::size_t kLeast = 8;
    const auto isText = [&](std::size_t from) {
        for (std::size_t i = 0; i < kLeast; ++i) {
            if ((head[i] == '\0') != (i % 2 != from)) {
                return false;
            }
        }
        return true;
    };
    return head.size() >= kLeast && (isText(0) || isText(1));
}

/// What torch.save writes: an archive with data.pkl in it, or a pickle that begins with a magic number.
bool isTensors(const SignedFile &file) {
    constexpr std::string_view kOldMagic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 14);
    const bool isZip = file.head.starts_with("PK\x03\x04");
    return file.head.starts_with(kOldMagic) || (isZip && contains(file.head.substr(0, 512), "/data.pkl")) ||
           hasName(file, {"*.safetensors"});
}

bool isArrays(const SignedFile &file) {
    return file.head.starts_with("\x93NUMPY") ||
           (file.head.starts_with("PK\x03\x04") && contains(file.head.substr(0, 512), ".npy"));
}

bool isArchive(const SignedFile &file) {
    constexpr std::size_t kTarMark = 257;
    constexpr auto kBegins =
        std::to_array<std::string_view>({"PK\x03\x04", "PK\x05\x06", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07",
                                         std::string_view("\xfd"
                                                          "7zXZ\0",
                                                          6),
                                         "BZh", "\x04\x22\x4d\x18", "MSCF"});
    return startsWithAny(file.head, kBegins) || hasName(file, {"*.br", "*.lzma"}) ||
           (file.head.size() > kTarMark && file.head.substr(kTarMark).starts_with("ustar"));
}

bool isWebPage(const SignedFile &file) {
    const auto begin = lowerCase(firstText(file.head).substr(0, 64));
    return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

/// "<Error><Code>AccessDenied</Code>...": what an object store answers in place of a file.
bool isServerAnswer(const SignedFile &file) {
    const auto text = firstText(file.head).substr(0, 512);
    const auto begin = text.starts_with("<?xml") ? text.find("?>") : 0;
    return begin != std::string_view::npos && text.starts_with('<') && contains(text.substr(begin), "<Error>") &&
           contains(text.substr(begin), "<Code>");
}

/// The page that export_memory_timeline writes to a name in .html: one picture.
bool isMemoryPicture(const SignedFile &file) {
    return isWebPage(file) && contains(file.head, "<title>GPU Memory Timeline HTML</title>");
}

bool isDatabaseWith(const SignedFile &file, std::initializer_list<std::string_view> tables) {
    return file.head.starts_with(kDatabaseMagic) && containsAny(file.head, tables);
}
bool isNsysReport(const SignedFile &file) { return hasName(file, {"*.nsys-rep", "*.qdrep", "*.qdstrm"}); }
bool isKernelReport(const SignedFile &file) { return hasName(file, {"*.ncu-rep", "*.nsight-cuprof-report"}); }
bool isRocprof(const SignedFile &file) {
    const auto line = file.head.substr(0, file.head.find('\n'));
    return contains(line, "Agent_Id") || contains(line, "\"gpu-id\"") || contains(line, "Correlation_Id") ||
           contains(line, "\"Domain\",\"Function\"");
}
bool isRpd(const SignedFile &file) { return isDatabaseWith(file, {"rocpd_"}); }

/// Where a reader took the file, nobody asks.
bool isNamedXPlane(const SignedFile &file) { return !file.head.empty() && hasName(file, {"*.xplane.pb"}); }
bool isNamedPerfetto(const SignedFile &file) {
    return !file.head.empty() && hasName(file, {"*.pftrace", "*.perfetto-trace", "*.perfetto_trace", "*.perfetto"});
}

bool isExecutionTrace(const SignedFile &file) {
    return !file.head.empty() && hasName(file, {"*.chakra", "*.#.et", "chakra_trace.#*", "*.et"});
}

/// Events of a trace, each on a line of its own and nothing around them.
bool isTraceLines(const SignedFile &file) {
    const auto text = firstText(file.head);
    const auto end = text.find('\n');
    const auto first = trimmed(text.substr(0, end));
    const auto rest = end == std::string_view::npos ? std::string_view{} : firstText(text.substr(end));
    return first.starts_with("{") && first.ends_with("}") && contains(first, "\"ph\"") && rest.starts_with("{") &&
           !contains(first, "\"traceEvents\"");
}

/// RLConfig.json of MindStudio Insight: which ranges are tasks of which roles.
bool isRoleSettings(const SignedFile &file) {
    const auto begin = firstText(file.head).substr(0, 4096);
    return begin.starts_with('{') && contains(begin, "\"taskName\"") && contains(begin, "\"roleName\"") &&
           !contains(begin, "\"traceEvents\"");
}

bool isOtherDatabase(const SignedFile &file) { return file.head.starts_with(kDatabaseMagic); }

/// What trace-cmd records: trace.dat.
bool isKernelTrace(const SignedFile &file) { return file.head.starts_with("\x17\x08\x44tracing"); }
bool isUnfinished(const SignedFile &file) {
    return hasName(file, {"*.crdownload", "*.part", "*.partial", "*.filepart", "*.aria2", "*.opdownload", "*.json.tmp",
                          "*.json.gz.tmp"});
}
/// Behind the layers that are taken off before anybody looks.
bool isPackedTooOften(const SignedFile &file) {
    return file.head.starts_with("\x1f\x8b") || file.head.starts_with("\x28\xb5\x2f\xfd");
}

std::string otherProfiler(const SignedFile &file) { return std::string(profilerOf(file.name, file.head)); }
std::string otherFormat(const SignedFile &file) { return std::string(formatOfOther(file.name, file.head)); }
bool isOfOtherProfiler(const SignedFile &file) { return !otherProfiler(file).empty(); }
bool isOfOtherFormat(const SignedFile &file) { return !otherFormat(file).empty(); }

std::string sizeInPointer(const SignedFile &file);

struct SignatureRow {
    FileSignature signature;
    bool (*fits)(const SignedFile &file);
    std::string (*detail)(const SignedFile &file) = nullptr;
};
// The first row that fits decides.
constexpr auto kSignatureRows = std::to_array<SignatureRow>({
    {{"discovery.git_lfs", "A pointer of Git LFS, the data (%1) is not here: git lfs pull", FileSignature::Of::Stand},
     &isPointer,
     &sizeInPointer},
    {{"discovery.utf32", "A text in UTF-32, UTF-8 is expected: iconv -f UTF-32 -t UTF-8 FILE > NEW",
      FileSignature::Of::Stand},
     &isQuadrupled},
    {{"discovery.utf16", "A text in UTF-16, UTF-8 is expected: iconv -f UTF-16 -t UTF-8 FILE > NEW",
      FileSignature::Of::Stand},
     &isWide},
    {{"discovery.memory_picture",
      "Memory timeline as HTML (export_memory_timeline) is an image without values. Export it as .json.gz or "
      ".raw.json.gz"},
     &isMemoryPicture},
    {{"discovery.kernel_trace",
      "A binary trace of the Linux kernel (trace-cmd): convert it with trace-cmd report FILE > NEW.txt and open that"},
     &isKernelTrace},
    {{"discovery.web_page", "A page of HTML in place of the file: download the file itself (behind a login?)",
      FileSignature::Of::Stand},
     &isWebPage},
    {{"discovery.server_answer",
      "An error message of a server in place of the file: fetch the file again, with access to it",
      FileSignature::Of::Stand},
     &isServerAnswer},
    {{"discovery.saved_tensors", "Tensors or weights that torch.save wrote, not a profile",
      FileSignature::Of::Neighbour},
     &isTensors},
    {{"discovery.saved_arrays", "Arrays of NumPy, not a profile", FileSignature::Of::Neighbour}, &isArrays},
    {{"discovery.half_fetched", "A file that is not complete: wait until it is written, or fetch it again"},
     &isUnfinished},
    {{"discovery.packed_too_often", "Compressed more than twice: decompress it, gzip -dc FILE > NEW",
      FileSignature::Of::Stand},
     &isPackedTooOften},
    {{"discovery.other_profiler", "Output of %1 is not read here: record with torch.profiler"},
     &isOfOtherProfiler,
     &otherProfiler},
    {{kArchiveSignature, "An archive that is not read here: unpack it and open its contents", FileSignature::Of::Stand},
     &isArchive},
    {{"discovery.nsys_report",
      "A report of Nsight Systems in its own closed form: nsys export --type sqlite FILE, then open the .sqlite file"},
     &isNsysReport},
    {{"discovery.ncu_report", "A report of Nsight Compute, which is not read: it has counters of kernels, no timeline"},
     &isKernelReport},
    {{"discovery.rpd",
      "A database of rocmProfileData (RPD): convert it with rpd2tracing.py FILE NEW.json and open that"},
     &isRpd},
    {{"discovery.rocprof", "Output of rocprof that is not read: record with rocprofv3 --output-format rocpd or json"},
     &isRocprof},
    {{"discovery.xplane", "Named like an XPlane file of JAX or TensorFlow, but its content is no XPlane protobuf",
      FileSignature::Of::Stand},
     &isNamedXPlane},
    {{"discovery.perfetto", "Named like a Perfetto trace, but its content is no Perfetto protobuf",
      FileSignature::Of::Stand},
     &isNamedPerfetto},
    {{"discovery.execution_trace", "Named like an execution trace of Chakra, but its content is no Chakra protobuf",
      FileSignature::Of::Stand},
     &isExecutionTrace},
    {{"discovery.trace_lines", "Trace events as JSON lines, one list of them is expected: jq -s . FILE > NEW.json"},
     &isTraceLines},
    {{"discovery.role_settings",
      "Names of roles and tasks of reinforcement learning for MindStudio Insight, no profile: open the folder of the "
      "profiles",
      FileSignature::Of::Neighbour},
     &isRoleSettings},
    {{"discovery.other_format", "%1 file, not a profile", FileSignature::Of::Neighbour},
     &isOfOtherFormat,
     &otherFormat},
    {{"discovery.other_database", "A database of another program, not of a profiler that is read here",
      FileSignature::Of::Neighbour},
     &isOtherDatabase},
});

/// What holds no trace though its name says so, where nothing else is known.
constexpr FileSignature kNoTraceOfRank{"discovery.no_trace_of_rank",
                                       "Named like the trace of a rank, but it is not. It starts with: %1",
                                       FileSignature::Of::Stand};
constexpr FileSignature kNoJson{"discovery.no_json", "Named like JSON, but it is not. It starts with: %1",
                                FileSignature::Of::Neighbour};
constexpr FileSignature kOtherJson{"discovery.other_json", "JSON without a list of trace events. Its members: %1",
                                   FileSignature::Of::Neighbour};

constexpr auto kSignatures = [] {
    std::array<FileSignature, kSignatureRows.size() + 3> all{kNoTraceOfRank, kNoJson, kOtherJson};
    std::transform(kSignatureRows.begin(), kSignatureRows.end(), all.begin() + 3,
                   [](const SignatureRow &row) { return row.signature; });
    return all;
}();

/// Names under which such files come beside those that other_programs.h knows; others are looked at only where they are
/// opened by themselves.
constexpr auto kSignedNames = std::to_array<std::string_view>({
    "*.nsys-rep",
    "*.qdrep",
    "*.qdstrm",
    "*.ncu-rep",
    "*.sqlite",
    "*.sqlite3",
    "*.db",
    "*.db3",
    "*.rpd",
    "*.zip",
    "*.tar",
    "*.tgz",
    "*.7z",
    "*.rar",
    "*.xz",
    "*.bz2",
    "*.tbz2",
    "*.txz",
    "*.lz4",
    "*.cab",
    "*.pftrace",
    "*.perfetto-trace",
    "*.perfetto_trace",
    "*.perfetto",
    "*.et",
    "*.chakra",
    "*.pt",
    "*.pth",
    "*.ckpt",
    "*.safetensors",
    "*.npz",
    "*.npy",
    "nccl_trace*",
    "*_trace_rank_#*",
    "*_dump_#",
    "*flight_record*",
    "*fr_trace*",
    "*.raw",
    "*.html",
    "*.htm",
    "*_trace.csv",
    "*_stats.csv",
    "*agent_info.csv",
    "*results.csv",
    "events.out.tfevents.*",
    "perf.data*",
    "*.speedscope",
    "*.parquet",
    "*.h5",
    "*.hdf5",
    "*.arrow",
    "*.feather",
    "*.wandb",
    "*.pdf",
    "*.xml",
    "*.ipynb",
    "core",
    "core.#",
    "*.folded",
    "*.collapsed",
    "metrics.csv",
    "*history*.csv",
    "wandb_export*.csv",
    "*smi*.csv",
    "*.json.#",
    "*.br",
    "*.lzma",
    "*.tmp",
    "*.gzip",
    "profile",
    "*.crdownload",
    "*.part",
    "*.partial",
    "*.filepart",
    "*.aria2",
    "*.opdownload",
    "*memscope*.csv",
    "*memory_compare*.csv",
    "*counter_collection*.csv",
    "*leaks_dump*.csv",
    "*ftrace*",
    "*.ftrace",
    "*trace*.txt",
    "*trace*.log",
    "*sched*.txt",
    "*sched*.log",
    "*perf*.txt",
    "*.systrace",
    "trace",
    "trace.dat",
    "*.trace",
    "*.pickle",
    "*.pkl",
    "*.bin",
    "*.log",
    "*.out",
    "*.err",
    "*.report",
    "log",
    "stdout",
    "stderr",
    "*.jsonl",
});

/// In one line, and no half of a character at the end.
std::string beginOf(std::string_view text, std::size_t most) {
    std::string begin(text.substr(0, most));
    while (text.size() > most && !begin.empty() && (static_cast<unsigned char>(begin.back()) & 0x80U) != 0) {
        begin.pop_back();
    }
    std::ranges::replace_if(
        begin, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return begin + (text.size() > begin.size() ? "..." : "");
}

/// Names of the first members of the outermost object, of a list those of its first element: "a, b, c".
std::string membersIn(std::string_view text) {
    constexpr std::size_t kMost = 3;
    std::string members;
    std::size_t found = 0;
    int depth = 0;
    for (std::size_t at = text.starts_with('[') ? 1 : 0; at < text.size() && found < kMost; ++at) {
        depth += text[at] == '{' || text[at] == '[' ? 1 : text[at] == '}' || text[at] == ']' ? -1 : 0;
        if (depth == 0 && text[at] == '}') {
            break;
        }
        if (text[at] != '"') {
            continue;
        }
        const auto begin = at + 1;
        for (at = begin; at < text.size() && text[at] != '"'; ++at) {
            at += text[at] == '\\' ? 1 : 0;
        }
        const auto behind = std::min(text.find_first_not_of(kBlanks, std::min(at + 1, text.size())), text.size());
        if (depth == 1 && behind < text.size() && text[behind] == ':') {
            members += (found++ == 0 ? "" : ", ") + std::string(text.substr(begin, std::min(at, text.size()) - begin));
        }
    }
    return found == 0 ? "-" : members;
}

std::string sizeInPointer(const SignedFile &file) {
    const auto &head = file.head;
    const auto at = head.find("\nsize ");
    const auto digits = at == std::string_view::npos ? std::string_view{} : head.substr(at + 6);
    const auto size = wholeNumber<std::uint64_t>(trimmed(digits.substr(0, digits.find('\n'))));
    if (!size) {
        return "?";
    }
    constexpr std::uint64_t kKilo = 1000;
    std::uint64_t unit = 1;
    std::string_view name = "B";
    for (const std::string_view next : {"kB", "MB", "GB", "TB"}) {
        if (*size / unit < kKilo) {
            break;
        }
        unit *= kKilo;
        name = next;
    }
    const auto tenths = *size / unit * 10 + *size % unit * 10 / unit;
    const auto decimal = unit == 1 ? std::string() : "." + std::to_string(tenths % 10);
    return std::to_string(tenths / 10) + decimal + " " + std::string(name);
}

}  // namespace

std::span<const FileSignature> fileSignatures() { return kSignatures; }

const FileSignature *signatureByCode(std::string_view code) {
    const auto it = std::find_if(kSignatures.begin(), kSignatures.end(),
                                 [code](const FileSignature &signature) { return signature.code == code; });
    return it == kSignatures.end() ? nullptr : &*it;
}

std::optional<UnreadFile> unreadFile(std::string_view path, std::string_view head) {
    const SignedFile file{lowerCase(unpackedName(lastPart(path))), head};
    const auto row = std::find_if(kSignatureRows.begin(), kSignatureRows.end(),
                                  [&](const SignatureRow &known) { return known.fits(file); });
    if (row == kSignatureRows.end()) {
        return std::nullopt;
    }
    return UnreadFile{signatureByCode(row->signature.code), row->detail == nullptr ? "" : row->detail(file)};
}

std::optional<UnreadFile> unreadJson(std::string_view path, std::string_view head) {
    constexpr std::size_t kShown = 40;
    const auto text = firstText(head);
    const auto name = lastPart(path);
    if (text.empty() || !lowerCase(unpackedName(name)).ends_with(".json")) {
        return std::nullopt;
    }
    // "404.json" is no rank.
    const bool isRank = tellsPlace(name) || (rankInFileName(name) && !isBareNumber(name.substr(0, name.find('.'))));
    const bool isJson = text.starts_with('{') || text.starts_with('[');
    if (isRank || !isJson) {
        return UnreadFile{signatureByCode((isRank ? kNoTraceOfRank : kNoJson).code), beginOf(text, kShown)};
    }
    return UnreadFile{signatureByCode(kOtherJson.code), membersIn(text)};
}

bool looksLikeTrace(std::string_view path, std::string_view head) {
    const auto text = firstText(head);
    const bool hasEvents = (text.starts_with('{') && contains(text, "\"traceEvents\"")) ||
                           (text.starts_with('[') && contains(text, "\"ph\"") && contains(text, "\"ts\""));
    return hasEvents && !unreadFile(path, head);
}

bool maySign(std::string_view name) {
    const auto lower = lowerCase(unpackedName(name));
    // Dumps of flight recorders are called as their users wish, with the rank behind it.
    const bool isNumbered = !lower.empty() && isDigit(lower.back()) && !contains(lower, ".");
    return isNumbered || mayBeOfOther(lower) ||
           std::any_of(kSignedNames.begin(), kSignedNames.end(),
                       [&](std::string_view pattern) { return fitsPattern(pattern, lower); });
}

std::string unreadSentence(std::string_view code, std::string_view detail) {
    const auto *signature = signatureByCode(code);
    std::string text(signature == nullptr ? "" : signature->sentence);
    if (const auto at = text.find("%1"); at != std::string::npos) {
        text.replace(at, 2, detail);
    }
    return text;
}

}  // namespace stagescope
