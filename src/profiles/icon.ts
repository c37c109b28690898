/** An eye over a wire, drawn in one path; clients show it beside the server's name. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#4f46e5" stroke-width="2.5" stroke-linecap="round">' +
  '<path d="M3 14C8 6 24 6 29 14C24 22 8 22 3 14Z"/><circle cx="16" cy="14" r="4" fill="#4f46e5"/><path d="M3 27h7l3-3 5 6 3-3h8"/></svg>';

export const ICON = {
  src: `data:image/svg+xml;base64,${btoa(SVG)}`,
  mimeType: 'image/svg+xml',
  sizes: ['any'],
};
