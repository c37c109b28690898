/** The table of the design: who may import whom. A file belongs to one layer; everything else is refused. */

export interface Layer {
  /** Folders of src/ it may import besides its own. */
  readonly folders: readonly string[];
  /** npm packages it may import: names, or any but the MCP SDK. */
  readonly packages: readonly string[] | 'any';
  /** `node:` modules it may import: all, none, or these. */
  readonly node: boolean | readonly string[];
  /** Each sub-folder is an island: it imports none of its siblings. */
  readonly islands?: boolean;
  /** May use the official SDK. */
  readonly sdk?: boolean;
  /** May use what runs in pages, which imports types of the contract only. */
  readonly pageCode?: boolean;
  /** May read the version from package.json. */
  readonly manifest?: boolean;
}

const everyFolder = 'kernel contract config transport session toolsets engines store report profiles'.split(
  ' ',
);

export const layers: Readonly<Record<string, Layer>> = {
  kernel: {
    folders: [],
    packages: ['zod', 're2js'],
    node: ['node:async_hooks', 'node:crypto', 'node:fs/promises', 'node:path'],
    manifest: true,
  },
  contract: { folders: [], packages: ['zod'], node: false },
  config: { folders: ['kernel', 'contract'], packages: ['zod', 'jsonc-parser'], node: true },
  transport: { folders: ['session', 'kernel', 'contract'], packages: ['zod', 'ws'], node: true, sdk: true },
  session: { folders: ['kernel', 'contract'], packages: ['zod'], node: true },
  toolsets: {
    folders: ['engines', 'store', 'report', 'kernel', 'contract'],
    packages: ['zod'],
    node: true,
    islands: true,
  },
  engines: { folders: ['kernel', 'contract'], packages: 'any', node: true, islands: true },
  store: { folders: ['kernel', 'contract'], packages: 'any', node: true },
  report: { folders: ['kernel'], packages: ['zod'], node: false },
  profiles: { folders: ['config', 'kernel'], packages: [], node: false },
  // What needs more of Node than paths and names does something, and belongs where that is done.
  assemble: { folders: everyFolder, packages: [], node: ['node:path', 'node:crypto'] },
  cli: { folders: ['assemble', 'config', 'profiles', 'kernel'], packages: ['jsonc-parser'], node: true },
  web: { folders: ['contract'], packages: 'any', node: false },
  // What runs in pages is the same code, whoever brings it there.
  extension: { folders: ['contract'], packages: 'any', node: false, pageCode: true },
};
