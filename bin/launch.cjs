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
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => {
    process.on(signal, () => {
      child.kill(signal);
    });
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (require('os').constants.signals[signal] || 0) : code);
  });
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

/** A user without an entry and without HOME has none. */
function homeFolder() {
  try {
    return require('os').homedir();
  } catch (_) {
    return path.sep;
  }
}

/** Compiled code of an earlier use, in the folder that keep-compiled.ts has made. A start alone makes none. */
function useCompiled() {
  var env = process.env;
  var home = homeFolder();
  var places = {
    win32: env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'),
    darwin: path.join(home, 'Library', 'Caches'),
  };
  var cache = places[process.platform] || env.XDG_CACHE_HOME || path.join(home, '.cache');
  var folder = path.join(cache, 'sensorium', 'compiled');
  if (fs.existsSync(folder)) require('module').enableCompileCache(folder);
}

module.exports = function launch(command) {
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
  useCompiled();
  return import('../dist/' + command + '.mjs');
};
