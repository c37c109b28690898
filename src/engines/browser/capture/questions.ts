import type { Message } from './playwright-transport.ts';

interface Waiting {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** What was asked of a browser and is not answered yet. */
export class Questions {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  isOver = false;

  nextId(): number {
    return ++this.#lastId;
  }

  ask(method: string, id: number): Promise<unknown> {
    if (this.isOver) return Promise.reject(gone(method));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { method, resolve, reject });
    return promise;
  }

  answer({ id = 0, result, error }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${waiting.method}: ${error.message}`));
    else waiting?.resolve(result);
  }

  /** Nobody answers any more. */
  end(): void {
    this.isOver = true;
    for (const { method, reject } of this.#waiting.values()) reject(gone(method));
    this.#waiting.clear();
  }
}

const gone = (method: string) => new Error(`${method}: the browser is gone`);
