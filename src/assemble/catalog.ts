import type { Config } from '../config/options.ts';
import { inShort, type ToolDescriptor, type ToolsetDescriptor, without } from '../kernel/descriptor.ts';
import { fault } from '../kernel/fault.ts';
import { propertiesOf } from '../kernel/json-schema.ts';
import { Lazy } from '../kernel/lazy.ts';
import { nearest } from '../kernel/nearest.ts';
import type { Toolset } from '../kernel/toolset.ts';
import type { Profile, ToolsetName } from '../profiles/profile.ts';
import type { Catalog, Offer } from '../session/catalog.ts';
import { manifest } from '../toolsets/manifest.generated.ts';
import { styleOf } from './styles.ts';

/** A toolset with what it works on, made by the first call. */
export type Wired = () => Promise<{ readonly toolset: Toolset<never>; readonly deps: unknown }>;

/** What a profile offers, narrowed by --toolsets and --tools. */
export function makeCatalog(profile: Profile, config: Config, wired: Record<ToolsetName, Wired>): Catalog {
  const offered = chosenToolsets(profile, config).map((name) => offersOf(name, wired[name]));
  const tools = offered
    .flatMap((offers) => offers.tools)
    .map((offer) => ({ ...offer, descriptor: shownAs(offer.descriptor, profile, config) }));
  const allowed = chosenTools(
    tools.map((offer) => offer.descriptor.name),
    config,
  );
  return {
    tools: new Map(
      tools
        .filter(({ descriptor }) => allowed(descriptor.name))
        .map((offer) => [offer.descriptor.name, offer]),
    ),
    resources: offered.flatMap((offers) => offers.resources),
    prompts: new Map(
      offered.flatMap((offers) => offers.prompts).map((offer) => [offer.descriptor.name, offer]),
    ),
  } as Catalog;
}

function shownAs(tool: ToolDescriptor, profile: Profile, config: Config): ToolDescriptor {
  const hidden = [
    // Without the tool that opens more browsers there is none to be named; with it, \`tab\` names whatever is meant.
    ...(profile.toolsets.includes('instances') ? besideTab(tool) : ['instanceId']),
    ...(styleOf(config).hides?.(tool.name) ?? []),
  ];
  const shown =
    tool.name.startsWith('browser_') && !profile.serves?.includes('moonsurf') ? without(tool, hidden) : tool;
  return config.list === 'short' ? inShort(shown) : shown;
}

const besideTab = ({ inputSchema }: ToolDescriptor) =>
  'tab' in propertiesOf(inputSchema) ? ['instanceId', 'context'] : [];

/** What a toolset offers, each entry of the manifest with the thing of that name. */
function offersOf(name: ToolsetName, wired: Wired) {
  const loaded = new Lazy(async () => {
    const { toolset, deps } = await wired();
    return { deps, things: thingsOf(name, toolset) };
  });
  const offers = <Kind extends keyof ToolsetDescriptor>(kind: Kind) =>
    manifest[name][kind].map((descriptor): Offer<ToolsetDescriptor[Kind][number], unknown> => {
      const thing = new Lazy(async () => {
        const { things, deps } = await loaded.get();
        return { thing: things[kind].get(keyOf(descriptor)), deps };
      });
      return { descriptor, load: () => thing.get() };
    });
  return { tools: offers('tools'), resources: offers('resources'), prompts: offers('prompts') };
}

const keyOf = (one: { readonly name: string; readonly uri?: string }) => one.uri ?? one.name;

/** By name; the manifest must list exactly these. */
function thingsOf(name: ToolsetName, toolset: Toolset<never>) {
  const byKey = (kind: keyof ToolsetDescriptor) => {
    const things = new Map((toolset[kind] ?? []).map((thing) => [keyOf(thing), thing]));
    const listed = new Set(manifest[name][kind].map(keyOf));
    const lost = [...listed].filter((key) => !things.has(key)).map((key) => `it has no "${key}"`);
    const unlisted = [...things.keys()].filter((key) => !listed.has(key));
    const problems = [...lost, ...unlisted.map((key) => `"${key}" is not listed`)];
    if (problems.length > 0)
      throw fault('MANIFEST_OUTDATED', { toolset: name, problem: problems.join(', ') });
    return things;
  };
  return { tools: byKey('tools'), resources: byKey('resources'), prompts: byKey('prompts') };
}

export function chosenToolsets(profile: Profile, config: Config): ToolsetName[] {
  const offered = [...new Set([...profile.toolsets, ...capToolsets(profile, config)])];
  if (!config.toolsets) return offered;
  const areas = [...new Set(offered.map(areaOf))];
  for (const name of config.toolsets) {
    if (!areas.includes(name)) throw unknownName('--toolsets', name, areas);
  }
  return offered.filter((name) => config.toolsets!.includes(areaOf(name)));
}

/** `browser-vision` and its like belong to `browser`. */
const areaOf = (name: ToolsetName) => name.split('-', 1)[0]!;

function capToolsets(profile: Profile, config: Config): readonly ToolsetName[] {
  const { caps } = profile;
  if (!caps) return [];
  const wanted = [...styleOf(config).caps(config.caps), ...config.caps, ...switched(config)];
  return wanted.flatMap((name) => {
    const found = caps[name];
    if (!found) throw unknownName('--caps', name, Object.keys(caps));
    return found;
  });
}

/** Those that a flag of their own asks for as well. */
const switched = (config: Config) => (['vision', 'webmcp'] as const).filter((name) => config[name]);

function chosenTools(offered: readonly string[], config: Config): (name: string) => boolean {
  const given = config.tools ?? [];
  for (const entry of given) {
    const name = entry.replace(/^!/, '');
    if (!offered.includes(name)) throw unknownName('--tools', name, offered);
  }
  const denied = given.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1));
  const wanted = given.filter((entry) => !entry.startsWith('!'));
  return (name) => !denied.includes(name) && (wanted.length === 0 || wanted.includes(name));
}

function unknownName(flag: string, name: string, known: readonly string[]) {
  const near = nearest(name, known);
  const problem = `there is no "${name}"${near ? ` (did you mean "${near}"?)` : ''}`;
  return fault('INVALID_FLAG', { flag, problem });
}
