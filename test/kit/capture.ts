/** A browser engine whose pages are captured, and what was seen of them. */
import { createHash } from 'node:crypto';
import { EVIDENCE, type Evidence, type EvidenceData } from '../../src/contract/evidence.ts';
import type { EngineOptions } from '../../src/engines/browser/browser-process.ts';
import { Capture, type CaptureOptions } from '../../src/engines/browser/capture/capture.ts';
import type { StoredBody } from '../../src/engines/browser/capture/capture-host.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { makeLog } from '../../src/kernel/log.ts';
import { startEngine, type TestEngine } from './browser.ts';
import { Arrivals } from './waiting.ts';

export type Seen<S extends keyof EvidenceData> = Extract<Evidence, { readonly stream: S }>;

export interface CaptureRig extends TestEngine {
  readonly capture: Capture;
  /** Everything that went to the record. */
  readonly evidence: readonly Evidence[];
  readonly arrivals: Arrivals<Evidence>;
  /** What capture itself complained about. */
  readonly complaints: readonly string[];
  /** All items of a stream that fit, so far. */
  all<S extends keyof EvidenceData>(stream: S, fits?: (data: EvidenceData[S]) => boolean): Seen<S>[];
  /** The first that fits, now or later. */
  first<S extends keyof EvidenceData>(
    stream: S,
    fits: (data: EvidenceData[S], item: Evidence) => boolean,
    what: string,
  ): Promise<Seen<S>>;
  body(blob: string): string;
}

export async function startCapture(
  options: Partial<CaptureOptions> = {},
  engineOptions: Partial<EngineOptions> = {},
): Promise<CaptureRig> {
  const arrivals = new Arrivals<Evidence>();
  const bodies = new Map<string, Buffer>();
  const complaints: string[] = [];
  const sink = (item: Evidence) => arrivals.push(item);
  const putBody = async (content: Uint8Array | string): Promise<StoredBody> => {
    const bytes = Buffer.from(content);
    const blob = createHash('sha256').update(bytes).digest('hex');
    bodies.set(blob, bytes);
    return { blob, length: bytes.length, stored: bytes.length };
  };
  const log = makeLog('warning', (line) => complaints.push(line));
  const capture = new Capture({ instance: 'b1', clock: systemClock(), log, sink, putBody, ...options });
  const rig = await startEngine({ observe: capture, ...engineOptions });
  return {
    ...rig,
    evidence: arrivals.all,
    capture,
    arrivals,
    complaints,
    all: <S extends keyof EvidenceData>(stream: S, fits: (data: EvidenceData[S]) => boolean = () => true) =>
      arrivals.all.filter(
        (item) => item.stream === stream && fits(item.data as EvidenceData[S]),
      ) as Seen<S>[],
    first: async <S extends keyof EvidenceData>(
      stream: S,
      fits: (data: EvidenceData[S], item: Evidence) => boolean,
      what: string,
    ) => {
      const found = await arrivals.first(
        (item) => item.stream === stream && fits(item.data as EvidenceData[S], item),
        what,
      );
      return found as Seen<S>;
    },
    body: (blob) => bodies.get(blob)?.toString() ?? '',
    async close() {
      await rig.close();
      await capture.close();
    },
  };
}

/** Every item follows the schema of its stream, with nothing that the schema does not know. */
export function assertContract(items: readonly Evidence[]): void {
  for (const { stream, data } of items) {
    const schema = EVIDENCE.browser[stream as keyof typeof EVIDENCE.browser];
    const parsed = schema.parse(JSON.parse(JSON.stringify(data)));
    const lost = Object.keys(JSON.parse(JSON.stringify(data))).filter((key) => !(key in (parsed as object)));
    if (lost.length > 0) throw new Error(`${stream}: not in the contract: ${lost.join(', ')}`);
  }
}
