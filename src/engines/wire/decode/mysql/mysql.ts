import { type Decoder, leftSomethingOut, type Verdict } from '../decoder.ts';
import { client } from './client.ts';
import { followMysql } from './follow.ts';
import { ResultRows } from './rows.ts';
import { server } from './server.ts';
import { MysqlSession } from './session.ts';

/**
 * MySQL's protocol as MySQL and MariaDB speak it, uncompressed. Passwords are never shown. Kinds: greeting, login,
 * ssl-request, proof, challenge, welcome, refusal, each command by its name (query, prepare, execute, fetch, close,
 * ping, …), columns, rows, complete, prepared, fields, file-request, file-data, error-response.
 */
export const mysql: Decoder<'mysql'> = {
  protocol: 'mysql',
  // The server speaks first, so a client that did speaks something else.
  detect: ({ up, down }) => (up.length > 0 && down.length === 0 ? 'no' : greets(down)),
  converse(context) {
    const session = new MysqlSession(context);
    const rows = new ResultRows(context);
    return {
      up: client(session),
      down: server(session, rows),
      flush: (direction) => {
        if (direction === 'down') rows.flush();
      },
    };
  },
  answers: [
    'greeting',
    'challenge',
    'welcome',
    'complete',
    'prepared',
    'error-response',
    'file-request',
    'fields',
    'statistics',
  ],
  hides: leftSomethingOut,
  follow: followMysql,
  backend: { kind: 'sql', title: 'MySQL' },
  archived: 'not',
};

/** The first packet has number 0 and tells a version, or why the server will not serve. */
function greets(down: Uint8Array): Verdict {
  if (down.length === 0) return 'maybe';
  const [low = 0, middle = 0, high = 0, number = 0, kind = 10, first = 0x35] = down;
  const length = low + middle * 0x100;
  if (high !== 0 || number !== 0 || length > 1000) return 'no';
  if (down.length > 1 && length < 10) return 'no';
  if (kind !== 10 && kind !== 0xff) return 'no';
  if (kind === 10 && (first < 0x30 || first > 0x39)) return 'no';
  return down.length >= 6 ? 'yes' : 'maybe';
}
