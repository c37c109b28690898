import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LivePage } from '../../src/contract/app-live.ts';
import { Icon } from '../icon.tsx';
import { Note } from '../note.tsx';
import { say } from '../socket.ts';
import * as state from '../state.ts';
import { beginDrawing, said } from './drawing.ts';
import { Badges } from './grid.tsx';
import { passOn } from './hands.ts';
import { usePicture } from './picture.ts';
import { DRAW_WORDS, LIVE_WORDS } from './words.ts';

const WORD = LIVE_WORDS;

/** One page in full, to look at and, once it is unlocked, to act on. */
export function Whole({ id }: { readonly id: string }) {
  const page = state.pages.value?.find((one) => one.id === id);
  const isOpen = useSignal(false);
  if (!page)
    return (
      <>
        <div class="page-bar">
          <Back />
        </div>
        {state.pages.value && <Note {...WORD.gone} />}
      </>
    );
  return (
    <>
      <div class="page-bar">
        <Back />
        <span class="page-name-of">
          <strong>{page.title || WORD.unnamed}</strong>
          <span class="quiet">{page.url}</span>
        </span>
        <Badges page={page} />
        <Locks page={page} isOpen={isOpen} />
      </div>
      {said.value !== '' && <p role="status">{said.value}</p>}
      {page.isTaken && <HandBack page={page} isOpen={isOpen} />}
      {page.dialog && <Dialog key={page.dialog.message} id={page.id} dialog={page.dialog} />}
      <Stage page={page} isOpen={isOpen} />
    </>
  );
}

function Back() {
  return (
    <button
      type="button"
      class="chip"
      onClick={() => {
        state.page.value = undefined;
      }}
    >
      <Icon name="back" />
      {WORD.all}
    </button>
  );
}

interface Part {
  readonly page: LivePage;
  /** Whether what the person does reaches the page. */
  readonly isOpen: Signal<boolean>;
}

function Locks({ page, isOpen }: Part) {
  return (
    <span class="row-of-buttons">
      <button
        type="button"
        class="chip lock"
        aria-pressed={isOpen.value}
        title={isOpen.value ? WORD.unlockHint : WORD.lockHint}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name={isOpen.value ? 'unlocked' : 'locked'} />
        {isOpen.value ? WORD.unlocked : WORD.viewOnly}
      </button>
      <button
        type="button"
        class="chip"
        title={DRAW_WORDS.beginHint}
        onClick={() => {
          isOpen.value = false;
          void beginDrawing(page.id);
        }}
      >
        <Icon name="pen" />
        {DRAW_WORDS.begin}
      </button>
      {!page.isTaken && (
        <button
          type="button"
          class="primary"
          title={WORD.takeOverHint}
          onClick={() => {
            say({ takeOver: page.id });
            isOpen.value = true;
          }}
        >
          {WORD.takeOver}
        </button>
      )}
    </span>
  );
}

function HandBack({ page, isOpen }: Part) {
  const note = useSignal('');
  return (
    <form
      class="taken-bar"
      onSubmit={(event) => {
        event.preventDefault();
        say({ handBack: page.id, note: note.value });
        isOpen.value = false;
      }}
    >
      <span>
        {WORD.waiting(page.waiting)} {page.isBusy && WORD.finishing}
      </span>
      <input
        aria-label={WORD.note}
        placeholder={WORD.notePlaceholder}
        maxLength={1000}
        value={note.value}
        onInput={({ currentTarget }) => {
          note.value = currentTarget.value;
        }}
      />
      <button type="submit" class="primary">
        {WORD.handBack}
      </button>
    </form>
  );
}

interface DialogProps {
  readonly id: string;
  readonly dialog: NonNullable<LivePage['dialog']>;
}

function Dialog({ id, dialog }: DialogProps) {
  const typed = useSignal(dialog.proposed);
  const isPrompt = dialog.type === 'prompt';
  return (
    <form
      class="taken-bar"
      onSubmit={(event) => {
        event.preventDefault();
        say({ dialog: id, accept: true, ...(isPrompt && { text: typed.value }) });
      }}
    >
      <strong>{WORD.says[dialog.type] ?? dialog.type}</strong>
      <span class="said">{dialog.message}</span>
      {isPrompt && (
        <input
          aria-label={WORD.typed}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
      )}
      <button type="submit" class="primary">
        {WORD.accept}
      </button>
      {dialog.type !== 'alert' && (
        <button type="button" class="chip" onClick={() => say({ dialog: id, accept: false })}>
          {WORD.dismiss}
        </button>
      )}
    </form>
  );
}

function Stage({ page, isOpen }: Part) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = usePicture(canvas, page.id, true);
  const isUnlocked = isOpen.value;
  useEffect(() => {
    const { current } = frame;
    if (!current || !isUnlocked) return;
    current.focus();
    const lock = () => {
      isOpen.value = false;
      document.querySelector<HTMLElement>('.lock')?.focus();
    };
    return passOn(current, page.id, () => size.current, lock);
  }, [page.id, isUnlocked]);
  const title = WORD.picture(page.title || WORD.unnamed);
  return (
    <div class="stage">
      <div
        ref={frame}
        class={isUnlocked ? 'open' : ''}
        {...(isUnlocked && { role: 'application', tabIndex: 0, 'aria-label': WORD.itself })}
      >
        <canvas ref={canvas} width={1280} height={720} role="img" aria-label={title} />
      </div>
    </div>
  );
}
