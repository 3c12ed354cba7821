#include "core/formats/format_list.h"
#include "core/formats/xplane/xplane_index.h"
#include "core/formats/xplane/xplane_reader.h"

namespace stagescope {

namespace {

class XPlaneFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "xplane"; }

    [[nodiscard]] bool sniff(std::string_view /*fileName*/, std::string_view head) const override {
        return looksLikeXSpace(head);
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        return control.depth == LoadDepth::Shallow ? readXPlaneHead(file, sink, control)
                                                   : readXPlane(file, sink, control);
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        return readXPlaneEvent(file, row.row);
    }
};

}  // namespace

std::unique_ptr<Format> makeXPlaneFormat() { return std::make_unique<XPlaneFormat>(); }

}  // namespace stagescope
