import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notWritable } from '../../kernel/fault.ts';
import type { Running } from './run-command.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1e6, m: 60e6, h: 3600e6, d: 86_400e6 };

/** Writes a window of the record as one page. */
export async function reportCommand({ config, assembly, stop }: Running): Promise<void> {
  const { reportLast: last, reportFilter: filter, reportOutput } = config;
  const now = Date.now() * 1000;
  const from =
    last === undefined ? undefined : now - Number(last.slice(0, -1)) * (UNITS[last.slice(-1)] ?? 0);
  const pieces = await assembly.report({ filter, from, signal: stop });
  const file = resolve(reportOutput ?? ownName(now));
  try {
    await mkdir(dirname(file), { recursive: true });
    await pipeline(Readable.from(pieces), createWriteStream(file));
  } catch (cause) {
    throw notWritable(dirname(file), cause);
  }
  await new Promise((done) => process.stdout.write(`${file}\n`, done));
}

/** Such as sensorium-report-2026-07-28T09-30-00.html */
const ownName = (now: number) =>
  `sensorium-report-${new Date(now / 1000).toISOString().slice(0, 19).replaceAll(':', '-')}.html`;
