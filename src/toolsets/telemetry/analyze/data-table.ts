import { z } from 'zod';
import { readTables } from './data-table.page.ts';
import { defineLook } from './define-look.ts';
import { readBy } from './forms.ts';
import { everyLook, few, part } from './look-arguments.ts';

export const dataTable = defineLook({
  summary: 'Tables as rows by column.',
  input: z.object({
    ...everyLook,
    selector: part.selector.optional(),
    offset: z.int().min(0).optional().describe('First row, from 0.'),
    ...few,
  }),
  async run({ tab, args, signal, action }) {
    const { selector, offset = 0, limit } = args;
    const tables = await readBy(tab, { action, selector, signal }, () =>
      tab.cdp.run(readTables, selector, offset, limit),
    );
    const told = tables.map((table) => {
      const next = offset + table.rows.length;
      return { ...table, next_offset: next < table.row_count && table.rows.length > 0 ? next : undefined };
    });
    const rows = tables.reduce((sum, { row_count: count }) => sum + count, 0);
    return { summary: `${tables.length} tables, ${rows} rows`, url: tab.url, tables: told };
  },
});
