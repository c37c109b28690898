import type { AppControl } from '../../src/transport/app/control-routes.ts';
import type { AppDrawings } from '../../src/transport/app/draw-routes.ts';
import type { AppLive } from '../../src/transport/app/live-socket.ts';

/** No browser runs, and nobody asks for anything. */
export const NOTHING_LIVE: AppLive = {
  arrive: () => () => {},
  requests: () => [],
  reply: () => {},
  pages: async () => [],
  show: () => false,
  act: () => {},
  takeOver: () => {},
  handBack: () => {},
  answerDialog: async () => {},
};

/** Nothing is forwarded, and nothing can be done. */
export const NOTHING_STEERED: AppControl = {
  traffic: async () => ({ at: 0, rules: [], faults: [] }),
  server: async () => ({ settings: [] }),
  instances: () => [],
  runs: async () => ({ tests: [], recordings: [] }),
  checks: async () => ({ checks: [] }),
  act: async () => ({ said: 'No', isRefused: true }),
};

/** Nobody draws, or is asked to. */
export const NOTHING_DRAWN: AppDrawings = {
  open: () => [],
  watch: () => () => {},
  act: async () => ({ id: '', marks: [] }),
  picture: () => undefined,
};
