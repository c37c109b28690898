import type { ComponentChildren } from 'preact';
import * as state from './state.ts';
import { WORDS } from './words.ts';

interface NoteProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** What to do where there is nothing to see. */
export function Note({ title, text, children }: NoteProps) {
  return (
    <div class="note">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** The way out where a filter leaves nothing. */
export function ClearFilter() {
  if (state.filter.value === '') return null;
  return (
    <button
      type="button"
      class="primary"
      onClick={() => {
        state.filter.value = '';
      }}
    >
      {WORDS.nothing.clear}
    </button>
  );
}
