<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Message</name>
    <message numerus="yes">
        <source>%n more rank(s): scroll</source>
        <translation>
            <numerusform>%n more rank: scroll</numerusform>
            <numerusform>%n more ranks: scroll</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) differ between ranks (listed first)</source>
        <translation>
            <numerusform>%n setting differs between ranks (listed first)</numerusform>
            <numerusform>%n settings differ between ranks (listed first)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>identical on all %n loaded rank(s)</source>
        <translation>
            <numerusform>value of the one loaded rank</numerusform>
            <numerusform>identical on all %n loaded ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n file(s), %2</source>
        <translation>
            <numerusform>%1: %n file, %2</numerusform>
            <numerusform>%1: %n files, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n file(s), %2 (some not read yet)</source>
        <translation>
            <numerusform>%1: %n file, %2 (not read yet)</numerusform>
            <numerusform>%1: %n files, %2 (some not read yet)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n rank(s) (ms)</source>
        <translation>
            <numerusform>Of %n rank (ms)</numerusform>
            <numerusform>Mean of %n ranks (ms)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stream(s)</source>
        <translation>
            <numerusform>%n stream</numerusform>
            <numerusform>%n streams</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed; %1 need more data</source>
        <translation>
            <numerusform>%n check passed; %1 need more data</numerusform>
            <numerusform>%n checks passed; %1 need more data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed</source>
        <translation>
            <numerusform>%n check passed</numerusform>
            <numerusform>%n checks passed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) from device work (intervals), %1 from step_trace_time</source>
        <translation>
            <numerusform>%n rank from device work (intervals), %1 from step_trace_time</numerusform>
            <numerusform>%n ranks from device work (intervals), %1 from step_trace_time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) concurrent with matmuls; slowest: %1 at %2 GB/s instead of %3 GB/s.</source>
        <translation>
            <numerusform>%n operator concurrent with matmuls; slowest: %1 at %2 GB/s instead of %3 GB/s.</numerusform>
            <numerusform>%n operators concurrent with matmuls; slowest: %1 at %2 GB/s instead of %3 GB/s.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mostly in group %1 (%n rank(s)): %2 ms, of which %3 ms without concurrent computing.</source>
        <translation>
            <numerusform>Mostly in group %1 (%n rank): %2 ms, of which %3 ms without concurrent computing.</numerusform>
            <numerusform>Mostly in group %1 (%n ranks): %2 ms, of which %3 ms without concurrent computing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 % of computing time ran below that, in %n period(s) (threshold: %2 % of the step).</source>
        <translation>
            <numerusform>%1 % of computing time ran below that, in %n period (threshold: %2 % of the step).</numerusform>
            <numerusform>%1 % of computing time ran below that, in %n periods (threshold: %2 % of the step).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rank %1 arrived last in %2 of %n collective(s) and caused %3 % of the waiting there (threshold: %4 %).</source>
        <translation>
            <numerusform>Rank %1 arrived last in %2 of %n collective and caused %3 % of the waiting there (threshold: %4 %).</numerusform>
            <numerusform>Rank %1 arrived last in %2 of %n collectives and caused %3 % of the waiting there (threshold: %4 %).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 MB (10^6 bytes) per step at %3 GB/s; median of similar links: %4 GB/s (%n other(s)).</source>
        <translation>
            <numerusform>%1: %2 MB (10^6 bytes) per step at %3 GB/s; median of similar links: %4 GB/s (%n other).</numerusform>
            <numerusform>%1: %2 MB (10^6 bytes) per step at %3 GB/s; median of similar links: %4 GB/s (%n others).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 in %n block(s), held by %1.</source>
        <translation>
            <numerusform>%2 in %n block, held by %1.</numerusform>
            <numerusform>%2 in %n blocks, held by %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At event %1 the allocator reserved %2 more from the driver (%3 already reserved); free memory was split into %n gap(s), %4 of it between blocks in use.</source>
        <translation>
            <numerusform>At event %1 the allocator reserved %2 more from the driver (%3 already reserved); free memory was split into %n gap, %4 of it between blocks in use.</numerusform>
            <numerusform>At event %1 the allocator reserved %2 more from the driver (%3 already reserved); free memory was split into %n gaps, %4 of it between blocks in use.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3; %n block(s) at the end, %4 % of its blocks are freed.</source>
        <translation>
            <numerusform>%1: from %2 to %3; %n block at the end, %4 % of its blocks are freed.</numerusform>
            <numerusform>%1: from %2 to %3; %n blocks at the end, %4 % of its blocks are freed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At this rate the device is full after %n more step(s).</source>
        <translation>
            <numerusform>At this rate the device is full after %n more step.</numerusform>
            <numerusform>At this rate the device is full after %n more steps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Median transfer time of all links: %1 ms (%n transfer(s) measured).</source>
        <translation>
            <numerusform>Median transfer time of all links: %1 ms (%n transfer measured).</numerusform>
            <numerusform>Median transfer time of all links: %1 ms (%n transfers measured).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Probable RDMA retransmissions in %n operator(s), worst on rank %1</source>
        <translation>
            <numerusform>Probable RDMA retransmissions in %n operator, worst on rank %1</numerusform>
            <numerusform>Probable RDMA retransmissions in %n operators, worst on rank %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Transfer time: %1 ms here (median of %2), %3 ms on %n other link(s) of this type.</source>
        <translation>
            <numerusform>Transfer time: %1 ms here (median of %2), %3 ms on %n other link of this type.</numerusform>
            <numerusform>Transfer time: %1 ms here (median of %2), %3 ms on %n other links of this type.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n environment variable(s) to check</source>
        <translation>
            <numerusform>%n environment variable to check</numerusform>
            <numerusform>%n environment variables to check</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rank %1: %n time(s) per step, %2 ms in total, of which %4 ms count (threshold: %3 % of the step).</source>
        <translation>
            <numerusform>Rank %1: %n time per step, %2 ms in total, of which %4 ms count (threshold: %3 % of the step).</numerusform>
            <numerusform>Rank %1: %n times per step, %2 ms in total, of which %4 ms count (threshold: %3 % of the step).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Metrics of %n run(s), one box per run (over its steps)</source>
        <translation>
            <numerusform>Metrics of %n run, one box per run (over its steps)</numerusform>
            <numerusform>Metrics of %n runs, one box per run (over its steps)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n data preparation event(s) in the table; no batch or queue data</source>
        <translation>
            <numerusform>%n data preparation event in the table; no batch or queue data</numerusform>
            <numerusform>%n data preparation events in the table; no batch or queue data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n kernel(s))</source>
        <translation>
            <numerusform>%1 (%n kernel)</numerusform>
            <numerusform>%1 (%n kernels)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::BandwidthPage</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::BlameText</name>
    <message numerus="yes">
        <source>rank %1 busy for %2 (%n kernel(s), longest %3)</source>
        <translation>
            <numerusform>rank %1 busy for %2 (%n kernel, longest %3)</numerusform>
            <numerusform>rank %1 busy for %2 (%n kernels, longest %3)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::CurveBar</name>
    <message numerus="yes">
        <source>Load %n more rank(s)</source>
        <translation>
            <numerusform>Load the rank</numerusform>
            <numerusform>Load %n more ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::CurveChart</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::EventsPage</name>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::FlamePage</name>
    <message numerus="yes">
        <source>host: %1, self time %2, %n call(s)</source>
        <translation>
            <numerusform>host: %1, self time %2, %n call</numerusform>
            <numerusform>host: %1, self time %2, %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>device: computing %1, communication (not overlapped) %2, %n kernel(s)</source>
        <translation>
            <numerusform>device: computing %1, communication (not overlapped) %2, %n kernel</numerusform>
            <numerusform>device: computing %1, communication (not overlapped) %2, %n kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::GroupFilter</name>
    <message numerus="yes">
        <source>%1..., %n ranks)</source>
        <translation>
            <numerusform>%1..., %n rank)</numerusform>
            <numerusform>%1..., %n ranks)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::KernelTreeModel</name>
    <message numerus="yes">
        <source>%n more: press Enter to show</source>
        <translation>
            <numerusform>%n more: press Enter to show</numerusform>
            <numerusform>%n more: press Enter to show</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::KernelsPage</name>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n kernel</numerusform>
            <numerusform>%n kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::LaunchesPage</name>
    <message numerus="yes">
        <source>%1
%n queued launch(es), %2 after the first launch</source>
        <translation>
            <numerusform>%1
%n queued launch, %2 after the first launch</numerusform>
            <numerusform>%1
%n queued launches, %2 after the first launch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es) started %1 to %2 after their call.
Total run time: %3.</source>
        <translation>
            <numerusform>%n launch started %1 to %2 after its call.
Total run time: %3.</numerusform>
            <numerusform>%n launches started %1 to %2 after their call.
Total run time: %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::LedgerPage</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::LinkTip</name>
    <message numerus="yes">
        <source>%n operator(s) listed in the files</source>
        <translation>
            <numerusform>%n operator listed in the files</numerusform>
            <numerusform>%n operators listed in the files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::LogPanel</name>
    <message numerus="yes">
        <source>%n diagnostic(s), some with data loss</source>
        <translation>
            <numerusform>%n diagnostic, some with data loss</numerusform>
            <numerusform>%n diagnostics, some with data loss</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagnostic(s), no data loss</source>
        <translation>
            <numerusform>%n diagnostic, no data loss</numerusform>
            <numerusform>%n diagnostics, no data loss</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::MainWindow</name>
    <message numerus="yes">
        <source>%1 (%n rank(s))</source>
        <translation>
            <numerusform>%1 (%n rank)</numerusform>
            <numerusform>%1 (%n ranks)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new capture(s), latest: %1</source>
        <translation>
            <numerusform>%n new capture, latest: %1</numerusform>
            <numerusform>%n new captures, latest: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::MarksPanel</name>
    <message numerus="yes">
        <source>%n mark(s), saved with this run</source>
        <translation>
            <numerusform>%n mark, saved with this run</numerusform>
            <numerusform>%n marks, saved with this run</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryBar</name>
    <message numerus="yes">
        <source>%n workspace(s) corrected</source>
        <translation>
            <numerusform>%n workspace corrected</numerusform>
            <numerusform>%n workspaces corrected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::MemoryCurvesPage</name>
    <message numerus="yes">
        <source>stage %1, %n rank(s)</source>
        <translation>
            <numerusform>stage %1, %n rank</numerusform>
            <numerusform>stage %1, %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>all %n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::NavigatorModel</name>
    <message numerus="yes">
        <source>%n diagnostic(s); see Import log</source>
        <translation>
            <numerusform>%n diagnostic; see Import log</numerusform>
            <numerusform>%n diagnostics; see Import log</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::OperatorsPage</name>
    <message numerus="yes">
        <source>%n operator(s), %1</source>
        <translation>
            <numerusform>%n operator, %1</numerusform>
            <numerusform>%n operators, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::PipelineTips</name>
    <message numerus="yes">
        <source>critical path: %n cell(s); shares of the %1 window</source>
        <translation>
            <numerusform>critical path: %n cell; shares of the %1 window</numerusform>
            <numerusform>critical path: %n cells; shares of the %1 window</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::QueryPanel</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::RankTimePage</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) with data</source>
        <translation>
            <numerusform>%1 of %n rank with data</numerusform>
            <numerusform>%1 of %n ranks with data</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::ReportPanel</name>
    <message numerus="yes">
        <source>%n report picture(s), saved with this run</source>
        <translation>
            <numerusform>%n report picture, saved with this run</numerusform>
            <numerusform>%n report pictures, saved with this run</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::ReportText</name>
    <message numerus="yes">
        <source>%n check(s) passed</source>
        <translation>
            <numerusform>%n check passed</numerusform>
            <numerusform>%n checks passed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n need(s) more data</source>
        <translation>
            <numerusform>, %n needs more data</numerusform>
            <numerusform>, %n need more data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No cause found: %n check(s) passed</source>
        <translation>
            <numerusform>No cause found: %n check passed</numerusform>
            <numerusform>No cause found: %n checks passed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::RooflinePage</name>
    <message numerus="yes">
        <source>%n call(s), %1</source>
        <translation>
            <numerusform>%n call, %1</numerusform>
            <numerusform>%n calls, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Baseline: %n call(s), %1, %2</source>
        <translation>
            <numerusform>Baseline: %n call, %1, %2</numerusform>
            <numerusform>Baseline: %n calls, %1, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::RunListModel</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::RunListView</name>
    <message numerus="yes">
        <source>Compare %n Runs</source>
        <translation>
            <numerusform>Compare %n Run</numerusform>
            <numerusform>Compare %n Runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::RunsPage</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 of %n run</numerusform>
            <numerusform>%1 of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n not readable</source>
        <translation>
            <numerusform>, %n not readable</numerusform>
            <numerusform>, %n not readable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SearchPanel</name>
    <message numerus="yes">
        <source>%n match(es) for &quot;%1&quot;</source>
        <translation>
            <numerusform>%n match for &quot;%1&quot;</numerusform>
            <numerusform>%n matches for &quot;%1&quot;</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SelectionPanel</name>
    <message numerus="yes">
        <source>%1: %n slice(s), tracks %2, busy %3 (sum of durations %4)</source>
        <translation>
            <numerusform>%1: %n slice, tracks %2, busy %3 (sum of durations %4)</numerusform>
            <numerusform>%1: %n slices, tracks %2, busy %3 (sum of durations %4)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SliceListView</name>
    <message numerus="yes">
        <source>%1: %n slice(s)</source>
        <translation>
            <numerusform>%1: %n slice</numerusform>
            <numerusform>%1: %n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SourceOffer</name>
    <message numerus="yes">
        <source>Load all %n rank(s) from their sources</source>
        <translation>
            <numerusform>Load %n rank from its source</numerusform>
            <numerusform>Load all %n ranks from their sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SourceReader</name>
    <message numerus="yes">
        <source>Looking for the source of %n rank(s)</source>
        <translation>
            <numerusform>Looking for the source of %n rank</numerusform>
            <numerusform>Looking for the source of %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) back to digest</source>
        <translation>
            <numerusform>%n rank back to digest</numerusform>
            <numerusform>%n ranks back to digest</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::StacksPage</name>
    <message numerus="yes">
        <source>%1, %2 %, %n block(s)</source>
        <translation>
            <numerusform>%1, %2 %, %n block</numerusform>
            <numerusform>%1, %2 %, %n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::StragglersPage</name>
    <message numerus="yes">
        <source>slow worker in %n step(s)</source>
        <translation>
            <numerusform>slow worker in %n step</numerusform>
            <numerusform>slow worker in %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::StrategyPage</name>
    <message numerus="yes">
        <source>worst of %n rank(s)</source>
        <translation>
            <numerusform>worst of %n rank</numerusform>
            <numerusform>worst of %n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SummaryView</name>
    <message numerus="yes">
        <source>step %1
mean %2, shortest %3, longest %4 of %n rank(s)</source>
        <translation>
            <numerusform>step %1
mean %2, shortest %3, longest %4 of %n rank</numerusform>
            <numerusform>step %1
mean %2, shortest %3, longest %4 of %n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SystemPanel</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::TablesPage</name>
    <message numerus="yes">
        <source>%n row(s), largest change first</source>
        <translation>
            <numerusform>%n row, largest change first</numerusform>
            <numerusform>%n rows, largest change first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineBar</name>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>%n hidden</numerusform>
            <numerusform>%n hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::TimelineEmptyPage</name>
    <message numerus="yes">
        <source>Load all %n rank(s) now</source>
        <translation>
            <numerusform>Load the rank now</numerusform>
            <numerusform>Load all %n ranks now</numerusform>
        </translation>
    </message>
</context>
</TS>
