import { z } from 'zod';
import { uploadFiles } from '../../../engines/browser/actions/upload.ts';
import { ELEMENT_FAULTS, optionalElement, pageTool } from '../define-tool.ts';
import { readable } from '../files.ts';

export const fileUpload = pageTool({
  name: 'browser_file_upload',
  title: 'Upload',
  summary: 'Choose files to upload.',
  effect: 'write',
  input: { paths: z.array(z.string().min(1)).optional(), ...optionalElement },
  faults: ['NO_MODAL_STATE', 'FILE_NOT_READABLE', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const target = args.target ?? args.ref;
    const paths = await Promise.all((args.paths ?? []).map((path) => readable(call, path)));
    const outcome = await uploadFiles(tab, paths, { target, signal });
    return {
      done: paths.length > 0 ? `Uploaded ${paths.length} file(s).` : 'Chose no file.',
      outcome,
      show: 'changes',
      code:
        target === undefined
          ? []
          : [{ on: `locator('input[type=file]')`, call: 'setInputFiles', args: [paths] }],
    };
  },
});
