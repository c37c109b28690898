import { Fault } from '../../../kernel/fault.ts';

const EVERY_MS = 100;

/** Tries until it holds or the time is over; what did not hold at the end is raised. */
export async function untilTrue<T>(ms: number, signal: AbortSignal, check: () => Promise<T>): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return await check();
    } catch (thrown) {
      const mayCome =
        thrown instanceof Fault && (thrown.code === 'VERIFY_FAILED' || thrown.code === 'ELEMENT_NOT_FOUND');
      if (!mayCome || performance.now() >= end || signal.aborted) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
