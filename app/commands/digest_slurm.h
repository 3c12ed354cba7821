#pragma once

#include "app/command_line.h"
#include "core/export/digest/digest_folder.h"

#include <string>
#include <vector>

namespace stagescope {

/// --slurm and what belongs to it.
[[nodiscard]] std::vector<OptionSpec> slurmOptions();

/// `digest --slurm`: has an array of Slurm write the digests of `listed` that `folder` lacks, follows it to its end and
/// tells which shards failed, with the ends of their logs. Of an array that an earlier call submitted and that has not
/// ended it submits no second one. Beside `folder`, in FOLDER.slurm: the script, the logs and the number of the array.
/// Gives the exit code: 0, 1 where shards lost data, 2 where some were not done. Blocks.
[[nodiscard]] int digestOnSlurm(const Arguments &arguments, const Run &listed, DigestChoice choice,
                                const std::string &folder);

}  // namespace stagescope
