import type { BrokenTest } from './broken-test.ts';
import { ids, renamed, roles } from './changed-elements.ts';
import { moved, split, wrapped } from './changed-places.ts';
import { gone } from './gone-elements.ts';
import { secondSet } from './second-set.ts';
import { thirdSet } from './third-set.ts';

export const brokenTests: readonly BrokenTest[] = [
  ...renamed,
  ...moved,
  ...roles,
  ...wrapped,
  ...ids,
  ...split,
  ...gone,
  ...secondSet,
  ...thirdSet,
];
