import { join } from 'node:path';
import {
  type App,
  button,
  checkbox,
  click,
  combobox,
  field,
  fill,
  inPage,
  menuitem,
  open,
  option,
  press,
  radio,
  role,
  tab,
  textbox,
  treeitem,
} from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Order</title><link rel="stylesheet" href="/sl/themes/light.css"><script type="module" src="/sl/shoelace-autoloader.js"></script><h1>Order</h1>
<form><sl-input name="name" label="Name"></sl-input><sl-textarea name="note" label="Note"></sl-textarea>
<sl-select name="size" label="Size"><sl-option value="s">Small</sl-option><sl-option value="m">Medium</sl-option><sl-option value="l">Large</sl-option></sl-select>
<sl-checkbox name="gift">Gift</sl-checkbox> <sl-switch name="fast">Fast</sl-switch>
<sl-radio-group name="pay" label="Pay"><sl-radio value="card">Card</sl-radio><sl-radio value="cash">Cash</sl-radio></sl-radio-group>
<sl-rating label="Rating"></sl-rating></form>
<sl-button onclick="document.querySelector('sl-dialog').show()">Terms</sl-button><sl-dialog label="Terms of sale">No returns.<sl-button slot="footer" onclick="window.agreed = true; document.querySelector('sl-dialog').hide()">Agree</sl-button></sl-dialog>
<sl-button onclick="document.querySelector('sl-drawer').show()">Help</sl-button><sl-drawer label="Help page">Ask us.</sl-drawer>
<sl-dropdown><sl-button slot="trigger" caret>More</sl-button><sl-menu><sl-menu-item value="print">Print</sl-menu-item><sl-menu-item value="copy">Copy</sl-menu-item></sl-menu></sl-dropdown>
<sl-tab-group><sl-tab slot="nav" panel="a">Goods</sl-tab><sl-tab slot="nav" panel="b">Prices</sl-tab><sl-tab-panel name="a">Goods here</sl-tab-panel><sl-tab-panel name="b">Prices here</sl-tab-panel></sl-tab-group>
<sl-details summary="Delivery">Two days.</sl-details>
<sl-tree><sl-tree-item>Plants<sl-tree-item>Roses</sl-tree-item></sl-tree-item></sl-tree>
<script>document.querySelector('sl-menu').addEventListener('sl-select', (e) => { window.chosen = e.detail.item.value })</script>`;

const property = (selector: string, name: string, wanted: unknown) =>
  inPage(`document.querySelector('${selector}').${name}`, wanted);

export const shoelace: App = {
  name: 'shoelace',
  kind: 'web components',
  npm: ['@shoelace-style/shoelace@2.20.1'],
  start: ({ packages }) =>
    site({ '/sl': join(packages, 'node_modules/@shoelace-style/shoelace/cdn') }, { '/': PAGE }),
  jobs: [
    {
      name: 'fills the form in one go',
      steps: [
        open('/', 'Order'),
        fill([
          field(textbox('Name'), 'Anna'),
          field(textbox('Note'), 'Ring twice'),
          field(checkbox('Gift'), 'true', 'checkbox'),
        ]),
      ],
      check: inPage(
        `['sl-input', 'sl-textarea'].map((one) => document.querySelector(one).value).concat(document.querySelector('sl-checkbox').checked)`,
        ['Anna', 'Ring twice', true],
      ),
    },
    {
      name: 'ticks the gift',
      steps: [open('/'), click(checkbox('Gift'), /checked/)],
      check: property('sl-checkbox', 'checked', true),
    },
    {
      name: 'turns the switch',
      steps: [open('/'), click(role('switch', 'Fast'), /checked/)],
      check: property('sl-switch', 'checked', true),
    },
    {
      name: 'chooses a size',
      steps: [open('/'), click(combobox('Size'), 'Medium'), click(option('Medium'), 'Medium')],
      check: property('sl-select', 'value', 'm'),
    },
    {
      name: 'chooses how to pay',
      steps: [open('/'), click(radio('Cash'), /checked/)],
      check: property('sl-radio-group', 'value', 'cash'),
    },
    {
      name: 'agrees to the terms',
      steps: [open('/'), click(button('Terms'), 'No returns.'), click(button('Agree'))],
      check: inPage(`window.agreed && !document.querySelector('sl-dialog').open`, true),
    },
    {
      name: 'closes the drawer with Escape',
      steps: [open('/'), click(button('Help'), 'Ask us.'), press('Escape')],
      check: property('sl-drawer', 'open', false),
    },
    {
      name: 'chooses from a menu',
      steps: [open('/'), click(button('More'), 'Copy'), click(menuitem('Copy'))],
      check: inPage('window.chosen', 'copy'),
    },
    {
      name: 'goes to another tab',
      steps: [open('/'), click(tab('Prices'), 'Prices here')],
      check: property('sl-tab-panel[name=b]', 'active', true),
    },
    {
      name: 'unfolds the delivery',
      steps: [open('/'), click(button('Delivery'), 'Two days.')],
      check: property('sl-details', 'open', true),
    },
    {
      name: 'opens a branch by keys',
      steps: [open('/'), click(treeitem(/Plants/)), press('ArrowRight', 'Roses')],
      check: property('sl-tree-item', 'expanded', true),
    },
  ],
};
