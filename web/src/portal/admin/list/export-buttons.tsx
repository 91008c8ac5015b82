import type { ExportedList, ExportFormat } from '@deqiq/contract/desk/exports.ts';
import * as texts from '@deqiq/messages/office/list.js';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveExport } from '../../../api/desk/exports.ts';
import { describeError } from '../../../api/http/http-error.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';

type ExportButtonsProps = {
  list: ExportedList;
  search: string;
  /** The rows; all of them without. */
  ids?: readonly string[];
};

/** Saves the list with the search in force, all its pages or the rows of `ids`: as a workbook for Excel, or as CSV. */
export function ExportButtons({ list, search, ids }: ExportButtonsProps) {
  const [busy, setBusy] = useState<ExportFormat>();

  async function save(format: ExportFormat): Promise<void> {
    setBusy(format);
    try {
      await saveExport(list, search, format, ids);
    } catch (error) {
      await showError(describeError(error, texts.exportFailed()));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <div className="flex">
      <Button
        variant="outline"
        busy={busy === 'xlsx'}
        disabled={busy === 'csv'}
        icon={<Download size={17} aria-hidden="true" />}
        onClick={() => void save('xlsx')}
        aria-label={texts.exportExcel()}
        className="rounded-e-none max-sm:px-3"
      >
        <span className="max-sm:hidden">{texts.exportExcel()}</span>
        <span className="sm:hidden">Excel</span>
      </Button>
      <Button
        variant="outline"
        busy={busy === 'csv'}
        disabled={busy === 'xlsx'}
        onClick={() => void save('csv')}
        aria-label={texts.exportCsv()}
        className="-ms-px rounded-s-none px-3"
      >
        CSV
      </Button>
    </div>
  );
}
