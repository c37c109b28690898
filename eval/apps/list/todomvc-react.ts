import { join } from 'node:path';
import {
  type App,
  any,
  button,
  checkbox,
  click,
  doubleClick,
  enter,
  hover,
  open,
  press,
  same,
  textbox,
  type World,
} from '../app.ts';
import { site } from '../bring.ts';

const NEW = textbox(/What needs to be done/);
/** A whole line, or the number that changed. */
const left = (count: number) => {
  const words = count === 0 ? '(?:0|No)' : String(count);
  return new RegExp(`${words} items? left|strong[^:]*: ${words}`);
};
const shown = ({ page }: World) =>
  page.value(
    `[...document.querySelectorAll('.todo-list li')].map((li) => (li.className.includes('completed') ? '+' : '-') + li.querySelector('label')?.textContent)`,
  );

export const todomvcReact: App = {
  name: 'todomvc-react',
  kind: 'React, TodoMVC',
  npm: ['todomvc-react@1.0.4'],
  start: ({ packages }) => site({ '/': join(packages, 'node_modules/todomvc-react/dist') }, {}),
  jobs: [
    {
      name: 'adds three',
      steps: [
        open('/', 'todos'),
        enter(NEW, 'Milk', 'Milk'),
        enter(NEW, 'Bread', left(2)),
        enter(NEW, 'Eggs', left(3)),
      ],
      check: async (world) =>
        same(((await shown(world)) as string[]).toSorted(), ['-Bread', '-Eggs', '-Milk']),
    },
    {
      name: 'ticks one',
      steps: [open('/'), enter(NEW, 'Milk'), enter(NEW, 'Bread'), click(checkbox(/(?:)/, -1), left(1))],
      check: async (world) =>
        same(((await shown(world)) as string[]).filter((one) => one.startsWith('+')).length, 1),
    },
    {
      name: 'shows the active ones',
      steps: [
        open('/'),
        enter(NEW, 'Milk'),
        enter(NEW, 'Bread'),
        click(checkbox(/(?:)/, -1)),
        click(any('Active')),
      ],
      check: async (world) => same(((await shown(world)) as string[]).length, 1),
    },
    {
      name: 'shows the completed ones',
      steps: [
        open('/'),
        enter(NEW, 'Milk'),
        enter(NEW, 'Bread'),
        click(checkbox(/(?:)/, -1)),
        click(any('Completed')),
      ],
      check: async (world) =>
        same(
          ((await shown(world)) as string[]).map((one) => one[0]),
          ['+'],
        ),
    },
    {
      name: 'clears the completed ones',
      steps: [
        open('/'),
        enter(NEW, 'Milk'),
        enter(NEW, 'Bread'),
        click(checkbox(/(?:)/, -1), 'Clear completed'),
        click(button('Clear completed')),
      ],
      check: async (world) => same(((await shown(world)) as string[]).length, 1),
    },
    {
      name: 'renames one',
      steps: [
        open('/'),
        enter(NEW, 'Milk', 'Milk'),
        doubleClick(any('Milk')),
        press('End'),
        press('s'),
        press('Enter', 'Milks'),
      ],
      check: async (world) => same(await shown(world), ['-Milks']),
    },
    {
      name: 'deletes one that only hovering shows',
      steps: [
        open('/'),
        enter(NEW, 'Milk'),
        enter(NEW, 'Bread', 'Bread'),
        hover(any('Milk')),
        click(button(/^(×|)$/, -1), left(1)),
      ],
      check: async (world) => same(((await shown(world)) as string[]).length, 1),
    },
    {
      name: 'unticks one',
      steps: [
        open('/'),
        enter(NEW, 'Milk', 'Milk'),
        click(checkbox(/(?:)/, -1), left(0)),
        click(checkbox(/(?:)/, -1), left(1)),
      ],
      check: async (world) => same(await shown(world), ['-Milk']),
    },
  ],
};
