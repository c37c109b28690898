import { readFile } from 'node:fs/promises';
import { fault } from '../kernel/fault.ts';
import type { Config } from './options.ts';

/** Certificate and key to serve HTTPS with, if they are set. */
export async function readTls({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    const flag = tlsCert === undefined ? '--tls-key' : '--tls-cert';
    throw fault('INVALID_FLAG', { flag, problem: 'certificate and key are given together' });
  }
  const read = (path: string) =>
    readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      throw fault('FILE_NOT_READABLE', { path, why: cause.code ?? cause.message }, cause);
    });
  return { cert: await read(tlsCert), key: await read(tlsKey) };
}
