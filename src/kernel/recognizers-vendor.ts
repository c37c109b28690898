import type { Recognizer } from './recognizer.ts';

/** How the keys of a vendor begin, what they consist of, and how long they are at least. */
export interface VendorKey {
  readonly prefix: string;
  readonly body: 'hex' | 'plain' | 'url' | 'dotted';
  readonly least: number;
}

const key = (prefix: string, body: VendorKey['body'], least: number): VendorKey => ({ prefix, body, least });

export const vendorKeys: readonly VendorKey[] = [
  key('sk-ant-', 'url', 24),
  key('sk-proj-', 'url', 20),
  key('sk-', 'url', 32),
  key('sk_live_', 'plain', 16),
  key('sk_test_', 'plain', 16),
  key('rk_live_', 'plain', 16),
  key('rk_test_', 'plain', 16),
  key('pk_live_', 'plain', 16),
  key('whsec_', 'plain', 24),
  key('AIza', 'url', 33),
  key('GOCSPX-', 'url', 20),
  key('ya29.', 'url', 24),
  key('xoxb-', 'url', 20),
  key('xoxp-', 'url', 20),
  key('xoxa-', 'url', 20),
  key('xoxr-', 'url', 20),
  key('xapp-', 'url', 20),
  key('glpat-', 'url', 18),
  key('ghp_', 'plain', 30),
  key('gho_', 'plain', 30),
  key('ghs_', 'plain', 30),
  key('github_pat_', 'url', 36),
  key('npm_', 'plain', 30),
  key('pypi-', 'url', 24),
  key('hf_', 'plain', 28),
  key('SG.', 'dotted', 40),
  key('dop_v1_', 'hex', 40),
  key('shpat_', 'hex', 28),
  key('shpss_', 'hex', 28),
  key('dckr_pat_', 'url', 20),
  key('sq0atp-', 'url', 20),
  key('dapi', 'hex', 32),
  key('figd_', 'url', 24),
  key('gsk_', 'plain', 36),
  key('r8_', 'plain', 32),
  key('lin_api_', 'plain', 32),
  key('ntn_', 'plain', 36),
  key('sbp_', 'hex', 36),
  key('AKIA', 'plain', 16),
  key('ASIA', 'plain', 16),
];

const bodies = { hex: '[0-9a-f]', plain: '[A-Za-z0-9]', url: '[\\w-]', dotted: '[\\w.-]' };
const escaped = (text: string) => text.replaceAll(/[.-]/g, '\\$&');
const shapes = vendorKeys.map(({ prefix, body, least }) => `${escaped(prefix)}${bodies[body]}{${least},300}`);

/** Keys that say themselves what they are. */
export const VENDOR_KEYS: readonly Recognizer[] = [
  {
    name: 'vendor-key',
    kind: 'api_key',
    inText: false,
    score: 1,
    pattern: new RegExp(`(?<![\\w-])(?:${shapes.join('|')})`, 'g'),
    needs: vendorKeys.map(({ prefix }) => prefix.toLowerCase()),
  },
];
