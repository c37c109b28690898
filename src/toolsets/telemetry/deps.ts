import type { Evidence, Sink } from '../../contract/evidence.ts';
import type { Stream } from '../../contract/streams.ts';
import type { BrowserEngine } from '../../engines/browser/browser-engine.ts';
import type { NotSeen } from '../../engines/browser/capture/observers.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { KeepPicture } from '../../kernel/keep-picture.ts';
import type { Log, LogLevel } from '../../kernel/log.ts';
import { modesFor } from '../../kernel/modal.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { Store } from '../../store/store.ts';
import type { AlertStreams } from './alerts/alert-streams.ts';
import type { CallDeltas } from './call-deltas.ts';
import type { Commands } from './commands/commands.ts';
import type { Captions } from './interact/caption.ts';
import type { LoadBook } from './interact/perf-snapshot.ts';
import type { NoiseBook } from './noise/noise-book.ts';
import type { Pilot } from './pilot.ts';
import type { Recordings } from './recording/recordings.ts';
import type { SocketBook } from './socket-book.ts';

/** Everything that is seen passes here on its way to the record. */
export interface EvidenceFlow {
  readonly sink: Sink;
  /** Tells of each thing seen from now on, until the function it gives is called. */
  watch(listener: (evidence: Evidence) => void): () => void;
  /** Tests that run now: everything seen meanwhile carries their ids. */
  readonly tests: {
    start(id: string, label: string): void;
    /** Whether it was running. */
    end(id: string): boolean;
    list(): readonly { readonly id: string; readonly label: string; readonly since: number }[];
  };
}

/** One call, as the journal keeps it. */
export interface JournalLine {
  readonly id: number;
  readonly time: string;
  readonly session: string;
  readonly client?: string | undefined;
  readonly tool: string;
  readonly args: string;
  readonly bytes: number;
  readonly ms: number;
  readonly outcome: string;
}

/** Who called what. */
export interface CallJournal {
  query(query: { session?: string; tool?: string; since?: string; limit?: number }): readonly JournalLine[];
  totals(): { calls: number; failed: number };
}

/** One line of the server's own log. */
export interface LogLine {
  readonly seq: number;
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the product gives this toolset to work on. */
export interface TelemetryParts {
  readonly store: Store;
  readonly flow: EvidenceFlow;
  readonly engine: BrowserEngine;
  readonly clock: Clock;
  readonly log: Log;
  readonly output: OutputFolder;
  readonly journal: CallJournal;
  /** Keeps the browser from being closed for idleness meanwhile. */
  during?<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when what the browser has seen so far has been told. */
  settled?(): Promise<void>;
  /** What is not seen, of these streams, of the browsers that run now. */
  notSeen?(streams: readonly Stream[]): readonly NotSeen[];
  /** Where a picture goes that screen tools may be asked about. */
  readonly keepPicture?: KeepPicture;
  /** The newest lines of the server's log, oldest first. */
  logLines(): readonly LogLine[];
  /** How often each pattern of the redaction has hit. */
  redactions(): Readonly<Record<string, number>>;
  /** Off from the start, and for good. */
  readonly isPilotLocked: boolean;
  /** Files anywhere may be uploaded. */
  readonly isUnrestricted: boolean;
}

/** What the telemetry tools work on. */
export interface TelemetryDeps extends TelemetryParts {
  readonly commands: Commands;
  readonly pilot: Pilot;
  readonly noise: NoiseBook;
  readonly sockets: SocketBook;
  readonly alerts: AlertStreams;
  readonly deltas: CallDeltas;
  readonly recordings: Recordings;
  readonly captions: Captions;
  readonly loads: LoadBook;
  /** When the server began, in milliseconds of the monotonic clock. */
  readonly started: number;
  close(): Promise<void>;
}

export const defineMode = modesFor<TelemetryDeps>();
