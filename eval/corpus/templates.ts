import {
  anyEntity,
  card,
  email,
  iban,
  ip,
  jwt,
  labelledEntity,
  namedKey,
  phone,
  privateKey,
  shortEntity,
  vendorKey,
} from './entities.ts';
import { escaped, type Filler, hidden } from './markup.ts';
import { noun, personName, sentence, state } from './words.ts';

export interface Template {
  readonly name: string;
  readonly language: 'eng' | 'deu';
  body(fill: Filler): string;
}

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const prose: Template = {
  name: 'prose',
  language: 'eng',
  body: (fill) =>
    repeat(9, (index) => {
      const size = [22, 18, 16, 15, 14, 14, 13, 12, 12][index]!;
      const tail = index % 2 === 0 ? ` ${fill.labelled(labelledEntity)}` : '';
      return `<p style="font-size:${size}px">${sentence(fill.chance)} ${sentence(fill.chance)}${tail}</p>`;
    }),
};

const table: Template = {
  name: 'table',
  language: 'eng',
  body: (fill) => {
    const head = ['Name', 'Contact', 'Detail', 'State', 'Changed'];
    const row = () => {
      const cells = [
        personName(fill.chance),
        fill.value((c) => c.pick([email, phone])(c)).html,
        fill.value(shortEntity, 0.5).html,
        state(fill.chance),
        `2025-0${fill.chance.between(1, 9)}-1${fill.chance.digits(1)}`,
      ];
      return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    };
    return `<h2>Customers</h2><table><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>${repeat(14, row)}</table>`;
  },
};

const form = (inGerman: boolean): Template => ({
  name: inGerman ? 'formular' : 'form',
  language: inGerman ? 'deu' : 'eng',
  body: (fill) => {
    const names = inGerman ? ['Straße', 'Größe', 'Rückfrage an'] : ['Street', 'Size', 'Questions to'];
    const field = (index: number) => {
      const { label, html } =
        index % 4 === 3
          ? { label: fill.chance.pick(names), html: escaped(personName(fill.chance)) }
          : fill.value((c) => shortEntity(c, inGerman), 0.75);
      return `<div class="field"><div class="label">${escaped(label)}</div><div class="input">${html}</div></div>`;
    };
    const title = inGerman ? 'Kundendaten ändern' : 'Edit the profile';
    const buttons = inGerman ? ['Speichern', 'Zurück'] : ['Save changes', 'Cancel'];
    return `<h2>${title}</h2><p>${sentence(fill.chance, inGerman)}</p><div class="grid">${repeat(12, field)}</div>
      ${buttons.map((text) => `<span class="button">${text}</span>`).join(' ')}`;
  },
});

const chat = (inGerman: boolean): Template => ({
  name: inGerman ? 'unterhaltung' : 'chat',
  language: inGerman ? 'deu' : 'eng',
  body: (fill) => {
    const channels = repeat(9, () => `<div># ${noun(fill.chance)}-${noun(fill.chance)}</div>`);
    const message = (index: number) => {
      const tail =
        index % 4 < 2 ? ` ${fill.labelled((c) => (c.is(0.4) ? phone(c, inGerman) : labelledEntity(c)))}` : '';
      const own = index % 3 === 2 ? 'own' : '';
      return `<div class="bubble ${own}"><b>${personName(fill.chance)}</b> <small>1${index % 9}:4${index % 10}</small><br>${sentence(fill.chance, inGerman)}${tail}</div>`;
    };
    return `<div class="columns"><div class="side">${channels}</div><div class="talk">${repeat(8, message)}</div></div>`;
  },
});

const terminal: Template = {
  name: 'terminal',
  language: 'eng',
  body: (fill) => {
    const { chance } = fill;
    const line = (index: number) => {
      if (index % 6 === 0)
        return `$ ${chance.pick(['tail -f', 'curl -s', 'grep -n', 'ssh -v'])} ${noun(chance)}.log`;
      if (index % 6 === 3)
        return `export ${noun(chance).toUpperCase()}_TOKEN=${fill.secret((c) => c.pick([vendorKey, vendorKey, namedKey])(c))}`;
      if (index % 6 === 4)
        return `drwxr-xr-x ${chance.between(1, 9)} root root ${chance.between(100, 9999)} Mar 1${chance.digits(1)} 0${chance.digits(1)}:3${chance.digits(1)} ${noun(chance)}`;
      return `[${chance.pick(['INFO', 'WARN', 'DEBUG'])}] ${noun(chance)}: ${fill.labelled(labelledEntity)}`;
    };
    return `<pre>${repeat(26, (index) => `${line(index)}\n`)}</pre>`;
  },
};

const code: Template = {
  name: 'code',
  language: 'eng',
  body: (fill) => {
    const { chance } = fill;
    const word = (kind: string, text: string) => `<span class="${kind}">${text}</span>`;
    const block = () =>
      `${word('k', 'export async function')} ${word('f', `load${noun(chance)}`)}(id: ${word('t', 'string')}) {\n` +
      `  ${word('c', `// ${sentence(chance).slice(0, 50)}`)}\n` +
      `  ${word('k', 'const')} ${noun(chance)} = ${word('s', `'${fill.value(anyEntity).html}'`)};\n` +
      `  ${word('k', 'if')} (items.length &gt; ${chance.between(2, 90)}) ${word('k', 'return')} null;\n` +
      `  ${word('k', 'return')} fetchJson(${word('s', `'${fill.value(shortEntity, 0.4).html}'`)}, { retries: ${chance.between(1, 9)} });\n}\n\n`;
    return `<pre>${repeat(4, block)}</pre>`;
  },
};

const logs: Template = {
  name: 'logs',
  language: 'eng',
  body: (fill) => {
    const { chance } = fill;
    const line = () =>
      `2025-03-1${chance.digits(1)}T0${chance.digits(1)}:1${chance.digits(1)}:${chance.between(10, 59)}.${chance.digits(3)}Z ` +
      `${chance.pick(['info', 'warn', 'error'])} ${noun(chance)} ${fill.value((c) => (c.is(0.5) ? ip(c) : anyEntity(c))).html} ` +
      `status=${chance.pick([200, 204, 301, 404, 500])} ms=${chance.between(1, 900)}\n`;
    return `<pre style="font-size:13px">${repeat(26, line)}</pre>`;
  },
};

const cards: Template = {
  name: 'cards',
  language: 'eng',
  body: (fill) => {
    const one = () =>
      `<div class="card"><h3>${noun(fill.chance)} ${state(fill.chance)}</h3><div class="big">${fill.chance.between(10, 9999)}</div>
       <small>${fill.labelled(shortEntity)}</small><br><small>${sentence(fill.chance).slice(0, 38)}</small></div>`;
    return `<h2>Overview</h2><div class="cards">${repeat(12, one)}</div>`;
  },
};

const mailbox: Template = {
  name: 'mailbox',
  language: 'eng',
  body: (fill) => {
    const entry = () =>
      `<div class="entry"><b>${personName(fill.chance)}</b> &lt;${fill.value(email).html}&gt;<br>${sentence(fill.chance).slice(0, 64)}</div>`;
    return `<div class="columns"><div class="side">${repeat(6, (i) => `<div>${['Inbox', 'Drafts', 'Sent', 'Spam', 'Trash', 'Archive'][i]}</div>`)}</div>
      <div class="talk">${repeat(6, entry)}<p>${sentence(fill.chance)} ${fill.labelled(phone)}. ${sentence(fill.chance)} ${fill.labelled(card)}.</p></div></div>`;
  },
};

const environment: Template = {
  name: 'environment',
  language: 'eng',
  body: (fill) => {
    const line = () => {
      const html = fill.secret((c) => c.pick([jwt, vendorKey, vendorKey, namedKey])(c));
      return `${noun(fill.chance).toUpperCase()}_${fill.chance.pick(['KEY', 'SECRET', 'TOKEN'])}=${html}\n`;
    };
    const key = fill.isClean
      ? ''
      : privateKey(fill.chance)
          .map((text) => hidden({ kind: 'private_key', label: '', text }))
          .join('\n');
    return `<pre style="font-size:14px"># settings of the ${noun(fill.chance)} service\n${repeat(9, line)}\n${key}</pre>`;
  },
};

const letter: Template = {
  name: 'brief',
  language: 'deu',
  body: (fill) =>
    `<h2>Bestätigung Ihrer Änderung</h2>${repeat(7, (index) => {
      const tail =
        index % 2
          ? ` ${fill.labelled((c) => c.pick([email, iban, (d: typeof c) => phone(d, true)])(c))}`
          : '';
      return `<p>${sentence(fill.chance, true)} ${sentence(fill.chance, true)}${tail}</p>`;
    })}`,
};

export const templates: readonly Template[] = [
  ...[prose, table, form(false), chat(false), terminal, code, logs, cards, mailbox, environment],
  ...[letter, form(true), chat(true)],
];
