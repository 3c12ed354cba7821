#pragma once

#include "core/formats/format_list.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace stagescope {

/// Lets as many files be read as there are permits; the others wait, as on a very slow disk.
struct ReadGate {
    std::atomic<int> permits{0};
    std::atomic<int> waiting{0};

    /// False when the load was stopped meanwhile.
    bool pass(const LoadControl &control) {
        ++waiting;
        bool mine = false;
        while (!mine && !control.stop.stop_requested()) {
            int free = permits.load();
            mine = free > 0 && permits.compare_exchange_strong(free, free - 1);
            if (!mine) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        }
        --waiting;
        return mine && control.checkpoint();
    }
};

/// A real reader behind a gate.
class GatedFormat : public Format {
public:
    GatedFormat(const Format &inner, ReadGate *gate) : m_inner(inner), m_gate(gate) {}

    [[nodiscard]] std::string_view id() const override { return m_inner.id(); }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view head) const override {
        return m_inner.sniff(fileName, head);
    }
    [[nodiscard]] bool recognises(const std::string &path, std::string_view head,
                                  const std::stop_token &stop) const override {
        return m_inner.recognises(path, head, stop);
    }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        if (m_gate != nullptr && !m_gate->pass(control)) {
            return fail(ErrorKind::Cancelled, "stopped", file.path);
        }
        return m_inner.load(file, sink, control);
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        return m_inner.details(file, row);
    }

private:
    const Format &m_inner;
    ReadGate *m_gate;
};

/// All real readers, the one named `gated` behind the gate.
inline std::vector<std::unique_ptr<Format>> gatedFormats(ReadGate &gate, std::string_view gated) {
    std::vector<std::unique_ptr<Format>> formats;
    for (const auto &format : formatList()) {
        formats.push_back(std::make_unique<GatedFormat>(*format, format->id() == gated ? &gate : nullptr));
    }
    return formats;
}

}  // namespace stagescope
