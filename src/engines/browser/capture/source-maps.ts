import { Buffer } from 'node:buffer';
import { SourceMap, type SourceMapping } from 'node:module';
import type { Location, SourceLines } from '../../../contract/place-data.ts';
import { linesAround } from '../../../kernel/lines-around.ts';
import type { Log } from '../../../kernel/log.ts';
import { within } from '../../../kernel/within.ts';
import { loadResource } from '../page/load-resource.ts';
import type { DevToolsSession, StackTrace } from './devtools.ts';

const MOST_MAPS = 30;
const MOST_SCRIPTS = 2_000;
const LARGEST_MAP = 32 * 2 ** 20;

/** Where a script's map is: said at its end or in a header. */
const COMMENT = /\/\/[#@]\s*sourceMappingURL=([^\s'"]+)\s*$/;

interface Entry {
  url: string;
  map?: SourceMap | undefined;
  /** Its text is being read, its map is named, asked for, there; or there is none that can be had. */
  state: 'reading' | 'known' | 'loading' | 'loaded' | 'none';
  loading?: Promise<void>;
}

/** Maps of the scripts of a browser. One is loaded when something in its script is to be told, by the browser itself. */
export class SourceMaps {
  readonly #log: Log;
  readonly #isOn: boolean;
  readonly #mapMs: number;
  readonly #maps = new Map<string, Entry>();

  constructor(log: Log, { isOn, mapMs }: { readonly isOn: boolean; readonly mapMs: number }) {
    this.#log = log;
    this.#isOn = isOn;
    this.#mapMs = mapMs;
  }

  /** A script has come. Gives what is to be told of its text, or of its absence: it may name the map. */
  scriptComing(script: string, header: string | undefined): ((text: string | undefined) => void) | undefined {
    if (!this.#isOn) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry: Entry = { url: '', state: 'reading', loading: promise };
    this.#maps.delete(script);
    this.#maps.set(script, entry);
    const oldest = this.#maps.keys().next().value;
    if (this.#maps.size > MOST_SCRIPTS && oldest !== undefined) this.#maps.delete(oldest);
    return (text) => {
      const named = header ?? (text === undefined ? undefined : mapNamed(text));
      const url = named && URL.parse(named, script)?.href;
      delete entry.loading;
      entry.state = url ? 'known' : 'none';
      if (url) entry.url = url;
      resolve();
    };
  }

  /** Whether all that can be known of the stack's scripts is known now. */
  isReady(trace: StackTrace | undefined): boolean {
    return this.#wanted(trace).length === 0;
  }

  /** Resolves when it is, or when it has taken too long. */
  async ready(session: DevToolsSession, trace: StackTrace | undefined): Promise<void> {
    const loading = this.#wanted(trace).map(async (entry) => {
      if (entry.state === 'reading') await entry.loading;
      if (entry.state !== 'known' && entry.state !== 'loading') return;
      entry.loading ??= this.#load(session, entry);
      await entry.loading;
    });
    await within(Promise.all(loading), this.#mapMs);
  }

  /** The same locations, with where they stand in their sources. */
  mapped(locations: readonly Location[]): Location[] {
    return locations.map((location) => {
      const map = this.#maps.get(location.url)?.map;
      const origin = map && originOf(map, location);
      return origin ? { ...location, original: origin } : location;
    });
  }

  /** What stands around a mapped place, where the map holds its source. */
  source({ url, original }: Location): SourceLines | undefined {
    const map = original && this.#maps.get(url)?.map;
    if (!map) return undefined;
    const { sources, sourcesContent } = map.payload as Partial<MapPayload>;
    const text = sourcesContent?.[sources?.indexOf(original.url) ?? -1];
    const around = text ? linesAround(text, original.line, original.column) : undefined;
    return around && { url: original.url, line: original.line, ...around };
  }

  #wanted(trace: StackTrace | undefined): Entry[] {
    if (!trace || this.#maps.size === 0) return [];
    const scripts = new Set(trace.callFrames.map(({ url }) => url));
    return [...scripts]
      .map((script) => this.#maps.get(script))
      .filter((entry) => entry !== undefined)
      .filter(({ state }) => state === 'reading' || state === 'known' || state === 'loading');
  }

  async #load(session: DevToolsSession, entry: Entry): Promise<void> {
    entry.state = 'loading';
    try {
      const text = entry.url.startsWith('data:')
        ? dataText(entry.url)
        : `${await loadResource(() => session.aside(), entry.url, { most: LARGEST_MAP, frameId: session.frame })}`;
      const payload = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ''));
      entry.map = new SourceMap(resolved(payload, entry.url));
      entry.state = 'loaded';
      this.#forget();
    } catch (error) {
      entry.state = 'none';
      this.#log.debug('no source map', { url: entry.url.slice(0, 200), error });
    }
  }

  /** Maps are large: the oldest of them go, and are loaded again should they be asked for. */
  #forget(): void {
    const loaded = [...this.#maps.values()].filter(({ map }) => map !== undefined);
    for (const entry of loaded.slice(0, -MOST_MAPS)) {
      entry.map = undefined;
      entry.state = 'known';
      delete entry.loading;
    }
  }
}

type MapPayload = ConstructorParameters<typeof SourceMap>[0];

/** Sources are named relative to the map, and may have a root of their own. */
function resolved(payload: MapPayload & { sections?: unknown }, mapUrl: string): MapPayload {
  if (payload.sections || !Array.isArray(payload.sources)) return payload;
  const base = mapUrl.startsWith('data:') ? undefined : mapUrl;
  const root = payload.sourceRoot ? `${payload.sourceRoot.replace(/\/$/, '')}/` : '';
  const sources = payload.sources.map((source) => URL.parse(root + source, base)?.href ?? root + source);
  return { ...payload, sourceRoot: '', sources };
}

function originOf(map: SourceMap, { line, column }: Location): Location['original'] {
  const entry: Partial<SourceMapping> & { readonly name?: string } = map.findEntry(line - 1, column - 1);
  const { originalSource, originalLine = 0, originalColumn = 0, name } = entry;
  if (originalSource === undefined) return undefined;
  return { url: originalSource, line: originalLine + 1, column: originalColumn + 1, ...(name && { name }) };
}

function mapNamed(text: string): string | undefined {
  const comment = COMMENT.exec(text.slice(-10_000))?.[1];
  if (comment) return comment;
  // A map of megabytes may stand in the comment itself.
  const at = text.lastIndexOf('sourceMappingURL=data:');
  if (at < 0) return undefined;
  return /^\S+/.exec(text.slice(at + 'sourceMappingURL='.length))?.[0];
}

function dataText(url: string): string {
  const comma = url.indexOf(',');
  const content = url.slice(comma + 1);
  return url.slice(0, comma).endsWith(';base64')
    ? Buffer.from(content, 'base64').toString()
    : decodeURIComponent(content);
}
