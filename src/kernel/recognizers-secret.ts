import { fromStart, type Recognizer } from './recognizer.ts';
import { isGenerated } from './recognizers-check.ts';

/** As it may have been read from a picture, too. */
const secretName = '[\\w.-]{0,40}(?:key|secret|t[o0]ken|passwd|passw[o0]rd|pwd|passphrase|credentia[l1]s?)';

/** What opens doors. Of the last ones only the value is hidden, its name stays. */
export const SECRETS: readonly Recognizer[] = [
  {
    name: 'aws-key',
    kind: 'api_key',
    inText: true,
    score: 1,
    pattern: fromStart(/(?:AKIA|ASIA)[0-9A-Z]{16}\b/g),
    needs: ['akia', 'asia'],
  },
  {
    name: 'private-key',
    kind: 'private_key',
    inText: true,
    inPicture: false,
    score: 1,
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{1,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
    needs: ['private key'],
  },
  {
    name: 'jwt',
    kind: 'jwt',
    inText: true,
    score: 1,
    pattern: fromStart(/eyJ[\w-]{5,4000}\.eyJ[\w-]{5,8000}\.[\w-]{0,2000}/g),
    needs: ['eyj'],
  },
  {
    name: 'bearer-token',
    kind: 'api_key',
    inText: true,
    score: 0.8,
    pattern: fromStart(/(Bearer\s{1,4})[\w.~+/=-]{8,8000}/gi),
    needs: ['bearer'],
  },
  {
    name: 'basic-auth',
    kind: 'api_key',
    inText: true,
    score: 0.4,
    pattern: fromStart(/(Basic\s{1,4})[A-Za-z0-9+/]{8,4000}={0,2}/g),
    needs: ['basic'],
    context: ['authorization'],
  },
  {
    name: 'github-pat',
    kind: 'api_key',
    inText: true,
    score: 1,
    pattern: fromStart(/(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{36,255})/g),
    needs: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  },
  {
    name: 'api-key',
    kind: 'api_key',
    inText: true,
    inPicture: false,
    score: 0.4,
    pattern: fromStart(
      /((?:api[_-]?key|secret[_-]?key|client[_-]?secret)(?:\\{0,3}["'])?\s{0,4}[:=]\s{0,4}(?:\\{0,3}["'])?)[^\s"',;&\\]{6,500}/gi,
    ),
    needs: [
      'apikey',
      'api_key',
      'api-key',
      'secretkey',
      'secret_key',
      'secret-key',
      'client_secret',
      'client-secret',
      'clientsecret',
    ],
  },
  {
    name: 'session-cookie',
    kind: 'api_key',
    inText: true,
    inPicture: false,
    score: 0.4,
    pattern: fromStart(
      /((?:session|sid|token)[\w-]{0,40}(?:\\{0,3}["'])?\s{0,4}[:=]\s{0,4}(?:\\{0,3}["'])?)[\w.%+/=-]{16,4000}/gi,
    ),
    needs: ['session', 'sid', 'token'],
  },
  {
    // In bodies and logs; a type or a word of a form ("password: string") is none.
    name: 'password',
    kind: 'api_key',
    inText: true,
    inPicture: false,
    score: 0.4,
    pattern: fromStart(
      /((?:password|passwd|passphrase)(?:\\{0,3}["'])?\s{0,4}[:=]\s{0,4}(?:\\{0,3}["'])?)[^\s"',;&\\<>()]{4,200}/gi,
    ),
    needs: ['password', 'passwd', 'passphrase'],
    accepts: (value) => /[\d!@#$%^&*]/.test(value) && !/^[*•.$%{[]/.test(value),
  },
  {
    // In text a name such as api_key is enough; on a screen the value must look the part.
    name: 'secret-value',
    kind: 'api_key',
    inText: false,
    score: 0.8,
    pattern: new RegExp(`((?<![\\w-])${secretName}["']?\\s{0,2}[:=]\\s{0,2}["']?)[^\\s"',;&]{8,500}`, 'gi'),
    accepts: isGenerated,
  },
  {
    name: 'password-value',
    kind: 'api_key',
    inText: false,
    score: 0.6,
    pattern:
      /((?<![\w-])[\w.-]{0,40}(?:password|passwd|passwort|pwd)["']?\s{0,2}[:=]\s{0,2}["']?)[^\s"',;&]{6,200}/gi,
    accepts: (value) => /\d|[^\w*]/.test(value) && !/^[*•.$<%{]/.test(value),
  },
  {
    name: 'url-credentials',
    kind: 'url_credentials',
    inText: false,
    score: 1,
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{1,200}:[^\s@/"'<>]{1,200}@[^\s"'<>,;)]{1,500}/gi,
    needs: ['://'],
  },
];
