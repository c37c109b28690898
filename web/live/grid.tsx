import { useRef } from 'preact/hooks';
import type { LivePage } from '../../src/contract/app-live.ts';
import { Note } from '../note.tsx';
import * as state from '../state.ts';
import { WORDS } from '../words.ts';
import { usePicture } from './picture.ts';
import { LIVE_WORDS } from './words.ts';

/** All pages beside each other. */
export function Grid() {
  const pages = state.pages.value;
  if (!pages) return <p class="quiet centred">{WORDS.loading}</p>;
  if (pages.length === 0) return <Note {...LIVE_WORDS.empty} />;
  return (
    <ul class="grid" aria-label={LIVE_WORDS.all}>
      {pages.map((page) => (
        <li key={page.id}>
          <Card page={page} />
        </li>
      ))}
    </ul>
  );
}

function Card({ page }: { readonly page: LivePage }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  usePicture(canvas, page.id, false);
  const title = page.title || LIVE_WORDS.unnamed;
  return (
    <button
      type="button"
      class={page.isTaken ? 'page-card taken' : 'page-card'}
      onClick={() => {
        state.page.value = page.id;
      }}
    >
      <canvas ref={canvas} width={480} height={270} role="img" aria-label={LIVE_WORDS.picture(title)} />
      <span class="page-title">{title}</span>
      <span class="page-url quiet">{page.url}</span>
      <Badges page={page} />
    </button>
  );
}

/** Whose page it is, and how it stands with it. */
export function Badges({ page }: { readonly page: LivePage }) {
  const words = LIVE_WORDS;
  return (
    <span class="badges">
      <span class="badge">{page.id}</span>
      {page.agent !== undefined && <span class="badge">{page.agent}</span>}
      {page.instance !== undefined && <span class="badge">{words.instance(page.instance)}</span>}
      {page.context !== 'default' && <span class="badge">{words.context(page.context)}</span>}
      {!page.isFilmed && (
        <span class="badge" title={words.slowHint}>
          {words.slow}
        </span>
      )}
      {page.isBusy && <span class="badge busy">{words.busy}</span>}
      {page.dialog && <span class="badge warn">{words.dialog}</span>}
      {page.isTaken && <span class="badge warn">{words.taken}</span>}
    </span>
  );
}
