/**
 * What the web app and the server say to each other. Times are microseconds since the epoch. Without schemas: the page
 * loads nothing that it does not need, and the server checks what it is asked by hand.
 */
import type { Source } from './evidence.ts';
import type { Stream, Where } from './streams.ts';

/** In which lane of the timeline the items of a stream are drawn. */
export const LANE_OF = {
  call: 'agent',
  action: 'actions',
  navigation: 'navigation',
  storage: 'navigation',
  request: 'requests',
  websocket: 'sockets',
  console: 'console',
  exception: 'console',
  flow: 'wire',
  exchange: 'wire',
  span: 'services',
  service_log: 'services',
  metric: 'services',
  shot: 'screen',
  vitals: 'vitals',
  performance: 'vitals',
} as const satisfies Readonly<Record<Stream, string>>;
export type Lane = (typeof LANE_OF)[Stream];

/** From the top of the timeline to its bottom. */
export const LANES = [...new Set(Object.values(LANE_OF))] as readonly Lane[];

/** As people read them. */
export const LANE_WORDS: Readonly<Record<Lane, string>> = {
  agent: 'Agents',
  actions: 'Actions',
  navigation: 'Pages',
  requests: 'Requests',
  sockets: 'Sockets',
  console: 'Console',
  wire: 'Wire',
  services: 'Services',
  screen: 'Screen',
  vitals: 'Vitals',
};

/** How it is to be taken: trouble is an error or an answer of 400 and more. */
export type Tone = 'plain' | 'warn' | 'trouble';

/** One item of the record as a line. */
export interface Row {
  readonly seq: number;
  readonly time: number;
  readonly stream: Stream;
  readonly tone: Tone;
  /** What it is, in a word: GET, click, error, a tool's name. */
  readonly kind: string;
  readonly text: string;
  /** An answer's status, a call's outcome. */
  readonly mark?: string;
  /** How long it took, in milliseconds; the item's time is its end. */
  readonly ms?: number;
  readonly tab?: string;
  readonly session?: string;
}

export interface RowsAnswer {
  /** Newest first. */
  readonly rows: readonly Row[];
  /** What to ask with for older ones; absent at the end of the window. */
  readonly next?: string;
}

export interface HistogramAnswer {
  readonly from: number;
  /** Microseconds of each part. */
  readonly width: number;
  readonly parts: number;
  /** For each lane in which there is something: how many items, and how many of them are trouble. */
  readonly lanes: { readonly [L in Lane]?: { readonly items: number[]; readonly troubles: number[] } };
  /** What is older was not counted: it would have taken too long. */
  readonly since?: number;
}

/** A whole item, secrets hidden. */
export interface ItemAnswer {
  readonly row: Row;
  readonly source: Source;
  readonly where: Where;
  readonly tests: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** Why its data could not be read, when they could not. */
  readonly problem?: string;
}

/** An item that is linked to another. */
export interface LinkedRow {
  readonly row: Row;
  /** Why it is thought so: call, action, document, wire, trace, … */
  readonly kind: string;
  readonly confidence: 'possible' | 'likely' | 'certain';
}

/** What led to an item, from the beginning, and what it caused. */
export interface StoryAnswer {
  readonly causes: readonly LinkedRow[];
  readonly effects: readonly LinkedRow[];
}

/** The story of an item in words, as `explain` tells it. */
export interface ExplainAnswer {
  /** The most likely cause. */
  readonly first: string;
  /** What happened, line by line. */
  readonly told: string;
}

/** Who looks, and what there is to be seen. */
export interface AboutAnswer {
  readonly version: string;
  /** Of what the person may see; absent while there is nothing. */
  readonly extent?: { readonly from: number; readonly to: number; readonly items: number };
  /** Names of clients, to filter by. */
  readonly agents: readonly string[];
}

/** Why something was refused. */
export interface Refused {
  readonly error: string;
  readonly hint?: string;
}

/** What the page says on its socket: what it wants to hear of. An empty filter means everything. */
export interface Listen {
  readonly filter: string;
}

/** What came since the last message. */
export interface Heard {
  /** The newest of them, newest first, at most 200. */
  readonly rows: readonly Row[];
  /** More came than these: the list begins anew with them. */
  readonly isAnew?: true;
  /** Where older ones begin, if it does. */
  readonly next?: string;
  /** Why nothing is heard: the filter cannot be read. */
  readonly problem?: string;
}

/** Fields of the filter language, and what they mean. */
export const FILTER_FIELDS = {
  is: 'error',
  lane: 'agent, actions, navigation, requests, sockets, console, wire, services, screen, vitals',
  status: '404, >=400, 200..299',
  method: 'GET, POST',
  level: 'debug, log, info, warn, error',
  ms: '>500, <20: how long it took',
  tab: 'the tab, as in t3',
  url: 'a part of the address',
  test: 'the id of a test',
  connection: 'the socket or the flow, as its items name it',
  agent: 'a part of the client’s name',
  tool: 'the tool that was called, or a part of its name',
  outcome: 'how the call ended: ok, or the code of the fault',
} as const;
export type FilterField = keyof typeof FILTER_FIELDS;
