/** One thing a seed demands. A row that cannot be tested yet says which area of the product it waits for. */
export type Seed = 'viewpoint' | 'rawprox' | 'moonsurf' | 'gasoline' | 'fotos';

export type Pending = 'browser' | 'instances' | 'record' | 'screen' | 'web';

export interface Row {
  /** Unique; begins with the seed's name: `fotos: Malformed input`. Tests cite it. */
  readonly id: string;
  readonly seed: Seed;
  readonly behaviour: string;
  readonly pending?: Pending;
}

/** Rows of one seed from pairs of name and behaviour, all in the same state. */
export function rowsOf(
  seed: Seed,
  pairs: Readonly<Record<string, string>>,
  pending?: Pending,
): readonly Row[] {
  return Object.entries(pairs).map(([name, behaviour]) => ({
    id: `${seed}: ${name}`,
    seed,
    behaviour,
    ...(pending && { pending }),
  }));
}
