import { readFile } from 'node:fs/promises';
import { fault } from '../../../kernel/fault.ts';

/** The descriptor sets in these files, tried before anybody relies on them. */
export async function loadSchemas(paths: readonly string[]): Promise<Uint8Array[]> {
  if (paths.length === 0) return [];
  const { readerBySchema } = await import('./grpc-schema.ts');
  return Promise.all(
    paths.map(async (path) => {
      try {
        const bytes = await readFile(path);
        readerBySchema([bytes]);
        return bytes;
      } catch (cause) {
        const problem = `${(cause as Error).message}; it takes what protoc --include_imports --descriptor_set_out writes`;
        throw fault('INVALID_CONFIG_FILE', { path, problem }, cause);
      }
    }),
  );
}
