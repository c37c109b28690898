import { effect, signal } from '@preact/signals';
import type { ControlAct, RuleNow, Traffic } from '../../src/contract/app-control.ts';
import { api } from '../api.ts';
import { wish } from '../socket.ts';
import * as state from '../state.ts';

/** So far back is drawn, in milliseconds. */
export const SHOWN_MS = 120_000;

/** Bytes a second at a moment. */
export interface Rate {
  readonly at: number;
  readonly up: number;
  readonly down: number;
}

/** What passed by each rule since the page was opened. */
export const rates = signal<ReadonlyMap<number, readonly Rate[]>>(new Map());
/** What the last deed led to. */
export const said = signal<{ readonly words: string; readonly isRefused: boolean } | undefined>(undefined);
export const isBusy = signal(false);

let last: Traffic | undefined;

/** Hears what passes until the function it gives is called; nothing while the app is hidden. */
export function startWatching(): () => void {
  const look = () => wish({ traffic: { traffic: !document.hidden } });
  const stop = effect(() => {
    const now = state.traffic.value;
    if (now) note(now);
  });
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
    wish({ traffic: { traffic: false } });
    state.traffic.value = undefined;
    rates.value = new Map();
    said.value = undefined;
    last = undefined;
  };
}

function note(now: Traffic): void {
  const before = last;
  last = now;
  if (!before || now.at <= before.at) return;
  const seconds = (now.at - before.at) / 1000;
  const all = now.rules.map((rule): [number, readonly Rate[]] => {
    const old = before.rules.find((one) => isSame(one, rule));
    const [up, down] = old ? [rule.up - old.up, rule.down - old.down] : [0, 0];
    const known = old ? (rates.peek().get(rule.port) ?? []) : [];
    const shown = known.filter(({ at }) => at > now.at - SHOWN_MS);
    return [rule.port, [...shown, { at: now.at, up: up / seconds, down: down / seconds }]];
  });
  rates.value = new Map(all);
}

/** A port may have got another rule meanwhile, which counts from zero. */
const isSame = (one: RuleNow, other: RuleNow) =>
  one.port === other.port && one.target === other.target && other.connections >= one.connections;

/** Does it by the tool that an agent would call; says whether it was done. */
export async function act(deed: ControlAct): Promise<boolean> {
  isBusy.value = true;
  try {
    const answer = await api.control(deed);
    said.value = { words: answer.said, isRefused: answer.isRefused };
    return !answer.isRefused;
  } catch (thrown) {
    said.value = { words: thrown instanceof Error ? thrown.message : String(thrown), isRefused: true };
    return false;
  } finally {
    isBusy.value = false;
  }
}
