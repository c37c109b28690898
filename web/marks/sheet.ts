/** The picture that is open, its marks, and what was done to them. */
import { batch, computed, signal } from '@preact/signals';
import type { PictureAnswer } from '../../src/contract/app-pictures.ts';
import type { Annotation, Kind } from '../../src/contract/picture-marks.ts';
import { api } from '../api.ts';
import { WORDS } from '../words.ts';
import { givenOf, type Look } from './make-mark.ts';

const MOST_STEPS = 200;
const KEEP_AFTER_MS = 400;

type Marks = readonly Annotation[];

export const open = signal<PictureAnswer | undefined>(undefined);
export const marks = signal<Marks>([]);
export const chosen = signal<number | undefined>(undefined);
/** What a hand does on the picture: choose, or draw one kind. */
export const tool = signal<Kind | 'select'>('select');
export const look = signal<Look>({ color: '#E5484D', strokeWidth: 4, fontSize: 24 });
/** What was done last, or did not work; read out. */
export const said = signal('');
export const isBusy = signal(false);

const past = signal<readonly Marks[]>([]);
const future = signal<readonly Marks[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
export const chosenMark = computed(() =>
  chosen.value === undefined ? undefined : marks.value[chosen.value],
);

export function show(answer: PictureAnswer): void {
  batch(() => {
    open.value = answer;
    marks.value = answer.marks;
    chosen.value = undefined;
    past.value = [];
    future.value = [];
    said.value = answer.isKept ? '' : WORDS.pictures.notKept;
  });
}

/** A change that can be undone. `before`: how it was, where it was shown while it was made. */
export function change(next: Marks, before: Marks = marks.value): void {
  batch(() => {
    past.value = [...past.value, before].slice(-MOST_STEPS);
    future.value = [];
    marks.value = next;
  });
  keep();
}

/** The chosen mark as it is now. */
export function changeChosen(next: Annotation): void {
  const { value: at } = chosen;
  if (at !== undefined) change(marks.value.with(at, next));
}

export function add(mark: Annotation): void {
  // A picture is cut once: the new cut takes the place of the old one.
  const others = mark.type === 'crop' ? marks.value.filter(({ type }) => type !== 'crop') : marks.value;
  batch(() => {
    change([...others, mark]);
    chosen.value = others.length;
  });
}

export function removeChosen(): void {
  const { value: at } = chosen;
  if (at === undefined) return;
  batch(() => {
    change(marks.value.toSpliced(at, 1));
    chosen.value = undefined;
    said.value = WORDS.pictures.removed;
  });
}

export function undo(): void {
  step(past, future);
}

export function redo(): void {
  step(future, past);
}

function step(from: typeof past, onto: typeof past): void {
  const before = from.value.at(-1);
  if (!before) return;
  batch(() => {
    onto.value = [...onto.value, marks.value];
    from.value = from.value.slice(0, -1);
    marks.value = before;
    if ((chosen.value ?? 0) >= before.length) chosen.value = undefined;
  });
  keep();
}

export const given = () => marks.value.map(givenOf);

/** What is private, covered by the server; the covers are marks like others. */
export async function hidePrivate(): Promise<void> {
  const { value: answer } = open;
  if (!answer || isBusy.value) return;
  isBusy.value = true;
  said.value = WORDS.pictures.reading;
  try {
    const found = await api.hide(answer.picture.id);
    batch(() => {
      if (found.marks.length > 0) change([...marks.value, ...found.marks]);
      lasting = `${WORDS.pictures.hidden(found.marks.length)} ${found.notCovered}`.trim();
      said.value = lasting;
    });
  } catch (thrown) {
    said.value = thrown instanceof Error ? thrown.message : String(thrown);
  } finally {
    isBusy.value = false;
  }
}

let waiting: ReturnType<typeof setTimeout> | undefined;
/** What must still be read when the marks are kept, a moment later; until the next change. */
let lasting = '';
let sent: Promise<unknown> = Promise.resolve();

/** Marks are kept by themselves, a moment after the last change; one after the other. */
function keep(): void {
  const { value: answer } = open;
  if (!answer?.isKept) return;
  clearTimeout(waiting);
  if (said.value.endsWith(WORDS.pictures.kept)) said.value = '';
  lasting = '';
  waiting = setTimeout(() => keepNow(answer.picture.id), KEEP_AFTER_MS);
}

function keepNow(id: string): void {
  const all = given();
  sent = sent
    .then(() => api.keepMarks(id, all))
    .then(
      () => {
        if (open.value?.picture.id === id) said.value = `${lasting} ${WORDS.pictures.kept}`.trim();
      },
      (thrown: Error) => {
        said.value = WORDS.pictures.notSaved(thrown.message);
      },
    );
}

/** Nothing is lost when the picture is left. */
export function leave(): void {
  const { value: answer } = open;
  if (waiting !== undefined && answer?.isKept) {
    clearTimeout(waiting);
    waiting = undefined;
    keepNow(answer.picture.id);
  }
  open.value = undefined;
}
