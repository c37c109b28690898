import { AlertStreams } from './alerts/alert-streams.ts';
import { CallDeltas } from './call-deltas.ts';
import { Commands } from './commands/commands.ts';
import type { TelemetryParts, TelemetryShared } from './deps.ts';
import { Captions } from './interact/caption.ts';
import { LoadBook } from './interact/perf-diff.ts';
import { NoiseBook } from './noise/noise-book.ts';
import { Pilot } from './pilot.ts';
import { Recordings } from './recording/recordings.ts';
import { SocketBook } from './socket-book.ts';

/** The telemetry tools' own parts, on what the product gives them. */
export function makeTelemetry(parts: TelemetryParts): TelemetryShared {
  const { store, clock, log, flow } = parts;
  const watch = flow.watch.bind(flow);
  const pilot = new Pilot(parts.isPilotLocked);
  const commands = new Commands({ clock, log, documents: store.documents('commands') });
  const sockets = new SocketBook(store, watch);
  const alerts = new AlertStreams(clock, watch);
  const deltas = new CallDeltas(clock, watch);
  return {
    ...parts,
    pilot,
    commands,
    sockets,
    alerts,
    deltas,
    noise: new NoiseBook(store.documents('noise'), clock),
    recordings: new Recordings(store, clock),
    captions: new Captions(),
    loads: new LoadBook(),
    started: clock.monotonic(),
    async close() {
      alerts.close();
      sockets.close();
      deltas.close();
      await commands.close();
    },
  };
}
