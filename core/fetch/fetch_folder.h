#pragma once

#include "core/base/io/leftover.h"
#include "core/fetch/fetch_plan.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// Lies in a folder that fetch fills: of which remote folder it is, what was asked for, each file that was needed with
/// its bytes, time and hash there, what was left out and why.
inline constexpr const char *kFetchManifest = "fetch_manifest.json";

/// Where fetched files go. They arrive in a folder beside it, "DIR.fetching", and get their place one by one when they
/// are whole, so that nothing in DIR is ever half of a file; what has its place stays, whatever happens. "DIR.fetching"
/// is removed by the destructor and when a signal ends the program, and one that a killed program left is taken over.
/// One thread; two processes never fill the same folder.
class FetchFolder {
public:
    /// `folder` need not exist. `source`: the remote folder. Errors: BadArgument where something lies there that fetch
    /// did not bring from `source`, or another fetch fills it; NoPermission, ReadFailed.
    [[nodiscard]] static Result<std::unique_ptr<FetchFolder>> open(const std::string &folder,
                                                                   const std::string &source);
    ~FetchFolder();
    FetchFolder(const FetchFolder &) = delete;
    FetchFolder &operator=(const FetchFolder &) = delete;

    /// Where files are to arrive, by their names.
    [[nodiscard]] const std::filesystem::path &arrivals() const { return m_arrivals->path(); }
    /// Tells what is going to be here. To be called before the first file arrives.
    [[nodiscard]] Status begin(const FetchPlan &plan, const SlimChoice &choice);
    /// Whether it has its place already, as it is in the listing: of that size and hash, or, where the listing has no
    /// hash, of that size and time (to a second, which is what some stores keep). Reads the file for its hash.
    [[nodiscard]] bool holds(const RemoteFile &file) const;
    /// Gives a file that has arrived its place. Links in DIR are not
    /// followed. Errors: Changed where it is not what the listing tells, BadArgument where a link is in the way,
    /// ReadFailed.
    [[nodiscard]] Status accept(const RemoteFile &file);
    /// Bytes that the disk has left.
    [[nodiscard]] std::uint64_t room() const;

private:
    FetchFolder(std::filesystem::path folder, std::string source, std::unique_ptr<Leftover> arrivals, int lock);
    [[nodiscard]] std::filesystem::path placeOf(const RemoteFile &file) const;

    std::filesystem::path m_folder;
    std::string m_source;
    int m_lock;
    std::unique_ptr<Leftover> m_arrivals;
    std::string m_base;  ///< FetchPlan::base
};

}  // namespace stagescope
