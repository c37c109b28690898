import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { RecordingRow, RunsAnswer, TestNow } from '../../src/contract/app-control.ts';
import { api } from '../api.ts';
import * as state from '../state.ts';
import { clock, day } from '../words.ts';
import { act, isBusy } from './traffic.ts';
import { CONTROL_WORDS } from './words.ts';

/** Agents begin and end them without a word to the app. */
const LOOK_EVERY_MS = 3000;

/** Tests that run, and recordings to play. */
export function Runs() {
  const words = CONTROL_WORDS;
  const runs = useSignal<RunsAnswer>({ tests: [], recordings: [] });
  const look = () =>
    api.runs().then(
      (told) => {
        runs.value = told;
      },
      () => {}, // the connection is told of elsewhere
    );
  useEffect(() => {
    void look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { tests, recordings } = runs.value;
  return (
    <>
      <section class="control-part" aria-labelledby="control-tests">
        <h2 id="control-tests">{words.tests}</h2>
        {tests.length === 0 && <p class="quiet">{words.noTests}</p>}
        <ul class="rules">
          {tests.map((test) => (
            <Test key={`${test.isOwn} ${test.agent} ${test.id}`} test={test} done={look} />
          ))}
        </ul>
        <NewTest done={look} />
      </section>
      <section class="control-part" aria-labelledby="control-recordings">
        <h2 id="control-recordings">{words.recordings}</h2>
        {recordings.length === 0 && <p class="quiet">{words.noRecordings}</p>}
        <ul class="rules">
          {recordings.map((recording) => (
            <Recording key={recording.id} recording={recording} done={look} />
          ))}
        </ul>
      </section>
    </>
  );
}

interface TestProps {
  readonly test: TestNow;
  readonly done: () => unknown;
}

function Test({ test: { id, label, since, isOwn, agent }, done }: TestProps) {
  const words = CONTROL_WORDS;
  return (
    <li class="kept-thing">
      <div class="rule-head">
        <span>{words.test(label, clock(since).slice(0, 8))}</span>
        {!isOwn && <span class="quiet">{words.ofAgent(agent ?? words.someAgent)}</span>}
        <button type="button" class="chip" onClick={() => showTest(id)}>
          {words.showTest}
        </button>
        {isOwn && (
          <button
            type="button"
            class="chip"
            aria-label={words.endTest(id)}
            disabled={isBusy.value}
            onClick={() => void act({ kind: 'end-test', id }).then(done)}
          >
            {words.end}
          </button>
        )}
      </div>
    </li>
  );
}

/** In the timeline, what belongs to it. */
function showTest(id: string): void {
  state.look(undefined, undefined);
  state.filter.value = `test:${/[\s"]/.test(id) ? JSON.stringify(id) : id}`;
  state.view.value = 'timeline';
}

function NewTest({ done }: { readonly done: () => unknown }) {
  const words = CONTROL_WORDS;
  const field = useId();
  const id = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    if (await act({ kind: 'start-test', id: id.value.trim() })) id.value = '';
    done();
  };
  return (
    <form class="line-form" onSubmit={(event) => void send(event)}>
      <div class="entry">
        <label for={field}>{words.testId}</label>
        <input
          id={field}
          required
          maxLength={200}
          value={id.value}
          onInput={({ currentTarget }) => {
            id.value = currentTarget.value;
          }}
        />
      </div>
      <button type="submit" class="primary" disabled={isBusy.value || id.value.trim() === ''}>
        {words.startTest}
      </button>
    </form>
  );
}

interface RecordingProps {
  readonly recording: RecordingRow;
  readonly done: () => unknown;
}

function Recording({ recording, done }: RecordingProps) {
  const words = CONTROL_WORDS;
  const { id, name, time, url, actions, isOpen, played } = recording;
  const isPlaying = useSignal(false);
  const play = async () => {
    isPlaying.value = true;
    await act({ kind: 'play', recording: id });
    isPlaying.value = false;
    done();
  };
  return (
    <li class="kept-thing">
      <div class="rule-head">
        <span>{words.recording(name, actions)}</span>
        <span class="quiet">{`${day(time)} ${clock(time).slice(0, 8)}, ${url}`}</span>
        {played && <span class="badge">{words.played(played.done, played.steps)}</span>}
        <button
          type="button"
          class="chip"
          aria-label={words.play(name)}
          disabled={isBusy.value || isOpen}
          onClick={() => void play()}
        >
          {isPlaying.value ? words.playing : isOpen ? words.beingMade : words.playIt}
        </button>
      </div>
    </li>
  );
}
