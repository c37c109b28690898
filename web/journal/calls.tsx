import { LANES } from '../../src/contract/app.ts';
import type { CallRow } from '../../src/contract/app-calls.ts';
import * as state from '../state.ts';
import { clock, day, LANE_WORDS, took, WORDS } from '../words.ts';
import { tokens } from './cost.ts';
import { loadOlder, next } from './loading.ts';

const words = WORDS.journal;

/** The calls themselves. */
export function Calls() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section class="scrolls" tabIndex={0} aria-label={words.list}>
      <table class="costs calls">
        <caption class="unseen">{words.list}</caption>
        <thead>
          <tr>
            {Object.entries(words.columns).map(([name, text]) => (
              <th key={name} scope="col" data-column={name}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {state.calls.value.map((call) => (
            <Call key={call.seq} call={call} />
          ))}
        </tbody>
      </table>
      {next.value !== undefined && (
        <button type="button" class="chip older" onClick={() => void loadOlder()}>
          {words.older}
        </button>
      )}
    </section>
  );
}

function Call({ call }: { readonly call: CallRow }) {
  const isChosen = state.chosen.value === call.seq;
  const isBad = call.outcome !== 'ok';
  return (
    <tr class={[isChosen && 'chosen', isBad && 'trouble'].filter(Boolean).join(' ')}>
      <td class="time" title={day(call.time)}>
        {clock(call.time).slice(0, 8)}
      </td>
      <td>{call.agent || words.unnamed}</td>
      <th scope="row">
        <button
          type="button"
          class="link"
          aria-current={isChosen}
          onClick={() => {
            state.chosen.value = call.seq;
          }}
        >
          {call.tool}
        </button>
      </th>
      <td class="args" title={call.args}>
        {call.args}
      </td>
      <td>{call.characters.toLocaleString('en')}</td>
      <td>{tokens(call.characters).toLocaleString('en')}</td>
      <td>{took(call.ms)}</td>
      <td class="outcome">{call.outcome}</td>
      <td class="caused">
        <Caused call={call} />
      </td>
    </tr>
  );
}

/** What came of it, by lane. */
function Caused({ call: { caused, troubles } }: { readonly call: CallRow }) {
  const lanes = LANES.filter((lane) => caused[lane] !== undefined);
  if (lanes.length === 0) return <>{words.nothing}</>;
  return (
    <>
      {lanes.map((lane) => (
        <span
          key={lane}
          class="of-lane"
          data-lane={lane}
          title={words.caused(caused[lane]!, LANE_WORDS[lane])}
        >
          <span class="dot" />
          {caused[lane]}
          <span class="unseen"> {LANE_WORDS[lane]}</span>
        </span>
      ))}
      {troubles > 0 && (
        <span class="of-lane problem" title={words.troubles(troubles)}>
          <span class="dot trouble" />
          {troubles}
          <span class="unseen"> {words.failed}</span>
        </span>
      )}
    </>
  );
}
