#include "core/settings/snippets.h"

#include "core/base/text.h"

#include <QtCore/QtGlobal>

#include <array>
#include <cstdint>

namespace stagescope {

namespace {

constexpr std::string_view kMegatron =
    R"(# megatron/core/pipeline_parallel/schedules.py: ranges around forward and backward of each microbatch.
import torch_npu
from megatron.core.pipeline_parallel import schedules

def marked(name, function):
    def call(*args, **kwargs):
        mark = torch_npu.npu.mstx.range_start(str({"name": name}), torch_npu.npu.current_stream())
        try:
            return function(*args, **kwargs)
        finally:
            torch_npu.npu.mstx.range_end(mark)
    return call

schedules.forward_step = marked("forward_step", schedules.forward_step)
schedules.backward_step = marked("backward_step", schedules.backward_step)
)";

constexpr std::string_view kDualPipeV =
    R"(# mindspeed/core/pipeline_parallel/dualpipev/dualpipev_schedules.py: ranges around each part of the schedule.
import torch_npu
from mindspeed.core.pipeline_parallel.dualpipev import dualpipev_schedules as schedules
from mindspeed.core.pipeline_parallel.fb_overlap.modules.weight_grad_store import WeightGradStore

def marked(name, function):
    def call(*args, **kwargs):
        if name == "WeightGradStore.pop" and len(WeightGradStore.cache) == 0:
            return function(*args, **kwargs)  # nothing was put aside: no work, no range
        # An overlapped pair is a forward that was given the layers of a backward.
        own = {"name": "forward_backward_overlaping" if kwargs.get("extra_block_kwargs") is not None else name}
        if "current_microbatch" in kwargs:
            own["current_microbatch"] = kwargs["current_microbatch"]
        mark = torch_npu.npu.mstx.range_start(str(own), torch_npu.npu.current_stream())
        try:
            return function(*args, **kwargs)
        finally:
            torch_npu.npu.mstx.range_end(mark)
    return call

for name in ("forward_step_with_model_graph", "forward_step_no_model_graph", "backward_step_with_model_graph", "backward_step"):
    if hasattr(schedules, name):
        setattr(schedules, name, marked(name, getattr(schedules, name)))
WeightGradStore.pop = staticmethod(marked("WeightGradStore.pop", WeightGradStore.pop))
)";

constexpr std::string_view kPyTorch = R"(# Where the pipeline calls forward and backward of one microbatch.
import torch_npu

for microbatch in range({microbatches}):
    mark = torch_npu.npu.mstx.range_start(str({"name": "forward_step", "current_microbatch": microbatch}), torch_npu.npu.current_stream())
    loss = forward(microbatch)
    torch_npu.npu.mstx.range_end(mark)

    mark = torch_npu.npu.mstx.range_start(str({"name": "backward_step", "current_microbatch": microbatch}), torch_npu.npu.current_stream())
    loss.backward()
    torch_npu.npu.mstx.range_end(mark)
)";

constexpr std::string_view kMetadata =
    R"(# After prof.start(), on every rank: {microbatches} = global batch / (micro batch * dp).
import json
prof.add_metadata_json("pp_info", json.dumps({"pp_type": "1f1b", "microbatch_num": {microbatches}}))
prof.add_metadata_json("distributed_args", json.dumps({
    "tensor_model_parallel_size": {tp}, "pipeline_model_parallel_size": {pp}, "data_parallel_size": {dp},
    "world_size": torch.distributed.get_world_size(), "rank": torch.distributed.get_rank()}))
)";

constexpr std::string_view kProfiler =
    R"(# Records {active} steps after {skip_first}, one of warm-up; marks and communication included.
import torch_npu

prof = torch_npu.profiler.profile(
    activities=[torch_npu.profiler.ProfilerActivity.CPU, torch_npu.profiler.ProfilerActivity.NPU],
    schedule=torch_npu.profiler.schedule(wait=0, warmup=1, active={active}, repeat=1, skip_first={skip_first}),
    on_trace_ready=torch_npu.profiler.tensorboard_trace_handler("./profile"),
    experimental_config=torch_npu.profiler._ExperimentalConfig(
        profiler_level=torch_npu.profiler.ProfilerLevel.Level1,
        aic_metrics=torch_npu.profiler.AiCMetrics.PipeUtilization,
        export_type=[torch_npu.profiler.ExportType.Db],
        mstx=True))
prof.start()
for step in range(steps):  # at least {needed}
    train_step()
    prof.step()
prof.stop()
)";

constexpr std::string_view kMindSpore =
    R"(# MindSpore: a callback of Model.train that records {active} steps after {skip_first}.
import mindspore
from mindspore.profiler import AicoreMetrics, ProfilerActivity, ProfilerLevel, profile, tensorboard_trace_handler
from mindspore.profiler import _ExperimentalConfig

class ProfilerCallback(mindspore.Callback):
    def __init__(self, first={first}, last={last}):
        super().__init__()
        self.first, self.last = first, last
        self.prof = profile(
            activities=[ProfilerActivity.CPU, ProfilerActivity.NPU], start_profile=False,
            on_trace_ready=tensorboard_trace_handler("./profile"),
            experimental_config=_ExperimentalConfig(
                profiler_level=ProfilerLevel.Level1, aic_metrics=AicoreMetrics.PipeUtilization, mstx=True))

    def on_train_step_begin(self, run_context):
        if run_context.original_args().cur_step_num == self.first:
            self.prof.start()

    def on_train_step_end(self, run_context):
        if run_context.original_args().cur_step_num == self.last:
            self.prof.stop()

model.train(epochs, dataset, callbacks=[ProfilerCallback()])
)";

constexpr std::string_view kMindSporeDynamic =
    R"(# MindSpore: settings can be changed while the job runs; profiler_config.json lies in ./cfg_path.
from mindspore.profiler import DynamicProfilerMonitor

monitor = DynamicProfilerMonitor(cfg_path="./cfg_path", output_path="./profile")
for step in range(steps):  # at least {last}
    train(net)
    monitor.step()
)";

constexpr std::string_view kMemory = R"(# A memory snapshot; on GPUs torch.cuda.memory instead of torch_npu.npu.memory.
import torch_npu

torch_npu.npu.memory._record_memory_history(max_entries=1000000)  # before the model is made
for step in range({active}):
    train_step()
torch_npu.npu.memory._dump_snapshot(f"snapshot_{rank}.pickle")
torch_npu.npu.memory._record_memory_history(enabled=None)
)";

constexpr std::string_view kGpu =
    R"(# torch.profiler on GPUs: record_function marks what its trace shows, NVTX what Nsight shows.
import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule, tensorboard_trace_handler

with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
             schedule=schedule(wait=0, warmup=1, active={active}, repeat=1, skip_first={skip_first}),
             on_trace_ready=tensorboard_trace_handler("./profile"), record_shapes=True) as prof:
    for step in range(steps):  # at least {needed}
        for microbatch in range({microbatches}):
            with record_function(f"forward_step {microbatch}"), torch.cuda.nvtx.range(f"forward_step {microbatch}"):
                loss = forward(microbatch)
            with record_function(f"backward_step {microbatch}"), torch.cuda.nvtx.range(f"backward_step {microbatch}"):
                loss.backward()
        prof.step()
)";

constexpr auto kSnippets = std::to_array<Snippet>({
    {"megatron", QT_TRANSLATE_NOOP("Message", "mstx ranges for forward and backward (Megatron, MindSpeed)"), kMegatron},
    {"dualpipev", QT_TRANSLATE_NOOP("Message", "mstx ranges for the phases of MindSpeed DualPipeV"), kDualPipeV},
    {"pytorch", QT_TRANSLATE_NOOP("Message", "mstx ranges for a custom training loop"), kPyTorch},
    {"metadata", QT_TRANSLATE_NOOP("Message", "schedule, microbatches and parallel sizes as profile metadata"),
     kMetadata},
    {"profiler", QT_TRANSLATE_NOOP("Message", "start, step and stop of the torch_npu profiler"), kProfiler},
    {"mindspore", QT_TRANSLATE_NOOP("Message", "MindSpore: callback that starts and stops the profiler"), kMindSpore},
    {"mindspore_dynamic", QT_TRANSLATE_NOOP("Message", "MindSpore: DynamicProfilerMonitor (profiler_config.json)"),
     kMindSporeDynamic},
    {"memory", QT_TRANSLATE_NOOP("Message", "allocator history and snapshot"), kMemory},
    {"gpu", QT_TRANSLATE_NOOP("Message", "torch.profiler, record_function and NVTX (GPU)"), kGpu},
});

constexpr auto kNumbers = std::to_array<SnippetNumber>({
    {"pp", "1", QT_TRANSLATE_NOOP("Message", "pipeline stages")},
    {"tp", "1", QT_TRANSLATE_NOOP("Message", "tensor-parallel size")},
    {"dp", "1", QT_TRANSLATE_NOOP("Message", "replicas")},
    {"global_batch", "8", QT_TRANSLATE_NOOP("Message", "samples per step (all replicas)")},
    {"micro_batch", "1", QT_TRANSLATE_NOOP("Message", "samples per microbatch")},
    {"microbatches", "", QT_TRANSLATE_NOOP("Message", "microbatches per step and replica")},
    {"active", "2", QT_TRANSLATE_NOOP("Message", "steps to record")},
    {"skip_first", "10", QT_TRANSLATE_NOOP("Message", "steps to skip first")},
});

using Numbers = std::map<std::string, std::int64_t, std::less<>>;

Result<Numbers> readNumbers(const std::map<std::string, std::string> &told) {
    constexpr std::int64_t kMost = 1'000'000'000;
    Numbers numbers;
    for (const auto &number : kNumbers) {
        if (const auto usual = wholeNumber<std::int64_t>(number.usual)) {
            numbers[std::string(number.name)] = *usual;
        }
    }
    for (const auto &[name, text] : told) {
        const auto value = wholeNumber<std::int64_t>(text);
        const bool isKnown = numbers.contains(name) || name == "microbatches";
        const auto least = name == "skip_first" ? 0 : 1;
        if (!isKnown || !value || *value < least || *value > kMost) {
            return fail(ErrorKind::BadArgument,
                        !isKnown ? "is no number of a snippet" : "'" + text + "' is no such number", name);
        }
        numbers[name] = *value;
    }
    return numbers;
}

std::string filledWith(std::string_view text, const Numbers &numbers) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
        const auto found =
            end == std::string_view::npos ? numbers.end() : numbers.find(text.substr(at + 1, end - at - 1));
        result += found == numbers.end() ? std::string(1, text[at]) : std::to_string(found->second);
        at = found == numbers.end() ? at + 1 : end + 1;
    }
    return result;
}

}  // namespace

std::span<const Snippet> snippetList() { return kSnippets; }
std::span<const SnippetNumber> snippetNumbers() { return kNumbers; }

Result<std::string> snippetText(const Snippet &snippet, const std::map<std::string, std::string> &told) {
    ASSIGN_OR_RETURN(auto numbers, readNumbers(told));
    const auto of = [&](const char *name) { return numbers.find(name)->second; };
    if (!numbers.contains("microbatches")) {
        const auto replicas = of("micro_batch") * of("dp");
        if (of("global_batch") % replicas != 0) {
            return fail(ErrorKind::BadArgument,
                        std::to_string(of("global_batch")) +
                            " is no multiple of micro_batch * dp = " + std::to_string(replicas),
                        "global_batch");
        }
        numbers.emplace("microbatches", of("global_batch") / replicas);
    }
    numbers.emplace("needed", of("skip_first") + 1 + of("active"));
    numbers.emplace("first", of("skip_first") + 1);
    numbers.emplace("last", of("skip_first") + of("active"));
    return filledWith(snippet.text, numbers);
}

}  // namespace stagescope
