import { nextCall } from '../kernel/current-call.ts';
import { asFault } from '../kernel/fault.ts';
import type { CallerName } from '../kernel/owner.ts';
import type { HostParts } from './host.ts';

type NotedParts = Pick<HostParts, 'journal' | 'sink' | 'clock' | 'redactor'>;

interface Act {
  readonly session: string;
  readonly caller: CallerName;
  readonly client: string;
  /** What the journal calls it: there is no such tool. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Does what a person may and agents may not, and notes it where calls of tools are noted. */
export async function notedAct<T extends { readonly said: string }>(
  { journal, sink, clock, redactor }: NotedParts,
  { session, caller, client, name, args }: Act,
  work: () => Promise<T>,
): Promise<T> {
  const started = clock.monotonic();
  const number = nextCall();
  const time = new Date().toISOString();
  let outcome = 'ok';
  let bytes = 0;
  try {
    const done = await work();
    bytes = done.said.length;
    return done;
  } catch (thrown) {
    outcome = asFault(thrown).code;
    throw thrown;
  } finally {
    const ms = Math.round((clock.monotonic() - started) * 10) / 10;
    const shown = JSON.stringify(redactor.value(args));
    const entry = journal.add({ time, session, client, tool: name, args: shown, bytes, ms, outcome }, caller);
    sink({
      time: clock.micros(),
      monotonic: clock.monotonic(),
      source: 'agent',
      stream: 'call',
      where: { session },
      data: { ...entry, number },
    });
  }
}
