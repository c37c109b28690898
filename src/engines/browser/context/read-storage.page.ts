export interface PageStorageState {
  readonly origin: string;
  readonly items: readonly (readonly [string, string])[];
  /** IndexedDB, as Playwright's storage state has it. */
  readonly databases: readonly unknown[];
}

/**
 * What the page's origin keeps. A database with more than so many records in a store is no state of a page but a
 * collection: it is left out, as is one that holds what cannot be written down.
 */
export async function readStorage(most: number): Promise<PageStorageState | undefined> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      const failed = () => reject(request.error);
      request.onsuccess = () => resolve(request.result);
      request.onerror = failed;
      if (request instanceof IDBOpenDBRequest) request.onblocked = failed;
    });
  const isFields = (value: unknown): value is Record<string, unknown> => {
    if (typeof value !== 'object' || value === null) return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
  };
  const isPlain = (value: unknown): boolean => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    if (Array.isArray(value)) return value.every(isPlain);
    return isFields(value) && Object.values(value).every(isPlain);
  };
  let lastId = 0;
  const encode = (value: unknown): unknown => {
    if (value === undefined) return { v: 'undefined' };
    if (value === null) return { v: 'null' };
    if (Object.is(value, -0)) return { v: '-0' };
    if (typeof value === 'number' && !Number.isFinite(value)) return { v: String(value) };
    if (typeof value === 'bigint') return { bi: String(value) };
    if (typeof value !== 'object') return value;
    if (value instanceof Date) return { d: value.toJSON() };
    if (value instanceof Uint8Array) {
      const bytes = Array.from(value, (byte) => String.fromCharCode(byte)).join('');
      return { ta: { b: btoa(bytes), k: 'ui8' } };
    }
    const id = ++lastId;
    if (Array.isArray(value)) return { a: value.map(encode), id };
    if (isFields(value)) return { o: Object.entries(value).map(([k, v]) => ({ k, v: encode(v) })), id };
    throw new TypeError('cannot be written down');
  };
  const named = (name: string, value: unknown) =>
    isPlain(value) ? { [name]: value } : { [`${name}Encoded`]: encode(value) };
  const path = ({ keyPath }: { readonly keyPath: string | string[] | null }) => ({
    ...(typeof keyPath === 'string' ? { keyPath } : {}),
    ...(Array.isArray(keyPath) ? { keyPathArray: keyPath } : {}),
  });
  const readStore = async (store: IDBObjectStore) => {
    if ((await done(store.count())) > most) throw new RangeError('too large');
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return {
      name: store.name,
      autoIncrement: store.autoIncrement,
      ...path(store),
      records: keys.map((key, i) => ({
        ...(store.keyPath === null ? named('key', key) : {}),
        ...named('value', values[i]),
      })),
      indexes: [...store.indexNames].map((name) => {
        const index = store.index(name);
        return { name, multiEntry: index.multiEntry, unique: index.unique, ...path(index) };
      }),
    };
  };
  const readDatabase = async ({ name = '', version }: IDBDatabaseInfo) => {
    const db = await done(indexedDB.open(name));
    try {
      const names = [...db.objectStoreNames];
      if (names.length === 0) return { name, version, stores: [] };
      const transaction = db.transaction(names, 'readonly');
      const stores = names.map((one) => readStore(transaction.objectStore(one)));
      return { name, version, stores: await Promise.all(stores) };
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
}
