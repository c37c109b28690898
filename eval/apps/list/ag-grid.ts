import { join } from 'node:path';
import {
  type App,
  button,
  checkbox,
  click,
  doubleClick,
  inPage,
  open,
  press,
  role,
  textbox,
  type,
} from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Orders</title><h1>Orders</h1><label>Search <input id="quick" oninput="api.setGridOption('quickFilterText', this.value)"></label><div id="grid" style="height: 480px"></div>
<script src="/ag/ag-grid-community.min.js"></script><script>
const regions = ['north', 'south', 'east', 'west'];
const rowData = Array.from({ length: 200 }, (_, i) => ({ id: i + 1, customer: 'Customer ' + ((i * 37) % 200 + 1), region: regions[i % 4], amount: (i * 7919) % 1000, paid: i % 3 === 0 }));
window.api = agGrid.createGrid(document.getElementById('grid'), { rowData, pagination: true, paginationPageSize: 20, rowSelection: { mode: 'multiRow' },
  columnDefs: [{ field: 'id' }, { field: 'customer', filter: true, floatingFilter: true }, { field: 'region', filter: true }, { field: 'amount', editable: true, sort: null }, { field: 'paid' }] });
</script>`;

const first = (wanted: string, expression: string) =>
  inPage(`String(api.getDisplayedRowAtIndex(0).data.${expression})`, wanted);
const header = (name: string) => role('columnheader', name);

export const agGrid: App = {
  name: 'ag-grid',
  kind: 'no framework, data grid',
  npm: ['ag-grid-community@33.3.2'],
  start: ({ packages }) =>
    site({ '/ag': join(packages, 'node_modules/ag-grid-community/dist') }, { '/': PAGE }),
  jobs: [
    {
      name: 'sorts by amount',
      steps: [open('/', 'Orders'), click(header('Amount'))],
      check: first('0', 'amount'),
    },
    {
      name: 'sorts downwards',
      steps: [open('/'), click(header('Amount')), click(header('Amount'))],
      check: first('987', 'amount'),
    },
    {
      name: 'goes to the second page',
      steps: [open('/'), click(button('Next Page'), /21/)],
      check: inPage('api.paginationGetCurrentPage()', 1),
    },
    {
      name: 'goes to the last page',
      steps: [open('/'), click(button('Last Page'), /200/)],
      check: inPage('api.paginationGetCurrentPage()', 9),
    },
    {
      name: 'searches',
      steps: [open('/'), type(textbox('Search'), 'Customer 77', 'Customer 77')],
      check: inPage(
        `api.getDisplayedRowCount() < 20 && api.getDisplayedRowAtIndex(0).data.customer.includes('77')`,
        true,
      ),
    },
    {
      name: 'filters a column',
      steps: [open('/'), type(textbox(/Customer Filter Input/i), 'Customer 12', 'Customer 12')],
      check: inPage(`api.getDisplayedRowAtIndex(0).data.customer.includes('Customer 12')`, true),
    },
    {
      name: 'selects the first row',
      steps: [open('/'), click(checkbox(/toggle row|select row/i))],
      check: inPage('api.getSelectedRows().length', 1),
    },
    {
      name: 'changes an amount',
      steps: [
        open('/'),
        doubleClick(role('gridcell', '919')),
        press('Control+a'),
        press('7'),
        press('Enter', '7'),
      ],
      check: inPage('api.getDisplayedRowAtIndex(1).data.amount', 7),
    },
    {
      name: 'sorts by name and shows the next page',
      steps: [open('/'), click(header('Customer'), /Customer 10\b/), click(button('Next Page'))],
      check: inPage(
        '[api.getColumnState().find((one) => one.colId === "customer").sort, api.paginationGetCurrentPage()]',
        ['asc', 1],
      ),
    },
  ],
};
