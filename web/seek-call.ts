import { batch } from '@preact/signals';
import { api } from './api.ts';
import * as state from './state.ts';

/** What led to it, and what came of it soon after. */
const BEFORE_MICROS = 1e6;
const AFTER_MICROS = 3e6;
/** An answer is out before its call is in the record. */
const TRIES = 10;
const PAUSE_MS = 300;

/** Opens the call that ended at that moment: answers of tools name it so. */
export async function seekCall(time: number): Promise<void> {
  const at = { filter: 'lane:agent', from: time, to: time };
  for (let tries = 0; tries < TRIES; tries++) {
    const rows = await api.rows(at, 1).then(
      (told) => told.rows,
      () => [], // the list says what is wrong with the connection
    );
    const [call] = rows;
    if (call) {
      batch(() => {
        state.chosen.value = call.seq;
        state.look(time - (call.ms ?? 0) * 1000 - BEFORE_MICROS, time + AFTER_MICROS);
      });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  // It is no longer kept: what is known of that moment is shown.
  state.look(time - AFTER_MICROS, time + AFTER_MICROS);
}
