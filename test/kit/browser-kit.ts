/** The browser tools as a client sees them: settings, session, tools and a real Chromium, in this process. */
import assert from 'node:assert/strict';
import { type Assembly, assemble } from '../../src/assemble/assemble.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { BrowserEngine } from '../../src/engines/browser/browser-engine.ts';
import type { Timeouts } from '../../src/engines/browser/page/outcome.ts';
import { makeLog } from '../../src/kernel/log.ts';
import type { Profile } from '../../src/profiles/profile.ts';
import { viewpoint } from '../../src/profiles/viewpoint.ts';
import type { Session, ToolResult } from '../../src/session/service.ts';
import { inHaste, QUIET_ARGS } from './browser.ts';
import { withoutNote } from './outside-note.ts';
import { type Pages, startPages } from './pages.ts';
import { type Cleanup, scratch } from './scratch.ts';

export interface Answer {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly isError: boolean;
  readonly content: ToolResult['content'];
  readonly ms: number;
}

type Named = { readonly name: string };

export interface BrowserKit {
  readonly pages: Pages;
  /** The client's own folder; the output folder is `output` in it. */
  readonly folder: string;
  readonly assembly: Assembly;
  readonly logged: readonly string[];
  readonly session: Session;
  /** The tabs and contexts of that session. */
  engine(): Promise<BrowserEngine>;
  call(tool: Named | string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
  /** The same, and it must not fail. */
  ok(tool: Named | string, args?: Record<string, unknown>): Promise<Answer>;
  /** The same, and it must fail with that code. */
  fails(code: string, tool: Named | string, args?: Record<string, unknown>): Promise<Answer>;
  /** With short limits for what is meant to run out of time. */
  inHaste<T>(limits: Partial<Timeouts>, work: () => Promise<T>): Promise<T>;
  /** What a client hears of progress during a call. */
  readonly progress: { progress: number; message?: string }[];
}

export interface KitOptions {
  readonly profile?: Profile;
  readonly env?: Record<string, string>;
  /** Without these, the browser is headless, isolated and quiet. */
  readonly bare?: boolean;
}

const NEVER = new AbortController().signal;

export async function browserKit(
  t: Cleanup,
  argv: readonly string[] = [],
  options: KitOptions = {},
): Promise<BrowserKit> {
  const folder = await scratch(t);
  const profile = options.profile ?? viewpoint;
  const usual = ['--headless', '--isolated', '--launch-options', JSON.stringify({ args: QUIET_ARGS })];
  const folders = ['--state-dir', `${folder}/state`, '--output-dir', `${folder}/output`];
  const { config, given } = loadConfig({
    argv: [...(options.bare ? [] : usual), ...folders, '--rate-limit', '0', ...argv],
    env: { HOME: folder, ...options.env },
    takes: profile.takes,
    flagNames: profile.flagNames,
    conflicts: profile.conflicts,
  });
  const logged: string[] = [];
  const assembly = await assemble({
    config,
    given,
    env: { ...process.env, ...options.env },
    keepsRecord: profile.takes.includes('store'),
    makeLog: (redactor) => makeLog('debug', (line) => logged.push(redactor.text(line))),
    shutdown: () => {},
  });
  const session = assembly.host(profile).open({ transport: 'test', cwd: folder });
  const pages = await startPages();
  t.after(async () => {
    await assembly.close();
    await pages.close();
  });
  const engine = async () => (await assembly.browser.get()).engines.of(session.id);
  const progress: BrowserKit['progress'] = [];
  const call: BrowserKit['call'] = async (tool, args = {}, signal = NEVER) => {
    const began = performance.now();
    const name = typeof tool === 'string' ? tool : tool.name;
    const context = {
      era: 'legacy' as const,
      asData: true, // as programs ask: tests look at more than the words
      signal,
      progress: (one: { progress: number }) => progress.push(one),
    };
    return answerOf(await session.callTool(name, args, context), performance.now() - began);
  };
  return {
    pages,
    folder,
    assembly,
    logged,
    session,
    engine,
    progress,
    call,
    async ok(tool, args) {
      const answer = await call(tool, args);
      assert.ok(!answer.isError, answer.text);
      return answer;
    },
    async inHaste(limits, work) {
      return inHaste(await (await engine()).tab(), limits, work);
    },
    async fails(code, tool, args) {
      const answer = await call(tool, args);
      assert.match(answer.text, new RegExp(`^${code}: `));
      assert.ok(answer.isError);
      return answer;
    },
  };
}

function answerOf({ content, structuredContent, isError }: ToolResult, ms: number): Answer {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return {
    text: texts.join('\n'),
    data: withoutNote(structuredContent),
    isError: isError ?? false,
    content,
    ms,
  };
}

/** The ref behind what fits, or else of its line: elements of one role may share a line. */
export function refOf(text: string, pattern: RegExp): string {
  const line = text.split('\n').find((one) => pattern.test(one)) ?? '';
  const first = /\[((?:[\w.-]+:)?e\d+)/;
  const ref = (first.exec(line.slice(pattern.exec(line)?.index)) ?? first.exec(line))?.[1];
  assert.ok(ref, `no ref on a line with ${pattern} in:\n${text}`);
  return ref;
}
