import { ownerOf } from '../../kernel/owner.ts';
import type { Caller } from '../../kernel/tool.ts';
import { documentsOf } from '../../store/own-documents.ts';
import { AlertStreams } from './alerts/alert-streams.ts';
import { CallDeltas } from './call-deltas.ts';
import { Commands } from './commands/commands.ts';
import type { Own, TelemetryParts, TelemetryShared } from './deps.ts';
import { Captions } from './interact/caption.ts';
import { LoadBook } from './interact/perf-diff.ts';
import { Drawings } from './marks/drawings.ts';
import { NoiseBook } from './noise/noise-book.ts';
import { Pilot } from './pilot.ts';
import { Recordings } from './recording/recordings.ts';
import { SocketBook } from './socket-book.ts';
import { Films } from './video/films.ts';

/** The telemetry tools' own parts, on what the product gives them. */
export function makeTelemetry(parts: TelemetryParts): TelemetryShared {
  const { store, clock, log, flow } = parts;
  const watch = flow.watch.bind(flow);
  const noises = new Map<string, NoiseBook>();
  /** Rules are kept for the folder that the callers with the same key work in. */
  const noiseOf = (caller: Caller) => {
    const place = `${ownerOf(caller)}:${caller.cwd}`;
    const known = noises.get(place) ?? new NoiseBook(documentsOf(store, caller).ofFolder('noise'), clock);
    noises.set(place, known);
    return known;
  };
  const own = new Map<string, Own>();
  const makeOwn = (caller: Caller): Own => ({
    commands: new Commands({ clock, log, documents: documentsOf(store, caller).ofKey('commands') }),
    pilot: new Pilot(parts.isPilotLocked),
    noise: noiseOf(caller),
    films: new Films(),
    drawings: new Drawings(documentsOf(store, caller).ofKey('drawings'), clock, (answer) =>
      parts.answered(ownerOf(caller), answer),
    ),
    recordings: new Recordings(store, clock, caller, parts.sessions !== undefined),
    loads: new LoadBook(),
  });
  const sockets = new SocketBook(store, watch);
  const alerts = new AlertStreams(clock, watch);
  const deltas = new CallDeltas(clock, watch);
  return {
    ...parts,
    sockets,
    alerts,
    deltas,
    captions: new Captions(),
    started: clock.monotonic(),
    ownOf(caller) {
      const known = own.get(caller.session) ?? makeOwn(caller);
      own.set(caller.session, known);
      return known;
    },
    handedOver(sessions, drawing) {
      for (const session of sessions) own.get(session)?.drawings.handedOver(drawing);
    },
    known: (session) => own.get(session),
    async end(session) {
      const ended = own.get(session);
      own.delete(session);
      for (const { id } of flow.tests.list(session)) flow.tests.end(id, session);
      await ended?.films.close();
      await ended?.commands.close();
    },
    async close() {
      alerts.close();
      sockets.close();
      deltas.close();
      await Promise.all([...own.values()].map(({ films }) => films.close()));
      await Promise.all([...own.values()].map(({ commands }) => commands.close()));
    },
  };
}
