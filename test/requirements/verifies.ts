/**
 * A test that cites what the seeds demand: `verifies('fotos: Malformed input', async (t) => { … })`.
 * How each citation ended is written to the folder SENSORIUM_CITATIONS, where the gate reads it.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { rows } from './all.ts';

export type Outcome = 'pass' | 'fail' | 'skip';

export interface Citation {
  readonly id: string;
  readonly outcome: Outcome;
}

type Body = (t: TestContext) => unknown;

interface Options {
  /** Why the test cannot run here (a missing program). The row then counts as neither tested nor missing. */
  readonly skip?: string | false | undefined;
  readonly timeout?: number;
}

const known = new Set(rows.map((row) => row.id));

export function verifies(ids: string | readonly string[], body: Body, options?: Options): void;
export function verifies(ids: string | readonly string[], title: string, body: Body, options?: Options): void;
export function verifies(
  ids: string | readonly string[],
  ...rest: [string, Body, (Options | undefined)?] | [Body, (Options | undefined)?]
): void {
  const cited = typeof ids === 'string' ? [ids] : ids;
  const [title, body, options] = withTitle(cited.join(', '), rest);
  const { skip, ...others } = options ?? {};
  if (skip) record(cited, 'skip');
  void test(title, { ...others, ...(skip && { skip }) }, (t) => runCited(t, cited, body));
}

function withTitle(
  fallback: string,
  rest: [string, Body, (Options | undefined)?] | [Body, (Options | undefined)?],
): [string, Body, (Options | undefined)?] {
  return typeof rest[0] === 'string'
    ? (rest as [string, Body, (Options | undefined)?])
    : [fallback, ...(rest as [Body, (Options | undefined)?])];
}

async function runCited(t: TestContext, ids: readonly string[], body: Body): Promise<void> {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    record(ids, 'fail');
    throw new Error(`No row in test/requirements has the id ${unknown.join(', ')}`);
  }
  let outcome: Outcome = 'pass';
  // A test that finds out while it runs that it cannot run here has not verified anything.
  const skip = t.skip.bind(t);
  t.skip = (message) => {
    outcome = 'skip';
    skip(message);
  };
  try {
    await body(t);
  } catch (error) {
    outcome = 'fail';
    throw error;
  } finally {
    record(ids, outcome);
  }
}

function record(ids: readonly string[], outcome: Outcome): void {
  const folder = process.env['SENSORIUM_CITATIONS'];
  if (!folder) return;
  const lines = ids.map((id) => `${JSON.stringify({ id, outcome } satisfies Citation)}\n`);
  // Named after the test file, so that a second run of it replaces the first.
  const file = (process.argv[1] ?? '').replaceAll(/[^\w.-]/g, '_');
  appendFileSync(join(folder, `${file}.ndjson`), lines.join(''));
}
