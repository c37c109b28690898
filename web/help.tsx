import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { FILTER_FIELDS } from '../src/contract/app.ts';
import { Icon } from './icon.tsx';
import { isHelp } from './state.ts';
import { KEYS, WORDS } from './words.ts';

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useSignalEffect(() => {
    if (isHelp.value) dialog.current?.showModal();
    else dialog.current?.close();
  });
  return (
    <dialog
      ref={dialog}
      class="card help"
      aria-labelledby="help-title"
      onClose={() => {
        isHelp.value = false;
      }}
    >
      <div class="help-head">
        <h2 id="help-title">{WORDS.helpTitle}</h2>
        <button type="button" class="round" aria-label={WORDS.close} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      <h3>{WORDS.keysTitle}</h3>
      <Terms of={KEYS} />
      <h3>{WORDS.filterTitle}</h3>
      <p>{WORDS.filterText}</p>
      <Terms of={Object.entries(FILTER_FIELDS).map(([name, hint]) => [`${name}:`, hint] as const)} />
    </dialog>
  );
}

function Terms({ of }: { readonly of: readonly (readonly [string, string])[] }) {
  return (
    <dl class="terms">
      {of.map(([term, meaning]) => (
        <div key={term}>
          <dt>
            <kbd>{term}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
