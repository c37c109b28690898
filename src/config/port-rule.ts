import { fault } from '../kernel/fault.ts';

/** LOCAL:HOST:PORT, where HOST may be an IPv6 address in brackets. */
export function parsePortRule(words: string) {
  const match = /^(\d{1,5}):(\[[^\]]+\]|[^:[\]\s]+):(\d{1,5})$/.exec(words);
  const localPort = Number(match?.[1]);
  const targetPort = Number(match?.[3]);
  if (!match || localPort > 65535 || targetPort > 65535 || targetPort === 0) {
    const problem = 'a port rule reads LOCAL_PORT:TARGET_HOST:TARGET_PORT, such as 8080:example.com:80';
    throw fault('INVALID_FLAG', { flag: `"${words}"`, problem });
  }
  return { localPort, targetHost: match[2]!.replace(/^\[|\]$/g, ''), targetPort };
}
