#include "core/store/bundle/bundle_notes.h"

#include "core/base/io/mark_file.h"
#include "core/store/bundle/bundle_bytes.h"
#include "core/store/bundle/bundle_file.h"

#include <filesystem>

namespace stagescope {

Result<std::vector<TimeMark>> marksOfRun(const std::string &runPath) {
    std::error_code error;
    const auto bundle =
        std::filesystem::exists(marksPath(runPath), error) ? tl::make_unexpected(Error{}) : BundleFile::open(runPath);
    if (!bundle || !bundle->has(kBundledMarks)) {
        return readMarks(runPath);
    }
    const auto text = bundle->part(kBundledMarks);
    return text ? parseMarks(*text, runPath) : tl::make_unexpected(text.error());
}

std::string encodePlace(const BundlePlace &place) {
    BundleWriter out;
    out.text(place.view);
    out.text(place.item);
    if (place.range) {
        out.signedNumber(ns(place.range->begin));
        out.signedNumber(ns(place.range->end));
    }
    return out.take();
}

std::optional<BundlePlace> decodePlace(std::string_view bytes) {
    BundleReader in(bytes);
    BundlePlace place;
    place.view = in.text();
    place.item = in.text();
    if (!in.atEnd()) {
        const auto begin = in.signedNumber();
        const auto end = in.signedNumber();
        place.range = {alignedTime(begin), alignedTime(end)};
    }
    const bool isPlace = in.isSound() && in.atEnd() && (!place.range || place.range->begin < place.range->end);
    return isPlace ? std::optional(std::move(place)) : std::nullopt;
}

std::optional<BundlePlace> placeOfBundle(const std::string &path) {
    const auto bundle = BundleFile::open(path);
    const auto bytes = bundle && bundle->has(kBundledPlace) ? bundle->part(kBundledPlace)
                                                            : Result<std::string>(tl::make_unexpected(Error{}));
    return bytes ? decodePlace(*bytes) : std::nullopt;
}

}  // namespace stagescope
