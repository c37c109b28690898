import { recordParts } from '../../assemble/command-parts.ts';
import type { Running } from './run-command.ts';

/** Says for each damaged record what came back, in one line. */
export async function recordCommand({ assembly }: Running): Promise<void> {
  const { recoverRecords } = await recordParts();
  const recovered = await recoverRecords(assembly.state);
  const lines = recovered.map(
    ({ file, items, documents }) =>
      `${items} items and ${documents} documents are back in the record; ${file} can be deleted.`,
  );
  const words = lines.length > 0 ? lines.join('\n') : `No damaged record lies in ${assembly.state}.`;
  await new Promise((done) => process.stdout.write(`${words}\n`, done));
}
