import { fault, notWritable } from '../../../kernel/fault.ts';
import { writeFree } from '../../../kernel/open-directly.ts';
import type { Call, Reply } from '../../../kernel/tool.ts';
import type { TelemetryDeps } from '../deps.ts';

type DeliveryCall = Pick<Call<{ readonly save_to?: string | undefined }, TelemetryDeps>, 'args' | 'deps'> &
  Pick<Call<unknown, TelemetryDeps>, 'caller' | 'budget'>;

export interface Made {
  /** What the file is called where the caller names none. */
  readonly name: string;
  /** The field of the answer that holds it where it is short. */
  readonly key: string;
  /** Without secrets already. */
  readonly pieces: string | AsyncIterable<string>;
  /** It is JSON and stands in the answer as such. */
  readonly isJson?: boolean;
  /** It is of use only as a file. */
  readonly isFile?: boolean;
}

interface Delivered {
  readonly saved_to?: string;
  readonly file_size_bytes?: number;
  /** Under its key. */
  readonly [key: string]: unknown;
}

/** The summary, names of fields, and what comes with every answer. */
const AROUND = 500;

/**
 * Gives what was made: in the answer where it has room there, else as a file in the output folder, and as the file
 * that the caller named where one was. `beside` is how much else the answer says.
 */
export async function deliver(call: DeliveryCall, made: Made, beside = 0): Promise<Delivered> {
  const { save_to: wanted } = call.args;
  const pieces = typeof made.pieces === 'string' ? once(made.pieces) : made.pieces[Symbol.asyncIterator]();
  const room = wanted === undefined && !made.isFile ? call.budget - AROUND - beside : 0;
  let begun = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done) {
      // Quotes and line ends take two characters each in an answer.
      if (JSON.stringify(begun).length <= room)
        return { [made.key]: made.isJson ? JSON.parse(begun) : begun };
      return write(call, made.name, once(begun));
    }
    begun += next.value;
    if (begun.length > room) return write(call, made.name, resumed(begun, pieces));
  }
}

/** The reply of a mode that makes one thing. */
export async function deliverReply(
  call: DeliveryCall,
  made: Made,
  summary: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const given = await deliver(call, made, JSON.stringify(facts).length);
  const where = given.saved_to === undefined ? '' : `; in ${given.saved_to}`;
  return { summary: `${summary}${where}`, data: { ...facts, ...given } };
}

async function* once(text: string): AsyncGenerator<string, void, undefined> {
  yield text;
}

async function* resumed(begun: string, rest: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  yield begun;
  for (;;) {
    const next = await rest.next();
    if (next.done) return;
    yield next.value;
  }
}

async function write(
  { args, deps, caller }: DeliveryCall,
  name: string,
  pieces: AsyncIterable<string>,
): Promise<Delivered> {
  const wanted = args.save_to;
  if (wanted === undefined) {
    const { path, bytes } = await deps.output.write(caller, name, encoded(pieces));
    return { saved_to: path, file_size_bytes: bytes };
  }
  if (wanted.includes('\0')) throw fault('FILE_NOT_ALLOWED', { path: JSON.stringify(wanted) });
  const reserved = await deps.output.reserve(caller, wanted, true);
  let bytes = 0;
  const counted = async function* () {
    for await (const piece of encoded(pieces)) {
      bytes += piece.length;
      yield piece;
    }
  };
  const path = await writeFree(reserved, counted()).catch((cause: unknown) => {
    throw notWritable(reserved, cause);
  });
  return { saved_to: await deps.output.wrote(path, reserved), file_size_bytes: bytes };
}

/** To write a piece takes as long as to make it, so that small ones go together. */
const PIECE = 2 ** 17;

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
