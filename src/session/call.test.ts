import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { makeHost } from '../../test/kit/session-host.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { options } from '../config/options.ts';
import { image, text } from '../kernel/content.ts';
import { fault } from '../kernel/fault.ts';
import { RpcError } from '../kernel/rpc-error.ts';
import { type AnyTool, toolsFor } from '../kernel/tool.ts';
import { moonsurfFailure } from '../report/failures/moonsurf.ts';
import { RateLimit } from './rate-limit.ts';
import type { RequestContext, ToolResult } from './service.ts';

const defineTool = toolsFor<unknown>();
const context = (more: Partial<RequestContext> = {}): RequestContext => ({
  era: 'legacy',
  signal: new AbortController().signal,
  ...more,
});
const secret = `AK${'IA'}ABCDEFGHIJKLMNOP`;

function tool(run: AnyTool<unknown>['run'], more: Partial<AnyTool<unknown>> = {}): AnyTool<unknown> {
  const base = { name: 'work', title: 'Work', summary: 'Works.', effect: 'write', faults: [] } as const;
  return defineTool({
    ...base,
    input: z.object({ port: z.int().max(10).optional(), mode: z.enum(['fast', 'slow']).optional() }),
    run,
    ...more,
  });
}
const shown = (result: ToolResult) =>
  result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
function open(made: AnyTool<unknown>, changes: Parameters<typeof makeHost>[1] = {}) {
  const kit = makeHost({ tools: [made] }, changes);
  return { ...kit, session: kit.host.open({ transport: 'test', cwd: '/' }) };
}

test('data become structured content and text; without blocks the text is the JSON', async () => {
  const { session } = open(tool(() => ({ data: { answer: 42 } }), { output: z.object({ answer: z.int() }) }));
  const result = await session.callTool('work', {}, context());
  assert.deepEqual(result, {
    content: [text('{"answer":42}')],
    structuredContent: { answer: 42 },
  });
});

test('a tool sees its arguments with defaults, its caller and a signal', async () => {
  let seen: unknown;
  const { session } = open(
    tool(
      ({ args, caller, signal }) => {
        seen = { args, session: caller.session, client: caller.client, isAborted: signal.aborted };
        return {};
      },
      { input: z.object({ depth: z.int().default(3) }) },
    ),
  );
  session.introduce({ name: 'client', version: '1' });
  await session.callTool('work', {}, context());
  assert.deepEqual(seen, {
    args: { depth: 3 },
    session: session.id,
    client: { name: 'client', version: '1' },
    isAborted: false,
  });
});

test('what a tool is handed is made of plain fields: getters would keep each call alive', async () => {
  let fields: PropertyDescriptorMap = {};
  const { session } = open(
    tool((call) => {
      fields = Object.getOwnPropertyDescriptors(call);
      return {};
    }),
  );
  await session.callTool('work', {}, context());
  const names = ['args', 'budget', 'caller', 'conceal', 'deps', 'log', 'progress', 'signal'];
  assert.deepEqual(Object.keys(fields).sort(), names);
  for (const [name, field] of Object.entries(fields)) assert.ok(!field.get, name);
});

test('a client that went away before its call began is seen by the tool', async () => {
  let wasAborted = false;
  const { session } = open(
    tool(({ signal }) => {
      wasAborted = signal.aborted;
      return {};
    }),
  );
  await session.callTool('work', {}, context({ signal: AbortSignal.abort() }));
  assert.ok(wasAborted);
});

test('an unknown tool is a JSON-RPC error with the code of its era and the nearest name', async () => {
  const { session } = open(tool(() => ({})));
  const refused = (era: 'legacy' | 'modern') => session.callTool('wrok', {}, context({ era }));
  await assert.rejects(
    refused('legacy'),
    (e: RpcError) => e.code === -32601 && /Did you mean "work"/.test(e.message),
  );
  await assert.rejects(refused('modern'), (e: RpcError) => e.code === -32602);
});

test('wrong arguments are an error result that lists what is allowed', async () => {
  const { session } = open(tool(() => ({})));
  const wrong = async (args: Record<string, unknown>) => {
    const result = await session.callTool('work', args, context());
    assert.ok(result.isError);
    return shown(result);
  };
  assert.match(await wrong({ port: 'nine' }), /"port" must be a number, not "nine"/);
  assert.match(await wrong({ port: 11 }), /"port" is 11; it must be at most 10/);
  assert.match(
    await wrong({ mode: 'fats' }),
    /"mode" is "fats"; allowed are fast, slow \(did you mean "fast"\?\)/,
  );
});

verifies(
  'gasoline: guarantee 2 unknown arguments',
  'unknown arguments are ignored and named in a warning of that very answer',
  async () => {
    const { session } = open(tool(() => ({ blocks: [text('done')] })));
    for (let i = 0; i < 2; i++) {
      const { content } = await session.callTool('work', { prot: 1, zzzzzzzz: 2 }, context());
      assert.deepEqual(content, [
        text('done'),
        text('Warning: unknown argument "prot" was ignored; did you mean "port"?'),
        text('Warning: unknown argument "zzzzzzzz" was ignored.'),
      ]);
    }
  },
);

test('a fault looks as the profile wants it', async () => {
  const failing = tool(() => {
    throw fault('PORT_IN_USE', { port: 9000 });
  });
  const asResult = await open(failing).session.callTool('work', {}, context());
  assert.match(JSON.stringify(asResult), /PORT_IN_USE: Port 9000 already in use\. Choose another port/);
  assert.ok(asResult.isError);
  const asObject = await open(failing, { renderFault: moonsurfFailure }).session.callTool(
    'work',
    {},
    context(),
  );
  assert.match(JSON.parse(shown(asObject)).error.message, /Port 9000/);
  const asError = open(failing, { renderFault: () => undefined }).session.callTool('work', {}, context());
  await assert.rejects(
    asError,
    (e: RpcError) => e instanceof RpcError && e.code === -32000 && /Port 9000/.test(e.message),
  );
  const badInput = open(failing, { renderFault: () => undefined }).session.callTool(
    'work',
    { port: 'x' },
    context(),
  );
  await assert.rejects(badInput, (e: RpcError) => e.code === -32602);
});

test('a failure keeps to the budget too, words and data', async () => {
  const failing = tool(() => {
    throw fault('PORT_IN_USE', { port: 9000 });
  });
  const long = 'x'.repeat(20_000);
  const structuredContent = { found: long };
  const isError = true as const;
  const renderFault = () => ({ content: [text(long)], structuredContent, isError });
  const result = await open(failing, { renderFault }).session.callTool('work', {}, context());
  assert.ok(shown(result).length <= 6_300, String(shown(result).length));
  assert.match(String(result.structuredContent?.found), /…\+\d+$/);
  assert.ok(JSON.stringify(result.structuredContent).length <= 6_000);
});

test('anything unforeseen is one sentence without a stack; the cause goes to the log', async () => {
  const { session, logged } = open(
    tool(() => {
      throw new TypeError('inner detail');
    }),
  );
  const result = await session.callTool('work', {}, context());
  assert.ok(result.isError);
  assert.doesNotMatch(JSON.stringify(result), /inner detail|at .*\.ts/);
  assert.match(logged.join(''), /inner detail/);
});

test('the rate limit answers with the time to wait', async () => {
  let now = 0;
  const clock = { micros: () => now * 1000, monotonic: () => now };
  const { session } = open(
    tool(() => ({ blocks: [text('ok')] })),
    { rateLimit: new RateLimit(2, clock) },
  );
  const call = async () => JSON.stringify(await session.callTool('work', {}, context()));
  assert.match(await call(), /ok/);
  now = 10_000;
  assert.match(await call(), /ok/);
  now = 20_000;
  assert.match(await call(), /RATE_LIMITED.*2 calls a minute.*Wait 40\.0 s/);
  now = 60_000;
  assert.match(await call(), /ok/);
});

test('calls on one target never interleave; other targets run beside them', async () => {
  const events: string[] = [];
  const gates = new Map<string, () => void>();
  const made = tool(
    async ({ args }) => {
      events.push(`start ${args.id}`);
      await new Promise<void>((resolve) => gates.set(args.id, resolve));
      events.push(`end ${args.id}`);
      return {};
    },
    { input: z.object({ id: z.string(), page: z.string() }), target: (args) => args.page },
  );
  const { session } = open(made);
  const calls = ['a1', 'a2', 'b1'].map((id) => session.callTool('work', { id, page: id[0] }, context()));
  const opened = async (id: string) => {
    while (!gates.has(id)) await new Promise((resolve) => setImmediate(resolve));
    gates.get(id)!();
  };
  await opened('b1');
  await opened('a1');
  await opened('a2');
  await Promise.all(calls);
  assert.ok(events.indexOf('end a1') < events.indexOf('start a2'));
  assert.ok(events.indexOf('start b1') < events.indexOf('end a1'));
});

test('a call over its time limit is answered, and its signal is aborted', async () => {
  let signal: AbortSignal | undefined;
  const made = tool(
    (call) => {
      signal = call.signal;
      return new Promise(() => {});
    },
    { timeoutMs: () => 20 },
  );
  const result = await open(made).session.callTool('work', {}, context());
  assert.match(JSON.stringify(result), /TOOL_TIMEOUT.*did not finish within 0\.02 s/);
  assert.ok(signal!.aborted);
});

test('cancelling reaches the tool, also while it waits for its turn', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const made = tool(
    ({ signal }) => {
      start();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    },
    { target: () => 'page' },
  );
  const { session, parts } = open(made);
  const [first, second] = [new AbortController(), new AbortController()];
  const running = session.callTool('work', {}, context({ signal: first.signal }));
  const waiting = session.callTool('work', {}, context({ signal: second.signal }));
  await started;
  second.abort();
  assert.match(JSON.stringify(await waiting), /CANCELLED/);
  first.abort();
  assert.match(JSON.stringify(await running), /CANCELLED/);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(parts.queue.size, 0);
});

test('progress is passed on, growing, and a silent tool gives a sign of life', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const seen: unknown[] = [];
  const { promise: done, resolve: finish } = Promise.withResolvers<object>();
  const silent = open(tool(() => done));
  const call = silent.session.callTool('work', {}, context({ progress: (p) => seen.push(p.message) }));
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(2000);
  finish({});
  await call;
  assert.equal(seen.length, 1);
  assert.match(String(seen[0]), /work has been running/);

  const talkative = tool(({ progress }) => {
    for (const step of [1, 2, 2, 3]) progress(step, 3, `step ${step}`);
    return {};
  });
  const steps: number[] = [];
  await open(talkative).session.callTool('work', {}, context({ progress: (p) => steps.push(p.progress) }));
  assert.deepEqual(steps, [1, 3]);
});

test('what a tool logs reaches the client too, redacted', async () => {
  const heard: unknown[] = [];
  const made = tool(({ log }) => {
    log.warning('odd', { key: secret });
    return {};
  });
  await open(made).session.callTool('work', {}, context({ notify: (...said) => heard.push(said) }));
  assert.deepEqual(heard, [['warning', 'work', { message: 'odd', key: '[REDACTED:aws-key]' }]]);
});

verifies(
  'gasoline: guarantee 3 safety defaults',
  'every outgoing byte is redacted: text, data, links, errors and the journal',
  async () => {
    assert.equal(options.rateLimit.schema.parse(undefined), 500);
    const made = tool(
      ({ args }) => {
        if (args.port === 1) throw fault('TARGET_UNREACHABLE', { target: secret, why: secret });
        return {
          data: { key: secret },
          blocks: [
            text(`key ${secret}`),
            { type: 'resource_link', uri: 'file:///x', name: secret },
            image(new Uint8Array(3), 'image/png'),
          ],
        };
      },
      { output: z.object({ key: z.string() }) },
    );
    const { session, parts, evidence } = open(made);
    const good = await session.callTool('work', { [secret]: secret }, context());
    const bad = await session.callTool('work', { port: 1 }, context());
    const kept = [good, bad, parts.journal.query(), evidence];
    assert.doesNotMatch(JSON.stringify(kept), new RegExp(secret));
    assert.equal(good.content[2]!.type, 'image');
    assert.ok(parts.redactor.counts()['aws-key']! >= 6);
  },
);

test('the journal knows who called what, how long, how much and how it ended', async () => {
  const made = tool(({ args }) => {
    if (args.port === 1) throw fault('PORT_IN_USE', { port: 1 });
    return {};
  });
  const { session, parts, evidence } = open(made);
  session.introduce({ name: 'codex', version: '1' });
  await session.callTool('work', {}, context());
  await session.callTool('work', { port: 1 }, context());
  const [newest, oldest] = parts.journal.query({ tool: 'work', session: session.id });
  assert.equal(newest!.outcome, 'PORT_IN_USE');
  assert.deepEqual([oldest!.outcome, oldest!.client, oldest!.args], ['ok', 'codex', '{}']);
  assert.ok(oldest!.bytes > 0 && oldest!.ms >= 0);
  assert.deepEqual(parts.journal.totals(), { calls: 2, failed: 1 });
  assert.equal(evidence.length, 2);
});

test('what is too large for one message lies in a file that the answer names', async () => {
  const big = 'x'.repeat(5 * 1024 * 1024);
  const { session, spilled } = open(
    tool(() => ({ data: { big }, blocks: [text(big), text('small')], isWhole: true }), {
      output: z.object({ big: z.string() }),
    }),
  );
  const result = await session.callTool('work', {}, context());
  assert.ok(JSON.stringify(result).length < 10_000);
  assert.deepEqual(
    spilled.map((file) => [file.mimeType, file.bytes.length > 5e6]),
    [
      ['application/json', true],
      ['text/plain', true],
    ],
  );
  assert.equal(result.content.filter((block) => block.type === 'resource_link').length, 2);
  assert.match(JSON.stringify(result), /small/);
});

test('closing a session stops its calls and tells whoever holds things for it', async () => {
  const { session, ended, host } = open(tool(() => new Promise(() => {})));
  const running = session.callTool('work', {}, context());
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(host.sessions().length, 1);
  await session.close();
  await session.close();
  assert.match(JSON.stringify(await running), /SHUTTING_DOWN/);
  assert.deepEqual(ended, [session.id]);
  assert.equal(host.sessions().length, 0);
});
