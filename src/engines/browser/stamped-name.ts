/** A file name that sorts by time: page-2026-07-28T09-30-00-123Z.png */
export function stampedName(what: string, ending: string, now = new Date()): string {
  return `${what}-${now.toISOString().replaceAll(/[:.]/g, '-')}.${ending}`;
}
