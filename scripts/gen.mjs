/** `npm run gen`: writes the generated pages of docs/; `--check` only compares. */
import { underModernNode } from './node24.mjs';

await underModernNode();
await import('./gen.ts');
