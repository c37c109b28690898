/** Whether a field of this name holds a secret: one of its words is one, and not of a page token or the like. */
export function isSecretName(name: string, secretWords: readonly string[]): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (words.some((word) => /^(page|next|continuation|cursor|discard|postcard)$/.test(word))) return false;
  // As one word too, for cc_number and security-code.
  return [...words, words.join('')].some(
    (word) =>
      secretWords.includes(word) || secretWords.includes(word.replace(/(number|no|num|code|s|\d+)$/, '')),
  );
}

/** A number that a payment card could have. */
export function looksLikeCard(text: string): boolean {
  if (text.length > 40 || !/^[\d -]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
