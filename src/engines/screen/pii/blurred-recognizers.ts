import type { Recognizer } from '../../../kernel/recognizer.ts';
import { sureKeys } from '../../../kernel/recognizers.ts';
import { isCardNumber, isIbanLong } from '../../../kernel/recognizers-check.ts';

/** What OCR makes of the characters in a prefix. */
const TWINS: Readonly<Record<string, string>> = {
  '_-': '[-_ .~]{0,2}',
  '.': '[., ]{0,2}',
  Ili1: '[Il1|i]',
  J: '[JjI]',
  oO0: '[oO0]',
  sS: '[sS5]',
  zZ2: '[zZ2]',
  '9g': '[9gq]',
  '8': '[8B]',
  G: '[G6C]',
  k: '[kK]',
  x: '[xX]',
  v: '[vV]',
  p: '[pP]',
  c: '[cC]',
};
const twins = new Map(Object.entries(TWINS).flatMap(([all, read]) => [...all].map((char) => [char, read])));
const blurred = (prefix: string) => [...prefix].map((char) => twins.get(char) ?? char).join('');

// Prefixes of three letters and less are too common to be read loosely.
const prefixes = sureKeys.filter(({ prefix }) => prefix.length > 3).map(({ prefix }) => blurred(prefix));
const hasDigitAndLetter = (text: string) => /\d/.test(text) && /[a-z]/i.test(text);
/** With a dot before it, or long enough to be known without. */
const knownEnding =
  /(?:[.,](?:com|org|net|dev|info|edu|gov|co|uk|de|fr|io|es|it|nl|ch|at|eu|internal)|\w{3}(?:com|org|net|couk))$/i;
/** The ending grew together with the name; hosts that one logs in to are seldom named with a point before the @. */
const lostDot =
  /^[\w+%-]+[._][\w.+%-]+[@©®][\w-]{4,}(?:com|org|net|de|fr|io|es|it|nl|ch|at|eu|uk|dev|internal)$/i;

/** The recognizers once more, for what was read from a picture and may have lost a sign or taken one for another. */
export const BLURRED: readonly Recognizer[] = [
  {
    name: 'blurred-vendor-key',
    kind: 'api_key',
    score: 0.8,
    pattern: new RegExp(`(?<![\\w-])(?:${prefixes.join('|')})[\\w.@®+/-]{14,300}`, 'g'),
    accepts: hasDigitAndLetter,
  },
  {
    name: 'blurred-jwt',
    kind: 'jwt',
    score: 0.8,
    pattern: /(?<![\w-])[eo]y\w[\w@®|\]-]{10,4000}(?:[.,:] ?[\w@®|\]-]{6,4000}){0,3}/g,
    accepts: (text) => text.length >= 40 && /\d/.test(text) && /[a-z][A-Z]/.test(text) && /[.,:]/.test(text),
  },
  {
    name: 'blurred-email',
    kind: 'email',
    score: 0.6,
    pattern: /(?<![\w.+%-])[\w.+%-]{1,64}[@©®][\w-]{2,63}(?:[.,][\w-]{2,63}){0,5}(?![\w@])/g,
    accepts: (text) =>
      (knownEnding.test(text) || lostDot.test(text)) && /^\w/.test(text) && !/[@©®]\d+[.,]/.test(text),
  },
  {
    // The blanks between the groups are narrow, and some get lost.
    name: 'blurred-card',
    kind: 'credit_card',
    score: 0.9,
    pattern: /(?<![\d.-]|\d )(?:\d{4}(?:[ -]?\d{4}){3}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5})(?! ?\d|[.-]\d)/g,
    accepts: isCardNumber,
  },
  {
    name: 'blurred-iban',
    kind: 'iban',
    // The check digits are wrong when one digit is; the length and the name before it must do.
    score: 0.3,
    pattern: /\b[A-Z]{2}[0-9OQDIlSBZGT]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    accepts: (text) => isIbanLong(text, 1) && text.replaceAll(/\D/g, '').length >= 0.6 * text.length,
    context: ['iban', 'konto', 'account', 'bank'],
  },
  {
    name: 'blurred-ipv6',
    kind: 'ip_address',
    score: 0.7,
    pattern: /(?<![\w:.])(?:[0-9a-f£OoIlSB@]{1,5}[:;.]){7}[0-9a-f£OoIlSB@]{1,5}(?![\w:])/gi,
    accepts: (text) => /\d/.test(text) && (text.match(/[:;]/g)?.length ?? 0) >= 5,
  },
  {
    name: 'blurred-short-ipv6',
    kind: 'ip_address',
    score: 0.7,
    pattern:
      /(?<![\w:.])[0-9a-f£OoIl@]{2,4}(?:[:;][0-9a-f£OoIl@]{1,4}){1,4}[:;]{2}[0-9a-f£OoIl@]{1,4}(?:[:;][0-9a-f£OoIl@]{1,4}){0,4}(?![\w:]|\.\d)/gi,
    accepts: (text) => (text.match(/\d/g)?.length ?? 0) >= 4,
  },
  {
    name: 'blurred-sendgrid-key',
    kind: 'api_key',
    score: 0.8,
    pattern: /(?<![\w-])SG[.,] ?[\w@®-]{18,26}[.,] ?[\w@®-]{20,52}/g,
    accepts: hasDigitAndLetter,
  },
  {
    name: 'blurred-arn',
    kind: 'aws_arn',
    score: 0.8,
    pattern: /\barn[:;.]{1,2}aws[\w-]{0,10}[:;.]{1,2}[\w-]{1,40}[:;.][\w/:;.+=@*-]{6,300}/g,
    accepts: (text) => /\d{8,}/.test(text.replaceAll(/[oO@]/g, '0').replaceAll(/[lI|]/g, '1')),
  },
  {
    name: 'blurred-url-credentials',
    kind: 'url_credentials',
    score: 0.8,
    pattern: /\b[a-z]{2,12}[:;.]{1,2}[/|l]{1,2}[\w.-]{1,60}[:;][^\s@/"'<>]{4,200}[@©®][^\s"'<>,;)]{3,500}/gi,
  },
];
