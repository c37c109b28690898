import { cut } from '../../../kernel/cut.ts';
import type { Begun, Exchange, ExchangeBook, Key, Opening } from '../decode/follow.ts';
import type { Message } from '../decode/message.ts';

/** Of a connection, the same for all that is said on it. */
export type Ends = Pick<Exchange, 'connection' | 'port' | 'client' | 'target'>;

/** Exchanges of one connection that may be open at the same time; then the oldest is given up. */
const OPEN_LIMIT = 10_000;
/** Longer texts are cut. */
const LONGEST = { question: 4000, statement: 1000, result: 200, error: 1000, parameter: 500 };
const PARAMETERS = 50;
/** Their questions travel side by side on one connection, and none waits for another. */
const SIDE_BY_SIDE: ReadonlySet<string> = new Set(['http2', 'grpc']);
/** What is answered waits so long (microseconds) for how the transaction stands. */
const ANSWERED_WAITS = 500_000;

/** Keeps the exchanges of one connection while they run, and tells each when it is over. */
export class ExchangeLedger implements ExchangeBook {
  readonly #ends: Ends;
  readonly #tell: (exchange: Exchange) => void;
  readonly #open = new Map<Key, Begun & { readonly number: number; wasTold?: boolean }>();
  #number = 0;

  constructor(ends: Ends, tell: (exchange: Exchange) => void) {
    this.#ends = ends;
    this.#tell = tell;
  }

  begin(key: Key, message: Message, number: number, told: Opening): Begun {
    const isPipelined = told.direction === undefined && !SIDE_BY_SIDE.has(told.protocol) && this.#isBusy();
    const begun = {
      startTime: message.time,
      bytesUp: 0,
      bytesDown: 0,
      firstMessage: number,
      lastMessage: number,
      ...told,
      ...(isPipelined && { isPipelined }),
      endTime: message.endTime ?? message.time,
      questionEnd: message.endTime ?? message.time,
      number: ++this.#number,
    };
    this.#open.set(key, begun);
    this.add(begun, message, number);
    if (this.#open.size > OPEN_LIMIT) this.end(this.#open.keys().next().value as Key, 'lost');
    return begun;
  }

  /** Whether something asked before still waits for its answer. */
  #isBusy(): boolean {
    for (const begun of this.#open.values()) if (!begun.answered) return true;
    return false;
  }

  get(key: Key): Begun | undefined {
    return this.#open.get(key);
  }

  open(): IterableIterator<[Key, Begun]> {
    return this.#open.entries();
  }

  add(begun: Begun, message: Message, number: number): void {
    if (message.direction === 'up') begun.bytesUp += message.length;
    else begun.bytesDown += message.length;
    begun.lastMessage = number;
    begun.endTime = Math.max(begun.endTime, message.endTime ?? message.time);
    const isAnswer = message.direction === 'down' && begun.direction === undefined;
    if (isAnswer) begun.waitMs ??= millis(begun.questionEnd, message.time);
    else begun.questionEnd = begun.endTime;
  }

  end(key: Key, state: Exchange['state']): void {
    const begun = this.#open.get(key);
    if (!begun) return;
    this.#open.delete(key);
    this.#tell(this.#exchange(begun, state, begun.endTime));
  }

  /** What runs for longer than `most` microseconds now, and was not told of yet; and what only waited for a word. Says whether anything runs. */
  look(now: number, most: number): boolean {
    for (const [key, begun] of this.#open) {
      if (begun.answered) {
        if (now - begun.endTime > ANSWERED_WAITS) this.end(key, begun.answered.state);
      } else if (!begun.wasTold && now - begun.startTime > most) {
        begun.wasTold = true;
        this.#tell(this.#exchange(begun, 'running', now));
      }
    }
    return this.#open.size > 0;
  }

  /** All that is open, as it stands. */
  running(now: number): Exchange[] {
    return [...this.#open.values()].map((begun) =>
      begun.answered
        ? this.#exchange(begun, begun.answered.state, begun.endTime)
        : this.#exchange(begun, 'running', now),
    );
  }

  /** No more will be seen of the connection. */
  close(why: string): void {
    for (const [key, begun] of this.#open) {
      if (!begun.answered) begun.error ??= why;
      this.end(key, begun.answered?.state ?? 'lost');
    }
  }

  #exchange(begun: Begun & { readonly number: number }, state: Exchange['state'], until: number): Exchange {
    const { number, endTime: _end, questionEnd: _asked, answered: _answered, ...told } = begun;
    const { wasTold: _told, ...rest } = told as typeof told & { wasTold?: boolean };
    const { question, parameters, result, error, transactionId } = rest;
    return {
      ...this.#ends,
      ...rest,
      exchangeId: `${this.#ends.connection}.${number}`,
      state,
      ms: millis(begun.startTime, until),
      question: cut(question, LONGEST.question),
      ...(question.length > LONGEST.question && { questionLength: question.length }),
      statement: cut(rest.statement, LONGEST.statement),
      ...(transactionId !== undefined && { transactionId: `${this.#ends.connection}${transactionId}` }),
      ...(parameters && { parameters: shortened(parameters) }),
      ...(result !== undefined && { result: cut(result, LONGEST.result) }),
      ...(error !== undefined && { error: cut(error, LONGEST.error) }),
    };
  }
}

function shortened(parameters: readonly (string | null)[]): (string | null)[] {
  const shown = parameters
    .slice(0, PARAMETERS)
    .map((value) => (value === null ? null : cut(value, LONGEST.parameter)));
  return parameters.length > PARAMETERS ? [...shown, `… ${parameters.length} in all`] : shown;
}

const millis = (from: number, to: number) => Math.max(0, to - from) / 1000;
