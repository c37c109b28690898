/**
 * Bundles extension/ into folders that a browser can load, and into zips of the same files for a store: one with all
 * that there is, and one that only watches, for those who refuse `debugger`. The zips are the same for the same
 * sources: they have no times.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from './run.mjs';

const source = path.join(root, 'extension');
/** Those that run beside pages cannot be modules. */
const ENTRIES = {
  'worker.ts': 'esm',
  'popup/popup.ts': 'esm',
  'page.ts': 'iife',
  'content.ts': 'iife',
  'draw.ts': 'iife',
};
const ICONS = [16, 32, 48, 128].map((size) => `icons/${size}.png`);
/** As they are, all beside each other but for the icons. */
const COPIED = new Map([
  ['popup.html', 'popup/popup.html'],
  ['popup.css', 'popup/popup.css'],
  ...ICONS.map((name) => [name, name]),
]);

/** What the edition that only watches does without. */
const DRIVING = ['debugger', 'tabGroups'];

/** Firefox has no workers for extensions and no key of ours: its own id, and the same script in a page of the browser's. */
const FIREFOX = {
  background: { scripts: ['worker.js'], type: 'module' },
  browser_specific_settings: {
    gecko: {
      id: 'sensorium@sensorium.dev',
      strict_min_version: '140.0',
      data_collection_permissions: { required: ['none'] },
    },
  },
};

/** Returns the files that were written, and the chunks for the notices. */
export async function buildExtension(folder, version) {
  const parts = await Promise.all(Object.entries(ENTRIES).map(bundled));
  const manifest = { ...JSON.parse(String(read('manifest.json'))), version };
  const permissions = manifest.permissions.filter((name) => !DRIVING.includes(name));
  const watching = { ...manifest, name: `${manifest.name} (watches only)`, permissions };
  const { key: _key, minimum_chrome_version: _version, ...anywhere } = watching;
  const files = [
    ...write(folder, parts, manifest),
    ...write(`${folder}-watch`, parts, watching),
    ...write(`${folder}-firefox`, parts, { ...anywhere, name: manifest.name, ...FIREFOX }),
  ];
  return { files, output: parts };
}

function write(folder, parts, manifest) {
  const files = new Map([
    ...parts.map(({ fileName, code }) => [fileName, code]),
    ...[...COPIED].map(([name, from]) => [name, read(from)]),
    ['manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
  ]);
  mkdirSync(path.join(folder, 'icons'), { recursive: true });
  for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
  const zip = `${folder}.zip`;
  writeFileSync(zip, zipped(files));
  return [...[...files.keys()].map((name) => path.join(folder, name)), zip];
}

const read = (name) => readFileSync(path.join(source, name));

/** Each by itself: a store's readers see what runs where, and nothing is loaded that is not used. */
async function bundled([file, format]) {
  const bundle = await rolldown({
    input: { [path.basename(file, '.ts')]: path.join(source, file) },
    cwd: root,
    platform: 'browser',
    tsconfig: false,
    transform: { target: 'es2023' },
    logLevel: 'warn',
    onLog(level, log, say) {
      say(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
    },
  });
  const { output } = await bundle.generate({ format, entryFileNames: '[name].js', sourcemap: false });
  await bundle.close();
  return output[0];
}

/** The oldest day that a zip can tell. */
const NO_TIME = 0x00210000;

function zipped(files) {
  const contents = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of files) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content, { level: 9 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(NO_TIME, 6);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), head, place, Buffer.from(name));
    contents.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...contents, listed, end]);
}
