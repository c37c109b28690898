/** What services have told of themselves by OpenTelemetry. */
import { z } from 'zod';
import type { MetricData, SpanData } from '../../../contract/service-data.ts';
import { cut } from '../../../kernel/cut.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { isAmong, levels, method, paging, scope, source, statuses, words } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listReply, readList } from '../read-list.ts';
import { entryHead } from '../seen.ts';

const LENGTH = 300;
const { since, url, test_id } = scope;
const common = { ...paging, since, test_id, ...source, ...words };

/** Of one of these services. */
const ofService = (wanted: string | undefined) =>
  wanted === undefined
    ? undefined
    : (item: ItemOf<'span' | 'service_log' | 'metric'>) =>
        isAmong(wanted, (one) => one === item.data.service);

export const spans = defineMode({
  summary: 'OpenTelemetry spans of services (source).',
  input: z.object({ ...common, url, ...levels, ...method, ...statuses }),
  async run(call) {
    const { text, level, min_level: minLevel, method, status_min, status_max, source } = call.args;
    const filters = { text, level, minLevel, method, statusMin: status_min, statusMax: status_max };
    const list = await readList(call, { streams: ['span'], ...filters }, ofService(source));
    return listReply(call, 'spans', list, entriesOf(list, spanEntry), 'spans');
  },
});

function spanEntry(item: ItemOf<'span'>) {
  const { traceId, spanId, parentSpanId, startTime: _, ms, events, links, attributes, ...told } = item.data;
  const shown = told.statement === undefined ? told : { ...told, statement: cut(told.statement, LENGTH) };
  return {
    ...entryHead(item),
    ...shown,
    ms,
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId,
    attributes: withoutStatement(attributes),
    events: events?.map(({ name, attributes: of }) => ({ name, ...of })),
    links,
  };
}

/** It is told above. */
function withoutStatement(attributes: SpanData['attributes']) {
  const { 'db.query.text': _new, 'db.statement': _old, ...others } = attributes;
  return others;
}

export const serviceLogs = defineMode({
  summary: 'Their log lines.',
  input: z.object({ ...common, ...levels }),
  async run(call) {
    const { text, level, min_level: minLevel, source } = call.args;
    const filters = { text, level, minLevel };
    const list = await readList(call, { streams: ['service_log'], ...filters }, ofService(source));
    const entries = entriesOf(list, (item) => {
      const { traceId, spanId, ...told } = item.data;
      return { ...entryHead(item), ...told, trace_id: traceId, span_id: spanId };
    });
    return listReply(call, 'log lines of services', list, entries, 'logs');
  },
});

export const serviceMetrics = defineMode({
  summary: 'Their metrics.',
  input: z.object(common),
  async run(call) {
    const { text, source } = call.args;
    const list = await readList(call, { streams: ['metric'], text }, ofService(source));
    const entries = entriesOf(list, (item) => ({ ...entryHead(item), ...item.data }));
    return listReply(call, 'metrics', list, entries, 'metrics');
  },
});

/** A span in a line. */
export function spanWords({ service, kind, name, ms, error }: SpanData): string {
  return `${service}: ${kind} ${name} (${Math.round(ms)} ms)${error === undefined ? '' : ` failed: ${error}`}`;
}

export function metricWords({ service, name, points, unit = '' }: MetricData): string {
  const [first] = points;
  return `${service}: ${name} ${first?.value ?? first?.sum ?? ''} ${unit}`.trim();
}
