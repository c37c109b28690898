/**
 * What counts as a secret in text. Patterns use bounded repeats and no nested ones, so that matching takes
 * linear time whatever the text; the rest is left to `accepts`.
 */
export interface Recognizer {
  readonly name: string;
  /** Global. A first group, if there is one, is kept; only what follows it is hidden. */
  readonly pattern: RegExp;
  /** Cheap look before the pattern runs: one of these must occur in the lower-cased text. */
  readonly needs?: readonly string[];
  readonly accepts?: (match: string) => boolean;
}

export const RECOGNIZERS: readonly Recognizer[] = [
  { name: 'aws-key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, needs: ['akia', 'asia'] },
  {
    name: 'private-key',
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{1,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
    needs: ['private key'],
  },
  {
    name: 'jwt',
    pattern: /\beyJ[\w-]{5,4000}\.eyJ[\w-]{5,8000}\.[\w-]{0,2000}/g,
    needs: ['eyj'],
  },
  { name: 'bearer-token', pattern: /\b(Bearer\s{1,4})[\w.~+/=-]{8,8000}/gi, needs: ['bearer'] },
  { name: 'basic-auth', pattern: /\b(Basic\s{1,4})[A-Za-z0-9+/]{8,4000}={0,2}/g, needs: ['basic'] },
  {
    name: 'github-pat',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{36,255})/g,
    needs: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  },
  {
    name: 'api-key',
    pattern:
      /\b((?:api[_-]?key|secret[_-]?key|client[_-]?secret)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',;&]{6,500}/gi,
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
    pattern: /\b((?:session|sid|token)[\w-]{0,40}["']?\s{0,4}[:=]\s{0,4}["']?)[\w.%+/=-]{16,4000}/gi,
    needs: ['session', 'sid', 'token'],
  },
  { name: 'credit-card', pattern: /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g, accepts: isCardNumber },
  { name: 'iban', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, accepts: isIban },
  { name: 'ssn', pattern: /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/g, accepts: isSocialSecurityNumber },
];

/** Fields whose value is secret whatever it looks like. */
export const SECRET_FIELD =
  /^(?:(?:proxy-)?authorization|passw(?:or)?d|pwd|secret|(?:x-)?api[-_]?key|secret[-_]?key|client[-_]?secret|(?:access|refresh|auth)[-_]?token)$/i;

export function isCardNumber(match: string): boolean {
  const digits = match.replaceAll(/\D/g, '');
  // First digits of the card networks; without this, times in microseconds pass one Luhn check in ten.
  if (!/^(?:4|5[1-5]|2[2-7]|3[0-9]|6)/.test(digits)) return false;
  if (/^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

export function isIban(match: string): boolean {
  const plain = match.replaceAll(' ', '');
  if (plain.length < 15 || plain.length > 34) return false;
  let rest = 0;
  for (const char of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

export function isSocialSecurityNumber(match: string): boolean {
  const [area, group, serial] = match.split('-');
  return area !== '000' && area !== '666' && area! < '900' && group !== '00' && serial !== '0000';
}
