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
        <source>%n setting(s) differ between ranks; shown first</source>
        <translation>
            <numerusform>%n setting differs between ranks; shown first</numerusform>
            <numerusform>%n settings differ between ranks; shown first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the same on all %n rank(s) that were read</source>
        <translation>
            <numerusform>of the one rank that was read</numerusform>
            <numerusform>the same on all %n ranks that were read</numerusform>
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
        <source>%1: %n file(s), %2; not all of them are read yet</source>
        <translation>
            <numerusform>%1: %n file, %2; it is not read yet</numerusform>
            <numerusform>%1: %n files, %2; not all of them are read yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n rank(s), in ms</source>
        <translation>
            <numerusform>of %n rank, in ms</numerusform>
            <numerusform>mean of %n ranks, in ms</numerusform>
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
        <source>%n check(s) passed, more data needed for %1</source>
        <translation>
            <numerusform>%n check passed, more data needed for %1</numerusform>
            <numerusform>%n checks passed, more data needed for %1</numerusform>
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
        <source>%n operator(s) beside matrix products; the slowest, %1, at %2 GB/s instead of %3 GB/s.</source>
        <translation>
            <numerusform>%n operator beside matrix products; the slowest, %1, at %2 GB/s instead of %3 GB/s.</numerusform>
            <numerusform>%n operators beside matrix products; the slowest, %1, at %2 GB/s instead of %3 GB/s.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Most of it in group %1 of %n rank(s): %2 ms, %3 ms of it without computing beside it.</source>
        <translation>
            <numerusform>Most of it in group %1 of %n rank: %2 ms, %3 ms of it without computing beside it.</numerusform>
            <numerusform>Most of it in group %1 of %n ranks: %2 ms, %3 ms of it without computing beside it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 % of its computing ran below that, in %n period(s) (threshold %2 % of the step).</source>
        <translation>
            <numerusform>%1 % of its computing ran below that, in %n period (threshold %2 % of the step).</numerusform>
            <numerusform>%1 % of its computing ran below that, in %n periods (threshold %2 % of the step).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n collective(s), rank %1 came last to %2 and caused %3 % of the waiting there (threshold %4 %).</source>
        <translation>
            <numerusform>Of %n collective, rank %1 came last to %2 and caused %3 % of the waiting there (threshold %4 %).</numerusform>
            <numerusform>Of %n collectives, rank %1 came last to %2 and caused %3 % of the waiting there (threshold %4 %).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 MB (10^6 bytes) per step at %3 GB/s, median of the links of its kind %4 GB/s (%n other(s)).</source>
        <translation>
            <numerusform>%1: %2 MB (10^6 bytes) per step at %3 GB/s, median of the links of its kind %4 GB/s (%n other).</numerusform>
            <numerusform>%1: %2 MB (10^6 bytes) per step at %3 GB/s, median of the links of its kind %4 GB/s (%n others).</numerusform>
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
        <source>At event %1 the driver gave %2 more, beside %3 reserved; free memory lay in %n piece(s), %4 of it between blocks in use.</source>
        <translation>
            <numerusform>At event %1 the driver gave %2 more, beside %3 reserved; free memory lay in %n piece, %4 of it between blocks in use.</numerusform>
            <numerusform>At event %1 the driver gave %2 more, beside %3 reserved; free memory lay in %n pieces, %4 of it between blocks in use.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3; %n block(s) at the end, %4 % of all that it made are freed.</source>
        <translation>
            <numerusform>%1: from %2 to %3; %n block at the end, %4 % of all that it made are freed.</numerusform>
            <numerusform>%1: from %2 to %3; %n blocks at the end, %4 % of all that it made are freed.</numerusform>
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
        <source>A transfer takes %1 ms, the median of the links; measured: %n transfer(s).</source>
        <translation>
            <numerusform>A transfer takes %1 ms, the median of the links; measured: %n transfer.</numerusform>
            <numerusform>A transfer takes %1 ms, the median of the links; measured: %n transfers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>RDMA probably retransmitted packets of %n operator(s); worst on rank %1</source>
        <translation>
            <numerusform>RDMA probably retransmitted packets of %n operator; worst on rank %1</numerusform>
            <numerusform>RDMA probably retransmitted packets of %n operators; worst on rank %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A transfer takes %1 ms here (median of %2), %3 ms on %n other link(s) of its kind.</source>
        <translation>
            <numerusform>A transfer takes %1 ms here (median of %2), %3 ms on %n other link of its kind.</numerusform>
            <numerusform>A transfer takes %1 ms here (median of %2), %3 ms on %n other links of its kind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n environment variable(s) may cost time</source>
        <translation>
            <numerusform>%n environment variable may cost time</numerusform>
            <numerusform>%n environment variables may cost time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rank %1: %n time(s) per step, %2 ms together; reported from %3 % of the step on.</source>
        <translation>
            <numerusform>Rank %1: %n time per step, %2 ms together; reported from %3 % of the step on.</numerusform>
            <numerusform>Rank %1: %n times per step, %2 ms together; reported from %3 % of the step on.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Figures of %n run(s), a box per run over its steps</source>
        <translation>
            <numerusform>Figures of %n run, a box per run over its steps</numerusform>
            <numerusform>Figures of %n runs, a box per run over its steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of data preparation in the table; nothing tells of batches or queues</source>
        <translation>
            <numerusform>%n event of data preparation in the table; nothing tells of batches or queues</numerusform>
            <numerusform>%n events of data preparation in the table; nothing tells of batches or queues</numerusform>
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
        <source>rank %1 worked for %2 (%n kernel(s), the longest %3)</source>
        <translation>
            <numerusform>rank %1 worked for %2 (%n kernel, the longest %3)</numerusform>
            <numerusform>rank %1 worked for %2 (%n kernels, the longest %3)</numerusform>
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
    <name>stagescope::KernelTreeModel</name>
    <message numerus="yes">
        <source>%n more: Enter shows them</source>
        <translation>
            <numerusform>%n more: Enter shows it</numerusform>
            <numerusform>%n more: Enter shows them</numerusform>
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
%n launch(es) ahead, %2 after the first launch</source>
        <translation>
            <numerusform>%1
%n launch ahead, %2 after the first launch</numerusform>
            <numerusform>%1
%n launches ahead, %2 after the first launch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es) began to run %1 to %2 after their call.
They ran for %3.</source>
        <translation>
            <numerusform>%n launch began to run %1 to %2 after its call.
It ran for %3.</numerusform>
            <numerusform>%n launches began to run %1 to %2 after their call.
They ran for %3.</numerusform>
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
        <source>%n operator(s) named in the files</source>
        <translation>
            <numerusform>%n operator named in the files</numerusform>
            <numerusform>%n operators named in the files</numerusform>
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
        <source>%n capture(s) arrived, the last one: %1</source>
        <translation>
            <numerusform>%n capture arrived, the last one: %1</numerusform>
            <numerusform>%n captures arrived, the last one: %1</numerusform>
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
        <source>%n workspace(s) put right</source>
        <translation>
            <numerusform>%n workspace put right</numerusform>
            <numerusform>%n workspaces put right</numerusform>
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
        <source>%n diagnostic(s); the import log lists them</source>
        <translation>
            <numerusform>%n diagnostic; the import log lists them</numerusform>
            <numerusform>%n diagnostics; the import log lists them</numerusform>
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
        <source>critical path: %n cell(s), shares of the window of %1</source>
        <translation>
            <numerusform>critical path: %n cell, shares of the window of %1</numerusform>
            <numerusform>critical path: %n cells, shares of the window of %1</numerusform>
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
        <source>%n picture(s) for the report, saved with this run</source>
        <translation>
            <numerusform>%n picture for the report, saved with this run</numerusform>
            <numerusform>%n pictures for the report, saved with this run</numerusform>
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
        <source>%n call(s), %1 ms</source>
        <translation>
            <numerusform>%n call, %1 ms</numerusform>
            <numerusform>%n calls, %1 ms</numerusform>
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
    <name>stagescope::ScopeBar</name>
    <message numerus="yes">
        <source>%1..., %n ranks)</source>
        <translation>
            <numerusform>%1..., %n rank)</numerusform>
            <numerusform>%1..., %n ranks)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagescope::SearchPanel</name>
    <message numerus="yes">
        <source>%n hit(s) for &quot;%1&quot;</source>
        <translation>
            <numerusform>%n hit for &quot;%1&quot;</numerusform>
            <numerusform>%n hits for &quot;%1&quot;</numerusform>
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
        <source>Back to the digest of %n rank(s)</source>
        <translation>
            <numerusform>Back to the digest of %n rank</numerusform>
            <numerusform>Back to the digests of %n ranks</numerusform>
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
        <source>the worst of %n rank(s)</source>
        <translation>
            <numerusform>the worst of %n rank</numerusform>
            <numerusform>the worst of %n ranks</numerusform>
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
        <source>%n row(s), the largest change first</source>
        <translation>
            <numerusform>%n row, the largest change first</numerusform>
            <numerusform>%n rows, the largest change first</numerusform>
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
