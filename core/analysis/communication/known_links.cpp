#include "core/analysis/communication/known_links.h"

#include "core/analysis/run/store_identity.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <tuple>

namespace stagescope {

namespace {

/// All that the links come from: stores, and groups as the metadata tells them.
struct LinksKey {
    StoreIdentity stores;
    std::vector<std::tuple<std::string, std::string, std::vector<int>>> groups{};
    bool operator==(const LinksKey &) const = default;
};

LinksKey keyOf(const Run &run) {
    LinksKey key;
    key.stores.add(run);
    for (const auto &group : run.groups) {
        key.groups.emplace_back(group.id, group.name, group.ranks);
    }
    return key;
}

struct Memo {
    struct Entry {
        LinksKey key;
        std::weak_ptr<const KnownLinks> links;
    };
    std::mutex mutex;
    std::vector<Entry> entries;
};

}  // namespace

std::shared_ptr<const KnownLinks> knownLinks(const Run &run, const std::stop_token &stop) {
    static Memo memo;
    auto key = keyOf(run);
    {
        const std::lock_guard lock(memo.mutex);
        std::erase_if(memo.entries, [](const Memo::Entry &entry) { return entry.links.expired(); });
        for (const auto &entry : memo.entries) {
            if (auto links = entry.links.lock(); links != nullptr && entry.key == key) {
                return links;
            }
        }
    }
    auto links = std::make_shared<const KnownLinks>(
        KnownLinks{commMatrix(run, CommSource::Any, stop), commGroups(run, CommSource::Any, stop)});
    if (stop.stop_requested()) {
        return std::make_shared<const KnownLinks>();
    }
    const std::lock_guard lock(memo.mutex);
    memo.entries.push_back({std::move(key), links});
    return links;
}

}  // namespace stagescope
