import type { Schemas } from '../decode/follow.ts';
import { holes } from '../decode/hole.ts';
import { FlowFollower } from './flow-follower.ts';
import type { Followed, FollowReply, FollowRequest } from './follow-messages.ts';
import { PIECE, type Piece, piecesOf } from './parcel.ts';

/** What runs longer than this is told while it does. */
const LONG_MICROS = 1_000_000;

/** Reads the parcels of all connections; it lives in a thread of its own. */
export class ConnectionReader {
  readonly #schemas: Schemas;
  readonly #followers = new Map<number, FlowFollower>();
  readonly #sessions = new Map<number, string | undefined>();
  #told: Followed[] = [];
  #unwanted: number[] = [];

  constructor(schemas: Schemas = {}) {
    this.#schemas = schemas;
  }

  take(request: Exclude<FollowRequest, { next: true }>): FollowReply {
    if ('ask' in request) {
      const running = [...this.#followers].flatMap(([number, follower]) =>
        follower.running(request.now).map((exchange) => ({ exchange, session: this.#sessions.get(number) })),
      );
      return { answers: request.ask, running, isBusy: running.length > 0 };
    }
    if ('look' in request) return { ...this.#takeTold(), isBusy: this.#look(request.look) };
    for (const { number, ends, session } of request.opened) {
      this.#sessions.set(number, session);
      this.#followers.set(
        number,
        new FlowFollower(ends, (exchange) => this.#told.push({ exchange, session }), this.#schemas),
      );
    }
    for (const piece of piecesOf(request.parcel, request.used)) this.#read(piece);
    const isBusy = this.#look(request.now);
    return { ...this.#takeTold(), parcel: request.parcel, isBusy };
  }

  #read(piece: Piece): void {
    const { kind, connection } = piece;
    const follower = this.#followers.get(connection);
    if (!follower) return;
    if (kind === PIECE.end) follower.end();
    else if (kind === PIECE.dropped) follower.stop('not followed further: more came than could be read');
    else {
      if (feed(follower, piece)) return;
      this.#unwanted.push(connection);
    }
    this.#followers.delete(connection);
    this.#sessions.delete(connection);
  }

  #look(now: number): boolean {
    let isBusy = false;
    for (const follower of this.#followers.values()) isBusy = follower.look(now, LONG_MICROS) || isBusy;
    return isBusy;
  }

  #takeTold(): { exchanges: Followed[]; unwanted: number[] } {
    const taken = { exchanges: this.#told, unwanted: this.#unwanted };
    this.#told = [];
    this.#unwanted = [];
    return taken;
  }
}

function feed(follower: FlowFollower, { kind, time, bytes, missing }: Piece): boolean {
  const direction = kind === PIECE.up || kind === PIECE.upHole ? 'up' : 'down';
  // A copy: parsers keep what they wait for more of, and the parcel goes back.
  if (missing === 0) return follower.feed({ time, direction, bytes: bytes.slice() });
  for (const hole of holes(missing)) if (!follower.feed({ time, direction, bytes: hole })) return false;
  return true;
}
