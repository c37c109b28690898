import { JOINER, KIND, LOWER, tableOf, UPPER } from './characters.ts';

/** Words that forms, manuals, types and programs put where a secret would stand. */
const WORDS = new Set(
  `null nil none undefined void true false yes no on off string str number int integer boolean bool any unknown object
  array bytes text type required optional missing invalid incorrect wrong expired empty hidden disabled enabled unset
  default field value input username email todo tbd na env self this function async await new return typeof const let var
  import from current-password new-password one-time-code changeme change_me change-me placeholder password passwd pass
  secret token apikey api_key api-key key example test foo bar baz data config xxx redacted withheld filtered user pwd
  bearer basic digest credentials plaintext encrypted hashed masked needed wanted accepted rejected denied failed ok
  success valid inherit inherited changed updated reset forgotten`.split(/\s+/),
);
/** They begin what stands for a value: your-token, my_secret, the password. */
const BEGINNINGS = new Set('your my the some insert enter put replace example a an'.split(' '));
const MASKS = tableOf('<{([');
const MOST_WORD = 24;

/** Whether a value only stands for one. */
export function isPlaceholder(text: string, from: number, to: number): boolean {
  const first = text.charCodeAt(from);
  if (from >= to || MASKS[first] === 1 || isRepeated(text, from, to)) return true;
  if (first === 36 || first === 37) return isTemplate(text.charCodeAt(from + 1));
  let end = from;
  while (end < to && end - from < MOST_WORD && isWordSign(text.charCodeAt(end))) end++;
  if (end === from) return false;
  const word = text.slice(from, end).toLowerCase();
  const dash = word.search(/[-_]/);
  if (dash > 0 && BEGINNINGS.has(word.slice(0, dash))) return true;
  if (end >= to) return WORDS.has(word);
  const next = text[end]!;
  if (next === ' ') return BEGINNINGS.has(word);
  return !/[A-Za-z0-9@#$%^&*!+=~]/.test(next) && WORDS.has(word);
}

const isWordSign = (code: number) => (KIND[code]! & (UPPER | LOWER | JOINER)) !== 0 || code === 45;
/** ${NAME}, $(command), %NAME%, {{name}} */
const isTemplate = (code: number) =>
  code === 123 || code === 40 || (KIND[code]! & (UPPER | LOWER | JOINER)) !== 0;

/** ******, xxxx, ... */
function isRepeated(text: string, from: number, to: number): boolean {
  if (to - from < 3) return false;
  const first = text.charCodeAt(from);
  for (let at = from + 1; at < Math.min(to, from + 32); at++) if (text.charCodeAt(at) !== first) return false;
  return true;
}
