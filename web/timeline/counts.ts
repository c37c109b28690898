import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { HistogramAnswer } from '../../src/contract/app.ts';
import { api } from '../api.ts';
import { entry, filter, isAsked } from '../state.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Live pictures are drawn anew so often at most. */
const REST_MS = 500;

/** The counts of a range, kept up to date; while new ones come the old ones stay. */
export function countsOf(range: ReadonlySignal<Range>, parts: ReadonlySignal<number>) {
  const counts = signal<HistogramAnswer | undefined>(undefined);
  let asking = new AbortController();
  let asked = { filter: '', length: 0, at: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async () => {
    timer = undefined;
    asking.abort();
    asking = new AbortController();
    const { signal: gone } = asking;
    const { from, to } = range.peek();
    asked = { filter: filter.peek(), length: to - from, at: performance.now() };
    const window = { filter: filter.peek(), from: Math.floor(from), to: Math.ceil(to) };
    try {
      const answer = await api.histogram(window, parts.peek(), gone);
      if (!gone.aborted) counts.value = answer;
    } catch {
      // The list says what is wrong with the filter or the connection.
    }
  };
  const stop = effect(() => {
    const { from, to } = range.value;
    const isOther = filter.value !== asked.filter || Math.abs(to - from - asked.length) > asked.length / 50;
    if (parts.value < 10 || entry.value !== 'in') return;
    // The lines first: to count what no index holds takes longer than they may.
    if (isAsked.value) return;
    const rest = isOther ? 30 : Math.max(30, REST_MS - (performance.now() - asked.at));
    if (isOther) clearTimeout(timer);
    else if (timer !== undefined) return;
    timer = setTimeout(() => void load(), rest);
  });
  return {
    counts,
    end: () => {
      stop();
      clearTimeout(timer);
      asking.abort();
    },
  };
}
