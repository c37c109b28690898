/** Which installed packages the published one needs, by npm's rules. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Captures on Windows and macOS only. */
const notOnLinux = new Set(['node-screenshots']);

/** The folders of all of them, relative to `root`. What is missing and not optional is an error. */
export function neededPackages(root) {
  const manifest = manifestIn(root);
  // Optional is what a system may be without; this package is to have all of it.
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const found = new Set();
  for (const name of wanted.filter((one) => !notOnLinux.has(one))) add(root, '', name, found);
  return [...found].filter((one) => !isInside(one, found)).sort();
}

function add(root, from, name, found) {
  const folder = locate(root, from, name);
  if (!folder) throw new Error(`${name} is not installed; run "npm ci" first.`);
  if (found.has(folder)) return;
  found.add(folder);
  const { dependencies = {}, optionalDependencies = {} } = manifestIn(path.join(root, folder));
  for (const one of Object.keys(dependencies)) {
    if (!(one in optionalDependencies)) add(root, folder, one, found);
  }
  for (const one of Object.keys(optionalDependencies)) {
    // Binaries for other systems are not here, and that is right.
    if (locate(root, folder, one)) add(root, folder, one, found);
  }
}

/** Where Node looks: in the package's own node_modules, then in those above it. */
function locate(root, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const folder = path.posix.join(place, 'node_modules', name);
    if (existsSync(path.join(root, folder, 'package.json'))) return folder;
    if (place === '') return undefined;
  }
}

/** A package inside another one's folder is copied with that one. */
function isInside(folder, all) {
  return [...all].some((other) => folder.startsWith(`${other}/`));
}

function manifestIn(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}
