/** What a find is called in the list of what was hidden in a picture. */
export const PRIVATE_KINDS = [
  'email',
  'phone',
  'ssn',
  'credit_card',
  'iban',
  'ip_address',
  'api_key',
  'jwt',
  'private_key',
  'aws_arn',
  'url_credentials',
  'custom',
] as const;
export type PrivateKind = (typeof PRIVATE_KINDS)[number];

/**
 * What counts as private in a picture; what is secret in text is found in redaction/, from the same keys and checks.
 * Patterns use bounded repeats and no nested ones, so
 * that matching takes linear time whatever the text; the rest is left to `accepts` and `fit`.
 */
export interface Recognizer {
  readonly name: string;
  readonly kind: PrivateKind;
  /** Global. A first group, if there is one, is kept; only what follows it is hidden. */
  readonly pattern: RegExp;
  /** Cheap look before the pattern runs: one of these must occur in the lower-cased text. */
  readonly needs?: readonly string[];
  /** A last check of what would be hidden. */
  readonly accepts?: (hidden: string) => boolean;
  /** How many characters of a match count, when a pattern takes too many; 0 for none. */
  readonly fit?: (hidden: string) => number;
  /** How likely a match is right on its own, from 0 to 1. */
  readonly score: number;
  /** Words nearby that make it likely. */
  readonly context?: readonly string[];
  /** Words right before it that make it something else. */
  readonly against?: RegExp;
}

/**
 * Where a word starts. The letters of an escape (\n and \u0026 of JSON within text, %20 of an address) are no part of
 * the word behind it, nor does a word start among them.
 */
const WORD_START = String.raw`(?<!\\u[\da-fA-F]{0,3}|%[\da-fA-F]?|(?<!\\|\\u[\da-fA-F]{3}|%[\da-fA-F])\w)`;

/** The pattern at the start of a word; unlike `\b` it also finds one behind an escape. */
export function fromStart({ source, flags }: RegExp): RegExp {
  return new RegExp(WORD_START + source, flags);
}
