#include "core/remote/remote_stream.h"
#include "core/session/remote_address.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>

using namespace stagescope;

namespace {

bool leadsElsewhere(const std::string &name) {
    const auto path = '/' + name + '/';
    return name.front() == '/' || path.find("/../") != std::string::npos;
}

}  // namespace

/// What another machine answers, in pieces of the size that the first byte says: names that lead elsewhere, and files
/// of another size than was promised, or of more than there is room for, are never heard. The same bytes as a request
/// and as an address.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::size_t piece = data[0] + std::size_t{1};
    const std::string_view text(reinterpret_cast<const char *>(data) + 1, size - 1);
    constexpr std::uint64_t kRoom = 1000;
    std::uint64_t all = 0;
    std::uint64_t left = 0;
    bool isInFile = false;
    RemoteReader reader(
        "0.1.0",
        {.progress = [](std::size_t, std::size_t) {},
         .begin =
             [&](const std::string &name, std::uint64_t promised, std::uint64_t from) {
                 all += promised;
                 if (isInFile || !isRemoteName(name) || leadsElsewhere(name) || from > promised || all > kRoom) {
                     std::abort();
                 }
                 left = promised - from;
                 isInFile = true;
                 return Status();
             },
         .bytes =
             [&](std::string_view bytes) {
                 if (!isInFile || bytes.size() > left) {
                     std::abort();
                 }
                 left -= bytes.size();
                 return Status();
             },
         .finish =
             [&] {
                 if (!isInFile || left != 0) {
                     std::abort();
                 }
                 isInFile = false;
                 return Status();
             },
         .same =
             [](const std::string &name) {
                 if (!isRemoteName(name)) {
                     std::abort();
                 }
                 return Status();
             }},
        {.bytes = kRoom});
    Status status;
    for (std::size_t at = 0; at < text.size() && status; at += piece) {
        status = reader.take(text.substr(at, piece));
    }
    if (reader.isEnded() && isInFile) {
        std::abort();
    }
    if (const auto request = decodeRemoteRequest(text);
        request && decodeRemoteRequest(encodeRemoteRequest(*request)).value() != *request) {
        std::abort();
    }
    if (const auto address = remoteAddress(text);
        address && (address->host.front() == '-' || remoteAddress(addressText(*address)) != address)) {
        std::abort();
    }
    return 0;
}
