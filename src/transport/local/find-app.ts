import { type Fault, fault } from '../../kernel/fault.ts';
import { Link } from './link.ts';
import { reachApp } from './reach-app.ts';

export interface Seeker {
  /** Where the app would listen. */
  readonly address: string;
  readonly command: string;
  /** The product's name, for the sentence that it does not run. */
  readonly title: string;
  readonly cwd: string;
  /** What was set for the command: the app must be set alike. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The app, or why there is none for this command. */
export type FoundApp = { readonly link: Link } | { readonly missing: Fault };

/** Looks for the app; nothing is created. */
export async function findApp({ address, command, title, cwd, settings }: Seeker): Promise<FoundApp> {
  const reached = await reachApp(address, { profile: command, cwd, settings });
  if (!reached) return { missing: fault('APP_UNAVAILABLE', { product: title }) };
  const { socket, answer } = reached;
  if (answer.ok) return { link: new Link('app', socket) };
  socket.destroy();
  return { missing: fault('APP_REFUSED', { why: answer.error ?? 'it does not say why', pid: answer.pid }) };
}
