import { isSecretName, looksLikeCard } from '../privacy-names.ts';
import { ACTIONS } from './actions.ts';
import { SELECTORS } from './selectors.ts';
import { TIMINGS } from './timings.ts';
import { VITALS } from './vitals.ts';

/** The world that the script runs in: the page can neither see nor change it, and its policy does not apply. */
export const WORLD = 'sensorium-capture';
export const BINDING = 'sensoriumCapture';

export interface PageScriptSettings {
  /** Attributes that hold test ids, the most wanted first. */
  readonly testIds: readonly string[];
  readonly secretWords: readonly string[];
  /** Off: what is typed is never recorded, only how long it is. */
  readonly inputValues: boolean;
}

/** Runs in every frame before the first script of its document. Vitals and timings are of the main frame only. */
export function pageScript(settings: PageScriptSettings): string {
  return `(() => {
'use strict';
const tell = globalThis.${BINDING};
if (typeof tell !== 'function' || globalThis.sensoriumDocument === document) return;
// The first document of a new window may hand its globals on to the next one.
globalThis.sensoriumStop?.();
globalThis.sensoriumDocument = document;
const life = new AbortController();
globalThis.sensoriumStop = () => life.abort();
const early = { capture: true, passive: true, signal: life.signal };
const settings = ${JSON.stringify(settings)};
const isSecretName = ${isSecretName.toString()};
const looksLikeCard = ${looksLikeCard.toString()};
${CORE}
${SELECTORS}
${ACTIONS}
if (window === window.top) {
${VITALS}
${TIMINGS}
}
})()`;
}

/** Actions are told at once, for the next thing may be that the page is left; the rest in batches. */
const CORE = `
const say = (item) => tell(JSON.stringify([item]));
let waiting = [];
const flush = () => {
  if (waiting.length === 0) return;
  const items = waiting;
  waiting = [];
  tell(JSON.stringify(items));
};
const batch = (item) => {
  waiting.push(item);
  if (waiting.length >= 50) flush();
  else soon('flush', flush, 100);
};
const timers = new Map();
const soon = (name, work, ms) => {
  if (timers.has(name)) return;
  timers.set(name, setTimeout(() => { timers.delete(name); guard(work)(); }, ms));
};
/** A fault of ours must never become one of the page. */
const guard = (work) => (...args) => {
  if (life.signal.aborted) return undefined;
  try {
    return work(...args);
  } catch (error) {
    tell(JSON.stringify([{ say: 'fault', message: String(error?.stack ?? error).slice(0, 2000) }]));
    return undefined;
  }
};
`;
