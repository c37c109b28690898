import type { ComponentChildren } from 'preact';

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
