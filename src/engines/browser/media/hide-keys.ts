import { CONCEALED } from '../../../kernel/cut.ts';
import { isLetter } from '../actions/key-names.ts';
import { isTooShort } from '../secrets/secrets.ts';

/** Calls that write a letter, or that tell what a field holds meanwhile. */
const TOLD =
  /^\{"type":"before",.*"method":"(?:press|keyboard(?:Press|Down|Up|Type|InsertText)|type|fill|inputValue)"/;
const OF_CALL = /^\{"type":"(?:after|log)","callId":"([^"]+)"/;

interface Line {
  readonly callId: string;
  readonly params?: Record<string, unknown>;
  message?: string;
  result?: unknown;
}

/**
 * The letters of a trace that were typed by themselves are concealed: which of them were part of a password, nobody
 * can tell any more. Whole words are left to those who know secrets by their look.
 */
export function hideKeys(content: Buffer): Buffer {
  if (!content.subarray(0, 11).equals(BEGINNING)) return content;
  const told = new Set<string>();
  const lines = content.toString().split('\n');
  return Buffer.from(lines.map((line) => withoutKeys(line, told)).join('\n'));
}

const BEGINNING = Buffer.from('{"version":');

function withoutKeys(line: string, told: Set<string>): string {
  if (TOLD.test(line)) {
    const { callId, params = {}, ...rest }: Line = JSON.parse(line);
    told.add(callId);
    if (typeof params.key === 'string' && isLetter(params.key)) params.key = CONCEALED;
    for (const name of ['text', 'value'])
      if (typeof params[name] === 'string' && isTooShort(params[name])) params[name] = CONCEALED;
    return JSON.stringify({ ...rest, callId, params });
  }
  const [, callId] = OF_CALL.exec(line) ?? [];
  if (callId === undefined || !told.has(callId)) return line;
  const known: Line = JSON.parse(line);
  if (known.message !== undefined) known.message = known.message.replace(/\("[^"]*"\)$/, `("${CONCEALED}")`);
  delete known.result;
  return JSON.stringify(known);
}
