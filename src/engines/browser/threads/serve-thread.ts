import { parentPort } from 'node:worker_threads';

export interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

export type Answered<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly error: string }
);

/** The far end of a thread: answers one question after the other. */
export function serveThread<Question, Answer>(work: (question: Question) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async ({ id, question }: Asked<Question>) => {
    try {
      const answer = await work(question);
      parentPort?.postMessage({ id, answer } satisfies Answered<Answer>);
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort?.postMessage({ id, error: words } satisfies Answered<Answer>);
    }
  });
}
