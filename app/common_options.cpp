#include "app/common_options.h"

namespace stagescope {

namespace {

OptionSpec common(OptionSpec option) {
    option.isCommon = true;
    return option;
}

}  // namespace

OptionSpec baselineOption() { return common({"--baseline", "PATH", "baseline run"}); }
OptionSpec ranksSpec(const std::string &name) { return common({name, "LIST", "only these ranks, e.g. 0,2,4-7"}); }
OptionSpec stepSpec() { return common({"--step", "N", "only this step, e.g. 13"}); }
OptionSpec stepRangeSpec() { return common({"--steps", "N[-M]", "only these steps, e.g. 13 or 13-15"}); }
OptionSpec rangeOption() {
    return common({"--range", "A:B",
                   "only this time range, from the first event: 12ms:40ms, 1.5s:, :300us (anything that overlaps it)"});
}
OptionSpec groupOption() {
    return common({"--group", "G", "only this pipeline group, e.g. 'pp(0,2)'; names: table pipeline_cells"});
}

}  // namespace stagescope
