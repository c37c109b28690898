import { batch, computed, effect, signal } from '@preact/signals';
import type { AboutAnswer, Row, StoryAnswer } from '../src/contract/app.ts';
import type { CallRow } from '../src/contract/app-calls.ts';
import type { Traffic } from '../src/contract/app-control.ts';
import type { DrawRequest } from '../src/contract/app-drawings.ts';
import type { HumanRequest, LivePage } from '../src/contract/app-live.ts';

export type Theme = 'dark' | 'light';

/** Whether somebody is logged in; not known at first. */
export const entry = signal<'asking' | 'in' | 'out'>('asking');
export const entryProblem = signal('');
export const about = signal<AboutAnswer | undefined>(undefined);
export const isOnline = signal(true);

/** What is asked for. Times are microseconds; without them it is the whole record, up to now. */
export const filter = signal('');
export const from = signal<number | undefined>(undefined);
export const to = signal<number | undefined>(undefined);
export const chosen = signal<number | undefined>(undefined);

/** Whether time in which nothing happened is drawn narrow. */
export const isSqueezed = signal(false);

export function squeeze(): void {
  isSqueezed.value = !isSqueezed.value;
}

/** What led to the chosen item and what came of it, once it is told. */
export const story = signal<(StoryAnswer & { readonly seq: number; readonly row: Row }) | undefined>(
  undefined,
);

/** Which of the pages of the app is open. */
export const VIEWS = ['timeline', 'journal', 'live', 'pictures', 'control'] as const;
export type ViewName = (typeof VIEWS)[number];
export const view = signal<ViewName>('timeline');

/** The picture of the shelf that is open. */
export const picture = signal<string | undefined>(undefined);

/** Calls of agents, newest first, as far as they are loaded. */
export const calls = signal<readonly CallRow[]>([]);
/** Pages that are open now, while they are looked at; not known at first. */
export const pages = signal<readonly LivePage[] | undefined>(undefined);
/** The one of them that is shown in full. */
export const page = signal<string | undefined>(undefined);
/** What agents ask for, the oldest first. */
export const requests = signal<readonly HumanRequest[]>([]);
/** What people are asked to draw on pages, and what they began to draw themselves. */
export const drawings = signal<readonly DrawRequest[]>([]);
/** The one of them that is open. */
export const drawing = signal<string | undefined>(undefined);
/** What passes through the wire, while it is looked at. */
export const traffic = signal<Traffic | undefined>(undefined);
export const isHelp = signal(false);

/** The list, newest first. */
export const rows = signal<readonly Row[]>([]);
export const next = signal<string | undefined>(undefined);
export const isLoading = signal(false);
/** Whether the first lines of what is asked for now are still looked for. */
export const isAsked = signal(false);
export const listProblem = signal<{ readonly message: string; readonly hint: string } | undefined>(undefined);

/** Whether what comes in is shown at once, and what waits when it is not. */
export const isFollowing = signal(true);
export const waiting = signal<{
  readonly rows: readonly Row[];
  readonly isMore: boolean;
  readonly next?: string;
}>({
  rows: [],
  isMore: false,
});

/** The moment up to which the open end of the window reaches; moves on as items come in. */
export const now = signal(Date.now() * 1000);

/** The window in figures. */
export const span = computed(() => {
  const extent = about.value?.extent;
  const end = to.value ?? now.value;
  const start = from.value ?? extent?.from ?? end - 600e6;
  return { from: Math.min(start, end - 1000), to: end };
});

/** All that could be shown. */
export const whole = computed(() => {
  const extent = about.value?.extent;
  const end = Math.max(now.value, extent?.to ?? 0);
  return { from: Math.min(extent?.from ?? end - 600e6, end - 60e6), to: end };
});

const stored = localStorage.getItem('theme');
const wished: Theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
export const theme = signal<Theme>(stored === 'dark' || stored === 'light' ? stored : wished);

export function switchTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', theme.value);
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

/** Looks at a part of time; without an end it is open to what comes. */
export function look(start: number | undefined, end: number | undefined): void {
  batch(() => {
    from.value = start === undefined ? undefined : Math.round(start);
    to.value = end === undefined ? undefined : Math.round(end);
  });
}

/** The address tells what is looked at, so that it can be sent to somebody, or to an agent. */
export function readAddress(): { readonly code: string | undefined; readonly call: number | undefined } {
  const given = new URLSearchParams(location.hash.slice(1));
  const number = (name: string) => {
    const value = Number(given.get(name) ?? Number.NaN);
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  batch(() => {
    filter.value = given.get('f') ?? '';
    from.value = number('from');
    to.value = number('to');
    chosen.value = number('i');
    isSqueezed.value = given.get('z') === '1';
    page.value = given.get('p') ?? undefined;
    drawing.value = given.get('d') ?? undefined;
    picture.value = given.get('s') ?? undefined;
    view.value = VIEWS.find((name) => name === given.get('v')) ?? 'timeline';
  });
  return { code: given.get('k') ?? undefined, call: number('call') };
}

export function writeAddress(): void {
  effect(() => {
    const told = new URLSearchParams();
    if (view.value !== 'timeline') told.set('v', view.value);
    if (view.value === 'live' && page.value !== undefined) told.set('p', page.value);
    if (view.value === 'live' && drawing.value !== undefined) told.set('d', drawing.value);
    if (view.value === 'pictures' && picture.value !== undefined) told.set('s', picture.value);
    if (filter.value !== '') told.set('f', filter.value);
    if (from.value !== undefined) told.set('from', String(from.value));
    if (to.value !== undefined) told.set('to', String(to.value));
    if (isSqueezed.value) told.set('z', '1');
    if (chosen.value !== undefined) told.set('i', String(chosen.value));
    const hash = told.toString();
    if (location.hash.slice(1) !== hash)
      history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`);
  });
}
