#include "core/export/redaction/redactor.h"

#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/words/resource_texts.h"
#include "core/export/redaction/setting_values.h"
#include "core/export/redaction/text_forms.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace stagescope {

namespace {

/// Whether a word, in small letters, is one of the field: of operators, kernels, libraries, settings and of what this
/// program says (resources/words). Such words name no person, machine or project. O(1).
bool isPublicWord(std::string_view word) {
    static const auto words = [] {
        std::unordered_set<std::string_view> result;
        for (const auto list : resourceTexts("words")) {
            for (std::size_t at = 0; at < list.size();) {
                const auto end = std::min(list.find_first_of(" \n", at), list.size());
                result.insert(list.substr(at, end - at));
                at = end + 1;
            }
        }
        return result;
    }();
    return words.contains(word);
}

constexpr std::string_view kWithheld = "(withheld)";

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool isUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

/// A stretch of a word: digits, or letters as CamelCase divides them ("s", "16816", "gemm"; "HTTP", "Server").
struct Piece {
    std::string_view text;
    bool isNumber = false;
    bool isPublic = false;
};

std::size_t pieceEnd(std::string_view word, std::size_t at) {
    auto end = at + 1;
    if (!isLetter(word[at])) {
        while (end < word.size() && !isLetter(word[end])) {
            ++end;
        }
        return end;
    }
    while (end < word.size() && isUpper(word[at]) && isUpper(word[end])) {
        ++end;
    }
    const bool isAbbreviation = end - at > 1;
    if (isAbbreviation) {  // its last letter begins the next word, if there is one
        return end < word.size() && isLetter(word[end]) ? end - 1 : end;
    }
    while (end < word.size() && isLetter(word[end]) && !isUpper(word[end])) {
        ++end;
    }
    return end;
}

std::vector<Piece> piecesOf(std::string_view word) {
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < word.size();) {
        const auto end = pieceEnd(word, at);
        Piece piece{word.substr(at, end - at)};
        piece.isNumber = !isLetter(word[at]);
        piece.isPublic = piece.isNumber || piece.text.size() == 1 || isPublicWord(lowerCase(piece.text));
        pieces.push_back(piece);
        at = end;
    }
    return pieces;
}

/// Of public pieces alone; single letters and digits make up whatever one likes ("4f2e"), so that few of them stand
/// together, or a known word beside them ("s16816gemm", "f32", "128x128").
bool isHarmless(const std::vector<Piece> &pieces) {
    std::size_t letters = 0;
    std::size_t digits = 0;
    bool hasWord = false;
    bool isSize = true;
    for (const auto &piece : pieces) {
        if (!piece.isPublic) {
            return false;
        }
        digits += piece.isNumber ? piece.text.size() : 0;
        letters += !piece.isNumber && piece.text.size() == 1 ? 1 : 0;
        hasWord = hasWord || (!piece.isNumber && piece.text.size() > 1);
        isSize = isSize && (piece.isNumber || piece.text == "x");
    }
    const bool isShort = (letters == 1 && digits <= 3) || (letters == 2 && digits <= 1);  // "f32", "p2p"
    return letters == 0 || isSize || (hasWord ? letters <= 2 : isShort);
}

bool isOfAscii(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

bool isOfPublicWords(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::max(wordEnd(text, at), at + 1);
        const auto word = text.substr(at, end - at);
        if (isWordByte(text, at) &&
            !(isOfAscii(word) && (isPublicWord(lowerCase(word)) || isHarmless(piecesOf(word))))) {
            return false;
        }
        at = end;
    }
    return true;
}

/// Of communication groups as frameworks call them: these say what a group is for, not whose it is.
bool isUsualGroup(std::string_view name) {
    static constexpr std::array<std::string_view, 53> kWords{"default",    "group",
                                                             "groups",     "name",
                                                             "world",      "local",
                                                             "hccl",       "nccl",
                                                             "gloo",       "tp",
                                                             "dp",         "pp",
                                                             "cp",         "ep",
                                                             "mp",         "sp",
                                                             "etp",        "edp",
                                                             "tcp",        "exp",
                                                             "embd",       "embedding",
                                                             "position",   "with",
                                                             "without",    "intra",
                                                             "inter",      "expert",
                                                             "model",      "tensor",
                                                             "data",       "pipeline",
                                                             "context",    "sequence",
                                                             "parallel",   "partial",
                                                             "send",       "recv",
                                                             "overlap",    "ulysses",
                                                             "ring",       "cpu",
                                                             "p2p",        "last",
                                                             "collective", "communication",
                                                             "total",      "op",
                                                             "info",       "all",
                                                             "rank",       "ranks",
                                                             "comm"};
    std::string word;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const auto c = i < name.size() ? name[i] : '_';
        if (isLetter(c)) {
            word += lowerCase(c);
        } else if (!word.empty()) {
            if (std::find(kWords.begin(), kWords.end(), word) == kWords.end()) {
                return false;
            }
            word.clear();
        }
    }
    return true;
}

bool isNumber(std::string_view text) { return std::all_of(text.begin(), text.end(), &isDigit) && text.size() < 8; }

/// What profilers call their folders and traces after: "HOST_4711_20241122101112123_ascend_pt",
/// "HOST_4711.1732270272123.pt.trace.json". Empty: nothing.
std::string_view hostOf(std::string_view part) {
    const auto back = [&part](auto is) {
        std::size_t count = 0;
        while (!part.empty() && is(part.back())) {
            part.remove_suffix(1);
            ++count;
        }
        return count;
    };
    const auto cut = [&part](std::string_view end) {
        const bool ends = part.ends_with(end);
        part.remove_suffix(ends ? end.size() : 0);
        return ends;
    };
    const auto trace = part.find(".pt.trace.json");
    part = part.substr(0, trace);
    const bool isFolder = cut("_ascend_pt") || cut("_ascend_ms");
    const bool isNamed = (isFolder && back(&isDigit) >= 12 && cut("_")) ||
                         (!isFolder && trace != std::string_view::npos && back(&isDigit) >= 10 && cut("."));
    return isNamed && back(&isDigit) > 0 && cut("_") && !part.starts_with("rank") ? part : std::string_view{};
}

}  // namespace

/// Words that are not public, with their numbers, in the order in which they came.
class Redactor::StandIns {
public:
    std::string of(std::string_view word) {
        const std::lock_guard lock(m_mutex);
        const auto [it, isNew] = m_numbers.try_emplace(lowerCase(word), m_numbers.size() + 1);
        return "name" + std::to_string(it->second);
    }
    /// A word as it may be seen.
    std::string shown(std::string_view word) {
        if (isPublicWord(lowerCase(word))) {
            return std::string(word);
        }
        if (!isOfAscii(word)) {
            return of(word);
        }
        const auto pieces = piecesOf(word);
        if (isHarmless(pieces)) {
            return std::string(word);
        }
        // Of "ZebraTransformerLayer" the known words stay; with digits among them it may be anything.
        const auto isKnown = [](const Piece &piece) { return piece.isPublic && piece.text.size() > 3; };
        const bool isOfLetters = std::none_of(pieces.begin(), pieces.end(), [](const auto &p) { return p.isNumber; });
        if (!isOfLetters || std::none_of(pieces.begin(), pieces.end(), isKnown)) {
            return of(word);
        }
        std::string result;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto *begin = pieces[i].text.data();
            if (isKnown(pieces[i])) {
                result += pieces[i].text;
                continue;
            }
            while (i + 1 < pieces.size() && !isKnown(pieces[i + 1])) {
                ++i;
            }
            const auto *end = pieces[i].text.data() + pieces[i].text.size();
            result += of({begin, static_cast<std::size_t>(end - begin)});
        }
        return result;
    }

private:
    std::mutex m_mutex;
    std::unordered_map<std::string, std::size_t> m_numbers;
};

Redactor::~Redactor() = default;
Redactor::Redactor(Redactor &&) noexcept = default;
Redactor &Redactor::operator=(Redactor &&) noexcept = default;

Redactor::Redactor(const Workspace &workspace) : m_words(std::make_unique<StandIns>()) {
    for (std::size_t i = 0; i < workspace.runs.size(); ++i) {
        addHosts(workspace.runs[i]);
        addPaths(workspace.runs[i], i + 1);
        addGroups(workspace.runs[i]);
    }
    addThisMachine();
    std::stable_sort(m_runs.begin(), m_runs.end(),
                     [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
}

void Redactor::addName(std::string_view name, std::string_view kind, int &count) {
    count += m_names.add(name, std::string(kind) + std::to_string(count + 1)) ? 1 : 0;
}

void Redactor::addHost(std::string_view name) {
    const auto before = m_hosts;
    addName(name, "host-", m_hosts);
    const auto label = name.substr(0, name.find('.'));
    if (m_hosts > before && !std::all_of(label.begin(), label.end(), &isDigit)) {
        m_names.add(label, "host-" + std::to_string(m_hosts));
    }
}

void Redactor::addHostOfPath(std::string_view path) {
    for (std::size_t at = 0; at < path.size();) {
        const auto end = std::min(path.find_first_of("/\\", at), path.size());
        if (const auto host = hostOf(path.substr(at, end - at)); !host.empty()) {
            addHost(host);
        }
        at = end + 1;
    }
}

/// The folder of a user, which is its name.
void Redactor::addUsers(std::string_view text) {
    for (const std::string_view homes : {"home", "users"}) {
        const auto lower = lowerCase(text);
        for (auto at = lower.find(homes); at != std::string::npos; at = lower.find(homes, at + 1)) {
            const auto name = at + homes.size() + 1;
            const bool isFolder = at > 0 && name < text.size() && contains("/\\", {&text[at - 1], 1}) &&
                                  contains("/\\", {&text[name - 1], 1});
            if (isFolder) {
                const auto end = text.find_first_of("/\\\"',;:)]<> \t\r\n", name);
                addName(text.substr(name, std::min(end, text.size()) - name), "user-", m_users);
            }
        }
    }
}

void Redactor::addGroup(std::string_view name) {
    if (!isUsualGroup(name)) {
        addName(name, "group-", m_groups);
    }
}

void Redactor::addHosts(const Run &run) {
    addUsers(run.path);
    addHostOfPath(run.path);
    for (const auto &capture : run.captures) {
        addHost(capture.host);
        addUsers(capture.folder);
        addHostOfPath(capture.folder);
        for (const auto &file : capture.files) {
            addHostOfPath(file.path);
        }
        for (const auto &fact : recordsOf<EnvironmentRecord>(capture)) {
            addUsers(fact.value);
            if (settingNamesHost(fact.key) && !isNumber(fact.value)) {
                addHost(fact.value);
            }
        }
    }
}

void Redactor::addGroups(const Run &run) {
    for (const auto &group : run.groups) {
        addGroup(group.id);
        addGroup(group.name);
    }
    // Other tables call other things a group: a kind of communication, a kind of kernel.
    static const std::map<TableKind, std::vector<const char *>> columns{{TableKind::Groups, {"key", "name", "hash"}},
                                                                        {TableKind::CommOps, {"group"}},
                                                                        {TableKind::CommTimes, {"group"}},
                                                                        {TableKind::CommBandwidths, {"group"}},
                                                                        {TableKind::CommLinks, {"group"}}};
    const auto addTable = [this](const TableStore &table) {
        const auto named = columns.find(table.kind());
        for (const auto *column : named == columns.end() ? std::vector<const char *>{} : named->second) {
            const auto *texts = table.texts(column);
            for (const auto &text : texts == nullptr ? std::vector<std::string>{} : texts->values) {
                addGroup(text);
            }
        }
    };
    for (const auto &capture : run.captures) {
        for (const auto &source : capture.loaded) {
            for (const auto &table : source.tables) {
                addTable(*table);
            }
        }
    }
    for (const auto &table : run.clusterTables) {
        addTable(*table);
    }
}

void Redactor::addPaths(const Run &run, std::size_t number) {
    const auto standIn = "run-" + std::to_string(number);
    if (run.path.size() > 1) {
        m_runs.emplace_back(lowerCase(run.path), standIn);
    }
    // A folder that is called after nothing ("profile", "rank0") is no name.
    for (const std::string_view name : {std::string_view(run.label), lastPart(run.path)}) {
        if (!isOfPublicWords(name)) {
            m_names.add(name, standIn);
        }
    }
}

void Redactor::addThisMachine() {
    if (const auto *user = std::getenv("USER"); user != nullptr && !isPublicWord(lowerCase(user))) {
        m_names.add(user, "user");
    }
    std::array<char, 256> host{};
    if (gethostname(host.data(), host.size() - 1) == 0 && !isPublicWord(lowerCase(host.data()))) {
        m_names.add(host.data(), "this-host");
    }
}

std::size_t Redactor::runAt(std::string_view text, std::size_t at, std::string &standIn) const {
    for (const auto &[path, name] : m_runs) {
        const bool isLongEnough = text.size() - at >= path.size() && lowerCase(text[at]) == path.front();
        if (isLongEnough && (at + path.size() == text.size() || !isWordByte(text, at + path.size())) &&
            lowerCase(text.substr(at, path.size())) == path) {
            standIn = name;
            return path.size();
        }
    }
    return 0;
}

std::string Redactor::redact(std::string_view text) const {
    std::string result;
    std::string standIn;
    for (std::size_t at = 0; at < text.size();) {
        if (const auto size = runAt(text, at, standIn); size > 0) {
            result += standIn;
            at += size;
            continue;
        }
        const bool isWord = isWordByte(text, at);
        if (const auto name = isWord ? m_names.at(text, at) : std::nullopt) {
            result += name->standIn;
            at += name->size;
            continue;
        }
        if (const auto form = formAt(text, at)) {
            result += form->standIn;
            at += form->size;
            continue;
        }
        const auto end = isWord ? wordEnd(text, at) : at + std::max<std::size_t>(markSize(text, at), 1);
        const auto piece = text.substr(at, end - at);
        result += isWord ? m_words->shown(piece) : std::string(piece);
        at = end;
    }
    return result;
}

std::string Redactor::redactSetting(std::string_view section, std::string_view key, std::string_view value) const {
    return settingMayBeShown(section, key) ? redact(value) : std::string(value.empty() ? value : kWithheld);
}

}  // namespace stagescope
