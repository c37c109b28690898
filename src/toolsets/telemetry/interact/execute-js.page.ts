/** A value as JSON can say it; what it cannot say is said in words. Depth 10, 100 items, 50 fields. */
export function plain(value: unknown, depth: number, above: ReadonlySet<unknown>): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'function') return `[Function ${value.name || 'anonymous'}]`;
  if (value === null || typeof value !== 'object') return value;
  if (above.has(value)) return '[circular]';
  if (depth >= 10) return '[too deep]';
  if (typeof Node === 'function' && value instanceof Node) {
    const { id, className } = value as Element;
    const classes = typeof className === 'string' && className ? className.trim().split(/\s+/) : [];
    const names = classes.map((name) => `.${name}`).join('');
    return `[${value.nodeName.toLowerCase()}${id ? `#${id}` : ''}${names}]`;
  }
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  if (value instanceof Date) return value.toISOString();
  const inner = new Set(above).add(value);
  const list = value instanceof Map || value instanceof Set ? [...value] : value;
  if (Array.isArray(list)) {
    const shown = list.slice(0, 100).map((item) => plain(item, depth + 1, inner));
    return list.length > 100 ? [...shown, `[${list.length - 100} more]`] : shown;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields);
  const shown = Object.fromEntries(
    names.slice(0, 50).map((name) => [name, plain(fields[name], depth + 1, inner)]),
  );
  return names.length > 50 ? { ...shown, '…': `${names.length - 50} more` } : shown;
}
