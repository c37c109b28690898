import * as state from '../state.ts';

export type Measure = 'characters' | 'calls';
export type By = 'tools' | 'agents';

/** A token is about four characters of English; no agent's own count is known to us. */
export const tokens = (characters: number): number => Math.round(characters / 4);

const FIELDS = {
  tools: /(?:^|\s)tool:(?:"(?:\\.|[^"])*"|\S+)/g,
  agents: /(?:^|\s)agent:(?:"(?:\\.|[^"])*"|\S+)/g,
} as const;

/** Shows only what is of that tool or agent. */
export function only(by: By, name: string): void {
  const field = by === 'tools' ? 'tool' : 'agent';
  const word = `${field}:${/[\s"]/.test(name) ? JSON.stringify(name) : name}`;
  state.filter.value = `${state.filter.value.replaceAll(FIELDS[by], '')} ${word}`.trim();
}
