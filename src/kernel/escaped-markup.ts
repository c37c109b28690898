import { showControls } from './page-fence.ts';

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as nothing but text in HTML and XML, also within quotes; what nobody would see is shown. */
export const escapedMarkup = (text: string) =>
  showControls(text.toWellFormed()).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');
