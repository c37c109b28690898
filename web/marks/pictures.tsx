import { useSignal, useSignalEffect } from '@preact/signals';
import type { PictureRow } from '../../src/contract/app-pictures.ts';
import { api } from '../api.ts';
import { Note } from '../note.tsx';
import { picture } from '../state.ts';
import { WORDS } from '../words.ts';
import { Editor } from './editor.tsx';
import { close, openPicture } from './opening.ts';
import * as sheet from './sheet.ts';

const THUMB = 480;

/** The shelf, and one picture of it to draw on. */
export function View() {
  const problem = useSignal('');
  useSignalEffect(() => {
    const { value: id } = picture;
    problem.value = '';
    if (id === undefined) return;
    void openPicture(id).then((why) => {
      problem.value = why ?? '';
    });
  });
  const isOpen = sheet.open.value !== undefined && sheet.open.value.picture.id === picture.value;
  return (
    <main class="pictures">
      <h1 class="unseen">{WORDS.pictures.title}</h1>
      {problem.value !== '' ? (
        <Note title={problem.value} text="">
          <button type="button" class="primary" onClick={close}>
            {WORDS.pictures.back}
          </button>
        </Note>
      ) : picture.value === undefined ? (
        <Shelf />
      ) : isOpen ? (
        <Editor />
      ) : (
        <p class="quiet centred">{WORDS.loading}</p>
      )}
    </main>
  );
}

function Shelf() {
  const pictures = useSignal<readonly PictureRow[] | undefined>(undefined);
  const problem = useSignal('');
  useSignalEffect(() => {
    void api.pictures().then(
      (answer) => {
        pictures.value = answer.pictures;
      },
      (thrown: Error) => {
        problem.value = thrown.message;
      },
    );
  });
  if (problem.value !== '') return <Note title={problem.value} text="" />;
  if (!pictures.value) return <p class="quiet centred">{WORDS.loading}</p>;
  if (pictures.value.length === 0) return <Note {...WORDS.pictures.empty} />;
  return (
    <ul class="shelf" aria-label={WORDS.pictures.title}>
      {pictures.value.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            onClick={() => {
              picture.value = one.id;
            }}
          >
            <img src={api.pixelsUrl(one.id, THUMB)} alt="" loading="lazy" />
            <span class="what">{one.title ?? WORDS.pictures.modes[one.mode] ?? one.mode}</span>
            <span class="quiet">
              {[new Date(one.time).toLocaleString('en'), `${one.width} × ${one.height}`].join(' · ')}
              {one.marks > 0 && ` · ${WORDS.pictures.marks(one.marks)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
