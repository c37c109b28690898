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
