import { z } from 'zod';

/**
 * What an argument means, for whoever reads the docs; agents are not sent it with every list. Use as
 * `z.string().optional().register(meanings, { says: '…' })`.
 */
export const meanings = z.registry<{ readonly says: string }>();
