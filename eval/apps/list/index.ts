/** The applications, each in a file of its own. */
import type { App } from '../app.ts';
import { adminer } from './adminer.ts';
import { agGrid } from './ag-grid.ts';
import { angularMaterial } from './angular-material.ts';
import { elementPlus } from './element-plus.ts';
import { excalidraw } from './excalidraw.ts';
import { flatpickr } from './flatpickr.ts';
import { jsonEditor } from './json-editor.ts';
import { monaco } from './monaco.ts';
import { nodeRed } from './node-red.ts';
import { quill } from './quill.ts';
import { shoelace } from './shoelace.ts';
import { socketChat } from './socket-chat.ts';
import { sortable } from './sortable.ts';
import { swaggerUi } from './swagger-ui.ts';
import { tiddlywiki } from './tiddlywiki.ts';
import { tinymce } from './tinymce.ts';
import { todomvcReact } from './todomvc-react.ts';
import { verdaccio } from './verdaccio.ts';

export const APPS: readonly App[] = [
  todomvcReact,
  swaggerUi,
  flatpickr,
  sortable,
  quill,
  shoelace,
  agGrid,
  tinymce,
  monaco,
  elementPlus,
  jsonEditor,
  adminer,
  socketChat,
  excalidraw,
  tiddlywiki,
  nodeRed,
  angularMaterial,
  verdaccio,
];
