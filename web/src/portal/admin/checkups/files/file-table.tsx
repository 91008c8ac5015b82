import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { type FileActions, FileRow } from './file-row.tsx';

type FileTableProps = { files: readonly FileLink[]; actions: FileActions };

/** Many files of a checkup, one line each; the ticked ones are deleted together. */
export function FileTable({ files, actions }: FileTableProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const selected = files.filter(({ name }) => ticked.has(name));
  const tick = (names: readonly string[], on: boolean) =>
    setTicked((now) => {
      const next = new Set(now);
      for (const name of names) on ? next.add(name) : next.delete(name);
      return next;
    });
  async function removeSelected(): Promise<void> {
    setBusy(true);
    await actions.remove(selected);
    setBusy(false);
  }
  return (
    <div className="grid gap-2">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 pl-2.5 text-desk pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4.5 accent-accent"
            checked={selected.length === files.length}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && selected.length < files.length;
            }}
            onChange={({ target }) =>
              tick(
                files.map(({ name }) => name),
                target.checked,
              )
            }
          />
          {texts.selectAll({ count: files.length })}
        </label>
        {selected.length > 0 && (
          <Button
            variant="danger"
            icon={<Trash2 size={17} aria-hidden="true" />}
            busy={busy}
            onClick={() => void removeSelected()}
          >
            {texts.removeSelected({ count: selected.length })}
          </Button>
        )}
      </div>
      <div className="max-h-96 overflow-y-auto rounded-card border border-line">
        <table className="w-full table-fixed text-desk">
          <caption className="sr-only">{texts.xrayFiles()}</caption>
          <colgroup>
            <col className="w-11" />
            <col />
            <col className="w-20 max-sm:hidden" />
            <col className="w-24" />
            <col className="w-13" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{texts.selectedHeader()}</th>
              <th scope="col">{texts.nameHeader()}</th>
              <th scope="col">{texts.kindHeader()}</th>
              <th scope="col">{texts.sizeHeader()}</th>
              <th scope="col">{texts.downloadHeader()}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {files.map((file) => (
              <FileRow
                key={file.name}
                file={file}
                actions={actions}
                isTicked={ticked.has(file.name)}
                onTick={(on) => tick([file.name], on)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
