/** A desktop portal on a message bus of its own, as a Wayland desktop has one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defineInterface, type MessageBus, sessionBus, Variant } from 'dbus-native';
import { type Cleanup, scratch } from './scratch.ts';

const NAME = 'org.freedesktop.portal.Desktop';

export interface Asked {
  readonly interactive: boolean;
  readonly token: string;
}

/** What the portal does with a request: a file's address, a number for why not, or nothing at all. */
export type Behaviour = (asked: Asked) => { uri: string } | { response: number } | 'silence';

export class FakePortal {
  readonly address: string;
  readonly stopBus: () => Promise<void>;
  readonly asked: Asked[] = [];
  readonly #bus: MessageBus;
  readonly #behaviour: Behaviour;

  constructor(address: string, bus: MessageBus, behaviour: Behaviour, stopBus: () => Promise<void>) {
    this.address = address;
    this.stopBus = stopBus;
    this.#bus = bus;
    this.#behaviour = behaviour;
  }

  get env(): Record<string, string> {
    return { DBUS_SESSION_BUS_ADDRESS: this.address, WAYLAND_DISPLAY: 'wayland-test' };
  }

  async start(): Promise<void> {
    const definition = defineInterface({
      name: 'org.freedesktop.portal.Screenshot',
      methods: {
        Screenshot: {
          in: { parent_window: 's', options: 'a{sv}' },
          out: { handle: 'o' },
          handler: ({ options }, { sender }) => this.#screenshot(options, sender!),
        },
      },
    });
    await this.#bus.export('/org/freedesktop/portal/desktop', definition);
    await this.#bus.ownName(NAME);
  }

  /** As a quick portal does it: the answer is out before the call returns. */
  #screenshot(options: { interactive: boolean; handle_token: string }, sender: string): string {
    const asked = { interactive: options.interactive, token: options.handle_token };
    this.asked.push(asked);
    const path = `/org/freedesktop/portal/desktop/request/${sender.slice(1).replaceAll('.', '_')}/${asked.token}`;
    const answer = this.#behaviour(asked);
    if (answer !== 'silence') {
      const results = 'uri' in answer ? { uri: new Variant('s', answer.uri) } : {};
      const response = 'uri' in answer ? 0 : answer.response;
      this.#bus.sendSignal(path, 'org.freedesktop.portal.Request', 'Response', 'ua{sv}', [response, results]);
    }
    return path;
  }
}

/** Unlike a desktop's bus this one starts no services: those of the machine would be real ones. */
const busConfig = (address: string) => `<busconfig>
  <type>session</type>
  <listen>${address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

export async function startBus(t: Cleanup): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = await scratch(t);
  const config = join(folder, 'bus.conf');
  await writeFile(config, busConfig(`unix:path=${join(folder, 'bus')}`));
  const args = [`--config-file=${config}`, '--nofork', '--nopidfile', '--nosyslog', '--print-address=1'];
  const child = spawn('dbus-daemon', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  t.after(stop);
  const gone = closed.then(() => ['']);
  const [address] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), gone]);
  if (!address) throw new Error('dbus-daemon ended at once');
  return { address: String(address), stop };
}

export async function startPortal(t: Cleanup, behaviour: Behaviour): Promise<FakePortal> {
  const { address, stop } = await startBus(t);
  const bus = sessionBus({ busAddress: address, plainValues: true });
  bus.connection.on('error', () => {}); // the daemon goes first in the end
  t.after(() => bus.close());
  const portal = new FakePortal(address, bus, behaviour, stop);
  await portal.start();
  return portal;
}
