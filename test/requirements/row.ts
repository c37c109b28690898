export type Seed = 'viewpoint' | 'rawprox' | 'moonsurf' | 'gasoline' | 'fotos';

/** One thing a seed demands. */
export interface Row {
  /** Unique; begins with the seed's name: `fotos: Malformed input`. Tests cite it. */
  readonly id: string;
  readonly seed: Seed;
  readonly behaviour: string;
}

/** Rows of one seed from pairs of name and behaviour. */
export function rowsOf(seed: Seed, pairs: Readonly<Record<string, string>>): readonly Row[] {
  return Object.entries(pairs).map(([name, behaviour]) => ({ id: `${seed}: ${name}`, seed, behaviour }));
}
