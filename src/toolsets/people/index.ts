import type { Toolset } from '../../kernel/toolset.ts';
import type { PeopleDeps } from './deps.ts';
import { requestHuman } from './request-human.ts';

export const people: Toolset<PeopleDeps> = { tools: [requestHuman] };
