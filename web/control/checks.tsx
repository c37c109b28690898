import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Check } from '../../src/contract/app-control.ts';
import { api } from '../api.ts';
import { CONTROL_WORDS } from './words.ts';

/** The doctor's table: what works on the server's machine and what does not. */
export function Checks() {
  const words = CONTROL_WORDS;
  const checks = useSignal<readonly Check[] | undefined>(undefined);
  const problem = useSignal('');
  const load = () =>
    api.checks().then(
      (told) => {
        checks.value = told.checks;
        problem.value = '';
      },
      (thrown: Error) => {
        problem.value = thrown.message;
      },
    );
  useEffect(() => void load(), []);
  if (checks.value?.length === 0) return null;
  return (
    <section class="control-part" aria-labelledby="control-checks">
      <h2 id="control-checks">{words.checks}</h2>
      <p class={problem.value === '' ? 'quiet' : 'problem'}>{problem.value || words.checksHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section class="scrolls" tabIndex={0} aria-label={words.checkTable}>
        <table class="costs checks">
          <thead>
            <tr>
              {Object.entries(words.checkColumns).map(([name, title]) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {checks.value?.map(({ what, status, found, advice }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>
                  <span class={`check ${status}`}>{words.checkStates[status]}</span>
                </td>
                <td>
                  {found}
                  {advice !== undefined && <p class="quiet">{advice}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div class="row-of-buttons">
        <button type="button" class="chip" onClick={() => void load()}>
          {words.checkAgain}
        </button>
      </div>
    </section>
  );
}
