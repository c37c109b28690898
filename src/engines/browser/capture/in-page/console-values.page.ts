/**
 * Runs in the page on the logged objects, and reads them without running any code of the page: getters are named,
 * not called, and the engine itself stops it should a proxy try.
 */
export function readValues(
  depth: number,
  mostKeys: number,
  mostItems: number,
  mostText: number,
  ...values: readonly unknown[]
): { readonly shown: readonly unknown[]; readonly isCut: boolean } {
  let isCut = false;
  const above: unknown[] = [];
  const cut = (text: string) => {
    if (text.length <= mostText) return text;
    isCut = true;
    return `${text.slice(0, mostText)}…`;
  };
  const field = (value: object, key: string | number, left: number) => {
    const found = Object.getOwnPropertyDescriptor(value, key);
    return !found ? undefined : 'value' in found ? read(found.value, left - 1) : '[getter]';
  };
  const list = (value: readonly unknown[], left: number) => {
    const items: unknown[] = [];
    const most = Math.min(value.length, mostItems);
    for (let i = 0; i < most; i++) items[items.length] = field(value, i, left) ?? null;
    if (value.length > most) {
      isCut = true;
      items[items.length] = `… ${value.length - most} more`;
    }
    return items;
  };
  const object = (value: object, left: number) => {
    const result: Record<string, unknown> = {};
    let count = 0;
    for (const key of Object.keys(value)) {
      if (++count > mostKeys) {
        isCut = true;
        result['…'] = `${Object.keys(value).length - mostKeys} more`;
        break;
      }
      result[key] = field(value, key, left);
    }
    return result;
  };
  const read = (value: unknown, left: number): unknown => {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return cut(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return `[Function ${value.name || 'anonymous'}]`;
    if (typeof value !== 'object') return String(value);
    for (let i = 0; i < above.length; i++) if (above[i] === value) return '[circular]';
    if (left <= 0) {
      isCut = true;
      return Array.isArray(value) ? `[Array(${value.length})]` : '[Object]';
    }
    above[above.length] = value;
    const result = Array.isArray(value) ? list(value, left) : object(value, left);
    above.length--;
    return result;
  };
  const shown: unknown[] = [];
  for (let i = 0; i < values.length; i++) shown[shown.length] = read(values[i], depth);
  return { shown, isCut };
}
