/**
 * A window of the record as one HTML file that opens without a server: for a bug, or for what a build keeps. Without
 * any script, so that it works where scripts are forbidden, and nothing in it can act.
 */
import { escapedMarkup } from '../kernel/escaped-markup.ts';
import { type ItemParts, partsOf, type WindowItem } from './window-item.ts';
import { WINDOW_STYLE } from './window-style.ts';

export interface WindowPage {
  readonly version: string;
  /** Microseconds since the epoch. */
  readonly made: number;
  readonly from: number;
  readonly to: number;
  readonly filter: string;
  /** In the order of the lanes. */
  readonly lanes: readonly Lane[];
  /** The oldest first. */
  readonly items: readonly WindowItem[];
  /** What was left out, in sentences. */
  readonly notes: readonly string[];
}

interface Lane {
  readonly name: string;
  readonly words: string;
}

const WIDTH = 1200;
const LABEL = 90;
const LANE_HEIGHT = 18;
const MOST_TROUBLES = 20;

/** `hash`: of a text, SHA-256 in base64: the one style sheet is allowed by name. */
export function* windowPage(page: WindowPage, hash: (text: string) => string): Generator<string> {
  const lanes = page.lanes.filter(({ name }) => page.items.some((item) => item.lane === name));
  const style = WINDOW_STYLE + lanes.map(laneStyle).join('');
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${hash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `Sensorium report, ${moment(page.from)}`;
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${style}</style></head>\n<body><main>\n`;
  yield head(page);
  yield troubles(page.items);
  yield timeline(page, lanes);
  yield choices(lanes);
  yield '<section class="items" aria-label="What was seen, in its order">\n';
  const here = new Set(page.items.map(({ seq }) => seq));
  for (const item of page.items) yield itemHtml(item, page.from, here);
  yield '</section>\n';
  if (page.items.length === 0)
    yield '<p class="quiet">Nothing was seen in this window. Choose a longer one, or another filter.</p>\n';
  yield '</main></body></html>\n';
}

function head({ version, made, from, to, filter, items, notes }: WindowPage): string {
  const wrong = items.filter(({ tone }) => tone === 'trouble').length;
  const facts = [
    ['From', moment(from)],
    ['To', moment(to)],
    ['Filter', filter || 'none'],
    ['Items', `${items.length}, ${wrong} of them trouble`],
    ['Made', `${moment(made)} by Sensorium ${version}`],
  ] as const;
  const told = [
    'Times are UTC. Secrets that Sensorium knows by their form or name are hidden in texts; pictures are as they were taken.',
    ...notes,
  ];
  return `<header><h1>What was seen</h1>${factList(facts)}${told.map((one) => `<p class="quiet">${escapedMarkup(one)}</p>`).join('')}</header>\n`;
}

/** The way to what one looks for first. */
function troubles(items: readonly WindowItem[]): string {
  const wrong = items.filter(({ tone }) => tone === 'trouble');
  if (wrong.length === 0) return '';
  const lines = wrong
    .slice(0, MOST_TROUBLES)
    .map(
      ({ seq, kind, text, mark }) =>
        `<li><a href="#i${seq}">${escapedMarkup([kind, text, mark].filter(Boolean).join(' '))}</a></li>`,
    );
  const more =
    wrong.length > MOST_TROUBLES ? `<p class="quiet">${wrong.length - MOST_TROUBLES} more below.</p>` : '';
  return `<section class="wrong"><h2>What went wrong</h2><ol>${lines.join('')}</ol>${more}</section>\n`;
}

function timeline({ from, to, items }: WindowPage, lanes: readonly Lane[]): string {
  if (items.length === 0) return '';
  const height = lanes.length * LANE_HEIGHT + 24;
  const scale = (WIDTH - LABEL - 8) / Math.max(1, to - from);
  const x = (time: number) => LABEL + Math.max(0, time - from) * scale;
  const marks = items.map(({ seq, time, ms = 0, lane, tone, kind, text }) => {
    const row = lanes.findIndex(({ name }) => name === lane);
    const start = Math.max(from, time - ms * 1000);
    const width = Math.max(3, (time - start) * scale);
    const words = escapedMarkup(`${kind} ${text}`.slice(0, 120));
    return `<a href="#i${seq}"><rect class="${tone === 'trouble' ? 'bad' : `bar ${lane}`}" x="${round(x(start))}" y="${row * LANE_HEIGHT + 3}" width="${round(width)}" height="${LANE_HEIGHT - 6}" rx="2"><title>${words}</title></rect></a>`;
  });
  const labels = lanes.map(
    ({ words }, row) => `<text x="4" y="${row * LANE_HEIGHT + 13}">${escapedMarkup(words)}</text>`,
  );
  const foot = height - 6;
  return `<svg class="timeline" viewBox="0 0 ${WIDTH} ${height}" role="group" aria-label="When it happened, by kind">${labels.join('')}${marks.join('')}<text x="${LABEL}" y="${foot}">${clock(from)}</text><text x="${WIDTH - 4}" y="${foot}" text-anchor="end">${clock(to)}</text></svg>\n`;
}

/** What is to be seen is chosen by boxes that the style sheet reads. */
function choices(lanes: readonly Lane[]): string {
  const boxes = lanes.map(
    ({ name, words }) =>
      `<label><input type="checkbox" id="show-${name}" checked> ${escapedMarkup(words)}</label>`,
  );
  return `<fieldset class="choices"><legend>Show</legend>${boxes.join('')}<label><input type="checkbox" id="only-wrong"> Trouble only</label></fieldset>\n`;
}

const laneStyle = ({ name }: Lane) => `main:has(#show-${name}:not(:checked)) .item.${name}{display:none}`;

function itemHtml(item: WindowItem, from: number, here: ReadonlySet<number>): string {
  const { seq, time, lane, tone, kind, text, mark, links } = item;
  const { facts, parts } = partsOf(item);
  const story = links.map(({ seq: other, isCause, words, text: told }) => {
    const line = escapedMarkup(`${isCause ? 'Because of' : 'Led to'}: ${told} (${words})`);
    return `<li>${here.has(other) ? `<a href="#i${other}">${line}</a>` : line}</li>`;
  });
  return `<details class="item ${lane} ${tone}" id="i${seq}"><summary><span class="offset" title="${clock(time)}">+${((time - from) / 1e6).toFixed(3)} s</span><span class="kind">${escapedMarkup(kind)}</span><span class="what">${escapedMarkup(text)}</span><span class="mark">${escapedMarkup(mark ?? '')}</span></summary>${factList([['Time', moment(time)], ['Number', String(seq)], ...facts])}${story.length > 0 ? `<h3>Its story</h3><ul>${story.join('')}</ul>` : ''}${parts.map(partHtml).join('')}</details>\n`;
}

function partHtml({ title, picture, lines, text }: ItemParts['parts'][number]): string {
  const heading = `<h3>${escapedMarkup(title)}</h3>`;
  if (picture)
    return `${heading}<img alt="${escapedMarkup(title)}" src="data:${picture.type};base64,${picture.base64}">`;
  if (lines) return `${heading}${factList(lines)}`;
  // What scrolls can be reached by keys.
  return `${heading}<pre tabindex="0">${escapedMarkup(text ?? '')}</pre>`;
}

const factList = (facts: readonly (readonly [string, string])[]) =>
  `<dl>${facts.map(([name, value]) => `<div><dt>${escapedMarkup(name)}</dt><dd>${escapedMarkup(value)}</dd></div>`).join('')}</dl>`;

const round = (value: number) => Math.round(value * 10) / 10;
const iso = (micros: number) => new Date(micros / 1000).toISOString();
const moment = (micros: number) => iso(micros).replace('T', ' ').replace('Z', '');
const clock = (micros: number) => iso(micros).slice(11, 23);
