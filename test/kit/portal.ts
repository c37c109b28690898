/** A desktop portal on a message bus of its own, as a Wayland desktop has one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Message, type MessageBus, sessionBus, Variant } from 'dbus-next';
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
  readonly asked: Asked[] = [];
  readonly #bus: MessageBus;
  readonly #behaviour: Behaviour;

  constructor(address: string, bus: MessageBus, behaviour: Behaviour) {
    this.address = address;
    this.#bus = bus;
    this.#behaviour = behaviour;
    // biome-ignore lint/suspicious/noExplicitAny: the library's types leave its handlers out
    (bus as any).addMethodHandler((message: Message) => this.#handle(message));
  }

  get env(): Record<string, string> {
    return { DBUS_SESSION_BUS_ADDRESS: this.address, WAYLAND_DISPLAY: 'wayland-test' };
  }

  #handle(message: Message): boolean {
    if (message.member !== 'Screenshot') return false;
    const options = message.body[1] as Record<string, Variant>;
    const asked = {
      interactive: options.interactive?.value === true,
      token: String(options.handle_token?.value),
    };
    this.asked.push(asked);
    const sender = message.sender.slice(1).replaceAll('.', '_');
    const path = `/org/freedesktop/portal/desktop/request/${sender}/${asked.token}`;
    const answer = this.#behaviour(asked);
    // As a quick portal does it: the answer is out before the call returns.
    if (answer !== 'silence') {
      const results = 'uri' in answer ? { uri: new Variant('s', answer.uri) } : {};
      const response = 'uri' in answer ? 0 : answer.response;
      this.#send(
        Message.newSignal(path, 'org.freedesktop.portal.Request', 'Response', 'ua{sv}', [response, results]),
      );
    }
    this.#send(Message.newMethodReturn(message, 'o', [path]));
    return true;
  }

  #send(message: Message): void {
    // biome-ignore lint/suspicious/noExplicitAny: the library's types call its own method private
    (this.#bus as any).send(message);
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

export async function startBus(t: Cleanup): Promise<string> {
  const folder = await scratch(t);
  const config = join(folder, 'bus.conf');
  await writeFile(config, busConfig(`unix:path=${join(folder, 'bus')}`));
  const args = [`--config-file=${config}`, '--nofork', '--nopidfile', '--nosyslog', '--print-address=1'];
  const child = spawn('dbus-daemon', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const gone = closed.then(() => ['']);
  const [address] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), gone]);
  if (!address) throw new Error('dbus-daemon ended at once');
  return String(address);
}

export async function startPortal(t: Cleanup, behaviour: Behaviour): Promise<FakePortal> {
  const address = await startBus(t);
  const bus = sessionBus({ busAddress: address });
  t.after(() => bus.disconnect());
  bus.on('error', () => {}); // the daemon goes first in the end
  await bus.requestName(NAME, 0);
  return new FakePortal(address, bus, behaviour);
}
