import type { ShownAnswer } from '../../contract/handing.ts';
import type { Drawing } from '../../contract/marks.ts';
import type { Stream } from '../../contract/streams.ts';
import type { BrowserEngine } from '../../engines/browser/browser-engine.ts';
import type { NotSeen } from '../../engines/browser/capture/capture.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Hiding } from '../../kernel/hide-secrets.ts';
import type { KeepPicture } from '../../kernel/keep-picture.ts';
import type { Log } from '../../kernel/log.ts';
import { modesFor } from '../../kernel/modal.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { CallerName } from '../../kernel/owner.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { EvidenceHub } from '../../store/evidence-hub.ts';
import type { KeptLine } from '../../store/log-ring.ts';
import type { OwnDocuments } from '../../store/own-documents.ts';
import type { SessionBook } from '../../store/session-book.ts';
import type { Store } from '../../store/store.ts';
import type { AlertStreams } from './alerts/alert-streams.ts';
import type { CallDeltas } from './call-deltas.ts';
import type { Commands } from './commands/commands.ts';
import type { Captions } from './interact/caption.ts';
import type { LoadBook } from './interact/perf-diff.ts';
import type { Drawings } from './marks/drawings.ts';
import type { NoiseBook } from './noise/noise-book.ts';
import type { Pilot } from './pilot.ts';
import type { RecordView } from './record-view.ts';
import type { Recordings } from './recording/recordings.ts';
import type { SocketBook } from './socket-book.ts';
import type { Films } from './video/films.ts';

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

/** What the product gives this toolset to work on. */
export interface TelemetryParts extends Hiding {
  readonly store: Store;
  /** Whose items are whose; without it all see everything. */
  readonly sessions?: SessionBook | undefined;
  /** Everything that is seen passes here on its way to the record. */
  readonly flow: Pick<EvidenceHub, 'sink' | 'watch' | 'tests'>;
  /** What a session has of the browser. */
  engineOf(session: string): BrowserEngine;
  /** Brings an answer to the browser of their own in which that person has shown something. */
  answered(owner: CallerName, answer: ShownAnswer): void;
  readonly clock: Clock;
  readonly log: Log;
  readonly output: OutputFolder;
  /** Who called what, the newest first. */
  readonly journal: {
    query(query: { limit: number; caller: string | undefined }): readonly JournalLine[];
    totals(caller: string | undefined): { calls: number; failed: number };
  };
  /** Keeps the browser from being closed for idleness meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when what the browser has seen so far has been told. */
  settled(): Promise<void>;
  /** What is not seen, of these streams, of the browsers that run now. */
  notSeen(streams: readonly Stream[]): readonly NotSeen[];
  /** Where a picture goes that screen tools may be asked about. */
  readonly keepPicture?: KeepPicture;
  /** The newest lines of the server's log, oldest first, as far as they are for that caller. */
  logLines(caller: Caller): readonly KeptLine[];
  /** How often each pattern of the redaction has hit. */
  redactions(): Readonly<Record<string, number>>;
  /** Off from the start, and for good. */
  readonly isPilotLocked: boolean;
  /** Files anywhere may be uploaded. */
  readonly isUnrestricted: boolean;
}

/** What the telemetry tools are given. */
export interface TelemetryShared extends TelemetryParts {
  /** What is one session's own. */
  ownOf(caller: Caller): Own;
  /** A person has handed something over, and these sessions may wait for it. */
  handedOver(sessions: readonly string[], drawing: Drawing): void;
  /** The same of a session that has it already. */
  known(session: string): Own | undefined;
  /** The session is over. */
  end(session: string): Promise<void>;
  readonly sockets: SocketBook;
  readonly alerts: AlertStreams;
  readonly deltas: CallDeltas;
  readonly captions: Captions;
  /** When the server began, in milliseconds of the monotonic clock. */
  readonly started: number;
  close(): Promise<void>;
}

export interface Own {
  readonly pilot: Pilot;
  /** The one that is no session's but its folder's. */
  readonly noise: NoiseBook;
  readonly commands: Commands;
  readonly recordings: Recordings;
  readonly films: Films;
  readonly drawings: Drawings;
  readonly loads: LoadBook;
}

/** What they work on in one call. */
export interface TelemetryDeps extends Omit<TelemetryShared, 'store'>, Own {
  /** The caller's own tabs and contexts. */
  readonly engine: BrowserEngine;
  /** The record, kept to what the caller may see. */
  readonly store: RecordView;
  /** What is kept beyond the session. */
  readonly documents: OwnDocuments;
  /** Whether what that session's pages did may be seen. */
  sees(session: string | undefined): boolean;
}

export const defineMode = modesFor<TelemetryDeps>();
