import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MarkKind } from '../../src/contract/marks.ts';
import { Icon } from '../icon.tsx';
import * as state from '../state.ts';
import { WORDS } from '../words.ts';
import * as drawing from './drawing.ts';
import { Sheet } from './sheet.tsx';
import { DRAW_WORDS, LIVE_WORDS } from './words.ts';

const WORD = DRAW_WORDS;
const KINDS: readonly MarkKind[] = ['box', 'arrow', 'line'];
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const FAR = 10;

/** A page as it was, to be drawn on for an agent. */
export function Draw({ id }: { readonly id: string }) {
  const words = useRef<HTMLInputElement>(null);
  const isThere = state.drawings.value.some((one) => one.id === id);
  const isOpen = drawing.paper.value?.id === id;
  // The socket tells which there are; a moment after the page is there.
  useEffect(() => {
    if (isThere && !isOpen) void drawing.freeze(id);
  }, [id, isThere]);
  useEffect(() => listen(words), []);
  useEffect(() => () => drawing.close(), []);
  const { value: paper } = drawing.paper;
  return (
    <main class="live-view drawing">
      <h1 class="unseen">{WORD.title}</h1>
      <div class="page-bar">
        <button type="button" class="chip" title={WORD.laterHint} onClick={() => void drawing.end('leave')}>
          <Icon name="back" />
          {WORD.later}
        </button>
        <span class="page-name-of">
          <strong>{paper?.title || LIVE_WORDS.unnamed}</strong>
          <span class="quiet">{paper?.url}</span>
        </span>
        <div class="kit" role="toolbar" aria-label={WORD.tools}>
          {KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              class="chip"
              aria-pressed={drawing.kind.value === kind}
              aria-keyshortcuts={kind[0]}
              onClick={() => {
                drawing.kind.value = kind;
              }}
            >
              {WORD.kinds[kind]}
            </button>
          ))}
          <button type="button" class="chip" onClick={drawing.undo}>
            {WORDS.pictures.undo}
          </button>
          <button type="button" class="chip" title={WORD.anewHint} onClick={() => void drawing.freeze(id)}>
            {WORD.anew}
          </button>
        </div>
        <span class="row-of-buttons">
          <button type="button" class="chip" onClick={() => void drawing.end('decline')}>
            {WORD.decline}
          </button>
          <button type="button" class="primary" onClick={() => void drawing.end('done')}>
            {WORD.done}
          </button>
        </span>
      </div>
      {paper?.ask && <p class="request-what asked-for">{paper.ask}</p>}
      <p class="quiet" role="status">
        {drawing.said.value || (isThere || isOpen ? WORD.keysHint : WORD.over)}
      </p>
      {paper && (
        <div class="drawn-split">
          <Sheet paper={paper} words={words} />
          <Marks words={words} />
        </div>
      )}
    </main>
  );
}

function Marks({ words }: { readonly words: RefObject<HTMLInputElement> }) {
  const { value: pending } = drawing.pending;
  const marks = drawing.marks.value;
  return (
    <section class="mark-list" aria-label={WORD.marks}>
      {pending && (
        <form
          class="mark-words"
          onSubmit={(event) => {
            event.preventDefault();
            const { current } = words;
            if (!current) return;
            current.blur();
            void drawing.keep(current.value);
          }}
        >
          <label>
            {drawing.title(pending)}
            <input ref={words} maxLength={2000} placeholder={WORD.words} />
          </label>
          <span class="quiet">{WORD.wordsHint}</span>
        </form>
      )}
      {!pending && marks.length === 0 && <p class="quiet">{WORD.none}</p>}
      <ol>
        {marks.map((mark) => (
          <li key={mark.number} value={mark.number}>
            <span class="said">
              <strong>{drawing.title(mark)}</strong> {mark.text}
            </span>
            <button
              type="button"
              class="round"
              aria-label={WORD.remove(mark.number)}
              title={WORD.remove(mark.number)}
              onClick={() => void drawing.remove(mark.number)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** All of it by keyboard. It hears before the app does. */
function listen(words: RefObject<HTMLInputElement>): () => void {
  const hear = (event: KeyboardEvent) => {
    if (!deed(event, words)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', hear, true);
  return () => document.removeEventListener('keydown', hear, true);
}

function deed(event: KeyboardEvent, words: RefObject<HTMLInputElement>): boolean {
  const target = event.target as HTMLElement;
  const isTyping = target.matches('input');
  if (event.key === 'Escape') return did(stepBack);
  if (isTyping) return false;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') return did(drawing.undo);
  if (event.ctrlKey || event.metaKey) return false;
  const arrow = ARROWS[event.key];
  if (arrow && drawing.pending.value) {
    const far = event.shiftKey ? FAR : 1;
    return did(() => drawing.nudge(arrow[0] * far, arrow[1] * far, event.altKey));
  }
  if (event.altKey) return false;
  if (event.key === 'Enter' && !target.matches('button, a, summary'))
    return did(() => (drawing.pending.value ? words.current?.focus() : drawing.putInMiddle()));
  const chosen = KINDS.find((kind) => kind[0] === event.key);
  if (!chosen) return false;
  drawing.kind.value = chosen;
  if (target.matches('button')) target.blur();
  return true;
}

/** The mark that is being made goes first, then the drawing is left. */
function stepBack(): void {
  if (drawing.pending.value) drawing.pending.value = undefined;
  else void drawing.end('leave');
}

const did = (work: () => unknown) => {
  work();
  return true;
};
