/** What a browser may keep from the record, depending on how it is reached. Readers are told where it matters. */
import type { Stream } from './streams.ts';

export const BLIND_SPOTS = {
  'console values': {
    streams: ['console'],
    words: 'What is logged is known as text only, and without the calls that led to it',
  },
  'browser reports': {
    streams: ['console'],
    words: 'What the browser itself says on the console is not seen',
  },
  rejections: {
    streams: ['exception'],
    words: 'Rejected promises are told as exceptions, and no place is found by a source map',
  },
  'request details': {
    streams: ['request'],
    words: 'Why a request was made, its priority, connection and cache are not known',
  },
  'bodies of documents': {
    streams: ['request'],
    words: 'Bodies are known of what scripts ask for, and of no other request',
  },
  'socket handshakes': {
    streams: ['websocket'],
    words: 'Headers of sockets and the reasons of their ends are not known',
  },
  'navigation details': {
    streams: ['navigation'],
    words: 'Why a page went elsewhere is not known',
  },
  people: {
    streams: ['action'],
    words: 'What people do is not seen, and steps of agents are known as they were asked for only',
  },
  'source maps': {
    streams: ['console', 'exception'],
    words: 'Places in scripts are told as the browser runs them, not as source maps name them',
  },
  vitals: { streams: ['vitals'], words: 'Vitals are not measured' },
  storage: {
    streams: ['storage'],
    words: 'What pages keep in localStorage and sessionStorage is not watched',
  },
  timings: { streams: ['performance'], words: 'Loads, long tasks, marks and measures are not measured' },
  'requests of workers': {
    streams: ['request'],
    words: 'What workers ask for may be missing, above all as they start',
  },
} as const satisfies Readonly<
  Record<string, { readonly streams: readonly Stream[]; readonly words: string }>
>;
export type BlindSpot = keyof typeof BLIND_SPOTS;

/** What is not seen of these streams, in sentences. */
export function blindWords(spots: readonly BlindSpot[], streams: readonly Stream[]): readonly string[] {
  return spots
    .map((spot) => BLIND_SPOTS[spot])
    .filter((spot) => spot.streams.some((stream) => streams.includes(stream)))
    .map(({ words }) => words);
}
