#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/perfetto/perfetto_packets.h"
#include "core/formats/perfetto/perfetto_reader.h"

namespace stagescope {

namespace {

class PerfettoFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "perfetto"; }

    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view head) const override {
        constexpr std::size_t kEnough = 8;  // of a file whose name says nothing
        const bool isNamed = contains(fileName, "pftrace") || contains(fileName, "perfetto");
        return looksLikePerfetto(head, isNamed ? 1 : kEnough);
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        return control.depth == LoadDepth::Deep ? readPerfetto(file, sink, control) : Status{};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        return readPerfettoEvent(file, row.row);
    }
};

}  // namespace

std::unique_ptr<Format> makePerfettoFormat() { return std::make_unique<PerfettoFormat>(); }

}  // namespace stagescope
