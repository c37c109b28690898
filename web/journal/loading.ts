import { batch, effect, signal } from '@preact/signals';
import type { CostsAnswer } from '../../src/contract/app-calls.ts';
import { api } from '../api.ts';
import * as state from '../state.ts';

const PARTS = 80;
/** While things come in, the page is made anew so often at most. */
const REST_MS = 1500;

export const costs = signal<CostsAnswer | undefined>(undefined);
export const next = signal<string | undefined>(undefined);
export const problem = signal('');

let asking = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let last = { words: '', at: 0 };

/** Keeps calls and costs to what is asked for, until the function it gives is called. */
export function startLoading(): () => void {
  const stop = effect(() => {
    const words = [state.filter.value, state.from.value, state.to.value].join('\n');
    void state.about.value;
    const rest = words === last.words ? Math.max(30, REST_MS - (performance.now() - last.at)) : 30;
    clearTimeout(timer);
    timer = setTimeout(() => void load(words), rest);
  });
  return () => {
    stop();
    clearTimeout(timer);
    asking.abort();
    last = { words: '', at: 0 };
  };
}

async function load(words: string): Promise<void> {
  // Whoever has gone back to older calls is not thrown to the newest.
  const isSame = words === last.words;
  last = { words, at: performance.now() };
  asking.abort();
  asking = new AbortController();
  const { signal: gone } = asking;
  const { from, to } = state.span.peek();
  const range = { from: Math.floor(from), to: Math.ceil(to) };
  const filter = state.filter.peek();
  try {
    const [cost, fresh] = await Promise.all([
      api.costs({ filter, ...range }, PARTS, gone),
      api.calls({ filter, ...range }, undefined, gone),
    ]);
    if (gone.aborted) return;
    batch(() => {
      problem.value = '';
      costs.value = cost;
      const newest = new Set(fresh.calls.map(({ seq }) => seq));
      const oldest = fresh.calls.at(-1)?.seq ?? 0;
      const older = isSame ? state.calls.value.filter(({ seq }) => !newest.has(seq) && seq < oldest) : [];
      state.calls.value = [...fresh.calls, ...older];
      if (older.length === 0) next.value = fresh.next;
    });
  } catch (thrown) {
    if (!gone.aborted) problem.value = thrown instanceof Error ? thrown.message : String(thrown);
  }
}

export async function loadOlder(): Promise<void> {
  const { signal: gone } = asking;
  const { from, to } = state.span.peek();
  const window = { filter: state.filter.peek(), from: Math.floor(from), to: Math.ceil(to) };
  try {
    const answer = await api.calls(window, next.peek(), gone);
    if (gone.aborted) return;
    batch(() => {
      state.calls.value = [...state.calls.value, ...answer.calls];
      next.value = answer.next;
    });
  } catch (thrown) {
    if (!gone.aborted) problem.value = thrown instanceof Error ? thrown.message : String(thrown);
  }
}
