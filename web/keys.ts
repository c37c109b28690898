import { follow } from './feed.ts';
import { toggleErrors } from './filter-bar.tsx';
import * as state from './state.ts';
import { moveBy, zoomBy } from './timeline/hands.ts';
import { walk } from './timeline/links.ts';

/** What keys do wherever nothing is typed. */
const DEEDS: Readonly<Record<string, () => void>> = {
  '/': () => focusOn('#filter'),
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  ArrowLeft: () => moveBy(-0.2),
  ArrowRight: () => moveBy(0.2),
  '+': () => zoomBy(0.5),
  '=': () => zoomBy(0.5),
  '-': () => zoomBy(2),
  '0': () => state.look(undefined, undefined),
  s: state.squeeze,
  '[': () => walk('cause'),
  ']': () => walk('effect'),
  e: toggleErrors,
  l: toggleFollowing,
  g: () => {
    follow();
    document.querySelector('.rows')?.scrollTo({ top: 0 });
  },
  t: state.switchTheme,
  '?': () => {
    state.isHelp.value = true;
  },
  ...Object.fromEntries(state.VIEWS.map((name, at) => [at + 1, () => open(name)])),
  Enter: () => focusOn('.detail'),
  Escape: () => {
    if (state.chosen.value !== undefined) {
      state.chosen.value = undefined;
      focusOn('.rows');
    } else if (state.view.value === 'live') state.page.value = undefined;
    else state.look(undefined, undefined);
  },
};

export function toggleFollowing(): void {
  if (state.isFollowing.value) state.isFollowing.value = false;
  else follow();
}

export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || state.isHelp.value) return;
  const target = event.target as HTMLElement;
  if (target.matches('input, textarea, select')) return;
  // Buttons, links and what unfolds have Enter for themselves; a detail that scrolls has the arrows.
  if (event.key === 'Enter' && target.matches('button, a, summary')) return;
  if (event.key.startsWith('Arrow') && target.closest('.detail, [role=tablist]')) return;
  const deed = DEEDS[event.key];
  if (!deed) return;
  event.preventDefault();
  deed();
}

function open(name: state.ViewName): void {
  state.view.value = name;
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** The next line, or the one before. */
function step(by: number): void {
  const all = state.view.value === 'journal' ? state.calls.value : state.rows.value;
  const at = all.findIndex(({ seq }) => seq === state.chosen.value);
  const row = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
  if (row) state.chosen.value = row.seq;
  // A button that was pressed before would have Enter for itself.
  const focused = document.activeElement;
  if (focused?.matches('button, a') && !focused.closest('.detail')) focusOn('.rows');
}
