import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { KeyRow } from '../../src/contract/app-control.ts';
import { act, isBusy, said } from './traffic.ts';
import { CONTROL_WORDS } from './words.ts';

interface KeysProps {
  readonly keys: readonly KeyRow[];
  readonly done: () => unknown;
}

/** Keys of vision providers: put into the system's keychain, never shown. */
export function VisionKeys({ keys, done }: KeysProps) {
  const words = CONTROL_WORDS;
  return (
    <section class="control-part" aria-labelledby="control-keys">
      <h2 id="control-keys">{words.keys}</h2>
      <p class="quiet">{words.keysHint}</p>
      <ul class="rules">
        {keys.map((key) => (
          <Key key={key.provider} row={key} done={done} />
        ))}
      </ul>
    </section>
  );
}

function Key({
  row: { provider, title, source },
  done,
}: {
  readonly row: KeyRow;
  readonly done: () => unknown;
}) {
  const words = CONTROL_WORDS;
  const field = useId();
  const value = useSignal('');
  const problem = useSignal('');
  const keep = async (key: string) => {
    const isKept = await act({ kind: 'keep-key', provider, key });
    problem.value = isKept ? '' : (said.value?.words ?? '');
    if (isKept) value.value = '';
    done();
  };
  return (
    <li class="kept-thing">
      <form
        class="rule-head"
        onSubmit={(event) => {
          event.preventDefault();
          void keep(value.value);
        }}
      >
        <label for={field}>{title}</label>
        <span class="badge">{words.keySource(source)}</span>
        <input
          id={field}
          type="password"
          autoComplete="off"
          maxLength={1000}
          placeholder={words.newKey}
          value={value.value}
          onInput={({ currentTarget }) => {
            value.value = currentTarget.value;
          }}
        />
        <button type="submit" class="chip" disabled={isBusy.value || value.value.trim() === ''}>
          {words.keepKey}
        </button>
        {source === 'keychain' && (
          <button
            type="button"
            class="chip"
            aria-label={words.forgetKey(title)}
            disabled={isBusy.value}
            onClick={() => void keep('')}
          >
            {words.remove}
          </button>
        )}
      </form>
      {problem.value !== '' && (
        <p class="problem" role="status">
          {problem.value}
        </p>
      )}
    </li>
  );
}
