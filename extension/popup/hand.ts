/** The part of the popup by which a person shows their agents something. */
import type { Given } from '../hand/outbox.ts';
import { shoot } from '../hand/shoot.ts';
import { element } from './elements.ts';
import type { PopupWord } from './words.ts';

export async function bindHand(
  tab: chrome.tabs.Tab | undefined,
  ask: (word: PopupWord) => Promise<unknown>,
): Promise<void> {
  const note = element<HTMLTextAreaElement>('note');
  const say = (words: string) => {
    element('handed').textContent = words;
    element('handed').hidden = false;
  };
  const give = async (isWithPicture: boolean) => {
    const { id = -1, url = '', title = '' } = tab ?? {};
    try {
      const pictures = isWithPicture ? { plain: await shoot(tab?.windowId) } : {};
      const given = (await ask({ give: { tab: id, url, title, note: note.value, pictures } })) as Given;
      if (typeof given === 'object') return say(`It was not taken: ${given.why}`);
      note.value = '';
      ready();
      say(given === 'taken' ? 'Your agents have it.' : 'It is kept until Sensorium is there.');
    } catch (error) {
      say(`No picture of this page can be taken: ${(error as Error).message}`);
    }
  };
  const ready = () => {
    element<HTMLButtonElement>('send').disabled = note.value.trim() === '';
  };
  note.addEventListener('input', ready);
  ready();
  element('send').addEventListener('click', () => void give(false));
  element('picture').addEventListener('click', () => void give(true));
  element('draw').addEventListener('click', async () => {
    const failed = (await ask({ draw: tab?.id ?? -1 })) as { readonly why: string } | undefined;
    if (failed?.why === undefined) close();
    else say('Nobody can draw on a page of the browser itself.');
  });
  const all = await chrome.commands.getAll();
  const shortcut = all.find(({ name }) => name === 'draw')?.shortcut;
  element('draw').title = shortcut
    ? `${shortcut} does the same`
    : 'Keys for it: chrome://extensions/shortcuts';
}
