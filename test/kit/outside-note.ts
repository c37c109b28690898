/** Data without the note that others may have written its words; that it is there is shown in test/hostile/voices.test.ts. */
export function withoutNote<T extends object>(data: T | undefined): Omit<T, '_outside'> {
  const { _outside, ...rest } = { ...data } as T & { _outside?: unknown };
  return rest;
}
