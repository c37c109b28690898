import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** The schema of OASIS, errata 01. It is of an older draft, whose name for `$id` Ajv no longer takes. */
export async function assertValid(log: unknown): Promise<void> {
  const file = join(import.meta.dirname, '../fixtures/sarif-schema-2.1.0.json');
  const { id: _, $schema: __, ...schema } = JSON.parse(await readFile(file, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, formats: fullFormats });
  const isValid = ajv.compile(schema);
  assert.ok(isValid(log), JSON.stringify(isValid.errors, null, 2));
}

/** What GitHub refuses a file for, or does not show of it. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
export function assertUploadable({ runs }: any): void {
  assert.ok(runs.length <= 20);
  // biome-ignore lint/suspicious/noExplicitAny: the same
  assert.equal(new Set(runs.map((run: any) => run.automationDetails.id)).size, runs.length);
  for (const { results, tool } of runs) {
    assert.ok(results.length <= 5000);
    for (const { properties } of tool.driver.rules) assert.ok(properties.tags.length <= 10);
    for (const { ruleId, ruleIndex, locations, message, partialFingerprints } of results) {
      assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
      assert.ok(message.text.length > 0 && locations.length === 1);
      const { artifactLocation, region } = locations[0].physicalLocation;
      assert.match(artifactLocation.uri, /^[^:/?#][^:?#]*$/, 'a path, with no scheme and no host');
      assert.ok(region.startLine >= 1);
      assert.match(partialFingerprints.primaryLocationLineHash, /^[0-9a-f]{12,16}:1$/);
    }
  }
}
