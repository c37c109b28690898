/** More than this is no state of a page but a collection; reading it after each action would cost too much. */
const MOST_RECORDS = 2_000;

export interface PageStorageState {
  readonly origin: string;
  readonly items: readonly (readonly [string, string])[];
  /** IndexedDB, as Playwright's storage state has it. */
  readonly databases: readonly unknown[];
}

/** Runs in the page's origin. A database that is too large, or holds what cannot be written down, is left out. */
export const READ_STORAGE = `async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
  const isPlain = (value) => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    if (Array.isArray(value)) return value.every(isPlain);
    return isFields(value) && Object.values(value).every(isPlain);
  };
  const isFields = (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
  };
  let lastId = 0;
  const encode = (value) => {
    if (value === undefined) return { v: 'undefined' };
    if (value === null) return { v: 'null' };
    if (Object.is(value, -0)) return { v: '-0' };
    if (typeof value === 'number' && !Number.isFinite(value)) return { v: String(value) };
    if (typeof value === 'bigint') return { bi: String(value) };
    if (typeof value !== 'object') return value;
    if (value instanceof Date) return { d: value.toJSON() };
    if (value instanceof Uint8Array) {
      return { ta: { b: btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join('')), k: 'ui8' } };
    }
    const id = ++lastId;
    if (Array.isArray(value)) return { a: value.map(encode), id };
    if (isFields(value)) return { o: Object.entries(value).map(([k, v]) => ({ k, v: encode(v) })), id };
    throw new TypeError('cannot be written down');
  };
  const named = (name, value) => (isPlain(value) ? { [name]: value } : { [name + 'Encoded']: encode(value) });
  const path = ({ keyPath }) => ({
    ...(typeof keyPath === 'string' ? { keyPath } : {}),
    ...(Array.isArray(keyPath) ? { keyPathArray: keyPath } : {}),
  });
  const readStore = async (store) => {
    if ((await done(store.count())) > ${MOST_RECORDS}) throw new RangeError('too large');
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const indexes = [...store.indexNames].map((name) => store.index(name));
    return {
      name: store.name,
      autoIncrement: store.autoIncrement,
      ...path(store),
      records: keys.map((key, i) => ({
        ...(store.keyPath === null ? named('key', key) : {}),
        ...named('value', values[i]),
      })),
      indexes: indexes.map((index) => ({
        name: index.name, multiEntry: index.multiEntry, unique: index.unique, ...path(index),
      })),
    };
  };
  const readDatabase = async ({ name, version }) => {
    const db = await done(indexedDB.open(name));
    try {
      const names = [...db.objectStoreNames];
      if (names.length === 0) return { name, version, stores: [] };
      const transaction = db.transaction(names, 'readonly');
      return { name, version, stores: await Promise.all(names.map((one) => readStore(transaction.objectStore(one)))) };
    } finally {
      db.close();
    }
  };
  try {
    const items = Object.entries(localStorage);
    const listed = await indexedDB.databases().catch(() => []);
    const databases = await Promise.all(listed.map((one) => readDatabase(one).catch(() => undefined)));
    return { origin: location.origin, items, databases: databases.filter(Boolean) };
  } catch {
    return undefined;
  }
}`;
