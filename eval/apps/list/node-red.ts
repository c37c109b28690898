import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../test/kit/free-port.ts';
import {
  type App,
  button,
  click,
  doubleClick,
  holds,
  link,
  open,
  press,
  same,
  textbox,
  type,
  typeSlowly,
  type World,
  waitFor,
} from '../app.ts';
import { program } from '../bring.ts';

interface Node {
  id: string;
  type: string;
  z?: string;
  x?: number;
  name?: string;
  label?: string;
  url?: string;
}

const FLOWS = [
  { id: 'f1', type: 'tab', label: 'First', disabled: false, info: '' },
  {
    id: 'n1',
    type: 'inject',
    z: 'f1',
    name: 'Start',
    props: [{ p: 'payload' }],
    repeat: '',
    once: false,
    topic: '',
    payload: 'hello',
    payloadType: 'str',
    x: 140,
    y: 100,
    wires: [['n2']],
  },
  {
    id: 'n2',
    type: 'function',
    z: 'f1',
    name: 'Work',
    func: 'global.set("seen", (global.get("seen") || 0) + 1); return msg;',
    outputs: 1,
    noerr: 0,
    x: 320,
    y: 100,
    wires: [['n3']],
  },
  {
    id: 'n3',
    type: 'debug',
    z: 'f1',
    name: 'Out',
    active: true,
    tosidebar: true,
    complete: 'payload',
    targetType: 'msg',
    x: 500,
    y: 100,
    wires: [],
  },
  {
    id: 'n4',
    type: 'http in',
    z: 'f1',
    name: '',
    url: '/seen',
    method: 'get',
    x: 140,
    y: 200,
    wires: [['n5']],
  },
  {
    id: 'n5',
    type: 'function',
    z: 'f1',
    name: 'Read',
    func: 'msg.payload = { seen: global.get("seen") || 0 }; return msg;',
    outputs: 1,
    noerr: 0,
    x: 320,
    y: 200,
    wires: [['n6']],
  },
  { id: 'n6', type: 'http response', z: 'f1', name: '', x: 500, y: 200, wires: [] },
];

/** Open, with its nodes. */
const READY = [open('/', 'filter nodes'), waitFor('First')];
/** Keys go where the last click was. */
const CANVAS = link('First');
const DEPLOY = click(link(/Deploy/), /deployed/i);
const flows = ({ json }: World) => json('/flows') as Promise<Node[]>;
const editor = <T>({ page }: World, expression: string) => page.value<T>(expression);

export const nodeRed: App = {
  name: 'node-red',
  kind: 'jQuery, SVG',
  npm: ['node-red@4.1.1'],
  start: async ({ packages, data }) => {
    const port = await freePort();
    writeFileSync(join(data, 'flows.json'), JSON.stringify(FLOWS));
    const settings = `module.exports = { uiPort: ${port}, uiHost: '127.0.0.1', flowFile: 'flows.json', telemetry: { enabled: false, updateNotification: false }, editorTheme: { tours: false, projects: { enabled: false }, palette: { catalogues: [] } }, logging: { console: { level: 'error' } } };`;
    writeFileSync(join(data, 'settings.js'), settings);
    // Tips change by the clock, whatever is done.
    const user = { _: { editor: { view: { 'view-show-tips': false } } } };
    writeFileSync(join(data, '.config.users.json'), JSON.stringify(user));
    const script = join(packages, 'node_modules/node-red/red.js');
    return program(
      `http://127.0.0.1:${port}`,
      process.execPath,
      [script, '--userDir', data, '--settings', join(data, 'settings.js')],
      { cwd: data, ready: `http://127.0.0.1:${port}/seen` },
    );
  },
  jobs: [
    {
      name: 'adds a flow and deploys it',
      steps: [
        ...READY,
        press('Control+Shift+p'),
        typeSlowly(textbox(/(?:)/, -1), 'add flow', /Add flow/i),
        press('Enter', /Flow 1/),
        DEPLOY,
      ],
      check: async (world) => same((await flows(world)).filter((node) => node.type === 'tab').length, 2),
    },
    {
      name: 'selects all nodes',
      steps: [...READY, click(CANVAS), press('Control+a')],
      check: async (world) => same(await editor(world, 'RED.view.selection().nodes?.length'), 6),
    },
    {
      name: 'searches the flows for a node',
      steps: [
        ...READY,
        press('Control+f', /search your flows/i),
        typeSlowly(textbox(/search your flows/i), 'Work', 'Work'),
        press('Escape'),
      ],
      check: async (world) =>
        same(
          await editor(
            world,
            `[...document.querySelectorAll('.red-ui-search')].some((one) => one.checkVisibility())`,
          ),
          false,
        ),
    },
    {
      name: 'opens the menu and leaves it',
      steps: [...READY, click(link(/^(?:\uf0c9|bars)$/), 'Import'), click(CANVAS)],
      check: async (world) =>
        same(
          await editor(
            world,
            `getComputedStyle(document.querySelector('#red-ui-header-button-sidemenu-submenu')).display`,
          ),
          'none',
        ),
    },
    {
      name: 'imports a node from text',
      steps: [
        ...READY,
        press('Control+i', /Import/),
        typeSlowly(
          textbox(/(?:)/, -1),
          '[{"id":"n9","type":"comment","name":"Brought in","info":"","x":200,"y":300,"wires":[]}]',
        ),
        press('Tab'),
        click(button('Import'), /import/i),
      ],
      check: async (world) =>
        same(await editor(world, `RED.nodes.filterNodes({ type: 'comment' }).length > 0`), true),
    },
    {
      name: 'moves a node by keys and deploys',
      steps: [
        ...READY,
        click(CANVAS),
        press('Control+a'),
        press('Control+ArrowRight'),
        press('Control+ArrowRight'),
        DEPLOY,
      ],
      check: async (world) => {
        const x = (await flows(world)).find((node) => node.id === 'n2')?.x ?? 0;
        return holds(x > 320, `x is ${x}`);
      },
    },
    {
      name: 'deletes all nodes and takes it back',
      steps: [...READY, click(CANVAS), press('Control+a'), press('Delete'), press('Control+z')],
      check: async (world) => same(await editor(world, 'RED.nodes.node("n2")?.name'), 'Work'),
    },
    {
      name: 'filters the palette',
      steps: [...READY, typeSlowly(textbox(/filter nodes/i), 'template', 'template')],
      check: async (world) =>
        holds(
          (await editor<number>(
            world,
            `[...document.querySelectorAll('.red-ui-palette-node')].filter((one) => one.checkVisibility()).length`,
          )) < 6,
          'too many are shown',
        ),
    },
    // Last: the others look for it under its old name.
    {
      name: 'renames the flow',
      steps: [
        ...READY,
        doubleClick(link('First'), /Edit flow/i),
        type(textbox(/First|Name/), 'Renamed'),
        click(button('Done'), 'Renamed'),
        DEPLOY,
      ],
      check: async (world) => same((await flows(world)).find((node) => node.id === 'f1')?.label, 'Renamed'),
    },
  ],
};
