/** Progress for a person: plain lines always, a spinner and colour only on a terminal. */
import process from 'node:process';

const out = process.stdout;
const live = Boolean(out.isTTY) && !process.env.CI;
const colour = live && !process.env.NO_COLOR;
const frames = ['|', '/', '-', '\\'];

const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const green = (text) => paint(32, text);
export const red = (text) => paint(31, text);
export const dim = (text) => paint(2, text);

export function say(line = '') {
  out.write(`${line}\n`);
}

export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** What a step could not get, in one sentence; the rest goes on without it. */
export class Shortfall {
  constructor(sentence) {
    this.sentence = sentence;
  }
}

/**
 * Runs one step: a line when it ends; on a terminal a spinner meanwhile. The step returns what to say of it: a
 * note or a Shortfall.
 */
export async function step(title, work) {
  const start = Date.now();
  let tick = 0;
  const timer = live
    ? setInterval(() => out.write(`\r${frames[tick++ % frames.length]} ${title}`), 120)
    : undefined;
  try {
    const note = await work();
    finish(timer, title, note, start);
    return note;
  } catch (error) {
    clearInterval(timer);
    if (live) out.write('\r\u001b[K');
    say(`${red('x')} ${title}`);
    throw error;
  }
}

function finish(timer, title, note, start) {
  clearInterval(timer);
  if (live) out.write('\r\u001b[K');
  const took = Date.now() - start;
  const tail = took >= 1000 ? dim(` (${seconds(took)})`) : '';
  if (note instanceof Shortfall) say(`${red('!')} ${title}: ${note.sentence}${tail}`);
  else say(`${green('-')} ${title}${note ? `: ${note}` : ''}${tail}`);
}
