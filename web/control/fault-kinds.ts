interface Field {
  readonly name: string;
  readonly words: string;
  readonly unit: string;
  readonly usual: number;
}

/** What a fault does and what it can be told, as the tool `wire_fault` has it. */
export interface FaultKind {
  readonly type: string;
  readonly title: string;
  readonly does: string;
  readonly fields: readonly Field[];
}

export const FAULT_KINDS: readonly FaultKind[] = [
  {
    type: 'latency',
    title: 'Latency',
    does: 'Everything comes later.',
    fields: [
      { name: 'latency', words: 'later by', unit: 'ms', usual: 500 },
      { name: 'jitter', words: 'more or less', unit: 'ms', usual: 0 },
    ],
  },
  {
    type: 'bandwidth',
    title: 'Bandwidth',
    does: 'Only so much passes in a second.',
    fields: [{ name: 'rate', words: 'at most', unit: 'kB/s', usual: 50 }],
  },
  {
    type: 'timeout',
    title: 'Timeout',
    does: 'Nothing passes; then the connection is closed.',
    fields: [{ name: 'timeout', words: 'closed after', unit: 'ms (0: never)', usual: 0 }],
  },
  {
    type: 'reset_peer',
    title: 'Reset',
    does: 'Both sides get a reset.',
    fields: [{ name: 'timeout', words: 'after', unit: 'ms', usual: 0 }],
  },
  {
    type: 'limit_data',
    title: 'Limit',
    does: 'The connection is closed after so many bytes.',
    fields: [{ name: 'bytes', words: 'closed after', unit: 'bytes', usual: 10_000 }],
  },
  {
    type: 'slicer',
    title: 'Slicer',
    does: 'The same bytes come in small pieces.',
    fields: [
      { name: 'average_size', words: 'pieces of', unit: 'bytes', usual: 64 },
      { name: 'size_variation', words: 'more or less', unit: 'bytes', usual: 0 },
      { name: 'delay', words: 'apart', unit: 'µs', usual: 1000 },
    ],
  },
  {
    type: 'slow_close',
    title: 'Slow close',
    does: 'The end of the connection comes later.',
    fields: [{ name: 'delay', words: 'later by', unit: 'ms', usual: 1000 }],
  },
];

export const kindOf = (type: string): FaultKind | undefined => FAULT_KINDS.find((kind) => kind.type === type);
