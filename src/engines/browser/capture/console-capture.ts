import type { ConsoleData } from '../../../contract/page-data.ts';
import { breather } from '../../../kernel/breathe.ts';
import { messageOf, needsReading, previewArgs, readArgs, type Shown } from './console-values.ts';
import type { DevToolsSession, Payload } from './devtools.ts';
import type { Place } from './frame-book.ts';
import { placeOf, stackOf } from './locations.ts';
import type { Scene } from './scene.ts';
import type { SourceMaps } from './source-maps.ts';

export const LEVEL_OF: Readonly<Record<string, ConsoleData['level']>> = {
  debug: 'debug',
  clear: 'debug',
  endGroup: 'debug',
  profile: 'debug',
  profileEnd: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  assert: 'error',
};

/** So many lines may wait for their objects; in a flood the rest go with what came along. */
const MOST_READING = 100;
/** Logged objects are kept alive for us until we let go of them. */
const MOST_HELD = 200;

/** What scripts say on the console. Lines keep their order, also when the objects of one have to be read first. */
export class ConsoleCapture {
  readonly #scene: Scene;
  readonly #maps: SourceMaps;
  #tail: Promise<void> | undefined;
  #reading = 0;
  readonly #breathe = breather();
  readonly #held = new Map<DevToolsSession, number>();

  constructor(scene: Scene, maps: SourceMaps) {
    this.#scene = scene;
    this.#maps = maps;
  }

  called(session: DevToolsSession, place: Place, event: Payload<'Runtime.consoleAPICalled'>): void {
    const time = this.#scene.time.wall(event.timestamp);
    const { text } = this.#scene.host.limits;
    const wanted = needsReading(event.args) && this.#reading < MOST_READING;
    const isKnown = this.#maps.isReady(event.stackTrace);
    if (!wanted && isKnown && !this.#tail) {
      this.#tell(place, time, event, previewArgs(event.args, text));
    } else {
      const reading = wanted ? this.#read(session, event, text) : undefined;
      const mapping = isKnown ? undefined : this.#maps.ready(session, event.stackTrace);
      const before = this.#tail;
      const turn = Promise.all([before, reading, mapping]).then(([, shown]) => {
        this.#tell(place, time, event, shown ?? previewArgs(event.args, text));
        if (this.#tail === turn) this.#tail = undefined;
        // All that waited for one line comes at once when that is read.
        return this.#breathe();
      });
      this.#tail = turn;
      this.#scene.later(turn);
    }
    this.#letGo(session, event);
  }

  ended(session: DevToolsSession): void {
    this.#held.delete(session);
  }

  async #read(session: DevToolsSession, { args }: Payload<'Runtime.consoleAPICalled'>, text: number) {
    this.#reading++;
    try {
      return await readArgs(session, args, text);
    } catch {
      return undefined; // the document is gone, and its objects with it
    } finally {
      this.#reading--;
    }
  }

  #letGo(session: DevToolsSession, event: Payload<'Runtime.consoleAPICalled'>): void {
    const objects = event.args.filter(({ objectId }) => objectId !== undefined).length;
    if (objects === 0) return;
    const held = (this.#held.get(session) ?? 0) + objects;
    this.#held.set(session, held < MOST_HELD ? held : 0);
    // Commands run in order, so those that read the objects have done so by then.
    if (held >= MOST_HELD) {
      session.send('Runtime.releaseObjectGroup', { objectGroup: 'console' }).catch(() => {}); // gone anyhow
    }
  }

  #tell(place: Place, time: number, event: Payload<'Runtime.consoleAPICalled'>, shown: Shown): void {
    const stack = this.#maps.mapped(stackOf(event.stackTrace));
    const location = placeOf(stack);
    const { text } = this.#scene.host.limits;
    const message = messageOf(shown.args, text);
    const isCut = shown.isCut || message.length > text;
    this.#scene.emit('console', time, {
      ...place,
      level: LEVEL_OF[event.type] ?? 'log',
      category: 'console',
      api: event.type === 'warning' ? 'warn' : event.type,
      message,
      ...(shown.args.length > 0 && { args: [...shown.args] }),
      ...(isCut && { cut: true as const }),
      ...(location && { location }),
      ...(stack.length > 1 && { stack }),
    });
  }
}
