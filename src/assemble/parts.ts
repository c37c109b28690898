import type { Environment, Loaded } from '../config/load.ts';
import type { Config } from '../config/options.ts';
import type { Sink } from '../contract/evidence.ts';
import type { Observers } from '../engines/browser/capture/capture.ts';
import type { OwnBrowsers } from '../engines/browser/drivers/own/own-browsers.ts';
import type { InstancePool } from '../engines/browser/pool/instance-pool.ts';
import type { Secrets } from '../engines/browser/secrets/secrets.ts';
import type { SessionEngines } from '../engines/browser/session-engines.ts';
import type { TabNumbers } from '../engines/browser/tab-numbers.ts';
import type { Desk } from '../engines/people/desk.ts';
import type { KeptRules } from '../engines/wire/kept-rules.ts';
import type { OwnLog } from '../engines/wire/log/own-log.ts';
import type { WireEngine } from '../engines/wire/wire-engine.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Lazy } from '../kernel/lazy.ts';
import type { Log } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { Caller } from '../kernel/tool.ts';
import type { Journal } from '../session/journal.ts';
import type { Files } from '../session/output-folder.ts';
import type { EvidenceHub } from '../store/evidence-hub.ts';
import type { LogRing } from '../store/log-ring.ts';
import type { SessionBook } from '../store/session-book.ts';
import type { Store } from '../store/store.ts';
import type { BrowserDeps } from '../toolsets/browser/deps.ts';
import type { Lifetime } from '../toolsets/browser/lifetime.ts';
import type { ScreenShared } from '../toolsets/screen/deps.ts';
import type { TelemetryShared } from '../toolsets/telemetry/deps.ts';

/** What each part is called. There is no object with all of them: whoever makes something takes what it needs. */
interface Parts {
  readonly config: Config;
  /** What was set and is no default. */
  readonly given: Loaded['given'];
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  /** What may be typed by name and is never shown. */
  readonly secrets: Secrets;
  /** The state folder. */
  readonly state: string;
  readonly files: Files;
  readonly journal: Journal;
  /** The keys of our own port, in the order of their callers' names: set when it is opened. */
  readonly doorKeys: { value?: readonly string[] };
  /** Where the web app is: set when it is served. */
  readonly appDoor: { url?: string };
  /** Whether a caller is one of several with keys of their own. */
  readonly isApart: (caller: Pick<Caller, 'name'>) => boolean;
  readonly ownLog: OwnLog;
  readonly hub: EvidenceHub;
  /** Where engines tell what they see. */
  readonly sink: Sink;
  readonly logRing: LogRing;
  /** Who is behind the names of sessions in the record, where one is kept. */
  readonly sessions: SessionBook | undefined;
  readonly store: Lazy<Store>;
  readonly wire: Lazy<WireEngine>;
  readonly keptRules: KeptRules;
  readonly screen: Lazy<MadeScreen>;
  readonly pool: Lazy<InstancePool>;
  /** People's own browsers that are here through their extension. */
  readonly ownBrowsers: Lazy<OwnBrowsers>;
  readonly browser: Lazy<MadeBrowser>;
  readonly telemetry: Lazy<TelemetryShared>;
  /** Where agents ask people. */
  readonly desk: Desk;
  /** Names of tabs, of all browsers. */
  readonly tabNumbers: TabNumbers;
  /** Watches browsers for the record, where one is kept. */
  readonly observers: Lazy<Observers | undefined>;
  /** Ends the program once the answer of the call is out. */
  readonly shutdown: () => void;
}

export type Needs<Name extends keyof Parts> = Pick<Parts, Name>;

export interface MadeBrowser {
  readonly engines: SessionEngines;
  readonly lifetime: Lifetime;
  /** What the tools of a session work on. */
  depsOf(session: string): BrowserDeps;
}

export interface MadeScreen {
  readonly deps: ScreenShared;
  close(): Promise<void>;
}
