import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Answered, Asked } from './serve-thread.ts';

/** What may run in a thread of its own: each is a file here, and an entry of the bundle. */
export type ThreadName = 'find-libraries' | 'read-trace';

/** It did not answer in time, and was ended: whatever it was busy with is lost. */
export class ThreadTimeout extends Error {}

interface Asking {
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Work that would hold the loop, done elsewhere. The thread starts with the first question, is given one at a time,
 * and a question that takes too long costs it its life: the next one starts another.
 */
export class Thread<Question, Answer> {
  readonly #name: ThreadName;
  #worker: Worker | undefined;
  #lastId = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(name: ThreadName) {
    this.#name = name;
  }

  /** Starts it ahead of its first question. */
  begin(): void {
    this.#worker ??= this.#start();
    this.#worker.unref();
  }

  ask(question: Question, asking: Asking): Promise<Answer> {
    const answer = this.#turn.then(() => this.#ask(question, asking));
    this.#turn = answer.catch(() => {}); // whoever asked hears of it
    return answer;
  }

  async #ask(question: Question, { limitMs, signal }: Asking): Promise<Answer> {
    signal?.throwIfAborted();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const hear = (said: Answered<Answer>) => {
      if (said.id !== id) return;
      if ('error' in said) reject(new Error(said.error));
      else resolve(said.answer);
    };
    const lose = (why: unknown) => reject(why instanceof Error ? why : new Error('the thread has ended'));
    const giveUp = (why: unknown) => {
      void this.end();
      lose(why);
    };
    const stop = () => giveUp(signal?.reason);
    const timer = setTimeout(
      () => giveUp(new ThreadTimeout(`${this.#name} took longer than ${limitMs} ms`)),
      limitMs,
    );
    worker.on('message', hear).on('error', lose).on('exit', lose).ref();
    signal?.addEventListener('abort', stop);
    try {
      worker.postMessage({ id, question } satisfies Asked<Question>);
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      worker.off('message', hear).off('error', lose).off('exit', lose).unref();
    }
  }

  #start(): Worker {
    // Not the parent's flags: its loader and inspector have no business here.
    const worker = new Worker(fileOf(this.#name), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    worker.on('error', () => {}); // whoever waits for an answer hears of it
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** Beside the built program, else the source. */
function fileOf(name: ThreadName, from: string = import.meta.url): string {
  const built = ['../threads/', './threads/'].map((folder) => new URL(`${folder}${name}.mjs`, from));
  const file = built.find((one) => existsSync(one)) ?? new URL(`./${name}.thread.ts`, from);
  return fileURLToPath(file);
}
