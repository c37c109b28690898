import { useEffect, useRef } from 'preact/hooks';
import { KINDS } from '../../src/contract/picture-marks.ts';
import { WORDS } from '../words.ts';
import { EditorKeys, KEY_OF } from './editor-keys.ts';
import { Exports } from './exports.tsx';
import { LookPanel } from './look-panel.tsx';
import { MarkIcon } from './mark-icon.tsx';
import { close } from './opening.ts';
import * as sheet from './sheet.ts';
import { Stage } from './stage.tsx';

/** A picture, what can be drawn on it, and the ways out of here. */
export function Editor() {
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const keys = new EditorKeys(text);
    return keys.listen();
  }, []);
  const answer = sheet.open.value;
  if (!answer) return null;
  return (
    <section class="editor" aria-label={WORDS.pictures.editor}>
      <div class="bench">
        <button type="button" class="chip" onClick={close}>
          {WORDS.pictures.back}
        </button>
        <div class="kit" role="toolbar" aria-label={WORDS.pictures.tools}>
          {(['select', ...KINDS] as const).map((kind) => {
            const name = `${WORDS.pictures.kinds[kind]} (${KEY_OF[kind]})`;
            return (
              <button
                key={kind}
                type="button"
                class="tool"
                aria-pressed={sheet.tool.value === kind}
                aria-label={name}
                title={name}
                onClick={() => {
                  sheet.tool.value = kind;
                }}
              >
                <MarkIcon kind={kind} />
              </button>
            );
          })}
        </div>
        <div class="kit">
          <button type="button" class="chip" disabled={!sheet.canUndo.value} onClick={sheet.undo}>
            {WORDS.pictures.undo}
          </button>
          <button type="button" class="chip" disabled={!sheet.canRedo.value} onClick={sheet.redo}>
            {WORDS.pictures.redo}
          </button>
          <button
            type="button"
            class="chip"
            disabled={sheet.isBusy.value}
            title={WORDS.pictures.hideHint}
            onClick={() => void sheet.hidePrivate()}
          >
            {WORDS.pictures.hide}
          </button>
        </div>
        <Exports />
      </div>
      <LookPanel text={text} />
      <Stage text={text} />
      <p class="told quiet" role="status">
        {sheet.said.value || WORDS.pictures.keysHint}
      </p>
    </section>
  );
}
