export interface TableFacts {
  readonly selector: string;
  readonly caption?: string;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** How many the table has here, and says to have in all. */
  readonly row_count: number;
  readonly rows_in_all?: number;
}

/** Tables as rows by the names of their columns; those made of roles too. */
export function readTables(wanted: string | undefined, from: number, most: number): readonly TableFacts[] {
  const words = (element: Element | null | undefined) =>
    (element instanceof HTMLElement ? element.innerText : (element?.textContent ?? ''))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 500);
  const TABLE = 'table, [role=table], [role=grid], [role=treegrid]';
  const selectorOf = (element: Element): string => {
    if (element.id) return `#${CSS.escape(element.id)}`;
    const parent = element.parentElement;
    if (!parent) return element.localName;
    const place =
      [...parent.children].filter((one) => one.localName === element.localName).indexOf(element) + 1;
    return `${selectorOf(parent)} > ${element.localName}:nth-of-type(${place})`;
  };
  const ownOf = (table: Element, selector: string) =>
    [...table.querySelectorAll(selector)].filter((one) => one.parentElement?.closest(TABLE) === table);
  const cellsOf = (row: Element) =>
    row instanceof HTMLTableRowElement
      ? [...row.cells]
      : [
          ...row.querySelectorAll('[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]'),
        ].filter((one) => one.closest('[role=row]') === row);
  const isHead = (cell: Element) =>
    cell.getAttribute('role') === 'columnheader' ||
    (cell.localName === 'th' &&
      cell.getAttribute('scope') !== 'row' &&
      cell.getAttribute('role') !== 'rowheader');
  const span = (cell: Element, name: 'colspan' | 'rowspan') => {
    const given = Number(cell.getAttribute(name) ?? cell.getAttribute(`aria-${name}`) ?? 1);
    return Math.min(Math.max(Number.isFinite(given) ? given : 1, 1), 1000);
  };
  /** Every cell at all places that it takes. */
  const laidOut = (rows: readonly Element[]) => {
    const grid: Element[][] = rows.map(() => []);
    for (const [y, row] of rows.entries()) {
      let x = 0;
      for (const cell of cellsOf(row)) {
        while (grid[y]![x]) x++;
        for (let down = 0; down < span(cell, 'rowspan') && y + down < rows.length; down++)
          for (let right = 0; right < span(cell, 'colspan') && x + right < 1000; right++)
            grid[y + down]![x + right] = cell;
        x += span(cell, 'colspan');
      }
    }
    return grid;
  };
  const roots =
    wanted === undefined ? [...document.querySelectorAll(TABLE)] : [...document.querySelectorAll(wanted)];
  const tables = roots.flatMap((one) =>
    one.matches(TABLE) ? [one] : [...one.querySelectorAll(TABLE)].slice(0, 1),
  );
  return [...new Set(tables)].slice(0, 20).map((table): TableFacts => {
    const rows = table instanceof HTMLTableElement ? [...table.rows] : ownOf(table, '[role=row]');
    const grid = laidOut(rows.slice(0, 5000));
    let heads = 0;
    while (heads < grid.length && grid[heads]!.length > 0 && grid[heads]!.every(isHead)) heads++;
    const inHead = table instanceof HTMLTableElement ? (table.tHead?.rows.length ?? 0) : 0;
    heads = Math.max(heads, Math.min(inHead, grid.length));
    const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
    const used = new Map<string, number>();
    const columns = Array.from({ length: width }, (_, x) => {
      // Heads above each other: "Price / net".
      const names = grid.slice(0, heads).map((row) => words(row[x]));
      const name = [...new Set(names.filter(Boolean))].join(' / ') || `column ${x + 1}`;
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      return count > 1 ? `${name} (${count})` : name;
    });
    const body = grid.slice(heads);
    const declared = Number(table.getAttribute('aria-rowcount') ?? -1);
    const caption = words(table.querySelector('caption')) || table.getAttribute('aria-label') || '';
    return {
      selector: selectorOf(table),
      ...(caption ? { caption } : {}),
      columns,
      rows: body.slice(from, from + most).map((row) =>
        Object.fromEntries(
          columns.map((name, x) => {
            const cell = row[x];
            const field = cell?.querySelector('input, select, textarea') as
              | HTMLInputElement
              | null
              | undefined;
            const tick = field && /^(?:checkbox|radio)$/.test(field.type) ? String(field.checked) : undefined;
            return [name, words(cell) || (tick ?? (field && field.type !== 'password' ? field.value : ''))];
          }),
        ),
      ),
      row_count: rows.length - heads,
      ...(declared > rows.length ? { rows_in_all: declared } : {}),
    };
  });
}
