import type { PageNode } from './page-node.ts';

const rolesOf = (roles: string) => new Set(roles.trim().split(/\s+/));

const INTERACTIVE = rolesOf(`
  button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider
  spinbutton switch tab textbox treeitem
`);

const NAMED_BY_CONTENT = rolesOf(`
  button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem
`);

const EDITABLE = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider']);

/** What holds others and is worth naming as the root of a closer look. */
const CONTAINERS = rolesOf(`
  alertdialog article banner complementary contentinfo dialog feed figure form grid group iframe list main
  menu menubar navigation radiogroup region search table tablist tabpanel toolbar tree treegrid
`);

/** What a person must not miss, whatever view was asked for. */
const NOTICES = new Set(['alert', 'alertdialog', 'dialog', 'status']);

/** Text-level markup: its words count, its element does not. */
const PHRASING = rolesOf('code deletion emphasis insertion mark strong subscript superscript time');

const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

export const isInteractive = (node: PageNode) =>
  INTERACTIVE.has(node.role) || node.pointer || isDraggable(node);
export const isDraggable = (node: PageNode) => node.states.includes('draggable');
export const isSortable = (node: PageNode) =>
  node.states.length > 0 && node.states.every((state) => /^(?:sortable|ascending|descending)$/.test(state));
/** Off the page's upper or left edge, where nobody can scroll to. */
export const isUnseen = (node: PageNode) => node.states.includes('off-screen');
/** It has no words, but its icon, or whoever made it, says what it is. */
export const hasIconWord = (node: PageNode) =>
  node.states.some((state) => /^(?:icon|id|name|test|testid|action) /.test(state));
/** What its content names, unless it says otherwise. */
export const isNamedByContent = (node: PageNode) => NAMED_BY_CONTENT.has(node.role);
export const isEditable = (node: PageNode) => EDITABLE.has(node.role);
export const isContainer = (node: PageNode) => CONTAINERS.has(node.role);
export const isNotice = (node: PageNode) => NOTICES.has(node.role);
export const isPhrasing = (node: PageNode) => PHRASING.has(node.role);
export const isCell = (node: PageNode) => CELLS.has(node.role);
export const isHeading = (node: PageNode) => node.role === 'heading';

/** A wrapper that says nothing: no name, no text of its own, nothing to press. */
export const isWrapper = (node: PageNode) =>
  (node.role === 'generic' || node.role === 'rowgroup') &&
  !node.name &&
  !node.pointer &&
  node.states.length === 0 &&
  !node.children.some((child) => typeof child === 'string');
