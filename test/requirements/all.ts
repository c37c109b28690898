/** Every row of every seed. */
import { fotos } from './fotos.ts';
import { gasoline } from './gasoline.ts';
import { moonsurf } from './moonsurf.ts';
import { rawprox } from './rawprox.ts';
import type { Row } from './row.ts';
import { viewpoint } from './viewpoint.ts';

export const rows: readonly Row[] = [...viewpoint, ...rawprox, ...moonsurf, ...gasoline, ...fotos];
