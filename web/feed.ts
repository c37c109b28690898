import { batch, effect, untracked } from '@preact/signals';
import type { Heard, Row } from '../src/contract/app.ts';
import { api, Refusal } from './api.ts';
import { hearWith, wish } from './socket.ts';
import * as state from './state.ts';

const PAGE = 200;
/** A list of more is no longer looked at by anybody. */
export const MOST_ROWS = 20_000;
const ABOUT_MS = 3000;

let asking = new AbortController();

/** Keeps the list and the socket to what is asked for, from now on. */
export function startFeed(): void {
  hearWith({ rows: hear, lost: () => void refreshAbout() });
  effect(() => {
    const window = { filter: state.filter.value, from: state.from.value, to: state.to.value };
    if (state.entry.value !== 'in') return;
    untracked(() => void loadAnew(window));
  });
  effect(() => {
    const filter = state.filter.value;
    if (state.entry.value === 'in') untracked(() => wish({ filter: { filter } }));
  });
  setInterval(() => {
    if (state.entry.value === 'in' && !document.hidden) void refreshAbout();
  }, ABOUT_MS);
}

export async function refreshAbout(): Promise<void> {
  try {
    const about = await api.about();
    batch(() => {
      state.isOnline.value = true;
      if (about.extent?.items !== state.about.value?.extent?.items || !state.about.value) {
        state.about.value = about;
        state.now.value = Date.now() * 1000;
      }
    });
  } catch (thrown) {
    refused(thrown);
  }
}

async function loadAnew(window: {
  filter: string;
  from: number | undefined;
  to: number | undefined;
}): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  batch(() => {
    state.isLoading.value = true;
    state.isAsked.value = true;
  });
  try {
    const { rows, next } = await api.rows(window, PAGE, undefined, signal);
    if (signal.aborted) return;
    // A rare thing may lie far back: the server says how far it came, and is asked to go on.
    const isRare = rows.length < PAGE / 4 && next !== undefined;
    batch(() => {
      state.isAsked.value = isRare;
      state.rows.value = rows;
      state.next.value = next;
      state.waiting.value = { rows: [], isMore: false };
      state.listProblem.value = undefined;
      state.isLoading.value = false;
    });
    if (isRare) await loadOlder();
  } catch (thrown) {
    if (!signal.aborted) refused(thrown);
  }
}

/** More at the old end of the list. */
export async function loadOlder(): Promise<void> {
  const { signal } = asking;
  const window = { filter: state.filter.value, from: state.from.value, to: state.to.value };
  let wanted = PAGE / 4;
  state.isLoading.value = true;
  try {
    while (wanted > 0 && state.next.value !== undefined && state.rows.value.length < MOST_ROWS) {
      const { rows, next } = await api.rows(window, PAGE, state.next.value, signal);
      if (signal.aborted) return;
      batch(() => {
        state.rows.value = [...state.rows.value, ...rows];
        state.next.value = next;
        state.isAsked.value = false;
      });
      wanted -= rows.length;
    }
    state.isLoading.value = false;
  } catch (thrown) {
    if (!signal.aborted) refused(thrown);
  }
}

function refused(thrown: unknown): void {
  const isRefusal = thrown instanceof Refusal;
  batch(() => {
    state.isLoading.value = false;
    state.isAsked.value = false;
    if (isRefusal && thrown.status === 401) state.entry.value = 'out';
    else if (isRefusal) state.listProblem.value = { message: thrown.message, hint: thrown.hint };
    else state.isOnline.value = false;
  });
}

function hear({ rows, isAnew, next }: Heard): void {
  // The window has an end: what comes later does not belong to it.
  if (state.to.value !== undefined || rows.length === 0) return;
  batch(() => {
    state.now.value = Math.max(Date.now() * 1000, rows[0]?.time ?? 0);
    if (!state.isFollowing.value) {
      const held = state.waiting.value;
      const all = isAnew ? rows : merged(rows, held.rows).slice(0, MOST_ROWS);
      const from =
        isAnew && next !== undefined ? { next } : held.next === undefined ? {} : { next: held.next };
      state.waiting.value = { rows: all, isMore: held.isMore || isAnew === true, ...from };
      return;
    }
    show(rows, isAnew ? next : undefined);
  });
}

/** Puts new rows on top; with a place to go on from, they take the place of all others. */
function show(rows: readonly Row[], next: string | undefined): void {
  if (next !== undefined) {
    state.rows.value = rows;
    state.next.value = next;
  } else state.rows.value = merged(rows, state.rows.value).slice(0, MOST_ROWS);
}

/** Shows what has waited, and follows again. */
export function follow(): void {
  batch(() => {
    const { rows, isMore, next } = state.waiting.value;
    if (rows.length > 0) show(rows, isMore ? next : undefined);
    state.waiting.value = { rows: [], isMore: false };
    state.isFollowing.value = true;
  });
}

/** Both, newest first, nothing twice. */
function merged(fresh: readonly Row[], old: readonly Row[]): readonly Row[] {
  const known = new Set(old.slice(0, 1000).map(({ seq }) => seq));
  const added = fresh.filter(({ seq }) => !known.has(seq));
  const all = [...added, ...old];
  const isSorted = (added.at(-1)?.time ?? Number.POSITIVE_INFINITY) >= (old[0]?.time ?? 0);
  return isSorted ? all : all.sort((a, b) => b.time - a.time || b.seq - a.seq);
}
