import { join } from 'node:path';
import { type App, any, choose, click, combobox, enter, inPage, open, press, role, textbox } from '../app.ts';
import { site } from '../bring.ts';

const PAGE = `<!doctype html><title>Trip</title><link rel="stylesheet" href="/f/flatpickr.min.css"><h1>Trip</h1>
<label>Day <input id="day"></label> <label>Stay <input id="stay"></label> <label>Meeting <input id="meeting"></label> <label>Days off <input id="off"></label>
<script src="/f/flatpickr.min.js"></script><script>
flatpickr('#day', { defaultDate: '2026-03-10', allowInput: true });
flatpickr('#stay', { mode: 'range', defaultDate: ['2026-05-04', '2026-05-08'] });
flatpickr('#meeting', { enableTime: true, time_24hr: true, defaultDate: '2026-06-01 09:30' });
flatpickr('#off', { mode: 'multiple', defaultDate: ['2026-07-01'] });
</script>`;

const value = (id: string, wanted: string) => inPage(`document.querySelector('#${id}').value`, wanted);
const DAY = textbox('Day');
const day = (name: string) => any(name);

export const flatpickr: App = {
  name: 'flatpickr',
  kind: 'no framework, date picker',
  npm: ['flatpickr@4.6.13'],
  start: ({ packages }) => site({ '/f': join(packages, 'node_modules/flatpickr/dist') }, { '/': PAGE }),
  jobs: [
    {
      name: 'picks another day of the month',
      steps: [open('/', 'Trip'), click(DAY, 'March'), click(day('March 24, 2026'), '2026-03-24')],
      check: value('day', '2026-03-24'),
    },
    {
      name: 'picks a day by choosing the month',
      steps: [
        open('/'),
        click(DAY, 'March'),
        choose(combobox('Month'), 'August', /August/),
        click(day('August 5, 2026'), '2026-08-05'),
      ],
      check: value('day', '2026-08-05'),
    },
    {
      name: 'picks a day of another year',
      steps: [
        open('/'),
        click(DAY),
        enter(role('spinbutton', 'Year'), '2027', /2027/),
        click(day('March 2, 2027'), '2027-03-02'),
      ],
      check: value('day', '2027-03-02'),
    },
    {
      name: 'types a day',
      steps: [open('/'), enter(DAY, '2026-12-24', '2026-12-24')],
      check: value('day', '2026-12-24'),
    },
    {
      name: 'picks a range',
      steps: [
        open('/'),
        click(textbox('Stay'), 'May'),
        click(day('May 11, 2026')),
        click(day('May 20, 2026'), '2026-05-11 to 2026-05-20'),
      ],
      check: value('stay', '2026-05-11 to 2026-05-20'),
    },
    {
      name: 'sets a time',
      steps: [open('/'), click(textbox('Meeting'), 'June'), enter(role('spinbutton', 'Hour'), '14', /14:30/)],
      check: value('meeting', '2026-06-01 14:30'),
    },
    {
      name: 'adds a day to several',
      steps: [open('/'), click(textbox('Days off'), 'July'), click(day('July 3, 2026'), '2026-07-03')],
      check: value('off', '2026-07-01, 2026-07-03'),
    },
    {
      name: 'closes the calendar with Escape',
      steps: [open('/'), click(textbox('Stay'), 'May'), press('Escape')],
      check: inPage(`document.querySelectorAll('.flatpickr-calendar.open').length`, 0),
    },
  ],
};
