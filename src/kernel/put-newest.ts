/** Puts a value into a map that holds at most so many: the one that was put there longest ago goes. */
export function putNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as K);
}
