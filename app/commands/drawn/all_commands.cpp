#include "app/command_list.h"

#include <iterator>

namespace stagescope {

std::vector<Command> allCommands() {
    std::vector<Command> commands{makeOpenCommand(),     makeShotCommand(),   makeReportCommand(),
                                  makeScheduleCommand(), makeBundleCommand(), makeRunsCommand()};
    auto data = dataCommands();
    commands.insert(commands.begin() + 1, std::make_move_iterator(data.begin()), std::make_move_iterator(data.end()));
    return commands;
}

}  // namespace stagescope
