/** A second user of this machine, for tests that run as root: a real process under another user id. */
import { execFile } from 'node:child_process';

export const NOBODY = 65534;

export const needsRoot = process.getuid?.() !== 0 && 'only root can act as another user';

export interface Wanted {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The HTTP status (101: a WebSocket was opened) that the other user gets for each, or how it failed. */
export function statusesAsOther(wanted: readonly Wanted[]): Promise<(number | string)[]> {
  const script = `
    const { request } = require('node:http');
    const ask = ({ url, method, headers, body }) => new Promise((resolve) => {
      const sent = request(url, { agent: false, method: method ?? (body ? 'POST' : 'GET'), headers }, (answer) => {
        answer.destroy();
        resolve(answer.statusCode);
      });
      sent.on('upgrade', (answer, socket) => { socket.destroy(); resolve(answer.statusCode); });
      sent.on('error', (error) => resolve(error.code));
      sent.end(body);
    });
    Promise.all(${JSON.stringify(wanted)}.map(ask)).then((all) => console.log(JSON.stringify(all)));`;
  return new Promise((resolve, reject) => {
    const options = { uid: NOBODY, gid: NOBODY, cwd: '/', env: {}, timeout: 20_000 };
    execFile(process.execPath, ['-e', script], options, (error, printed) =>
      error ? reject(error) : resolve(JSON.parse(printed)),
    );
  });
}
