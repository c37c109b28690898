import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { size, WORDS } from '../words.ts';
import { coloured, type Piece } from './colouring.ts';

/** So much of a text is laid out; more would hold the page up. */
const MOST_TEXT = 200_000;
/** And so much of it in colours: each of them is an element. */
const MOST_COLOURED = 60_000;

interface Shown {
  readonly text: string;
  readonly language?: string | undefined;
}

/** As plain text at once, and in colours when they are known. */
export function TextView({ text, language }: Shown) {
  const pieces = useSignal<readonly Piece[] | undefined>(undefined);
  useEffect(() => {
    let isOld = false;
    pieces.value = undefined;
    if (language !== undefined)
      void coloured(text.slice(0, MOST_COLOURED), language).then((found) => {
        if (!isOld) pieces.value = found;
      });
    return () => {
      isOld = true;
    };
  }, [text, language]);
  const done = pieces.value ? MOST_COLOURED : 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <pre class="text" tabIndex={0}>
      {pieces.value?.map(([kind, words], at) => (
        <span key={at} data-is={kind || undefined}>
          {words}
        </span>
      ))}
      {text.slice(done, MOST_TEXT)}
      {text.length > MOST_TEXT && `\n… ${WORDS.body.cut(size(MOST_TEXT))}`}
    </pre>
  );
}
