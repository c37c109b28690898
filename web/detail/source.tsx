import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SourceLines } from '../../src/contract/place-data.ts';
import { api } from '../api.ts';
import { WORDS } from '../words.ts';
import { shortened } from './stack.tsx';

/** The lines around the place where it happened, as far as they are known. */
export function Source({ seq }: { readonly seq: number }) {
  const found = useSignal<SourceLines | undefined>(undefined);
  useEffect(() => {
    api.source(seq).then(
      (source) => {
        found.value = source;
      },
      () => {}, // nothing is kept of it
    );
  }, [seq]);
  if (!found.value) return null;
  const { url, line, first, lines } = found.value;
  return (
    <section class="part">
      <h3>{WORDS.error.source(`${shortened(url)}:${line}`)}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <pre class="text source" tabIndex={0}>
        {lines.map((text, at) => (
          <code key={at} aria-current={first + at === line ? 'true' : undefined}>
            <span class="quiet">{String(first + at).padStart(String(first + lines.length).length)}</span>{' '}
            {text}
            {'\n'}
          </code>
        ))}
      </pre>
    </section>
  );
}
