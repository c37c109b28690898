'use strict';
// Kept to old syntax, so that an old Node gets as far as the sentence below.
var fs = require('fs');
var path = require('path');

var MINIMUM = [22, 18];

function isModern() {
  var parts = process.versions.node.split('.').map(Number);
  return parts[0] > MINIMUM[0] || (parts[0] === MINIMUM[0] && parts[1] >= MINIMUM[1]);
}

/** In a clone the set-up may have brought a newer Node. */
function toolchainNode() {
  var modules = path.join(__dirname, '..', '.toolchain', 'node_modules');
  var file = process.platform === 'win32' ? 'node.exe' : 'node';
  try {
    var names = fs.readdirSync(modules).filter((name) => /^node-/.test(name));
    return names.map((name) => path.join(modules, name, 'bin', file)).filter(fs.existsSync)[0];
  } catch (_) {
    return undefined;
  }
}

function runUnder(node) {
  var child = require('child_process').spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // A key may be among the words that it was started with, which everybody can read.
  process.title = path.basename(process.argv[1]);
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => {
    process.on(signal, () => {
      child.kill(signal);
    });
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (require('os').constants.signals[signal] || 0) : code);
  });
}

/**
 * The first process of a container is given every process whose parent has gone, and must take them in when they end.
 * Node takes in only what it started, so a shell is put before it that takes in all, and hands on signals.
 */
var TAKES_IN = `exec 3<&0; "$@" <&3 3<&- & child=$!; exec 3<&-
for signal in HUP INT TERM; do trap "kill -$signal $child" $signal; done
while :; do wait $child; code=$?; kill -0 $child 2> /dev/null || exit $code; done`;

function runUnderShell() {
  var args = process.execArgv.concat(process.argv.slice(1));
  process.execve('/bin/sh', ['sh', '-c', TAKES_IN, 'sh', process.execPath].concat(args), process.env);
}

function fail(sentence) {
  process.stderr.write(sentence + '\n');
  process.exit(1);
}

/** Node 22 warns that its SQLite is new; that is no news for whoever uses the server. */
function hushSqlite() {
  var emit = process.emitWarning;
  process.emitWarning = function (warning, kind) {
    if (kind === 'ExperimentalWarning' && /SQLite/.test(String(warning))) return;
    emit.apply(process, arguments);
  };
}

/**
 * Who has neither HOME nor an entry in the list of users lives at the root, as logins have it. Libraries fail without;
 * what cannot be written there is said when it is to be written.
 */
function ensureHome() {
  try {
    require('os').homedir();
  } catch (_) {
    process.env.HOME = path.sep;
  }
}

/** Where keep-compiled.ts keeps compiled code on Linux. */
function compiledFolder() {
  var cache = process.env.XDG_CACHE_HOME || path.join(require('os').homedir(), '.cache');
  return path.join(cache, 'sensorium', 'compiled');
}

/**
 * Uses compiled code of an earlier use, if there is some of this Node. When a process ends, Node writes what was new
 * to it into the folder, and cannot be told not to. A start alone must write nothing: so the folder is named through
 * a descriptor, which is closed by then. Other systems have no such names; there the first use begins to read.
 */
function useCompiled() {
  if (process.platform !== 'linux') return;
  try {
    var folder = compiledFolder();
    var own = process.version + '-' + process.arch + '-';
    if (!fs.readdirSync(folder).some((name) => name.indexOf(own) === 0)) return;
    // What lies there is run, so nobody else may have put it there.
    var found = fs.statSync(folder);
    if (found.uid !== process.getuid() || found.mode & 0o022) return;
    var descriptor = fs.openSync(folder, 'r');
    require('module').enableCompileCache('/proc/self/fd/' + descriptor);
    process.on('exit', () => fs.closeSync(descriptor));
  } catch (_) {
    // nothing is kept: then it is compiled
  }
}

module.exports = function launch(command) {
  if (process.pid === 1 && process.execve && fs.existsSync('/bin/sh')) return runUnderShell();
  if (!isModern()) {
    var node = toolchainNode();
    if (node) return runUnder(node);
    return fail(
      command +
        ' needs Node >= ' +
        MINIMUM.join('.') +
        ' (this is ' +
        process.versions.node +
        '); ' +
        'without installing it: npx -y -p node@24 -p sensorium ' +
        command,
    );
  }
  var entry = path.join(__dirname, '..', 'dist', command + '.mjs');
  if (!fs.existsSync(entry)) return fail(command + ' is not built yet; run "npm run build" first.');
  if (process.versions.node.indexOf('22.') === 0) hushSqlite();
  ensureHome();
  useCompiled();
  return import('../dist/' + command + '.mjs');
};
