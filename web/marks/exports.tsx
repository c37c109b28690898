import { EXPORTS } from '../../src/contract/app-pictures.ts';
import { WORDS } from '../words.ts';
import { copyPicture, download } from './deliver.ts';

export function Exports() {
  return (
    <div class="kit exports">
      {EXPORTS.map((format) => (
        <button key={format} type="button" class="chip" onClick={() => void download(format)}>
          {format.toUpperCase()}
        </button>
      ))}
      <button type="button" class="chip" onClick={() => void copyPicture()}>
        {WORDS.pictures.copy}
      </button>
    </div>
  );
}
