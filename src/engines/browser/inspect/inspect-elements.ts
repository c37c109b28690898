import type { Frame } from 'playwright-core';
import { findFrame, findIn } from '../actions/target.ts';
import type { Tab } from '../page/tab.ts';
import { DocumentTree, type FoundNode } from './document-tree.ts';
import { elementFacts, pathOf, type Wanted } from './element-facts.page.ts';
import { StyleSheets } from './matched-rules.ts';

/** So many elements are told at most. */
const MOST = 50;

export interface Looking {
  /** `all`, or one as actions take it; left out: the page itself. */
  readonly frame?: string | number | undefined;
  /** Left out: of a single element. */
  readonly withStyles?: boolean | undefined;
  /** Computed ones; left out: those that its rules set. */
  readonly properties?: readonly string[] | undefined;
  readonly depth: number;
}

export interface Inspected {
  readonly matches: readonly object[];
  readonly count: number;
  /** The browser has no DevTools protocol, so much is not known. */
  readonly isBlind?: boolean;
}

/** Every element that a selector means, with what there is to know of it. */
export const inspectElements = (tab: Tab, selector: string, looking: Looking): Promise<Inspected> =>
  tab.cdp.isThere ? lookClosely(tab, selector, looking) : look(tab, selector, looking);

async function framesOf(tab: Tab, frame: Looking['frame']): Promise<readonly Frame[]> {
  if (frame === 'all') return tab.page.frames();
  return [frame === undefined ? tab.page.mainFrame() : await findFrame(tab, frame)];
}

/** By DevTools: closed shadow roots, roles, names and rules are told as well. */
async function lookClosely(tab: Tab, selector: string, looking: Looking): Promise<Inspected> {
  const wanted = await framesOf(tab, looking.frame);
  const trees: DocumentTree[] = [];
  try {
    const found: { readonly tree: DocumentTree; readonly node: FoundNode }[] = [];
    for (const frame of wanted) {
      const tree = await treeWith(tab, frame, trees);
      if (!tree) continue;
      found.push(...(await findNodes(tab, tree, frame, selector)).map((node) => ({ tree, node })));
    }
    const some = found.slice(0, MOST);
    const withStyles = looking.withStyles ?? found.length === 1;
    const sheets = new Map<DocumentTree, StyleSheets>();
    if (withStyles)
      for (const tree of new Set(some.map((one) => one.tree)))
        sheets.set(tree, await StyleSheets.open(tree.session));
    const matches = await Promise.all(
      some.map(({ tree, node }) => factsOf(tree, sheets.get(tree), node, looking)),
    );
    return { matches: matches.filter((one) => one !== undefined), count: found.length };
  } finally {
    await Promise.all(trees.map((tree) => tree.close()));
  }
}

/** The tree that has the frame; undefined when the frame goes away meanwhile. */
async function treeWith(tab: Tab, frame: Frame, trees: DocumentTree[]): Promise<DocumentTree | undefined> {
  if (trees.length === 0) trees.push(await DocumentTree.read(tab, tab.page.mainFrame()));
  const known = trees.find((tree) => tree.has(frame));
  if (known || frame.isDetached()) return known;
  const own = await DocumentTree.read(tab, frame).catch(() => undefined); // on its way out
  if (own) trees.push(own);
  return own;
}

async function findNodes(
  tab: Tab,
  tree: DocumentTree,
  frame: Frame,
  written: string,
): Promise<readonly FoundNode[]> {
  const plain = await tree.query(frame, written);
  if (plain) return plain;
  const locator = await findIn(tab, frame, written, { mayBeMany: true });
  const handles = (await locator?.elementHandles()) ?? [];
  const paths = await Promise.all(handles.map((handle) => handle.evaluate(pathOf)));
  await Promise.all(handles.map((handle) => handle.dispose()));
  return paths.flatMap((path) => tree.at(frame, path) ?? []);
}

async function factsOf(
  tree: DocumentTree,
  sheets: StyleSheets | undefined,
  { nodeId, frame, frameNumber, shadow }: FoundNode,
  looking: Looking,
) {
  const { session } = tree;
  try {
    const rules = await sheets?.rulesOf(nodeId);
    const declared = rules?.filter((rule) => rule.inherited_from === undefined) ?? [];
    const names =
      looking.properties ?? declared.flatMap((rule) => rule.declarations.map((one) => one.property));
    const properties = [...new Set(names)].filter((name) => looking.properties || !name.startsWith('--'));
    const wanted: Wanted = { properties: properties.slice(0, 60), depth: looking.depth };
    const executionContextId = await tree.world(frame);
    const [{ object }, spoken] = await Promise.all([
      session.send('DOM.resolveNode', { nodeId, executionContextId }),
      session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false }),
    ]);
    const objectId = object.objectId!;
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: String(elementFacts),
      objectId,
      arguments: [{ objectId }, { value: wanted }],
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    const { tag, ...facts } = result.value as ReturnType<typeof elementFacts>;
    const { role, name, ignored } = spoken.nodes[0] ?? {};
    return {
      tag,
      // What Chrome calls its own kinds of boxes is no role that anybody could ask for.
      role: ignored ? 'none' : role?.type === 'role' ? (role.value as string) : undefined,
      name: (name?.value as string | undefined) || undefined,
      frame: frameNumber,
      shadow,
      ...facts,
      css_rules: rules,
    };
  } catch (error) {
    // It was taken away while we looked.
    if (/Could not find node|No node|does not belong|Cannot find context/.test(String(error)))
      return undefined;
    throw error;
  }
}

/** What any browser tells. */
async function look(tab: Tab, selector: string, looking: Looking): Promise<Inspected> {
  const wanted: Wanted = { properties: looking.properties ?? [], depth: looking.depth };
  const lists = (await framesOf(tab, looking.frame)).map(async (frame) => {
    const locator = await findIn(tab, frame, selector, { mayBeMany: true });
    const number = tab.page.frames().slice(1).indexOf(frame);
    const handles = (await locator?.elementHandles()) ?? [];
    const facts = await Promise.all(handles.map((handle) => handle.evaluate(elementFacts, wanted)));
    await Promise.all(handles.map((handle) => handle.dispose()));
    return facts.map((one) => ({ ...one, frame: number < 0 ? undefined : number }));
  });
  const matches = (await Promise.all(lists)).flat();
  return { matches: matches.slice(0, MOST), count: matches.length, isBlind: true };
}
