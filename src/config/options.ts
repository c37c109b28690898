import type { z } from 'zod';
import { answerOptions } from './options/answers.ts';
import { browserOptions } from './options/browser.ts';
import { browsersOptions } from './options/browsers.ts';
import { instanceOptions, taskOptions } from './options/instances.ts';
import { doctorOptions, processOptions } from './options/process.ts';
import { recordOptions, reportOptions } from './options/record.ts';
import { screenOptions, shotOptions } from './options/screen.ts';
import { keylessOptions, remoteOptions, servingOptions } from './options/serving.ts';
import { rawproxOptions, wireOptions } from './options/wire.ts';
import { productOptions, telemetryOptions, workOptions } from './options/work.ts';

/** Options that are taken together. A command names sets, so an option is listed nowhere but in its set. */
export const sets = {
  serving: servingOptions,
  keyless: keylessOptions,
  process: processOptions,
  work: workOptions,
  product: productOptions,
  record: recordOptions,
  report: reportOptions,
  telemetry: telemetryOptions,
  wire: wireOptions,
  rawprox: rawproxOptions,
  browsers: browsersOptions,
  browser: browserOptions,
  answers: answerOptions,
  instances: instanceOptions,
  tasks: taskOptions,
  remote: remoteOptions,
  screen: screenOptions,
  shot: shotOptions,
  doctor: doctorOptions,
};

type Sets = typeof sets;
type Union = { [S in keyof Sets]: Sets[S] }[keyof Sets];
type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Everything that can be set. */
export const options = Object.assign({}, ...Object.values(sets)) as Merged<Union>;

export type OptionKey = keyof typeof options;
export type Config = { readonly [K in OptionKey]: z.output<(typeof options)[K]['schema']> };

/** The options of these sets. */
export const optionsOf = (...names: readonly (keyof Sets)[]): readonly OptionKey[] =>
  names.flatMap((name) => Object.keys(sets[name]) as OptionKey[]);
