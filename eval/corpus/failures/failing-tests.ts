import type { FailingTest } from './failing-test.ts';
import { bugs } from './of-the-product.ts';
import { environment, network } from './of-the-surroundings.ts';
import { assertions, selectors, timing } from './of-the-test.ts';
import { secondSet } from './second-set.ts';
import { thirdSet } from './third-set.ts';

export const failingTests: readonly FailingTest[] = [
  ...selectors,
  ...timing,
  ...network,
  ...assertions,
  ...environment,
  ...bugs,
  ...secondSet,
  ...thirdSet,
];
