import type { Envelope } from './envelope.ts';

/** No client uses it; the answer to it is for nobody. */
export const REPLAY_ID = 'sensorium/handshake';

/**
 * The one thing that a bridge remembers: what the client said of itself. The client shakes hands once; whoever
 * serves it later, a restarted app or this process, must have heard it too.
 */
export class Handshake {
  #params: unknown;

  /** Looks at a line from the client. */
  note(line: Buffer, envelopes: readonly Envelope[]): void {
    if (envelopes.length !== 1 || !isInitialize(envelopes)) return;
    const { params }: { params?: unknown } = JSON.parse(line.toString('utf8').replace(/^\ufeff/, ''));
    this.#params = params ?? {};
  }

  /** What a new peer must be told before the line; nothing if the line itself shakes hands, or none ever did. */
  replay(next: readonly Envelope[]): Buffer | undefined {
    if (this.#params === undefined || isInitialize(next)) return undefined;
    const initialize = { jsonrpc: '2.0', id: REPLAY_ID, method: 'initialize', params: this.#params };
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    return Buffer.from(`${JSON.stringify(initialize)}\n${JSON.stringify(initialized)}\n`);
  }
}

const isInitialize = (envelopes: readonly Envelope[]) =>
  envelopes.some(({ method, id }) => method === 'initialize' && id !== undefined);
