/** `npm run gen`: writes the generated pages of docs/; `--check` only compares. */
import { underModernNode } from './node24.mjs';
import { step } from './say.mjs';
import { sayFailure, setup } from './setup.mjs';

try {
  await underModernNode(step);
  await setup({ needsBuild: false, needsBrowser: false });
  await import('./gen.ts');
} catch (error) {
  sayFailure(error);
}
