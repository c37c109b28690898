/** Parts of names that change from one to the next: numbers, ids of all kinds. */
const CHANGING =
  /^(?:\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?=[a-z_-]*\d)[\da-f]{12,}|(?=\w*\d)(?=\w*[A-Za-z])[\w-]{20,})$/i;

const isChanging = (part: string) => CHANGING.test(part);

/** "/users/7/orders?page=2&q=a" is "/users/:id/orders?page&q". */
export function pathPattern(target: string): string {
  const [path = '', query] = target.slice(0, 2000).split('?', 2);
  const shown = path
    .split('/')
    .map((part) => (isChanging(part) ? ':id' : part))
    .join('/');
  const names = query?.split('&').map((pair) => pair.split('=', 1)[0]) ?? [];
  return names.length > 0 ? `${shown}?${[...new Set(names)].join('&')}` : shown;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** "cart:7:items" is "cart:?:items". */
export function keyPattern(key: string): string {
  return key
    .slice(0, 500)
    .replace(UUID, '?')
    .split(/([:./|#{}])/)
    .map((part) => (isChanging(part) ? '?' : part))
    .join('');
}
