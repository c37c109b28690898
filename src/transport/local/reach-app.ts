import { connect, type Socket } from 'node:net';
import { type Fault, fault } from '../../kernel/fault.ts';
import { VERSION } from '../../kernel/version.ts';
import { firstLine, type Greeting, type GreetingAnswer, readAnswer } from './greeting.ts';
import { Link } from './link.ts';

/** An app that does not answer within this time is taken for none. */
const ANSWER_MS = 2000;

type Hello = Omit<Greeting, 'version' | 'pid'>;

/** Greets whoever listens at the address; undefined when nobody does, or nobody of ours. */
export async function reachApp(address: string, greeting: Hello) {
  const socket = await connected(address);
  if (!socket) return undefined;
  socket.write(`${JSON.stringify({ version: VERSION, pid: process.pid, ...greeting })}\n`);
  const line = await firstLine(socket, ANSWER_MS);
  const answer = line === undefined ? undefined : readAnswer(line);
  if (answer) return { socket, answer };
  socket.destroy();
  return undefined;
}

/** Who runs there, if anybody; with a link that opens its web app if that is wanted. */
export async function askApp(address: string, wantsLink = false): Promise<GreetingAnswer | undefined> {
  const reached = await reachApp(address, { cwd: process.cwd(), settings: {}, wantsLink });
  reached?.socket.destroy();
  return reached?.answer;
}

function connected(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    // Stays for good: a broken connection is told by its end, and must not end the process.
    socket.on('error', () => resolve(undefined));
    socket.once('connect', () => resolve(socket));
  });
}

/** The app, or why there is none for this command. */
export type FoundApp = { readonly link: Link } | { readonly missing: Fault };

/** Looks for the app; nothing is created. */
export async function findApp(address: string, product: string, command: Hello): Promise<FoundApp> {
  const reached = await reachApp(address, command);
  if (!reached) return { missing: fault('APP_UNAVAILABLE', { product }) };
  const { socket, answer } = reached;
  if (answer.ok) return { link: new Link('app', socket) };
  socket.destroy();
  return { missing: fault('APP_REFUSED', { why: answer.error ?? 'it does not say why', pid: answer.pid }) };
}
