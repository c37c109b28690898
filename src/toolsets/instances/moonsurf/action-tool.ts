import type { FaultCode } from '../../../kernel/fault.ts';
import { defineModal, type Modal } from '../../../kernel/modal.ts';
import type { Tool } from '../../../kernel/tool.ts';
import type { InstanceDeps } from '../deps.ts';
import { laneOf, type Place, type PlacedMode } from './place.ts';

interface ActionTool extends Pick<Modal<InstanceDeps>, 'name' | 'title' | 'summary' | 'effect' | 'faults'> {
  readonly modes: Readonly<Record<string, PlacedMode>>;
}

/** One of Moonsurf's tools: `action` says what is done. */
export function actionTool(spec: ActionTool): Tool<InstanceDeps> {
  return {
    ...defineModal<InstanceDeps>({ ...spec, key: 'action', openWorld: true }),
    // Their answer is one block of JSON: a word about arguments that have no effect would be a second one.
    warnings: () => [],
    target: (args, caller) =>
      spec.modes[String(args.action)]?.looksOn ? undefined : laneOf(args as Place, caller),
  };
}

/** What can happen to a call on a page. */
export const PAGE_FAULTS = [
  'NO_INSTANCE',
  'NOT_CONNECTED',
  'NO_SUCH_TAB',
  'MODAL_STATE',
  'BROWSER_CRASHED',
  'TAB_CLOSED',
  'HUMAN_IN_CONTROL',
] as const satisfies readonly FaultCode[];
export const ELEMENT_FAULTS = [
  ...PAGE_FAULTS,
  'ELEMENT_NOT_FOUND',
  'INVALID_LOCATOR',
  'ACTION_TIMEOUT',
  'ACTION_FAILED',
] as const satisfies readonly FaultCode[];
