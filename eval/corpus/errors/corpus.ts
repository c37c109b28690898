/** Errors with the cause that they have: several of each, as they differ from one user, build and browser to the next. */
import type { ErrorSample } from '../../../src/toolsets/telemetry/analyze/clusters/cluster.ts';
import type { Frame } from '../../../src/toolsets/telemetry/analyze/clusters/frames.ts';
import { Chance } from '../random.ts';
import { CAUSES } from './causes.ts';

export interface LabelledError extends ErrorSample {
  readonly framework: string;
  readonly cause: number;
}

/** What stands below the application's calls, or above them where a framework calls back. */
const LIBRARY_CALLS: Readonly<Record<string, readonly string[]>> = {
  react: ['renderWithHooks@https://app.example.com/node_modules/react-dom/cjs/react-dom.js:16305:18'],
  vue: [
    'callWithErrorHandling@https://app.example.com/node_modules/@vue/runtime-core/dist/runtime-core.js:158:19',
  ],
  angular: ['ZoneDelegate.invoke@https://app.example.com/polyfills.js:368:26'],
  svelte: ['init@https://site.example.com/node_modules/svelte/internal/index.mjs:1923:26'],
  next: ['callCallback@webpack-internal:///./node_modules/next/dist/compiled/react-dom.js:20565:14'],
  jquery: ['dispatch@https://code.jquery.com/jquery-3.7.1.min.js:2:40035'],
  solid: ['runComputation@https://app.example.com/node_modules/solid-js/dist/solid.js:744:22'],
  plain: [],
};
const WORDS = ['blue', 'garden', 'Lamp', 'north', 'report', 'alpha', 'Stone', 'quick', 'media', 'export'];
const BUILDS = ['3f9a2b1c', '77e0d4aa', 'c01b9f35'];

export function errorCorpus(seed: number, each: number): readonly LabelledError[] {
  const chance = new Chance(seed);
  const causes = CAUSES.trim()
    .split('\n')
    .map((line) => line.split(' | '));
  const all = causes.flatMap(([framework = '', name = '', message = '', calls = ''], cause) =>
    Array.from({ length: each }, () => sampleOf(chance, { framework, name, message, calls }, cause)),
  );
  return chance.shuffled(all);
}

type Cause = Readonly<Record<'framework' | 'name' | 'message' | 'calls', string>>;

function sampleOf(chance: Chance, { framework, name, message, calls }: Cause, cause: number): LabelledError {
  const ways = message.replace(/^> /, '').split(' ~~ ');
  const text = filled(chance, chance.pick(ways));
  const build = chance.between(0, BUILDS.length - 1);
  const own =
    calls === '-'
      ? []
      : calls
          .trim()
          .split(' ')
          .map((call) => frameOf(call, build));
  // Who called it differs, and whether a map was found for the library.
  const callers = chance.is(0.5) ? [] : [frameOf(`main@src/main-${chance.between(1, 3)}.ts:5:1`, build)];
  const library = (LIBRARY_CALLS[framework] ?? []).map((call) => frameOf(call, build));
  const inside = own.length > 0 ? [...own, ...callers] : [];
  const frames = chance.is(0.3) ? [...library, ...inside, ...library] : [...inside, ...library];
  if (!message.startsWith('> ')) return { framework, cause, name, message: text, frames };
  const printed = inside
    .map((one) => `\n    at ${one.function} (${one.url}:${one.line}:${one.column})`)
    .join('');
  return { framework, cause, message: text + printed, frames: library };
}

function frameOf(call: string, build: number): Frame {
  const [, name = '', file = '', line, column] = /^(.*?)@(.*):(\d+):(\d+)$/.exec(call)!;
  const isBuilt = file.includes('{b}');
  return {
    url: file.includes('://') ? file.replace('{b}', BUILDS[build]!) : `webpack:///./${file}`,
    line: Number(line) + (isBuilt || build < 2 ? 0 : 3), // a later release has moved it
    column: Number(column) + (isBuilt ? build * 37 : 0),
    function: name === '?' ? '' : name,
  };
}

function filled(chance: Chance, text: string): string {
  const hex = (count: number) => chance.text(count, '0123456789abcdef');
  const fill: Readonly<Record<string, () => string>> = {
    n: () => String(chance.between(1, 99_999)),
    w: () => chance.pick(WORDS),
    u: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    m: () => `${chance.pick(WORDS).toLowerCase()}${chance.between(1, 99)}@example.com`,
    t: () =>
      `2026-0${chance.between(1, 9)}-1${chance.between(0, 9)}T1${chance.between(0, 9)}:2${chance.between(0, 9)}:00Z`,
    h: () => hex(16),
    d: () => `${chance.between(2, 900)}ms`,
  };
  return text.replaceAll(/\{(\w)\}/g, (_, kind: string) => fill[kind]!());
}
