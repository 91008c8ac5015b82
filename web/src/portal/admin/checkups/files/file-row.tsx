import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import { Download } from 'lucide-react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { isViewable } from '../../../examinations/file-viewer/file-previews.ts';
import { fileKind, fileSize } from '../../../examinations/file-viewer/format.ts';
import { FileImaging } from './file-imaging.tsx';

export type FileActions = {
  view: (file: FileLink) => void;
  download: (file: FileLink) => void;
  remove: (files: readonly FileLink[]) => Promise<void>;
};

type FileRowProps = {
  file: FileLink;
  actions: FileActions;
  isTicked: boolean;
  onTick: (on: boolean) => void;
};

export function FileRow({ file, actions, isTicked, onTick }: FileRowProps) {
  const { name, size } = file;
  return (
    <tr className={isTicked ? 'bg-accent-soft' : 'hover:bg-ground'}>
      <td className="p-0">
        <label className="grid min-h-10 cursor-pointer place-items-center pointer-coarse:min-h-11">
          <input
            type="checkbox"
            aria-label={texts.select({ name })}
            className="size-4.5 accent-accent"
            checked={isTicked}
            onChange={({ target }) => onTick(target.checked)}
          />
        </label>
      </td>
      <td className="p-0">
        {isViewable(file, 'admin') ? (
          <button
            type="button"
            aria-label={texts.open({ name })}
            title={name}
            onClick={() => actions.view(file)}
            className="block min-h-10 w-full truncate px-1 text-left text-accent hover:underline pointer-coarse:min-h-11"
          >
            {name}
          </button>
        ) : (
          <span title={name} className="block truncate px-1 leading-10 pointer-coarse:leading-11">
            {name}
          </span>
        )}
        <FileImaging file={file} className="px-1 pb-2" />
      </td>
      <td className="px-2 text-note text-muted max-sm:hidden">{fileKind(name)}</td>
      <td className="px-2 text-right text-note whitespace-nowrap text-muted tabular-nums">
        {fileSize(size)}
      </td>
      <td className="p-0 text-center">
        <IconButton
          label={texts.download({ name })}
          icon={<Download size={17} aria-hidden="true" />}
          onClick={() => actions.download(file)}
        />
      </td>
    </tr>
  );
}
