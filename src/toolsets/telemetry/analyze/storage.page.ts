/** What the page's origin keeps in the browser. What cannot be read says why. */
export async function readAllStorage(longest: number) {
  const shown = (value: string) => (value.length > longest ? `${value.slice(0, longest)}…` : value);
  const entries = (storage: () => Storage) => {
    try {
      const all = Object.entries(storage()).map(([key, value]) => [key, String(value)] as const);
      return {
        count: all.length,
        characters: all.reduce((sum, [key, value]) => sum + key.length + value.length, 0),
        items: all
          .slice(0, 200)
          .map(([key, value]) => ({ key: shown(key), value: shown(value), length: value.length })),
      };
    } catch (error) {
      return { not_readable: String(error).slice(0, 200) };
    }
  };
  const opened = (name: string) =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('it is being changed'));
      // One that is not there any more is not made again.
      request.onupgradeneeded = () => request.transaction?.abort();
    });
  const counted = (store: IDBObjectStore) =>
    new Promise<number>((resolve, reject) => {
      const request = store.count();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = async ({ name = '', version }: IDBDatabaseInfo) => {
    try {
      const db = await opened(name);
      try {
        const names = [...db.objectStoreNames];
        const transaction = names.length > 0 ? db.transaction(names, 'readonly') : undefined;
        const stores = await Promise.all(
          names.map(async (one) => {
            const store = transaction!.objectStore(one);
            return {
              name: one,
              records: await counted(store),
              key: store.keyPath,
              indexes: [...store.indexNames],
            };
          }),
        );
        return { name, version, stores };
      } finally {
        db.close();
      }
    } catch (error) {
      return { name, version, not_readable: String(error).slice(0, 200) };
    }
  };
  const settled = async <T>(work: () => Promise<T>) => {
    try {
      return await work();
    } catch (error) {
      return { not_readable: String(error).slice(0, 200) };
    }
  };
  return {
    origin: location.origin,
    local_storage: entries(() => localStorage),
    session_storage: entries(() => sessionStorage),
    indexed_db: await settled(async () =>
      Promise.all((await indexedDB.databases()).slice(0, 50).map(database)),
    ),
    caches: await settled(async () =>
      Promise.all(
        (await caches.keys()).slice(0, 50).map(async (name) => {
          const requests = await (await caches.open(name)).keys();
          return { name, entries: requests.length, urls: requests.slice(0, 10).map(({ url }) => url) };
        }),
      ),
    ),
    service_workers: await settled(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => ({
        scope,
        script: active?.scriptURL,
        state: active?.state,
      })),
    ),
    quota: await settled(async () => {
      const { usage, quota } = await navigator.storage.estimate();
      return { used_bytes: usage, of_bytes: quota };
    }),
  };
}
