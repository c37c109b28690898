import type { ExportFormat } from '../../src/contract/app-pictures.ts';
import { api } from '../api.ts';
import { WORDS } from '../words.ts';
import * as sheet from './sheet.ts';

async function made(format: ExportFormat): Promise<Blob> {
  const id = sheet.open.value?.picture.id ?? '';
  return api.exported(id, sheet.given(), format);
}

/** A file of the picture as it is now. The server draws it: what is hidden is not in it. */
export async function download(format: ExportFormat): Promise<void> {
  await told(async () => {
    const address = URL.createObjectURL(await made(format));
    const link = document.createElement('a');
    link.href = address;
    link.download = `picture-${sheet.open.value?.picture.id.slice(0, 8)}.${format === 'jpeg' ? 'jpg' : format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return WORDS.pictures.saved(link.download);
  });
}

export async function copyPicture(): Promise<void> {
  await told(async () => {
    // Given as a promise: a browser that asks for the person's hand asks now, not when it is drawn.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': made('png') })]);
    return WORDS.pictures.copied;
  });
}

async function told(work: () => Promise<string>): Promise<void> {
  try {
    sheet.said.value = await work();
  } catch (thrown) {
    sheet.said.value = WORDS.copy.failed(thrown instanceof Error ? thrown.message : String(thrown));
  }
}
