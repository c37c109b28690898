import type { DoctorParts } from '../../assemble/command-parts.ts';
import { Fault } from '../../kernel/fault.ts';
import type { Check } from './check.ts';

/** Reads an empty picture, so that what is missing shows here and not with the first screenshot. */
export async function checkOcr(
  settings: NonNullable<Parameters<DoctorParts['makeOcr']>[0]>,
  language: string,
  { installedLanguages, makeOcr }: Pick<DoctorParts, 'installedLanguages' | 'makeOcr'>,
): Promise<Check> {
  const what = 'Text in pictures';
  const languages = Object.entries(await installedLanguages(settings));
  const list = languages.map(([engine, codes]) => `${engine}: ${codes.join(', ') || 'none'}`).join('; ');
  const ocr = makeOcr(settings);
  try {
    const blank = { width: 8, height: 8, pixels: new Uint8Array(8 * 8 * 4).fill(255) };
    const { engine } = await ocr.read(blank, { language });
    const found = `${engine} reads ${language} (languages of ${list})`;
    return { what, status: 'ok', found };
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return { what, status: 'warning', found: cause.message, advice: cause.hint };
  } finally {
    await ocr.close();
  }
}
