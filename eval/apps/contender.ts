/** The two servers that do the jobs: how each is started, what its answers cost, and how its outlines are read. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RawClient } from '../../bench/raw-client.ts';
import type { Target } from './app.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Answer {
  readonly text: string;
  /** What the files say that the text points to. */
  readonly filed: string;
  /** Characters of structured data. */
  readonly data: number;
  readonly isError: boolean;
  readonly ms: number;
}

export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  /** The ref of an element in an outline. */
  find(text: string, target: Target): string | undefined;
  /** A target without a ref. */
  byText(text: string): string;
  /** Whether an answer shows the whole page, and not only what changed. */
  readonly answersWhole: boolean;
  /** The calls for what an outline left out, one after the other. */
  more(outline: string): Readonly<Record<string, unknown>>[];
}

export const OURS: Contender = {
  name: 'viewpoint-mcp',
  command: [join(root, 'bin/viewpoint-mcp.cjs'), '--standalone', '--rate-limit', '0'],
  find: findOurs,
  byText: (text) => `text ${JSON.stringify(text)}`,
  answersWhole: false,
  more: (outline) => [
    ...[...outline.matchAll(/… \d+ more [^\n]*?(e\d+(?:–e\d+)?)/g)]
      .slice(0, 2)
      .map((match) => ({ unfold: match[1] })),
    { allRefs: true, budget: 60_000 },
  ],
};

export const THEIRS: Contender = {
  name: '@playwright/mcp',
  command: [join(root, '.bench/node_modules/@playwright/mcp/cli.js')],
  find: findTheirs,
  byText: (text) => `text=${JSON.stringify(text)}`,
  answersWhole: true,
  more: () => [],
};

/** `button "Save" [e12]`, `cell [e3]: Anna`, `(textbox "Name" [e4] = "x")`; headings are h1 to h6. */
function findOurs(written: string, target: Target): string | undefined {
  const text = oneByOne(written);
  const line =
    /([\w-]+)(?: "((?:[^"\\]|\\.)*)")?(?: \([^)]*\))? \[((?:[\w-]+:)?(?:f\d+)?e\d+)([^\]]*)\](?=(?::? ([^\n]*))?)/g;
  const hits = [...text.matchAll(line)].filter(
    ([, role = '', name, , marks = '', rest = '']) =>
      isRole(role.replace(/^h[1-6]$/, 'heading'), target) &&
      (isNamed(name ?? iconIn(marks), ownText(rest), target) ||
        (rest.startsWith('= ') && isNamed('', ownText(rest), target))),
  );
  return (
    hits.at(target.nth)?.[3] ??
    findHeader(text, target) ??
    findWrapped(text, target) ??
    findCalled(text, target)
  );
}

/** What has no words says its icon. */
const iconIn = (marks: string) => /\bicon ([\w-]+)/.exec(marks)?.[1] ?? '';

const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const ITEM = `(?:${QUOTED}(?: \\[[^\\]]*\\])?|\\[e\\d[^\\]]*\\])(?:: [^,"\\n]*)?`;

/** Elements that share a line, `button "A" [e1], "B" [e2]`, and those that are counted up, `"1 May" [e3] to "9 May" [e11]`. */
function oneByOne(text: string): string {
  const shared = new RegExp(`^( *(?:[+~] )?)([\\w-]+) (${ITEM}(?:(?:,| to) ${ITEM})+)$`, 'gm');
  const counted = new RegExp(`^( *(?:[+~] )?)([\\w-]+) (${ITEM}) to (${ITEM})$`, 'gm');
  return text
    .replace(shared, (_, indent: string, role: string, items: string) =>
      items.replace(
        new RegExp(`(^|, )(${ITEM}(?: to ${ITEM})?)`, 'g'),
        (_all, _comma, item: string) => `${indent}${role} ${item}\n`,
      ),
    )
    .replace(counted, (_, indent: string, role: string, first: string, last: string) => {
      const start = Number(/\[e(\d+)/.exec(first)?.[1] ?? 0);
      const [from = 0, to = 0] = [first, last].map((item) => Number(/\d+/.exec(item)?.[0]));
      return Array.from({ length: to - from + 1 }, (_one, i) => {
        const name = first.replace(/\d+/, String(from + i));
        return `${indent}${role} ${name.replace(/\[e\d+/, `[e${start + i}`)}`;
      }).join('\n');
    });
}

/** What is shown without a ref is called by role and name. */
function findCalled(text: string, target: Target): string | undefined {
  const line = new RegExp(`(?<![\\w-])([a-z][\\w-]*) (${QUOTED})(?! \\[(?:[\\w-]+:)?e\\d)`, 'g');
  const hits = [...text.matchAll(line)].filter(
    ([, role = '', name = '']) => isRole(role, target) && isNamed(name.slice(1, -1), '', target),
  );
  const [, role = '', name = ''] = hits.at(target.nth) ?? [];
  return role && role !== 'text' && role !== 'was' && !/^h[1-6]$/.test(role) ? `${role} ${name}` : undefined;
}

/** `header: Id [e12] | Amount [e15, ascending]` */
function findHeader(text: string, target: Target): string | undefined {
  const cells = [...text.matchAll(/^ *header: (.*)$/gm)].flatMap(([, row = '']) => row.split(' | '));
  const hits = cells.flatMap((cell) => {
    const [, name = '', ref] = /^([^[(]*?)(?: \(.*\))? \[(e\d+)[^\]]*\]$/.exec(cell) ?? [];
    return ref && isRole('columnheader', target) && isNamed(name, '', target) ? [ref] : [];
  });
  return hits.at(target.nth);
}

/** What stands behind a ref is the element's own: a value in quotes, or words up to the next element or the end. */
function ownText(rest: string): string {
  const value = /^= "((?:[^"\\]|\\.)*)"/.exec(rest)?.[1];
  if (value !== undefined) return value;
  const [own = ''] = rest.split(/\)(?= |$)/);
  return own.includes(' [e') ? '' : own;
}

/** `clickable [e57]: (checkbox "Gift") Gift`: what has no ref of its own is reached through what is around it. */
function findWrapped(text: string, target: Target): string | undefined {
  const wrapper = /clickable(?: "[^"]*")? \[(e\d+)[^\]]*\]: ([^\n]*)/g;
  const hits = [...text.matchAll(wrapper)].filter(([, , inside = '']) =>
    [...inside.matchAll(/\(([\w-]+) "((?:[^"\\]|\\.)*)"\)/g)].some(
      ([, role = '', name = '']) => isRole(role, target) && isNamed(name, '', target),
    ),
  );
  return hits.at(target.nth)?.[1];
}

/** `- button "Save" [disabled] [ref=e12] [cursor=pointer]: text` */
function findTheirs(text: string, target: Target): string | undefined {
  const line = /- '?([\w-]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])+)'?(?=(?:: ?([^\n]*))?)/g;
  const hits = [...text.matchAll(line)].filter(
    ([, role = '', name, marks = '', rest = '']) =>
      marks.includes('[ref=') &&
      isRole(role, target) &&
      isNamed(name ?? '', rest.replace(/^"(.*)"$/, '$1'), target),
  );
  return /\[ref=([^\]]+)\]/.exec(hits.at(target.nth)?.[3] ?? '')?.[1];
}

function isRole(role: string, target: Target): boolean {
  return target.role === '*' || target.role.split('|').includes(role);
}

function isNamed(name: string, rest: string, { name: wanted }: Target): boolean {
  const plain = name.replaceAll('\\"', '"').trim();
  if (typeof wanted !== 'string') return wanted.test(plain) || (!plain && wanted.test(rest));
  return plain === wanted || (!plain && rest.trim() === wanted);
}

/** A running server with its browser, in a folder of its own. */
export class Client extends RawClient {
  readonly home: string;
  /** Fails when the server ends: a call would wait for ever. */
  readonly #gone: Promise<never>;
  calls = 0;
  characters = { text: 0, data: 0, files: 0 };
  ms = 0;

  constructor(contender: Contender, browser: string, devtools: number) {
    const home = mkdtempSync(join(tmpdir(), 'eval-apps-'));
    const args = [`--remote-debugging-port=${devtools}`];
    writeFileSync(join(home, 'config.json'), JSON.stringify({ browser: { launchOptions: { args } } }));
    const shared = ['--headless', '--isolated', '--no-sandbox', '--executable-path', browser];
    super([...contender.command, '--config', join(home, 'config.json'), ...shared], home, home);
    this.home = home;
    this.#gone = new Promise((_, fail) =>
      this.child.once('close', () => fail(new Error('the server ended'))),
    );
    this.#gone.catch(() => undefined);
  }

  /** A probe of the evaluation's own is not counted. */
  async call(name: string, args: Readonly<Record<string, unknown>>, isProbe = false): Promise<Answer> {
    const began = performance.now();
    const line = await Promise.race([this.request('tools/call', { name, arguments: args }), this.#gone]);
    const ms = performance.now() - began;
    const { result, error } = JSON.parse(line) as {
      result?: { content: { text?: string }[]; isError?: boolean; structuredContent?: unknown };
      error?: unknown;
    };
    const text = result?.content.map((block) => block.text ?? '').join('\n') ?? JSON.stringify(error);
    const data =
      result?.structuredContent === undefined ? 0 : JSON.stringify(result.structuredContent).length;
    const filed = this.#filed(text);
    const isError = !result || result.isError === true;
    if (isProbe) return { text, filed, data, ms, isError };
    this.calls++;
    this.ms += ms;
    this.characters.text += text.length;
    this.characters.data += data;
    this.characters.files += filed.length;
    return { text, filed, data, ms, isError };
  }

  #filed(text: string): string {
    const names = [...text.matchAll(/\]\(([^)\s]+\.yml)\)/g)].map((match) => match[1]!);
    return names.map((name) => readFileSync(resolve(this.home, name), 'utf8')).join('\n');
  }

  async close(): Promise<void> {
    const gone = new Promise<void>((done) => this.child.once('close', () => done()));
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 8000);
    await gone;
    clearTimeout(timer);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
