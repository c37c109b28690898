import type { ActionData } from '../../../../contract/action-data.ts';
import type {
  ChangeData,
  SnapshotData,
  TimingData,
  VitalsData,
} from '../../../../contract/performance-data.ts';
import type { isSecretName, looksLikeCard } from '../privacy-names.page.ts';
import type { watchActions } from './actions.page.ts';
import type { watchChanges } from './changes.page.ts';
import type { makeLocators } from './locator.page.ts';
import type { makeSelectors } from './selectors.page.ts';
import type { watchTimings } from './timings.page.ts';
import type { measureVitals } from './vitals.page.ts';

export interface PageScriptSettings {
  /** Attributes that hold test ids, the most wanted first. */
  readonly testIds: readonly string[];
  readonly secretWords: readonly string[];
  /** Off: what is typed is never recorded, only how long it is. */
  readonly inputValues: boolean;
}

/** Of one event; when it was in milliseconds since the epoch, by the browser's clock. */
export interface PageAction {
  readonly at: number;
  readonly trusted: boolean;
  readonly data: Omit<ActionData, 'url' | 'source'>;
}

type Bare<T> = Omit<T, 'documentId' | 'url' | 'frame' | 'worker'>;

export type PerformanceWord =
  | { readonly say: 'vitals'; readonly restores: number; readonly data: Bare<VitalsData> }
  | { readonly say: 'snapshot'; readonly restores: number; readonly data: Bare<SnapshotData> }
  | { readonly say: 'timing'; readonly at: number; readonly data: Bare<TimingData> }
  | {
      readonly say: 'change';
      readonly at: number;
      readonly acted: number;
      readonly data: Omit<Bare<ChangeData>, 'acted'>;
    };

/** What the script in the page says. It runs in a world of its own, so nobody else can say it. */
export type PageWord =
  | ({ readonly say: 'action' } & PageAction)
  | { readonly say: 'fault'; readonly message: string }
  | PerformanceWord;

/** What the parts of the script share. */
export interface Ground {
  say(word: PageWord): void;
  batch(word: PageWord): void;
  flush(): void;
  soon(name: string, work: () => void, ms: number): void;
  guard<Args extends unknown[]>(work: (...args: Args) => unknown): (...args: Args) => void;
  /** For listeners: before the page's own can stop an event, and until the script is stopped. */
  readonly early: { readonly capture: true; readonly passive: true; readonly signal: AbortSignal };
}

/** Runs in every frame before the first script of its document. Vitals and timings are of the main frame only. */
export function captureInPage(
  binding: string,
  settings: PageScriptSettings,
  isSecretWord: typeof isSecretName,
  isCard: typeof looksLikeCard,
  selectorsFor: typeof makeSelectors,
  locatorsFor: typeof makeLocators,
  startActions: typeof watchActions,
  startChanges: typeof watchChanges,
  startVitals: typeof measureVitals,
  startTimings: typeof watchTimings,
): void {
  const world = globalThis as unknown as {
    sensoriumDocument?: Document;
    sensoriumStop?: () => void;
    readonly [binding: string]: unknown;
  };
  const tell = world[binding];
  if (typeof tell !== 'function' || world.sensoriumDocument === document) return;
  // The first document of a new window may hand its globals on to the next one.
  world.sensoriumStop?.();
  world.sensoriumDocument = document;
  const life = new AbortController();
  world.sensoriumStop = () => life.abort();

  let waiting: PageWord[] = [];
  const timers = new Set<string>();
  const ground: Ground = {
    /** Actions are told at once, for the next thing may be that the page is left; the rest in batches. */
    say: (word) => tell(JSON.stringify([word])),
    batch(word) {
      waiting.push(word);
      if (waiting.length >= 50) ground.flush();
      else ground.soon('flush', ground.flush, 100);
    },
    flush() {
      if (waiting.length === 0) return;
      const words = waiting;
      waiting = [];
      tell(JSON.stringify(words));
    },
    soon(name, work, ms) {
      if (timers.has(name)) return;
      timers.add(name);
      setTimeout(() => {
        timers.delete(name);
        ground.guard(work)();
      }, ms);
    },
    /** A fault of ours must never become one of the page. */
    guard:
      (work) =>
      (...args) => {
        if (life.signal.aborted) return;
        try {
          work(...args);
        } catch (error) {
          const message = String((error as Error)?.stack ?? error).slice(0, 2000);
          ground.say({ say: 'fault', message });
        }
      },
    early: { capture: true, passive: true, signal: life.signal },
  };
  const selectors = selectorsFor(settings.testIds);
  const locate = locatorsFor(selectors, settings.testIds);
  const describe = (element: Element) => ({ ...selectors.describe(element), ...locate(element) });
  const acted = startChanges(ground, selectors.pathOf);
  startActions(ground, settings, { ...selectors, describe }, isSecretWord, isCard, acted);
  if (window === window.top) startTimings(ground, startVitals(ground, selectors.pathOf));
}
