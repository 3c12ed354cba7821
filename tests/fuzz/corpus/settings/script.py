Uimport mindspore
p = profile(activities=[ProfilerActivity.CPU],
  schedule=torch_npu.profiler.schedule(wait=1, warmup=x, active=2, repeat=1),  # )
  on_trace_ready=tensor_board_trace_handler(r"./x\"), with_stack=True)
DynamicProfilerMonitor(cfg_path="a", poll_interval=0)
jit_level="O2"
