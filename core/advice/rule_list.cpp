#include "core/advice/rule_list.h"

namespace stagescope {

const std::vector<Rule> &ruleList() {
    static const std::vector<Rule> list = {
        makeStageImbalanceRule(),
    };
    return list;
}

}  // namespace stagescope
