import { fromStart, type Recognizer } from './recognizer.ts';
import { isGenerated } from './recognizers-check.ts';

/** As it may have been read from a picture, too. */
const secretName = '[\\w.-]{0,40}(?:key|secret|t[o0]ken|passwd|passw[o0]rd|pwd|passphrase|credentia[l1]s?)';

/** What stands at the start of a word and says itself what it is. */
const key = (
  name: string,
  score: number,
  pattern: RegExp,
  needs: readonly string[],
  more: Partial<Recognizer> = {},
): Recognizer => ({ name, kind: 'api_key', score, pattern: fromStart(pattern), needs, ...more });

/** What opens doors. Of the last ones only the value is hidden, its name stays. */
export const SECRETS: readonly Recognizer[] = [
  key('aws-key', 1, /(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, ['akia', 'asia']),
  key('jwt', 1, /eyJ[\w-]{5,4000}\.eyJ[\w-]{5,8000}\.[\w-]{0,2000}/g, ['eyj'], { kind: 'jwt' }),
  key('bearer-token', 0.8, /(Bearer\s{1,4})[\w.~+/=-]{8,8000}/gi, ['bearer']),
  key('basic-auth', 0.4, /(Basic\s{1,4})[A-Za-z0-9+/]{8,4000}={0,2}/g, ['basic'], {
    context: ['authorization'],
  }),
  key('github-pat', 1, /(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{36,255})/g, [
    'ghp_',
    'gho_',
    'ghu_',
    'ghs_',
    'ghr_',
    'github_pat_',
  ]),
  {
    // On a screen the name alone is not enough: the value must look the part.
    name: 'secret-value',
    kind: 'api_key',
    score: 0.8,
    pattern: new RegExp(`((?<![\\w-])${secretName}["']?\\s{0,2}[:=]\\s{0,2}["']?)[^\\s"',;&]{8,500}`, 'gi'),
    accepts: isGenerated,
  },
  {
    name: 'password-value',
    kind: 'api_key',
    score: 0.6,
    pattern:
      /((?<![\w-])[\w.-]{0,40}(?:password|passwd|passwort|pwd)["']?\s{0,2}[:=]\s{0,2}["']?)[^\s"',;&]{6,200}/gi,
    accepts: (value) => /\d|[^\w*]/.test(value) && !/^[*•.$<%{]/.test(value),
  },
  {
    name: 'url-credentials',
    kind: 'url_credentials',
    score: 1,
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{1,200}:[^\s@/"'<>]{1,200}@[^\s"'<>,;)]{1,500}/gi,
    needs: ['://'],
  },
];
