// The server for assistants, asked by the SDK of the protocol's authors: both eras, every tool, prompt and resource, wrong
// requests, progress, cancelling, and lines that no client would send.
//     node protocol.mjs PROGRAM [PROFILE]
// The SDK (npm install @modelcontextprotocol/client) is looked for below STAGESCOPE_MCP_SDK; without it 77 is returned:
// skipped. Without a profile a demo is made.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, given] = process.argv.slice(2);
const home = resolve(process.env.STAGESCOPE_MCP_SDK ?? '.');
const sdk = join(home, 'node_modules/@modelcontextprotocol/client');
if (!existsSync(sdk)) {
  console.log(`skipped: no @modelcontextprotocol/client below ${home} (STAGESCOPE_MCP_SDK names the folder)`);
  process.exit(77);
}
const demand = createRequire(pathToFileURL(join(home, 'package.json')));
const { Client } = demand('@modelcontextprotocol/client');
const { StdioClientTransport } = demand('@modelcontextprotocol/client/stdio');

function demo() {
  const folder = mkdtempSync(join(tmpdir(), 'stagescope-mcp-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'demo');
  execFileSync(program, ['demo', path, '--pp', '2', '--dp', '2', '--microbatches', '4', '--steps', '3']);
  return path;
}
const profile = given ?? demo();

const tools = ['open_profile', 'findings', 'describe', 'pivot', 'query', 'table', 'timeline', 'explain', 'compare', 'what_if',
  'show'];
const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';

function answerOf(result) {
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, 'text');
  return JSON.parse(result.content[0].text);
}

async function connected(mode) {
  const client = new Client({ name: 'stagescope-test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: program, args: ['mcp', profile], stderr: 'inherit' }));
  return client;
}

async function askTools(client) {
  const list = (await client.listTools()).tools;
  assert.deepEqual(list.map((tool) => tool.name), tools);
  const call = async (name, args) => {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
    return answerOf(result);
  };
  const opened = await call('open_profile', { path: profile });
  assert.ok(opened.profile);
  assert.ok((await call('findings', {})).findings);
  assert.ok((await call('describe', { words: 'kernel' })).tables.length > 0);
  assert.ok((await call('pivot', { from: 'kernel', rows: ['rank'], values: ['count(*)'] })).rows.length > 0);
  const rows = await call('query', { sql: 'SELECT name, evidence FROM kernel ORDER BY dur_ns DESC', limit: 2 });
  const evidence = rows.rows[0][rows.columns.indexOf('evidence')];
  assert.ok(rows.more > 0);
  assert.equal((await call('query', { result: rows.result, row: rows.next_row, limit: 2 })).shown, 2);
  assert.ok((await call('table', { id: 'steps' })).rows.length > 0);
  assert.ok(await call('timeline', { evidence }));
  assert.ok(await call('explain', { evidence }));
  assert.ok(await call('what_if', { scenario: {} }));
  assert.ok(await call('show', { evidence }));
  const compared = await client.callTool({ name: 'compare', arguments: {} });
  assert.ok(answerOf(compared), 'without a baseline: a sentence');
}

async function askTexts(client) {
  for (const prompt of (await client.listPrompts()).prompts) {
    const args = Object.fromEntries((prompt.arguments ?? []).map((argument) => [argument.name, profile]));
    const got = await client.getPrompt({ name: prompt.name, arguments: args });
    assert.equal(got.messages[0].role, 'user');
  }
  for (const resource of (await client.listResources()).resources) {
    const got = await client.readResource({ uri: resource.uri });
    assert.ok(got.contents[0].text.length > 100);
  }
  assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
}

async function askWrongly(client) {
  const codes = async (promise) => {
    try {
      await promise;
    } catch (error) {
      return error.code;
    }
    return 0;
  };
  assert.equal(await codes(client.callTool({ name: 'rm', arguments: {} })), -32602);
  assert.equal(await codes(client.getPrompt({ name: 'none' })), -32602);
  assert.equal(await codes(client.readResource({ uri: 'file:///etc/passwd' })), -32602);
  for (const [name, args] of [['query', { sql: 'DELETE FROM kernel' }], ['query', { sql: 'SELECT nmae FROM kernel' }],
    ['query', { sqll: 'SELECT 1' }], ['query', { sql: ['SELECT 1'] }], ['open_profile', { path: '/etc' }], ['open_profile', {}],
    ['explain', { evidence: 'nonsense' }], ['pivot', { from: 'kernel', rows: ['nmae'], values: ['count(*)'] }]]) {
    const result = await client.callTool({ name, arguments: args });
    assert.equal(result.isError, true, `${name} ${JSON.stringify(args)}`);
    assert.ok(answerOf(result).error.length > 10);
  }
}

async function watchProgress(client) {
  const told = [];
  await client.callTool({ name: 'findings', arguments: {} }, { onprogress: (progress) => told.push(progress.progress) });
  assert.deepEqual(told, [...told].sort((a, b) => a - b));
  const stop = new AbortController();
  const asked = client.callTool({ name: 'query', arguments: { sql: endless } }, { signal: stop.signal });
  setTimeout(() => stop.abort('enough'), 100);
  await assert.rejects(asked);
  const next = await client.callTool({ name: 'query', arguments: { sql: 'SELECT 1 AS one' } });
  assert.deepEqual(answerOf(next).rows, [[1]]);
}

/** What a server that was started bare answers to lines, in order; it has to end by itself with its input. */
function answersTo(lines) {
  return new Promise((done, fail) => {
    const child = spawn(program, ['mcp', profile], { stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (part) => { text += part; });
    child.on('error', fail);
    child.on('close', (code) => done({ code, answers: text.split('\n').filter(Boolean).map((line) => JSON.parse(line)) }));
    for (const line of lines) {
      child.stdin.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
    }
    child.stdin.end();
  });
}

async function sendNonsense() {
  const request = (body) => JSON.stringify({ jsonrpc: '2.0', ...body });
  const nonsense = [
    ['[]', -32600], ['5', -32600], ['"text"', -32600], ['null', -32600], ['{', -32700], [Buffer.from([0xff, 0xfe, 0x7b]), -32700],
    [Buffer.from([0]), -32700], ['x'.repeat((1 << 20) + 5), -32600], ['['.repeat(50000), -32700], ['{}', -32600],
    [request({ id: 1, method: 'tools/call', params: { name: 'query', arguments: ['SELECT 1'] } }), -32602],
    [request({ id: 1, method: 'tools/call', params: { name: 7 } }), -32602],
    [request({ id: 1, method: 'tools/call' }), -32602],
    [request({ id: 1, method: 'prompts/get', params: { name: 'why_slow', arguments: [profile] } }), -32602],
    [request({ id: null, method: 'ping' }), -32600], [request({ id: 1, method: 'ping', params: [] }), -32600],
    [request({ id: 1, method: 'nothing/there' }), -32601],
  ];
  for (const [line, code] of nonsense) {
    const { code: exit, answers } = await answersTo([line, request({ id: 'after', method: 'ping' })]);
    assert.equal(exit, 0);
    assert.equal(answers.find((answer) => answer.id !== 'after')?.error?.code, code, String(line).slice(0, 80));
    assert.deepEqual(answers.find((answer) => answer.id === 'after')?.result, {});
  }
  const silent = [request({ method: 'notifications/cancelled', params: { requestId: 99 } }), request({ method: 'nothing' }),
    request({ id: 3, result: {} }), '', '   '];
  const { answers } = await answersTo(silent);
  assert.deepEqual(answers, []);
}

for (const mode of ['legacy', 'auto', { pin: '2026-07-28' }]) {
  const client = await connected(mode);
  assert.equal(client.getServerVersion()?.name, 'stagescope');
  assert.ok(client.getInstructions().includes('open_profile'));
  await askTools(client);
  await askTexts(client);
  await askWrongly(client);
  await watchProgress(client);
  await client.close();
  console.log(`era ${JSON.stringify(mode)}: passed`);
}
await sendNonsense();
console.log('lines that are no requests: passed');
