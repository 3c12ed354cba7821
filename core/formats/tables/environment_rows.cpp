#include "core/formats/tables/environment_rows.h"

#include "core/formats/io/json_values.h"

namespace stagescope {

void addMetadata(EnvironmentRows &rows, std::string_view key, simdjson::dom::element value) {
    if (key == "distributed_args" || key == "pp_info") {
        rows.add("parallel", flattened(value));
    } else if (key == "ENV_VARIABLES") {
        rows.add("environment", flattened(value));
    } else {
        rows.add("profiler", flattened(value, std::string(key)));
    }
}

}  // namespace stagescope
