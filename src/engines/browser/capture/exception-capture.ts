import type { ExceptionData } from '../../../contract/page-data.ts';
import { begin } from '../../../kernel/cut.ts';
import { previewArgs } from './console-values.ts';
import type { DevToolsSession, Payload } from './devtools.ts';
import type { Place } from './frame-book.ts';
import { placeOf, stackOf } from './locations.ts';
import type { Scene } from './scene.ts';
import type { SourceMaps } from './source-maps.ts';

type Thrown = Payload<'Runtime.exceptionThrown'>;

/** Exceptions and rejections that nobody caught. */
export class ExceptionCapture {
  readonly #scene: Scene;
  readonly #maps: SourceMaps;

  constructor(scene: Scene, maps: SourceMaps) {
    this.#scene = scene;
    this.#maps = maps;
  }

  thrown(session: DevToolsSession, place: Place, event: Thrown): void {
    const time = this.#scene.time.wall(event.timestamp);
    const { stackTrace } = event.exceptionDetails;
    if (this.#maps.isReady(stackTrace)) this.#tell(place, time, event);
    else {
      const ready = this.#maps.ready(session, stackTrace);
      this.#scene.later(ready.then(() => this.#tell(place, time, event)));
    }
  }

  #tell(place: Place, time: number, { exceptionDetails }: Thrown): void {
    const { exception, text, stackTrace } = exceptionDetails;
    const stack = this.#maps.mapped(stackOf(stackTrace));
    // What the browser itself rejects, as `response.json()`, comes from nowhere: 0:0 of the document would be made up.
    const own = exception ? placeOf([], exceptionDetails) : undefined;
    const location = stack[0] ?? (own && this.#maps.mapped([own])[0]);
    const source = location && this.#maps.source(location);
    const most = this.#scene.host.limits.text;
    const data: ExceptionData = {
      ...place,
      level: 'error',
      kind: text.includes('(in promise)') ? 'rejection' : 'exception',
      ...words(exceptionDetails, most),
      ...(location && { location }),
      ...(stack.length > 0 && { stack }),
      ...(source && { source }),
      ...(exception?.subtype !== 'error' && exception && { value: previewArgs([exception], most).args[0] }),
    };
    this.#scene.emit('exception', time, data);
  }
}

function words({ exception, text }: Thrown['exceptionDetails'], most: number) {
  if (!exception) {
    const [, name, message] =
      /^Uncaught (?:\(in promise\) )?(\w*(?:Error|Exception)): ([\s\S]*)$/.exec(text) ?? [];
    return name && message ? { name, message: begin(message, most), text } : { message: text, text };
  }
  const { description } = exception;
  if (exception.subtype !== 'error' || description === undefined) {
    const value = previewArgs([exception], most).args[0];
    const like = errorLike(value);
    if (like) return { ...like, message: begin(like.message, most), text: `${text} ${like.message}` };
    const said = value === undefined ? text : typeof value === 'string' ? value : JSON.stringify(value);
    return { message: said, text: `${text} ${said}` };
  }
  // "TypeError: no such thing\n    at f (app.js:1:2)": the message may have several lines of its own.
  const stackAt = description.search(/\n {4}at /);
  const head = stackAt < 0 ? description : description.slice(0, stackAt);
  const name = exception.className ?? 'Error';
  const message = head.startsWith(`${name}: `) ? head.slice(name.length + 2) : head;
  return {
    name,
    message: begin(message, most),
    text: begin(description, most),
    ...(description.length > most && { cut: true as const }),
  };
}

/** What is no error for the engine but calls itself one, as those of RxJS: its words say more than its fields. */
function errorLike(value: unknown): { readonly name?: string; readonly message: string } | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  const { message, name } = value as { readonly message: unknown; readonly name?: unknown };
  if (typeof message !== 'string' || message === '') return undefined;
  return { ...(typeof name === 'string' && name !== '' && { name }), message };
}
