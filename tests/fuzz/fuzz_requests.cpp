#include "core/base/text.h"
#include "core/settings/request_text.h"
#include "core/settings/setting_check.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <tuple>

using namespace stagescope;

/// The first line is a new value, the rest a request of msMonitor.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const auto end = std::min(text.find('\n'), text.size());
    const std::string request(text.substr(std::min(end + 1, text.size())));
    const auto read = readRequestText(request);
    if (!read) {
        return 0;
    }
    for (const auto kind : {SettingKind::MsMonitor, SettingKind::MsMonitorMindSpore}) {
        const auto &program = settingProgram(kind);
        std::ignore = dynoCommand(checkSettings(kind, typedRequest(program, read->root), {}));
        for (const std::string_view key : {program.keys.front().path, program.keys.back().path}) {
            TextNode value;
            value.type = NodeType::Text;
            value.text = text.substr(0, end);
            const auto changed = requestWithValue(request, key, value);
            const auto again = changed ? readRequestText(*changed) : read;
            const auto *node = again ? again->root.member(key) : nullptr;
            if (changed && (node == nullptr || node->text != trimmed(requestOf(value)))) {
                std::abort();  // what was written is not there
            }
        }
    }
    return 0;
}
