import type { ReportMacro } from '@deqiq/contract/reports/report-macros.ts';
import * as texts from '@deqiq/messages/office/report-macros.js';
import * as macroMessages from '@deqiq/messages/reports/report-macros.js';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, TextCursorInput, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { removeReportMacro, reportMacrosQuery } from '../../../../api/reports/report-macros.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { toast } from '../../../../ui/overlay/toast.ts';
import { Loader } from '../../../../ui/page/page-states.tsx';
import { QueryError } from '../../../../ui/page/query-error.tsx';
import { runRowAction } from '../../list/rows/row-action.ts';
import { MacroForm } from './macro-form.tsx';
import type { Macros } from './use-macros.ts';

type Edited = { macro: ReportMacro | undefined };

/** The author's texts: one press inserts one at the cursor. */
export function MacroButton({ macros }: { macros: Macros }) {
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<Edited>();
  const changed = useRef<HTMLElement>(null);
  const insert = (macro: ReportMacro) => {
    changed.current = macros.insertAtCursor(macro);
    if (!changed.current) toast.error(texts.noTarget());
    setOpen(false);
  };
  const open = () => {
    changed.current = null;
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="outline"
        icon={<TextCursorInput size={17} aria-hidden="true" />}
        onClick={open}
        className="justify-self-start"
      >
        {texts.title()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={texts.title()}
        description={texts.about()}
        size="sm"
        finalFocus={changed}
        footer={
          <Button
            icon={<Plus size={17} aria-hidden="true" />}
            onClick={() => setEdited({ macro: undefined })}
          >
            {texts.add()}
          </Button>
        }
      >
        <MacroRows onInsert={insert} onEdit={(macro) => setEdited({ macro })} />
        {edited && <MacroForm macro={edited.macro} onClose={() => setEdited(undefined)} />}
      </Dialog>
    </>
  );
}

type MacroRowsProps = {
  onInsert: (macro: ReportMacro) => void;
  onEdit: (macro: ReportMacro) => void;
};

function MacroRows({ onInsert, onEdit }: MacroRowsProps) {
  const query = useQuery(reportMacrosQuery);
  const { data, error } = query;
  if (!data)
    return error ? <QueryError query={query} failed={texts.failed()} compact /> : <Loader />;
  if (data.length === 0) return <p className="text-desk text-muted">{texts.none()}</p>;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
      {data.map((macro) => (
        <li key={macro._id} className="flex items-center gap-1 py-1">
          <button
            type="button"
            onClick={() => onInsert(macro)}
            className="grid min-h-11 min-w-0 grow content-center rounded-field px-2 py-1 text-left hover:bg-sunken"
          >
            <span className="text-desk font-medium">{macro.name}</span>
            <span className="truncate text-note text-muted">{macro.text}</span>
          </button>
          <IconButton
            label={texts.editNamed({ name: macro.name })}
            icon={<Pencil size={17} aria-hidden="true" />}
            onClick={() => onEdit(macro)}
          />
          <IconButton
            label={texts.removeNamed({ name: macro.name })}
            icon={<Trash2 size={17} aria-hidden="true" />}
            onClick={() => void remove(macro)}
          />
        </li>
      ))}
    </ul>
  );
}

const remove = (macro: ReportMacro) =>
  runRowAction({
    row: macro._id,
    confirmation: {
      title: texts.removeTitle({ name: macro.name }),
      text: texts.removeText(),
      confirm: texts.remove(),
      danger: true,
    },
    request: () => removeReportMacro(macro),
    successMessage: macroMessages.deleted(),
    errorMessage: texts.removeFailed(),
  });
