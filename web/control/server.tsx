import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { ServerAnswer, SettingRow } from '../../src/contract/app-control.ts';
import { api } from '../api.ts';
import { size } from '../words.ts';
import { Clear } from './clear.tsx';
import { VisionKeys } from './vision-keys.tsx';
import { CONTROL_WORDS } from './words.ts';

/** What the record holds and keeps, and the settings; nothing for those whom the server does not belong to. */
export function Server() {
  const server = useSignal<ServerAnswer>({ settings: [] });
  const problem = useSignal('');
  const load = () =>
    api.server().then(
      (told) => {
        server.value = told;
      },
      (thrown: Error) => {
        problem.value = thrown.message;
      },
    );
  useEffect(() => void load(), []);
  const { settings, record, keys } = server.value;
  return (
    <>
      {problem.value !== '' && <p class="control-part problem">{problem.value}</p>}
      {record && <Record record={record} done={load} />}
      {keys && <VisionKeys keys={keys} done={load} />}
      {settings.length > 0 && <Settings settings={settings} />}
    </>
  );
}

interface RecordProps {
  readonly record: NonNullable<ServerAnswer['record']>;
  readonly done: () => unknown;
}

function Record({ record, done }: RecordProps) {
  const words = CONTROL_WORDS;
  const { place, streams } = record;
  const bytes = streams.reduce((sum, one) => sum + one.bytes, 0);
  return (
    <section class="control-part" aria-labelledby="control-record">
      <h2 id="control-record">{words.record}</h2>
      <p class="quiet said">{words.recordHint(place, size(bytes))}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section class="scrolls" tabIndex={0} aria-label={words.streams}>
        <table class="costs">
          <thead>
            <tr>
              {Object.entries(words.recordColumns).map(([name, title]) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {streams.map(({ name, items, bytes: held, most }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{items.toLocaleString('en')}</td>
                <td>{size(held)}</td>
                <td>{most.items.toLocaleString('en')}</td>
                <td>{size(most.bytes)}</td>
                <td>{words.days(most.days)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Clear streams={streams.map(({ name }) => name)} done={done} />
    </section>
  );
}

function Settings({ settings }: { readonly settings: readonly SettingRow[] }) {
  const words = CONTROL_WORDS;
  const wanted = useSignal('');
  const id = useId();
  const has = ({ flag, env, group, help }: SettingRow) =>
    `${flag} ${env} ${group} ${help}`.toLowerCase().includes(wanted.value.trim().toLowerCase());
  // What was set is what one looks for.
  const shown = settings
    .filter(has)
    .toSorted((a, b) => Number(b.source !== undefined) - Number(a.source !== undefined));
  return (
    <section class="control-part" aria-labelledby="control-settings">
      <h2 id="control-settings">{words.settings}</h2>
      <p class="quiet">{words.settingsHint}</p>
      <div class="entry">
        <label for={id}>{words.findSetting}</label>
        <input
          id={id}
          type="search"
          value={wanted.value}
          onInput={({ currentTarget }) => {
            wanted.value = currentTarget.value;
          }}
        />
      </div>
      {shown.length === 0 && <p class="quiet">{words.noSetting}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section class="scrolls" tabIndex={0} aria-label={words.allSettings} hidden={shown.length === 0}>
        <table class="costs settings">
          <thead>
            <tr>
              {Object.entries(words.settingColumns).map(([name, title]) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ flag, env, value, source, help }) => (
              <tr key={flag} class={source === undefined ? '' : 'is-set'}>
                <th scope="row" title={env}>
                  <code>{flag}</code>
                </th>
                <td>{value === '' ? <span class="quiet">{words.notSet}</span> : value}</td>
                <td>{source ?? <span class="quiet">{words.default}</span>}</td>
                <td>{help}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
