import type { ReadLetter, ReadWord } from './line-reader.ts';

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => names[name]!);

const word =
  /<span class='ocrx_word'[^>]*title=['"]bbox (\d+) (\d+) (\d+) (\d+); x_wconf (\d+)[^>]*>(.*?)(?=<span class='ocrx_word'|$)/gs;
const letter =
  /<span class='ocrx_cinfo' title='x_bboxes (-?\d+) -?\d+ (-?\d+) -?\d+; x_conf ([\d.]+)'>(.*?)<\/span>/gs;

/** Words and letters of Tesseract's hOCR by page; pages without words get an empty list. */
export function readHocr(html: string, pages: number): ReadWord[][] {
  const bodies = html.split("<div class='ocr_page'").slice(1);
  return Array.from({ length: pages }, (_, index) => wordsOf(bodies[index] ?? ''));
}

function wordsOf(body: string): ReadWord[] {
  return [...body.matchAll(word)].flatMap(([, left, top, right, bottom, confidence, inside]) => {
    const letters = lettersOf(inside!);
    const text = letters.map((one) => one.text).join('');
    if (text === '') return [];
    const [x, y] = [Number(left), Number(top)];
    return [
      { text, x, y, w: Number(right) - x, h: Number(bottom) - y, confidence: Number(confidence), letters },
    ];
  });
}

function lettersOf(inside: string): ReadLetter[] {
  return [...inside.matchAll(letter)].flatMap(([, left, right, confidence, text]) => {
    const plain = decoded(text!).trim();
    const x = Number(left);
    return plain === '' ? [] : [{ text: plain, x, w: Number(right) - x, confidence: Number(confidence) }];
  });
}
