import type { RefObject } from 'preact';
import type { Kind } from '../../src/contract/picture-marks.ts';
import { copyPicture, download } from './deliver.ts';
import { handlesOf, moved, pulled } from './geometry.ts';
import { makeMark } from './make-mark.ts';
import { close } from './opening.ts';
import * as sheet from './sheet.ts';
import { focusText } from './stage.tsx';

export const KEY_OF: Readonly<Record<Kind | 'select', string>> = {
  select: 'v',
  arrow: 'a',
  rect: 'r',
  ellipse: 'o',
  text: 'w',
  blur: 'b',
  redact: 'x',
  step: 'n',
  freehand: 'f',
  highlight: 'm',
  crop: 'c',
};

const TOOLS = new Map(Object.entries(KEY_OF).map(([kind, key]) => [key, kind as Kind | 'select']));
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const FAR = 10;

/** All of the editor by keyboard. It hears before the app does. */
export class EditorKeys {
  readonly #text: RefObject<HTMLTextAreaElement>;

  constructor(text: RefObject<HTMLTextAreaElement>) {
    this.#text = text;
  }

  listen(): () => void {
    const hear = (event: KeyboardEvent) => {
      if (!this.#deed(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }

  /** Says whether the key was ours. */
  #deed(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    const isTyping = target.matches('input, textarea, select');
    if (event.key === 'Escape') return this.#escape(isTyping);
    if (event.ctrlKey || event.metaKey) return isTyping ? false : withControl(event);
    if (isTyping) return false;
    const arrow = ARROWS[event.key];
    if (arrow) return nudge(arrow, event);
    if (event.altKey) return false;
    if (event.key === 'Delete' || event.key === 'Backspace') return done(sheet.removeChosen);
    if (event.key === 'Enter') return target.matches('button, a, summary') ? false : this.#enter();
    if (event.key === 'h') return done(() => void sheet.hidePrivate());
    const tool = TOOLS.get(event.key);
    if (!tool) return false;
    sheet.tool.value = tool;
    return true;
  }

  #escape(isTyping: boolean): boolean {
    if (isTyping) (document.activeElement as HTMLElement | null)?.blur();
    else if (sheet.tool.value !== 'select') sheet.tool.value = 'select';
    else if (sheet.chosen.value !== undefined) sheet.chosen.value = undefined;
    else close();
    return true;
  }

  /** With a tool, one mark in the middle; else to the words of the chosen one. */
  #enter(): boolean {
    const { value: answer } = sheet.open;
    const { value: kind } = sheet.tool;
    if (kind === 'select' || !answer) {
      if (!sheet.chosenMark.value) return false;
      focusText(this.#text);
      return true;
    }
    const { width, height } = answer.picture;
    const from = { x: Math.round(width * 0.4), y: Math.round(height * 0.4) };
    const to = { x: Math.round(width * 0.6), y: Math.round(height * 0.6) };
    const mark = makeMark(kind, [from, to], sheet.look.value, sheet.marks.value);
    if (mark) sheet.add(mark);
    sheet.tool.value = 'select';
    if (kind === 'text') focusText(this.#text);
    return true;
  }
}

const done = (deed: () => void) => {
  deed();
  return true;
};

function withControl(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === 'z') return done(event.shiftKey ? sheet.redo : sheet.undo);
  if (key === 'y') return done(sheet.redo);
  if (key === 's') return done(() => void download('png'));
  if (key === 'c') return done(() => void copyPicture());
  return false;
}

/** Moves the chosen mark; with Alt its far corner. */
function nudge([x, y]: readonly [number, number], { shiftKey, altKey }: KeyboardEvent): boolean {
  const { value: mark } = sheet.chosenMark;
  if (!mark) return false;
  const far = shiftKey ? FAR : 1;
  const [dx, dy] = [x * far, y * far];
  const handle = handlesOf(mark).find(({ name }) => name === 'se' || name === 'to');
  if (!altKey) sheet.changeChosen(moved(mark, dx, dy));
  else if (handle) sheet.changeChosen(pulled(mark, handle.name, { x: handle.x + dx, y: handle.y + dy }));
  return true;
}
