<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Collect</name>
    <message>
        <source>MindSpeed-MM: tools.json</source>
        <translation>MindSpeed-MM：tools.json</translation>
    </message>
    <message>
        <source>torch_npu: profiler_config.json</source>
        <translation>torch_npu：profiler_config.json</translation>
    </message>
    <message>
        <source>MindSpore: profiler_config.json</source>
        <translation>MindSpore：profiler_config.json</translation>
    </message>
    <message>
        <source>MindSpore: MS_PROFILER_OPTIONS</source>
        <translation>MindSpore：MS_PROFILER_OPTIONS</translation>
    </message>
    <message>
        <source>schedule() of a script</source>
        <translation>脚本中的 schedule()</translation>
    </message>
    <message>
        <source>PyTorch: torch.profiler</source>
        <translation>PyTorch：torch.profiler</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>被忽略</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>被替换</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>无法采集</translation>
    </message>
    <message>
        <source>MindSpeed-MM FSDP: YAML</source>
        <translation>MindSpeed-MM FSDP：YAML</translation>
    </message>
    <message>
        <source>torch_npu: msMonitor (dyno)</source>
        <translation>torch_npu：msMonitor（dyno）</translation>
    </message>
    <message>
        <source>MindSpore: msMonitor (dyno)</source>
        <translation>MindSpore：msMonitor（dyno）</translation>
    </message>
    <message>
        <source>MindSpore: schedule()</source>
        <translation>MindSpore：schedule()</translation>
    </message>
    <message>
        <source>Settings (*.yaml)</source>
        <translation>配置 (*.yaml)</translation>
    </message>
    <message>
        <source>Settings (*.txt)</source>
        <translation>配置 (*.txt)</translation>
    </message>
    <message>
        <source>Settings (*.json)</source>
        <translation>配置 (*.json)</translation>
    </message>
</context>
<context>
    <name>LoadState</name>
    <message>
        <source>Listed: found, nothing read yet</source>
        <translation>已列出：已找到，尚未读取</translation>
    </message>
    <message>
        <source>Loading the overview</source>
        <translation>正在加载概览</translation>
    </message>
    <message>
        <source>Overview loaded; the timeline loads on demand</source>
        <translation>概览已加载；时间线按需加载</translation>
    </message>
    <message>
        <source>Loading the timeline</source>
        <translation>正在加载时间线</translation>
    </message>
    <message>
        <source>Loaded completely</source>
        <translation>已完整加载</translation>
    </message>
    <message>
        <source>Damaged: see the import log</source>
        <translation>已损坏：见加载日志</translation>
    </message>
    <message>
        <source>Missing: expected, not found</source>
        <translation>缺失：应有但未找到</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Data loss</source>
        <translation>数据丢失</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>send and receive in one batch</source>
        <translation>批量发送和接收</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>空泡</translation>
    </message>
    <message>
        <source>bubble = window minus busy; share of the window</source>
        <translation>空泡 = 窗口减去忙碌时间；占窗口的比例</translation>
    </message>
    <message>
        <source>bubble %1 ms, %2 %</source>
        <translation>空泡 %1 ms，%2 %</translation>
    </message>
    <message>
        <source>bubble %1 ms, %2 % of %3 ms: step window minus busy</source>
        <translation>空泡 %1 ms，占 %3 ms 的 %2 %：迭代窗口减去忙碌时间</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>No pipeline cells in this profile. Collect with mstx=True and mark forward and backward with mstx ranges (torch_npu.npu.mstx.range_start), or let msprof-analyze&apos;s pp_chart write StepTaskInfo.</source>
        <translation>此数据中没有流水线单元。采集时设置 mstx=True，并用 mstx 打点（torch_npu.npu.mstx.range_start）标记前向和反向；或用 msprof-analyze 的 pp_chart 写出 StepTaskInfo。</translation>
    </message>
    <message>
        <source>Looking for pipeline cells ...</source>
        <translation>正在查找流水线单元 ...</translation>
    </message>
    <message>
        <source>group inferred: all ranks with cells</source>
        <translation>通信域为推断：所有有单元的卡</translation>
    </message>
    <message>
        <source>group inferred from the parallel sizes</source>
        <translation>通信域由并行规模推断</translation>
    </message>
    <message>
        <source>host times only</source>
        <translation>只有主机时间</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>overlapped F and B</source>
        <translation>前反向掩盖</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>其他工作</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>microbatches numbered by order (inferred)</source>
        <translation>微批次按顺序编号（推断）</translation>
    </message>
    <message>
        <source>microbatches named in the file</source>
        <translation>微批次由文件命名</translation>
    </message>
    <message>
        <source>overlapped cells split by mean F : mean B (estimated)</source>
        <translation>掩盖单元按平均前向与平均反向之比划分（估算）</translation>
    </message>
    <message>
        <source>no data: this rank was not found</source>
        <translation>无数据：未找到此卡</translation>
    </message>
    <message>
        <source>no data: this rank has no cells</source>
        <translation>无数据：此卡没有单元</translation>
    </message>
    <message>
        <source>receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>rank %1, stage %2</source>
        <translation>卡 %1 · 阶段 %2</translation>
    </message>
    <message>
        <source>from start of step %1</source>
        <translation>从迭代 %1 开始计</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Lines that cannot be read were left out</source>
        <translation>无法读取的行已略过</translation>
    </message>
    <message>
        <source>The file was refused: its content would have to be run, or nothing here reads it</source>
        <translation>文件被拒绝：其内容须执行才能读取，或没有可用的读取方式</translation>
    </message>
    <message>
        <source>Rows whose values cannot be read were left out</source>
        <translation>值无法读取的行已略过</translation>
    </message>
    <message>
        <source>A table is damaged; the rows before the damage were kept</source>
        <translation>数据表已损坏；保留了损坏之前的内容</translation>
    </message>
    <message>
        <source>The database ends early</source>
        <translation>数据库不完整，提前结束</translation>
    </message>
    <message>
        <source>The database has a journal that is not written back; both were read from a copy</source>
        <translation>数据库有尚未写回的日志；已从副本中一起读取</translation>
    </message>
    <message>
        <source>Several folders claim the same rank</source>
        <translation>多个文件夹声明为同一张卡</translation>
    </message>
    <message>
        <source>A link leads back to a folder above it and was not followed</source>
        <translation>链接指回上级文件夹，未跟随</translation>
    </message>
    <message>
        <source>Memory by category as a page (export_memory_timeline) is recognised but not read: it is a picture without figures; use profile_memory=True or a memory snapshot for memory over time</source>
        <translation>网页形式的按类别内存（export_memory_timeline）已识别但未读取：它只是一张图片，没有数值；profile_memory=True 或内存快照可给出内存随时间的变化</translation>
    </message>
    <message>
        <source>Memory by category (export_memory_timeline) is recognised but not read: it names neither its device nor the clock of the trace; use profile_memory=True or a memory snapshot for memory over time</source>
        <translation>按类别的内存（export_memory_timeline）已识别但未读取：其中没有设备和 trace 的时钟；profile_memory=True 或内存快照可给出内存随时间的变化</translation>
    </message>
    <message>
        <source>No file of a profile was found here</source>
        <translation>此处未找到性能数据文件</translation>
    </message>
    <message>
        <source>No file says which rank this is</source>
        <translation>没有文件说明这是哪张卡</translation>
    </message>
    <message>
        <source>The file ends before it shows whether it is a trace; nothing of it is used</source>
        <translation>文件在能判断是否为 trace 之前就已中断，其内容均未使用</translation>
    </message>
    <message>
        <source>A folder with the name of a profile&apos;s file</source>
        <translation>文件夹使用了采集数据文件的名称</translation>
    </message>
    <message>
        <source>A folder that was reached by another name before</source>
        <translation>已通过其他名称访问过的文件夹</translation>
    </message>
    <message>
        <source>Folders more than 8 levels below the opened one were not looked at</source>
        <translation>未查看所打开文件夹 8 层以下的文件夹</translation>
    </message>
    <message>
        <source>Too many files; the rest was not looked at</source>
        <translation>文件过多；其余未查看</translation>
    </message>
    <message>
        <source>A file or folder that may not be read</source>
        <translation>无法读取的文件或文件夹</translation>
    </message>
    <message>
        <source>The request for this file makes no sense</source>
        <translation>对此文件的请求无意义</translation>
    </message>
    <message>
        <source>Loading was cancelled</source>
        <translation>加载已取消</translation>
    </message>
    <message>
        <source>The file changed while or after it was loaded</source>
        <translation>文件在加载时或加载后发生了变化</translation>
    </message>
    <message>
        <source>A fault of this program</source>
        <translation>本程序的错误</translation>
    </message>
    <message>
        <source>Memory, a size or a count exceeded a limit; everything before it was kept</source>
        <translation>内存、大小或数量超出可接受范围；此前的内容已保留</translation>
    </message>
    <message>
        <source>A link that leads out of the opened folder was not followed</source>
        <translation>指向所打开文件夹之外的链接未跟随</translation>
    </message>
    <message>
        <source>Lists that the file names more than once were taken once</source>
        <translation>文件中多次引用的列表只读取一次</translation>
    </message>
    <message>
        <source>The file is not what its name or head promises</source>
        <translation>文件内容与其名称或文件头不符</translation>
    </message>
    <message>
        <source>The file may not be read</source>
        <translation>没有读取此文件的权限</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>文件已不存在</translation>
    </message>
    <message>
        <source>The system failed while reading</source>
        <translation>系统读取失败</translation>
    </message>
    <message>
        <source>The file is truncated; everything before the end was kept</source>
        <translation>文件提前结束；保留了之前的内容</translation>
    </message>
    <message>
        <source>Events whose time is not a number were left out</source>
        <translation>时间不是数字的事件已略过</translation>
    </message>
    <message>
        <source>The text holds control characters that JSON forbids</source>
        <translation>文本中含有 JSON 不允许的控制字符</translation>
    </message>
    <message>
        <source>Counter events without a value were left out</source>
        <translation>没有值的计数事件已略过</translation>
    </message>
    <message>
        <source>Events that are not valid JSON were left out</source>
        <translation>不是有效 JSON 的事件已略过</translation>
    </message>
    <message>
        <source>The text around the events is not valid JSON</source>
        <translation>事件之外的文本不是有效 JSON</translation>
    </message>
    <message>
        <source>Events too large to be read were left out</source>
        <translation>过大而无法读取的事件已略过</translation>
    </message>
    <message>
        <source>Complete events without a duration count as points</source>
        <translation>没有持续时间的完整事件按时间点处理</translation>
    </message>
    <message>
        <source>Events without a phase were left out</source>
        <translation>没有 ph 字段的事件已略过</translation>
    </message>
    <message>
        <source>Entries that are no events were left out</source>
        <translation>不是事件的条目已略过</translation>
    </message>
    <message>
        <source>The file ends early; events before the break were kept</source>
        <translation>文件提前结束；保留了中断之前的事件</translation>
    </message>
    <message>
        <source>Metadata events of an unknown kind were left out</source>
        <translation>未知类型的元数据事件已略过</translation>
    </message>
    <message>
        <source>Events of an unknown phase were left out</source>
        <translation>未知 ph 类型的事件已略过</translation>
    </message>
    <message>
        <source>Begin events without an end</source>
        <translation>没有结束的开始事件</translation>
    </message>
    <message>
        <source>Slices with a negative duration are shown as points</source>
        <translation>持续时间为负的色块显示为时间点</translation>
    </message>
    <message>
        <source>Slices that overlap without nesting were drawn one below the other</source>
        <translation>重叠但不嵌套的色块已分行绘制</translation>
    </message>
    <message>
        <source>on demand</source>
        <translation>按需加载</translation>
    </message>
    <message>
        <source>Slices nested too deeply were left out</source>
        <translation>嵌套过深的色块已略过</translation>
    </message>
    <message>
        <source>Flows whose start may be in several processes were skipped</source>
        <translation>已跳过起点可能属于多个进程的连线</translation>
    </message>
    <message>
        <source>Names that are missing in the file are shown as numbers</source>
        <translation>文件中缺失的名称显示为编号</translation>
    </message>
    <message>
        <source>The trace of rank %1 holds impossible times: see table trace_health.</source>
        <translation>卡 %1 的时间线含有不可能的时间：见表 trace_health。</translation>
    </message>
    <message>
        <source>Not ended</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>Begin events without an end are shown up to the end of the trace</source>
        <translation>没有结束的开始事件显示到记录末尾</translation>
    </message>
    <message>
        <source>End events without a begin were left out</source>
        <translation>没有开始的结束事件已略过</translation>
    </message>
    <message>
        <source>Flow arrows without a start were left out</source>
        <translation>没有起点的连线已略过</translation>
    </message>
    <message>
        <source>Flow arrows without an end were left out</source>
        <translation>没有终点的连线已略过</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Kind of cell</source>
        <translation>单元类型</translation>
    </message>
    <message>
        <source>Virtual chunk</source>
        <translation>虚拟流水线块（chunk）</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Duration, ns</source>
        <translation>持续时间，ns</translation>
    </message>
    <message>
        <source>End in the file, ns</source>
        <translation>文件中的结束时间，ns</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Flow from</source>
        <translation>入线</translation>
    </message>
    <message>
        <source>Flow to</source>
        <translation>出线</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>微批次（microbatch）</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Microbatch is known</source>
        <translation>微批次（microbatch）来源</translation>
    </message>
    <message>
        <source>Kind of operation</source>
        <translation>操作类型</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>所在区间</translation>
    </message>
    <message>
        <source>Same name on the track: occurrences</source>
        <translation>同泳道同名：次数</translation>
    </message>
    <message>
        <source>Same name: mean duration</source>
        <translation>同名：平均持续时间</translation>
    </message>
    <message>
        <source>Same name: place by duration</source>
        <translation>同名：按持续时间的名次</translation>
    </message>
    <message>
        <source>Same name: total duration</source>
        <translation>同名：总持续时间</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>Size of the files, bytes</source>
        <translation>文件大小，字节</translation>
    </message>
    <message>
        <source>Start, from the step&apos;s start</source>
        <translation>开始，自迭代开始计</translation>
    </message>
    <message>
        <source>Start in the file, ns</source>
        <translation>文件中的开始时间，ns</translation>
    </message>
    <message>
        <source>Shortest (rank)</source>
        <translation>最短（卡）</translation>
    </message>
    <message>
        <source>Median duration</source>
        <translation>持续时间中位数</translation>
    </message>
    <message>
        <source>Ranks with this step</source>
        <translation>有此迭代（step）的卡</translation>
    </message>
    <message>
        <source>Longest (rank)</source>
        <translation>最长（卡）</translation>
    </message>
    <message>
        <source>Time split of a step</source>
        <translation>迭代（step）时间拆分</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>The timeline is being loaded.</source>
        <translation>正在加载时间线。</translation>
    </message>
    <message>
        <source>The timelines of these ranks are not loaded yet: they may be large.</source>
        <translation>这些卡的时间线尚未加载：数据可能很大。</translation>
    </message>
    <message>
        <source>Nothing is open. Open a profiling folder or a trace file, or drop one here.</source>
        <translation>未打开任何数据。请打开性能数据文件夹或 trace 文件，或拖放到此处。</translation>
    </message>
    <message>
        <source>Counters: %1. Click to expand</source>
        <translation>计数器：%1。点击展开</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Call stacks of operators</source>
        <translation>算子的调用栈</translation>
    </message>
    <message>
        <source>Set with_stack=True.</source>
        <translation>设置 with_stack=True。</translation>
    </message>
    <message>
        <source>Communication matrix and bandwidth of links</source>
        <translation>通信矩阵和链路带宽</translation>
    </message>
    <message>
        <source>Set profiler_level=Level1 or higher and analyse the profile.</source>
        <translation>设置 profiler_level=Level1 或更高，并解析数据。</translation>
    </message>
    <message>
        <source>How long steps wait for their data</source>
        <translation>迭代等待数据的时间</translation>
    </message>
    <message>
        <source>Set aic_metrics=AiCMetrics.PipeUtilization and profiler_level=Level1 or higher.</source>
        <translation>设置 aic_metrics=AiCMetrics.PipeUtilization，且 profiler_level=Level1 或更高。</translation>
    </message>
    <message>
        <source>Communication groups and parallel sizes</source>
        <translation>通信域和并行规模</translation>
    </message>
    <message>
        <source>Profile with a framework that writes its groups, or call prof.add_metadata_json(&apos;distributed_args&apos;, ...).</source>
        <translation>使用会写出通信域的框架采集，或调用 prof.add_metadata_json(&apos;distributed_args&apos;, ...)。</translation>
    </message>
    <message>
        <source>Memory over time and by operator</source>
        <translation>内存随时间及按算子的变化</translation>
    </message>
    <message>
        <source>Set profile_memory=True.</source>
        <translation>设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>Run msprof with --task-time=l1 and export the result.</source>
        <translation>运行 msprof 时加上 --task-time=l1，并导出结果。</translation>
    </message>
    <message>
        <source>Operators and kernels: counts and times</source>
        <translation>算子和内核：次数与时间</translation>
    </message>
    <message>
        <source>Set profiler_level=Level1 or higher.</source>
        <translation>设置 profiler_level=Level1 或更高。</translation>
    </message>
    <message>
        <source>Send and receive between stages</source>
        <translation>阶段之间的发送和接收</translation>
    </message>
    <message>
        <source>Pipeline chart: forward and backward of each microbatch</source>
        <translation>流水线图：各微批次的前向和反向</translation>
    </message>
    <message>
        <source>Put mstx ranges around forward and backward, set mstx=True and export_type=Db; profiler_level=Level_none is enough.</source>
        <translation>在前向和反向外加 mstx 打点，设置 mstx=True 和 export_type=Db；profiler_level=Level_none 即可。</translation>
    </message>
    <message>
        <source>Shapes and types of operands</source>
        <translation>操作数的形状和类型</translation>
    </message>
    <message>
        <source>Set record_shapes=True.</source>
        <translation>设置 record_shapes=True。</translation>
    </message>
    <message>
        <source>Memory snapshot: blocks, segments and call stacks</source>
        <translation>内存快照：内存块、内存段和调用栈</translation>
    </message>
    <message>
        <source>Call torch_npu.npu.memory._record_memory_history() early and _dump_snapshot() where the memory is of interest.</source>
        <translation>尽早调用 torch_npu.npu.memory._record_memory_history()，并在关注内存处调用 _dump_snapshot()。</translation>
    </message>
    <message>
        <source>Begin and end of each step</source>
        <translation>各迭代的开始和结束</translation>
    </message>
    <message>
        <source>Use torch_npu.profiler.schedule and call prof.step() after each step.</source>
        <translation>使用 torch_npu.profiler.schedule，并在每个迭代后调用 prof.step()。</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>迭代时间去向</translation>
    </message>
    <message>
        <source>Collect device activity: activities=[CPU, NPU], profiler_level=Level1 or higher, and keep the exported trace or database.</source>
        <translation>采集设备活动：activities=[CPU, NPU]，profiler_level=Level1 或更高，并保留导出的 trace 或数据库。</translation>
    </message>
    <message>
        <source>Timeline of host, device and communication</source>
        <translation>主机、设备和通信的时间线</translation>
    </message>
    <message>
        <source>Keep trace_view.json or the profiler database: export_type=[Text, Db], and let the profiler parse the raw data.</source>
        <translation>保留 trace_view.json 或性能数据库：export_type=[Text, Db]，并让 profiler 解析原始数据。</translation>
    </message>
    <message>
        <source>computing (not overlapped)</source>
        <translation>计算（未掩盖）</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲（Free）</translation>
    </message>
    <message>
        <source>communication, not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>掩盖</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>预处理时间（Preparing）</translation>
    </message>
    <message>
        <source>tail (after the last operation)</source>
        <translation>收尾（最后一个操作之后）</translation>
    </message>
    <message>
        <source>total</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>A parallel size beyond all real jobs was left out</source>
        <translation>并行规模超出任何实际任务，已忽略</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>%1 of %2 rank(s)</source>
        <translation>%2 张卡中的 %1 张</translation>
    </message>
    <message>
        <source>Now: %1.</source>
        <translation>当前：%1。</translation>
    </message>
    <message>
        <source>Open a folder of profiles, a rank&apos;s folder or a file (Ctrl+O, or drop it here).</source>
        <translation>请打开性能数据文件夹、单卡文件夹或文件（Ctrl+O，或拖放到此处）。</translation>
    </message>
    <message>
        <source>Nothing was found to ask.</source>
        <translation>没有可查询的内容。</translation>
    </message>
    <message>
        <source>No profile was found here.</source>
        <translation>此处未找到性能数据。</translation>
    </message>
    <message>
        <source>Reading ...</source>
        <translation>正在读取 ...</translation>
    </message>
    <message>
        <source>No device work and no step_trace_time was found. Collect device activity (activities=[CPU, NPU] with profiler_level=Level0 or higher, or [CPU, CUDA]) and keep the exported trace, database or step_trace_time.csv.</source>
        <translation>未找到设备任务和 step_trace_time。请采集设备活动（activities=[CPU, NPU] 且 profiler_level=Level0 或更高，或 [CPU, CUDA]），并保留导出的 trace、数据库或 step_trace_time.csv。</translation>
    </message>
    <message>
        <source>Sizes and groups of the parallel dimensions are unknown. They come with profiler_metadata.json (distributed_args, parallel_group_info), which Megatron and MindSpeed write.</source>
        <translation>并行维度的规模和通信域未知。它们来自 Megatron 和 MindSpeed 写出的 profiler_metadata.json（distributed_args、parallel_group_info）。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 项</translation>
    </message>
    <message>
        <source>CANN</source>
        <translation>CANN</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>采集时间</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Profiler level</source>
        <translation>采集级别</translation>
    </message>
    <message>
        <source>Parallel sizes</source>
        <translation>并行规模</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Ranks found / expected</source>
        <translation>卡：找到 / 应有</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代（step）</translation>
    </message>
    <message>
        <source>torch_npu</source>
        <translation>torch_npu</translation>
    </message>
    <message>
        <source>cluster_analysis_output</source>
        <translation>cluster_analysis_output</translation>
    </message>
    <message>
        <source>files of ranks</source>
        <translation>各卡的文件</translation>
    </message>
    <message>
        <source>memory snapshots</source>
        <translation>内存快照</translation>
    </message>
    <message>
        <source>sorted by rank</source>
        <translation>按卡排序</translation>
    </message>
    <message>
        <source>sorted by stage</source>
        <translation>按阶段排序</translation>
    </message>
    <message>
        <source>sorted by total</source>
        <translation>按总时间排序</translation>
    </message>
    <message>
        <source>Reading ... %1 of %2 rank(s)</source>
        <translation>正在读取 ... %1 / %2 张卡</translation>
    </message>
    <message>
        <source>stages: %1, replicas: %2; from the communication groups</source>
        <translation>阶段：%1，副本：%2；来自通信域</translation>
    </message>
    <message>
        <source>from device work (intervals)</source>
        <translation>来自设备任务（区间）</translation>
    </message>
    <message>
        <source>group %1, step %2</source>
        <translation>通信域 %1，迭代 %2</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>通信域 %1</translation>
    </message>
    <message>
        <source>as reported by step_trace_time</source>
        <translation>按 step_trace_time 的报告</translation>
    </message>
    <message>
        <source>stages: %1, replicas: %2; from the parallel sizes</source>
        <translation>阶段：%1，副本：%2；由并行规模得出</translation>
    </message>
    <message>
        <source>whole capture, in ms</source>
        <translation>整个采集，单位 ms</translation>
    </message>
    <message>
        <source>step %1, in ms</source>
        <translation>迭代 %1，单位 ms</translation>
    </message>
    <message>
        <source>step %1, the median of %2 step(s), in ms</source>
        <translation>迭代 %1（%2 个迭代的中位数），单位 ms</translation>
    </message>
    <message>
        <source>down: stage, across: replica; strip: time split</source>
        <translation>纵向：阶段；横向：副本；色条：时间拆分</translation>
    </message>
    <message>
        <source>What this profile can answer</source>
        <translation>此数据能回答什么</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Files found</source>
        <translation>找到的文件</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Where the step goes</source>
        <translation>迭代时间去向</translation>
    </message>
    <message>
        <source>Parallel strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>What follows the end of the trace was not read</source>
        <translation>trace 结尾之后的内容未读取</translation>
    </message>
    <message>
        <source>left, ms</source>
        <translation>左，ms</translation>
    </message>
    <message>
        <source>left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>% of left</source>
        <translation>占左侧 %</translation>
    </message>
    <message>
        <source>right, ms</source>
        <translation>右，ms</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Two ranks are needed: open a folder with several ranks, or a second folder as the baseline.</source>
        <translation>需要两张卡：请打开含多张卡的文件夹，或打开第二个文件夹作为基线数据。</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Profiled differently, so times may differ for that reason alone.</source>
        <translation>采集设置不同，仅此就可能造成时间差异。</translation>
    </message>
    <message>
        <source>from step start</source>
        <translation>自迭代开始计</translation>
    </message>
    <message>
        <source>Different settings (left, right)</source>
        <translation>设置不同（左，右）</translation>
    </message>
    <message>
        <source>The table ends behind its first line</source>
        <translation>表格在表头之后即结束，没有数据行</translation>
    </message>
    <message>
        <source>No version, environment variable or profiler setting that is known differs.</source>
        <translation>已知的版本、环境变量和采集设置都没有差异。</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>%2 的卡 %1</translation>
    </message>
    <message>
        <source>Where the step goes, in ms (left: %1, right: %2)</source>
        <translation>迭代时间去向，单位 ms（左：%1，右：%2）</translation>
    </message>
    <message>
        <source>whole capture</source>
        <translation>整个采集</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>When this rank computed and communicated is not known; load its timeline.</source>
        <translation>该卡何时计算、何时通信未知；请加载其时间线。</translation>
    </message>
    <message>
        <source>Arguments cannot be read</source>
        <translation>无法读取参数</translation>
    </message>
    <message>
        <source>from files and settings; each gap with what would fill it</source>
        <translation>由文件和采集设置得出；每项缺失均附补齐方法</translation>
    </message>
    <message>
        <source>None of the selected ranks has a timeline.</source>
        <translation>所选的卡均无时间线。</translation>
    </message>
    <message>
        <source>This profile has no timeline. Keep trace_view.json or the profiler database (export_type=[Text, Db]) and let the profiler parse the raw data.</source>
        <translation>此数据没有时间线。请保留 trace_view.json 或性能数据库（export_type=[Text, Db]），并让采集工具解析原始数据。</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>chunk %1</source>
        <translation>虚拟流水线块 %1</translation>
    </message>
    <message>
        <source>direction %1</source>
        <translation>方向 %1</translation>
    </message>
    <message>
        <source>cells from forward and backward operators between sends and receives: host times</source>
        <translation>由发送与接收之间的前反向算子得出的单元：主机时间</translation>
    </message>
    <message>
        <source>Cells that begin before what they need was sent: %1; clocks or marks contradict one another, times as recorded</source>
        <translation>%1 个单元在其所需数据发出之前就已开始：时钟或标记相互矛盾，时间按记录显示</translation>
    </message>
    <message>
        <source>cells from the job&apos;s own timeline: its times</source>
        <translation>作业自身时间线中的单元：按其记录的时间</translation>
    </message>
    <message>
        <source>cells inferred from the device work between sends and receives</source>
        <translation>由发送与接收之间的设备工作推断的单元</translation>
    </message>
    <message>
        <source>communication not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>guessed from arrows</source>
        <translation>由连线猜测</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>gradient sync</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失（loss）</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>microbatches matched with the schedule (inferred)</source>
        <translation>微批次与调度对齐得出（推断）</translation>
    </message>
    <message>
        <source>microbatch uncertain</source>
        <translation>微批次不确定</translation>
    </message>
    <message>
        <source>overlapped cells split by their kernels, else by mean F : mean B (estimated)</source>
        <translation>前反向掩盖单元按其内核划分，否则按 F、B 均值之比划分（估算）</translation>
    </message>
    <message>
        <source>cool-down</source>
        <translation>冷却阶段</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>稳定阶段</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热阶段</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想排布</translation>
    </message>
    <message>
        <source>microbatch matched with the schedule (inferred)</source>
        <translation>微批次与调度对齐得出（推断）</translation>
    </message>
    <message>
        <source>microbatch by order (inferred)</source>
        <translation>微批次按顺序得出（推断）</translation>
    </message>
    <message>
        <source>microbatch named in the file</source>
        <translation>微批次由文件给出</translation>
    </message>
    <message>
        <source>microbatch uncertain: several fit</source>
        <translation>微批次不确定：有多个可能</translation>
    </message>
    <message>
        <source>mark of the framework, device times</source>
        <translation>框架打点，设备时间</translation>
    </message>
    <message>
        <source>guessed from arrows between operators</source>
        <translation>由算子之间的连线猜测</translation>
    </message>
    <message>
        <source>mark of the framework, host times only</source>
        <translation>框架打点，仅主机时间</translation>
    </message>
    <message>
        <source>inferred from device work between transfers</source>
        <translation>由点对点通信之间的设备工作推断</translation>
    </message>
    <message>
        <source>named by a tool, device times</source>
        <translation>由工具命名，设备时间</translation>
    </message>
    <message>
        <source>from the earliest begin to the latest end</source>
        <translation>从最早开始到最晚结束</translation>
    </message>
    <message>
        <source>solid: median begin to median end over all replicas of the stage, each counted from the begin of its own step window</source>
        <translation>实心：该阶段所有副本的开始中位数到结束中位数，各副本从自己的迭代窗口起点计时</translation>
    </message>
    <message>
        <source>down: stage, across: replica; warm = bad</source>
        <translation>纵向：流水线阶段，横向：副本；暖色表示差</translation>
    </message>
    <message>
        <source>looked at %1 of %2 pipelines</source>
        <translation>已分析 %1/%2 条流水线</translation>
    </message>
    <message>
        <source>mean backward, ms</source>
        <translation>反向均值，ms</translation>
    </message>
    <message>
        <source>bubble share, %</source>
        <translation>空泡占比，%</translation>
    </message>
    <message>
        <source>busy share, %</source>
        <translation>忙碌占比，%</translation>
    </message>
    <message>
        <source>mean forward, ms</source>
        <translation>前向均值，ms</translation>
    </message>
    <message>
        <source>step window, ms</source>
        <translation>迭代窗口，ms</translation>
    </message>
    <message>
        <source>replicas: %1</source>
        <translation>副本数：%1</translation>
    </message>
    <message>
        <source>Device busy</source>
        <translation>设备忙碌占比</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Communication not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>Duration on the host</source>
        <translation>主机侧持续时间</translation>
    </message>
    <message>
        <source>Start on the host, ns</source>
        <translation>主机侧开始时间，ns</translation>
    </message>
    <message>
        <source>Ideal start, ns (means of each stage)</source>
        <translation>理想开始时间，ns（各阶段均值）</translation>
    </message>
    <message>
        <source>Input from</source>
        <translation>输入来自</translation>
    </message>
    <message>
        <source>Later than ideal</source>
        <translation>比理想排布晚</translation>
    </message>
    <message>
        <source>Output to</source>
        <translation>输出到</translation>
    </message>
    <message>
        <source>Ends paired by</source>
        <translation>两端配对依据</translation>
    </message>
    <message>
        <source>Receiver waited</source>
        <translation>接收端等待</translation>
    </message>
    <message>
        <source>Sender waited</source>
        <translation>发送端等待</translation>
    </message>
    <message>
        <source>Transfer time</source>
        <translation>传输时间</translation>
    </message>
    <message>
        <source>schedule %1, agreement %2 %</source>
        <translation>调度 %1，符合度 %2 %</translation>
    </message>
    <message>
        <source>group chosen by hand</source>
        <translation>通信域由用户指定</translation>
    </message>
    <message>
        <source>group inferred from who exchanges with whom</source>
        <translation>通信域由点对点通信关系推断</translation>
    </message>
    <message>
        <source>Stage %1 is slower than the others: the pipeline waits %2 ms per step for it</source>
        <translation>阶段 %1 比其他阶段慢：流水线每个迭代为它多等待 %2 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with every cell at the mean of all stages.</source>
        <translation>以每个单元取所有阶段的平均耗时、按此顺序重放估算。</translation>
    </message>
    <message>
        <source>Move layers away from stage %1, or split its extra work (embedding, loss layer).</source>
        <translation>把部分层从阶段 %1 移到其他阶段，或拆分它的额外工作（embedding、loss 层）。</translation>
    </message>
    <message>
        <source>schedule %1</source>
        <translation>调度 %1</translation>
    </message>
    <message>
        <source>Device waits (host, copies)</source>
        <translation>设备等待（主机、拷贝）</translation>
    </message>
    <message>
        <source>Stage imbalance</source>
        <translation>流水线阶段不均衡</translation>
    </message>
    <message>
        <source>No step of a pipeline has all of its cells: load or collect every rank of it.</source>
        <translation>没有任何迭代包含流水线的全部单元：请加载或采集其所有卡。</translation>
    </message>
    <message>
        <source>dependency wait</source>
        <translation>等待依赖</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头部空泡</translation>
    </message>
    <message>
        <source>The table ends within its last line, which was kept</source>
        <translation>表格在最后一行内中断，该行已保留</translation>
    </message>
    <message>
        <source>rendezvous wait</source>
        <translation>等待对端</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>尾部空泡</translation>
    </message>
    <message>
        <source>P2P transfer</source>
        <translation>点对点传输</translation>
    </message>
    <message>
        <source>All sides of a transfer end at the same time.</source>
        <translation>一次传输的各方同时结束。</translation>
    </message>
    <message>
        <source>The clock of %1 is %2 ms ahead of that of %3, ±%4 ms.</source>
        <translation>%1 的时钟比 %3 快 %2 ms，±%4 ms。</translation>
    </message>
    <message>
        <source>Times are aligned: every figure here is free of it.</source>
        <translation>时间已对齐：此处的数值均不受其影响。</translation>
    </message>
    <message>
        <source>Times are as recorded: figures that compare ranks of different hosts contain it.</source>
        <translation>时间为采集原值：比较不同主机上各卡的数值包含该偏差。</translation>
    </message>
    <message>
        <source>Reported above %1 ms.</source>
        <translation>自 %1 ms 起提示。</translation>
    </message>
    <message>
        <source>Let the hosts follow one time server (chrony, PTP); until then compare their times only aligned.</source>
        <translation>让各主机跟随同一时间服务器（chrony、PTP）；在此之前只用对齐后的时间比较。</translation>
    </message>
    <message>
        <source>Host clock skew</source>
        <translation>主机时钟不一致</translation>
    </message>
    <message>
        <source>Nothing links the clocks of the hosts: no transfer and no dependency between them was recorded.</source>
        <translation>没有任何内容关联各主机的时钟：未记录到它们之间的传输或依赖。</translation>
    </message>
    <message>
        <source>Transfers between stages cost %1 ms per step</source>
        <translation>流水线阶段间的传输每个迭代耗时 %1 ms</translation>
    </message>
    <message numerus="yes">
        <source>A transfer takes %1 ms, the median of the links; measured: %n transfer(s).</source>
        <translation>
            <numerusform>一次传输耗时 %1 ms（各链路的中位数）；共测得 %n 次传输。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check the transport of these links (HCCS, RDMA, PCIE) and their load; post receives earlier so that they overlap with computing, or send less (sequence parallelism, smaller microbatches).</source>
        <translation>检查这些链路的链路方式（HCCS、RDMA、PCIE）与负载；更早下发接收以便被计算掩盖，或减少传输量（序列并行、更小的微批次）。</translation>
    </message>
    <message>
        <source>Slow transfers between stages</source>
        <translation>流水线阶段间传输慢</translation>
    </message>
    <message>
        <source>The link between ranks %1 and %2 is %3 times as slow as others: %4 ms per step</source>
        <translation>卡 %1 与卡 %2 之间的链路耗时是其他链路的 %3 倍：每个迭代 %4 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with this link at its usual speed.</source>
        <translation>以该链路取通常的传输时间、按此顺序重放估算。</translation>
    </message>
    <message numerus="yes">
        <source>A transfer takes %1 ms here (median of %2), %3 ms on %n other link(s) of its kind.</source>
        <translation>
            <numerusform>此处一次传输耗时 %1 ms（%2 次的中位数），其余 %n 条同类链路为 %3 ms。</numerusform>
        </translation>
    </message>
    <message>
        <source>Compared with links between hosts.</source>
        <translation>与主机间链路比较。</translation>
    </message>
    <message>
        <source>%1 times as long (threshold %2), %3 times the spread of the others (threshold %4).</source>
        <translation>耗时为 %1 倍（阈值 %2），偏离为其他链路离散度的 %3 倍（阈值 %4）。</translation>
    </message>
    <message>
        <source>Compared with links within hosts.</source>
        <translation>与主机内链路比较。</translation>
    </message>
    <message>
        <source>Check the link between ranks %1 and %2: cable, port, retransmissions, other traffic.</source>
        <translation>检查卡 %1 与卡 %2 之间的链路：线缆、端口、重传、其他流量。</translation>
    </message>
    <message>
        <source>Slow links between ranks</source>
        <translation>卡间慢链路</translation>
    </message>
    <message>
        <source>There is only one link of each kind: nothing to compare it with.</source>
        <translation>每类链路只有一条：没有可比较的对象。</translation>
    </message>
    <message>
        <source>The clocks of the hosts disagree and times are as recorded: align them.</source>
        <translation>各主机时钟不一致且时间为采集原值：请先对齐时钟。</translation>
    </message>
    <message>
        <source>Cells of the same kind and stage take unequally long: %1 ms per step</source>
        <translation>同类同阶段的单元耗时不一：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with every cell at the mean of its kind and stage.</source>
        <translation>以每个单元取其类别与阶段的均值、按此顺序重放估算。</translation>
    </message>
    <message>
        <source>The widest scatter: cells %2 of rank %1 take %3 to %4 ms.</source>
        <translation>离散最大：卡 %1 的单元 %2 耗时 %3 至 %4 ms。</translation>
    </message>
    <message>
        <source>Give microbatches equal work (sequence lengths, experts); look for disturbances: garbage collection, other processes, falling frequency.</source>
        <translation>使各微批次工作量相同（序列长度、专家）；检查干扰：垃圾回收、其他进程、降频。</translation>
    </message>
    <message>
        <source>Uneven cells of the same stage</source>
        <translation>同阶段单元耗时不均</translation>
    </message>
    <message>
        <source>Microbatches differ in length: %1 ms per step are waited for the long ones</source>
        <translation>微批次长度不一：每个迭代有 %1 ms 在等待较长的微批次</translation>
    </message>
    <message>
        <source>The same data could be cut into microbatches of equal length.</source>
        <translation>同样的数据可以切成等长的微批次。</translation>
    </message>
    <message>
        <source>Forward and backward of the same microbatch are long together (correlation %1, threshold %2) in all stages, in other steps other ones; lengths scatter by %3 % (threshold %4 %).</source>
        <translation>同一微批次的前向和反向在所有阶段同时偏长（相关系数 %1，阈值 %2），且各迭代偏长的微批次不同；长度离散 %3 %（阈值 %4 %）。</translation>
    </message>
    <message>
        <source>Reported above %1 % of the step.</source>
        <translation>占迭代 %1 % 以上时报告。</translation>
    </message>
    <message>
        <source>Pack or sort the samples so that each microbatch has about the same number of tokens.</source>
        <translation>对样本打包或排序，使每个微批次的 token 数大致相同。</translation>
    </message>
    <message>
        <source>Microbatches of unequal length</source>
        <translation>微批次长度不均衡</translation>
    </message>
    <message>
        <source>Too few steps or microbatches: three steps and eight microbatches are needed.</source>
        <translation>迭代或微批次太少：至少需要三个迭代和八个微批次。</translation>
    </message>
    <message>
        <source>Rank %1 is slower than its stage in other replicas: %2 ms per step</source>
        <translation>卡 %1 比其他副本中的同一阶段慢：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with this rank at its stage&apos;s usual speed.</source>
        <translation>以该卡按所在阶段的通常速度、按此顺序重放估算。</translation>
    </message>
    <message>
        <source>The same work takes %1 % longer on rank %2 (stage %3, replica %4) than usual.</source>
        <translation>同样的工作在卡 %2（阶段 %3，副本 %4）上比通常多用 %1 %。</translation>
    </message>
    <message>
        <source>Slow in %1 of %2 step(s), from %3 to %4.</source>
        <translation>%2 个迭代中有 %1 个偏慢，从 %3 到 %4。</translation>
    </message>
    <message>
        <source>z = %1 (threshold 4); reported above 5 % extra work and %2 % of the step.</source>
        <translation>z = %1（阈值 4）；工作量多出 5 % 且占迭代 %2 % 以上时报告。</translation>
    </message>
    <message>
        <source>Compare frequency, temperature, power and other load of rank %1 with the other ranks of its stage; swap the device and see whether the slowness moves with it.</source>
        <translation>将卡 %1 的频率、温度、功耗和其他负载与同类卡比较；更换设备，看慢的现象是否随之转移。</translation>
    </message>
    <message>
        <source>Rank %1 is slower in some steps than in others: %2 ms per step</source>
        <translation>卡 %1 在部分迭代中比其他迭代慢：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Slow ranks</source>
        <translation>慢卡</translation>
    </message>
    <message>
        <source>Only one pipeline was recorded: a slow rank looks like a slow stage. Record another replica, or run the same stage on another device, to distinguish them.</source>
        <translation>只采集了一条流水线：慢卡与慢阶段看起来一样。用另一个副本，或把同一阶段放到另一台设备上，即可区分。</translation>
    </message>
    <message>
        <source>The cells have times of the host alone, where ranks share the cores of a machine: unequal times are not unequal work.</source>
        <translation>单元只有主机时间，而同一机器上的各 rank 共用其 CPU 核：耗时不等并不表示工作量不等。</translation>
    </message>
    <message>
        <source>No step has all cells of all pipelines, or the pipelines differ in length.</source>
        <translation>没有任何迭代包含所有流水线的全部单元，或各流水线长度不同。</translation>
    </message>
    <message>
        <source>Work can be spread evenly over the stages.</source>
        <translation>工作量可以在各阶段之间均匀分配。</translation>
    </message>
    <message>
        <source>The layers of a stage can be cut into chunks of equal length.</source>
        <translation>一个阶段的层可以切成等长的分块。</translation>
    </message>
    <message>
        <source>Cells and transfers explain only %1 % of the measured window: the time between cells (host, loss, other work) is left out on both sides.</source>
        <translation>单元和传输只解释了实测窗口的 %1 %：单元之间的部分（Host、loss、其他工作）两边都未计入。</translation>
    </message>
    <message>
        <source>The fixed rank takes the median of the same stage in the other pipelines.</source>
        <translation>修复后的卡取其他流水线同一阶段的中位数。</translation>
    </message>
    <message>
        <source>The fixed rank takes the median of the other stages.</source>
        <translation>修复后的卡取其他阶段的中位数。</translation>
    </message>
    <message>
        <source>Some cells have times of the host only: work of the device was not recorded.</source>
        <translation>部分单元只有 Host 时间：没有采集到 Device 侧的工作。</translation>
    </message>
    <message>
        <source>All layers take the same time, that of the stage that is cheapest per layer; what a stage takes beyond its layers (embedding, loss) stays where it is.</source>
        <translation>所有层耗时相同，取每层耗时最少的阶段；阶段中层以外的部分（embedding、loss）留在原处。</translation>
    </message>
    <message>
        <source>Overlapped cells hide %1 % of the communication within them, as requested.</source>
        <translation>按所给参数，前反向掩盖单元掩盖其中 %1 % 的通信。</translation>
    </message>
    <message>
        <source>Overlapped cells take %1 % less time than their halves one after the other, as measured.</source>
        <translation>实测：前反向掩盖单元比前向、反向依次执行少用 %1 % 的时间。</translation>
    </message>
    <message>
        <source>Overlapped cells hide nothing: no overlapped cell was measured.</source>
        <translation>前反向掩盖单元没有任何掩盖：没有实测到这样的单元。</translation>
    </message>
    <message>
        <source>Cells as measured and the median transfer, each cell begun as soon as its inputs are there; the change is against the same replay with launch delays.</source>
        <translation>单元取实测值，传输取中位数，输入到齐即开始；变化是与带下发延迟的同一重放相比。</translation>
    </message>
    <message>
        <source>Backward for input takes %1 % of a backward: only whole backwards were measured.</source>
        <translation>输入反向占整个反向的 %1 %：只实测到整个反向。</translation>
    </message>
    <message>
        <source>Each rank holds two stages, so weights and gradients need twice the memory.</source>
        <translation>每张卡持有两个阶段，权重和梯度需要两倍内存。</translation>
    </message>
    <message>
        <source>needs %1 MiB of %2 MiB</source>
        <translation>需要 %1 MiB，共 %2 MiB</translation>
    </message>
    <message>
        <source>needs %1 MiB, %2 MiB were used; the size of the device is not in this profile</source>
        <translation>需要 %1 MiB，实测用了 %2 MiB；本次采集没有设备内存大小</translation>
    </message>
    <message>
        <source>needs %1 MiB, not more than the %2 MiB that were used</source>
        <translation>需要 %1 MiB，不超过实测用过的 %2 MiB</translation>
    </message>
    <message>
        <source>no memory of the allocator in this profile: set profile_memory=True</source>
        <translation>本次采集没有内存分配器的数据：设置 profile_memory=True</translation>
    </message>
    <message>
        <source>Not possible: a stage has no forward or no backward.</source>
        <translation>数据不足：有的阶段没有前向或没有反向。</translation>
    </message>
    <message>
        <source>Not possible: launch delays are only known for the order that was measured, with nothing else changed.</source>
        <translation>数据不足：下发延迟只在实测顺序、其他不变时才知道。</translation>
    </message>
    <message>
        <source>Not possible: %1.</source>
        <translation>不可行：%1。</translation>
    </message>
    <message>
        <source>Not possible: the schedule has %1 stage(s), and not all of them were recorded.</source>
        <translation>数据不足：其调度有 %1 个阶段，没有全部采集到。</translation>
    </message>
    <message>
        <source>Not possible: cells are missing or not numbered, so the step cannot be replayed.</source>
        <translation>数据不足：单元有缺失或没有编号，无法重放。</translation>
    </message>
    <message>
        <source>Not possible: the order is none of the known schedules.</source>
        <translation>数据不足：其顺序不是已知的调度。</translation>
    </message>
    <message>
        <source>All stages alike</source>
        <translation>各阶段均衡</translation>
    </message>
    <message>
        <source>Rank %1 fixed</source>
        <translation>修复卡 %1</translation>
    </message>
    <message>
        <source>Layers %2 instead of %1</source>
        <translation>层数由 %1 改为 %2</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>No launch delays</source>
        <translation>没有下发延迟</translation>
    </message>
    <message>
        <source>What-if: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>Schedule %1</source>
        <translation>调度 %1</translation>
    </message>
    <message>
        <source>As is, simulated</source>
        <translation>现状（仿真）</translation>
    </message>
    <message>
        <source>Transfers take %1 times as long</source>
        <translation>传输耗时变为 %1 倍</translation>
    </message>
    <message>
        <source>What was assumed</source>
        <translation>假设条件</translation>
    </message>
    <message>
        <source>Judging once all ranks are read; read so far: %2 of %1.</source>
        <translation>读完全部 %1 张卡后给出结论；已读 %2 张。</translation>
    </message>
    <message>
        <source>Judging after all files were read.</source>
        <translation>读完全部文件后给出结论。</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Names of threads are missing; ranks follow from their numbers</source>
        <translation>缺少线程名称；卡号由线程编号推断</translation>
    </message>
    <message>
        <source>Open a profile to see its findings here.</source>
        <translation>打开一份采集数据：其问题项显示在此处。</translation>
    </message>
    <message>
        <source>Numbers and thresholds</source>
        <translation>数值与阈值</translation>
    </message>
    <message>
        <source>%1 ms per step</source>
        <translation>每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Checked: %1.</source>
        <translation>已检查：%1。</translation>
    </message>
    <message>
        <source>costs no time by itself</source>
        <translation>本身不耗时</translation>
    </message>
    <message>
        <source>No finding.</source>
        <translation>未发现问题项。</translation>
    </message>
    <message>
        <source>Not judged; ranks read: %2 of %1. Load the others in the tree on the left.</source>
        <translation>未给出结论：%1 张卡只读取了 %2 张。其余的卡可在左侧树中加载。</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>改进建议</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <translation>数据不足，未检查：%1</translation>
    </message>
    <message>
        <source>The rules are looking at the run.</source>
        <translation>规则正在检查该运行。</translation>
    </message>
    <message>
        <source>%1 of %2 finding(s), by impact; all of them in the tab Findings</source>
        <translation>共 %2 个问题项，按影响排序显示前 %1 个；全部见“专家建议”页签</translation>
    </message>
    <message>
        <source>By all rules; more in the tab Findings</source>
        <translation>来自所有规则；详见“专家建议”页签</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>专家建议</translation>
    </message>
    <message>
        <source>Data imbalance: microbatches scatter by %1 % in length, forward and backward together; even ones would save %2 ms per step.</source>
        <translation>数据不均衡：微批次长度离散 %1 %，前向与反向同步变化；若等长每个迭代可节省 %2 ms。</translation>
    </message>
    <message>
        <source>No step in which each cell of the schedule is known on all ranks of all pipelines: load or collect every rank.</source>
        <translation>没有任何迭代在所有流水线的所有卡上包含全部单元：请加载或采集每张卡。</translation>
    </message>
    <message>
        <source>A step takes %1 ms, replayed with measured costs; %2 ms with all costs at their means (slowdown %3, %4 step(s)).</source>
        <translation>按实测耗时重放，一个迭代为 %1 ms；所有耗时取均值时为 %2 ms（变慢 %3 倍，%4 个迭代）。</translation>
    </message>
    <message>
        <source>time in cells per step, ms</source>
        <translation>每个迭代在单元内的时间，ms</translation>
    </message>
    <message>
        <source>slowdown by this rank alone, times</source>
        <translation>仅由该卡造成的变慢倍数</translation>
    </message>
    <message>
        <source>time without cells per step, ms</source>
        <translation>每个迭代在单元外的时间，ms</translation>
    </message>
    <message>
        <source>work against its stage, %</source>
        <translation>相对所在阶段的工作耗时，%</translation>
    </message>
    <message>
        <source>Stage imbalance: stage %1 has %2 % more work than the median stage; even stages would save %3 ms per step.</source>
        <translation>阶段不均衡：阶段 %1 的工作比中位阶段多 %2 %；若各阶段均衡每个迭代可节省 %3 ms。</translation>
    </message>
    <message>
        <source>No slow worker.</source>
        <translation>没有慢卡。</translation>
    </message>
    <message>
        <source>One pipeline: a rank that is slow in all steps cannot be distinguished from a slow stage.</source>
        <translation>只有一条流水线：在所有迭代中都慢的卡无法与慢阶段区分。</translation>
    </message>
    <message>
        <source>Slow workers: ranks %1; the worst takes %2 % longer than its stage and costs %3 ms per step.</source>
        <translation>慢卡：%1；最慢的一张比所在阶段多用 %2 %，每个迭代损失 %3 ms。</translation>
    </message>
    <message>
        <source>Links that do not name two ranks were left out</source>
        <translation>未标明两个 rank 的链路已忽略</translation>
    </message>
    <message>
        <source>The cluster analysis found beside the ranks disagrees with their folders</source>
        <translation>目录中已有的集群分析结果与各 rank 数据不一致</translation>
    </message>
    <message>
        <source>Rows of the ranks that the cluster analysis beside them does not have</source>
        <translation>各 rank 有而已有集群分析结果没有的行</translation>
    </message>
    <message>
        <source>Rows of the cluster analysis that the ranks&apos; folders do not have</source>
        <translation>已有集群分析结果有而各 rank 没有的行</translation>
    </message>
    <message>
        <source>The metadata gives a place in a communication group to another rank</source>
        <translation>元数据中通信域内的位置对应了另一个 rank</translation>
    </message>
    <message>
        <source>Negative times or sizes, taken as they are</source>
        <translation>时间或大小为负值，按原值保留</translation>
    </message>
    <message>
        <source>Links to ranks that neither folders nor metadata name were left out</source>
        <translation>目录和元数据都未给出 rank 的链路已忽略</translation>
    </message>
    <message numerus="yes">
        <source>RDMA probably retransmitted packets of %n operator(s); worst on rank %1</source>
        <translation>
            <numerusform>%n 个通信算子耗时疑似 RDMA 通信重传，最严重的是卡 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: transit over RDMA on rank %2 %3 ms, at least %4 ms on all ranks (threshold %5 ms).</source>
        <translation>%1：卡 %2 的 RDMA 传输 %3 ms，所有 rank 至少 %4 ms（阈值 %5 ms）。</translation>
    </message>
    <message>
        <source>Look for lost packets: counters of switches and network cards, cables, flow control (HCCL_RDMA_TC and HCCL_RDMA_SL as on the switch).</source>
        <translation>检查丢包：交换机与网卡计数、线缆、流控（HCCL_RDMA_TC、HCCL_RDMA_SL 与交换机一致）。</translation>
    </message>
    <message>
        <source>RDMA retransmissions</source>
        <translation>RDMA 通信重传</translation>
    </message>
    <message>
        <source>Small packets over %1 cost up to %2 ms per step and rank</source>
        <translation>%1 上的小包使单个 rank 每步最多损失 %2 ms</translation>
    </message>
    <message>
        <source>Merged into large packets, the same bytes would go at the rate of a full link.</source>
        <translation>假设合并为大包后，相同数据量能达到链路的满带宽。</translation>
    </message>
    <message>
        <source>Rank %1: %2 % of the packets are below %3 MB, at %4 GB/s instead of %5 GB/s.</source>
        <translation>卡 %1：%2 % 的通信包小于 %3 MB，带宽 %4 GB/s，而非 %5 GB/s。</translation>
    </message>
    <message>
        <source>Send more at once: larger buckets or microbatches, more accumulation before gradients are reduced, optimizer states sharded less finely.</source>
        <translation>一次传输更多数据：增大通信桶或微批次，增加梯度累积次数，降低优化器状态的切分粒度。</translation>
    </message>
    <message>
        <source>Small packets</source>
        <translation>通信小包</translation>
    </message>
    <message>
        <source>Values that are not what their key wants were taken as 0 or empty</source>
        <translation>与键的含义不符的值按 0 或空处理</translation>
    </message>
    <message>
        <source>Items that do not belong into their list were left out</source>
        <translation>不属于所在列表的项已略去</translation>
    </message>
    <message>
        <source>The history and the segments do not fit: some events are missing</source>
        <translation>历史与内存段不一致：缺少部分事件</translation>
    </message>
    <message>
        <source>The history is full: its beginning was overwritten</source>
        <translation>历史缓冲已满：开头已被覆盖</translation>
    </message>
    <message>
        <source>Events of an unknown kind are shown, without effect</source>
        <translation>未知类型的事件仅显示，不起作用</translation>
    </message>
    <message>
        <source>Workspaces that the file calls free are shown in use</source>
        <translation>文件中标为空闲的 workspace 按使用中显示</translation>
    </message>
    <message>
        <source>Kernels keep pace with the frequency; those that wait for memory lose less.</source>
        <translation>假设算子耗时与频率成反比；受访存限制的算子损失更小。</translation>
    </message>
    <message>
        <source>Frequencies seen: %1 MHz; the highest of all ranks is %2 MHz.</source>
        <translation>出现过的频率：%1 MHz；所有卡中最高为 %2 MHz。</translation>
    </message>
    <message numerus="yes">
        <source>%1 % of its computing ran below that, in %n period(s) (threshold %2 % of the step).</source>
        <translation>
            <numerusform>其计算时间的 %1 % 低于该频率，共 %n 段（阈值为步长的 %2 %）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check temperature, power limit and cooling of the device of rank %1.</source>
        <translation>检查卡 %1 所在设备的温度、功耗限制和散热。</translation>
    </message>
    <message>
        <source>The host of rank %1 launches too late: the job waits %2 ms per step for it</source>
        <translation>卡 %1 的主机下发过晚：任务每步为此等待 %2 ms</translation>
    </message>
    <message>
        <source>Idle per step that the host of rank %1 causes: %2 ms, of it late launches %3 ms; the median rank %4 ms.</source>
        <translation>卡 %1 的主机每步造成的空闲：%2 ms，其中下发过晚 %3 ms；各卡中位数 %4 ms。</translation>
    </message>
    <message>
        <source>Longest gap %1 ms; the host was in %2.</source>
        <translation>最长的空闲 %1 ms；当时主机正在执行 %2。</translation>
    </message>
    <message>
        <source>Time per operator on the host: %1 us on rank %2, %3 us on the median rank.</source>
        <translation>主机上每个算子的耗时：卡 %2 为 %1 us，各卡中位数为 %3 us。</translation>
    </message>
    <message>
        <source>Step %1 ms (threshold %2 % of it).</source>
        <translation>步长 %1 ms（阈值为其 %2 %）。</translation>
    </message>
    <message>
        <source>Fuse small operators or capture them as a graph (torch.compile, CUDA graphs), avoid online compilation and waits for the device, bind threads to cores.</source>
        <translation>融合小算子或使用图模式（torch.compile、CUDA graph），避免在线编译和等待设备，给线程绑核。</translation>
    </message>
    <message>
        <source>Fuse small operators or capture them as a graph, avoid online compilation, spread launching over two threads (TASK_QUEUE_ENABLE=2), bind threads to cores.</source>
        <translation>融合小算子或使用图模式，避免在线编译，用两级队列下发（TASK_QUEUE_ENABLE=2），给线程绑核。</translation>
    </message>
    <message>
        <source>All calls of this host are slow: check its load, CPU frequency, core binding and NUMA placement (rank %1).</source>
        <translation>该主机的所有调用都慢：检查其负载、CPU 频率、绑核和 NUMA 亲和（卡 %1）。</translation>
    </message>
    <message>
        <source>Host-bound devices</source>
        <translation>下发瓶颈（Host Bound）</translation>
    </message>
    <message>
        <source>Rank %1 waits for data: %2 ms per step</source>
        <translation>卡 %1 等待数据：每步 %2 ms</translation>
    </message>
    <message>
        <source>Devices wait for data: %1 ms per step</source>
        <translation>设备等待数据：每步 %1 ms</translation>
    </message>
    <message>
        <source>Such gaps per step: rank %1 %2 ms, the median rank %3 ms.</source>
        <translation>此类空闲每步：卡 %1 %2 ms，各卡中位数 %3 ms。</translation>
    </message>
    <message>
        <source>Longest of these gaps %1 ms; the host was in %2.</source>
        <translation>其中最长的空闲 %1 ms；当时主机正在执行 %2。</translation>
    </message>
    <message>
        <source>Step of %1 ms (threshold %2 % of it).</source>
        <translation>步长 %1 ms（阈值为其 %2 %）。</translation>
    </message>
    <message>
        <source>Rank %1 drains its device in synchronising calls: %2 ms idle per step</source>
        <translation>卡 %1 的同步调用使设备跑空：每步空闲 %2 ms</translation>
    </message>
    <message>
        <source>Avoid item(), blocking copies and synchronize() within the step; read losses later, in one go.</source>
        <translation>步内避免 item()、阻塞拷贝和 synchronize()；稍后一次性读取 loss。</translation>
    </message>
    <message>
        <source>No samples of the cores&apos; frequency are loaded.</source>
        <translation>未加载 AI Core 频率采样。</translation>
    </message>
    <message>
        <source>busy, by kind of cell</source>
        <translation>忙碌，按单元类型</translation>
    </message>
    <message>
        <source>bubble, ms</source>
        <translation>空泡，ms</translation>
    </message>
    <message>
        <source>inherent, ms</source>
        <translation>固有，ms</translation>
    </message>
    <message>
        <source>of busy</source>
        <translation>占忙碌</translation>
    </message>
    <message>
        <source>of window</source>
        <translation>占窗口</translation>
    </message>
    <message>
        <source>in P2P, ms, of step</source>
        <translation>点对点通信中，ms，占迭代</translation>
    </message>
    <message>
        <source>Bubble (sum of receives), ms</source>
        <translation>空泡（receive 之和），ms</translation>
    </message>
    <message>
        <source>step, ms</source>
        <translation>迭代，ms</translation>
    </message>
    <message>
        <source>of which inherent to the schedule</source>
        <translation>其中调度固有部分</translation>
    </message>
    <message>
        <source>Cells of this step are missing or not numbered, so it cannot be replayed: what is inherent to the schedule is not known.</source>
        <translation>该迭代缺少单元或单元未编号，无法重放，因此调度固有部分未知。</translation>
    </message>
    <message>
        <source>+ inherent to the schedule</source>
        <translation>+ 调度固有</translation>
    </message>
    <message>
        <source>Not loaded yet: click to load it.</source>
        <translation>尚未加载：点击即可加载。</translation>
    </message>
    <message>
        <source>+ residual</source>
        <translation>+ 残差</translation>
    </message>
    <message>
        <source>+ stage imbalance</source>
        <translation>+ 阶段不均衡</translation>
    </message>
    <message>
        <source>+ P2P transfer</source>
        <translation>+ 点对点传输</translation>
    </message>
    <message>
        <source>+ variability</source>
        <translation>+ 波动</translation>
    </message>
    <message>
        <source>Step %1, %2: why the window of %3 ms is as long as it is</source>
        <translation>迭代 %1，%2：%3 ms 的窗口由何构成</translation>
    </message>
    <message>
        <source>other communication</source>
        <translation>其他通信</translation>
    </message>
    <message>
        <source>other computing</source>
        <translation>其他计算</translation>
    </message>
    <message>
        <source>other marked work</source>
        <translation>其他打点工作</translation>
    </message>
    <message>
        <source>preparing (data loading, host)</source>
        <translation>预处理时间（数据加载、主机）</translation>
    </message>
    <message>
        <source>On the critical path</source>
        <translation>在关键路径上</translation>
    </message>
    <message>
        <source>Slack</source>
        <translation>松弛时间</translation>
    </message>
    <message>
        <source>Bubbles of step %1, in ms (window: first begin to last end of the scheduled cells of the group)</source>
        <translation>迭代 %1 的空泡，单位 ms（窗口：本组被调度单元的最早开始到最晚结束）</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>each place: the worst of %1 x %1 rank(s)</source>
        <translation>每格：%1 x %1 个卡中最差的值</translation>
    </message>
    <message>
        <source>Blocking cell</source>
        <translation>归因于</translation>
    </message>
    <message>
        <source>Share of the window</source>
        <translation>占窗口的比例</translation>
    </message>
    <message>
        <source>Matmul slows down transfers of rank %1: %2 ms per step</source>
        <translation>卡 %1 的传输被矩阵乘拖慢：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Without them the same bytes would go at the usual rate; what computing hides anyway is counted, too.</source>
        <translation>假设没有矩阵乘时，相同数据量按通常带宽传输；本来就被计算掩盖的部分也计入。</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) beside matrix products; the slowest, %1, at %2 GB/s instead of %3 GB/s.</source>
        <translation>
            <numerusform>%n 个通信算子与矩阵乘同时执行；最慢的 %1 带宽为 %2 GB/s，而非 %3 GB/s。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reported below %1 % of that rate, for operators that move at least %2 MB (10^6 bytes).</source>
        <translation>带宽低于该值的 %1 % 时判定，仅限传输量不少于 %2 MB（10^6 字节）的算子。</translation>
    </message>
    <message>
        <source>Both use the same memory. Compare a run with this overlap switched off; keep it only where it gains more than it costs, or move the transfer beside work that needs less memory.</source>
        <translation>两者抢占同一内存带宽。请与关闭该掩盖的运行对比；仅在收益大于代价时保留，或把传输移到访存较少的计算旁。</translation>
    </message>
    <message>
        <source>Bandwidth contention with matmul</source>
        <translation>与 matmul 的带宽抢占</translation>
    </message>
    <message>
        <source>The experts of rank %1 get the most tokens: its group waits %2 ms per step</source>
        <translation>卡 %1 的专家分到的 token 最多：其通信域每个迭代等待 %2 ms</translation>
    </message>
    <message>
        <source>The time of the experts&apos; kernels follows the number of tokens.</source>
        <translation>假设专家内核（kernel）的耗时与 token 数成正比。</translation>
    </message>
    <message>
        <source>Kernels of experts on rank %1: %2 ms per step, mean of the %4 rank(s) of the group %3 ms.</source>
        <translation>卡 %1 的专家内核（kernel）：每个迭代 %2 ms，通信域 %4 张卡平均 %3 ms。</translation>
    </message>
    <message>
        <source>%1 times the mean (threshold %2).</source>
        <translation>为平均值的 %1 倍（阈值 %2）。</translation>
    </message>
    <message>
        <source>Balance the router (auxiliary loss, capacity limit, token dropping), or place busy experts on different ranks.</source>
        <translation>均衡路由（辅助损失、容量上限、丢弃 token），或把繁忙的专家放到不同的卡上。</translation>
    </message>
    <message>
        <source>Expert load imbalance</source>
        <translation>专家负载不均衡</translation>
    </message>
    <message>
        <source>Exposed data-parallel communication: %1 ms per step</source>
        <translation>未被掩盖的数据并行通信：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Assumes that all of it could overlap with computing; waiting for late ranks and slow links is not counted.</source>
        <translation>假设全部可被计算掩盖；不含等待迟到的卡和慢链路的时间。</translation>
    </message>
    <message>
        <source>Assumes that all of it could overlap with computing; ranks of the group are missing here, so waiting for them may be counted.</source>
        <translation>假设全部可被计算掩盖；此处缺少通信域中的部分卡，因此可能含有等待它们的时间。</translation>
    </message>
    <message numerus="yes">
        <source>Most of it in group %1 of %n rank(s): %2 ms, %3 ms of it without computing beside it.</source>
        <translation>
            <numerusform>主要在通信域 %1（%n 张卡）：%2 ms，其中 %3 ms 没有计算同时执行。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the step (threshold %2 %).</source>
        <translation>占迭代的 %1 %（阈值 %2 %）。</translation>
    </message>
    <message>
        <source>Overlap the reduction of gradients and the gathering of parameters with computing, reduce less often (more accumulation) or less (lower precision), or check the bandwidth of the links.</source>
        <translation>用计算掩盖梯度规约和参数收集；减少规约次数（增加梯度累积）或数据量（降低精度）；或检查链路带宽。</translation>
    </message>
    <message>
        <source>Exposed data-parallel communication</source>
        <translation>未被掩盖的数据并行通信</translation>
    </message>
    <message>
        <source>Needs communication operators and kernels of the same rank.</source>
        <translation>需要同一张卡的通信算子和内核（kernel）。</translation>
    </message>
    <message>
        <source>Rank %1 comes late to its collectives: the others wait %2 ms per step for it alone</source>
        <translation>卡 %1 参与集合通信迟到：其他卡每个迭代单独等待它 %2 ms</translation>
    </message>
    <message>
        <source>All ranks leave a collective together, so that the shortest stay came last.</source>
        <translation>假设各卡同时结束一次集合通信，因此耗时最短的卡最后到达。</translation>
    </message>
    <message numerus="yes">
        <source>Of %n collective(s), rank %1 came last to %2 and caused %3 % of the waiting there (threshold %4 %).</source>
        <translation>
            <numerusform>在 %n 次集合通信中，卡 %1 有 %2 次最后到达，造成其中 %3 % 的等待（阈值 %4 %）。</numerusform>
        </translation>
    </message>
    <message>
        <source>The longest wait was in %1.</source>
        <translation>等待最长的是 %1。</translation>
    </message>
    <message>
        <source>Late as well: rank %1.</source>
        <translation>同样迟到的卡：%1。</translation>
    </message>
    <message>
        <source>Late as well: ranks %1.</source>
        <translation>同样迟到的卡：%1。</translation>
    </message>
    <message>
        <source>See what rank %1 does before its collectives: more work, a slower device, a host that launches late or loads data.</source>
        <translation>查看卡 %1 在集合通信之前做了什么：计算更多、设备更慢、主机下发过晚或在加载数据。</translation>
    </message>
    <message>
        <source>Late arrivals at collectives</source>
        <translation>集合通信迟到</translation>
    </message>
    <message>
        <source>Needs the communication operators of two ranks of a group.</source>
        <translation>需要同一通信域内两张卡的通信算子。</translation>
    </message>
    <message>
        <source>The link from rank %1 to rank %2 has a %3 times lower bandwidth than its like: %4 ms per step</source>
        <translation>卡 %1 到卡 %2 的链路带宽仅为同类链路的 1/%3：每个迭代 %4 ms</translation>
    </message>
    <message>
        <source>At the usual rate the operators would be shorter by this; what computing hides anyway is counted, too.</source>
        <translation>假设按通常带宽，通信算子可缩短这些时间；本来就被计算掩盖的部分也计入。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 MB (10^6 bytes) per step at %3 GB/s, median of the links of its kind %4 GB/s (%n other(s)).</source>
        <translation>
            <numerusform>%1：每个迭代 %2 MB（10^6 字节），带宽 %3 GB/s；同类链路中位数 %4 GB/s（其他 %n 条）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reported above %1 times and %2 % of the step.</source>
        <translation>达到 %1 倍且占迭代的 %2 % 时判定。</translation>
    </message>
    <message>
        <source>Unequal link bandwidth</source>
        <translation>链路带宽不均衡</translation>
    </message>
    <message>
        <source>busy, with the loss, mean of ranks</source>
        <translation>忙碌（含 loss），各卡均值</translation>
    </message>
    <message>
        <source>No calls of the host that lead to kernels are loaded.</source>
        <translation>未加载引出内核的主机调用。</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with this stage as fast as the others.</source>
        <translation>以该阶段与其他阶段一样快、按此顺序重放估算。</translation>
    </message>
    <message>
        <source>Work per step: stage %1 %2 ms, median of the others %3 ms (%4 % more).</source>
        <translation>每步工作量：阶段 %1 为 %2 ms，其他阶段的中位数为 %3 ms（多 %4 %）。</translation>
    </message>
    <message>
        <source>Of that of stage %1, %2 ms are the loss or other work between its cells.</source>
        <translation>阶段 %1 的工作中，有 %2 ms 是 loss 或其单元之间的其他工作。</translation>
    </message>
    <message>
        <source>The last stage, %1, is slower than the others: the pipeline waits %2 ms per step for it</source>
        <translation>最后一个阶段 %1 比其他阶段慢：流水线每步为它等待 %2 ms</translation>
    </message>
    <message>
        <source>Move layers away from stage %1: %3 instead of %2 saves %4 ms per step as simulated; or split its extra work (embedding, loss layer).</source>
        <translation>把部分层从阶段 %1 移走：按模拟，用 %3 代替 %2 每步可省 %4 ms；或拆分它的额外工作（embedding、loss 层）。</translation>
    </message>
    <message>
        <source>elapsed, ms</source>
        <translation>总时间，ms</translation>
    </message>
    <message>
        <source>idle, ms</source>
        <translation>通信内空闲，ms</translation>
    </message>
    <message>
        <source>synchronization, ms</source>
        <translation>同步，ms</translation>
    </message>
    <message>
        <source>synchronization, %</source>
        <translation>同步占比，%</translation>
    </message>
    <message>
        <source>transit, ms</source>
        <translation>传输，ms</translation>
    </message>
    <message>
        <source>wait, ms</source>
        <translation>等待，ms</translation>
    </message>
    <message>
        <source>wait, %</source>
        <translation>等待占比，%</translation>
    </message>
    <message>
        <source>idle = elapsed - transit - wait</source>
        <translation>通信内空闲 = 总时间 - 传输 - 等待</translation>
    </message>
    <message>
        <source>no file says what the time consists of (communication.json, analysis.db)</source>
        <translation>没有文件说明时间的组成（communication.json、analysis.db）</translation>
    </message>
    <message>
        <source>Communication operators over time</source>
        <translation>通信算子随时间的分布</translation>
    </message>
    <message>
        <source>other wait</source>
        <translation>其他等待</translation>
    </message>
    <message>
        <source>synchronization, wait before the first packet</source>
        <translation>同步：第一个通信包之前的等待</translation>
    </message>
    <message>
        <source>transit</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>No packet sizes in this profile. They come from communication.json or analysis.db: collect with profiler_level=Level1 or higher and analyse the profile.</source>
        <translation>此数据中没有通信包大小。它来自 communication.json 或 analysis.db：请以 profiler_level=Level1 或更高级别采集并解析数据。</translation>
    </message>
    <message>
        <source>Nothing is known of this choice.</source>
        <translation>所选范围没有数据。</translation>
    </message>
    <message>
        <source>No communication operators are known. They come from timelines (load a rank), databases, communication.json or analysis.db: collect with profiler_level=Level1 or higher and analyse the profile.</source>
        <translation>没有已知的通信算子。它们来自时间线（请加载某张卡）、数据库、communication.json 或 analysis.db：请以 profiler_level=Level1 或更高级别采集并解析数据。</translation>
    </message>
    <message>
        <source>No collective that two ranks recorded. Collect all ranks of a group in the same step with profiler_level=Level1 or higher; clocks are compared by the collectives themselves.</source>
        <translation>没有两张卡都记录到的集合通信。请以 profiler_level=Level1 或更高级别在同一迭代采集通信域内的所有卡；时钟由集合通信自身比对。</translation>
    </message>
    <message>
        <source>Looking at communication ...</source>
        <translation>正在分析通信……</translation>
    </message>
    <message>
        <source>No collective with a size in this profile. Sizes come with the kernels of NCCL or RCCL, into whose arguments current versions of PyTorch write them (In msg nelems, dtype).</source>
        <translation>此数据中没有带大小的集合通信。大小来自 NCCL 或 RCCL 核函数的参数，新版本的 PyTorch 会写入（In msg nelems、dtype）。</translation>
    </message>
    <message>
        <source>No communication operators are known. They are the kernels of NCCL or RCCL in the traces: load a rank, or profile with activities of the device included.</source>
        <translation>没有已知的通信算子。它们是 trace 中 NCCL 或 RCCL 的核函数：请加载一个 rank，或在采集时包含设备活动。</translation>
    </message>
    <message>
        <source>No collective that two ranks recorded. Profile all ranks of a group in the same steps; clocks are compared by the collectives themselves.</source>
        <translation>没有两个 rank 都记录了的集合通信。请在相同的 step 采集一个通信域的所有 rank；时钟通过集合通信本身进行比较。</translation>
    </message>
    <message>
        <source>No links in this profile. They come from what NCCL or RCCL transfers between two ranks and exchanges among all: load the ranks whose traces have such kernels.</source>
        <translation>此数据中没有链路。链路来自 NCCL 或 RCCL 的点对点传输和全交换：请加载 trace 中含有此类核函数的 rank。</translation>
    </message>
    <message>
        <source>Neither when ranks computed nor when they communicated is known. Profile with activities of the device included (ProfilerActivity.CUDA or XPU) and keep the trace.</source>
        <translation>不知道各 rank 何时计算、何时通信。请在采集时包含设备活动（ProfilerActivity.CUDA 或 XPU），并保留 trace。</translation>
    </message>
    <message>
        <source>There is no record of memory here. torch.profiler writes it into the trace with profile_memory=True.</source>
        <translation>这里没有内存记录。设置 profile_memory=True 时，torch.profiler 会将其写入 trace。</translation>
    </message>
    <message>
        <source>No links in this profile: NCCL and RCCL record them only for transfers between two ranks and exchanges of all with all. Overview, Durations and Bandwidth show the collectives.</source>
        <translation>此数据中没有链路：NCCL 和 RCCL 仅对点对点传输和全交换（all-to-all）记录链路。集合通信见概览、耗时和带宽。</translation>
    </message>
    <message>
        <source>No links in this profile. They come from communication_matrix.json, analysis.db or a cluster_analysis_output: collect with profiler_level=Level1 or higher and analyse the profile.</source>
        <translation>此数据中没有链路。它们来自 communication_matrix.json、analysis.db 或 cluster_analysis_output：请以 profiler_level=Level1 或更高级别采集并解析数据。</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>From first to last arrival</source>
        <translation>从最先到最后到达</translation>
    </message>
    <message>
        <source>Bandwidth (size / time, not physical)</source>
        <translation>带宽（大小 / 时间，非物理带宽）</translation>
    </message>
    <message>
        <source>Communication group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Elapsed time</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>Idle: elapsed - transit - wait</source>
        <translation>通信内空闲：总时间 - 传输 - 等待</translation>
    </message>
    <message>
        <source>Last to arrive (after the one before)</source>
        <translation>最后到达的卡（比前一张卡晚）</translation>
    </message>
    <message>
        <source>Link (from rank, to rank)</source>
        <translation>链路（源卡、目的卡）</translation>
    </message>
    <message>
        <source>Against links of its transport</source>
        <translation>与同链路方式的链路相比</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Share of the reference bandwidth</source>
        <translation>参考带宽占比</translation>
    </message>
    <message>
        <source>Operator over the link</source>
        <translation>经过此链路的通信算子</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>Operators named in the files</source>
        <translation>文件中列出的通信算子数</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代（step）</translation>
    </message>
    <message>
        <source>Synchronization time (share)</source>
        <translation>同步时间（占比）</translation>
    </message>
    <message>
        <source>Size of the tensor</source>
        <translation>张量大小</translation>
    </message>
    <message>
        <source>Transit time</source>
        <translation>传输时间</translation>
    </message>
    <message>
        <source>Transport type</source>
        <translation>链路方式</translation>
    </message>
    <message>
        <source>Wait time, synchronization included (share)</source>
        <translation>等待时间，含同步（占比）</translation>
    </message>
    <message>
        <source>Collectives that cost most</source>
        <translation>代价最大的集合通信</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>last rank</source>
        <translation>最后的卡</translation>
    </message>
    <message>
        <source>step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>waited in all</source>
        <translation>等待总和</translation>
    </message>
    <message>
        <source>waited in all: sum over the other ranks of last begin - own begin</source>
        <translation>等待总和：其他各卡的（最后开始时间 - 自身开始时间）之和</translation>
    </message>
    <message>
        <source>What the others waited for each rank, ms</source>
        <translation>其他卡等待各卡的时间，ms</translation>
    </message>
    <message>
        <source>Clocks may be off by %1: smaller differences, in grey, are not significant.</source>
        <translation>时钟误差可达 %1：更小的差异（灰色）没有意义。</translation>
    </message>
    <message>
        <source>Bandwidth (GB/s)</source>
        <translation>带宽（GB/s）</translation>
    </message>
    <message>
        <source>Share of reference bandwidth (%)</source>
        <translation>参考带宽占比（%）</translation>
    </message>
    <message>
        <source>Transit size (MB, 10^6 bytes)</source>
        <translation>传输大小（MB，10^6 字节）</translation>
    </message>
    <message>
        <source>Transit time (ms)</source>
        <translation>传输时间（ms）</translation>
    </message>
    <message>
        <source>from host</source>
        <translation>源主机</translation>
    </message>
    <message>
        <source>from rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>from stage</source>
        <translation>源阶段</translation>
    </message>
    <message>
        <source>to host</source>
        <translation>目的主机</translation>
    </message>
    <message>
        <source>to rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>to stage</source>
        <translation>目的阶段</translation>
    </message>
    <message>
        <source>ranks %1: times from the profiler&apos;s own analysis, the timeline is not loaded</source>
        <translation>卡 %1：时间来自采集工具自身的分析，未加载时间线</translation>
    </message>
    <message>
        <source>What the time was made of</source>
        <translation>时间的组成</translation>
    </message>
    <message>
        <source>Neither when ranks computed nor when they communicated is known. Collect device activity (profiler_level=Level0 or higher) and keep the trace, database or step_trace_time.csv.</source>
        <translation>既不知道各卡何时计算，也不知道何时通信。请采集设备活动（profiler_level=Level0 或更高）并保留 trace、数据库或 step_trace_time.csv。</translation>
    </message>
    <message>
        <source>The sizes of the parallel dimensions are unknown or contradict each other. Type them above, profile with a framework that writes them, or call prof.add_metadata_json(&apos;distributed_args&apos;, ...).</source>
        <translation>并行维度的大小未知或互相矛盾。请在上方输入，或使用会写入这些信息的框架采集，或调用 prof.add_metadata_json(&apos;distributed_args&apos;, ...)。</translation>
    </message>
    <message>
        <source>behind next</source>
        <translation>比前一张卡晚</translation>
    </message>
    <message>
        <source>behind first</source>
        <translation>比最先的卡晚</translation>
    </message>
    <message>
        <source>%1 send and receive in one batch, ranks: %2</source>
        <translation>%1 批量收发，卡数：%2</translation>
    </message>
    <message>
        <source>%1 collective, ranks: %2</source>
        <translation>%1 集合通信，卡数：%2</translation>
    </message>
    <message>
        <source>%1 receive, ranks: %2</source>
        <translation>%1 接收，卡数：%2</translation>
    </message>
    <message>
        <source>%1 send, ranks: %2</source>
        <translation>%1 发送，卡数：%2</translation>
    </message>
    <message>
        <source>Communication by group and kind, ms</source>
        <translation>按通信域和类型的通信，ms</translation>
    </message>
    <message>
        <source>mean per rank and step; groups may run at once</source>
        <translation>每卡每迭代的均值；各通信域可能同时进行</translation>
    </message>
    <message>
        <source>rank %1, step %3, overlap %2 %</source>
        <translation>卡 %1，迭代 %3，掩盖率 %2 %</translation>
    </message>
    <message>
        <source>rank %1, overlap %2 %</source>
        <translation>卡 %1，掩盖率 %2 %</translation>
    </message>
    <message>
        <source>A view or virtual table in place of a table is not read</source>
        <translation>以视图或虚拟表代替的数据表不会读取</translation>
    </message>
    <message>
        <source>Computing and communication, ms (overlap: share of the communication that computing covers)</source>
        <translation>计算与通信，ms（掩盖率：被计算掩盖的通信占比）</translation>
    </message>
    <message>
        <source>down: stage (PP), across: DP, in it CP, in it TP; warm = bad</source>
        <translation>纵向：流水线阶段（PP），横向：DP，其内 CP，其内 TP；暖色 = 差</translation>
    </message>
    <message>
        <source>each place: the worst of %1 columns</source>
        <translation>每格：%1 列中最差的值</translation>
    </message>
    <message>
        <source>context parallelism (CP)</source>
        <translation>上下文并行（CP）</translation>
    </message>
    <message>
        <source>data parallelism (DP)</source>
        <translation>数据并行（DP）</translation>
    </message>
    <message>
        <source>expert parallelism (EP)</source>
        <translation>专家并行（EP）</translation>
    </message>
    <message>
        <source>pipeline parallelism (PP)</source>
        <translation>流水线并行（PP）</translation>
    </message>
    <message>
        <source>tensor parallelism (TP)</source>
        <translation>张量并行（TP）</translation>
    </message>
    <message>
        <source>computing, ms per step</source>
        <translation>计算，ms/迭代</translation>
    </message>
    <message>
        <source>free, ms per step</source>
        <translation>空闲（Free），ms/迭代</translation>
    </message>
    <message>
        <source>communication, not overlapped, ms per step</source>
        <translation>通信（未掩盖），ms/迭代</translation>
    </message>
    <message>
        <source>overlapped communication, ms per step</source>
        <translation>掩盖的通信，ms/迭代</translation>
    </message>
    <message>
        <source>synchronization share, %</source>
        <translation>同步时间占比，%</translation>
    </message>
    <message>
        <source>wait share, %</source>
        <translation>等待时间占比，%</translation>
    </message>
    <message>
        <source>waited for by others at collectives, ms per step</source>
        <translation>集合通信中被其他卡等待的时间，ms/迭代</translation>
    </message>
    <message>
        <source>Number of blocks.</source>
        <translation>内存块数量。</translation>
    </message>
    <message>
        <source>Largest of the blocks.</source>
        <translation>其中最大的内存块。</translation>
    </message>
    <message>
        <source>Mean lifetime in events, of blocks that the history allocates and frees.</source>
        <translation>平均生命周期（事件数），仅统计在历史中分配并释放的内存块。</translation>
    </message>
    <message>
        <source>Call stack, or first frame of the program.</source>
        <translation>调用栈，或程序的首个栈帧。</translation>
    </message>
    <message>
        <source>Share of the bytes of all selected blocks.</source>
        <translation>占所有相关内存块字节数的比例。</translation>
    </message>
    <message>
        <source>Bytes of the blocks, as requested.</source>
        <translation>内存块的申请字节数。</translation>
    </message>
    <message>
        <source>Smallest of the blocks.</source>
        <translation>其中最小的内存块。</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>In use afterwards</source>
        <translation>之后活跃</translation>
    </message>
    <message>
        <source>In use before</source>
        <translation>之前活跃</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Allocated by event</source>
        <translation>分配事件</translation>
    </message>
    <message>
        <source>Allocated at, ns since 1970</source>
        <translation>分配时间（1970 年起，ns）</translation>
    </message>
    <message>
        <source>Allocated size</source>
        <translation>已分配大小</translation>
    </message>
    <message>
        <source>Requested size</source>
        <translation>申请大小</translation>
    </message>
    <message>
        <source>State when the snapshot was taken</source>
        <translation>采集快照时的状态</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Compile context</source>
        <translation>编译上下文</translation>
    </message>
    <message>
        <source>Free on the device, as reported by the driver</source>
        <translation>驱动报告的设备空闲显存</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Time, ns since 1970</source>
        <translation>时间（1970 年起，ns）</translation>
    </message>
    <message>
        <source>Frame of the forward pass</source>
        <translation>前向调用栈帧</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>栈帧</translation>
    </message>
    <message>
        <source>Freed by event</source>
        <translation>释放事件</translation>
    </message>
    <message>
        <source>Free requested by event</source>
        <translation>申请释放事件</translation>
    </message>
    <message>
        <source>Freed at, ns since 1970</source>
        <translation>释放时间（1970 年起，ns）</translation>
    </message>
    <message>
        <source>FX node</source>
        <translation>FX 节点</translation>
    </message>
    <message>
        <source>Lifetime</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>Lifetime, events</source>
        <translation>生命周期（事件数）</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>Blocks allocated in it</source>
        <translation>区间内分配的内存块</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Blocks freed in it</source>
        <translation>区间内释放的内存块</translation>
    </message>
    <message>
        <source>Blocks allocated and not freed in it</source>
        <translation>区间内分配且未释放的内存块</translation>
    </message>
    <message>
        <source>Largest of these</source>
        <translation>其中最大</translation>
    </message>
    <message>
        <source>Smallest of these</source>
        <translation>其中最小</translation>
    </message>
    <message>
        <source>Most in use, after event</source>
        <translation>活跃最大值，事件</translation>
    </message>
    <message>
        <source>Reserved afterwards</source>
        <translation>之后预留</translation>
    </message>
    <message>
        <source>Reserved before</source>
        <translation>之前预留</translation>
    </message>
    <message>
        <source>Same stack: blocks never freed</source>
        <translation>相同调用栈：从未释放的内存块</translation>
    </message>
    <message>
        <source>Same stack: blocks allocated</source>
        <translation>相同调用栈：分配的内存块</translation>
    </message>
    <message>
        <source>Same stack: blocks older than the history</source>
        <translation>相同调用栈：早于历史的内存块</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>内存段</translation>
    </message>
    <message>
        <source>Segment when the snapshot was taken</source>
        <translation>采集快照时的内存段</translation>
    </message>
    <message>
        <source>Reserved by event</source>
        <translation>预留事件</translation>
    </message>
    <message>
        <source>Blocks in it</source>
        <translation>其中内存块数</translation>
    </message>
    <message>
        <source>Size class</source>
        <translation>大小类别</translation>
    </message>
    <message>
        <source>Given back by event</source>
        <translation>归还事件</translation>
    </message>
    <message>
        <source>Free in it</source>
        <translation>其中空闲</translation>
    </message>
    <message>
        <source>Largest gap</source>
        <translation>最大空隙</translation>
    </message>
    <message>
        <source>Reserved size</source>
        <translation>预留大小</translation>
    </message>
    <message>
        <source>Free and held by other blocks</source>
        <translation>空闲但被其他内存块占住</translation>
    </message>
    <message>
        <source>Memory snapshot</source>
        <translation>内存快照</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>First frame of the program</source>
        <translation>程序的首个栈帧</translation>
    </message>
    <message>
        <source>User metadata</source>
        <translation>用户元数据</translation>
    </message>
    <message>
        <source>After event %1: %2</source>
        <translation>事件 %1 之后：%2</translation>
    </message>
    <message>
        <source>After event %1: %2, stream %3</source>
        <translation>事件 %1 之后：%2，流 %3</translation>
    </message>
    <message>
        <source>Before the first event</source>
        <translation>首个事件之前</translation>
    </message>
    <message>
        <source>block, by call stack</source>
        <translation>内存块（按调用栈）</translation>
    </message>
    <message>
        <source>%1 in use, %2 reserved, %3 free; a pixel is %4</source>
        <translation>活跃 %1，预留 %2，空闲 %3；一个像素为 %4</translation>
    </message>
    <message>
        <source>reserved and free</source>
        <translation>已预留且空闲</translation>
    </message>
    <message>
        <source>blocks too small to draw</source>
        <translation>过小未画的内存块</translation>
    </message>
    <message>
        <source>freed, still needed by another stream</source>
        <translation>已释放，其他流仍在使用</translation>
    </message>
    <message>
        <source>not reserved now</source>
        <translation>此刻未预留</translation>
    </message>
    <message>
        <source>peak %1 after event %2; reserved up to %3; %4 in %5 block(s) older than the history</source>
        <translation>峰值 %1（事件 %2 之后）；预留最多 %3；早于历史的 %5 个内存块共 %4</translation>
    </message>
    <message>
        <source>Memory in use, by block</source>
        <translation>活跃内存（按内存块）</translation>
    </message>
    <message>
        <source>The memory snapshots are being loaded.</source>
        <translation>正在加载内存快照。</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>活跃</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>all: %1 in %2 block(s)</source>
        <translation>全部：%2 个内存块共 %1</translation>
    </message>
    <message>
        <source>no frames, from %1 on</source>
        <translation>无栈帧，%1 起</translation>
    </message>
    <message>
        <source>older than the history</source>
        <translation>早于历史</translation>
    </message>
    <message>
        <source>other (too small to draw)</source>
        <translation>其他（过小未画）</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>before the history: %1</source>
        <translation>历史之前：%1</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足（OOM）</translation>
    </message>
    <message>
        <source>visible peak: %1, event %2</source>
        <translation>可见峰值：%1，事件 %2</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>at most %1; before the history %2; at its end %3; %4 pieces reserved</source>
        <translation>最多 %1；历史之前 %2；历史结束时 %3；共预留 %4 块</translation>
    </message>
    <message>
        <source>Memory reserved from the driver, by segment</source>
        <translation>向驱动预留的内存（按内存段）</translation>
    </message>
    <message>
        <source>The history is being worked out...</source>
        <translation>正在计算历史……</translation>
    </message>
    <message>
        <source>A round number of communication operators: the recorder probably stopped at its limit</source>
        <translation>通信算子数为整数上限：采集可能因达到上限而停止，数据被截断</translation>
    </message>
    <message>
        <source>Packets whose size is no multiple of %1 bytes cost %2 ms per step</source>
        <translation>大小不是 %1 字节整数倍的通信包每个迭代多耗时 %2 ms</translation>
    </message>
    <message>
        <source>Aligned, they would go as fast as aligned packets of about their size.</source>
        <translation>假设对齐后，带宽与大小相近的已对齐通信包相同。</translation>
    </message>
    <message>
        <source>Rank %1: %2 % of the time of packets within the host (threshold %4 %); most of it in packets of %3 bytes.</source>
        <translation>卡 %1：占主机内通信包耗时的 %2 %（阈值 %4 %）；主要是 %3 字节的通信包。</translation>
    </message>
    <message>
        <source>Pad buckets and tensors so that each rank&apos;s part is a multiple of %1 bytes.</source>
        <translation>填充通信桶和张量，使每张卡的部分为 %1 字节的整数倍。</translation>
    </message>
    <message>
        <source>Unaligned packets</source>
        <translation>通信包字节未对齐</translation>
    </message>
    <message>
        <source>wait includes synchronization; each %: time / (time + transit)</source>
        <translation>等待包含同步；各占比 = 时间 / (时间 + 传输)</translation>
    </message>
    <message>
        <source>in pool %1 %2 free</source>
        <translation>内存池 %1 中空闲 %2</translation>
    </message>
    <message>
        <source>stream %1: %2 reserved, %3 in %4 block(s), %5 free in %6 gap(s), the largest %7; %8 empty</source>
        <translation>流 %1：预留 %2，%4 个内存块共 %3，%6 处空隙共 %5，最大 %7；整块空闲 %8</translation>
    </message>
    <message>
        <source>Active then, of the allocator</source>
        <translation>当时活跃（分配器）</translation>
    </message>
    <message>
        <source>Operators with memory then: number, bytes</source>
        <translation>当时持有内存的算子：个数，大小</translation>
    </message>
    <message>
        <source>Allocated then</source>
        <translation>当时已分配</translation>
    </message>
    <message>
        <source>Allocated at, ns</source>
        <translation>分配时刻，ns</translation>
    </message>
    <message>
        <source>Allocator, active after the allocation</source>
        <translation>分配后分配器活跃</translation>
    </message>
    <message>
        <source>Allocator, allocated after the allocation</source>
        <translation>分配后分配器已分配</translation>
    </message>
    <message>
        <source>Allocator, reserved after the allocation</source>
        <translation>分配后分配器预留</translation>
    </message>
    <message>
        <source>Static graph</source>
        <translation>静态图</translation>
    </message>
    <message>
        <source>Last use, ns</source>
        <translation>最后使用时刻，ns</translation>
    </message>
    <message>
        <source>Released at, ns</source>
        <translation>释放时刻，ns</translation>
    </message>
    <message>
        <source>Reserved then</source>
        <translation>当时预留</translation>
    </message>
    <message>
        <source>Operators of this name: number, bytes</source>
        <translation>同名算子：个数，大小</translation>
    </message>
    <message>
        <source>Of these never released: number, bytes</source>
        <translation>其中未释放：个数，大小</translation>
    </message>
    <message>
        <source>Allocator, active after the release</source>
        <translation>释放后分配器活跃</translation>
    </message>
    <message>
        <source>Allocator, allocated after the release</source>
        <translation>释放后分配器已分配</translation>
    </message>
    <message>
        <source>Allocator, reserved after the release</source>
        <translation>释放后分配器预留</translation>
    </message>
    <message>
        <source>In use for, ms</source>
        <translation>活跃时长，ms</translation>
    </message>
    <message>
        <source>Allocated at, ms</source>
        <translation>分配时刻，ms</translation>
    </message>
    <message>
        <source>Active after the allocation</source>
        <translation>分配后活跃</translation>
    </message>
    <message>
        <source>Allocated after the allocation</source>
        <translation>分配后已分配</translation>
    </message>
    <message>
        <source>Reserved after the allocation</source>
        <translation>分配后预留</translation>
    </message>
    <message>
        <source>Held for, ms</source>
        <translation>持有时长，ms</translation>
    </message>
    <message>
        <source>The memory of operators is being loaded.</source>
        <translation>正在加载算子内存。</translation>
    </message>
    <message>
        <source>The memory of operators is in files that are read with the rest of a rank: choose a rank and load it.</source>
        <translation>算子内存所在的文件随该卡的其余数据一起读取：请选择一张卡并加载。</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Last use at, ms</source>
        <translation>最后使用时刻，ms</translation>
    </message>
    <message>
        <source>First node</source>
        <translation>起始节点</translation>
    </message>
    <message>
        <source>Node after the last</source>
        <translation>末节点的下一个</translation>
    </message>
    <message>
        <source>Released at, ms</source>
        <translation>释放时刻，ms</translation>
    </message>
    <message>
        <source>Active after the release</source>
        <translation>释放后活跃</translation>
    </message>
    <message>
        <source>Allocated after the release</source>
        <translation>释放后已分配</translation>
    </message>
    <message>
        <source>Reserved after the release</source>
        <translation>释放后预留</translation>
    </message>
    <message>
        <source>Call stack, or first frame of the program; matched by name, not by address.</source>
        <translation>调用栈，或程序的第一帧；按名称而非地址匹配。</translation>
    </message>
    <message>
        <source>Bytes in use after it, as requested.</source>
        <translation>该阶段之后占用的字节数（申请大小）。</translation>
    </message>
    <message>
        <source>Bytes in use before it, as requested.</source>
        <translation>该阶段之前占用的字节数（申请大小）。</translation>
    </message>
    <message>
        <source>First event of the phase.</source>
        <translation>该阶段的起始事件。</translation>
    </message>
    <message>
        <source>Number of these blocks.</source>
        <translation>这些内存块的个数。</translation>
    </message>
    <message>
        <source>Bytes of blocks that were made in it and not freed in it.</source>
        <translation>在该阶段内分配且未释放的内存块的字节数。</translation>
    </message>
    <message>
        <source>Last event of the phase.</source>
        <translation>该阶段的末事件。</translation>
    </message>
    <message>
        <source>Most in use in it.</source>
        <translation>该阶段内的最大占用。</translation>
    </message>
    <message>
        <source>Initialisation, where the recording saw the program begin; steps by ProfilerStep marks.</source>
        <translation>初始化（记录从程序开始时）；迭代由 ProfilerStep 标记划分。</translation>
    </message>
    <message>
        <source>Loss: figures are wrong or missing; note: something is not known or was put right; OK: looked at and nothing found.</source>
        <translation>缺失：数据有误或缺少；提示：有未知项或已修正；正常：已检查，未发现问题。</translation>
    </message>
    <message>
        <source>Of which snapshot and device.</source>
        <translation>所属快照和设备。</translation>
    </message>
    <message>
        <source>What was found.</source>
        <translation>检查结果。</translation>
    </message>
    <message>
        <source>Difference, blocks</source>
        <translation>差值，块数</translation>
    </message>
    <message>
        <source>Difference, bytes</source>
        <translation>差值，字节</translation>
    </message>
    <message>
        <source>In use after, bytes</source>
        <translation>之后占用，字节</translation>
    </message>
    <message>
        <source>In use before, bytes</source>
        <translation>之前占用，字节</translation>
    </message>
    <message>
        <source>First event</source>
        <translation>起始事件</translation>
    </message>
    <message>
        <source>Allocated and not freed, blocks</source>
        <translation>分配且未释放，块数</translation>
    </message>
    <message>
        <source>Allocated and not freed, bytes</source>
        <translation>分配且未释放，字节</translation>
    </message>
    <message>
        <source>Last event</source>
        <translation>末事件</translation>
    </message>
    <message>
        <source>Peak, bytes</source>
        <translation>峰值，字节</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>等级</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>内存块数</translation>
    </message>
    <message>
        <source>Largest, bytes</source>
        <translation>最大，字节</translation>
    </message>
    <message>
        <source>Share, %</source>
        <translation>占比，%</translation>
    </message>
    <message>
        <source>Size, bytes</source>
        <translation>大小，字节</translation>
    </message>
    <message>
        <source>Smallest, bytes</source>
        <translation>最小，字节</translation>
    </message>
    <message>
        <source>Not both snapshots say when the first step begins: that needs events with times and ProfilerStep marks (torch.profiler running while the history is recorded). Choose another moment.</source>
        <translation>两个快照并未都给出第一个迭代的起点：这需要带时间的事件和 ProfilerStep 标记（记录历史时同时运行 torch.profiler）。请选择其他时刻。</translation>
    </message>
    <message>
        <source>After the last step</source>
        <translation>最后一个迭代之后</translation>
    </message>
    <message>
        <source>Before the first step</source>
        <translation>第一个迭代之前</translation>
    </message>
    <message>
        <source>Initialisation</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>Whole history (the file has no steps)</source>
        <translation>全部历史（文件未记录迭代）</translation>
    </message>
    <message>
        <source>The file breaks off: what comes after that is missing, and the history does not reach the segments.</source>
        <translation>文件不完整：截断处之后的内容缺失，历史未能延伸到内存段。</translation>
    </message>
    <message>
        <source>The file is whole.</source>
        <translation>文件完整。</translation>
    </message>
    <message>
        <source>%1 failed allocation(s); after the last one %2 block(s) were freed before the snapshot was taken, so its end is not the state of the failure. The button Out of memory goes there.</source>
        <translation>%1 次分配失败；最后一次失败之后、快照采集之前释放了 %2 个内存块，因此快照末尾并非失败时的状态。点击“内存不足”按钮可跳转到失败时刻。</translation>
    </message>
    <message>
        <source>JSON.</source>
        <translation>JSON。</translation>
    </message>
    <message>
        <source>A pickle of protocol %1, read without running anything in it.</source>
        <translation>pickle 协议 %1，读取时不执行其中任何内容。</translation>
    </message>
    <message>
        <source>No event has a call stack: who allocates is not known. Record with context=&quot;all&quot; and stacks=&quot;all&quot; or &quot;python&quot;.</source>
        <translation>所有事件都没有调用栈：无法得知由谁分配。请以 context=&quot;all&quot; 和 stacks=&quot;all&quot; 或 &quot;python&quot; 记录。</translation>
    </message>
    <message>
        <source>%1 of %2 event(s) have no call stack, such as those of the backward pass where only Python frames were recorded.</source>
        <translation>%2 个事件中有 %1 个没有调用栈，例如只记录 Python 帧时反向过程的事件。</translation>
    </message>
    <message>
        <source>Without a call stack: %1 of %2 event(s).</source>
        <translation>%2 个事件中有 %1 个没有调用栈。</translation>
    </message>
    <message>
        <source>%1 free(s) without their requests: how long blocks wait for other streams is not known.</source>
        <translation>有 %1 次释放没有对应的请求：内存块等待其他流的时长未知。</translation>
    </message>
    <message>
        <source>%1 allocation(s) and not one free: frees were not recorded (skip_actions), so blocks seem to live on.</source>
        <translation>有 %1 次分配而没有一次释放：未记录释放（skip_actions），因此内存块看似一直存活。</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>There is no history, only the segments at the end: nothing is known of earlier moments.</source>
        <translation>没有历史，只有末尾的内存段：更早的时刻一无所知。</translation>
    </message>
    <message>
        <source>The beginning of the history was overwritten (max_entries reached): %1 block(s) (%2) are older than what is left.</source>
        <translation>历史的开头已被覆盖（达到 max_entries）：%1 个内存块（%2）早于保留下来的部分。</translation>
    </message>
    <message>
        <source>%1 block(s) (%2) are older than the history: it began after them, or its beginning was overwritten.</source>
        <translation>%1 个内存块（%2）早于历史：记录在其后开始，或历史的开头已被覆盖。</translation>
    </message>
    <message>
        <source>Every block has its allocation: nothing of the history was overwritten (%1 older block(s), %2).</source>
        <translation>每个内存块都有分配记录：历史未被覆盖（更早的内存块 %1 个，%2）。</translation>
    </message>
    <message>
        <source>History and segments do not agree: %1 block(s) handed out twice, %2 lost, %3 of another size, %4 of segments lost.</source>
        <translation>历史与内存段不一致：%1 个内存块被重复分配，%2 个丢失，%3 个大小不符，内存段丢失 %4。</translation>
    </message>
    <message>
        <source>History and segments agree, block by block.</source>
        <translation>历史与内存段逐块一致。</translation>
    </message>
    <message>
        <source>There are no segment events: either nothing was requested from the driver, or such events were not recorded.</source>
        <translation>没有内存段事件：要么没有向驱动申请，要么未记录此类事件。</translation>
    </message>
    <message>
        <source>Without a time: %1 of %2 event(s).</source>
        <translation>%2 个事件中有 %1 个没有时间。</translation>
    </message>
    <message>
        <source>Left out: %1 event(s) of an unknown kind.</source>
        <translation>%1 个事件类型未知，已略去。</translation>
    </message>
    <message>
        <source>The records of these ranks hold nothing of what is chosen above: choose other memory, other figures or other ranks.</source>
        <translation>这些卡的记录里没有上面所选的内容：请选择其他内存、其他指标或其他卡。</translation>
    </message>
    <message>
        <source>There is no record of memory here. The profiler writes memory_record and operator_memory with profile_memory=True, npu_module_mem with sys_io=True or sys_hardware_mem.</source>
        <translation>这里没有内存记录。profile_memory=True 时 profiler 会写出 memory_record 和 operator_memory；sys_io=True 或 sys_hardware_mem 时写出 npu_module_mem。</translation>
    </message>
    <message>
        <source>The records of memory are being read.</source>
        <translation>正在读取内存记录。</translation>
    </message>
    <message>
        <source>The records of memory of these ranks are not loaded. Load them with the button above, or load a rank in the list on the left.</source>
        <translation>这些卡的内存记录尚未加载。请用上面的按钮加载，或在左侧列表中加载某张卡。</translation>
    </message>
    <message>
        <source>given out by the allocator</source>
        <translation>分配器已分配</translation>
    </message>
    <message>
        <source>%1 x%2</source>
        <translation>%1 x%2</translation>
    </message>
    <message>
        <source>No operator of the capture holds memory at this moment, or none was recorded (operator_memory: profile_memory=True).</source>
        <translation>此刻没有被采集到的算子持有内存，或没有采集算子内存（operator_memory：profile_memory=True）。</translation>
    </message>
    <message>
        <source>%1 other operators</source>
        <translation>其他 %1 个算子</translation>
    </message>
    <message>
        <source>older or not recorded</source>
        <translation>早于采集或未记录</translation>
    </message>
    <message>
        <source>active</source>
        <translation>活跃</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>What the memory of rank %1 is made of: %2</source>
        <translation>卡 %1 的内存构成：%2</translation>
    </message>
    <message>
        <source>Highest: rank %1 with %2. No file has the capacity of its device: type it above.</source>
        <translation>最高：卡 %1，%2。没有文件给出设备的显存容量，请在上方填写。</translation>
    </message>
    <message>
        <source>Highest: rank %1 with %2 of %3, %4 %.</source>
        <translation>最高：卡 %1，%2 / %3，%4 %。</translation>
    </message>
    <message>
        <source>above the least, GiB</source>
        <translation>超出最低值，GiB</translation>
    </message>
    <message>
        <source>allocated, GiB</source>
        <translation>已分配，GiB</translation>
    </message>
    <message>
        <source>share of the device, %</source>
        <translation>占设备容量，%</translation>
    </message>
    <message>
        <source>process, else reserved, GiB</source>
        <translation>进程（无则取预留），GiB</translation>
    </message>
    <message>
        <source>outside the allocator, GiB</source>
        <translation>分配器之外，GiB</translation>
    </message>
    <message>
        <source>Outside the allocator (APP minus what PTA has reserved, at the same tick) at most %1, on rank %2.</source>
        <translation>分配器之外（同一时刻 APP 减去 PTA 预留）最多 %1，在卡 %2。</translation>
    </message>
    <message>
        <source>The most there is of %1: %2.</source>
        <translation>其中最多的是 %1：%2。</translation>
    </message>
    <message>
        <source>on top at the peak (activations and the like) %1</source>
        <translation>峰值时超出部分（激活等）%1</translation>
    </message>
    <message>
        <source>always allocated (weights, optimizer) %1</source>
        <translation>始终已分配（权重、优化器）%1</translation>
    </message>
    <message>
        <source>left on the device %1</source>
        <translation>设备剩余 %1</translation>
    </message>
    <message>
        <source>The memory of the process outside the allocator is unknown; for failed allocations, set the size of the device&apos;s memory (memory_exhaustion.capacity_gib).</source>
        <translation>没有数据说明进程在分配器之外占用了多少；对于失败的分配，设备内存大小（memory_exhaustion.capacity_gib）可以说明。</translation>
    </message>
    <message>
        <source>outside the allocator %1</source>
        <translation>分配器之外 %1</translation>
    </message>
    <message>
        <source>reserved, not given out %1</source>
        <translation>已预留未分配 %1</translation>
    </message>
    <message>
        <source>On top of the least, by stage. Outline: 1F1B keeps p - s microbatches, given at least p of them; %1 each fit best (estimated).</source>
        <translation>各阶段超出最低值的部分。轮廓：1F1B 保留 p - s 个微批次（微批次数不少于 p 时）；每个 %1 时拟合最好（估算）。</translation>
    </message>
    <message>
        <source>On top of the least, by stage. What 1F1B would keep cannot be fitted: fewer than two stages are known.</source>
        <translation>各阶段超出最低值的部分。已知阶段不足两个，无法拟合 1F1B 的形状。</translation>
    </message>
    <message>
        <source>%1; p - s = %3: %2</source>
        <translation>%1；p - s = %3：%2</translation>
    </message>
    <message>
        <source>no record of this rank&apos;s memory is loaded</source>
        <translation>未加载该卡的内存记录</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>run - baseline</source>
        <translation>运行 - 基线数据</translation>
    </message>
    <message>
        <source>only in the baseline</source>
        <translation>仅基线数据有</translation>
    </message>
    <message>
        <source>only in this run</source>
        <translation>仅本运行有</translation>
    </message>
    <message>
        <source>What AllToAll brings is the tokens of a rank&apos;s experts; what the others wait in AllToAll longer than it does is waited for them.</source>
        <translation>AllToAll 带来的就是该卡专家的 token；其他卡在 AllToAll 中比它多等的时间都是在等它们。</translation>
    </message>
    <message>
        <source>AllToAll does not bring it more than the others: rather the rank is slow than its experts busy.</source>
        <translation>AllToAll 并未给它带来更多数据：更可能是这张卡慢，而不是它的专家忙。</translation>
    </message>
    <message>
        <source>AllToAll brings rank %1 %2 MB (10^6 bytes) per step, mean of the %4 rank(s) of the group %3 MB.</source>
        <translation>AllToAll 每个迭代给卡 %1 带来 %2 MB（10^6 字节），通信域 %4 张卡的均值为 %3 MB。</translation>
    </message>
    <message>
        <source>Neither kernels of experts (GroupedMatmul) nor sizes of AllToAll are known of two ranks of a group.</source>
        <translation>一个通信域中没有两张卡的专家内核（GroupedMatmul）或 AllToAll 传输量已知。</translation>
    </message>
    <message>
        <source>Changed threshold: %1 = %2 (default %3)</source>
        <translation>已修改的阈值：%1 = %2（默认 %3）</translation>
    </message>
    <message>
        <source>Rate of a full HCCS link, where a rank has no operators apart from computing (advisor).</source>
        <translation>HCCS 链路满载时的速率，用于没有与计算错开的算子的卡（advisor）。</translation>
    </message>
    <message>
        <source>Share of the full rate below which an operator beside matrix products counts (advisor).</source>
        <translation>与矩阵乘并行的算子低于满速率的这一比例时计入（advisor）。</translation>
    </message>
    <message>
        <source>Operators that move less are slow for being small (advisor&apos;s limit for packets).</source>
        <translation>传输量更小的算子因过小而慢（advisor 的通信包界限）。</translation>
    </message>
    <message>
        <source>Share of the step that the slower rate must cost.</source>
        <translation>速率变慢须占迭代的比例。</translation>
    </message>
    <message>
        <source>Block of SDMA; smaller packets are left out (advisor).</source>
        <translation>SDMA 的块大小；更小的通信包不计（advisor）。</translation>
    </message>
    <message>
        <source>Share of the time of packets within hosts from which on unaligned ones count (advisor: less is of low severity).</source>
        <translation>未对齐的通信包占主机内通信包时间的比例达到此值才计入（advisor：更低者为低严重度）。</translation>
    </message>
    <message>
        <source>Rate of a full HCCS link, where no aligned packet is as large.</source>
        <translation>HCCS 链路满载时的速率，用于没有同样大小的对齐通信包时。</translation>
    </message>
    <message>
        <source>What a packet costs by being one, there.</source>
        <translation>此时每个通信包自身的固定开销。</translation>
    </message>
    <message>
        <source>Difference of two hosts&apos; clocks above which it is reported; hosts that follow a time server stay below.</source>
        <translation>两台主机的时钟差达到此值才报告；与时间服务器同步的主机低于此值。</translation>
    </message>
    <message>
        <source>Share of the step that unequal lengths must cost.</source>
        <translation>长短不均须占迭代的比例。</translation>
    </message>
    <message>
        <source>Of forward with backward of the same microbatch; jitter does not correlate.</source>
        <translation>同一微批次前向与反向的相关系数；抖动不相关。</translation>
    </message>
    <message>
        <source>Standard deviation of log lengths; less of it is hardly worth packing.</source>
        <translation>长度对数的标准差；更小时几乎不值得打包。</translation>
    </message>
    <message>
        <source>Work of the busiest rank over the mean of its group; a router with a balancing loss keeps it near one.</source>
        <translation>最忙的卡的工作量与其通信域均值之比；带均衡损失的路由使其接近 1。</translation>
    </message>
    <message>
        <source>Share of the step that the others must wait.</source>
        <translation>其他卡的等待须占迭代的比例。</translation>
    </message>
    <message>
        <source>Share of the step in which nothing but data-parallel communication runs; the last bucket of gradients and the first of parameters are never hidden, which is some per cent, or a tenth with few microbatches.</source>
        <translation>只有数据并行通信在执行的时间占迭代的比例；梯度的最后一个桶和参数的第一个桶总是无法掩盖，占百分之几，微批次少时占十分之一。</translation>
    </message>
    <message>
        <source>Share of the step that the drops must cost; cores that slow down while idle cost nothing.</source>
        <translation>降频须占迭代的比例；空闲时降频没有代价。</translation>
    </message>
    <message>
        <source>Share of the step that one rank&apos;s late launches must cost; ranks of a run without faults differ by less than half of it.</source>
        <translation>一张卡下发过晚须占迭代的比例；无故障的运行中各卡相差不到它的一半。</translation>
    </message>
    <message>
        <source>Share of the step that the median rank must wait for its host; short waits are normal where steps begin and end.</source>
        <translation>中位的卡等待主机须占迭代的比例；迭代开始和结束处的短暂等待是正常的。</translation>
    </message>
    <message>
        <source>Time per operator, compared with the median rank, from which on the host itself is taken as slow; hosts of one kind differ by a fifth.</source>
        <translation>每个算子的时间与中位的卡之比，达到此值视为主机本身慢；同类主机相差五分之一。</translation>
    </message>
    <message>
        <source>Share of the step that the gaps must cost; a step that reads its loss and fetches its batch once stays below it.</source>
        <translation>空隙须占迭代的比例；只读取一次损失、取一次批次的迭代低于此值。</translation>
    </message>
    <message>
        <source>As host_launch.slow_host: a host that is slow in all it does is named by that rule.</source>
        <translation>同 host_launch.slow_host：处处都慢的主机由该规则指出。</translation>
    </message>
    <message>
        <source>Share of the step that the others must wait for this rank alone; jitter stays below it.</source>
        <translation>其他卡仅为等待这张卡须占迭代的比例；抖动低于此值。</translation>
    </message>
    <message>
        <source>Its part of all such waiting in its collectives: where all are late in turn, none is.</source>
        <translation>它在其集合通信的全部此类等待中所占的部分：若各卡轮流迟到，则没有迟到的卡。</translation>
    </message>
    <message>
        <source>Share of the step that the link must lose.</source>
        <translation>链路损失须占迭代的比例。</translation>
    </message>
    <message>
        <source>Links that are named; more have a cause in common.</source>
        <translation>最多列出的链路数；更多则有共同的原因。</translation>
    </message>
    <message>
        <source>The least time after which RDMA sends a lost packet again; no healthy operator takes as long on all ranks (advisor).</source>
        <translation>RDMA 重发丢失的通信包前的最短时间；正常的算子不会在所有卡上都这么久（advisor）。</translation>
    </message>
    <message>
        <source>Times as long as on other links of its kind; equal links differ by a few per cent, and the place in a host by up to a third.</source>
        <translation>与同类其他链路相比的时间倍数；同等链路相差百分之几，主机内位置不同最多相差三分之一。</translation>
    </message>
    <message>
        <source>Distance from the other links in units of their spread.</source>
        <translation>与其他链路的距离，以其离散程度为单位。</translation>
    </message>
    <message>
        <source>Share of the step that the worker must cost; slowness itself has its own limits, and much of it may hide in the bubbles of a schedule that has them.</source>
        <translation>慢卡须占迭代的比例；慢本身由各自的界限判定，其中许多可能藏在排布的空泡里。</translation>
    </message>
    <message>
        <source>Ranks that are named; more of them have a cause in common.</source>
        <translation>最多列出的卡数；更多则有共同的原因。</translation>
    </message>
    <message>
        <source>Packets below it do not fill HCCS, PCIe or SIO (advisor).</source>
        <translation>小于此值的通信包不能占满 HCCS、PCIe 或 SIO（advisor）。</translation>
    </message>
    <message>
        <source>Packets below it do not fill RDMA (advisor).</source>
        <translation>小于此值的通信包不能占满 RDMA（advisor）。</translation>
    </message>
    <message>
        <source>Share of small packets from which on they count (advisor).</source>
        <translation>小包占比达到此值才计入（advisor）。</translation>
    </message>
    <message>
        <source>Rate of a full HCCS link, where the run has no large packets.</source>
        <translation>HCCS 链路满载时的速率，用于没有大包的运行。</translation>
    </message>
    <message>
        <source>Rate of a full RDMA link, where the run has no large packets.</source>
        <translation>RDMA 链路满载时的速率，用于没有大包的运行。</translation>
    </message>
    <message>
        <source>The most that a packet costs by being one: latency and its launch.</source>
        <translation>每个通信包自身固定开销的上限：时延及其下发。</translation>
    </message>
    <message>
        <source>Share of a step that the slower rate must cost: smaller losses hide behind others.</source>
        <translation>速率变慢须占迭代的比例：更小的损失会被其他损失掩盖。</translation>
    </message>
    <message>
        <source>Work of a stage to the median of the others from which on it is slow, as for workers: embedding and loss of a model of many layers cost less.</source>
        <translation>一个流水线阶段的工作量与其他阶段中位数之比，达到此值视为慢，与慢卡相同：层数多的模型中嵌入和损失的代价更小。</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>At event %1, when it failed: %2 in use, %3 reserved, %4 free on the device.</source>
        <translation>失败时（事件 %1）：活跃 %2，预留 %3，设备剩余 %4。</translation>
    </message>
    <message>
        <source>Rank %1 takes %2 of its device&apos;s %3</source>
        <translation>卡 %1 占用其设备 %3 中的 %2</translation>
    </message>
    <message>
        <source>%1 of it are in use at the peak or outside the allocator; %2 are cached and could be given back.</source>
        <translation>其中 %1 在峰值时在用或位于分配器之外；%2 为分配器缓存，可以归还。</translation>
    </message>
    <message numerus="yes">
        <source>%2 in %n block(s), held by %1.</source>
        <translation>
            <numerusform>%1 持有 %2，共 %n 个内存块。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reported above %1 % of the device&apos;s memory.</source>
        <translation>达到设备内存的 %1 % 起提示。</translation>
    </message>
    <message>
        <source>Out of memory: %2 requested with %1 in use (not fragmentation)</source>
        <translation>显存不足：申请 %2 时已有 %1 活跃内存（不是内存碎片）</translation>
    </message>
    <message>
        <source>%1 are requested while %2 of freed blocks still wait for other streams</source>
        <translation>申请 %1 时，已释放的 %2 仍在等待其他流</translation>
    </message>
    <message>
        <source>Synchronise the streams earlier, or do without record_stream for large blocks: a block that another stream may still use is given out again only after that stream is done.</source>
        <translation>更早同步各流，或对大内存块不使用 record_stream：其他流可能仍在使用的内存块，要等该流完成后才会再次分配。</translation>
    </message>
    <message>
        <source>Keep less at once: fewer microbatches in flight, recomputation, a smaller batch or shorter sequences, a sharded optimizer, offloading; begin with the largest owners.</source>
        <translation>减少同时占用：减少在途微批次、启用重计算、减小批大小或序列长度、切分优化器状态、卸载（offload）；先从占用最大者入手。</translation>
    </message>
    <message>
        <source>One request of %1 is more than half of the %2 that there are</source>
        <translation>单次申请 %1，超过总量 %2 的一半</translation>
    </message>
    <message>
        <source>Memory exhaustion</source>
        <translation>内存耗尽</translation>
    </message>
    <message>
        <source>Device memory capacity is not recorded: set memory_exhaustion.capacity_gib; or no record of memory is loaded.</source>
        <translation>未记录设备内存容量：请设置 memory_exhaustion.capacity_gib；或未加载内存记录。</translation>
    </message>
    <message>
        <source>Fragmentation: %1 are free in pieces of at most %2 when %3 are requested</source>
        <translation>内存碎片：申请 %3 时有 %1 空闲，但最长的一段只有 %2</translation>
    </message>
    <message>
        <source>Blocks of the past count with their requested size rounded up to 512 bytes; the allocator may have rounded more.</source>
        <translation>过去的内存块按申请大小向上取整到 512 字节计；分配器可能取整得更多。</translation>
    </message>
    <message numerus="yes">
        <source>At event %1 the driver gave %2 more, beside %3 reserved; free memory lay in %n piece(s), %4 of it between blocks in use.</source>
        <translation>
            <numerusform>事件 %1 时已预留 %3，驱动又给出 %2；空闲 %n 段，其中 %4 夹在在用的内存块之间。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reported when at least %1 % of reserved memory and %2 are free, in pieces that are too short.</source>
        <translation>空闲且过短的部分达到预留内存的 %1 % 且不少于 %2 时提示。</translation>
    </message>
    <message>
        <source>Fragmentation: a request of %1 failed while %2 were free, in pieces of at most %3</source>
        <translation>内存碎片：申请 %1 失败，当时有 %2 空闲，但最长的一段只有 %3</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>内存碎片</translation>
    </message>
    <message>
        <source>Rank %1 needs %2 more memory than is usual in its stage</source>
        <translation>卡 %1 比同阶段的其他卡多用 %2 内存</translation>
    </message>
    <message>
        <source>Nothing to show: %1 could not be read completely. See the import log.</source>
        <translation>无内容可显示：%1 未能完整读取。详见导入日志。</translation>
    </message>
    <message>
        <source>Stages are not compared with each other: under 1F1B stage s of p keeps the activations of p - s microbatches, which is as it should be.</source>
        <translation>不比较不同阶段：在 1F1B 下，p 个阶段中的阶段 s 保留 p - s 个微批次的激活值，这是正常的。</translation>
    </message>
    <message>
        <source>Stage %1: at the peak %2 against %3, the median of %4 rank(s).</source>
        <translation>阶段 %1：峰值 %2，而 %4 张卡的中位数为 %3。</translation>
    </message>
    <message>
        <source>Reported when above that median by %1 % and %2.</source>
        <translation>超过该中位数 %1 % 且不少于 %2 时提示。</translation>
    </message>
    <message>
        <source>Look at what only this rank gets or does: longer sequences, more tokens of its experts, logging, evaluation, gathering of checkpoints.</source>
        <translation>检查只有这张卡才有的工作：更长的序列、其专家的更多 token、日志、评估、收集检查点。</translation>
    </message>
    <message>
        <source>Memory imbalance within a stage</source>
        <translation>同一阶段内各卡内存不均</translation>
    </message>
    <message>
        <source>Needs memory peaks of two ranks of the same stage, and the parallel sizes that define stages.</source>
        <translation>需要同一阶段两张卡的内存峰值，以及用于确定阶段的并行规模。</translation>
    </message>
    <message>
        <source>Leak: %1 more in use after each step, most of it by %2</source>
        <translation>内存泄漏：每次迭代后多占用 %1，主要由 %2 持有</translation>
    </message>
    <message>
        <source>What grew in these steps goes on growing.</source>
        <translation>这些迭代中增长的部分会继续增长。</translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3; %n block(s) at the end, %4 % of all that it made are freed.</source>
        <translation>
            <numerusform>%1：从 %2 增至 %3；末尾有 %n 个内存块，其分配的内存块中有 %4 % 已释放。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 step(s), from calls of the optimizer; the first two do not count.</source>
        <translation>%1 次迭代，由优化器调用划分；前两次不计。</translation>
    </message>
    <message>
        <source>A request of %1 failed in this history.</source>
        <translation>该历史中有一次 %1 的申请失败。</translation>
    </message>
    <message numerus="yes">
        <source>At this rate the device is full after %n more step(s).</source>
        <translation>
            <numerusform>按此速度，再过 %n 次迭代设备内存将耗尽。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 step(s), from their marks; the first two do not count.</source>
        <translation>%1 次迭代，由标记划分；前两次不计。</translation>
    </message>
    <message>
        <source>Reported above %1 MiB per step; where more than %2 % are freed, only what grows in each step.</source>
        <translation>每次迭代增长 %1 MiB 起提示；已释放超过 %2 % 时，仅在每次迭代都增长时提示。</translation>
    </message>
    <message>
        <source>Look for what keeps these tensors: lists of losses or metrics (use detach() or item()), hooks, caches without a limit, graphs kept by retain_graph.</source>
        <translation>查找持有这些张量的对象：保存损失或指标的列表（请用 detach() 或 item()）、钩子、无上限的缓存、由 retain_graph 保留的计算图。</translation>
    </message>
    <message>
        <source>Memory leaks</source>
        <translation>内存泄漏</translation>
    </message>
    <message>
        <source>%2 of the memory of rank %1 are outside the allocator</source>
        <translation>卡 %1 有 %2 内存位于分配器之外</translation>
    </message>
    <message>
        <source>The process has %1, the allocator reserves %2; the difference comes to %3 % of the process.</source>
        <translation>进程占用 %1，分配器预留 %2；差值最大时为进程的 %3 %。</translation>
    </message>
    <message>
        <source>The largest known part of it: %1 with %2.</source>
        <translation>其中已知最多的：%1，%2。</translation>
    </message>
    <message>
        <source>Reported above %1 and %2 % of the process.</source>
        <translation>达到 %1 且为进程的 %2 % 起提示。</translation>
    </message>
    <message>
        <source>Outside the allocator: a request of %1 failed while %2 of %3 are taken by something else</source>
        <translation>分配器之外：申请 %1 失败，%3 中有 %2 被其他方占用</translation>
    </message>
    <message>
        <source>Memory outside the allocator</source>
        <translation>分配器之外的内存</translation>
    </message>
    <message>
        <source>No block was in use.</source>
        <translation>没有活跃的内存块。</translation>
    </message>
    <message>
        <source>%1 are free in other streams or pools when %2 more are taken from the driver</source>
        <translation>向驱动再取 %2 时，其他流或内存池中有 %1 空闲</translation>
    </message>
    <message>
        <source>Blocks of the past count with their requested size; the pool of freed segments is known from new files only.</source>
        <translation>过去的内存块按申请大小计；已释放内存段所属的内存池只有新文件才有记录。</translation>
    </message>
    <message>
        <source>At event %1, stream %3, pool %4, a block of %2; the longest free piece elsewhere has %5, reserved are %6 in all.</source>
        <translation>事件 %1，流 %3，内存池 %4，内存块 %2；别处最长的空闲段为 %5，共预留 %6。</translation>
    </message>
    <message>
        <source>Reported above %1 % of reserved memory and %2.</source>
        <translation>达到预留内存的 %1 % 且不少于 %2 起提示。</translation>
    </message>
    <message>
        <source>A request of %1 failed while %2 were unused in other streams or pools</source>
        <translation>申请 %1 失败，而其他流或内存池中有 %2 未使用</translation>
    </message>
    <message>
        <source>Memory is used again in its own stream and pool only: share side streams and graph pools, and call empty_cache once where a phase ends.</source>
        <translation>内存只在自己的流和内存池中复用：共用旁路流和图的内存池，并在阶段结束处调用一次 empty_cache。</translation>
    </message>
    <message>
        <source>Free memory in other streams or pools</source>
        <translation>其他流或内存池需要的空闲内存</translation>
    </message>
    <message>
        <source>No memory snapshot is loaded.</source>
        <translation>未加载内存快照。</translation>
    </message>
    <message>
        <source>Share of the device&apos;s memory at the peak: beyond, a longer sequence ends the job.</source>
        <translation>峰值占设备内存的比例：超过后，更长的序列就会使作业终止。</translation>
    </message>
    <message>
        <source>Share of reserved memory that is free in pieces when more is taken from the driver; a warm allocator keeps some 10 %.</source>
        <translation>向驱动再取内存时，以碎片形式空闲的部分占预留内存的比例；稳定后的分配器约有 10 %。</translation>
    </message>
    <message>
        <source>Less of it hinders no model of today.</source>
        <translation>更少则不会妨碍当今的模型。</translation>
    </message>
    <message>
        <source>How much more than the median of its stage a rank needs at its peak; ranks of one stage do the same work.</source>
        <translation>卡的峰值超过其阶段中位数的比例；同一阶段的各卡工作相同。</translation>
    </message>
    <message>
        <source>And how much at least.</source>
        <translation>以及至少超过多少。</translation>
    </message>
    <message>
        <source>Growth per step above which it is reported: less takes ten thousand steps to fill a device.</source>
        <translation>每次迭代的增长达到此值起提示：更小的增长要上万次迭代才会占满设备。</translation>
    </message>
    <message>
        <source>Share of freed blocks of the same maker above which it must grow in each step that counts, below in two of them: nothing ever freed is the strongest evidence.</source>
        <translation>同一来源中已释放内存块的比例：高于此值时须在每次计入的迭代都增长，低于此值时两次即可；从不释放是最强的依据。</translation>
    </message>
    <message>
        <source>What the process has beside the allocator (APP minus PTA) from which on it counts: runtime, kernels and a few communication groups take about one.</source>
        <translation>进程在分配器之外的占用（APP 减 PTA）达到此值起计入：运行时、算子和少量通信域约占 1 GiB。</translation>
    </message>
    <message>
        <source>And the share of all that the process has.</source>
        <translation>以及占进程全部内存的比例。</translation>
    </message>
    <message>
        <source>Share of reserved memory that is free in other streams and pools when one takes more from the driver; side streams keep a few buffers anyway.</source>
        <translation>向驱动再取内存时，其他流和内存池中空闲的部分占预留内存的比例；旁路流总会保留少量缓冲。</translation>
    </message>
    <message>
        <source>No track has &quot;%1&quot; in its name.</source>
        <translation>没有名称含“%1”的泳道。</translation>
    </message>
    <message>
        <source>Ranks hidden: %1. Click to show</source>
        <translation>已隐藏 %1 张卡，单击可显示</translation>
    </message>
    <message>
        <source>Tracks hidden: %1. Click to show</source>
        <translation>已隐藏 %1 条泳道，单击可显示</translation>
    </message>
    <message>
        <source>shifted by %1</source>
        <translation>平移 %1</translation>
    </message>
    <message>
        <source>Flows from, in all</source>
        <translation>入线总数</translation>
    </message>
    <message>
        <source>Flows to, in all</source>
        <translation>出线总数</translation>
    </message>
    <message>
        <source>Accelerator core</source>
        <translation>加速核</translation>
    </message>
    <message>
        <source>Input formats</source>
        <translation>输入格式</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Input types</source>
        <translation>输入类型</translation>
    </message>
    <message>
        <source>Output formats</source>
        <translation>输出格式</translation>
    </message>
    <message>
        <source>Output shapes</source>
        <translation>输出形状</translation>
    </message>
    <message>
        <source>Output types</source>
        <translation>输出类型</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>Wait before the kernel</source>
        <translation>内核（kernel）前的等待</translation>
    </message>
    <message>
        <source>Start, from the first event</source>
        <translation>开始（从第一个事件起）</translation>
    </message>
    <message>
        <source>Start, wall clock (UTC)</source>
        <translation>开始，实际时间（UTC）</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean over time</source>
        <translation>按时间平均</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Occurrences</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Longest, us</source>
        <translation>最长，us</translation>
    </message>
    <message>
        <source>Mean, us</source>
        <translation>平均，us</translation>
    </message>
    <message>
        <source>Shortest, us</source>
        <translation>最短，us</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Self time, us</source>
        <translation>自身时间，us</translation>
    </message>
    <message>
        <source>Share of busy time, %</source>
        <translation>占忙碌时间，%</translation>
    </message>
    <message>
        <source>Total, us</source>
        <translation>总计，us</translation>
    </message>
    <message>
        <source>Busy (nothing twice), us</source>
        <translation>忙碌（不重复计），us</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>色块</translation>
    </message>
    <message>
        <source>Sum of durations, us</source>
        <translation>持续时间之和，us</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>泳道数</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Share of the layer, %</source>
        <translation>占本层（%）</translation>
    </message>
    <message>
        <source>Max, us</source>
        <translation>最大（us）</translation>
    </message>
    <message>
        <source>Min, us</source>
        <translation>最小（us）</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核类型</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Begin, ns</source>
        <translation>开始（ns）</translation>
    </message>
    <message>
        <source>Cores used</source>
        <translation>使用核数</translation>
    </message>
    <message>
        <source>Duration, us</source>
        <translation>持续时间（us）</translation>
    </message>
    <message>
        <source>Other cores used</source>
        <translation>另一类核数</translation>
    </message>
    <message>
        <source>Launched, ns</source>
        <translation>下发时刻（ns）</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Module path</source>
        <translation>模块路径</translation>
    </message>
    <message>
        <source>Wait, us</source>
        <translation>等待（us）</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Baseline count</source>
        <translation>基线次数</translation>
    </message>
    <message>
        <source>Baseline duration, ms</source>
        <translation>基线持续时间（ms）</translation>
    </message>
    <message>
        <source>Baseline rank</source>
        <translation>基线卡（rank）</translation>
    </message>
    <message>
        <source>Baseline share of E2E, %</source>
        <translation>基线占端到端时间（%）</translation>
    </message>
    <message>
        <source>Difference, ms</source>
        <translation>差值（ms）</translation>
    </message>
    <message>
        <source>Duration, ms</source>
        <translation>持续时间（ms）</translation>
    </message>
    <message>
        <source>Share of E2E, %</source>
        <translation>占端到端时间（%）</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>first part, loading…</source>
        <translation>第一部分，加载中…</translation>
    </message>
    <message>
        <source>point-to-point</source>
        <translation>点对点通信</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Computing Time</source>
        <translation>计算时间</translation>
    </message>
    <message>
        <source>Conv (Backward)</source>
        <translation>卷积（反向）</translation>
    </message>
    <message>
        <source>Conv (Backward) (Cube)</source>
        <translation>卷积（反向）（Cube）</translation>
    </message>
    <message>
        <source>Conv (Backward) (Vector)</source>
        <translation>卷积（反向）（Vector）</translation>
    </message>
    <message>
        <source>Conv (Forward)</source>
        <translation>卷积（前向）</translation>
    </message>
    <message>
        <source>Conv (Forward) (Cube)</source>
        <translation>卷积（前向）（Cube）</translation>
    </message>
    <message>
        <source>Conv (Forward) (Vector)</source>
        <translation>卷积（前向）（Vector）</translation>
    </message>
    <message>
        <source>Cube</source>
        <translation>矩阵（Cube）</translation>
    </message>
    <message>
        <source>E2E Time</source>
        <translation>端到端时间</translation>
    </message>
    <message>
        <source>Flash Attention (Backward)</source>
        <translation>Flash Attention（反向）</translation>
    </message>
    <message>
        <source>Flash Attention (Backward) (Cube)</source>
        <translation>Flash Attention（反向）（Cube）</translation>
    </message>
    <message>
        <source>Flash Attention (Backward) (Vector)</source>
        <translation>Flash Attention（反向）（Vector）</translation>
    </message>
    <message>
        <source>Flash Attention (Forward)</source>
        <translation>Flash Attention（前向）</translation>
    </message>
    <message>
        <source>Flash Attention (Forward) (Cube)</source>
        <translation>Flash Attention（前向）（Cube）</translation>
    </message>
    <message>
        <source>Flash Attention (Forward) (Vector)</source>
        <translation>Flash Attention（前向）（Vector）</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲（Free）</translation>
    </message>
    <message>
        <source>Free Time</source>
        <translation>空闲时间（Free）</translation>
    </message>
    <message>
        <source>MC2</source>
        <translation>MC2</translation>
    </message>
    <message>
        <source>Matmul</source>
        <translation>矩阵乘（Matmul）</translation>
    </message>
    <message>
        <source>Matmul (Cube)</source>
        <translation>矩阵乘（Matmul）（Cube）</translation>
    </message>
    <message>
        <source>Matmul (Vector)</source>
        <translation>矩阵乘（Matmul）（Vector）</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Page Attention</source>
        <translation>Page Attention</translation>
    </message>
    <message>
        <source>SDMA (Tensor Move)</source>
        <translation>SDMA（张量搬运）</translation>
    </message>
    <message>
        <source>Transmit</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Uncovered Communication Overlapped</source>
        <translation>未掩盖通信相互重叠</translation>
    </message>
    <message>
        <source>Uncovered Communication Time</source>
        <translation>未掩盖通信时间</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>向量（Vector）</translation>
    </message>
    <message>
        <source>Vector (No Trans)</source>
        <translation>向量（非格式转换）</translation>
    </message>
    <message>
        <source>Vector (Trans)</source>
        <translation>向量（格式转换）</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>overlap lanes (no work)</source>
        <translation>掩盖泳道（不是工作）</translation>
    </message>
    <message numerus="yes">
        <source>%n more rank(s): scroll</source>
        <translation>
            <numerusform>另有 %n 张卡：请滚动</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) differ between ranks; shown first</source>
        <translation>
            <numerusform>%n 项设置在各卡之间不同；排在最前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the same on all %n rank(s) that were read</source>
        <translation>
            <numerusform>已读取的 %n 张卡全部相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n file(s), %2</source>
        <translation>
            <numerusform>%1：%n 个文件，%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n file(s), %2; not all of them are read yet</source>
        <translation>
            <numerusform>%1：%n 个文件，%2；其中一部分尚未读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n rank(s), in ms</source>
        <translation>
            <numerusform>%n 张卡的平均值，单位 ms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stream(s)</source>
        <translation>
            <numerusform>%n 个流（stream）</numerusform>
        </translation>
    </message>
    <message>
        <source>late launch</source>
        <translation>下发过晚</translation>
    </message>
    <message>
        <source>late start</source>
        <translation>开始过晚</translation>
    </message>
    <message>
        <source>Bars are as long as the step: busy + causes = step, to the nanosecond. bubble = window minus busy (window: first begin to last end of the scheduled cells of the group). Of window: bubble / window; of busy: bubble / busy. Inherent: what the schedule costs with cells of equal length and no transfers. In P2P: all sends, receives and batches of the rank, waiting included. Bubble (sum of receives): the column of that name in other tools; batches do not count there.</source>
        <translation>条形长度为整个迭代：忙碌 + 各成因 = 迭代，精确到纳秒。空泡 = 窗口 - 忙碌（窗口：本组被调度单元的最早开始到最晚结束）。占窗口：空泡 / 窗口；占忙碌：空泡 / 忙碌。固有：单元等长且无传输时调度本身的开销。点对点通信中：该卡所有发送、接收和批量收发，含等待。空泡（receive 之和）：其他工具的同名列，不计批量收发。</translation>
    </message>
    <message>
        <source>With cells of equal length and no transfers, %1 idles for %2 % of the window, %3 % of busy.</source>
        <translation>单元等长且无传输时，%1 的空闲占窗口的 %2 %，占忙碌的 %3 %。</translation>
    </message>
    <message>
        <source>+ other work, late starts</source>
        <translation>+ 其他工作、开始过晚</translation>
    </message>
    <message>
        <source>− variability: shorter cells than the mean where it counts</source>
        <translation>− 波动：关键处的单元短于均值</translation>
    </message>
    <message>
        <source>backward (input)</source>
        <translation>反向（输入梯度）</translation>
    </message>
    <message>
        <source>backward (whole, or input only)</source>
        <translation>反向（完整，或仅输入梯度）</translation>
    </message>
    <message>
        <source>backward (weight)</source>
        <translation>反向（权重梯度）</translation>
    </message>
    <message>
        <source>6.1 = microbatch 6, chunk 1</source>
        <translation>6.1 = 微批次 6，块（chunk）1</translation>
    </message>
    <message>
        <source>6&apos; = microbatch 6, reverse direction</source>
        <translation>6&apos; = 微批次 6，反方向</translation>
    </message>
    <message>
        <source>memory above the rank&apos;s static level, strip up to %1</source>
        <translation>高于本卡静态水平的内存，条带上限 %1</translation>
    </message>
    <message>
        <source>microbatches named in the file contradict their count and are not used</source>
        <translation>文件中的微批次（microbatch）编号与其数量矛盾，未采用</translation>
    </message>
    <message>
        <source>what-if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>down: stage, across: replica; computing, ms</source>
        <translation>纵向：阶段（stage），横向：副本；计算耗时 ms</translation>
    </message>
    <message>
        <source>Hosts launch too late: it costs %1 ms per step</source>
        <translation>主机下发过晚：每个迭代损失 %1 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the pipelines in their order without the gaps that late launches leave.</source>
        <translation>按原有顺序重放流水线并去除下发过晚造成的空隙估算。</translation>
    </message>
    <message>
        <source>Late launches of %1 ms more per step cost nothing: the pipeline was waiting for data anyway.</source>
        <translation>每个迭代另有 %1 ms 的下发过晚没有代价：流水线本来就在等待数据。</translation>
    </message>
    <message>
        <source>Synchronising calls drain the devices: it costs %1 ms per step</source>
        <translation>同步调用使设备跑空：每个迭代损失 %1 ms</translation>
    </message>
    <message>
        <source>Overlap of data-parallel communication is off: it could hide %1 ms per step</source>
        <translation>数据并行通信未开启掩盖：每个迭代可掩盖 %1 ms</translation>
    </message>
    <message>
        <source>The last bucket of gradients and the first of parameters stay exposed, all others are hidden.</source>
        <translation>假设最后一个梯度桶和第一个参数桶仍未掩盖，其余全部掩盖。</translation>
    </message>
    <message>
        <source>Rank %1: %2 ms of gradient reduction and %3 ms of parameter gathering.</source>
        <translation>卡 %1：梯度规约 %2 ms，参数收集 %3 ms。</translation>
    </message>
    <message>
        <source>Less than %1 % of it has computing beside it (threshold %2 % of the step to be hidden).</source>
        <translation>与计算同时进行的不足 %1 %（阈值：可掩盖部分占迭代的 %2 %）。</translation>
    </message>
    <message>
        <source>Reduce gradients during the backward and gather parameters during the forward (Megatron and MindSpeed: --overlap-grad-reduce, --overlap-param-gather; FSDP: prefetching).</source>
        <translation>在反向中规约梯度，在前向中收集参数（Megatron 和 MindSpeed：--overlap-grad-reduce、--overlap-param-gather；FSDP：预取）。</translation>
    </message>
    <message>
        <source>Overlap of data-parallel communication</source>
        <translation>数据并行通信的掩盖</translation>
    </message>
    <message>
        <source>On rank %1, %2 ms per step of it are a loss in %3 single kernels on %4 columns (%5): it is not fused (Megatron and MindSpeed: --cross-entropy-loss-fusion).</source>
        <translation>其中卡 %1 每个迭代有 %2 ms 是由 %3 个单独内核在 %4 列上计算的损失（%5）：未融合（Megatron 和 MindSpeed：--cross-entropy-loss-fusion）。</translation>
    </message>
    <message>
        <source>Share of the data-parallel communication beside which something computes, below which overlap is taken as switched off.</source>
        <translation>与计算同时进行的数据并行通信占比，低于此值视为未开启掩盖。</translation>
    </message>
    <message>
        <source>Blocks in use in the snapshot of the baseline.</source>
        <translation>基线快照中在用的块数。</translation>
    </message>
    <message>
        <source>Bytes in use in the snapshot of the baseline, as requested.</source>
        <translation>基线快照中在用的字节数，按申请大小计。</translation>
    </message>
    <message>
        <source>Run minus baseline.</source>
        <translation>运行减基线。</translation>
    </message>
    <message>
        <source>Blocks in use in the snapshot of the run.</source>
        <translation>运行快照中在用的块数。</translation>
    </message>
    <message>
        <source>Bytes in use in the snapshot of the run, as requested.</source>
        <translation>运行快照中在用的字节数，按申请大小计。</translation>
    </message>
    <message>
        <source>Name of the setting as the file has it.</source>
        <translation>文件中的设置名称。</translation>
    </message>
    <message>
        <source>Value as the file has it.</source>
        <translation>文件中的值。</translation>
    </message>
    <message>
        <source>Baseline, blocks</source>
        <translation>基线，块数</translation>
    </message>
    <message>
        <source>Baseline, bytes</source>
        <translation>基线，字节</translation>
    </message>
    <message>
        <source>Run, blocks</source>
        <translation>运行，块数</translation>
    </message>
    <message>
        <source>Run, bytes</source>
        <translation>运行，字节</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Baseline, same rank: %1; difference %2</source>
        <translation>基线同一张卡：%1；差值 %2</translation>
    </message>
    <message>
        <source>run minus baseline, GiB</source>
        <translation>运行减基线，GiB</translation>
    </message>
    <message>
        <source>Reported above %1 MiB per step, when each step adds at least %2 % of the mean and raises the peak too; the first step does not count.</source>
        <translation>每个迭代增长超过 %1 MiB、每个迭代的增量不低于平均值的 %2 % 且峰值也随之升高时报告；第一个迭代不计。</translation>
    </message>
    <message>
        <source>Rank %1: at least %2 allocated in step %3, at least %4 in step %5; %6 more per step.</source>
        <translation>卡 %1：迭代 %3 最低已分配 %2，迭代 %5 最低已分配 %4；每个迭代增加 %6。</translation>
    </message>
    <message>
        <source>Leak: %1 more in use after each step on rank %2</source>
        <translation>内存泄漏：卡 %2 每个迭代后多占用 %1</translation>
    </message>
    <message>
        <source>Leak: %1 more in use after each step on rank %2, the most of %3 rank(s) that grow</source>
        <translation>内存泄漏：卡 %2 每个迭代后多占用 %1，为 %3 张持续增长的卡中最多</translation>
    </message>
    <message>
        <source>Needs five steps in the profiler&apos;s memory record (profile_memory=True), or four in a memory snapshot, recognised by ProfilerStep marks or by frames of an optimizer&apos;s step().</source>
        <translation>需要 profiler 内存记录（profile_memory=True）中的五个迭代，或内存快照中的四个迭代（由 ProfilerStep 标记或优化器 step() 的调用栈识别）。</translation>
    </message>
    <message>
        <source>The memory record of these ranks is not loaded.</source>
        <translation>这些卡的内存记录尚未加载。</translation>
    </message>
    <message>
        <source>Least growth of a step, as a share of the mean growth, in the profiler&apos;s memory record: what leaks keeps the same tensors in each step, what varies by chance does not grow evenly.</source>
        <translation>profiler 内存记录中单个迭代的最小增量与平均增量之比：泄漏在每个迭代保留相同的张量，随机波动不会均匀增长。</translation>
    </message>
    <message>
        <source>No link has a value in this range. Clear it to see all.</source>
        <translation>此取值范围内没有链路。清空范围即可看到全部。</translation>
    </message>
    <message>
        <source>Only what ranks copy to themselves is known of this choice: tick Include self to see it.</source>
        <translation>此选择只有卡到自身的拷贝：勾选“包含自身”即可查看。</translation>
    </message>
    <message>
        <source>The files have no transfer times for these links, so no bandwidth.</source>
        <translation>文件未给出这些链路的传输时间，因此没有带宽。</translation>
    </message>
    <message>
        <source>The files name no operators for these links.</source>
        <translation>文件未列出这些链路的算子。</translation>
    </message>
    <message>
        <source>No reference bandwidth is known for the transports of these links: there is one for HCCS, RDMA and PCIE.</source>
        <translation>这些链路方式没有参考带宽：仅 HCCS、RDMA 和 PCIE 有。</translation>
    </message>
    <message>
        <source>The files have no sizes for these links.</source>
        <translation>文件未给出这些链路的数据量。</translation>
    </message>
    <message>
        <source>The files have no transfer times for these links.</source>
        <translation>文件未给出这些链路的传输时间。</translation>
    </message>
    <message>
        <source>The files name no transport for these links.</source>
        <translation>文件未给出这些链路的链路方式。</translation>
    </message>
    <message>
        <source>end of step %1</source>
        <translation>迭代 %1 结束</translation>
    </message>
    <message>
        <source>end of the capture</source>
        <translation>采集结束</translation>
    </message>
    <message>
        <source>Difference per rank</source>
        <translation>各卡差异</translation>
    </message>
    <message>
        <source>rank %1: %2 %3 ms</source>
        <translation>卡 %1：%2 %3 ms</translation>
    </message>
    <message>
        <source>thin bars: the same step of %1</source>
        <translation>细条：%1 的同一迭代</translation>
    </message>
    <message>
        <source>thin bars: the median step of %1</source>
        <translation>细条：%1 的中位数迭代</translation>
    </message>
    <message>
        <source>Applied now, us</source>
        <translation>当前已应用，us</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>比较次数</translation>
    </message>
    <message>
        <source>Left after that, us</source>
        <translation>应用后剩余，us</translation>
    </message>
    <message>
        <source>Offset as recorded, us</source>
        <translation>记录的偏移，us</translation>
    </message>
    <message>
        <source>Uncertainty, us</source>
        <translation>不确定度，us</translation>
    </message>
    <message>
        <source>The clocks of %1 and %2 differ by %3 ms</source>
        <translation>%1 与 %2 的时钟相差 %3 ms</translation>
    </message>
    <message>
        <source>Share of the step that could be hidden: all buckets of gradients but the last, all of parameters but the first.</source>
        <translation>可掩盖部分占迭代的比例：除最后一个外的梯度桶，除第一个外的参数桶。</translation>
    </message>
    <message>
        <source>The timeline of a job does not hold it.</source>
        <translation>作业级时间线不包含此信息。</translation>
    </message>
    <message>
        <source>Load the ranks that are not loaded yet.</source>
        <translation>请加载尚未加载的卡。</translation>
    </message>
    <message>
        <source>%1 could not be read completely; see the import log.</source>
        <translation>%1 未能完整读取：详见导入日志。</translation>
    </message>
    <message>
        <source>Set aic_metrics=AicoreMetrics.PipeUtilization and profiler_level=ProfilerLevel.Level1 in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 aic_metrics=AicoreMetrics.PipeUtilization 和 profiler_level=ProfilerLevel.Level1。</translation>
    </message>
    <message>
        <source>Set profiler_level=ProfilerLevel.Level1 or higher and call mindspore.profiler.profiler.analyse.</source>
        <translation>设置 profiler_level=ProfilerLevel.Level1 或更高，并调用 mindspore.profiler.profiler.analyse。</translation>
    </message>
    <message>
        <source>Collect device activity with mindspore.profiler.profile: activities=[ProfilerActivity.CPU, ProfilerActivity.NPU].</source>
        <translation>用 mindspore.profiler.profile 采集设备活动：activities=[ProfilerActivity.CPU, ProfilerActivity.NPU]。</translation>
    </message>
    <message>
        <source>Keep trace_view.json or the profiler database, which mindspore.profiler.profiler.analyse writes.</source>
        <translation>保留 mindspore.profiler.profiler.analyse 生成的 trace_view.json 或采集数据库。</translation>
    </message>
    <message>
        <source>Set parallel_strategy=True in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 parallel_strategy=True。</translation>
    </message>
    <message>
        <source>Set data_process=True in mindspore.profiler.profile; dynamic profiling does not record it.</source>
        <translation>在 mindspore.profiler.profile 中设置 data_process=True；动态采集不记录它。</translation>
    </message>
    <message>
        <source>Record the host, too: activities with ProfilerActivity.CPU, and keep the trace.</source>
        <translation>同时采集主机：activities 中加入 ProfilerActivity.CPU，并保留时间线文件。</translation>
    </message>
    <message>
        <source>Record the host, too: activities=[CPU, NPU], and keep the exported trace or database.</source>
        <translation>同时采集主机：activities=[CPU, NPU]，并保留导出的时间线或数据库。</translation>
    </message>
    <message>
        <source>Set profiler_level=ProfilerLevel.Level1 or higher in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 profiler_level=ProfilerLevel.Level1 或更高。</translation>
    </message>
    <message>
        <source>Put mindspore.profiler.mstx ranges around forward and backward, and set mstx=True.</source>
        <translation>在前向和反向处用 mindspore.profiler.mstx 打点，并设置 mstx=True。</translation>
    </message>
    <message>
        <source>Call mindspore.profiler.profiler.analyse: it writes communication_matrix.json.</source>
        <translation>调用 mindspore.profiler.profiler.analyse，由其生成 communication_matrix.json。</translation>
    </message>
    <message>
        <source>Set profile_memory=True in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>mindspore.profiler does not record it.</source>
        <translation>mindspore.profiler 不采集此信息。</translation>
    </message>
    <message>
        <source>Put mindspore.profiler.mstx ranges around forward and backward.</source>
        <translation>在前向和反向处用 mindspore.profiler.mstx 打点。</translation>
    </message>
    <message>
        <source>Use mindspore.profiler.schedule and call step() after each step.</source>
        <translation>使用 mindspore.profiler.schedule，并在每个迭代后调用 step()。</translation>
    </message>
    <message>
        <source>Set record_shapes=True in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 record_shapes=True。</translation>
    </message>
    <message>
        <source>Set with_stack=True in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 with_stack=True。</translation>
    </message>
    <message>
        <source>Run msprof with --aic-metrics=PipeUtilization.</source>
        <translation>运行 msprof 时加上 --aic-metrics=PipeUtilization。</translation>
    </message>
    <message>
        <source>Export the timeline: msprof --export=on --output=DIR.</source>
        <translation>导出时间线：msprof --export=on --output=DIR。</translation>
    </message>
    <message>
        <source>Run msprof with --task-time=l1 and --hccl=on.</source>
        <translation>运行 msprof 时加上 --task-time=l1 和 --hccl=on。</translation>
    </message>
    <message>
        <source>Run msprof with --sys-hardware-mem=on.</source>
        <translation>运行 msprof 时加上 --sys-hardware-mem=on。</translation>
    </message>
    <message>
        <source>msprof alone sees nothing of the framework: profile with torch_npu or MindSpore.</source>
        <translation>仅用 msprof 采集不到框架侧信息：请用 torch_npu 或 MindSpore 采集。</translation>
    </message>
    <message>
        <source>The setting is on, but the file that holds it is missing: keep all that the profiler writes.</source>
        <translation>该设置已打开，但缺少相应的文件：请保留采集工具生成的全部文件。</translation>
    </message>
    <message>
        <source>It was recorded; none occurred in this run.</source>
        <translation>相关采集已打开；本次运行中没有出现。</translation>
    </message>
    <message>
        <source>A memory snapshot covers memory only; everything else needs a profile.</source>
        <translation>内存快照只包含内存信息；其余需要另有采集数据。</translation>
    </message>
    <message>
        <source>Collect device activity: activities=[ProfilerActivity.CPU, ProfilerActivity.%1].</source>
        <translation>采集设备活动：activities=[ProfilerActivity.CPU, ProfilerActivity.%1]。</translation>
    </message>
    <message>
        <source>Keep what prof.export_chrome_trace or tensorboard_trace_handler writes.</source>
        <translation>保留 prof.export_chrome_trace 或 tensorboard_trace_handler 生成的文件。</translation>
    </message>
    <message>
        <source>Profile after torch.distributed is initialised: the trace then names its groups.</source>
        <translation>在 torch.distributed 初始化之后采集，trace 中即有通信域。</translation>
    </message>
    <message>
        <source>Put record_function ranges around forward and backward of each microbatch.</source>
        <translation>在每个微批次的前向和反向处用 record_function 打点。</translation>
    </message>
    <message>
        <source>Set profile_memory=True in torch.profiler.</source>
        <translation>在 torch.profiler 中设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>torch.profiler does not record it.</source>
        <translation>torch.profiler 不采集此信息。</translation>
    </message>
    <message>
        <source>Use torch.profiler.schedule and call prof.step() after each step.</source>
        <translation>使用 torch.profiler.schedule，并在每个迭代后调用 prof.step()。</translation>
    </message>
    <message>
        <source>Set record_shapes=True in torch.profiler.</source>
        <translation>在 torch.profiler 中设置 record_shapes=True。</translation>
    </message>
    <message>
        <source>Call torch.%1.memory._record_memory_history() early and _dump_snapshot() where the memory is of interest.</source>
        <translation>尽早调用 torch.%1.memory._record_memory_history()，并在关注内存的位置调用 _dump_snapshot()。</translation>
    </message>
    <message>
        <source>Set with_stack=True in torch.profiler.</source>
        <translation>在 torch.profiler 中设置 with_stack=True。</translation>
    </message>
    <message>
        <source>Analyse the profile: that writes communication_matrix.json.</source>
        <translation>对采集数据执行解析，即可生成 communication_matrix.json。</translation>
    </message>
    <message>
        <source>torch_npu does not record it.</source>
        <translation>torch_npu 不采集此信息。</translation>
    </message>
    <message>
        <source>Put mstx ranges around forward and backward.</source>
        <translation>在前向和反向处用 mstx 打点。</translation>
    </message>
    <message>
        <source>%1 may contain it; this version does not read that file.</source>
        <translation>%1 可能包含此信息，但当前版本尚不读取。</translation>
    </message>
    <message>
        <source>baseline %1 ms, %2 %</source>
        <translation>基线 %1 ms，%2 %</translation>
    </message>
    <message>
        <source>end of the baseline&apos;s step</source>
        <translation>基线数据的迭代结束处</translation>
    </message>
    <message>
        <source>step %1 ms, baseline %2 ms: %3 ms, %4 %</source>
        <translation>迭代 %1 ms，基线 %2 ms：%3 ms，%4 %</translation>
    </message>
    <message>
        <source>Name in the file</source>
        <translation>文件中的名称</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n 个内存块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed, more data needed for %1</source>
        <translation>
            <numerusform>%n 项检查通过，另有 %1 项需要更多数据</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed</source>
        <translation>
            <numerusform>%n 项检查通过</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) from device work (intervals), %1 from step_trace_time</source>
        <translation>
            <numerusform>%n 张卡来自设备任务（区间），%1 张来自 step_trace_time</numerusform>
        </translation>
    </message>
    <message>
        <source>No pipeline cells in this profile. Mark forward and backward of each microbatch with record_function or NVTX ranges named forward_step and backward_step.</source>
        <translation>此采集数据中没有流水线单元。请用名为 forward_step 和 backward_step 的 record_function 或 NVTX 打点标记每个微批次的前向和反向。</translation>
    </message>
    <message>
        <source>Which rank is which stage and replica is unknown. It comes from the names of process groups: profile after torch.distributed is initialised, with groups made by init_device_mesh (mesh_dim_names with &quot;pp&quot;) or by a framework that names them.</source>
        <translation>无法得知各卡（rank）属于哪个阶段（stage）和副本。进程组的名称会给出：请在 torch.distributed 初始化之后采集，并用 init_device_mesh（mesh_dim_names 含 &quot;pp&quot;）或会命名进程组的框架创建进程组。</translation>
    </message>
    <message>
        <source>No work of a device was found. Collect it with torch.profiler (activities: ProfilerActivity.CPU and that of the device, CUDA or XPU) and keep the exported trace.</source>
        <translation>未找到设备任务。请用 torch.profiler 采集（activities 含 ProfilerActivity.CPU 和设备的 CUDA 或 XPU），并保留导出的 trace。</translation>
    </message>
    <message>
        <source>Deviation, us</source>
        <translation>标准差，us</translation>
    </message>
    <message>
        <source>Median, us</source>
        <translation>中位数，us</translation>
    </message>
    <message>
        <source>Lower quartile, us</source>
        <translation>下四分位数，us</translation>
    </message>
    <message>
        <source>Upper quartile, us</source>
        <translation>上四分位数，us</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>By core</source>
        <translation>按核类型</translation>
    </message>
    <message>
        <source>This profile has no kernels. Collect it with device activities (torch_npu: activities with ProfilerActivity.NPU; MindSpore: ProfilerActivity.NPU) at profiler_level Level1, which writes kernel_details.csv or its tables in the database.</source>
        <translation>此 profile 没有内核（kernel）数据。请采集设备活动（torch_npu：activities 含 ProfilerActivity.NPU；MindSpore：ProfilerActivity.NPU），profiler_level 设为 Level1，会写出 kernel_details.csv 或数据库中的相应表。</translation>
    </message>
    <message>
        <source>The kernels are being counted.</source>
        <translation>正在统计内核（kernel）。</translation>
    </message>
    <message>
        <source>The kernels are being loaded.</source>
        <translation>正在加载内核（kernel）。</translation>
    </message>
    <message>
        <source>Kernels are in files that are read with the rest of a rank: choose a rank and load it.</source>
        <translation>内核（kernel）所在的文件随卡的其余数据一起读取：请选择一张卡并加载。</translation>
    </message>
    <message>
        <source>Rank %1 begins no kernel of this kind in the step or range that is selected. Esc deselects the range; all steps are chosen above.</source>
        <translation>在所选的迭代（step）或区域内，卡 %1 没有开始任何此类内核（kernel）。按 Esc 取消区域；在上方可选择全部迭代。</translation>
    </message>
    <message>
        <source>The kernels of rank %1 are not loaded: choose another rank, or load this one.</source>
        <translation>卡 %1 的内核（kernel）尚未加载：请选择其他卡，或加载此卡。</translation>
    </message>
    <message>
        <source>This profile has no kernels. Collect it with torch.profiler (activities: ProfilerActivity.CPU and that of the device, CUDA or XPU) and keep the exported trace.</source>
        <translation>此 profile 没有内核（kernel）数据。请用 torch.profiler 采集（activities 含 ProfilerActivity.CPU 和设备的 CUDA 或 XPU），并保留导出的 trace。</translation>
    </message>
    <message>
        <source>All %1 group(s) by time</source>
        <translation>全部 %1 组，按时间</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>其余 %1 组</translation>
    </message>
    <message>
        <source>Top %1 of %2 group(s) by time</source>
        <translation>按时间前 %1 组（共 %2 组）</translation>
    </message>
    <message>
        <source>No calls of the host. Keep trace_view.json or the profiler database (export_type=[Text, Db]) and collect CPU and NPU activities; with_stack adds Python functions, with_modules adds modules.</source>
        <translation>没有主机侧的调用。请保留 trace_view.json 或 profiler 数据库（export_type=[Text, Db]），并采集 CPU 和 NPU 活动；with_stack 增加 Python 函数，with_modules 增加模块。</translation>
    </message>
    <message>
        <source>The selected rank, step and range have no time of this kind in such frames.</source>
        <translation>所选的卡、迭代和区间在这类调用中没有这种时间。</translation>
    </message>
    <message>
        <source>No calls of the host. Collect CPU and device activities with torch.profiler; with_stack adds Python functions and modules.</source>
        <translation>没有主机侧的调用。请用 torch.profiler 采集 CPU 和设备活动；with_stack 增加 Python 函数和模块。</translation>
    </message>
    <message>
        <source>Looking at call paths ...</source>
        <translation>正在分析调用路径 ……</translation>
    </message>
    <message>
        <source>device computing: %1</source>
        <translation>设备计算：%1</translation>
    </message>
    <message>
        <source>communication, not overlapped: %1</source>
        <translation>通信（未掩盖）：%1</translation>
    </message>
    <message>
        <source>host: %1</source>
        <translation>主机：%1</translation>
    </message>
    <message>
        <source>launch not recorded</source>
        <translation>下发未记录</translation>
    </message>
    <message>
        <source>Of the bandwidth, %</source>
        <translation>占带宽，%</translation>
    </message>
    <message>
        <source>Bytes each</source>
        <translation>单次字节数</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>每字节 FLOP</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>GFLOP each</source>
        <translation>单次 GFLOP</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核数</translation>
    </message>
    <message>
        <source>Matrix units</source>
        <translation>矩阵单元</translation>
    </message>
    <message>
        <source>Padding counted</source>
        <translation>含填充</translation>
    </message>
    <message>
        <source>Peak from</source>
        <translation>峰值来源</translation>
    </message>
    <message>
        <source>Of the peak, %</source>
        <translation>占峰值，%</translation>
    </message>
    <message>
        <source>Peak, TFLOP/s</source>
        <translation>峰值，TFLOP/s</translation>
    </message>
    <message>
        <source>Of the roof, %</source>
        <translation>占屋顶线，%</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>data sheet of %1</source>
        <translation>%1 的数据手册</translation>
    </message>
    <message>
        <source>%1 cores at %2 MHz, from the profile&apos;s counters</source>
        <translation>%1 个核，%2 MHz，来自采集数据的计数器</translation>
    </message>
    <message>
        <source>given</source>
        <translation>用户指定</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Arithmetic intensity: FLOP per byte</source>
        <translation>计算强度：每字节 FLOP</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>There are no kernels of a device here. The profiler writes them with a device among its activities; shapes with level 1 or record_shapes=True.</source>
        <translation>此处没有设备内核（kernel）。采集时 activities 包含设备即可写出；形状需要 level 1 或 record_shapes=True。</translation>
    </message>
    <message>
        <source>The kernels of the ranks are being read ...</source>
        <translation>正在读取各卡的内核（kernel）……</translation>
    </message>
    <message>
        <source>There are no kernels of a device here. torch.profiler writes them with ProfilerActivity.CUDA, shapes with record_shapes=True.</source>
        <translation>此处没有设备内核（kernel）。torch.profiler 需要 ProfilerActivity.CUDA，形状需要 record_shapes=True。</translation>
    </message>
    <message>
        <source>Rank %1: matrix units at %2 while they work, %4 % of the peak of %3; that is %5 % of the kernels&apos; time.</source>
        <translation>卡 %1：矩阵单元工作时达到 %2，为峰值 %3 的 %4 %；占内核时间的 %5 %。</translation>
    </message>
    <message>
        <source>Rank %1: matrix units at %2 while they work. What the device can do is not known: set its peak above.</source>
        <translation>卡 %1：矩阵单元工作时达到 %2。设备峰值未知，请在上方设置。</translation>
    </message>
    <message>
        <source>Rank %1: no work of matrix units is known here.</source>
        <translation>卡 %1：此处没有已知的矩阵单元计算量。</translation>
    </message>
    <message>
        <source>Not in the picture: %1 % of the kernels&apos; time, which is no work of matrix units, or whose FLOP or bytes are not known.</source>
        <translation>未在图中：%1 % 的内核时间，不是矩阵单元的计算，或其 FLOP、字节数未知。</translation>
    </message>
    <message>
        <source>Peak: %1 (%2)</source>
        <translation>峰值：%1（%2）</translation>
    </message>
    <message>
        <source>Not in the picture: %1 % of the kernels&apos; time, whose FLOP or bytes are not known or zero.</source>
        <translation>未在图中：%1 % 的内核时间，其 FLOP 或字节数未知或为零。</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Bound so, %</source>
        <translation>此限占比，%</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Longest delay, us</source>
        <translation>最长延迟，us</translation>
    </message>
    <message>
        <source>Mean delay, us</source>
        <translation>平均延迟，us</translation>
    </message>
    <message>
        <source>Median delay, us</source>
        <translation>延迟中位数，us</translation>
    </message>
    <message>
        <source>Shortest delay, us</source>
        <translation>最短延迟，us</translation>
    </message>
    <message>
        <source>Queue empty, %</source>
        <translation>队列为空，%</translation>
    </message>
    <message>
        <source>Queue empty, us</source>
        <translation>队列为空，us</translation>
    </message>
    <message>
        <source>Queue full, us</source>
        <translation>队列已满，us</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>Delays over 100 us</source>
        <translation>超过 100 us 的延迟</translation>
    </message>
    <message>
        <source>Calls over 50 us</source>
        <translation>超过 50 us 的调用</translation>
    </message>
    <message>
        <source>Longest queue</source>
        <translation>最长队列</translation>
    </message>
    <message>
        <source>Mean queue</source>
        <translation>平均队列</translation>
    </message>
    <message>
        <source>Shorter than their call</source>
        <translation>短于下发调用</translation>
    </message>
    <message>
        <source>These in all, us</source>
        <translation>合计，us</translation>
    </message>
    <message>
        <source>Without a call</source>
        <translation>无下发调用</translation>
    </message>
    <message>
        <source>Time looked at, us</source>
        <translation>统计时长，us</translation>
    </message>
    <message>
        <source>Delay from the launch call to the begin</source>
        <translation>从下发调用到开始的延迟</translation>
    </message>
    <message>
        <source>No kernel leads back to the call that launched it. Collect CPU and NPU activities at profiler_level Level1 or above, and keep the timeline or the database.</source>
        <translation>没有内核（kernel）能对应到其下发调用。请在 profiler_level Level1 及以上采集 CPU 和 NPU 活动，并保留 timeline 或数据库。</translation>
    </message>
    <message>
        <source>The launches of the ranks are being read ...</source>
        <translation>正在读取各卡的下发数据 ……</translation>
    </message>
    <message>
        <source>No kernel leads back to the call that launched it. Collect with torch.profiler and ProfilerActivity.CPU beside that of the device.</source>
        <translation>没有内核（kernel）能对应到其下发调用。请用 torch.profiler 采集，activities 除设备外还需包含 ProfilerActivity.CPU。</translation>
    </message>
    <message>
        <source>Rank %1: %2 launches</source>
        <translation>卡 %1：%2 次下发</translation>
    </message>
    <message>
        <source>%1 more stream(s) in the table</source>
        <translation>其余 %1 个流见表格</translation>
    </message>
    <message>
        <source>Launched and not yet begun, over time</source>
        <translation>已下发而未开始的任务数（随时间）</translation>
    </message>
    <message>
        <source>%1: %2 launches, longest queue %3, empty %4 % of the time, full %5 %</source>
        <translation>%1：%2 次下发，最长队列 %3，空闲 %4 % 的时间，已满 %5 %</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>Bubble: %1</source>
        <translation>空泡：%1</translation>
    </message>
    <message>
        <source>Exposed communication, %1</source>
        <translation>未被掩盖的通信，%1</translation>
    </message>
    <message>
        <source>Exposed transfer, %1</source>
        <translation>未被掩盖的传输，%1</translation>
    </message>
    <message>
        <source>Waiting in collectives for the last rank, %1</source>
        <translation>集合通信中等待最后到达的 Rank，%1</translation>
    </message>
    <message>
        <source>Waiting in collectives, %1, for rank %2</source>
        <translation>集合通信 %1 中等待 Rank %2</translation>
    </message>
    <message>
        <source>Computing of which no kernel is known</source>
        <translation>未知 Kernel 的计算</translation>
    </message>
    <message>
        <source>Comparing ...</source>
        <translation>正在对比……</translation>
    </message>
    <message>
        <source>There is only one rank. Open a second run beside it to compare them.</source>
        <translation>只有一个 Rank。请再打开一次运行进行对比。</translation>
    </message>
    <message>
        <source>Idle: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>waits for other ranks or streams</source>
        <translation>等待其他 Rank 或 Stream</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>other causes</source>
        <translation>其他原因</translation>
    </message>
    <message>
        <source>waits for the pipeline</source>
        <translation>等待流水线</translation>
    </message>
    <message>
        <source>synchronisation of the host</source>
        <translation>Host 侧同步</translation>
    </message>
    <message>
        <source>cause unknown</source>
        <translation>原因未知</translation>
    </message>
    <message>
        <source>Fewer calls of %1 operator(s)</source>
        <translation>%1 个算子调用减少</translation>
    </message>
    <message>
        <source>Fewer calls of %1</source>
        <translation>%1 调用减少</translation>
    </message>
    <message>
        <source>Fewer calls: %1</source>
        <translation>调用减少：%1</translation>
    </message>
    <message>
        <source>More calls of %1 operator(s)</source>
        <translation>%1 个算子调用增多</translation>
    </message>
    <message>
        <source>More calls of %1</source>
        <translation>%1 调用增多</translation>
    </message>
    <message>
        <source>More calls: %1</source>
        <translation>调用增多：%1</translation>
    </message>
    <message>
        <source>Gone: %1 operator(s)</source>
        <translation>%1 个算子消失</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 消失</translation>
    </message>
    <message>
        <source>%1 new operator(s)</source>
        <translation>%1 个新算子</translation>
    </message>
    <message>
        <source>New: %1</source>
        <translation>新增：%1</translation>
    </message>
    <message>
        <source>Other shapes of %1 operator(s)</source>
        <translation>%1 个算子的 Shape 改变</translation>
    </message>
    <message>
        <source>Other shapes of %1</source>
        <translation>%1 的 Shape 改变</translation>
    </message>
    <message>
        <source>Shorter at equal shapes: %1 operator(s)</source>
        <translation>相同 Shape 下变短：%1 个算子</translation>
    </message>
    <message>
        <source>Shorter at equal shapes: %1</source>
        <translation>相同 Shape 下变短：%1</translation>
    </message>
    <message>
        <source>Longer at equal shapes: %1 operator(s)</source>
        <translation>相同 Shape 下变长：%1 个算子</translation>
    </message>
    <message>
        <source>Longer at equal shapes: %1</source>
        <translation>相同 Shape 下变长：%1</translation>
    </message>
    <message>
        <source>One step on each side: how much is chance is not known</source>
        <translation>双方各只有一个迭代：偶然波动的大小未知</translation>
    </message>
    <message>
        <source>Within the noise (%1 row(s))</source>
        <translation>在波动范围内（%1 行）</translation>
    </message>
    <message>
        <source>Smaller changes (%1 row(s))</source>
        <translation>较小的变化（%1 行）</translation>
    </message>
    <message>
        <source>As the profiler sums it up: %1</source>
        <translation>Profiler 汇总：%1</translation>
    </message>
    <message>
        <source>After the last device work</source>
        <translation>最后一个设备任务之后</translation>
    </message>
    <message>
        <source>A step took %1 ms, then %2 ms: %3 ms (%4 %)</source>
        <translation>一个迭代原来 %1 ms，现在 %2 ms：%3 ms（%4 %）</translation>
    </message>
    <message>
        <source>group unknown</source>
        <translation>通信域未知</translation>
    </message>
    <message>
        <source>no run tells this</source>
        <translation>没有运行提供该数据</translation>
    </message>
    <message>
        <source>there %1: %2 (red: longer here, blue: shorter)</source>
        <translation>对比 %1：%2（红：此处更长，蓝：此处更短）</translation>
    </message>
    <message>
        <source>Bandwidth, GB/s</source>
        <translation>带宽（GB/s）</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Synchronous</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Dispersion, %</source>
        <translation>离散度（%）</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>打点域（domain）</translation>
    </message>
    <message>
        <source>Rank of the longest</source>
        <translation>最长的卡</translation>
    </message>
    <message>
        <source>Rank of the shortest</source>
        <translation>最短的卡</translation>
    </message>
    <message>
        <source>Host or device</source>
        <translation>主机或设备</translation>
    </message>
    <message>
        <source>By bound of the group</source>
        <translation>按分组的瓶颈</translation>
    </message>
    <message>
        <source>cube</source>
        <translation>cube</translation>
    </message>
    <message>
        <source>fixpipe</source>
        <translation>fixpipe</translation>
    </message>
    <message>
        <source>instruction cache</source>
        <translation>指令缓存（icache）</translation>
    </message>
    <message>
        <source>mte1</source>
        <translation>mte1</translation>
    </message>
    <message>
        <source>mte2</source>
        <translation>mte2</translation>
    </message>
    <message>
        <source>mte3</source>
        <translation>mte3</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>无瓶颈</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>scalar</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未采集</translation>
    </message>
    <message>
        <source>vector</source>
        <translation>vector</translation>
    </message>
    <message>
        <source>Traces of GPUs hold no counters of the cores: what bounds a kernel is not known</source>
        <translation>GPU 的 trace 不含核的计数器：内核的瓶颈未知</translation>
    </message>
    <message>
        <source>No counters of the cores here: aic_metrics of the profiler, at level 1 or above, records what bounds a kernel</source>
        <translation>此处没有核的计数器：采集时设置 aic_metrics（level 1 及以上）可记录内核的瓶颈</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Begin after, ns</source>
        <translation>之后的开始时间，ns</translation>
    </message>
    <message>
        <source>Begin before, ns</source>
        <translation>之前的开始时间，ns</translation>
    </message>
    <message>
        <source>Calls after</source>
        <translation>之后的调用次数</translation>
    </message>
    <message>
        <source>Calls before</source>
        <translation>之前的调用次数</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Change of time</source>
        <translation>时间变化</translation>
    </message>
    <message>
        <source>Longest stretch</source>
        <translation>最长区段</translation>
    </message>
    <message>
        <source>Length after</source>
        <translation>之后的长度</translation>
    </message>
    <message>
        <source>Length before</source>
        <translation>之前的长度</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>波动</translation>
    </message>
    <message>
        <source>Rank after</source>
        <translation>之后的 Rank</translation>
    </message>
    <message>
        <source>Rank before</source>
        <translation>之前的 Rank</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Significance</source>
        <translation>显著性</translation>
    </message>
    <message>
        <source>Step after</source>
        <translation>之后的迭代</translation>
    </message>
    <message>
        <source>Step before</source>
        <translation>之前的迭代</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未被掩盖的通信</translation>
    </message>
    <message>
        <source>exposed transfer</source>
        <translation>未被掩盖的传输</translation>
    </message>
    <message>
        <source>waiting in collectives</source>
        <translation>集合通信中的等待</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>number of calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>other shapes</source>
        <translation>Shape 改变</translation>
    </message>
    <message>
        <source>duration at equal shapes</source>
        <translation>相同 Shape 下的耗时</translation>
    </message>
    <message>
        <source>sum of the profiler</source>
        <translation>Profiler 汇总</translation>
    </message>
    <message>
        <source>beyond noise</source>
        <translation>超出波动</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>波动范围内</translation>
    </message>
    <message>
        <source>microbatches %1 → %2</source>
        <translation>微批次数 %1 → %2</translation>
    </message>
    <message>
        <source>schedule %1 → %2</source>
        <translation>调度 %1 → %2</translation>
    </message>
    <message>
        <source>shapes %1 → %2</source>
        <translation>形状 %1 → %2</translation>
    </message>
    <message>
        <source>stages %1 → %2</source>
        <translation>阶段数 %1 → %2</translation>
    </message>
    <message>
        <source>Bubble, ms</source>
        <translation>空泡，ms</translation>
    </message>
    <message>
        <source>Bubble, %</source>
        <translation>空泡，%</translation>
    </message>
    <message>
        <source>Captured, UTC</source>
        <translation>采集时间（UTC）</translation>
    </message>
    <message>
        <source>Change, %</source>
        <translation>变化，%</translation>
    </message>
    <message>
        <source>Communication, ms</source>
        <translation>通信，ms</translation>
    </message>
    <message>
        <source>Computing, ms</source>
        <translation>计算，ms</translation>
    </message>
    <message>
        <source>Computing, %</source>
        <translation>计算，%</translation>
    </message>
    <message>
        <source>Communication (not overlapped), ms</source>
        <translation>通信（未掩盖），ms</translation>
    </message>
    <message>
        <source>Communication (not overlapped), %</source>
        <translation>通信（未掩盖），%</translation>
    </message>
    <message>
        <source>Free, ms</source>
        <translation>空闲（Free），ms</translation>
    </message>
    <message>
        <source>Free, %</source>
        <translation>空闲（Free），%</translation>
    </message>
    <message>
        <source>HFU, %</source>
        <translation>HFU，%</translation>
    </message>
    <message>
        <source>Findings of at least 10 % of the step</source>
        <translation>占 step 10 % 以上的问题项</translation>
    </message>
    <message>
        <source>MFU, %</source>
        <translation>MFU，%</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Overlapped, %</source>
        <translation>掩盖，%</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Peak memory, GiB</source>
        <translation>内存峰值，GiB</translation>
    </message>
    <message>
        <source>Preparing, %</source>
        <translation>预处理时间（Preparing），%</translation>
    </message>
    <message>
        <source>Memory of the process, GiB</source>
        <translation>进程内存，GiB</translation>
    </message>
    <message>
        <source>Reserved memory, GiB</source>
        <translation>预留内存，GiB</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Step, ms</source>
        <translation>迭代（step），ms</translation>
    </message>
    <message>
        <source>No run is open. Open a run or a folder of runs, or tick runs below.</source>
        <translation>没有打开的运行。请打开一个运行或包含多个运行的文件夹，或在下方勾选运行。</translation>
    </message>
    <message>
        <source>Reading the runs ...</source>
        <translation>正在读取各运行……</translation>
    </message>
    <message>
        <source>Time split of a step, mean of all ranks</source>
        <translation>一个 step 的耗时拆分（所有卡的平均）</translation>
    </message>
    <message>
        <source>Calls that one call of torch_npu does: at most %1 ms per step</source>
        <translation>可由一个 torch_npu 调用完成的调用：每个迭代至多 %1 ms</translation>
    </message>
    <message>
        <source>Affinity APIs</source>
        <translation>亲和 API</translation>
    </message>
    <message>
        <source>Counted: the durations of their kernels without those of matrix products, or of the longest; each call once (table affinity_apis).</source>
        <translation>计入：其 kernel 的持续时间，不含矩阵乘或最长的 kernel；每个调用只计一次（表 affinity_apis）。</translation>
    </message>
    <message>
        <source>Call instead: %1</source>
        <translation>改为调用：%1</translation>
    </message>
    <message>
        <source>Compare the loss: fused operators add up in another order.</source>
        <translation>请比较 loss：融合算子的累加顺序不同。</translation>
    </message>
    <message>
        <source>Sequences of kernels that could be fused: at most %1 ms per step</source>
        <translation>可融合的 kernel 序列：每个迭代至多 %1 ms</translation>
    </message>
    <message>
        <source>Fusible sequences of kernels</source>
        <translation>可融合的 kernel 序列</translation>
    </message>
    <message>
        <source>Use fused operators (--use-fused-rmsnorm, --use-fused-swiglu, --use-fused-rotary-pos-emb, --use-flash-attn, --cross-entropy-loss-fusion), or compile them into one: torch.compile(model, backend=&quot;npu&quot;)</source>
        <translation>使用融合算子（--use-fused-rmsnorm、--use-fused-swiglu、--use-fused-rotary-pos-emb、--use-flash-attn、--cross-entropy-loss-fusion），或编译为一个：torch.compile(model, backend=&quot;npu&quot;)</translation>
    </message>
    <message>
        <source>An upper bound: one kernel still reads the first inputs and writes the last outputs. Shapes that change are compiled again and again.</source>
        <translation>这是上限：一个 kernel 仍需读取最初的输入并写出最后的输出。形状变化时会反复编译。</translation>
    </message>
    <message>
        <source>Needs the calls of the host.</source>
        <translation>需要主机的调用。</translation>
    </message>
    <message>
        <source>Some tables tell of this part of the profile alone</source>
        <translation>部分表格仅反映所保留的这部分数据</translation>
    </message>
    <message>
        <source>A bundle of a part of the profile</source>
        <translation>该数据包只含性能数据的一部分</translation>
    </message>
    <message>
        <source>The profile had this, and its bundle does not</source>
        <translation>原性能数据中有，数据包中没有</translation>
    </message>
    <message>
        <source>Share of the step that they must cost; less is within what steps of one run differ by.</source>
        <translation>至少占迭代的份额；更少则在同一运行各迭代的差异之内。</translation>
    </message>
    <message>
        <source>Kernels on the AI CPU cost %1 ms per step</source>
        <translation>AI CPU 上的 kernel 每个迭代耗时 %1 ms</translation>
    </message>
    <message>
        <source>Data types among them that AI cores do not compute with: %1.</source>
        <translation>其中 AI Core 不支持的数据类型：%1。</translation>
    </message>
    <message>
        <source>Counted: the time of kernels on AI CPUs while the device does nothing else.</source>
        <translation>计入：AI CPU 上的 kernel 运行且设备无其他工作的时间。</translation>
    </message>
    <message>
        <source>Give them data types that AI cores compute with (x = x.float(), x.to(torch.int32)), or replace them: index and nonzero by torch.where or a multiplication with a mask, argmin by a newer CANN.</source>
        <translation>换用 AI Core 支持的数据类型（x = x.float()、x.to(torch.int32)），或替换算子：index 和 nonzero 换成 torch.where 或乘以掩码，argmin 使用更新的 CANN。</translation>
    </message>
    <message>
        <source>Kernels on AI CPUs</source>
        <translation>AI CPU 上的 kernel</translation>
    </message>
    <message>
        <source>Leave it where the type is needed for the result, or where a kernel runs once and not in each step.</source>
        <translation>结果需要该数据类型，或 kernel 只运行一次而非每个迭代运行时，不必修改。</translation>
    </message>
    <message>
        <source>Kernels whose blocks do not fill the cores: %1 ms per step</source>
        <translation>block 未占满核的 kernel：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counted: time x (1 - blocks / (rounds x cores)), where a round runs as many blocks as there are cores.</source>
        <translation>计入：时间 ×（1 - block 数 /（轮数 × 核数）），每轮运行与核数相同的 block。</translation>
    </message>
    <message>
        <source>Choose sizes (batch, hidden, vocabulary) that the number of cores divides, or tune the kernels: aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</source>
        <translation>选择核数能整除的尺寸（batch、hidden、词表），或调优 kernel：aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</translation>
    </message>
    <message>
        <source>Blocks that leave cores idle</source>
        <translation>使核空闲的 block 数</translation>
    </message>
    <message>
        <source>Does not apply to kernels that wait for memory: idle cores cost them little.</source>
        <translation>不适用于等待内存的 kernel：核空闲对其影响很小。</translation>
    </message>
    <message>
        <source>DataLoader(..., num_workers=8, pin_memory=True, prefetch_factor=4, persistent_workers=True); read large files (tar, zip) from a local disk instead of many small ones.</source>
        <translation>DataLoader(..., num_workers=8, pin_memory=True, prefetch_factor=4, persistent_workers=True)；从本地磁盘读取大文件（tar、zip），而不是许多小文件。</translation>
    </message>
    <message>
        <source>More workers do not help where the disk or the processors are busy already.</source>
        <translation>磁盘或处理器已经繁忙时，增加 worker 没有帮助。</translation>
    </message>
    <message>
        <source>One process drives several devices (DataParallel): %1 ms per step</source>
        <translation>一个进程驱动多个设备（DataParallel）：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles beneath the forward of nn.DataParallel.</source>
        <translation>计入：nn.DataParallel 前向期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Start a process per device: torchrun --nproc_per_node=8 train.py, and torch.nn.parallel.DistributedDataParallel(model) in it.</source>
        <translation>每个设备启动一个进程：torchrun --nproc_per_node=8 train.py，其中使用 torch.nn.parallel.DistributedDataParallel(model)。</translation>
    </message>
    <message>
        <source>DataParallel of one process</source>
        <translation>单进程的 DataParallel</translation>
    </message>
    <message>
        <source>Of no use with one device.</source>
        <translation>只有一个设备时无用。</translation>
    </message>
    <message numerus="yes">
        <source>%n environment variable(s) may cost time</source>
        <translation>
            <numerusform>%n 个环境变量可能耗费时间</numerusform>
        </translation>
    </message>
    <message>
        <source>ACLNN_CACHE_LIMIT = %1: operators are prepared again when their cache is full.</source>
        <translation>ACLNN_CACHE_LIMIT = %1：缓存满后会重新准备算子。</translation>
    </message>
    <message>
        <source>ASCEND_GLOBAL_LOG_LEVEL = %1: writing messages below errors takes time of the host.</source>
        <translation>ASCEND_GLOBAL_LOG_LEVEL = %1：写入错误级别以下的日志占用主机时间。</translation>
    </message>
    <message>
        <source>ASCEND_LAUNCH_BLOCKING = %1: the host waits for each kernel.</source>
        <translation>ASCEND_LAUNCH_BLOCKING = %1：主机等待每个 kernel。</translation>
    </message>
    <message>
        <source>HCCL_ALGO = %1: without it the algorithm is chosen by size and topology.</source>
        <translation>HCCL_ALGO = %1：不设置时按数据量和拓扑选择算法。</translation>
    </message>
    <message>
        <source>HCCL_RDMA_SL = %1: must be the service level that the switches keep free of losses (4 by default).</source>
        <translation>HCCL_RDMA_SL = %1：必须是交换机上无丢包的服务级别（默认 4）。</translation>
    </message>
    <message>
        <source>HCCL_RDMA_TC = %1: must be the traffic class that the switches keep free of losses (132 by default).</source>
        <translation>HCCL_RDMA_TC = %1：必须是交换机上无丢包的流量类别（默认 132）。</translation>
    </message>
    <message>
        <source>HOST_CACHE_CAPACITY = %1: operators of changing shapes are prepared again each time.</source>
        <translation>HOST_CACHE_CAPACITY = %1：形状变化的算子每次都重新准备。</translation>
    </message>
    <message>
        <source>PYTORCH_NPU_ALLOC_CONF = %1: without expandable_segments:True memory is taken from the driver more often.</source>
        <translation>PYTORCH_NPU_ALLOC_CONF = %1：没有 expandable_segments:True 时更频繁地向驱动申请内存。</translation>
    </message>
    <message>
        <source>Devices idle %1 % of the step; caches of the host are advised from %2 % on.</source>
        <translation>设备空闲占迭代的 %1 %；达到 %2 % 时建议设置主机缓存。</translation>
    </message>
    <message>
        <source>Before the start: %1</source>
        <translation>启动前执行：%1</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Change one at a time and compare runs. What the profile did not record is not judged.</source>
        <translation>每次只改一个并比较运行。性能数据未记录的变量不作判断。</translation>
    </message>
    <message>
        <source>Conversions of formats (TransData) cost %1 ms per step</source>
        <translation>格式转换（TransData）每个迭代耗时 %1 ms</translation>
    </message>
    <message>
        <source>Counted: the time of TransData kernels while the device does nothing else.</source>
        <translation>计入：TransData kernel 运行且设备无其他工作的时间。</translation>
    </message>
    <message>
        <source>Keep tensors in their plain format, before the model is built: torch_npu.npu.config.allow_internal_format = False</source>
        <translation>保持张量的普通格式，在构建模型之前设置：torch_npu.npu.config.allow_internal_format = False</translation>
    </message>
    <message>
        <source>Format conversions</source>
        <translation>格式转换</translation>
    </message>
    <message>
        <source>Compare both: convolutions may lose more in the plain format than conversions cost.</source>
        <translation>请比较两种设置：卷积在普通格式下的损失可能超过转换的耗时。</translation>
    </message>
    <message>
        <source>Garbage collection of Python stops the host: %1 ms per step</source>
        <translation>Python 垃圾回收使主机停顿：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>The host pauses for long, as when Python collects garbage: %1 ms per step</source>
        <translation>主机长时间停顿，如同 Python 垃圾回收：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counted: long waits for a launch in which the host hardly calls the driver; no collections were recorded (gc_detect_threshold of the profiler would).</source>
        <translation>计入：主机几乎不调用驱动的长时间下发等待；没有记录垃圾回收（可设置采集参数 gc_detect_threshold）。</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles beneath collections of a millisecond and more.</source>
        <translation>计入：1 ms 及以上的垃圾回收期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Collect when nothing waits: import gc; gc.disable() before the loop and gc.collect() every 1000 steps, or gc.set_threshold(7000, 10, 10); gc.freeze() after the model is built.</source>
        <translation>在无人等待时回收：循环前执行 import gc; gc.disable()，每 1000 个迭代执行 gc.collect()；或 gc.set_threshold(7000, 10, 10)；构建模型后执行 gc.freeze()。</translation>
    </message>
    <message>
        <source>Garbage collection of Python</source>
        <translation>Python 垃圾回收</translation>
    </message>
    <message>
        <source>Watch the memory of the host: objects that refer to each other are kept until the next collection.</source>
        <translation>注意主机内存：互相引用的对象会保留到下一次回收。</translation>
    </message>
    <message numerus="yes">
        <source>Rank %1: %n time(s) per step, %2 ms together; reported from %3 % of the step on.</source>
        <translation>
            <numerusform>卡 %1：每个迭代 %n 次，共 %2 ms；达到迭代的 %3 % 时报告。</numerusform>
        </translation>
    </message>
    <message>
        <source>Most of it: %1.</source>
        <translation>主要是：%1。</translation>
    </message>
    <message>
        <source>Memory that is taken from the driver and given back holds up the host: %1 ms per step</source>
        <translation>向驱动申请和归还内存拖慢主机：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles beneath these calls.</source>
        <translation>计入：这些调用期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True; remove torch.npu.empty_cache() from the loop; where memory is full, use a smaller microbatch.</source>
        <translation>export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True；从循环中去掉 torch.npu.empty_cache()；显存已满时使用更小的微批次。</translation>
    </message>
    <message>
        <source>export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True; remove torch.cuda.empty_cache() from the loop; where memory is full, use a smaller microbatch.</source>
        <translation>export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True；从循环中去掉 torch.cuda.empty_cache()；显存已满时使用更小的微批次。</translation>
    </message>
    <message>
        <source>Memory operations of the driver</source>
        <translation>驱动的内存操作</translation>
    </message>
    <message>
        <source>The first steps of a run always take memory: capture later ones.</source>
        <translation>训练的最初几个迭代总会申请内存：请采集之后的迭代。</translation>
    </message>
    <message>
        <source>Kernels that keep no part of the cores busy: %1 ms per step could be won</source>
        <translation>未使核的任何部分繁忙的 kernel：每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Counted: time x (1 - busiest part / 80 %) of kernels none of whose parts reaches its limit (table operator_bounds).</source>
        <translation>计入：各部分均未达到上限的 kernel 的时间 ×（1 - 最忙部分 / 80 %）（表 operator_bounds）。</translation>
    </message>
    <message>
        <source>Give them more work at once (larger batch, fused operators), sizes that are multiples of 256, or tune them: aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</source>
        <translation>一次给予更多工作（更大的 batch、融合算子），尺寸取 256 的倍数，或调优：aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</translation>
    </message>
    <message>
        <source>Operators that nothing bounds</source>
        <translation>无瓶颈（no bound）算子</translation>
    </message>
    <message>
        <source>Does not apply where launches are late anyway: mend the host first; short kernels rarely get faster.</source>
        <translation>下发本来就慢时不适用：先解决主机问题；短 kernel 很少能变快。</translation>
    </message>
    <message>
        <source>Operators are compiled while training: %1 ms per step</source>
        <translation>训练时编译算子：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Use compiled kernels, at the top of the script: torch_npu.npu.set_compile_mode(jit_compile=False); torch_npu.npu.config.allow_internal_format = False</source>
        <translation>使用已编译的 kernel，在脚本开头设置：torch_npu.npu.set_compile_mode(jit_compile=False); torch_npu.npu.config.allow_internal_format = False</translation>
    </message>
    <message>
        <source>Compilation while training</source>
        <translation>训练时编译</translation>
    </message>
    <message>
        <source>The first steps compile once: capture later ones. Models of fixed shapes may run faster with compiled kernels.</source>
        <translation>最初几个迭代会编译一次：请采集之后的迭代。形状固定的模型使用编译的 kernel 可能更快。</translation>
    </message>
    <message>
        <source>The host waits for the device after each launch: %1 ms per step</source>
        <translation>主机在每次下发后等待设备：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles between such a wait and the next launch.</source>
        <translation>计入：从这种等待到下一次下发之间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Launch without waiting: unset ASCEND_LAUNCH_BLOCKING; remove calls of torch.npu.synchronize(), .item() and print(tensor) from the loop.</source>
        <translation>不等待地下发：unset ASCEND_LAUNCH_BLOCKING；从循环中去掉 torch.npu.synchronize()、.item() 和 print(tensor)。</translation>
    </message>
    <message>
        <source>Launch without waiting: unset CUDA_LAUNCH_BLOCKING; remove calls of torch.cuda.synchronize(), .item() and print(tensor) from the loop.</source>
        <translation>不等待地下发：unset CUDA_LAUNCH_BLOCKING；从循环中去掉 torch.cuda.synchronize()、.item() 和 print(tensor)。</translation>
    </message>
    <message>
        <source>Waiting for the stream after each launch</source>
        <translation>每次下发后等待流</translation>
    </message>
    <message>
        <source>Leave it while an error is looked for: it makes the failing call known.</source>
        <translation>查找错误时保留：它能指出出错的调用。</translation>
    </message>
    <message>
        <source>SyncBatchNorm holds up the host: %1 ms per step</source>
        <translation>SyncBatchNorm 拖慢主机：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles beneath calls of SyncBatchNorm.</source>
        <translation>计入：SyncBatchNorm 调用期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Use the statistics of each rank alone: remove torch.nn.SyncBatchNorm.convert_sync_batchnorm(model), or sum them in one collective.</source>
        <translation>只使用各卡自己的统计量：去掉 torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)，或用一次集合通信求和。</translation>
    </message>
    <message>
        <source>SyncBatchNorm</source>
        <translation>SyncBatchNorm</translation>
    </message>
    <message>
        <source>Needed where each rank has very few samples per batch: check the accuracy.</source>
        <translation>每卡每批样本很少时需要它：请检查精度。</translation>
    </message>
    <message>
        <source>The profile does not record environment variables.</source>
        <translation>性能数据没有记录环境变量。</translation>
    </message>
    <message>
        <source>Needs kernels with the cores that ran them (kernel_details.csv or a database).</source>
        <translation>需要带有执行核信息的 kernel（kernel_details.csv 或数据库）。</translation>
    </message>
    <message>
        <source>Needs counters of the cores.</source>
        <translation>需要核的计数器。</translation>
    </message>
    <message>
        <source>The optimizer launches many small kernels: %1 ms per step</source>
        <translation>优化器下发许多小 kernel：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles beneath the step of the optimizer.</source>
        <translation>计入：优化器 step 期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Use a fused one: %1</source>
        <translation>使用融合优化器：%1</translation>
    </message>
    <message>
        <source>Optimizer that is not fused</source>
        <translation>未融合的优化器</translation>
    </message>
    <message>
        <source>A fused optimizer holds gradients and states in one piece of memory: parameters that are frozen or added later need a new one.</source>
        <translation>融合优化器把梯度和状态放在一块内存中：之后冻结或增加参数需要新的优化器。</translation>
    </message>
    <message>
        <source>Host API summary</source>
        <translation>Host API 汇总</translation>
    </message>
    <message>
        <source>Communication bandwidth by packet size</source>
        <translation>按包大小统计的通信带宽</translation>
    </message>
    <message>
        <source>Communication groups</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Communication matrix</source>
        <translation>通信矩阵</translation>
    </message>
    <message>
        <source>Communication operators</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>Communication by kind and task</source>
        <translation>按类型与任务统计的通信</translation>
    </message>
    <message>
        <source>Communication time by operator</source>
        <translation>各算子的通信时间</translation>
    </message>
    <message>
        <source>Kernel launch latency</source>
        <translation>Kernel 下发时延</translation>
    </message>
    <message>
        <source>Call paths</source>
        <translation>调用路径</translation>
    </message>
    <message>
        <source>Framework operators by device time</source>
        <translation>按设备耗时统计的框架算子</translation>
    </message>
    <message>
        <source>Free time of the device by cause</source>
        <translation>按原因统计的设备空闲时间</translation>
    </message>
    <message>
        <source>Order of kernels: what deviates</source>
        <translation>Kernel 顺序：偏离之处</translation>
    </message>
    <message>
        <source>Kernels by type</source>
        <translation>按类型统计的 Kernel</translation>
    </message>
    <message>
        <source>Work of kernels</source>
        <translation>Kernel 的计算量</translation>
    </message>
    <message>
        <source>Memory of operators</source>
        <translation>算子内存</translation>
    </message>
    <message>
        <source>Modules, call by call</source>
        <translation>模块，逐次调用</translation>
    </message>
    <message>
        <source>Operators and kernels by module</source>
        <translation>按模块统计的算子与 Kernel</translation>
    </message>
    <message>
        <source>Modules of the model</source>
        <translation>模型的模块</translation>
    </message>
    <message>
        <source>Framework operators, call by call</source>
        <translation>框架算子，逐次调用</translation>
    </message>
    <message>
        <source>Operators by name</source>
        <translation>按名称统计的算子</translation>
    </message>
    <message>
        <source>Point-to-point operations</source>
        <translation>点对点操作</translation>
    </message>
    <message>
        <source>Point-to-point edges of the pipeline</source>
        <translation>流水线的点对点连线</translation>
    </message>
    <message>
        <source>Time of steps as the profiler splits it</source>
        <translation>Profiler 给出的迭代时间拆分</translation>
    </message>
    <message>
        <source>Time split</source>
        <translation>时间拆分</translation>
    </message>
    <message>
        <source>%1 (after)</source>
        <translation>%1（之后）</translation>
    </message>
    <message>
        <source>%1 (before)</source>
        <translation>%1（之前）</translation>
    </message>
    <message>
        <source>%1 (change)</source>
        <translation>%1（变化）</translation>
    </message>
    <message>
        <source>%1 (ratio)</source>
        <translation>%1（比值）</translation>
    </message>
    <message>
        <source>One fused kernel reads its inputs and writes its outputs once; all else stays as it is.</source>
        <translation>一个融合内核只读一次输入、写一次输出；其余不变。</translation>
    </message>
    <message>
        <source>Attention runs in single kernels: fused, it would save %1 ms per step on rank %2</source>
        <translation>注意力由单独的内核计算：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use the fused attention (torch: scaled_dot_product_attention; Megatron and MindSpeed: --use-flash-attn).</source>
        <translation>使用融合注意力（torch：scaled_dot_product_attention；Megatron 和 MindSpeed：--use-flash-attn）。</translation>
    </message>
    <message>
        <source>Rank %1: %2 ms per step in %3 kernel(s).</source>
        <translation>卡 %1：每个迭代 %3 个内核，共 %2 ms。</translation>
    </message>
    <message>
        <source>Other findings hide it: told is what it saves once those are remedied, not what it saves alone.</source>
        <translation>它被其他发现掩盖：此处给出的是先解决其他发现之后再解决它能节省的时间，而不是单独解决它的收益。</translation>
    </message>
    <message>
        <source>Between them the device idles for %1 ms, which one kernel would not leave.</source>
        <translation>这些内核之间设备空闲 %1 ms，融合成一个内核后不再有。</translation>
    </message>
    <message>
        <source>Moving what enters and leaves them takes %1 ms, at %2 GB/s: the median of kernels of this capture that move as much.</source>
        <translation>搬运其输入和输出需要 %1 ms，按 %2 GB/s 计：本次采集中搬运量相当的内核的中位数。</translation>
    </message>
    <message>
        <source>Replayed, the step takes %2 instead of %1 ms.</source>
        <translation>重放后，迭代从 %1 ms 变为 %2 ms。</translation>
    </message>
    <message>
        <source>Threshold: %1 % of the step on one rank.</source>
        <translation>阈值：一张卡上迭代的 %1 %。</translation>
    </message>
    <message>
        <source>Gradients are added up in kernels of their own: %1 ms per step on rank %2</source>
        <translation>梯度由单独的内核累加：卡 %2 每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Have the matrix product add to the gradient (Megatron and MindSpeed: leave out --no-gradient-accumulation-fusion).</source>
        <translation>让矩阵乘直接累加到梯度（Megatron 和 MindSpeed：去掉 --no-gradient-accumulation-fusion）。</translation>
    </message>
    <message>
        <source>The loss runs in single kernels: fused, it would save %1 ms per step on rank %2</source>
        <translation>损失由单独的内核计算：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use a fused or chunked cross entropy (Megatron: --cross-entropy-loss-fusion; MindSpeed: ChunkLoss).</source>
        <translation>使用融合或分块的交叉熵（Megatron：--cross-entropy-loss-fusion；MindSpeed：ChunkLoss）。</translation>
    </message>
    <message>
        <source>RMSNorm runs in single kernels: fused, it would save %1 ms per step on rank %2</source>
        <translation>RMSNorm 由单独的内核计算：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use the fused norm (torch_npu.npu_rms_norm; MindSpeed: --use-fused-rmsnorm).</source>
        <translation>使用融合归一化（torch_npu.npu_rms_norm；MindSpeed：--use-fused-rmsnorm）。</translation>
    </message>
    <message>
        <source>Rotary embedding runs in single kernels: fused, it would save %1 ms per step on rank %2</source>
        <translation>旋转位置编码由单独的内核计算：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use the fused rotary embedding (torch_npu.npu_rotary_mul; MindSpeed: --use-fused-rotary-pos-emb).</source>
        <translation>使用融合旋转位置编码（torch_npu.npu_rotary_mul；MindSpeed：--use-fused-rotary-pos-emb）。</translation>
    </message>
    <message>
        <source>SwiGLU runs in single kernels: fused, it would save %1 ms per step on rank %2</source>
        <translation>SwiGLU 由单独的内核计算：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use the fused SwiGLU (torch_npu.npu_swiglu; MindSpeed: --use-fused-swiglu).</source>
        <translation>使用融合 SwiGLU（torch_npu.npu_swiglu；MindSpeed：--use-fused-swiglu）。</translation>
    </message>
    <message>
        <source>Kernels that a fused one would replace</source>
        <translation>可由融合内核替代的内核</translation>
    </message>
    <message>
        <source>Shapes of kernels are not recorded.</source>
        <translation>未记录内核的形状。</translation>
    </message>
    <message>
        <source>Share of the step that fused kernels would save on one rank; below it the change is hardly worth its test.</source>
        <translation>融合内核在一张卡上可节省的时间占迭代的比例；低于该值时改动不值得验证。</translation>
    </message>
    <message>
        <source>Steps that are recorded in a row.</source>
        <translation>连续采集的迭代数。</translation>
    </message>
    <message>
        <source>What is recorded: CPU is the host, the others are devices.</source>
        <translation>采集对象：CPU 为主机，其余为设备。</translation>
    </message>
    <message>
        <source>Group of counters of the AI cores; one group per capture.</source>
        <translation>AI Core 计数器的分组；每次采集一组。</translation>
    </message>
    <message>
        <source>Group of counters of the AI cores, by number.</source>
        <translation>AI Core 计数器的分组（编号）。</translation>
    </message>
    <message>
        <source>Parses the data when the capture ends, in the training process.</source>
        <translation>采集结束时在训练进程中解析数据。</translation>
    </message>
    <message>
        <source>When the data are parsed: -1 not at all, 0 at the end of the capture, 1 beside the training.</source>
        <translation>何时解析数据：-1 不解析，0 采集结束时，1 与训练并行。</translation>
    </message>
    <message>
        <source>Parses the data in a process of its own, beside the training.</source>
        <translation>在独立进程中与训练并行解析数据。</translation>
    </message>
    <message>
        <source>Folder of the profiler_config.json that is watched.</source>
        <translation>被监视的 profiler_config.json 所在文件夹。</translation>
    </message>
    <message>
        <source>Records the data pipeline (MindData).</source>
        <translation>采集数据流水线（MindData）。</translation>
    </message>
    <message>
        <source>Deletes the raw data after parsing.</source>
        <translation>解析后删除原始数据。</translation>
    </message>
    <message>
        <source>Whether anything is recorded at all.</source>
        <translation>是否采集。</translation>
    </message>
    <message>
        <source>First step that is not recorded any more.</source>
        <translation>第一个不再采集的迭代。</translation>
    </message>
    <message>
        <source>Form of the result: text (JSON and CSV) or db (a database of half the size).</source>
        <translation>结果的形式：text（JSON 和 CSV）或 db（大小为一半的数据库）。</translation>
    </message>
    <message>
        <source>Folder of the extracted features.</source>
        <translation>提取的特征所在文件夹。</translation>
    </message>
    <message>
        <source>Extracts features of texts.</source>
        <translation>提取文本特征。</translation>
    </message>
    <message>
        <source>Extracts features of videos.</source>
        <translation>提取视频特征。</translation>
    </message>
    <message>
        <source>Records garbage collections of Python from so many ms on; 0 = all, null = none.</source>
        <translation>记录耗时不小于该毫秒数的 Python 垃圾回收；0 为全部，null 为不记录。</translation>
    </message>
    <message>
        <source>Records bandwidths of memories.</source>
        <translation>采集内存带宽。</translation>
    </message>
    <message>
        <source>Use of the host: processors, memory, disks, network, system calls.</source>
        <translation>主机资源：处理器、内存、磁盘、网络、系统调用。</translation>
    </message>
    <message>
        <source>Records only the ranks of rank_list.</source>
        <translation>只采集 rank_list 中的卡。</translation>
    </message>
    <message>
        <source>Hit rates of the L2 cache by kernel.</source>
        <translation>各内核的 L2 缓存命中率。</translation>
    </message>
    <message>
        <source>Whether memory snapshots are taken.</source>
        <translation>是否采集内存快照。</translation>
    </message>
    <message>
        <source>Step at whose end the snapshot is written.</source>
        <translation>在该迭代结束时写出快照。</translation>
    </message>
    <message>
        <source>Allocations and frees that the history keeps; null = all.</source>
        <translation>历史中保留的分配和释放次数；null 为全部。</translation>
    </message>
    <message>
        <source>Also prints summaries of the allocator.</source>
        <translation>同时打印分配器的概要。</translation>
    </message>
    <message>
        <source>Ranks that write a snapshot.</source>
        <translation>写出快照的卡。</translation>
    </message>
    <message>
        <source>Folder of the snapshots.</source>
        <translation>快照所在文件夹。</translation>
    </message>
    <message>
        <source>Call stacks of allocations: of Python alone, or of C++ too.</source>
        <translation>分配的调用栈：仅 Python，或也含 C++。</translation>
    </message>
    <message>
        <source>Step from which the history is kept; 0 = from the start of the program.</source>
        <translation>从该迭代开始记录历史；0 为从程序启动开始。</translation>
    </message>
    <message>
        <source>Texts that are kept in the profile.</source>
        <translation>保存在性能数据中的文本。</translation>
    </message>
    <message>
        <source>Records marks of the code by the older interface.</source>
        <translation>通过旧接口采集代码打点。</translation>
    </message>
    <message>
        <source>Records marks and ranges of the code (mstx).</source>
        <translation>采集代码打点（mstx）。</translation>
    </message>
    <message>
        <source>Domains of marks that are left out.</source>
        <translation>不采集的打点域。</translation>
    </message>
    <message>
        <source>Domains of marks that are recorded; none = all.</source>
        <translation>采集的打点域；为空则全部采集。</translation>
    </message>
    <message>
        <source>Attributes of operators; in databases only.</source>
        <translation>算子属性；仅数据库中有。</translation>
    </message>
    <message>
        <source>Records times of operators.</source>
        <translation>采集算子耗时。</translation>
    </message>
    <message>
        <source>Keeps how the model is distributed.</source>
        <translation>保存模型的并行策略。</translation>
    </message>
    <message>
        <source>Records bandwidths of PCIe.</source>
        <translation>采集 PCIe 带宽。</translation>
    </message>
    <message>
        <source>Folder that the profile is written to; best on a local disk.</source>
        <translation>性能数据的落盘文件夹；最好在本地磁盘上。</translation>
    </message>
    <message>
        <source>Records communication.</source>
        <translation>采集通信。</translation>
    </message>
    <message>
        <source>What of the framework is recorded.</source>
        <translation>采集框架的哪些内容。</translation>
    </message>
    <message>
        <source>Records memory of operators over time.</source>
        <translation>采集算子内存随时间的变化。</translation>
    </message>
    <message>
        <source>static: the steps that are told here; dynamic, where it is a choice: whenever the watched file changes.</source>
        <translation>static：采集此处给出的迭代；dynamic（可选时）：被监视的文件改变时采集。</translation>
    </message>
    <message>
        <source>Level_none: marks alone; Level0: kernels; Level1: communication and calls of CANN too; Level2: also the runtime.</source>
        <translation>Level_none：仅打点；Level0：内核；Level1：还有通信和 CANN 调用；Level2：还有 Runtime。</translation>
    </message>
    <message>
        <source>Ranks that are recorded.</source>
        <translation>采集的卡。</translation>
    </message>
    <message>
        <source>Arguments of operators, for tuning by other tools.</source>
        <translation>算子参数，供其他工具调优。</translation>
    </message>
    <message>
        <source>Shapes and types of operands.</source>
        <translation>操作数的形状和类型。</translation>
    </message>
    <message>
        <source>Captures one after the other; 0 = until the job ends.</source>
        <translation>依次采集的次数；0 为直到任务结束。</translation>
    </message>
    <message>
        <source>Steps at the beginning that no cycle counts; 0 in graph mode O2 of MindSpore.</source>
        <translation>开头不计入任何周期的迭代数；MindSpore 图模式 O2 下须为 0。</translation>
    </message>
    <message>
        <source>1: the first cycle does not wait. MindSpore does not know it.</source>
        <translation>1：第一个周期不等待。MindSpore 没有该参数。</translation>
    </message>
    <message>
        <source>Records from the start of the program on.</source>
        <translation>从程序启动开始采集。</translation>
    </message>
    <message>
        <source>First step of the capture.</source>
        <translation>采集的第一个迭代。</translation>
    </message>
    <message>
        <source>Last step of the capture.</source>
        <translation>采集的最后一个迭代。</translation>
    </message>
    <message>
        <source>Waits for each operator, so that times are exact.</source>
        <translation>等待每个算子完成，使耗时准确。</translation>
    </message>
    <message>
        <source>Bandwidths of HCCS and PCIe over time.</source>
        <translation>HCCS 和 PCIe 带宽随时间的变化。</translation>
    </message>
    <message>
        <source>Bandwidths of NIC and RoCE over time.</source>
        <translation>NIC 和 RoCE 带宽随时间的变化。</translation>
    </message>
    <message>
        <source>Largest timeline in MB.</source>
        <translation>时间线的最大大小（MB）。</translation>
    </message>
    <message>
        <source>Records the device.</source>
        <translation>采集设备。</translation>
    </message>
    <message>
        <source>Steps in each cycle during which the profiler is off; 0 in graph mode O2 of MindSpore.</source>
        <translation>每个周期中不采集的迭代数；MindSpore 图模式 O2 下须为 0。</translation>
    </message>
    <message>
        <source>Steps before a capture that are recorded and deleted.</source>
        <translation>采集之前采集后即删除的迭代数。</translation>
    </message>
    <message>
        <source>Steps before a capture that are recorded and deleted: the profiler&apos;s own start does not disturb them.</source>
        <translation>采集之前的采集预热迭代数：其数据会被删除，采集器自身的启动因此不影响结果。</translation>
    </message>
    <message>
        <source>Records the host too.</source>
        <translation>同时采集主机。</translation>
    </message>
    <message>
        <source>Estimates operations of matrix products and convolutions.</source>
        <translation>估算矩阵乘和卷积的计算量。</translation>
    </message>
    <message>
        <source>Records modules of the model around operators.</source>
        <translation>采集算子所在的模型模块。</translation>
    </message>
    <message>
        <source>Records call stacks of Python.</source>
        <translation>采集 Python 调用栈。</translation>
    </message>
    <message>
        <source>Only some ranks are recorded, so the data are not parsed in the training process: set async_mode=true, or parse them afterwards.</source>
        <translation>只采集部分卡，因此不在训练进程中解析数据：请设置 async_mode=true，或事后解析。</translation>
    </message>
    <message>
        <source>async_mode has no effect without analyse=true.</source>
        <translation>没有 analyse=true 时 async_mode 不起作用。</translation>
    </message>
    <message>
        <source>%1 is not %2; it is left out.</source>
        <translation>%1 不是 %2；将被忽略。</translation>
    </message>
    <message>
        <source>%1 is not %2; %3 is taken.</source>
        <translation>%1 不是 %2；将使用 %3。</translation>
    </message>
    <message>
        <source>%1 is not %2; nothing is recorded.</source>
        <translation>%1 不是 %2；不会采集任何数据。</translation>
    </message>
    <message>
        <source>%1 is not %2; it counts as Python sees it, where every text that is not empty is true.</source>
        <translation>%1 不是 %2；按 Python 的规则取值，任何非空文本都为真。</translation>
    </message>
    <message>
        <source>The file begins with a byte order mark, which Python&apos;s json refuses: save it as UTF-8 without one.</source>
        <translation>文件以字节顺序标记开头，Python 的 json 拒绝读取：请保存为不带 BOM 的 UTF-8。</translation>
    </message>
    <message>
        <source>Included domains win; the excluded ones count as %1.</source>
        <translation>以包含的域为准；排除的域按 %1 处理。</translation>
    </message>
    <message>
        <source>A snapshot and a profile at once inflate each other&apos;s times and sizes: take one after the other.</source>
        <translation>同时采集快照和性能数据会互相增大耗时和大小：请分别采集。</translation>
    </message>
    <message>
        <source>The number %1 means %2; numbers are deprecated.</source>
        <translation>编号 %1 表示 %2；编号已弃用。</translation>
    </message>
    <message>
        <source>A comma stands before the closing bracket, which JSON does not know.</source>
        <translation>右括号前有逗号，JSON 不允许。</translation>
    </message>
    <message>
        <source>JSON has no comments: Python&apos;s json refuses the file.</source>
        <translation>JSON 没有注释：Python 的 json 拒绝读取该文件。</translation>
    </message>
    <message>
        <source>Level2 adds calls of the runtime and the graph engine: more data, seldom needed.</source>
        <translation>Level2 增加 Runtime 和图引擎的调用：数据更多，很少需要。</translation>
    </message>
    <message>
        <source>profile_memory with Level1 or higher about doubles the trace.</source>
        <translation>profile_memory 与 Level1 或更高级别一起使用时，时间线数据约增加一倍。</translation>
    </message>
    <message>
        <source>One group of counters is recorded in a run: these take the place of the pipelines&apos; own.</source>
        <translation>一次运行只采集一组计数器：这一组会取代流水线的计数器。</translation>
    </message>
    <message>
        <source>Call stacks slow the host down by tens of percent: look for where, not for how long.</source>
        <translation>调用栈使主机变慢百分之几十：可用来找位置，不可用来看耗时。</translation>
    </message>
    <message>
        <source>Domains have no effect without mstx=true.</source>
        <translation>没有 mstx=true 时打点域不起作用。</translation>
    </message>
    <message>
        <source>profiler_config.json in the folder decides, static_param does not: check that file too.</source>
        <translation>由文件夹中的 profiler_config.json 决定，static_param 不起作用：请也检查那个文件。</translation>
    </message>
    <message>
        <source>end_step is not behind start_step: one step is recorded.</source>
        <translation>end_step 不在 start_step 之后：只采集一个迭代。</translation>
    </message>
    <message>
        <source>Card %1 does not exist on a host with %2: its cores are left out, with a line in the log.</source>
        <translation>卡 %1 在有 %2 张卡的主机上不存在：其核被忽略，日志中有一行记录。</translation>
    </message>
    <message>
        <source>Card %1 is bound to cores that a host with %2 does not have: nothing is bound, unless force:1.</source>
        <translation>卡 %1 绑定了有 %2 个核的主机上不存在的核：除非 force:1，否则不绑核。</translation>
    </message>
    <message>
        <source>Card %1 has fewer than 5 cores: in mode 2 all its threads share them.</source>
        <translation>卡 %1 不足 5 个核：模式 2 下其所有线程共用这些核。</translation>
    </message>
    <message>
        <source>Card %1 is bound to cores that a host with %2 does not have, and force:1 leaves the check out.</source>
        <translation>卡 %1 绑定了有 %2 个核的主机上不存在的核，而 force:1 跳过了检查。</translation>
    </message>
    <message>
        <source>No mode is told, which counts as 0: nothing is bound. Begin with mode:1 or mode:2.</source>
        <translation>没有给出 mode，按 0 处理：不绑核。请以 mode:1 或 mode:2 开头。</translation>
    </message>
    <message>
        <source>Mode 0 binds nothing.</source>
        <translation>mode 0 不绑核。</translation>
    </message>
    <message>
        <source>Cards %1 and %2 share cores: their threads disturb each other.</source>
        <translation>卡 %1 和卡 %2 共用核：它们的线程互相干扰。</translation>
    </message>
    <message>
        <source>%1 is no part of the grammar: mode:0|1|2, npuN:A-B, npu_affine, force, lazy_bind or bind_irq with 0 or 1.</source>
        <translation>%1 不符合语法：mode:0|1|2、npuN:A-B、npu_affine、force、lazy_bind 或 bind_irq，取值 0 或 1。</translation>
    </message>
    <message>
        <source>Card %1: cores %2 to %3 are an empty range.</source>
        <translation>卡 %1：核 %2 到 %3 是空范围。</translation>
    </message>
    <message>
        <source>%1 is no option of the allocator, or its value is out of range: the program stops.</source>
        <translation>%1 不是分配器的选项，或其取值超出范围：程序停止。</translation>
    </message>
    <message>
        <source>%1 is an old name of %2.</source>
        <translation>%1 是 %2 的旧名称。</translation>
    </message>
    <message>
        <source>%1 stands in the path, which takes letters, digits, _ and / only: nothing is recorded.</source>
        <translation>路径中含有 %1，而路径只能由字母、数字、_ 和 / 组成：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Each launch waits for its kernel: for debugging only, it makes everything slow.</source>
        <translation>每次下发都等待内核完成：只用于调试，会使一切变慢。</translation>
    </message>
    <message>
        <source>It needs TASK_QUEUE_ENABLE 1 or 2.</source>
        <translation>需要 TASK_QUEUE_ENABLE 为 1 或 2。</translation>
    </message>
    <message>
        <source>%1 is none of 0, 1, 2.</source>
        <translation>%1 不是 0、1、2 之一。</translation>
    </message>
    <message>
        <source>It has no effect with ASCEND_LAUNCH_BLOCKING=1.</source>
        <translation>ASCEND_LAUNCH_BLOCKING=1 时不起作用。</translation>
    </message>
    <message>
        <source>Operators are launched without the task queue, which hides part of the launch time.</source>
        <translation>算子下发不使用任务队列，而任务队列可以掩盖部分下发时间。</translation>
    </message>
    <message>
        <source>PYTORCH_ALLOC_CONF is set too: the program stops; keep one.</source>
        <translation>同时设置了 PYTORCH_ALLOC_CONF：程序停止；请只保留一个。</translation>
    </message>
    <message>
        <source>%1 is known only when the script runs; the usual value is taken here.</source>
        <translation>%1 在脚本运行时才知道；此处使用默认值。</translation>
    </message>
    <message>
        <source>repeat 0 goes on until the job ends: the last capture is cut, and there are many.</source>
        <translation>repeat 0 一直采集到任务结束：最后一次采集不完整，且次数很多。</translation>
    </message>
    <message>
        <source>0 records every garbage collection: the data become huge.</source>
        <translation>0 记录每次垃圾回收：数据会非常大。</translation>
    </message>
    <message>
        <source>The key has no effect from %1 on.</source>
        <translation>该键从 %1 起不起作用。</translation>
    </message>
    <message>
        <source>GPU has no effect on Ascend.</source>
        <translation>GPU 在昇腾上不起作用。</translation>
    </message>
    <message>
        <source>A level of none records marks alone: %1 is taken.</source>
        <translation>该级别只采集打点：将使用 %1。</translation>
    </message>
    <message>
        <source>So few entries are less than a step: the history is cut, and blocks without origin remain.</source>
        <translation>这么少的条目不足一个迭代：历史不完整，部分内存块没有来源。</translation>
    </message>
    <message>
        <source>The snapshot would end before it starts: it is written when the program ends.</source>
        <translation>快照会在开始之前结束：将在程序结束时写出。</translation>
    </message>
    <message>
        <source>Counters of the cores need Level1: %1 is taken.</source>
        <translation>AI Core 计数器需要 Level1：将使用 %1。</translation>
    </message>
    <message>
        <source>From Level1 on counters are always recorded: %1 is taken.</source>
        <translation>从 Level1 起总是采集计数器：将使用 %1。</translation>
    </message>
    <message>
        <source>The key is missing: the program stops, even if its feature is off.</source>
        <translation>缺少该键：即使其功能未启用，程序也会停止。</translation>
    </message>
    <message>
        <source>No step is told: the monitor waits until the file changes.</source>
        <translation>没有给出迭代：监视器等待文件改变。</translation>
    </message>
    <message>
        <source>Steps %1 to %2 are no range: it must hold that stop_step &gt;= start_step &gt;= 1; nothing is recorded.</source>
        <translation>迭代 %1 到 %2 不是有效范围：必须满足 stop_step &gt;= start_step &gt;= 1；不会采集任何数据。</translation>
    </message>
    <message>
        <source>active is not told, which schedule() demands.</source>
        <translation>没有给出 schedule() 必需的 active。</translation>
    </message>
    <message>
        <source>No activity is told: nothing is recorded.</source>
        <translation>没有给出采集对象：不会采集任何数据。</translation>
    </message>
    <message>
        <source>An object is expected here: the program stops.</source>
        <translation>此处应为对象：程序停止。</translation>
    </message>
    <message>
        <source>is_rank=true without any rank in rank_list records nothing.</source>
        <translation>is_rank=true 而 rank_list 中没有卡：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Without a schedule everything is recorded from start to stop: the data grow with every step.</source>
        <translation>没有 schedule 时从启动到停止全部采集：数据随每个迭代增长。</translation>
    </message>
    <message>
        <source>start is not true: nothing is recorded.</source>
        <translation>start 不为 true：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Without a step of warm-up the first recorded step holds the profiler&apos;s own start.</source>
        <translation>没有采集预热时，第一个采集的迭代包含采集器自身的启动。</translation>
    </message>
    <message>
        <source>There is no warm-up in these settings: the first recorded step holds the profiler&apos;s own start; record two or more.</source>
        <translation>这些设置没有采集预热：第一个采集的迭代包含采集器自身的启动；请采集两个或更多迭代。</translation>
    </message>
    <message>
        <source>It is not enabled: nothing is recorded.</source>
        <translation>未启用：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Attributes of operators need export_type db: %1 is taken.</source>
        <translation>算子属性需要 export_type db：将使用 %1。</translation>
    </message>
    <message>
        <source>This is the text of the template, not a folder.</source>
        <translation>这是模板中的文本，不是文件夹。</translation>
    </message>
    <message>
        <source>rank_list has no effect without is_rank=true: every rank is recorded.</source>
        <translation>没有 is_rank=true 时 rank_list 不起作用：采集所有卡。</translation>
    </message>
    <message>
        <source>Rank %1 does not exist in a job of %2 rank(s): it never writes anything.</source>
        <translation>卡 %1 在有 %2 张卡的任务中不存在：不会写出任何数据。</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1 不是 %2</translation>
    </message>
    <message>
        <source>The key has no effect from %1 on; it is now %2.</source>
        <translation>该键从 %1 起不起作用；现在的名称是 %2。</translation>
    </message>
    <message>
        <source>From %1 on it is called %2: the program stops.</source>
        <translation>从 %1 起它名为 %2：程序停止。</translation>
    </message>
    <message>
        <source>From %1 on schedule() does not know this keyword: the program stops; it is now %2.</source>
        <translation>从 %1 起 schedule() 没有该参数：程序停止；现在的名称是 %2。</translation>
    </message>
    <message>
        <source>%1 is not a whole number from 1; the monitor looks every 2 s.</source>
        <translation>%1 不是从 1 起的整数；监测器每 2 秒检查一次。</translation>
    </message>
    <message>
        <source>Up to 2.3 the folder has to begin with a slash: %1 of the working folder is taken.</source>
        <translation>2.3 及以前的版本要求该目录以斜杠开头：将采用工作目录下的 %1。</translation>
    </message>
    <message>
        <source>Several captures lie in one folder: one of them is shown at a time.</source>
        <translation>多次采集在同一文件夹中：每次只显示其中一次。</translation>
    </message>
    <message>
        <source>Shapes need the activity CPU: %1 is taken.</source>
        <translation>形状需要采集对象 CPU：将使用 %1。</translation>
    </message>
    <message>
        <source>Jobs that use the same folder mix their profiles: name one for each.</source>
        <translation>使用同一文件夹的任务会混淆性能数据：请为每个任务指定一个。</translation>
    </message>
    <message>
        <source>-1 starts with the next step, whichever that is on each rank.</source>
        <translation>-1 从下一个迭代开始，各卡可能不同。</translation>
    </message>
    <message>
        <source>start_step 0 is off: nothing is recorded until the file changes.</source>
        <translation>start_step 为 0 表示关闭：文件改变之前不会采集任何数据。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), within a capture: it is kept, but incomplete; %2 step(s) are needed.</source>
        <translation>任务在 %1 个迭代后结束，采集尚未完成：数据会保留，但不完整；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), within a capture: leave its last step out.</source>
        <translation>任务在 %1 个迭代后结束，采集尚未完成：请忽略其最后一个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), while the profiler warms up: nothing is recorded and the folder is deleted; %2 step(s) are needed.</source>
        <translation>任务在 %1 个迭代后结束，此时正在采集预热：没有数据，文件夹会被删除；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), while the profiler warms up: the last capture is empty and deleted; %2 step(s) are needed.</source>
        <translation>任务在 %1 个迭代后结束，此时正在采集预热：最后一次采集为空并被删除；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), before the last capture; %2 step(s) are needed for all.</source>
        <translation>任务在 %1 个迭代后结束，早于最后一次采集；全部采集需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends with the last recorded step: step() must be called once more to close the capture.</source>
        <translation>任务与最后一个采集的迭代同时结束：必须再调用一次 step() 才能结束采集。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), before anything is recorded; %2 step(s) are needed.</source>
        <translation>任务在 %1 个迭代后结束，尚未采集任何数据；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>More than 1 MiB is not read by the monitor: nothing is recorded.</source>
        <translation>监视器不读取超过 1 MiB 的文件：不会采集任何数据。</translation>
    </message>
    <message>
        <source>The key stands in line %1 already; the last one counts.</source>
        <translation>该键在第 %1 行已出现；以最后一个为准。</translation>
    </message>
    <message>
        <source>No program that reads this file knows the key.</source>
        <translation>没有读取该文件的程序认识该键。</translation>
    </message>
    <message>
        <source>The key is not known; %1 is.</source>
        <translation>不认识该键；认识 %1。</translation>
    </message>
    <message>
        <source>Clocks of the ranks</source>
        <translation>各卡时钟</translation>
    </message>
    <message>
        <source>Memory copies and fills</source>
        <translation>内存拷贝与填充</translation>
    </message>
    <message>
        <source>Environment and profiler settings</source>
        <translation>环境与采集配置</translation>
    </message>
    <message>
        <source>Kernels that could be fused</source>
        <translation>可融合的内核</translation>
    </message>
    <message>
        <source>Kernel details</source>
        <translation>内核明细</translation>
    </message>
    <message>
        <source>Ranges and marks of the program</source>
        <translation>程序打点的区间与标记</translation>
    </message>
    <message>
        <source>Overall metrics side by side</source>
        <translation>总体指标对比</translation>
    </message>
    <message>
        <source>Overall metrics</source>
        <translation>总体指标</translation>
    </message>
    <message>
        <source>Remedies</source>
        <translation>优化手段</translation>
    </message>
    <message numerus="yes">
        <source>Figures of %n run(s), a box per run over its steps</source>
        <translation>
            <numerusform>%n 次运行的指标，每次运行一个箱形图（按步统计）</numerusform>
        </translation>
    </message>
    <message>
        <source>Lines or figures that cannot be read were left out</source>
        <translation>无法读取的行或数值已略去</translation>
    </message>
    <message>
        <source>The database is compressed; it was read from an unpacked copy</source>
        <translation>数据库经过压缩，已从解压后的副本中读取</translation>
    </message>
    <message>
        <source>Batches on their way to the device</source>
        <translation>送往设备途中的批次</translation>
    </message>
    <message>
        <source>Operators of the data pipeline</source>
        <translation>数据处理流水线的算子</translation>
    </message>
    <message>
        <source>Stages of the data pipeline</source>
        <translation>数据处理流水线的各阶段</translation>
    </message>
    <message>
        <source>Supply of batches</source>
        <translation>批次供给</translation>
    </message>
    <message>
        <source>Steps and their data loader</source>
        <translation>各迭代的数据加载</translation>
    </message>
    <message>
        <source>Rank %1: batches, ms</source>
        <translation>卡（rank）%1：批次，ms</translation>
    </message>
    <message>
        <source>loads while the device works</source>
        <translation>加载时设备在工作</translation>
    </message>
    <message>
        <source>Nothing tells how data come to the device: no call of a data loader in a timeline (collect CPU activities), and no file of MindSpore&apos;s data pipeline (data_process of its profiler).</source>
        <translation>没有说明数据如何到达设备的内容：时间线中没有数据加载器的调用（请采集 CPU 活动），也没有 MindSpore 数据处理流水线的文件（其 profiler 的 data_process）。</translation>
    </message>
    <message>
        <source>How data come to the devices is being read ...</source>
        <translation>正在读取数据如何到达设备……</translation>
    </message>
    <message>
        <source>No call of a data loader is in the timeline. Collect with torch.profiler and ProfilerActivity.CPU, over whole steps.</source>
        <translation>时间线中没有数据加载器的调用。请用 torch.profiler 和 ProfilerActivity.CPU 采集完整的迭代。</translation>
    </message>
    <message>
        <source>until the pipeline had it</source>
        <translation>直到流水线备好</translation>
    </message>
    <message>
        <source>%1 % full</source>
        <translation>占用 %1 %</translation>
    </message>
    <message>
        <source>%1 more operator(s) in the table</source>
        <translation>表中还有 %1 个算子</translation>
    </message>
    <message>
        <source>until it was pushed</source>
        <translation>直到推送完成</translation>
    </message>
    <message>
        <source>Rank %1: queues of the data pipeline, from the device to the source</source>
        <translation>卡（rank）%1：数据处理流水线的队列，从设备到数据源</translation>
    </message>
    <message>
        <source>Rank %1: calls of the data loader by step, ms</source>
        <translation>卡（rank）%1：各迭代中数据加载器的调用，ms</translation>
    </message>
    <message>
        <source>loads while the device idles</source>
        <translation>加载时设备空闲</translation>
    </message>
    <message>
        <source>workers: %1, busy %2 %</source>
        <translation>工作线程：%1，忙碌 %2 %</translation>
    </message>
    <message>
        <source>Devices that synchronizing calls drain</source>
        <translation>同步调用使设备排空</translation>
    </message>
    <message>
        <source>Share of MindData&apos;s batches that find no other one ready for the device; the limit of MindInsight.</source>
        <translation>到达时队列中没有为设备备好的批次的 MindData 批次占比；MindInsight 的阈值。</translation>
    </message>
    <message>
        <source>Share of the processors&apos; time from which on the machine is said to be short of them; the limit of MindInsight.</source>
        <translation>处理器忙碌时间占比，达到此值即认为主机处理器不足；MindInsight 的阈值。</translation>
    </message>
    <message>
        <source>Each step takes one batch, and the device waits for as long as the pipeline needs for one that finds the queue empty, at most for the time that it is free.</source>
        <translation>每个迭代取一个批次；对遇到空队列的批次，设备等待的时间为流水线备好它所需的时间，且不超过设备空闲的时间。</translation>
    </message>
    <message>
        <source>Of the data pipeline %1 holds up the rest: its queue is %2 % full.</source>
        <translation>数据处理流水线中 %1 拖慢其余算子：其队列占用 %2 %。</translation>
    </message>
    <message>
        <source>The pipeline needs %1 ms for a batch (mean, without the first).</source>
        <translation>流水线备好一个批次需要 %1 ms（均值，不含第一个）。</translation>
    </message>
    <message>
        <source>The processors of the host of rank %1 are busy for %2 % of the time.</source>
        <translation>卡（rank）%1 所在主机的处理器有 %2 % 的时间忙碌。</translation>
    </message>
    <message>
        <source>%1 % of the batches of rank %2 found no other one ready for the device (threshold %3 %).</source>
        <translation>卡（rank）%2 有 %1 % 的批次到达时队列中没有为设备备好的批次（阈值 %3 %）。</translation>
    </message>
    <message>
        <source>Workers of %1: %2, each busy for %3 % of the time.</source>
        <translation>%1 的工作线程：%2 个，各有 %3 % 的时间忙碌。</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles in gaps of which calls of the data loader fill half; where no launches are recorded, beneath such calls of 10 ms and more; where no calls are, the waits that MindData recorded.</source>
        <translation>统计方法：数据加载器的调用占据一半以上的空隙中设备空闲的时间；没有下发记录时，为 10 ms 及以上的此类调用期间设备空闲的时间；没有此类调用时，为 MindData 记录的等待。</translation>
    </message>
    <message>
        <source>Raise num_parallel_workers of %1, or let mindspore.dataset.config.set_enable_autotune(True) choose it; move costly operations of Python to C++ ones, read large files from a local disk.</source>
        <translation>增大 %1 的 num_parallel_workers，或由 mindspore.dataset.config.set_enable_autotune(True) 自动选择；将耗时的 Python 操作换成 C++ 操作，从本地磁盘读取大文件。</translation>
    </message>
    <message>
        <source>Devices that wait for data</source>
        <translation>设备等待数据</translation>
    </message>
    <message>
        <source>Call that replaces them</source>
        <translation>替代它们的调用</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用数</translation>
    </message>
    <message>
        <source>Device time, us</source>
        <translation>设备耗时，us</translation>
    </message>
    <message>
        <source>First call</source>
        <translation>首个调用</translation>
    </message>
    <message>
        <source>Headroom, us</source>
        <translation>可节省，us</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Until ready, us</source>
        <translation>备好耗时，us</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Until handed on, us</source>
        <translation>推送耗时，us</translation>
    </message>
    <message>
        <source>Room in queue</source>
        <translation>队列容量</translation>
    </message>
    <message>
        <source>Ready in queue</source>
        <translation>队列中就绪</translation>
    </message>
    <message>
        <source>Station</source>
        <translation>环节</translation>
    </message>
    <message>
        <source>Time of station, ns</source>
        <translation>环节时刻，ns</translation>
    </message>
    <message>
        <source>Together, us</source>
        <translation>合计，us</translation>
    </message>
    <message>
        <source>Device waits, us</source>
        <translation>设备等待，us</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Workers busy, %</source>
        <translation>工作线程忙碌，%</translation>
    </message>
    <message>
        <source>Queues before it full, %</source>
        <translation>输入队列占用，%</translation>
    </message>
    <message>
        <source>Feeds operator</source>
        <translation>下游算子</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器数</translation>
    </message>
    <message>
        <source>What the profiler says</source>
        <translation>采集工具的结论</translation>
    </message>
    <message>
        <source>Lay in queue</source>
        <translation>队列中数量</translation>
    </message>
    <message>
        <source>Queue full, %</source>
        <translation>队列占用，%</translation>
    </message>
    <message>
        <source>Verdict on queue</source>
        <translation>队列判断</translation>
    </message>
    <message>
        <source>Time of stages, us</source>
        <translation>各阶段耗时，us</translation>
    </message>
    <message>
        <source>Verdict on workers</source>
        <translation>工作线程判断</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>More</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Stage of work</source>
        <translation>工作阶段</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次数</translation>
    </message>
    <message>
        <source>Empty queues</source>
        <translation>空队列数</translation>
    </message>
    <message>
        <source>Queues seen</source>
        <translation>已查看队列</translation>
    </message>
    <message>
        <source>Starved, us</source>
        <translation>断供，us</translation>
    </message>
    <message>
        <source>Longest call</source>
        <translation>最长调用</translation>
    </message>
    <message>
        <source>Idle, %</source>
        <translation>空闲，%</translation>
    </message>
    <message>
        <source>Device idle, us</source>
        <translation>设备空闲，us</translation>
    </message>
    <message>
        <source>Loading, us</source>
        <translation>加载，us</translation>
    </message>
    <message>
        <source>Differs from baseline</source>
        <translation>与基线不同</translation>
    </message>
    <message>
        <source>Value in baseline</source>
        <translation>基线的值</translation>
    </message>
    <message>
        <source>Ranks differ</source>
        <translation>各卡不一致</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Last kernel</source>
        <translation>末个内核</translation>
    </message>
    <message>
        <source>First slice</source>
        <translation>首个切片</translation>
    </message>
    <message>
        <source>Execution, us</source>
        <translation>执行，us</translation>
    </message>
    <message>
        <source>Host bound</source>
        <translation>Host Bound</translation>
    </message>
    <message>
        <source>MTE bound</source>
        <translation>MTE Bound</translation>
    </message>
    <message>
        <source>MTE, us</source>
        <translation>MTE，us</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>First kernel</source>
        <translation>首个内核</translation>
    </message>
    <message>
        <source>Headroom, ms</source>
        <translation>可节省，ms</translation>
    </message>
    <message>
        <source>Memory, bytes</source>
        <translation>内存，字节</translation>
    </message>
    <message>
        <source>Remedy</source>
        <translation>优化手段</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Time it is about, ms</source>
        <translation>所涉时间，ms</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>slow source</source>
        <translation>数据源慢</translation>
    </message>
    <message>
        <source>starved</source>
        <translation>断供</translation>
    </message>
    <message>
        <source>CPU affinity</source>
        <translation>CPU 绑核</translation>
    </message>
    <message>
        <source>fused attention</source>
        <translation>融合注意力</translation>
    </message>
    <message>
        <source>fused gradient accumulation</source>
        <translation>融合梯度累加</translation>
    </message>
    <message>
        <source>fused loss</source>
        <translation>融合损失</translation>
    </message>
    <message>
        <source>fused norm</source>
        <translation>融合归一化</translation>
    </message>
    <message>
        <source>fused rotary embedding</source>
        <translation>融合旋转位置编码</translation>
    </message>
    <message>
        <source>fused SwiGLU</source>
        <translation>融合 SwiGLU</translation>
    </message>
    <message>
        <source>overlap of gradient reduction</source>
        <translation>梯度规约掩盖</translation>
    </message>
    <message>
        <source>overlap of parameter gathering</source>
        <translation>参数收集掩盖</translation>
    </message>
    <message>
        <source>recompute of activations</source>
        <translation>激活函数重计算</translation>
    </message>
    <message>
        <source>recompute of attention</source>
        <translation>注意力重计算</translation>
    </message>
    <message>
        <source>recompute of norms</source>
        <translation>归一化重计算</translation>
    </message>
    <message>
        <source>second level of the task queue</source>
        <translation>任务队列二级</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>queue to the device</source>
        <translation>设备队列</translation>
    </message>
    <message>
        <source>taken on the device</source>
        <translation>设备取数</translation>
    </message>
    <message>
        <source>iterator</source>
        <translation>迭代器</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>汇总</translation>
    </message>
    <message>
        <source>fewer would do</source>
        <translation>可减少</translation>
    </message>
    <message>
        <source>more might help</source>
        <translation>可增加</translation>
    </message>
    <message>
        <source>A digest or bundle that keeps a part of its rank; some tables tell less</source>
        <translation>该摘要或数据包只保留了 rank 数据的一部分，部分表的内容较少</translation>
    </message>
    <message>
        <source>A digest of another profile than the others was left out</source>
        <translation>一个摘要属于另一份性能数据，与其余摘要不同，未使用</translation>
    </message>
    <message>
        <source>Ranks of the profile have no digest here</source>
        <translation>该性能数据的部分 rank 在此没有摘要</translation>
    </message>
    <message>
        <source>A file with the name of a bundle or digest is none; nothing of it is used</source>
        <translation>文件名像数据包或摘要，但内容不是，未使用</translation>
    </message>
    <message>
        <source>recorded, incomplete</source>
        <translation>采集，但不完整</translation>
    </message>
    <message>
        <source>warmed up for nothing, deleted</source>
        <translation>白白预热，会被删除</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>recorded, then written</source>
        <translation>采集，随后落盘</translation>
    </message>
    <message>
        <source>warm-up, not kept</source>
        <translation>采集预热，不保留</translation>
    </message>
    <message>
        <source>TASK_QUEUE_ENABLE=2 would take up to %2 ms per step off the host of rank %1 (enqueuing %3 ms, dequeuing %4 ms); the peak of memory may rise.</source>
        <translation>TASK_QUEUE_ENABLE=2 每个迭代最多可为卡 %1 的主机减少 %2 ms（入队 %3 ms，出队 %4 ms）；内存峰值可能升高。</translation>
    </message>
    <message>
        <source>CPU_AFFINITY_CONF = %1: it is not taken as it is meant; the table remedies says what is wrong.</source>
        <translation>CPU_AFFINITY_CONF = %1：未按预期生效；错误之处见表 remedies。</translation>
    </message>
    <message>
        <source>TASK_QUEUE_ENABLE = %1: one thread prepares operators and launches them.</source>
        <translation>TASK_QUEUE_ENABLE = %1：算子的准备与下发由同一线程完成。</translation>
    </message>
    <message>
        <source>one of its choices</source>
        <translation>可选值之一</translation>
    </message>
    <message>
        <source>a list of its choices</source>
        <translation>可选值的列表</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1（不小于 %2）</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1（%2 到 %3）</translation>
    </message>
    <message>
        <source>mstx ranges around forward and backward of Megatron and MindSpeed</source>
        <translation>Megatron 和 MindSpeed 前向与反向的 mstx 打点</translation>
    </message>
    <message>
        <source>mstx ranges around the parts of MindSpeed&apos;s DualPipeV</source>
        <translation>MindSpeed DualPipeV 各部分的 mstx 打点</translation>
    </message>
    <message>
        <source>mstx ranges in a loop of one&apos;s own</source>
        <translation>自有训练循环中的 mstx 打点</translation>
    </message>
    <message>
        <source>schedule, microbatches and parallel sizes as metadata of the profile</source>
        <translation>把调度、微批次数和并行规模写入性能数据的元数据</translation>
    </message>
    <message>
        <source>start, step and stop of torch_npu&apos;s profiler</source>
        <translation>torch_npu 采集器的 start、step 和 stop</translation>
    </message>
    <message>
        <source>history and snapshot of the allocator</source>
        <translation>内存分配器的历史与快照</translation>
    </message>
    <message>
        <source>torch.profiler, record_function and NVTX on GPUs</source>
        <translation>GPU 上的 torch.profiler、record_function 和 NVTX</translation>
    </message>
    <message>
        <source>pipeline stages</source>
        <translation>流水线阶段数</translation>
    </message>
    <message>
        <source>ranks of a tensor-parallel group</source>
        <translation>张量并行域的卡数</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>samples of a step, over all replicas</source>
        <translation>一个迭代在所有副本上的样本数</translation>
    </message>
    <message>
        <source>samples of a microbatch</source>
        <translation>一个微批次的样本数</translation>
    </message>
    <message>
        <source>of a step and replica, unless batches tell</source>
        <translation>每个迭代、每个副本的微批次数，不填则由批大小得出</translation>
    </message>
    <message>
        <source>steps to record</source>
        <translation>要采集的迭代数</translation>
    </message>
    <message>
        <source>steps before</source>
        <translation>之前的迭代数</translation>
    </message>
    <message>
        <source>Clocks were merged of other digests than are here and are compared anew: &apos;stagescope digest --merge&apos; keeps those of all</source>
        <translation>合并时钟所用的摘要与此处的不同，因此重新比较时钟：&apos;stagescope digest --merge&apos; 可保存所有卡的时钟</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication, not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>Matrix work</source>
        <translation>矩阵运算</translation>
    </message>
    <message>
        <source>Bytes communicated</source>
        <translation>通信字节数</translation>
    </message>
    <message>
        <source>Waiting for other ranks</source>
        <translation>等待其他卡</translation>
    </message>
    <message>
        <source>Rank that is waited for</source>
        <translation>被等待的卡</translation>
    </message>
    <message>
        <source>in parts of %1</source>
        <translation>以 %1 为一段</translation>
    </message>
    <message>
        <source>up to %1 rank(s) in a row: their mean</source>
        <translation>每行至多 %1 张卡：取均值</translation>
    </message>
    <message>
        <source>Recomputing activation functions (--recompute-activation-function) wins %1 on rank %2 for %3 ms per step, the cheapest per byte.</source>
        <translation>重计算激活函数（--recompute-activation-function）可为 rank %2 省下 %1，每步付出 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputing attention (--recompute-granularity selective) wins %1 on rank %2 for %3 ms per step, the cheapest per byte.</source>
        <translation>重计算注意力（--recompute-granularity selective）可为 rank %2 省下 %1，每步付出 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputing whole layers (--recompute-granularity full --recompute-method uniform --recompute-num-layers 1) wins %1 on rank %2 for %3 ms per step, the cheapest per byte.</source>
        <translation>整层重计算（--recompute-granularity full --recompute-method uniform --recompute-num-layers 1）可为 rank %2 省下 %1，每步付出 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputing norms (--recompute-norm) wins %1 on rank %2 for %3 ms per step, the cheapest per byte.</source>
        <translation>重计算归一化（--recompute-norm）可为 rank %2 省下 %1，每步付出 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Swapping attention to the host (--swap-attention) wins %1 on rank %2 for %3 ms per step, the cheapest per byte.</source>
        <translation>把注意力的输出换出到主机（--swap-attention）可为 rank %2 省下 %1，每步付出 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputation costs %1 ms per step, and memory has room without it</source>
        <translation>重计算每步耗时 %1 ms，而不用它内存也够</translation>
    </message>
    <message>
        <source>Outputs would be kept as their shapes tell; nothing else of the memory changes.</source>
        <translation>输出按其形状保留；内存的其余部分不变。</translation>
    </message>
    <message>
        <source>Rank %1 uses %2 at its peak, and would use %3 of %4.</source>
        <translation>rank %1 峰值占用 %2，不重计算将占用 %3，共 %4。</translation>
    </message>
    <message>
        <source>Computed once more: activation functions, %1 ms per step of rank %2.</source>
        <translation>被重算的：激活函数，rank %2 每步 %1 ms。</translation>
    </message>
    <message>
        <source>Computed once more: attention, %1 ms per step of rank %2.</source>
        <translation>被重算的：注意力，rank %2 每步 %1 ms。</translation>
    </message>
    <message>
        <source>Computed once more: whole layers, %1 ms per step of rank %2.</source>
        <translation>被重算的：整层，rank %2 每步 %1 ms。</translation>
    </message>
    <message>
        <source>Computed once more: norms, %1 ms per step of rank %2.</source>
        <translation>被重算的：归一化，rank %2 每步 %1 ms。</translation>
    </message>
    <message>
        <source>Reported where at most %1 % of the device would be in use, and from %2 % of the step on.</source>
        <translation>设备占用不超过 %1 %、且耗时达到单步的 %2 % 时报告。</translation>
    </message>
    <message>
        <source>Counted: what the step loses when cells are longer by the forward kernels that their backward runs again (replay).</source>
        <translation>计入：反向中再次运行的前向 kernel 使单元变长，由此单步增加的时间（重放）。</translation>
    </message>
    <message>
        <source>Drop --recompute-granularity (with --recompute-method and --recompute-num-layers), --recompute-activation-function or --recompute-norm; where memory gets tight, keep it for fewer layers: --recompute-num-layers N.</source>
        <translation>去掉 --recompute-granularity（连同 --recompute-method、--recompute-num-layers）、--recompute-activation-function 或 --recompute-norm；若内存偏紧，只保留少数层：--recompute-num-layers N。</translation>
    </message>
    <message>
        <source>Recomputation that memory could do without</source>
        <translation>内存并不需要的重计算</translation>
    </message>
    <message>
        <source>Does not apply where longer sequences or larger batches are to come, or where other ranks are fuller than those recorded.</source>
        <translation>若之后要用更长的序列或更大的批，或未采集的 rank 更满，则不适用。</translation>
    </message>
    <message>
        <source>Share of the step that computing again costs; below it the change is hardly worth its test.</source>
        <translation>重算所占单步的份额；低于此值不值得为改动做测试。</translation>
    </message>
    <message>
        <source>Share of the device&apos;s memory that may be in use without it: the rest is for fragments and longer sequences.</source>
        <translation>不重计算时设备内存允许占用的份额：其余留给碎片和更长的序列。</translation>
    </message>
    <message>
        <source>Capacity, GiB</source>
        <translation>容量，GiB</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Won, GiB</source>
        <translation>省下，GiB</translation>
    </message>
    <message>
        <source>Paid, ms</source>
        <translation>付出，ms</translation>
    </message>
    <message>
        <source>ms per GiB</source>
        <translation>每 GiB 的 ms</translation>
    </message>
    <message>
        <source>Peak then, GiB</source>
        <translation>之后峰值，GiB</translation>
    </message>
    <message>
        <source>Peak, GiB</source>
        <translation>峰值，GiB</translation>
    </message>
    <message>
        <source>Step then, ms</source>
        <translation>之后单步，ms</translation>
    </message>
    <message>
        <source>Memory won against time paid</source>
        <translation>省下的内存与付出的时间</translation>
    </message>
    <message>
        <source>Forward kernels that run again, or no longer, change cells by their measured time; memory changes as their shapes tell.</source>
        <translation>再次运行（或不再运行）的前向 kernel 按实测时间改变单元；内存按其形状变化。</translation>
    </message>
    <message>
        <source>Recompute activation functions</source>
        <translation>重计算激活函数</translation>
    </message>
    <message>
        <source>Do not recompute activation functions</source>
        <translation>不重计算激活函数</translation>
    </message>
    <message>
        <source>Recompute attention</source>
        <translation>重计算注意力</translation>
    </message>
    <message>
        <source>Do not recompute attention</source>
        <translation>不重计算注意力</translation>
    </message>
    <message>
        <source>Recompute whole layers</source>
        <translation>整层重计算</translation>
    </message>
    <message>
        <source>Do not recompute whole layers</source>
        <translation>不整层重计算</translation>
    </message>
    <message>
        <source>Recompute norms</source>
        <translation>重计算归一化</translation>
    </message>
    <message>
        <source>Do not recompute norms</source>
        <translation>不重计算归一化</translation>
    </message>
    <message>
        <source>Swap attention to the host</source>
        <translation>把注意力输出换出到主机</translation>
    </message>
    <message>
        <source>Do not swap attention to the host</source>
        <translation>不把注意力输出换出到主机</translation>
    </message>
    <message>
        <source>%1 step(s), from allocations that repeat; the first two do not count.</source>
        <translation>%1 步，由重复的分配判断；前两步不计。</translation>
    </message>
    <message>
        <source>up to %1 rank(s) in a row: the worst</source>
        <translation>每行至多 %1 张卡：取最差</translation>
    </message>
    <message>
        <source>Time of operators beside matrix products - bytes / rate of the same operators apart from computing.</source>
        <translation>与矩阵乘并行的算子时间 - 字节 / 无计算并行时的速率。</translation>
    </message>
    <message>
        <source>Does not apply where the overlap hides more than it costs: compare both runs.</source>
        <translation>若重叠掩盖的多于其代价，则不适用：请对比两次运行。</translation>
    </message>
    <message>
        <source>Time of unaligned packets - bytes / rate of aligned ones of about their size.</source>
        <translation>未对齐包时间 - 字节 / 同等大小对齐包的速率。</translation>
    </message>
    <message>
        <source>Does not apply to packets below the block of SDMA: they are small whatever their alignment.</source>
        <translation>小于 SDMA 块的包本来就小，不适用。</translation>
    </message>
    <message>
        <source>Half of (arrival - departure) one way minus the other way, from transfers between the hosts.</source>
        <translation>由主机间双向传输：（一向的到达 - 出发）与另一向之差的一半。</translation>
    </message>
    <message>
        <source>Network Time Protocol, offset of symmetric exchanges (RFC 5905)</source>
        <translation>网络时间协议，对称交换的偏移（RFC 5905）</translation>
    </message>
    <message>
        <source>Of no use for figures of one host alone: its ranks share a clock.</source>
        <translation>只看一台主机的数据时无须处理：其各卡共用一个时钟。</translation>
    </message>
    <message>
        <source>Measured step - replay with all microbatches of a step equally long.</source>
        <translation>实测单步 - 重放单步（同一步内微批次等长）。</translation>
    </message>
    <message>
        <source>Does not apply to tasks whose samples must not be packed or reordered; then bound the longest by --seq-length.</source>
        <translation>若样本不可打包或重排，则不适用；可用 --seq-length 限制最长者。</translation>
    </message>
    <message>
        <source>PyTorch, DistributedDataParallel instead of DataParallel</source>
        <translation>PyTorch：以 DistributedDataParallel 取代 DataParallel</translation>
    </message>
    <message>
        <source>Time of the busiest rank&apos;s expert kernels - mean of its group, at most what the others wait in AllToAll.</source>
        <translation>最忙卡的专家 kernel 时间 - 组内均值，不超过其他卡在 AllToAll 中的等待。</translation>
    </message>
    <message>
        <source>GShard and Switch Transformer, balancing loss and capacity (arXiv 2006.16668, 2101.03961); Megatron-LM, MoE arguments</source>
        <translation>GShard 与 Switch Transformer 的均衡损失和容量（arXiv 2006.16668、2101.03961）；Megatron-LM 的 MoE 参数</translation>
    </message>
    <message>
        <source>Does not apply in the first steps: routers balance while they learn.</source>
        <translation>训练初期路由器尚在学习均衡，不适用。</translation>
    </message>
    <message>
        <source>Time in which nothing but data-parallel collectives runs, less waiting for late ranks and slow links.</source>
        <translation>仅有数据并行集合通信运行的时间，扣除等待慢卡与慢链路。</translation>
    </message>
    <message>
        <source>Does not apply to the last bucket of gradients and the first of parameters: nothing is left to hide them.</source>
        <translation>最后一桶梯度与第一桶参数无可掩盖，不适用。</translation>
    </message>
    <message>
        <source>Per sample: computing time x (1 - frequency / highest frequency), summed per rank and step.</source>
        <translation>逐采样：计算时间 x (1 - 频率 / 最高频率)，按卡按步求和。</translation>
    </message>
    <message>
        <source>Does not apply to cores that slow down while they idle: that costs nothing.</source>
        <translation>核空闲时降频不影响性能，不适用。</translation>
    </message>
    <message>
        <source>Measured step - replay without the gaps in which the launch of the next kernel is recorded and later than the end of the one before.</source>
        <translation>实测单步 - 去掉“有下发记录且晚于前一 kernel 结束”的空隙后的重放单步。</translation>
    </message>
    <message>
        <source>Does not apply to gaps that other findings explain (data loading, compilation, garbage collection).</source>
        <translation>由其他发现解释的空隙（数据加载、编译、垃圾回收）不适用。</translation>
    </message>
    <message>
        <source>Idle time of the device while its host waits in a synchronising call, of the rank with the most.</source>
        <translation>设备空闲且主机停在同步调用中的时间，取最多的卡。</translation>
    </message>
    <message>
        <source>PyTorch performance tuning guide, avoid unnecessary CPU-GPU synchronisation</source>
        <translation>PyTorch 性能调优指南：避免不必要的 CPU-GPU 同步</translation>
    </message>
    <message>
        <source>Does not apply to one synchronisation at the end of a step, as schedules and logging need it.</source>
        <translation>步末的一次同步（调度、日志所需）不适用。</translation>
    </message>
    <message>
        <source>Sum over collectives of what the others wait for this rank beyond the second latest.</source>
        <translation>各集合通信中，其他卡等待该卡超出次晚者的时间之和。</translation>
    </message>
    <message>
        <source>Straggler attribution by shortest stay in a collective (arXiv 2505.05713, HCCL wait times)</source>
        <translation>按集合通信中停留最短判定慢卡（arXiv 2505.05713、HCCL 等待时间）</translation>
    </message>
    <message>
        <source>Does not apply where ranks come late in turn: then nothing is gained by mending one.</source>
        <translation>若各卡轮流晚到，修一张卡无益，不适用。</translation>
    </message>
    <message>
        <source>Time of the operators over the link - bytes / median rate of the links of its kind.</source>
        <translation>经过该链路的算子时间 - 字节 / 同类链路的中位速率。</translation>
    </message>
    <message>
        <source>Does not apply to links that share a switch port by design.</source>
        <translation>按设计共用交换机端口的链路不适用。</translation>
    </message>
    <message>
        <source>Memory of the process, or reserved, at its most / memory of the device; in snapshots, requests that failed.</source>
        <translation>进程内存或预留的最大值 / 设备内存；快照中为失败的申请。</translation>
    </message>
    <message>
        <source>Does not apply where the rest is cache that the allocator gives back by itself; the finding says how much.</source>
        <translation>若其余为分配器可自行归还的缓存，则不适用；发现中写明数量。</translation>
    </message>
    <message>
        <source>Free bytes in pieces shorter than the request, when the driver is asked for more.</source>
        <translation>向驱动申请更多内存时，比申请短的各空闲段之和。</translation>
    </message>
    <message>
        <source>Does not apply where memory of graphs (private pools) must stay at its address.</source>
        <translation>图的私有内存池地址须固定时，不适用。</translation>
    </message>
    <message>
        <source>Peak of the rank - median peak of its stage.</source>
        <translation>该卡峰值 - 所在阶段的中位峰值。</translation>
    </message>
    <message>
        <source>Activations in flight under 1F1B (arXiv 2104.04473)</source>
        <translation>1F1B 下在途的激活（arXiv 2104.04473）</translation>
    </message>
    <message>
        <source>Does not apply between stages: under 1F1B the first ones keep more microbatches.</source>
        <translation>阶段之间不适用：1F1B 下靠前的阶段保留更多微批次。</translation>
    </message>
    <message>
        <source>Growth of the least in use from step to step, where each step adds; in snapshots, blocks that are never freed by where they were made.</source>
        <translation>逐步最小占用的增长（每步都增加）；快照中按分配位置统计从不释放的块。</translation>
    </message>
    <message>
        <source>Does not apply while caches warm up (first steps), or where a phase (evaluation) keeps more by design.</source>
        <translation>缓存预热（最初几步）或某阶段（评估）按设计占用更多时，不适用。</translation>
    </message>
    <message>
        <source>Memory of the process - reserved by the allocator, at the same sample.</source>
        <translation>同一采样点上，进程内存 - 分配器预留。</translation>
    </message>
    <message>
        <source>HCCL, HCCL_BUFFSIZE (two buffers per group); NCCL, NCCL_BUFFSIZE</source>
        <translation>HCCL 的 HCCL_BUFFSIZE（每组两块缓冲）；NCCL 的 NCCL_BUFFSIZE</translation>
    </message>
    <message>
        <source>Does not apply where graphs are compiled ahead on purpose: their memory counts here.</source>
        <translation>有意预先编译图时其内存计在此处，不适用。</translation>
    </message>
    <message>
        <source>Exposed time of all data-parallel buckets but the last of gradients and the first of parameters.</source>
        <translation>除最后一桶梯度与第一桶参数外，数据并行各桶的未掩盖时间。</translation>
    </message>
    <message>
        <source>Does not apply with one replica, or where buckets share the link with transfers of the pipeline.</source>
        <translation>仅一个副本时，或与流水线传输争用链路时，不适用。</translation>
    </message>
    <message>
        <source>Measured step - its replay with instant transfers.</source>
        <translation>实测 step - 传输瞬时完成的重放。</translation>
    </message>
    <message>
        <source>Megatron-LM, arguments --sequence-parallel and --num-layers-per-virtual-pipeline-stage</source>
        <translation>Megatron-LM 参数 --sequence-parallel 与 --num-layers-per-virtual-pipeline-stage</translation>
    </message>
    <message>
        <source>Does not apply where one link alone is slow (slow_link): mend the link.</source>
        <translation>若只有一条链路慢（slow_link），先修链路，不适用。</translation>
    </message>
    <message>
        <source>Transit time over RDMA at least the least time after which a lost packet is sent again.</source>
        <translation>RDMA 传输时间不小于丢包后的最短重传时间。</translation>
    </message>
    <message>
        <source>Does not apply to the first collective of a run: it sets up its links.</source>
        <translation>一次运行的首个集合通信需建链，不适用。</translation>
    </message>
    <message>
        <source>Measured step - replay with this link at the median of the links of its kind.</source>
        <translation>实测 step - 该链路取同类链路中位速率的重放。</translation>
    </message>
    <message>
        <source>Does not apply to links of different kinds (within a host, between hosts): they are not compared.</source>
        <translation>不同类链路（机内、机间）互不比较，不适用。</translation>
    </message>
    <message>
        <source>Measured step - replay with the rank at the pace of its stage in the other replicas.</source>
        <translation>实测单步 - 重放单步（该卡与其他副本中同阶段的卡一样快）。</translation>
    </message>
    <message>
        <source>Slowdowns S, S_w and z of stragglers (arXiv 2505.05713)</source>
        <translation>慢节点的减速比 S、S_w 与 z（arXiv 2505.05713）</translation>
    </message>
    <message>
        <source>Does not apply where this rank has more data (data_imbalance) or a host that launches late: other findings name these.</source>
        <translation>若该卡数据更多（data_imbalance）或其主机下发晚，由其他发现说明，不适用本项。</translation>
    </message>
    <message>
        <source>Per link kind: time of the small packets - their bytes / rate of full packets; at most a fixed time per packet.</source>
        <translation>按链路类型：小包时间 - 字节 / 满包速率；每包至多计固定时间。</translation>
    </message>
    <message>
        <source>Does not apply where computing hides the operators, or where latency counts more than throughput.</source>
        <translation>若计算已掩盖这些算子，或更看重时延，则不适用。</translation>
    </message>
    <message>
        <source>Measured step - its replay with the stage as fast as the others, or with all work spread evenly.</source>
        <translation>实测 step - 重放（该阶段与其他阶段一样快，或工作均匀分布）。</translation>
    </message>
    <message>
        <source>Straggler analysis with replays of the dependency graph (arXiv 2505.05713); Megatron-LM, arguments of pipeline layouts</source>
        <translation>依赖图重放的慢节点分析（arXiv 2505.05713）；Megatron-LM 的流水线布局参数</translation>
    </message>
    <message>
        <source>Does not apply where the stage is slow for another finding of this list (a slow rank, a loss in single kernels): mend that first.</source>
        <translation>若该阶段变慢另有原因（慢卡、未融合的损失），先处理那一项，不适用本项。</translation>
    </message>
    <message>
        <source>Free bytes in other streams and pools that would hold the request, when the driver is asked for more.</source>
        <translation>向驱动申请更多内存时，其他流和内存池中足以容纳的空闲字节。</translation>
    </message>
    <message>
        <source>PyTorch, caching allocator (streams, private pools of CUDA graphs)</source>
        <translation>PyTorch 缓存分配器（流、CUDA Graph 私有池）</translation>
    </message>
    <message>
        <source>Does not apply where both run at once: sharing would make one wait for the other.</source>
        <translation>两者同时运行时共享会互相等待，不适用。</translation>
    </message>
    <message>
        <source>Time of the chain - bytes that go in and out of it / rate of streaming kernels of their size; each kernel once.</source>
        <translation>链的时间 - 进出字节 / 同等大小流式 kernel 的速率；每个 kernel 只计一次。</translation>
    </message>
    <message>
        <source>Does not apply where another precision inside the chain is wanted: compare the loss of both.</source>
        <translation>若链内需要不同精度，则不适用：请对比两者的损失。</translation>
    </message>
    <message>
        <source>Measured step - its replay with each cell at the mean of its kind and stage.</source>
        <translation>实测 step - 每个单元取同类同阶段均值的重放。</translation>
    </message>
    <message>
        <source>Ideal durations of stragglers (arXiv 2505.05713)</source>
        <translation>慢节点分析中的理想时长（arXiv 2505.05713）</translation>
    </message>
    <message>
        <source>Does not apply where lengths differ by design (variable sequence lengths without packing).</source>
        <translation>若时长按设计就不同（变长序列且不打包），不适用。</translation>
    </message>
    <message>
        <source>Recorded variables against a list; those that only spare the host where devices idle at least that share of the step.</source>
        <translation>将采集到的变量与清单比对；仅为主机减负的变量，只在设备空闲达到该份额时才建议。</translation>
    </message>
    <message>
        <source>Read in place of a digest, the file is not as it was when it was digested</source>
        <translation>代替摘要读取的文件与生成摘要时不同</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>A request of npu-monitor, which watches times of kernels and records no profile.</source>
        <translation>npu-monitor 的请求：只监测内核耗时，不采集性能数据。</translation>
    </message>
    <message>
        <source>Of traces of GPUs; dyno writes 0, and no profiler of NPUs reads it.</source>
        <translation>用于 GPU 的 trace；dyno 写 0，NPU 的采集工具不读取。</translation>
    </message>
    <message>
        <source>Scalars of the training for TensorBoard; nothing of a profile.</source>
        <translation>训练写给 TensorBoard 的标量，与性能数据无关。</translation>
    </message>
    <message>
        <source>%1 is an alias or a tag of YAML, which is not followed here; the usual value is taken.</source>
        <translation>%1 是 YAML 的别名或标签，此处不解析；按默认值处理。</translation>
    </message>
    <message>
        <source>A threshold below 0 is none: %1 is taken.</source>
        <translation>阈值小于 0 等于不设阈值：按 %1 处理。</translation>
    </message>
    <message>
        <source>In graph mode O2 of MindSpore it has to be 0.</source>
        <translation>MindSpore 图模式 O2 下必须为 0。</translation>
    </message>
    <message>
        <source>In graph mode O2 of MindSpore the L2 cache is recorded only by a schedule whose wait and skip_first are 0; the monitor skips a step: %1 is taken.</source>
        <translation>MindSpore 图模式 O2 下，只有 wait 和 skip_first 都为 0 的 schedule 才采集 L2 cache；监控方式会跳过一个迭代：按 %1 处理。</translation>
    </message>
    <message>
        <source>PROFILE_ACTIVITIES is missing, which torch_npu needs: nothing is recorded.</source>
        <translation>缺少 torch_npu 必需的 PROFILE_ACTIVITIES：不采集任何数据。</translation>
    </message>
    <message>
        <source>Not changed: %1</source>
        <translation>未修改：%1</translation>
    </message>
    <message>
        <source>With this key the request is one of npu-monitor: no profile is recorded, and all other keys are passed over.</source>
        <translation>有此键的请求属于 npu-monitor：不采集性能数据，其他键全部忽略。</translation>
    </message>
    <message>
        <source>A value in a request holds neither = nor the end of a line.</source>
        <translation>请求中的值不能含有 = 或换行。</translation>
    </message>
    <message>
        <source>A line of a request has one = between key and value: this one is passed over.</source>
        <translation>请求的每一行在键和值之间只有一个 =：此行被忽略。</translation>
    </message>
    <message>
        <source>The call does not know this keyword: the program stops.</source>
        <translation>该调用没有这个关键字参数：程序终止。</translation>
    </message>
    <message>
        <source>MindSpore does not read it: %1 is taken.</source>
        <translation>MindSpore 不读取此键：按 %1 处理。</translation>
    </message>
    <message>
        <source>The digest of rank %1 is of level %2: this table may say less than of the profile. Load the rank from its source for all of it.</source>
        <translation>卡 %1 的摘要级别为 %2：本表的内容可能少于原性能数据。从源数据加载该卡可查看全部内容。</translation>
    </message>
    <message>
        <source>Cached buffer size</source>
        <translation>缓存大小（Cached Buffer Size）</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Time, ns</source>
        <translation>时间, ns</translation>
    </message>
    <message>
        <source>Events of data preparation</source>
        <translation>数据准备事件</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of data preparation in the table; nothing tells of batches or queues</source>
        <translation>
            <numerusform>表中有 %n 条数据准备事件；没有批次或队列的信息</numerusform>
        </translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>The digests of ranks %1 are of level %2: this table may say less than of the profile. Load the ranks from their sources for all of it.</source>
        <translation>卡 %1 的摘要级别为 %2：本表的内容可能少于原性能数据。从源数据加载这些卡可查看全部内容。</translation>
    </message>
    <message>
        <source>Nothing to show: the digest of rank %1 keeps no more than its level (%2), or the profile had none. Load the rank from its source for all of it.</source>
        <translation>没有可显示的内容：卡 %1 的摘要只保留其级别（%2）的内容，或原性能数据中没有。从源数据加载该卡可查看全部内容。</translation>
    </message>
    <message>
        <source>what this page shows</source>
        <translation>本页所示的内容</translation>
    </message>
    <message>
        <source>communication operators</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>events of data loading</source>
        <translation>数据加载事件</translation>
    </message>
    <message>
        <source>calls of the host and of Python</source>
        <translation>主机侧调用和 Python 调用</translation>
    </message>
    <message>
        <source>calls of the host</source>
        <translation>主机侧调用</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核（kernel）</translation>
    </message>
    <message>
        <source>calls that launch kernels</source>
        <translation>下发内核的调用</translation>
    </message>
    <message>
        <source>records of memory over time</source>
        <translation>内存随时间变化的记录</translation>
    </message>
    <message>
        <source>records of operators&apos; memory</source>
        <translation>算子内存记录</translation>
    </message>
    <message>
        <source>work of the device</source>
        <translation>设备侧任务</translation>
    </message>
    <message>
        <source>The digests here are of level %1, which does not keep %2. Whether there are any, their sources tell: load ranks from them, or make digests of level %3.</source>
        <translation>此处摘要的级别为 %1，不保留%2。原性能数据中是否有，要看源数据：请从源数据加载卡，或生成级别为 %3 的摘要。</translation>
    </message>
    <message>
        <source>The digest keeps no more than its level (%1), or the profile had none: load a rank from its source, digest with --level %2, or open the profile.</source>
        <translation>摘要只保留其级别（%1）的内容，或原性能数据中没有：请从源数据加载某张卡，用 --level %2 生成摘要，或打开原性能数据。</translation>
    </message>
    <message>
        <source>Nothing to show: the digests of ranks %1 keep no more than their level (%2), or the profile had none. Load the ranks from their sources for all of it.</source>
        <translation>没有可显示的内容：卡 %1 的摘要只保留其级别（%2）的内容，或原性能数据中没有。从源数据加载这些卡可查看全部内容。</translation>
    </message>
    <message>
        <source>Ranks of its pipeline are missing: the saving is that of such a rank in a whole pipeline, the only slow one.</source>
        <translation>其流水线缺少部分卡：收益按完整流水线中仅有这样一张慢卡估算。</translation>
    </message>
    <message>
        <source>Frequency of the cores</source>
        <translation>核频率</translation>
    </message>
    <message>
        <source>Versions and settings are unknown: this profile does not record them.</source>
        <translation>版本和配置未知：此性能数据未采集这些内容。</translation>
    </message>
    <message>
        <source>Not recorded in this profile.</source>
        <translation>此性能数据未采集该内容。</translation>
    </message>
    <message>
        <source>No steps are known. Have the profiler mark each step.</source>
        <translation>没有迭代信息。请让 profiler 标记每个迭代。</translation>
    </message>
    <message>
        <source>samples of the cores&apos; frequency</source>
        <translation>核频率的采样</translation>
    </message>
    <message>
        <source>ranges joined to their device work: device times</source>
        <translation>打点区间与其设备任务关联：设备时间</translation>
    </message>
    <message>
        <source>ranges without device work: host times only</source>
        <translation>打点区间没有设备任务：只有主机时间</translation>
    </message>
    <message>
        <source>cells named by the file: device times</source>
        <translation>单元由文件命名：设备时间</translation>
    </message>
    <message>
        <source>Rank %1 has no communication operators. They need more than one device.</source>
        <translation>卡 %1 没有通信算子。通信需要多个设备。</translation>
    </message>
    <message>
        <source>Rank %1 has no kernels of this kind.</source>
        <translation>卡 %1 没有此类内核（kernel）。</translation>
    </message>
    <message>
        <source>Calls that one fused call replaces</source>
        <translation>可由一次融合调用替换的调用</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>GEMM</source>
        <translation>矩阵乘（GEMM）</translation>
    </message>
    <message>
        <source>Multi-tensor</source>
        <translation>多张量</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Other kernels</source>
        <translation>其他内核</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Times as slow as the median link of its kind, as for transfers of pipelines (slow_link); MindStudio&apos;s advisor already takes 5 % between ranks for worth a look.</source>
        <translation>为同类链路中位数的倍数，与流水线传输（slow_link）相同；MindStudio advisor 在卡间相差 5 % 时即提示。</translation>
    </message>
    <message>
        <source>Cores of rank %1 run below %2 MHz: %3 ms of computing lost per step</source>
        <translation>卡 %1 的核频率低于 %2 MHz：每个迭代损失计算 %3 ms</translation>
    </message>
    <message>
        <source>Core frequency drops</source>
        <translation>核降频</translation>
    </message>
    <message>
        <source>Memory of a device; 0: from the files, where they have it.</source>
        <translation>设备内存；0：取自文件（若有）。</translation>
    </message>
    <message>
        <source>Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True; give blocks equal sizes (padding, buckets of sequence lengths); allocate what stays before what comes and goes.</source>
        <translation>设置 PYTORCH_NPU_ALLOC_CONF=expandable_segments:True；使内存块大小一致（padding、按序列长度分桶）；先分配长期存在的内存，再分配临时内存。</translation>
    </message>
    <message>
        <source>Give blocks equal sizes (padding, buckets of sequence lengths); allocate what stays before what comes and goes.</source>
        <translation>使内存块大小一致（padding、按序列长度分桶）；先分配长期存在的内存，再分配临时内存。</translation>
    </message>
    <message>
        <source>Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True; give blocks equal sizes (padding, buckets of sequence lengths); allocate what stays before what comes and goes.</source>
        <translation>设置 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True；使内存块大小一致（padding、按序列长度分桶）；先分配长期存在的内存，再分配临时内存。</translation>
    </message>
    <message>
        <source>Set PYTORCH_HIP_ALLOC_CONF=expandable_segments:True; give blocks equal sizes (padding, buckets of sequence lengths); allocate what stays before what comes and goes.</source>
        <translation>设置 PYTORCH_HIP_ALLOC_CONF=expandable_segments:True；使内存块大小一致（padding、按序列长度分桶）；先分配长期存在的内存，再分配临时内存。</translation>
    </message>
    <message>
        <source>Set XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async; give blocks equal sizes (padding, buckets of sequence lengths), so that fewer programs are compiled.</source>
        <translation>设置 XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async；使内存块大小一致（padding、按序列长度分桶），以减少编译的程序。</translation>
    </message>
    <message>
        <source>Let the allocator use expandable segments; give blocks equal sizes (padding, buckets of sequence lengths); allocate what stays before what comes and goes.</source>
        <translation>让分配器使用可扩展段；使内存块大小一致（padding、按序列长度分桶）；先分配长期存在的内存，再分配临时内存。</translation>
    </message>
    <message>
        <source>Take smaller buffers of communication (HCCL_BUFFSIZE) and fewer groups; look for other processes on the device; compiled graphs and the runtime&apos;s workspaces count here too.</source>
        <translation>减小通信缓冲区（HCCL_BUFFSIZE）并减少通信域；检查设备上的其他进程；编译的图和运行时的 workspace 也计入此处。</translation>
    </message>
    <message>
        <source>Take smaller buffers of communication (NCCL_BUFFSIZE) and fewer groups; look for other processes on the device; compiled graphs and the runtime&apos;s workspaces count here too.</source>
        <translation>减小通信缓冲区（NCCL_BUFFSIZE）并减少通信域；检查设备上的其他进程；编译的图和运行时的 workspace 也计入此处。</translation>
    </message>
    <message>
        <source>Take smaller buffers of communication and fewer groups; look for other processes on the device; compiled graphs and the runtime&apos;s workspaces count here too.</source>
        <translation>减小通信缓冲区并减少通信域；检查设备上的其他进程；编译的图和运行时的 workspace 也计入此处。</translation>
    </message>
    <message>
        <source>Reduce gradients during the backward and gather parameters during the forward (MindSpore: parallel_optimizer with gradient accumulation, comm_fusion).</source>
        <translation>在反向中归约梯度，在前向中收集参数（MindSpore：parallel_optimizer 配合梯度累积、comm_fusion）。</translation>
    </message>
    <message>
        <source>Reduce gradients during the backward and gather parameters during the forward (Megatron: --overlap-grad-reduce, --overlap-param-gather; FSDP: prefetching).</source>
        <translation>在反向中归约梯度，在前向中收集参数（Megatron：--overlap-grad-reduce、--overlap-param-gather；FSDP：预取）。</translation>
    </message>
    <message>
        <source>Reduce gradients during the backward and gather parameters during the forward (XLA: --xla_gpu_enable_latency_hiding_scheduler=true).</source>
        <translation>在反向中归约梯度，在前向中收集参数（XLA：--xla_gpu_enable_latency_hiding_scheduler=true）。</translation>
    </message>
    <message>
        <source>Look for lost packets: counters of switches and network cards, cables, flow control (NCCL_IB_TC and NCCL_IB_SL as on the switch).</source>
        <translation>检查丢包：交换机和网卡的计数器、线缆、流控（NCCL_IB_TC 和 NCCL_IB_SL 与交换机一致）。</translation>
    </message>
    <message>
        <source>Look for lost packets: counters of switches and network cards, cables, flow control.</source>
        <translation>检查丢包：交换机和网卡的计数器、线缆、流控。</translation>
    </message>
    <message>
        <source>On rank %1, %2 ms per step of it are a loss in %3 single kernels on %4 columns (%5): it is not fused.</source>
        <translation>在卡 %1 上，每个迭代其中 %2 ms 是 %4 列上的损失，由 %3 个单独的内核（%5）完成：未融合。</translation>
    </message>
    <message>
        <source>On rank %1, %2 ms per step of it are a loss in %3 single kernels on %4 columns (%5): it is not fused (Megatron: --cross-entropy-loss-fusion).</source>
        <translation>在卡 %1 上，每个迭代其中 %2 ms 是 %4 列上的损失，由 %3 个单独的内核（%5）完成：未融合（Megatron：--cross-entropy-loss-fusion）。</translation>
    </message>
    <message>
        <source>Reserve memory once: mindspore.runtime.set_memory(init_size=...); remove empty_cache() from the loop; where memory is full, use a smaller microbatch.</source>
        <translation>一次性预留内存：mindspore.runtime.set_memory(init_size=...)；从循环中移除 empty_cache()；内存已满时减小 microbatch。</translation>
    </message>
    <message>
        <source>export PYTORCH_HIP_ALLOC_CONF=expandable_segments:True; remove torch.cuda.empty_cache() from the loop; where memory is full, use a smaller microbatch.</source>
        <translation>export PYTORCH_HIP_ALLOC_CONF=expandable_segments:True；从循环中移除 torch.cuda.empty_cache()；内存已满时减小 microbatch。</translation>
    </message>
    <message>
        <source>Reserve memory once: leave XLA_PYTHON_CLIENT_PREALLOCATE on; where memory is full, use a smaller microbatch.</source>
        <translation>一次性预留内存：保持 XLA_PYTHON_CLIENT_PREALLOCATE 开启；内存已满时减小 microbatch。</translation>
    </message>
    <message>
        <source>Let the allocator keep its memory: no calls that empty its cache within the loop; where memory is full, use a smaller microbatch.</source>
        <translation>让分配器保留其内存：循环中不要清空缓存；内存已满时减小 microbatch。</translation>
    </message>
    <message>
        <source>Compile once: keep shapes fixed, or declare the dimensions that change (Cell.set_inputs); save compiled graphs (enable_compile_cache).</source>
        <translation>只编译一次：保持形状固定，或声明变化的维度（Cell.set_inputs）；保存编译好的图（enable_compile_cache）。</translation>
    </message>
    <message>
        <source>Compile once: pad to a few lengths or mark what changes (torch._dynamo.mark_dynamic, dynamic=True); TORCH_LOGS=recompiles gives the reasons.</source>
        <translation>只编译一次：填充到少数几种长度，或标记变化的维度（torch._dynamo.mark_dynamic、dynamic=True）；TORCH_LOGS=recompiles 给出原因。</translation>
    </message>
    <message>
        <source>Compile once: pad to a few lengths, make what changes rarely static arguments; jax_log_compiles gives the reasons, jax_compilation_cache_dir keeps the results.</source>
        <translation>只编译一次：填充到少数几种长度，将很少变化的参数设为 static；jax_log_compiles 给出原因，jax_compilation_cache_dir 保存结果。</translation>
    </message>
    <message>
        <source>Compile once: keep shapes fixed, or pad them to a few lengths.</source>
        <translation>只编译一次：保持形状固定，或填充到少数几种长度。</translation>
    </message>
    <message>
        <source>Launch without waiting: unset ASCEND_LAUNCH_BLOCKING and pynative_synchronize; remove calls of asnumpy() and print(tensor) from the loop.</source>
        <translation>下发时不等待：取消设置 ASCEND_LAUNCH_BLOCKING 和 pynative_synchronize；从循环中移除对 asnumpy() 和 print(tensor) 的调用。</translation>
    </message>
    <message>
        <source>Launch without waiting: unset AMD_SERIALIZE_KERNEL and HIP_LAUNCH_BLOCKING; remove calls of torch.cuda.synchronize(), .item() and print(tensor) from the loop.</source>
        <translation>下发时不等待：取消设置 AMD_SERIALIZE_KERNEL 和 HIP_LAUNCH_BLOCKING；从循环中移除对 torch.cuda.synchronize()、.item() 和 print(tensor) 的调用。</translation>
    </message>
    <message>
        <source>Launch without waiting: remove block_until_ready(), float(array) and print(array) from the loop; read results some steps later.</source>
        <translation>下发时不等待：从循环中移除 block_until_ready()、float(array) 和 print(array)；推迟几个迭代再读取结果。</translation>
    </message>
    <message>
        <source>Launch without waiting: remove calls that wait for the device from the loop; read results some steps later.</source>
        <translation>下发时不等待：从循环中移除等待设备的调用；推迟几个迭代再读取结果。</translation>
    </message>
    <message>
        <source>Use the fused attention (MindSpore: mint.nn.functional.scaled_dot_product_attention or ops.flash_attention_score).</source>
        <translation>使用融合的注意力（MindSpore：mint.nn.functional.scaled_dot_product_attention 或 ops.flash_attention_score）。</translation>
    </message>
    <message>
        <source>Use the fused attention (torch: scaled_dot_product_attention; Megatron: --use-flash-attn).</source>
        <translation>使用融合的注意力（torch：scaled_dot_product_attention；Megatron：--use-flash-attn）。</translation>
    </message>
    <message>
        <source>Use the fused attention (JAX: jax.nn.dot_product_attention).</source>
        <translation>使用融合的注意力（JAX：jax.nn.dot_product_attention）。</translation>
    </message>
    <message>
        <source>Use the fused norm (MindSpore: ops.rms_norm).</source>
        <translation>使用融合的归一化（MindSpore：ops.rms_norm）。</translation>
    </message>
    <message>
        <source>Use the fused norm (torch: torch.nn.functional.rms_norm, torch.compile; Megatron: --transformer-impl transformer_engine).</source>
        <translation>使用融合的归一化（torch：torch.nn.functional.rms_norm, torch.compile；Megatron：--transformer-impl transformer_engine）。</translation>
    </message>
    <message>
        <source>Use the fused norm (JAX: a Pallas kernel, or the fusion of XLA).</source>
        <translation>使用融合的归一化（JAX：a Pallas kernel, 或 the fusion of XLA）。</translation>
    </message>
    <message>
        <source>Use the fused rotary embedding (MindSpore: ops.rotary_position_embedding).</source>
        <translation>使用融合的旋转位置编码（MindSpore：ops.rotary_position_embedding）。</translation>
    </message>
    <message>
        <source>Use the fused rotary embedding (torch: torch.compile; Megatron: apply_rope_fusion).</source>
        <translation>使用融合的旋转位置编码（torch：torch.compile；Megatron：apply_rope_fusion）。</translation>
    </message>
    <message>
        <source>Use the fused rotary embedding (JAX: a Pallas kernel, or the fusion of XLA).</source>
        <translation>使用融合的旋转位置编码（JAX：a Pallas kernel, 或 the fusion of XLA）。</translation>
    </message>
    <message>
        <source>Use the fused SwiGLU (MindSpore: ops.swiglu).</source>
        <translation>使用融合的 SwiGLU（MindSpore：ops.swiglu）。</translation>
    </message>
    <message>
        <source>Use the fused SwiGLU (torch: torch.compile; Megatron: bias_swiglu_fusion).</source>
        <translation>使用融合的 SwiGLU（torch：torch.compile；Megatron：bias_swiglu_fusion）。</translation>
    </message>
    <message>
        <source>Use the fused SwiGLU (JAX: a Pallas kernel, or the fusion of XLA).</source>
        <translation>使用融合的 SwiGLU（JAX：a Pallas kernel, 或 the fusion of XLA）。</translation>
    </message>
    <message>
        <source>Use a fused or chunked cross entropy (MindSpore: ops.cross_entropy).</source>
        <translation>使用融合或分块的交叉熵（MindSpore：ops.cross_entropy）。</translation>
    </message>
    <message>
        <source>Use a fused or chunked cross entropy (Megatron: --cross-entropy-loss-fusion; torch: torch.compile).</source>
        <translation>使用融合或分块的交叉熵（Megatron：--cross-entropy-loss-fusion；torch：torch.compile）。</translation>
    </message>
    <message>
        <source>Use a fused or chunked cross entropy (JAX: optax losses within jit).</source>
        <translation>使用融合或分块的交叉熵（JAX：在 jit 内使用 optax 的损失函数）。</translation>
    </message>
    <message>
        <source>Have the matrix product add to the gradient.</source>
        <translation>让矩阵乘直接累加到梯度。</translation>
    </message>
    <message>
        <source>Have the matrix product add to the gradient (Megatron: leave out --no-gradient-accumulation-fusion).</source>
        <translation>让矩阵乘直接累加到梯度（Megatron：不要使用 --no-gradient-accumulation-fusion）。</translation>
    </message>
    <message>
        <source>Compile them into one: mindspore.jit, with jit_level O1 or O2; or use fused operators (ops.rms_norm, ops.flash_attention_score).</source>
        <translation>编译为一个：mindspore.jit，jit_level 为 O1 或 O2；或使用融合算子（ops.rms_norm、ops.flash_attention_score）。</translation>
    </message>
    <message>
        <source>Compile them into one: torch.compile(model); or use fused operators (torch.nn.functional.rms_norm, scaled_dot_product_attention, fused=True of the optimizer).</source>
        <translation>编译为一个：torch.compile(model)；或使用融合算子（torch.nn.functional.rms_norm、scaled_dot_product_attention、优化器的 fused=True）。</translation>
    </message>
    <message>
        <source>Put them into one jitted function, so that XLA can fuse them, or write a Pallas kernel.</source>
        <translation>放入同一个 jit 函数，使 XLA 能够融合，或编写 Pallas 内核。</translation>
    </message>
    <message>
        <source>Use fused operators, or let the framework compile them into one.</source>
        <translation>使用融合算子，或由框架编译为一个。</translation>
    </message>
    <message>
        <source>Run the network as a graph (mindspore.jit, graph mode), avoid online compilation and waits for the device, bind threads to cores.</source>
        <translation>以图方式运行网络（mindspore.jit、图模式），避免在线编译和等待设备，将线程绑定到核。</translation>
    </message>
    <message>
        <source>Fuse small operators or capture them as a graph (torch.compile, HIP graphs), avoid online compilation and waits for the device, bind threads to cores.</source>
        <translation>融合小算子或将其捕获为图（torch.compile、HIP graph），避免在线编译和等待设备，将线程绑定到核。</translation>
    </message>
    <message>
        <source>Put more of the step into one jitted function, avoid compilation and waits for the device within the loop, bind threads to cores.</source>
        <translation>将迭代中更多的部分放入同一个 jit 函数，避免在循环中编译和等待设备，将线程绑定到核。</translation>
    </message>
    <message>
        <source>Fuse small operators or capture them as a graph, avoid online compilation and waits for the device, bind threads to cores.</source>
        <translation>融合小算子或将其捕获为图，避免在线编译和等待设备，将线程绑定到核。</translation>
    </message>
    <message>
        <source>Counted: long waits for a launch in which the host hardly calls the driver; no collections were recorded (gc.callbacks with a range around each would).</source>
        <translation>计入：长时间等待下发且主机几乎不调用驱动的时间；未采集到垃圾回收（可用 gc.callbacks 为每次回收加上区间）。</translation>
    </message>
    <message>
        <source>Keep tensors in their plain format: leave private formats (NZ, 5HD) to operators that need them.</source>
        <translation>让张量保持普通格式：仅在算子需要时使用私有格式（NZ、5HD）。</translation>
    </message>
    <message>
        <source>Keep tensors in their plain format.</source>
        <translation>让张量保持普通格式。</translation>
    </message>
    <message>
        <source>MindStudio, advisor (timeline_fusion_ops)</source>
        <translation>MindStudio, advisor（timeline_fusion_ops）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (aicpu_analysis)</source>
        <translation>MindStudio, advisor（aicpu_analysis）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (bandwidth_contention_analysis)</source>
        <translation>MindStudio, advisor（bandwidth_contention_analysis）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (block_dim_analysis)</source>
        <translation>MindStudio, advisor（block_dim_analysis）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (byte_alignment_analysis)</source>
        <translation>MindStudio, advisor（byte_alignment_analysis）</translation>
    </message>
    <message>
        <source>Correlation of forward and backward lengths (arXiv 2505.05713); Megatron-LM, packed sequences</source>
        <translation>前向与反向时长的相关性（arXiv 2505.05713）；Megatron-LM 的 packed sequences</translation>
    </message>
    <message>
        <source>MindStudio, advisor (dataloader_analysis); PyTorch, DataLoader; MindSpore, dataset autotune</source>
        <translation>MindStudio, advisor（dataloader_analysis）；PyTorch DataLoader；MindSpore 数据自动调优</translation>
    </message>
    <message>
        <source>MindStudio, advisor (environment_variable_analysis)</source>
        <translation>MindStudio, advisor（environment_variable_analysis）</translation>
    </message>
    <message>
        <source>Megatron-LM, overlap of data-parallel communication; PyTorch FSDP, prefetching</source>
        <translation>Megatron-LM 的数据并行通信掩盖；PyTorch FSDP 的预取</translation>
    </message>
    <message>
        <source>MindStudio, tuning guide (layout conversions)</source>
        <translation>MindStudio 调优指南（格式转换）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (freq_analysis)</source>
        <translation>MindStudio, advisor（freq_analysis）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (fusible_operator_analysis)</source>
        <translation>MindStudio, advisor（fusible_operator_analysis）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (gc_analysis); Python, gc</source>
        <translation>MindStudio, advisor（gc_analysis）；Python gc</translation>
    </message>
    <message>
        <source>PyTorch, CUDA graphs; CANN, TASK_QUEUE_ENABLE and CPU_AFFINITY_CONF</source>
        <translation>PyTorch 的 CUDA graph；CANN 的 TASK_QUEUE_ENABLE 和 CPU_AFFINITY_CONF</translation>
    </message>
    <message>
        <source>MindStudio, advisor (slow link)</source>
        <translation>MindStudio, advisor（slow link）</translation>
    </message>
    <message>
        <source>Reducing activation recomputation (arXiv 2205.05198)</source>
        <translation>减少激活重计算（arXiv 2205.05198）</translation>
    </message>
    <message>
        <source>PyTorch, memory management (expandable_segments of the allocator)</source>
        <translation>PyTorch 内存管理（分配器的 expandable_segments）</translation>
    </message>
    <message>
        <source>PyTorch, understanding memory usage by snapshots</source>
        <translation>PyTorch：用快照分析内存使用</translation>
    </message>
    <message>
        <source>MindStudio, advisor (memory)</source>
        <translation>MindStudio, advisor（memory）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (operator_no_bound_analysis)</source>
        <translation>MindStudio, advisor（operator_no_bound_analysis）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (timeline_op_dispatch, dynamic_shape)</source>
        <translation>MindStudio, advisor（timeline_op_dispatch、dynamic_shape）</translation>
    </message>
    <message>
        <source>Megatron-LM, distributed optimizer</source>
        <translation>Megatron-LM 的分布式优化器</translation>
    </message>
    <message>
        <source>MindStudio, advisor (communication_retransmission); HCCL, HCCL_RDMA_TIMEOUT</source>
        <translation>MindStudio, advisor（communication_retransmission）；HCCL 的 HCCL_RDMA_TIMEOUT</translation>
    </message>
    <message>
        <source>MindStudio, advisor (slow link); hccn_tool, perftest</source>
        <translation>MindStudio, advisor（slow link）；hccn_tool、perftest</translation>
    </message>
    <message>
        <source>MindStudio, advisor (packet_analysis)</source>
        <translation>MindStudio, advisor（packet_analysis）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (synchronize_stream)</source>
        <translation>MindStudio, advisor（synchronize_stream）</translation>
    </message>
    <message>
        <source>MindStudio, advisor (syncbn)</source>
        <translation>MindStudio, advisor（syncbn）</translation>
    </message>
    <message>
        <source>Megatron-LM, fused operators</source>
        <translation>Megatron-LM 的融合算子</translation>
    </message>
    <message>
        <source>MindStudio, advisor (timeline_fusion_ops); PyTorch, fused optimizers</source>
        <translation>MindStudio advisor（timeline_fusion_ops）；PyTorch 融合优化器</translation>
    </message>
    <message>
        <source>Shorter calls are left out; the limit of MindStudio&apos;s advisor.</source>
        <translation>更短的调用不计入；取自 MindStudio advisor 的界限。</translation>
    </message>
    <message>
        <source>Calls in the capture; the limit of MindStudio&apos;s advisor.</source>
        <translation>采集中的调用次数；取自 MindStudio advisor 的界限。</translation>
    </message>
    <message>
        <source>Time of all calls in the capture; the limit of MindStudio&apos;s advisor.</source>
        <translation>采集中所有调用的时间；取自 MindStudio advisor 的界限。</translation>
    </message>
    <message>
        <source>Calls right after a launch, per launch; the limit of MindStudio&apos;s advisor.</source>
        <translation>紧接下发的调用次数与下发次数之比；取自 MindStudio advisor 的界限。</translation>
    </message>
    <message>
        <source>Without events of collections, waits of this length are taken for one where the host hardly calls the driver; the limit of MindStudio&apos;s advisor.</source>
        <translation>没有垃圾回收事件时，主机几乎不调用驱动且达到此长度的等待视为垃圾回收；取自 MindStudio advisor 的界限。</translation>
    </message>
    <message>
        <source>Kernels shorter than this are left out: their start takes most of their time. 20 us is the limit of MindStudio&apos;s advisor.</source>
        <translation>更短的 kernel 不计入：其大部分时间用于启动。20 us 是 MindStudio advisor 的界限。</translation>
    </message>
    <message>
        <source>Share of the step that devices must idle for settings that make the host faster to be advised; MindStudio&apos;s advisor calls that much free time a problem.</source>
        <translation>设备空闲占迭代的比例达到此值时，才建议加快主机的设置；MindStudio advisor 将这么多空闲时间视为问题。</translation>
    </message>
    <message>
        <source>Counted: the time that the device idles during calls that compile.</source>
        <translation>计入：编译调用期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Counted: their durations without that of the longest; each kernel in one sequence, none across matrix products and fused operators (table fusible_sequences; with counting=overlapping as MindStudio&apos;s advisor counts).</source>
        <translation>计入：除最长者外各内核的耗时；每个内核只属于一个序列，不跨越矩阵乘和融合算子（表 fusible_sequences；counting=overlapping 时按 MindStudio advisor 的方式计数）。</translation>
    </message>
    <message>
        <source>Not possible: no forward and backward cells were found. Put ranges around them.</source>
        <translation>无法计算：未找到前向和反向单元。请为其加上打点区间。</translation>
    </message>
    <message>
        <source>jax.profiler does not record it.</source>
        <translation>jax.profiler 不采集该内容。</translation>
    </message>
    <message>
        <source>Trace on the device: jax.profiler.trace(DIR) around some steps.</source>
        <translation>采集设备侧：在若干迭代外使用 jax.profiler.trace(DIR)。</translation>
    </message>
    <message>
        <source>Keep what jax.profiler.trace writes: plugins/profile/*/*.trace.json.gz.</source>
        <translation>保留 jax.profiler.trace 写出的文件：plugins/profile/*/*.trace.json.gz。</translation>
    </message>
    <message>
        <source>Put jax.profiler.StepTraceAnnotation around each step.</source>
        <translation>在每个迭代外使用 jax.profiler.StepTraceAnnotation。</translation>
    </message>
    <message>
        <source>Put jax.profiler.TraceAnnotation ranges around forward and backward of each microbatch.</source>
        <translation>为每个微批次的前向和反向加上 jax.profiler.TraceAnnotation 区间。</translation>
    </message>
    <message>
        <source>Record calls of Python: python_tracer_level=1 in jax.profiler.ProfileOptions.</source>
        <translation>采集 Python 调用：在 jax.profiler.ProfileOptions 中设置 python_tracer_level=1。</translation>
    </message>
    <message>
        <source>Record the host, too: host_tracer_level=2 in jax.profiler.ProfileOptions.</source>
        <translation>同时采集主机：在 jax.profiler.ProfileOptions 中设置 host_tracer_level=2。</translation>
    </message>
    <message>
        <source>This kind of file does not hold it.</source>
        <translation>此类文件不含该内容。</translation>
    </message>
    <message>
        <source>Collect device activity, too.</source>
        <translation>同时采集设备活动。</translation>
    </message>
    <message>
        <source>Keep the timeline that the profiler writes.</source>
        <translation>保留 profiler 写出的时间线。</translation>
    </message>
    <message>
        <source>Have the profiler mark each step, or name its ranges: --steps PATTERN.</source>
        <translation>让 profiler 标记每个迭代，或指定其区间：--steps PATTERN。</translation>
    </message>
    <message>
        <source>Put ranges around forward and backward of each microbatch.</source>
        <translation>为每个微批次的前向和反向加上区间。</translation>
    </message>
    <message>
        <source>Collect communication operators.</source>
        <translation>采集通信算子。</translation>
    </message>
    <message>
        <source>Collect communication operators with their sizes.</source>
        <translation>采集通信算子及其数据量。</translation>
    </message>
    <message>
        <source>Collect memory over time.</source>
        <translation>采集内存随时间的变化。</translation>
    </message>
    <message>
        <source>Record the history of the allocator and save a snapshot of it.</source>
        <translation>记录分配器的历史并保存快照。</translation>
    </message>
    <message>
        <source>Profile with a framework that writes its groups.</source>
        <translation>使用会写出通信域的框架进行采集。</translation>
    </message>
    <message>
        <source>Collect call stacks.</source>
        <translation>采集调用栈。</translation>
    </message>
    <message>
        <source>Collect shapes of operands.</source>
        <translation>采集操作数的形状。</translation>
    </message>
    <message>
        <source>Record the calls of the host, too.</source>
        <translation>同时采集主机侧调用。</translation>
    </message>
    <message>
        <source>Utilization of the cores by kernel</source>
        <translation>各内核的核利用率</translation>
    </message>
    <message>
        <source>Frequency of the cores over time</source>
        <translation>核频率随时间的变化</translation>
    </message>
    <message>
        <source>One snapshot is open: there is nothing to compare it with. Record one on each rank, put the files into one folder with the rank in their names, and open the folder; or open a second run as the baseline.</source>
        <translation>只打开了一个快照，没有可对比的快照。请在每张卡上记录一个快照，将文件放入同一文件夹并在文件名中写明卡号，再打开该文件夹；或打开另一次运行作为基线数据。</translation>
    </message>
    <message>
        <source>This snapshot has segments but no history. Call memory._record_memory_history() of the device&apos;s module (torch.cuda, torch.xpu ...) before the program runs.</source>
        <translation>此快照有内存段但没有历史。请在程序运行前调用设备模块（torch.cuda、torch.xpu ……）的 memory._record_memory_history()。</translation>
    </message>
    <message>
        <source>There is no memory snapshot here. Call memory._record_memory_history() of the device&apos;s module (torch.cuda, torch.xpu ...) before the program runs and memory._dump_snapshot(&quot;snapshot.pickle&quot;) after some steps, then open the file or put it into the folder of the profile.</source>
        <translation>此处没有内存快照。请在程序运行前调用设备模块（torch.cuda、torch.xpu ……）的 memory._record_memory_history()，若干迭代后调用 memory._dump_snapshot(&quot;snapshot.pickle&quot;)，然后打开该文件或将其放入性能数据文件夹。</translation>
    </message>
    <message>
        <source>No file here has the memory of operators. Set profile_memory=True in the profiler.</source>
        <translation>此处没有文件包含算子内存。请在 profiler 中设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>No event has a time: the axis counts events, and steps and durations are not known.</source>
        <translation>所有事件都没有时间：坐标轴按事件计数，迭代和持续时间未知。</translation>
    </message>
    <message>
        <source>%1 workspaces were put right: the file calls them free though they are in use.</source>
        <translation>已更正 %1 个 workspace：文件将其标为空闲，实际正在使用。</translation>
    </message>
    <message>
        <source>No time split is available for either rank. Collect device activity, and load both ranks.</source>
        <translation>两张卡都没有耗时构成。请采集设备活动，并加载这两张卡。</translation>
    </message>
    <message>
        <source>No rank tells when its device worked. Collect device activity, and load the timelines of the ranks.</source>
        <translation>没有卡记录设备的工作时间。请采集设备活动，并加载各卡的时间线。</translation>
    </message>
    <message>
        <source>No rank tells its communication operators. Collect device activity, and load the timelines of the ranks.</source>
        <translation>没有卡记录通信算子。请采集设备活动，并加载各卡的时间线。</translation>
    </message>
    <message>
        <source>The floating point operations of no kernel are known: they follow from the shapes of its tensors. Collect with record_shapes=True.</source>
        <translation>没有任何内核的浮点运算量：它由张量形状得出。请设置 record_shapes=True 采集。</translation>
    </message>
    <message>
        <source>No communication operators were read. They are written for jobs of several ranks from profiler_level=Level1 on, once the profile is analysed.</source>
        <translation>未读到通信算子。多卡任务在 profiler_level=Level1 及以上采集并完成解析后才会写出。</translation>
    </message>
    <message>
        <source>No communication operators of devices (NCCL, RCCL) were read; collectives that the host runs (gloo) are in the timeline alone. Record activities of the device, and open the traces of all ranks.</source>
        <translation>未读到设备上的通信算子（NCCL、RCCL）；由主机执行的集合通信（gloo）只在时间线中。请采集设备活动，并打开所有卡的 trace。</translation>
    </message>
    <message>
        <source>More than chance: steps of one run differ by up to %1</source>
        <translation>超出随机波动：同一次运行的各迭代相差最多 %1</translation>
    </message>
    <message>
        <source>No more than chance: steps of one run differ by up to %1</source>
        <translation>未超出随机波动：同一次运行的各迭代相差最多 %1</translation>
    </message>
    <message>
        <source>Values that the file does not have are left empty</source>
        <translation>文件中没有的值留空</translation>
    </message>
    <message>
        <source>Values that are no numbers are left empty</source>
        <translation>不是数字的值留空</translation>
    </message>
    <message>
        <source>The names of operators, kernels and ranges are missing (STRING_IDS)</source>
        <translation>缺少算子、kernel 和区间的名称（STRING_IDS）</translation>
    </message>
    <message>
        <source>Kernels or communication operators without times, or tasks without records: when the device worked is not known</source>
        <translation>kernel 或通信算子没有时间，或任务没有记录：无法得知设备何时工作</translation>
    </message>
    <message>
        <source>copies, not overlapped</source>
        <translation>拷贝，未被掩盖</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Peak (%1): %2</source>
        <translation>峰值（%1）：%2</translation>
    </message>
    <message>
        <source>Needs two ranks.</source>
        <translation>需要两张卡。</translation>
    </message>
    <message>
        <source>Out of memory at a limit: %1 requested with %2 reserved, though %3 of the device are free</source>
        <translation>达到上限而内存不足：申请 %1，已保留 %2，而设备仍有 %3 空闲</translation>
    </message>
    <message>
        <source>Raise what this process may use (torch.cuda.set_per_process_memory_fraction, a larger slice of the device, the size of a pool), or keep less at once.</source>
        <translation>提高该进程可用的上限（torch.cuda.set_per_process_memory_fraction、更大的设备切片、内存池大小），或减少同时占用。</translation>
    </message>
    <message>
        <source>Not checked: the file was not read completely. Of what was read: peak %1 requested, %2 reserved; most of it is held by %3.</source>
        <translation>未检查：文件未能完整读取。已读部分：峰值申请 %1，保留 %2；大部分由 %3 持有。</translation>
    </message>
    <message>
        <source>Not checked: the file was not read completely, and its blocks are not known.</source>
        <translation>未检查：文件未能完整读取，其内存块未知。</translation>
    </message>
    <message>
        <source>Out of memory on device %1 of this file. On this device: peak %2 requested, %3 reserved.</source>
        <translation>该文件中设备 %1 内存不足。本设备：峰值申请 %2，保留 %3。</translation>
    </message>
    <message>
        <source>Peak %1 requested, %2 reserved; most of it is held by %3.</source>
        <translation>峰值申请 %1，保留 %2；大部分由 %3 持有。</translation>
    </message>
    <message>
        <source>No memory problem found; peak %1 requested, %2 reserved; most of it is held by %3.</source>
        <translation>未发现内存问题；峰值申请 %1，保留 %2；大部分由 %3 持有。</translation>
    </message>
    <message>
        <source>Leaks were not checked (no steps in the history); suspect: %4, %5 more in each equal part of the history. Peak %1 requested, %2 reserved; most of it is held by %3.</source>
        <translation>未检查泄漏（历史中没有迭代）；可疑：%4，历史每等分段增加 %5。峰值申请 %1，保留 %2；大部分由 %3 持有。</translation>
    </message>
    <message>
        <source>Leaks were not checked (no steps in the history). Peak %1 requested, %2 reserved; most of it is held by %3.</source>
        <translation>未检查泄漏（历史中没有迭代）。峰值申请 %1，保留 %2；大部分由 %3 持有。</translation>
    </message>
    <message>
        <source>Ranks: %1 found, %2 complete; judged on %3 of %4.</source>
        <translation>卡：找到 %1，完整 %2；判断依据 %4 张中的 %3 张。</translation>
    </message>
    <message>
        <source>Ranks: %1 found, %2 complete; judged on %3 of %4; copy rank %5 again.</source>
        <translation>卡：找到 %1，完整 %2；判断依据 %4 张中的 %3 张；请重新拷贝卡 %5。</translation>
    </message>
    <message>
        <source>Ranks: %1 found, %2 complete; judged on %3 of %4; copy ranks %5 and %6 again.</source>
        <translation>卡：找到 %1，完整 %2；判断依据 %4 张中的 %3 张；请重新拷贝卡 %5 和 %6。</translation>
    </message>
    <message>
        <source>Data were lost while reading: findings rest on what could be read.</source>
        <translation>读取时有数据丢失：结论仅依据可读部分。</translation>
    </message>
    <message>
        <source>Nothing to judge yet.</source>
        <translation>尚无可判断的内容。</translation>
    </message>
    <message>
        <source>Nothing found in what could be read.</source>
        <translation>在可读部分中未发现问题。</translation>
    </message>
    <message>
        <source>Nothing found on %1 of %2 rank(s).</source>
        <translation>在 %2 张卡中的 %1 张上未发现问题。</translation>
    </message>
    <message>
        <source>PyTorch, pin_memory and non_blocking; CUDA C++ Best Practices, transfers between host and device</source>
        <translation>PyTorch 的 pin_memory 与 non_blocking；CUDA C++ 最佳实践，主机与设备间的传输</translation>
    </message>
    <message>
        <source>ACLNN_CACHE_LIMIT is not set: operators are prepared again when their cache is full.</source>
        <translation>未设置 ACLNN_CACHE_LIMIT：缓存满后会重新准备算子。</translation>
    </message>
    <message>
        <source>HOST_CACHE_CAPACITY is not set: operators of changing shapes are prepared again each time.</source>
        <translation>未设置 HOST_CACHE_CAPACITY：形状变化的算子每次都重新准备。</translation>
    </message>
    <message>
        <source>PYTORCH_NPU_ALLOC_CONF is not set: without expandable_segments:True memory is taken from the driver more often.</source>
        <translation>未设置 PYTORCH_NPU_ALLOC_CONF：没有 expandable_segments:True 时更频繁地向驱动申请内存。</translation>
    </message>
    <message>
        <source>Copies that nothing covers: %1 ms per step</source>
        <translation>未被掩盖的拷贝：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>%1: %2 ms per step, %3 each at %4 GB/s.</source>
        <translation>%1：每个迭代 %2 ms，每次 %3，%4 GB/s。</translation>
    </message>
    <message>
        <source>%1: %2 ms per step; sizes are not recorded.</source>
        <translation>%1：每个迭代 %2 ms；未记录大小。</translation>
    </message>
    <message>
        <source>Counted: copies while the device neither computes nor communicates.</source>
        <translation>计入：设备既不计算也不通信时的拷贝。</translation>
    </message>
    <message>
        <source>Copies of pageable memory hold up the host, too, and reach a fraction of the rate of pinned memory.</source>
        <translation>可分页内存的拷贝还会阻塞主机，速率只有锁页内存的一部分。</translation>
    </message>
    <message>
        <source>No copy of pageable memory was seen among them.</source>
        <translation>其中未见可分页内存的拷贝。</translation>
    </message>
    <message>
        <source>Pin host memory (DataLoader(pin_memory=True), tensor.pin_memory()), copy with non_blocking=True on a stream of its own ahead of use, and keep on the device what is used again.</source>
        <translation>锁定主机内存（DataLoader(pin_memory=True)、tensor.pin_memory()），在使用前于独立的流上以 non_blocking=True 拷贝，并将会再次使用的数据留在设备上。</translation>
    </message>
    <message>
        <source>Copies that nothing covers</source>
        <translation>未被掩盖的拷贝</translation>
    </message>
    <message>
        <source>Of no use where the next kernel needs the copy at once and there is none to start earlier.</source>
        <translation>若下一个 kernel 立即需要该拷贝且没有可提前启动的拷贝，则不适用。</translation>
    </message>
    <message>
        <source>Copy rank %1 again: the other ranks have it.</source>
        <translation>请重新拷贝卡 %1：其他卡都有。</translation>
    </message>
    <message>
        <source>Copy ranks %1 and %2 again: the other ranks have it.</source>
        <translation>请重新拷贝卡 %1 和 %2：其他卡都有。</translation>
    </message>
    <message>
        <source>Nothing found by the checks that ran.</source>
        <translation>已执行的检查未发现问题。</translation>
    </message>
    <message>
        <source>Not checked: whether the memory snapshot leaks, since no steps are known of it.</source>
        <translation>未检查：内存快照是否泄漏，因为无法得知其迭代。</translation>
    </message>
    <message>
        <source>Slow step %1: %2 longer than the median of the other steps</source>
        <translation>慢迭代 %1：比其他迭代的中位数长 %2</translation>
    </message>
    <message>
        <source>Step: %1; median of the other steps: %2 (rank %3). Threshold: %4 % more.</source>
        <translation>迭代：%1；其他迭代的中位数：%2（卡 %3）。阈值：多 %4 %。</translation>
    </message>
    <message>
        <source>Further slow steps: %1.</source>
        <translation>其他慢迭代：%1 个。</translation>
    </message>
    <message>
        <source>Garbage collection: %1 more.</source>
        <translation>垃圾回收：多 %1。</translation>
    </message>
    <message>
        <source>Communication of the host: %1 more.</source>
        <translation>主机侧通信：多 %1。</translation>
    </message>
    <message>
        <source>Communication (not overlapped): %1 more.</source>
        <translation>通信（未掩盖）：多 %1。</translation>
    </message>
    <message>
        <source>Compilation: %1 more.</source>
        <translation>编译：多 %1。</translation>
    </message>
    <message>
        <source>Computing: %1 more.</source>
        <translation>计算：多 %1。</translation>
    </message>
    <message>
        <source>Data loading: %1 more.</source>
        <translation>数据加载：多 %1。</translation>
    </message>
    <message>
        <source>Loading of kernels at first calls: %1 more.</source>
        <translation>首次调用加载内核：多 %1。</translation>
    </message>
    <message>
        <source>Waiting for other threads: %1 more.</source>
        <translation>等待其他线程：多 %1。</translation>
    </message>
    <message>
        <source>Device idle, other work of the host: %1 more.</source>
        <translation>设备空闲，主机的其他工作：多 %1。</translation>
    </message>
    <message>
        <source>Buffers of the profiler: %1 more.</source>
        <translation>profiler 缓冲区：多 %1。</translation>
    </message>
    <message>
        <source>Reading and writing files: %1 more.</source>
        <translation>读写文件：多 %1。</translation>
    </message>
    <message>
        <source>Sleeping: %1 more.</source>
        <translation>休眠：多 %1。</translation>
    </message>
    <message>
        <source>Device idle in synchronizing calls: %1 more.</source>
        <translation>设备在同步调用中空闲：多 %1。</translation>
    </message>
    <message>
        <source>Compare this step with another one: which kernels and host calls occur in this step only.</source>
        <translation>将该迭代与其他迭代对比：哪些内核和主机调用仅在该迭代中出现。</translation>
    </message>
    <message>
        <source>Steps that deviate</source>
        <translation>偏离的迭代</translation>
    </message>
    <message>
        <source>At least two steps with device work are needed.</source>
        <translation>至少需要两个有设备工作的迭代。</translation>
    </message>
    <message>
        <source>Collect garbage when nothing waits: gc.disable() before the loop and gc.collect() every 1000 steps; gc.freeze() after the model is built.</source>
        <translation>在无人等待时回收垃圾：循环前 gc.disable()，每 1000 个迭代 gc.collect() 一次；模型构建后 gc.freeze()。</translation>
    </message>
    <message>
        <source>Load data earlier: more workers, a larger prefetch_factor, persistent_workers=True, pin_memory=True.</source>
        <translation>提前加载数据：增加 worker、增大 prefetch_factor、persistent_workers=True、pin_memory=True。</translation>
    </message>
    <message>
        <source>First calls load kernels: run warm-up steps before those that count, or set CUDA_MODULE_LOADING=EAGER.</source>
        <translation>首次调用会加载内核：在计入的迭代之前先预热，或设置 CUDA_MODULE_LOADING=EAGER。</translation>
    </message>
    <message>
        <source>The host waits for another thread: shorten what that thread does, or start it earlier.</source>
        <translation>主机在等待另一个线程：缩短该线程的工作，或提前启动。</translation>
    </message>
    <message>
        <source>The profiler empties its buffers: record fewer steps, or less of each.</source>
        <translation>profiler 正在清空缓冲区：减少采集的迭代数或采集内容。</translation>
    </message>
    <message>
        <source>Read and write files outside of the step: checkpoints asynchronously (torch.distributed.checkpoint.async_save), data in worker processes.</source>
        <translation>在迭代之外读写文件：异步保存 checkpoint（torch.distributed.checkpoint.async_save），数据由 worker 进程读取。</translation>
    </message>
    <message>
        <source>The host sleeps within the step: remove the call, or wait for an event instead.</source>
        <translation>主机在迭代内休眠：删除该调用，或改为等待事件。</translation>
    </message>
    <message>
        <source>Cost of recording the host: about %1 per step (events: %2), estimated from the trace and excluded as far as it may be the cause.</source>
        <translation>采集主机侧的开销：每迭代约 %1（%2 个事件），由 trace 估算，可能由其造成的部分已排除。</translation>
    </message>
    <message>
        <source>Move Python work out of the step or into worker processes: the host is in %1 meanwhile.</source>
        <translation>将 Python 工作移出迭代或移到 worker 进程：主机此时处于 %1。</translation>
    </message>
    <message>
        <source>Step - lower median of the other steps of the rank, part by part: compilation, device work, then the host activity while the device is idle.</source>
        <translation>迭代 - 该卡其他迭代的下中位数，按部分相减：编译、设备工作，以及设备空闲时的主机活动。</translation>
    </message>
    <message>
        <source>PyTorch, torch.compile (recompilations), gc; CUDA, lazy loading</source>
        <translation>PyTorch，torch.compile（重新编译）、gc；CUDA，延迟加载</translation>
    </message>
    <message>
        <source>Does not apply to steps that do other work on purpose: evaluation, checkpoints.</source>
        <translation>不适用于有意执行其他工作的迭代：评估、checkpoint。</translation>
    </message>
    <message>
        <source>Minimum extra time of a step (share of the median of the other steps); steps of an undisturbed run differ by less.</source>
        <translation>迭代的最小额外时间（占其他迭代中位数的比例）；未受干扰的运行中各迭代差异更小。</translation>
    </message>
    <message>
        <source>slower host</source>
        <translation>主机变慢</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>迭代之间</translation>
    </message>
    <message>
        <source>Same host calls: %1x the time; at equal host: %2 ms</source>
        <translation>相同主机调用：耗时 %1 倍；主机速度相同时：%2 ms</translation>
    </message>
    <message>
        <source>held up by</source>
        <translation>被谁拖住</translation>
    </message>
    <message>
        <source>Nobody was waited for: no rank was late.</source>
        <translation>没有等待任何卡：没有卡迟到。</translation>
    </message>
    <message>
        <source>order of stages</source>
        <translation>阶段顺序</translation>
    </message>
    <message>
        <source>rank %1: held up %2 collectives, came last to %3</source>
        <translation>卡 %1：拖住 %2 个集合通信，其中 %3 个最后到达</translation>
    </message>
    <message>
        <source>Held up by rank</source>
        <translation>被哪张卡拖住</translation>
    </message>
    <message>
        <source>Step of rank %1, which holds the job up</source>
        <translation>卡 %1 的 step，它拖住了整个作业</translation>
    </message>
    <message>
        <source>because: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>Share of the step that transfers must cost; healthy links cost up to 3 %, the last receives of the fill and the drain cannot overlap with anything.</source>
        <translation>传输至少占 step 的比例；正常链路最多占 3 %，填充与排空阶段的最后几次接收无法被掩盖。</translation>
    </message>
    <message>
        <source>Share of the step that the link must cost: a slow link that nothing waits for is no finding.</source>
        <translation>链路至少占 step 的比例：无人等待的慢链路不算问题。</translation>
    </message>
    <message>
        <source>all: %1 of %2 ms</source>
        <translation>合计：%2 ms 中的 %1 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with instant transfers; links that stand out stay as they are.</source>
        <translation>以瞬时传输按此顺序重放估算；明显偏慢的链路保持不变。</translation>
    </message>
    <message>
        <source>Step %1 ms; %2 ms of it are exposed transfers (threshold %3 %).</source>
        <translation>step %1 ms；其中 %2 ms 是未被掩盖的传输（阈值 %3 %）。</translation>
    </message>
    <message>
        <source>Step %1 ms; with this stage as fast as the others %2 ms (threshold %3 % of it).</source>
        <translation>step %1 ms；若此阶段与其他阶段一样快则为 %2 ms（阈值为其 %3 %）。</translation>
    </message>
    <message>
        <source>Step %1 ms; with all stages alike %2 ms (threshold %3 % of it).</source>
        <translation>step %1 ms；各阶段一致时为 %2 ms（阈值为其 %3 %）。</translation>
    </message>
    <message>
        <source>Step %1 ms; with equal cells %2 ms (threshold %3 % of it).</source>
        <translation>step %1 ms；单元耗时相同时为 %2 ms（阈值为其 %3 %）。</translation>
    </message>
    <message>
        <source>Share of the step that would be won with the work spread evenly; below it measured runs differ from step to step.</source>
        <translation>工作均匀分布后可节省的 step 比例；低于此值的差异在实测各 step 之间也会出现。</translation>
    </message>
    <message>
        <source>Share of the step that such a stage must cost, replayed at the pace of the others.</source>
        <translation>按其他阶段的速度重放时，此阶段至少占 step 的比例。</translation>
    </message>
    <message>
        <source>Share of the step that unequal cells must cost; below it measured runs differ from step to step.</source>
        <translation>不等长的单元至少占 step 的比例；低于此值的差异在实测各 step 之间也会出现。</translation>
    </message>
    <message>
        <source>The measured steps replayed in their order: each cell begins as late as it did after all that it waits for is there.</source>
        <translation>按实测顺序重放各 step：所等待的全部到达后，每个单元仍保持实测的延迟开始。</translation>
    </message>
    <message>
        <source>Where the time went, by cause</source>
        <translation>时间去向（按原因）</translation>
    </message>
    <message>
        <source>The timelines tell whom the ranks waited for: load those of all ranks.</source>
        <translation>各卡在等谁由时间线说明：请加载所有卡的时间线。</translation>
    </message>
    <message>
        <source>An archive: unpack it and open what is in it</source>
        <translation>压缩包：请先解压，再打开其中的文件</translation>
    </message>
    <message>
        <source>An execution trace of PyTorch (Chakra), not a timeline; the Kineto trace of the same run is needed</source>
        <translation>PyTorch 的 execution trace（Chakra），不是时间线；需要同一次运行的 Kineto trace</translation>
    </message>
    <message>
        <source>A dump of the flight recorder of torch.distributed (NCCL), which is not read: torchfrtrace FOLDER tells which collective hangs</source>
        <translation>torch.distributed（NCCL）flight recorder 的转储，本工具不读取：torchfrtrace 目录 可指出挂起的集合通信</translation>
    </message>
    <message>
        <source>A pointer of Git LFS, the data (%1) is not here: git lfs pull</source>
        <translation>Git LFS 指针，数据（%1）不在此处：git lfs pull</translation>
    </message>
    <message>
        <source>A process of the host without device work, not a rank</source>
        <translation>没有设备任务的主机进程，不是卡</translation>
    </message>
    <message>
        <source>A report of Nsight Compute, which is not read: it has counters of kernels, no timeline</source>
        <translation>Nsight Compute 报告，本工具不读取：其中只有内核计数器，没有时间线</translation>
    </message>
    <message>
        <source>A database of Nsight Systems, which is not read: record with torch.profiler and open its trace.json</source>
        <translation>Nsight Systems 数据库，本工具不读取：请用 torch.profiler 采集并打开其 trace.json</translation>
    </message>
    <message>
        <source>A report of Nsight Systems, which is not read: record with torch.profiler and open its trace.json</source>
        <translation>Nsight Systems 报告，本工具不读取：请用 torch.profiler 采集并打开其 trace.json</translation>
    </message>
    <message>
        <source>A database of another program, not of a profiler that is read here</source>
        <translation>其他程序的数据库，不是本工具可读取的采集工具所写</translation>
    </message>
    <message>
        <source>A record of Linux perf, which is not read: record with torch.profiler</source>
        <translation>Linux perf 记录，本工具不读取：请用 torch.profiler 采集</translation>
    </message>
    <message>
        <source>A Perfetto protobuf, which is not read: convert it (traceconv json FILE NEW.json) and open the JSON</source>
        <translation>Perfetto protobuf，本工具不读取：请转换（traceconv json 文件 新文件.json）后打开 JSON</translation>
    </message>
    <message>
        <source>Raw data of a profiler that was never analysed; run the command</source>
        <translation>采集工具的原始数据，从未解析；请运行命令</translation>
    </message>
    <message>
        <source>A file that holds once more what others hold was not used</source>
        <translation>内容与其他文件重复的文件未使用</translation>
    </message>
    <message>
        <source>Output of rocprof, which is not read: record with torch.profiler and open its trace.json</source>
        <translation>rocprof 的输出，本工具不读取：请用 torch.profiler 采集并打开其 trace.json</translation>
    </message>
    <message>
        <source>Sampled stacks (speedscope, py-spy), not a timeline: record with torch.profiler</source>
        <translation>采样调用栈（speedscope、py-spy），不是时间线：请用 torch.profiler 采集</translation>
    </message>
    <message>
        <source>Arrays of NumPy, not a profile</source>
        <translation>NumPy 数组，不是性能数据</translation>
    </message>
    <message>
        <source>Tensors or weights that torch.save wrote, not a profile</source>
        <translation>torch.save 写出的张量或权重，不是性能数据</translation>
    </message>
    <message>
        <source>A log of scalars for TensorBoard, not a profile</source>
        <translation>TensorBoard 的标量日志，不是性能数据</translation>
    </message>
    <message>
        <source>A text in UTF-16, UTF-8 is expected: iconv -f UTF-16 -t UTF-8 FILE &gt; NEW</source>
        <translation>UTF-16 文本，应为 UTF-8：iconv -f UTF-16 -t UTF-8 文件 &gt; 新文件</translation>
    </message>
    <message>
        <source>A page of HTML in place of the file: download the file itself (behind a login?)</source>
        <translation>此处是 HTML 页面而不是文件本身：请重新下载该文件（是否需要登录？）</translation>
    </message>
    <message>
        <source>An XPlane protobuf of JAX or TensorFlow, which is not read: open the *.trace.json.gz beside it</source>
        <translation>JAX 或 TensorFlow 的 XPlane protobuf，本工具不读取：请打开旁边的 *.trace.json.gz</translation>
    </message>
    <message>
        <source>Rank numbers are guessed: no file and no name tells them (--rank-of FILE=N does).</source>
        <translation>卡号是推测的：没有文件或名称给出卡号（可用 --rank-of FILE=N 指定）。</translation>
    </message>
    <message>
        <source>host process</source>
        <translation>主机进程</translation>
    </message>
    <message>
        <source>A trace of the Linux kernel (ftrace, systrace), which is not read: open it in ui.perfetto.dev</source>
        <translation>Linux 内核跟踪（ftrace、systrace），本工具不读取：请在 ui.perfetto.dev 中打开</translation>
    </message>
    <message>
        <source>A record of msMemScope, which is not read: use profile_memory=True or a memory snapshot for memory over time</source>
        <translation>msMemScope 的记录，本工具不读取：profile_memory=True 或内存快照可给出内存随时间的变化</translation>
    </message>
    <message>
        <source>A download that is not complete: wait for it, or fetch the file again</source>
        <translation>下载尚未完成：请等待，或重新获取该文件</translation>
    </message>
    <message>
        <source>No communication operators were read.</source>
        <translation>未读到通信算子。</translation>
    </message>
    <message>
        <source>No packet sizes in this profile.</source>
        <translation>此数据中没有通信包大小。</translation>
    </message>
    <message>
        <source>No communication operators are known.</source>
        <translation>没有已知的通信算子。</translation>
    </message>
    <message>
        <source>No collective that two ranks recorded.</source>
        <translation>没有两张卡都记录到的集合通信。</translation>
    </message>
    <message>
        <source>No links in this profile.</source>
        <translation>此数据中没有链路。</translation>
    </message>
    <message>
        <source>Neither when ranks computed nor when they communicated is known.</source>
        <translation>既不知道各卡何时计算，也不知道何时通信。</translation>
    </message>
    <message>
        <source>There is no record of memory here.</source>
        <translation>此处没有内存记录。</translation>
    </message>
    <message>
        <source>No calls of the host.</source>
        <translation>没有主机侧调用。</translation>
    </message>
    <message>
        <source>No pipeline cells in this profile.</source>
        <translation>此数据中没有流水线单元。</translation>
    </message>
    <message>
        <source>This profile has no kernels.</source>
        <translation>此数据没有内核（kernel）数据。</translation>
    </message>
    <message>
        <source>No kernel leads back to the call that launched it.</source>
        <translation>没有内核能追溯到下发它的调用。</translation>
    </message>
    <message>
        <source>Nothing tells how data come to the device.</source>
        <translation>没有记录说明数据如何到达设备。</translation>
    </message>
    <message>
        <source>There are no kernels of a device here.</source>
        <translation>此处没有设备的内核。</translation>
    </message>
    <message>
        <source>The sizes of the parallel dimensions are unknown or contradict each other. Type them above, or profile with a framework that writes them.</source>
        <translation>并行维度的大小未知或互相矛盾。请在上方输入，或使用会写入这些信息的框架采集。</translation>
    </message>
    <message>
        <source>No file here has the memory of operators.</source>
        <translation>此处没有文件包含算子内存。</translation>
    </message>
    <message>
        <source>There is no memory snapshot here. Only PyTorch writes them: open the file, or put it into the folder of the profile.</source>
        <translation>此处没有内存快照。只有 PyTorch 会写出内存快照：请打开该文件，或将其放入性能数据文件夹。</translation>
    </message>
    <message>
        <source>The floating point operations of no kernel are known: they follow from the shapes of its tensors.</source>
        <translation>没有已知浮点运算量的内核：浮点运算量由张量形状得出。</translation>
    </message>
    <message>
        <source>This profile has no timeline.</source>
        <translation>此数据没有时间线。</translation>
    </message>
    <message>
        <source>This profile has no timeline. Keep the trace that torch.profiler exports (export_chrome_trace or tensorboard_trace_handler).</source>
        <translation>此数据没有时间线。请保留 torch.profiler 导出的 trace（export_chrome_trace 或 tensorboard_trace_handler）。</translation>
    </message>
    <message>
        <source>Doubtful times and launches of the traces</source>
        <translation>时间线中可疑的时间与下发</translation>
    </message>
    <message>
        <source>Nothing tells where the time of these steps went: two different sides with device work are needed.</source>
        <translation>没有记录说明这些迭代的时间用在何处：需要两个不同的、含设备任务的对象。</translation>
    </message>
</context>
<context>
    <name>ReportText</name>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>%1 - Stagescope report</source>
        <translation>%1 - Stagescope 报告</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Added by hand</source>
        <translation>手工添加</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Appendix</source>
        <translation>附录</translation>
    </message>
</context>
<context>
    <name>ViewList</name>
    <message>
        <source>Summary</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>专家建议</translation>
    </message>
    <message>
        <source>Bubbles by cause</source>
        <translation>空泡成因</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>拖后者</translation>
    </message>
    <message>
        <source>What-if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Communication matrix</source>
        <translation>通信矩阵</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>通信时长</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽分析</translation>
    </message>
    <message>
        <source>Late arrivals</source>
        <translation>迟到分析</translation>
    </message>
    <message>
        <source>Parallel strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>通信掩盖</translation>
    </message>
    <message>
        <source>Active memory</source>
        <translation>活跃内存</translation>
    </message>
    <message>
        <source>Allocator state</source>
        <translation>分配器状态</translation>
    </message>
    <message>
        <source>Cached segments</source>
        <translation>缓存的内存段</translation>
    </message>
    <message>
        <source>Call stacks</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Memory operators</source>
        <translation>算子内存</translation>
    </message>
    <message>
        <source>Compare snapshots</source>
        <translation>快照对比</translation>
    </message>
    <message>
        <source>Data quality</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>Memory curves</source>
        <translation>内存曲线</translation>
    </message>
    <message>
        <source>Peak of all ranks</source>
        <translation>所有卡的峰值</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核（kernel）</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线（Roofline）</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排对比</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>差异账目</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>多次运行</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Ranks over time</source>
        <translation>各卡随时间</translation>
    </message>
</context>
<context>
    <name>stagescope::ActiveMemoryPage</name>
    <message>
        <source>Active memory</source>
        <translation>活跃内存</translation>
    </message>
    <message>
        <source>Cached segments</source>
        <translation>缓存的内存段</translation>
    </message>
    <message>
        <source>before the first event</source>
        <translation>首个事件之前</translation>
    </message>
    <message>
        <source>after event %1</source>
        <translation>事件 %1 之后</translation>
    </message>
    <message>
        <source>%1: %2 in use, %3 reserved</source>
        <translation>%1：活跃 %2，预留 %3</translation>
    </message>
    <message>
        <source>blocks too small to draw</source>
        <translation>过小未画的内存块</translation>
    </message>
    <message>
        <source>all other stacks</source>
        <translation>其他所有调用栈</translation>
    </message>
    <message>
        <source>%1: %2 at the peak nearby</source>
        <translation>%1：附近峰值处 %2</translation>
    </message>
    <message>
        <source>older than the history</source>
        <translation>早于历史</translation>
    </message>
    <message>
        <source>from event %1</source>
        <translation>自事件 %1</translation>
    </message>
    <message>
        <source>never freed</source>
        <translation>从未释放</translation>
    </message>
    <message>
        <source>freed by event %1</source>
        <translation>由事件 %1 释放</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Show reserved memory</source>
        <translation>显示预留内存</translation>
    </message>
</context>
<context>
    <name>stagescope::AllocatorPage</name>
    <message>
        <source>Allocator state</source>
        <translation>分配器状态</translation>
    </message>
    <message>
        <source>block %1, %2, stream %3, pool %4</source>
        <translation>内存块 %1，%2，流 %3，内存池 %4</translation>
    </message>
    <message>
        <source>freed, still needed by another stream</source>
        <translation>已释放，其他流仍在使用</translation>
    </message>
    <message>
        <source>free, in %1 reserved at %2</source>
        <translation>空闲，位于 %2 处预留的 %1</translation>
    </message>
    <message>
        <source>not reserved at this moment</source>
        <translation>此刻未预留</translation>
    </message>
    <message>
        <source>Segments with blocks and gaps at the moment</source>
        <translation>所选时刻的内存段、内存块与空隙</translation>
    </message>
</context>
<context>
    <name>stagescope::BandwidthPage</name>
    <message>
        <source>Bandwidth</source>
        <translation>带宽分析</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>所有卡</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Packets of %1, %2. Bandwidth = size / time, not physical. SDMA repeats what HCCS, PCIE and SIO carry.</source>
        <translation>%1 的通信包，%2。带宽 = 大小 / 时间，非物理带宽。SDMA 重复计入 HCCS、PCIE 和 SIO 的传输。</translation>
    </message>
    <message>
        <source>Packets by size, per transport</source>
        <translation>各链路方式按大小的通信包</translation>
    </message>
</context>
<context>
    <name>stagescope::BlameNavigator</name>
    <message>
        <source>Select what waited: a slice, a communication operator, a cell, a bubble or a step.</source>
        <translation>请先选中等待者：色块、通信算子、单元、空泡或迭代。</translation>
    </message>
    <message>
        <source>Hop %1 of %2: %3</source>
        <translation>第 %1 环（共 %2 环）：%3</translation>
    </message>
    <message>
        <source>Nothing is known that made this wait.</source>
        <translation>不知道是什么造成了等待。</translation>
    </message>
</context>
<context>
    <name>stagescope::BlameText</name>
    <message>
        <source>its host launched late</source>
        <translation>主机下发晚</translation>
    </message>
    <message>
        <source>its host waited for the device</source>
        <translation>主机在等待设备</translation>
    </message>
    <message>
        <source>its host loaded data</source>
        <translation>主机在加载数据</translation>
    </message>
    <message>
        <source>it waited for other ranks</source>
        <translation>在等待其他卡</translation>
    </message>
    <message>
        <source>it waited in the pipeline</source>
        <translation>在流水线中等待</translation>
    </message>
    <message>
        <source>it copied</source>
        <translation>在拷贝</translation>
    </message>
    <message>
        <source>it was idle</source>
        <translation>设备空闲</translation>
    </message>
    <message>
        <source>rank %1 spent %2 in %3, with whom is not known</source>
        <translation>卡 %1 在 %3 中用了 %2，对方未知</translation>
    </message>
    <message>
        <source>rank %1 waited %2 for rank %3 in %4</source>
        <translation>卡 %1 在 %4 中等待卡 %3 共 %2</translation>
    </message>
    <message>
        <source>the transfer of %1 between ranks %2 took %3</source>
        <translation>%1 在卡 %2 之间传输用时 %3</translation>
    </message>
    <message>
        <source>kernel %2 of rank %1 took %3</source>
        <translation>卡 %1 的内核 %2 用时 %3</translation>
    </message>
    <message numerus="yes">
        <source>rank %1 worked for %2 (%n kernel(s), the longest %3)</source>
        <translation>
            <numerusform>卡 %1 工作了 %2（%n 个内核，最长的是 %3）</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1 did nothing for %2 before %3: %4</source>
        <translation>卡 %1 的设备在 %3 之前停了 %2：%4</translation>
    </message>
    <message>
        <source>its host was in %1 for %2</source>
        <translation>其主机处于 %1 共 %2</translation>
    </message>
    <message>
        <source>launched by %1</source>
        <translation>由 %1 下发</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>on this way all like it took %1 longer than elsewhere</source>
        <translation>沿途同类合计比别处多用 %1</translation>
    </message>
    <message>
        <source>it had more to do than the rank that waited</source>
        <translation>它的工作比等待的卡多</translation>
    </message>
    <message>
        <source>the timeline of that rank is not loaded</source>
        <translation>该卡的时间线未加载</translation>
    </message>
    <message>
        <source>nothing on this way took longer than elsewhere, the order of the work makes the wait</source>
        <translation>沿途没有比别处更慢的，等待来自工作的先后顺序</translation>
    </message>
    <message>
        <source>Clocks may be off by %1.</source>
        <translation>时钟可能相差 %1。</translation>
    </message>
    <message>
        <source>Clocks of the ranks were not compared.</source>
        <translation>各卡的时钟未经比较。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>stagescope::BubblesPage</name>
    <message>
        <source>Bubbles by cause</source>
        <translation>空泡成因</translation>
    </message>
    <message>
        <source>Bubbles of each rank by cause</source>
        <translation>各卡的空泡成因</translation>
    </message>
    <message>
        <source>rank %1: %2 %3</source>
        <translation>卡 %1：%2 %3</translation>
    </message>
    <message>
        <source>%1 % of the step (%2)</source>
        <translation>占迭代的 %1 %（%2）</translation>
    </message>
    <message>
        <source>%1 % of the window (%2)</source>
        <translation>占窗口的 %1 %（%2）</translation>
    </message>
</context>
<context>
    <name>stagescope::ClockControl</name>
    <message>
        <source> ±%1 ms</source>
        <translation> ±%1 ms</translation>
    </message>
    <message>
        <source>aligned</source>
        <translation>已对齐</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>按原始记录</translation>
    </message>
    <message>
        <source>Bring the clocks together</source>
        <translation>对齐各卡时钟</translation>
    </message>
    <message>
        <source>Times as recorded</source>
        <translation>使用原始时间</translation>
    </message>
    <message>
        <source>Offset by hand, rank</source>
        <translation>手动偏移，卡（rank）</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Offset by hand</source>
        <translation>手动偏移</translation>
    </message>
    <message>
        <source>Alignment of the clocks of the hosts: by transfers that end on both sides at once, else by what had to happen before what; ± is how far two ranks may still be off</source>
        <translation>各主机时钟的状态：用两端同时结束的传输对齐，否则用因果先后关系对齐；± 表示两张卡之间仍可能存在的偏差</translation>
    </message>
</context>
<context>
    <name>stagescope::CollectPage</name>
    <message>
        <source>Settings of</source>
        <translation>配置对象</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>A file of settings (Ctrl+O); it can be dropped here, too</source>
        <translation>配置文件（Ctrl+O），也可拖到此处</translation>
    </message>
    <message>
        <source>Writes the file, nothing else (Ctrl+S)</source>
        <translation>只写这个文件（Ctrl+S）</translation>
    </message>
    <message>
        <source>Writes another file (Ctrl+Shift+S)</source>
        <translation>写到另一个文件（Ctrl+Shift+S）</translation>
    </message>
    <message>
        <source>Steps of the job</source>
        <translation>任务的迭代数</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>How many steps the job trains: whether the capture fits into it</source>
        <translation>任务训练多少个迭代：采集是否放得下</translation>
    </message>
    <message>
        <source>How the job is distributed: which ranks suffice</source>
        <translation>任务的并行规模：采集哪些卡就够</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Of torch_npu, MindSpore or PyTorch, such as 2.5: some keys are older</source>
        <translation>torch_npu、MindSpore 或 PyTorch 的版本，如 2.5：有些键只属于旧版本</translation>
    </message>
    <message>
        <source>Drop the changes</source>
        <translation>放弃修改</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>The same file, read as settings of another program.</source>
        <translation>同一个文件，按另一个程序的配置读取。</translation>
    </message>
    <message>
        <source>Taken from the first schedule() of %1, which is only read.</source>
        <translation>取自 %1 的第一个 schedule()，脚本只读不写。</translation>
    </message>
    <message>
        <source>Saved, but what is typed for %1 is not in it.</source>
        <translation>已保存，但 %1 处输入的内容未写入。</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开配置</translation>
    </message>
    <message>
        <source>Save settings</source>
        <translation>保存配置</translation>
    </message>
    <message>
        <source>(not saved yet)</source>
        <translation>（尚未保存）</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1，已修改</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 有未保存的修改。</translation>
    </message>
    <message>
        <source>Collect: %1</source>
        <translation>采集：%1</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>能回答什么</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Lines of Python</source>
        <translation>Python 代码</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Settings from the clipboard: JSON, YAML, or what dyno printed</source>
        <translation>剪贴板中的配置：JSON、YAML 或 dyno 打印的内容</translation>
    </message>
    <message>
        <source>Graph mode O2</source>
        <translation>图模式 O2</translation>
    </message>
    <message>
        <source>MindSpore compiles the whole graph: jit_level is O2</source>
        <translation>MindSpore 整图编译：jit_level 为 O2</translation>
    </message>
    <message>
        <source>The clipboard holds no text.</source>
        <translation>剪贴板中没有文本。</translation>
    </message>
    <message>
        <source>Taken from the clipboard.</source>
        <translation>已取自剪贴板。</translation>
    </message>
    <message>
        <source>Settings (*.json *.yaml *.yml *.txt *.py);;All files (*)</source>
        <translation>配置 (*.json *.yaml *.yml *.txt *.py);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>stagescope::CommunicationView</name>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Pages of communication</source>
        <translation>通信的各页</translation>
    </message>
</context>
<context>
    <name>stagescope::ComparePage</name>
    <message>
        <source>Compare snapshots</source>
        <translation>快照对比</translation>
    </message>
    <message>
        <source>%1 in %2 blocks after event %3</source>
        <translation>事件 %3 之后 %2 个内存块共 %1</translation>
    </message>
    <message>
        <source>They hold the same.</source>
        <translation>两者内容相同。</translation>
    </message>
    <message>
        <source>%1 of %2 call sites differ; the largest differences come first.</source>
        <translation>%2 处中有 %1 处不同，差值大的在前。</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>At the end</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>When the first step begins</source>
        <translation>第一个迭代开始时</translation>
    </message>
    <message>
        <source>What is there when the first step begins is left by the initialisation</source>
        <translation>第一个迭代开始时已有的内存由初始化留下</translation>
    </message>
    <message>
        <source>by first frame of the program</source>
        <translation>按程序的第一帧</translation>
    </message>
    <message>
        <source>by whole stack</source>
        <translation>按完整调用栈</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>How blocks are put together</source>
        <translation>内存块的归并方式</translation>
    </message>
    <message>
        <source>by first frame, lines ignored</source>
        <translation>按第一帧，忽略行号</translation>
    </message>
    <message>
        <source>Run: %1. Baseline: %2. %3</source>
        <translation>运行：%1。基线：%2。%3</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Snapshot of the baseline</source>
        <translation>基线快照</translation>
    </message>
</context>
<context>
    <name>stagescope::ComparePages</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Pages of comparisons</source>
        <translation>对比页面</translation>
    </message>
</context>
<context>
    <name>stagescope::CompareView</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>The reference: differences are right minus left</source>
        <translation>参照：差异为右减左</translation>
    </message>
    <message>
        <source>What is compared with the reference</source>
        <translation>与参照比较的对象</translation>
    </message>
    <message>
        <source>All tracks</source>
        <translation>全部泳道</translation>
    </message>
    <message>
        <source>Show the tracks of both traces; both ranks must be loaded</source>
        <translation>显示两份 trace 的泳道；两张卡都须已加载</translation>
    </message>
    <message>
        <source>Figures of the comparison</source>
        <translation>对比数值</translation>
    </message>
    <message>
        <source>Timelines of both ranks</source>
        <translation>两张卡的时间线</translation>
    </message>
    <message>
        <source>Difference of each rank</source>
        <translation>各卡差异</translation>
    </message>
</context>
<context>
    <name>stagescope::ContextBar</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Open baseline...</source>
        <translation>打开基线数据...</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线数据</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代（step）</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Ranks that tables and charts show: 0, 2, 5-7; empty for all</source>
        <translation>表格和图中显示的卡：0, 2, 5-7；留空表示全部</translation>
    </message>
    <message>
        <source>Search slices</source>
        <translation>搜索色块</translation>
    </message>
    <message>
        <source>Search  /</source>
        <translation>搜索  /</translation>
    </message>
</context>
<context>
    <name>stagescope::ControlBar</name>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
</context>
<context>
    <name>stagescope::CurveBar</name>
    <message numerus="yes">
        <source>Load %n more rank(s)</source>
        <translation>
            <numerusform>再加载 %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>totals</source>
        <translation>总量</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Memory of</source>
        <translation>内存归属</translation>
    </message>
    <message>
        <source>Reserved: held from the driver; Insight says 保留</source>
        <translation>预留：从驱动申请并保有；Insight 称“保留”</translation>
    </message>
    <message>
        <source>Active: in use by streams; Insight says 持有</source>
        <translation>活跃：正被流使用；Insight 称“持有”</translation>
    </message>
    <message>
        <source>by stream</source>
        <translation>按流</translation>
    </message>
    <message>
        <source>One curve for the events of each stream. The totals are those of the device.</source>
        <translation>每条流的事件一条曲线；数值是整个设备的总量。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>minus</source>
        <translation>减去</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>as selected</source>
        <translation>按选中</translation>
    </message>
    <message>
        <source>baseline, same rank</source>
        <translation>基线，同一张卡</translation>
    </message>
    <message>
        <source>baseline, %1</source>
        <translation>基线，%1</translation>
    </message>
    <message>
        <source>Curves become differences to this rank: of the same run at the same moments of the aligned clock, of the baseline at the same moments of the same step</source>
        <translation>曲线变为与此卡之差：同一运行按对齐时钟的同一时刻，基线按同一迭代的同一时刻</translation>
    </message>
</context>
<context>
    <name>stagescope::DetailPanel</name>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Details of the selected item</source>
        <translation>选中项的详情</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>%1 % of step %2</source>
        <translation>占迭代 %2 的 %1 %</translation>
    </message>
    <message>
        <source>Nothing is selected. Click a slice, a cell, a rank or a step.</source>
        <translation>未选中任何项。请点击色块、单元、卡或迭代。</translation>
    </message>
    <message>
        <source>The selected item is not loaded.</source>
        <translation>选中项尚未加载。</translation>
    </message>
    <message>
        <source>Selected range, %1: what ran in it</source>
        <translation>选中区域，%1：其中的执行情况</translation>
    </message>
</context>
<context>
    <name>stagescope::DrawerDock</name>
    <message>
        <source>Details</source>
        <translation>选中详情</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选中列表</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Import log</source>
        <translation>加载日志</translation>
    </message>
    <message>
        <source>Drawer</source>
        <translation>抽屉</translation>
    </message>
    <message>
        <source>Close the drawer (Q)</source>
        <translation>关闭抽屉（Q）</translation>
    </message>
    <message>
        <source>System View</source>
        <translation>系统视图</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>色块</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
</context>
<context>
    <name>stagescope::DropOverlay</name>
    <message>
        <source>Open instead</source>
        <translation>改为打开</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Compare with it (baseline)</source>
        <translation>与它对比（作为基线数据）</translation>
    </message>
</context>
<context>
    <name>stagescope::DurationsPage</name>
    <message>
        <source>Durations</source>
        <translation>通信时长</translation>
    </message>
    <message>
        <source>%1
rank %2, %3</source>
        <translation>%1
卡 %2，%3</translation>
    </message>
    <message>
        <source>Communication operators of each rank over time</source>
        <translation>各卡通信算子随时间的分布</translation>
    </message>
</context>
<context>
    <name>stagescope::EnvironmentPanel</name>
    <message>
        <source>Binds the threads that launch to cores near their device.</source>
        <translation>把下发线程绑到靠近设备的核上（绑核）。</translation>
    </message>
    <message>
        <source>Launches through a queue, so that the host need not wait: 0 off, 1 on, 2 also its preparation.</source>
        <translation>通过队列下发，主机无需等待：0 关闭，1 开启，2 连同准备工作。</translation>
    </message>
    <message>
        <source>1 waits for every kernel: for debugging.</source>
        <translation>1 表示等待每个内核，仅用于调试。</translation>
    </message>
    <message>
        <source>Options of the memory allocator.</source>
        <translation>内存分配器的选项。</translation>
    </message>
    <message>
        <source>Folder of the profiler_config.json that dynamic_profile watches.</source>
        <translation>dynamic_profile 所监视的 profiler_config.json 所在目录。</translation>
    </message>
    <message>
        <source>Devices of a host</source>
        <translation>每台主机的设备数</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未指定</translation>
    </message>
    <message>
        <source>It is taken as it stands.</source>
        <translation>按原样生效。</translation>
    </message>
    <message>
        <source>Variables of the environment as torch_npu reads them. They are only checked here; set them where the job is started.</source>
        <translation>环境变量，按 torch_npu 的读法检查。这里只检查；请在启动任务处设置。</translation>
    </message>
</context>
<context>
    <name>stagescope::EventsPage</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>All actions</source>
        <translation>全部动作</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>Frees</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>内存段</translation>
    </message>
    <message>
        <source>Marks and failures</source>
        <translation>标记与失败</translation>
    </message>
    <message>
        <source>Which events</source>
        <translation>哪些事件</translation>
    </message>
    <message>
        <source>Function, file:line or address (0x...)</source>
        <translation>函数、文件:行号或地址（0x…）</translation>
    </message>
    <message>
        <source>Only in the selected range</source>
        <translation>仅所选区间</translation>
    </message>
    <message>
        <source>Events of the allocator</source>
        <translation>分配器的事件</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::FindingNavigator</name>
    <message>
        <source>Finding %1 of %2: %3</source>
        <translation>第 %1 条建议，共 %2 条：%3</translation>
    </message>
</context>
<context>
    <name>stagescope::FindingsView</name>
    <message>
        <source>Findings</source>
        <translation>专家建议</translation>
    </message>
</context>
<context>
    <name>stagescope::FlamePage</name>
    <message>
        <source>device computing</source>
        <translation>设备计算</translation>
    </message>
    <message>
        <source>Time in which the device computes, by the call that launched the kernels</source>
        <translation>设备计算的时间，按下发内核的调用划分</translation>
    </message>
    <message>
        <source>communication, not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>Time in which the device communicates and does not compute, by the call that launched it</source>
        <translation>设备通信而不计算的时间，按下发通信的调用划分</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Time in the calls themselves</source>
        <translation>调用本身的时间</translation>
    </message>
    <message>
        <source>all calls</source>
        <translation>全部调用</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>modules (nn.Module)</source>
        <translation>模块（nn.Module）</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>调用层</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Time by call path, as a flame graph</source>
        <translation>按调用路径划分的时间（火焰图）</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>selected range</source>
        <translation>所选区间</translation>
    </message>
    <message>
        <source>%1 % of the whole</source>
        <translation>占全部的 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>host: %1, self time %2, %n call(s)</source>
        <translation>
            <numerusform>主机：%1，自身时间 %2，%n 次调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>device: computing %1, communication (not overlapped) %2, %n kernel(s)</source>
        <translation>
            <numerusform>设备：计算 %1，通信（未掩盖）%2，%n 个内核</numerusform>
        </translation>
    </message>
    <message>
        <source>of that in the backward pass: %1</source>
        <translation>其中反向：%1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线数据</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>compared with: %1</source>
        <translation>对比：%1</translation>
    </message>
    <message>
        <source>here %1, there %2: %3</source>
        <translation>此处 %1，对比 %2：%3</translation>
    </message>
</context>
<context>
    <name>stagescope::KernelTree</name>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Statistics of kernels; a row unfolds them</source>
        <translation>内核（kernel）统计；展开一行可查看其内核</translation>
    </message>
</context>
<context>
    <name>stagescope::KernelTreeModel</name>
    <message>
        <source>Loading...</source>
        <translation>正在加载...</translation>
    </message>
    <message numerus="yes">
        <source>%n more: Enter shows them</source>
        <translation>
            <numerusform>还有 %n 个：按 Enter 显示</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::KernelsBar</name>
    <message>
        <source>Computing operator</source>
        <translation>计算算子</translation>
    </message>
    <message>
        <source>By name; the row of a name unfolds its kernels one by one</source>
        <translation>按名称；展开一行可逐个查看其内核（kernel）</translation>
    </message>
    <message>
        <source>Computing operator type</source>
        <translation>计算算子类型</translation>
    </message>
    <message>
        <source>By type of operator, and by core</source>
        <translation>按算子类型和核类型</translation>
    </message>
    <message>
        <source>Computing operator name and input shape</source>
        <translation>计算算子名称和输入 Shape</translation>
    </message>
    <message>
        <source>Communication operator</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>Communication operator type</source>
        <translation>通信算子类型</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>前 N 项</translation>
    </message>
    <message>
        <source>Groups with a bar of their own, by total time; the table has all of them</source>
        <translation>按总时间单独画条的组数；表格包含全部</translation>
    </message>
    <message>
        <source>Load rank %1 now</source>
        <translation>立即加载卡 %1</translation>
    </message>
</context>
<context>
    <name>stagescope::KernelsPage</name>
    <message>
        <source>Kernels</source>
        <translation>内核（kernel）</translation>
    </message>
    <message>
        <source>Kernels by time: the longest groups, and cores</source>
        <translation>按时间的内核（kernel）：最长的组和核类型</translation>
    </message>
    <message>
        <source>%1
%2, %3 % of %4</source>
        <translation>%1
%2，占 %4 的 %3 %</translation>
    </message>
    <message>
        <source>Count %1</source>
        <translation>次数 %1</translation>
    </message>
    <message>
        <source>begun within the selected %1</source>
        <translation>在所选 %1 内开始</translation>
    </message>
    <message>
        <source>on the streams %1</source>
        <translation>位于 stream %1</translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n 个内核（kernel）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::LatePage</name>
    <message>
        <source>Late arrivals</source>
        <translation>迟到分析</translation>
    </message>
    <message>
        <source>All collectives and who came last</source>
        <translation>所有集合通信及最后到达的卡</translation>
    </message>
    <message>
        <source>What was waited for each rank</source>
        <translation>各卡被等待的时间</translation>
    </message>
</context>
<context>
    <name>stagescope::LaunchesPage</name>
    <message>
        <source>Launches</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>Queues of the streams over time, and delays of launches</source>
        <translation>各流队列随时间的变化，以及下发延迟</translation>
    </message>
    <message numerus="yes">
        <source>%1
%n launch(es) ahead, %2 after the first launch</source>
        <translation>
            <numerusform>%1
已提前下发 %n 个，距首次下发 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es) began to run %1 to %2 after their call.
They ran for %3.</source>
        <translation>
            <numerusform>%n 个任务在下发调用后 %1 至 %2 开始运行。
共运行 %3。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::LedgerPage</name>
    <message>
        <source>Ledger</source>
        <translation>差异账目</translation>
    </message>
    <message>
        <source>What made the step longer or shorter</source>
        <translation>迭代变长或变短的原因</translation>
    </message>
    <message>
        <source>%1 ms, then %2 ms</source>
        <translation>原来 %1 ms，现在 %2 ms</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source> (noise %1 ms)</source>
        <translation>（波动 %1 ms）</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Click: where it is seen best after; again: before. Enter: in the timeline</source>
        <translation>单击：查看之后最明显的位置；再次单击：之前。Enter：在时间线中查看</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>所有 Rank</translation>
    </message>
</context>
<context>
    <name>stagescope::LinkTip</name>
    <message>
        <source>size %1 MB (10^6 bytes)</source>
        <translation>大小 %1 MB（10^6 字节）</translation>
    </message>
    <message>
        <source>time %1 ms</source>
        <translation>时间 %1 ms</translation>
    </message>
    <message>
        <source>bandwidth %1 GB/s (size / time, not physical)</source>
        <translation>带宽 %1 GB/s（大小 / 时间，非物理带宽）</translation>
    </message>
    <message>
        <source>%1 % of the reference, %2 GB/s</source>
        <translation>参考带宽 %2 GB/s 的 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) named in the files</source>
        <translation>
            <numerusform>文件中列出 %n 个通信算子</numerusform>
        </translation>
    </message>
    <message>
        <source>only in this run</source>
        <translation>仅本运行有</translation>
    </message>
    <message>
        <source>only in the baseline</source>
        <translation>仅基线数据有</translation>
    </message>
    <message>
        <source>transport in the baseline: %1</source>
        <translation>基线数据的链路方式：%1</translation>
    </message>
    <message>
        <source>%1: run %2, baseline %3, difference %4</source>
        <translation>%1：运行 %2，基线数据 %3，差值 %4</translation>
    </message>
    <message>
        <source>rank %1 to rank %2, %3</source>
        <translation>卡 %1 到卡 %2，%3</translation>
    </message>
    <message>
        <source>without a total in the files: size and time of the operators that they pick (fastest, middle, slowest)</source>
        <translation>文件没有合计：数据量和时间取自文件选出的算子（最快、居中、最慢）</translation>
    </message>
</context>
<context>
    <name>stagescope::LoadingPage</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Queues of the data pipeline, and what steps waited for</source>
        <translation>数据处理流水线的队列，以及各迭代的等待</translation>
    </message>
    <message>
        <source>Its queue was empty in %1 % of the samples.</source>
        <translation>其队列在 %1 % 的采样中为空。</translation>
    </message>
    <message>
        <source>It holds up the rest: what feeds it is fuller than its own queue.</source>
        <translation>它拖慢其余算子：为它供数的队列比它自己的队列更满。</translation>
    </message>
</context>
<context>
    <name>stagescope::LogPanel</name>
    <message>
        <source>Nothing is open.</source>
        <translation>未打开任何数据。</translation>
    </message>
    <message>
        <source>Everything was taken unchanged from the files.</source>
        <translation>文件内容已全部按原样读取。</translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), some with data loss</source>
        <translation>
            <numerusform>%n 条诊断，其中有数据丢失</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), no data loss</source>
        <translation>
            <numerusform>%n 条诊断，无数据丢失</numerusform>
        </translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>First sample</source>
        <translation>首个样例</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>stagescope::MainWindow</name>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Open the folder of the baseline</source>
        <translation>打开基线数据的文件夹</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>This tab has no picture to export</source>
        <translation>此页没有可导出的图片</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>图片 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>About Stagescope</source>
        <translation>关于 Stagescope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Stagescope %1&lt;/h3&gt;&lt;p&gt;Viewer for profiles of large-model training.&lt;/p&gt;&lt;p&gt;Sources under the Apache License 2.0. This program uses Qt Charts, so as a whole it is under the GNU General Public License, version 3.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Stagescope %1&lt;/h3&gt;&lt;p&gt;大模型训练性能数据查看器。&lt;/p&gt;&lt;p&gt;源代码采用 Apache License 2.0。本程序使用 Qt Charts，因此整体采用 GNU 通用公共许可证第 3 版。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>frame %1 ms</source>
        <translation>帧 %1 ms</translation>
    </message>
    <message>
        <source>%1: there is no such file or folder</source>
        <translation>%1：没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Stagescope ended unexpectedly the last time. What happened, without your data: %1</source>
        <translation>Stagescope 上次意外退出。退出情况（不含您的数据）见：%1</translation>
    </message>
    <message>
        <source>Some data could not be read: see the import log in the drawer (Q)</source>
        <translation>部分数据无法读取：见抽屉（Q）中的加载日志</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n rank(s))</source>
        <translation>
            <numerusform>%1（%n 卡）</numerusform>
        </translation>
    </message>
    <message>
        <source>Tab: %1</source>
        <translation>标签页：%1</translation>
    </message>
    <message>
        <source>Open: %1</source>
        <translation>打开：%1</translation>
    </message>
    <message>
        <source>Copied: the picture of %1</source>
        <translation>已复制：%1 的图片</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Opening %1 as the baseline</source>
        <translation>正在打开基线数据 %1</translation>
    </message>
    <message>
        <source>Nothing readable in %1. Expected one of: folders of ranks (*_ascend_pt, *_ascend_ms, PROF_*), a trace (trace_view.json, *.pt.trace.json, also .gz), a profiler database (*.db), a memory snapshot (*.pickle), cluster_analysis_output.</source>
        <translation>%1 中没有可读取的内容。应为以下之一：各卡的文件夹（*_ascend_pt、*_ascend_ms、PROF_*）、trace（trace_view.json、*.pt.trace.json，可为 .gz）、性能数据库（*.db）、内存快照（*.pickle）、cluster_analysis_output。</translation>
    </message>
    <message>
        <source>Visible: %1</source>
        <translation>当前可见：%1</translation>
    </message>
    <message>
        <source>Which table</source>
        <translation>选择表格</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Writing the report %1</source>
        <translation>正在写入报告 %1</translation>
    </message>
    <message>
        <source>The report was not written: %1</source>
        <translation>报告未写入：%1</translation>
    </message>
    <message>
        <source>This tab has no picture to add</source>
        <translation>此页签没有可添加的图片</translation>
    </message>
    <message>
        <source>Added to the report: %1. Its note is typed below.</source>
        <translation>已添加到报告：%1。可在下方输入备注。</translation>
    </message>
    <message>
        <source>Export report: one file, or a folder</source>
        <translation>导出报告：单个文件或文件夹</translation>
    </message>
    <message>
        <source>Capture %1 arrived: %2</source>
        <translation>采集 %1 已到达：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n capture(s) arrived, the last one: %1</source>
        <translation>
            <numerusform>%n 个采集已到达，最后一个：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Slim copy written: %1</source>
        <translation>精简副本已写入：%1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>%1 in all: a slim copy holds what one question needs</source>
        <translation>共 %1：精简副本只保留一个问题所需的数据</translation>
    </message>
    <message>
        <source>Slim Copy...</source>
        <translation>精简副本...</translation>
    </message>
    <message>
        <source>Steps are those of the profiler again</source>
        <translation>已恢复使用采集工具的迭代</translation>
    </message>
    <message>
        <source>Steps are ranges like %1</source>
        <translation>迭代按区间名划分：%1</translation>
    </message>
</context>
<context>
    <name>stagescope::MarksModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
</context>
<context>
    <name>stagescope::MarksPanel</name>
    <message numerus="yes">
        <source>%n mark(s), saved with this run</source>
        <translation>
            <numerusform>%n 个标记，随此运行保存</numerusform>
        </translation>
    </message>
    <message>
        <source>No marks. On the timeline K sets a flag, Shift+M marks the selected time.</source>
        <translation>没有标记。在时间线上按 K 设置标记，按 Shift+M 把选中的时间设为区域标记。</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>琥珀</translation>
    </message>
    <message>
        <source>Export marks</source>
        <translation>导出标记</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete selected mark (Del)</source>
        <translation>删除当前标记（Del）</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo mark change (Ctrl+Z)</source>
        <translation>撤销对标记的上一次更改（Ctrl+Z）</translation>
    </message>
    <message>
        <source>CSV...</source>
        <translation>CSV...</translation>
    </message>
    <message>
        <source>Write the marks as CSV</source>
        <translation>把标记写为 CSV</translation>
    </message>
</context>
<context>
    <name>stagescope::MatrixBar</name>
    <message>
        <source>ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>all operators</source>
        <translation>所有通信算子</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代（step）</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>Rows and columns</source>
        <translation>行与列</translation>
    </message>
    <message>
        <source>Include self</source>
        <translation>包含自身</translation>
    </message>
    <message>
        <source>Also what a rank copies to itself</source>
        <translation>也显示卡内自身的拷贝</translation>
    </message>
    <message>
        <source>Value range</source>
        <translation>筛选范围</translation>
    </message>
    <message>
        <source>Largest value shown</source>
        <translation>显示的最大值</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1; baseline: %2</source>
        <translation>%1；基线数据：%2</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线数据</translation>
    </message>
    <message>
        <source>Places show the difference: this run - baseline</source>
        <translation>各格显示差值：本运行 - 基线数据</translation>
    </message>
</context>
<context>
    <name>stagescope::MatrixPage</name>
    <message>
        <source>Communication matrix</source>
        <translation>通信矩阵</translation>
    </message>
    <message>
        <source>Operators of the selected link</source>
        <translation>所选链路的通信算子</translation>
    </message>
    <message>
        <source>Arrows: next link; W, S: zoom; A, D: pan; Backspace: zoom back; Ctrl+0: all; Enter: operators of the link</source>
        <translation>方向键：下一链路；W、S：缩放；A、D：平移；Backspace：撤销缩放；Ctrl+0：全部；Enter：链路的通信算子</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryBar</name>
    <message>
        <source>This snapshot has no marks of steps (ProfilerStep#N needs torch.profiler).</source>
        <translation>该快照没有迭代标记（ProfilerStep#N 需要 torch.profiler）。</translation>
    </message>
    <message>
        <source>the file breaks off</source>
        <translation>文件不完整</translation>
    </message>
    <message>
        <source>the beginning of the history was overwritten</source>
        <translation>历史的开头已被覆盖</translation>
    </message>
    <message>
        <source>blocks are older than the history</source>
        <translation>有内存块早于历史</translation>
    </message>
    <message>
        <source>%1 % of the events have no frames</source>
        <translation>%1 % 的事件没有栈帧</translation>
    </message>
    <message numerus="yes">
        <source>%n workspace(s) put right</source>
        <translation>
            <numerusform>已修正 %n 个 workspace</numerusform>
        </translation>
    </message>
    <message>
        <source>history and segments do not agree</source>
        <translation>历史与内存段不一致</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>注意：%1</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>before the first</source>
        <translation>首个之前</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>To the event after which most was in use</source>
        <translation>转到活跃内存最大的事件</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足（OOM）</translation>
    </message>
    <message>
        <source>To the next failed allocation</source>
        <translation>转到下一次失败的分配</translation>
    </message>
    <message>
        <source>End</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>To the moment at which the snapshot was taken</source>
        <translation>转到采集快照的时刻</translation>
    </message>
    <message>
        <source>Memory snapshot and device</source>
        <translation>内存快照与设备</translation>
    </message>
    <message>
        <source>The event whose outcome is looked at; , and . go to the one before and after</source>
        <translation>所查看的事件；按 , 和 . 转到前一个和后一个</translation>
    </message>
    <message>
        <source>%1: out of memory</source>
        <translation>%1：内存不足</translation>
    </message>
    <message>
        <source>The events of this snapshot have no times.</source>
        <translation>此快照的事件没有时间。</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryCurvesPage</name>
    <message>
        <source>Memory curves</source>
        <translation>内存曲线</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>At the selected moment: %1, %2 at %3.</source>
        <translation>选中时刻：%1，%2，位于 %3。</translation>
    </message>
    <message>
        <source>Peak of what is selected: %1, %2 at %3.</source>
        <translation>所选范围的峰值：%1，%2，位于 %3。</translation>
    </message>
    <message>
        <source>Peak: %1, %2 at %3.</source>
        <translation>峰值：%1，%2，位于 %3。</translation>
    </message>
    <message>
        <source>Differences to rank %1 at the same moment.</source>
        <translation>与卡 %1 同一时刻的差值。</translation>
    </message>
    <message>
        <source>MiB = 2^20 bytes.</source>
        <translation>MiB = 2^20 字节。</translation>
    </message>
    <message>
        <source>Who held it: rank %1 at %2</source>
        <translation>持有者：卡 %1，%2</translation>
    </message>
    <message>
        <source>Memory of each rank over time</source>
        <translation>每张卡的内存随时间变化</translation>
    </message>
    <message>
        <source>Who held the memory at the peak</source>
        <translation>峰值时由谁持有内存</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message numerus="yes">
        <source>stage %1, %n rank(s)</source>
        <translation>
            <numerusform>阶段 %1，%n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n rank(s)</source>
        <translation>
            <numerusform>全部 %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, min to max</source>
        <translation>%1，最小到最大</translation>
    </message>
    <message>
        <source>Run minus baseline: differences to rank %1 of %2, steps laid over one another.</source>
        <translation>运行减基线：与 %2 的卡 %1 之差，按迭代对齐。</translation>
    </message>
    <message>
        <source>Run minus baseline: differences to the same rank of %1, steps laid over one another.</source>
        <translation>运行减基线：与 %1 同一张卡之差，按迭代对齐。</translation>
    </message>
    <message>
        <source>Peak of what is shown: %1, %2 at %3.</source>
        <translation>所示范围内的峰值：%1，%2，时刻 %3。</translation>
    </message>
    <message>
        <source>Peak of the selected rank: %1, %2 at %3.</source>
        <translation>所选卡的峰值：%1，%2，位于 %3。</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryMinimap</name>
    <message>
        <source>The whole history: choose a moment with the arrow keys</source>
        <translation>整个历史：用方向键选择时刻</translation>
    </message>
    <message>
        <source>Drag to choose a moment. Arrow keys: an event, with Ctrl a hundredth of the history.</source>
        <translation>拖动选择时刻。方向键：一个事件；加 Ctrl：历史的百分之一。</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryPeaksPage</name>
    <message>
        <source>Peak of all ranks</source>
        <translation>所有卡的峰值</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Memory of a device</source>
        <translation>设备显存</translation>
    </message>
    <message>
        <source>from the files</source>
        <translation>以文件为准</translation>
    </message>
    <message>
        <source>Peak of memory of each rank, by stage and replica</source>
        <translation>各卡内存峰值，按阶段与副本</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryVerdict</name>
    <message>
        <source>Verdict on the memory snapshot</source>
        <translation>对内存快照的结论</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Pages about memory</source>
        <translation>内存相关页面</translation>
    </message>
</context>
<context>
    <name>stagescope::NavigatorDock</name>
    <message>
        <source>Open this capture</source>
        <translation>打开这次采集</translation>
    </message>
    <message>
        <source>Shows it on all ranks that have it</source>
        <translation>在所有有这次采集的卡上显示它</translation>
    </message>
    <message>
        <source>Load now</source>
        <translation>立即加载</translation>
    </message>
    <message>
        <source>Set as Baseline</source>
        <translation>设为基线数据</translation>
    </message>
    <message>
        <source>Set as Comparison</source>
        <translation>设为对比数据</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据管理器</translation>
    </message>
    <message>
        <source>Load from Source</source>
        <translation>从源数据加载</translation>
    </message>
    <message>
        <source>Reads the files that the digest was made of, with all that it left out</source>
        <translation>读取生成摘要所用的文件，包括摘要未保留的全部内容</translation>
    </message>
    <message>
        <source>Back to the Digest</source>
        <translation>恢复为摘要</translation>
    </message>
    <message>
        <source>Lets go of what was read from the source</source>
        <translation>释放从源数据读取的内容</translation>
    </message>
    <message>
        <source>Set Rank Number...</source>
        <translation>设置卡号...</translation>
    </message>
    <message>
        <source>Rank Number</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>Rank of %1:</source>
        <translation>%1 的卡号：</translation>
    </message>
    <message>
        <source>Forget the Number Set by Hand</source>
        <translation>取消手动设置的卡号</translation>
    </message>
</context>
<context>
    <name>stagescope::NavigatorModel</name>
    <message>
        <source>not shown</source>
        <translation>未显示</translation>
    </message>
    <message>
        <source>Another capture of this rank is shown; right click to open this one</source>
        <translation>正在显示该卡的另一次采集；右键单击可打开这一次</translation>
    </message>
    <message>
        <source> (baseline)</source>
        <translation>（基线数据）</translation>
    </message>
    <message>
        <source> (comparison)</source>
        <translation>（对比数据）</translation>
    </message>
    <message>
        <source>Unknown host</source>
        <translation>未知主机</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Known by its name, not read yet</source>
        <translation>按名称识别，尚不读取</translation>
    </message>
    <message>
        <source>Not used: another file of this rank has the same data</source>
        <translation>未使用：此卡的另一个文件包含相同内容</translation>
    </message>
    <message>
        <source>The rank number is inferred from the name of the folder or file</source>
        <translation>卡序号由文件夹或文件名推断</translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s); the import log lists them</source>
        <translation>
            <numerusform>%n 条诊断；详见加载日志</numerusform>
        </translation>
    </message>
    <message>
        <source>from source</source>
        <translation>来自源数据</translation>
    </message>
    <message>
        <source>Host process</source>
        <translation>主机进程</translation>
    </message>
    <message>
        <source>number guessed</source>
        <translation>卡号为推测</translation>
    </message>
    <message>
        <source>No file and no name gives the rank number: it follows the order of names; right click to set it</source>
        <translation>没有文件或名称给出卡号：按名称顺序编号；可右键设置</translation>
    </message>
    <message>
        <source>Rank number set by hand</source>
        <translation>卡号为手动设置</translation>
    </message>
</context>
<context>
    <name>stagescope::OperatorBar</name>
    <message>
        <source>Load rank %1 now</source>
        <translation>立即加载卡 %1</translation>
    </message>
    <message>
        <source>all devices and streams</source>
        <translation>全部设备和流</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Alive at the moment</source>
        <translation>当前时刻存活</translation>
    </message>
    <message>
        <source>Alive at the peak</source>
        <translation>峰值时刻存活</translation>
    </message>
    <message>
        <source>Allocated or released in the range</source>
        <translation>在选中区间内分配或释放</translation>
    </message>
    <message>
        <source>Allocated and not released in the range</source>
        <translation>在选中区间内分配且未释放</translation>
    </message>
    <message>
        <source>Allocated by what is selected</source>
        <translation>由选中项分配</translation>
    </message>
    <message>
        <source>Which operators</source>
        <translation>哪些算子</translation>
    </message>
    <message>
        <source>The moment is the begin of what is selected, here or in another tab.</source>
        <translation>当前时刻即选中项的起点，无论在此处还是其他页签中选中。</translation>
    </message>
    <message>
        <source>Part of the name</source>
        <translation>名称中的一部分</translation>
    </message>
    <message>
        <source>from, 1 MB</source>
        <translation>下限，1 MB</translation>
    </message>
    <message>
        <source>to, 1 GB</source>
        <translation>上限，1 GB</translation>
    </message>
    <message>
        <source>Smallest size</source>
        <translation>最小大小</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>最大大小</translation>
    </message>
    <message>
        <source>Only operators with at least so much memory: 512, 20 KB, 1.5 MB; 1 KB = 1024 bytes</source>
        <translation>只显示内存不小于该值的算子：512、20 KB、1.5 MB；1 KB = 1024 字节</translation>
    </message>
    <message>
        <source>Only operators with at most so much memory</source>
        <translation>只显示内存不大于该值的算子</translation>
    </message>
    <message>
        <source>never released</source>
        <translation>从未释放</translation>
    </message>
    <message>
        <source>Only memory whose release the capture does not see</source>
        <translation>只显示采集期间未见释放的内存</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Device and stream</source>
        <translation>设备和流</translation>
    </message>
</context>
<context>
    <name>stagescope::OperatorView</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Pages of operators</source>
        <translation>算子的页面</translation>
    </message>
</context>
<context>
    <name>stagescope::OperatorsPage</name>
    <message>
        <source>Memory operators</source>
        <translation>算子内存</translation>
    </message>
    <message>
        <source>Shown: %1.</source>
        <translation>显示：%1。</translation>
    </message>
    <message>
        <source>Alive at %1 ms: %2</source>
        <translation>%1 ms 时存活：%2</translation>
    </message>
    <message>
        <source> of %1 that the allocator had given out; the rest is older than the capture</source>
        <translation>，分配器当时共分配 %1，其余早于本次采集</translation>
    </message>
    <message>
        <source>Select a slice, a cell, a range or an operator to see what was alive then.</source>
        <translation>选中色块、单元、区间或算子，即可查看当时存活的内存。</translation>
    </message>
    <message>
        <source>Allocated by what is selected: %1.</source>
        <translation>由选中项分配：%1。</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Memory of operators</source>
        <translation>算子内存</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s), %1</source>
        <translation>
            <numerusform>%n 个算子，%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::OutlookPanel</name>
    <message>
        <source>(line %1)</source>
        <translation>（第 %1 行）</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 项</translation>
    </message>
    <message>
        <source>Every value is taken as it stands.</source>
        <translation>所有值都按原样生效。</translation>
    </message>
    <message>
        <source>✓ yes</source>
        <translation>✓ 能</translation>
    </message>
    <message>
        <source>~ partly</source>
        <translation>~ 部分</translation>
    </message>
    <message>
        <source>✗ no</source>
        <translation>✗ 不能</translation>
    </message>
    <message>
        <source>The sizes of the job (TP, CP, DP, PP, above) tell which ranks suffice.</source>
        <translation>填写上方的任务规模（TP、CP、DP、PP）即可得知采集哪些卡就够。</translation>
    </message>
    <message>
        <source>%1 of %2 are enough: one of each pipeline stage, of two replicas where there are any.</source>
        <translation>采集 %1 就够（共 %2 卡）：每个流水线阶段一张，有副本时取两个副本。</translation>
    </message>
    <message>
        <source>All of them are recorded.</source>
        <translation>这些卡都会被采集。</translation>
    </message>
    <message>
        <source>Not recorded: %1.</source>
        <translation>未采集：%1。</translation>
    </message>
    <message>
        <source>These settings record every rank.</source>
        <translation>此配置采集所有卡。</translation>
    </message>
    <message>
        <source>Kernels: about %1 in all (steps: %2, ranks: %3); the timeline comes on top.</source>
        <translation>内核数据：共约 %1（迭代数：%2，卡数：%3），时间线另计。</translation>
    </message>
    <message>
        <source>Kernels: about %1 for each step and rank; the timeline comes on top.</source>
        <translation>内核数据：每个迭代每张卡约 %1，时间线另计。</translation>
    </message>
    <message>
        <source>Parsing takes %1 times the raw data of disk and memory; a capture should take at most %2 minutes.</source>
        <translation>解析占用的磁盘和内存是原始数据的 %1 倍；一次采集最好不超过 %2 分钟。</translation>
    </message>
    <message>
        <source>Measured: %1%2 has %3 for each step of a rank (steps: %4, ranks: %5).</source>
        <translation>实测：%1%2 的每卡每迭代为 %3（迭代数：%4，卡数：%5）。</translation>
    </message>
    <message>
        <source>About %1 in all (steps: %2, ranks: %3).</source>
        <translation>共约 %1（迭代数：%2，卡数：%3）。</translation>
    </message>
    <message>
        <source>Estimated: a measured Qwen3-0.6B (TP 1, PP 2, DP 2) at Level2 has 9 MB of kernel_details.csv per step and rank, 19 000 kernels; at Level0 a kernel has 65 bytes; a database takes half of it. A timeline of a small CNN at Level1 with call stacks has %1 kB for each kernel.</source>
        <translation>估算：实测 Qwen3-0.6B（TP 1、PP 2、DP 2）在 Level2 下每个迭代每张卡的 kernel_details.csv 为 9 MB、19 000 个内核；Level0 下每个内核 65 字节；数据库占一半。一个小型 CNN 在 Level1 并带调用栈时，时间线每个内核约 %1 kB。</translation>
    </message>
    <message>
        <source>What these settings record and answer</source>
        <translation>此配置采集什么、能回答什么</translation>
    </message>
    <message>
        <source>The text cannot be read: %1</source>
        <translation>文本无法读取：%1</translation>
    </message>
    <message>
        <source>Mend it in an editor and open it again, or begin with new settings.</source>
        <translation>请在编辑器中修正后重新打开，或新建配置。</translation>
    </message>
    <message>
        <source>What a profile of these settings answers, once what fails is mended</source>
        <translation>修正错误之后，此配置采集的数据能回答什么</translation>
    </message>
    <message>
        <source>What a profile of these settings answers</source>
        <translation>此配置采集的数据能回答什么</translation>
    </message>
    <message>
        <source>What becomes of the values</source>
        <translation>各个值如何生效</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>数据量</translation>
    </message>
    <message>
        <source>%1: a recorded step takes %2, %3 ms more than the fastest.</source>
        <translation>%1：采集时每个迭代 %2，比最快的多 %3 ms。</translation>
    </message>
    <message>
        <source>%1: a recorded step takes %2.</source>
        <translation>%1：采集时每个迭代 %2。</translation>
    </message>
    <message>
        <source>The difference is what other settings cost, where nothing else of the job differs.</source>
        <translation>若任务的其他方面都相同，差值就是不同采集设置的开销。</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>采集开销</translation>
    </message>
    <message>
        <source>No documentation states what recording costs in ms, only what costs most: with_stack, then the level, then the activities. One profile does not tell it either: compare its steps with those in the training&apos;s log while nothing is recorded, or open two profiles that were taken with other settings.</source>
        <translation>没有文档给出采集开销的毫秒数，只说明了影响大小的次序：with_stack、采集级别、activities。单份数据也无法说明：请与训练日志中未采集时的迭代耗时比较，或打开两份以不同设置采集的数据。</translation>
    </message>
</context>
<context>
    <name>stagescope::OverviewPage</name>
    <message>
        <source>Overlap</source>
        <translation>通信掩盖</translation>
    </message>
    <message>
        <source>Computing and communication of each rank and step</source>
        <translation>各卡各迭代的计算与通信</translation>
    </message>
</context>
<context>
    <name>stagescope::PacketCharts</name>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 % of %2 GB/s (reference)</source>
        <translation>参考带宽 %2 GB/s 的 %1 %</translation>
    </message>
    <message>
        <source>large packets: %1 %</source>
        <translation>大通信包占比 %1 %</translation>
    </message>
    <message>
        <source>packets</source>
        <translation>通信包数</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>packet size (MB = 10^6 bytes)</source>
        <translation>通信包大小（MB = 10^6 字节）</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>packets of %1 to %2</source>
        <translation>%1 到 %2 的通信包</translation>
    </message>
    <message>
        <source>packets of %1</source>
        <translation>%1 的通信包</translation>
    </message>
    <message>
        <source>count %1</source>
        <translation>个数 %1</translation>
    </message>
    <message>
        <source>size %1 MB (10^6 bytes)</source>
        <translation>大小 %1 MB（10^6 字节）</translation>
    </message>
    <message>
        <source>time %1 ms</source>
        <translation>时间 %1 ms</translation>
    </message>
    <message>
        <source>bandwidth %1 GB/s (size / time, not physical)</source>
        <translation>带宽 %1 GB/s（大小 / 时间，非物理带宽）</translation>
    </message>
    <message>
        <source>share of all (%)</source>
        <translation>占比（%）</translation>
    </message>
</context>
<context>
    <name>stagescope::PipelineBar</name>
    <message>
        <source>outside of steps</source>
        <translation>迭代之外</translation>
    </message>
    <message>
        <source>%1 (median)</source>
        <translation>%1（中位数）</translation>
    </message>
    <message>
        <source>kind and microbatches from the metadata</source>
        <translation>类型与微批次数来自元数据</translation>
    </message>
    <message>
        <source>first difference: rank %1, step %2, position %3: expected %4, seen %5</source>
        <translation>第一处差异：卡 %1，迭代 %2，位置 %3：应为 %4，实为 %5</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Stagescope</source>
        <translation>Stagescope</translation>
    </message>
    <message>
        <source>DualPipe</source>
        <translation>DualPipe</translation>
    </message>
    <message>
        <source>Megatron</source>
        <translation>Megatron</translation>
    </message>
    <message>
        <source>Insight</source>
        <translation>Insight</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行顺序</translation>
    </message>
    <message>
        <source>By stage</source>
        <translation>按流水线阶段</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>按卡号</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代（step）</translation>
    </message>
    <message>
        <source>Fit step</source>
        <translation>适应迭代</translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>理想排布</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Ranks of one pipeline, in the order of their stages; or type them: 0,2</source>
        <translation>一条流水线的各卡，按流水线阶段排列；也可直接输入：0,2</translation>
    </message>
    <message>
        <source>The step whose window and bubbles are measured</source>
        <translation>用来测量窗口和空泡的迭代</translation>
    </message>
    <message>
        <source>Show the whole step</source>
        <translation>显示整个迭代（step）</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>same means on all stages</source>
        <translation>各阶段相同均值</translation>
    </message>
    <message>
        <source>means of each stage</source>
        <translation>各阶段各自均值</translation>
    </message>
    <message>
        <source>agreement: %1 %, steps: %2</source>
        <translation>符合度：%1 %，迭代数：%2</translation>
    </message>
    <message>
        <source>cells and actions not matched: %1</source>
        <translation>未匹配的单元与动作：%1</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>All replicas: min, median, max</source>
        <translation>全部副本：最小、中位、最大</translation>
    </message>
    <message>
        <source>This group</source>
        <translation>当前通信域</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>All pipelines of the job: stages down, replicas across</source>
        <translation>任务的全部流水线：纵向为阶段，横向为副本</translation>
    </message>
    <message>
        <source>Colours of the cells, order of the rows, replicas</source>
        <translation>单元配色、行顺序、副本</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Where the time went, below the chart (B)</source>
        <translation>时间去向，显示在流水线图下方（B）</translation>
    </message>
    <message>
        <source>Critical path (C)</source>
        <translation>关键路径（C）</translation>
    </message>
    <message>
        <source>Memory (E)</source>
        <translation>内存（E）</translation>
    </message>
    <message>
        <source>The recognised schedule as it would have run without variation and transfers, a row below each rank&apos;s</source>
        <translation>所识别的调度在没有波动和传输时的排布，显示在每张卡下方的一行</translation>
    </message>
</context>
<context>
    <name>stagescope::PipelineGrid</name>
    <message>
        <source>rank %1, stage %2, replica %3</source>
        <translation>卡 %1 · 阶段 %2 · 副本 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>All pipelines, colour</source>
        <translation>全部流水线，颜色表示</translation>
    </message>
    <message>
        <source>Overview of all pipelines</source>
        <translation>全部流水线总览</translation>
    </message>
</context>
<context>
    <name>stagescope::PipelineTips</name>
    <message>
        <source>rank %1: %2 allocated, %3 reserved</source>
        <translation>卡 %1：已分配 %2，预留 %3</translation>
    </message>
    <message>
        <source>microbatch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>direction %1</source>
        <translation>方向 %1</translation>
    </message>
    <message>
        <source>virtual chunk %1</source>
        <translation>虚拟流水线块 %1</translation>
    </message>
    <message>
        <source>rank %1, step %2, %3</source>
        <translation>卡 %1 · 迭代 %2，%3</translation>
    </message>
    <message>
        <source>on the host: %1</source>
        <translation>主机侧：%1</translation>
    </message>
    <message>
        <source>device busy %1 of %2, exposed communication %3</source>
        <translation>设备忙碌 %1 / %2，未掩盖通信 %3</translation>
    </message>
    <message numerus="yes">
        <source>critical path: %n cell(s), shares of the window of %1</source>
        <translation>
            <numerusform>关键路径：%n 个单元，占 %1 窗口的份额</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1, stage %2</source>
        <translation>卡 %1 · 阶段 %2</translation>
    </message>
    <message>
        <source>transfers between</source>
        <translation>其间的传输</translation>
    </message>
    <message>
        <source>other gaps</source>
        <translation>其他间隙</translation>
    </message>
    <message>
        <source>on the critical path, after a gap of %1</source>
        <translation>在关键路径上，之前的间隙 %1</translation>
    </message>
    <message>
        <source>slack: %1</source>
        <translation>松弛时间：%1</translation>
    </message>
    <message>
        <source>ideal: no cell was found for it</source>
        <translation>理想排布：未找到对应单元</translation>
    </message>
    <message>
        <source>starts %1 earlier than ideal</source>
        <translation>比理想排布早 %1 开始</translation>
    </message>
    <message>
        <source>starts %1 later than ideal</source>
        <translation>比理想排布晚 %1 开始</translation>
    </message>
    <message>
        <source>%1
rank %2, %3</source>
        <translation>%1
卡 %2，%3</translation>
    </message>
    <message>
        <source>%1: rank %2 to rank %3, transfer %4, waited: sender %5, receiver %6</source>
        <translation>%1：卡 %2 到卡 %3，传输 %4，等待：发送端 %5，接收端 %6</translation>
    </message>
    <message>
        <source>bubble
rank %1, %2</source>
        <translation>空泡
卡 %1，%2</translation>
    </message>
    <message>
        <source>%1 % of the window</source>
        <translation>占窗口的 %1 %</translation>
    </message>
    <message>
        <source>inherent to the schedule: %1</source>
        <translation>调度固有：%1</translation>
    </message>
    <message>
        <source>ideal: %1, microbatch %2</source>
        <translation>理想排布：%1，微批次 %2</translation>
    </message>
    <message>
        <source>what-if: %1, microbatch %2</source>
        <translation>假设：%1，微批次 %2</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1，自 %2 起</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>baseline: %1, microbatch %2</source>
        <translation>基线：%1，微批次 %2</translation>
    </message>
    <message>
        <source>this run: %1, from %2</source>
        <translation>本次运行：%1，自 %2 起</translation>
    </message>
    <message>
        <source>blocking cell: %1 of rank %2, %3, longer than the mean of its kind; J on the selected bubble leads on</source>
        <translation>归因于卡 %2 的 %1，%3：长于同类均值；选中空泡后按 J 追溯</translation>
    </message>
</context>
<context>
    <name>stagescope::PipelineView</name>
    <message>
        <source>Pages below the pipeline chart</source>
        <translation>流水线图下方的分析页</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Pipeline chart</source>
        <translation>流水线图</translation>
    </message>
    <message>
        <source>measured %1, what-if %2: %3 ms longer</source>
        <translation>实测 %1，假设 %2：长 %3 ms</translation>
    </message>
    <message>
        <source>measured %1, what-if %2: %3 ms shorter</source>
        <translation>实测 %1，假设 %2：短 %3 ms</translation>
    </message>
    <message>
        <source>measured %1, ideal %2, lost %3 ms</source>
        <translation>实测 %1，理想 %2，损失 %3 ms</translation>
    </message>
    <message>
        <source>no such pipeline in the baseline</source>
        <translation>基线数据中没有这样的流水线</translation>
    </message>
    <message>
        <source>Step %1 of %2 and step %3 of the baseline %4: from the start of the first cell to the end of the last. Below each rank&apos;s cells are those of the baseline, both from the start of the step.</source>
        <translation>%2 的迭代 %1 与基线数据 %4 的迭代 %3：从第一个单元开始到最后一个单元结束。每张卡的单元下方是基线数据的单元，两者都从迭代开始处算起。</translation>
    </message>
</context>
<context>
    <name>stagescope::QualityPage</name>
    <message>
        <source>Data quality</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>Phases of %1</source>
        <translation>%1 的各阶段</translation>
    </message>
    <message>
        <source>What the snapshots lack</source>
        <translation>快照的缺失项</translation>
    </message>
    <message>
        <source>Phases of the snapshot</source>
        <translation>快照的各阶段</translation>
    </message>
    <message>
        <source>No allocator settings in this file</source>
        <translation>此文件中没有分配器设置</translation>
    </message>
    <message>
        <source>Allocator settings</source>
        <translation>分配器设置</translation>
    </message>
</context>
<context>
    <name>stagescope::RankTimePage</name>
    <message>
        <source>by number</source>
        <translation>按编号</translation>
    </message>
    <message>
        <source>by stage</source>
        <translation>按流水线阶段</translation>
    </message>
    <message>
        <source>worst first</source>
        <translation>最差在前</translation>
    </message>
    <message>
        <source>all in sight, the worst of each row</source>
        <translation>全部可见，每行取最差</translation>
    </message>
    <message>
        <source>all in sight, the mean of each row</source>
        <translation>全部可见，每行取均值</translation>
    </message>
    <message>
        <source>one rank in each row</source>
        <translation>每行一张卡</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Ranks over time</source>
        <translation>各卡随时间</translation>
    </message>
    <message>
        <source>A figure of all ranks over time, as a raster</source>
        <translation>所有卡的一项指标随时间的栅格图</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>waits for rank %1, %2 % of the time</source>
        <translation>等待卡 %1，占时间的 %2 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>worst: rank %1</source>
        <translation>最差：卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) with data</source>
        <translation>
            <numerusform>%n 张卡中 %1 张有数据</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::RemedyList</name>
    <message>
        <source>not replayed</source>
        <translation>未重放</translation>
    </message>
    <message>
        <source>No findings: there is nothing to mend.</source>
        <translation>没有专家建议：无需改进。</translation>
    </message>
    <message>
        <source>Mended together: the step takes %1 instead of %2 ms (%3 ms less).</source>
        <translation>一并改进后：迭代从 %2 ms 变为 %1 ms（减少 %3 ms）。</translation>
    </message>
    <message>
        <source>Remedy of</source>
        <translation>改进对象</translation>
    </message>
    <message>
        <source>Alone (ms)</source>
        <translation>单独（ms）</translation>
    </message>
    <message>
        <source>On top (ms)</source>
        <translation>追加（ms）</translation>
    </message>
    <message>
        <source>Findings that are taken as mended</source>
        <translation>视为已改进的专家建议</translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <translation>%1，阶段 %2</translation>
    </message>
    <message>
        <source>%1, too much</source>
        <translation>%1，放不下</translation>
    </message>
    <message>
        <source>Memory for time, estimated</source>
        <translation>以时间换内存（估算）</translation>
    </message>
    <message>
        <source>Won (GiB)</source>
        <translation>省下（GiB）</translation>
    </message>
    <message>
        <source>Step then (ms)</source>
        <translation>之后单步（ms）</translation>
    </message>
    <message>
        <source>Peak then (GiB)</source>
        <translation>之后峰值（GiB）</translation>
    </message>
    <message>
        <source>Step longer by (ms)</source>
        <translation>step 变长 (ms)</translation>
    </message>
</context>
<context>
    <name>stagescope::ReportModel</name>
    <message>
        <source>%1, with its table</source>
        <translation>%1（含表格）</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>stagescope::ReportPanel</name>
    <message numerus="yes">
        <source>%n picture(s) for the report, saved with this run</source>
        <translation>
            <numerusform>报告中有 %n 张图片，随此运行保存</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing added to the report yet. Ctrl+Shift+E adds the view in sight.</source>
        <translation>尚未向报告添加内容。按 Ctrl+Shift+E 添加当前视图。</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Earlier in the report (Alt+Up)</source>
        <translation>在报告中前移（Alt+Up）</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Later in the report (Alt+Down)</source>
        <translation>在报告中后移（Alt+Down）</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove from the report (Del)</source>
        <translation>从报告中移除（Del）</translation>
    </message>
</context>
<context>
    <name>stagescope::ReportText</name>
    <message>
        <source>keys and tokens (%1)</source>
        <translation>密钥和令牌（%1）</translation>
    </message>
    <message>
        <source>host names (%1)</source>
        <translation>主机名（%1）</translation>
    </message>
    <message>
        <source>user names (%1)</source>
        <translation>用户名（%1）</translation>
    </message>
    <message>
        <source>Contains %1. Before sending the report to others: --redact replaces them.</source>
        <translation>包含%1。将报告发给他人之前，可用 --redact 替换这些内容。</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>卡 %2 上的 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>%1 marked</source>
        <translation>已标出 %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 项</translation>
    </message>
    <message>
        <source>outlined: %1</source>
        <translation>框出：%1</translation>
    </message>
    <message>
        <source>No finding on communication.</source>
        <translation>未发现通信问题。</translation>
    </message>
    <message>
        <source>Time in communication operators, by rank</source>
        <translation>各卡通信算子耗时</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>transit, wait, synchronization, idle</source>
        <translation>传输、等待、同步、空闲</translation>
    </message>
    <message>
        <source>elapsed ms</source>
        <translation>总耗时 ms</translation>
    </message>
    <message>
        <source>transit ms</source>
        <translation>传输 ms</translation>
    </message>
    <message>
        <source>wait ms</source>
        <translation>等待 ms</translation>
    </message>
    <message>
        <source>synchronization ms</source>
        <translation>同步 ms</translation>
    </message>
    <message>
        <source>idle ms</source>
        <translation>空闲 ms</translation>
    </message>
    <message>
        <source>wait %</source>
        <translation>等待 %</translation>
    </message>
    <message>
        <source>synchronization %</source>
        <translation>同步 %</translation>
    </message>
    <message>
        <source>Green: transit, purple: waiting after the first packet, teal: waiting before it (synchronization, part of wait), grey: idle within operators. Sums over the operators of all groups, which may run at once. wait % = wait / (wait + transit).</source>
        <translation>绿色：传输；紫色：首包之后的等待；青色：首包之前的等待（同步，属于等待）；灰色：算子内空闲。为所有通信组算子之和，它们可能同时运行。等待 % = 等待 /（等待 + 传输）。</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows; all: table comm_time.</source>
        <translation>共 %2 行，仅示前 %1 行；全部见表 comm_time。</translation>
    </message>
    <message>
        <source>Bandwidth by transport</source>
        <translation>按传输类型的带宽</translation>
    </message>
    <message>
        <source>transport</source>
        <translation>传输类型</translation>
    </message>
    <message>
        <source>size MB</source>
        <translation>大小 MB</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>slowest rank</source>
        <translation>最慢的卡</translation>
    </message>
    <message>
        <source>its GB/s</source>
        <translation>其 GB/s</translation>
    </message>
    <message>
        <source>fastest rank</source>
        <translation>最快的卡</translation>
    </message>
    <message>
        <source>MB are 10^6 bytes; GB/s = size / transit time, over all steps. SDMA repeats what HCCS, PCIE and SIO carry.</source>
        <translation>MB 为 10^6 字节；GB/s = 大小 / 传输时间，统计全部步。SDMA 会重复计入 HCCS、PCIE 和 SIO 传输的内容。</translation>
    </message>
    <message>
        <source>Slowest links</source>
        <translation>最慢的链路</translation>
    </message>
    <message>
        <source>group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>from rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>to rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>% of the median of its transport</source>
        <translation>占同类传输中位数的 %</translation>
    </message>
    <message>
        <source>%1 of %2 links, all operators of a group in a step, that moved at least 1 MB. All: table comm_matrix.</source>
        <translation>共 %2 条链路中的 %1 条（一步中一个通信组的全部算子，传输量至少 1 MB）。全部见表 comm_matrix。</translation>
    </message>
    <message>
        <source>came last to</source>
        <translation>最后到达次数</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信数</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows.</source>
        <translation>共 %2 行，仅示前 %1 行。</translation>
    </message>
    <message>
        <source>All rows and digits:</source>
        <translation>全部行与全部位数：</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>识别结果</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件数</translation>
    </message>
    <message>
        <source>Parallel sizes</source>
        <translation>并行规模</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source> (%1 % of it)</source>
        <translation>（占 %1 %）</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed</source>
        <translation>
            <numerusform>%n 项检查通过</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n need(s) more data</source>
        <translation>
            <numerusform>，%n 项需要更多数据</numerusform>
        </translation>
    </message>
    <message>
        <source>Not checked: %1. %2</source>
        <translation>未检查：%1。%2</translation>
    </message>
    <message>
        <source>Added by hand</source>
        <translation>手工添加</translation>
    </message>
    <message>
        <source>Without pictures: they were drawn with names that this report does not tell.</source>
        <translation>不含图片：其中绘有本报告不公开的名称。</translation>
    </message>
    <message>
        <source>What changed against the baseline</source>
        <translation>相对基线的变化</translation>
    </message>
    <message>
        <source>All views</source>
        <translation>全部视图</translation>
    </message>
    <message>
        <source>More tables</source>
        <translation>更多表格</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Appendix</source>
        <translation>附录</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication (not overlapped)</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>after the last device work</source>
        <translation>最后一次设备工作之后</translation>
    </message>
    <message>
        <source>%1 % %2</source>
        <translation>%2 %1 %</translation>
    </message>
    <message>
        <source>A step takes %1 ms</source>
        <translation>每步耗时 %1 ms</translation>
    </message>
    <message>
        <source> (median of %1 steps)</source>
        <translation>（%1 步的中位数）</translation>
    </message>
    <message>
        <source>Of the time: %1</source>
        <translation>时间占比：%1</translation>
    </message>
    <message>
        <source>The step takes %1 ms, in the baseline %2 ms: %3 ms</source>
        <translation>每步耗时 %1 ms，基线为 %2 ms：%3 ms</translation>
    </message>
    <message>
        <source> (%1 %)</source>
        <translation>（%1 %）</translation>
    </message>
    <message>
        <source> (%1 %, %2)</source>
        <translation>（%1 %，%2）</translation>
    </message>
    <message>
        <source>%1 %2 ms</source>
        <translation>%1 %2 ms</translation>
    </message>
    <message>
        <source>%1. Largest causes: %2</source>
        <translation>%1。主要原因：%2</translation>
    </message>
    <message numerus="yes">
        <source>No cause found: %n check(s) passed</source>
        <translation>
            <numerusform>未找到原因：%n 项检查通过</numerusform>
        </translation>
    </message>
    <message>
        <source>Largest cause: %1</source>
        <translation>最大原因：%1</translation>
    </message>
    <message>
        <source>Largest cause: %1 (%2)</source>
        <translation>最大原因：%1（%2）</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>copies (not overlapped)</source>
        <translation>拷贝（未被掩盖）</translation>
    </message>
    <message>
        <source>; the same host calls take %1x the time, at equal host: %2 ms</source>
        <translation>；相同的主机调用耗时为 %1 倍，主机速度相同时：%2 ms</translation>
    </message>
    <message>
        <source>Ranks that were waited for</source>
        <translation>被等待的卡</translation>
    </message>
    <message>
        <source>waited for it ms</source>
        <translation>等待它 ms</translation>
    </message>
    <message>
        <source>Each wait followed to its end: the rank that came last may itself have waited. Collectives that join stages of a pipeline are left out: there it is the pipeline&apos;s order. One by one: table comm_late.</source>
        <translation>每次等待都追溯到尽头：最后到达的卡自己也可能在等待。连接流水线各阶段的集合通信不计入：那是流水线的顺序。逐个查看：表 comm_late。</translation>
    </message>
    <message>
        <source>%1. Rank %2 holds the job up</source>
        <translation>%1。卡 %2 拖住了整个作业</translation>
    </message>
</context>
<context>
    <name>stagescope::RooflinePage</name>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Bandwidth of the memory</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>Other units too</source>
        <translation>包括其他单元</translation>
    </message>
    <message>
        <source>Kernels without work of matrix units: element by element.</source>
        <translation>没有矩阵单元计算的内核：逐元素运算。</translation>
    </message>
    <message>
        <source>from the profile</source>
        <translation>来自采集数据</translation>
    </message>
    <message>
        <source>Dense, of FP16 and BF16; types of 8 bits have twice that.</source>
        <translation>稠密，FP16 与 BF16；8 位类型为其两倍。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线（Roofline）</translation>
    </message>
    <message>
        <source>Rate of each operator and shape against what the device can do</source>
        <translation>各算子与形状的计算速率，对照设备能力</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s), %1 ms</source>
        <translation>
            <numerusform>%n 次调用，%1 ms</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3 FLOP per byte</source>
        <translation>%1，%2，每字节 %3 FLOP</translation>
    </message>
    <message>
        <source>%1 % of the peak, %2 % of the roof</source>
        <translation>峰值的 %1 %，屋顶线的 %2 %</translation>
    </message>
    <message>
        <source>%1 % of the peak</source>
        <translation>峰值的 %1 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stagescope::RulePage</name>
    <message>
        <source>Thresholds of the findings</source>
        <translation>专家建议的阈值</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Findings follow at once and name what differs from the defaults. Double-click a value to change it.</source>
        <translation>问题项立即随之更新，并注明与默认值的差异。双击数值即可修改。</translation>
    </message>
    <message>
        <source>Reset Selected</source>
        <translation>重置所选</translation>
    </message>
    <message>
        <source>Reset All</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Select a threshold to see what its rule counts, what to do and where it comes from.</source>
        <translation>选中一个阈值，即可看到其规则计入什么、该做什么以及出处。</translation>
    </message>
    <message>
        <source>To copy</source>
        <translation>可复制：</translation>
    </message>
    <message>
        <source>When not</source>
        <translation>不适用：</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出处：</translation>
    </message>
    <message>
        <source>Rule of the threshold</source>
        <translation>该阈值的规则</translation>
    </message>
</context>
<context>
    <name>stagescope::RuleParametersModel</name>
    <message>
        <source>Looks for</source>
        <translation>查找内容</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
</context>
<context>
    <name>stagescope::RunListModel</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>不存在：%1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>采集时间</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Last opened</source>
        <translation>上次打开</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
</context>
<context>
    <name>stagescope::RunListView</name>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Known runs</source>
        <translation>打开过的运行</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open as Baseline</source>
        <translation>作为基线数据打开</translation>
    </message>
    <message numerus="yes">
        <source>Compare %n Runs</source>
        <translation>
            <numerusform>对比 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Edit Note</source>
        <translation>编辑备注</translation>
    </message>
    <message>
        <source>Remove from List</source>
        <translation>从列表中移除</translation>
    </message>
</context>
<context>
    <name>stagescope::RunsPage</name>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>by capture time</source>
        <translation>按采集时间</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>as chosen</source>
        <translation>按选择顺序</translation>
    </message>
    <message>
        <source>From traces</source>
        <translation>来自 trace</translation>
    </message>
    <message>
        <source>Times as worked out from all traces, which are read whole, instead of those that the profiler summed up where it did</source>
        <translation>耗时由完整读取的全部 trace 计算得出，而不使用采集工具汇总的数值</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the marked run (Enter, double click)</source>
        <translation>打开标出的运行（Enter 或双击）</translation>
    </message>
    <message>
        <source>Take as Baseline</source>
        <translation>设为基线数据</translation>
    </message>
    <message>
        <source>Compare the run that is open with the marked one (B)</source>
        <translation>将打开的运行与标出的运行对比（B）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Read no more runs; those that are there stay</source>
        <translation>不再读取其余运行，已读取的保留</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>多次运行</translation>
    </message>
    <message>
        <source>A figure over many runs</source>
        <translation>多次运行的指标</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Choose runs</source>
        <translation>选择运行</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 / %n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n not readable</source>
        <translation>
            <numerusform>，%n 次无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, steps %3 to %4</source>
        <translation>%1：%2，各 step 为 %3 至 %4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 个 step</numerusform>
        </translation>
    </message>
    <message>
        <source>Double click or Enter: open. B: take as baseline</source>
        <translation>双击或 Enter：打开；B：设为基线数据</translation>
    </message>
</context>
<context>
    <name>stagescope::ScopeBar</name>
    <message numerus="yes">
        <source>%1..., %n ranks)</source>
        <translation>
            <numerusform>%1……，%n 张卡)</numerusform>
        </translation>
    </message>
    <message>
        <source>all groups</source>
        <translation>所有通信域</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>所有迭代</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代（step）</translation>
    </message>
</context>
<context>
    <name>stagescope::SearchPanel</name>
    <message>
        <source>Type part of a slice&apos;s name into the search box (/). Enter goes to the next hit, Shift+Enter to the one before.</source>
        <translation>在搜索框（/）中输入色块名称的一部分。Enter 跳到下一个结果，Shift+Enter 跳到上一个。</translation>
    </message>
    <message>
        <source>Searching for &quot;%1&quot;...</source>
        <translation>正在搜索“%1”...</translation>
    </message>
    <message>
        <source>No slice of the loaded ranks has &quot;%1&quot; in its name.</source>
        <translation>已加载的卡中没有名称包含“%1”的色块。</translation>
    </message>
    <message>
        <source>Hit %1 of %2 for &quot;%3&quot;</source>
        <translation>“%3”的第 %1 个结果，共 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s) for &quot;%1&quot;</source>
        <translation>
            <numerusform>“%1”有 %n 个结果</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no regular expression: %2</source>
        <translation>“%1”不是正则表达式：%2</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source> (within the locked selection)</source>
        <translation>（仅限锁定的选区）</translation>
    </message>
    <message>
        <source>No slice in the locked selection has &quot;%1&quot; in its name.</source>
        <translation>锁定的选区内没有名称含“%1”的色块。</translation>
    </message>
</context>
<context>
    <name>stagescope::SelectionPanel</name>
    <message>
        <source>Adding up...</source>
        <translation>正在汇总...</translation>
    </message>
    <message>
        <source>All names</source>
        <translation>所有名称</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n slice(s), tracks %2, busy %3 (sum of durations %4)</source>
        <translation>
            <numerusform>%1：%n 个色块，泳道 %2 条，忙碌 %3（持续时间之和 %4）</numerusform>
        </translation>
    </message>
    <message>
        <source>Drag over rows of the timeline, or over any chart, to select a stretch of time: what runs in it is listed here by name.</source>
        <translation>在时间线的泳道上或任意图表上拖动以选中一段时间：其中运行的内容按名称列在这里。</translation>
    </message>
    <message>
        <source>Nothing to add up here: the visible ranks are not loaded completely, or nothing ran.</source>
        <translation>没有可统计的内容：可见的卡尚未完整加载，或没有任何运行。</translation>
    </message>
    <message>
        <source>%1 selected. %2. Busy: union of the slices of each track, added up over the tracks, so that nested slices count once.</source>
        <translation>已选中 %1。%2。忙碌：每条泳道上色块的并集，再对各泳道求和，嵌套的色块只计一次。</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>List the slices of all names</source>
        <translation>列出所有名称的色块</translation>
    </message>
</context>
<context>
    <name>stagescope::SettingField</name>
    <message>
        <source>Not written: %1</source>
        <translation>未写入：%1</translation>
    </message>
    <message>
        <source>%1
%2
Takes: %3. Unless told: %4.</source>
        <translation>%1
%2
取值：%3。默认：%4。</translation>
    </message>
</context>
<context>
    <name>stagescope::SettingForm</name>
    <message>
        <source>Find a setting</source>
        <translation>查找配置项</translation>
    </message>
</context>
<context>
    <name>stagescope::ShortcutsPage</name>
    <message>
        <source>Zoom in, out</source>
        <translation>放大、缩小</translation>
    </message>
    <message>
        <source>Pan left, right</source>
        <translation>左移、右移</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Scroll, pan sideways</source>
        <translation>滚动、左右平移</translation>
    </message>
    <message>
        <source>Zoom into a box</source>
        <translation>框选放大</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Fit the selection, fit all</source>
        <translation>适应选中、适应全部</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Next, previous hit (in the search box)</source>
        <translation>下一个、上一个结果（在搜索框中）</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Pages below the pipeline chart</source>
        <translation>流水线图下方的分析页</translation>
    </message>
    <message>
        <source>Critical path on the pipeline chart</source>
        <translation>流水线图上的关键路径</translation>
    </message>
    <message>
        <source>Next finding</source>
        <translation>下一条建议</translation>
    </message>
    <message>
        <source>Previous, next slice of the track</source>
        <translation>泳道内上一个、下一个色块</translation>
    </message>
    <message>
        <source>Follow a flow back, forward</source>
        <translation>沿连线后退、前进</translation>
    </message>
    <message>
        <source>Choose among flows</source>
        <translation>在多条连线中选择</translation>
    </message>
    <message>
        <source>Select the time of the slice</source>
        <translation>选中色块所在的时间范围</translation>
    </message>
    <message>
        <source>Memory on the pipeline chart</source>
        <translation>流水线图上的内存</translation>
    </message>
    <message>
        <source>Zoom into the selected time</source>
        <translation>放大到选中的时间</translation>
    </message>
    <message>
        <source>Go to the previous, next row</source>
        <translation>转到上一行、下一行</translation>
    </message>
    <message>
        <source>Collapse or expand the row</source>
        <translation>折叠或展开该行</translation>
    </message>
    <message>
        <source>Expand all, collapse all</source>
        <translation>全部展开、全部折叠</translation>
    </message>
    <message>
        <source>Pin the row, the same-named in all ranks, unpin all</source>
        <translation>置顶该泳道、置顶所有卡的同名泳道、取消全部置顶</translation>
    </message>
    <message>
        <source>Hide the row, show all hidden</source>
        <translation>隐藏该泳道、显示全部隐藏泳道</translation>
    </message>
    <message>
        <source>Move the row up, down</source>
        <translation>上移、下移该泳道</translation>
    </message>
    <message>
        <source>Streams of the device in one row, row height fit to view</source>
        <translation>合并该设备的流到一行、行高适应可见内容</translation>
    </message>
    <message>
        <source>Filter tracks by name</source>
        <translation>按名称过滤泳道</translation>
    </message>
    <message>
        <source>Find a track</source>
        <translation>查找泳道</translation>
    </message>
    <message>
        <source>Set the base slice</source>
        <translation>设置基准色块</translation>
    </message>
    <message>
        <source>Align start, end to the base slice</source>
        <translation>起点、终点对齐到基准色块</translation>
    </message>
    <message>
        <source>Type the rank&apos;s offset, reset all</source>
        <translation>输入该卡的时间偏移、恢复全部</translation>
    </message>
    <message>
        <source>Keep search and flows to the selected time</source>
        <translation>将搜索和连线限制在选中的时间内</translation>
    </message>
    <message>
        <source>Flows by category</source>
        <translation>按类别显示连线</translation>
    </message>
    <message>
        <source>Menu of the row</source>
        <translation>该泳道的菜单</translation>
    </message>
    <message>
        <source>Set a flag at the pointer (timeline)</source>
        <translation>在指针处设置标记（时间线）</translation>
    </message>
    <message>
        <source>Mark the selected time (timeline)</source>
        <translation>把选中的时间设为区域标记（时间线）</translation>
    </message>
    <message>
        <source>Delete selected mark, undo, redo</source>
        <translation>删除当前标记，撤销，重做</translation>
    </message>
    <message>
        <source>Drags select rows within tracks (timeline)</source>
        <translation>拖动时选中泳道内的行（时间线）</translation>
    </message>
    <message>
        <source>List the slices of the track (timeline)</source>
        <translation>列出泳道的色块（时间线）</translation>
    </message>
    <message>
        <source>All charts</source>
        <translation>所有图表</translation>
    </message>
    <message>
        <source>Slices (timeline)</source>
        <translation>色块（时间线）</translation>
    </message>
    <message>
        <source>Rows (timeline)</source>
        <translation>泳道（时间线）</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Filter keys</source>
        <translation>筛选快捷键</translation>
    </message>
    <message>
        <source>Many runs</source>
        <translation>多次运行</translation>
    </message>
    <message>
        <source>Open, rename, remove, bring back a run of the list</source>
        <translation>打开、重命名、移除、恢复列表中的运行</translation>
    </message>
    <message>
        <source>Previous, next run, open it, take it as baseline</source>
        <translation>上一个、下一个运行，打开，设为基线数据</translation>
    </message>
    <message>
        <source>From what waits on to its cause, and back</source>
        <translation>从等待处追溯其原因，返回</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Kernels of the previous, next bar; show them in the timeline</source>
        <translation>上一条、下一条柱形的内核；在时间线中显示</translation>
    </message>
    <message>
        <source>Go through the flame graph; show the call in the timeline</source>
        <translation>在火焰图中移动；在时间线中显示该调用</translation>
    </message>
</context>
<context>
    <name>stagescope::ShownTable</name>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Export as CSV...</source>
        <translation>导出为 CSV...</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>排序方式</translation>
    </message>
</context>
<context>
    <name>stagescope::SidesBar</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>stagescope::SliceListModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Start in the file, ns</source>
        <translation>文件中的开始，ns</translation>
    </message>
</context>
<context>
    <name>stagescope::SliceListView</name>
    <message>
        <source>%1: looking them up...</source>
        <translation>%1：正在查找...</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n slice(s)</source>
        <translation>
            <numerusform>%1：%n 个色块</numerusform>
        </translation>
    </message>
    <message>
        <source>(the first %L1 can be seen here, all are written as CSV)</source>
        <translation>（此处显示前 %L1 个，导出的 CSV 含全部）</translation>
    </message>
    <message>
        <source>(too many to be sorted)</source>
        <translation>（太多，未排序）</translation>
    </message>
    <message>
        <source>Export slices</source>
        <translation>导出色块</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Part of a name</source>
        <translation>名称的一部分</translation>
    </message>
    <message>
        <source>CSV...</source>
        <translation>CSV...</translation>
    </message>
    <message>
        <source>Write all rows as CSV</source>
        <translation>把所有行写为 CSV</translation>
    </message>
</context>
<context>
    <name>stagescope::SlicesPanel</name>
    <message>
        <source>Choose a track</source>
        <translation>选择泳道</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>卡 %1：%2</translation>
    </message>
    <message>
        <source>Every slice of one track: choose it here, or press E on the timeline for that of the selected slice.</source>
        <translation>一条泳道的所有色块：在此选择泳道，或在时间线上按 E 列出选中色块所在的泳道。</translation>
    </message>
</context>
<context>
    <name>stagescope::SlimPage</name>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Everything that is read</source>
        <translation>所有会读取的内容</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>left out: not read by any view or table</source>
        <translation>略去：没有视图或表读取</translation>
    </message>
    <message>
        <source>left out: told by another file, too</source>
        <translation>略去：另一个文件有同样的内容</translation>
    </message>
    <message>
        <source>left out: not needed for what was asked for</source>
        <translation>略去：所选问题不需要</translation>
    </message>
    <message>
        <source>left out: of ranks that were not asked for</source>
        <translation>略去：属于未选的卡</translation>
    </message>
    <message>
        <source>left out: could not be read</source>
        <translation>略去：无法读取</translation>
    </message>
    <message>
        <source>The copy is to answer</source>
        <translation>副本要回答</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Only these ranks: 0,2,4-7</source>
        <translation>仅这些卡：0,2,4-7</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>A new or empty folder, outside of the profile</source>
        <translation>新的或空的文件夹，不在该性能数据内</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>文件夹...</translation>
    </message>
    <message>
        <source>Write the Copy</source>
        <translation>写入副本</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled: nothing is left of the copy.</source>
        <translation>已取消：副本没有留下任何文件。</translation>
    </message>
    <message>
        <source>Open the Copy</source>
        <translation>打开副本</translation>
    </message>
    <message>
        <source>Folder in which the copy gets its own</source>
        <translation>在其中为副本建立文件夹的位置</translation>
    </message>
    <message>
        <source>choose what the copy is to answer</source>
        <translation>请选择副本要回答的问题</translation>
    </message>
    <message>
        <source>choose where the copy goes</source>
        <translation>请选择副本的位置</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>未打开任何数据。</translation>
    </message>
    <message>
        <source>Working out what it needs...</source>
        <translation>正在计算所需文件...</translation>
    </message>
    <message>
        <source>At most %1 of %2 (estimated): databases and traces are cut, text is compressed.</source>
        <translation>最多 %2 中的 %1（估算）：数据库和 trace 会裁剪，文本会压缩。</translation>
    </message>
    <message>
        <source>Nothing of this profile tells what was asked for.</source>
        <translation>该性能数据中没有能回答所选问题的内容。</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Written: %1 of %2</source>
        <translation>已写入：%2 中的 %1</translation>
    </message>
    <message>
        <source>no longer answered: %1</source>
        <translation>不再能回答：%1</translation>
    </message>
    <message>
        <source>Slim copy</source>
        <translation>精简副本</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>What becomes of them</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Of %1: %2 in files that are read</source>
        <translation>%1：会读取的文件共 %2</translation>
    </message>
    <message>
        <source>Rows of databases and CSV, events of traces and operators of communication files of these steps alone: 13, 13-15. Where steps stand in the timeline alone, it has to be loaded first.</source>
        <translation>仅保留这些迭代内的数据库行、CSV 行、trace 事件及通信文件中的算子：13, 13-15。若迭代信息只在时间线中，须先加载时间线。</translation>
    </message>
    <message>
        <source>All of %1 is needed for it; databases and traces may still become smaller.</source>
        <translation>%1 全部需要；数据库和 trace 仍可能变小。</translation>
    </message>
</context>
<context>
    <name>stagescope::SnapshotSession</name>
    <message>
        <source>rank %1 (stage %2)</source>
        <translation>卡 %1 · 阶段 %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
</context>
<context>
    <name>stagescope::SnippetPanel</name>
    <message>
        <source>Lines for</source>
        <translation>代码用途</translation>
    </message>
    <message>
        <source>from batches</source>
        <translation>由批大小得出</translation>
    </message>
    <message>
        <source>To be pasted into your training script.</source>
        <translation>粘贴到训练脚本中。</translation>
    </message>
    <message>
        <source>The global batch is no multiple of micro_batch * dp: change one of the three.</source>
        <translation>global_batch 不是 micro_batch * dp 的整数倍：请修改三者之一。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Lines of Python</source>
        <translation>Python 代码</translation>
    </message>
</context>
<context>
    <name>stagescope::SourceOffer</name>
    <message>
        <source>Load rank %1 from its source</source>
        <translation>从源数据加载卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>Load all %n rank(s) from their sources</source>
        <translation>
            <numerusform>从源数据加载全部 %n 张卡</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SourcePage</name>
    <message>
        <source>What lay in</source>
        <translation>原目录</translation>
    </message>
    <message>
        <source>lies here in</source>
        <translation>现在位于</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>文件夹...</translation>
    </message>
    <message>
        <source>Load from Source</source>
        <translation>从源数据加载</translation>
    </message>
    <message>
        <source>It is remembered for all digests of that folder.</source>
        <translation>将记住此对应关系，用于该目录的所有摘要。</translation>
    </message>
    <message>
        <source>Folder in which it lies here</source>
        <translation>现在所在的文件夹</translation>
    </message>
    <message>
        <source>Where Is the Source?</source>
        <translation>源数据在哪里？</translation>
    </message>
</context>
<context>
    <name>stagescope::SourceReader</name>
    <message numerus="yes">
        <source>Looking for the source of %n rank(s)</source>
        <translation>
            <numerusform>正在查找 %n 张卡的源数据</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading rank %1 from %2</source>
        <translation>正在从 %2 读取卡 %1</translation>
    </message>
    <message>
        <source>The source of rank %1 is not here: %2</source>
        <translation>卡 %1 的源数据不在此处：%2</translation>
    </message>
    <message>
        <source>Rank %1 is read from its source, which has changed since it was digested: see the import log in the drawer (Q)</source>
        <translation>卡 %1 已从源数据读取，但源数据在生成摘要后有改动：见抽屉（Q）中的加载日志</translation>
    </message>
    <message>
        <source>Rank %1 is read from its source: %2</source>
        <translation>卡 %1 已从源数据读取：%2</translation>
    </message>
    <message>
        <source>Rank %1 was not read from its source; its digest is shown. The import log in the drawer (Q) may say why</source>
        <translation>未能从源数据读取卡 %1，仍显示其摘要；原因可能见抽屉（Q）中的加载日志</translation>
    </message>
    <message>
        <source>Files of another profile lie where rank %1 should: %2</source>
        <translation>卡 %1 应在的位置是另一份性能数据的文件：%2</translation>
    </message>
    <message numerus="yes">
        <source>Back to the digest of %n rank(s)</source>
        <translation>
            <numerusform>%n 张卡已恢复为摘要</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::StacksPage</name>
    <message>
        <source>Call stacks</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>before the first event</source>
        <translation>首个事件之前</translation>
    </message>
    <message>
        <source>after event %1</source>
        <translation>事件 %1 之后</translation>
    </message>
    <message>
        <source>no range is selected, so all events; drag over Active memory to select one</source>
        <translation>未选择区间，因此为全部事件；在“活跃内存”上拖动可选择区间</translation>
    </message>
    <message>
        <source>events %1 to %2</source>
        <translation>事件 %1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 %, %n block(s)</source>
        <translation>
            <numerusform>%1，%2 %，%n 个内存块</numerusform>
        </translation>
    </message>
    <message>
        <source>In use at the peak</source>
        <translation>峰值时活跃</translation>
    </message>
    <message>
        <source>In use at the moment</source>
        <translation>所选时刻活跃</translation>
    </message>
    <message>
        <source>Allocated in the range</source>
        <translation>区间内分配</translation>
    </message>
    <message>
        <source>Allocated and not freed in the range</source>
        <translation>区间内分配且未释放</translation>
    </message>
    <message>
        <source>Never freed</source>
        <translation>从未释放</translation>
    </message>
    <message>
        <source>by first frame of the program</source>
        <translation>按程序的首个栈帧</translation>
    </message>
    <message>
        <source>by whole stack</source>
        <translation>按完整调用栈</translation>
    </message>
    <message>
        <source>Which blocks</source>
        <translation>哪些内存块</translation>
    </message>
    <message>
        <source>How blocks are put together</source>
        <translation>内存块的归并方式</translation>
    </message>
    <message>
        <source>Call stacks as a flame graph</source>
        <translation>调用栈火焰图</translation>
    </message>
</context>
<context>
    <name>stagescope::StartPage</name>
    <message>
        <source>Making the demo...</source>
        <translation>正在生成演示数据...</translation>
    </message>
    <message>
        <source>Open demo</source>
        <translation>打开演示数据</translation>
    </message>
    <message>
        <source>Open a profile</source>
        <translation>打开性能数据</translation>
    </message>
    <message>
        <source>Open folder...</source>
        <translation>打开文件夹...</translation>
    </message>
    <message>
        <source>Open file...</source>
        <translation>打开文件...</translation>
    </message>
    <message>
        <source>Open %1 instead</source>
        <translation>改为打开 %1</translation>
    </message>
    <message>
        <source>Drop a folder or file here: a cluster folder, a folder of many runs, the folder of one rank, a profiler database or a trace. Nothing is written into it. A second folder can be dropped beside it, to compare.</source>
        <translation>把文件夹或文件拖到这里：集群文件夹、包含多次运行的文件夹、单卡文件夹、采集数据库或 trace。不会向其中写入任何内容。还可以再拖入第二个文件夹进行对比。</translation>
    </message>
    <message>
        <source>Runs that were opened. A click or Enter opens, F2 renames, Del removes; several that are selected can be compared by a right click.</source>
        <translation>打开过的运行。单击或 Enter 打开，F2 重命名，Del 移除；选中多个后可右键对比。</translation>
    </message>
    <message>
        <source>Collect a profile...</source>
        <translation>采集性能数据...</translation>
    </message>
    <message>
        <source>Settings of the profiler: what will be recorded, what that will answer, what is wrong with them</source>
        <translation>采集配置：会采集什么、能回答什么、哪里有误</translation>
    </message>
</context>
<context>
    <name>stagescope::StatusStrip</name>
    <message>
        <source>looking for profiles</source>
        <translation>正在查找性能数据</translation>
    </message>
    <message>
        <source>shallow %1/%2</source>
        <translation>概览 %1/%2</translation>
    </message>
    <message>
        <source>deep %1/%2</source>
        <translation>完整 %1/%2</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>剩余 %1 秒</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>剩余 %1 分钟</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>memory %1 MiB</source>
        <translation>内存 %1 MiB</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Loading waits, what is there stays usable</source>
        <translation>加载暂停，已有内容仍可使用</translation>
    </message>
    <message>
        <source>Loading ends, what is there stays usable</source>
        <translation>加载结束，已有内容仍可使用</translation>
    </message>
    <message>
        <source>Memory that this program holds (RssAnon)</source>
        <translation>本程序占用的内存（RssAnon）</translation>
    </message>
    <message>
        <source>CPU time of the last frame: scene and replay</source>
        <translation>上一帧的 CPU 时间：场景与绘制</translation>
    </message>
</context>
<context>
    <name>stagescope::StepStrip</name>
    <message>
        <source>Nothing is recorded in a job of %1 steps.</source>
        <translation>任务共 %1 个迭代，什么也采集不到。</translation>
    </message>
    <message>
        <source>From step %1 on %2 of every %3 steps are recorded, until the job ends.</source>
        <translation>从迭代 %1 起，每 %3 个迭代采集 %2 个，直到任务结束。</translation>
    </message>
    <message>
        <source>Step %1 is recorded.</source>
        <translation>采集第 %1 个迭代。</translation>
    </message>
    <message>
        <source>Steps %1 to %2 are recorded, %3 in all.</source>
        <translation>采集迭代 %1 到 %2，共 %3 个。</translation>
    </message>
    <message>
        <source>%1 steps are recorded, from step %2 on.</source>
        <translation>从迭代 %2 起共采集 %1 个迭代。</translation>
    </message>
    <message>
        <source>This text cannot be read: %1</source>
        <translation>此文本无法读取：%1</translation>
    </message>
    <message>
        <source>Nothing is recorded as it stands. %1</source>
        <translation>按现状什么也采集不到。%1</translation>
    </message>
    <message>
        <source>A memory snapshot is taken; no steps are profiled.</source>
        <translation>只生成内存快照，不采集迭代。</translation>
    </message>
    <message>
        <source>Switched off: nothing is recorded until enable is true.</source>
        <translation>已关闭：enable 为 true 之前什么也不采集。</translation>
    </message>
    <message>
        <source>The profiler_config.json in that folder decides which steps are recorded.</source>
        <translation>采集哪些迭代由该文件夹中的 profiler_config.json 决定。</translation>
    </message>
    <message>
        <source>Everything is recorded, from start to stop.</source>
        <translation>从 start 到 stop 全部采集。</translation>
    </message>
    <message>
        <source>Nothing is recorded until start_step tells a step.</source>
        <translation>start_step 指定迭代之前什么也不采集。</translation>
    </message>
    <message>
        <source>Steps of the job: %1</source>
        <translation>任务的迭代：%1</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>迭代 %1：%2</translation>
    </message>
    <message>
        <source>Steps %1 to %2: %3</source>
        <translation>迭代 %1 到 %2：%3</translation>
    </message>
</context>
<context>
    <name>stagescope::StragglersPage</name>
    <message>
        <source>Stragglers</source>
        <translation>拖后者</translation>
    </message>
    <message>
        <source>rank %1, stage %2, replica %3</source>
        <translation>卡 %1 · 阶段 %2 · 副本 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>slow worker in %n step(s)</source>
        <translation>
            <numerusform>在 %n 个迭代中是慢卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Map of all ranks by how they hold the job up</source>
        <translation>所有卡的拖后程度图</translation>
    </message>
</context>
<context>
    <name>stagescope::StrategyPage</name>
    <message>
        <source>Parallel strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>rank %1: TP %2, CP %3, DP %4, PP %5, EP %6</source>
        <translation>卡 %1：TP %2，CP %3，DP %4，PP %5，EP %6</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>the worst of %n rank(s)</source>
        <translation>
            <numerusform>%n 张卡中最差的值</numerusform>
        </translation>
    </message>
    <message>
        <source>mean of all steps</source>
        <translation>所有迭代的均值</translation>
    </message>
    <message>
        <source>each rank</source>
        <translation>每张卡</translation>
    </message>
    <message>
        <source>TP folded</source>
        <translation>折叠 TP</translation>
    </message>
    <message>
        <source>TP and CP folded</source>
        <translation>折叠 TP 和 CP</translation>
    </message>
    <message>
        <source>Numbering</source>
        <translation>编号算法</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>着色</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>格子</translation>
    </message>
    <message>
        <source>Outlines</source>
        <translation>轮廓</translation>
    </message>
    <message>
        <source>From the metadata; type a size where it has none</source>
        <translation>默认取自元数据；元数据没有时请输入</translation>
    </message>
    <message>
        <source>Ranks by their places in the parallel dimensions</source>
        <translation>各卡在并行维度中的位置</translation>
    </message>
</context>
<context>
    <name>stagescope::SummaryView</name>
    <message>
        <source>Summary</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Order of ranks</source>
        <translation>卡的顺序</translation>
    </message>
    <message numerus="yes">
        <source>step %1
mean %2, shortest %3, longest %4 of %n rank(s)</source>
        <translation>
            <numerusform>迭代 %1
%n 张卡的平均值 %2，最短 %3，最长 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>baseline: %1, difference %2</source>
        <translation>基线数据：%1，差异 %2</translation>
    </message>
</context>
<context>
    <name>stagescope::SystemPanel</name>
    <message>
        <source>Chosen ranks</source>
        <translation>选中的卡（rank）</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Adding up...</source>
        <translation>正在统计……</translation>
    </message>
    <message>
        <source>Nothing to show: the visible ranks are not loaded completely, or the profile does not contain it.</source>
        <translation>没有可显示的内容：所选的卡尚未完全加载，或采集数据中没有此项。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Only the selected time</source>
        <translation>仅选中的时间段</translation>
    </message>
    <message>
        <source>Nothing to show: the profile does not contain it.</source>
        <translation>没有可显示的内容：性能数据中没有。</translation>
    </message>
</context>
<context>
    <name>stagescope::TableView</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
</context>
<context>
    <name>stagescope::TablesPage</name>
    <message>
        <source>all ranks</source>
        <translation>所有卡</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Both sides are the same: choose another one.</source>
        <translation>两侧相同：请另选一侧。</translation>
    </message>
    <message>
        <source>Comparing ...</source>
        <translation>正在对比……</translation>
    </message>
    <message>
        <source>Neither side has rows for this table: its ranks are not loaded yet, or the profile does not contain it.</source>
        <translation>两侧在此表中都没有数据：所选卡尚未加载，或数据中不包含该内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s), the largest change first</source>
        <translation>
            <numerusform>%n 行，变化最大的在前</numerusform>
        </translation>
    </message>
    <message>
        <source>Table of both sides</source>
        <translation>两侧的表格</translation>
    </message>
    <message>
        <source>%1: %2 against %3</source>
        <translation>%1：%2 对比 %3</translation>
    </message>
</context>
<context>
    <name>stagescope::TextPanel</name>
    <message>
        <source>The file as it will be saved: comments, order and keys of your own stay as they are.</source>
        <translation>将要保存的文件：注释、顺序和自有的键保持原样。</translation>
    </message>
    <message>
        <source>To be pasted where your program sets it; Save writes the values as JSON.</source>
        <translation>粘贴到程序设置它的地方；保存时以 JSON 写出各个值。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Text of the settings</source>
        <translation>配置文本</translation>
    </message>
    <message>
        <source>The command that sends these settings; Save writes what it sends, KEY=VALUE on each line.</source>
        <translation>发送这些配置的命令；保存时写出其发送的内容，每行一个 KEY=VALUE。</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineActions</name>
    <message>
        <source>Next Row</source>
        <translation>下一行</translation>
    </message>
    <message>
        <source>Previous Row</source>
        <translation>上一行</translation>
    </message>
    <message>
        <source>Collapse or Expand</source>
        <translation>折叠或展开</translation>
    </message>
    <message>
        <source>Collapse All</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Expand All</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Pin or Unpin</source>
        <translation>置顶或取消置顶</translation>
    </message>
    <message>
        <source>Pin Same-named in All Ranks</source>
        <translation>置顶所有卡的同名泳道</translation>
    </message>
    <message>
        <source>Unpin All</source>
        <translation>取消全部置顶</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Show All Hidden</source>
        <translation>显示全部隐藏泳道</translation>
    </message>
    <message>
        <source>Move Row Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move Row Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Streams of the Device in One Row</source>
        <translation>合并该设备的流到一行</translation>
    </message>
    <message>
        <source>Fit Row Height to View</source>
        <translation>行高适应可见内容</translation>
    </message>
    <message>
        <source>Show Python Call Stacks</source>
        <translation>显示 Python 调用栈</translation>
    </message>
    <message>
        <source>Show SET and WAIT Events</source>
        <translation>显示 SET 和 WAIT 事件</translation>
    </message>
    <message>
        <source>Filter Tracks</source>
        <translation>过滤泳道</translation>
    </message>
    <message>
        <source>Find Track...</source>
        <translation>查找泳道...</translation>
    </message>
    <message>
        <source>Set or Clear Base Slice</source>
        <translation>设置或清除基准色块</translation>
    </message>
    <message>
        <source>Align Start to Base Slice</source>
        <translation>起点对齐到基准色块</translation>
    </message>
    <message>
        <source>Align End to Base Slice</source>
        <translation>终点对齐到基准色块</translation>
    </message>
    <message>
        <source>Align All Ranks to Their Start</source>
        <translation>所有卡按起点对齐</translation>
    </message>
    <message>
        <source>Offset of the Rank...</source>
        <translation>该卡的时间偏移...</translation>
    </message>
    <message>
        <source>Reset All Offsets</source>
        <translation>恢复全部时间偏移</translation>
    </message>
    <message>
        <source>Lock Selection</source>
        <translation>锁定选区</translation>
    </message>
    <message>
        <source>Show Flows by Category...</source>
        <translation>按类别显示连线...</translation>
    </message>
    <message>
        <source>Set Flag</source>
        <translation>设置标记</translation>
    </message>
    <message>
        <source>Mark the Selected Time</source>
        <translation>把选中的时间设为区域标记</translation>
    </message>
    <message>
        <source>Delete Selected Mark</source>
        <translation>删除当前标记</translation>
    </message>
    <message>
        <source>Undo Mark Change</source>
        <translation>撤销对标记的更改</translation>
    </message>
    <message>
        <source>Redo Mark Change</source>
        <translation>重做对标记的更改</translation>
    </message>
    <message>
        <source>Box Selects Rows within Tracks</source>
        <translation>框选泳道内的行</translation>
    </message>
    <message>
        <source>List the Slices of the Track</source>
        <translation>列出泳道的色块</translation>
    </message>
    <message>
        <source>Pair Ranks with the Baseline</source>
        <translation>各卡与基线数据成对排列</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Zoom to Slice</source>
        <translation>放大到色块</translation>
    </message>
    <message>
        <source>Show in Pipeline</source>
        <translation>在流水线图中显示</translation>
    </message>
    <message>
        <source>Find Same Name</source>
        <translation>查找同名色块</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Load the Rank from Its Source</source>
        <translation>从源数据加载该卡</translation>
    </message>
    <message>
        <source>Back to the Digest of the Rank</source>
        <translation>将该卡恢复为摘要</translation>
    </message>
    <message>
        <source>Use Such Ranges as Steps</source>
        <translation>将此类区间作为迭代</translation>
    </message>
    <message>
        <source>Use the Profiler&apos;s Steps</source>
        <translation>使用采集工具的迭代</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineAlignment</name>
    <message>
        <source>Base slice set: select a slice of another rank, then L aligns starts, R ends</source>
        <translation>已设置基准色块：选中另一张卡的色块后，L 对齐起点，R 对齐终点</translation>
    </message>
    <message>
        <source>No base slice. Select a slice and press Shift+B to set one</source>
        <translation>没有基准色块。选中一个色块并按 Shift+B 设置</translation>
    </message>
    <message>
        <source>To align, select a slice of another rank than that of the base slice</source>
        <translation>请选中与基准色块不同卡的色块再对齐</translation>
    </message>
    <message>
        <source>Rank %1 shifted by %2</source>
        <translation>卡 %1 平移 %2</translation>
    </message>
    <message>
        <source>Offset of rank %1 in ns (later is positive):</source>
        <translation>卡 %1 的时间偏移（ns，向后为正）：</translation>
    </message>
    <message>
        <source>Select a stretch of time to lock it</source>
        <translation>请先选中一段时间再锁定</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineBar</name>
    <message>
        <source>%1 of %2, from %3</source>
        <translation>%1 / %2，起于 %3</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Show everything (Ctrl+0)</source>
        <translation>显示全部（Ctrl+0）</translation>
    </message>
    <message>
        <source>Zoom in (W)</source>
        <translation>放大（W）</translation>
    </message>
    <message>
        <source>Zoom out (S)</source>
        <translation>缩小（S）</translation>
    </message>
    <message>
        <source>Visible time, of all, and how far from the first event it begins</source>
        <translation>可见时长、总时长，以及距首个事件的起点</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>Show only these ranks, for example 0,2-5</source>
        <translation>只显示这些卡，例如 0,2-5</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Collapse, pin, hide, merge, align</source>
        <translation>折叠、置顶、隐藏、合并、对齐</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Show flows by category</source>
        <translation>按类别显示连线</translation>
    </message>
    <message>
        <source>All tracks</source>
        <translation>全部泳道</translation>
    </message>
    <message>
        <source>Show only tracks with this in their name, or in that of their process (T)</source>
        <translation>只显示名称或所属进程名称含此文本的泳道（T）</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>已隐藏 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all hidden rows (Shift+H)</source>
        <translation>显示全部隐藏的行（Shift+H）</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineEmptyPage</name>
    <message>
        <source>Load rank %1 now</source>
        <translation>立即加载卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>Load all %n rank(s) now</source>
        <translation>
            <numerusform>立即加载全部 %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Load rank %1 from its source</source>
        <translation>从源数据加载卡 %1</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineFlows</name>
    <message>
        <source>Follow Flow To</source>
        <translation>沿连线跳转到</translation>
    </message>
    <message>
        <source>Follow Flow Back To</source>
        <translation>沿连线回到</translation>
    </message>
    <message>
        <source>None but those of the selected slice</source>
        <translation>只显示选中色块的连线</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Communication of ranks with each other</source>
        <translation>各卡之间的通信</translation>
    </message>
    <message>
        <source>No such flows between the ranks shown</source>
        <translation>所显示的卡之间没有此类连线</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineOverlay</name>
    <message>
        <source>locked</source>
        <translation>已锁定</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineTexts</name>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Hidden rows come back with a click</source>
        <translation>单击可重新显示隐藏的泳道</translation>
    </message>
    <message>
        <source>shifted by hand: %1 ns</source>
        <translation>手动平移：%1 ns</translation>
    </message>
    <message>
        <source>Duration %1</source>
        <translation>持续时间 %1</translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation>开始 %1</translation>
    </message>
    <message>
        <source>%1 to %2 within this pixel</source>
        <translation>此像素内 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Name of a track</source>
        <translation>泳道名称</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
</context>
<context>
    <name>stagescope::ViewTabs</name>
    <message>
        <source>Alt+%1</source>
        <translation>Alt+%1</translation>
    </message>
</context>
<context>
    <name>stagescope::WatchPage</name>
    <message>
        <source>being written</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>not parsed</source>
        <translation>未解析</translation>
    </message>
    <message>
        <source>broken off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <source>its parser has ended (analyse.done)</source>
        <translation>解析已结束（analyse.done）</translation>
    </message>
    <message>
        <source>nothing changed for some seconds, its files are whole</source>
        <translation>数秒内没有变化，文件完整</translation>
    </message>
    <message>
        <source>it still changes</source>
        <translation>仍在变化</translation>
    </message>
    <message>
        <source>raw data without end_info.done: being recorded, or killed</source>
        <translation>原始数据没有 end_info.done：正在采集，或进程被终止</translation>
    </message>
    <message>
        <source>recorded (end_info.done): run the profiler&apos;s analyse() to parse it</source>
        <translation>已采集（end_info.done）：用 profiler 的 analyse() 解析</translation>
    </message>
    <message>
        <source>nothing in it yet</source>
        <translation>还没有内容</translation>
    </message>
    <message>
        <source>a file of it is not whole</source>
        <translation>有文件不完整</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>文件夹...</translation>
    </message>
    <message>
        <source>Another folder to watch: the one that the profiler writes into</source>
        <translation>监视另一个文件夹：profiler 写入的文件夹</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>No more looks at the folder; closing this window goes on watching</source>
        <translation>不再查看该文件夹；关闭此窗口不会停止监视</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Open the marked capture (Enter, double click)</source>
        <translation>打开标出的采集（Enter 或双击）</translation>
    </message>
    <message>
        <source>Compare All</source>
        <translation>全部对比</translation>
    </message>
    <message>
        <source>All complete captures over time, on the page Runs; those that come join them</source>
        <translation>在“运行”页按时间对比所有完整的采集；新到达的会自动加入</translation>
    </message>
    <message>
        <source>Folder to watch</source>
        <translation>要监视的文件夹</translation>
    </message>
    <message>
        <source>Looking...</source>
        <translation>正在查看...</translation>
    </message>
    <message>
        <source>Nothing is watched. Choose the folder that the profiler writes into, or drop it here.</source>
        <translation>没有监视任何文件夹。请选择 profiler 写入的文件夹，或拖放到这里。</translation>
    </message>
    <message>
        <source>Waiting for the folder: %1</source>
        <translation>等待该文件夹：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>number of captures in a state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No capture yet. It appears here when a profiler makes its folder or file.</source>
        <translation>还没有采集。profiler 建立文件夹或文件后会显示在这里。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>The profiler&apos;s logs say nothing of captures that failed (looked for in log/, logs/ and plog/ of the folder, and in captures that are not complete).</source>
        <translation>profiler 的日志中没有采集失败的记录（查看了该文件夹的 log/、logs/、plog/，以及不完整的采集）。</translation>
    </message>
    <message>
        <source>What the profiler&apos;s logs say, the newest first:</source>
        <translation>profiler 日志中的记录，最新的在前：</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>监视文件夹</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件数</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>File and line</source>
        <translation>文件和行</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Show All</source>
        <translation>查看全部</translation>
    </message>
    <message>
        <source>Open the folder as what its captures are together: ranks of one run (of each the newest), or runs</source>
        <translation>把文件夹中的采集作为一个整体打开：同一运行的各卡（每卡取最新的），或多个运行</translation>
    </message>
</context>
<context>
    <name>stagescope::WhatIfControls</name>
    <message>
        <source>As measured (%1)</source>
        <translation>与实测相同（%1）</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>与实测相同</translation>
    </message>
    <message>
        <source>All alike</source>
        <translation>全部均衡</translation>
    </message>
    <message>
        <source>Layers %1</source>
        <translation>层数 %1</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>No time</source>
        <translation>不耗时</translation>
    </message>
    <message>
        <source>Twice as long</source>
        <translation>两倍时间</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次（microbatch）</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>分块数</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段（stage）</translation>
    </message>
    <message>
        <source>Fixed rank</source>
        <translation>修复的卡（rank）</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Launch delays</source>
        <translation>下发延迟</translation>
    </message>
    <message>
        <source>Show below the measured rows</source>
        <translation>显示在实测行下方</translation>
    </message>
    <message>
        <source>Recomputation of layers</source>
        <translation>整层重计算</translation>
    </message>
    <message>
        <source>Recomputation of attention</source>
        <translation>注意力重计算</translation>
    </message>
    <message>
        <source>Recomputation of activations</source>
        <translation>激活函数重计算</translation>
    </message>
    <message>
        <source>Recomputation of norms</source>
        <translation>归一化重计算</translation>
    </message>
    <message>
        <source>Swapping of attention</source>
        <translation>注意力换出</translation>
    </message>
    <message>
        <source>Memory for time</source>
        <translation>以时间换内存</translation>
    </message>
</context>
<context>
    <name>stagescope::WhatIfPage</name>
    <message>
        <source>What-if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Variability</source>
        <translation>波动</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Rest</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Memory: %1.</source>
        <translation>内存：%1。</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>90 % interval</source>
        <translation>90 % 区间</translation>
    </message>
    <message>
        <source>Change (ms)</source>
        <translation>变化（ms）</translation>
    </message>
    <message>
        <source>Activations held</source>
        <translation>持有激活份数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>What-if results</source>
        <translation>假设分析的回答</translation>
    </message>
    <message>
        <source>Where the measured time goes, and how the what-if changes it</source>
        <translation>实测时间的去向，以及所问带来的变化</translation>
    </message>
    <message>
        <source>Bound by stage %1: it works longer than the others and hardly waits between its cells.</source>
        <translation>受限于阶段 %1：它的工作比其他阶段长，单元之间几乎不等待。</translation>
    </message>
    <message>
        <source>Work, mean of the ranks</source>
        <translation>工作（各卡平均）</translation>
    </message>
    <message>
        <source>Inherent to the schedule</source>
        <translation>调度固有空泡</translation>
    </message>
    <message>
        <source>Stage imbalance</source>
        <translation>阶段不均衡</translation>
    </message>
    <message>
        <source>Cells shorter than mean</source>
        <translation>单元短于均值</translation>
    </message>
    <message>
        <source>Late starts</source>
        <translation>开始过晚</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>Window as measured</source>
        <translation>实测窗口</translation>
    </message>
    <message>
        <source>Window then</source>
        <translation>之后的窗口</translation>
    </message>
    <message>
        <source>ms of the pipeline&apos;s window per step</source>
        <translation>每 step 的流水线窗口 ms</translation>
    </message>
    <message>
        <source>Window (ms)</source>
        <translation>窗口 (ms)</translation>
    </message>
    <message>
        <source>Bubble of window</source>
        <translation>窗口的气泡</translation>
    </message>
</context>
<context>
    <name>stagescope::WindowActions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;File...</source>
        <translation>打开文件(&amp;F)...</translation>
    </message>
    <message>
        <source>Open F&amp;older...</source>
        <translation>打开文件夹(&amp;O)...</translation>
    </message>
    <message>
        <source>Open &amp;Baseline...</source>
        <translation>打开基线数据(&amp;B)...</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export Picture...</source>
        <translation>导出图片(&amp;E)...</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Navigator</source>
        <translation>数据管理器(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Drawer</source>
        <translation>抽屉(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Fit All</source>
        <translation>适应全部(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Undo Zoom</source>
        <translation>撤销缩放(&amp;U)</translation>
    </message>
    <message>
        <source>Red&amp;o Zoom</source>
        <translation>重做缩放(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>D&amp;eselect</source>
        <translation>取消选中(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Stagescope</source>
        <translation>关于 Stagescope(&amp;A)</translation>
    </message>
    <message>
        <source>Frame Ti&amp;me</source>
        <translation>帧时间(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Commands...</source>
        <translation>命令(&amp;C)...</translation>
    </message>
    <message>
        <source>T&amp;hresholds of Findings...</source>
        <translation>专家建议的阈值(&amp;H)...</translation>
    </message>
    <message>
        <source>Co&amp;py Picture</source>
        <translation>复制图片(&amp;P)</translation>
    </message>
    <message>
        <source>Keys of Both</source>
        <translation>两者的快捷键</translation>
    </message>
    <message>
        <source>Keys of Insight</source>
        <translation>Insight 的快捷键</translation>
    </message>
    <message>
        <source>Keys of Perfetto</source>
        <translation>Perfetto 的快捷键</translation>
    </message>
    <message>
        <source>Close B&amp;aseline</source>
        <translation>关闭基线数据(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Export &amp;Table...</source>
        <translation>导出表格(&amp;T)...</translation>
    </message>
    <message>
        <source>Export Repo&amp;rt...</source>
        <translation>导出报告(&amp;R)...</translation>
    </message>
    <message>
        <source>Leave the text field, deselect</source>
        <translation>离开输入框、取消选中</translation>
    </message>
    <message>
        <source>Commands, found by typing</source>
        <translation>命令面板：键入即可查找</translation>
    </message>
    <message>
        <source>This page</source>
        <translation>本页</translation>
    </message>
    <message>
        <source>&amp;Colour Kernels by Bound</source>
        <translation>内核按瓶颈着色(&amp;C)</translation>
    </message>
    <message>
        <source>Colour kernels by what bounds them, or by name</source>
        <translation>内核按瓶颈或按名称着色</translation>
    </message>
    <message>
        <source>A&amp;dd to Report</source>
        <translation>添加到报告(&amp;D)</translation>
    </message>
    <message>
        <source>Add the view in sight to the report</source>
        <translation>将当前视图添加到报告</translation>
    </message>
    <message>
        <source>Co&amp;llect a Profile...</source>
        <translation>采集性能数据(&amp;L)...</translation>
    </message>
    <message>
        <source>Collect a profile: settings of profilers</source>
        <translation>采集性能数据：采集器的配置</translation>
    </message>
    <message>
        <source>&amp;Watch Folder...</source>
        <translation>监视文件夹(&amp;W)...</translation>
    </message>
    <message>
        <source>&amp;Slim Copy...</source>
        <translation>精简副本(&amp;S)...</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>Flag %1</source>
        <translation>标记 %1</translation>
    </message>
    <message>
        <source>Range %1</source>
        <translation>区域 %1</translation>
    </message>
</context>
</TS>
