/** The drawing that is open: the page as it was, what is drawn on it, and the mark that is being made. */
import { batch, signal } from '@preact/signals';
import type { DrawAct, FrozenAnswer, ShownMark } from '../../src/contract/app-drawings.ts';
import type { MarkKind, MarkPoint } from '../../src/contract/marks.ts';
import { api } from '../api.ts';
import * as state from '../state.ts';
import { DRAW_WORDS } from './words.ts';

/** A shorter one is a slip of the hand. */
const LEAST = 5;

export const paper = signal<FrozenAnswer | undefined>(undefined);
export const marks = signal<readonly ShownMark[]>([]);
export const kind = signal<MarkKind>('box');
/** Drawn, and without its words yet. */
export const pending = signal<ShownMark | undefined>(undefined);
export const said = signal('');

export async function beginDrawing(page: string): Promise<void> {
  const begun = await api.draw({ kind: 'begin', page }).catch(told);
  if (begun) state.drawing.value = begun.id;
}

/** The page as it is now becomes the paper. */
export async function freeze(id: string): Promise<void> {
  const answer = await act({ kind: 'freeze', id });
  if (answer?.frozen && state.drawing.value === id) paper.value = answer.frozen;
}

export function made(shape: MarkKind, points: readonly MarkPoint[]): ShownMark | undefined {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  const sides = [box.width, box.height];
  const isSlip = (shape === 'box' ? Math.min(...sides) : Math.max(...sides)) < LEAST;
  const number = Math.max(0, ...marks.value.map((one) => one.number)) + 1;
  return isSlip ? undefined : { number, kind: shape, box, points: [...points], text: '' };
}

/** The mark that is being made is kept with its words. */
export async function keep(text: string): Promise<void> {
  const [{ value: mark }, { value: open }] = [pending, paper];
  if (!mark || !open) return;
  await act({ kind: 'mark', id: open.id, shape: mark.kind, points: mark.points, text: text.trim() });
  if (said.value === '') pending.value = undefined;
}

export async function remove(number: number): Promise<void> {
  if (paper.value) await act({ kind: 'remove', id: paper.value.id, number });
}

/** Takes the mark away that is being made, or else the last one. */
export function undo(): void {
  const last = marks.value.at(-1);
  if (pending.value) pending.value = undefined;
  else if (last) void remove(last.number);
}

export async function end(how: 'done' | 'decline' | 'leave'): Promise<void> {
  const { value: open } = paper;
  if (open && !(await act({ kind: how, id: open.id })) && how !== 'leave') return;
  close();
}

export function close(): void {
  batch(() => {
    state.drawing.value = undefined;
    paper.value = undefined;
    pending.value = undefined;
    marks.value = [];
    said.value = '';
  });
}

async function act(deed: DrawAct) {
  said.value = '';
  const answer = await api.draw(deed).catch(told);
  if (answer) marks.value = answer.marks;
  return answer;
}

function told(thrown: unknown): undefined {
  said.value = thrown instanceof Error ? thrown.message : String(thrown);
}

/** Moved by so much, or with its far end pulled, as the keys have it. */
export function nudge(dx: number, dy: number, isPull: boolean): void {
  const { value: mark } = pending;
  const { value: open } = paper;
  if (!mark || !open) return;
  const last = mark.points.length - 1;
  const points = mark.points.map(({ x, y }, at) =>
    isPull && at !== last
      ? { x, y }
      : {
          x: Math.min(open.width, Math.max(0, x + dx)),
          y: Math.min(open.height, Math.max(0, y + dy)),
        },
  );
  pending.value = made(mark.kind, points) ?? mark;
}

/** One in the middle, for the keys to move. */
export function putInMiddle(): void {
  const { value: open } = paper;
  if (!open) return;
  const at = (part: number) => ({ x: Math.round(open.width * part), y: Math.round(open.height * part) });
  pending.value = made(kind.value, [at(0.4), at(0.6)]);
}

export const title = (mark: ShownMark) => DRAW_WORDS.mark(DRAW_WORDS.kinds[mark.kind], mark.number);
