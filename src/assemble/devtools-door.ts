import type { DevToolsDoor } from '../engines/browser/pool/devtools-port.ts';
import type { Needs } from './parts.ts';

/** Who may come to the DevTools ports of browsers, if they have any: those who may call, under the same names. */
export async function devToolsDoor({
  config,
  doorKeys,
}: Needs<'config' | 'doorKeys'>): Promise<DevToolsDoor | undefined> {
  const [first, last] = (config.instancePorts ?? '').split('-').map(Number);
  if (!first || !last) return undefined;
  const [{ PortRange }, { Guard }, { Door, generateKey, queryToken }, { isOfOwnUser }] = await Promise.all([
    import('../engines/browser/pool/port-range.ts'),
    import('../transport/guard.ts'),
    import('../transport/keys.ts'),
    import('../transport/peer-owner.ts'),
  ]);
  const guard = new Guard({ boundHost: '127.0.0.1', port: () => 0, allowedHosts: [], allowedOrigins: [] });
  // Until a port of our own is opened there is no key that somebody could have: only our own user may come.
  const unknown = [generateKey()];
  const door = new Door({
    get keys() {
      return doorKeys.value ?? unknown;
    },
    isOfOwnUser,
  });
  return {
    ports: new PortRange(first, last),
    async admit(request) {
      const refusal = guard.check(request);
      if (refusal) return { refusal };
      const url = URL.parse(`http://localhost${request.url ?? '/'}`);
      return door.admit(request, url ? queryToken(url) : undefined);
    },
  };
}
