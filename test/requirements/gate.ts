/** Compares the rows with what the tests cited: every row is verified. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rows as allRows } from './all.ts';
import type { Row } from './row.ts';
import type { Citation } from './verifies.ts';

export interface Verdict {
  readonly summary: string;
  readonly problems: readonly string[];
}

export function judge(folder: string): Verdict {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  return compare(
    allRows,
    lines.map((line) => JSON.parse(line)),
  );
}

export function compare(rows: readonly Row[], citations: readonly Citation[]): Verdict {
  const ids = new Set(rows.map((row) => row.id));
  const cited = (outcome: Citation['outcome']) =>
    new Set(citations.filter((one) => one.outcome === outcome).map((one) => one.id));
  const [passed, failed, skipped] = [cited('pass'), cited('fail'), cited('skip')];
  const verified = (row: Row) => passed.has(row.id) && !failed.has(row.id);
  const unknown = [...new Set(citations.map((one) => one.id))].filter((id) => !ids.has(id));
  const open = rows.filter((row) => !verified(row));
  const notHere = open.filter((row) => skipped.has(row.id) && !failed.has(row.id));
  const problems = [
    ...unknown.map((id) => `unknown row cited: ${id}`),
    ...open.filter((row) => !notHere.includes(row)).map((row) => `row without a passing test: ${row.id}`),
  ];
  const counts = [
    `${rows.filter(verified).length} of ${rows.length} rows verified`,
    notHere.length > 0 && `${notHere.length} not testable on this machine`,
  ];
  return { summary: `requirements: ${counts.filter(Boolean).join(', ')}`, problems };
}
