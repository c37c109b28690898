/** The popup: one sentence that says how things stand and what to do next, and what a person does about it. */

import { debugging } from '../drive/debugging.ts';
import { readSettings } from '../settings.ts';
import { element } from './elements.ts';
import { bindHand } from './hand.ts';
import { bindSite, hereOf } from './site.ts';
import { type DrivenGroup, type Standing, wholeSentence } from './standing.ts';
import type { PopupWord, Shown } from './words.ts';

const ask = (word: PopupWord) => chrome.runtime.sendMessage(word);
const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });

let standing = (await ask('look')) as Standing;
/** By the browser's own switch. */
const isLetIn = await chrome.extension.isAllowedIncognitoAccess();
let driven: readonly DrivenGroup[] = [];

async function show(): Promise<void> {
  const here = await hereOf(tab);
  const { is } = standing;
  element('mark').className = is;
  element('sentence').textContent = wholeSentence(standing, here, driven);
  element('code').hidden = is !== 'pairing';
  element('tries').hidden = is !== 'pairing' || standing.left === 5;
  if (is === 'pairing') {
    element('code').textContent = standing.code;
    element('tries').textContent = `A wrong code was given; ${standing.left} tries are left.`;
  }
  element('pair').hidden = is === 'connected' || is === 'pairing' || is === 'away';
  element('stop').hidden = is !== 'pairing';
  element('pairing').hidden = element('pair').hidden && element('stop').hidden;
  element('part').hidden = is === 'alone' || is === 'pairing';
  element('app').hidden = is !== 'connected' || !standing.hasApp;
  const isPaired = is === 'connected' || is === 'away';
  element('site').hidden ||= !isPaired;
  element('hand').hidden = !isPaired || here.isLeftAlone;
  element('privacy').hidden = !isPaired || !isLetIn;
  element('driving').hidden = debugging === undefined || !isPaired;
}

function showRecent(recent: Shown['recent'] = []): void {
  element('recent').hidden = recent.length === 0;
  element('events').replaceChildren(
    ...recent.map(({ at, words }) => {
      const line = document.createElement('li');
      const time = document.createElement('time');
      time.textContent = new Date(at).toLocaleTimeString('en-GB');
      line.append(time, words);
      return line;
    }),
  );
}

function showAnswers(answers: Shown['answers'] = []): void {
  element('answered').hidden = answers.length === 0;
  element('answers').replaceChildren(
    ...answers.map(({ said, reply, isDone }) => {
      const line = document.createElement('li');
      const question = document.createElement('q');
      question.textContent = said;
      const words = [reply, ...(isDone ? ['(done)'] : [])].filter(Boolean);
      line.append(question, ` ${words.join(' ')}`);
      return line;
    }),
  );
}

const heard = ({ standing: now, driven: by, recent, answers }: Partial<Shown>) => {
  standing = now ?? standing;
  driven = by ?? driven;
  if (recent) showRecent(recent);
  if (answers) showAnswers(answers);
  return show();
};
chrome.storage.onChanged.addListener((changes, area) => {
  const news = Object.entries(changes).map(([name, { newValue }]) => [name, newValue] as const);
  // What was seen lies there, too, and comes and goes all the time.
  const shown = news.filter(([name]) => /^(standing|driven|recent|answers)$/.test(name));
  if (area === 'session' && shown.length > 0) void heard(Object.fromEntries(shown));
});

for (const [id, word] of [
  ['pair', 'pair'],
  ['stop', 'part'],
  ['part', 'part'],
] as const)
  element(id).addEventListener('click', async () => {
    standing = (await ask(word)) as Standing;
    await show();
  });
element('app').addEventListener('click', () => {
  if (standing.is === 'connected') void chrome.tabs.create({ url: `http://127.0.0.1:${standing.port}/app/` });
});

const port = element<HTMLInputElement>('port');
port.addEventListener('change', async () => {
  const named = Number(port.value);
  const isPort = Number.isInteger(named) && named > 0 && named < 65_536;
  port.setCustomValidity(isPort || port.value === '' ? '' : 'A port is a number from 1 to 65535.');
  if (!port.reportValidity()) return;
  await (isPort ? chrome.storage.local.set({ port: named }) : chrome.storage.local.remove('port'));
  standing = (await ask('anew')) as Standing;
  await show();
});
port.value = String((await readSettings()).port ?? '');

const drive = element<HTMLInputElement>('drive');
drive.checked = (await chrome.storage.local.get('drive')).drive === true;
drive.addEventListener('change', async () => {
  if (drive.checked) await chrome.storage.local.set({ drive: true });
  else await ask('undrive');
});

const applied = async () => {
  await ask('chosen');
  await show();
};
bindSite(tab, applied);
const privacy = element<HTMLInputElement>('private');
privacy.checked = (await chrome.storage.local.get('private')).private === true;
privacy.addEventListener('change', async () => {
  await chrome.storage.local.set({ private: privacy.checked });
  await applied();
});
await bindHand(tab, ask);
await heard((await chrome.storage.session.get(['driven', 'recent', 'answers'])) as Partial<Shown>);
