/** What a server answers, as text; fails as soon as it is more than anybody sends who means well. */
export async function textWithin(answer: Response, most = 16 * 2 ** 20): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop lets go of the rest.
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > most) throw new Error(`it answered with more than ${Math.round(most / 2 ** 20)} MB`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
