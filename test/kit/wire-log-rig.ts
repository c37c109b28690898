// A log writer with destinations on a clock that the test turns, and files whose writes wait or fail at will.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Arena } from '../../src/engines/wire/arena.ts';
import type { LoggedConnection } from '../../src/engines/wire/log/block.ts';
import { Destinations } from '../../src/engines/wire/log/destinations.ts';
import { Line, logSubject } from '../../src/engines/wire/log/line.ts';
import { diskFiles, type LogFiles } from '../../src/engines/wire/log/log-file.ts';
import { LogWriter, type OnOverload } from '../../src/engines/wire/log/log-writer.ts';
import { Spill } from '../../src/engines/wire/log/spill.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { type Line as LogLine, until } from './wire-rig.ts';

export const BLOCKS = 4;
const START = Date.UTC(2025, 9, 22, 15, 59, 59) * 1000;

export interface LogRigOptions {
  readonly flushMillis?: number;
  readonly onOverload?: OnOverload;
  readonly files?: LogFiles;
  readonly filenameFormat?: string;
  /** Blocks that wait for a destination that fails. */
  readonly failingBlocks?: number;
  /** Bytes that may be put aside, and where; 0 for none. */
  readonly spillLimit?: number;
  readonly spillFolder?: string;
}

export function logRig(t: TestContext, options: LogRigOptions = {}) {
  const { flushMillis = 60_000, onOverload = 'slow', files = diskFiles, filenameFormat } = options;
  const time = { now: START };
  const clock: Clock = { micros: () => time.now, monotonic: () => time.now / 1000 };
  const arena = new Arena({ blocks: BLOCKS, smallSlots: 8 });
  const spill = new Spill({
    log: silentLog,
    limit: options.spillLimit ?? 0,
    folder: () => options.spillFolder,
  });
  const writer = new LogWriter({ clock, log: silentLog, arena, flushMillis, onOverload, spill });
  const out: Buffer[] = [];
  const destinations = new Destinations({
    writer,
    files,
    stdout: {
      write: (chunk, done) => {
        out.push(Buffer.from(chunk));
        done();
      },
    },
    filenameFormat: filenameFormat ?? 'log_%H-%M-%S',
    options: {
      log: silentLog,
      bytesOf: (block) => writer.bytesOf(block),
      onDone: writer.done,
      failingBlocks: options.failingBlocks ?? 1,
      retryMillis: 5,
    },
  });
  t.after(() => destinations.stop());
  const ranges: { file: string; from: number; to: number; bytes: number }[] = [];
  let settled = 0;
  const connection: LoggedConnection = {
    noteRange: (_directory, file, from, to, bytes) => ranges.push({ file, from, to, bytes }),
    settled: () => {
      settled++;
    },
  };
  const subject = logSubject('0000abcd', connection);
  const slot = arena.takeSmall();
  assert.ok(slot);
  const line = new Line(arena, slot, subject, '127.0.0.1:5', 'h:80');
  let resumed = 0;
  let logged = 0;
  /** One record of `text`, or of so many bytes, each record of other ones. */
  const log = (text: string | number): boolean => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.alloc(text, logged++);
    return writer.data(line, bytes, bytes.length, time.now, () => {
      resumed++;
    });
  };
  const stdoutText = () => Buffer.concat(out).toString();
  return {
    time,
    writer,
    destinations,
    subject,
    line,
    log,
    ranges,
    stdoutText,
    settled: () => settled,
    resumed: () => resumed,
  };
}

/** Files whose writes wait until they are let go, or fail. */
export function gatedFiles() {
  const gate = { isOpen: true, failure: undefined as Error | undefined, shortBy: 0 };
  const files: LogFiles = {
    makeDirectory: diskFiles.makeDirectory,
    async open(path) {
      const file = await diskFiles.open(path);
      return {
        ...file,
        async write(parts) {
          await until('the gate opens', () => gate.isOpen);
          if (gate.failure && gate.shortBy === 0) throw gate.failure;
          if (!gate.failure) return file.write(parts);
          gate.shortBy = 0;
          return file.write([parts[0]!.subarray(0, 10)]);
        },
      };
    },
  };
  return { gate, files };
}

/** What the lines are, in short. */
export const kinds = (lines: readonly LogLine[]) =>
  lines.map((line) => line.event ?? `data ${String(line.data).slice(0, 8)}`);
