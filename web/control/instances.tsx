import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { InstanceNow } from '../../src/contract/app-control.ts';
import { api } from '../api.ts';
import { act, isBusy } from './traffic.ts';
import { CONTROL_WORDS } from './words.ts';

/** Agents open and end them without a word to the app. */
const LOOK_EVERY_MS = 3000;

/** Browsers besides the usual one: started and ended. */
export function Instances() {
  const words = CONTROL_WORDS;
  const instances = useSignal<readonly InstanceNow[]>([]);
  const look = () =>
    api.instances().then(
      (told) => {
        instances.value = told.instances;
      },
      () => {}, // the connection is told of elsewhere
    );
  useEffect(() => {
    void look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section class="control-part" aria-labelledby="control-instances">
      <h2 id="control-instances">{words.instances}</h2>
      {instances.value.length === 0 && <p class="quiet">{words.noInstances}</p>}
      <ul class="rules">
        {instances.value.map(({ id, name, browser, state, isShared, agent }) => (
          <li class="rule" key={id}>
            <div class="rule-head">
              <span>{words.instance(name ?? id, browser, state)}</span>
              <span class="quiet">{isShared ? words.sharedInstance : agent}</span>
              <button
                type="button"
                class="chip"
                aria-label={words.endInstance(name ?? id)}
                disabled={isBusy.value}
                onClick={() => void act({ kind: 'end-browser', id }).then(look)}
              >
                {words.end}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <NewInstance done={look} />
    </section>
  );
}

function NewInstance({ done }: { readonly done: () => unknown }) {
  const words = CONTROL_WORDS;
  const [nameId, urlId] = [useId(), useId()];
  const name = useSignal('');
  const url = useSignal('');
  const headless = useSignal(true);
  const send = (event: Event) => {
    event.preventDefault();
    const wanted = { name: name.value.trim(), url: url.value.trim(), headless: headless.value };
    void act({ kind: 'start-browser', ...wanted }).then(done);
  };
  return (
    <details class="new">
      <summary>{words.startInstance}</summary>
      <form class="fields" onSubmit={send}>
        <div class="entry">
          <label for={nameId}>{words.instanceName}</label>
          <input
            id={nameId}
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value;
            }}
          />
        </div>
        <div class="entry">
          <label for={urlId}>{words.firstPage}</label>
          <input
            id={urlId}
            value={url.value}
            placeholder="localhost:3000"
            onInput={({ currentTarget }) => {
              url.value = currentTarget.value;
            }}
          />
        </div>
        <button
          type="button"
          class="chip"
          aria-pressed={headless.value}
          onClick={() => {
            headless.value = !headless.value;
          }}
        >
          {words.headless}
        </button>
        <button type="submit" class="primary" disabled={isBusy.value}>
          {words.start}
        </button>
      </form>
    </details>
  );
}
