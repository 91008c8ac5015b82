import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import { LayoutGrid, List } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { compareNaturally } from '../../../../lib/files/natural-order.ts';
import type { FileActions } from './file-row.tsx';
import { FileTable } from './file-table.tsx';
import { FileTile } from './file-tile.tsx';

/** Files from which on a table is easier to use than tiles: the slices of one series. */
const MANY = 12;

/** The files of a checkup as tiles or, where there are many, as a table in the order of their numbers. */
export function CheckupFiles({
  files,
  actions,
}: {
  files: readonly FileLink[];
  actions: FileActions;
}) {
  const [asTable, setAsTable] = useState(files.length > MANY);
  const sorted = files.toSorted(compareNaturally);
  return (
    <div className="grid gap-3">
      {files.length > 1 && (
        <fieldset className="flex justify-self-end rounded-field border border-line p-0.5">
          <legend className="sr-only">{texts.viewAs()}</legend>
          <ViewButton
            pressed={!asTable}
            icon={<LayoutGrid size={16} />}
            onClick={() => setAsTable(false)}
          >
            {texts.tiles()}
          </ViewButton>
          <ViewButton pressed={asTable} icon={<List size={16} />} onClick={() => setAsTable(true)}>
            {texts.list()}
          </ViewButton>
        </fieldset>
      )}
      {asTable ? (
        <FileTable files={sorted} actions={actions} />
      ) : (
        <FileTiles files={sorted} actions={actions} />
      )}
    </div>
  );
}

export function FileTiles({
  files,
  actions,
}: {
  files: readonly FileLink[];
  actions: FileActions;
}) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-3">
      {files.map((file) => (
        <FileTile
          key={file.name}
          file={file}
          onView={() => actions.view(file)}
          onDownload={() => actions.download(file)}
          onDelete={() => void actions.remove([file])}
        />
      ))}
    </ul>
  );
}

type ViewButtonProps = {
  pressed: boolean;
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
};

function ViewButton({ pressed, icon, onClick, children }: ViewButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={cx(
        'inline-flex min-h-8 items-center gap-1.5 rounded-chip px-2.5 text-note font-medium pointer-coarse:min-h-11',
        pressed ? 'bg-accent-soft text-accent-hover' : 'text-muted hover:text-text',
      )}
    >
      <span aria-hidden="true">{icon}</span>
      {children}
    </button>
  );
}
