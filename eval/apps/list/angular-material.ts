import { readFileSync } from 'node:fs';
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

const PACKAGES = [
  '@angular/core',
  '@angular/common',
  '@angular/compiler',
  '@angular/forms',
  '@angular/platform-browser',
  '@angular/cdk',
  '@angular/material',
  'rxjs',
  'tslib',
];

/** Where a browser finds what the modules name; the packages say it in their own lists. */
function importMap(modules: string): string {
  const imports: Record<string, string> = {};
  for (const name of PACKAGES) {
    const { exports = {} } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
      exports?: Record<string, unknown>;
    };
    for (const [path, target] of Object.entries(exports)) {
      const file = moduleOf(target);
      if (file) imports[join(name, path)] = join('/n', name, file);
    }
  }
  return JSON.stringify({ imports });
}

function moduleOf(target: unknown): string | undefined {
  if (typeof target === 'string') return /\.m?js$/.test(target) ? target : undefined;
  if (typeof target !== 'object' || target === null) return undefined;
  const by = target as Record<string, unknown>;
  return moduleOf(by.es2015) ?? moduleOf(by.module) ?? moduleOf(by.import) ?? moduleOf(by.default);
}

const page = (map: string) => `<!doctype html><title>Rooms</title><base href="/">
<link rel="stylesheet" href="/n/@angular/material/prebuilt-themes/azure-blue.css"><rooms-app></rooms-app>
<script type="importmap">${map}</script><script type="module">
import '@angular/compiler';
import { Component, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { FormsModule } from '@angular/forms';
import { MatButtonModule } from '@angular/material/button';
import { MatCheckboxModule } from '@angular/material/checkbox';
import { MatDatepickerModule } from '@angular/material/datepicker';
import { provideNativeDateAdapter } from '@angular/material/core';
import { MatExpansionModule } from '@angular/material/expansion';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInputModule } from '@angular/material/input';
import { MatMenuModule } from '@angular/material/menu';
import { MatRadioModule } from '@angular/material/radio';
import { MatSelectModule } from '@angular/material/select';
import { MatSlideToggleModule } from '@angular/material/slide-toggle';
import { MatSnackBar, MatSnackBarModule } from '@angular/material/snack-bar';
import { MatTabsModule } from '@angular/material/tabs';
import { inject } from '@angular/core';
const template = \`<h1>Rooms</h1>
<mat-form-field><mat-label>Guest</mat-label><input matInput [(ngModel)]="form.guest"></mat-form-field>
<mat-form-field><mat-label>Room</mat-label><mat-select [(ngModel)]="form.room">@for (one of rooms; track one) {<mat-option [value]="one">{{ one }}</mat-option>}</mat-select></mat-form-field>
<mat-form-field><mat-label>From</mat-label><input matInput [matDatepicker]="picker" [(ngModel)]="form.from"><mat-datepicker-toggle matIconSuffix [for]="picker"></mat-datepicker-toggle><mat-datepicker #picker></mat-datepicker></mat-form-field>
<mat-checkbox [(ngModel)]="form.late">Late arrival</mat-checkbox>
<mat-radio-group [(ngModel)]="form.bed" aria-label="Bed"><mat-radio-button value="single">Single</mat-radio-button><mat-radio-button value="double">Double</mat-radio-button></mat-radio-group>
<mat-slide-toggle [(ngModel)]="form.dog">With a dog</mat-slide-toggle>
<button mat-flat-button (click)="book()">Book</button> <button mat-button [matMenuTriggerFor]="menu">More</button>
<mat-menu #menu="matMenu"><button mat-menu-item (click)="clear()">Clear all</button><button mat-menu-item>Print</button></mat-menu>
<ul>@for (one of booked(); track $index) {<li>{{ one.guest }} in {{ one.room }} <button mat-button (click)="cancel($index)">Cancel {{ one.guest }}</button></li>}</ul>
<mat-tab-group><mat-tab label="Rules">No smoking.</mat-tab><mat-tab label="Prices">From 80 a night.</mat-tab></mat-tab-group>
<mat-expansion-panel><mat-expansion-panel-header>How to get here</mat-expansion-panel-header><p>Take bus 7.</p></mat-expansion-panel>\`;
class Rooms {
  rooms = ['Attic', 'Garden', 'Tower'];
  form = { guest: '', room: '', from: null, late: false, bed: '', dog: false };
  booked = signal([{ guest: 'Ada', room: 'Attic' }]);
  bar = inject(MatSnackBar);
  constructor() { window.rooms = this; }
  book() { this.booked.update((all) => [...all, { guest: this.form.guest, room: this.form.room }]); this.bar.open('Booked for ' + this.form.guest, 'Fine'); }
  cancel(at) { this.booked.update((all) => all.filter((_, i) => i !== at)); }
  clear() { this.booked.set([]); }
}
const imports = [FormsModule, MatButtonModule, MatCheckboxModule, MatDatepickerModule, MatExpansionModule, MatFormFieldModule, MatInputModule, MatMenuModule, MatRadioModule, MatSelectModule, MatSlideToggleModule, MatSnackBarModule, MatTabsModule];
const App = Component({ selector: 'rooms-app', template, imports, providers: [provideNativeDateAdapter()] })(Rooms) ?? Rooms;
bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] }).catch((error) => { document.title = String(error); console.error(error); });
</script>`;

const data = (expression: string, wanted: unknown) =>
  inPage(`JSON.parse(JSON.stringify(rooms.${expression}))`, wanted);

export const angularMaterial: App = {
  name: 'angular-material',
  kind: 'Angular',
  npm: [
    '@angular/core@22.2.5',
    '@angular/common@22.2.5',
    '@angular/compiler@22.2.5',
    '@angular/forms@22.2.5',
    '@angular/platform-browser@22.2.5',
    '@angular/cdk@22.2.0',
    '@angular/material@22.2.0',
    'rxjs@7.8.2',
    'tslib@2.9.1',
  ],
  start: ({ packages }) => {
    const modules = join(packages, 'node_modules');
    return site({ '/n': modules }, { '/': page(importMap(modules)) }, (request, response) => {
      // Modules of rxjs name each other without the ending.
      const isBare = /^\/n\/rxjs\/.*\/[^./]+$/.test(request.url ?? '');
      if (isBare) response.writeHead(302, { location: `${request.url}.js` }).end();
      return isBare;
    });
  },
  jobs: [
    {
      name: 'books for somebody',
      steps: [open('/', 'Ada'), type(textbox('Guest'), 'Ida'), click(button('Book'), 'Booked for Ida')],
      check: data('booked().length', 2),
    },
    {
      name: 'chooses a room',
      steps: [open('/'), click(combobox('Room'), 'Garden'), click(option('Garden'))],
      check: data('form.room', 'Garden'),
    },
    {
      name: 'picks a day',
      steps: [open('/'), click(button('Open calendar')), click(button(/\b15\b/))],
      check: inPage('rooms.form.from?.getDate()', 15),
    },
    {
      name: 'ticks late arrival',
      steps: [open('/'), click(checkbox('Late arrival'), /checked/)],
      check: data('form.late', true),
    },
    {
      name: 'chooses a bed',
      steps: [open('/'), click(radio('Double'), /checked/)],
      check: data('form.bed', 'double'),
    },
    {
      name: 'brings a dog',
      steps: [open('/'), click(role('switch', 'With a dog'), /checked/)],
      check: data('form.dog', true),
    },
    {
      name: 'fills guest, box and room in one go',
      steps: [
        open('/'),
        fill([
          field(textbox('Guest'), 'Max'),
          field(checkbox('Late arrival'), 'true', 'checkbox'),
          field(combobox('Room'), 'Tower', 'combobox'),
        ]),
      ],
      check: inPage('[rooms.form.guest, rooms.form.late, rooms.form.room]', ['Max', true, 'Tower']),
    },
    {
      name: 'cancels one',
      steps: [open('/'), click(button('Cancel Ada'))],
      check: data('booked()', []),
    },
    {
      name: 'clears from the menu',
      steps: [open('/'), click(button('More'), 'Clear all'), click(role('menuitem|button', 'Clear all'))],
      check: data('booked()', []),
    },
    {
      name: 'leaves the menu',
      steps: [open('/'), click(button('More'), 'Clear all'), press('Escape')],
      check: data('booked().length', 1),
    },
    {
      name: 'reads the prices',
      steps: [open('/'), click(tab('Prices'), 'From 80 a night.')],
      check: inPage('document.querySelector("[role=tab][aria-selected=true]").innerText', 'Prices'),
    },
    {
      name: 'opens the way here',
      steps: [open('/'), click(button('How to get here'), 'Take bus 7.')],
      check: inPage(
        'document.querySelector("mat-expansion-panel-header").getAttribute("aria-expanded")',
        'true',
      ),
    },
  ],
};
