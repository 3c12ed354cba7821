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
        <source>schedule() in a script</source>
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
        <source>no data recorded</source>
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
        <source>Fully loaded</source>
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
        <translation>数据有缺失</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>batched send/receive</source>
        <translation>批量发送和接收</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>空泡</translation>
    </message>
    <message>
        <source>Bubble = window − busy (% of window)</source>
        <translation>空泡 = 窗口 − 忙碌（占窗口的 %）</translation>
    </message>
    <message>
        <source>bubble %1 ms, %2 %</source>
        <translation>空泡 %1 ms，%2 %</translation>
    </message>
    <message>
        <source>bubble %1 ms, %2 % of %3 ms (window − busy)</source>
        <translation>空泡 %1 ms，占 %3 ms 的 %2 %（窗口 − 忙碌）</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>No pipeline cells in this profile. Set mstx=True and mark forward and backward with mstx ranges (torch_npu.npu.mstx.range_start), or run msprof-analyze&apos;s pp_chart to create StepTaskInfo.</source>
        <translation>此数据中没有流水线单元。采集时设置 mstx=True，并用 mstx 打点（torch_npu.npu.mstx.range_start）标记前向和反向；或运行 msprof-analyze 的 pp_chart 生成 StepTaskInfo。</translation>
    </message>
    <message>
        <source>Looking for pipeline cells...</source>
        <translation>正在查找流水线单元……</translation>
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
        <translation>仅主机时间</translation>
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
        <source>microbatch numbers inferred from order</source>
        <translation>微批次编号按顺序推断</translation>
    </message>
    <message>
        <source>microbatch numbers from the file</source>
        <translation>微批次编号来自文件</translation>
    </message>
    <message>
        <source>overlapped cells split by the ratio of mean F to mean B (estimated)</source>
        <translation>前反向掩盖单元按 F、B 均值之比拆分（估算）</translation>
    </message>
    <message>
        <source>no data: rank not found</source>
        <translation>无数据：未找到此卡</translation>
    </message>
    <message>
        <source>no data: rank has no cells</source>
        <translation>无数据：此卡没有流水线单元</translation>
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
        <translation>自迭代 %1 开始计</translation>
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
        <source>Unreadable lines were skipped</source>
        <translation>已跳过无法读取的行</translation>
    </message>
    <message>
        <source>File rejected: it contains code that would have to be executed, or its type is unsupported</source>
        <translation>文件被拒绝：内容须执行代码才能读取，或不支持该类型</translation>
    </message>
    <message>
        <source>Rows with unreadable values were skipped</source>
        <translation>已跳过值无法读取的行</translation>
    </message>
    <message>
        <source>Damaged table: only the rows before the damage were read</source>
        <translation>数据表已损坏：仅读取损坏之前的行</translation>
    </message>
    <message>
        <source>The database is truncated</source>
        <translation>数据库不完整（被截断）</translation>
    </message>
    <message>
        <source>The database has an uncommitted journal (WAL); a copy of both was read</source>
        <translation>数据库有尚未写回的日志（WAL）；已通过副本一并读取</translation>
    </message>
    <message>
        <source>Several folders claim the same rank</source>
        <translation>多个文件夹对应同一张卡</translation>
    </message>
    <message>
        <source>A link to a parent folder was not followed</source>
        <translation>未跟随指向上级文件夹的链接</translation>
    </message>
    <message>
        <source>No profile found here</source>
        <translation>此处未找到性能数据</translation>
    </message>
    <message>
        <source>No file contains the rank ID</source>
        <translation>没有文件给出卡号</translation>
    </message>
    <message>
        <source>The file is truncated before it can be recognized as a trace; it was skipped</source>
        <translation>文件在能识别为 trace 之前即被截断，已跳过</translation>
    </message>
    <message>
        <source>A folder has the name of a profile file</source>
        <translation>文件夹与采集数据文件同名</translation>
    </message>
    <message>
        <source>A folder was found again under another name</source>
        <translation>同一文件夹以另一名称重复出现</translation>
    </message>
    <message>
        <source>Folders more than 8 levels deep were not searched</source>
        <translation>未搜索 8 层以下的文件夹</translation>
    </message>
    <message>
        <source>Too many files; the rest were not searched</source>
        <translation>文件过多，其余未搜索</translation>
    </message>
    <message>
        <source>No permission to read a file or folder</source>
        <translation>没有读取文件或文件夹的权限</translation>
    </message>
    <message>
        <source>Invalid request for this file</source>
        <translation>对此文件的请求无效</translation>
    </message>
    <message>
        <source>Loading was cancelled</source>
        <translation>加载已取消</translation>
    </message>
    <message>
        <source>The file changed during or after loading</source>
        <translation>文件在加载期间或之后发生了变化</translation>
    </message>
    <message>
        <source>Internal error</source>
        <translation>程序内部错误</translation>
    </message>
    <message>
        <source>A limit was exceeded (memory, size or count); everything before it was read</source>
        <translation>超出上限（内存、大小或数量）；此前的内容已读取</translation>
    </message>
    <message>
        <source>A link pointing outside the opened folder was not followed</source>
        <translation>未跟随指向所打开文件夹之外的链接</translation>
    </message>
    <message>
        <source>Lists referenced several times in the file were read once</source>
        <translation>文件中多次引用的列表只读取一次</translation>
    </message>
    <message>
        <source>The content does not match the file name or header</source>
        <translation>文件内容与文件名或文件头不符</translation>
    </message>
    <message>
        <source>No permission to read the file</source>
        <translation>没有读取此文件的权限</translation>
    </message>
    <message>
        <source>The file no longer exists</source>
        <translation>文件已不存在</translation>
    </message>
    <message>
        <source>System error while reading</source>
        <translation>读取时发生系统错误</translation>
    </message>
    <message>
        <source>The file is truncated; everything before the end was read</source>
        <translation>文件被截断；此前的内容已读取</translation>
    </message>
    <message>
        <source>The text contains control characters that are invalid in JSON</source>
        <translation>文本中含有 JSON 不允许的控制字符</translation>
    </message>
    <message>
        <source>Counter events without a value were skipped</source>
        <translation>已跳过没有值的计数事件</translation>
    </message>
    <message>
        <source>Events with invalid JSON were skipped</source>
        <translation>已跳过 JSON 无效的事件</translation>
    </message>
    <message>
        <source>Invalid JSON outside the events</source>
        <translation>事件之外的 JSON 无效</translation>
    </message>
    <message>
        <source>Oversized events were skipped</source>
        <translation>已跳过过大的事件</translation>
    </message>
    <message>
        <source>Complete events without a duration are shown as instants</source>
        <translation>没有持续时间的完整事件按瞬时事件显示</translation>
    </message>
    <message>
        <source>Events without a phase (ph) were skipped</source>
        <translation>已跳过没有 ph 字段的事件</translation>
    </message>
    <message>
        <source>Entries that are not events were skipped</source>
        <translation>已跳过不是事件的条目</translation>
    </message>
    <message>
        <source>The file is truncated; events before the break were read</source>
        <translation>文件被截断；已读取此前的事件</translation>
    </message>
    <message>
        <source>Unknown metadata events were skipped</source>
        <translation>已跳过未知类型的元数据事件</translation>
    </message>
    <message>
        <source>Events with an unknown phase (ph) were skipped</source>
        <translation>已跳过未知 ph 类型的事件</translation>
    </message>
    <message>
        <source>Begin events without an end event</source>
        <translation>没有结束事件的开始事件</translation>
    </message>
    <message>
        <source>Slices with a negative duration are shown as points</source>
        <translation>持续时间为负的色块显示为时间点</translation>
    </message>
    <message>
        <source>Slices that overlap without nesting are drawn on separate rows</source>
        <translation>重叠但不嵌套的色块已分行绘制</translation>
    </message>
    <message>
        <source>on demand</source>
        <translation>按需加载</translation>
    </message>
    <message>
        <source>Slices nested too deeply were skipped</source>
        <translation>已跳过嵌套过深的色块</translation>
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
        <source>Begin events without an end event are shown up to the end of the trace</source>
        <translation>没有结束事件的开始事件显示到记录末尾</translation>
    </message>
    <message>
        <source>End events without a begin event were skipped</source>
        <translation>已跳过没有开始事件的结束事件</translation>
    </message>
    <message>
        <source>Flows without a start were skipped</source>
        <translation>已跳过没有起点的连线</translation>
    </message>
    <message>
        <source>Flows without an end were skipped</source>
        <translation>已跳过没有终点的连线</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Cell type</source>
        <translation>单元类型</translation>
    </message>
    <message>
        <source>Virtual chunk</source>
        <translation>虚拟流水线块（chunk）</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
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
        <source>Duration (ns)</source>
        <translation>持续时间（ns）</translation>
    </message>
    <message>
        <source>End in file (ns)</source>
        <translation>文件中的结束时间（ns）</translation>
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
        <source>Flow in from</source>
        <translation>入线</translation>
    </message>
    <message>
        <source>Flow out to</source>
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
        <source>Microbatch source</source>
        <translation>微批次来源</translation>
    </message>
    <message>
        <source>Operation type</source>
        <translation>操作类型</translation>
    </message>
    <message>
        <source>Parent slice</source>
        <translation>父色块</translation>
    </message>
    <message>
        <source>Same name on track: occurrences</source>
        <translation>同泳道同名：次数</translation>
    </message>
    <message>
        <source>Same name: mean duration</source>
        <translation>同名：平均持续时间</translation>
    </message>
    <message>
        <source>Same name: rank by duration</source>
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
        <source>File size (bytes)</source>
        <translation>文件大小（字节）</translation>
    </message>
    <message>
        <source>Start, relative to step</source>
        <translation>开始（自迭代起）</translation>
    </message>
    <message>
        <source>Start in file (ns)</source>
        <translation>文件中的开始时间（ns）</translation>
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
        <translation>含此迭代的卡</translation>
    </message>
    <message>
        <source>Longest (rank)</source>
        <translation>最长（卡）</translation>
    </message>
    <message>
        <source>Step time breakdown</source>
        <translation>迭代耗时构成</translation>
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
        <source>Loading the timeline...</source>
        <translation>正在加载时间线……</translation>
    </message>
    <message>
        <source>The timelines of these ranks are not loaded: they may be large.</source>
        <translation>这些卡的时间线尚未加载：数据量可能很大。</translation>
    </message>
    <message>
        <source>Nothing is open. Open or drop a profile folder or trace file.</source>
        <translation>未打开任何数据。请打开或拖放性能数据文件夹或 trace 文件。</translation>
    </message>
    <message>
        <source>Counters: %1. Click to expand</source>
        <translation>计数器：%1。单击展开</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Operator call stacks</source>
        <translation>算子的调用栈</translation>
    </message>
    <message>
        <source>Set with_stack=True.</source>
        <translation>设置 with_stack=True。</translation>
    </message>
    <message>
        <source>Communication matrix and link bandwidth</source>
        <translation>通信矩阵和链路带宽</translation>
    </message>
    <message>
        <source>Set profiler_level=Level1 or higher and parse the profile.</source>
        <translation>设置 profiler_level=Level1 或更高，并解析数据。</translation>
    </message>
    <message>
        <source>Data loading wait time</source>
        <translation>等待数据加载的时间</translation>
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
        <source>Use a framework that records its communication groups, or call prof.add_metadata_json(&apos;distributed_args&apos;, ...).</source>
        <translation>使用会记录通信域的框架采集，或调用 prof.add_metadata_json(&apos;distributed_args&apos;, ...)。</translation>
    </message>
    <message>
        <source>Memory over time and by operator</source>
        <translation>内存随时间的变化及按算子的占用</translation>
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
        <source>Mark forward and backward with mstx ranges; set mstx=True and export_type=Db (profiler_level=Level_none is enough).</source>
        <translation>用 mstx 打点标记前向和反向，设置 mstx=True 和 export_type=Db（profiler_level=Level_none 即可）。</translation>
    </message>
    <message>
        <source>Operand shapes and types</source>
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
        <source>Call torch_npu.npu.memory._record_memory_history() early and _dump_snapshot() at the point of interest.</source>
        <translation>尽早调用 torch_npu.npu.memory._record_memory_history()，并在关注内存处调用 _dump_snapshot()。</translation>
    </message>
    <message>
        <source>Start and end of each step</source>
        <translation>各迭代的开始和结束</translation>
    </message>
    <message>
        <source>Use torch_npu.profiler.schedule and call prof.step() after each step.</source>
        <translation>使用 torch_npu.profiler.schedule，并在每个迭代后调用 prof.step()。</translation>
    </message>
    <message>
        <source>Collect device activity (activities=[CPU, NPU], profiler_level=Level1 or higher) and keep the exported trace or database.</source>
        <translation>采集设备活动：activities=[CPU, NPU]，profiler_level=Level1 或更高，并保留导出的 trace 或数据库。</translation>
    </message>
    <message>
        <source>Host, device and communication timeline</source>
        <translation>主机、设备和通信的时间线</translation>
    </message>
    <message>
        <source>Keep trace_view.json or the profiler database: export_type=[Text, Db], and let the profiler parse the raw data.</source>
        <translation>保留 trace_view.json 或性能数据库：export_type=[Text, Db]，并让 profiler 解析原始数据。</translation>
    </message>
    <message>
        <source>Computing (not overlapped)</source>
        <translation>计算（未掩盖）</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲（Free）</translation>
    </message>
    <message>
        <source>Communication, not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>掩盖</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>预处理时间（Preparing）</translation>
    </message>
    <message>
        <source>Tail (after the last operation)</source>
        <translation>尾部空闲</translation>
    </message>
    <message>
        <source>Total</source>
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
        <source>An implausibly large parallel size was ignored</source>
        <translation>已忽略不合理的并行规模</translation>
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
        <source>Current: %1.</source>
        <translation>当前：%1。</translation>
    </message>
    <message>
        <source>Open a profile folder, a rank folder or a file (Ctrl+O, or drop it here).</source>
        <translation>请打开性能数据文件夹、单卡文件夹或文件（Ctrl+O，或拖放到此处）。</translation>
    </message>
    <message>
        <source>Nothing to query.</source>
        <translation>没有可查询的内容。</translation>
    </message>
    <message>
        <source>No profile found here.</source>
        <translation>此处未找到性能数据。</translation>
    </message>
    <message>
        <source>Reading...</source>
        <translation>正在读取……</translation>
    </message>
    <message>
        <source>No device work and no step_trace_time found. Collect device activity (activities=[CPU, NPU] with profiler_level=Level0 or higher, or [CPU, CUDA]) and keep the exported trace, database or step_trace_time.csv.</source>
        <translation>未找到设备任务和 step_trace_time。请采集设备活动（activities=[CPU, NPU] 且 profiler_level=Level0 或更高，或 [CPU, CUDA]），并保留导出的 trace、数据库或 step_trace_time.csv。</translation>
    </message>
    <message>
        <source>Parallel sizes and groups unknown. They are read from profiler_metadata.json (distributed_args, parallel_group_info), written by Megatron and MindSpeed.</source>
        <translation>并行规模和通信域未知。它们来自 Megatron 和 MindSpeed 生成的 profiler_metadata.json（distributed_args、parallel_group_info）。</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
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
        <translation>卡（已找到 / 应有）</translation>
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
        <source>rank files</source>
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
        <source>Reading... %1 of %2 rank(s)</source>
        <translation>正在读取…… %1 / %2 张卡</translation>
    </message>
    <message>
        <source>%1 stage(s), %2 replica(s) (from communication groups)</source>
        <translation>%1 个阶段，%2 个副本（来自通信域）</translation>
    </message>
    <message>
        <source>from device work (intervals)</source>
        <translation>来自设备任务（时间区间）</translation>
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
        <source>from step_trace_time</source>
        <translation>来自 step_trace_time</translation>
    </message>
    <message>
        <source>%1 stage(s), %2 replica(s) (from parallel sizes)</source>
        <translation>%1 个阶段，%2 个副本（来自并行规模）</translation>
    </message>
    <message>
        <source>Whole capture (ms)</source>
        <translation>整个采集（ms）</translation>
    </message>
    <message>
        <source>Step %1 (ms)</source>
        <translation>迭代 %1（ms）</translation>
    </message>
    <message>
        <source>step %1, the median of %2 step(s), in ms</source>
        <translation>迭代 %1（%2 个迭代的中位数），单位 ms</translation>
    </message>
    <message>
        <source>Vertical: stage; horizontal: replica; strip: time breakdown</source>
        <translation>纵向：阶段；横向：副本；色条：耗时构成</translation>
    </message>
    <message>
        <source>Available data</source>
        <translation>可用数据</translation>
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
        <source>Parallel strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Data after the end of the trace was ignored</source>
        <translation>trace 结尾之后的内容已忽略</translation>
    </message>
    <message>
        <source>Left (ms)</source>
        <translation>左（ms）</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>Right (ms)</source>
        <translation>右（ms）</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Two ranks are needed: open a folder with several ranks, or a second folder as the baseline.</source>
        <translation>需要两张卡：请打开含多张卡的文件夹，或将第二个文件夹作为基线数据打开。</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Profiler settings differ; this alone can change the times.</source>
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
        <source>The table has a header but no rows</source>
        <translation>表格只有表头，没有数据行</translation>
    </message>
    <message>
        <source>No difference in recorded versions, environment variables and profiler settings.</source>
        <translation>已记录的版本、环境变量和采集设置没有差异。</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>%2 的卡 %1</translation>
    </message>
    <message>
        <source>Step time breakdown in ms (left: %1, right: %2)</source>
        <translation>迭代耗时构成，单位 ms（左：%1，右：%2）</translation>
    </message>
    <message>
        <source>Whole capture</source>
        <translation>整个采集</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Computing and communication times of this rank are unknown; load its timeline.</source>
        <translation>该卡的计算和通信时间未知；请加载其时间线。</translation>
    </message>
    <message>
        <source>Unreadable arguments</source>
        <translation>无法读取参数</translation>
    </message>
    <message>
        <source>From files and settings; each gap names the setting that fills it</source>
        <translation>由文件和采集设置得出；每项缺失均给出补齐方法</translation>
    </message>
    <message>
        <source>None of the selected ranks has a timeline.</source>
        <translation>所选的卡均无时间线。</translation>
    </message>
    <message>
        <source>This profile has no timeline. Keep trace_view.json or the profiler database (export_type=[Text, Db]) and let the profiler parse the raw data.</source>
        <translation>此数据没有时间线。请保留 trace_view.json 或性能数据库（export_type=[Text, Db]），并让 profiler 解析原始数据。</translation>
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
        <source>cells inferred from device work between sends and receives</source>
        <translation>由发送与接收之间的设备任务推断的单元</translation>
    </message>
    <message>
        <source>communication, not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>inferred from flows</source>
        <translation>由连线推断</translation>
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
        <source>microbatch numbers inferred from the schedule</source>
        <translation>微批次编号由调度推断</translation>
    </message>
    <message>
        <source>microbatch uncertain</source>
        <translation>微批次不确定</translation>
    </message>
    <message>
        <source>overlapped cells split by their kernels, otherwise by the ratio of mean F to mean B (estimated)</source>
        <translation>前反向掩盖单元按其内核拆分，否则按 F、B 均值之比拆分（估算）</translation>
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
        <source>microbatch inferred from the schedule</source>
        <translation>微批次由调度推断</translation>
    </message>
    <message>
        <source>microbatch inferred from order</source>
        <translation>微批次按顺序推断</translation>
    </message>
    <message>
        <source>microbatch from the file</source>
        <translation>微批次来自文件</translation>
    </message>
    <message>
        <source>microbatch uncertain (several match)</source>
        <translation>微批次不确定（有多个匹配）</translation>
    </message>
    <message>
        <source>framework range, device times</source>
        <translation>框架打点，设备时间</translation>
    </message>
    <message>
        <source>inferred from flows between operators</source>
        <translation>由算子之间的连线推断</translation>
    </message>
    <message>
        <source>framework range, host times only</source>
        <translation>框架打点，仅主机时间</translation>
    </message>
    <message>
        <source>inferred from device work between P2P transfers</source>
        <translation>由点对点通信之间的设备任务推断</translation>
    </message>
    <message>
        <source>named by an analysis tool, device times</source>
        <translation>由分析工具命名，设备时间</translation>
    </message>
    <message>
        <source>Outline: earliest start to latest end</source>
        <translation>轮廓：最早开始到最晚结束</translation>
    </message>
    <message>
        <source>Solid: median start to median end over all replicas of the stage, relative to each replica&apos;s step window</source>
        <translation>实心：该阶段所有副本的开始中位数到结束中位数，相对各副本的迭代窗口起点</translation>
    </message>
    <message>
        <source>Vertical: stage; horizontal: replica; warm = bad</source>
        <translation>纵向：流水线阶段；横向：副本；暖色 = 差</translation>
    </message>
    <message>
        <source>%1 of %2 pipeline(s) analyzed</source>
        <translation>已分析 %1/%2 条流水线</translation>
    </message>
    <message>
        <source>Mean backward (ms)</source>
        <translation>反向均值（ms）</translation>
    </message>
    <message>
        <source>Bubble share (%)</source>
        <translation>空泡占比（%）</translation>
    </message>
    <message>
        <source>Busy share (%)</source>
        <translation>忙碌占比（%）</translation>
    </message>
    <message>
        <source>Mean forward (ms)</source>
        <translation>前向均值（ms）</translation>
    </message>
    <message>
        <source>Step window (ms)</source>
        <translation>迭代窗口（ms）</translation>
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
        <source>Host duration</source>
        <translation>主机侧持续时间</translation>
    </message>
    <message>
        <source>Host start (ns)</source>
        <translation>主机侧开始时间（ns）</translation>
    </message>
    <message>
        <source>Ideal start (ns, from stage means)</source>
        <translation>理想开始时间（ns，按各阶段均值）</translation>
    </message>
    <message>
        <source>Input from</source>
        <translation>输入来自</translation>
    </message>
    <message>
        <source>Lateness vs. ideal</source>
        <translation>相对理想排布的延迟</translation>
    </message>
    <message>
        <source>Output to</source>
        <translation>输出到</translation>
    </message>
    <message>
        <source>Ends matched by</source>
        <translation>两端配对依据</translation>
    </message>
    <message>
        <source>Receiver wait</source>
        <translation>接收端等待</translation>
    </message>
    <message>
        <source>Sender wait</source>
        <translation>发送端等待</translation>
    </message>
    <message>
        <source>Transfer time</source>
        <translation>传输时间</translation>
    </message>
    <message>
        <source>schedule %1, match %2 %</source>
        <translation>调度 %1，匹配度 %2 %</translation>
    </message>
    <message>
        <source>group chosen by user</source>
        <translation>通信域由用户指定</translation>
    </message>
    <message>
        <source>group inferred from P2P transfers</source>
        <translation>通信域由点对点通信关系推断</translation>
    </message>
    <message>
        <source>Stage %1 is slower than the others: %2 ms per step</source>
        <translation>阶段 %1 比其他阶段慢：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with every cell at the mean of all stages.</source>
        <translation>估算：假设每个单元取所有阶段的平均耗时，重放调度得出。</translation>
    </message>
    <message>
        <source>Move layers away from stage %1, or split its extra work (embedding, loss).</source>
        <translation>把部分层从阶段 %1 移到其他阶段，或拆分其额外工作（embedding、loss）。</translation>
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
        <source>No step has all pipeline cells: load or collect every rank.</source>
        <translation>没有迭代包含流水线的全部单元：请加载或采集所有卡。</translation>
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
        <source>The table ends inside its last row, which was read</source>
        <translation>表格在最后一行内中断，该行已读取</translation>
    </message>
    <message>
        <source>waiting for peer</source>
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
        <source>All participants of a transfer end at the same time.</source>
        <translation>一次传输的各参与方同时结束。</translation>
    </message>
    <message>
        <source>The clock of %1 is %2 ms ahead of %3 (±%4 ms).</source>
        <translation>%1 的时钟比 %3 快 %2 ms（±%4 ms）。</translation>
    </message>
    <message>
        <source>Times are aligned: the figures here are corrected for it.</source>
        <translation>时间已对齐：此处的数值已修正该偏差。</translation>
    </message>
    <message>
        <source>Times are raw: figures that compare ranks of different hosts include the offset.</source>
        <translation>时间为原始值：比较不同主机上各卡的数值包含该偏差。</translation>
    </message>
    <message>
        <source>Threshold: %1 ms.</source>
        <translation>阈值：%1 ms。</translation>
    </message>
    <message>
        <source>Synchronize the hosts with one time server (chrony, PTP); until then, compare hosts with aligned times only.</source>
        <translation>让各主机与同一时间服务器同步（chrony、PTP）；在此之前请仅用对齐后的时间比较主机。</translation>
    </message>
    <message>
        <source>Host clock skew</source>
        <translation>主机时钟不一致</translation>
    </message>
    <message>
        <source>Host clocks cannot be compared: no transfer and no dependency between hosts was recorded.</source>
        <translation>无法比较各主机的时钟：没有记录到主机之间的传输或依赖。</translation>
    </message>
    <message>
        <source>P2P transfers between stages: %1 ms per step</source>
        <translation>阶段间点对点传输：每个迭代 %1 ms</translation>
    </message>
    <message numerus="yes">
        <source>Median transfer time of all links: %1 ms (%n transfer(s) measured).</source>
        <translation>
            <numerusform>各链路传输时间的中位数：%1 ms（实测 %n 次传输）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check the transport and load of these links; post receives earlier so that they overlap with computing, or send less data (sequence parallelism, smaller microbatches).</source>
        <translation>检查这些链路的链路方式与负载；提前下发接收，使其被计算掩盖；或减少传输量（序列并行、更小的微批次）。</translation>
    </message>
    <message>
        <source>Slow P2P transfers between stages</source>
        <translation>阶段间点对点传输慢</translation>
    </message>
    <message>
        <source>Slow link between ranks %1 and %2 (%3x slower than similar links): %4 ms per step</source>
        <translation>卡 %1 与卡 %2 之间为慢链路（耗时为同类链路的 %3 倍）：每个迭代 %4 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with this link at the usual transfer time.</source>
        <translation>估算：假设该链路取正常传输时间，重放调度得出。</translation>
    </message>
    <message numerus="yes">
        <source>Transfer time: %1 ms here (median of %2), %3 ms on %n other link(s) of this type.</source>
        <translation>
            <numerusform>传输时间：此链路 %1 ms（%2 次的中位数），其余 %n 条同类链路 %3 ms。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reference: inter-host links.</source>
        <translation>参考：主机间链路。</translation>
    </message>
    <message>
        <source>%1x the transfer time (threshold: %2x), %3x the spread of the other links (threshold: %4x).</source>
        <translation>传输时间为 %1 倍（阈值：%2 倍），偏离为其他链路离散度的 %3 倍（阈值：%4 倍）。</translation>
    </message>
    <message>
        <source>Reference: intra-host links.</source>
        <translation>参考：主机内链路。</translation>
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
        <source>Only one link of each type: no reference to compare with.</source>
        <translation>每类链路只有一条：没有可比较的对象。</translation>
    </message>
    <message>
        <source>Host clocks disagree and times are raw: align clocks.</source>
        <translation>各主机时钟不一致且时间为原始值：请对齐时钟。</translation>
    </message>
    <message>
        <source>Uneven cells of the same type and stage: %1 ms per step</source>
        <translation>同类型同阶段的单元耗时不均：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with every cell at the mean of its type and stage.</source>
        <translation>估算：假设每个单元取其类型与阶段的均值，重放调度得出。</translation>
    </message>
    <message>
        <source>Widest spread: cells %2 of rank %1 take %3 ms to %4 ms.</source>
        <translation>离散最大：卡 %1 的单元 %2 耗时 %3 ms～%4 ms。</translation>
    </message>
    <message>
        <source>Give microbatches equal work (sequence lengths, experts); check for interference: garbage collection, other processes, frequency drops.</source>
        <translation>使各微批次工作量相同（序列长度、专家）；检查干扰：垃圾回收、其他进程、降频。</translation>
    </message>
    <message>
        <source>Uneven cells within a stage</source>
        <translation>同阶段单元耗时不均</translation>
    </message>
    <message>
        <source>Uneven microbatch lengths: %1 ms per step</source>
        <translation>微批次长度不均衡：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Assumes the same data can be split into microbatches of equal length.</source>
        <translation>假设同样的数据可以切成等长的微批次。</translation>
    </message>
    <message>
        <source>Forward and backward of a microbatch are long together in all stages (correlation %1, threshold %2), and the long ones change from step to step; lengths vary by %3 % (threshold %4 %).</source>
        <translation>同一微批次的前向和反向在所有阶段同时偏长（相关系数 %1，阈值 %2），且偏长的微批次随迭代变化；长度离散 %3 %（阈值 %4 %）。</translation>
    </message>
    <message>
        <source>Threshold: %1 % of the step.</source>
        <translation>阈值：迭代的 %1 %。</translation>
    </message>
    <message>
        <source>Pack or sort samples so that microbatches have similar token counts.</source>
        <translation>对样本打包或排序，使每个微批次的 token 数大致相同。</translation>
    </message>
    <message>
        <source>Uneven microbatch lengths</source>
        <translation>微批次长度不均衡</translation>
    </message>
    <message>
        <source>Not enough data: at least three steps and eight microbatches are needed.</source>
        <translation>数据不足：至少需要三个迭代和八个微批次。</translation>
    </message>
    <message>
        <source>Slow rank %1 (slower than the same stage in other replicas): %2 ms per step</source>
        <translation>慢卡 %1（慢于其他副本的同一阶段）：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with this rank at the usual speed of its stage.</source>
        <translation>估算：假设该卡与同阶段其他卡一样快，重放调度得出。</translation>
    </message>
    <message>
        <source>Rank %2 (stage %3, replica %4) takes %1 % longer for the same work.</source>
        <translation>卡 %2（阶段 %3，副本 %4）上同样的工作慢 %1 %。</translation>
    </message>
    <message>
        <source>Slow in %1 of %2 step(s) (from %3 to %4).</source>
        <translation>%2 个迭代中有 %1 个偏慢（从 %3 到 %4）。</translation>
    </message>
    <message>
        <source>z = %1 (threshold: 4, with 5 % extra work and %2 % of the step).</source>
        <translation>z = %1（阈值：4，且工作耗时多 5 %、占迭代 %2 %）。</translation>
    </message>
    <message>
        <source>Compare frequency, temperature, power and load of rank %1 with other ranks of its stage; swap the device to see whether the slowness moves with it.</source>
        <translation>将卡 %1 的频率、温度、功耗和负载与同阶段其他卡比较；更换设备，看慢的现象是否随之转移。</translation>
    </message>
    <message>
        <source>Rank %1 is slow in some steps: %2 ms per step</source>
        <translation>卡 %1 在部分迭代中偏慢：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Slow ranks</source>
        <translation>慢卡</translation>
    </message>
    <message>
        <source>Only one pipeline recorded: a slow rank cannot be distinguished from a slow stage. Record another replica, or run the stage on another device.</source>
        <translation>只采集了一条流水线：慢卡与慢阶段无法区分。请采集另一个副本，或把该阶段放到另一台设备上运行。</translation>
    </message>
    <message>
        <source>The cells have times of the host alone, where ranks share the cores of a machine: unequal times are not unequal work.</source>
        <translation>单元只有主机时间，而同一主机上的各卡共用其 CPU 核：耗时不等并不表示工作量不等。</translation>
    </message>
    <message>
        <source>No step has all cells of all pipelines, or the pipelines differ in length.</source>
        <translation>没有任何迭代包含所有流水线的全部单元，或各流水线长度不同。</translation>
    </message>
    <message>
        <source>Assumes the work can be spread evenly over the stages.</source>
        <translation>假设工作量可以在各阶段之间均匀分配。</translation>
    </message>
    <message>
        <source>Assumes the layers of a stage can be split into equal chunks.</source>
        <translation>假设一个阶段的层可以切成等长的块（chunk）。</translation>
    </message>
    <message>
        <source>Cells and transfers explain only %1 % of the measured window: time between cells (host, loss, other work) is excluded on both sides.</source>
        <translation>单元和传输只解释了实测窗口的 %1 %：单元之间的时间（主机、loss、其他工作）两侧均未计入。</translation>
    </message>
    <message>
        <source>Fixed rank: median of the same stage in the other pipelines.</source>
        <translation>修复后的卡：取其他流水线同一阶段的中位数。</translation>
    </message>
    <message>
        <source>Fixed rank: median of the other stages.</source>
        <translation>修复后的卡：取其他阶段的中位数。</translation>
    </message>
    <message>
        <source>Some cells have host times only: no device work recorded.</source>
        <translation>部分单元只有主机时间：没有采集到设备任务。</translation>
    </message>
    <message>
        <source>Assumes equal time per layer, taken from the stage with the cheapest layers; extra work of a stage (embedding, loss) stays there.</source>
        <translation>假设所有层耗时相同，取每层耗时最少的阶段；阶段的额外工作（embedding、loss）保持不变。</translation>
    </message>
    <message>
        <source>Overlapped cells hide %1 % of their communication (as set).</source>
        <translation>前反向掩盖单元掩盖其中 %1 % 的通信（按设定）。</translation>
    </message>
    <message>
        <source>Overlapped cells are %1 % shorter than forward and backward in sequence (measured).</source>
        <translation>前反向掩盖单元比前向、反向依次执行短 %1 %（实测）。</translation>
    </message>
    <message>
        <source>No overlap assumed: no overlapped cell was measured.</source>
        <translation>按无掩盖计算：没有实测到前反向掩盖单元。</translation>
    </message>
    <message>
        <source>Measured cells and median transfers, each cell starting as soon as its inputs arrive; the change is relative to the same replay with launch delays.</source>
        <translation>单元取实测值，传输取中位数，输入到齐即开始；变化相对于带下发延迟的同一重放。</translation>
    </message>
    <message>
        <source>Each rank holds two stages: weights and gradients need twice the memory.</source>
        <translation>每张卡持有两个阶段，权重和梯度需要两倍内存。</translation>
    </message>
    <message>
        <source>needs %1 MiB of %2 MiB</source>
        <translation>需要 %1 MiB，共 %2 MiB</translation>
    </message>
    <message>
        <source>needs %1 MiB, %2 MiB used; device memory size unknown</source>
        <translation>需要 %1 MiB，实测使用 %2 MiB；设备内存大小未知</translation>
    </message>
    <message>
        <source>needs %1 MiB (≤ %2 MiB measured)</source>
        <translation>需要 %1 MiB（不超过实测的 %2 MiB）</translation>
    </message>
    <message>
        <source>no allocator data in this profile: set profile_memory=True</source>
        <translation>本次采集没有内存分配器的数据：设置 profile_memory=True</translation>
    </message>
    <message>
        <source>Not possible: a stage has no forward or no backward.</source>
        <translation>数据不足：有的阶段没有前向或没有反向。</translation>
    </message>
    <message>
        <source>Not possible: launch delays are available only for the measured order with nothing else changed.</source>
        <translation>数据不足：仅在实测顺序且其他不变时才知道下发延迟。</translation>
    </message>
    <message>
        <source>Not possible: %1.</source>
        <translation>不可行：%1。</translation>
    </message>
    <message>
        <source>Not possible: the schedule has %1 stage(s) and some were not recorded.</source>
        <translation>数据不足：该调度有 %1 个阶段，部分阶段没有采集到。</translation>
    </message>
    <message>
        <source>Not possible: cells are missing or unnumbered, so the step cannot be replayed.</source>
        <translation>数据不足：单元有缺失或没有编号，无法重放。</translation>
    </message>
    <message>
        <source>Not possible: unknown schedule.</source>
        <translation>数据不足：未知的调度。</translation>
    </message>
    <message>
        <source>Balanced stages</source>
        <translation>各阶段均衡</translation>
    </message>
    <message>
        <source>Rank %1 fixed</source>
        <translation>修复卡 %1</translation>
    </message>
    <message>
        <source>Layers %1 → %2</source>
        <translation>层数 %1 → %2</translation>
    </message>
    <message>
        <source>Measured</source>
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
        <source>Current (simulated)</source>
        <translation>现状（仿真）</translation>
    </message>
    <message>
        <source>Transfer time x%1</source>
        <translation>传输时间 ×%1</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设条件</translation>
    </message>
    <message>
        <source>Findings follow when all ranks are read (%2 of %1 so far).</source>
        <translation>读完全部 %1 张卡后给出结论（已读 %2 张）。</translation>
    </message>
    <message>
        <source>Findings follow when all files are read.</source>
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
        <source>Thread names are missing; ranks inferred from thread numbers</source>
        <translation>缺少线程名称；卡号由线程编号推断</translation>
    </message>
    <message>
        <source>Open a profile to see its findings.</source>
        <translation>打开性能数据后，问题项显示在此处。</translation>
    </message>
    <message>
        <source>Evidence and thresholds</source>
        <translation>依据与阈值</translation>
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
        <source>the job does not go on</source>
        <translation>作业无法继续</translation>
    </message>
    <message>
        <source>no direct time cost</source>
        <translation>本身不耗时</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>未发现问题项。</translation>
    </message>
    <message>
        <source>Not judged: ranks read: %2 of %1. Load the others in the Data Manager.</source>
        <translation>未给出结论：%1 张卡中只读取了 %2 张。请在数据管理器中加载其余的卡。</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>改进建议</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>定位</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <translation>数据不足，未检查：%1</translation>
    </message>
    <message>
        <source>Checking...</source>
        <translation>正在检查……</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>专家建议</translation>
    </message>
    <message>
        <source>Data imbalance: microbatch lengths vary by %1 % (forward and backward together); equal lengths would save %2 ms per step.</source>
        <translation>数据不均衡：微批次长度离散 %1 %（前向与反向同步变化）；若等长，每个迭代可节省 %2 ms。</translation>
    </message>
    <message>
        <source>No step has all cells on all ranks of all pipelines: load or collect every rank.</source>
        <translation>没有迭代包含所有流水线、所有卡的全部单元：请加载或采集每张卡。</translation>
    </message>
    <message>
        <source>Replayed step: %1 ms with measured costs, %2 ms with mean costs (slowdown %3x, %4 step(s)).</source>
        <translation>重放的迭代：按实测耗时 %1 ms，按均值 %2 ms（变慢 %3 倍，%4 个迭代）。</translation>
    </message>
    <message>
        <source>Time in cells (ms per step)</source>
        <translation>单元内时间（ms/迭代）</translation>
    </message>
    <message>
        <source>Slowdown caused by this rank (x)</source>
        <translation>仅由该卡造成的变慢倍数</translation>
    </message>
    <message>
        <source>Time outside cells (ms per step)</source>
        <translation>单元外时间（ms/迭代）</translation>
    </message>
    <message>
        <source>Work vs. stage (%)</source>
        <translation>相对所在阶段的工作耗时（%）</translation>
    </message>
    <message>
        <source>Stage imbalance: stage %1 has %2 % more work than the median stage; balanced stages would save %3 ms per step.</source>
        <translation>阶段不均衡：阶段 %1 的工作比中位阶段多 %2 %；阶段均衡后每个迭代可省 %3 ms。</translation>
    </message>
    <message>
        <source>No slow ranks.</source>
        <translation>没有慢卡。</translation>
    </message>
    <message>
        <source>Only one pipeline: a rank that is slow in every step cannot be distinguished from a slow stage.</source>
        <translation>只有一条流水线：在所有迭代中都慢的卡无法与慢阶段区分。</translation>
    </message>
    <message>
        <source>Slow ranks: %1; the slowest takes %2 % longer than its stage and costs %3 ms per step.</source>
        <translation>慢卡：%1；最慢的一张比所在阶段慢 %2 %，每个迭代损失 %3 ms。</translation>
    </message>
    <message>
        <source>Links without two ranks were skipped</source>
        <translation>已跳过未标明两张卡的链路</translation>
    </message>
    <message>
        <source>cluster_analysis_output disagrees with the rank folders</source>
        <translation>cluster_analysis_output 与各卡的数据不一致</translation>
    </message>
    <message>
        <source>Ranks missing from cluster_analysis_output</source>
        <translation>cluster_analysis_output 中缺少的卡（行）</translation>
    </message>
    <message>
        <source>Rows of cluster_analysis_output missing from the rank folders</source>
        <translation>cluster_analysis_output 中有而各卡没有的行</translation>
    </message>
    <message>
        <source>Metadata assigns a position in a communication group to another rank</source>
        <translation>元数据把通信域内的位置分配给了另一张卡</translation>
    </message>
    <message>
        <source>Negative times or sizes, used unchanged</source>
        <translation>时间或大小为负值，按原值使用</translation>
    </message>
    <message>
        <source>Links to unknown ranks (in neither folders nor metadata) were skipped</source>
        <translation>已跳过指向未知卡（目录和元数据均未给出）的链路</translation>
    </message>
    <message numerus="yes">
        <source>Probable RDMA retransmissions in %n operator(s), worst on rank %1</source>
        <translation>
            <numerusform>%n 个通信算子疑似 RDMA 通信重传，最严重的是卡 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: RDMA transit time %3 ms on rank %2, at least %4 ms on all ranks (threshold: %5 ms).</source>
        <translation>%1：卡 %2 的 RDMA 传输时间 %3 ms，所有卡至少 %4 ms（阈值：%5 ms）。</translation>
    </message>
    <message>
        <source>Check for lost packets: switch and NIC counters, cables, flow control (HCCL_RDMA_TC and HCCL_RDMA_SL must match the switch).</source>
        <translation>检查丢包：交换机与网卡计数、线缆、流控（HCCL_RDMA_TC、HCCL_RDMA_SL 与交换机一致）。</translation>
    </message>
    <message>
        <source>RDMA retransmissions</source>
        <translation>RDMA 通信重传</translation>
    </message>
    <message>
        <source>Small packets over %1: up to %2 ms per step on one rank</source>
        <translation>%1 上的小包：单张卡每个迭代最多损失 %2 ms</translation>
    </message>
    <message>
        <source>Assumes that the same bytes, merged into large packets, reach full link bandwidth.</source>
        <translation>假设合并为大包后，相同数据量能达到链路的满带宽。</translation>
    </message>
    <message>
        <source>Rank %1: %2 % of packets are smaller than %3 MB and run at %4 GB/s instead of %5 GB/s.</source>
        <translation>卡 %1：%2 % 的通信包小于 %3 MB，带宽为 %4 GB/s，而非 %5 GB/s。</translation>
    </message>
    <message>
        <source>Send more data at once: larger buckets or microbatches, more gradient accumulation, coarser optimizer sharding.</source>
        <translation>一次传输更多数据：增大通信桶或微批次，增加梯度累积次数，降低优化器状态的切分粒度。</translation>
    </message>
    <message>
        <source>Small packets</source>
        <translation>通信小包</translation>
    </message>
    <message>
        <source>Values of the wrong type count as 0 or empty</source>
        <translation>类型不符的值按 0 或空处理</translation>
    </message>
    <message>
        <source>Unexpected list items were skipped</source>
        <translation>已跳过不属于列表的项</translation>
    </message>
    <message>
        <source>Memory history and segments disagree: some events are missing</source>
        <translation>内存历史与内存段不一致：缺少部分事件</translation>
    </message>
    <message>
        <source>The memory history is full: its start was overwritten</source>
        <translation>内存历史缓冲已满：开头已被覆盖</translation>
    </message>
    <message>
        <source>Events of unknown type are shown but have no effect</source>
        <translation>未知类型的事件仅显示，不参与计算</translation>
    </message>
    <message>
        <source>Workspaces marked free in the file are shown as in use</source>
        <translation>文件中标为空闲的 workspace 按使用中显示</translation>
    </message>
    <message>
        <source>Assumes that kernel time scales with frequency; memory-bound kernels lose less.</source>
        <translation>假设内核耗时与频率成反比；受访存限制的内核损失更小。</translation>
    </message>
    <message>
        <source>Frequencies: %1 MHz; highest of all ranks: %2 MHz.</source>
        <translation>出现过的频率：%1 MHz；所有卡中最高：%2 MHz。</translation>
    </message>
    <message numerus="yes">
        <source>%1 % of computing time ran below that, in %n period(s) (threshold: %2 % of the step).</source>
        <translation>
            <numerusform>%1 % 的计算时间低于该频率，共 %n 段（阈值：迭代的 %2 %）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check temperature, power limit and cooling of rank %1.</source>
        <translation>检查卡 %1 的温度、功耗限制和散热。</translation>
    </message>
    <message>
        <source>Late kernel launches on rank %1: the job waits %2 ms per step</source>
        <translation>卡 %1 下发过晚：任务每个迭代等待 %2 ms</translation>
    </message>
    <message>
        <source>Host-caused idle time per step on rank %1: %2 ms, of which late launches: %3 ms (median rank: %4 ms).</source>
        <translation>卡 %1 的主机造成的空闲：每个迭代 %2 ms，其中下发过晚 %3 ms（各卡中位数 %4 ms）。</translation>
    </message>
    <message>
        <source>Longest gap: %1 ms, while the host was in %2.</source>
        <translation>最长的空闲：%1 ms，当时主机正在执行 %2。</translation>
    </message>
    <message>
        <source>Host time per operator: %1 us on rank %2, %3 us on the median rank.</source>
        <translation>主机上每个算子的耗时：卡 %2 为 %1 us，各卡中位数为 %3 us。</translation>
    </message>
    <message>
        <source>Step: %1 ms (threshold: %2 % of it).</source>
        <translation>迭代：%1 ms（阈值：其 %2 %）。</translation>
    </message>
    <message>
        <source>Fuse small operators or capture a graph (torch.compile, CUDA graphs), avoid online compilation and device synchronization, bind threads to cores.</source>
        <translation>融合小算子或使用图模式（torch.compile、CUDA graph），避免在线编译和设备同步，给线程绑核。</translation>
    </message>
    <message>
        <source>Fuse small operators or capture a graph, avoid online compilation, use two launch threads (TASK_QUEUE_ENABLE=2), bind threads to cores.</source>
        <translation>融合小算子或使用图模式，避免在线编译，使用二级流水下发（TASK_QUEUE_ENABLE=2），给线程绑核。</translation>
    </message>
    <message>
        <source>All calls on this host are slow: check its load, CPU frequency, core binding and NUMA placement (rank %1).</source>
        <translation>该主机的所有调用都慢：检查其负载、CPU 频率、绑核和 NUMA 亲和（卡 %1）。</translation>
    </message>
    <message>
        <source>Host-bound devices</source>
        <translation>下发瓶颈（Host Bound）</translation>
    </message>
    <message>
        <source>Rank %1 waits for input data: %2 ms per step</source>
        <translation>卡 %1 等待数据加载：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Devices wait for input data: %1 ms per step</source>
        <translation>设备等待数据加载：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Such gaps per step: rank %1 %2 ms, median rank %3 ms.</source>
        <translation>每个迭代的此类空闲：卡 %1 为 %2 ms，各卡中位数为 %3 ms。</translation>
    </message>
    <message>
        <source>Longest such gap: %1 ms, while the host was in %2.</source>
        <translation>其中最长的空闲：%1 ms，当时主机正在执行 %2。</translation>
    </message>
    <message>
        <source>Device of rank %1 idle in and after synchronizing calls: %2 ms per step</source>
        <translation>卡 %1 的设备在同步调用中及其后空闲：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Avoid item(), blocking copies and synchronize() within the step; read losses later, all at once.</source>
        <translation>迭代内避免 item()、阻塞拷贝和 synchronize()；稍后一次性读取 loss。</translation>
    </message>
    <message>
        <source>No core frequency samples loaded.</source>
        <translation>未加载 AI Core 频率采样。</translation>
    </message>
    <message>
        <source>Busy by cell type</source>
        <translation>忙碌（按单元类型）</translation>
    </message>
    <message>
        <source>Bubble (ms)</source>
        <translation>空泡（ms）</translation>
    </message>
    <message>
        <source>Schedule bubble (ms)</source>
        <translation>调度固有空泡（ms）</translation>
    </message>
    <message>
        <source>Bubble / busy</source>
        <translation>空泡 / 忙碌</translation>
    </message>
    <message>
        <source>Bubble / window</source>
        <translation>空泡 / 窗口</translation>
    </message>
    <message>
        <source>P2P in step (ms)</source>
        <translation>迭代内点对点通信（ms）</translation>
    </message>
    <message>
        <source>Bubble (sum of receives) (ms)</source>
        <translation>空泡（receive 之和）（ms）</translation>
    </message>
    <message>
        <source>Step (ms)</source>
        <translation>迭代（ms）</translation>
    </message>
    <message>
        <source>of which schedule bubble</source>
        <translation>其中调度固有空泡</translation>
    </message>
    <message>
        <source>Schedule bubble unknown: cells of this step are missing or unnumbered, so it cannot be replayed.</source>
        <translation>调度固有空泡未知：该迭代缺少单元或单元未编号，无法重放。</translation>
    </message>
    <message>
        <source>+ Schedule bubble</source>
        <translation>+ 调度固有空泡</translation>
    </message>
    <message>
        <source>Not loaded. Click to load.</source>
        <translation>尚未加载。单击加载。</translation>
    </message>
    <message>
        <source>+ Residual</source>
        <translation>+ 残差</translation>
    </message>
    <message>
        <source>+ Stage imbalance</source>
        <translation>+ 阶段不均衡</translation>
    </message>
    <message>
        <source>+ P2P transfer</source>
        <translation>+ 点对点传输</translation>
    </message>
    <message>
        <source>+ Variability</source>
        <translation>+ 波动</translation>
    </message>
    <message>
        <source>Step %1, %2: breakdown of the window of %3 ms</source>
        <translation>迭代 %1，%2：窗口 %3 ms 的构成</translation>
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
        <translation>其他打点区间</translation>
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
        <source>Bubbles of step %1 in ms (window: first start to last end of the scheduled cells of the group)</source>
        <translation>迭代 %1 的空泡，单位 ms（窗口：本组调度单元的最早开始到最晚结束）</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Each cell: worst of %1 x %1 rank(s)</source>
        <translation>每格：%1 × %1 张卡中最差的值</translation>
    </message>
    <message>
        <source>Blamed cell</source>
        <translation>归因单元</translation>
    </message>
    <message>
        <source>Share of window</source>
        <translation>占窗口的比例</translation>
    </message>
    <message>
        <source>Rank %1: transfers slowed down by concurrent matmuls: %2 ms per step</source>
        <translation>卡 %1：传输被同时执行的矩阵乘拖慢，每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Assumes the usual bandwidth without matmuls; includes transfers that computing hides anyway.</source>
        <translation>假设没有矩阵乘时按正常带宽传输；本来就被计算掩盖的部分也计入。</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) concurrent with matmuls; slowest: %1 at %2 GB/s instead of %3 GB/s.</source>
        <translation>
            <numerusform>%n 个通信算子与矩阵乘同时执行；最慢的 %1 带宽为 %2 GB/s，而非 %3 GB/s。</numerusform>
        </translation>
    </message>
    <message>
        <source>Threshold: below %1 % of that bandwidth, for operators of at least %2 MB (10^6 bytes).</source>
        <translation>阈值：低于该带宽的 %1 %，仅限传输量不少于 %2 MB（10^6 字节）的算子。</translation>
    </message>
    <message>
        <source>Both use the same memory bandwidth. Compare with a run without this overlap; keep it only where it gains more than it costs, or overlap the transfer with work that needs less memory bandwidth.</source>
        <translation>两者抢占同一内存带宽。请与关闭该掩盖的运行对比；仅在掩盖收益大于代价时保留，或改为与访存较少的计算重叠。</translation>
    </message>
    <message>
        <source>Bandwidth contention with matmuls</source>
        <translation>与矩阵乘的带宽抢占</translation>
    </message>
    <message>
        <source>Experts of rank %1 receive the most tokens: its group waits %2 ms per step</source>
        <translation>卡 %1 的专家分到的 token 最多：其通信域每个迭代等待 %2 ms</translation>
    </message>
    <message>
        <source>Assumes that expert kernel time is proportional to the number of tokens.</source>
        <translation>假设专家内核的耗时与 token 数成正比。</translation>
    </message>
    <message>
        <source>Expert kernels: %2 ms per step on rank %1, mean of the %4 rank(s) of the group %3 ms.</source>
        <translation>专家内核：卡 %1 每个迭代 %2 ms，通信域 %4 张卡的均值 %3 ms。</translation>
    </message>
    <message>
        <source>%1x the mean (threshold: %2x).</source>
        <translation>为均值的 %1 倍（阈值：%2 倍）。</translation>
    </message>
    <message>
        <source>Balance the router (auxiliary loss, capacity limit, token dropping), or place busy experts on different ranks.</source>
        <translation>均衡门控（router）（辅助损失、容量上限、丢弃 token），或把繁忙的专家放到不同的卡上。</translation>
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
        <source>Assumes that all of it can overlap with computing; waiting for late ranks and slow links is excluded.</source>
        <translation>假设全部可被计算掩盖；不含等待迟到的卡和慢链路的时间。</translation>
    </message>
    <message>
        <source>Assumes that all of it can overlap with computing; some ranks of the group are missing, so waiting for them may be included.</source>
        <translation>假设全部可被计算掩盖；缺少通信域中的部分卡，因此可能含有等待它们的时间。</translation>
    </message>
    <message numerus="yes">
        <source>Mostly in group %1 (%n rank(s)): %2 ms, of which %3 ms without concurrent computing.</source>
        <translation>
            <numerusform>主要在通信域 %1（%n 张卡）：%2 ms，其中 %3 ms 没有计算同时执行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Overlap gradient reduction and parameter gathering with computing; reduce less often (more accumulation) or less data (lower precision); or check link bandwidth.</source>
        <translation>用计算掩盖梯度规约和参数收集；减少规约次数（增加梯度累积）或数据量（降低精度）；或检查链路带宽。</translation>
    </message>
    <message>
        <source>Exposed data-parallel communication</source>
        <translation>未被掩盖的数据并行通信</translation>
    </message>
    <message>
        <source>Needs communication operators and kernels of the same rank.</source>
        <translation>需要同一张卡的通信算子和内核。</translation>
    </message>
    <message>
        <source>Rank %1 arrives late at its collectives: the others wait %2 ms per step for it</source>
        <translation>卡 %1 参与集合通信迟到：其他卡每个迭代等待它 %2 ms</translation>
    </message>
    <message>
        <source>Assumes that all ranks leave a collective together: the rank with the shortest duration arrived last.</source>
        <translation>假设各卡同时结束集合通信，因此耗时最短的卡最后到达。</translation>
    </message>
    <message numerus="yes">
        <source>Rank %1 arrived last in %2 of %n collective(s) and caused %3 % of the waiting there (threshold: %4 %).</source>
        <translation>
            <numerusform>在 %n 次集合通信中，卡 %1 有 %2 次最后到达，造成其中 %3 % 的等待（阈值 %4 %）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Longest wait: %1.</source>
        <translation>等待最长：%1。</translation>
    </message>
    <message>
        <source>Also late: rank %1.</source>
        <translation>同样迟到的卡：%1。</translation>
    </message>
    <message>
        <source>Also late: ranks %1.</source>
        <translation>同样迟到的卡：%1。</translation>
    </message>
    <message>
        <source>Check what rank %1 does before its collectives: more work, a slower device, late launches or data loading.</source>
        <translation>查看卡 %1 在集合通信之前做了什么：计算更多、设备更慢、下发过晚或在加载数据。</translation>
    </message>
    <message>
        <source>Late arrivals at collectives</source>
        <translation>集合通信迟到</translation>
    </message>
    <message>
        <source>Needs communication operators of at least two ranks of a group.</source>
        <translation>需要同一通信域内至少两张卡的通信算子。</translation>
    </message>
    <message>
        <source>Slow link from rank %1 to rank %2 (bandwidth %3x lower than similar links): %4 ms per step</source>
        <translation>卡 %1 到卡 %2 为慢链路（带宽仅为同类链路的 1/%3）：每个迭代 %4 ms</translation>
    </message>
    <message>
        <source>Time saved by the operators at the usual bandwidth; includes transfers that computing hides anyway.</source>
        <translation>按正常带宽通信算子可缩短的时间；本来就被计算掩盖的部分也计入。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 MB (10^6 bytes) per step at %3 GB/s; median of similar links: %4 GB/s (%n other(s)).</source>
        <translation>
            <numerusform>%1：每个迭代 %2 MB（10^6 字节），带宽 %3 GB/s；同类链路中位数 %4 GB/s（其他 %n 条）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Threshold: %1x and %2 % of the step.</source>
        <translation>阈值：%1 倍且占迭代的 %2 %。</translation>
    </message>
    <message>
        <source>Unequal link bandwidth</source>
        <translation>链路带宽不均衡</translation>
    </message>
    <message>
        <source>Busy incl. loss (mean of ranks)</source>
        <translation>忙碌（含 loss，各卡均值）</translation>
    </message>
    <message>
        <source>No host calls with launched kernels loaded.</source>
        <translation>未加载下发内核的主机调用。</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with this stage as fast as the others.</source>
        <translation>估算：假设该阶段与其他阶段一样快，重放调度得出。</translation>
    </message>
    <message>
        <source>Work per step: stage %1 %2 ms, median of the others %3 ms (+%4 %).</source>
        <translation>每个迭代的工作耗时：阶段 %1 为 %2 ms，其他阶段的中位数为 %3 ms（+%4 %）。</translation>
    </message>
    <message>
        <source>Stage %1 includes %2 ms of loss or other work between its cells.</source>
        <translation>阶段 %1 中有 %2 ms 是 loss 或单元之间的其他工作。</translation>
    </message>
    <message>
        <source>Last stage (%1) is slower than the others: %2 ms per step</source>
        <translation>最后一个阶段（%1）比其他阶段慢：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Move layers away from stage %1: %3 instead of %2 saves %4 ms per step (simulated); or split its extra work (embedding, loss).</source>
        <translation>把部分层从阶段 %1 移走：由 %2 改为 %3，每个迭代可省 %4 ms（仿真）；或拆分其额外工作（embedding、loss）。</translation>
    </message>
    <message>
        <source>Elapsed (ms)</source>
        <translation>总时间（ms）</translation>
    </message>
    <message>
        <source>Idle (ms)</source>
        <translation>通信内空闲（ms）</translation>
    </message>
    <message>
        <source>Synchronization (ms)</source>
        <translation>同步（ms）</translation>
    </message>
    <message>
        <source>Synchronization (%)</source>
        <translation>同步占比（%）</translation>
    </message>
    <message>
        <source>Transit (ms)</source>
        <translation>传输（ms）</translation>
    </message>
    <message>
        <source>Wait (ms)</source>
        <translation>等待（ms）</translation>
    </message>
    <message>
        <source>Wait (%)</source>
        <translation>等待占比（%）</translation>
    </message>
    <message>
        <source>Idle = elapsed − transit − wait</source>
        <translation>通信内空闲 = 总时间 − 传输 − 等待</translation>
    </message>
    <message>
        <source>Time breakdown not available (no communication.json or analysis.db)</source>
        <translation>没有耗时构成（缺少 communication.json 或 analysis.db）</translation>
    </message>
    <message>
        <source>Communication operators over time</source>
        <translation>通信算子（随时间）</translation>
    </message>
    <message>
        <source>Other wait</source>
        <translation>其他等待</translation>
    </message>
    <message>
        <source>Synchronization: wait before the first packet</source>
        <translation>同步：第一个通信包之前的等待</translation>
    </message>
    <message>
        <source>Transit</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>No packet sizes in this profile. They are read from communication.json or analysis.db: set profiler_level=Level1 or higher and parse the profile.</source>
        <translation>此数据中没有通信包大小。它来自 communication.json 或 analysis.db：请以 profiler_level=Level1 或更高级别采集并解析数据。</translation>
    </message>
    <message>
        <source>No data for this selection.</source>
        <translation>所选范围没有数据。</translation>
    </message>
    <message>
        <source>No communication operators found. They are read from timelines (load a rank), databases, communication.json or analysis.db: set profiler_level=Level1 or higher and parse the profile.</source>
        <translation>未找到通信算子。它们来自时间线（请加载某张卡）、数据库、communication.json 或 analysis.db：请以 profiler_level=Level1 或更高级别采集并解析数据。</translation>
    </message>
    <message>
        <source>No collective was recorded by two ranks. Collect all ranks of a group in the same step with profiler_level=Level1 or higher; clocks are aligned by the collectives themselves.</source>
        <translation>没有任何集合通信被两张卡同时记录。请以 profiler_level=Level1 或更高级别，在同一迭代采集通信域内的所有卡；时钟由集合通信自身对齐。</translation>
    </message>
    <message>
        <source>Analyzing communication...</source>
        <translation>正在分析通信……</translation>
    </message>
    <message>
        <source>No collective sizes in this profile. Recent PyTorch versions write them into the arguments of NCCL and RCCL kernels (In msg nelems, dtype).</source>
        <translation>此数据中没有集合通信的数据量。新版本的 PyTorch 会写入 NCCL 或 RCCL 内核的参数（In msg nelems、dtype）。</translation>
    </message>
    <message>
        <source>No collective was recorded by two ranks. Profile all ranks of a group in the same steps; clocks are aligned by the collectives themselves.</source>
        <translation>没有任何集合通信被两张卡同时记录。请在相同的迭代采集通信域内的所有卡；时钟由集合通信自身对齐。</translation>
    </message>
    <message>
        <source>No links in this profile. They are read from P2P transfers and all-to-all of NCCL or RCCL: load the ranks whose traces contain such kernels.</source>
        <translation>此数据中没有链路。链路来自 NCCL 或 RCCL 的点对点传输和 all-to-all：请加载 trace 中含有此类内核的卡。</translation>
    </message>
    <message>
        <source>Neither computing nor communication times are available. Profile with device activities (ProfilerActivity.CUDA or XPU) and keep the trace.</source>
        <translation>没有各卡的计算和通信时间。请在采集时包含设备活动（ProfilerActivity.CUDA 或 XPU），并保留 trace。</translation>
    </message>
    <message>
        <source>No memory records. torch.profiler writes them into the trace with profile_memory=True.</source>
        <translation>没有内存记录。设置 profile_memory=True 时，torch.profiler 会将其写入 trace。</translation>
    </message>
    <message>
        <source>No links in this profile: NCCL and RCCL record them only for P2P transfers and all-to-all. Overview, Durations and Bandwidth show the collectives.</source>
        <translation>此数据中没有链路：NCCL 和 RCCL 仅记录点对点传输和 all-to-all 的链路。集合通信见“概览”、“耗时”和“带宽”。</translation>
    </message>
    <message>
        <source>No links in this profile. They are read from communication_matrix.json, analysis.db or cluster_analysis_output: set profiler_level=Level1 or higher and parse the profile.</source>
        <translation>此数据中没有链路。它们来自 communication_matrix.json、analysis.db 或 cluster_analysis_output：请以 profiler_level=Level1 或更高级别采集并解析数据。</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>Arrival spread (first to last)</source>
        <translation>到达时间差（最先到最后）</translation>
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
        <source>Idle (elapsed − transit − wait)</source>
        <translation>通信内空闲（总时间 − 传输 − 等待）</translation>
    </message>
    <message>
        <source>Last to arrive (lag to previous)</source>
        <translation>最后到达的卡（比前一张卡晚）</translation>
    </message>
    <message>
        <source>Link (source rank, destination rank)</source>
        <translation>链路（源卡、目的卡）</translation>
    </message>
    <message>
        <source>vs. links of the same transport</source>
        <translation>与同链路方式的链路相比</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Share of reference bandwidth</source>
        <translation>参考带宽占比</translation>
    </message>
    <message>
        <source>Operator using the link</source>
        <translation>经过此链路的通信算子</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators listed in the files</source>
        <translation>文件中列出的通信算子</translation>
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
        <source>Tensor size</source>
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
        <source>Wait time incl. synchronization (share)</source>
        <translation>等待时间，含同步（占比）</translation>
    </message>
    <message>
        <source>Most expensive collectives</source>
        <translation>代价最大的集合通信</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Last rank</source>
        <translation>最后到达的卡</translation>
    </message>
    <message>
        <source>Total wait</source>
        <translation>等待总和</translation>
    </message>
    <message>
        <source>Total wait: sum over the other ranks of (last start − own start)</source>
        <translation>等待总和：其他各卡的（最后开始时间 − 自身开始时间）之和</translation>
    </message>
    <message>
        <source>Wait caused by each rank (ms)</source>
        <translation>各卡造成的等待（ms）</translation>
    </message>
    <message>
        <source>Clock error up to %1: smaller differences (grey) are not significant.</source>
        <translation>时钟误差可达 %1：更小的差异（灰色）不可信。</translation>
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
        <source>Source host</source>
        <translation>源主机</translation>
    </message>
    <message>
        <source>Source rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>Source stage</source>
        <translation>源阶段</translation>
    </message>
    <message>
        <source>Destination host</source>
        <translation>目的主机</translation>
    </message>
    <message>
        <source>Destination rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>Destination stage</source>
        <translation>目的阶段</translation>
    </message>
    <message>
        <source>ranks %1: times from the profiler&apos;s own analysis (timeline not loaded)</source>
        <translation>卡 %1：时间来自 profiler 自身的分析（时间线未加载）</translation>
    </message>
    <message>
        <source>Time breakdown</source>
        <translation>耗时构成</translation>
    </message>
    <message>
        <source>Neither computing nor communication times are available. Collect device activity (profiler_level=Level0 or higher) and keep the trace, database or step_trace_time.csv.</source>
        <translation>没有各卡的计算和通信时间。请采集设备活动（profiler_level=Level0 或更高），并保留 trace、数据库或 step_trace_time.csv。</translation>
    </message>
    <message>
        <source>Parallel sizes unknown or contradictory. Enter them above, use a framework that records them, or call prof.add_metadata_json(&apos;distributed_args&apos;, ...).</source>
        <translation>并行规模未知或互相矛盾。请在上方输入，使用会记录这些信息的框架采集，或调用 prof.add_metadata_json(&apos;distributed_args&apos;, ...)。</translation>
    </message>
    <message>
        <source>Lag to previous</source>
        <translation>比前一张卡晚</translation>
    </message>
    <message>
        <source>Lag to first</source>
        <translation>比最先的卡晚</translation>
    </message>
    <message>
        <source>%1 batched send/receive (%2 rank(s))</source>
        <translation>%1 批量收发（%2 张卡）</translation>
    </message>
    <message>
        <source>%1 collective (%2 rank(s))</source>
        <translation>%1 集合通信（%2 张卡）</translation>
    </message>
    <message>
        <source>%1 receive (%2 rank(s))</source>
        <translation>%1 接收（%2 张卡）</translation>
    </message>
    <message>
        <source>%1 send (%2 rank(s))</source>
        <translation>%1 发送（%2 张卡）</translation>
    </message>
    <message>
        <source>Communication by group and type (ms)</source>
        <translation>按通信域和类型的通信（ms）</translation>
    </message>
    <message>
        <source>Mean per rank and step; groups may run concurrently</source>
        <translation>每张卡每个迭代的均值；各通信域可能同时进行</translation>
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
        <source>Views and virtual tables are not read in place of tables</source>
        <translation>以视图或虚拟表代替的数据表不会读取</translation>
    </message>
    <message>
        <source>Computing and communication (ms; overlap = share of communication hidden by computing)</source>
        <translation>计算与通信（ms；掩盖率 = 被计算掩盖的通信占比）</translation>
    </message>
    <message>
        <source>Vertical: stage (PP); horizontal: DP, then CP, then TP; warm = bad</source>
        <translation>纵向：流水线阶段（PP）；横向：DP，其内 CP，其内 TP；暖色 = 差</translation>
    </message>
    <message>
        <source>Each cell: worst of %1 column(s)</source>
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
        <source>Computing (ms per step)</source>
        <translation>计算（ms/迭代）</translation>
    </message>
    <message>
        <source>Free (ms per step)</source>
        <translation>空闲（Free）（ms/迭代）</translation>
    </message>
    <message>
        <source>Communication, not overlapped (ms per step)</source>
        <translation>通信（未掩盖）（ms/迭代）</translation>
    </message>
    <message>
        <source>Communication, overlapped (ms per step)</source>
        <translation>通信（掩盖）（ms/迭代）</translation>
    </message>
    <message>
        <source>Synchronization share (%)</source>
        <translation>同步时间占比（%）</translation>
    </message>
    <message>
        <source>Wait share (%)</source>
        <translation>等待时间占比（%）</translation>
    </message>
    <message>
        <source>Collective wait caused (ms per step)</source>
        <translation>造成的集合通信等待（ms/迭代）</translation>
    </message>
    <message>
        <source>Number of blocks.</source>
        <translation>内存块数量。</translation>
    </message>
    <message>
        <source>Largest block.</source>
        <translation>最大的内存块。</translation>
    </message>
    <message>
        <source>Mean lifetime (in events) of blocks allocated and freed within the history.</source>
        <translation>平均生命周期（事件数），仅统计在历史中分配并释放的内存块。</translation>
    </message>
    <message>
        <source>Call stack, or first user frame.</source>
        <translation>调用栈，或首个用户栈帧。</translation>
    </message>
    <message>
        <source>Share of the bytes of all selected blocks.</source>
        <translation>占所有选中内存块字节数的比例。</translation>
    </message>
    <message>
        <source>Requested size of the blocks (bytes).</source>
        <translation>内存块的申请大小（字节）。</translation>
    </message>
    <message>
        <source>Smallest block.</source>
        <translation>最小的内存块。</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>In use after</source>
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
        <source>Allocation event</source>
        <translation>分配事件</translation>
    </message>
    <message>
        <source>Allocated at (ns since 1970)</source>
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
        <source>State at snapshot</source>
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
        <source>Free device memory (reported by the driver)</source>
        <translation>驱动报告的设备空闲显存</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Time (ns since 1970)</source>
        <translation>时间（1970 年起，ns）</translation>
    </message>
    <message>
        <source>Forward frame</source>
        <translation>前向调用栈帧</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>栈帧</translation>
    </message>
    <message>
        <source>Free event</source>
        <translation>释放事件</translation>
    </message>
    <message>
        <source>Free request event</source>
        <translation>申请释放事件</translation>
    </message>
    <message>
        <source>Freed at (ns since 1970)</source>
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
        <source>Lifetime (events)</source>
        <translation>生命周期（事件数）</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>Blocks allocated in range</source>
        <translation>区间内分配的内存块</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Blocks freed in range</source>
        <translation>区间内释放的内存块</translation>
    </message>
    <message>
        <source>Blocks allocated and not freed in range</source>
        <translation>区间内分配且未释放的内存块</translation>
    </message>
    <message>
        <source>Largest of them</source>
        <translation>其中最大</translation>
    </message>
    <message>
        <source>Smallest of them</source>
        <translation>其中最小</translation>
    </message>
    <message>
        <source>Peak in use (event)</source>
        <translation>活跃峰值（事件）</translation>
    </message>
    <message>
        <source>Reserved after</source>
        <translation>之后预留</translation>
    </message>
    <message>
        <source>Reserved before</source>
        <translation>之前预留</translation>
    </message>
    <message>
        <source>Same stack: never freed</source>
        <translation>相同调用栈：从未释放的内存块</translation>
    </message>
    <message>
        <source>Same stack: allocated</source>
        <translation>相同调用栈：分配的内存块</translation>
    </message>
    <message>
        <source>Same stack: allocated before the history</source>
        <translation>相同调用栈：历史开始前分配的内存块</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>内存段</translation>
    </message>
    <message>
        <source>Segment at snapshot</source>
        <translation>采集快照时的内存段</translation>
    </message>
    <message>
        <source>Reserve event</source>
        <translation>预留事件</translation>
    </message>
    <message>
        <source>Blocks in segment</source>
        <translation>段内内存块数</translation>
    </message>
    <message>
        <source>Size class</source>
        <translation>大小类别</translation>
    </message>
    <message>
        <source>Release event</source>
        <translation>归还事件</translation>
    </message>
    <message>
        <source>Free in segment</source>
        <translation>段内空闲</translation>
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
        <source>Free but pinned by other blocks</source>
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
        <source>First user frame</source>
        <translation>首个用户栈帧</translation>
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
        <source>Block (by call stack)</source>
        <translation>内存块（按调用栈）</translation>
    </message>
    <message>
        <source>%1 in use, %2 reserved, %3 free; 1 pixel = %4</source>
        <translation>活跃 %1，预留 %2，空闲 %3；1 像素 = %4</translation>
    </message>
    <message>
        <source>Reserved, free</source>
        <translation>已预留且空闲</translation>
    </message>
    <message>
        <source>Blocks too small to draw</source>
        <translation>过小未绘制的内存块</translation>
    </message>
    <message>
        <source>Freed, still used by another stream</source>
        <translation>已释放，其他流仍在使用</translation>
    </message>
    <message>
        <source>Not reserved</source>
        <translation>未预留</translation>
    </message>
    <message>
        <source>Peak %1 after event %2; reserved up to %3; allocated before the history: %4 in %5 block(s)</source>
        <translation>峰值 %1（事件 %2 之后）；预留最多 %3；历史开始前分配：%4，%5 个内存块</translation>
    </message>
    <message>
        <source>Memory in use by block</source>
        <translation>活跃内存（按内存块）</translation>
    </message>
    <message>
        <source>Loading memory snapshots...</source>
        <translation>正在加载内存快照……</translation>
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
        <source>All: %1 in %2 block(s)</source>
        <translation>全部：%2 个内存块共 %1</translation>
    </message>
    <message>
        <source>no frames from %1 on</source>
        <translation>无栈帧，%1 起</translation>
    </message>
    <message>
        <source>allocated before the history</source>
        <translation>历史开始前分配</translation>
    </message>
    <message>
        <source>before the history: %1</source>
        <translation>历史开始前：%1</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足（OOM）</translation>
    </message>
    <message>
        <source>Peak in view: %1 (event %2)</source>
        <translation>可见峰值：%1（事件 %2）</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Peak %1; before the history %2; at the end %3; %4 reserved segments</source>
        <translation>峰值 %1；历史开始前 %2；历史结束时 %3；预留内存段 %4 个</translation>
    </message>
    <message>
        <source>Memory reserved from the driver by segment</source>
        <translation>向驱动预留的内存（按内存段）</translation>
    </message>
    <message>
        <source>Computing the memory history...</source>
        <translation>正在计算内存历史……</translation>
    </message>
    <message>
        <source>The number of communication operators is a round number: recording probably stopped at a limit</source>
        <translation>通信算子数恰为整数上限：采集可能因达到上限而停止</translation>
    </message>
    <message>
        <source>Packets not aligned to %1 bytes: %2 ms per step</source>
        <translation>未按 %1 字节对齐的通信包：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Assumes that packets, once aligned, run as fast as aligned packets of similar size.</source>
        <translation>假设对齐后，带宽与大小相近的已对齐通信包相同。</translation>
    </message>
    <message>
        <source>Rank %1: %2 % of the time of intra-host packets (threshold: %4 %), mostly packets of %3 bytes.</source>
        <translation>卡 %1：占主机内通信包耗时的 %2 %（阈值：%4 %）；主要是 %3 字节的通信包。</translation>
    </message>
    <message>
        <source>Pad buckets and tensors so that the part of each rank is a multiple of %1 bytes.</source>
        <translation>填充通信桶和张量，使每张卡的部分为 %1 字节的整数倍。</translation>
    </message>
    <message>
        <source>Unaligned packets</source>
        <translation>通信包字节未对齐</translation>
    </message>
    <message>
        <source>Wait includes synchronization; % = time / (time + transit)</source>
        <translation>等待包含同步；占比 = 时间 / (时间 + 传输)</translation>
    </message>
    <message>
        <source>pool %1: %2 free</source>
        <translation>内存池 %1：空闲 %2</translation>
    </message>
    <message>
        <source>stream %1: %2 reserved, %3 in %4 block(s), %5 free in %6 gap(s) (largest %7), %8 in empty segments</source>
        <translation>流 %1：预留 %2，%4 个内存块共 %3，%6 处空隙共 %5（最大 %7），空内存段 %8</translation>
    </message>
    <message>
        <source>Allocator active at that time</source>
        <translation>当时分配器活跃</translation>
    </message>
    <message>
        <source>Operators holding memory: count and size</source>
        <translation>当时持有内存的算子：个数，字节</translation>
    </message>
    <message>
        <source>Allocated at that time</source>
        <translation>当时已分配</translation>
    </message>
    <message>
        <source>Allocated at (ns)</source>
        <translation>分配时刻（ns）</translation>
    </message>
    <message>
        <source>Allocator active after allocation</source>
        <translation>分配后分配器活跃</translation>
    </message>
    <message>
        <source>Allocator allocated after allocation</source>
        <translation>分配后分配器已分配</translation>
    </message>
    <message>
        <source>Allocator reserved after allocation</source>
        <translation>分配后分配器预留</translation>
    </message>
    <message>
        <source>Static graph</source>
        <translation>静态图</translation>
    </message>
    <message>
        <source>Last use (ns)</source>
        <translation>最后使用时刻（ns）</translation>
    </message>
    <message>
        <source>Released at (ns)</source>
        <translation>释放时刻（ns）</translation>
    </message>
    <message>
        <source>Reserved at that time</source>
        <translation>当时预留</translation>
    </message>
    <message>
        <source>Operators of this name: count and size</source>
        <translation>同名算子：个数，字节</translation>
    </message>
    <message>
        <source>Of these, never released: count and size</source>
        <translation>其中未释放：个数，字节</translation>
    </message>
    <message>
        <source>Allocator active after release</source>
        <translation>释放后分配器活跃</translation>
    </message>
    <message>
        <source>Allocator allocated after release</source>
        <translation>释放后分配器已分配</translation>
    </message>
    <message>
        <source>Allocator reserved after release</source>
        <translation>释放后分配器预留</translation>
    </message>
    <message>
        <source>Active duration (ms)</source>
        <translation>活跃时长（ms）</translation>
    </message>
    <message>
        <source>Allocated at (ms)</source>
        <translation>分配时刻（ms）</translation>
    </message>
    <message>
        <source>Active after allocation</source>
        <translation>分配后活跃</translation>
    </message>
    <message>
        <source>Allocated after allocation</source>
        <translation>分配后已分配</translation>
    </message>
    <message>
        <source>Reserved after allocation</source>
        <translation>分配后预留</translation>
    </message>
    <message>
        <source>Held duration (ms)</source>
        <translation>持有时长（ms）</translation>
    </message>
    <message>
        <source>Loading operator memory...</source>
        <translation>正在加载算子内存……</translation>
    </message>
    <message>
        <source>Operator memory is not loaded: choose a rank and load it.</source>
        <translation>算子内存尚未加载：请选择一张卡并加载。</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Last use (ms)</source>
        <translation>最后使用时刻（ms）</translation>
    </message>
    <message>
        <source>First node</source>
        <translation>起始节点</translation>
    </message>
    <message>
        <source>Node after last</source>
        <translation>末节点的下一个</translation>
    </message>
    <message>
        <source>Released at (ms)</source>
        <translation>释放时刻（ms）</translation>
    </message>
    <message>
        <source>Active after release</source>
        <translation>释放后活跃</translation>
    </message>
    <message>
        <source>Allocated after release</source>
        <translation>释放后已分配</translation>
    </message>
    <message>
        <source>Reserved after release</source>
        <translation>释放后预留</translation>
    </message>
    <message>
        <source>Call stack, or first user frame; matched by name, not by address.</source>
        <translation>调用栈，或首个用户栈帧；按名称而非地址匹配。</translation>
    </message>
    <message>
        <source>Bytes in use after the phase (requested size).</source>
        <translation>该阶段之后占用的字节数（申请大小）。</translation>
    </message>
    <message>
        <source>Bytes in use before the phase (requested size).</source>
        <translation>该阶段之前占用的字节数（申请大小）。</translation>
    </message>
    <message>
        <source>First event of the phase.</source>
        <translation>该阶段的起始事件。</translation>
    </message>
    <message>
        <source>Number of such blocks.</source>
        <translation>这些内存块的个数。</translation>
    </message>
    <message>
        <source>Bytes of blocks allocated and not freed in the phase.</source>
        <translation>在该阶段内分配且未释放的内存块的字节数。</translation>
    </message>
    <message>
        <source>Last event of the phase.</source>
        <translation>该阶段的末事件。</translation>
    </message>
    <message>
        <source>Peak bytes in use during the phase.</source>
        <translation>该阶段内的活跃峰值。</translation>
    </message>
    <message>
        <source>Initialization (if recording began at program start); steps from ProfilerStep marks.</source>
        <translation>初始化（从程序启动开始记录时）；迭代由 ProfilerStep 标记划分。</translation>
    </message>
    <message>
        <source>Loss: figures are wrong or missing. Note: something is unknown or was corrected. OK: checked, nothing found.</source>
        <translation>缺失：数据有误或缺少。提示：有未知项或已修正。正常：已检查，未发现问题。</translation>
    </message>
    <message>
        <source>Snapshot and device.</source>
        <translation>所属快照和设备。</translation>
    </message>
    <message>
        <source>Result of the check.</source>
        <translation>检查结果。</translation>
    </message>
    <message>
        <source>In use after (bytes)</source>
        <translation>之后活跃（字节）</translation>
    </message>
    <message>
        <source>In use before (bytes)</source>
        <translation>之前活跃（字节）</translation>
    </message>
    <message>
        <source>First event</source>
        <translation>起始事件</translation>
    </message>
    <message>
        <source>Allocated and not freed (blocks)</source>
        <translation>分配且未释放（块数）</translation>
    </message>
    <message>
        <source>Allocated and not freed (bytes)</source>
        <translation>分配且未释放（字节）</translation>
    </message>
    <message>
        <source>Last event</source>
        <translation>末事件</translation>
    </message>
    <message>
        <source>Peak (bytes)</source>
        <translation>峰值（字节）</translation>
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
        <source>Result</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>内存块数</translation>
    </message>
    <message>
        <source>Largest (bytes)</source>
        <translation>最大（字节）</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>占比（%）</translation>
    </message>
    <message>
        <source>Size (bytes)</source>
        <translation>大小（字节）</translation>
    </message>
    <message>
        <source>Smallest (bytes)</source>
        <translation>最小（字节）</translation>
    </message>
    <message>
        <source>At least one snapshot does not record the start of the first step: this needs events with times and ProfilerStep marks (torch.profiler running while the history is recorded). Choose another moment.</source>
        <translation>至少一个快照没有第一个迭代的起点：这需要带时间的事件和 ProfilerStep 标记（记录历史时同时运行 torch.profiler）。请选择其他时刻。</translation>
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
        <source>Initialization</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>Whole history (no steps recorded)</source>
        <translation>全部历史（未记录迭代）</translation>
    </message>
    <message>
        <source>The file is truncated: later events are missing, and the history does not reach the segments.</source>
        <translation>文件被截断：之后的事件缺失，历史未能延伸到内存段。</translation>
    </message>
    <message>
        <source>The file is complete.</source>
        <translation>文件完整。</translation>
    </message>
    <message>
        <source>%1 failed allocation(s); after the last one, %2 block(s) were freed before the snapshot was taken, so its end is not the moment of failure. Click Out of memory to go there.</source>
        <translation>%1 次分配失败；最后一次失败之后、快照采集之前释放了 %2 个内存块，因此快照末尾并非失败时的状态。单击“内存不足”跳转到失败时刻。</translation>
    </message>
    <message>
        <source>JSON.</source>
        <translation>JSON。</translation>
    </message>
    <message>
        <source>Pickle, protocol %1, read without executing code.</source>
        <translation>pickle 协议 %1，读取时不执行任何代码。</translation>
    </message>
    <message>
        <source>No event has a call stack: allocations cannot be attributed. Record with context=&quot;all&quot; and stacks=&quot;all&quot; or &quot;python&quot;.</source>
        <translation>所有事件都没有调用栈：无法归因分配来源。请以 context=&quot;all&quot; 和 stacks=&quot;all&quot; 或 &quot;python&quot; 记录。</translation>
    </message>
    <message>
        <source>%1 of %2 event(s) have no call stack, e.g. backward event(s) when only Python frames are recorded.</source>
        <translation>%2 个事件中有 %1 个没有调用栈，例如只记录 Python 栈帧时的反向事件。</translation>
    </message>
    <message>
        <source>Without a call stack: %1 of %2 event(s).</source>
        <translation>%2 个事件中有 %1 个没有调用栈。</translation>
    </message>
    <message>
        <source>%1 free(s) have no matching request: time spent waiting for other streams is unknown.</source>
        <translation>%1 次释放没有对应的请求：等待其他流的时长未知。</translation>
    </message>
    <message>
        <source>%1 allocation(s) but no frees: frees were not recorded (skip_actions), so blocks appear to live forever.</source>
        <translation>有 %1 次分配而没有释放：未记录释放（skip_actions），因此内存块看似一直存活。</translation>
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
        <source>No history, only the segments at the end: earlier moments are unknown.</source>
        <translation>没有历史，只有末尾的内存段：更早的时刻未知。</translation>
    </message>
    <message>
        <source>The start of the history was overwritten (max_entries reached): %1 block(s) (%2) were allocated before it.</source>
        <translation>历史的开头已被覆盖（达到 max_entries）：%1 个内存块（%2）分配于保留部分之前。</translation>
    </message>
    <message>
        <source>%1 block(s) (%2) were allocated before the history: recording began later, or its start was overwritten.</source>
        <translation>%1 个内存块（%2）分配于历史之前：记录开始较晚，或历史的开头已被覆盖。</translation>
    </message>
    <message>
        <source>Every block has its allocation: the history is complete (%1 earlier block(s), %2).</source>
        <translation>每个内存块都有分配记录：历史完整（更早的内存块 %1 个，%2）。</translation>
    </message>
    <message>
        <source>History and segments disagree: %1 block(s) allocated twice, %2 missing, %3 of different size; %4 of segments missing.</source>
        <translation>历史与内存段不一致：%1 个内存块被重复分配，%2 个缺失，%3 个大小不符；内存段缺失 %4。</translation>
    </message>
    <message>
        <source>History and segments agree for every block.</source>
        <translation>历史与内存段逐块一致。</translation>
    </message>
    <message>
        <source>No segment events: nothing was requested from the driver, or such events were not recorded.</source>
        <translation>没有内存段事件：未向驱动申请内存，或未记录此类事件。</translation>
    </message>
    <message>
        <source>Without a time: %1 of %2 event(s).</source>
        <translation>%2 个事件中有 %1 个没有时间。</translation>
    </message>
    <message>
        <source>%1 event(s) of unknown type were skipped.</source>
        <translation>已跳过 %1 个类型未知的事件。</translation>
    </message>
    <message>
        <source>No data of these ranks for this selection: choose other memory, other figures or other ranks.</source>
        <translation>这些卡没有所选内容的数据：请选择其他内存、其他指标或其他卡。</translation>
    </message>
    <message>
        <source>No memory records. The profiler writes memory_record and operator_memory with profile_memory=True, npu_module_mem with sys_io=True or sys_hardware_mem.</source>
        <translation>没有内存记录。profile_memory=True 时 profiler 会写出 memory_record 和 operator_memory；sys_io=True 或 sys_hardware_mem 时写出 npu_module_mem。</translation>
    </message>
    <message>
        <source>Loading memory records...</source>
        <translation>正在加载内存记录……</translation>
    </message>
    <message>
        <source>Memory records of these ranks are not loaded. Use the button above, or load a rank in the Data Manager.</source>
        <translation>这些卡的内存记录尚未加载。请用上面的按钮加载，或在数据管理器中加载某张卡。</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>%1 x%2</source>
        <translation>%1 x%2</translation>
    </message>
    <message>
        <source>No recorded operator holds memory at this moment, or operator memory was not recorded (operator_memory: set profile_memory=True).</source>
        <translation>此刻没有已记录的算子持有内存，或没有记录算子内存（operator_memory：profile_memory=True）。</translation>
    </message>
    <message>
        <source>%1 other operators</source>
        <translation>其他 %1 个算子</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活跃</translation>
    </message>
    <message>
        <source>Memory breakdown of rank %1: %2</source>
        <translation>卡 %1 的内存构成：%2</translation>
    </message>
    <message>
        <source>Highest: rank %1, %2. Device capacity unknown: enter it above.</source>
        <translation>最高：卡 %1，%2。设备容量未知，请在上方填写。</translation>
    </message>
    <message>
        <source>Highest: rank %1, %2 of %3 (%4 %).</source>
        <translation>最高：卡 %1，%2 / %3（%4 %）。</translation>
    </message>
    <message>
        <source>Above minimum (GiB)</source>
        <translation>超出最低值（GiB）</translation>
    </message>
    <message>
        <source>Allocated (GiB)</source>
        <translation>已分配（GiB）</translation>
    </message>
    <message>
        <source>Used (% of device)</source>
        <translation>占设备容量（%）</translation>
    </message>
    <message>
        <source>Process, or reserved (GiB)</source>
        <translation>进程（无则取预留）（GiB）</translation>
    </message>
    <message>
        <source>Outside the allocator (GiB)</source>
        <translation>分配器之外（GiB）</translation>
    </message>
    <message>
        <source>Outside the allocator (APP minus PTA reserved at the same tick): at most %1, on rank %2.</source>
        <translation>分配器之外（同一时刻 APP 减去 PTA 预留）：最多 %1，在卡 %2。</translation>
    </message>
    <message>
        <source>Largest for %1: %2.</source>
        <translation>%1 中最多的是：%2。</translation>
    </message>
    <message>
        <source>Peak above minimum (activations etc.): %1</source>
        <translation>峰值超出最低值的部分（激活等）：%1</translation>
    </message>
    <message>
        <source>Always allocated (weights, optimizer): %1</source>
        <translation>始终已分配（权重、优化器）：%1</translation>
    </message>
    <message>
        <source>Free on device: %1</source>
        <translation>设备剩余：%1</translation>
    </message>
    <message>
        <source>Process memory outside the allocator unknown; for failed allocations, set the device capacity (memory_exhaustion.capacity_gib).</source>
        <translation>进程在分配器之外的内存未知；对于失败的分配，请设置设备容量（memory_exhaustion.capacity_gib）。</translation>
    </message>
    <message>
        <source>Outside the allocator: %1</source>
        <translation>分配器之外：%1</translation>
    </message>
    <message>
        <source>Reserved, not allocated: %1</source>
        <translation>已预留未分配：%1</translation>
    </message>
    <message>
        <source>Memory above minimum by stage. Outline: 1F1B keeps p − s microbatches if there are at least p; best fit: %1 each (estimated).</source>
        <translation>各阶段超出最低值的内存。轮廓：微批次数不少于 p 时，1F1B 保留 p − s 个微批次；最佳拟合：每个 %1（估算）。</translation>
    </message>
    <message>
        <source>Memory above minimum by stage. No 1F1B fit: fewer than two stages found.</source>
        <translation>各阶段超出最低值的内存。已知阶段不足两个，无法拟合 1F1B。</translation>
    </message>
    <message>
        <source>%1; p − s = %3: %2</source>
        <translation>%1；p − s = %3：%2</translation>
    </message>
    <message>
        <source>memory record of this rank is not loaded</source>
        <translation>未加载该卡的内存记录</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>Run − baseline</source>
        <translation>运行 − 基线数据</translation>
    </message>
    <message>
        <source>only in baseline</source>
        <translation>仅基线数据有</translation>
    </message>
    <message>
        <source>only in run</source>
        <translation>仅本运行有</translation>
    </message>
    <message>
        <source>Assumes that AllToAll delivers the tokens of the experts of a rank, and that other ranks wait for it when they spend more time waiting in AllToAll.</source>
        <translation>假设 AllToAll 带来的就是该卡专家的 token；其他卡在 AllToAll 中比它多等的时间都是在等待它。</translation>
    </message>
    <message>
        <source>AllToAll does not bring it more data than the others: the rank is probably slow, rather than its experts busy.</source>
        <translation>AllToAll 并未给它带来更多数据：更可能是这张卡慢，而不是它的专家忙。</translation>
    </message>
    <message>
        <source>AllToAll data per step: %2 MB (10^6 bytes) on rank %1, mean of the %4 rank(s) of the group %3 MB.</source>
        <translation>AllToAll 每个迭代的数据量：卡 %1 为 %2 MB（10^6 字节），通信域 %4 张卡的均值为 %3 MB。</translation>
    </message>
    <message>
        <source>Needs expert kernels (GroupedMatmul) or AllToAll sizes of at least two ranks of a group.</source>
        <translation>需要同一通信域内至少两张卡的专家内核（GroupedMatmul）或 AllToAll 数据量。</translation>
    </message>
    <message>
        <source>Changed threshold: %1 = %2 (default %3)</source>
        <translation>已修改的阈值：%1 = %2（默认 %3）</translation>
    </message>
    <message>
        <source>Bandwidth of a saturated HCCS link, used if a rank has no operators that run without concurrent computing (advisor).</source>
        <translation>HCCS 链路满载带宽，用于没有单独执行的通信算子的卡（advisor）。</translation>
    </message>
    <message>
        <source>Minimum share of full bandwidth for operators concurrent with matmuls; below it they count (advisor).</source>
        <translation>与矩阵乘并行的算子带宽低于满带宽的这一比例时计入（advisor）。</translation>
    </message>
    <message>
        <source>Smaller operators are excluded: they are slow because of their size (advisor&apos;s packet limit).</source>
        <translation>传输量更小的算子不计入：其慢是因为数据量小（advisor 的通信包界限）。</translation>
    </message>
    <message>
        <source>Minimum cost of the lower bandwidth (share of the step).</source>
        <translation>带宽降低造成的最小损失（占迭代的比例）。</translation>
    </message>
    <message>
        <source>SDMA block size; smaller packets are excluded (advisor).</source>
        <translation>SDMA 的块大小；更小的通信包不计（advisor）。</translation>
    </message>
    <message>
        <source>Minimum share of unaligned packets in intra-host packet time (advisor: below it, low severity).</source>
        <translation>未对齐通信包占主机内通信包时间的最小比例（advisor：更低者为低严重度）。</translation>
    </message>
    <message>
        <source>Bandwidth of a saturated HCCS link, used if no aligned packet is as large.</source>
        <translation>HCCS 链路满载带宽，用于没有同样大小的对齐通信包时。</translation>
    </message>
    <message>
        <source>Fixed cost per packet in that case.</source>
        <translation>此时每个通信包的固定开销。</translation>
    </message>
    <message>
        <source>Maximum clock difference between two hosts; hosts synchronized to a time server stay below.</source>
        <translation>两台主机允许的最大时钟差；与时间服务器同步的主机低于此值。</translation>
    </message>
    <message>
        <source>Minimum cost of uneven lengths (share of the step).</source>
        <translation>长度不均造成的最小损失（占迭代的比例）。</translation>
    </message>
    <message>
        <source>Correlation of forward and backward of the same microbatch; jitter is not correlated.</source>
        <translation>同一微批次前向与反向的相关系数；抖动不相关。</translation>
    </message>
    <message>
        <source>Standard deviation of log lengths; below it, packing is hardly worthwhile.</source>
        <translation>长度对数的标准差；更小时打包收益很小。</translation>
    </message>
    <message>
        <source>Work of the busiest rank relative to its group mean; with a balancing loss it stays near 1.</source>
        <translation>最忙的卡的工作量与其通信域均值之比；带均衡损失的门控（router）使其接近 1。</translation>
    </message>
    <message>
        <source>Minimum wait of the other ranks (share of the step).</source>
        <translation>其他卡的最小等待（占迭代的比例）。</translation>
    </message>
    <message>
        <source>Share of the step with data-parallel communication only. The last gradient bucket and the first parameter bucket are never hidden: a few percent, or 10 % with few microbatches.</source>
        <translation>只有数据并行通信在执行的时间占迭代的比例。最后一个梯度桶和第一个参数桶总是无法掩盖：约百分之几，微批次少时约 10 %。</translation>
    </message>
    <message>
        <source>Minimum cost of frequency drops (share of the step); drops while idle cost nothing.</source>
        <translation>降频造成的最小损失（占迭代的比例）；空闲时降频没有代价。</translation>
    </message>
    <message>
        <source>Minimum cost of late launches of one rank (share of the step); ranks of a healthy run differ by less than half of it.</source>
        <translation>一张卡下发过晚造成的最小损失（占迭代的比例）；正常运行中各卡相差不到它的一半。</translation>
    </message>
    <message>
        <source>Minimum wait of the median rank for its host (share of the step); short waits at step boundaries are normal.</source>
        <translation>中位卡等待主机的最小时间（占迭代的比例）；迭代边界处的短暂等待是正常的。</translation>
    </message>
    <message>
        <source>Host time per operator relative to the median rank; above it, the host itself counts as slow. Hosts of the same type differ by up to 20 %.</source>
        <translation>每个算子的主机时间与中位卡之比，超过此值视为主机本身慢。同类主机相差可达 20 %。</translation>
    </message>
    <message>
        <source>Minimum cost of the gaps (share of the step); reading the loss and one batch per step stays below.</source>
        <translation>空隙造成的最小损失（占迭代的比例）；每个迭代只读取一次损失、取一次批次时低于此值。</translation>
    </message>
    <message>
        <source>As host_launch.slow_host: a host that is slow in everything is reported by that rule.</source>
        <translation>同 host_launch.slow_host：整体都慢的主机由该规则报告。</translation>
    </message>
    <message>
        <source>Minimum wait for this rank alone (share of the step); jitter stays below.</source>
        <translation>仅因这张卡造成的最小等待（占迭代的比例）；抖动低于此值。</translation>
    </message>
    <message>
        <source>Minimum cost of the link (share of the step).</source>
        <translation>链路造成的最小损失（占迭代的比例）。</translation>
    </message>
    <message>
        <source>Maximum number of links reported; more have a common cause.</source>
        <translation>最多报告的链路数；更多则通常有共同原因。</translation>
    </message>
    <message>
        <source>Minimum RDMA retransmission timeout; no healthy operator takes this long on all ranks (advisor).</source>
        <translation>RDMA 的最短重传超时；正常的算子不会在所有卡上都这么久（advisor）。</translation>
    </message>
    <message>
        <source>Transfer time relative to similar links. Equal links differ by a few percent; the position within a host adds up to one third.</source>
        <translation>与同类链路相比的传输时间倍数。同等链路相差百分之几；主机内位置不同最多相差三分之一。</translation>
    </message>
    <message>
        <source>Distance from the other links, in units of their spread.</source>
        <translation>与其他链路的距离，以其离散程度为单位。</translation>
    </message>
    <message>
        <source>Minimum cost of the slow rank (share of the step). Slowness has its own limits; part of it can be hidden by pipeline bubbles.</source>
        <translation>慢卡造成的最小损失（占迭代的比例）。慢本身由单独的界限判定；部分损失可能被流水线空泡掩盖。</translation>
    </message>
    <message>
        <source>Maximum number of ranks reported; more have a common cause.</source>
        <translation>最多报告的卡数；更多则通常有共同原因。</translation>
    </message>
    <message>
        <source>Packets below this size do not saturate HCCS, PCIe or SIO (advisor).</source>
        <translation>小于此值的通信包不能占满 HCCS、PCIe 或 SIO（advisor）。</translation>
    </message>
    <message>
        <source>Packets below this size do not saturate RDMA (advisor).</source>
        <translation>小于此值的通信包不能占满 RDMA（advisor）。</translation>
    </message>
    <message>
        <source>Minimum share of small packets (advisor).</source>
        <translation>小包占比的最小值（advisor）。</translation>
    </message>
    <message>
        <source>Bandwidth of a saturated HCCS link, used if the run has no large packets.</source>
        <translation>HCCS 链路满载带宽，用于没有大包的运行。</translation>
    </message>
    <message>
        <source>Bandwidth of a saturated RDMA link, used if the run has no large packets.</source>
        <translation>RDMA 链路满载带宽，用于没有大包的运行。</translation>
    </message>
    <message>
        <source>Maximum fixed cost per packet (latency and launch).</source>
        <translation>每个通信包固定开销的上限（时延和下发）。</translation>
    </message>
    <message>
        <source>Minimum cost of the lower bandwidth (share of the step); smaller losses are hidden by others.</source>
        <translation>带宽降低造成的最小损失（占迭代的比例）；更小的损失会被其他损失掩盖。</translation>
    </message>
    <message>
        <source>Work of a stage relative to the median of the others, as for slow ranks; embedding and loss of deep models cost less.</source>
        <translation>一个流水线阶段的工作耗时与其他阶段中位数之比，与慢卡相同；层数多的模型中 embedding 和 loss 的代价更小。</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>At the failure (event %1): %2 in use, %3 reserved, %4 free on the device.</source>
        <translation>失败时（事件 %1）：活跃 %2，预留 %3，设备剩余 %4。</translation>
    </message>
    <message>
        <source>Rank %1 uses %2 of %3 device memory</source>
        <translation>卡 %1 占用设备内存 %3 中的 %2</translation>
    </message>
    <message>
        <source>%1 are in use at the peak or outside the allocator; %2 are cached and could be released.</source>
        <translation>其中 %1 在峰值时使用中或位于分配器之外；%2 为分配器缓存，可以释放。</translation>
    </message>
    <message numerus="yes">
        <source>%2 in %n block(s), held by %1.</source>
        <translation>
            <numerusform>%1 持有 %2，共 %n 个内存块。</numerusform>
        </translation>
    </message>
    <message>
        <source>Threshold: %1 % of device memory.</source>
        <translation>阈值：设备内存的 %1 %。</translation>
    </message>
    <message>
        <source>Out of memory: %2 requested with %1 in use (not caused by fragmentation)</source>
        <translation>内存不足（OOM）：申请 %2 时活跃内存为 %1（不是内存碎片所致）</translation>
    </message>
    <message>
        <source>%1 requested while %2 of freed blocks wait for other streams</source>
        <translation>申请 %1 时，%2 已释放的内存块仍在等待其他流</translation>
    </message>
    <message>
        <source>Synchronize streams earlier, or avoid record_stream for large blocks: a block used by another stream is reusable only after that stream has finished.</source>
        <translation>更早同步各流，或对大内存块不使用 record_stream：被其他流使用的内存块，要等该流完成后才能复用。</translation>
    </message>
    <message>
        <source>Reduce memory: fewer microbatches in flight, recomputation, a smaller batch or shorter sequences, optimizer sharding, offloading. Start with the largest owners.</source>
        <translation>减少内存占用：减少在途微批次、启用重计算、减小批大小或序列长度、切分优化器状态、卸载（offload）；先从占用最大者入手。</translation>
    </message>
    <message>
        <source>One request of %1 exceeds half of the %2 available</source>
        <translation>单次申请 %1，超过总量 %2 的一半</translation>
    </message>
    <message>
        <source>Memory exhaustion</source>
        <translation>内存耗尽</translation>
    </message>
    <message>
        <source>Device memory capacity not recorded: set memory_exhaustion.capacity_gib; or no memory record is loaded.</source>
        <translation>未记录设备内存容量：请设置 memory_exhaustion.capacity_gib；或未加载内存记录。</translation>
    </message>
    <message>
        <source>Fragmentation: %1 free in gaps of at most %2 (%3 requested)</source>
        <translation>内存碎片：申请 %3 时有 %1 空闲，但最大空隙只有 %2</translation>
    </message>
    <message>
        <source>Freed blocks count with their requested size rounded up to 512 bytes; the allocator may have rounded up more.</source>
        <translation>已释放的内存块按申请大小向上取整到 512 字节计；分配器可能取整得更多。</translation>
    </message>
    <message numerus="yes">
        <source>At event %1 the allocator reserved %2 more from the driver (%3 already reserved); free memory was split into %n gap(s), %4 of it between blocks in use.</source>
        <translation>
            <numerusform>事件 %1 时分配器在已预留 %3 的基础上又向驱动预留 %2；空闲内存分散在 %n 处空隙，其中 %4 夹在使用中的内存块之间。</numerusform>
        </translation>
    </message>
    <message>
        <source>Threshold: %1 % of reserved memory and %2 free, in gaps that are too small.</source>
        <translation>阈值：过小空隙中的空闲内存达到预留内存的 %1 % 且不少于 %2。</translation>
    </message>
    <message>
        <source>Fragmentation: a request of %1 failed with %2 free in gaps of at most %3</source>
        <translation>内存碎片：申请 %1 失败，当时有 %2 空闲，但最大空隙只有 %3</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>内存碎片</translation>
    </message>
    <message>
        <source>Rank %1 needs %2 more memory than the other ranks of its stage</source>
        <translation>卡 %1 比同阶段的其他卡多用 %2 内存</translation>
    </message>
    <message>
        <source>Nothing to show: %1 could not be read completely. See the import log.</source>
        <translation>无内容可显示：%1 未能完整读取。详见加载日志。</translation>
    </message>
    <message>
        <source>Different stages are not compared: with 1F1B, stage s of p keeps the activations of p − s microbatches, which is expected.</source>
        <translation>不比较不同阶段：在 1F1B 下，p 个阶段中的阶段 s 保留 p − s 个微批次的激活值，属正常现象。</translation>
    </message>
    <message>
        <source>Stage %1: peak %2, median of %4 rank(s) %3.</source>
        <translation>阶段 %1：峰值 %2，%4 张卡的中位数为 %3。</translation>
    </message>
    <message>
        <source>Threshold: %1 % and %2 above that median.</source>
        <translation>阈值：超过该中位数 %1 % 且不少于 %2。</translation>
    </message>
    <message>
        <source>Check what only this rank does: longer sequences, more expert tokens, logging, evaluation, checkpoint gathering.</source>
        <translation>检查只有这张卡才有的工作：更长的序列、更多的专家 token、日志、评估、收集检查点。</translation>
    </message>
    <message>
        <source>Memory imbalance within a stage</source>
        <translation>同一阶段内各卡内存不均</translation>
    </message>
    <message>
        <source>Needs memory peaks of two ranks of the same stage, and the parallel sizes.</source>
        <translation>需要同一阶段两张卡的内存峰值，以及并行规模。</translation>
    </message>
    <message>
        <source>Leak: %1 more in use after each step, mostly held by %2</source>
        <translation>内存泄漏：每个迭代后多占用 %1，主要由 %2 持有</translation>
    </message>
    <message>
        <source>Assumes that the growth in these steps continues.</source>
        <translation>假设这些迭代中的增长会持续。</translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3; %n block(s) at the end, %4 % of its blocks are freed.</source>
        <translation>
            <numerusform>%1：从 %2 增至 %3；末尾有 %n 个内存块，其分配的内存块中有 %4 % 已释放。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 step(s), from optimizer calls; the first two are excluded.</source>
        <translation>%1 个迭代，由优化器调用划分；前两个不计。</translation>
    </message>
    <message>
        <source>A request of %1 failed in this history.</source>
        <translation>该历史中有一次申请失败（%1）。</translation>
    </message>
    <message numerus="yes">
        <source>At this rate the device is full after %n more step(s).</source>
        <translation>
            <numerusform>按此速度，再过 %n 个迭代设备内存将耗尽。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 step(s), from step marks; the first two are excluded.</source>
        <translation>%1 个迭代，由标记划分；前两个不计。</translation>
    </message>
    <message>
        <source>Threshold: %1 MiB per step; if more than %2 % is freed, it must grow in every step.</source>
        <translation>阈值：每个迭代增长 %1 MiB；已释放超过 %2 % 时，须在每个迭代都增长。</translation>
    </message>
    <message>
        <source>Find what keeps these tensors: lists of losses or metrics (use detach() or item()), hooks, unbounded caches, graphs kept by retain_graph.</source>
        <translation>查找持有这些张量的对象：保存损失或指标的列表（请用 detach() 或 item()）、钩子、无上限的缓存、由 retain_graph 保留的计算图。</translation>
    </message>
    <message>
        <source>Memory leaks</source>
        <translation>内存泄漏</translation>
    </message>
    <message>
        <source>%2 of rank %1&apos;s memory is outside the allocator</source>
        <translation>卡 %1 有 %2 内存位于分配器之外</translation>
    </message>
    <message>
        <source>Process: %1, reserved by the allocator: %2; the difference reaches %3 % of the process.</source>
        <translation>进程：%1，分配器预留：%2；差值最大为进程的 %3 %。</translation>
    </message>
    <message>
        <source>Largest known part: %1 (%2).</source>
        <translation>其中已知最多的：%1（%2）。</translation>
    </message>
    <message>
        <source>Threshold: %1 and %2 % of the process.</source>
        <translation>阈值：%1 且为进程的 %2 %。</translation>
    </message>
    <message>
        <source>Outside the allocator: a request of %1 failed while %2 of %3 is used elsewhere</source>
        <translation>分配器之外：申请 %1 失败，%3 中有 %2 被其他方占用</translation>
    </message>
    <message>
        <source>Memory outside the allocator</source>
        <translation>分配器之外的内存</translation>
    </message>
    <message>
        <source>No blocks in use.</source>
        <translation>没有活跃的内存块。</translation>
    </message>
    <message>
        <source>%1 free in other streams or pools while %2 more is reserved from the driver</source>
        <translation>向驱动再预留 %2 时，其他流或内存池中有 %1 空闲</translation>
    </message>
    <message>
        <source>Freed blocks count with their requested size; only recent files record the pool of freed segments.</source>
        <translation>已释放的内存块按申请大小计；只有新版文件才记录已释放内存段所属的内存池。</translation>
    </message>
    <message>
        <source>Event %1, stream %3, pool %4: block of %2; largest free gap elsewhere %5; %6 reserved in total.</source>
        <translation>事件 %1，流 %3，内存池 %4：内存块 %2；别处最大空隙 %5；共预留 %6。</translation>
    </message>
    <message>
        <source>Threshold: %1 % of reserved memory and %2.</source>
        <translation>阈值：预留内存的 %1 % 且不少于 %2。</translation>
    </message>
    <message>
        <source>A request of %1 failed with %2 unused in other streams or pools</source>
        <translation>申请 %1 失败，而其他流或内存池中有 %2 未使用</translation>
    </message>
    <message>
        <source>Memory is reused only within its stream and pool: share side streams and graph pools, and call empty_cache once at the end of a phase.</source>
        <translation>内存只在自己的流和内存池中复用：共用旁路流和图的内存池，并在阶段结束处调用一次 empty_cache。</translation>
    </message>
    <message>
        <source>Free memory in other streams or pools</source>
        <translation>其他流或内存池中的空闲内存</translation>
    </message>
    <message>
        <source>No memory snapshot loaded.</source>
        <translation>未加载内存快照。</translation>
    </message>
    <message>
        <source>Maximum peak (share of device memory); above it, a longer sequence can end the job.</source>
        <translation>峰值占设备内存的上限；超过后，更长的序列可能使任务终止。</translation>
    </message>
    <message>
        <source>Fragmented share of reserved memory when more is reserved from the driver; about 10 % is normal after warm-up.</source>
        <translation>向驱动再预留内存时，碎片占预留内存的比例；稳定后约 10 % 属正常。</translation>
    </message>
    <message>
        <source>Smaller amounts do not matter for current models.</source>
        <translation>更小的值对当前的模型没有影响。</translation>
    </message>
    <message>
        <source>Peak above the median of its stage (share); ranks of one stage do the same work.</source>
        <translation>卡的峰值超过其阶段中位数的比例；同一阶段的各卡工作相同。</translation>
    </message>
    <message>
        <source>Minimum amount.</source>
        <translation>最小差值。</translation>
    </message>
    <message>
        <source>Minimum growth per step; smaller growth needs 10 000 steps to fill a device.</source>
        <translation>每个迭代的最小增长；更小的增长要上万个迭代才会占满设备。</translation>
    </message>
    <message>
        <source>Freed share of blocks of the same owner: above it, growth is required in every counted step, below it in two. Blocks that are never freed are the strongest evidence.</source>
        <translation>同一来源中已释放内存块的比例：高于此值时须在每个计入的迭代都增长，低于此值时两个即可。从不释放是最强的依据。</translation>
    </message>
    <message>
        <source>Process memory outside the allocator; runtime, kernels and a few communication groups take about 1 GiB.</source>
        <translation>进程在分配器之外的内存；运行时、内核和少量通信域约占 1 GiB。</translation>
    </message>
    <message>
        <source>Share of the process memory.</source>
        <translation>占进程内存的比例。</translation>
    </message>
    <message>
        <source>Free share of reserved memory in other streams and pools when one reserves more from the driver; side streams always keep a few buffers.</source>
        <translation>向驱动再预留内存时，其他流和内存池中空闲内存占预留内存的比例；旁路流总会保留少量缓冲。</translation>
    </message>
    <message>
        <source>No track name contains &quot;%1&quot;.</source>
        <translation>没有名称含“%1”的泳道。</translation>
    </message>
    <message>
        <source>Hidden ranks: %1. Click to show</source>
        <translation>已隐藏 %1 张卡，单击显示</translation>
    </message>
    <message>
        <source>Hidden tracks: %1. Click to show</source>
        <translation>已隐藏 %1 条泳道，单击显示</translation>
    </message>
    <message>
        <source>shifted by %1</source>
        <translation>平移 %1</translation>
    </message>
    <message>
        <source>Total flows in</source>
        <translation>入线总数</translation>
    </message>
    <message>
        <source>Total flows out</source>
        <translation>出线总数</translation>
    </message>
    <message>
        <source>Accelerator core</source>
        <translation>核类型</translation>
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
        <source>Wait before kernel</source>
        <translation>内核（kernel）前的等待</translation>
    </message>
    <message>
        <source>Start (since first event)</source>
        <translation>开始（从第一个事件起）</translation>
    </message>
    <message>
        <source>Start (wall clock, UTC)</source>
        <translation>开始（墙钟时间，UTC）</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean (time-weighted)</source>
        <translation>平均（按时间加权）</translation>
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
        <source>Max (us)</source>
        <translation>最长（us）</translation>
    </message>
    <message>
        <source>Mean (us)</source>
        <translation>平均（us）</translation>
    </message>
    <message>
        <source>Min (us)</source>
        <translation>最短（us）</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Self time (us)</source>
        <translation>自身时间（us）</translation>
    </message>
    <message>
        <source>Share of busy time (%)</source>
        <translation>占忙碌时间（%）</translation>
    </message>
    <message>
        <source>Total (us)</source>
        <translation>总计（us）</translation>
    </message>
    <message>
        <source>Busy, without overlap (us)</source>
        <translation>忙碌（不重复计）（us）</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>色块</translation>
    </message>
    <message>
        <source>Total duration (us)</source>
        <translation>总持续时间（us）</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>泳道数</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Share of layer (%)</source>
        <translation>占本层（%）</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Core type</source>
        <translation>核类型</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Start (ns)</source>
        <translation>开始（ns）</translation>
    </message>
    <message>
        <source>Cores used</source>
        <translation>使用核数</translation>
    </message>
    <message>
        <source>Duration (us)</source>
        <translation>持续时间（us）</translation>
    </message>
    <message>
        <source>Cores used, other type</source>
        <translation>另一类核的使用数</translation>
    </message>
    <message>
        <source>Launch (ns)</source>
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
        <source>Wait (us)</source>
        <translation>等待（us）</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Baseline count</source>
        <translation>基线数据次数</translation>
    </message>
    <message>
        <source>Baseline duration (ms)</source>
        <translation>基线数据持续时间（ms）</translation>
    </message>
    <message>
        <source>Baseline rank</source>
        <translation>基线数据的卡（rank）</translation>
    </message>
    <message>
        <source>Baseline share of E2E (%)</source>
        <translation>基线数据占端到端时间（%）</translation>
    </message>
    <message>
        <source>Duration (ms)</source>
        <translation>持续时间（ms）</translation>
    </message>
    <message>
        <source>Share of E2E (%)</source>
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
        <source>first part, loading...</source>
        <translation>首段数据，加载中……</translation>
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
        <source>overlap tracks (summary)</source>
        <translation>掩盖泳道（汇总）</translation>
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
        <source>%n setting(s) differ between ranks (listed first)</source>
        <translation>
            <numerusform>%n 项设置在各卡之间不同（排在最前）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>identical on all %n loaded rank(s)</source>
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
        <source>%1: %n file(s), %2 (some not read yet)</source>
        <translation>
            <numerusform>%1：%n 个文件，%2（部分尚未读取）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n rank(s) (ms)</source>
        <translation>
            <numerusform>%n 张卡的均值（ms）</numerusform>
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
        <source>Bar length = step = busy + causes (exact to the ns). Bubble = window − busy (window: first start to last end of the scheduled cells of the group). Schedule bubble: bubble of the schedule with equal cells and no transfers. P2P: all sends, receives and batches of the rank, including waiting. Bubble (sum of receives): as the column of that name in other tools; batches are not included.</source>
        <translation>条形长度 = 迭代 = 忙碌 + 各成因（精确到纳秒）。空泡 = 窗口 − 忙碌（窗口：本组调度单元的最早开始到最晚结束）。调度固有空泡：单元等长且无传输时调度本身的空泡。点对点通信：该卡所有发送、接收和批量收发，含等待。空泡（receive 之和）：同其他工具的同名列，不计批量收发。</translation>
    </message>
    <message>
        <source>Schedule bubble of %1 (equal cells, no transfers): %2 % of window, %3 % of busy.</source>
        <translation>%1 的调度固有空泡（单元等长、无传输）：占窗口的 %2 %，占忙碌的 %3 %。</translation>
    </message>
    <message>
        <source>+ Other work, late starts</source>
        <translation>+ 其他工作、开始过晚</translation>
    </message>
    <message>
        <source>− Variability (short cells on the critical path)</source>
        <translation>− 波动（关键路径上的单元短于均值）</translation>
    </message>
    <message>
        <source>backward (input)</source>
        <translation>反向（输入梯度）</translation>
    </message>
    <message>
        <source>backward (whole or input only)</source>
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
        <source>Activation memory (scale 0–%1)</source>
        <translation>激活内存（条带上限 %1）</translation>
    </message>
    <message>
        <source>microbatch numbers in the file contradict their count and are ignored</source>
        <translation>文件中的微批次编号与其数量矛盾，未采用</translation>
    </message>
    <message>
        <source>what-if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Late kernel launches: %1 ms per step</source>
        <translation>主机下发过晚：每个迭代损失 %1 ms</translation>
    </message>
    <message>
        <source>Estimated by replaying the pipelines in the same order without the gaps caused by late launches.</source>
        <translation>估算：保持原有顺序、去除下发过晚造成的空隙，重放流水线得出。</translation>
    </message>
    <message>
        <source>Another %1 ms of late launches per step cost nothing: the job was waiting for other work anyway.</source>
        <translation>每个迭代另有 %1 ms 的下发延迟不产生开销：任务此时本来就在等待其他工作。</translation>
    </message>
    <message>
        <source>Device idle in and after synchronizing calls: %1 ms per step</source>
        <translation>设备在同步调用中及其后空闲：每个迭代损失 %1 ms</translation>
    </message>
    <message>
        <source>No overlap of data-parallel communication: %1 ms per step could be hidden</source>
        <translation>数据并行通信未开启掩盖：每个迭代可掩盖 %1 ms</translation>
    </message>
    <message>
        <source>Assumes that the last gradient bucket and the first parameter bucket stay exposed and all others are hidden.</source>
        <translation>假设最后一个梯度桶和第一个参数桶仍未掩盖，其余全部掩盖。</translation>
    </message>
    <message>
        <source>Rank %1: gradient reduction %2 ms, parameter gathering %3 ms.</source>
        <translation>卡 %1：梯度规约 %2 ms，参数收集 %3 ms。</translation>
    </message>
    <message>
        <source>Less than %1 % runs concurrently with computing (threshold: %2 % of the step can be hidden).</source>
        <translation>与计算同时进行的不足 %1 %（阈值：可掩盖部分占迭代的 %2 %）。</translation>
    </message>
    <message>
        <source>Reduce gradients during backward and gather parameters during forward (Megatron and MindSpeed: --overlap-grad-reduce, --overlap-param-gather; FSDP: prefetching).</source>
        <translation>在反向中规约梯度，在前向中收集参数（Megatron 和 MindSpeed：--overlap-grad-reduce、--overlap-param-gather；FSDP：预取）。</translation>
    </message>
    <message>
        <source>Overlap of data-parallel communication</source>
        <translation>数据并行通信的掩盖</translation>
    </message>
    <message>
        <source>Rank %1 spends %2 ms of it per step on an unfused loss: %3 kernel(s) on %4 columns (%5). Fuse it (Megatron and MindSpeed: --cross-entropy-loss-fusion).</source>
        <translation>其中卡 %1 每个迭代有 %2 ms 用于未融合的损失：%3 个内核，%4 列（%5）。请融合（Megatron 和 MindSpeed：--cross-entropy-loss-fusion）。</translation>
    </message>
    <message>
        <source>Minimum share of data-parallel communication concurrent with computing; below it, overlap counts as off.</source>
        <translation>与计算同时进行的数据并行通信占比，低于此值视为未开启掩盖。</translation>
    </message>
    <message>
        <source>Blocks in use in the baseline snapshot.</source>
        <translation>基线数据快照中使用中的内存块数。</translation>
    </message>
    <message>
        <source>Bytes in use in the baseline snapshot (requested size).</source>
        <translation>基线数据快照中使用中的字节数（申请大小）。</translation>
    </message>
    <message>
        <source>Run minus baseline.</source>
        <translation>运行减基线数据。</translation>
    </message>
    <message>
        <source>Blocks in use in the run&apos;s snapshot.</source>
        <translation>运行快照中使用中的内存块数。</translation>
    </message>
    <message>
        <source>Bytes in use in the run&apos;s snapshot (requested size).</source>
        <translation>运行快照中使用中的字节数（申请大小）。</translation>
    </message>
    <message>
        <source>Setting name in the file.</source>
        <translation>文件中的设置名称。</translation>
    </message>
    <message>
        <source>Value in the file.</source>
        <translation>文件中的值。</translation>
    </message>
    <message>
        <source>Baseline (blocks)</source>
        <translation>基线数据（块数）</translation>
    </message>
    <message>
        <source>Baseline (bytes)</source>
        <translation>基线数据（字节）</translation>
    </message>
    <message>
        <source>Run (blocks)</source>
        <translation>运行（块数）</translation>
    </message>
    <message>
        <source>Run (bytes)</source>
        <translation>运行（字节）</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Baseline, same rank: %1; difference: %2</source>
        <translation>基线数据同一张卡：%1；差值：%2</translation>
    </message>
    <message>
        <source>Run − baseline (GiB)</source>
        <translation>运行 − 基线数据（GiB）</translation>
    </message>
    <message>
        <source>Threshold: %1 MiB per step, with every step growing by at least %2 % of the mean and raising the peak; the first step is excluded.</source>
        <translation>阈值：每个迭代增长 %1 MiB，且每个迭代的增量不低于平均值的 %2 %、峰值也随之升高；第一个迭代不计。</translation>
    </message>
    <message>
        <source>Rank %1: minimum allocated %2 in step %3, %4 in step %5; growth %6 per step.</source>
        <translation>卡 %1：迭代 %3 最低已分配 %2，迭代 %5 最低已分配 %4；每个迭代增长 %6。</translation>
    </message>
    <message>
        <source>Leak: %1 more in use after each step on rank %2</source>
        <translation>内存泄漏：卡 %2 每个迭代后多占用 %1</translation>
    </message>
    <message>
        <source>Leak: %1 more in use after each step on rank %2 (largest of %3 growing rank(s))</source>
        <translation>内存泄漏：卡 %2 每个迭代后多占用 %1（%3 张持续增长的卡中最多）</translation>
    </message>
    <message>
        <source>Needs five steps in the profiler&apos;s memory record (profile_memory=True), or four in a memory snapshot, from ProfilerStep marks or frames of the optimizer&apos;s step().</source>
        <translation>需要 profiler 内存记录（profile_memory=True）中的五个迭代，或内存快照中的四个迭代（由 ProfilerStep 标记或优化器 step() 的调用栈识别）。</translation>
    </message>
    <message>
        <source>The memory record of these ranks is not loaded.</source>
        <translation>这些卡的内存记录尚未加载。</translation>
    </message>
    <message>
        <source>Minimum growth of a single step relative to the mean growth (profiler&apos;s memory record): a leak keeps the same tensors in every step; random variation does not grow evenly.</source>
        <translation>profiler 内存记录中单个迭代的最小增量与平均增量之比：泄漏在每个迭代保留相同的张量，随机波动不会均匀增长。</translation>
    </message>
    <message>
        <source>No link in this range. Clear the range to see all.</source>
        <translation>此取值范围内没有链路。清空范围即可看到全部。</translation>
    </message>
    <message>
        <source>This selection contains only copies of ranks to themselves: tick Include self to see them.</source>
        <translation>此选择只有卡到自身的拷贝：勾选“包含自身”即可查看。</translation>
    </message>
    <message>
        <source>No bandwidth: the files have no transfer times for these links.</source>
        <translation>没有带宽：文件未给出这些链路的传输时间。</translation>
    </message>
    <message>
        <source>The files list no operators for these links.</source>
        <translation>文件未列出这些链路的算子。</translation>
    </message>
    <message>
        <source>No reference bandwidth for the transports of these links.</source>
        <translation>这些链路方式没有参考带宽。</translation>
    </message>
    <message>
        <source>The files have no transfer sizes for these links.</source>
        <translation>文件未给出这些链路的数据量。</translation>
    </message>
    <message>
        <source>The files have no transfer times for these links.</source>
        <translation>文件未给出这些链路的传输时间。</translation>
    </message>
    <message>
        <source>The files have no transport type for these links.</source>
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
        <source>Difference by rank</source>
        <translation>各卡差异</translation>
    </message>
    <message>
        <source>Thin bars: same step of %1</source>
        <translation>细条：%1 的同一迭代</translation>
    </message>
    <message>
        <source>Thin bars: median step of %1</source>
        <translation>细条：%1 的中位数迭代</translation>
    </message>
    <message>
        <source>Applied offset (us)</source>
        <translation>已应用的偏移（us）</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>比较次数</translation>
    </message>
    <message>
        <source>Residual (us)</source>
        <translation>剩余偏差（us）</translation>
    </message>
    <message>
        <source>Raw offset (us)</source>
        <translation>原始偏移（us）</translation>
    </message>
    <message>
        <source>Uncertainty (us)</source>
        <translation>不确定度（us）</translation>
    </message>
    <message>
        <source>Clocks of %1 and %2 differ by %3 ms</source>
        <translation>%1 与 %2 的时钟相差 %3 ms</translation>
    </message>
    <message>
        <source>Share of the step that could be hidden: all gradient buckets except the last, all parameter buckets except the first.</source>
        <translation>可掩盖部分占迭代的比例：除最后一个外的梯度桶和除第一个外的参数桶。</translation>
    </message>
    <message>
        <source>Not contained in the timeline of a job.</source>
        <translation>任务级时间线不包含此信息。</translation>
    </message>
    <message>
        <source>Load the remaining ranks.</source>
        <translation>请加载其余的卡。</translation>
    </message>
    <message>
        <source>%1 could not be read completely; see the import log.</source>
        <translation>%1 未能完整读取；详见加载日志。</translation>
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
        <source>Keep trace_view.json or the profiler database written by mindspore.profiler.profiler.analyse.</source>
        <translation>保留 mindspore.profiler.profiler.analyse 生成的 trace_view.json 或性能数据库。</translation>
    </message>
    <message>
        <source>Set parallel_strategy=True in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 parallel_strategy=True。</translation>
    </message>
    <message>
        <source>Set data_process=True in mindspore.profiler.profile; not available with dynamic profiling.</source>
        <translation>在 mindspore.profiler.profile 中设置 data_process=True；动态采集不支持。</translation>
    </message>
    <message>
        <source>Collect host activity as well: add ProfilerActivity.CPU to activities, and keep the trace.</source>
        <translation>同时采集主机：在 activities 中加入 ProfilerActivity.CPU，并保留 trace。</translation>
    </message>
    <message>
        <source>Collect host activity as well: activities=[CPU, NPU], and keep the exported trace or database.</source>
        <translation>同时采集主机：activities=[CPU, NPU]，并保留导出的 trace 或数据库。</translation>
    </message>
    <message>
        <source>Set profiler_level=ProfilerLevel.Level1 or higher in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 profiler_level=ProfilerLevel.Level1 或更高。</translation>
    </message>
    <message>
        <source>Mark forward and backward with mindspore.profiler.mstx ranges, and set mstx=True.</source>
        <translation>用 mindspore.profiler.mstx 打点标记前向和反向，并设置 mstx=True。</translation>
    </message>
    <message>
        <source>Call mindspore.profiler.profiler.analyse to create communication_matrix.json.</source>
        <translation>调用 mindspore.profiler.profiler.analyse，由其生成 communication_matrix.json。</translation>
    </message>
    <message>
        <source>Set profile_memory=True in mindspore.profiler.</source>
        <translation>在 mindspore.profiler 中设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>Not recorded by mindspore.profiler.</source>
        <translation>mindspore.profiler 不采集此信息。</translation>
    </message>
    <message>
        <source>Mark forward and backward with mindspore.profiler.mstx ranges.</source>
        <translation>用 mindspore.profiler.mstx 打点标记前向和反向。</translation>
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
        <source>msprof does not record the framework: use the framework&apos;s own profiler.</source>
        <translation>仅用 msprof 采集不到框架侧信息：请使用框架自带的 profiler。</translation>
    </message>
    <message>
        <source>The setting is on, but its file is missing: keep all profiler output.</source>
        <translation>该设置已打开，但缺少相应的文件：请保留 profiler 生成的全部文件。</translation>
    </message>
    <message>
        <source>Recorded, but none occurred in this run.</source>
        <translation>采集已打开，但本次运行中没有出现。</translation>
    </message>
    <message>
        <source>A memory snapshot contains memory only; a profile is needed for the rest.</source>
        <translation>内存快照只包含内存信息；其余内容需要性能数据。</translation>
    </message>
    <message>
        <source>Collect device activity: activities=[ProfilerActivity.CPU, ProfilerActivity.%1].</source>
        <translation>采集设备活动：activities=[ProfilerActivity.CPU, ProfilerActivity.%1]。</translation>
    </message>
    <message>
        <source>Keep the output of prof.export_chrome_trace or tensorboard_trace_handler.</source>
        <translation>保留 prof.export_chrome_trace 或 tensorboard_trace_handler 生成的文件。</translation>
    </message>
    <message>
        <source>Profile after torch.distributed is initialized, so that the trace contains the groups.</source>
        <translation>在 torch.distributed 初始化之后采集，trace 中即有通信域。</translation>
    </message>
    <message>
        <source>Mark forward and backward of each microbatch with record_function ranges.</source>
        <translation>用 record_function 打点标记每个微批次的前向和反向。</translation>
    </message>
    <message>
        <source>Set profile_memory=True in torch.profiler.</source>
        <translation>在 torch.profiler 中设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>Not recorded by torch.profiler.</source>
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
        <source>Call torch.%1.memory._record_memory_history() early and _dump_snapshot() at the point of interest.</source>
        <translation>尽早调用 torch.%1.memory._record_memory_history()，并在关注内存的位置调用 _dump_snapshot()。</translation>
    </message>
    <message>
        <source>Set with_stack=True in torch.profiler.</source>
        <translation>在 torch.profiler 中设置 with_stack=True。</translation>
    </message>
    <message>
        <source>Parse the profile to create communication_matrix.json.</source>
        <translation>对采集数据执行解析，即可生成 communication_matrix.json。</translation>
    </message>
    <message>
        <source>Not recorded by torch_npu.</source>
        <translation>torch_npu 不采集此信息。</translation>
    </message>
    <message>
        <source>Mark forward and backward with mstx ranges.</source>
        <translation>用 mstx 打点标记前向和反向。</translation>
    </message>
    <message>
        <source>%1 may contain it; this version does not read that file.</source>
        <translation>%1 可能包含此信息，但当前版本尚不读取。</translation>
    </message>
    <message>
        <source>baseline %1 ms, %2 %</source>
        <translation>基线数据 %1 ms，%2 %</translation>
    </message>
    <message>
        <source>end of baseline step</source>
        <translation>基线数据的迭代结束</translation>
    </message>
    <message>
        <source>step %1 ms, baseline %2 ms: difference %3 ms, %4 %</source>
        <translation>迭代 %1 ms，基线数据 %2 ms：差值 %3 ms，%4 %</translation>
    </message>
    <message>
        <source>Name in file</source>
        <translation>文件中的名称</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n 个内存块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed; %1 need more data</source>
        <translation>
            <numerusform>%n 项检查通过；%1 项需要更多数据</numerusform>
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
            <numerusform>%n 张卡来自设备任务（时间区间），%1 张来自 step_trace_time</numerusform>
        </translation>
    </message>
    <message>
        <source>No pipeline cells in this profile. Mark forward and backward of each microbatch with record_function or NVTX ranges named forward_step and backward_step.</source>
        <translation>此数据中没有流水线单元。请用名为 forward_step 和 backward_step 的 record_function 或 NVTX 区间标记每个微批次的前向和反向。</translation>
    </message>
    <message>
        <source>Stage and replica of each rank are unknown. They are read from process group names: profile after torch.distributed is initialized, with groups created by init_device_mesh (mesh_dim_names with &quot;pp&quot;) or by a framework that names them.</source>
        <translation>各卡所属的阶段（stage）和副本未知。它们来自进程组名称：请在 torch.distributed 初始化之后采集，并用 init_device_mesh（mesh_dim_names 含 &quot;pp&quot;）或会命名进程组的框架创建进程组。</translation>
    </message>
    <message>
        <source>No device work found. Use torch.profiler with device activities (ProfilerActivity.CPU plus CUDA or XPU) and keep the exported trace.</source>
        <translation>未找到设备任务。请用 torch.profiler 采集（activities 含 ProfilerActivity.CPU 以及 CUDA 或 XPU），并保留导出的 trace。</translation>
    </message>
    <message>
        <source>Standard deviation (us)</source>
        <translation>标准差（us）</translation>
    </message>
    <message>
        <source>Median (us)</source>
        <translation>中位数（us）</translation>
    </message>
    <message>
        <source>Lower quartile (us)</source>
        <translation>下四分位数（us）</translation>
    </message>
    <message>
        <source>Upper quartile (us)</source>
        <translation>上四分位数（us）</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>By core type</source>
        <translation>按核类型</translation>
    </message>
    <message>
        <source>No kernels in this profile. Collect device activities (torch_npu and MindSpore: ProfilerActivity.NPU) at profiler_level=Level1 to get kernel_details.csv or the kernel tables of the database.</source>
        <translation>此数据中没有内核（kernel）。请采集设备活动（torch_npu 和 MindSpore：ProfilerActivity.NPU），并设置 profiler_level=Level1，以生成 kernel_details.csv 或数据库中的内核表。</translation>
    </message>
    <message>
        <source>Computing kernel statistics...</source>
        <translation>正在统计内核……</translation>
    </message>
    <message>
        <source>Loading kernels...</source>
        <translation>正在加载内核……</translation>
    </message>
    <message>
        <source>Kernels are not loaded: choose a rank and load it.</source>
        <translation>内核尚未加载：请选择一张卡并加载。</translation>
    </message>
    <message>
        <source>No kernel of this type starts on rank %1 in the selected step or range. Press Esc to clear the range, or choose all steps above.</source>
        <translation>在所选的迭代或区间内，卡 %1 没有此类内核开始执行。按 Esc 清除区间，或在上方选择全部迭代。</translation>
    </message>
    <message>
        <source>Kernels of rank %1 are not loaded: load this rank or choose another.</source>
        <translation>卡 %1 的内核尚未加载：请加载此卡或选择其他卡。</translation>
    </message>
    <message>
        <source>No kernels in this profile. Use torch.profiler with device activities (ProfilerActivity.CPU plus CUDA or XPU).</source>
        <translation>此数据中没有内核（kernel）。请用 torch.profiler 采集（activities 含 ProfilerActivity.CPU 以及 CUDA 或 XPU）。</translation>
    </message>
    <message>
        <source>All %1 group(s) by time</source>
        <translation>全部 %1 组，按时间</translation>
    </message>
    <message>
        <source>Top %1 of %2 group(s) by time</source>
        <translation>按时间前 %1 组（共 %2 组）</translation>
    </message>
    <message>
        <source>No host calls. Keep trace_view.json or the profiler database (export_type=[Text, Db]) and collect CPU and NPU activities; with_stack adds Python functions, with_modules adds modules.</source>
        <translation>没有主机调用。请保留 trace_view.json 或性能数据库（export_type=[Text, Db]），并采集 CPU 和 NPU 活动；with_stack 增加 Python 函数，with_modules 增加模块。</translation>
    </message>
    <message>
        <source>No such time in these frames for the selected rank, step and range.</source>
        <translation>所选的卡、迭代和区间在这类栈帧中没有此类时间。</translation>
    </message>
    <message>
        <source>No host calls. Collect CPU and device activities with torch.profiler; with_stack adds Python functions and modules.</source>
        <translation>没有主机调用。请用 torch.profiler 采集 CPU 和设备活动；with_stack 增加 Python 函数和模块。</translation>
    </message>
    <message>
        <source>Analyzing call paths...</source>
        <translation>正在分析调用路径……</translation>
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
        <source>Share of bandwidth (%)</source>
        <translation>占带宽（%）</translation>
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
        <source>GFLOP per call</source>
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
        <source>Padding included</source>
        <translation>含填充</translation>
    </message>
    <message>
        <source>Peak source</source>
        <translation>峰值来源</translation>
    </message>
    <message>
        <source>Share of peak (%)</source>
        <translation>占峰值（%）</translation>
    </message>
    <message>
        <source>Peak (TFLOP/s)</source>
        <translation>峰值（TFLOP/s）</translation>
    </message>
    <message>
        <source>Share of roofline (%)</source>
        <translation>占屋顶线（%）</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>%1 data sheet</source>
        <translation>%1 数据手册</translation>
    </message>
    <message>
        <source>%1 core(s) at %2 MHz (from profile counters)</source>
        <translation>%1 个核，%2 MHz（来自性能数据的计数器）</translation>
    </message>
    <message>
        <source>user input</source>
        <translation>用户指定</translation>
    </message>
    <message>
        <source>Arithmetic intensity (FLOP/byte)</source>
        <translation>计算强度（FLOP/字节）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>No device kernels. Collect device activities; shapes need profiler_level=Level1 or record_shapes=True.</source>
        <translation>没有设备内核（kernel）。请采集设备活动；形状需要 profiler_level=Level1 或 record_shapes=True。</translation>
    </message>
    <message>
        <source>No device kernels. Use torch.profiler with ProfilerActivity.CUDA; shapes need record_shapes=True.</source>
        <translation>没有设备内核（kernel）。请用 torch.profiler 采集 ProfilerActivity.CUDA；形状需要 record_shapes=True。</translation>
    </message>
    <message>
        <source>Rank %1, matrix units: %2 while active (%4 % of the peak of %3), %5 % of kernel time.</source>
        <translation>卡 %1，矩阵单元：工作时 %2（峰值 %3 的 %4 %），占内核时间的 %5 %。</translation>
    </message>
    <message>
        <source>Rank %1, matrix units: %2 while active. Peak unknown: set it above.</source>
        <translation>卡 %1，矩阵单元：工作时 %2。峰值未知，请在上方设置。</translation>
    </message>
    <message>
        <source>Rank %1: no matrix work with known FLOPs.</source>
        <translation>卡 %1：没有已知 FLOP 的矩阵计算。</translation>
    </message>
    <message>
        <source>Not shown: %1 % of kernel time (no matrix work, or unknown FLOPs or bytes).</source>
        <translation>未显示：%1 % 的内核时间（不是矩阵计算，或 FLOP、字节数未知）。</translation>
    </message>
    <message>
        <source>Peak: %1 (%2)</source>
        <translation>峰值：%1（%2）</translation>
    </message>
    <message>
        <source>Not shown: %1 % of kernel time (unknown or zero FLOPs or bytes).</source>
        <translation>未显示：%1 % 的内核时间（FLOP 或字节数未知或为零）。</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Share with this bound (%)</source>
        <translation>此瓶颈占比（%）</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Max delay (us)</source>
        <translation>最长延迟（us）</translation>
    </message>
    <message>
        <source>Mean delay (us)</source>
        <translation>平均延迟（us）</translation>
    </message>
    <message>
        <source>Median delay (us)</source>
        <translation>延迟中位数（us）</translation>
    </message>
    <message>
        <source>Min delay (us)</source>
        <translation>最短延迟（us）</translation>
    </message>
    <message>
        <source>Queue empty (%)</source>
        <translation>队列为空（%）</translation>
    </message>
    <message>
        <source>Queue empty (us)</source>
        <translation>队列为空（us）</translation>
    </message>
    <message>
        <source>Queue full (us)</source>
        <translation>队列已满（us）</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>Delays &gt; 100 us</source>
        <translation>延迟 &gt; 100 us</translation>
    </message>
    <message>
        <source>Calls &gt; 50 us</source>
        <translation>调用 &gt; 50 us</translation>
    </message>
    <message>
        <source>Max queue length</source>
        <translation>最大队列长度</translation>
    </message>
    <message>
        <source>Mean queue length</source>
        <translation>平均队列长度</translation>
    </message>
    <message>
        <source>Kernels shorter than their launch</source>
        <translation>短于下发调用的内核</translation>
    </message>
    <message>
        <source>Total of these (us)</source>
        <translation>合计（us）</translation>
    </message>
    <message>
        <source>No host call</source>
        <translation>无下发调用</translation>
    </message>
    <message>
        <source>Observed time (us)</source>
        <translation>统计时长（us）</translation>
    </message>
    <message>
        <source>Launch-to-start delay</source>
        <translation>下发到开始的延迟</translation>
    </message>
    <message>
        <source>No kernel is linked to its launch call. Collect CPU and NPU activities at profiler_level=Level1 or higher, and keep the timeline or the database.</source>
        <translation>没有内核关联到其下发调用。请在 profiler_level=Level1 或更高级别采集 CPU 和 NPU 活动，并保留时间线或数据库。</translation>
    </message>
    <message>
        <source>Loading launches...</source>
        <translation>正在加载下发数据……</translation>
    </message>
    <message>
        <source>No kernel is linked to its launch call. Use torch.profiler with ProfilerActivity.CPU in addition to the device.</source>
        <translation>没有内核关联到其下发调用。请用 torch.profiler 采集，activities 除设备外还需包含 ProfilerActivity.CPU。</translation>
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
        <source>Queued launches over time</source>
        <translation>已下发未执行的任务数（随时间）</translation>
    </message>
    <message>
        <source>%1: launches: %2, max queue length %3, empty %4 % of the time, full %5 %</source>
        <translation>%1：%2 次下发，最大队列长度 %3，空 %4 % 的时间，满 %5 %</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>运行：%1</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线数据：%1</translation>
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
        <source>Waiting for the last rank in collectives, %1</source>
        <translation>集合通信中等待最后到达的卡，%1</translation>
    </message>
    <message>
        <source>Waiting for rank %2 in %1 collectives</source>
        <translation>在 %1 集合通信中等待卡 %2</translation>
    </message>
    <message>
        <source>Computing without a known kernel</source>
        <translation>未知内核的计算</translation>
    </message>
    <message>
        <source>Comparing...</source>
        <translation>正在对比……</translation>
    </message>
    <message>
        <source>Only one rank. Open a second run to compare.</source>
        <translation>只有一张卡。请打开另一个运行进行对比。</translation>
    </message>
    <message>
        <source>Idle: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>waiting for other ranks or streams</source>
        <translation>等待其他卡或流</translation>
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
        <source>waiting for the pipeline</source>
        <translation>等待流水线</translation>
    </message>
    <message>
        <source>host synchronization</source>
        <translation>主机同步</translation>
    </message>
    <message>
        <source>cause unknown</source>
        <translation>原因未知</translation>
    </message>
    <message>
        <source>Fewer calls: %1 operator(s)</source>
        <translation>调用减少：%1 个算子</translation>
    </message>
    <message>
        <source>Fewer calls: %1</source>
        <translation>调用减少：%1</translation>
    </message>
    <message>
        <source>More calls: %1 operator(s)</source>
        <translation>调用增多：%1 个算子</translation>
    </message>
    <message>
        <source>More calls: %1</source>
        <translation>调用增多：%1</translation>
    </message>
    <message>
        <source>No longer used: %1 operator(s)</source>
        <translation>%1 个算子不再出现</translation>
    </message>
    <message>
        <source>No longer used: %1</source>
        <translation>不再出现：%1</translation>
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
        <source>%1 operator(s) with different shapes</source>
        <translation>%1 个算子的形状改变</translation>
    </message>
    <message>
        <source>Different shapes: %1</source>
        <translation>形状改变：%1</translation>
    </message>
    <message>
        <source>%1 operator(s) faster (same shapes)</source>
        <translation>%1 个算子变快（形状相同）</translation>
    </message>
    <message>
        <source>Faster (same shapes): %1</source>
        <translation>变快（形状相同）：%1</translation>
    </message>
    <message>
        <source>%1 operator(s) slower (same shapes)</source>
        <translation>%1 个算子变慢（形状相同）</translation>
    </message>
    <message>
        <source>Slower (same shapes): %1</source>
        <translation>变慢（形状相同）：%1</translation>
    </message>
    <message>
        <source>Only one step on each side: noise unknown</source>
        <translation>两侧各只有一个迭代：波动未知</translation>
    </message>
    <message>
        <source>Within noise (%1 item(s))</source>
        <translation>波动范围内（%1 项）</translation>
    </message>
    <message>
        <source>Smaller differences (%1 item(s))</source>
        <translation>较小的差异（%1 项）</translation>
    </message>
    <message>
        <source>Profiler summary: %1</source>
        <translation>profiler 汇总：%1</translation>
    </message>
    <message>
        <source>After the last device work</source>
        <translation>最后一个设备任务之后</translation>
    </message>
    <message>
        <source>Step time: %1 ms → %2 ms (%3 ms, %4 %)</source>
        <translation>迭代耗时：%1 ms → %2 ms（%3 ms，%4 %）</translation>
    </message>
    <message>
        <source>group unknown</source>
        <translation>通信域未知</translation>
    </message>
    <message>
        <source>not available in any run</source>
        <translation>没有运行提供该数据</translation>
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
        <source>Synchronous</source>
        <translation>同步拷贝</translation>
    </message>
    <message>
        <source>Dispersion (%)</source>
        <translation>离散度（%）</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>打点域（domain）</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>最长的卡</translation>
    </message>
    <message>
        <source>Fastest rank</source>
        <translation>最短的卡</translation>
    </message>
    <message>
        <source>Host or device</source>
        <translation>主机或设备</translation>
    </message>
    <message>
        <source>By bound</source>
        <translation>按瓶颈</translation>
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
        <source>GPU traces contain no core counters: kernel bounds unknown</source>
        <translation>GPU 的 trace 不含核的计数器：内核瓶颈未知</translation>
    </message>
    <message>
        <source>No core counters: set aic_metrics at profiler_level=Level1 or higher to get kernel bounds</source>
        <translation>没有核的计数器：设置 aic_metrics 且 profiler_level=Level1 或更高，可得到内核瓶颈</translation>
    </message>
    <message>
        <source>Run (us)</source>
        <translation>运行（us）</translation>
    </message>
    <message>
        <source>Baseline (us)</source>
        <translation>基线数据（us）</translation>
    </message>
    <message>
        <source>Start, run (ns)</source>
        <translation>运行的开始时间（ns）</translation>
    </message>
    <message>
        <source>Start, baseline (ns)</source>
        <translation>基线数据的开始时间（ns）</translation>
    </message>
    <message>
        <source>Calls, run</source>
        <translation>运行的调用次数</translation>
    </message>
    <message>
        <source>Calls, baseline</source>
        <translation>基线数据的调用次数</translation>
    </message>
    <message>
        <source>Longest interval</source>
        <translation>最长区间</translation>
    </message>
    <message>
        <source>Length, run (us)</source>
        <translation>运行的长度（us）</translation>
    </message>
    <message>
        <source>Length, baseline (us)</source>
        <translation>基线数据的长度（us）</translation>
    </message>
    <message>
        <source>Noise (us)</source>
        <translation>波动（us）</translation>
    </message>
    <message>
        <source>Rank, run</source>
        <translation>运行的卡</translation>
    </message>
    <message>
        <source>Rank, baseline</source>
        <translation>基线数据的卡</translation>
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
        <source>Step, run</source>
        <translation>运行的迭代</translation>
    </message>
    <message>
        <source>Step, baseline</source>
        <translation>基线数据的迭代</translation>
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
        <source>wait in collectives</source>
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
        <source>no longer used</source>
        <translation>不再出现</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>different shapes</source>
        <translation>形状改变</translation>
    </message>
    <message>
        <source>duration (same shapes)</source>
        <translation>耗时（形状相同）</translation>
    </message>
    <message>
        <source>profiler summary</source>
        <translation>profiler 汇总</translation>
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
        <source>Bubble (%)</source>
        <translation>空泡（%）</translation>
    </message>
    <message>
        <source>Captured (UTC)</source>
        <translation>采集时间（UTC）</translation>
    </message>
    <message>
        <source>Communication (ms)</source>
        <translation>通信（ms）</translation>
    </message>
    <message>
        <source>Computing (ms)</source>
        <translation>计算（ms）</translation>
    </message>
    <message>
        <source>Computing (%)</source>
        <translation>计算（%）</translation>
    </message>
    <message>
        <source>Communication, not overlapped (ms)</source>
        <translation>通信（未掩盖）（ms）</translation>
    </message>
    <message>
        <source>Communication, not overlapped (%)</source>
        <translation>通信（未掩盖）（%）</translation>
    </message>
    <message>
        <source>Free (ms)</source>
        <translation>空闲（Free）（ms）</translation>
    </message>
    <message>
        <source>Free (%)</source>
        <translation>空闲（Free）（%）</translation>
    </message>
    <message>
        <source>HFU (%)</source>
        <translation>HFU（%）</translation>
    </message>
    <message>
        <source>Findings of at least 10 % of the step</source>
        <translation>占迭代 10 % 以上的问题项</translation>
    </message>
    <message>
        <source>MFU (%)</source>
        <translation>MFU（%）</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Overlapped (%)</source>
        <translation>掩盖（%）</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Peak memory (GiB)</source>
        <translation>内存峰值（GiB）</translation>
    </message>
    <message>
        <source>Preparing (%)</source>
        <translation>预处理时间（Preparing）（%）</translation>
    </message>
    <message>
        <source>Process memory (GiB)</source>
        <translation>进程内存（GiB）</translation>
    </message>
    <message>
        <source>Reserved memory (GiB)</source>
        <translation>预留内存（GiB）</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>No run is open. Open a run or a folder of runs, or tick runs below.</source>
        <translation>没有打开的运行。请打开一个运行或包含多个运行的文件夹，或在下方勾选运行。</translation>
    </message>
    <message>
        <source>Loading runs...</source>
        <translation>正在读取各运行……</translation>
    </message>
    <message>
        <source>Step time breakdown (mean of all ranks)</source>
        <translation>迭代耗时构成（所有卡的平均）</translation>
    </message>
    <message>
        <source>Replaceable by a fused torch_npu API: up to %1 ms per step</source>
        <translation>可由融合的 torch_npu API 替代：每个迭代至多 %1 ms</translation>
    </message>
    <message>
        <source>Affinity APIs</source>
        <translation>亲和 API</translation>
    </message>
    <message>
        <source>Counts: kernel time excluding matmuls, or excluding the longest kernel; each call once (table affinity_apis).</source>
        <translation>计入：内核耗时，不含矩阵乘或不含最长的内核；每个调用只计一次（表 affinity_apis）。</translation>
    </message>
    <message>
        <source>Replace with: %1</source>
        <translation>替换为：%1</translation>
    </message>
    <message>
        <source>Compare the loss: fused operators accumulate in a different order.</source>
        <translation>请比较 loss：融合算子的累加顺序不同。</translation>
    </message>
    <message>
        <source>Fusible kernel sequences: up to %1 ms per step</source>
        <translation>可融合的内核序列：每个迭代至多 %1 ms</translation>
    </message>
    <message>
        <source>Fusible kernel sequences</source>
        <translation>可融合的内核序列</translation>
    </message>
    <message>
        <source>Use fused operators (--use-fused-rmsnorm, --use-fused-swiglu, --use-fused-rotary-pos-emb, --use-flash-attn, --cross-entropy-loss-fusion), or compile: torch.compile(model, backend=&quot;npu&quot;)</source>
        <translation>使用融合算子（--use-fused-rmsnorm、--use-fused-swiglu、--use-fused-rotary-pos-emb、--use-flash-attn、--cross-entropy-loss-fusion），或编译：torch.compile(model, backend=&quot;npu&quot;)</translation>
    </message>
    <message>
        <source>Upper bound: the fused kernel still reads the first inputs and writes the last outputs. Changing shapes cause recompilation.</source>
        <translation>上限：融合内核仍需读取最初的输入并写出最后的输出。形状变化会导致重新编译。</translation>
    </message>
    <message>
        <source>Needs host calls.</source>
        <translation>需要主机的调用。</translation>
    </message>
    <message>
        <source>Some tables cover only this part of the profile</source>
        <translation>部分表格仅覆盖所保留的这部分数据</translation>
    </message>
    <message>
        <source>This bundle contains only part of the profile</source>
        <translation>该数据包只含性能数据的一部分</translation>
    </message>
    <message>
        <source>In the profile, but not in its bundle</source>
        <translation>原性能数据中有，数据包中没有</translation>
    </message>
    <message>
        <source>Minimum cost (share of the step); less is within the step-to-step variation.</source>
        <translation>最小损失（占迭代的比例）；更小则在同一运行各迭代的正常波动之内。</translation>
    </message>
    <message>
        <source>AI CPU kernels: %1 ms per step</source>
        <translation>AI CPU 上的内核：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Data types not supported by AI Cores: %1.</source>
        <translation>AI Core 不支持的数据类型：%1。</translation>
    </message>
    <message>
        <source>Counts: time of AI CPU kernels while the device does nothing else.</source>
        <translation>计入：AI CPU 上的内核运行且设备无其他工作的时间。</translation>
    </message>
    <message>
        <source>Use data types supported by AI Cores (x = x.float(), x.to(torch.int32)), or replace the operators: index and nonzero by torch.where or a multiplication with a mask; argmin by a newer CANN.</source>
        <translation>换用 AI Core 支持的数据类型（x = x.float()、x.to(torch.int32)），或替换算子：index 和 nonzero 换成 torch.where 或乘以掩码，argmin 使用更新的 CANN。</translation>
    </message>
    <message>
        <source>AI CPU kernels</source>
        <translation>AI CPU 上的内核</translation>
    </message>
    <message>
        <source>Keep it if the result needs the type, or if the kernel does not run in every step.</source>
        <translation>结果需要该数据类型，或该内核并非每个迭代都运行时，不必修改。</translation>
    </message>
    <message>
        <source>Kernels with too few blocks to fill the cores: %1 ms per step</source>
        <translation>block 数未占满核的内核：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: time x (1 − blocks / (rounds x cores)); each round runs one block per core.</source>
        <translation>计入：时间 ×（1 − block 数 /（轮数 × 核数））；每轮每个核运行一个 block。</translation>
    </message>
    <message>
        <source>Choose sizes (batch, hidden, vocabulary) divisible by the number of cores, or tune the kernels: aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</source>
        <translation>选择核数能整除的尺寸（batch、hidden、词表），或调优内核：aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</translation>
    </message>
    <message>
        <source>Block counts that leave cores idle</source>
        <translation>使核空闲的 block 数</translation>
    </message>
    <message>
        <source>Not for memory-bound kernels: idle cores cost them little.</source>
        <translation>不适用于访存受限的内核：核空闲对其影响很小。</translation>
    </message>
    <message>
        <source>DataLoader(..., num_workers=8, pin_memory=True, prefetch_factor=4, persistent_workers=True); read large files (tar, zip) from a local disk instead of many small ones.</source>
        <translation>DataLoader(..., num_workers=8, pin_memory=True, prefetch_factor=4, persistent_workers=True)；从本地磁盘读取大文件（tar、zip），而不是许多小文件。</translation>
    </message>
    <message>
        <source>More workers do not help if the disk or the CPUs are already busy.</source>
        <translation>磁盘或 CPU 已经繁忙时，增加 worker 没有帮助。</translation>
    </message>
    <message>
        <source>One process drives several devices (DataParallel): %1 ms per step</source>
        <translation>一个进程驱动多个设备（DataParallel）：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: device idle time during the forward of nn.DataParallel.</source>
        <translation>计入：nn.DataParallel 前向期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Start one process per device: torchrun --nproc_per_node=8 train.py, and use torch.nn.parallel.DistributedDataParallel(model) in it.</source>
        <translation>每个设备启动一个进程：torchrun --nproc_per_node=8 train.py，其中使用 torch.nn.parallel.DistributedDataParallel(model)。</translation>
    </message>
    <message>
        <source>Single-process DataParallel</source>
        <translation>单进程的 DataParallel</translation>
    </message>
    <message>
        <source>No benefit with one device.</source>
        <translation>只有一个设备时没有收益。</translation>
    </message>
    <message numerus="yes">
        <source>%n environment variable(s) to check</source>
        <translation>
            <numerusform>%n 个环境变量需要检查</numerusform>
        </translation>
    </message>
    <message>
        <source>ACLNN_CACHE_LIMIT = %1: operators are prepared again when their cache is full.</source>
        <translation>ACLNN_CACHE_LIMIT = %1：缓存满后会重新准备算子。</translation>
    </message>
    <message>
        <source>ASCEND_GLOBAL_LOG_LEVEL = %1: logging below error level takes host time.</source>
        <translation>ASCEND_GLOBAL_LOG_LEVEL = %1：写入错误级别以下的日志会占用主机时间。</translation>
    </message>
    <message>
        <source>ASCEND_LAUNCH_BLOCKING = %1: the host waits for each kernel.</source>
        <translation>ASCEND_LAUNCH_BLOCKING = %1：主机等待每个内核完成。</translation>
    </message>
    <message>
        <source>HCCL_ALGO = %1: if unset, the algorithm is chosen by size and topology.</source>
        <translation>HCCL_ALGO = %1：不设置时按数据量和拓扑选择算法。</translation>
    </message>
    <message>
        <source>HCCL_RDMA_SL = %1: must match the lossless service level of the switches (default: 4).</source>
        <translation>HCCL_RDMA_SL = %1：必须与交换机的无损服务级别一致（默认 4）。</translation>
    </message>
    <message>
        <source>HCCL_RDMA_TC = %1: must match the lossless traffic class of the switches (default: 132).</source>
        <translation>HCCL_RDMA_TC = %1：必须与交换机的无损流量类别一致（默认 132）。</translation>
    </message>
    <message>
        <source>HOST_CACHE_CAPACITY = %1: operators with dynamic shapes are prepared again each time.</source>
        <translation>HOST_CACHE_CAPACITY = %1：动态形状的算子每次都重新准备。</translation>
    </message>
    <message>
        <source>PYTORCH_NPU_ALLOC_CONF = %1: without expandable_segments:True, memory is requested from the driver more often.</source>
        <translation>PYTORCH_NPU_ALLOC_CONF = %1：未设置 expandable_segments:True 时会更频繁地向驱动申请内存。</translation>
    </message>
    <message>
        <source>Device idle: %1 % of the step; host caches are recommended from %2 % on.</source>
        <translation>设备空闲：占迭代的 %1 %；达到 %2 % 时建议设置主机缓存。</translation>
    </message>
    <message>
        <source>Before starting the job: %1</source>
        <translation>启动前执行：%1</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Change one at a time and compare runs. Variables that the profile did not record are not checked.</source>
        <translation>每次只改一个并比较运行。性能数据未记录的变量不作检查。</translation>
    </message>
    <message>
        <source>Format conversions (TransData): %1 ms per step</source>
        <translation>格式转换（TransData）：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: time of TransData kernels while the device does nothing else.</source>
        <translation>计入：TransData 内核运行且设备无其他工作的时间。</translation>
    </message>
    <message>
        <source>Keep tensors in their base format (ND, NCHW); set before building the model: torch_npu.npu.config.allow_internal_format = False</source>
        <translation>保持张量为基础格式（ND、NCHW），在构建模型之前设置：torch_npu.npu.config.allow_internal_format = False</translation>
    </message>
    <message>
        <source>Format conversions</source>
        <translation>格式转换</translation>
    </message>
    <message>
        <source>Compare both settings: convolutions can lose more in the base format than the conversions cost.</source>
        <translation>请比较两种设置：卷积在基础格式下的损失可能超过转换的耗时。</translation>
    </message>
    <message>
        <source>Host stalls in Python garbage collection: %1 ms per step</source>
        <translation>Python 垃圾回收使主机停顿：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Long host stalls, probably Python garbage collection: %1 ms per step</source>
        <translation>主机长时间停顿，疑似 Python 垃圾回收：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: long waits for a launch with hardly any driver calls; garbage collections were not recorded (set gc_detect_threshold of the profiler).</source>
        <translation>计入：主机几乎不调用驱动的长时间下发等待；没有记录垃圾回收（可设置采集参数 gc_detect_threshold）。</translation>
    </message>
    <message>
        <source>Counts: device idle time during garbage collections of 1 ms or longer.</source>
        <translation>计入：1 ms 及以上的垃圾回收期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Collect when nothing waits: import gc; gc.disable() before the loop and gc.collect() every 1000 steps, or gc.set_threshold(7000, 10, 10); gc.freeze() after the model is built.</source>
        <translation>在无人等待时回收：循环前执行 import gc; gc.disable()，每 1000 个迭代执行 gc.collect()；或 gc.set_threshold(7000, 10, 10)；构建模型后执行 gc.freeze()。</translation>
    </message>
    <message>
        <source>Python garbage collection</source>
        <translation>Python 垃圾回收</translation>
    </message>
    <message>
        <source>Monitor host memory: reference cycles are kept until the next collection.</source>
        <translation>请关注主机内存：循环引用的对象会保留到下一次回收。</translation>
    </message>
    <message numerus="yes">
        <source>Rank %1: %n time(s) per step, %2 ms in total, of which %4 ms count (threshold: %3 % of the step).</source>
        <translation>
            <numerusform>卡 %1：每个迭代 %n 次，共 %2 ms，其中计入 %4 ms（阈值：迭代的 %3 %）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Mostly: %1.</source>
        <translation>主要是：%1。</translation>
    </message>
    <message>
        <source>Host stalls in driver memory calls (allocate, release): %1 ms per step</source>
        <translation>向驱动申请和释放内存使主机停顿：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: device idle time during these calls.</source>
        <translation>计入：这些调用期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True; remove torch.npu.empty_cache() from the loop; if memory is full, use a smaller microbatch.</source>
        <translation>export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True；从循环中去掉 torch.npu.empty_cache()；显存已满时使用更小的微批次。</translation>
    </message>
    <message>
        <source>export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True; remove torch.cuda.empty_cache() from the loop; if memory is full, use a smaller microbatch.</source>
        <translation>export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True；从循环中去掉 torch.cuda.empty_cache()；显存已满时使用更小的微批次。</translation>
    </message>
    <message>
        <source>Driver memory calls</source>
        <translation>驱动的内存操作</translation>
    </message>
    <message>
        <source>The first steps of a run always allocate memory: capture later steps.</source>
        <translation>训练的最初几个迭代总会申请内存：请采集之后的迭代。</translation>
    </message>
    <message>
        <source>Latency-bound kernels: up to %1 ms per step</source>
        <translation>时延受限的内核（各单元均未繁忙）：每个迭代至多可省 %1 ms</translation>
    </message>
    <message>
        <source>Counts: time x (1 − busiest unit / 80 %) of kernels with no unit at its limit (table operator_bounds).</source>
        <translation>计入：各单元均未达到上限的内核的时间 ×（1 − 最忙单元 / 80 %）（表 operator_bounds）。</translation>
    </message>
    <message>
        <source>Give them more work per call (larger batch, fused operators), use sizes that are multiples of 256, or tune them: aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</source>
        <translation>增大单次工作量（更大的 batch、融合算子），尺寸取 256 的倍数，或调优：aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS</translation>
    </message>
    <message>
        <source>Operators without a bound (no bound)</source>
        <translation>无瓶颈（no bound）算子</translation>
    </message>
    <message>
        <source>Does not apply if launches are late anyway: fix the host first. Short kernels rarely get faster.</source>
        <translation>下发过晚时不适用：请先解决主机问题。短内核很少能变快。</translation>
    </message>
    <message>
        <source>Operator compilation during training: %1 ms per step</source>
        <translation>训练期间编译算子：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Use precompiled kernels; at the top of the script: torch_npu.npu.set_compile_mode(jit_compile=False); torch_npu.npu.config.allow_internal_format = False</source>
        <translation>使用预编译的内核，在脚本开头设置：torch_npu.npu.set_compile_mode(jit_compile=False); torch_npu.npu.config.allow_internal_format = False</translation>
    </message>
    <message>
        <source>Compilation during training</source>
        <translation>训练期间编译</translation>
    </message>
    <message>
        <source>The first steps compile once: capture later steps. Fixed-shape models may run faster with online compilation (jit_compile=True).</source>
        <translation>最初几个迭代会编译一次：请采集之后的迭代。形状固定的模型使用在线编译（jit_compile=True）可能更快。</translation>
    </message>
    <message>
        <source>The host waits for the device after each launch: %1 ms per step</source>
        <translation>主机在每次下发后等待设备：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: device idle time between such a wait and the next launch.</source>
        <translation>计入：从这种等待到下一次下发之间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Do not block launches: unset ASCEND_LAUNCH_BLOCKING; remove torch.npu.synchronize(), .item() and print(tensor) from the loop.</source>
        <translation>避免阻塞下发：unset ASCEND_LAUNCH_BLOCKING；从循环中去掉 torch.npu.synchronize()、.item() 和 print(tensor)。</translation>
    </message>
    <message>
        <source>Do not block launches: unset CUDA_LAUNCH_BLOCKING; remove torch.cuda.synchronize(), .item() and print(tensor) from the loop.</source>
        <translation>避免阻塞下发：unset CUDA_LAUNCH_BLOCKING；从循环中去掉 torch.cuda.synchronize()、.item() 和 print(tensor)。</translation>
    </message>
    <message>
        <source>Stream synchronization after each launch</source>
        <translation>每次下发后同步流</translation>
    </message>
    <message>
        <source>Keep it while debugging: it shows the failing call.</source>
        <translation>调试时保留：它能指出出错的调用。</translation>
    </message>
    <message>
        <source>Host stalls in SyncBatchNorm: %1 ms per step</source>
        <translation>SyncBatchNorm 使主机停顿：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: device idle time during SyncBatchNorm calls.</source>
        <translation>计入：SyncBatchNorm 调用期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Use per-rank statistics: remove torch.nn.SyncBatchNorm.convert_sync_batchnorm(model), or reduce them in one collective.</source>
        <translation>使用各卡自己的统计量：去掉 torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)，或用一次集合通信规约。</translation>
    </message>
    <message>
        <source>SyncBatchNorm</source>
        <translation>SyncBatchNorm</translation>
    </message>
    <message>
        <source>Needed if ranks have very few samples per batch: check the accuracy.</source>
        <translation>每卡每批样本很少时需要它：请检查精度。</translation>
    </message>
    <message>
        <source>The profile has no environment variables.</source>
        <translation>性能数据中没有环境变量。</translation>
    </message>
    <message>
        <source>Needs kernels with their core type (kernel_details.csv or a database).</source>
        <translation>需要带核类型的内核（kernel_details.csv 或数据库）。</translation>
    </message>
    <message>
        <source>Needs core counters.</source>
        <translation>需要核的计数器。</translation>
    </message>
    <message>
        <source>Optimizer launches many small kernels: %1 ms per step</source>
        <translation>优化器下发大量小内核：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Counts: device idle time during the optimizer step.</source>
        <translation>计入：优化器执行期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Use a fused optimizer: %1</source>
        <translation>使用融合优化器：%1</translation>
    </message>
    <message>
        <source>Unfused optimizer</source>
        <translation>未融合的优化器</translation>
    </message>
    <message>
        <source>A fused optimizer keeps gradients and states in one contiguous buffer: create a new one if parameters are frozen or added later.</source>
        <translation>融合优化器把梯度和状态放在一块连续内存中：之后冻结或增加参数时需要重新创建。</translation>
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
        <source>Communication by type and task</source>
        <translation>按类型与任务统计的通信</translation>
    </message>
    <message>
        <source>Communication time by operator</source>
        <translation>各算子的通信时间</translation>
    </message>
    <message>
        <source>Kernel launch latency</source>
        <translation>内核下发时延</translation>
    </message>
    <message>
        <source>Call paths</source>
        <translation>调用路径</translation>
    </message>
    <message>
        <source>Framework operators by device time</source>
        <translation>框架算子（按设备耗时）</translation>
    </message>
    <message>
        <source>Device free time by cause</source>
        <translation>设备空闲时间（按原因）</translation>
    </message>
    <message>
        <source>Deviations in kernel order</source>
        <translation>内核顺序的偏差</translation>
    </message>
    <message>
        <source>Kernels by type</source>
        <translation>内核（按类型）</translation>
    </message>
    <message>
        <source>Kernel work (FLOPs, bytes)</source>
        <translation>内核的计算量（FLOP、字节）</translation>
    </message>
    <message>
        <source>Operator memory</source>
        <translation>算子内存</translation>
    </message>
    <message>
        <source>Module calls</source>
        <translation>模块的各次调用</translation>
    </message>
    <message>
        <source>Operators and kernels by module</source>
        <translation>算子与内核（按模块）</translation>
    </message>
    <message>
        <source>Model modules</source>
        <translation>模型的模块</translation>
    </message>
    <message>
        <source>Framework operator calls</source>
        <translation>框架算子的各次调用</translation>
    </message>
    <message>
        <source>Operators by name</source>
        <translation>算子（按名称）</translation>
    </message>
    <message>
        <source>P2P operations</source>
        <translation>点对点通信操作</translation>
    </message>
    <message>
        <source>Pipeline P2P edges</source>
        <translation>流水线的点对点通信连线</translation>
    </message>
    <message>
        <source>Profiler&apos;s step time breakdown</source>
        <translation>profiler 给出的迭代耗时构成</translation>
    </message>
    <message>
        <source>%1 (run)</source>
        <translation>%1（运行）</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基线数据）</translation>
    </message>
    <message>
        <source>%1 (ratio)</source>
        <translation>%1（比值）</translation>
    </message>
    <message>
        <source>Assumes that the fused kernel reads its inputs and writes its outputs once and everything else is unchanged.</source>
        <translation>假设融合内核只读一次输入、写一次输出，其余不变。</translation>
    </message>
    <message>
        <source>Unfused attention: fusing saves %1 ms per step on rank %2</source>
        <translation>注意力未融合：融合后卡 %2 每个迭代可节省 %1 ms</translation>
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
        <source>Saving after the other findings are fixed (not alone)</source>
        <translation>修复其他问题项之后的收益（而非单独修复的收益）</translation>
    </message>
    <message>
        <source>Device idle between them: %1 ms; a fused kernel avoids it.</source>
        <translation>这些内核之间设备空闲 %1 ms；融合后不再有。</translation>
    </message>
    <message>
        <source>Moving inputs and outputs takes %1 ms at %2 GB/s (median of kernels in this capture that move as much data).</source>
        <translation>搬运输入和输出需要 %1 ms，按 %2 GB/s 计（本次采集中搬运量相当的内核的中位数）。</translation>
    </message>
    <message>
        <source>Replayed step: %2 ms instead of %1 ms.</source>
        <translation>重放的迭代：由 %1 ms 变为 %2 ms。</translation>
    </message>
    <message>
        <source>Threshold: %1 % of the step on one rank.</source>
        <translation>阈值：单张卡上迭代的 %1 %。</translation>
    </message>
    <message>
        <source>Unfused gradient accumulation: %1 ms per step on rank %2</source>
        <translation>梯度累加未融合：卡 %2 每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>Fuse gradient accumulation into the matmul (Megatron and MindSpeed: remove --no-gradient-accumulation-fusion).</source>
        <translation>把梯度累加融合进矩阵乘（Megatron 和 MindSpeed：去掉 --no-gradient-accumulation-fusion）。</translation>
    </message>
    <message>
        <source>Unfused loss: fusing saves %1 ms per step on rank %2</source>
        <translation>损失未融合：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use a fused or chunked cross entropy (Megatron: --cross-entropy-loss-fusion; MindSpeed: ChunkLoss).</source>
        <translation>使用融合或分块的交叉熵（Megatron：--cross-entropy-loss-fusion；MindSpeed：ChunkLoss）。</translation>
    </message>
    <message>
        <source>Unfused RMSNorm: fusing saves %1 ms per step on rank %2</source>
        <translation>RMSNorm 未融合：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use the fused norm (torch_npu.npu_rms_norm; MindSpeed: --use-fused-rmsnorm).</source>
        <translation>使用融合归一化（torch_npu.npu_rms_norm；MindSpeed：--use-fused-rmsnorm）。</translation>
    </message>
    <message>
        <source>Unfused rotary embedding: fusing saves %1 ms per step on rank %2</source>
        <translation>旋转位置编码未融合：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use the fused rotary embedding (torch_npu.npu_rotary_mul; MindSpeed: --use-fused-rotary-pos-emb).</source>
        <translation>使用融合旋转位置编码（torch_npu.npu_rotary_mul；MindSpeed：--use-fused-rotary-pos-emb）。</translation>
    </message>
    <message>
        <source>Unfused SwiGLU: fusing saves %1 ms per step on rank %2</source>
        <translation>SwiGLU 未融合：融合后卡 %2 每个迭代可节省 %1 ms</translation>
    </message>
    <message>
        <source>Use the fused SwiGLU (torch_npu.npu_swiglu; MindSpeed: --use-fused-swiglu).</source>
        <translation>使用融合 SwiGLU（torch_npu.npu_swiglu；MindSpeed：--use-fused-swiglu）。</translation>
    </message>
    <message>
        <source>Unfused kernels</source>
        <translation>可由融合内核替代的内核</translation>
    </message>
    <message>
        <source>Kernel shapes not recorded.</source>
        <translation>未记录内核的形状。</translation>
    </message>
    <message>
        <source>Minimum saving by fusion on one rank (share of the step); smaller savings are not worth the change.</source>
        <translation>融合在一张卡上的最小收益（占迭代的比例）；更小则不值得改动。</translation>
    </message>
    <message>
        <source>Number of consecutive steps to record.</source>
        <translation>连续采集的迭代数。</translation>
    </message>
    <message>
        <source>Activities to record: CPU is the host, the others are devices.</source>
        <translation>采集对象：CPU 为主机，其余为设备。</translation>
    </message>
    <message>
        <source>AI Core counter group; one group per capture.</source>
        <translation>AI Core 计数器的分组；每次采集一组。</translation>
    </message>
    <message>
        <source>AI Core counter group (number).</source>
        <translation>AI Core 计数器的分组（编号）。</translation>
    </message>
    <message>
        <source>Parse the data in the training process when the capture ends.</source>
        <translation>采集结束时在训练进程中解析数据。</translation>
    </message>
    <message>
        <source>When to parse: -1 never, 0 at the end of the capture, 1 in parallel with training.</source>
        <translation>何时解析：-1 不解析，0 采集结束时，1 与训练并行。</translation>
    </message>
    <message>
        <source>Parse the data in a separate process, in parallel with training.</source>
        <translation>在独立进程中与训练并行解析数据。</translation>
    </message>
    <message>
        <source>Folder with the watched profiler_config.json.</source>
        <translation>被监视的 profiler_config.json 所在文件夹。</translation>
    </message>
    <message>
        <source>Record the data pipeline (MindData).</source>
        <translation>采集数据流水线（MindData）。</translation>
    </message>
    <message>
        <source>Delete the raw data after parsing.</source>
        <translation>解析后删除原始数据。</translation>
    </message>
    <message>
        <source>Enable recording.</source>
        <translation>是否采集。</translation>
    </message>
    <message>
        <source>First step after recording.</source>
        <translation>采集结束后的第一个迭代。</translation>
    </message>
    <message>
        <source>Output format: text (JSON and CSV) or db (database, half the size).</source>
        <translation>输出格式：text（JSON 和 CSV）或 db（数据库，大小约为一半）。</translation>
    </message>
    <message>
        <source>Folder of the extracted features.</source>
        <translation>提取的特征所在文件夹。</translation>
    </message>
    <message>
        <source>Extract text features.</source>
        <translation>提取文本特征。</translation>
    </message>
    <message>
        <source>Extract video features.</source>
        <translation>提取视频特征。</translation>
    </message>
    <message>
        <source>Record Python garbage collections of at least this duration (ms); 0 = all, null = none.</source>
        <translation>记录耗时不小于该毫秒数的 Python 垃圾回收；0 为全部，null 为不记录。</translation>
    </message>
    <message>
        <source>Record memory bandwidth.</source>
        <translation>采集内存带宽。</translation>
    </message>
    <message>
        <source>Record host usage: CPU, memory, disks, network, system calls.</source>
        <translation>采集主机资源：CPU、内存、磁盘、网络、系统调用。</translation>
    </message>
    <message>
        <source>Record only the ranks in rank_list.</source>
        <translation>只采集 rank_list 中的卡。</translation>
    </message>
    <message>
        <source>Record L2 cache hit rates by kernel.</source>
        <translation>采集各内核的 L2 缓存命中率。</translation>
    </message>
    <message>
        <source>Take memory snapshots.</source>
        <translation>是否采集内存快照。</translation>
    </message>
    <message>
        <source>Step after which the snapshot is written.</source>
        <translation>在该迭代结束时写出快照。</translation>
    </message>
    <message>
        <source>Maximum number of allocations and frees in the history; null = no limit.</source>
        <translation>历史中最多保留的分配和释放次数；null 为不限。</translation>
    </message>
    <message>
        <source>Also print allocator summaries.</source>
        <translation>同时打印分配器的概要。</translation>
    </message>
    <message>
        <source>Ranks that write a snapshot.</source>
        <translation>写出快照的卡。</translation>
    </message>
    <message>
        <source>Snapshot folder.</source>
        <translation>快照所在文件夹。</translation>
    </message>
    <message>
        <source>Allocation call stacks: Python only, or Python and C++.</source>
        <translation>分配的调用栈：仅 Python，或 Python 和 C++。</translation>
    </message>
    <message>
        <source>First step of the history; 0 = from program start.</source>
        <translation>从该迭代开始记录历史；0 为从程序启动开始。</translation>
    </message>
    <message>
        <source>Text stored in the profile.</source>
        <translation>保存在性能数据中的文本。</translation>
    </message>
    <message>
        <source>Record user markers through the older interface.</source>
        <translation>通过旧接口采集打点。</translation>
    </message>
    <message>
        <source>Record user markers and ranges (mstx).</source>
        <translation>采集打点（mstx）。</translation>
    </message>
    <message>
        <source>mstx domains to exclude.</source>
        <translation>不采集的打点域。</translation>
    </message>
    <message>
        <source>mstx domains to record; empty = all.</source>
        <translation>采集的打点域；为空则全部采集。</translation>
    </message>
    <message>
        <source>Record operator attributes (database only).</source>
        <translation>采集算子属性（仅数据库）。</translation>
    </message>
    <message>
        <source>Record operator times.</source>
        <translation>采集算子耗时。</translation>
    </message>
    <message>
        <source>Store the parallel strategy of the model.</source>
        <translation>保存模型的并行策略。</translation>
    </message>
    <message>
        <source>Record PCIe bandwidth.</source>
        <translation>采集 PCIe 带宽。</translation>
    </message>
    <message>
        <source>Output folder of the profile; preferably on a local disk.</source>
        <translation>性能数据的落盘文件夹；最好在本地磁盘上。</translation>
    </message>
    <message>
        <source>Record communication.</source>
        <translation>采集通信。</translation>
    </message>
    <message>
        <source>Framework data to record.</source>
        <translation>采集框架的哪些内容。</translation>
    </message>
    <message>
        <source>Record operator memory over time.</source>
        <translation>采集算子内存随时间的变化。</translation>
    </message>
    <message>
        <source>static: the steps set here; dynamic (if available): whenever the watched file changes.</source>
        <translation>static：采集此处给出的迭代；dynamic（可选时）：被监视的文件改变时采集。</translation>
    </message>
    <message>
        <source>Level_none: markers only; Level0: kernels; Level1: also communication and CANN calls; Level2: also the runtime.</source>
        <translation>Level_none：仅打点；Level0：内核；Level1：还有通信和 CANN 调用；Level2：还有 Runtime。</translation>
    </message>
    <message>
        <source>Ranks to record.</source>
        <translation>采集的卡。</translation>
    </message>
    <message>
        <source>Operator arguments, for tuning with other tools.</source>
        <translation>算子参数，供其他工具调优。</translation>
    </message>
    <message>
        <source>Operand shapes and types.</source>
        <translation>操作数的形状和类型。</translation>
    </message>
    <message>
        <source>Number of captures; 0 = until the job ends.</source>
        <translation>依次采集的次数；0 为直到任务结束。</translation>
    </message>
    <message>
        <source>Initial steps before the first cycle; must be 0 in MindSpore graph mode O2.</source>
        <translation>第一个周期之前的迭代数；MindSpore 图模式 O2 下须为 0。</translation>
    </message>
    <message>
        <source>1: the first cycle does not wait. Not supported by MindSpore.</source>
        <translation>1：第一个周期不等待。MindSpore 没有该参数。</translation>
    </message>
    <message>
        <source>Record from program start.</source>
        <translation>从程序启动开始采集。</translation>
    </message>
    <message>
        <source>First step to record.</source>
        <translation>采集的第一个迭代。</translation>
    </message>
    <message>
        <source>Last step to record.</source>
        <translation>采集的最后一个迭代。</translation>
    </message>
    <message>
        <source>Synchronize after each operator, for exact times.</source>
        <translation>每个算子后同步，使耗时准确。</translation>
    </message>
    <message>
        <source>Record HCCS and PCIe bandwidth over time.</source>
        <translation>采集 HCCS 和 PCIe 带宽随时间的变化。</translation>
    </message>
    <message>
        <source>Record NIC and RoCE bandwidth over time.</source>
        <translation>采集 NIC 和 RoCE 带宽随时间的变化。</translation>
    </message>
    <message>
        <source>Maximum timeline size (MB).</source>
        <translation>时间线的最大大小（MB）。</translation>
    </message>
    <message>
        <source>Record the device.</source>
        <translation>采集设备。</translation>
    </message>
    <message>
        <source>Steps per cycle without recording; must be 0 in MindSpore graph mode O2.</source>
        <translation>每个周期中不采集的迭代数；MindSpore 图模式 O2 下须为 0。</translation>
    </message>
    <message>
        <source>Warm-up steps before a capture (recorded, then discarded).</source>
        <translation>采集前的采集预热迭代数（采集后丢弃）。</translation>
    </message>
    <message>
        <source>Warm-up steps before a capture (recorded, then discarded), so that profiler startup does not distort the results.</source>
        <translation>采集前的采集预热迭代数（采集后丢弃），避免 profiler 启动影响结果。</translation>
    </message>
    <message>
        <source>Also record the host.</source>
        <translation>同时采集主机。</translation>
    </message>
    <message>
        <source>Estimate FLOPs of matmuls and convolutions.</source>
        <translation>估算矩阵乘和卷积的计算量。</translation>
    </message>
    <message>
        <source>Record the model modules of operators.</source>
        <translation>采集算子所在的模型模块。</translation>
    </message>
    <message>
        <source>Record Python call stacks.</source>
        <translation>采集 Python 调用栈。</translation>
    </message>
    <message>
        <source>Only some ranks are recorded, so the data is not parsed in the training process: set async_mode=true, or parse it afterwards.</source>
        <translation>只采集部分卡，因此不在训练进程中解析数据：请设置 async_mode=true，或事后解析。</translation>
    </message>
    <message>
        <source>async_mode has no effect without analyse=true.</source>
        <translation>没有 analyse=true 时 async_mode 不起作用。</translation>
    </message>
    <message>
        <source>%1 is not %2; it is ignored.</source>
        <translation>%1 不是 %2；将被忽略。</translation>
    </message>
    <message>
        <source>%1 is not %2; %3 is used.</source>
        <translation>%1 不是 %2；将使用 %3。</translation>
    </message>
    <message>
        <source>%1 is not %2; nothing is recorded.</source>
        <translation>%1 不是 %2；不会采集任何数据。</translation>
    </message>
    <message>
        <source>%1 is not %2; it is converted by Python&apos;s rules (any non-empty string is true).</source>
        <translation>%1 不是 %2；按 Python 的规则取值，任何非空文本都为真。</translation>
    </message>
    <message>
        <source>The file starts with a byte order mark (BOM), which Python&apos;s json rejects: save it as UTF-8 without BOM.</source>
        <translation>文件以字节顺序标记开头，Python 的 json 拒绝读取：请保存为不带 BOM 的 UTF-8。</translation>
    </message>
    <message>
        <source>Included domains take precedence; the excluded ones count as %1.</source>
        <translation>以包含的域为准；排除的域按 %1 处理。</translation>
    </message>
    <message>
        <source>A snapshot and a profile taken together distort each other&apos;s times and sizes: take them separately.</source>
        <translation>同时采集快照和性能数据会互相影响耗时和大小：请分别采集。</translation>
    </message>
    <message>
        <source>The number %1 means %2; numbers are deprecated.</source>
        <translation>编号 %1 表示 %2；编号已弃用。</translation>
    </message>
    <message>
        <source>Trailing comma before the closing bracket: not valid in JSON.</source>
        <translation>右括号前有逗号，JSON 不允许。</translation>
    </message>
    <message>
        <source>Comments are not valid in JSON: Python&apos;s json rejects the file.</source>
        <translation>JSON 不允许注释：Python 的 json 拒绝读取该文件。</translation>
    </message>
    <message>
        <source>Level2 adds runtime and graph engine calls: more data, rarely needed.</source>
        <translation>Level2 增加 Runtime 和图引擎的调用：数据更多，很少需要。</translation>
    </message>
    <message>
        <source>profile_memory with Level1 or higher roughly doubles the trace size.</source>
        <translation>profile_memory 与 Level1 或更高级别一起使用时，trace 大小约增加一倍。</translation>
    </message>
    <message>
        <source>Only one counter group is recorded per run: these counters replace the pipe utilization counters.</source>
        <translation>一次运行只采集一组计数器：这一组会取代流水线利用率计数器。</translation>
    </message>
    <message>
        <source>Call stacks slow down the host by tens of percent: use them to find locations, not durations.</source>
        <translation>调用栈使主机变慢百分之几十：可用来找位置，不可用来看耗时。</translation>
    </message>
    <message>
        <source>Domains have no effect without mstx=true.</source>
        <translation>没有 mstx=true 时打点域不起作用。</translation>
    </message>
    <message>
        <source>profiler_config.json in the folder takes precedence over static_param: check that file as well.</source>
        <translation>文件夹中的 profiler_config.json 优先于 static_param：请同时检查该文件。</translation>
    </message>
    <message>
        <source>end_step is not after start_step: one step will be recorded.</source>
        <translation>end_step 不在 start_step 之后：只采集一个迭代。</translation>
    </message>
    <message>
        <source>Card %1 does not exist on a host with %2 card(s): its cores are ignored (one line in the log).</source>
        <translation>卡 %1 在有 %2 张卡的主机上不存在：其核被忽略（日志中有一行记录）。</translation>
    </message>
    <message>
        <source>Card %1 is bound to cores that do not exist on a host with %2 cores: nothing is bound unless force:1 is set.</source>
        <translation>卡 %1 绑定了在有 %2 个核的主机上不存在的核：除非设置 force:1，否则不绑核。</translation>
    </message>
    <message>
        <source>Card %1 has fewer than 5 cores: in mode 2 all its threads share them.</source>
        <translation>卡 %1 不足 5 个核：模式 2 下其所有线程共用这些核。</translation>
    </message>
    <message>
        <source>Card %1 is bound to cores that do not exist on a host with %2 cores, and force:1 skips the check.</source>
        <translation>卡 %1 绑定了在有 %2 个核的主机上不存在的核，而 force:1 跳过了检查。</translation>
    </message>
    <message>
        <source>No mode set (default 0): nothing is bound. Start with mode:1 or mode:2.</source>
        <translation>未设置 mode（默认 0）：不绑核。请以 mode:1 或 mode:2 开头。</translation>
    </message>
    <message>
        <source>Mode 0: no core binding.</source>
        <translation>mode 0：不绑核。</translation>
    </message>
    <message>
        <source>Cards %1 and %2 share cores: their threads interfere with each other.</source>
        <translation>卡 %1 和卡 %2 共用核：它们的线程互相干扰。</translation>
    </message>
    <message>
        <source>%1 is not valid: use mode:0|1|2, npuN:A-B, or npu_affine, force, lazy_bind, bind_irq with 0 or 1.</source>
        <translation>%1 无效：请使用 mode:0|1|2、npuN:A-B，或取值 0、1 的 npu_affine、force、lazy_bind、bind_irq。</translation>
    </message>
    <message>
        <source>Card %1: core range %2 to %3 is empty.</source>
        <translation>卡 %1：核 %2 到 %3 是空范围。</translation>
    </message>
    <message>
        <source>%1 is not an allocator option, or its value is out of range: the program will stop.</source>
        <translation>%1 不是分配器的选项，或其取值超出范围：程序会停止。</translation>
    </message>
    <message>
        <source>%1 is the old name of %2.</source>
        <translation>%1 是 %2 的旧名称。</translation>
    </message>
    <message>
        <source>The path contains %1; only letters, digits, _ and / are allowed: nothing will be recorded.</source>
        <translation>路径中含有 %1，而路径只能由字母、数字、_ 和 / 组成：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Each launch waits for its kernel: for debugging only, it makes everything slow.</source>
        <translation>每次下发都等待内核完成：只用于调试，会使一切变慢。</translation>
    </message>
    <message>
        <source>Requires TASK_QUEUE_ENABLE=1 or 2.</source>
        <translation>需要 TASK_QUEUE_ENABLE=1 或 2。</translation>
    </message>
    <message>
        <source>%1 is not 0, 1 or 2.</source>
        <translation>%1 不是 0、1、2 之一。</translation>
    </message>
    <message>
        <source>No effect with ASCEND_LAUNCH_BLOCKING=1.</source>
        <translation>ASCEND_LAUNCH_BLOCKING=1 时不起作用。</translation>
    </message>
    <message>
        <source>The task queue is off: it would hide part of the launch time.</source>
        <translation>任务队列未启用：启用后可以掩盖部分下发时间。</translation>
    </message>
    <message>
        <source>PYTORCH_ALLOC_CONF is also set: the program will stop; keep one of them.</source>
        <translation>同时设置了 PYTORCH_ALLOC_CONF：程序会停止；请只保留一个。</translation>
    </message>
    <message>
        <source>%1 is determined at run time; the default value is assumed.</source>
        <translation>%1 在运行时才知道；此处按默认值处理。</translation>
    </message>
    <message>
        <source>repeat=0 records until the job ends: many captures, and the last one is incomplete.</source>
        <translation>repeat=0 会一直采集到任务结束：采集次数很多，且最后一次不完整。</translation>
    </message>
    <message>
        <source>0 records every garbage collection: the data becomes very large.</source>
        <translation>0 记录每次垃圾回收：数据会非常大。</translation>
    </message>
    <message>
        <source>The key has no effect as of version %1.</source>
        <translation>该键从版本 %1 起不起作用。</translation>
    </message>
    <message>
        <source>GPU has no effect on Ascend.</source>
        <translation>GPU 在昇腾上不起作用。</translation>
    </message>
    <message>
        <source>Level none records markers only: %1 is used.</source>
        <translation>该级别只采集打点：将使用 %1。</translation>
    </message>
    <message>
        <source>Fewer entries than one step produces: the history is incomplete, and some blocks have no origin.</source>
        <translation>条目数不足一个迭代：历史不完整，部分内存块没有来源。</translation>
    </message>
    <message>
        <source>The snapshot would end before it starts: it is written when the program ends.</source>
        <translation>快照会在开始之前结束：将在程序结束时写出。</translation>
    </message>
    <message>
        <source>AI Core counters need Level1: %1 is used.</source>
        <translation>AI Core 计数器需要 Level1：将使用 %1。</translation>
    </message>
    <message>
        <source>Counters are always recorded as of Level1: %1 is used.</source>
        <translation>从 Level1 起总是采集计数器：将使用 %1。</translation>
    </message>
    <message>
        <source>The key is missing: the program stops, even if its feature is off.</source>
        <translation>缺少该键：即使其功能未启用，程序也会停止。</translation>
    </message>
    <message>
        <source>No step set: the monitor waits until the file changes.</source>
        <translation>未设置迭代：监视器等待文件改变。</translation>
    </message>
    <message>
        <source>Steps %1 to %2 are not a valid range (stop_step &gt;= start_step &gt;= 1): nothing will be recorded.</source>
        <translation>迭代 %1 到 %2 不是有效范围（须满足 stop_step &gt;= start_step &gt;= 1）：不会采集任何数据。</translation>
    </message>
    <message>
        <source>active is not set, but schedule() requires it.</source>
        <translation>未设置 active，而 schedule() 必需该参数。</translation>
    </message>
    <message>
        <source>No activity set: nothing will be recorded.</source>
        <translation>未设置采集对象：不会采集任何数据。</translation>
    </message>
    <message>
        <source>An object is expected here: the program stops.</source>
        <translation>此处应为对象：程序停止。</translation>
    </message>
    <message>
        <source>is_rank=true with an empty rank_list: nothing will be recorded.</source>
        <translation>is_rank=true 而 rank_list 中没有卡：不会采集任何数据。</translation>
    </message>
    <message>
        <source>No schedule: everything from start to stop is recorded, and the data grows with every step.</source>
        <translation>没有 schedule：从启动到停止全部采集，数据随每个迭代增长。</translation>
    </message>
    <message>
        <source>start is not true: nothing is recorded.</source>
        <translation>start 不为 true：不会采集任何数据。</translation>
    </message>
    <message>
        <source>No warm-up step: the first recorded step includes profiler startup.</source>
        <translation>没有采集预热：第一个采集的迭代包含 profiler 的启动。</translation>
    </message>
    <message>
        <source>No warm-up available: the first recorded step includes profiler startup; record two or more steps.</source>
        <translation>不支持采集预热：第一个采集的迭代包含 profiler 的启动；请采集两个或更多迭代。</translation>
    </message>
    <message>
        <source>Not enabled: nothing will be recorded.</source>
        <translation>未启用：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Operator attributes require export_type db: %1 is used.</source>
        <translation>算子属性需要 export_type db：将使用 %1。</translation>
    </message>
    <message>
        <source>This is template text, not a folder.</source>
        <translation>这是模板文本，不是文件夹。</translation>
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
        <source>The key has no effect as of version %1; use %2 instead.</source>
        <translation>该键从版本 %1 起不起作用；请改用 %2。</translation>
    </message>
    <message>
        <source>Renamed to %2 as of version %1: the program will stop.</source>
        <translation>从版本 %1 起改名为 %2：程序会停止。</translation>
    </message>
    <message>
        <source>schedule() does not accept this keyword as of version %1 (now %2): the program will stop.</source>
        <translation>从版本 %1 起 schedule() 不接受该参数（现为 %2）：程序会停止。</translation>
    </message>
    <message>
        <source>%1 is not a positive integer; the monitor checks every 2 s.</source>
        <translation>%1 不是正整数；监视器每 2 秒检查一次。</translation>
    </message>
    <message>
        <source>Up to version 2.3 the folder must start with a slash: %1 in the working directory is used.</source>
        <translation>2.3 及以前的版本要求该文件夹以斜杠开头：将使用工作目录下的 %1。</translation>
    </message>
    <message>
        <source>Several captures in one folder: only one is shown at a time.</source>
        <translation>同一文件夹中有多次采集：每次只显示其中一次。</translation>
    </message>
    <message>
        <source>Shapes require the CPU activity: %1 is used.</source>
        <translation>形状需要采集对象 CPU：将使用 %1。</translation>
    </message>
    <message>
        <source>Jobs that share a folder mix their profiles: use one folder per job.</source>
        <translation>共用文件夹的任务会混淆性能数据：请为每个任务使用单独的文件夹。</translation>
    </message>
    <message>
        <source>-1 starts at the next step, which can differ between ranks.</source>
        <translation>-1 从下一个迭代开始，各卡可能不同。</translation>
    </message>
    <message>
        <source>start_step=0 means off: nothing is recorded until the file changes.</source>
        <translation>start_step 为 0 表示关闭：文件改变之前不会采集任何数据。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), during a capture: the capture is kept but incomplete; %2 step(s) are needed.</source>
        <translation>任务在 %1 个迭代后结束，采集尚未完成：该次采集会保留但不完整；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), during a capture: ignore its last step.</source>
        <translation>任务在 %1 个迭代后结束，采集尚未完成：请忽略其最后一个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), during profiler warm-up: nothing is recorded and the folder is deleted; %2 step(s) are needed.</source>
        <translation>任务在 %1 个迭代后结束，仍在采集预热：没有采集任何数据，文件夹会被删除；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), during profiler warm-up: the last capture is empty and is deleted; %2 step(s) are needed.</source>
        <translation>任务在 %1 个迭代后结束，仍在采集预热：最后一次采集为空并会被删除；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), before the last capture. %2 step(s) needed for all captures.</source>
        <translation>任务在 %1 个迭代后结束，早于最后一次采集；全部采集需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>The job ends with the last recorded step: call step() once more to close the capture.</source>
        <translation>任务与最后一个采集的迭代同时结束：必须再调用一次 step() 才能结束采集。</translation>
    </message>
    <message>
        <source>The job ends after %1 step(s), before anything is recorded. %2 step(s) needed.</source>
        <translation>任务在 %1 个迭代后结束，尚未采集任何数据；需要 %2 个迭代。</translation>
    </message>
    <message>
        <source>File larger than 1 MiB: the monitor does not read it and nothing is recorded.</source>
        <translation>文件超过 1 MiB：监控工具不会读取，不采集任何数据。</translation>
    </message>
    <message>
        <source>Duplicate key (also in line %1); the last one is used.</source>
        <translation>键重复（第 %1 行已有）；以最后一个为准。</translation>
    </message>
    <message>
        <source>Unknown key: no program that reads this file uses it.</source>
        <translation>未知的键：读取该文件的程序都不使用它。</translation>
    </message>
    <message>
        <source>Unknown key; did you mean %1?</source>
        <translation>未知的键；是否应为 %1？</translation>
    </message>
    <message>
        <source>Rank clocks</source>
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
        <source>Fusible kernels</source>
        <translation>可融合的内核</translation>
    </message>
    <message>
        <source>Kernel details</source>
        <translation>内核明细</translation>
    </message>
    <message>
        <source>Program ranges and marks</source>
        <translation>程序打点的区间与标记</translation>
    </message>
    <message>
        <source>Overall metrics comparison</source>
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
        <source>Metrics of %n run(s), one box per run (over its steps)</source>
        <translation>
            <numerusform>%n 次运行的指标，每次运行一个箱形图（按迭代统计）</numerusform>
        </translation>
    </message>
    <message>
        <source>Unreadable lines or values skipped</source>
        <translation>无法读取的行或数值已略过</translation>
    </message>
    <message>
        <source>Compressed database, read from a decompressed copy</source>
        <translation>数据库经过压缩，已从解压后的副本中读取</translation>
    </message>
    <message>
        <source>Batches in transit to the device</source>
        <translation>送往设备途中的批次</translation>
    </message>
    <message>
        <source>Data pipeline operators</source>
        <translation>数据处理流水线的算子</translation>
    </message>
    <message>
        <source>Data pipeline stages</source>
        <translation>数据处理流水线的各阶段</translation>
    </message>
    <message>
        <source>Batch supply</source>
        <translation>批次供给</translation>
    </message>
    <message>
        <source>Data loading per step</source>
        <translation>各迭代的数据加载</translation>
    </message>
    <message>
        <source>Rank %1: batches (ms)</source>
        <translation>卡 %1：批次（ms）</translation>
    </message>
    <message>
        <source>loading while the device is busy</source>
        <translation>加载时设备在工作</translation>
    </message>
    <message>
        <source>No data-loading records: no data loader calls in a timeline (collect CPU activities), and no MindSpore data pipeline file (data_process of its profiler).</source>
        <translation>没有数据加载记录：时间线中没有数据加载器的调用（请采集 CPU 活动），也没有 MindSpore 数据处理流水线的文件（其 profiler 的 data_process）。</translation>
    </message>
    <message>
        <source>Reading data-loading records...</source>
        <translation>正在读取数据加载记录……</translation>
    </message>
    <message>
        <source>No data loader calls in the timeline. Collect whole steps with torch.profiler and ProfilerActivity.CPU.</source>
        <translation>时间线中没有数据加载器的调用。请用 torch.profiler 和 ProfilerActivity.CPU 采集完整的迭代。</translation>
    </message>
    <message>
        <source>fetch from the data pipeline</source>
        <translation>从数据流水线取得</translation>
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
        <source>push to the device queue</source>
        <translation>推送到设备队列</translation>
    </message>
    <message>
        <source>Rank %1: data pipeline queues, device to source</source>
        <translation>卡 %1：数据处理流水线的队列，从设备到数据源</translation>
    </message>
    <message>
        <source>Rank %1: data loader calls per step (ms)</source>
        <translation>卡 %1：各迭代的数据加载器调用（ms）</translation>
    </message>
    <message>
        <source>loading while the device is idle</source>
        <translation>加载时设备空闲</translation>
    </message>
    <message>
        <source>workers: %1, busy %2 %</source>
        <translation>工作线程：%1，忙碌 %2 %</translation>
    </message>
    <message>
        <source>Devices drained by synchronizing calls</source>
        <translation>同步调用造成的设备空闲</translation>
    </message>
    <message>
        <source>Share of batches that find the device queue empty (MindInsight&apos;s threshold).</source>
        <translation>到达时设备队列为空的批次占比（MindInsight 的阈值）。</translation>
    </message>
    <message>
        <source>Share of host CPU time at which the host counts as short of CPU (MindInsight&apos;s threshold).</source>
        <translation>主机 CPU 忙碌占比，达到此值即认为主机 CPU 不足（MindInsight 的阈值）。</translation>
    </message>
    <message>
        <source>Each step takes one batch. For a batch that finds the queue empty, the device waits as long as the pipeline needs to prepare it, at most for its free time.</source>
        <translation>每个迭代取一个批次；批次到达时若队列为空，设备等待的时间为流水线备好该批次所需的时间，且不超过设备空闲的时间。</translation>
    </message>
    <message>
        <source>Data pipeline bottleneck: %1, queue %2 % full.</source>
        <translation>数据处理流水线的瓶颈：%1，其队列占用 %2 %。</translation>
    </message>
    <message>
        <source>Data pipeline: %1 ms per batch (mean, first batch excluded).</source>
        <translation>数据处理流水线：每个批次 %1 ms（均值，不含第一个批次）。</translation>
    </message>
    <message>
        <source>Host CPU of rank %1: %2 % busy.</source>
        <translation>卡 %1 所在主机的 CPU：忙碌 %2 %。</translation>
    </message>
    <message>
        <source>Rank %2: %1 % of batches found the device queue empty (threshold %3 %).</source>
        <translation>卡 %2：%1 % 的批次到达时设备队列为空（阈值 %3 %）。</translation>
    </message>
    <message>
        <source>%1: %2 worker(s), each %3 % busy.</source>
        <translation>%1：%2 个工作线程，各忙碌 %3 %。</translation>
    </message>
    <message>
        <source>Counted: device idle time in gaps at least half filled by data loader calls; without launch records, idle time during such calls of 10 ms or more; without such calls, the recorded waits for batches.</source>
        <translation>统计方法：数据加载器的调用占据一半以上的空隙中的设备空闲时间；没有下发记录时，为 10 ms 及以上的此类调用期间的设备空闲时间；没有此类调用时，为所记录的对批次的等待。</translation>
    </message>
    <message>
        <source>Raise num_parallel_workers of %1, or let mindspore.dataset.config.set_enable_autotune(True) choose it. Replace costly Python operations with C++ ones; read large files from a local disk.</source>
        <translation>增大 %1 的 num_parallel_workers，或由 mindspore.dataset.config.set_enable_autotune(True) 自动选择；将耗时的 Python 操作换成 C++ 操作，从本地磁盘读取大文件。</translation>
    </message>
    <message>
        <source>Devices waiting for data</source>
        <translation>设备等待数据</translation>
    </message>
    <message>
        <source>Replacement API</source>
        <translation>可替换为的 API</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用数</translation>
    </message>
    <message>
        <source>Device time (us)</source>
        <translation>设备耗时（us）</translation>
    </message>
    <message>
        <source>First call</source>
        <translation>首个调用</translation>
    </message>
    <message>
        <source>Headroom (us)</source>
        <translation>可节省（us）</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Fetch time (us)</source>
        <translation>备好耗时（us）</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Push time (us)</source>
        <translation>推送耗时（us）</translation>
    </message>
    <message>
        <source>Queue capacity</source>
        <translation>队列容量</translation>
    </message>
    <message>
        <source>Queued batches</source>
        <translation>队列中的批次数</translation>
    </message>
    <message>
        <source>Measured at</source>
        <translation>环节</translation>
    </message>
    <message>
        <source>Timestamp (ns)</source>
        <translation>时刻（ns）</translation>
    </message>
    <message>
        <source>Device wait (us)</source>
        <translation>设备等待（us）</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Workers busy (%)</source>
        <translation>工作线程忙碌（%）</translation>
    </message>
    <message>
        <source>Input queue fill (%)</source>
        <translation>输入队列占用（%）</translation>
    </message>
    <message>
        <source>Downstream operator</source>
        <translation>下游算子</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU 数</translation>
    </message>
    <message>
        <source>Profiler verdict</source>
        <translation>profiler 的结论</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>队列中数量</translation>
    </message>
    <message>
        <source>Queue fill (%)</source>
        <translation>队列占用（%）</translation>
    </message>
    <message>
        <source>Queue verdict</source>
        <translation>队列判断</translation>
    </message>
    <message>
        <source>Stage times (us)</source>
        <translation>各阶段耗时（us）</translation>
    </message>
    <message>
        <source>Worker verdict</source>
        <translation>工作线程判断</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次数</translation>
    </message>
    <message>
        <source>Empty-queue count</source>
        <translation>空队列次数</translation>
    </message>
    <message>
        <source>Queues sampled</source>
        <translation>采样的队列数</translation>
    </message>
    <message>
        <source>Starved (us)</source>
        <translation>断供（us）</translation>
    </message>
    <message>
        <source>Longest call</source>
        <translation>最长调用</translation>
    </message>
    <message>
        <source>Idle (%)</source>
        <translation>空闲（%）</translation>
    </message>
    <message>
        <source>Device idle (us)</source>
        <translation>设备空闲（us）</translation>
    </message>
    <message>
        <source>Loading (us)</source>
        <translation>加载（us）</translation>
    </message>
    <message>
        <source>Differs from baseline</source>
        <translation>与基线数据不同</translation>
    </message>
    <message>
        <source>Baseline value</source>
        <translation>基线数据的值</translation>
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
        <source>Execution (us)</source>
        <translation>执行（us）</translation>
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
        <source>MTE (us)</source>
        <translation>MTE（us）</translation>
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
        <source>Headroom (ms)</source>
        <translation>可节省（ms）</translation>
    </message>
    <message>
        <source>Memory (bytes)</source>
        <translation>内存（字节）</translation>
    </message>
    <message>
        <source>Remedy</source>
        <translation>优化手段</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Affected time (ms)</source>
        <translation>所涉时间（ms）</translation>
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
        <source>gradient reduce overlap</source>
        <translation>梯度规约掩盖</translation>
    </message>
    <message>
        <source>parameter gather overlap</source>
        <translation>参数收集掩盖</translation>
    </message>
    <message>
        <source>activation function recompute</source>
        <translation>激活函数重计算</translation>
    </message>
    <message>
        <source>attention recompute</source>
        <translation>注意力重计算</translation>
    </message>
    <message>
        <source>norm recompute</source>
        <translation>归一化重计算</translation>
    </message>
    <message>
        <source>task queue level 2</source>
        <translation>任务队列 2 级</translation>
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
        <source>device queue</source>
        <translation>设备队列</translation>
    </message>
    <message>
        <source>device fetch</source>
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
        <source>fewer suffice</source>
        <translation>可减少</translation>
    </message>
    <message>
        <source>more might help</source>
        <translation>可增加</translation>
    </message>
    <message>
        <source>Partial digest or bundle: some tables are incomplete</source>
        <translation>该摘要或数据包只含该卡的部分数据，部分表的内容不完整</translation>
    </message>
    <message>
        <source>Digest of another profile: skipped</source>
        <translation>属于另一份性能数据的摘要，未使用</translation>
    </message>
    <message>
        <source>Some ranks of the profile have no digest here</source>
        <translation>该性能数据的部分卡在此没有摘要</translation>
    </message>
    <message>
        <source>Named like a bundle or digest but is not one: skipped</source>
        <translation>文件名像数据包或摘要，但内容不是，未使用</translation>
    </message>
    <message>
        <source>recorded, incomplete</source>
        <translation>采集，但不完整</translation>
    </message>
    <message>
        <source>warm-up only, deleted</source>
        <translation>仅采集预热，会被删除</translation>
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
        <source>warm-up, discarded</source>
        <translation>采集预热，不保留</translation>
    </message>
    <message>
        <source>TASK_QUEUE_ENABLE=2 could save the host of rank %1 up to %2 ms per step (enqueue %3 ms, dequeue %4 ms); peak memory may rise.</source>
        <translation>TASK_QUEUE_ENABLE=2 每个迭代最多可为卡 %1 的主机减少 %2 ms（入队 %3 ms，出队 %4 ms）；内存峰值可能升高。</translation>
    </message>
    <message>
        <source>CPU_AFFINITY_CONF = %1 does not take effect as intended; see table remedies.</source>
        <translation>CPU_AFFINITY_CONF = %1：未按预期生效；详见表 remedies。</translation>
    </message>
    <message>
        <source>TASK_QUEUE_ENABLE = %1: operators are prepared and launched on the same thread.</source>
        <translation>TASK_QUEUE_ENABLE = %1：算子的准备与下发由同一线程完成。</translation>
    </message>
    <message>
        <source>one of the allowed values</source>
        <translation>可选值之一</translation>
    </message>
    <message>
        <source>a list of allowed values</source>
        <translation>可选值的列表</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a list of integers</source>
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
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>字符串列表</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 ≥ %2</source>
        <translation>%1（不小于 %2）</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1（%2 到 %3）</translation>
    </message>
    <message>
        <source>mstx ranges for forward and backward (Megatron, MindSpeed)</source>
        <translation>Megatron 和 MindSpeed 前向与反向的 mstx 打点</translation>
    </message>
    <message>
        <source>mstx ranges for the phases of MindSpeed DualPipeV</source>
        <translation>MindSpeed DualPipeV 各部分的 mstx 打点</translation>
    </message>
    <message>
        <source>mstx ranges for a custom training loop</source>
        <translation>自有训练循环中的 mstx 打点</translation>
    </message>
    <message>
        <source>schedule, microbatches and parallel sizes as profile metadata</source>
        <translation>把调度、微批次数和并行规模写入性能数据的元数据</translation>
    </message>
    <message>
        <source>start, step and stop of the torch_npu profiler</source>
        <translation>torch_npu 采集器的 start、step 和 stop</translation>
    </message>
    <message>
        <source>allocator history and snapshot</source>
        <translation>内存分配器的历史与快照</translation>
    </message>
    <message>
        <source>torch.profiler, record_function and NVTX (GPU)</source>
        <translation>GPU 上的 torch.profiler、record_function 和 NVTX</translation>
    </message>
    <message>
        <source>pipeline stages</source>
        <translation>流水线阶段数</translation>
    </message>
    <message>
        <source>tensor-parallel size</source>
        <translation>张量并行域的卡数</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>samples per step (all replicas)</source>
        <translation>每个迭代的样本数（所有副本合计）</translation>
    </message>
    <message>
        <source>samples per microbatch</source>
        <translation>一个微批次的样本数</translation>
    </message>
    <message>
        <source>microbatches per step and replica</source>
        <translation>每个迭代、每个副本的 microbatch 数</translation>
    </message>
    <message>
        <source>steps to record</source>
        <translation>要采集的迭代数</translation>
    </message>
    <message>
        <source>steps to skip first</source>
        <translation>先跳过的迭代数</translation>
    </message>
    <message>
        <source>Clocks were merged from a different set of digests and are compared again; &apos;stagescope digest --merge&apos; stores them for all ranks</source>
        <translation>合并时钟所用的摘要与此处的不同，因此重新比较时钟：&apos;stagescope digest --merge&apos; 可保存所有卡的时钟</translation>
    </message>
    <message>
        <source>Matrix compute</source>
        <translation>矩阵运算</translation>
    </message>
    <message>
        <source>Communication volume</source>
        <translation>通信字节数</translation>
    </message>
    <message>
        <source>Waiting for other ranks</source>
        <translation>等待其他卡</translation>
    </message>
    <message>
        <source>Waited-for rank</source>
        <translation>被等待的卡</translation>
    </message>
    <message>
        <source>bin %1</source>
        <translation>每格 %1</translation>
    </message>
    <message>
        <source>up to %1 rank(s) per row (mean)</source>
        <translation>每行至多 %1 张卡：取均值</translation>
    </message>
    <message>
        <source>Recomputing activation functions (--recompute-activation-function) saves %1 on rank %2 and costs %3 ms per step: lowest cost per byte.</source>
        <translation>重计算激活函数（--recompute-activation-function）可为卡 %2 省下 %1，每个迭代多用 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputing attention (--recompute-granularity selective) saves %1 on rank %2 and costs %3 ms per step: lowest cost per byte.</source>
        <translation>重计算注意力（--recompute-granularity selective）可为卡 %2 省下 %1，每个迭代多用 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputing whole layers (--recompute-granularity full --recompute-method uniform --recompute-num-layers 1) saves %1 on rank %2 and costs %3 ms per step: lowest cost per byte.</source>
        <translation>整层重计算（--recompute-granularity full --recompute-method uniform --recompute-num-layers 1）可为卡 %2 省下 %1，每个迭代多用 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputing norms (--recompute-norm) saves %1 on rank %2 and costs %3 ms per step: lowest cost per byte.</source>
        <translation>重计算归一化（--recompute-norm）可为卡 %2 省下 %1，每个迭代多用 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Swapping attention to the host (--swap-attention) saves %1 on rank %2 and costs %3 ms per step: lowest cost per byte.</source>
        <translation>把注意力的输出换出到主机（--swap-attention）可为卡 %2 省下 %1，每个迭代多用 %3 ms：按字节计代价最小。</translation>
    </message>
    <message>
        <source>Recomputation costs %1 ms per step, but memory would suffice without it</source>
        <translation>重计算每个迭代耗时 %1 ms，而不重计算内存也够</translation>
    </message>
    <message>
        <source>Assumed: outputs are kept at the size given by their shapes; other memory is unchanged.</source>
        <translation>假设：输出按其形状大小保留，其余内存不变。</translation>
    </message>
    <message>
        <source>Peak of rank %1: %2; without recomputation: %3 of %4.</source>
        <translation>卡 %1 的峰值：%2；不重计算时：%3（共 %4）。</translation>
    </message>
    <message>
        <source>Recomputed: activation functions, %1 ms per step on rank %2.</source>
        <translation>重计算的内容：激活函数，卡 %2 每个迭代 %1 ms。</translation>
    </message>
    <message>
        <source>Recomputed: attention, %1 ms per step on rank %2.</source>
        <translation>重计算的内容：注意力，卡 %2 每个迭代 %1 ms。</translation>
    </message>
    <message>
        <source>Recomputed: whole layers, %1 ms per step on rank %2.</source>
        <translation>重计算的内容：整层，卡 %2 每个迭代 %1 ms。</translation>
    </message>
    <message>
        <source>Recomputed: norms, %1 ms per step on rank %2.</source>
        <translation>重计算的内容：归一化，卡 %2 每个迭代 %1 ms。</translation>
    </message>
    <message>
        <source>Reported if at most %1 % of device memory would be used without it and it costs at least %2 % of the step.</source>
        <translation>不重计算时设备内存占用不超过 %1 %，且重计算耗时达到迭代的 %2 % 时报告。</translation>
    </message>
    <message>
        <source>Counted: step time added by forward kernels that run again in the backward (replay).</source>
        <translation>计入：反向中再次运行的前向内核给迭代增加的时间（重放）。</translation>
    </message>
    <message>
        <source>Remove --recompute-granularity (with --recompute-method and --recompute-num-layers), --recompute-activation-function or --recompute-norm. If memory gets tight, keep it for fewer layers: --recompute-num-layers N.</source>
        <translation>去掉 --recompute-granularity（连同 --recompute-method、--recompute-num-layers）、--recompute-activation-function 或 --recompute-norm；若内存偏紧，只保留少数层：--recompute-num-layers N。</translation>
    </message>
    <message>
        <source>Unneeded recomputation (memory suffices without it)</source>
        <translation>不必要的重计算（内存足够）</translation>
    </message>
    <message>
        <source>Does not apply if longer sequences or larger batches are planned, or if ranks not recorded use more memory.</source>
        <translation>若之后要用更长的序列或更大的批，或未采集的卡占用更多内存，则不适用。</translation>
    </message>
    <message>
        <source>Share of the step spent on recomputation; below it a change is hardly worth testing.</source>
        <translation>重计算占迭代的比例；低于此值不值得改动。</translation>
    </message>
    <message>
        <source>Share of device memory that may be used without recomputation; the rest is left for fragmentation and longer sequences.</source>
        <translation>不重计算时允许占用的设备内存比例；其余留给碎片和更长的序列。</translation>
    </message>
    <message>
        <source>Capacity (GiB)</source>
        <translation>容量（GiB）</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Fits in memory</source>
        <translation>容量足够</translation>
    </message>
    <message>
        <source>Saved (GiB)</source>
        <translation>省下（GiB）</translation>
    </message>
    <message>
        <source>Cost (ms)</source>
        <translation>代价（ms）</translation>
    </message>
    <message>
        <source>Cost per GiB (ms)</source>
        <translation>每 GiB 的代价（ms）</translation>
    </message>
    <message>
        <source>New peak (GiB)</source>
        <translation>优化后峰值（GiB）</translation>
    </message>
    <message>
        <source>Peak (GiB)</source>
        <translation>峰值（GiB）</translation>
    </message>
    <message>
        <source>New step (ms)</source>
        <translation>优化后迭代（ms）</translation>
    </message>
    <message>
        <source>Memory-time trade-off</source>
        <translation>以时间换内存</translation>
    </message>
    <message>
        <source>Cells change by the measured time of the forward kernels added or removed; memory changes by the tensor shapes.</source>
        <translation>单元按增减的前向内核的实测时间变化；内存按张量形状变化。</translation>
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
        <source>%1 step(s), inferred from repeated allocations (first two excluded).</source>
        <translation>%1 个迭代，由重复的分配推断（不含前两个）。</translation>
    </message>
    <message>
        <source>up to %1 rank(s) per row (worst)</source>
        <translation>每行至多 %1 张卡：取最差</translation>
    </message>
    <message>
        <source>Operator time during matrix kernels - bytes / rate of the same operators when nothing computes.</source>
        <translation>与矩阵乘并行的算子时间 - 字节 / 无计算并行时的速率。</translation>
    </message>
    <message>
        <source>Does not apply if the overlap hides more than it costs: compare both runs.</source>
        <translation>若掩盖收益大于代价，则不适用：请对比两次运行。</translation>
    </message>
    <message>
        <source>Unaligned packet time - bytes / rate of aligned packets of similar size.</source>
        <translation>未对齐包时间 - 字节 / 同等大小对齐包的速率。</translation>
    </message>
    <message>
        <source>Does not apply to packets below the SDMA block size, which are small regardless of alignment.</source>
        <translation>小于 SDMA 块的包本来就小，不适用。</translation>
    </message>
    <message>
        <source>Half the difference of (arrival - departure) between both directions, from transfers between the hosts.</source>
        <translation>取自主机间双向传输：两个方向的（到达 - 出发）之差的一半。</translation>
    </message>
    <message>
        <source>Network Time Protocol, offset of symmetric exchanges (RFC 5905)</source>
        <translation>网络时间协议，对称交换的偏移（RFC 5905）</translation>
    </message>
    <message>
        <source>Not needed for data of a single host: its ranks share a clock.</source>
        <translation>只看一台主机的数据时无须处理：其各卡共用一个时钟。</translation>
    </message>
    <message>
        <source>Measured step - replayed step with all its microbatches equally long.</source>
        <translation>实测迭代 - 重放迭代（同一迭代内微批次等长）。</translation>
    </message>
    <message>
        <source>Does not apply if samples must not be packed or reordered; then limit the longest with --seq-length.</source>
        <translation>若样本不可打包或重排，则不适用；可用 --seq-length 限制最长者。</translation>
    </message>
    <message>
        <source>PyTorch, DistributedDataParallel instead of DataParallel</source>
        <translation>PyTorch：以 DistributedDataParallel 取代 DataParallel</translation>
    </message>
    <message>
        <source>Expert kernel time of the busiest rank - mean of its group, at most the AllToAll wait of the others.</source>
        <translation>最忙卡的专家内核时间 - 组内均值，不超过其他卡在 AllToAll 中的等待。</translation>
    </message>
    <message>
        <source>GShard and Switch Transformer: load-balancing loss and capacity (arXiv 2006.16668, 2101.03961); Megatron-LM: MoE arguments</source>
        <translation>GShard 与 Switch Transformer 的均衡损失和容量（arXiv 2006.16668、2101.03961）；Megatron-LM 的 MoE 参数</translation>
    </message>
    <message>
        <source>Does not apply in the first steps, while the router is not balanced yet.</source>
        <translation>训练初期门控（router）尚未均衡，不适用。</translation>
    </message>
    <message>
        <source>Time in which only data-parallel collectives run, minus waits for late ranks and slow links.</source>
        <translation>仅有数据并行集合通信运行的时间，扣除等待慢卡与慢链路。</translation>
    </message>
    <message>
        <source>Does not apply to the last gradient bucket and the first parameter bucket, which nothing can hide.</source>
        <translation>最后一桶梯度与第一桶参数无可掩盖，不适用。</translation>
    </message>
    <message>
        <source>Per sample: computing time x (1 - frequency / maximum frequency), summed per rank and step.</source>
        <translation>逐采样：计算时间 x (1 - 频率 / 最高频率)，按卡和迭代求和。</translation>
    </message>
    <message>
        <source>Does not apply to frequency drops while cores are idle: they cost nothing.</source>
        <translation>核空闲时降频不影响性能，不适用。</translation>
    </message>
    <message>
        <source>Measured step - replayed step without gaps in which the next kernel was launched after the previous one ended (launch recorded).</source>
        <translation>实测迭代 - 去掉“有下发记录且晚于前一内核结束”的空隙后的重放迭代。</translation>
    </message>
    <message>
        <source>Does not apply to gaps explained by other findings (data loading, compilation, garbage collection).</source>
        <translation>由其他问题项解释的空隙（数据加载、编译、垃圾回收）不适用。</translation>
    </message>
    <message>
        <source>Does not apply to the one synchronization at the end of a step that schedulers and logging need.</source>
        <translation>迭代末尾的一次同步（调度、日志所需）不适用。</translation>
    </message>
    <message>
        <source>Sum over collectives of the others&apos; wait for this rank beyond the second-latest arrival.</source>
        <translation>各集合通信中，其他卡等待该卡超出次晚者的时间之和。</translation>
    </message>
    <message>
        <source>Does not apply if different ranks are late each time: fixing one gains nothing.</source>
        <translation>若各卡轮流迟到则不适用：只处理一张卡没有收益。</translation>
    </message>
    <message>
        <source>Does not apply to links that share a switch port by design.</source>
        <translation>按设计共用交换机端口的链路不适用。</translation>
    </message>
    <message>
        <source>Maximum process or reserved memory / device memory; in snapshots: failed requests.</source>
        <translation>进程内存或预留的最大值 / 设备内存；快照中为失败的申请。</translation>
    </message>
    <message>
        <source>Does not apply if the rest is cache that the allocator can release; the finding states the amount.</source>
        <translation>若其余为分配器可自行归还的缓存，则不适用；问题项中写明数量。</translation>
    </message>
    <message>
        <source>Free bytes in blocks smaller than the request, when more is requested from the driver.</source>
        <translation>向驱动申请更多内存时，比申请短的各空闲段之和。</translation>
    </message>
    <message>
        <source>Does not apply if graph memory (private pools) must keep its address.</source>
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
        <source>Does not apply between stages: under 1F1B the first stages hold more microbatches.</source>
        <translation>阶段之间不适用：1F1B 下靠前的阶段保留更多微批次。</translation>
    </message>
    <message>
        <source>Step-to-step growth of the minimum in use, if every step adds; in snapshots: never-freed blocks by allocation site.</source>
        <translation>最小占用逐迭代的增长（每个迭代都增加）；快照中按分配位置统计从不释放的块。</translation>
    </message>
    <message>
        <source>Does not apply while caches warm up (first steps), or if a phase (evaluation) holds more by design.</source>
        <translation>缓存预热（最初几步）或某阶段（评估）按设计占用更多时，不适用。</translation>
    </message>
    <message>
        <source>Process memory - memory reserved by the allocator, at the same sample.</source>
        <translation>同一采样点上，进程内存 - 分配器预留。</translation>
    </message>
    <message>
        <source>Does not apply if graphs are compiled ahead on purpose: their memory is counted here.</source>
        <translation>有意预先编译图时其内存计在此处，不适用。</translation>
    </message>
    <message>
        <source>Exposed time of all data-parallel buckets except the last gradient bucket and the first parameter bucket.</source>
        <translation>除最后一桶梯度与第一桶参数外，数据并行各桶的未掩盖时间。</translation>
    </message>
    <message>
        <source>Does not apply with one replica, or if buckets share the link with pipeline transfers.</source>
        <translation>仅一个副本时，或与流水线传输争用链路时，不适用。</translation>
    </message>
    <message>
        <source>Measured step - replay with zero transfer time.</source>
        <translation>实测迭代 - 传输耗时为零的重放。</translation>
    </message>
    <message>
        <source>Megatron-LM arguments --sequence-parallel and --num-layers-per-virtual-pipeline-stage</source>
        <translation>Megatron-LM 参数 --sequence-parallel 与 --num-layers-per-virtual-pipeline-stage</translation>
    </message>
    <message>
        <source>Does not apply if only one link is slow (slow_link): fix that link first.</source>
        <translation>若只有一条链路慢（slow_link），则不适用：请先处理该链路。</translation>
    </message>
    <message>
        <source>RDMA transit time at or above the minimum retransmission timeout.</source>
        <translation>RDMA 传输时间不小于丢包后的最短重传时间。</translation>
    </message>
    <message>
        <source>Does not apply to the first collective of a run, which sets up its links.</source>
        <translation>一次运行的首个集合通信需建链，不适用。</translation>
    </message>
    <message>
        <source>Does not apply across link kinds (within a host, between hosts): they are not compared.</source>
        <translation>不同类链路（机内、机间）互不比较，不适用。</translation>
    </message>
    <message>
        <source>Measured step - replay with the rank as fast as its stage in the other replicas.</source>
        <translation>实测迭代 - 重放迭代（该卡与其他副本中同阶段的卡一样快）。</translation>
    </message>
    <message>
        <source>Slowdowns S, S_w and z of stragglers (arXiv 2505.05713)</source>
        <translation>拖后者的减速比 S、S_w 与 z（arXiv 2505.05713）</translation>
    </message>
    <message>
        <source>Does not apply if this rank has more data (data_imbalance) or its host launches late: see those findings.</source>
        <translation>若该卡数据更多（data_imbalance）或其主机下发晚，则不适用：见相应问题项。</translation>
    </message>
    <message>
        <source>Does not apply if computing hides the operators, or if latency matters more than throughput.</source>
        <translation>若计算已掩盖这些算子，或更看重时延，则不适用。</translation>
    </message>
    <message>
        <source>Measured step - replay with the stage as fast as the others, or with work spread evenly.</source>
        <translation>实测迭代 - 重放（该阶段与其他阶段一样快，或工作均匀分布）。</translation>
    </message>
    <message>
        <source>Straggler analysis by dependency-graph replay (arXiv 2505.05713); Megatron-LM pipeline layout arguments</source>
        <translation>依赖图重放的拖后者分析（arXiv 2505.05713）；Megatron-LM 的流水线布局参数</translation>
    </message>
    <message>
        <source>Does not apply if another finding explains the slow stage (slow rank, loss in single kernels): fix that first.</source>
        <translation>若该阶段变慢由其他问题项解释（慢卡、单个内核的损失），则不适用：请先处理那一项。</translation>
    </message>
    <message>
        <source>Free bytes in other streams and pools that would fit the request, when more is requested from the driver.</source>
        <translation>向驱动申请更多内存时，其他流和内存池中足以容纳的空闲字节。</translation>
    </message>
    <message>
        <source>Does not apply if both run concurrently: sharing would make one wait for the other.</source>
        <translation>两者同时运行时共享会互相等待，不适用。</translation>
    </message>
    <message>
        <source>Chain time - bytes in and out / rate of streaming kernels of similar size; each kernel counted once.</source>
        <translation>链的时间 - 进出字节 / 同等大小流式内核的速率；每个内核只计一次。</translation>
    </message>
    <message>
        <source>Does not apply if the chain needs another precision: compare the training loss of both.</source>
        <translation>若链内需要不同精度，则不适用：请对比两者的损失。</translation>
    </message>
    <message>
        <source>Ideal durations of stragglers (arXiv 2505.05713)</source>
        <translation>拖后者分析中的理想时长（arXiv 2505.05713）</translation>
    </message>
    <message>
        <source>Does not apply if durations differ by design (variable sequence lengths without packing).</source>
        <translation>若时长按设计就不同（变长序列且不打包），不适用。</translation>
    </message>
    <message>
        <source>Recorded variables checked against a list; variables that only relieve the host are reported if devices are idle for at least that share of the step.</source>
        <translation>将采集到的变量与清单对比；仅为主机减负的变量，只在设备空闲达到迭代的该比例时才建议。</translation>
    </message>
    <message>
        <source>Source file changed since it was digested</source>
        <translation>源文件在生成摘要后已改动</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>npu-monitor request: watches kernel times, records no profile.</source>
        <translation>npu-monitor 的请求：只监测内核耗时，不采集性能数据。</translation>
    </message>
    <message>
        <source>For GPU traces; dyno writes 0, and NPU profilers ignore it.</source>
        <translation>用于 GPU 的 trace；dyno 写 0，NPU 的 profiler 不读取。</translation>
    </message>
    <message>
        <source>Training scalars for TensorBoard; not part of the profile.</source>
        <translation>训练写给 TensorBoard 的标量，与性能数据无关。</translation>
    </message>
    <message>
        <source>%1 is a YAML alias or tag, which is not resolved here; the default is used.</source>
        <translation>%1 是 YAML 的别名或标签，此处不解析；按默认值处理。</translation>
    </message>
    <message>
        <source>A threshold below 0 means no threshold: %1 is used.</source>
        <translation>阈值小于 0 等于不设阈值：按 %1 处理。</translation>
    </message>
    <message>
        <source>Must be 0 in MindSpore graph mode O2.</source>
        <translation>MindSpore 图模式 O2 下必须为 0。</translation>
    </message>
    <message>
        <source>In MindSpore graph mode O2, L2 cache is recorded only if wait and skip_first are 0; the monitor skips a step: %1 is used.</source>
        <translation>MindSpore 图模式 O2 下，只有 wait 和 skip_first 都为 0 的 schedule 才采集 L2 cache；监控方式会跳过一个迭代：按 %1 处理。</translation>
    </message>
    <message>
        <source>PROFILE_ACTIVITIES, required by torch_npu, is missing: nothing is recorded.</source>
        <translation>缺少 torch_npu 必需的 PROFILE_ACTIVITIES：不采集任何数据。</translation>
    </message>
    <message>
        <source>Not changed: %1</source>
        <translation>未修改：%1</translation>
    </message>
    <message>
        <source>With this key the request goes to npu-monitor: no profile is recorded and all other keys are ignored.</source>
        <translation>有此键的请求属于 npu-monitor：不采集性能数据，其他键全部忽略。</translation>
    </message>
    <message>
        <source>A request value must not contain = or a line break.</source>
        <translation>请求中的值不能含有 = 或换行。</translation>
    </message>
    <message>
        <source>A request line needs exactly one = between key and value: this line is ignored.</source>
        <translation>请求的每一行在键和值之间须有且只有一个 =：此行被忽略。</translation>
    </message>
    <message>
        <source>No such keyword argument: the program stops.</source>
        <translation>该调用没有这个关键字参数：程序终止。</translation>
    </message>
    <message>
        <source>Not read by MindSpore: %1 is used.</source>
        <translation>MindSpore 不读取此键：按 %1 处理。</translation>
    </message>
    <message>
        <source>The digest of rank %1 has level %2, so this table may be incomplete. Load the rank from its source for all data.</source>
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
        <source>Time (ns)</source>
        <translation>时间（ns）</translation>
    </message>
    <message>
        <source>Data preparation events</source>
        <translation>数据准备事件</translation>
    </message>
    <message numerus="yes">
        <source>%n data preparation event(s) in the table; no batch or queue data</source>
        <translation>
            <numerusform>表中有 %n 条数据准备事件；没有批次或队列的信息</numerusform>
        </translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>The digests of ranks %1 have level %2, so this table may be incomplete. Load the ranks from source for all data.</source>
        <translation>卡 %1 的摘要级别为 %2：本表的内容可能少于原性能数据。从源数据加载这些卡可查看全部内容。</translation>
    </message>
    <message>
        <source>No data: the digest of rank %1 (level %2) does not keep it, or the profile has none. Load the rank from its source for all data.</source>
        <translation>没有数据：卡 %1 的摘要（级别 %2）未保留该内容，或原性能数据中没有。从源数据加载该卡可查看全部内容。</translation>
    </message>
    <message>
        <source>the data of this page</source>
        <translation>本页所示的内容</translation>
    </message>
    <message>
        <source>communication operators</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>data loading events</source>
        <translation>数据加载事件</translation>
    </message>
    <message>
        <source>host and Python calls</source>
        <translation>主机侧调用和 Python 调用</translation>
    </message>
    <message>
        <source>host calls</source>
        <translation>主机侧调用</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>launch calls</source>
        <translation>下发内核的调用</translation>
    </message>
    <message>
        <source>memory over time</source>
        <translation>内存随时间变化的记录</translation>
    </message>
    <message>
        <source>operator memory records</source>
        <translation>算子内存记录</translation>
    </message>
    <message>
        <source>device activity</source>
        <translation>设备侧活动</translation>
    </message>
    <message>
        <source>Digests of level %1 do not keep %2. To see whether the profile has any, load ranks from source or create digests at level %3.</source>
        <translation>级别为 %1 的摘要不保留%2。原性能数据中是否有，请从源数据加载卡，或生成级别为 %3 的摘要查看。</translation>
    </message>
    <message>
        <source>The digest (level %1) does not keep it, or the profile has none: load a rank from source, create digests with --level %2, or open the profile.</source>
        <translation>摘要只保留其级别（%1）的内容，或原性能数据中没有：请从源数据加载某张卡，用 --level %2 生成摘要，或打开原性能数据。</translation>
    </message>
    <message>
        <source>No data: the digests of ranks %1 (level %2) do not keep it, or the profile has none. Load the ranks from source for all data.</source>
        <translation>没有数据：卡 %1 的摘要（级别 %2）未保留该内容，或原性能数据中没有。从源数据加载这些卡可查看全部内容。</translation>
    </message>
    <message>
        <source>Ranks of its pipeline are missing: saving estimated for a complete pipeline in which only this rank is slow.</source>
        <translation>其流水线缺少部分卡：收益按完整流水线中仅有这样一张慢卡估算。</translation>
    </message>
    <message>
        <source>Core frequency</source>
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
        <source>core frequency samples</source>
        <translation>核频率的采样</translation>
    </message>
    <message>
        <source>ranges with device tasks: device times</source>
        <translation>打点（已关联设备任务）：设备时间</translation>
    </message>
    <message>
        <source>ranges without device tasks: host times only</source>
        <translation>打点（无设备任务）：仅主机时间</translation>
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
        <source>Calls replaceable by a fused call</source>
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
        <source>Transfer time relative to the median of similar links, as for pipeline transfers (slow_link); MindStudio&apos;s advisor reports differences of 5 % between ranks.</source>
        <translation>与同类链路中位数相比的传输时间倍数，与流水线传输（slow_link）相同；MindStudio advisor 在卡间相差 5 % 时即提示。</translation>
    </message>
    <message>
        <source>Core frequency of rank %1 below %2 MHz: %3 ms of computing lost per step</source>
        <translation>卡 %1 的核频率低于 %2 MHz：每个迭代损失 %3 ms 计算时间</translation>
    </message>
    <message>
        <source>Core frequency drops</source>
        <translation>核降频</translation>
    </message>
    <message>
        <source>Device memory capacity; 0: from the files, if recorded.</source>
        <translation>设备内存容量；0：取自文件（若有）。</translation>
    </message>
    <message>
        <source>Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True; use equal block sizes (padding, sequence-length buckets); allocate long-lived tensors before temporary ones.</source>
        <translation>设置 PYTORCH_NPU_ALLOC_CONF=expandable_segments:True；使内存块大小一致（填充、按序列长度分桶）；先分配长期保留的张量，再分配临时张量。</translation>
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
        <source>Use smaller communication buffers (NCCL_BUFFSIZE) and fewer groups; check for other processes on the device. Compiled graphs and runtime workspaces count here too.</source>
        <translation>减小通信缓冲（NCCL_BUFFSIZE）并减少通信域；检查设备上的其他进程。编译后的图和运行时的 workspace 也计入此处。</translation>
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
        <source>On rank %1, %2 ms per step of it are a loss in %3 single kernel(s) on %4 columns (%5): it is not fused.</source>
        <translation>在卡 %1 上，每个迭代其中 %2 ms 是 %4 列上的损失，由 %3 个单独的内核（%5）完成：未融合。</translation>
    </message>
    <message>
        <source>On rank %1, %2 ms per step of it are a loss in %3 single kernel(s) on %4 columns (%5): it is not fused (Megatron: --cross-entropy-loss-fusion).</source>
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
        <translation>使用融合的归一化（JAX：Pallas 内核，或 XLA 的融合）。</translation>
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
        <translation>使用融合的旋转位置编码（JAX：Pallas 内核，或 XLA 的融合）。</translation>
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
        <translation>使用融合的 SwiGLU（JAX：Pallas 内核，或 XLA 的融合）。</translation>
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
        <source>MindStudio, advisor (environment_variable_analysis)</source>
        <translation>MindStudio, advisor（environment_variable_analysis）</translation>
    </message>
    <message>
        <source>Megatron-LM data-parallel communication overlap; PyTorch FSDP prefetching</source>
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
        <source>Megatron-LM distributed optimizer</source>
        <translation>Megatron-LM 的分布式优化器</translation>
    </message>
    <message>
        <source>MindStudio, advisor (communication_retransmission); HCCL, HCCL_RDMA_TIMEOUT</source>
        <translation>MindStudio, advisor（communication_retransmission）；HCCL 的 HCCL_RDMA_TIMEOUT</translation>
    </message>
    <message>
        <source>MindStudio, advisor (slow link); perftest</source>
        <translation>MindStudio, advisor（slow link）；perftest</translation>
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
        <source>Minimum call duration (MindStudio advisor limit).</source>
        <translation>调用的最短时间（MindStudio advisor 的界限）。</translation>
    </message>
    <message>
        <source>Minimum number of calls in the capture (MindStudio advisor limit).</source>
        <translation>采集中的最少调用次数（MindStudio advisor 的界限）。</translation>
    </message>
    <message>
        <source>Minimum total time of all calls in the capture (MindStudio advisor limit).</source>
        <translation>采集中所有调用的最小总时间（MindStudio advisor 的界限）。</translation>
    </message>
    <message>
        <source>Calls right after a launch, per launch (MindStudio advisor limit).</source>
        <translation>紧接下发的调用次数与下发次数之比（MindStudio advisor 的界限）。</translation>
    </message>
    <message>
        <source>Without garbage collection events, a wait of this length with hardly any driver calls counts as garbage collection (MindStudio advisor limit).</source>
        <translation>没有垃圾回收事件时，主机几乎不调用驱动且达到此长度的等待视为垃圾回收（MindStudio advisor 的界限）。</translation>
    </message>
    <message>
        <source>Minimum kernel duration: shorter kernels consist mostly of startup time. 20 us is the limit of MindStudio&apos;s advisor.</source>
        <translation>内核的最短时间：更短的内核大部分时间用于启动。20 us 是 MindStudio advisor 的界限。</translation>
    </message>
    <message>
        <source>Minimum device idle time (share of the step) for advice on host settings; MindStudio&apos;s advisor reports this much free time.</source>
        <translation>设备空闲占迭代的最小比例，达到时才建议加快主机的设置；MindStudio advisor 会提示这样多的空闲。</translation>
    </message>
    <message>
        <source>Counts: device idle time during compile calls.</source>
        <translation>计入：编译调用期间设备空闲的时间。</translation>
    </message>
    <message>
        <source>Counts: kernel durations except the longest; each kernel in one sequence, none across matmuls and fused operators (table fusible_sequences; counting=overlapping counts like MindStudio&apos;s advisor).</source>
        <translation>计入：除最长者外的内核耗时；每个内核只属于一个序列，序列不跨越矩阵乘和融合算子（表 fusible_sequences；counting=overlapping 时与 MindStudio advisor 的计法相同）。</translation>
    </message>
    <message>
        <source>Not possible: no forward and backward cells found. Mark them with ranges.</source>
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
        <source>Core utilization by kernel</source>
        <translation>各内核的核利用率</translation>
    </message>
    <message>
        <source>Core frequency over time</source>
        <translation>核频率随时间的变化</translation>
    </message>
    <message>
        <source>Only one snapshot is open: nothing to compare with. Record one per rank, put the files into one folder with the rank in the file name, and open the folder; or open a second run as the baseline.</source>
        <translation>只打开了一个快照，没有可对比的快照。请在每张卡上记录一个快照，将文件放入同一文件夹并在文件名中写明卡号，再打开该文件夹；或打开另一次运行作为基线数据。</translation>
    </message>
    <message>
        <source>This snapshot has segments but no history. Call memory._record_memory_history() of the device&apos;s module (torch.cuda, torch.xpu) before the program runs.</source>
        <translation>此快照有内存段但没有历史。请在程序运行前调用设备模块（torch.cuda、torch.xpu）的 memory._record_memory_history()。</translation>
    </message>
    <message>
        <source>No memory snapshot. Call memory._record_memory_history() of the device&apos;s module (torch.cuda, torch.xpu) before the program runs and memory._dump_snapshot(&quot;snapshot.pickle&quot;) after some steps, then open the file or put it into the profile folder.</source>
        <translation>没有内存快照。请在程序运行前调用设备模块（torch.cuda、torch.xpu）的 memory._record_memory_history()，若干迭代后调用 memory._dump_snapshot(&quot;snapshot.pickle&quot;)，然后打开该文件或放入性能数据文件夹。</translation>
    </message>
    <message>
        <source>No file here has the memory of operators. Set profile_memory=True in the profiler.</source>
        <translation>此处没有文件包含算子内存。请在 profiler 中设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>No event has a time: the axis counts events; steps and durations are unknown.</source>
        <translation>所有事件都没有时间：坐标轴按事件计数，迭代和持续时间未知。</translation>
    </message>
    <message>
        <source>Corrected %1 workspace(s) that the file marks as free although in use.</source>
        <translation>已更正 %1 个 workspace：文件将其标为空闲，实际正在使用。</translation>
    </message>
    <message>
        <source>No time split is available for either rank. Collect device activity, and load both ranks.</source>
        <translation>两张卡都没有耗时构成。请采集设备活动，并加载这两张卡。</translation>
    </message>
    <message>
        <source>No device activity on any rank. Collect it and load the rank timelines.</source>
        <translation>没有卡记录设备活动。请采集设备活动，并加载各卡的时间线。</translation>
    </message>
    <message>
        <source>No communication operators on any rank. Collect device activity and load the rank timelines.</source>
        <translation>没有卡记录通信算子。请采集设备活动，并加载各卡的时间线。</translation>
    </message>
    <message>
        <source>FLOPs of all kernels unknown: they follow from tensor shapes. Collect with record_shapes=True.</source>
        <translation>所有内核的浮点运算量均未知：它由张量形状得出。请以 record_shapes=True 采集。</translation>
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
        <source>Significant (noise: up to %1 between steps of one run)</source>
        <translation>显著（同一运行各迭代间的波动至多 %1）</translation>
    </message>
    <message>
        <source>Not significant (noise: up to %1 between steps of one run)</source>
        <translation>不显著（同一运行各迭代间的波动至多 %1）</translation>
    </message>
    <message>
        <source>Values that the file does not have are left empty</source>
        <translation>文件中没有的值留空</translation>
    </message>
    <message>
        <source>Non-numeric values are left empty</source>
        <translation>非数字的值留空</translation>
    </message>
    <message>
        <source>The names of operators, kernels and ranges are missing (STRING_IDS)</source>
        <translation>缺少算子、内核和区间的名称（STRING_IDS）</translation>
    </message>
    <message>
        <source>Kernels or communication operators without times, or tasks without records: device activity times are unknown</source>
        <translation>内核或通信算子没有时间，或任务没有记录：设备活动时间未知</translation>
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
        <source>Not checked: the file was not read completely. Part that was read: peak %1 requested, %2 reserved; largest owner: %3.</source>
        <translation>未检查：文件未能完整读取。已读部分：峰值申请 %1，保留 %2；占用最多的是 %3。</translation>
    </message>
    <message>
        <source>Not checked: the file was not read completely and its blocks are unknown.</source>
        <translation>未检查：文件未能完整读取，其内存块未知。</translation>
    </message>
    <message>
        <source>Out of memory on device %1 of this file. This device: peak requested %2, reserved %3.</source>
        <translation>此文件的设备 %1 内存不足（OOM）。本设备：申请峰值 %2，保留 %3。</translation>
    </message>
    <message>
        <source>Peak %1 requested, %2 reserved; most of it is held by %3.</source>
        <translation>峰值申请 %1，保留 %2；大部分由 %3 持有。</translation>
    </message>
    <message>
        <source>No memory problem found; peak: %1 requested, %2 reserved; largest owner: %3.</source>
        <translation>未发现内存问题；峰值：申请 %1，保留 %2；占用最多的是 %3。</translation>
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
        <source>ACLNN_CACHE_LIMIT is not set: operators are prepared again when their cache is full.</source>
        <translation>未设置 ACLNN_CACHE_LIMIT：缓存满后会重新准备算子。</translation>
    </message>
    <message>
        <source>HOST_CACHE_CAPACITY is not set: operators of changing shapes are prepared again each time.</source>
        <translation>未设置 HOST_CACHE_CAPACITY：形状变化的算子每次都重新准备。</translation>
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
        <source>None of them was recorded as a pageable copy.</source>
        <translation>其中没有记录到可分页内存的拷贝。</translation>
    </message>
    <message>
        <source>Pin host memory (DataLoader(pin_memory=True), tensor.pin_memory()), copy early with non_blocking=True on a separate stream, and keep reused data on the device.</source>
        <translation>锁定主机内存（DataLoader(pin_memory=True)、tensor.pin_memory()），在使用前于独立的流上以 non_blocking=True 拷贝，并将会再次使用的数据留在设备上。</translation>
    </message>
    <message>
        <source>Copies that nothing covers</source>
        <translation>未被掩盖的拷贝</translation>
    </message>
    <message>
        <source>Of no use where the next kernel needs the copy at once and there is none to start earlier.</source>
        <translation>若下一个内核立即需要该拷贝且没有可提前启动的拷贝，则不适用。</translation>
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
        <source>Device idle in and after synchronizing calls: %1 more.</source>
        <translation>设备在同步调用中及其后空闲：多 %1。</translation>
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
        <source>order of stages</source>
        <translation>阶段顺序</translation>
    </message>
    <message>
        <source>Held up by rank</source>
        <translation>被哪张卡拖住</translation>
    </message>
    <message>
        <source>because: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>Minimum cost of transfers (share of the step). Healthy links cost up to 3 %: the last receives of fill and drain cannot be overlapped.</source>
        <translation>传输造成的最小损失（占迭代的比例）。正常链路最多占 3 %：填充和排空的最后几次接收无法被掩盖。</translation>
    </message>
    <message>
        <source>Minimum cost of the link (share of the step); a slow link that nothing waits for is not reported.</source>
        <translation>链路造成的最小损失（占迭代的比例）；不造成等待的慢链路不报告。</translation>
    </message>
    <message>
        <source>Estimated by replaying the schedule with zero transfer time; slow links keep their measured times.</source>
        <translation>估算：假设传输耗时为零，重放调度得出；偏慢的链路保持实测时间。</translation>
    </message>
    <message>
        <source>Step: %1 ms, of which exposed transfers: %2 ms (threshold: %3 %).</source>
        <translation>迭代：%1 ms；其中未掩盖的传输：%2 ms（阈值：%3 %）。</translation>
    </message>
    <message>
        <source>Step: %1 ms; with this stage as fast as the others: %2 ms (threshold: %3 % of the step).</source>
        <translation>迭代：%1 ms；该阶段与其他阶段一样快时：%2 ms（阈值：迭代的 %3 %）。</translation>
    </message>
    <message>
        <source>Step: %1 ms; with balanced stages: %2 ms (threshold: %3 % of the step).</source>
        <translation>迭代：%1 ms；各阶段均衡时：%2 ms（阈值：迭代的 %3 %）。</translation>
    </message>
    <message>
        <source>Step: %1 ms; with equal cells: %2 ms (threshold: %3 % of the step).</source>
        <translation>迭代：%1 ms；单元耗时相同时：%2 ms（阈值：迭代的 %3 %）。</translation>
    </message>
    <message>
        <source>Minimum saving with evenly spread work (share of the step); less is within the step-to-step variation.</source>
        <translation>工作均匀分配时的最小收益（占迭代的比例）；更小则在各迭代的正常波动之内。</translation>
    </message>
    <message>
        <source>Minimum cost of the stage (share of the step), replayed at the pace of the others.</source>
        <translation>该阶段造成的最小损失（占迭代的比例），按其他阶段的速度重放得出。</translation>
    </message>
    <message>
        <source>Minimum cost of uneven cells (share of the step); less is within the step-to-step variation.</source>
        <translation>单元耗时不均造成的最小损失（占迭代的比例）；更小则在各迭代的正常波动之内。</translation>
    </message>
    <message>
        <source>Where the time went, by cause</source>
        <translation>耗时构成（按原因）</translation>
    </message>
    <message>
        <source>Which rank the others waited for is in the timelines: load those of all ranks.</source>
        <translation>各卡在等谁由时间线说明：请加载所有卡的时间线。</translation>
    </message>
    <message>
        <source>An archive that is not read here: unpack it and open its contents</source>
        <translation>此处不读取的压缩包：请先解压，再打开其中的文件</translation>
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
        <source>A database of another program, not of a profiler that is read here</source>
        <translation>其他程序的数据库，不是本程序可读取的 profiler 所写</translation>
    </message>
    <message>
        <source>Raw profiler data, not parsed: run the command</source>
        <translation>尚未解析的采集原始数据：请运行命令</translation>
    </message>
    <message>
        <source>A file that holds once more what others hold was not used</source>
        <translation>内容与其他文件重复的文件未使用</translation>
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
        <source>A text in UTF-16, UTF-8 is expected: iconv -f UTF-16 -t UTF-8 FILE &gt; NEW</source>
        <translation>UTF-16 文本，应为 UTF-8：iconv -f UTF-16 -t UTF-8 文件 &gt; 新文件</translation>
    </message>
    <message>
        <source>A page of HTML in place of the file: download the file itself (behind a login?)</source>
        <translation>此处是 HTML 页面而不是文件本身：请重新下载该文件（是否需要登录？）</translation>
    </message>
    <message>
        <source>Rank numbers are inferred from the order of the files. Set them with --rank-of FILE=N or Set Rank Number in the Data Manager.</source>
        <translation>卡号按文件顺序推断。可用 --rank-of FILE=N 或数据管理器中的“设置卡号”指定。</translation>
    </message>
    <message>
        <source>host process</source>
        <translation>主机进程</translation>
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
        <source>No collective that two ranks recorded.</source>
        <translation>没有两张卡都记录到的集合通信。</translation>
    </message>
    <message>
        <source>No links in this profile.</source>
        <translation>此数据中没有链路。</translation>
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
        <source>No records of how data is loaded to the device.</source>
        <translation>没有数据送达设备方式的记录。</translation>
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
        <source>No data on these steps: two different sides with device activity are needed.</source>
        <translation>没有这些迭代的数据：需要两个不同的、含设备活动的对象。</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>Own rule: %1</source>
        <translation>自定义规则：%1</translation>
    </message>
    <message>
        <source>The rule names no remedy.</source>
        <translation>该规则没有给出建议。</translation>
    </message>
    <message>
        <source>Own rule %1</source>
        <translation>自定义规则 %1</translation>
    </message>
    <message>
        <source>Own rule could not run: %1</source>
        <translation>自定义规则无法运行：%1</translation>
    </message>
    <message>
        <source>Unreadable entries of the dump were skipped</source>
        <translation>转储中无法读取的条目已跳过</translation>
    </message>
    <message>
        <source>Minimum age of a call that all ranks made and that is not done; usual collectives take less.</source>
        <translation>所有卡都已调用但尚未完成的调用的最短等待时间；正常的集合通信用时更短。</translation>
    </message>
    <message>
        <source>Collective %5 of %6 differs: %2 on rank %1, %4 on rank %3</source>
        <translation>%6 的第 %5 次集合通信不一致：卡 %1 为 %2，卡 %3 为 %4</translation>
    </message>
    <message>
        <source>Ranks that differ from most: %1.</source>
        <translation>与多数卡不一致的卡：%1。</translation>
    </message>
    <message>
        <source>Call of rank %1: %2.</source>
        <translation>卡 %1 的调用位置：%2。</translation>
    </message>
    <message>
        <source>First collective of a group whose operation, element count or data type differs between ranks.</source>
        <translation>通信域内首个在各卡之间操作、元素数或数据类型不一致的集合通信。</translation>
    </message>
    <message>
        <source>Make all ranks of the group call the same collectives in the same order: look for conditions on the rank or on data before the calls above.</source>
        <translation>使通信域内所有卡以相同顺序调用相同的集合通信：检查上述调用之前依赖卡号或数据的条件分支。</translation>
    </message>
    <message>
        <source>%7 (collective %5 of %6) differs: %2 on rank %1, %4 on rank %3</source>
        <translation>%7（%6 的第 %5 次集合通信）不一致：卡 %1 为 %2，卡 %3 为 %4</translation>
    </message>
    <message>
        <source>PyTorch, flight recorder analyzer (torchfrtrace)</source>
        <translation>PyTorch，flight recorder 分析工具（torchfrtrace）</translation>
    </message>
    <message>
        <source>Collectives that differ between ranks</source>
        <translation>各卡不一致的集合通信</translation>
    </message>
    <message>
        <source>Does not apply to all_to_all and to lists of tensors, whose sizes may differ between ranks.</source>
        <translation>不适用于 all_to_all 和张量列表，其大小在各卡之间可以不同。</translation>
    </message>
    <message>
        <source>Rank %1 did not call %2 (collective %3 of %4): %5 rank(s) waiting</source>
        <translation>卡 %1 未调用 %2（%4 的第 %3 次集合通信）：%5 张卡在等待</translation>
    </message>
    <message>
        <source>The dumps of all ranks were written at about the same time.</source>
        <translation>假设所有卡的转储在大致相同的时刻写出。</translation>
    </message>
    <message>
        <source>Collectives that lack a call of such a rank: %1; transfers: %2.</source>
        <translation>缺少此类卡调用的集合通信：%1；点对点传输：%2。</translation>
    </message>
    <message>
        <source>Call of the ranks that wait: %1.</source>
        <translation>等待的卡的调用位置：%1。</translation>
    </message>
    <message>
        <source>Rank %1 has no open call: it waits for no rank.</source>
        <translation>卡 %1 没有未完成的调用：它不在等待任何卡。</translation>
    </message>
    <message>
        <source>The last collective of this group that rank %1 called: %2, instead of %3.</source>
        <translation>卡 %1 在该通信域中最后调用的集合通信：第 %2 次，应为第 %3 次。</translation>
    </message>
    <message>
        <source>The watchdog gave up after %1.</source>
        <translation>看门狗在 %1 后超时。</translation>
    </message>
    <message>
        <source>Time since the first call: %1.</source>
        <translation>自首次调用以来的时间：%1。</translation>
    </message>
    <message>
        <source>Waiting, directly or through others: ranks %1.</source>
        <translation>直接或间接等待的卡：%1。</translation>
    </message>
    <message>
        <source>From each open call to the ranks that have not made it, and on from their first open call, down to ranks without one.</source>
        <translation>从每个未完成的调用到尚未调用它的卡，再从这些卡的首个未完成调用继续，直到没有未完成调用的卡。</translation>
    </message>
    <message>
        <source>Look at the Python stacks of rank %1: an exception, a lock (GIL), a long read or save, or a branch that leaves out the call.</source>
        <translation>查看卡 %1 的 Python 调用栈：异常、锁（GIL）、耗时的读取或保存，或跳过该调用的分支。</translation>
    </message>
    <message>
        <source>All ranks take part: check the network and the devices of the group (links, error counters, logs of the communication library).</source>
        <translation>所有卡均已参与：检查该通信域的网络和设备（链路、错误计数、通信库日志）。</translation>
    </message>
    <message>
        <source>Check whether the process of rank %1 is alive (log of its host, out of memory), or copy its dump to the others.</source>
        <translation>检查卡 %1 的进程是否存活（主机日志、内存不足），或将其转储复制到其他转储所在目录。</translation>
    </message>
    <message>
        <source>Ranks %1 did not call %2 (collective %3 of %4): %5 rank(s) waiting</source>
        <translation>卡 %1 均未调用 %2（%4 的第 %3 次集合通信）：%5 张卡在等待</translation>
    </message>
    <message>
        <source>%1 (collective %2 of %3) was called by all ranks and does not finish</source>
        <translation>%1（%3 的第 %2 次集合通信）已被所有卡调用，但未完成</translation>
    </message>
    <message>
        <source>%1 (collective %2 of %3) does not finish on ranks %4</source>
        <translation>%1（%3 的第 %2 次集合通信）在卡 %4 上未完成</translation>
    </message>
    <message>
        <source>Hung collectives</source>
        <translation>挂起的集合通信</translation>
    </message>
    <message>
        <source>Rank %1 did not call its side of a transfer: %2 rank(s) waiting</source>
        <translation>卡 %1 未调用点对点传输中自己的一侧：%2 张卡在等待</translation>
    </message>
    <message>
        <source>Ranks %1 did not call their side of a transfer: %2 rank(s) waiting</source>
        <translation>卡 %1 均未调用点对点传输中自己的一侧：%2 张卡在等待</translation>
    </message>
    <message>
        <source>Rank %1 left no dump: %5 rank(s) waiting in %2 (collective %3 of %4)</source>
        <translation>卡 %1 没有转储：%5 张卡在 %2（%4 的第 %3 次集合通信）中等待</translation>
    </message>
    <message>
        <source>Ranks %1 left no dump: %5 rank(s) waiting in %2 (collective %3 of %4)</source>
        <translation>卡 %1 均没有转储：%5 张卡在 %2（%4 的第 %3 次集合通信）中等待</translation>
    </message>
    <message>
        <source>Does not apply to dumps of a job that runs: its ranks differ by the calls of the last moments.</source>
        <translation>不适用于正在运行的作业的转储：各卡会因最近时刻的调用而不同。</translation>
    </message>
    <message>
        <source>Maximum number of groups named, earliest first; later ones are usually consequences.</source>
        <translation>最多列出的通信域数，最早的在前；之后的通常是其后果。</translation>
    </message>
    <message>
        <source>Timestamps are in microseconds, though their column says nanoseconds</source>
        <translation>时间戳的单位是微秒，而列名写的是纳秒</translation>
    </message>
    <message>
        <source>The allocator counted other bytes in use than the sum of its blocks</source>
        <translation>分配器自己统计的在用字节数与各内存块之和不同</translation>
    </message>
    <message>
        <source>Allocations and frees that could not be paired were skipped</source>
        <translation>无法配对的分配和释放已跳过</translation>
    </message>
    <message>
        <source>No communication on the device in the loaded ranks: NCCL and RCCL kernels would be listed. Collectives of the host, such as those of gloo, are in the timeline.</source>
        <translation>已加载的卡在设备上没有通信：这里列出 NCCL 和 RCCL 的内核。主机侧的集合通信（如 gloo）在时间线中。</translation>
    </message>
    <message>
        <source>of which: %1</source>
        <translation>其中：%1</translation>
    </message>
    <message>
        <source>Record of msMemScope.</source>
        <translation>msMemScope 的记录。</translation>
    </message>
    <message>
        <source>less than 1 MB: latency</source>
        <translation>不足 1 MB：受延迟限制</translation>
    </message>
    <message>
        <source>An error message of a server in place of the file: fetch the file again, with access to it</source>
        <translation>文件内容是服务器的错误信息：请在有访问权限的情况下重新获取该文件</translation>
    </message>
    <message>
        <source>A text in UTF-32, UTF-8 is expected: iconv -f UTF-32 -t UTF-8 FILE &gt; NEW</source>
        <translation>UTF-32 文本，应为 UTF-8：iconv -f UTF-32 -t UTF-8 文件 &gt; 新文件</translation>
    </message>
    <message>
        <source>Work relative to its stage (%)</source>
        <translation>相对本阶段中位数的计算时间（%）</translation>
    </message>
    <message>
        <source>+ Transfers, other work, late starts</source>
        <translation>+ 传输、其他工作、开始过晚</translation>
    </message>
    <message>
        <source>A binary trace of the Linux kernel (trace-cmd): convert it with trace-cmd report FILE &gt; NEW.txt and open that</source>
        <translation>Linux 内核的二进制跟踪（trace-cmd）：请用 trace-cmd report FILE &gt; NEW.txt 转换后打开</translation>
    </message>
    <message>
        <source>Unreadable events of the scheduler were skipped</source>
        <translation>已跳过无法读取的调度事件</translation>
    </message>
    <message>
        <source>The clock of the scheduler record does not match start_info of the profiler: record with -C mono_raw</source>
        <translation>调度记录的时钟与 profiler 的 start_info 不符：请用 -C mono_raw 采集</translation>
    </message>
    <message>
        <source>Clock of the scheduler record: estimated from the launches of the profile</source>
        <translation>调度记录的时钟：由性能数据中的下发时刻估计</translation>
    </message>
    <message>
        <source>Contradictory thread states were excluded from sums</source>
        <translation>相互矛盾的线程状态未计入合计</translation>
    </message>
    <message>
        <source>The kernel lost events: use larger trace buffers</source>
        <translation>内核丢失了事件：请增大跟踪缓冲区</translation>
    </message>
    <message>
        <source>Events with times of an unknown unit were skipped: record with -C mono_raw</source>
        <translation>已跳过时间单位未知的事件：请用 -C mono_raw 采集</translation>
    </message>
    <message>
        <source>Minimum time without a CPU in idle gaps of the device (share of the step); interrupts and short threads of the kernel stay below.</source>
        <translation>设备空闲期间线程得不到 CPU 的最小时间（占迭代的比例）；中断和内核短任务低于它。</translation>
    </message>
    <message>
        <source>Launching thread %1 (rank %2) preempted by %3: %4 ms per step</source>
        <translation>卡 %2 的下发线程 %1 被 %3 抢占：每个迭代 %4 ms</translation>
    </message>
    <message>
        <source>The clocks of the profile and the scheduler record agree as stated.</source>
        <translation>性能数据与调度记录的时钟关系如上所述。</translation>
    </message>
    <message>
        <source>Launching thread %1 (rank %2) blocked in the kernel: %3 ms per step</source>
        <translation>卡 %2 的下发线程 %1 阻塞在内核中：每个迭代 %3 ms</translation>
    </message>
    <message>
        <source>In idle gaps of the device: preempted %1 ms (%2 times), waiting for a CPU after a wakeup %3 ms (%4 times), blocked in the kernel %5 ms, over %6 step(s).</source>
        <translation>设备空闲期间：被抢占 %1 ms（%2 次），唤醒后等待 CPU %3 ms（%4 次），阻塞在内核中 %5 ms，共 %6 个迭代。</translation>
    </message>
    <message>
        <source>Clock: profile and scheduler record have the same times; %1 of %2 launches fall into intervals in which the thread was not running.</source>
        <translation>时钟：性能数据与调度记录的时间一致；%2 次下发中有 %1 次落在线程未运行的区间内。</translation>
    </message>
    <message>
        <source>Clock: estimated from the launches (offset %3 ms); %1 of %2 launches fall into intervals in which the thread was not running.</source>
        <translation>时钟：由下发时刻估计（偏移 %3 ms）；%2 次下发中有 %1 次落在线程未运行的区间内。</translation>
    </message>
    <message>
        <source>Clock: from the recorded files; %1 of %2 launches fall into intervals in which the thread was not running.</source>
        <translation>时钟：来自采集文件；%2 次下发中有 %1 次落在线程未运行的区间内。</translation>
    </message>
    <message>
        <source>On the CPU meanwhile: %1 (%2 ms, %3 times).</source>
        <translation>期间占用 CPU 的线程：%1（%2 ms，%3 次）。</translation>
    </message>
    <message>
        <source>Longest wait: %1 ms.</source>
        <translation>最长的等待：%1 ms。</translation>
    </message>
    <message>
        <source>Also affected: rank(s) %1.</source>
        <translation>同样受影响的卡：%1。</translation>
    </message>
    <message>
        <source>Time in which the thread was runnable without a CPU (or blocked in the kernel), within idle gaps of the device that end with its launch.</source>
        <translation>在以该线程的下发结束的设备空闲期间，线程可运行但没有 CPU（或阻塞在内核中）的时间。</translation>
    </message>
    <message>
        <source>Give launching threads CPUs of their own: bind processes and data loader workers to separate cores, start fewer workers, move other programs away.</source>
        <translation>为下发线程保留独占的 CPU：将进程与数据加载 worker 绑定到不同的核，减少 worker 数量，移走其他程序。</translation>
    </message>
    <message>
        <source>Find what blocks the thread (page faults, file system, logging, checkpoints) and move it to another thread.</source>
        <translation>找出阻塞线程的原因（缺页、文件系统、日志、checkpoint），并移到其他线程执行。</translation>
    </message>
    <message>
        <source>Linux, sched(7) and perf sched</source>
        <translation>Linux，sched(7) 与 perf sched</translation>
    </message>
    <message>
        <source>Launching threads without a CPU</source>
        <translation>下发线程得不到 CPU</translation>
    </message>
    <message>
        <source>Does not apply to waits in which the device has work: they cost nothing.</source>
        <translation>不适用于设备仍有任务时的等待：这类等待没有代价。</translation>
    </message>
    <message>
        <source>Launching thread %1 (rank %2) waiting for a CPU: %3 ms per step</source>
        <translation>卡 %2 的下发线程 %1 等待 CPU：每个迭代 %3 ms</translation>
    </message>
    <message>
        <source>A report of Nsight Systems in its own closed form: nsys export --type sqlite FILE, then open the .sqlite file</source>
        <translation>Nsight Systems 的私有格式报告：先执行 nsys export --type sqlite FILE，再打开生成的 .sqlite 文件</translation>
    </message>
    <message>
        <source>A warning of Nsight Systems from the recording</source>
        <translation>Nsight Systems 采集时的警告</translation>
    </message>
    <message>
        <source>CUDA graphs were recorded without their kernels: record with --cuda-graph-trace=node</source>
        <translation>采集 CUDA 图时未包含其中的内核：请使用 --cuda-graph-trace=node 采集</translation>
    </message>
    <message>
        <source>Records of rocprofv3 without valid times were skipped</source>
        <translation>已跳过没有有效时间的 rocprofv3 记录</translation>
    </message>
    <message>
        <source>Nsight Systems does not record it.</source>
        <translation>Nsight Systems 不采集该内容。</translation>
    </message>
    <message>
        <source>Record the GPU: nsys profile --trace=cuda,nvtx,osrt.</source>
        <translation>采集 GPU：nsys profile --trace=cuda,nvtx,osrt。</translation>
    </message>
    <message>
        <source>Export the report: nsys export --type sqlite FILE.</source>
        <translation>导出报告：nsys export --type sqlite FILE。</translation>
    </message>
    <message>
        <source>Put an NVTX range with its number around each step: &apos;iteration 7&apos;.</source>
        <translation>在每个迭代外加上带编号的 NVTX 区间，例如“iteration 7”。</translation>
    </message>
    <message>
        <source>Put NVTX ranges around forward and backward of each microbatch.</source>
        <translation>为每个微批次的前向和反向加上 NVTX 区间。</translation>
    </message>
    <message>
        <source>Record memory: nsys profile --cuda-memory-usage=true.</source>
        <translation>采集内存：nsys profile --cuda-memory-usage=true。</translation>
    </message>
    <message>
        <source>Call torch.cuda.memory._record_memory_history() early and _dump_snapshot() at the point of interest.</source>
        <translation>尽早调用 torch.cuda.memory._record_memory_history()，并在关注内存的位置调用 _dump_snapshot()。</translation>
    </message>
    <message>
        <source>Run the steps within torch.autograd.profiler.emit_nvtx(record_shapes=True).</source>
        <translation>在 torch.autograd.profiler.emit_nvtx(record_shapes=True) 内运行各迭代。</translation>
    </message>
    <message>
        <source>Sample the GPU: nsys profile --gpu-metrics-devices=all.</source>
        <translation>对 GPU 采样：nsys profile --gpu-metrics-devices=all。</translation>
    </message>
    <message>
        <source>Record NVTX ranges and OS calls: nsys profile --trace=cuda,nvtx,osrt.</source>
        <translation>采集 NVTX 区间和系统调用：nsys profile --trace=cuda,nvtx,osrt。</translation>
    </message>
    <message>
        <source>rocprofv3 does not record it.</source>
        <translation>rocprofv3 不采集该内容。</translation>
    </message>
    <message>
        <source>Record the GPU: rocprofv3 --sys-trace --output-format json.</source>
        <translation>采集 GPU：rocprofv3 --sys-trace --output-format json。</translation>
    </message>
    <message>
        <source>Write the records as JSON: rocprofv3 --output-format json.</source>
        <translation>以 JSON 写出记录：rocprofv3 --output-format json。</translation>
    </message>
    <message>
        <source>Put a roctx range with its number around each step: &apos;iteration 7&apos;.</source>
        <translation>在每个迭代外加上带编号的 roctx 区间，例如“iteration 7”。</translation>
    </message>
    <message>
        <source>Put roctx ranges around forward and backward of each microbatch.</source>
        <translation>为每个微批次的前向和反向加上 roctx 区间。</translation>
    </message>
    <message>
        <source>Record memory: rocprofv3 --memory-allocation-trace.</source>
        <translation>采集内存：rocprofv3 --memory-allocation-trace。</translation>
    </message>
    <message>
        <source>Record calls and ranges: rocprofv3 --hip-trace --marker-trace.</source>
        <translation>采集调用和区间：rocprofv3 --hip-trace --marker-trace。</translation>
    </message>
    <message>
        <source>Named like a Perfetto trace, but its content is no Perfetto protobuf</source>
        <translation>文件名像 Perfetto trace，但内容不是 Perfetto protobuf</translation>
    </message>
    <message>
        <source>Named like an XPlane file of JAX or TensorFlow, but its content is no XPlane protobuf</source>
        <translation>文件名像 JAX 或 TensorFlow 的 XPlane 文件，但内容不是 XPlane protobuf</translation>
    </message>
    <message>
        <source>Damaged packets and events were skipped</source>
        <translation>已跳过损坏的数据包和事件</translation>
    </message>
    <message>
        <source>Events were skipped: the packets with their names and tracks were lost</source>
        <translation>已跳过部分事件：定义其名称和泳道的数据包已丢失</translation>
    </message>
    <message>
        <source>Events without a time, or with the time of an undefined clock, were skipped</source>
        <translation>已跳过没有时间或所用时钟未定义的事件</translation>
    </message>
    <message>
        <source>Packets other than track events (ftrace, GPU counters and others) were skipped</source>
        <translation>已跳过泳道事件以外的数据包（ftrace、GPU 计数器等）</translation>
    </message>
    <message>
        <source>Aggregated events (a number of occurrences without times) were skipped</source>
        <translation>已跳过聚合事件（只有次数，没有时间）</translation>
    </message>
    <message>
        <source>Damaged planes and lines were read only up to the damage</source>
        <translation>损坏的 plane 和 line 只读取到损坏处</translation>
    </message>
    <message>
        <source>Damaged events were skipped</source>
        <translation>已跳过损坏的事件</translation>
    </message>
    <message>
        <source>Damaged names of events or statistics were skipped</source>
        <translation>已跳过损坏的事件名或统计项名</translation>
    </message>
    <message>
        <source>Warnings of the profiler</source>
        <translation>profiler 的警告</translation>
    </message>
    <message>
        <source>Use of CPUs</source>
        <translation>CPU 使用情况</translation>
    </message>
    <message>
        <source>Launching threads without a CPU while devices idle</source>
        <translation>设备空闲期间得不到 CPU 的下发线程</translation>
    </message>
    <message>
        <source>States of host threads</source>
        <translation>主机线程状态</translation>
    </message>
    <message>
        <source>Not enough data for a verdict.</source>
        <translation>数据不足，无法得出结论。</translation>
    </message>
    <message>
        <source>Records of TensorBoard with a wrong checksum were skipped</source>
        <translation>已跳过校验和错误的 TensorBoard 记录</translation>
    </message>
    <message>
        <source>Values beyond the first millions of a training log were skipped</source>
        <translation>训练日志的数值过多，已跳过前数百万个之后的数值</translation>
    </message>
    <message>
        <source>Values logged before the first step were skipped</source>
        <translation>已跳过第一步之前记录的数值</translation>
    </message>
    <message>
        <source>Step %1 of the training log is slow: %2 instead of %3</source>
        <translation>训练日志中第 %1 步较慢：%2，通常为 %3</translation>
    </message>
    <message>
        <source>Step times are computed from the times of log lines.</source>
        <translation>步耗时由日志行的时间推算得出。</translation>
    </message>
    <message>
        <source>Extra time: %1 (logged steps: %2, median: %3; threshold: %4x). Log: %5.</source>
        <translation>额外耗时：%1（日志步数：%2，中位数：%3；阈值：%4 倍）。日志：%5。</translation>
    </message>
    <message>
        <source>Nearest captured step: %1 on rank %2 (step %3 of the log; distance: %4).</source>
        <translation>最近的已采集迭代：卡 %2 的迭代 %1（日志中为迭代 %3；相距：%4）。</translation>
    </message>
    <message>
        <source>Captured in the profile: step %1 on rank %2.</source>
        <translation>该迭代已采集：卡 %2 的迭代 %1。</translation>
    </message>
    <message>
        <source>Not counted: slow steps at a fixed interval (evaluation or checkpoints): %1 (interval: %2), %3 in total.</source>
        <translation>未计入：按固定间隔出现的慢步（评估或保存检查点）：%1 个（间隔：%2），共 %3。</translation>
    </message>
    <message>
        <source>The log has means here (steps in each: %1): a single step may be slower.</source>
        <translation>日志在此处记录的是平均值（每个含迭代数：%1）：其中个别迭代可能更慢。</translation>
    </message>
    <message>
        <source>Further slow steps: %1 (steps %2); total extra time with them: %3.</source>
        <translation>其他慢步：%1 个（第 %2 步）；合计额外耗时：%3。</translation>
    </message>
    <message>
        <source>Logged step time - median of all logged steps, without the first step after a start and without slow steps at a fixed interval.</source>
        <translation>日志中的步耗时减去所有步的中位数，不含启动后的第一步和按固定间隔出现的慢步。</translation>
    </message>
    <message>
        <source>Open the captured step. If it was not recorded, record steps around the slow ones and compare the log with events on the hosts at that time.</source>
        <translation>打开已采集的步。若该步未采集，请在慢步前后采集，并将日志与当时主机上的事件对照。</translation>
    </message>
    <message>
        <source>Record steps with the profiler around slow ones (step %1 and later), and compare the log with events on the hosts at that time: storage, network, garbage collection, data loading.</source>
        <translation>在慢步（第 %1 步及之后）前后用 profiler 采集，并将日志与当时主机上的事件对照：存储、网络、垃圾回收、数据加载。</translation>
    </message>
    <message>
        <source>Training logs: Megatron-LM, verl, DeepSpeed</source>
        <translation>训练日志：Megatron-LM、verl、DeepSpeed</translation>
    </message>
    <message>
        <source>Slow steps in the training log</source>
        <translation>训练日志中的慢步</translation>
    </message>
    <message>
        <source>The training log has no step times.</source>
        <translation>训练日志中没有步耗时。</translation>
    </message>
    <message>
        <source>Minimum time of a logged step (multiple of the median); usual jitter is smaller.</source>
        <translation>日志中步耗时的下限（中位数的倍数）；正常抖动更小。</translation>
    </message>
    <message>
        <source>Values in training logs</source>
        <translation>训练日志中的数值</translation>
    </message>
    <message>
        <source>Steps in training logs</source>
        <translation>训练日志中的步</translation>
    </message>
    <message>
        <source>Copies, not overlapped</source>
        <translation>拷贝，未被掩盖</translation>
    </message>
    <message>
        <source>No device work found.</source>
        <translation>未找到设备任务。</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>迭代耗时</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n kernel(s))</source>
        <translation>
            <numerusform>%1（%n 个内核）</numerusform>
        </translation>
    </message>
    <message>
        <source>Device time in the whole capture (ms)</source>
        <translation>整个采集期间的设备耗时（ms）</translation>
    </message>
    <message>
        <source>Top operators</source>
        <translation>耗时最长的算子</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未采集</translation>
    </message>
    <message>
        <source>records of the Linux scheduler</source>
        <translation>Linux 调度器记录</translation>
    </message>
    <message>
        <source>Open a record together with the profile of a rank of this host, in one folder, to see which kernel launches waited for a CPU.</source>
        <translation>将记录与本机某张卡（rank）的性能数据放在同一文件夹中一起打开，即可查看哪些内核（kernel）下发在等待 CPU。</translation>
    </message>
    <message>
        <source>Profiler overhead (estimate)</source>
        <translation>采集开销（估计）</translation>
    </message>
    <message>
        <source>Damaged archive: only the entries before the damage were read</source>
        <translation>压缩包已损坏：仅读取了损坏处之前的文件</translation>
    </message>
    <message>
        <source>Encrypted entries of an archive were skipped: decrypt and unpack it</source>
        <translation>已跳过压缩包中加密的文件：请解密并解压</translation>
    </message>
    <message>
        <source>Links in an archive were skipped</source>
        <translation>已跳过压缩包中的链接</translation>
    </message>
    <message>
        <source>Entries of an archive whose names lead out of it were skipped</source>
        <translation>已跳过压缩包中路径指向包外的文件</translation>
    </message>
    <message>
        <source>Raise what this process may use (torch_npu.npu.set_per_process_memory_fraction, the size of a pool), or keep less at once.</source>
        <translation>提高该进程可用的上限（torch_npu.npu.set_per_process_memory_fraction、内存池大小），或减少同时占用。</translation>
    </message>
    <message>
        <source>Raise what this process may use (max_device_memory of mindspore.set_context), or keep less at once.</source>
        <translation>提高该进程可用的上限（mindspore.set_context 的 max_device_memory），或减少同时占用。</translation>
    </message>
    <message>
        <source>Raise what this process may use (XLA_PYTHON_CLIENT_MEM_FRACTION), or keep less at once.</source>
        <translation>提高该进程可用的上限（XLA_PYTHON_CLIENT_MEM_FRACTION），或减少同时占用。</translation>
    </message>
    <message>
        <source>Raise what this process may use (a fraction, a larger slice of the device, the size of a pool), or keep less at once.</source>
        <translation>提高该进程可用的上限（内存比例、更大的设备切片、内存池大小），或减少同时占用。</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Profiler counters and statistics</source>
        <translation>profiler 的计数器与统计</translation>
    </message>
    <message>
        <source>Profiler overhead: about %1 ms of host time per step of %2 ms, estimated; without profiling a step is shorter by up to %3 ms.</source>
        <translation>采集开销：每个 %2 ms 的迭代（step）中主机侧约 %1 ms，为估算；不采集时迭代最多缩短 %3 ms。</translation>
    </message>
    <message>
        <source>Raw data of a profile in the same folder, whose analysis is read</source>
        <translation>同一文件夹中性能数据的原始数据，其解析结果已读取</translation>
    </message>
    <message>
        <source>Names of roles and tasks of reinforcement learning for MindStudio Insight, no profile: open the folder of the profiles</source>
        <translation>供 MindStudio Insight 使用的强化学习角色与任务名称，不是性能数据：请打开性能数据所在文件夹</translation>
    </message>
    <message>
        <source>Ranks number the collectives of a group alike.</source>
        <translation>假设各卡对同一通信域的集合通信编号一致。</translation>
    </message>
    <message>
        <source>PyTorch, graph capture; CANN, TASK_QUEUE_ENABLE and CPU_AFFINITY_CONF</source>
        <translation>PyTorch 的图捕获；CANN 的 TASK_QUEUE_ENABLE 和 CPU_AFFINITY_CONF</translation>
    </message>
    <message>
        <source>MindSpore, graph mode</source>
        <translation>MindSpore 的图模式</translation>
    </message>
    <message>
        <source>PyTorch, CUDA graphs</source>
        <translation>PyTorch 的 CUDA graph</translation>
    </message>
    <message>
        <source>PyTorch, HIP graphs</source>
        <translation>PyTorch 的 HIP graph</translation>
    </message>
    <message>
        <source>JAX, jit and asynchronous dispatch</source>
        <translation>JAX 的 jit 与异步派发</translation>
    </message>
    <message>
        <source>PyTorch, graph capture</source>
        <translation>PyTorch 的图捕获</translation>
    </message>
    <message>
        <source>HCCL, HCCL_BUFFSIZE (two buffers per group)</source>
        <translation>HCCL 的 HCCL_BUFFSIZE（每组两块缓冲）</translation>
    </message>
    <message>
        <source>NCCL, NCCL_BUFFSIZE</source>
        <translation>NCCL 的 NCCL_BUFFSIZE</translation>
    </message>
    <message>
        <source>RCCL, NCCL_BUFFSIZE</source>
        <translation>RCCL 的 NCCL_BUFFSIZE</translation>
    </message>
    <message>
        <source>Buffers of communication libraries</source>
        <translation>通信库的缓冲区</translation>
    </message>
    <message>
        <source>MindStudio, advisor (dataloader_analysis); PyTorch, DataLoader</source>
        <translation>MindStudio, advisor（dataloader_analysis）；PyTorch DataLoader</translation>
    </message>
    <message>
        <source>MindStudio, advisor (dataloader_analysis); MindSpore, dataset autotune</source>
        <translation>MindStudio, advisor（dataloader_analysis）；MindSpore 数据自动调优</translation>
    </message>
    <message>
        <source>MindStudio, advisor (dataloader_analysis); tf.data, prefetch</source>
        <translation>MindStudio, advisor（dataloader_analysis）；tf.data 的 prefetch</translation>
    </message>
    <message>
        <source>Use data types supported by AI Cores (x = x.astype(mindspore.float32)), or replace the operators: indexing and nonzero by ops.where or a multiplication with a mask; argmin by a newer CANN.</source>
        <translation>换用 AI Core 支持的数据类型（x = x.astype(mindspore.float32)），或替换算子：索引和 nonzero 换成 ops.where 或乘以掩码，argmin 使用更新的 CANN。</translation>
    </message>
    <message>
        <source>Use data types that the device supports.</source>
        <translation>换用设备支持的数据类型。</translation>
    </message>
    <message>
        <source>PyTorch, pin_memory and non_blocking</source>
        <translation>PyTorch 的 pin_memory 与 non_blocking</translation>
    </message>
    <message>
        <source>PyTorch performance tuning guide: avoid unnecessary synchronization</source>
        <translation>PyTorch 性能调优指南：避免不必要的同步</translation>
    </message>
    <message>
        <source>Straggler attribution by shortest time in a collective (arXiv 2505.05713)</source>
        <translation>按集合通信中停留最短判定慢卡（arXiv 2505.05713）</translation>
    </message>
    <message>
        <source>PyTorch, torch.compile (recompilations); Python, gc</source>
        <translation>PyTorch 的 torch.compile（重新编译）；Python 的 gc</translation>
    </message>
    <message>
        <source>PyTorch, caching allocator (streams, private pools of graphs)</source>
        <translation>PyTorch 缓存分配器（流、图私有池）</translation>
    </message>
    <message>
        <source>Trace events as JSON lines, one list of them is expected: jq -s . FILE &gt; NEW.json</source>
        <translation>跟踪事件按 JSON 行存放，应为一个列表：jq -s . FILE &gt; NEW.json</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Top %1 of %2 finding(s) by impact; see Finding in the bottom panel for all</source>
        <translation>按影响排序的前 %1 个问题项，共 %2 个；全部见底部面板的“问题项”</translation>
    </message>
    <message>
        <source>From all rules; more in Finding in the bottom panel</source>
        <translation>来自所有规则；更多见底部面板的“问题项”</translation>
    </message>
    <message>
        <source>%1 of %2 finding(s) chosen: %3 ms of %4 ms; step then %5 ms</source>
        <translation>已选 %2 个问题项中的 %1 个：%4 ms 中的 %3 ms；迭代变为 %5 ms</translation>
    </message>
    <message>
        <source>Computing the savings of the chosen findings...</source>
        <translation>正在计算所选问题项的收益...</translation>
    </message>
    <message>
        <source>warm from %1</source>
        <translation>暖色：≥ %1</translation>
    </message>
    <message>
        <source>%1, baseline %2 (thin bars): %3</source>
        <translation>%1，基线数据 %2（细条）：%3</translation>
    </message>
    <message>
        <source>%1 (baseline %2)</source>
        <translation>%1（基线数据 %2）</translation>
    </message>
    <message>
        <source>Outlined: baseline</source>
        <translation>方框：基线数据</translation>
    </message>
    <message>
        <source>%1: launches: %2, max queue %3 (baseline, line: %6), empty %4 % (%7 %), full %5 %</source>
        <translation>%1：下发 %2 次，最长队列 %3（基线数据，线：%6），空 %4 %（%7 %），满 %5 %</translation>
    </message>
    <message>
        <source>Arrival (ns)</source>
        <translation>到达时刻（ns）</translation>
    </message>
    <message>
        <source>Behind the previous rank (us)</source>
        <translation>晚于前一张卡（us）</translation>
    </message>
    <message>
        <source>Group in the file</source>
        <translation>文件中的通信域</translation>
    </message>
    <message>
        <source>Behind, cumulative (us)</source>
        <translation>累计落后（us）</translation>
    </message>
    <message>
        <source>Cause (rank)</source>
        <translation>原因（卡）</translation>
    </message>
    <message>
        <source>Joins stages</source>
        <translation>连接阶段</translation>
    </message>
    <message>
        <source>Occurrence</source>
        <translation>第几次</translation>
    </message>
    <message>
        <source>Behind the first rank (us)</source>
        <translation>晚于第一张卡（us）</translation>
    </message>
    <message>
        <source>Total wait (us)</source>
        <translation>总等待（us）</translation>
    </message>
    <message>
        <source>Above minimum (bytes)</source>
        <translation>超出最小值（字节）</translation>
    </message>
    <message>
        <source>Active (bytes)</source>
        <translation>活跃（字节）</translation>
    </message>
    <message>
        <source>Allocated (bytes)</source>
        <translation>已分配（字节）</translation>
    </message>
    <message>
        <source>Allocated, difference (bytes)</source>
        <translation>已分配，差值（字节）</translation>
    </message>
    <message>
        <source>Time of peak (ns)</source>
        <translation>峰值时刻（ns）</translation>
    </message>
    <message>
        <source>Allocated, baseline (bytes)</source>
        <translation>已分配，基线数据（字节）</translation>
    </message>
    <message>
        <source>Reserved, baseline (bytes)</source>
        <translation>预留，基线数据（字节）</translation>
    </message>
    <message>
        <source>Capacity (bytes)</source>
        <translation>容量（字节）</translation>
    </message>
    <message>
        <source>Used (% of capacity)</source>
        <translation>已用（占容量 %）</translation>
    </message>
    <message>
        <source>DP index</source>
        <translation>DP 序号</translation>
    </message>
    <message>
        <source>Expected above minimum (bytes)</source>
        <translation>预期超出最小值（字节）</translation>
    </message>
    <message>
        <source>1F1B microbatches in flight</source>
        <translation>1F1B 在途微批次</translation>
    </message>
    <message>
        <source>Minimum (bytes)</source>
        <translation>最小值（字节）</translation>
    </message>
    <message>
        <source>Outside the allocator (bytes)</source>
        <translation>分配器之外（字节）</translation>
    </message>
    <message>
        <source>Largest module outside</source>
        <translation>分配器之外最大的模块</translation>
    </message>
    <message>
        <source>Largest module outside (bytes)</source>
        <translation>分配器之外最大的模块（字节）</translation>
    </message>
    <message>
        <source>Outside the allocator (%)</source>
        <translation>分配器之外（%）</translation>
    </message>
    <message>
        <source>PP stage</source>
        <translation>PP 阶段</translation>
    </message>
    <message>
        <source>Process (bytes)</source>
        <translation>进程（字节）</translation>
    </message>
    <message>
        <source>Reserved (bytes)</source>
        <translation>预留（字节）</translation>
    </message>
    <message>
        <source>Reserved, difference (bytes)</source>
        <translation>预留，差值（字节）</translation>
    </message>
    <message>
        <source>Needs training: this timeline has neither a backward pass nor an optimizer.</source>
        <translation>需要训练数据：此时间线既没有反向计算，也没有优化器。</translation>
    </message>
    <message>
        <source>Costs are means over all steps: %1 ms per step; typical step: %2 ms.</source>
        <translation>开销为所有迭代的均值：每个迭代 %1 ms；典型迭代：%2 ms。</translation>
    </message>
    <message>
        <source>No steps are marked: the whole capture (%1 ms) counts as one step.</source>
        <translation>未标记迭代：整段采集（%1 ms）按一个迭代计。</translation>
    </message>
    <message>
        <source>No row has both values.</source>
        <translation>没有同时含两个值的行。</translation>
    </message>
    <message>
        <source>Rows not shown: %1</source>
        <translation>未显示的行数：%1</translation>
    </message>
    <message>
        <source>A chart needs a result with a column of numbers.</source>
        <translation>图表要求结果含数值列。</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1（按 %2）</translation>
    </message>
    <message>
        <source>%1 by %2 (time from the earliest row)</source>
        <translation>%1（按 %2，时间从最早的行起算）</translation>
    </message>
    <message>
        <source>Rows without a value: %1</source>
        <translation>缺值的行数：%1</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>所有卡</translation>
    </message>
    <message>
        <source>Memory timeline as HTML (export_memory_timeline) is an image without values. Export it as .json.gz or .raw.json.gz</source>
        <translation>HTML 格式的内存时间线（export_memory_timeline）只是图片，不含数值。请导出为 .json.gz 或 .raw.json.gz</translation>
    </message>
    <message>
        <source>Nodes of an execution trace without a name or number were skipped</source>
        <translation>已跳过执行轨迹中没有名称或编号的节点</translation>
    </message>
    <message>
        <source>Nodes of an execution trace depend on nodes that it does not have</source>
        <translation>执行轨迹中的部分节点依赖文件中不存在的节点</translation>
    </message>
    <message>
        <source>Rows of a memory timeline without a size or category were skipped</source>
        <translation>已跳过内存时间线中没有大小或类别的行</translation>
    </message>
    <message>
        <source>The memory timeline has fewer sizes than times</source>
        <translation>内存时间线中的大小少于时间点</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>No training log in this profile. Place the log of the training in its folder.</source>
        <translation>此性能数据中没有训练日志。请将训练日志放入其文件夹。</translation>
    </message>
    <message>
        <source>Reading the training log...</source>
        <translation>正在读取训练日志……</translation>
    </message>
    <message>
        <source>Loss not finite</source>
        <translation>损失非有限值</translation>
    </message>
    <message>
        <source>Steps of the profile</source>
        <translation>性能数据中的迭代</translation>
    </message>
    <message>
        <source>Slow steps (over 2x the median)</source>
        <translation>慢迭代（超过中位数的 2 倍）</translation>
    </message>
    <message>
        <source>Some kernels of graphs are in no graph capture next to the trace</source>
        <translation>图中的部分内核不在轨迹旁的图捕获文件中</translation>
    </message>
    <message>
        <source>The training log has no values to draw.</source>
        <translation>训练日志中没有可绘制的数值。</translation>
    </message>
    <message>
        <source>Memory by category</source>
        <translation>按类别的内存</translation>
    </message>
    <message>
        <source>Operators of execution traces</source>
        <translation>执行轨迹的算子</translation>
    </message>
    <message>
        <source>Parts of reinforcement learning</source>
        <translation>强化学习各阶段</translation>
    </message>
    <message>
        <source>Rounds of reinforcement learning</source>
        <translation>强化学习各轮次</translation>
    </message>
    <message>
        <source>Actor log-probabilities</source>
        <translation>Actor 对数概率</translation>
    </message>
    <message>
        <source>Advantage</source>
        <translation>优势计算</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Critic update</source>
        <translation>Critic 更新</translation>
    </message>
    <message>
        <source>No ranges of reinforcement learning in this profile (rollout, reference, reward, update).</source>
        <translation>该性能数据中没有强化学习的区间（rollout、reference、reward、update）。</translation>
    </message>
    <message>
        <source>Reading the ranges of all ranks...</source>
        <translation>正在读取所有卡的区间……</translation>
    </message>
    <message>
        <source>Reference log-probabilities</source>
        <translation>Reference 对数概率</translation>
    </message>
    <message>
        <source>Reward</source>
        <translation>Reward</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>Rollout</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Waiting for samples</source>
        <translation>等待样本</translation>
    </message>
    <message>
        <source>Actor update</source>
        <translation>Actor 更新</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Critic values</source>
        <translation>Critic 价值</translation>
    </message>
    <message>
        <source>Weight synchronization</source>
        <translation>权重同步</translation>
    </message>
    <message>
        <source>Minimum time that all other ranks wait for the last one at the end of a part of reinforcement learning (share of the step).</source>
        <translation>强化学习某一阶段结束时，其他所有卡等待最后一张卡的最短时间（占迭代的比例）。</translation>
    </message>
    <message>
        <source>Round %1: %2 ms on rank %3, median of all ranks %4 ms; waiting time of all others: %5 ms.</source>
        <translation>第 %1 轮：卡 %3 上 %2 ms，所有卡的中位数 %4 ms；其他所有卡的等待时间：%5 ms。</translation>
    </message>
    <message>
        <source>Rounds with such a wait: %1 of %2, %3 ms in total. Last ranks: %4.</source>
        <translation>有此类等待的轮次：%1（共 %2），合计 %3 ms。最后的卡：%4。</translation>
    </message>
    <message>
        <source>End of the last rank - end of the others, at most its excess over their median, as far as none of them has begun its next part.</source>
        <translation>最后一张卡的结束时间 - 其他卡的结束时间，至多为其超出其他卡中位数的部分，且只计到其中任一张卡开始下一阶段之前。</translation>
    </message>
    <message>
        <source>Distribute samples over the ranks by their number of tokens, not by their count, and form microbatches by tokens; compare the kernels of this rank with those of another one.</source>
        <translation>按 token 数而不是样本数在各卡间分配样本，并按 token 数组成 microbatch；将该卡的内核与其他卡的进行比较。</translation>
    </message>
    <message>
        <source>Distribute prompts by expected response length, limit the response length, or let training begin with the finished samples (asynchronous or partial rollouts).</source>
        <translation>按预期的回复长度分配 prompt，限制回复长度，或让训练从已完成的样本开始（异步或部分 rollout）。</translation>
    </message>
    <message>
        <source>verl, ranges of its workers</source>
        <translation>verl 的 worker 区间</translation>
    </message>
    <message>
        <source>Uneven parts of reinforcement learning</source>
        <translation>强化学习阶段不均衡</translation>
    </message>
    <message>
        <source>Does not apply where the other ranks have other work meanwhile.</source>
        <translation>其他卡在此期间有其他工作时不适用。</translation>
    </message>
    <message>
        <source>A file that is not complete: wait until it is written, or fetch it again</source>
        <translation>文件不完整：请等待写入完成，或重新获取</translation>
    </message>
    <message>
        <source>%1 file, not a profile</source>
        <translation>%1 文件，不是性能数据</translation>
    </message>
    <message>
        <source>JSON without a list of trace events. Its members: %1</source>
        <translation>JSON 中没有 trace 事件列表。其成员：%1</translation>
    </message>
    <message>
        <source>Output of %1 is not read here: record with torch.profiler</source>
        <translation>不支持读取 %1 的输出：请使用 torch.profiler 采集</translation>
    </message>
    <message>
        <source>The list of events has no closing bracket; all events were read</source>
        <translation>事件列表没有结尾括号；所有事件均已读取</translation>
    </message>
    <message>
        <source>Late end of %1 on rank %2: %3 ms per step</source>
        <translation>卡 %2 上 %1 结束过晚：每个迭代 %3 ms</translation>
    </message>
    <message>
        <source>Late end of %1 on changing ranks: %2 ms per step</source>
        <translation>%1 结束过晚（各轮的卡不同）：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>Backward (input) takes %1 % of a backward: only whole backward cells were measured.</source>
        <translation>反向（输入梯度）占整个反向的 %1 %：只实测到完整的反向单元。</translation>
    </message>
    <message>
        <source>The range covers shares of 40 to 80 % for it.</source>
        <translation>给出的范围涵盖 40 至 80 % 的占比。</translation>
    </message>
    <message>
        <source>%1 (difference, + more)</source>
        <translation>%1（差值，+ 为更多）</translation>
    </message>
    <message>
        <source>Time difference, + slower (us)</source>
        <translation>时间差值，+ 为更慢（us）</translation>
    </message>
    <message>
        <source>longer or shorter steps of the other ranks</source>
        <translation>其他卡的迭代更长或更短</translation>
    </message>
    <message>
        <source>Active duration (us)</source>
        <translation>活跃时长（us）</translation>
    </message>
    <message>
        <source>Active until (ns)</source>
        <translation>活跃至（ns）</translation>
    </message>
    <message>
        <source>Bound by (advisor)</source>
        <translation>受限于（advisor）</translation>
    </message>
    <message>
        <source>Work after</source>
        <translation>之后的工作</translation>
    </message>
    <message>
        <source>Agrees</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>Allocated (event)</source>
        <translation>分配（事件）</translation>
    </message>
    <message>
        <source>Allocated (blocks)</source>
        <translation>已分配（块）</translation>
    </message>
    <message>
        <source>Allocated, run (bytes)</source>
        <translation>运行的已分配（字节）</translation>
    </message>
    <message>
        <source>Active at allocation (bytes)</source>
        <translation>分配时的活跃（字节）</translation>
    </message>
    <message>
        <source>Allocated at allocation (bytes)</source>
        <translation>分配时的已分配（字节）</translation>
    </message>
    <message>
        <source>Reserved at allocation (bytes)</source>
        <translation>分配时的预留（字节）</translation>
    </message>
    <message>
        <source>Saving alone (ms)</source>
        <translation>单独收益（ms）</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>能否回答</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>仅为下限</translation>
    </message>
    <message>
        <source>Backward microbatch</source>
        <translation>反向微批次</translation>
    </message>
    <message>
        <source>Backward self time (us)</source>
        <translation>反向自身时间（us）</translation>
    </message>
    <message>
        <source>Backward (us)</source>
        <translation>反向（us）</translation>
    </message>
    <message>
        <source>Time, baseline (us)</source>
        <translation>基线数据的时间（us）</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线数据</translation>
    </message>
    <message>
        <source>Baseline step</source>
        <translation>基线数据的迭代</translation>
    </message>
    <message>
        <source>Work before</source>
        <translation>之前的工作</translation>
    </message>
    <message>
        <source>Calls behind</source>
        <translation>落后的调用数</translation>
    </message>
    <message>
        <source>Below the usual frequency (%)</source>
        <translation>低于通常频率（%）</translation>
    </message>
    <message>
        <source>Below the usual frequency (us)</source>
        <translation>低于通常频率（us）</translation>
    </message>
    <message>
        <source>Between ranks</source>
        <translation>所在的卡之间</translation>
    </message>
    <message>
        <source>After the host&apos;s step (us)</source>
        <translation>超出主机迭代（us）</translation>
    </message>
    <message>
        <source>Bound by stage</source>
        <translation>受限于阶段</translation>
    </message>
    <message>
        <source>Bubble (% of window)</source>
        <translation>空泡（占窗口 %）</translation>
    </message>
    <message>
        <source>Bubble (sum of receives) (us)</source>
        <translation>空泡（receive 之和）（us）</translation>
    </message>
    <message>
        <source>Bus bandwidth (GB/s)</source>
        <translation>总线带宽（GB/s）</translation>
    </message>
    <message>
        <source>Called by (ranks)</source>
        <translation>已调用的卡数</translation>
    </message>
    <message>
        <source>Caller</source>
        <translation>调用者</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选调度</translation>
    </message>
    <message>
        <source>Distance to the capture (steps)</source>
        <translation>距采集（迭代数）</translation>
    </message>
    <message>
        <source>Captured step</source>
        <translation>采集的迭代</translation>
    </message>
    <message>
        <source>Captured step time (us)</source>
        <translation>采集的迭代耗时（us）</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Cause of</source>
        <translation>导致</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Difference, + slower (%)</source>
        <translation>差值，+ 为更慢（%）</translation>
    </message>
    <message>
        <source>Difference, + slower (us)</source>
        <translation>差值，+ 为更慢（us）</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查项</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>虚拟流水线块（chunk）</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>虚拟流水线块数</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Share of class (%)</source>
        <translation>占类别比例（%）</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Clock uncertainty (us)</source>
        <translation>时钟误差（us）</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Communication (us)</source>
        <translation>通信（us）</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Computing at a lower frequency (us)</source>
        <translation>降频期间的计算（us）</translation>
    </message>
    <message>
        <source>Computing (us)</source>
        <translation>计算（us）</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Copies (us)</source>
        <translation>拷贝（us）</translation>
    </message>
    <message>
        <source>Copies without computing (us)</source>
        <translation>无计算时的拷贝（us）</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>Cost type</source>
        <translation>开销类型</translation>
    </message>
    <message>
        <source>Cost (%)</source>
        <translation>损失（%）</translation>
    </message>
    <message>
        <source>Cost (us)</source>
        <translation>损失（us）</translation>
    </message>
    <message>
        <source>Time with samples (us)</source>
        <translation>有采样的时间（us）</translation>
    </message>
    <message>
        <source>CP index</source>
        <translation>CP 序号</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Longest on the CPU</source>
        <translation>占用 CPU 最久的线程</translation>
    </message>
    <message>
        <source>Its CPU time (us)</source>
        <translation>其 CPU 时间（us）</translation>
    </message>
    <message>
        <source>Difference, + more (blocks)</source>
        <translation>差值，+ 为更多（块）</translation>
    </message>
    <message>
        <source>Difference, + more (bytes)</source>
        <translation>差值，+ 为更多（字节）</translation>
    </message>
    <message>
        <source>Wait for an input (us)</source>
        <translation>等待输入（us）</translation>
    </message>
    <message>
        <source>Median deviations</source>
        <translation>中位偏差数</translation>
    </message>
    <message>
        <source>Device time, run (us)</source>
        <translation>运行的设备时间（us）</translation>
    </message>
    <message>
        <source>Device time, baseline (us)</source>
        <translation>基线数据的设备时间（us）</translation>
    </message>
    <message>
        <source>Start on the device (ns)</source>
        <translation>设备开始时间（ns）</translation>
    </message>
    <message>
        <source>Device busy (us)</source>
        <translation>设备忙（us）</translation>
    </message>
    <message>
        <source>Duration on the device (us)</source>
        <translation>设备持续时间（us）</translation>
    </message>
    <message>
        <source>End on the device (ns)</source>
        <translation>设备结束时间（ns）</translation>
    </message>
    <message>
        <source>Free on the device (bytes)</source>
        <translation>设备空闲内存（字节）</translation>
    </message>
    <message>
        <source>Device self time, run (us)</source>
        <translation>运行的设备自身时间（us）</translation>
    </message>
    <message>
        <source>Device self time, baseline (us)</source>
        <translation>基线数据的设备自身时间（us）</translation>
    </message>
    <message>
        <source>Device self time (us)</source>
        <translation>设备自身时间（us）</translation>
    </message>
    <message>
        <source>Share of device time (%)</source>
        <translation>占设备时间比例（%）</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断项数</translation>
    </message>
    <message>
        <source>Computing, difference to reported (us)</source>
        <translation>计算与文件值之差（us）</translation>
    </message>
    <message>
        <source>Free, difference to reported (us)</source>
        <translation>空闲与文件值之差（us）</translation>
    </message>
    <message>
        <source>Communication, not overlapped, difference to reported (us)</source>
        <translation>通信（未掩盖）与文件值之差（us）</translation>
    </message>
    <message>
        <source>Communication, overlapped, difference to reported (us)</source>
        <translation>通信（掩盖）与文件值之差（us）</translation>
    </message>
    <message>
        <source>Preparing, difference to reported (us)</source>
        <translation>预处理时间与文件值之差（us）</translation>
    </message>
    <message>
        <source>Completed by (ranks)</source>
        <translation>已完成的卡数</translation>
    </message>
    <message>
        <source>Change during the capture (%)</source>
        <translation>采集期间的变化（%）</translation>
    </message>
    <message>
        <source>Drops</source>
        <translation>降频次数</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>处理</translation>
    </message>
    <message>
        <source>Requested (% of reserved)</source>
        <translation>申请大小（占预留 %）</translation>
    </message>
    <message>
        <source>At the end (blocks)</source>
        <translation>结束时（块）</translation>
    </message>
    <message>
        <source>At the end (bytes)</source>
        <translation>结束时（字节）</translation>
    </message>
    <message>
        <source>End (ns)</source>
        <translation>结束时间（ns）</translation>
    </message>
    <message>
        <source>Share at the end (%)</source>
        <translation>结束时的比例（%）</translation>
    </message>
    <message>
        <source>Enqueue (us)</source>
        <translation>入队（us）</translation>
    </message>
    <message>
        <source>EP index</source>
        <translation>EP 序号</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次（epoch）</translation>
    </message>
    <message>
        <source>Location, baseline</source>
        <translation>基线数据的位置</translation>
    </message>
    <message>
        <source>Location on the host</source>
        <translation>主机侧位置</translation>
    </message>
    <message>
        <source>Above the median (ms)</source>
        <translation>高于中位数（ms）</translation>
    </message>
    <message>
        <source>Excess (us)</source>
        <translation>超出（us）</translation>
    </message>
    <message>
        <source>Expandable</source>
        <translation>可扩展</translation>
    </message>
    <message>
        <source>Expected cell</source>
        <translation>应有的单元</translation>
    </message>
    <message>
        <source>Communication, not overlapped (us)</source>
        <translation>通信（未掩盖，us）</translation>
    </message>
    <message>
        <source>Not overlapped (us)</source>
        <translation>未掩盖（us）</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>依据数据</translation>
    </message>
    <message>
        <source>Occurrences, file</source>
        <translation>文件中的次数</translation>
    </message>
    <message>
        <source>Total, file (us)</source>
        <translation>文件中的总时间（us）</translation>
    </message>
    <message>
        <source>Memory fills (us)</source>
        <translation>内存填充（us）</translation>
    </message>
    <message>
        <source>First step (bytes)</source>
        <translation>首个迭代（字节）</translation>
    </message>
    <message>
        <source>Text there</source>
        <translation>该处文本</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>第一处差异</translation>
    </message>
    <message>
        <source>First slow step</source>
        <translation>首个变慢的迭代</translation>
    </message>
    <message>
        <source>First occurrence</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>Forward self time (us)</source>
        <translation>前向自身时间（us）</translation>
    </message>
    <message>
        <source>Forward (us)</source>
        <translation>前向（us）</translation>
    </message>
    <message>
        <source>Fragmentation (%)</source>
        <translation>碎片率（%）</translation>
    </message>
    <message>
        <source>Free (bytes)</source>
        <translation>空闲（字节）</translation>
    </message>
    <message>
        <source>Freed (event)</source>
        <translation>释放（事件）</translation>
    </message>
    <message>
        <source>Free requested (event)</source>
        <translation>请求释放（事件）</translation>
    </message>
    <message>
        <source>Free intervals</source>
        <translation>空闲区间数</translation>
    </message>
    <message>
        <source>Free (us)</source>
        <translation>空闲（Free，us）</translation>
    </message>
    <message>
        <source>Freed (%)</source>
        <translation>已释放（%）</translation>
    </message>
    <message>
        <source>Frequencies (MHz)</source>
        <translation>频率（MHz）</translation>
    </message>
    <message>
        <source>From rank</source>
        <translation>发送卡</translation>
    </message>
    <message>
        <source>From (us)</source>
        <translation>从（us）</translation>
    </message>
    <message>
        <source>Additional saving (ms)</source>
        <translation>新增收益（ms）</translation>
    </message>
    <message>
        <source>Cause of the gap</source>
        <translation>间隙原因</translation>
    </message>
    <message>
        <source>Gap (us)</source>
        <translation>间隙（us）</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>间隙数</translation>
    </message>
    <message>
        <source>GFLOP</source>
        <translation>GFLOP</translation>
    </message>
    <message>
        <source>Gradient sync (us)</source>
        <translation>梯度同步（us）</translation>
    </message>
    <message>
        <source>Group known from</source>
        <translation>通信域来源</translation>
    </message>
    <message>
        <source>Growth (bytes)</source>
        <translation>增长（字节）</translation>
    </message>
    <message>
        <source>Fill (us)</source>
        <translation>填充（us）</translation>
    </message>
    <message>
        <source>Held, run (us)</source>
        <translation>运行的占用时间（us）</translation>
    </message>
    <message>
        <source>Held, baseline (us)</source>
        <translation>基线数据的占用时间（us）</translation>
    </message>
    <message>
        <source>Pipeline window, upper bound (us)</source>
        <translation>流水线窗口上限（us）</translation>
    </message>
    <message>
        <source>Hop</source>
        <translation>第几跳</translation>
    </message>
    <message>
        <source>Host-bound tasks</source>
        <translation>下发瓶颈任务数</translation>
    </message>
    <message>
        <source>Host bound (%)</source>
        <translation>下发瓶颈（%）</translation>
    </message>
    <message>
        <source>Host bound (us)</source>
        <translation>下发瓶颈（us）</translation>
    </message>
    <message>
        <source>Host call</source>
        <translation>主机调用</translation>
    </message>
    <message>
        <source>Late launch (us)</source>
        <translation>下发滞后（us）</translation>
    </message>
    <message>
        <source>Host self time (us)</source>
        <translation>主机自身时间（us）</translation>
    </message>
    <message>
        <source>Host time (us)</source>
        <translation>主机时间（us）</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Device idle before (us)</source>
        <translation>之前设备空闲（us）</translation>
    </message>
    <message>
        <source>Idle (% of busy time)</source>
        <translation>空闲（占忙时间 %）</translation>
    </message>
    <message>
        <source>Idle (% of step)</source>
        <translation>空闲（占迭代 %）</translation>
    </message>
    <message>
        <source>Idle (% of window)</source>
        <translation>空闲（占窗口 %）</translation>
    </message>
    <message>
        <source>Impact (ms per step)</source>
        <translation>影响（每迭代 ms）</translation>
    </message>
    <message>
        <source>Schedule bubble (us)</source>
        <translation>调度固有空泡（us）</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Involuntary switches</source>
        <translation>非自愿切换次数</translation>
    </message>
    <message>
        <source>Waiting for I/O (us)</source>
        <translation>等待 I/O（us）</translation>
    </message>
    <message>
        <source>Interrupts (us)</source>
        <translation>中断（us）</translation>
    </message>
    <message>
        <source>Interrupts</source>
        <translation>中断次数</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Joint saving (ms)</source>
        <translation>合计收益（ms）</translation>
    </message>
    <message>
        <source>With FLOP count (%)</source>
        <translation>有 FLOP 计数（%）</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Kernels, run</source>
        <translation>运行的内核数</translation>
    </message>
    <message>
        <source>Kernels, baseline</source>
        <translation>基线数据的内核数</translation>
    </message>
    <message>
        <source>Kernels (us)</source>
        <translation>内核（us）</translation>
    </message>
    <message>
        <source>Large packet ratio</source>
        <translation>大通信包占比</translation>
    </message>
    <message>
        <source>Largest free interval (bytes)</source>
        <translation>最大空闲区间（字节）</translation>
    </message>
    <message>
        <source>Last (bytes)</source>
        <translation>最后值（字节）</translation>
    </message>
    <message>
        <source>Time of the last call (ns)</source>
        <translation>最后一次调用的时间（ns）</translation>
    </message>
    <message>
        <source>Last call</source>
        <translation>最后一次调用</translation>
    </message>
    <message>
        <source>Last completed</source>
        <translation>最后一次完成</translation>
    </message>
    <message>
        <source>Last slow step</source>
        <translation>最后变慢的迭代</translation>
    </message>
    <message>
        <source>Waiting for a late rank (us)</source>
        <translation>等待慢卡（us）</translation>
    </message>
    <message>
        <source>Late start (us)</source>
        <translation>开始滞后（us）</translation>
    </message>
    <message>
        <source>Launch (us)</source>
        <translation>下发（us）</translation>
    </message>
    <message>
        <source>Launches off the CPU</source>
        <translation>不在 CPU 上时的下发数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Length (us)</source>
        <translation>长度（us）</translation>
    </message>
    <message>
        <source>Lifetime (us)</source>
        <translation>存活时间（us）</translation>
    </message>
    <message>
        <source>Load state</source>
        <translation>加载状态</translation>
    </message>
    <message>
        <source>Data loading (us)</source>
        <translation>数据加载（us）</translation>
    </message>
    <message>
        <source>Logged by rank</source>
        <translation>写日志的卡</translation>
    </message>
    <message>
        <source>Start of the longest drop (ns)</source>
        <translation>最长降频的开始（ns）</translation>
    </message>
    <message>
        <source>Longest drop (us)</source>
        <translation>最长降频（us）</translation>
    </message>
    <message>
        <source>Longest on rank</source>
        <translation>最长所在卡</translation>
    </message>
    <message>
        <source>Looks for</source>
        <translation>检查内容</translation>
    </message>
    <message>
        <source>Loss (us)</source>
        <translation>损失计算（loss，us）</translation>
    </message>
    <message>
        <source>Lost events</source>
        <translation>丢失的事件数</translation>
    </message>
    <message>
        <source>Cut off (us)</source>
        <translation>截去（us）</translation>
    </message>
    <message>
        <source>Pipeline window, lower bound (us)</source>
        <translation>流水线窗口下限（us）</translation>
    </message>
    <message>
        <source>Pipeline window (us)</source>
        <translation>流水线窗口（us）</translation>
    </message>
    <message>
        <source>Matrix kernels (% of peak)</source>
        <translation>矩阵内核（占峰值 %）</translation>
    </message>
    <message>
        <source>Matrix kernels (TFLOP/s)</source>
        <translation>矩阵内核（TFLOP/s）</translation>
    </message>
    <message>
        <source>Matrix kernels (us)</source>
        <translation>矩阵内核（us）</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Median (blocks)</source>
        <translation>中位数（块）</translation>
    </message>
    <message>
        <source>Median (bytes)</source>
        <translation>中位数（字节）</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Memory bound</source>
        <translation>内存受限</translation>
    </message>
    <message>
        <source>Memory needed (bytes)</source>
        <translation>所需内存（字节）</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>Migrations</source>
        <translation>迁移次数</translation>
    </message>
    <message>
        <source>Missing rank</source>
        <translation>缺失的卡</translation>
    </message>
    <message>
        <source>Missing ranks</source>
        <translation>缺失的卡</translation>
    </message>
    <message>
        <source>Time of maximum (ns)</source>
        <translation>最大值的时间（ns）</translation>
    </message>
    <message>
        <source>Maximum (bytes)</source>
        <translation>最大值（字节）</translation>
    </message>
    <message>
        <source>Operator, run</source>
        <translation>运行的算子</translation>
    </message>
    <message>
        <source>Operator, baseline</source>
        <translation>基线数据的算子</translation>
    </message>
    <message>
        <source>Last node</source>
        <translation>结束节点</translation>
    </message>
    <message>
        <source>Communication, not overlapped, without receives (us)</source>
        <translation>通信（未掩盖，不含 receive，us）</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Numbering</source>
        <translation>编号方式</translation>
    </message>
    <message>
        <source>Differing ranks</source>
        <translation>不一致的卡</translation>
    </message>
    <message>
        <source>Share of window (%)</source>
        <translation>占窗口比例（%）</translation>
    </message>
    <message>
        <source>Offset (standard deviations)</source>
        <translation>偏移（标准差）</translation>
    </message>
    <message>
        <source>Open calls</source>
        <translation>未完成的调用数</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Optimizer (us)</source>
        <translation>优化器（us）</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>Waiting by order of stages, jitter (us)</source>
        <translation>因阶段顺序和抖动等待（us）</translation>
    </message>
    <message>
        <source>Other kernel</source>
        <translation>另一内核</translation>
    </message>
    <message>
        <source>Other communication (us)</source>
        <translation>其他通信（us）</translation>
    </message>
    <message>
        <source>Other computing (us)</source>
        <translation>其他计算（us）</translation>
    </message>
    <message>
        <source>Other computing kernels</source>
        <translation>其他计算内核数</translation>
    </message>
    <message>
        <source>Other marked work (us)</source>
        <translation>其他打点工作（us）</translation>
    </message>
    <message>
        <source>Sizes differ</source>
        <translation>大小不一致</translation>
    </message>
    <message>
        <source>Other (us)</source>
        <translation>其他（us）</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Slices overlapped</source>
        <translation>重叠的色块数</translation>
    </message>
    <message>
        <source>Communication, overlapped (%)</source>
        <translation>通信（掩盖，%）</translation>
    </message>
    <message>
        <source>Communication, overlapped (us)</source>
        <translation>通信（掩盖，us）</translation>
    </message>
    <message>
        <source>P2P (% of step)</source>
        <translation>点对点通信（占迭代 %）</translation>
    </message>
    <message>
        <source>P2P (us)</source>
        <translation>点对点通信（us）</translation>
    </message>
    <message>
        <source>Packet size (MB)</source>
        <translation>通信包大小（MB）</translation>
    </message>
    <message>
        <source>Paired by</source>
        <translation>配对依据</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>第几次启动</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向或反向</translation>
    </message>
    <message>
        <source>Peak activations</source>
        <translation>激活峰值</translation>
    </message>
    <message>
        <source>Peak (blocks)</source>
        <translation>峰值（块）</translation>
    </message>
    <message>
        <source>Peak (event)</source>
        <translation>峰值（事件）</translation>
    </message>
    <message>
        <source>Verdict of msprof-analyze</source>
        <translation>msprof-analyze 的结论</translation>
    </message>
    <message>
        <source>Pending free (bytes)</source>
        <translation>等待释放（字节）</translation>
    </message>
    <message>
        <source>Per microbatch (us)</source>
        <translation>每个微批次（us）</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>Pipeline bubble (us)</source>
        <translation>流水线空泡（us）</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置（序号）</translation>
    </message>
    <message>
        <source>Preempted (us)</source>
        <translation>被抢占（us）</translation>
    </message>
    <message>
        <source>Preparing (us)</source>
        <translation>预处理时间（Preparing，us）</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>存在</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Profiler overhead (us)</source>
        <translation>采集开销（us）</translation>
    </message>
    <message>
        <source>Python (us)</source>
        <translation>Python（us）</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Task queue (us)</source>
        <translation>任务队列（us）</translation>
    </message>
    <message>
        <source>Rank known from</source>
        <translation>卡号来源</translation>
    </message>
    <message>
        <source>Ranks with later calls only</source>
        <translation>仅有之后调用的卡</translation>
    </message>
    <message>
        <source>Ranks without a record</source>
        <translation>无飞行记录的卡</translation>
    </message>
    <message>
        <source>Ranks with data</source>
        <translation>有数据的卡数</translation>
    </message>
    <message>
        <source>Location of the receive</source>
        <translation>接收的位置</translation>
    </message>
    <message>
        <source>Receiver wait (us)</source>
        <translation>接收端等待（us）</translation>
    </message>
    <message>
        <source>Receives</source>
        <translation>接收次数</translation>
    </message>
    <message>
        <source>Recomputation (us)</source>
        <translation>重计算（us）</translation>
    </message>
    <message>
        <source>Recomputed GFLOP</source>
        <translation>重计算的 GFLOP</translation>
    </message>
    <message>
        <source>Recorded ranks</source>
        <translation>有记录的卡数</translation>
    </message>
    <message>
        <source>Releasable (bytes)</source>
        <translation>可归还（字节）</translation>
    </message>
    <message>
        <source>Releasable in other pools (bytes)</source>
        <translation>其他池中可归还（字节）</translation>
    </message>
    <message>
        <source>Active at release (bytes)</source>
        <translation>释放时的活跃（字节）</translation>
    </message>
    <message>
        <source>Allocated at release (bytes)</source>
        <translation>释放时的已分配（字节）</translation>
    </message>
    <message>
        <source>Reserved at release (bytes)</source>
        <translation>释放时的预留（字节）</translation>
    </message>
    <message>
        <source>Share of the slowdown (%)</source>
        <translation>占变慢的比例（%）</translation>
    </message>
    <message>
        <source>Wait for the receiver (us)</source>
        <translation>等待接收端（us）</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Bubble (sum of receives), reported (us)</source>
        <translation>空泡（receive 之和，文件值，us）</translation>
    </message>
    <message>
        <source>Computing, reported (us)</source>
        <translation>计算（文件值，us）</translation>
    </message>
    <message>
        <source>Free, reported (us)</source>
        <translation>空闲（文件值，us）</translation>
    </message>
    <message>
        <source>Communication, not overlapped, reported (us)</source>
        <translation>通信（未掩盖，文件值，us）</translation>
    </message>
    <message>
        <source>Communication, overlapped, reported (us)</source>
        <translation>通信（掩盖，文件值，us）</translation>
    </message>
    <message>
        <source>Preparing, reported (us)</source>
        <translation>预处理时间（文件值，us）</translation>
    </message>
    <message>
        <source>Stage (non-receive), reported (us)</source>
        <translation>Stage（非空泡时间，文件值，us）</translation>
    </message>
    <message>
        <source>Requested (bytes)</source>
        <translation>申请大小（字节）</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮（round）</translation>
    </message>
    <message>
        <source>Round (us)</source>
        <translation>轮的时长（us）</translation>
    </message>
    <message>
        <source>Rounded (bytes)</source>
        <translation>取整后（字节）</translation>
    </message>
    <message>
        <source>Rounding (bytes)</source>
        <translation>取整（字节）</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Ready, not running (us)</source>
        <translation>就绪未运行（us）</translation>
    </message>
    <message>
        <source>Running (us)</source>
        <translation>运行（us）</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Saving (ms)</source>
        <translation>收益（ms）</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Match (%)</source>
        <translation>匹配度（%）</translation>
    </message>
    <message>
        <source>Second-level queue (us)</source>
        <translation>二级流水耗时（us）</translation>
    </message>
    <message>
        <source>Self time, difference, + slower (us)</source>
        <translation>自身时间差值，+ 为更慢（us）</translation>
    </message>
    <message>
        <source>Location of the send</source>
        <translation>发送的位置</translation>
    </message>
    <message>
        <source>Sender wait (us)</source>
        <translation>发送端等待（us）</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>发送次数</translation>
    </message>
    <message>
        <source>Call number</source>
        <translation>调用序号</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Recorded in</source>
        <translation>出现在</translation>
    </message>
    <message>
        <source>Size (MB)</source>
        <translation>大小（MB）</translation>
    </message>
    <message>
        <source>Slack (us)</source>
        <translation>松弛时间（us）</translation>
    </message>
    <message>
        <source>Sleeping (us)</source>
        <translation>睡眠（us）</translation>
    </message>
    <message>
        <source>Slow steps</source>
        <translation>变慢的迭代数</translation>
    </message>
    <message>
        <source>Slowdown</source>
        <translation>变慢倍数</translation>
    </message>
    <message>
        <source>Soft interrupts (us)</source>
        <translation>软中断（us）</translation>
    </message>
    <message>
        <source>Soft interrupts</source>
        <translation>软中断次数</translation>
    </message>
    <message>
        <source>Below the limit (%)</source>
        <translation>距上限（%）</translation>
    </message>
    <message>
        <source>First start to last end (us)</source>
        <translation>首个开始到最后结束（us）</translation>
    </message>
    <message>
        <source>Stage (non-receive) (us)</source>
        <translation>Stage（非空泡时间，us）</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段数</translation>
    </message>
    <message>
        <source>Start (us)</source>
        <translation>开始（us）</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Share of step (%)</source>
        <translation>占迭代比例（%）</translation>
    </message>
    <message>
        <source>Step time (us)</source>
        <translation>迭代耗时（us）</translation>
    </message>
    <message>
        <source>Step (us)</source>
        <translation>迭代（us）</translation>
    </message>
    <message>
        <source>Stranded (bytes)</source>
        <translation>搁置（字节）</translation>
    </message>
    <message>
        <source>Sum check (us)</source>
        <translation>求和校验（us）</translation>
    </message>
    <message>
        <source>Context switches</source>
        <translation>上下文切换次数</translation>
    </message>
    <message>
        <source>Synchronizing calls (us)</source>
        <translation>同步调用（us）</translation>
    </message>
    <message>
        <source>Tail (%)</source>
        <translation>末尾（%）</translation>
    </message>
    <message>
        <source>Tail (us)</source>
        <translation>末尾（us）</translation>
    </message>
    <message>
        <source>TFLOP/s per device</source>
        <translation>每设备 TFLOP/s</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Thread in the container</source>
        <translation>容器内线程号</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Time (ms)</source>
        <translation>时间（ms）</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>To rank</source>
        <translation>接收卡</translation>
    </message>
    <message>
        <source>To (us)</source>
        <translation>到（us）</translation>
    </message>
    <message>
        <source>Affects figures</source>
        <translation>影响数值</translation>
    </message>
    <message>
        <source>TP index</source>
        <translation>TP 序号</translation>
    </message>
    <message>
        <source>Calls in the trace</source>
        <translation>trace 中的调用数</translation>
    </message>
    <message>
        <source>Transfers (bytes)</source>
        <translation>传输量（字节）</translation>
    </message>
    <message>
        <source>Transfer (us)</source>
        <translation>传输（us）</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输次数</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>链路方式</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Peak of this type (TFLOP/s)</source>
        <translation>该类型峰值（TFLOP/s）</translation>
    </message>
    <message>
        <source>Uninterruptible sleep (us)</source>
        <translation>不可中断睡眠（us）</translation>
    </message>
    <message>
        <source>Without FLOP count (us)</source>
        <translation>无 FLOP 计数（us）</translation>
    </message>
    <message>
        <source>Unknown (us)</source>
        <translation>未知（us）</translation>
    </message>
    <message>
        <source>Not if</source>
        <translation>不适用于</translation>
    </message>
    <message>
        <source>In use (bytes)</source>
        <translation>使用中（字节）</translation>
    </message>
    <message>
        <source>User frame</source>
        <translation>用户帧</translation>
    </message>
    <message>
        <source>Usual frequency (MHz)</source>
        <translation>通常频率（MHz）</translation>
    </message>
    <message>
        <source>Median of the ranks (us)</source>
        <translation>各卡中位数（us）</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>票数</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>等待的对象</translation>
    </message>
    <message>
        <source>Waited for rank</source>
        <translation>所等待的卡</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>在等待</translation>
    </message>
    <message>
        <source>Extra work (%)</source>
        <translation>多出的工作（%）</translation>
    </message>
    <message>
        <source>Work (us)</source>
        <translation>工作（us）</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>Deviation (z)</source>
        <translation>偏离（z）</translation>
    </message>
    <message>
        <source>Named like an execution trace of Chakra, but its content is no Chakra protobuf</source>
        <translation>名称像 Chakra 执行轨迹，但内容不是 Chakra protobuf</translation>
    </message>
    <message>
        <source>training logs</source>
        <translation>训练日志</translation>
    </message>
    <message>
        <source>From files and settings; click a gap to set up a capture that fills it</source>
        <translation>来自文件和设置；单击缺失项即可设置能补全它的采集</translation>
    </message>
    <message>
        <source>Difference, + slower (ms)</source>
        <translation>差值，+ 为更慢（ms）</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>环节</translation>
    </message>
    <message>
        <source>Drain (us)</source>
        <translation>排空（us）</translation>
    </message>
    <message>
        <source>Type in the file</source>
        <translation>文件中的类型</translation>
    </message>
    <message>
        <source>Preceding kernel</source>
        <translation>前一内核</translation>
    </message>
    <message>
        <source>Clock offset (us)</source>
        <translation>时钟偏移（us）</translation>
    </message>
    <message>
        <source>Difference to the file (us)</source>
        <translation>与文件值之差（us）</translation>
    </message>
    <message>
        <source>Parent module</source>
        <translation>上级模块</translation>
    </message>
    <message>
        <source>Wait for transfers (us)</source>
        <translation>等待传输（us）</translation>
    </message>
    <message>
        <source>Deviates from the schedule</source>
        <translation>偏离该调度</translation>
    </message>
    <message>
        <source>Idle after (us)</source>
        <translation>之后空闲（us）</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Longest rank (us)</source>
        <translation>最长的卡（us）</translation>
    </message>
    <message>
        <source>Mean of the ranks (us)</source>
        <translation>各卡均值（us）</translation>
    </message>
    <message>
        <source>Median rank (us)</source>
        <translation>中位卡（us）</translation>
    </message>
    <message>
        <source>Share of round (%)</source>
        <translation>占该轮比例（%）</translation>
    </message>
    <message>
        <source>Wait for the last rank (us)</source>
        <translation>等待最后的卡（us）</translation>
    </message>
    <message>
        <source>Allocated by</source>
        <translation>分配者</translation>
    </message>
    <message>
        <source>Last step (bytes)</source>
        <translation>最后的迭代（字节）</translation>
    </message>
    <message>
        <source>Rank or stage</source>
        <translation>卡或阶段</translation>
    </message>
    <message>
        <source>run only</source>
        <translation>仅运行</translation>
    </message>
    <message>
        <source>baseline only</source>
        <translation>仅基线数据</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>No analyse() after stop(): the data stays raw.</source>
        <translation>stop() 之后没有 analyse()：数据保持为原始数据。</translation>
    </message>
    <message>
        <source>Created with start_profile=False and never started: nothing will be recorded.</source>
        <translation>以 start_profile=False 创建且从未启动：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Started and never stopped: the capture ends with the job.</source>
        <translation>已启动但从未停止：采集到任务结束为止。</translation>
    </message>
    <message>
        <source>MindSpore: callback that starts and stops the profiler</source>
        <translation>MindSpore：启动和停止 profiler 的回调</translation>
    </message>
    <message>
        <source>MindSpore: DynamicProfilerMonitor (profiler_config.json)</source>
        <translation>MindSpore：DynamicProfilerMonitor（profiler_config.json）</translation>
    </message>
    <message>
        <source>Difference (%)</source>
        <translation>差值（%）</translation>
    </message>
    <message>
        <source>Difference (blocks)</source>
        <translation>差值（块）</translation>
    </message>
    <message>
        <source>Difference (bytes)</source>
        <translation>差值（字节）</translation>
    </message>
    <message>
        <source>Per call (bytes)</source>
        <translation>每次调用（字节）</translation>
    </message>
    <message>
        <source>Saving if overlapped with the next part, upper bound (us)</source>
        <translation>与下一部分重叠时的收益上限（us）</translation>
    </message>
    <message>
        <source>Compressed more than twice: decompress it, gzip -dc FILE &gt; NEW</source>
        <translation>文件被压缩了两次以上：请先解压，gzip -dc FILE &gt; NEW</translation>
    </message>
    <message>
        <source>No communication operators found.</source>
        <translation>没有通信算子。</translation>
    </message>
    <message>
        <source>Neither computing nor communication times are available.</source>
        <translation>没有各卡的计算和通信时间。</translation>
    </message>
    <message>
        <source>rank %1: delayed %2 collectives, arrived last in %3</source>
        <translation>卡 %1：拖住 %2 个集合通信，其中 %3 个最后到达</translation>
    </message>
    <message>
        <source>Named like JSON, but it is not. It starts with: %1</source>
        <translation>文件名像 JSON，但内容不是。开头为：%1</translation>
    </message>
    <message>
        <source>Named like the trace of a rank, but it is not. It starts with: %1</source>
        <translation>文件名像某个卡的 trace，但内容不是。开头为：%1</translation>
    </message>
    <message>
        <source>Clock of the scheduler record: unknown, its first event is shown at the start of the profile. Record with -C mono_raw</source>
        <translation>调度记录的时钟：未知，其第一个事件显示在性能数据的起点。请用 -C mono_raw 采集</translation>
    </message>
    <message>
        <source>Right − left (ms)</source>
        <translation>右 − 左（ms）</translation>
    </message>
    <message>
        <source>rank %1: %2 %3</source>
        <translation>卡 %1：%2 %3</translation>
    </message>
    <message>
        <source>No kernel has a known number of floating point operations: it follows from the shapes of its tensors.</source>
        <translation>没有已知浮点运算量的内核：浮点运算量由张量形状得出。</translation>
    </message>
    <message>
        <source>Computing, overlapped included</source>
        <translation>计算（含掩盖）</translation>
    </message>
    <message>
        <source>No steps found. Have the profiler mark each step.</source>
        <translation>没有迭代信息。请让 profiler 标记每个迭代。</translation>
    </message>
    <message>
        <source>Rank %1 has no kernels of this type.</source>
        <translation>卡 %1 没有此类内核（kernel）。</translation>
    </message>
    <message>
        <source>Minimum share of the rank in the total of such waiting; if ranks are late in turn, none reaches it.</source>
        <translation>该卡在此类等待总时间中的最小占比；若各卡轮流迟到，则都达不到。</translation>
    </message>
    <message>
        <source>Not checked: leaks in the memory snapshot, since its steps are unknown.</source>
        <translation>未检查：内存快照中的泄漏，因为其迭代未知。</translation>
    </message>
    <message>
        <source>Device idle time while the host waits in a synchronizing call, on the rank with the maximum.</source>
        <translation>设备空闲且主机停在同步调用中的时间，取最大的卡。</translation>
    </message>
    <message>
        <source>Operator time over the link - bytes / median rate of similar links.</source>
        <translation>经过该链路的算子时间 - 字节 / 同类链路的中位速率。</translation>
    </message>
    <message>
        <source>Measured step - replay with this link at the median of similar links.</source>
        <translation>实测迭代 - 该链路取同类链路中位速率的重放。</translation>
    </message>
    <message>
        <source>Per link type: small-packet time - bytes / full-packet rate; at most a fixed time per packet.</source>
        <translation>按链路类型：小包时间 - 字节 / 满包速率；每包至多计固定时间。</translation>
    </message>
    <message>
        <source>Measured step - replay with each cell at the mean of its type and stage.</source>
        <translation>实测迭代 - 每个单元取同类同阶段均值的重放。</translation>
    </message>
    <message>
        <source>PYTORCH_NPU_ALLOC_CONF is not set: without expandable_segments:True memory is reserved from the driver more often.</source>
        <translation>未设置 PYTORCH_NPU_ALLOC_CONF：没有 expandable_segments:True 时更频繁地向驱动申请内存。</translation>
    </message>
    <message>
        <source>Copy early with non_blocking=True on a separate stream, so that computation continues meanwhile, and keep reused data on the device.</source>
        <translation>在单独的流上用 non_blocking=True 提前拷贝，使计算同时进行；重复使用的数据保留在设备上。</translation>
    </message>
    <message>
        <source>The measured steps replayed in order: each cell starts with its measured delay after all its inputs have arrived.</source>
        <translation>按实测顺序重放各迭代：所等待的全部到达后，每个单元仍保持实测的延迟开始。</translation>
    </message>
    <message>
        <source>This type of file does not contain it.</source>
        <translation>此类文件不含该内容。</translation>
    </message>
    <message>
        <source>Determined by rank %1, which delays the job</source>
        <translation>由卡 %1 决定（它拖住了整个作业）</translation>
    </message>
    <message>
        <source>Keep less at once: shard parameters and optimizer states over more devices, donate arguments (donate_argnums).</source>
        <translation>减少同时占用：把参数和优化器状态切分到更多设备，并捐赠入参（donate_argnums）。</translation>
    </message>
    <message>
        <source>Give blocks equal sizes (padding, buckets of sequence lengths), so that fewer programs are compiled; donate arguments (donate_argnums).</source>
        <translation>让内存块大小一致（填充、按序列长度分桶），以减少编译的程序数；并捐赠入参（donate_argnums）。</translation>
    </message>
    <message>
        <source>Compiled programs and the runtime hold it: compile fewer programs, and check for other processes on the device.</source>
        <translation>由已编译的程序和运行时占用：减少编译的程序数，并检查设备上是否有其他进程。</translation>
    </message>
    <message>
        <source>JAX, save_device_memory_profile</source>
        <translation>JAX，save_device_memory_profile</translation>
    </message>
    <message>
        <source>Reduce gradients during the backward and gather parameters during the forward (LIBTPU_INIT_ARGS: --xla_tpu_enable_async_collective_fusion=true).</source>
        <translation>在反向期间归约梯度，在前向期间聚集参数（LIBTPU_INIT_ARGS：--xla_tpu_enable_async_collective_fusion=true）。</translation>
    </message>
    <message>
        <source>No profile of rank %1.</source>
        <translation>没有卡 %1 的性能数据。</translation>
    </message>
    <message>
        <source>No profile of ranks %1 and %2.</source>
        <translation>没有卡 %1 和 %2 的性能数据。</translation>
    </message>
    <message>
        <source>No collectives here: choose another group or step above.</source>
        <translation>此处没有集合通信：请在上方选择其他通信域或迭代。</translation>
    </message>
    <message>
        <source>No rank was late.</source>
        <translation>没有卡迟到。</translation>
    </message>
    <message>
        <source>Saving if all are fixed: %1 ms of the step of %2 ms</source>
        <translation>全部修复可节省：迭代 %2 ms 中的 %1 ms</translation>
    </message>
    <message>
        <source>Events with an invalid time were skipped (not a number or out of range: nanoseconds?)</source>
        <translation>已跳过时间无效的事件（不是数字或超出范围：单位是否为纳秒？）</translation>
    </message>
    <message>
        <source>Other (too small to draw)</source>
        <translation>其他（过小未绘制）</translation>
    </message>
    <message>
        <source>compared: %1, difference: %2 (warm colors: longer, blue: shorter)</source>
        <translation>对比：%1，差异：%2（暖色：更长，蓝色：更短）</translation>
    </message>
    <message>
        <source>Ranks %1 wait for input data: %2 ms per step</source>
        <translation>卡 %1 等待数据加载：每个迭代 %2 ms</translation>
    </message>
    <message>
        <source>The launching thread sends and receives itself: let the device transfer, or start transfers early and wait for them late, on another thread.</source>
        <translation>下发线程自行收发数据：请改由设备传输，或在其他线程上尽早发起、尽晚等待。</translation>
    </message>
    <message>
        <source>Layers (attention kernels of a forward): stage %1 %2, median of the others %3; by stage %4.</source>
        <translation>层数（一次前向中的注意力算子数）：阶段 %1 为 %2，其余阶段的中位数为 %3；各阶段：%4。</translation>
    </message>
    <message>
        <source>Copies of the host: %1 more.</source>
        <translation>Host 侧拷贝：增加 %1。</translation>
    </message>
    <message>
        <source>In cells (us)</source>
        <translation>单元内时间（us）</translation>
    </message>
    <message>
        <source>Bubble (us)</source>
        <translation>空泡（us）</translation>
    </message>
    <message>
        <source>Running threads (us)</source>
        <translation>运行线程时间（us）</translation>
    </message>
    <message>
        <source>Nothing to run (us)</source>
        <translation>无可运行线程（us）</translation>
    </message>
    <message>
        <source>In cells and between them (ms)</source>
        <translation>单元内及其间工作（ms）</translation>
    </message>
    <message>
        <source>Merged rows (run)</source>
        <translation>合并行数（运行）</translation>
    </message>
    <message>
        <source>Merged rows (baseline)</source>
        <translation>合并行数（基线数据）</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>出现于</translation>
    </message>
    <message>
        <source>Collectives in flight recorder dumps</source>
        <translation>飞行记录（Flight Recorder）中的集合通信调用</translation>
    </message>
    <message>
        <source>Progress of ranks in flight recorder dumps</source>
        <translation>飞行记录（Flight Recorder）中各卡的进度</translation>
    </message>
    <message>
        <source>Peaks of memory by rank</source>
        <translation>各卡的内存峰值</translation>
    </message>
    <message>
        <source>The launching thread stays in calls that copy: the memory may be memory that is not pinned, or the queue of launches is full. Pin it, copy with non_blocking=True, or copy on another thread.</source>
        <translation>下发线程停留在拷贝调用中：所用内存可能不是锁页内存，或下发队列已满。请使用锁页内存、以 non_blocking=True 拷贝，或改由其他线程拷贝。</translation>
    </message>
    <message>
        <source>The launching thread stays in calls that copy to the device: copy the next batch while a step runs (jax.device_put ahead of time), or copy on another thread.</source>
        <translation>下发线程停留在向设备拷贝的调用中：请在当前迭代运行时提前拷贝下一批数据（提前调用 jax.device_put），或改由其他线程拷贝。</translation>
    </message>
    <message>
        <source>The launching thread stays in calls that copy: let the data set be copied ahead (dataset_sink_mode=True), or copy on another thread.</source>
        <translation>下发线程停留在拷贝调用中：请让数据集提前下沉（dataset_sink_mode=True），或改由其他线程拷贝。</translation>
    </message>
    <message>
        <source>The launching thread stays in calls that copy: the memory may be memory that is not pinned, or the queue of launches is full. Pin it, copy without waiting, or copy on another thread.</source>
        <translation>下发线程停留在拷贝调用中：所用内存可能不是锁页内存，或下发队列已满。请使用锁页内存、以非阻塞方式拷贝，或改由其他线程拷贝。</translation>
    </message>
    <message>
        <source>Avoid float(), item() and block_until_ready() within the step: they wait for the device. Read losses later, all at once.</source>
        <translation>迭代内避免 float()、item() 和 block_until_ready()：它们会等待设备。请稍后一次性读取 loss。</translation>
    </message>
    <message>
        <source>Avoid asnumpy(), item() and synchronize() within the step; read losses later, all at once.</source>
        <translation>迭代内避免 asnumpy()、item() 和 synchronize()；稍后一次性读取 loss。</translation>
    </message>
    <message>
        <source>Avoid blocking copies and waits for the device within the step; read losses later, all at once.</source>
        <translation>迭代内避免阻塞拷贝和等待设备；稍后一次性读取 loss。</translation>
    </message>
    <message>
        <source>Operation: %1, shape %2.</source>
        <translation>操作：%1，形状 %2。</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>schedule bubble</source>
        <translation>调度固有空泡</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>stage imbalance</source>
        <translation>阶段不均衡</translation>
    </message>
    <message>
        <source>variability</source>
        <translation>波动</translation>
    </message>
    <message>
        <source>autograd detail</source>
        <translation>自动求导明细</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>multi-tensor</source>
        <translation>多张量</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>timeline of the job</source>
        <translation>作业自身的时间线</translation>
    </message>
    <message>
        <source>free requests</source>
        <translation>释放请求</translation>
    </message>
    <message>
        <source>segment events</source>
        <translation>内存段事件</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>more work</source>
        <translation>更多工作</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>set by the user</source>
        <translation>由用户设置</translation>
    </message>
    <message>
        <source>parallel sizes</source>
        <translation>并行规模</translation>
    </message>
    <message>
        <source>loading timeline</source>
        <translation>正在加载时间线</translation>
    </message>
    <message>
        <source>loading overview</source>
        <translation>正在加载概览</translation>
    </message>
    <message>
        <source>inferred from the schedule</source>
        <translation>由调度推断</translation>
    </message>
    <message>
        <source>inferred from order</source>
        <translation>由顺序推断</translation>
    </message>
    <message>
        <source>from the file</source>
        <translation>来自文件</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>file name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>folder name</source>
        <translation>文件夹名</translation>
    </message>
    <message>
        <source>metadata file</source>
        <translation>元数据文件</translation>
    </message>
    <message>
        <source>only rank</source>
        <translation>仅此一张卡</translation>
    </message>
    <message>
        <source>profiler info file</source>
        <translation>profiler 信息文件</translation>
    </message>
    <message>
        <source>head of the trace</source>
        <translation>trace 文件头</translation>
    </message>
    <message>
        <source>recompute of whole layers</source>
        <translation>整层重计算</translation>
    </message>
    <message>
        <source>attention swap</source>
        <translation>注意力换出</translation>
    </message>
    <message>
        <source>last stage</source>
        <translation>最后一个阶段</translation>
    </message>
    <message>
        <source>slowest 3 % of the ranks</source>
        <translation>最慢的 3 % 的卡</translation>
    </message>
    <message>
        <source>block dim</source>
        <translation>block dim</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>Flash Attention</translation>
    </message>
    <message>
        <source>several possible flows</source>
        <translation>可能的连线有多条</translation>
    </message>
    <message>
        <source>several possible launches</source>
        <translation>可能的下发有多个</translation>
    </message>
    <message>
        <source>starts before its launch</source>
        <translation>早于下发开始</translation>
    </message>
    <message>
        <source>clock jump</source>
        <translation>时钟跳变</translation>
    </message>
    <message>
        <source>time far from the others</source>
        <translation>时间远离其他事件</translation>
    </message>
    <message>
        <source>flow without an end</source>
        <translation>连线没有终点</translation>
    </message>
    <message>
        <source>flow without a start</source>
        <translation>连线没有起点</translation>
    </message>
    <message>
        <source>starts long after its launch</source>
        <translation>下发很久之后才开始</translation>
    </message>
    <message>
        <source>no launch recorded</source>
        <translation>没有下发记录</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>没有时间</translation>
    </message>
    <message>
        <source>launch without device work</source>
        <translation>下发没有对应的设备任务</translation>
    </message>
    <message>
        <source>out of order</source>
        <translation>顺序错乱</translation>
    </message>
    <message>
        <source>overlaps its neighbor</source>
        <translation>与相邻色块重叠</translation>
    </message>
    <message>
        <source>device shared by processes</source>
        <translation>多个进程共用设备</translation>
    </message>
    <message>
        <source>range without a process</source>
        <translation>不属于任何进程的区间</translation>
    </message>
    <message>
        <source>work without a process</source>
        <translation>不属于任何进程的任务</translation>
    </message>
    <message>
        <source>data imbalance</source>
        <translation>数据不均衡</translation>
    </message>
    <message>
        <source>slow stage or rank</source>
        <translation>慢阶段或慢卡</translation>
    </message>
    <message>
        <source>slow rank</source>
        <translation>慢卡</translation>
    </message>
    <message>
        <source>Waiting traced to its cause</source>
        <translation>等待的归因</translation>
    </message>
    <message>
        <source>Pipeline window by cause</source>
        <translation>流水线窗口耗时的成因</translation>
    </message>
    <message>
        <source>Bubbles by rank and cause</source>
        <translation>各卡空泡（按成因）</translation>
    </message>
    <message>
        <source>Questions this profile can answer</source>
        <translation>该性能数据能回答的问题</translation>
    </message>
    <message>
        <source>Communication comparison by operator and link</source>
        <translation>通信对比（按算子与链路）</translation>
    </message>
    <message>
        <source>Communication not overlapped, by group</source>
        <translation>各通信域未掩盖的通信</translation>
    </message>
    <message>
        <source>Critical path of each pipeline</source>
        <translation>各流水线的关键路径</translation>
    </message>
    <message>
        <source>Time difference by cause</source>
        <translation>时间差异（按成因）</translation>
    </message>
    <message>
        <source>Joint savings of all findings</source>
        <translation>所有问题项的合计收益</translation>
    </message>
    <message>
        <source>Import log</source>
        <translation>加载日志</translation>
    </message>
    <message>
        <source>Spread of kernels over ranks and time</source>
        <translation>内核在各卡与时间上的离散</translation>
    </message>
    <message>
        <source>Launch delay distribution</source>
        <translation>下发延迟分布</translation>
    </message>
    <message>
        <source>Launch queue per stream</source>
        <translation>各流的下发队列</translation>
    </message>
    <message>
        <source>Timeline marks</source>
        <translation>时间线标记</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存随时间的变化</translation>
    </message>
    <message>
        <source>FLOPs utilization per step (MFU)</source>
        <translation>各迭代的算力利用率（MFU）</translation>
    </message>
    <message>
        <source>Unfinished transfers in flight recorder dumps</source>
        <translation>飞行记录中未完成的传输</translation>
    </message>
    <message>
        <source>Operator sums compared with the profiler&apos;s</source>
        <translation>与 profiler 汇总的算子对比</translation>
    </message>
    <message>
        <source>Operators by bottleneck</source>
        <translation>算子（按瓶颈）</translation>
    </message>
    <message>
        <source>Ranks in the parallel dimensions</source>
        <translation>各卡在并行维度中的位置</translation>
    </message>
    <message>
        <source>Pipeline chart cells</source>
        <translation>流水线图单元</translation>
    </message>
    <message>
        <source>Recognized pipeline schedules</source>
        <translation>识别出的流水线调度</translation>
    </message>
    <message>
        <source>Unmatched pipeline cells and actions</source>
        <translation>未匹配的流水线单元与动作</translation>
    </message>
    <message>
        <source>Rank activity over time</source>
        <translation>各卡活动随时间的变化</translation>
    </message>
    <message>
        <source>Cost of activation recompute</source>
        <translation>激活重计算的开销</translation>
    </message>
    <message>
        <source>Thresholds of the rules</source>
        <translation>规则阈值</translation>
    </message>
    <message>
        <source>Slack of pipeline cells</source>
        <translation>流水线单元的松弛时间</translation>
    </message>
    <message>
        <source>Slices by name</source>
        <translation>色块（按名称）</translation>
    </message>
    <message>
        <source>Slow links (method of MindStudio)</source>
        <translation>慢链路（MindStudio 的方法）</translation>
    </message>
    <message>
        <source>Slow ranks (votes as in MindStudio)</source>
        <translation>慢卡（按 MindStudio 的投票）</translation>
    </message>
    <message>
        <source>Memory snapshot: blocks</source>
        <translation>内存快照：内存块</translation>
    </message>
    <message>
        <source>Memory snapshot: use by category</source>
        <translation>内存快照：各类别的用量</translation>
    </message>
    <message>
        <source>Memory snapshot: difference from the baseline</source>
        <translation>内存快照：与基线数据的差异</translation>
    </message>
    <message>
        <source>Memory snapshot: events</source>
        <translation>内存快照：事件</translation>
    </message>
    <message>
        <source>Memory snapshot: fragmentation at the end</source>
        <translation>内存快照：结束时的内存碎片</translation>
    </message>
    <message>
        <source>Memory snapshot: leak candidates</source>
        <translation>内存快照：疑似内存泄漏</translation>
    </message>
    <message>
        <source>Memory snapshot: failed allocations</source>
        <translation>内存快照：失败的分配</translation>
    </message>
    <message>
        <source>Memory snapshot: peak by owner</source>
        <translation>内存快照：峰值的持有者</translation>
    </message>
    <message>
        <source>Memory snapshot: initialization and steps</source>
        <translation>内存快照：初始化与迭代</translation>
    </message>
    <message>
        <source>Memory snapshot: missing data</source>
        <translation>内存快照：缺失的数据</translation>
    </message>
    <message>
        <source>Memory snapshots: differences between ranks</source>
        <translation>内存快照：各卡之间的差异</translation>
    </message>
    <message>
        <source>Memory snapshot: segments</source>
        <translation>内存快照：内存段</translation>
    </message>
    <message>
        <source>Memory snapshot: allocator settings</source>
        <translation>内存快照：分配器设置</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>拖后者</translation>
    </message>
    <message>
        <source>What-if results of pipelines</source>
        <translation>流水线的假设分析结果</translation>
    </message>
    <message>
        <source>Output of rocprof that is not read: record with rocprofv3 --output-format rocpd or json</source>
        <translation>本工具不读取的 rocprof 输出：请使用 rocprofv3 --output-format rocpd 或 json 采集</translation>
    </message>
    <message>
        <source>A database of rocmProfileData (RPD): convert it with rpd2tracing.py FILE NEW.json and open that</source>
        <translation>rocmProfileData（RPD）数据库：请用 rpd2tracing.py FILE NEW.json 转换后再打开</translation>
    </message>
    <message>
        <source>Uneven microbatch lengths (replica %2): %1 ms per step</source>
        <translation>微批次长度不均衡（副本 %2）：每个迭代 %1 ms</translation>
    </message>
    <message>
        <source>the files of this rank are damaged: no memory record could be read</source>
        <translation>该卡的文件已损坏：未能读出内存记录</translation>
    </message>
    <message>
        <source>no profile of this rank</source>
        <translation>没有该卡的采集数据</translation>
    </message>
    <message>
        <source>AIC FixPipe share</source>
        <translation>AIC FixPipe 占比</translation>
    </message>
    <message>
        <source>AIC FixPipe time (us)</source>
        <translation>AIC FixPipe 时间（us）</translation>
    </message>
    <message>
        <source>AIC instruction cache miss rate</source>
        <translation>AIC 指令缓存未命中率</translation>
    </message>
    <message>
        <source>AIC MAC share</source>
        <translation>AIC 矩阵占比</translation>
    </message>
    <message>
        <source>AIC MAC time (us)</source>
        <translation>AIC 矩阵时间（us）</translation>
    </message>
    <message>
        <source>AIC MTE1 share</source>
        <translation>AIC MTE1 占比</translation>
    </message>
    <message>
        <source>AIC MTE1 time (us)</source>
        <translation>AIC MTE1 时间（us）</translation>
    </message>
    <message>
        <source>AIC MTE2 share</source>
        <translation>AIC MTE2 占比</translation>
    </message>
    <message>
        <source>AIC MTE2 time (us)</source>
        <translation>AIC MTE2 时间（us）</translation>
    </message>
    <message>
        <source>AIC scalar share</source>
        <translation>AIC 标量占比</translation>
    </message>
    <message>
        <source>AIC scalar time (us)</source>
        <translation>AIC 标量时间（us）</translation>
    </message>
    <message>
        <source>AIC time (us)</source>
        <translation>AIC 时间（us）</translation>
    </message>
    <message>
        <source>AIC total cycles</source>
        <translation>AIC 总周期数</translation>
    </message>
    <message>
        <source>AIV instruction cache miss rate</source>
        <translation>AIV 指令缓存未命中率</translation>
    </message>
    <message>
        <source>AIV MAC share</source>
        <translation>AIV 矩阵占比</translation>
    </message>
    <message>
        <source>AIV MAC time (us)</source>
        <translation>AIV 矩阵时间（us）</translation>
    </message>
    <message>
        <source>AIV MTE1 share</source>
        <translation>AIV MTE1 占比</translation>
    </message>
    <message>
        <source>AIV MTE1 time (us)</source>
        <translation>AIV MTE1 时间（us）</translation>
    </message>
    <message>
        <source>AIV MTE2 share</source>
        <translation>AIV MTE2 占比</translation>
    </message>
    <message>
        <source>AIV MTE2 time (us)</source>
        <translation>AIV MTE2 时间（us）</translation>
    </message>
    <message>
        <source>AIV MTE3 share</source>
        <translation>AIV MTE3 占比</translation>
    </message>
    <message>
        <source>AIV MTE3 time (us)</source>
        <translation>AIV MTE3 时间（us）</translation>
    </message>
    <message>
        <source>AIV scalar share</source>
        <translation>AIV 标量占比</translation>
    </message>
    <message>
        <source>AIV scalar time (us)</source>
        <translation>AIV 标量时间（us）</translation>
    </message>
    <message>
        <source>AIV time (us)</source>
        <translation>AIV 时间（us）</translation>
    </message>
    <message>
        <source>AIV total cycles</source>
        <translation>AIV 总周期数</translation>
    </message>
    <message>
        <source>AIV vector share</source>
        <translation>AIV 向量占比</translation>
    </message>
    <message>
        <source>AIV vector time (us)</source>
        <translation>AIV 向量时间（us）</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>L2 victim rate</source>
        <translation>L2 替换率</translation>
    </message>
    <message>
        <source>TLB hit rate</source>
        <translation>TLB 命中率</translation>
    </message>
    <message>
        <source>TLB miss rate</source>
        <translation>TLB 未命中率</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Clock (Hz)</source>
        <translation>时钟频率（Hz）</translation>
    </message>
    <message>
        <source>Compute capability, major</source>
        <translation>计算能力主版本</translation>
    </message>
    <message>
        <source>Compute capability, minor</source>
        <translation>计算能力次版本</translation>
    </message>
    <message>
        <source>Devices of the host</source>
        <translation>主机设备数</translation>
    </message>
    <message>
        <source>Memory bandwidth (bytes/s)</source>
        <translation>内存带宽（字节/s）</translation>
    </message>
    <message>
        <source>Multiprocessors</source>
        <translation>多处理器数</translation>
    </message>
    <message>
        <source>Matrix core utilization (%)</source>
        <translation>矩阵核利用率（%）</translation>
    </message>
    <message>
        <source>Picked as</source>
        <translation>选取依据</translation>
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
        <translation>专家建议</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Appendix</source>
        <translation>附录</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>已添加</translation>
    </message>
</context>
<context>
    <name>ShownRank</name>
    <message>
        <source>This page only: rank %1</source>
        <translation>仅本页：卡（rank）%1</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Slow rank</source>
        <translation>慢卡</translation>
    </message>
    <message>
        <source>Slow link</source>
        <translation>慢链路</translation>
    </message>
    <message>
        <source>Memory leak</source>
        <translation>内存泄漏</translation>
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
        <source>Operator memory</source>
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
        <source>Memory peaks</source>
        <translation>内存峰值</translation>
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
    <message>
        <source>Durations and late arrivals</source>
        <translation>耗时与迟到</translation>
    </message>
    <message>
        <source>Allocator</source>
        <translation>分配器</translation>
    </message>
    <message>
        <source>Curves and peaks</source>
        <translation>曲线与峰值</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>集群图</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
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
        <source>Blocks too small to draw</source>
        <translation>过小未绘制的内存块</translation>
    </message>
    <message>
        <source>all other stacks</source>
        <translation>其他所有调用栈</translation>
    </message>
    <message>
        <source>%1: %2 at the nearest peak</source>
        <translation>%1：附近峰值处 %2</translation>
    </message>
    <message>
        <source>allocated before the history</source>
        <translation>历史开始前分配</translation>
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
        <source>Freed, still used by another stream</source>
        <translation>已释放，其他流仍在使用</translation>
    </message>
    <message>
        <source>free, in the %1 segment at %2</source>
        <translation>空闲，位于 %2 处的 %1 内存段</translation>
    </message>
    <message>
        <source>not reserved at this time</source>
        <translation>此刻未预留</translation>
    </message>
    <message>
        <source>Segments, blocks and gaps at the selected time</source>
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
        <source>Packets of %1, %2. Bandwidth = size / time, not physical.</source>
        <translation>%1 的通信包，%2。带宽 = 大小 / 时间，非物理带宽。</translation>
    </message>
    <message>
        <source>Packet sizes by transport</source>
        <translation>各链路方式按大小的通信包</translation>
    </message>
</context>
<context>
    <name>stagescope::BlameNavigator</name>
    <message>
        <source>Select a waiting item: slice, communication operator, cell, bubble or step.</source>
        <translation>请先选中等待者：色块、通信算子、单元、空泡或迭代。</translation>
    </message>
    <message>
        <source>Hop %1 of %2: %3</source>
        <translation>第 %1 环（共 %2 环）：%3</translation>
    </message>
    <message>
        <source>Cause unknown.</source>
        <translation>原因未知。</translation>
    </message>
</context>
<context>
    <name>stagescope::BlameText</name>
    <message>
        <source>host launched late</source>
        <translation>主机下发晚</translation>
    </message>
    <message>
        <source>host waited for the device</source>
        <translation>主机在等待设备</translation>
    </message>
    <message>
        <source>host loaded data</source>
        <translation>主机在加载数据</translation>
    </message>
    <message>
        <source>waited for other ranks</source>
        <translation>等待其他卡</translation>
    </message>
    <message>
        <source>waited in the pipeline</source>
        <translation>在流水线中等待</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>在拷贝</translation>
    </message>
    <message>
        <source>device idle</source>
        <translation>设备空闲</translation>
    </message>
    <message>
        <source>rank %1: %2 in %3, peer unknown</source>
        <translation>卡 %1 在 %3 中用了 %2，对方未知</translation>
    </message>
    <message>
        <source>rank %1 waited %2 for rank %3 in %4</source>
        <translation>卡 %1 在 %4 中等待卡 %3 共 %2</translation>
    </message>
    <message>
        <source>transfer of %1 between ranks %2: %3</source>
        <translation>%1 在卡 %2 之间传输用时 %3</translation>
    </message>
    <message>
        <source>rank %1: kernel %2 took %3</source>
        <translation>卡 %1 的内核 %2 用时 %3</translation>
    </message>
    <message numerus="yes">
        <source>rank %1 busy for %2 (%n kernel(s), longest %3)</source>
        <translation>
            <numerusform>卡 %1 忙碌 %2（%n 个内核，最长 %3）</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1 idle for %2 before %3: %4</source>
        <translation>卡 %1 的设备在 %3 之前空闲 %2：%4</translation>
    </message>
    <message>
        <source>host in %1 for %2</source>
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
        <source>such kernels took %1 longer along this path than on other ranks</source>
        <translation>该路径上同类内核合计比其他卡多 %1</translation>
    </message>
    <message>
        <source>it had more work than the waiting rank</source>
        <translation>它的工作比等待的卡多</translation>
    </message>
    <message>
        <source>timeline of that rank not loaded</source>
        <translation>该卡的时间线未加载</translation>
    </message>
    <message>
        <source>no slow step on this path: the wait comes from the schedule</source>
        <translation>该路径上没有变慢的环节，等待来自调度次序</translation>
    </message>
    <message>
        <source>Clock uncertainty: up to %1.</source>
        <translation>时钟可能相差 %1。</translation>
    </message>
    <message>
        <source>Clock offsets between ranks unknown.</source>
        <translation>各卡之间的时钟偏差未知。</translation>
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
        <source>Bubbles by rank and cause</source>
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
        <source>raw</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Align clocks</source>
        <translation>对齐各卡时钟</translation>
    </message>
    <message>
        <source>Use raw times</source>
        <translation>使用原始时间</translation>
    </message>
    <message>
        <source>Manual offset, rank</source>
        <translation>手动偏移，卡</translation>
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
        <source>Manual offset</source>
        <translation>手动偏移</translation>
    </message>
    <message>
        <source>Host clock alignment: from transfers that end on both sides at the same time, otherwise from causal order; ± is the remaining uncertainty between two ranks</source>
        <translation>各主机时钟的状态：用两端同时结束的传输对齐，否则用因果先后关系对齐；± 表示两张卡之间仍可能存在的偏差</translation>
    </message>
</context>
<context>
    <name>stagescope::CollectPage</name>
    <message>
        <source>Profiler</source>
        <translation>Profiler</translation>
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
        <source>Open a settings file (Ctrl+O), or drop it here</source>
        <translation>打开配置文件（Ctrl+O），也可拖到此处</translation>
    </message>
    <message>
        <source>Save this file; nothing else is changed (Ctrl+S)</source>
        <translation>保存此文件，不改动其他文件（Ctrl+S）</translation>
    </message>
    <message>
        <source>Save to another file (Ctrl+Shift+S)</source>
        <translation>另存为其他文件（Ctrl+Shift+S）</translation>
    </message>
    <message>
        <source>Job steps</source>
        <translation>任务的迭代数</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Number of training steps of the job: shows whether the capture fits</source>
        <translation>任务训练的迭代总数：用于判断采集是否放得下</translation>
    </message>
    <message>
        <source>Parallel sizes of the job: show which ranks to record</source>
        <translation>任务的并行规模：用于判断采集哪些卡就够</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Version of torch_npu, MindSpore or PyTorch, e.g. 2.5; some keys exist only in older versions</source>
        <translation>torch_npu、MindSpore 或 PyTorch 的版本，如 2.5：有些键只属于旧版本</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>放弃修改</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Same file, read as settings of another profiler.</source>
        <translation>同一个文件，按另一种 profiler 的配置读取。</translation>
    </message>
    <message>
        <source>From the first schedule() of %1; the script is not changed.</source>
        <translation>取自 %1 的第一个 schedule()，脚本只读不写。</translation>
    </message>
    <message>
        <source>Saved without the value typed for %1.</source>
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
        <source>%1 (modified)</source>
        <translation>%1（已修改）</translation>
    </message>
    <message>
        <source>%1 has unsaved changes.</source>
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
        <source>Snippets</source>
        <translation>代码片段</translation>
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
        <source>Paste settings from the clipboard: JSON, YAML or dyno output</source>
        <translation>粘贴剪贴板中的配置：JSON、YAML 或 dyno 的输出</translation>
    </message>
    <message>
        <source>Graph mode O2</source>
        <translation>图模式 O2</translation>
    </message>
    <message>
        <source>MindSpore compiles the whole graph (jit_level=O2)</source>
        <translation>MindSpore 整图编译（jit_level=O2）</translation>
    </message>
    <message>
        <source>No text on the clipboard.</source>
        <translation>剪贴板中没有文本。</translation>
    </message>
    <message>
        <source>Pasted from the clipboard.</source>
        <translation>已从剪贴板粘贴。</translation>
    </message>
    <message>
        <source>Settings (*.json *.yaml *.yml *.txt *.py);;All files (*)</source>
        <translation>配置 (*.json *.yaml *.yml *.txt *.py);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>(choose)</source>
        <translation>（请选择）</translation>
    </message>
    <message>
        <source>Change the settings so that the profile answers this question</source>
        <translation>修改设置，使采集的数据能够回答该问题</translation>
    </message>
    <message>
        <source>Nothing to change: see Answers for what the code must add.</source>
        <translation>无需修改：代码中还需添加的内容见“能回答什么”。</translation>
    </message>
    <message>
        <source>Changed: %1</source>
        <translation>已修改：%1</translation>
    </message>
</context>
<context>
    <name>stagescope::CommunicationView</name>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Communication pages</source>
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
        <source>After event %3: %1 in %2 blocks</source>
        <translation>事件 %3 之后 %2 个内存块共 %1</translation>
    </message>
    <message>
        <source>Identical contents.</source>
        <translation>两者内容相同。</translation>
    </message>
    <message>
        <source>%1 of %2 call sites differ; largest differences first.</source>
        <translation>%2 个调用位置中有 %1 个不同，差值大的在前。</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>At the end</source>
        <translation>结束时</translation>
    </message>
    <message>
        <source>At the start of the first step</source>
        <translation>第一个迭代开始时</translation>
    </message>
    <message>
        <source>Memory in use at the start of the first step was left by initialization</source>
        <translation>第一个迭代开始时已有的内存由初始化留下</translation>
    </message>
    <message>
        <source>By first user frame</source>
        <translation>按首个用户栈帧</translation>
    </message>
    <message>
        <source>By full stack</source>
        <translation>按完整调用栈</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Group blocks by</source>
        <translation>内存块分组方式</translation>
    </message>
    <message>
        <source>By first user frame, ignoring line numbers</source>
        <translation>按首个用户栈帧，忽略行号</translation>
    </message>
    <message>
        <source>Run: %1. Baseline: %2. %3</source>
        <translation>运行：%1。基线数据：%2。%3</translation>
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
        <source>Snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Baseline snapshot</source>
        <translation>基线数据快照</translation>
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
        <source>Reference: differences are right minus left</source>
        <translation>参照：差异为右减左</translation>
    </message>
    <message>
        <source>Compared with the reference</source>
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
        <source>Comparison values</source>
        <translation>对比数值</translation>
    </message>
    <message>
        <source>Timelines of both ranks</source>
        <translation>两张卡的时间线</translation>
    </message>
    <message>
        <source>Difference by rank</source>
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
        <source>Ranks shown in tables and charts, e.g. 0, 2, 5-7; empty = all</source>
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
    <message>
        <source>A pipeline, or its ranks in stage order: 0,2</source>
        <translation>一条流水线，或按阶段顺序输入其卡：0,2</translation>
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
        <source>Totals</source>
        <translation>总量</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Reserved: obtained from the driver (Insight: 保留)</source>
        <translation>预留：从驱动申请并保有（Insight 称“保留”）</translation>
    </message>
    <message>
        <source>Active: in use by streams (Insight: 持有)</source>
        <translation>活跃：正被流使用（Insight 称“持有”）</translation>
    </message>
    <message>
        <source>By stream</source>
        <translation>按流</translation>
    </message>
    <message>
        <source>One curve per stream; totals are of the whole device.</source>
        <translation>每条流的事件一条曲线；总量是整个设备的。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Subtract</source>
        <translation>减去</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>按选中</translation>
    </message>
    <message>
        <source>Baseline, same rank</source>
        <translation>基线数据，同一张卡</translation>
    </message>
    <message>
        <source>Baseline, %1</source>
        <translation>基线数据，%1</translation>
    </message>
    <message>
        <source>Show curves as difference to this rank: within the run at the same aligned time, against the baseline at the same time within the step</source>
        <translation>曲线变为与此卡之差：同一运行取对齐时钟的同一时刻，基线数据取迭代内的同一时刻</translation>
    </message>
    <message>
        <source>All (this page only)</source>
        <translation>全部（仅本页）</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>按类别</translation>
    </message>
</context>
<context>
    <name>stagescope::CurveChart</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
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
        <source>Nothing selected. Click a slice, cell, rank or step.</source>
        <translation>未选中任何项。请点击色块、单元、卡或迭代。</translation>
    </message>
    <message>
        <source>Selected item not loaded.</source>
        <translation>选中项尚未加载。</translation>
    </message>
    <message>
        <source>Activity in the selected range, %1</source>
        <translation>选中区域（%1）内的活动</translation>
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
        <source>Bottom panel</source>
        <translation>底部面板</translation>
    </message>
    <message>
        <source>Close the bottom panel (Q)</source>
        <translation>关闭底部面板（Q）</translation>
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
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题项</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
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
        <source>Compare (open as baseline)</source>
        <translation>对比（作为基线数据打开）</translation>
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
        <source>Communication operators over time, by rank</source>
        <translation>各卡通信算子随时间的分布</translation>
    </message>
</context>
<context>
    <name>stagescope::EnvironmentPanel</name>
    <message>
        <source>Binds launch threads to cores near their device.</source>
        <translation>把下发线程绑到靠近设备的核上（绑核）。</translation>
    </message>
    <message>
        <source>Launches through a task queue, so the host does not wait: 0 off, 1 on, 2 also operator preparation.</source>
        <translation>通过任务队列下发，主机无需等待：0 关闭，1 开启，2 连同算子准备。</translation>
    </message>
    <message>
        <source>1 waits for every kernel (debugging only).</source>
        <translation>1 表示等待每个内核，仅用于调试。</translation>
    </message>
    <message>
        <source>Memory allocator options.</source>
        <translation>内存分配器的选项。</translation>
    </message>
    <message>
        <source>Folder of the profiler_config.json watched by dynamic_profile.</source>
        <translation>dynamic_profile 所监视的 profiler_config.json 所在目录。</translation>
    </message>
    <message>
        <source>Devices per host</source>
        <translation>每台主机的设备数</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Takes effect as written.</source>
        <translation>按原样生效。</translation>
    </message>
    <message>
        <source>Environment variables as torch_npu reads them. They are only checked here; set them where the job starts.</source>
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
        <source>Event type</source>
        <translation>事件类型</translation>
    </message>
    <message>
        <source>Function, file:line or address (0x...)</source>
        <translation>函数、文件:行号或地址（0x…）</translation>
    </message>
    <message>
        <source>Selected range only</source>
        <translation>仅所选区间</translation>
    </message>
    <message>
        <source>Allocator events</source>
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
    <name>stagescope::ExportPath</name>
    <message>
        <source>Tables (*.csv *.xlsx *.json *.jsonl)</source>
        <translation>表格 (*.csv *.xlsx *.json *.jsonl)</translation>
    </message>
</context>
<context>
    <name>stagescope::FilterLine</name>
    <message>
        <source>%1, e.g. %2</source>
        <translation>%1，例如 %2</translation>
    </message>
    <message>
        <source>Text in any column, or a condition as in SQL with units (us, ms, s, kB, MB, GiB).</source>
        <translation>任意列中的文本，或带单位（us、ms、s、kB、MB、GiB）的 SQL 条件。</translation>
    </message>
    <message>
        <source>Columns: %1</source>
        <translation>列：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Not understood at character %1: %2</source>
        <translation>第 %1 个字符处无法识别：%2</translation>
    </message>
</context>
<context>
    <name>stagescope::FindingsView</name>
    <message>
        <source>Findings</source>
        <translation>专家建议</translation>
    </message>
    <message>
        <source>Finding %1 of %2: %3</source>
        <translation>问题项 %1/%2：%3</translation>
    </message>
</context>
<context>
    <name>stagescope::FlamePage</name>
    <message>
        <source>Device computing</source>
        <translation>设备计算</translation>
    </message>
    <message>
        <source>Device computing time, by the call that launched the kernels</source>
        <translation>设备计算时间，按下发内核的调用划分</translation>
    </message>
    <message>
        <source>Communication, not overlapped</source>
        <translation>通信（未掩盖）</translation>
    </message>
    <message>
        <source>Communication time not overlapped by computing, by the call that launched it</source>
        <translation>未被计算掩盖的通信时间，按下发通信的调用划分</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Host time of the calls themselves</source>
        <translation>调用本身的时间</translation>
    </message>
    <message>
        <source>All calls</source>
        <translation>全部调用</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Modules (nn.Module)</source>
        <translation>模块（nn.Module）</translation>
    </message>
    <message>
        <source>Operators</source>
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
        <source>Flame graph of time by call path</source>
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
        <source>%1 % of total</source>
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
        <source>of which backward: %1</source>
        <translation>其中反向：%1</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Baseline</source>
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
        <source>this %1, compared %2: %3</source>
        <translation>此处 %1，对比 %2：%3</translation>
    </message>
</context>
<context>
    <name>stagescope::GroupFilter</name>
    <message numerus="yes">
        <source>%1..., %n ranks)</source>
        <translation>
            <numerusform>%1...，%n 个卡）</numerusform>
        </translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>All groups</source>
        <translation>全部通信域</translation>
    </message>
    <message>
        <source>This page only</source>
        <translation>仅本页</translation>
    </message>
    <message>
        <source>Follow the selection</source>
        <translation>跟随选中</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>全部迭代</translation>
    </message>
    <message>
        <source>This page only: %1</source>
        <translation>仅本页：%1</translation>
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
        <source>Kernel statistics; expand a row to see its kernels</source>
        <translation>内核（kernel）统计；展开一行可查看其内核</translation>
    </message>
</context>
<context>
    <name>stagescope::KernelTreeModel</name>
    <message>
        <source>Loading...</source>
        <translation>正在加载……</translation>
    </message>
    <message numerus="yes">
        <source>%n more: press Enter to show</source>
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
        <source>By name; expand a row to see single kernels</source>
        <translation>按名称；展开一行可逐个查看其内核（kernel）</translation>
    </message>
    <message>
        <source>Computing operator type</source>
        <translation>计算算子类型</translation>
    </message>
    <message>
        <source>By operator type and core</source>
        <translation>按算子类型和核类型</translation>
    </message>
    <message>
        <source>Computing operator name and input shape</source>
        <translation>计算算子名称和输入形状</translation>
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
        <source>Top N</source>
        <translation>前 N 项</translation>
    </message>
    <message>
        <source>Number of groups with their own bar, by total time; the table has all</source>
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
        <source>Kernels by time: longest groups and core types</source>
        <translation>内核（kernel）耗时：最长的分组和核类型</translation>
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
        <source>started within the selected %1</source>
        <translation>在所选 %1 内开始</translation>
    </message>
    <message>
        <source>on streams %1</source>
        <translation>位于流 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n 个内核（kernel）</numerusform>
        </translation>
    </message>
    <message>
        <source>Baseline: %1, difference: %2</source>
        <translation>基线数据：%1，差值：%2</translation>
    </message>
</context>
<context>
    <name>stagescope::LatePage</name>
    <message>
        <source>Late arrivals</source>
        <translation>迟到分析</translation>
    </message>
    <message>
        <source>Time waited for each rank</source>
        <translation>各卡被等待的时间</translation>
    </message>
    <message>
        <source>All collectives and the rank that arrived last</source>
        <translation>所有集合通信及最后到达的卡</translation>
    </message>
</context>
<context>
    <name>stagescope::LaunchesPage</name>
    <message>
        <source>Launches</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>Stream queues over time, and launch delays</source>
        <translation>各流队列随时间的变化，以及下发延迟</translation>
    </message>
    <message numerus="yes">
        <source>%1
%n queued launch(es), %2 after the first launch</source>
        <translation>
            <numerusform>%1
排队中的下发 %n 个，距首次下发 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es) started %1 to %2 after their call.
Total run time: %3.</source>
        <translation>
            <numerusform>%n 个任务在下发调用后 %1 至 %2 开始运行。
共运行 %3。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::LeadPagedView</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>stagescope::LedgerPage</name>
    <message>
        <source>Ledger</source>
        <translation>差异账目</translation>
    </message>
    <message>
        <source>What changed the step time</source>
        <translation>迭代耗时变化的原因</translation>
    </message>
    <message>
        <source>run %1, baseline %2</source>
        <translation>运行 %1，基线数据 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source> (noise %1)</source>
        <translation>（波动 %1）</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Click: show it after the change; click again: before. Enter: show in Timeline</source>
        <translation>单击：对比后；再次单击：对比前。Enter：在时间线中查看</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>所有卡</translation>
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
        <source>%1 % of the reference (%2 GB/s)</source>
        <translation>参考带宽 %2 GB/s 的 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) listed in the files</source>
        <translation>
            <numerusform>文件中列出 %n 个通信算子</numerusform>
        </translation>
    </message>
    <message>
        <source>only in run</source>
        <translation>仅本运行有</translation>
    </message>
    <message>
        <source>only in baseline</source>
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
        <source>no total in the files: size and time of the listed operators (fastest, middle, slowest)</source>
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
        <source>Data pipeline queues, and waits of each step</source>
        <translation>数据处理流水线的队列，以及各迭代的等待</translation>
    </message>
    <message>
        <source>Queue empty in %1 % of samples.</source>
        <translation>队列在 %1 % 的采样中为空。</translation>
    </message>
    <message>
        <source>Bottleneck: its upstream queue is fuller than its own.</source>
        <translation>瓶颈：其上游队列更满。</translation>
    </message>
</context>
<context>
    <name>stagescope::LogPanel</name>
    <message>
        <source>Nothing open.</source>
        <translation>未打开任何数据。</translation>
    </message>
    <message>
        <source>All data read from the files unchanged.</source>
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
        <source>Message</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Occurrences</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>First example</source>
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
        <source>Open baseline folder</source>
        <translation>打开基线数据的文件夹</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Nothing to export in this tab</source>
        <translation>此页签没有可导出的图片</translation>
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
        <source>%1: no such file or folder</source>
        <translation>%1：没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Stagescope ended unexpectedly last time. Crash report (none of your data): %1</source>
        <translation>Stagescope 上次意外退出。退出情况（不含您的数据）见：%1</translation>
    </message>
    <message>
        <source>Some data could not be read: see Import log in the bottom panel (Q)</source>
        <translation>部分数据无法读取：见底部面板（Q）中的加载日志</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n rank(s))</source>
        <translation>
            <numerusform>%1（%n 张卡）</numerusform>
        </translation>
    </message>
    <message>
        <source>Tab: %1</source>
        <translation>页签：%1</translation>
    </message>
    <message>
        <source>Open: %1</source>
        <translation>打开：%1</translation>
    </message>
    <message>
        <source>Picture copied: %1</source>
        <translation>已复制：%1 的图片</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Opening baseline %1</source>
        <translation>正在打开基线数据 %1</translation>
    </message>
    <message>
        <source>Nothing readable in %1. Expected one of: rank folders (*_ascend_pt, *_ascend_ms, PROF_*), a trace (trace_view.json, *.pt.trace.json, also .gz), a profiler database (*.db), a memory snapshot (*.pickle), cluster_analysis_output.</source>
        <translation>%1 中没有可读取的内容。应为以下之一：各卡的文件夹（*_ascend_pt、*_ascend_ms、PROF_*）、trace（trace_view.json、*.pt.trace.json，可为 .gz）、性能数据库（*.db）、内存快照（*.pickle）、cluster_analysis_output。</translation>
    </message>
    <message>
        <source>Visible: %1</source>
        <translation>当前可见：%1</translation>
    </message>
    <message>
        <source>Select a table</source>
        <translation>选择表格</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Writing report %1</source>
        <translation>正在写入报告 %1</translation>
    </message>
    <message>
        <source>Report not written: %1</source>
        <translation>报告未写入：%1</translation>
    </message>
    <message>
        <source>Nothing to add from this tab</source>
        <translation>此页签没有可添加的图片</translation>
    </message>
    <message>
        <source>Added to the report: %1. Add a note below.</source>
        <translation>已添加到报告：%1。可在下方输入备注。</translation>
    </message>
    <message>
        <source>Export report as one file or a folder</source>
        <translation>导出报告：单个文件或文件夹</translation>
    </message>
    <message>
        <source>New capture %1: %2</source>
        <translation>新采集 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n new capture(s), latest: %1</source>
        <translation>
            <numerusform>%n 个新采集，最近一个：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>定位</translation>
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
        <source>%1 in total: a slim copy keeps only what one question needs</source>
        <translation>共 %1：精简副本只保留一个问题所需的数据</translation>
    </message>
    <message>
        <source>Slim Copy...</source>
        <translation>精简副本...</translation>
    </message>
    <message>
        <source>Steps are ranges like %1</source>
        <translation>迭代按区间名划分：%1</translation>
    </message>
    <message>
        <source>Page: %1 &gt; %2</source>
        <translation>页面：%1 &gt; %2</translation>
    </message>
    <message>
        <source>Page: %1</source>
        <translation>页面：%1</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>专家建议</translation>
    </message>
    <message>
        <source>Steps: the profiler&apos;s again</source>
        <translation>已恢复使用 profiler 的迭代</translation>
    </message>
    <message>
        <source>Added to the report: %1</source>
        <translation>已添加到报告：%1</translation>
    </message>
</context>
<context>
    <name>stagescope::ManualWindow</name>
    <message>
        <source>No matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>手册页面</translation>
    </message>
    <message>
        <source>Text of the manual</source>
        <translation>手册正文</translation>
    </message>
</context>
<context>
    <name>stagescope::MapPage</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Stage x replica</source>
        <translation>阶段 × 副本</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>随时间</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>集群图</translation>
    </message>
    <message>
        <source>Computing and communication</source>
        <translation>计算与通信</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>条形图</translation>
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
        <source>No marks. In Timeline, press K to set a flag or Shift+M to mark the selected time.</source>
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
        <source>Color</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selected mark (Del)</source>
        <translation>删除当前标记（Del）</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the last mark change (Ctrl+Z)</source>
        <translation>撤销对标记的上一次更改（Ctrl+Z）</translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation>导出 CSV...</translation>
    </message>
    <message>
        <source>Export marks as CSV</source>
        <translation>将标记导出为 CSV</translation>
    </message>
</context>
<context>
    <name>stagescope::MatrixBar</name>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>All operators</source>
        <translation>所有通信算子</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
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
        <source>Also show copies within a rank</source>
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
        <source>Cells show run minus baseline</source>
        <translation>各格显示运行减基线数据</translation>
    </message>
</context>
<context>
    <name>stagescope::MatrixPage</name>
    <message>
        <source>Communication matrix</source>
        <translation>通信矩阵</translation>
    </message>
    <message>
        <source>Operators on the selected link</source>
        <translation>所选链路的通信算子</translation>
    </message>
    <message>
        <source>Arrow keys: next link; W, S: zoom; A, D: pan; Backspace: zoom back; Ctrl+0: all; Enter: operators of the link</source>
        <translation>方向键：下一链路；W、S：缩放；A、D：平移；Backspace：撤销缩放；Ctrl+0：全部；Enter：链路的通信算子</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryBar</name>
    <message>
        <source>No step marks in this snapshot (ProfilerStep#N needs torch.profiler).</source>
        <translation>该快照没有迭代标记（ProfilerStep#N 需要 torch.profiler）。</translation>
    </message>
    <message>
        <source>file truncated</source>
        <translation>文件不完整</translation>
    </message>
    <message>
        <source>start of the history overwritten</source>
        <translation>历史的开头被覆盖</translation>
    </message>
    <message>
        <source>some blocks predate the history</source>
        <translation>部分内存块早于历史</translation>
    </message>
    <message>
        <source>%1 % of events without frames</source>
        <translation>%1 % 的事件没有栈帧</translation>
    </message>
    <message numerus="yes">
        <source>%n workspace(s) corrected</source>
        <translation>
            <numerusform>已修正 %n 个 workspace</numerusform>
        </translation>
    </message>
    <message>
        <source>history and segments disagree</source>
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
        <source>before the first event</source>
        <translation>首个事件之前</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足（OOM）</translation>
    </message>
    <message>
        <source>Go to the next failed allocation</source>
        <translation>转到下一次失败的分配</translation>
    </message>
    <message>
        <source>End</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>Go to the time of the snapshot</source>
        <translation>转到采集快照的时刻</translation>
    </message>
    <message>
        <source>Memory snapshot and device</source>
        <translation>内存快照与设备</translation>
    </message>
    <message>
        <source>Current event; , and . go to the previous and next one</source>
        <translation>当前事件；按 , 和 . 转到前一个和后一个</translation>
    </message>
    <message>
        <source>%1: out of memory</source>
        <translation>%1：内存不足</translation>
    </message>
    <message>
        <source>Events have no timestamps.</source>
        <translation>事件没有时间。</translation>
    </message>
    <message>
        <source>Go to the event with the maximum memory in use</source>
        <translation>转到活跃内存最大的事件</translation>
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
        <source>At the selected time: %1, %2 at %3.</source>
        <translation>选中时刻：%1，%2，位于 %3。</translation>
    </message>
    <message>
        <source>Peak of the selection: %1, %2 at %3.</source>
        <translation>所选范围的峰值：%1，%2，位于 %3。</translation>
    </message>
    <message>
        <source>Peak: %1, %2 at %3.</source>
        <translation>峰值：%1，%2，位于 %3。</translation>
    </message>
    <message>
        <source>Difference to rank %1 at the same time.</source>
        <translation>与卡 %1 同一时刻的差值。</translation>
    </message>
    <message>
        <source>MiB = 2^20 bytes.</source>
        <translation>MiB = 2^20 字节。</translation>
    </message>
    <message>
        <source>Owners: rank %1 at %2</source>
        <translation>持有者：卡 %1，%2</translation>
    </message>
    <message>
        <source>Memory over time, by rank</source>
        <translation>每张卡的内存随时间变化</translation>
    </message>
    <message>
        <source>Memory owners at the peak</source>
        <translation>峰值时的内存持有者</translation>
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
        <source>Run minus baseline: difference to rank %1 of %2, steps aligned.</source>
        <translation>运行减基线数据：与 %2 的卡 %1 之差，按迭代对齐。</translation>
    </message>
    <message>
        <source>Run minus baseline: difference to the same rank of %1, steps aligned.</source>
        <translation>运行减基线数据：与 %1 同一张卡之差，按迭代对齐。</translation>
    </message>
    <message>
        <source>Peak of the curves shown: %1, %2 at %3.</source>
        <translation>所示曲线的峰值：%1，%2，时刻 %3。</translation>
    </message>
    <message>
        <source>Peak of the selected rank: %1, %2 at %3.</source>
        <translation>所选卡的峰值：%1，%2，位于 %3。</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryMinimap</name>
    <message>
        <source>Whole history: pick a time with the arrow keys</source>
        <translation>整个历史：用方向键选择时刻</translation>
    </message>
    <message>
        <source>Drag to pick a time. Arrow keys: one event; with Ctrl: 1/100 of the history.</source>
        <translation>拖动选择时刻。方向键：一个事件；加 Ctrl：历史的百分之一。</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryPeaksPage</name>
    <message>
        <source>Memory peaks</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>设备显存</translation>
    </message>
    <message>
        <source>From files</source>
        <translation>以文件为准</translation>
    </message>
    <message>
        <source>Peak memory of each rank, by stage and replica</source>
        <translation>各卡内存峰值，按阶段与副本</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryVerdict</name>
    <message>
        <source>Memory snapshot verdict</source>
        <translation>对内存快照的结论</translation>
    </message>
    <message>
        <source>Click for evidence and recommendation</source>
        <translation>点击查看证据和建议</translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory pages</source>
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
        <source>Show it on all ranks that have it</source>
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
        <source>Data Manager</source>
        <translation>数据管理器</translation>
    </message>
    <message>
        <source>Load from Source</source>
        <translation>从源数据加载</translation>
    </message>
    <message>
        <source>Read the source files of the digest, including all details</source>
        <translation>读取摘要的源文件，包含全部细节</translation>
    </message>
    <message>
        <source>Return to Digest</source>
        <translation>恢复为摘要</translation>
    </message>
    <message>
        <source>Discard the data read from the source</source>
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
        <source>Another capture of this rank is shown; right-click to open this one</source>
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
        <source>Recognized by name, not supported yet</source>
        <translation>按名称识别，尚不支持</translation>
    </message>
    <message>
        <source>Not used: duplicate of another file of this rank</source>
        <translation>未使用：此卡的另一个文件包含相同内容</translation>
    </message>
    <message>
        <source>Rank number inferred from the folder or file name</source>
        <translation>卡序号由文件夹或文件名推断</translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s); see Import log</source>
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
        <source>number inferred</source>
        <translation>卡号为推断</translation>
    </message>
    <message>
        <source>No file and no name gives the rank number: it follows the order of names; right-click to set it, or drag it onto another rank to swap them</source>
        <translation>没有文件或名称给出卡号：按名称顺序编号；可右键设置，或拖到另一张卡上互换</translation>
    </message>
    <message>
        <source>Rank number set by hand</source>
        <translation>卡号为手动设置</translation>
    </message>
    <message>
        <source>Ranks %1-%2</source>
        <translation>卡 %1-%2</translation>
    </message>
    <message>
        <source>no profile</source>
        <translation>无采集数据</translation>
    </message>
</context>
<context>
    <name>stagescope::OperatorBar</name>
    <message>
        <source>Load rank %1 now</source>
        <translation>立即加载卡 %1</translation>
    </message>
    <message>
        <source>All devices and streams</source>
        <translation>全部设备和流</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Live at the selected time</source>
        <translation>当前时刻存活</translation>
    </message>
    <message>
        <source>Live at the peak</source>
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
        <source>Allocated by the selection</source>
        <translation>由选中项分配</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>哪些算子</translation>
    </message>
    <message>
        <source>The time is the start of the selection, here or in another tab.</source>
        <translation>当前时刻即选中项的起点，无论在此处还是其他页签中选中。</translation>
    </message>
    <message>
        <source>Part of a name</source>
        <translation>名称中的一部分</translation>
    </message>
    <message>
        <source>min, e.g. 1 MB</source>
        <translation>最小，如 1 MB</translation>
    </message>
    <message>
        <source>max, e.g. 1 GB</source>
        <translation>最大，如 1 GB</translation>
    </message>
    <message>
        <source>Minimum size</source>
        <translation>最小大小</translation>
    </message>
    <message>
        <source>Maximum size</source>
        <translation>最大大小</translation>
    </message>
    <message>
        <source>Only operators with at least this much memory: 512, 20 KB, 1.5 MB; 1 KB = 1024 bytes</source>
        <translation>只显示内存不小于该值的算子：512、20 KB、1.5 MB；1 KB = 1024 字节</translation>
    </message>
    <message>
        <source>Only operators with at most this much memory</source>
        <translation>只显示内存不大于该值的算子</translation>
    </message>
    <message>
        <source>Never released</source>
        <translation>从未释放</translation>
    </message>
    <message>
        <source>Only memory that is not released during the capture</source>
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
        <source>Operator pages</source>
        <translation>算子的页面</translation>
    </message>
</context>
<context>
    <name>stagescope::OperatorsPage</name>
    <message>
        <source>Operator memory</source>
        <translation>算子内存</translation>
    </message>
    <message>
        <source>Shown: %1.</source>
        <translation>显示：%1。</translation>
    </message>
    <message>
        <source>Live at %1 ms: %2</source>
        <translation>%1 ms 时存活：%2</translation>
    </message>
    <message>
        <source> of %1 allocated; the rest predates the capture</source>
        <translation>，分配器当时共分配 %1，其余早于本次采集</translation>
    </message>
    <message>
        <source>Select a slice, cell, range or operator to see the memory live at that time.</source>
        <translation>选中色块、单元、区间或算子，即可查看当时存活的内存。</translation>
    </message>
    <message>
        <source>Allocated by the selection: %1.</source>
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
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>All values take effect as written.</source>
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
        <source>Enter the job sizes (TP, CP, DP, PP) above to see which ranks to record.</source>
        <translation>填写上方的任务规模（TP、CP、DP、PP）即可得知采集哪些卡就够。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks suffice: one per pipeline stage, from two replicas if there are any.</source>
        <translation>采集 %1 即可（共 %2 张卡）：每个流水线阶段一张，有副本时取两个副本。</translation>
    </message>
    <message>
        <source>All recorded.</source>
        <translation>这些卡都会被采集。</translation>
    </message>
    <message>
        <source>Not recorded: %1.</source>
        <translation>未采集：%1。</translation>
    </message>
    <message>
        <source>These settings record all ranks.</source>
        <translation>此配置采集所有卡。</translation>
    </message>
    <message>
        <source>Kernels: about %1 in total (steps: %2, ranks: %3), plus the timeline.</source>
        <translation>内核数据：共约 %1（迭代数：%2，卡数：%3），时间线另计。</translation>
    </message>
    <message>
        <source>Kernels: about %1 per step and rank, plus the timeline.</source>
        <translation>内核数据：每个迭代每张卡约 %1，时间线另计。</translation>
    </message>
    <message>
        <source>Parsing needs %1 times the raw data size on disk and in memory; keep a capture below %2 minutes.</source>
        <translation>解析占用的磁盘和内存是原始数据的 %1 倍；一次采集最好不超过 %2 分钟。</translation>
    </message>
    <message>
        <source>Measured: %1%2 has %3 per step and rank (steps: %4, ranks: %5).</source>
        <translation>实测：%1%2 的每卡每迭代为 %3（迭代数：%4，卡数：%5）。</translation>
    </message>
    <message>
        <source>About %1 in total (steps: %2, ranks: %3).</source>
        <translation>共约 %1（迭代数：%2，卡数：%3）。</translation>
    </message>
    <message>
        <source>Estimated from a measured Qwen3-0.6B (TP 1, PP 2, DP 2): 9 MB of kernel_details.csv per step and rank at Level2 (19 000 kernels), 65 bytes per kernel at Level0, half of that in a database. Timeline of a small CNN at Level1 with call stacks: %1 kB per kernel.</source>
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
        <source>Fix it in an editor and open it again, or start with new settings.</source>
        <translation>请在编辑器中修正后重新打开，或新建配置。</translation>
    </message>
    <message>
        <source>What a profile with these settings answers, once the errors are fixed</source>
        <translation>修正错误之后，此配置采集的数据能回答什么</translation>
    </message>
    <message>
        <source>What a profile with these settings answers</source>
        <translation>此配置采集的数据能回答什么</translation>
    </message>
    <message>
        <source>Effective values</source>
        <translation>生效的值</translation>
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
        <source>%1: %2 per recorded step, %3 ms more than the fastest.</source>
        <translation>%1：采集的迭代耗时 %2，比最快的多 %3 ms。</translation>
    </message>
    <message>
        <source>%1: %2 per recorded step.</source>
        <translation>%1：采集的迭代耗时 %2。</translation>
    </message>
    <message>
        <source>If nothing else in the job differs, the difference is the overhead of the settings.</source>
        <translation>若任务的其他方面都相同，差值就是不同采集设置的开销。</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>采集开销</translation>
    </message>
    <message>
        <source>Overhead in ms unknown: documentation only ranks what costs most (with_stack, then level, then activities). Compare the steps with the training log while nothing is recorded, or open two profiles taken with different settings.</source>
        <translation>开销（ms）未知：文档只说明了影响大小的次序（with_stack、采集级别、activities）。请与训练日志中未采集时的迭代耗时比较，或打开两份以不同设置采集的数据。</translation>
    </message>
</context>
<context>
    <name>stagescope::OverviewPage</name>
    <message>
        <source>Overlap</source>
        <translation>通信掩盖</translation>
    </message>
    <message>
        <source>Computing and communication by rank and step</source>
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
        <source>share of total (%)</source>
        <translation>占比（%）</translation>
    </message>
</context>
<context>
    <name>stagescope::PanelChoice</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>stagescope::PipelineBar</name>
    <message>
        <source>outside steps</source>
        <translation>迭代之外</translation>
    </message>
    <message>
        <source>first difference: rank %1, step %2, position %3: expected %4, found %5</source>
        <translation>第一处差异：卡 %1，迭代 %2，位置 %3：应为 %4，实为 %5</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Colors</source>
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
        <source>Show the whole step</source>
        <translation>显示整个迭代（step）</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>same mean for all stages</source>
        <translation>各阶段相同均值</translation>
    </message>
    <message>
        <source>mean per stage</source>
        <translation>各阶段各自均值</translation>
    </message>
    <message>
        <source>match: %1 %, steps: %2</source>
        <translation>符合度：%1 %，迭代数：%2</translation>
    </message>
    <message>
        <source>unmatched cells and actions: %1</source>
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
        <source>Cell colors, row order, replicas</source>
        <translation>单元配色、行顺序、副本</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Time breakdown below the chart (B)</source>
        <translation>耗时构成，显示在流水线图下方（B）</translation>
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
        <source>The recognized schedule without variation and transfers, in a row below each rank</source>
        <translation>所识别的调度在没有波动和传输时的排布，显示在每张卡下方的一行</translation>
    </message>
    <message>
        <source>step %1 (median)</source>
        <translation>迭代 %1（中位数）</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Group and step of the chart. Choose others in the bar above the tabs.</source>
        <translation>图中的流水线和迭代。可在标签页上方的栏中选择其他项。</translation>
    </message>
    <message>
        <source>Outside steps</source>
        <translation>迭代之外</translation>
    </message>
    <message>
        <source>Cells that belong to no step, such as an evaluation or a warm-up</source>
        <translation>不属于任何迭代的单元，例如评估或预热</translation>
    </message>
    <message>
        <source>type and microbatches from the metadata</source>
        <translation>类型与微批次数来自元数据</translation>
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
        <source>Color all pipelines by</source>
        <translation>全部流水线的着色指标</translation>
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
        <source>host: %1</source>
        <translation>主机侧：%1</translation>
    </message>
    <message>
        <source>device busy %1 of %2, exposed communication %3</source>
        <translation>设备忙碌 %1 / %2，未掩盖通信 %3</translation>
    </message>
    <message numerus="yes">
        <source>critical path: %n cell(s); shares of the %1 window</source>
        <translation>
            <numerusform>关键路径：%n 个单元，占 %1 窗口的份额</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1, stage %2</source>
        <translation>卡 %1 · 阶段 %2</translation>
    </message>
    <message>
        <source>transfers in between</source>
        <translation>其间的传输</translation>
    </message>
    <message>
        <source>other gaps</source>
        <translation>其他间隙</translation>
    </message>
    <message>
        <source>critical path, after a gap of %1</source>
        <translation>在关键路径上，之前的间隙 %1</translation>
    </message>
    <message>
        <source>slack: %1</source>
        <translation>松弛时间：%1</translation>
    </message>
    <message>
        <source>ideal: no matching cell</source>
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
        <source>%1: rank %2 to rank %3, transfer %4; sender waited %5, receiver %6</source>
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
        <source>schedule bubble: %1</source>
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
        <translation>基线数据：%1</translation>
    </message>
    <message>
        <source>baseline: %1, microbatch %2</source>
        <translation>基线数据：%1，微批次 %2</translation>
    </message>
    <message>
        <source>this run: %1, from %2</source>
        <translation>本运行：%1，自 %2 起</translation>
    </message>
    <message>
        <source>blocked by %1 on rank %2, %3, longer than the mean of similar cells; press J on the selected bubble to trace it</source>
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
        <source>measured %1, what-if %2: %3 longer</source>
        <translation>实测 %1，假设 %2：长 %3</translation>
    </message>
    <message>
        <source>measured %1, what-if %2: %3 shorter</source>
        <translation>实测 %1，假设 %2：短 %3</translation>
    </message>
    <message>
        <source>measured %1, ideal %2, lost %3</source>
        <translation>实测 %1，理想 %2，损失 %3</translation>
    </message>
    <message>
        <source>no such pipeline in the baseline</source>
        <translation>基线数据中没有这样的流水线</translation>
    </message>
    <message>
        <source>Step %1 of %2 and step %3 of baseline %4, from the first cell to the last. Baseline cells are below each rank&apos;s cells; both start with the step.</source>
        <translation>%2 的迭代 %1 与基线数据 %4 的迭代 %3：从第一个单元开始到最后一个单元结束。每张卡的单元下方是基线数据的单元，两者都从迭代开始处算起。</translation>
    </message>
</context>
<context>
    <name>stagescope::PivotBar</name>
    <message>
        <source>Rows:</source>
        <translation>行：</translation>
    </message>
    <message>
        <source>Columns:</source>
        <translation>列：</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Values:</source>
        <translation>值：</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Aggregate:</source>
        <translation>聚合：</translation>
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
        <source>Missing from the snapshots</source>
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
    <name>stagescope::QueryChart</name>
    <message>
        <source>X:</source>
        <translation>X：</translation>
    </message>
    <message>
        <source>Y:</source>
        <translation>Y：</translation>
    </message>
    <message>
        <source>Shape:</source>
        <translation>形式：</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>折线</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>柱形</translation>
    </message>
    <message>
        <source>Export Picture...</source>
        <translation>导出图片…</translation>
    </message>
    <message>
        <source>Query chart</source>
        <translation>查询图表</translation>
    </message>
    <message>
        <source>Chart of two columns of the result</source>
        <translation>结果中两列的图表</translation>
    </message>
</context>
<context>
    <name>stagescope::QueryPanel</name>
    <message>
        <source>Kernels by total time</source>
        <translation>按总耗时统计的算子</translation>
    </message>
    <message>
        <source>Kernels over 50 us while a copy runs</source>
        <translation>拷贝期间超过 50 us 的算子</translation>
    </message>
    <message>
        <source>Duration of an operator by input shape</source>
        <translation>某框架算子按输入形状的耗时</translation>
    </message>
    <message>
        <source>Gaps by the operator after them</source>
        <translation>按其后算子统计的空隙</translation>
    </message>
    <message>
        <source>Steps longer than 1.2 times the median of their rank</source>
        <translation>超过本卡中位数 1.2 倍的迭代</translation>
    </message>
    <message>
        <source>Idle time by cause and rank</source>
        <translation>按原因和卡统计的空闲时间</translation>
    </message>
    <message>
        <source>Longest launch delays</source>
        <translation>最长的下发延迟</translation>
    </message>
    <message>
        <source>Last ranks at collectives</source>
        <translation>集合通信中最后到达的卡</translation>
    </message>
    <message>
        <source>Copies by direction and memory</source>
        <translation>按方向和内存类型统计的拷贝</translation>
    </message>
    <message>
        <source>Operators with the largest allocations</source>
        <translation>内存申请最大的算子</translation>
    </message>
    <message>
        <source>Running...</source>
        <translation>正在运行...</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>No rows.</source>
        <translation>没有行。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>SELECT ... FROM kernel. Ctrl+Enter runs the statement.</source>
        <translation>SELECT ... FROM kernel。按 Ctrl+Enter 运行。</translation>
    </message>
    <message>
        <source>SQL statement</source>
        <translation>SQL 语句</translation>
    </message>
    <message>
        <source>Run the statement (Ctrl+Enter)</source>
        <translation>运行语句（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Deleted: %1</source>
        <translation>已删除：%1</translation>
    </message>
    <message>
        <source>Saved queries, examples and history</source>
        <translation>已保存的查询、示例和历史记录</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>保存...</translation>
    </message>
    <message>
        <source>Save the statement under a name</source>
        <translation>以名称保存该语句</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selected saved query</source>
        <translation>删除所选的已保存查询</translation>
    </message>
    <message>
        <source>Pivot</source>
        <translation>透视</translation>
    </message>
    <message>
        <source>Show the result by rows and columns</source>
        <translation>按行和列汇总显示结果</translation>
    </message>
    <message>
        <source>Name, then Enter</source>
        <translation>输入名称后按 Enter</translation>
    </message>
    <message>
        <source>Name of the query</source>
        <translation>查询名称</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Show two columns of the result as a chart</source>
        <translation>用图表显示结果中的两列</translation>
    </message>
</context>
<context>
    <name>stagescope::RankTimePage</name>
    <message>
        <source>By number</source>
        <translation>按编号</translation>
    </message>
    <message>
        <source>By stage</source>
        <translation>按流水线阶段</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>最差在前</translation>
    </message>
    <message>
        <source>All ranks, worst per row</source>
        <translation>全部卡（每行取最差）</translation>
    </message>
    <message>
        <source>All ranks, mean per row</source>
        <translation>全部卡（每行取均值）</translation>
    </message>
    <message>
        <source>One rank per row</source>
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
        <source>One metric of all ranks over time, as a raster</source>
        <translation>所有卡的一项指标随时间的栅格图</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>waits for rank %1: %2 % of the time</source>
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
        <source>No findings</source>
        <translation>没有问题项</translation>
    </message>
    <message>
        <source>If all selected are fixed: %1 instead of %2 per step (%3 less)</source>
        <translation>全部处理后：每个迭代 %1，原为 %2（减少 %3）</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题项</translation>
    </message>
    <message>
        <source>Saving alone (ms)</source>
        <translation>单独收益（ms）</translation>
    </message>
    <message>
        <source>Additional saving (ms)</source>
        <translation>追加收益（ms）</translation>
    </message>
    <message>
        <source>Findings assumed fixed</source>
        <translation>假设已处理的问题项</translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <translation>%1，阶段 %2</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation>%1，容量不足</translation>
    </message>
    <message>
        <source>Memory-time trade-off (estimated)</source>
        <translation>以时间换内存（估算）</translation>
    </message>
    <message>
        <source>Saved (GiB)</source>
        <translation>省下（GiB）</translation>
    </message>
    <message>
        <source>New step (ms)</source>
        <translation>优化后迭代（ms）</translation>
    </message>
    <message>
        <source>New peak (GiB)</source>
        <translation>优化后峰值（GiB）</translation>
    </message>
    <message>
        <source>Step longer by (ms)</source>
        <translation>迭代变长（ms）</translation>
    </message>
</context>
<context>
    <name>stagescope::RemoteRuns</name>
    <message>
        <source>Remote profile</source>
        <translation>远程性能数据</translation>
    </message>
    <message>
        <source>Connecting: %1</source>
        <translation>正在连接：%1</translation>
    </message>
    <message>
        <source>%1: ranks %2 of %3</source>
        <translation>%1：rank %2 / %3</translation>
    </message>
    <message>
        <source>Open remote profile</source>
        <translation>打开远程性能数据</translation>
    </message>
    <message>
        <source>Address, as for ssh: HOST:PATH or ssh://USER@HOST:PORT/PATH</source>
        <translation>地址，与 ssh 相同：HOST:PATH 或 ssh://USER@HOST:PORT/PATH</translation>
    </message>
    <message>
        <source>%1: no address: HOST:PATH or ssh://HOST/PATH</source>
        <translation>%1：不是地址，应为 HOST:PATH 或 ssh://HOST/PATH</translation>
    </message>
    <message>
        <source>Copy stagescope-cli and its libraries there, into ~/.local/share/stagescope?</source>
        <translation>将 stagescope-cli 及其库复制到该主机的 ~/.local/share/stagescope？</translation>
    </message>
    <message>
        <source>%1. Only some of its ranks are open: open it again for the rest</source>
        <translation>%1。目前只打开了其中部分卡：请重新打开以获取其余的卡</translation>
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
        <source>%n report picture(s), saved with this run</source>
        <translation>
            <numerusform>报告中有 %n 张图片，随此运行保存</numerusform>
        </translation>
    </message>
    <message>
        <source>Report empty. Press Ctrl+Shift+E to add the current view.</source>
        <translation>报告为空。按 Ctrl+Shift+E 添加当前视图。</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move earlier in the report (Alt+Up)</source>
        <translation>在报告中前移（Alt+Up）</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move later in the report (Alt+Down)</source>
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
        <translation>迭代 %1</translation>
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
        <source>No communication findings.</source>
        <translation>没有通信问题项。</translation>
    </message>
    <message>
        <source>Time in communication operators by rank</source>
        <translation>各卡通信算子耗时</translation>
    </message>
    <message>
        <source>Green: transit; purple: wait after the first packet; teal: wait before it (synchronization, part of wait); grey: idle within operators. Sums over the operators of all groups, which may overlap in time. Wait (%) = wait / (wait + transit).</source>
        <translation>绿色：传输；紫色：首包之后的等待；青色：首包之前的等待（同步，属于等待）；灰色：通信内空闲。数值为所有通信域算子之和，它们可能同时运行。等待（%）= 等待 /（等待 + 传输）。</translation>
    </message>
    <message>
        <source>First %1 of %2 rows; all rows: table comm_time.</source>
        <translation>共 %2 行，仅示前 %1 行；全部见表 comm_time。</translation>
    </message>
    <message>
        <source>Bandwidth by transport</source>
        <translation>各链路方式的带宽</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>1 MB = 10^6 bytes; GB/s = size / transit time, over all steps.</source>
        <translation>1 MB = 10^6 字节；GB/s = 大小 / 传输时间，统计全部迭代。</translation>
    </message>
    <message>
        <source>SDMA includes the HCCS, PCIE and SIO traffic.</source>
        <translation>SDMA 重复计入 HCCS、PCIE 和 SIO 的传输。</translation>
    </message>
    <message>
        <source>Slowest links</source>
        <translation>最慢的链路</translation>
    </message>
    <message>
        <source>Source rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>Destination rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>%1 of %2 links that moved at least 1 MB (all operators of a group in a step). All: table comm_matrix.</source>
        <translation>共 %2 条链路中的 %1 条（一个迭代中一个通信域的全部算子，传输量至少 1 MB）。全部见表 comm_matrix。</translation>
    </message>
    <message>
        <source>First %1 of %2 rows.</source>
        <translation>共 %2 行，仅示前 %1 行。</translation>
    </message>
    <message>
        <source>All rows at full precision:</source>
        <translation>全部行与全部位数：</translation>
    </message>
    <message>
        <source>Recognized profile</source>
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
        <source>Baseline</source>
        <translation>基线数据</translation>
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
        <source>unknown</source>
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
        <translation>专家建议</translation>
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
        <source>Pictures omitted: they contain names withheld from this report.</source>
        <translation>不含图片：其中绘有本报告不公开的名称。</translation>
    </message>
    <message>
        <source>Changes against the baseline</source>
        <translation>相对基线数据的变化</translation>
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
        <source>after the last device activity</source>
        <translation>尾部空闲</translation>
    </message>
    <message>
        <source>%1 % %2</source>
        <translation>%2 %1 %</translation>
    </message>
    <message>
        <source>Step time: %1</source>
        <translation>迭代耗时：%1</translation>
    </message>
    <message>
        <source> (median of %1 steps)</source>
        <translation>（%1 个迭代的中位数）</translation>
    </message>
    <message>
        <source>Step time: %1, baseline %2: %3</source>
        <translation>迭代耗时：%1，基线数据 %2：%3</translation>
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
        <source>%1 %2</source>
        <translation>%1 %2</translation>
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
        <source>; the same host calls take %1x the time, at equal host: %2</source>
        <translation>；相同的主机调用耗时为 %1 倍，主机速度相同时：%2</translation>
    </message>
    <message>
        <source>Each wait is followed to its cause: the rank that arrived last may itself have waited. Collectives that join pipeline stages are excluded: there the order is that of the pipeline. Details: table comm_late.</source>
        <translation>每次等待都追溯到其原因：最后到达的卡自己也可能在等待。连接流水线各阶段的集合通信不计入：其顺序由流水线决定。明细见表 comm_late。</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代（step）</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡（rank）</translation>
    </message>
    <message>
        <source>Transit, wait, synchronization, idle</source>
        <translation>传输、等待、同步、通信内空闲</translation>
    </message>
    <message>
        <source>Elapsed (ms)</source>
        <translation>总时间（ms）</translation>
    </message>
    <message>
        <source>Transit (ms)</source>
        <translation>传输时间（ms）</translation>
    </message>
    <message>
        <source>Wait (ms)</source>
        <translation>等待时间（ms）</translation>
    </message>
    <message>
        <source>Synchronization (ms)</source>
        <translation>同步时间（ms）</translation>
    </message>
    <message>
        <source>Idle (ms)</source>
        <translation>通信内空闲（ms）</translation>
    </message>
    <message>
        <source>Wait (%)</source>
        <translation>等待时间（%）</translation>
    </message>
    <message>
        <source>Synchronization (%)</source>
        <translation>同步时间（%）</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>链路方式</translation>
    </message>
    <message>
        <source>Size (MB)</source>
        <translation>大小（MB）</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>最慢的卡</translation>
    </message>
    <message>
        <source>Bandwidth of this rank (GB/s)</source>
        <translation>该卡带宽（GB/s）</translation>
    </message>
    <message>
        <source>Fastest rank</source>
        <translation>最快的卡</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Share of the transport&apos;s median (%)</source>
        <translation>占该链路方式中位数的比例（%）</translation>
    </message>
    <message>
        <source>Wait caused by each rank</source>
        <translation>各卡造成的等待</translation>
    </message>
    <message>
        <source>Wait caused (ms)</source>
        <translation>造成的等待（ms）</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信数</translation>
    </message>
    <message>
        <source>Last arrivals</source>
        <translation>最后到达次数</translation>
    </message>
    <message>
        <source>Step time breakdown: %1</source>
        <translation>迭代耗时构成：%1</translation>
    </message>
    <message>
        <source>%1. Rank %2 stalls the job</source>
        <translation>%1。卡 %2 拖住整个任务</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>已添加</translation>
    </message>
</context>
<context>
    <name>stagescope::ResultPlaces</name>
    <message>
        <source>Query %1</source>
        <translation>查询 %1</translation>
    </message>
    <message>
        <source>Rows on the track: %1.</source>
        <translation>泳道中的行数：%1。</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Marks added: %1.</source>
        <translation>已添加标记：%1。</translation>
    </message>
    <message>
        <source>Rows of other profiles, not marked: %1.</source>
        <translation>属于其他性能数据而未标记的行数：%1。</translation>
    </message>
    <message>
        <source>Rows beyond the limit, not marked: %1.</source>
        <translation>超出上限而未标记的行数：%1。</translation>
    </message>
    <message>
        <source>Rows without a time: %1.</source>
        <translation>没有时间的行数：%1。</translation>
    </message>
    <message>
        <source>Start times are read as offsets from the first event.</source>
        <translation>开始时间按距首个事件的偏移读取。</translation>
    </message>
    <message>
        <source>Show As</source>
        <translation>显示为</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Rows not shown, too many at the same time: %1.</source>
        <translation>同一时刻过多而未显示的行：%1。</translation>
    </message>
    <message>
        <source>Show the rows on the timeline or in the report. On the timeline they need a start and a duration (begin_ns, dur_ns) or an evidence column</source>
        <translation>在时间线上或报告中显示这些行。放到时间线上需要开始时间和时长（begin_ns、dur_ns）或 evidence 列</translation>
    </message>
    <message>
        <source>Part of the Report</source>
        <translation>加入报告</translation>
    </message>
</context>
<context>
    <name>stagescope::RolesPage</name>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Parts of reinforcement learning on each rank over time</source>
        <translation>各卡上强化学习各阶段随时间的变化</translation>
    </message>
    <message>
        <source>Rank %1: %2 (%3)
%4</source>
        <translation>卡 %1：%2（%3）
%4</translation>
    </message>
</context>
<context>
    <name>stagescope::RooflinePage</name>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>Include vector kernels</source>
        <translation>包括向量内核</translation>
    </message>
    <message>
        <source>Kernels without matrix work (element-wise).</source>
        <translation>没有矩阵单元计算的内核：逐元素运算。</translation>
    </message>
    <message>
        <source>from the profile</source>
        <translation>来自采集数据</translation>
    </message>
    <message>
        <source>Dense FP16 and BF16 peak; 8-bit types have twice that.</source>
        <translation>稠密 FP16、BF16 峰值；8 位类型为其两倍。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线（Roofline）</translation>
    </message>
    <message>
        <source>Rate of each operator and shape against the device limit</source>
        <translation>各算子与形状的计算速率，对照设备能力</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s), %1</source>
        <translation>
            <numerusform>%n 次调用，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3 FLOP/byte</source>
        <translation>%1，%2，%3 FLOP/字节</translation>
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
    <message numerus="yes">
        <source>Baseline: %n call(s), %1, %2</source>
        <translation>
            <numerusform>基线数据：%n 次调用，%1，%2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::RulePage</name>
    <message>
        <source>Finding thresholds</source>
        <translation>专家建议的阈值</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Findings update at once and state which thresholds differ from the defaults. Double-click a value to change it.</source>
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
        <source>Select a threshold to see what its rule counts, its remedy and its source.</source>
        <translation>选中一个阈值，即可看到其规则计入什么、该做什么以及出处。</translation>
    </message>
    <message>
        <source>Copy and paste</source>
        <translation>可复制：</translation>
    </message>
    <message>
        <source>Not applicable</source>
        <translation>不适用：</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出处：</translation>
    </message>
    <message>
        <source>Rule of this threshold</source>
        <translation>该阈值的规则</translation>
    </message>
</context>
<context>
    <name>stagescope::RuleParametersModel</name>
    <message>
        <source>Detects</source>
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
    <message>
        <source>No finding</source>
        <translation>未发现问题项</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n 个问题项</numerusform>
        </translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>First finding</source>
        <translation>首要问题项</translation>
    </message>
</context>
<context>
    <name>stagescope::RunListView</name>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Recent runs</source>
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
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>By capture time</source>
        <translation>按采集时间</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>As selected</source>
        <translation>按选择顺序</translation>
    </message>
    <message>
        <source>Computed from traces</source>
        <translation>由 trace 计算</translation>
    </message>
    <message>
        <source>Compute times from all traces (read completely) instead of the sums written by the profiler</source>
        <translation>耗时由完整读取的全部 trace 计算得出，而不使用 profiler 汇总的数值</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the selected run (Enter, double-click)</source>
        <translation>打开选中的运行（Enter 或双击）</translation>
    </message>
    <message>
        <source>Set as Baseline</source>
        <translation>设为基线数据</translation>
    </message>
    <message>
        <source>Compare the open run with the selected one (B)</source>
        <translation>将打开的运行与选中的运行对比（B）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop reading runs; runs already read stay</source>
        <translation>不再读取其余运行，已读取的保留</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>多次运行</translation>
    </message>
    <message>
        <source>One metric over many runs</source>
        <translation>多次运行的指标</translation>
    </message>
    <message>
        <source>Metrics</source>
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
        <translation>%1：%2，迭代 %3 至 %4</translation>
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
            <numerusform>%n 个迭代</numerusform>
        </translation>
    </message>
    <message>
        <source>Double-click or Enter: open. B: set as baseline</source>
        <translation>双击或 Enter：打开；B：设为基线数据</translation>
    </message>
</context>
<context>
    <name>stagescope::SearchPanel</name>
    <message>
        <source>Type part of a slice name into the search box (/). Enter: next match; Shift+Enter: previous match.</source>
        <translation>在搜索框（/）中输入色块名称的一部分。Enter 跳到下一个结果，Shift+Enter 跳到上一个。</translation>
    </message>
    <message>
        <source>Searching for &quot;%1&quot;...</source>
        <translation>正在查找“%1”……</translation>
    </message>
    <message>
        <source>No match for &quot;%1&quot; in the loaded ranks.</source>
        <translation>已加载的卡中没有名称包含“%1”的色块。</translation>
    </message>
    <message>
        <source>Match %1 of %2 for &quot;%3&quot;</source>
        <translation>“%3”的第 %1 个结果，共 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) for &quot;%1&quot;</source>
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
        <source>Invalid regular expression &quot;%1&quot;: %2</source>
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
        <source>No match for &quot;%1&quot; in the locked selection.</source>
        <translation>锁定的选区内没有名称含“%1”的色块。</translation>
    </message>
</context>
<context>
    <name>stagescope::SelectionPanel</name>
    <message>
        <source>Computing totals...</source>
        <translation>正在汇总……</translation>
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
        <source>Drag over timeline rows or over any chart to select a time range; what ran in it is listed here by name.</source>
        <translation>在时间线的泳道上或任意图表上拖动以选中一段时间：其中运行的内容按名称列在这里。</translation>
    </message>
    <message>
        <source>No data: the visible ranks are not fully loaded, or nothing ran.</source>
        <translation>没有可统计的内容：可见的卡尚未完整加载，或没有任何运行。</translation>
    </message>
    <message>
        <source>%1 selected. %2. Busy = union of each track&apos;s slices, summed over tracks; nested slices count once.</source>
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
        <source>List slices of all names</source>
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
Values: %3. Default: %4.</source>
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
        <source>Next, previous match (in the search box)</source>
        <translation>下一个、上一个结果（在搜索框中）</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>页签</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
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
        <source>Select the time range of the slice</source>
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
        <source>Merge device streams into one row, fit row height to view</source>
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
        <source>Enter the rank&apos;s offset, reset all offsets</source>
        <translation>输入该卡的时间偏移、恢复全部</translation>
    </message>
    <message>
        <source>Limit search and flows to the selected time</source>
        <translation>将搜索和连线限制在选中的时间内</translation>
    </message>
    <message>
        <source>Flows by category</source>
        <translation>按类别显示连线</translation>
    </message>
    <message>
        <source>Row menu</source>
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
        <source>Delete the selected mark, undo, redo</source>
        <translation>删除当前标记，撤销，重做</translation>
    </message>
    <message>
        <source>Box-select rows inside a track (timeline)</source>
        <translation>框选泳道内的行（时间线）</translation>
    </message>
    <message>
        <source>List slices of the track (timeline)</source>
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
        <source>Filter shortcuts</source>
        <translation>筛选快捷键</translation>
    </message>
    <message>
        <source>Many runs</source>
        <translation>多次运行</translation>
    </message>
    <message>
        <source>Open, rename, remove or restore a run in the list</source>
        <translation>打开、重命名、移除、恢复列表中的运行</translation>
    </message>
    <message>
        <source>Select previous, next run; open it; set it as baseline</source>
        <translation>上一个、下一个运行，打开，设为基线数据</translation>
    </message>
    <message>
        <source>Trace a wait to its cause, and back</source>
        <translation>从等待追溯到原因，再返回</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Kernels of the previous, next bar; show them in Timeline</source>
        <translation>上一条、下一条柱形的内核；在时间线中显示</translation>
    </message>
    <message>
        <source>Navigate the flame graph; show the call in Timeline</source>
        <translation>在火焰图中移动；在时间线中显示该调用</translation>
    </message>
    <message>
        <source>Next, previous finding</source>
        <translation>下一个、上一个问题项</translation>
    </message>
</context>
<context>
    <name>stagescope::ShowListener</name>
    <message>
        <source>Shown by an assistant: %1</source>
        <translation>由助手显示：%1</translation>
    </message>
</context>
<context>
    <name>stagescope::ShownTable</name>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>排序方式</translation>
    </message>
    <message>
        <source>Export Table...</source>
        <translation>导出表格...</translation>
    </message>
</context>
<context>
    <name>stagescope::SidesBar</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线数据</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
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
        <source>Start in file (ns)</source>
        <translation>文件中的开始时间（ns）</translation>
    </message>
</context>
<context>
    <name>stagescope::SliceListView</name>
    <message>
        <source>%1: searching...</source>
        <translation>%1：正在查找……</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n slice(s)</source>
        <translation>
            <numerusform>%1：%n 个色块</numerusform>
        </translation>
    </message>
    <message>
        <source>(first %L1 shown; the CSV has all)</source>
        <translation>（此处显示前 %L1 个，导出的 CSV 含全部）</translation>
    </message>
    <message>
        <source>(too many to sort)</source>
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
        <source>Export CSV...</source>
        <translation>导出 CSV...</translation>
    </message>
    <message>
        <source>Export all rows as CSV</source>
        <translation>将所有行导出为 CSV</translation>
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
        <source>All slices of one track: choose it here, or press E in Timeline for the track of the selected slice.</source>
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
        <source>All readable data</source>
        <translation>所有会读取的内容</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>skipped: not used by any view or table</source>
        <translation>略去：没有视图或表使用</translation>
    </message>
    <message>
        <source>skipped: duplicate of another file</source>
        <translation>略去：与另一个文件内容重复</translation>
    </message>
    <message>
        <source>skipped: not needed for the chosen data</source>
        <translation>略去：所选分析不需要</translation>
    </message>
    <message>
        <source>skipped: rank not selected</source>
        <translation>略去：属于未选的卡</translation>
    </message>
    <message>
        <source>skipped: unreadable</source>
        <translation>略去：无法读取</translation>
    </message>
    <message>
        <source>Keep data for</source>
        <translation>保留数据用于</translation>
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
        <source>Destination</source>
        <translation>目标位置</translation>
    </message>
    <message>
        <source>A new or empty folder outside the profile</source>
        <translation>新的或空的文件夹，不在该性能数据内</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>文件夹...</translation>
    </message>
    <message>
        <source>Write Copy</source>
        <translation>写入副本</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled: no files left behind.</source>
        <translation>已取消：副本没有留下任何文件。</translation>
    </message>
    <message>
        <source>Open Copy</source>
        <translation>打开副本</translation>
    </message>
    <message>
        <source>Parent folder of the copy</source>
        <translation>副本的上级文件夹</translation>
    </message>
    <message>
        <source>choose what to keep data for</source>
        <translation>请选择副本用于哪些分析</translation>
    </message>
    <message>
        <source>choose a destination</source>
        <translation>请选择副本的位置</translation>
    </message>
    <message>
        <source>Nothing open.</source>
        <translation>未打开任何数据。</translation>
    </message>
    <message>
        <source>Finding required files...</source>
        <translation>正在计算所需文件……</translation>
    </message>
    <message>
        <source>At most %1 of %2 (estimated): databases and traces are trimmed, text is compressed.</source>
        <translation>最多 %2 中的 %1（估算）：数据库和 trace 会裁剪，文本会压缩。</translation>
    </message>
    <message>
        <source>This profile has no data for this request.</source>
        <translation>该性能数据中没有所选分析需要的数据。</translation>
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
        <source>Action</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>%2 of %1 in files that are read</source>
        <translation>%1：会读取的文件共 %2</translation>
    </message>
    <message>
        <source>Keep only these steps in databases, CSV, traces and communication files: 13, 13-15. If steps are only in the timeline, load it first.</source>
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
        <source>Snippet</source>
        <translation>代码用途</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Paste into your training script.</source>
        <translation>请粘贴到训练脚本中。</translation>
    </message>
    <message>
        <source>global_batch is not a multiple of micro_batch * dp: change one of the three.</source>
        <translation>global_batch 不是 micro_batch * dp 的整数倍：请修改三者之一。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Snippets</source>
        <translation>代码片段</translation>
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
        <source>Original folder</source>
        <translation>原目录</translation>
    </message>
    <message>
        <source>Local folder</source>
        <translation>本地文件夹</translation>
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
        <source>Remembered for all digests of that folder.</source>
        <translation>将记住此对应关系，用于该目录的所有摘要。</translation>
    </message>
    <message>
        <source>Locate Source</source>
        <translation>查找源数据</translation>
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
        <source>Source of rank %1 not found: %2</source>
        <translation>找不到卡 %1 的源数据：%2</translation>
    </message>
    <message>
        <source>Rank %1 read from its source, which changed after it was digested: see Import log in the bottom panel (Q)</source>
        <translation>卡 %1 已从源数据读取，但源数据在生成摘要后有改动：见底部面板（Q）中的加载日志</translation>
    </message>
    <message>
        <source>Rank %1 read from its source: %2</source>
        <translation>卡 %1 已从源数据读取：%2</translation>
    </message>
    <message>
        <source>Rank %1 could not be read from its source; its digest is shown. See Import log in the bottom panel (Q)</source>
        <translation>未能从源数据读取卡 %1，仍显示其摘要；请查看底部面板（Q）中的加载日志</translation>
    </message>
    <message>
        <source>Files of another profile found in place of rank %1: %2</source>
        <translation>卡 %1 应在的位置是另一份性能数据的文件：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) back to digest</source>
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
        <source>no range selected: all events; drag over Active memory to select a range</source>
        <translation>未选择区间，因此为全部事件；在“活跃内存”上拖动可选择区间</translation>
    </message>
    <message>
        <source>events %1 to %2</source>
        <translation>事件 %1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 %, %n block(s)</source>
        <translation>
            <numerusform>%1，占 %2 %，%n 个内存块</numerusform>
        </translation>
    </message>
    <message>
        <source>In use at the peak</source>
        <translation>峰值时活跃</translation>
    </message>
    <message>
        <source>In use at the selected time</source>
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
        <source>By first user frame</source>
        <translation>按首个用户栈帧</translation>
    </message>
    <message>
        <source>By full stack</source>
        <translation>按完整调用栈</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>哪些内存块</translation>
    </message>
    <message>
        <source>Group blocks by</source>
        <translation>内存块分组方式</translation>
    </message>
    <message>
        <source>Call stacks as a flame graph</source>
        <translation>调用栈火焰图</translation>
    </message>
</context>
<context>
    <name>stagescope::StartPage</name>
    <message>
        <source>Creating demo data...</source>
        <translation>正在生成演示数据……</translation>
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
        <source>Drop a folder or file here: cluster, several runs, one rank, profiler database or trace. Nothing is written to it. Drop a second folder to compare.</source>
        <translation>把文件夹或文件拖到这里：集群、多次运行、单卡、性能数据库或 trace。不会向其中写入任何内容。再拖入第二个文件夹即可对比。</translation>
    </message>
    <message>
        <source>Recent runs. Click or Enter: open; F2: rename; Del: remove. Select several and right-click to compare.</source>
        <translation>打开过的运行。单击或按 Enter 打开，F2 重命名，Del 移除；选中多个后右键单击可对比。</translation>
    </message>
    <message>
        <source>Collect a profile...</source>
        <translation>采集性能数据...</translation>
    </message>
    <message>
        <source>Check profiler settings: recorded data, questions it answers, errors</source>
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
        <source>overview %1/%2</source>
        <translation>概览 %1/%2</translation>
    </message>
    <message>
        <source>timelines %1/%2</source>
        <translation>时间线 %1/%2</translation>
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
        <source>Pause loading; loaded data stays usable</source>
        <translation>暂停加载，已有内容仍可使用</translation>
    </message>
    <message>
        <source>Stop loading; loaded data stays usable</source>
        <translation>停止加载，已有内容仍可使用</translation>
    </message>
    <message>
        <source>Memory used by this program (RssAnon)</source>
        <translation>本程序占用的内存（RssAnon）</translation>
    </message>
    <message>
        <source>CPU time of the last frame: scene and drawing</source>
        <translation>上一帧的 CPU 时间：场景与绘制</translation>
    </message>
</context>
<context>
    <name>stagescope::StepStrip</name>
    <message>
        <source>Nothing is recorded in a job of %1 steps.</source>
        <translation>任务共 %1 个迭代，不采集任何数据。</translation>
    </message>
    <message>
        <source>From step %1 on, %2 of every %3 steps are recorded until the job ends.</source>
        <translation>从迭代 %1 起，每 %3 个迭代采集 %2 个，直到任务结束。</translation>
    </message>
    <message>
        <source>Step %1 is recorded.</source>
        <translation>采集第 %1 个迭代。</translation>
    </message>
    <message>
        <source>Steps %1 to %2 are recorded (%3 in total).</source>
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
        <source>Nothing is recorded with these settings. %1</source>
        <translation>按现状什么也采集不到。%1</translation>
    </message>
    <message>
        <source>Only a memory snapshot is taken; no steps are profiled.</source>
        <translation>只生成内存快照，不采集迭代。</translation>
    </message>
    <message>
        <source>Disabled: nothing is recorded until enable is true.</source>
        <translation>已关闭：enable 为 true 之前什么也不采集。</translation>
    </message>
    <message>
        <source>The profiler_config.json in that folder selects the steps to record.</source>
        <translation>采集哪些迭代由该文件夹中的 profiler_config.json 决定。</translation>
    </message>
    <message>
        <source>Everything is recorded, from start to stop.</source>
        <translation>从 start 到 stop 全部采集。</translation>
    </message>
    <message>
        <source>start_step is not set: nothing will be recorded.</source>
        <translation>start_step 未设置：不会采集任何数据。</translation>
    </message>
    <message>
        <source>Job steps: %1</source>
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
        <source>Map of all ranks by delay to the job</source>
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
        <source>worst of %n rank(s)</source>
        <translation>
            <numerusform>%n 张卡中最差的值</numerusform>
        </translation>
    </message>
    <message>
        <source>mean of all steps</source>
        <translation>所有迭代的均值</translation>
    </message>
    <message>
        <source>Each rank</source>
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
        <source>Cells</source>
        <translation>格子</translation>
    </message>
    <message>
        <source>Outlines</source>
        <translation>轮廓</translation>
    </message>
    <message>
        <source>From the metadata; enter a size if it has none</source>
        <translation>默认取自元数据；元数据没有时请输入</translation>
    </message>
    <message>
        <source>Ranks by position in the parallel dimensions</source>
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
        <source>Rank order</source>
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
        <translation>基线数据：%1，差值 %2</translation>
    </message>
</context>
<context>
    <name>stagescope::SwitchPage</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>stagescope::SystemPanel</name>
    <message>
        <source>Selected ranks</source>
        <translation>选中的卡（rank）</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Computing totals...</source>
        <translation>正在汇总……</translation>
    </message>
    <message>
        <source>No data: the visible ranks are not fully loaded, or the profile has none.</source>
        <translation>没有数据：所选的卡尚未完整加载，或性能数据中没有此项。</translation>
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
        <source>Selected time only</source>
        <translation>仅选中的时间段</translation>
    </message>
    <message>
        <source>No data: not in this profile.</source>
        <translation>没有数据：性能数据中没有此项。</translation>
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
        <translation>定位</translation>
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
        <source>Both sides are the same: choose another.</source>
        <translation>两侧相同：请另选一侧。</translation>
    </message>
    <message>
        <source>Comparing...</source>
        <translation>正在对比……</translation>
    </message>
    <message>
        <source>No rows on either side: ranks not loaded yet, or not in the profile.</source>
        <translation>两侧在此表中都没有数据：所选卡尚未加载，或数据中不包含该内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s), largest change first</source>
        <translation>
            <numerusform>%n 行，变化最大的在前</numerusform>
        </translation>
    </message>
    <message>
        <source>Table of both sides</source>
        <translation>两侧的表格</translation>
    </message>
    <message>
        <source>%1: %2 vs %3</source>
        <translation>%1：%2 对比 %3</translation>
    </message>
</context>
<context>
    <name>stagescope::TextPanel</name>
    <message>
        <source>The file as it will be saved; comments, order and your own keys are kept.</source>
        <translation>将要保存的文件：注释、顺序和自有的键保持原样。</translation>
    </message>
    <message>
        <source>Paste where your program sets it; Save writes the values as JSON.</source>
        <translation>粘贴到程序设置它的地方；保存时以 JSON 写出各个值。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Settings text</source>
        <translation>配置文本</translation>
    </message>
    <message>
        <source>Command that sends these settings; Save writes one KEY=VALUE per line.</source>
        <translation>发送这些配置的命令；保存时每行写一个 KEY=VALUE。</translation>
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
        <source>Merge Device Streams into One Row</source>
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
        <source>Align All Ranks by Start</source>
        <translation>所有卡按起点对齐</translation>
    </message>
    <message>
        <source>Rank Offset...</source>
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
        <source>Mark Selected Time</source>
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
        <source>Box-select Rows inside Tracks</source>
        <translation>框选泳道内的行</translation>
    </message>
    <message>
        <source>List Slices of Track</source>
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
        <source>Load Rank from Source</source>
        <translation>从源数据加载该卡</translation>
    </message>
    <message>
        <source>Return Rank to Digest</source>
        <translation>将该卡恢复为摘要</translation>
    </message>
    <message>
        <source>Use Such Ranges as Steps</source>
        <translation>将此类区间作为迭代</translation>
    </message>
    <message>
        <source>Use the Profiler&apos;s Steps</source>
        <translation>使用 profiler 的迭代</translation>
    </message>
    <message>
        <source>Remove Query Track</source>
        <translation>移除查询泳道</translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineAlignment</name>
    <message>
        <source>Base slice set. Select a slice of another rank, then press L to align starts or R to align ends</source>
        <translation>已设置基准色块：选中另一张卡的色块后，L 对齐起点，R 对齐终点</translation>
    </message>
    <message>
        <source>No base slice. Select a slice and press Shift+B to set one</source>
        <translation>没有基准色块。选中一个色块并按 Shift+B 设置</translation>
    </message>
    <message>
        <source>Select a slice of another rank than the base slice</source>
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
        <source>Select a time range to lock</source>
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
        <source>Show all (Ctrl+0)</source>
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
        <source>Visible time, total time, start offset from the first event</source>
        <translation>可见时长、总时长、距首个事件的起点偏移</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>Show only these ranks, e.g. 0,2-5</source>
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
        <source>Filter tracks by track or process name (T)</source>
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
        <source>Only flows of the selected slice</source>
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
        <source>Communication between ranks</source>
        <translation>各卡之间的通信</translation>
    </message>
    <message>
        <source>No such flows between the visible ranks</source>
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
        <source>Click to show hidden rows</source>
        <translation>单击可重新显示隐藏的泳道</translation>
    </message>
    <message>
        <source>manual offset: %1 ns</source>
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
    <message>
        <source>All ranks</source>
        <translation>所有卡</translation>
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
    <name>stagescope::TrainingPage</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Curves of the training log over its steps</source>
        <translation>训练日志随迭代变化的曲线</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Recorded as step %1 of the profile</source>
        <translation>对应性能数据的迭代 %1</translation>
    </message>
    <message>
        <source>Nearest recorded step: %1 (step %2 of the log)</source>
        <translation>最近的已采集迭代：%1（日志中的迭代 %2）</translation>
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
        <source>interrupted</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <source>parsing finished (analyse.done)</source>
        <translation>解析已完成（analyse.done）</translation>
    </message>
    <message>
        <source>unchanged for some seconds, files complete</source>
        <translation>数秒内没有变化，文件完整</translation>
    </message>
    <message>
        <source>still changing</source>
        <translation>仍在变化</translation>
    </message>
    <message>
        <source>raw data without end_info.done: still recording, or killed</source>
        <translation>原始数据没有 end_info.done：正在采集，或进程被终止</translation>
    </message>
    <message>
        <source>recorded (end_info.done): run the profiler&apos;s analyse() to parse it</source>
        <translation>已采集（end_info.done）：用 profiler 的 analyse() 解析</translation>
    </message>
    <message>
        <source>empty so far</source>
        <translation>还没有内容</translation>
    </message>
    <message>
        <source>a file is incomplete</source>
        <translation>有文件不完整</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>文件夹...</translation>
    </message>
    <message>
        <source>Watch another folder: the one the profiler writes to</source>
        <translation>监视另一个文件夹：profiler 写入的文件夹</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop watching (closing this window does not)</source>
        <translation>停止监视（关闭此窗口不会停止）</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>定位</translation>
    </message>
    <message>
        <source>Open the selected capture (Enter, double-click)</source>
        <translation>打开选中的采集（Enter 或双击）</translation>
    </message>
    <message>
        <source>Compare All</source>
        <translation>全部对比</translation>
    </message>
    <message>
        <source>Compare all complete captures over time on page Runs; new ones are added</source>
        <translation>在“多次运行”页按时间对比所有完整的采集；新到达的会自动加入</translation>
    </message>
    <message>
        <source>Folder to watch</source>
        <translation>要监视的文件夹</translation>
    </message>
    <message>
        <source>Scanning...</source>
        <translation>正在查看……</translation>
    </message>
    <message>
        <source>No folder watched. Choose the folder the profiler writes to, or drop it here.</source>
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
        <source>No captures yet. They appear when the profiler creates a folder or file.</source>
        <translation>还没有采集。profiler 建立文件夹或文件后会显示在这里。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>No failed captures in the profiler logs (searched: log/, logs/ and plog/ of the folder, and incomplete captures).</source>
        <translation>profiler 的日志中没有采集失败的记录（查看了该文件夹的 log/、logs/、plog/，以及不完整的采集）。</translation>
    </message>
    <message>
        <source>Profiler log, newest first:</source>
        <translation>profiler 日志（最新的在前）：</translation>
    </message>
    <message>
        <source>Watch folder</source>
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
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Reason</source>
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
        <source>Open all captures together: as ranks of one run (latest of each rank) or as several runs</source>
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
        <source>Measured</source>
        <translation>与实测相同</translation>
    </message>
    <message>
        <source>Balanced</source>
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
        <source>Instant</source>
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
        <source>Virtual chunks</source>
        <translation>虚拟流水线块数</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段（stage）</translation>
    </message>
    <message>
        <source>Rank to fix</source>
        <translation>假设修复的卡</translation>
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
        <source>Show below measured rows</source>
        <translation>显示在实测行下方</translation>
    </message>
    <message>
        <source>Recompute whole layers</source>
        <translation>整层重计算</translation>
    </message>
    <message>
        <source>Recompute attention</source>
        <translation>注意力重计算</translation>
    </message>
    <message>
        <source>Recompute activation functions</source>
        <translation>激活函数重计算</translation>
    </message>
    <message>
        <source>Recompute norms</source>
        <translation>归一化重计算</translation>
    </message>
    <message>
        <source>Swap attention to the host</source>
        <translation>注意力换出</translation>
    </message>
    <message>
        <source>Memory-time trade-off</source>
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
        <source>Other</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>fits in memory</source>
        <translation>容量足够</translation>
    </message>
    <message>
        <source>does not fit in memory</source>
        <translation>容量不足</translation>
    </message>
    <message>
        <source>unknown</source>
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
        <translation>假设分析结果</translation>
    </message>
    <message>
        <source>Breakdown of the measured time, and its change by the what-if</source>
        <translation>实测时间的去向，以及所问带来的变化</translation>
    </message>
    <message>
        <source>Limited by stage %1: more work than the others, hardly any wait between its cells.</source>
        <translation>受限于阶段 %1：它的工作比其他阶段长，单元之间几乎不等待。</translation>
    </message>
    <message>
        <source>Work (mean of ranks)</source>
        <translation>工作（各卡平均）</translation>
    </message>
    <message>
        <source>Schedule bubble</source>
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
        <source>Window (ms)</source>
        <translation>窗口（ms）</translation>
    </message>
    <message>
        <source>Bubble of window</source>
        <translation>空泡（占窗口）</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新窗口</translation>
    </message>
    <message>
        <source>Pipeline window (ms per step)</source>
        <translation>流水线窗口（每个迭代，ms）</translation>
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
        <source>Data Ma&amp;nager</source>
        <translation>数据管理器(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Bottom Panel</source>
        <translation>底部面板(&amp;B)</translation>
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
        <source>&amp;Keyboard Shortcuts</source>
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
        <source>Finding T&amp;hresholds...</source>
        <translation>专家建议的阈值(&amp;H)...</translation>
    </message>
    <message>
        <source>Co&amp;py Picture</source>
        <translation>复制图片(&amp;P)</translation>
    </message>
    <message>
        <source>Insight and Perfetto Keys</source>
        <translation>同时使用两者的快捷键</translation>
    </message>
    <message>
        <source>Insight Keys</source>
        <translation>Insight 的快捷键</translation>
    </message>
    <message>
        <source>Perfetto Keys</source>
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
        <source>Leave the text field, clear the selection</source>
        <translation>离开输入框、取消选中</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>&amp;Color Kernels by Bound</source>
        <translation>内核按瓶颈着色(&amp;C)</translation>
    </message>
    <message>
        <source>Color kernels by bound or by name</source>
        <translation>内核按瓶颈或按名称着色</translation>
    </message>
    <message>
        <source>A&amp;dd to Report</source>
        <translation>添加到报告(&amp;D)</translation>
    </message>
    <message>
        <source>Add the current view to the report</source>
        <translation>将当前视图添加到报告</translation>
    </message>
    <message>
        <source>Co&amp;llect a Profile...</source>
        <translation>采集性能数据(&amp;L)...</translation>
    </message>
    <message>
        <source>Collect a profile (profiler settings)</source>
        <translation>采集性能数据（采集配置）</translation>
    </message>
    <message>
        <source>&amp;Watch Folder...</source>
        <translation>监视文件夹(&amp;W)...</translation>
    </message>
    <message>
        <source>&amp;Slim Copy...</source>
        <translation>精简副本(&amp;S)...</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>全部快捷键</translation>
    </message>
    <message>
        <source>S&amp;QL Query</source>
        <translation>SQL 查询(&amp;Q)</translation>
    </message>
    <message>
        <source>Open &amp;Remote...</source>
        <translation>打开远程性能数据(&amp;R)...</translation>
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
