import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { handleDialog as answerDialog, uploadFiles } from '../../../engines/browser/actions/modal-answers.ts';
import { Fault } from '../../../kernel/fault.ts';
import { ELEMENT_FAULTS, optionalElement, PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { readable } from '../files.ts';

export const handleDialog = pageTool({
  name: 'browser_handle_dialog',
  title: 'Dialog',
  summary: 'Answer the open dialog, of whichever kind.',
  effect: 'write',
  input: { accept: z.boolean(), promptText: z.string().optional() },
  faults: ['NO_MODAL_STATE', ...PAGE_FAULTS],
  answers: 'dialog',
  async run({ args, tab, signal }) {
    const outcome = await answerDialog(tab, args.accept, args.promptText, { signal });
    const done = args.accept ? 'Accepted the dialog.' : 'Dismissed the dialog.';
    return { done, outcome, show: 'changes' };
  },
});

export const fileUpload = pageTool({
  name: 'browser_file_upload',
  title: 'Upload',
  summary: 'Give files to the open file chooser, or to a file input.',
  effect: 'write',
  input: { paths: z.array(z.string().min(1)).optional().describe('Left out: cancel.'), ...optionalElement },
  faults: ['NO_MODAL_STATE', 'FILE_NOT_READABLE', ...ELEMENT_FAULTS],
  answers: 'file chooser',
  async run(call) {
    const { args, tab, signal } = call;
    const target = args.target;
    const paths = await Promise.all((args.paths ?? []).map((path) => readable(call, path))).catch(notThere);
    if (paths instanceof Fault) {
      const wanted = (args.paths ?? []).map((path) => resolve(call.caller.cwd, path));
      return { failed: paths, show: 'changes', code: [choosing(wanted)] };
    }
    const outcome = await uploadFiles(tab, args.paths && paths, { target, signal });
    return {
      done:
        paths.length > 0 ? `Uploaded ${paths.map((path) => basename(path)).join(', ')}.` : 'Chose no file.',
      outcome,
      show: 'changes',
      code: [
        target === undefined
          ? choosing(args.paths && paths)
          : { on: `locator('input[type=file]')`, call: 'setInputFiles', args: [paths] },
      ],
    };
  },
});

const choosing = (paths: readonly string[] | undefined) => ({
  line: `await fileChooser.setFiles(${paths && JSON.stringify(paths)})`,
});

/** The chooser stays open, so that another file can be chosen. */
function notThere(thrown: unknown): Fault {
  const isMissing =
    thrown instanceof Fault && thrown.code === 'FILE_NOT_READABLE' && thrown.data.why === 'ENOENT';
  if (!isMissing) throw thrown;
  return thrown;
}
