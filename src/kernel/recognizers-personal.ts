import { parseV4, parseV6 } from './ip-address.ts';
import { fromStart, type Recognizer } from './recognizer.ts';
import { ibanLength, isCardNumber, isIban, isSocialSecurityNumber } from './recognizers-check.ts';

const fileEnding = /\.(?:png|jpe?g|gif|svg|webp|avif|css|[cm]?[jt]sx?|json|html?|txt|exe|dll|woff2?)$/i;
const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const digits = [...'0123456789'];
const ssnContext = { context: ['ssn', 'social', 'security', 'sozialversicherung'] };
const ssn = (
  name: string,
  score: number,
  pattern: RegExp,
  more: Partial<Recognizer> = ssnContext,
): Recognizer => ({
  name,
  kind: 'ssn',
  score,
  pattern,
  accepts: isSocialSecurityNumber,
  ...more,
});

/** What points to a person or to a machine of theirs. Phone numbers need a library and stay with the engine. */
export const PERSONAL: readonly Recognizer[] = [
  {
    name: 'card-in-groups',
    kind: 'credit_card',
    score: 1,
    // Fixed groups, so that a number beside the card does not spoil it.
    pattern:
      /(?<![\d.])(?:\d{4}(?: \d{4}){3}(?: \d{1,3})?|\d{4}(?:-\d{4}){3}(?:-\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{4,5}|\d{13,19})(?!\d|[.-]\d)/g,
    accepts: isCardNumber,
  },
  {
    name: 'iban',
    kind: 'iban',
    score: 1,
    pattern: fromStart(/[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g),
    needs: digits,
    accepts: (match) => isIban(match) || ibanLength(match) > 0,
    fit: (match) => (isIban(match) ? match.length : ibanLength(match)),
  },
  ssn('ssn', 0.85, fromStart(/(?<!-)\d{3}-\d{2}-\d{4}(?![\w-])/g), { needs: digits }),
  ssn('ssn-spaced', 0.5, /(?<![\w.-]|\d )\d{3}(?: \d{2} |\.\d{2}\.)\d{4}(?![\w-]| \d|\.\d)/g),
  ssn('ssn-plain', 0.3, /(?<![\w.-])(?!078051120)\d{9}(?![\w.-])/g),
  ssn('ssn-half-grouped', 0.05, /(?<![\w.-])(?:\d{3}-\d{6}|\d{5}-\d{4})(?![\w.-])/g),
  {
    name: 'email',
    kind: 'email',
    score: 1,
    pattern: /(?<![\w.+%-])[\w.+%-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}(?![\w-]|@)/gi,
    needs: ['@'],
    accepts: (match) => /^\w/.test(match) && !match.includes('..') && !fileEnding.test(match),
  },
  {
    name: 'ipv6',
    kind: 'ip_address',
    score: 0.75,
    pattern:
      /(?<![\w:])(?=[0-9a-f.]{0,15}:)[0-9a-f:.]{2,45}(?<![.])(?:%\w{1,16})?(?:\/(?:12[0-8]|1[01]\d|\d{1,2})(?!\d))?(?![\w:%])/gi,
    needs: [':'],
    // A digit is asked for, since names in C++ and Rust may consist of hexadecimal letters.
    accepts: (match) =>
      parseV6(match.replace(/[%/].*$/, '')) !== undefined && /\d/.test(match) && !/^::\//.test(match),
  },
  {
    name: 'ipv6-unspecified',
    kind: 'ip_address',
    score: 0.1,
    pattern: /(?<![\w:])::(?:\/\d{1,3})?(?![\w:.])/g,
  },
  {
    name: 'ipv4',
    kind: 'ip_address',
    score: 0.75,
    pattern: new RegExp(
      `(?<![\\w.])${octet}(?:\\.${octet}){3}(?:\\/(?:3[0-2]|[12]?\\d)(?!\\d))?(?!\\w)`,
      'g',
    ),
    accepts: (match) => parseV4(match.replace(/\/.*$/, '')) !== undefined,
    against: /(?:version|build|release|revision|chrome|chromium|firefox|edge|safari|v\.?)\W{0,3}$/i,
  },
  {
    name: 'aws-arn',
    kind: 'aws_arn',
    score: 1,
    pattern: /\barn:aws[\w-]{0,10}:[\w-]{1,40}:[\w-]{0,30}:\d{0,12}:[\w/:.+=@*-]{1,300}/g,
    needs: ['arn:'],
  },
];
