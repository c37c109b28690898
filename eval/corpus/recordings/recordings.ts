import { beyondAPage } from './beyond-a-page.ts';
import type { Flow } from './flow.ts';
import { onAPage } from './on-a-page.ts';
import { withoutServer } from './without-server.ts';

export const flows: readonly Flow[] = [...onAPage, ...beyondAPage, ...withoutServer];
