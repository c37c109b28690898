import { type Duplex, duplexPair, type Readable, type Writable } from 'node:stream';
import type { Fault } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import { rpcError } from '../../session/failure.ts';
import type { Service } from '../../session/service.ts';
import { Bridge } from './bridge.ts';
import { Link } from './link.ts';
import type { FoundApp } from './reach-app.ts';

export interface BridgedOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  readonly cwd: string;
  /** What was found at the start. */
  readonly found: FoundApp;
  find(): Promise<FoundApp>;
  /** Without the app every call fails; else this process serves. */
  readonly insists: boolean;
  /** The profile, served by this process. */
  service(): Service;
}

/** Serves a client through the app for as long as it runs; resolves when the client is gone or we are stopped. */
export async function serveBridged(options: BridgedOptions, stop: AbortSignal): Promise<void> {
  const { input, output, log, found } = options;
  let missing: Fault | undefined;
  const open = async (current: Link | undefined): Promise<Link> => {
    const app = await options.find();
    if ('link' in app) return app.link;
    missing = app.missing;
    if (!options.insists) {
      log.warning('works alone from here on', { why: missing.message });
      return new Link('here', await serveHere(options, options.service()));
    }
    const standIn = withoutApp(options.service(), () => missing ?? app.missing);
    return current ?? new Link('nobody', await serveHere(options, standIn));
  };
  const first = 'link' in found ? found.link : undefined;
  await new Bridge({ input, output, log, first, open }).run(stop);
}

/** A server in this process, on a pipe that looks like the app's socket. */
async function serveHere({ log, cwd }: BridgedOptions, service: Service): Promise<Duplex> {
  const [{ serveStdioConnection }, { serviceFactory }] = await Promise.all([
    import('../stdio.ts'),
    import('../connection.ts'),
  ]);
  const [near, far] = duplexPair();
  const factory = serviceFactory(service, log);
  const connection = serveStdioConnection({ factory, input: far, output: far, log, cwd });
  void connection.closed.then(() => far.end());
  return near;
}

/** A profile without the app that it needs: it tells what it offers, and every call says what is missing. */
function withoutApp(service: Service, missing: () => Fault): Service {
  const refuse = async () => {
    throw rpcError(missing(), 'legacy');
  };
  return {
    identity: service.identity,
    offers: service.offers,
    open(info) {
      const session = service.open(info);
      return {
        id: session.id,
        introduce: (client) => session.introduce(client),
        rootsFrom: (ask) => session.rootsFrom(ask),
        listen: (send) => session.listen(send),
        listTools: () => session.listTools(),
        listResources: () => session.listResources(),
        listResourceTemplates: () => session.listResourceTemplates(),
        listPrompts: () => session.listPrompts(),
        callTool: refuse,
        readResource: refuse,
        getPrompt: refuse,
        complete: refuse,
        close: () => session.close(),
      };
    },
  };
}
