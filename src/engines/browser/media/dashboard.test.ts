import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { dashboardProgram } from './dashboard.ts';

test('the program lies where this version of Playwright has it', () => {
  assert.ok(existsSync(dashboardProgram()), dashboardProgram());
});
