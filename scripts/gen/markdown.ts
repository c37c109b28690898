/** The little Markdown that the generated pages need. */

export const generatedNote =
  '<!-- Generated from the code by "npm run gen". Change the code, not this page. -->';

/** A table; cells are escaped, so that no text can break it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
