#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// A kind of file that nothing here reads and that people open all the same.
struct FileSignature {
    std::string_view code;  ///< of the import log
    /// One English sentence: what it is and what to do; %1 stands for UnreadFile::detail. Its translation is the text
    /// of "import." + code (a test compares them).
    const char *sentence;
    enum class Of : std::uint8_t {
        Profile,   ///< a profile in a form that is not read
        Stand,     ///< what stands in the place of a file: data are missing where the name is that of a profile's
        Neighbour  ///< what often lies beside profiles
    };
    Of of = Of::Profile;
};

/// The code of archives, of all but those that torch.save and NumPy write.
inline constexpr std::string_view kArchiveSignature = "discovery.archive";
/// The code of what only has the name of a rank's trace.
inline constexpr std::string_view kNoTraceSignature = "discovery.no_trace_of_rank";

/// THE table of signatures.
[[nodiscard]] std::span<const FileSignature> fileSignatures();
/// Null: no signature has that code.
[[nodiscard]] const FileSignature *signatureByCode(std::string_view code);

/// What a file is that nothing here reads.
struct UnreadFile {
    const FileSignature *signature = nullptr;  ///< of the table
    std::string detail{};                      ///< a size, a program, the begin of a text; mostly empty
};
/// By its first bytes, else by its name. `head`: decompressed, as much as there is of it; 64 KiB tell all signatures
/// apart, and of databases a megabyte. Nothing for what may be a profile, and for what nobody knows.
[[nodiscard]] std::optional<UnreadFile> unreadFile(std::string_view path, std::string_view head);
/// What a file in *.json holds in place of a trace, where no reader takes it and unreadFile knows nothing.
[[nodiscard]] std::optional<UnreadFile> unreadJson(std::string_view path, std::string_view head);
/// Whether it begins like a trace of JSON and is complete as far as its name tells, whatever its name is.
[[nodiscard]] bool looksLikeTrace(std::string_view path, std::string_view head);
/// Whether a file of that name that no reader takes is worth a look at its first bytes.
[[nodiscard]] bool maySign(std::string_view name);
/// The sentence with its detail, for the command line; empty when no signature has that code.
[[nodiscard]] std::string unreadSentence(std::string_view code, std::string_view detail);

}  // namespace stagescope
