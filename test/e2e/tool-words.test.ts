/** What a list tells of each argument: everything that is taken, with its type, its meaning and the modes that take it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { z } from 'zod';
import { loadProfiles, loadToolsets } from '../../scripts/gen/loaded.ts';
import { OTHERS, TOLD } from '../../src/assemble/host-wiring.ts';
import { aliasesIn } from '../../src/kernel/aliases.ts';
import { describeTool } from '../../src/kernel/descriptor.ts';
import { type JsonSchema, propertiesOf } from '../../src/kernel/json-schema.ts';
import type { AnyTool } from '../../src/kernel/tool.ts';
import { lean } from '../../src/report/lean/style.ts';

const toolsets = await loadToolsets();
const profiles = await loadProfiles();
const tools: readonly AnyTool<never>[] = [...toolsets.values()].flatMap((toolset) => toolset.tools);

const wordsIn = (text: string) => text.trim().split(/\s+/);

/** What many tools take. */
const TOLD_ONCE = ['target', 'tab', 'filename', ...Object.keys(TOLD)];

/** Their name and type say all, or the other of two; the instructions tell of `TOLD_ONCE`. */
const PLAIN = new Set([
  ...TOLD_ONCE,
  'until',
  ...wordsIn(`
    force_refresh press_tab test_id snapshot_name checks first_party_origins file_path
    accept accessibleName allowed alt assert_network assert_no_errors assert_response_shape auto_apply
    base_url blocked blur_radius broken_selectors clickCount closeOtherTabs code context correlation_id
    cpu ctrl deep deltaX description deviceScaleFactor done doubleClick element endElement endTarget endX
    endY error error_id error_message exclude_origins failures file font_family font_size fps full_page
    fullPage generate_fixtures headless height httpOnly ignoreCache include_passes include_report_uri
    include_screenshots includeHidden instanceId internal items key label landscape latitude limit
    local_port longitude max_dimension message_regex meta method min_ms mobile name origins overwrite
    password path pattern port printBackground prompt promptText proxy reason recording_id reply role runs
    save_to screenshot secure session shift show_input size source_regex startElement startTarget startX startY
    status_max status_min stroke_width target_host target_port test_file test_name text title tool_name
    trace url url_regex urls userAgent username value viewport visual_assertions width window_seconds x y
  `),
]);

function* nodes(schema: JsonSchema, path = ''): Generator<readonly [string, string, JsonSchema]> {
  for (const [name, node] of Object.entries(propertiesOf(schema))) {
    const here = path ? `${path}.${name}` : name;
    yield [here, name, node];
    yield* nodes(node, here);
    if (node.items) yield* nodes(node.items as JsonSchema, `${here}[]`);
  }
}

/** What is left of "The text. Default 5; type 3. [click, type]" */
const withoutModes = (words: string) => words.replace(/ ?\[[^\]]*\]$/, '');

for (const whole of tools) {
  const tool = whole.listed ?? whole;
  const { inputSchema, outputSchema, description } = describeTool(tool);

  test(`${tool.name} tells the type and meaning of each argument`, () => {
    for (const [path, name, node] of nodes(inputSchema)) {
      const types = node.type as string | readonly string[] | undefined;
      assert.ok(types && types.length > 0, `${path} has no type`);
      if (node.type === 'array')
        assert.ok((node.items as JsonSchema | undefined)?.type, `${path} has untyped items`);
      const words = String(node.description ?? '');
      // Modes alone are no meaning.
      const says = tool.modes && path === name ? withoutModes(words) : words;
      assert.ok(
        says ||
          node.enum ||
          (node.items as JsonSchema | undefined)?.enum ||
          PLAIN.has(name) ||
          name.endsWith('_ms'),
        `${path} says nothing`,
      );
      assert.match(says, /^$|[.…]$/, path);
    }
    for (const [path, , node] of nodes(outputSchema ?? {})) assert.ok(node.type, path);
    if (outputSchema)
      assert.ok(Object.keys(propertiesOf(outputSchema)).length > 0, 'its output says nothing');
  });

  test(`${tool.name} takes nothing that is not listed but second names`, () => {
    const listed = Object.keys(propertiesOf(inputSchema));
    // What says nothing that another argument could not say is left out, too.
    const taken = Object.entries(tool.input.shape as Record<string, z.ZodType>);
    const first = taken.filter(([, schema]) => !schema.meta()?.unlisted).map(([name]) => name);
    assert.deepEqual(first.toSorted(), listed.toSorted());
    for (const [second, first] of aliasesIn(tool.input)) {
      assert.ok(listed.includes(first), `${second} is another name of ${first}, which is not listed`);
      assert.ok(!listed.includes(second), `${second} is both a first and a second name`);
    }
  });

  if (!tool.modes) continue;
  const modes = tool.modes.map(({ name }) => name);
  const takers = (argument: string) =>
    tool.modes!.filter(({ input }) => argument in input.shape).map(({ name }) => name);

  test(`${tool.name} has a line for each mode, and each argument names the modes that take it`, () => {
    const lines = description.split('\n').slice(1);
    assert.deepEqual(
      lines.map((line) => /^\w+/.exec(line)?.[0]),
      modes,
    );
    const lists = lines.filter((line) => /^\w+\*/.test(line)).map((line) => /^\w+/.exec(line)![0]);
    const said = new Map<string, string[]>();
    for (const [name, node] of Object.entries(propertiesOf(inputSchema))) {
      if (name === tool.key) continue;
      const named = takersSaid(name, String(node.description ?? ''));
      said.set(name, named);
      assert.deepEqual(named.toSorted(), takers(name).toSorted(), `${name}: ${node.description}`);
    }

    /** Modes in whose lines it stands, with a mark or without. */
    function inLines(name: string): string[] {
      const names = (line: string) => /^\w+\*?\(([^)]*)\)/.exec(line)?.[1]?.split(/\??(?:, |$)/) ?? [];
      return lines.filter((line) => names(line).includes(name)).map((line) => /^\w+/.exec(line)![0]);
    }

    /** "[click, type]", "[all but page]", "[where (selector) stands, upload]", "[as limit, page, not logs]", "[*, page]". */
    function takersSaid(argument: string, words: string): string[] {
      const [, told] = /\[([^\]]*)\]$/.exec(words) ?? [];
      if (told === undefined) return inLines(argument).length > 0 ? inLines(argument) : modes;
      if (told === 'all') return modes;
      const [, butNames] = /^all but (.*)$/.exec(told) ?? [];
      if (butNames !== undefined) return modes.filter((name) => !butNames.split(', ').includes(name));
      const [head = '', less = ''] = told.split(', not ');
      const takes = head.split(', ').flatMap((one) => {
        if (one === '*') return lists;
        const [, same] = /^as (\w+)$/.exec(one) ?? [];
        const [, needed] = /^where \((\w+)\) stands$/.exec(one) ?? [];
        if (needed === undefined) return same === undefined ? [one] : (said.get(same) ?? []);
        return inLines(needed);
      });
      return takes.filter((name) => !less.split(', ').includes(name));
    }
  });
}

test('instructions are lines, at most 1,500 characters with the legend of lean answers', () => {
  for (const { command, toolsets: names, instructions } of profiles) {
    if (names.length === 0) continue; // no tools, nothing to say
    const own = names.includes('browser') ? `${instructions}\n${lean.legend}` : instructions;
    const whole = [own, ...Object.values(TOLD), OTHERS].join('\n');
    assert.ok(whole.length <= 1500, `${command}: ${whole.length} characters`);
    for (const line of whole.split('\n')) assert.match(line, /[.]$/, `${command}: ${line}`);
    for (const argument of names.includes('browser') ? TOLD_ONCE : [])
      assert.match(whole, new RegExp(`\\b${argument}(:|, until:| is )`), `${command}: ${argument}`);
  }
});
