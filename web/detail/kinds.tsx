import type { ShotData } from '../../src/contract/agent-data.ts';
import type { ItemAnswer } from '../../src/contract/app.ts';
import type { ConsoleData, ExceptionData } from '../../src/contract/page-data.ts';
import type { VitalsData } from '../../src/contract/performance-data.ts';
import { size, took, WORDS } from '../words.ts';
import { Picture } from './bodies.tsx';
import { FlowBytes } from './flow-bytes.tsx';
import { Replay } from './replay.tsx';
import { Source } from './source.tsx';
import { Stack } from './stack.tsx';
import { TextView } from './text-view.tsx';
import { Tree } from './tree.tsx';

export interface View {
  readonly item: ItemAnswer;
}

/** An error, or a line of the console. */
export function SpokenView({ item }: View) {
  const data = item.data as unknown as ConsoleData | ExceptionData;
  const stack = data.stack ?? (data.location ? [data.location] : []);
  const args = 'args' in data ? (data.args ?? []) : [];
  const isLong = data.message.length > 300 || data.message.includes('\n');
  return (
    <>
      {isLong && (
        <section class="part">
          <h3>{WORDS.error.message}</h3>
          <TextView text={data.message} />
        </section>
      )}
      {stack.length > 0 && <Source seq={item.row.seq} />}
      {stack.length > 0 && (
        <section class="part">
          <h3>{WORDS.error.stack}</h3>
          <Stack of={stack} />
        </section>
      )}
      {args.some((one) => typeof one === 'object' && one !== null) && (
        <section class="part">
          <h3>{WORDS.error.values}</h3>
          <div class="tree">
            <Tree value={args} />
          </div>
        </section>
      )}
    </>
  );
}

export function ShotView({ item }: View) {
  const { image, drawn } = item.data as Pick<ShotData, 'image' | 'drawn'>;
  return (
    <section class="part">
      {drawn && <Drawn of={drawn} />}
      {image ? <Picture seq={item.row.seq} blob={image.blob} /> : <p class="quiet">{WORDS.shot.none}</p>}
    </section>
  );
}

/** What a person drew: the words first, then where they stand. */
function Drawn({ of: { question, note, marks } }: { readonly of: NonNullable<ShotData['drawn']> }) {
  return (
    <div class="drawn">
      {question !== undefined && <p class="quiet">{WORDS.shot.asked(question)}</p>}
      {note !== undefined && <p>{note}</p>}
      <ol>
        {marks.map(({ number, kind, text, element }) => (
          <li key={number} value={number}>
            {text || WORDS.shot.mark(kind)}
            {element !== undefined && <span class="quiet">{WORDS.shot.below(element)}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** One call of an agent: what it asked with, and what the answer weighs. */
export function CallView({ item }: View) {
  const { args, bytes, ms, client, outcome } = item.data as unknown as CallShown;
  return (
    <>
      <section class="part">
        <dl class="facts">
          <Fact name={WORDS.call.client} value={client ?? WORDS.call.unnamed} />
          <Fact name={WORDS.call.answer} value={WORDS.call.weight(bytes, Math.round(bytes / 4))} />
          <Fact name={WORDS.detail.took} value={took(ms)} />
          <Fact name={WORDS.call.outcome} value={outcome} />
        </dl>
      </section>
      <section class="part">
        <h3>{WORDS.call.args}</h3>
        <div class="tree">
          <Tree value={parsed(args)} />
        </div>
      </section>
    </>
  );
}

interface CallShown {
  readonly args: string;
  readonly bytes: number;
  readonly ms: number;
  readonly client?: string;
  readonly outcome: string;
}

/** What was cut is no JSON any more, and shown as the text that it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

export function VitalsView({ item }: View) {
  const data = item.data as unknown as VitalsData;
  const known = (['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const).flatMap((name) => {
    const vital = data[name];
    return vital ? [{ name, ...vital }] : [];
  });
  return (
    <section class="part vitals">
      {known.map(({ name, value, rating }) => (
        <div key={name} class="vital" data-rating={rating}>
          <span class="vital-name">{name.toUpperCase()}</span>
          <strong>{name === 'cls' ? value.toFixed(3) : took(value)}</strong>
          <span>{WORDS.ratings[rating]}</span>
        </div>
      ))}
    </section>
  );
}

/** What passed on the wire: the question and what came back. */
export function ExchangeView({ item }: View) {
  const { question, result, error, bytesUp, bytesDown, waitMs, client, target, statement, connection } =
    item.data as unknown as ExchangeShown;
  return (
    <>
      <section class="part">
        <dl class="facts">
          <Fact name={WORDS.wire.from} value={client} />
          <Fact name={WORDS.wire.to} value={target} />
          <Fact name={WORDS.wire.up} value={size(bytesUp)} />
          <Fact name={WORDS.wire.down} value={size(bytesDown)} />
          {waitMs !== undefined && <Fact name={WORDS.wire.wait} value={took(waitMs)} />}
        </dl>
      </section>
      <section class="part">
        <h3>{WORDS.wire.question}</h3>
        <TextView text={question} />
        {statement !== question && <p class="quiet body-foot">{WORDS.wire.shape(statement)}</p>}
      </section>
      {(error ?? result) !== undefined && (
        <section class="part">
          <h3>{WORDS.wire.result}</h3>
          <TextView text={error ?? result ?? ''} />
        </section>
      )}
      <FlowBytes flow={connection} />
      <Replay flow={connection} />
    </>
  );
}

interface ExchangeShown {
  readonly connection: string;
  readonly question: string;
  readonly statement: string;
  readonly result?: string;
  readonly error?: string;
  readonly client: string;
  readonly target: string;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly waitMs?: number;
}

/** A connection as a whole. */
export const FlowView = ({ item }: View) => (
  <>
    <FlowBytes flow={String(item.data.id)} />
    <Replay flow={String(item.data.id)} />
  </>
);
