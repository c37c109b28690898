import type { Redactor } from '../kernel/redact.ts';
import type { RequestContext } from './service.ts';

const FIRST_SIGN_MS = 2000;
const LATER_SIGNS_MS = 5000;
const MIN_GAP_MS = 100;

/**
 * Passes a tool's progress on, at most ten times a second. A tool that says nothing gets a sign of life after
 * two seconds, so that clients with short time limits keep waiting.
 */
export function reportProgress(tool: string, send: RequestContext['progress'], redactor: Redactor) {
  if (!send) return { report: () => {}, waitFor: () => {}, end: () => {} };
  const started = performance.now();
  let last = Number.NEGATIVE_INFINITY;
  let highest = 0;
  let waiting = '';
  const alive = () => {
    const seconds = Math.round((performance.now() - started) / 1000);
    highest = Math.max(highest, seconds);
    const words = waiting || `${tool} has been running`;
    send({ progress: seconds, message: `${words} for ${seconds} s` });
    timer = setTimeout(alive, LATER_SIGNS_MS);
  };
  let timer = setTimeout(alive, FIRST_SIGN_MS);
  return {
    report(done: number, total?: number, message?: string) {
      clearTimeout(timer);
      const now = performance.now();
      // The protocol wants each value to be larger than the one before.
      if (done <= highest || (now - last < MIN_GAP_MS && done !== total)) return;
      [last, highest] = [now, done];
      const words = message ? { message: redactor.text(message) } : {};
      send({ progress: done, ...(total === undefined ? {} : { total }), ...words });
    },
    /** Something that may take long, as a person does: that is said until it is over. */
    waitFor(what: string) {
      waiting = what;
      clearTimeout(timer);
      timer = setTimeout(alive, FIRST_SIGN_MS);
    },
    end: () => clearTimeout(timer),
  };
}
