/** The Debian packages whose programs tests and benchmarks use: which are missing, and bringing them. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run, tail } from './run.mjs';

const listed = (name) => `/var/lib/dpkg/info/${name}.list`;

/** What tests use: each package with what shows that it is there, programs on PATH or a file. */
const testPackages = {
  chromium: ['chromium'],
  'chromium-driver': ['chromedriver'],
  curl: ['curl'],
  dbus: ['dbus-daemon'],
  'default-jre-headless': ['java'],
  flatpak: ['flatpak', 'bwrap'],
  'firefox-esr': ['firefox-esr'],
  'fonts-liberation': [listed('fonts-liberation')],
  imagemagick: ['display', 'import'],
  'mariadb-client': ['mariadb'],
  'mariadb-server': ['mariadbd', 'mariadb-install-db'],
  openbox: ['openbox'],
  openssl: ['openssl'],
  postgresql: ['/usr/lib/postgresql', 'psql', 'pgbench'],
  procps: ['ps'],
  python3: ['python3'],
  'redis-server': ['redis-server', 'redis-cli', 'redis-benchmark'],
  socat: ['socat'],
  'tesseract-ocr': ['tesseract'],
  'tesseract-ocr-deu': [listed('tesseract-ocr-deu')],
  tshark: ['tshark'],
  'x11-utils': ['xprop'],
  'x11-xserver-utils': ['xrandr', 'xsetroot'],
  xauth: ['xauth'],
  xterm: ['xterm'],
  xvfb: ['Xvfb'],
};

export const forTests = Object.keys(testPackages);

/** With those that only benchmarks, evaluations and the soak use. */
export const packages = {
  ...testPackages,
  faketime: ['faketime'],
  ffmpeg: ['ffmpeg'],
  haproxy: ['haproxy'],
  mitmproxy: ['mitmweb', 'mitmdump'],
  'nodejs-doc': ['/usr/share/doc/nodejs/api/url.html'],
};

/** Debian or Ubuntu, as root: only there is a package installed without being asked. */
export function mayInstall() {
  return process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get');
}

/** Whether a program is on PATH, or a file exists. */
export function isThere(proof) {
  if (path.isAbsolute(proof)) return existsSync(proof);
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, proof), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Those of these packages that are not installed. */
export function missingOf(names) {
  return names.filter((name) => !packages[name].every(isThere));
}

/** What to do where we may not install: one sentence. */
export function remedy(names) {
  const programs = names.flatMap((name) => packages[name]).filter((proof) => !path.isAbsolute(proof));
  return `Install ${programs.join(', ') || names.join(', ')} (on Debian and Ubuntu: "sudo apt-get install ${names.join(' ')}").`;
}

/**
 * Installs packages; returns nothing, or why not. Services are not started by it. How long it may take is left to
 * apt, which sees whether bytes still arrive: ending it in the middle would leave half a package.
 */
export async function install(names) {
  if ((await apt('install', ...names)).code === 0) return undefined;
  await apt('update');
  if ((await apt('install', ...names)).code === 0) return undefined;
  // One that this system does not have must not keep out the others.
  const problems = [];
  for (const name of names) {
    const { code, output } = await apt('install', name);
    if (code !== 0) problems.push(`${name} (${tail(output, 1)})`);
  }
  return problems.length > 0 ? problems.join(', ') : undefined;
}

function apt(...words) {
  const patience = ['Acquire::Retries=3', 'Acquire::http::Timeout=60', 'DPkg::Lock::Timeout=600'];
  const args = ['-y', '-q', '--no-install-recommends', ...patience.flatMap((one) => ['-o', one]), ...words];
  return run('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}
