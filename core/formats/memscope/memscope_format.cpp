#include "core/formats/format_list.h"
#include "core/formats/memscope/memscope_assembly.h"
#include "core/formats/memscope/memscope_rows.h"

namespace stagescope {

namespace {

constexpr std::string_view kId = "memscope";

class MemscopeFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return kId; }
    [[nodiscard]] bool sniff(std::string_view /*fileName*/, std::string_view head) const override {
        return looksLikeMemscope(head);
    }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        if (control.depth != LoadDepth::Deep) {
            return {};
        }
        MemscopeAssembly assembly(file.path);
        auto status =
            readMemscope(file.path, sink.log(), control, [&](const MemscopeRow &row) { return assembly.take(row); });
        if (auto store = assembly.store(status.has_value(), sink.log(), control)) {
            sink.setSnapshot(std::move(store));
        } else if (control.stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", file.path);
        } else if (status) {
            return fail(ErrorKind::Malformed, "no row is about memory", file.path);
        }
        return status;
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef /*row*/) const override {
        return fail(ErrorKind::Unsupported, "a record of memory is kept whole", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeMemscopeFormat() { return std::make_unique<MemscopeFormat>(); }

}  // namespace stagescope
