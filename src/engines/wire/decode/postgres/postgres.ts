import { ByteCursor } from '../byte-cursor.ts';
import { type Decoder, leftSomethingOut } from '../decoder.ts';
import { CANCEL_REQUEST, client, GSS_REQUEST, LONGEST_STARTUP, SSL_REQUEST } from './client.ts';
import { followPostgres } from './follow.ts';
import { CopyRun } from './message.ts';
import { ResultRows } from './rows.ts';
import { server } from './server.ts';
import { PostgresSession } from './session.ts';

const REQUEST_CODES: readonly number[] = [SSL_REQUEST, GSS_REQUEST, CANCEL_REQUEST];

/**
 * PostgreSQL's protocol, version 3. Passwords and keys are never shown. Durations are in microseconds. Kinds: startup,
 * ssl-request, gss-request, encryption, cancel, authentication, password, parameter, backend-key, query, parse, bind,
 * describe, execute, close, sync, flush, function-call, terminate, row-description, rows, complete, suspended, ready,
 * error-response, notice, notification, copy-in, copy-out, copy-both, copy-data, copy-done, copy-fail, and the
 * …-complete answers.
 */
export const postgres: Decoder<'postgres'> = {
  protocol: 'postgres',
  detect({ up }) {
    if (up.length > 0 && up[0] !== 0) return 'no';
    if (up.length < 8) return 'maybe';
    const cursor = new ByteCursor(up);
    const length = cursor.int32();
    const code = cursor.int32();
    const isKnown = code >> 16 === 3 || REQUEST_CODES.includes(code);
    return isKnown && length >= 8 && length <= LONGEST_STARTUP ? 'yes' : 'no';
  },
  converse(context) {
    const session = new PostgresSession(context);
    const copy = { up: new CopyRun(context, 'up'), down: new CopyRun(context, 'down') };
    const rows = new ResultRows(session);
    return {
      up: client(session, copy.up),
      down: server(session, copy.down, rows),
      flush: (direction) => {
        if (direction === 'down') rows.flush();
        copy[direction].flush();
      },
    };
  },
  answers: ['authentication', 'encryption', 'ready', 'copy-in', 'copy-both'],
  hides: leftSomethingOut,
  follow: followPostgres,
  backend: { kind: 'sql', title: 'PostgreSQL' },
  archived: 'not',
};
