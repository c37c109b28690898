import type { Timings } from '../../../contract/network-data.ts';
import { given } from '../given.ts';
import type { NetworkResponse } from './devtools.ts';

type ResourceTiming = NonNullable<NetworkResponse['timing']>;

const rounded = (ms: number) => Math.round(Math.max(0, ms) * 1_000) / 1_000;

/** The phases of a request as HAR names them. Begin and end are seconds of the network clock. */
export function timingsOf(
  timing: ResourceTiming | undefined,
  begin: number,
  end: number,
): Timings | undefined {
  if (!timing) return undefined;
  const phase = (from: number, to: number) => (from >= 0 && to >= 0 ? rounded(to - from) : undefined);
  const starts = [timing.dnsStart, timing.connectStart, timing.sendStart].filter((ms) => ms >= 0);
  const queued = (timing.requestTime - begin) * 1_000;
  const headersAt = timing.receiveHeadersEnd;
  return given({
    blocked: starts.length > 0 ? rounded(queued + Math.min(...starts)) : undefined,
    dns: phase(timing.dnsStart, timing.dnsEnd),
    connect: phase(timing.connectStart, timing.connectEnd),
    ssl: phase(timing.sslStart, timing.sslEnd),
    send: phase(timing.sendStart, timing.sendEnd),
    wait: phase(timing.sendEnd, headersAt),
    receive: headersAt >= 0 ? rounded((end - timing.requestTime) * 1_000 - headersAt) : undefined,
  });
}
