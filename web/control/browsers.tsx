import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { PairedBrowser } from '../../src/contract/extension.ts';
import { api, Refusal } from '../api.ts';
import { CONTROL_WORDS } from './words.ts';

/** One comes or goes without a word to the app. */
const LOOK_EVERY_MS = 3000;

/** Browsers of the person's own: a code is confirmed here as well as in a terminal. */
export function Browsers() {
  const words = CONTROL_WORDS;
  const browsers = useSignal<readonly PairedBrowser[] | undefined>(undefined);
  const code = useSignal('');
  const problem = useSignal('');
  const id = useId();
  const take = async (asked: Promise<{ readonly browsers: readonly PairedBrowser[] }>) => {
    try {
      browsers.value = (await asked).browsers;
      problem.value = '';
      return true;
    } catch (thrown) {
      const hint = thrown instanceof Refusal ? thrown.hint : '';
      problem.value = `${(thrown as Error).message} ${hint}`.trim();
      return false;
    }
  };
  useEffect(() => {
    const look = () =>
      api.browsers().then(
        (told) => {
          browsers.value = told.browsers;
        },
        () => {}, // there may be none to ask: then nothing is shown
      );
    void look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (browsers.value === undefined) return null;
  return (
    <section class="control-part" aria-labelledby="control-browsers">
      <h2 id="control-browsers">{words.browsers}</h2>
      {problem.value !== '' && (
        <p class="said problem" role="status">
          {problem.value}
        </p>
      )}
      {browsers.value.length === 0 && <p class="quiet">{words.noBrowsers}</p>}
      <ul class="rules">
        {browsers.value.map(({ id: browser, name, since, isConnected }) => (
          <li class="rule" key={browser}>
            <div class="rule-head">
              <span>{words.paired(name, new Date(since).toISOString().slice(0, 10), isConnected)}</span>
              <button
                type="button"
                class="chip"
                aria-label={words.partWith(name)}
                onClick={() => void take(api.partBrowser(browser))}
              >
                {words.part}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <form
        class="line-form"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await take(api.pairBrowser(code.value.trim()))) code.value = '';
        }}
      >
        <div class="entry">
          <label for={id}>{words.code}</label>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={code.value}
            onInput={({ currentTarget }) => {
              code.value = currentTarget.value;
            }}
          />
        </div>
        <button type="submit" class="primary" disabled={!/^\s*\d{6}\s*$/.test(code.value)}>
          {words.pair}
        </button>
      </form>
    </section>
  );
}
