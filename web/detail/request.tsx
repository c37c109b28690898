import type { ItemAnswer } from '../../src/contract/app.ts';
import type { RequestData } from '../../src/contract/network-data.ts';
import { took, WORDS } from '../words.ts';
import { Body } from './bodies.tsx';
import { CopyButtons } from './copy.tsx';
import { SendAgain } from './replay.tsx';
import { Stack } from './stack.tsx';
import { Tabs } from './tabs.tsx';

/** A request and its answer, side by side. */
export function RequestView({ item }: { readonly item: ItemAnswer }) {
  const data = item.data as unknown as RequestData;
  const { seq } = item.row;
  const { initiator } = data;
  return (
    <>
      {data.failure !== undefined && <p class="part problem">{data.failure}</p>}
      {(data.blockedReason ?? data.corsError) !== undefined && (
        <p class="part problem">{data.blockedReason ?? data.corsError}</p>
      )}
      <section class="part">
        <h3>{WORDS.request.timing}</h3>
        <Phases data={data} />
      </section>
      <section class="part sides">
        <div>
          <h3>{WORDS.request.asked}</h3>
          <Tabs
            label={WORDS.request.asked}
            of={{
              [WORDS.request.body]: () => <Body seq={seq} body={data.requestBody} />,
              [WORDS.request.headers(data.requestHeaders.length)]: () => <Headers of={data.requestHeaders} />,
              ...(data.url.includes('?') && {
                [WORDS.request.query]: () => <Headers of={queryOf(data.url)} />,
              }),
            }}
          />
        </div>
        <div>
          <h3>{WORDS.request.answered}</h3>
          <Tabs
            label={WORDS.request.answered}
            of={{
              [WORDS.request.body]: () => <Body seq={seq} body={data.responseBody} />,
              [WORDS.request.headers(data.responseHeaders?.length ?? 0)]: () => (
                <Headers of={data.responseHeaders ?? []} />
              ),
            }}
          />
        </div>
      </section>
      <CopyButtons data={data} seq={seq} />
      <SendAgain act={{ kind: 'send-again', item: seq }} words={WORDS.request.again} />
      {(initiator?.stack ?? initiator?.location) && (
        <section class="part">
          <h3>{WORDS.request.startedBy(initiator?.type ?? '')}</h3>
          <Stack of={initiator?.stack ?? (initiator?.location ? [initiator.location] : [])} />
        </section>
      )}
    </>
  );
}

function queryOf(url: string): [string, string][] {
  try {
    return [...new URL(url).searchParams];
  } catch {
    return [];
  }
}

function Headers({ of }: { readonly of: readonly (readonly [string, string])[] }) {
  if (of.length === 0) return <p class="quiet">{WORDS.request.none}</p>;
  return (
    <dl class="headers">
      {of.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const;

/** What the time was spent on, one phase after the other. */
function Phases({ data }: { readonly data: RequestData }) {
  const { timings, ms } = data;
  if (!timings) return <p class="quiet">{took(ms)}</p>;
  // ssl is a part of connect.
  const lengths = PHASES.map((name) => {
    const own = timings[name] ?? 0;
    return [name, name === 'connect' ? Math.max(0, own - (timings.ssl ?? 0)) : own] as const;
  }).filter(([, length]) => length > 0);
  const sum = Math.max(
    0.001,
    lengths.reduce((all, [, length]) => all + length, 0),
  );
  return (
    <div class="phases">
      <div class="phase-bar" aria-hidden="true">
        {lengths.map(([name, length]) => (
          <span key={name} data-phase={name} style={{ width: `${(length / sum) * 100}%` }} />
        ))}
      </div>
      <dl>
        {lengths.map(([name, length]) => (
          <div key={name}>
            <dt>
              <span class="dot" data-phase={name} />
              {WORDS.phases[name]}
            </dt>
            <dd>{took(length)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
