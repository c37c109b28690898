/** The arguments of generate. The list has little room, so names must do without words where they can. */
import { z } from 'zod';
import { alias, unlisted } from '../../../kernel/json-schema.ts';

const text = z.string().min(1).optional();
const flag = z.boolean().optional();
const texts = z.array(z.string()).optional();
const status = z.int().min(0).max(999).optional();

/** Where it goes; without one into the answer, or the output folder if it is long. */
export const saveTo = { save_to: text };

/** Of draw_mode_start. */
export const sessionName = { session: text };

/** A part of the address. */
export const address = { url: text };
export const requestFilters = { method: text, status_min: status, status_max: status };

export const testName = { test_name: z.string().min(1).max(200).optional() };

/** Answers as an archive beside the test, which then runs without the server. */
export const fixtures = { generate_fixtures: flag.meta(alias('include_mocks')) };

export const assertions = {
  assert_network: flag,
  /** Left out: if there were none. */
  assert_no_errors: flag,
  assert_response_shape: flag,
  visual_assertions: flag,
};
export const includeScreenshots = { include_screenshots: flag };
export const errorMessage = { error_message: text };
export const errorId = { error_id: z.union([z.string().min(1), z.number()]).optional() };

/** Of a reproduction the first two, of a test the last. */
export const outputFormat = {
  output_format: z.enum(['gasoline', 'playwright', 'inline', 'file']).optional(),
};

/** In the specification they are many. */
const one = (kind: unknown) => (kind === 'scripts' ? 'script' : kind === 'styles' ? 'stylesheet' : kind);

export const policyArguments = { include_report_uri: flag, exclude_origins: texts };
export const hashArguments = {
  resource_types: z.array(z.preprocess(one, z.enum(['script', 'stylesheet']))).optional(),
  origins: texts,
};

/** Which actions. */
export const walkArguments = {
  recording_id: text,
  last_n: z.int().min(1).max(1000).optional().describe('Actions.'),
  base_url: z.url().optional(),
};

/** A part of the page, by its selector. */
export const partOfPage = { scope: text.describe('Selector.') };
/** Of accessibility, what is right as well. */
export const findingArguments = { ...partOfPage, include_passes: flag };

/** In the specification it stands before what the other arguments say already. */
export const whatToDo = {
  action: z.enum(['analyze', 'repair', 'failure', 'batch']).optional().meta(unlisted),
};

export const healingArguments = {
  /** Or a folder of them. */
  test_file: text.meta(alias('test_dir')),
  broken_selectors: z.array(z.string().min(1)).max(50).optional(),
  /** Write what is sure. */
  auto_apply: flag,
};
