/** Tables and bars of the applications' evaluation. */
import type { Fault, Outcome } from './agent.ts';

export interface JobRow {
  readonly app: string;
  readonly job: string;
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

type Side = 'ours' | 'theirs';

const total = (rows: readonly JobRow[], side: Side, get: (one: Outcome) => number) =>
  rows.reduce((sum, row) => sum + get(row[side]), 0);
const count = (rows: readonly JobRow[], side: Side, fault: Fault) =>
  total(rows, side, ({ findings }) => findings.filter((one) => one.fault === fault).length);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const opening = (rows: readonly JobRow[], side: Side) => median(rows.flatMap((row) => row[side].opening));
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

export const HEAD = [
  '| application | jobs right | calls | text | data | files | seconds | opening, ms | early | false | untold | lost |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n');

/** Ours, and theirs behind a stroke. */
export function rowOf(name: string, rows: readonly JobRow[]): string {
  const both = (get: (side: Side) => number | string) => `${get('ours')} / ${get('theirs')}`;
  const cells = [
    name,
    `${both((side) => total(rows, side, ({ isRight }) => Number(isRight)))} of ${rows.length}`,
    both((side) => total(rows, side, ({ calls }) => calls)),
    both((side) => total(rows, side, ({ text }) => text)),
    both((side) => total(rows, side, ({ data }) => data)),
    both((side) => total(rows, side, ({ files }) => files)),
    both((side) => (total(rows, side, ({ ms }) => ms) / 1000).toFixed(1)),
    both((side) => opening(rows, side).toFixed(0)),
    both((side) => count(rows, side, 'early')),
    String(count(rows, 'ours', 'false')),
    both((side) => count(rows, side, 'untold')),
    both((side) => count(rows, side, 'lost')),
  ];
  return `| ${cells.join(' | ')} |`;
}

export interface Bar {
  readonly name: string;
  readonly isHeld: boolean;
  readonly value: string;
}

export function barsOf(rows: readonly JobRow[]): Bar[] {
  const sum = (side: Side, get: (one: Outcome) => number) => total(rows, side, get);
  const length = ({ text, data }: Outcome) => text + data;
  const right = sum('ours', ({ isRight }) => Number(isRight));
  const answers = sum('ours', (one) => one.answers);
  const facts = sum('ours', (one) => one.facts);
  const ours = sum('ours', length);
  const theirText = sum('theirs', length);
  const theirAll = theirText + sum('theirs', ({ files }) => files);
  const [early, claims, untold] = (['early', 'false', 'untold'] as const).map((fault) =>
    count(rows, 'ours', fault),
  );
  const long = [...Map.groupBy(rows, ({ app }) => app)]
    .map(([app, of]) => ({
      app,
      ratio: total(of, 'ours', length) / Math.max(1, total(of, 'theirs', length)),
    }))
    .filter(({ ratio }) => ratio > 2)
    .map(({ app, ratio }) => `${app} ${ratio.toFixed(1)}`);
  const more = rows.filter((row) => row.theirs.isRight && row.ours.calls > row.theirs.calls);
  const [mine, other] = [opening(rows, 'ours'), opening(rows, 'theirs')];
  return [
    { name: 'all jobs right', isHeld: right === rows.length, value: `${right} of ${rows.length}` },
    {
      name: 'early answers at most 1 %',
      isHeld: early! <= answers / 100,
      value: `${early} of ${answers}, ${percent(early!, answers)}`,
    },
    { name: 'no false claim', isHeld: claims === 0, value: String(claims) },
    {
      name: 'untold at most 1 %',
      isHeld: untold! <= facts / 100,
      value: `${untold} of ${facts}, ${percent(untold!, facts)}`,
    },
    {
      name: 'characters at most 0.1 of theirs with files',
      isHeld: ours <= theirAll / 10,
      value: `${(ours / Math.max(1, theirAll)).toFixed(3)} (${ours} to ${theirAll})`,
    },
    {
      name: 'characters at most twice their text in each application',
      isHeld: long.length === 0,
      value: `${(ours / Math.max(1, theirText)).toFixed(2)} in all, more than 2 in ${long.length}: ${long.join(', ')}`,
    },
    {
      name: 'opening no slower',
      isHeld: mine <= other,
      value: `${mine.toFixed(0)} to ${other.toFixed(0)} ms`,
    },
    {
      name: 'never more calls',
      isHeld: more.length === 0,
      value: `more in ${more.length} of ${rows.length} jobs (${more
        .slice(0, 8)
        .map(({ app, job, ours, theirs }) => `${app}: ${job} ${ours.calls} to ${theirs.calls}`)
        .join('; ')})`,
    },
  ];
}

/** One line for each thing of ours that was not as it should be. */
export function complaints({ app, job, ours }: JobRow): string[] {
  return [
    ...(ours.isRight ? [] : [`WRONG  ${app}: ${job}: ${ours.wrong ?? ''}`]),
    ...ours.findings.map(({ fault, step, what }) => `${fault.padEnd(6)} ${app}: ${job}: ${step}: ${what}`),
  ];
}
