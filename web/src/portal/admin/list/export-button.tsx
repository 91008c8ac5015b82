import type { ExportedList } from '@deqiq/contract/exports.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveCsv } from '../../../api/exports.ts';
import { messageOf } from '../../../api/http/http-error.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';

type ExportButtonProps = { list: ExportedList; search: string };

/** Saves the list with the search in force, all its pages, as CSV. */
export function ExportButton({ list, search }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await saveCsv(list, search);
    } catch (error) {
      await showError(messageOf(error, 'The list could not be exported'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outline"
      busy={busy}
      icon={<Download size={17} aria-hidden="true" />}
      onClick={() => void save()}
      className="max-sm:px-3"
    >
      <span className="max-sm:sr-only">Export CSV</span>
    </Button>
  );
}
