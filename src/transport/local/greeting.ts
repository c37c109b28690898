import type { Duplex } from 'node:stream';
import { z } from 'zod';

/**
 * The first line that a command says on the app's socket. Without a profile it only asks who is there; with one,
 * MCP follows when the answer is ok.
 */
const greetingSchema = z.object({
  version: z.string(),
  pid: z.int(),
  profile: z.string().optional(),
  /** Without a profile: it also wants a link that opens the web app. */
  wantsLink: z.boolean().optional(),
  /** The folder that the command's client works in. */
  cwd: z.string().default('/'),
  /** What was set for the command: the app must be set alike, or it cannot stand in for it. */
  settings: z.record(z.string(), z.unknown()).default({}),
});
export type Greeting = z.output<typeof greetingSchema>;

/** The app's one-line answer. */
const answerSchema = z.object({
  ok: z.boolean(),
  version: z.string(),
  pid: z.int(),
  /** Where the app serves HTTP. */
  endpoint: z.string(),
  /** Opens the web app, once. */
  link: z.string().optional(),
  /** Why it does not serve this command. */
  error: z.string().optional(),
});
export type GreetingAnswer = z.output<typeof answerSchema>;

export const readGreeting = (line: string) => parsed(greetingSchema, line);
export const readAnswer = (line: string) => parsed(answerSchema, line);

function parsed<S extends z.ZodType>(schema: S, line: string): z.output<S> | undefined {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return undefined; // whoever spoke is none of ours
  }
}

const MAX_GREETING = 64 * 1024;

/** The first line of a stream, which stays usable behind it; undefined when none comes in time. */
export function firstLine(stream: Duplex, ms: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    let soFar = Buffer.alloc(0);
    const finish = (line: string | undefined) => {
      clearTimeout(timer);
      stream.off('readable', take).off('end', none).off('close', none).off('error', none);
      resolve(line);
    };
    const none = () => finish(undefined);
    const take = () => {
      for (let chunk: Buffer | null = stream.read(); chunk !== null; chunk = stream.read()) {
        soFar = Buffer.concat([soFar, chunk]);
        const end = soFar.indexOf(0x0a);
        if (end < 0 && soFar.length <= MAX_GREETING) continue;
        if (end >= 0 && end + 1 < soFar.length) stream.unshift(soFar.subarray(end + 1));
        finish(end < 0 ? undefined : soFar.toString('utf8', 0, end));
        return;
      }
    };
    const timer = setTimeout(none, ms);
    stream.on('readable', take).on('end', none).on('close', none).on('error', none);
  });
}
