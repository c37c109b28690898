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
  open,
  option,
  press,
  radio,
  role,
  tab,
  textbox,
  type,
} from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Staff</title><link rel="stylesheet" href="/e/index.css"><div id="app">
<h1>Staff</h1><el-form label-width="120px"><el-form-item label="Name"><el-input v-model="form.name"></el-input></el-form-item>
<el-form-item label="Team"><el-select v-model="form.team" aria-label="Team"><el-option v-for="one in teams" :key="one" :label="one" :value="one"></el-option></el-select></el-form-item>
<el-form-item label="Part time"><el-switch v-model="form.part" aria-label="Part time"></el-switch></el-form-item>
<el-form-item label="Skills"><el-checkbox-group v-model="form.skills"><el-checkbox value="Vue" label="Vue"></el-checkbox><el-checkbox value="SQL" label="SQL"></el-checkbox></el-checkbox-group></el-form-item>
<el-form-item label="Level"><el-radio-group v-model="form.level"><el-radio value="junior">Junior</el-radio><el-radio value="senior">Senior</el-radio></el-radio-group></el-form-item>
<el-form-item label="Days"><el-input-number v-model="form.days" :min="1" :max="5" aria-label="Days"></el-input-number></el-form-item></el-form>
<el-button type="primary" @click="add">Add</el-button> <el-button @click="ask">Remove all</el-button> <el-button @click="drawer = true">Help</el-button>
<el-table :data="rows" style="width: 100%"><el-table-column prop="name" label="Name" sortable></el-table-column><el-table-column prop="team" label="Team"></el-table-column><el-table-column label="Do"><template #default="s"><el-button size="small" @click="rows.splice(s.$index, 1)">Delete {{ s.row.name }}</el-button></template></el-table-column></el-table>
<el-tabs v-model="tab"><el-tab-pane label="Now" name="now">Here now</el-tab-pane><el-tab-pane label="Later" name="later">Here later</el-tab-pane></el-tabs>
<el-drawer v-model="drawer" title="Help page">Ask the desk.</el-drawer></div>
<script src="/v/vue.global.prod.js"></script><script src="/e/index.full.min.js"></script><script>
const app = Vue.createApp({ data: () => ({ teams: ['Red', 'Green', 'Blue'], tab: 'now', drawer: false, form: { name: '', team: '', part: false, skills: [], level: '', days: 3 }, rows: [{ name: 'Zoe', team: 'Red' }, { name: 'Abe', team: 'Blue' }] }),
  methods: { add() { this.rows.push({ name: this.form.name, team: this.form.team }); ElementPlus.ElMessage.success('Added ' + this.form.name) }, ask() { ElementPlus.ElMessageBox.confirm('Remove everybody?', 'Sure').then(() => { this.rows = [] }).catch(() => {}) } } });
window.vm = app.use(ElementPlus).mount('#app');</script>`;

const data = (expression: string, wanted: unknown) =>
  inPage(`JSON.parse(JSON.stringify(vm.${expression}))`, wanted);

export const elementPlus: App = {
  name: 'element-plus',
  kind: 'Vue',
  npm: ['element-plus@2.14.6', 'vue@3.5.45'],
  start: ({ packages }) =>
    site(
      {
        '/e': join(packages, 'node_modules/element-plus/dist'),
        '/v': join(packages, 'node_modules/vue/dist'),
      },
      { '/': PAGE },
    ),
  jobs: [
    {
      name: 'adds somebody',
      steps: [open('/', 'Zoe'), type(textbox('Name'), 'Ida'), click(button('Add'), 'Ida')],
      check: data('rows.length', 3),
    },
    {
      name: 'chooses a team',
      steps: [open('/'), click(combobox('Team'), 'Green'), click(option('Green'))],
      check: data('form.team', 'Green'),
    },
    {
      name: 'turns the switch',
      steps: [open('/'), click(role('switch', 'Part time'), /checked/)],
      check: data('form.part', true),
    },
    {
      name: 'ticks a skill',
      steps: [open('/'), click(checkbox('SQL'), /checked/)],
      check: data('form.skills', ['SQL']),
    },
    {
      name: 'fills name and skill in one go',
      steps: [open('/'), fill([field(textbox('Name'), 'Max'), field(checkbox('Vue'), 'true', 'checkbox')])],
      check: data('form.skills', ['Vue']),
    },
    {
      name: 'chooses a level',
      steps: [open('/'), click(radio('Senior'), /checked/)],
      check: data('form.level', 'senior'),
    },
    {
      name: 'removes all after a question',
      steps: [open('/'), click(button('Remove all'), 'Remove everybody?'), click(button('OK'), /No Data/)],
      check: data('rows', []),
    },
    {
      name: 'keeps all after a question',
      steps: [open('/'), click(button('Remove all'), 'Remove everybody?'), click(button('Cancel'))],
      check: data('rows.length', 2),
    },
    {
      name: 'deletes one',
      steps: [open('/'), click(button('Delete Zoe'))],
      check: data('rows', [{ name: 'Abe', team: 'Blue' }]),
    },
    {
      name: 'closes the drawer with Escape',
      steps: [open('/'), click(button('Help'), 'Ask the desk.'), press('Escape')],
      check: data('drawer', false),
    },
    {
      name: 'goes to another tab',
      steps: [open('/'), click(tab('Later'), 'Here later')],
      check: data('tab', 'later'),
    },
    {
      name: 'counts up',
      steps: [open('/'), click(button(/increase number/i), /4/)],
      check: data('form.days', 4),
    },
  ],
};
