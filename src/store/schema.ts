import type { Roll } from './rolls.ts';

/** The tables as kysely sees them; migrations.ts makes them. */
export interface Tables {
  /** Named numbers: the format of the store, and the last sequence number given out. */
  meta: { name: string; value: number };
  /** `evicted` is the highest sequence number that retention has taken from the stream. */
  streams: { id: number; name: string; items: number; bytes: number; evicted: number };
  /** What filters look at. Kept apart from the data, so that a scan reads few pages. */
  items: ItemRow;
  payloads: PayloadRow;
  /** How many items fell into each part of time. */
  rolls: Roll;
  /** Which item holds on to which body. */
  item_blobs: { item: number; blob: string };
  /** Which item caused which, by their sequence numbers; `confidence` is the place in CONFIDENCES. */
  links: { effect: number; cause: number; kind: string; confidence: number };
  documents: { namespace: string; key: string; value: string; updated: number };
  document_blobs: { namespace: string; key: string; blob: string };
  /** Bodies of a shared store; an embedded one keeps them as files. */
  bodies: { blob: string; used: number; content: Uint8Array };
}

export interface ItemRow {
  id: number;
  time: number;
  source: string;
  level: number | null;
  method: string | null;
  status: number | null;
  direction: string | null;
  instance: string | null;
  context: string | null;
  page: string | null;
  connection: string | null;
  session: string | null;
  /** A JSON array of test ids. */
  tests: string | null;
  url: string | null;
  /** What the item costs: its JSON and the bodies it refers to. */
  bytes: number;
}

export interface PayloadRow {
  id: number;
  monotonic: number;
  data: string;
}
