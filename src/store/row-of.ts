import type { Row, Tone } from '../contract/app.ts';
import { cut } from '../kernel/cut.ts';
import { troubleOf } from './filter-words.ts';
import type { Item, ItemOf } from './item-row.ts';

/** What a line says besides its place. */
type Told = Pick<Row, 'kind' | 'text' | 'mark' | 'ms'>;

const LENGTH = 300;

/** One thing seen, as a line of the timeline. */
export function rowOf(item: Item): Row {
  const { page: tab, session } = item.where;
  const { kind, text, ...more } = toldOf(item);
  return {
    seq: item.seq,
    time: item.time,
    stream: item.stream === 'unreadable' ? item.of : item.stream,
    tone: toneOf(item),
    kind,
    text: cut(text, LENGTH),
    ...more,
    ...(tab === undefined ? {} : { tab }),
    ...(session === undefined ? {} : { session }),
  };
}

function toneOf(item: Item): Tone {
  if (troubleOf(item) || (item.stream === 'call' && item.data.outcome !== 'ok')) return 'trouble';
  const isPoor =
    item.stream === 'vitals' &&
    [item.data.lcp, item.data.cls, item.data.inp].some((one) => one?.rating === 'poor');
  return isPoor ||
    ((item.stream === 'console' || item.stream === 'service_log') && item.data.level === 'warn')
    ? 'warn'
    : 'plain';
}

function toldOf(item: Item): Told {
  switch (item.stream) {
    case 'console':
      return { kind: item.data.level, text: item.data.message };
    case 'exception':
      return { kind: item.data.kind, text: [item.data.name, item.data.message].filter(Boolean).join(': ') };
    case 'request':
      return requestTold(item);
    case 'websocket':
      return socketTold(item);
    case 'action':
      return actionTold(item);
    case 'navigation':
      return {
        kind: item.data.kind === 'document' ? 'load' : item.data.kind,
        text: item.data.url,
        ...marked(item.data.status),
      };
    case 'vitals': {
      const { lcp, cls, inp, url } = item.data;
      const values = Object.entries({ LCP: lcp, CLS: cls, INP: inp }).flatMap(([name, one]) =>
        one ? [`${name} ${Math.round(one.value * 1000) / 1000}`] : [],
      );
      return { kind: 'vitals', text: `${values.join('  ')}  ${url}` };
    }
    case 'performance':
      return item.data.kind === 'snapshot'
        ? { kind: 'timing', text: item.data.url, ...lasted(item.data.timing.load) }
        : { kind: item.data.kind, text: item.data.name, ms: item.data.ms };
    case 'storage':
      return { kind: `${item.data.area} ${item.data.change}`, text: storageWords(item.data) };
    case 'flow':
      return flowTold(item);
    case 'exchange': {
      const { protocol, question, state, result, error, ms } = item.data;
      return {
        kind: protocol,
        text: question.replaceAll(/\s+/g, ' '),
        mark: cut(error ?? result ?? state, 60),
        ms,
      };
    }
    case 'span':
      return {
        kind: item.data.kind,
        text: `${item.data.service}  ${item.data.name}`,
        ms: item.data.ms,
        ...marked(item.data.status),
      };
    case 'service_log':
      return { kind: item.data.level, text: `${item.data.service}  ${item.data.message}` };
    case 'metric': {
      const { service, name, unit, points } = item.data;
      const [first] = points;
      const value = first?.value ?? first?.sum;
      const shown = value === undefined ? `${points.length} points` : `${value}${unit ? ` ${unit}` : ''}`;
      return { kind: 'metric', text: `${service}  ${name}`, mark: shown };
    }
    case 'shot': {
      const { width, height, title, url, mode, path, drawn } = item.data;
      if (drawn) return { kind: 'drawing', text: drawnWords(drawn, title || url) };
      return {
        kind: 'shot',
        text: [title ?? url ?? mode ?? path, `${width} × ${height}`].filter(Boolean).join('  '),
      };
    }
    case 'call':
      return { kind: item.data.tool, text: item.data.args, mark: item.data.outcome, ms: item.data.ms };
    case 'unreadable':
      return { kind: 'unreadable', text: item.problem };
  }
}

/** What was asked and what was said to it; a mark without words still counts. */
function drawnWords(
  { question, note, marks }: NonNullable<ItemOf<'shot'>['data']['drawn']>,
  page: string | undefined,
): string {
  const said = [note, ...marks.map(({ text }) => text)].filter(Boolean).join('; ');
  const count = `${marks.length} ${marks.length === 1 ? 'mark' : 'marks'}`;
  return [question, said || page, count].filter(Boolean).join(' · ');
}

/** What of it the text shows; a secret is not told. */
const storageWords = ({ key = '', value, isWithheld }: ItemOf<'storage'>['data']) =>
  value === undefined ? `${key}${isWithheld ? '  (withheld)' : ''}` : `${key}  ${value}`;

function requestTold({ data }: ItemOf<'request'>): Told {
  const { method, url, status, failure, state, ms } = data;
  return {
    kind: method,
    text: url,
    mark: failure ?? String(status ?? (state === 'open' ? 'open' : '–')),
    ms,
  };
}

function socketTold({ data }: ItemOf<'websocket'>): Told {
  const { event, direction, preview, url, code, error, size } = data;
  if (event !== 'message')
    return { kind: event, text: [url, error].filter(Boolean).join('  '), ...marked(code) };
  return {
    kind: direction === 'outgoing' ? 'sent' : 'received',
    text: preview ?? url,
    mark: `${size ?? 0} B`,
  };
}

function actionTold({ data }: ItemOf<'action'>): Told {
  const { selectors: by, type, step, target, value, key, toUrl, message, error, source } = data;
  const name = by?.role?.name ?? by?.label ?? by?.text ?? by?.testId ?? by?.css ?? target;
  const role = by?.role?.role ?? by?.tag;
  const given = value ?? data.selectedTexts?.join(', ') ?? key ?? toUrl ?? message;
  const parts = [name && `“${cut(name, 80)}”`, role, given !== undefined && `← ${cut(given, 100)}`];
  return {
    kind: type === 'other' ? (step ?? 'other') : type,
    text: parts.filter(Boolean).join(' '),
    mark: error ?? { human: 'person', ai: 'agent', page: 'page' }[source],
    ...lasted(data.ms),
  };
}

function flowTold({ data }: ItemOf<'flow'>): Told {
  const { client, target, upstream, downstream, start, end, ended, state } = data;
  return {
    kind: 'tcp',
    text: `${client} → ${target.host}:${target.port}  ↑ ${upstream.bytes} B  ↓ ${downstream.bytes} B`,
    mark: ended?.how ?? state,
    ...(end === null ? {} : { ms: (end - start) / 1000 }),
  };
}

const marked = (mark: number | undefined) => (mark === undefined ? {} : { mark: String(mark) });
const lasted = (ms: number | undefined) => (ms === undefined ? {} : { ms });
