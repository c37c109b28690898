import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type App, button, click, enter, holds, type Job, open, press, textbox, type } from '../app.ts';
import { site } from '../bring.ts';

/** As the chat of socket.io's own tutorial, with names and rooms. */
const PAGE = `<!doctype html><title>Chat</title><h1>Chat</h1><p id="state">offline</p><form><label>Message <input id="input" autocomplete="off"></label><button>Send</button></form>
<button id="leave">Leave</button><button id="join">Join again</button><button id="later">Remind me</button><ul id="messages"></ul>
<script src="/c/socket.io.js"></script><script>
const socket = io(); const list = document.getElementById('messages'); const input = document.getElementById('input'); const state = document.getElementById('state');
const add = (text) => { const item = document.createElement('li'); item.textContent = text; list.append(item); };
document.querySelector('form').onsubmit = (e) => { e.preventDefault(); if (input.value) socket.emit('message', input.value); input.value = ''; };
document.getElementById('leave').onclick = () => socket.disconnect(); document.getElementById('join').onclick = () => socket.connect(); document.getElementById('later').onclick = () => socket.emit('later');
socket.on('connect', () => { state.textContent = 'online'; }); socket.on('disconnect', () => { state.textContent = 'offline'; }); socket.on('message', add);</script>`;

interface SocketServer {
  on(
    event: 'connection',
    hear: (socket: { on(event: string, hear: (text: string) => void): void }) => void,
  ): void;
  emit(event: string, text: string): void;
  close(): Promise<void>;
}

const heard =
  (...wanted: readonly string[]): Job['check'] =>
  async ({ json }) => {
    const messages = (await json('/messages')) as string[];
    return holds(
      wanted.every((one) => messages.includes(one)),
      `heard ${JSON.stringify(messages)}`,
    );
  };
const MESSAGE = textbox('Message');
const OPEN = open('/', 'online');

export const socketChat: App = {
  name: 'socket-chat',
  kind: 'WebSocket, no framework',
  npm: ['socket.io@4.8.4'],
  start: async ({ packages }) => {
    const messages: string[] = [];
    const running = await site(
      { '/c': join(packages, 'node_modules/socket.io/client-dist') },
      { '/': PAGE },
      (request, response) => {
        if (request.url?.startsWith('/socket.io/')) return true;
        if (request.url !== '/messages') return false;
        response.end(JSON.stringify(messages));
        return true;
      },
    );
    const { Server: Sockets } = createRequire(join(packages, 'x.js'))('socket.io') as {
      Server: new (server: Server) => SocketServer;
    };
    const sockets = new Sockets(running.server);
    const say = (text: string) => {
      messages.push(text);
      sockets.emit('message', text);
    };
    sockets.on('connection', (socket) => {
      socket.on('message', (text) => {
        say(text);
        if (text.endsWith('?')) setTimeout(() => say('Good question.'), 300);
      });
      socket.on('later', () => setTimeout(() => say('You wanted to be reminded.'), 400));
    });
    return {
      url: running.url,
      stop: async () => {
        await sockets.close();
        await running.stop();
      },
    };
  },
  jobs: [
    {
      name: 'says hello',
      steps: [OPEN, type(MESSAGE, 'Hello'), click(button('Send'), 'Hello')],
      check: heard('Hello'),
    },
    { name: 'says it with Enter', steps: [OPEN, enter(MESSAGE, 'Quick', 'Quick')], check: heard('Quick') },
    {
      name: 'says two things',
      steps: [OPEN, enter(MESSAGE, 'One', 'One'), enter(MESSAGE, 'Two', 'Two')],
      check: heard('One', 'Two'),
    },
    {
      name: 'asks and is answered a little later',
      steps: [OPEN, enter(MESSAGE, 'Why?', 'Good question.')],
      check: heard('Why?', 'Good question.'),
    },
    {
      name: 'is reminded a little later',
      steps: [OPEN, click(button('Remind me'), 'You wanted to be reminded.')],
      check: heard('You wanted to be reminded.'),
    },
    {
      name: 'leaves',
      steps: [OPEN, click(button('Leave'), 'offline')],
      check: ({ page }) =>
        page
          .value<string>(`document.getElementById('state').textContent`)
          .then((state) => holds(state === 'offline', state)),
    },
    {
      name: 'leaves and joins again',
      steps: [
        OPEN,
        click(button('Leave'), 'offline'),
        click(button('Join again'), 'online'),
        enter(MESSAGE, 'Back', 'Back'),
      ],
      check: heard('Back'),
    },
    {
      name: 'types by keys',
      steps: [OPEN, click(MESSAGE), press('o'), press('k'), press('Enter', 'ok')],
      check: heard('ok'),
    },
  ],
};
