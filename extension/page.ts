/**
 * Runs in the page's own world, before its first script, on sites that the person granted: it listens to what the page
 * says and asks for. What people do is listened to elsewhere, where no page can pretend to be one.
 */
import { watchStorage } from '../src/engines/browser/capture/in-page/storage.page.ts';
import { beforeEnd, openChannel, tell } from './page/channel.ts';
import { disguise, replace } from './page/disguise.ts';
import { watchConsole } from './page/watch-console.ts';
import { watchErrors } from './page/watch-errors.ts';
import { watchFetch } from './page/watch-fetch.ts';
import { watchSockets } from './page/watch-sockets.ts';
import { watchOthers } from './page/watch-xhr.ts';

openChannel();
for (const begin of [disguise, watchErrors, watchConsole, watchFetch, watchOthers, watchSockets]) begin();
beforeEnd(watchStorage(tell, replace) ?? (() => {}));
