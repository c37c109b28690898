/** Schemes that show what another address leads to. */
const AROUND = /^(view-source|blob|filesystem|jar|feed):/i;

/** As browsers read an address: nothing around it, and no tab or line break within. */
export const tidied = (address: string) =>
  address.replace(/[\t\r\n]/g, '').replace(/^[\p{Cc}\s]+|[\p{Cc}\s]+$/gu, '');

/** Whether an address reads the disk, by itself or inside another; on Windows a drive does. */
export function readsDisk(address: string): boolean {
  const plain = tidied(address);
  return AROUND.test(plain) ? readsDisk(plain.replace(AROUND, '')) : /^(file|[a-z]):/i.test(plain);
}
