import type {
  AboutAnswer,
  ExplainAnswer,
  HistogramAnswer,
  ItemAnswer,
  Refused,
  RowsAnswer,
  StoryAnswer,
} from '../src/contract/app.ts';
import type { CallsAnswer, CostsAnswer } from '../src/contract/app-calls.ts';
import type {
  ActAnswer,
  ChecksAnswer,
  ControlAct,
  InstanceNow,
  RunsAnswer,
  ServerAnswer,
} from '../src/contract/app-control.ts';
import type { DrawAct, DrawAnswer } from '../src/contract/app-drawings.ts';
import type {
  ExportFormat,
  GivenMark,
  HiddenAnswer,
  PictureAnswer,
  PicturesAnswer,
} from '../src/contract/app-pictures.ts';
import type { PairedBrowser } from '../src/contract/extension.ts';
import type { SourceLines } from '../src/contract/place-data.ts';

/** Why the server said no. */
export class Refusal extends Error {
  readonly status: number;
  readonly hint: string;

  constructor(status: number, { error, hint }: Partial<Refused>) {
    super(error ?? `The server answered ${status}.`);
    this.status = status;
    this.hint = hint ?? '';
  }
}

export interface Window {
  readonly filter: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  const response = await fetch(`api/${path}`, options);
  const value = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, value as Partial<Refused>);
  return value as T;
}

function query(given: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(set as [string, string][]).toString();
}

const sending = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const post = <T extends object>(path: string, body: unknown, headers?: Record<string, string>) =>
  ask<T>(path, sending(body, headers));

async function bytesOf(path: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(`api/${path}`, options);
  if (response.ok) return response;
  throw new Refusal(response.status, (await response.json().catch(() => ({}))) as Partial<Refused>);
}

export const api = {
  login: (code: string) => post('login', { code }),
  loginByKey: (key: string) => post('login-key', {}, key === '' ? {} : { authorization: `Bearer ${key}` }),
  logout: () => post('logout', {}),
  about: () => ask<AboutAnswer>('about'),
  rows: (window: Window, limit: number, before?: string, signal?: AbortSignal) =>
    ask<RowsAnswer>(`items?${query({ ...window, limit, before })}`, signal ? { signal } : {}),
  histogram: (window: Window, parts: number, signal?: AbortSignal) =>
    ask<HistogramAnswer>(`histogram?${query({ ...window, parts })}`, signal ? { signal } : {}),
  calls: (window: Window, before?: string, signal?: AbortSignal) =>
    ask<CallsAnswer>(`calls?${query({ ...window, before })}`, signal ? { signal } : {}),
  costs: (window: Window, parts: number, signal?: AbortSignal) =>
    ask<CostsAnswer>(`costs?${query({ ...window, parts })}`, signal ? { signal } : {}),
  item: (seq: number) => ask<ItemAnswer>(`item/${seq}`),
  story: (seq: number) => ask<StoryAnswer>(`story/${seq}`),
  explain: (seq: number) => ask<ExplainAnswer>(`explain/${seq}`),
  source: (seq: number) => ask<SourceLines>(`source/${seq}`),
  reportUrl: (window: Window) => `api/report?${query({ ...window })}`,
  bodyUrl: (seq: number, blob: string) => `api/body/${seq}/${blob}`,
  async body(seq: number, blob: string): Promise<Uint8Array> {
    return new Uint8Array(await (await bytesOf(`body/${seq}/${blob}`)).arrayBuffer());
  },
  control: (act: ControlAct) => post<ActAnswer>('control', act),
  server: () => ask<ServerAnswer>('server'),
  runs: () => ask<RunsAnswer>('runs'),
  checks: () => ask<ChecksAnswer>('checks'),
  instances: () => ask<{ instances: readonly InstanceNow[] }>('instances'),
  browsers: () => ask<{ browsers: readonly PairedBrowser[] }>('browsers'),
  pairBrowser: (value: string) => post<{ browsers: readonly PairedBrowser[] }>('browsers/pair', { value }),
  partBrowser: (value: string) => post<{ browsers: readonly PairedBrowser[] }>('browsers/part', { value }),
  draw: (act: DrawAct) => post<DrawAnswer>('draw', act),
  paperUrl: (id: string, version: number) => `api/paper/${encodeURIComponent(id)}?v=${version}`,
  pictures: () => ask<PicturesAnswer>('pictures'),
  picture: (id: string) => ask<PictureAnswer>(`picture/${encodeURIComponent(id)}`),
  pixelsUrl: (id: string, longest?: number) =>
    `api/pixels/${encodeURIComponent(id)}${longest === undefined ? '' : `?longest=${longest}`}`,
  keepMarks: (id: string, marks: readonly GivenMark[]) => post(`marks/${encodeURIComponent(id)}`, { marks }),
  hide: (id: string) => post<HiddenAnswer>(`hide/${encodeURIComponent(id)}`, {}),
  exported: async (id: string, marks: readonly GivenMark[], format: ExportFormat) =>
    (await bytesOf(`export/${encodeURIComponent(id)}`, sending({ marks, format }))).blob(),
};
