import {
  type ReportTemplate,
  reportTemplateNames,
} from '@deqiq/contract/reports/content/report-sections.ts';
import { templateTexts } from '@deqiq/contract/reports/content/report-texts.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import { PenLine, Trash2 } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { deleteDraft } from '../../../../api/reports/diagnostic-reports.ts';
import { useUnloadWarning } from '../../../../lib/history/unload-warning.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { NativeSelect } from '../../../../ui/field/native-select.tsx';
import { confirm, showError } from '../../../../ui/overlay/confirm.tsx';
import type { BesideProps } from '../../../examinations/viewer/panel.tsx';
import type { ShownPicture } from '../../../examinations/viewer/panel-frame.tsx';
import { runRowAction } from '../../list/rows/row-action.ts';
import { findDraft } from '../draft/open-drafts.ts';
import type { ReportDraft } from '../draft/report-draft.ts';
import { findUnfilled } from '../macros/macro-text.ts';
import { useMacros } from '../macros/use-macros.ts';
import { SignDialog } from '../sign-dialog.tsx';
import { Attachments } from './attachments.tsx';
import { Conflicts } from './conflicts.tsx';
import { SaveState } from './save-state.tsx';
import { ConclusionFields, SectionFields } from './section-fields.tsx';
import { ToothFindings } from './tooth-findings.tsx';
import { UnsentTexts } from './unsent-texts.tsx';

type ReportEditorProps = Pick<BesideProps, 'checkup' | 'onShow'> &
  ShownPicture & {
    file: string | undefined;
    /** As the list has it now. */
    report: DiagnosticReport;
  };

/** A draft of the signed-in radiologist. It saves itself. */
export function ReportEditor({ report, ...beside }: ReportEditorProps) {
  const draft = findDraft(report);
  const state = useSyncExternalStore(draft.state.subscribe, draft.state.get);
  const [tooth, setTooth] = useState<number>();
  const macros = useMacros();
  const { content, conflicts, ended, status } = state;
  useEffect(() => draft.receive(report), [draft, report]);
  useUnloadWarning(status === 'refused');
  if (ended) return <UnsentTexts draft={draft} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SaveState state={state} />
      <Conflicts conflicts={conflicts} content={content} onDecide={draft.decide} />
      <Field label={texts.template()}>
        <NativeSelect
          value={content.template}
          onChange={(template) =>
            draft.change({ ...content, template: template as ReportTemplate })
          }
          options={reportTemplateNames.map((template) => [template, templateTexts[template]()])}
        />
      </Field>
      <ToothFindings content={content} tooth={tooth} onTooth={setTooth} onChange={draft.change} />
      <SectionFields content={content} macros={macros} onChange={draft.change} />
      <Attachments {...beside} content={content} tooth={tooth} onChange={draft.change} />
      <ConclusionFields content={content} macros={macros} onChange={draft.change} />
      <EditorActions draft={draft} />
    </div>
  );
}

function EditorActions({ draft }: { draft: ReportDraft }) {
  const [signing, setSigning] = useState<DiagnosticReport>();
  const [isBusy, setBusy] = useState(false);
  const sign = async () => {
    const { conflicts, content } = draft.state.get();
    if (conflicts.length > 0) return showError(texts.decideFirst());
    if (content.conclusion.trim() === '') return showError(texts.conclusionMissing());
    const field = findUnfilled(content);
    if (field && !(await confirm({ title: texts.unfilledTitle({ field }) }))) return;
    setBusy(true);
    const isSaved = await draft.flush().finally(() => setBusy(false));
    if (isSaved) setSigning(draft.state.get().saved);
    else await showError(texts.notSavedYet());
  };
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap justify-between gap-2 border-t border-line bg-ground px-4 py-3">
      <Button
        variant="quiet"
        icon={<Trash2 size={17} aria-hidden="true" />}
        onClick={() => void remove(draft)}
      >
        {texts.deleteDraft()}
      </Button>
      <Button
        busy={isBusy}
        icon={<PenLine size={17} aria-hidden="true" />}
        onClick={() => void sign()}
      >
        {texts.sign()}
      </Button>
      {signing && (
        <SignDialog
          kind="sign"
          report={signing}
          onConflict={draft.receive}
          onClose={() => setSigning(undefined)}
        />
      )}
    </div>
  );
}

const remove = (draft: ReportDraft) =>
  runRowAction({
    row: draft.state.get().saved._id,
    confirmation: {
      title: texts.deleteTitle(),
      text: texts.deleteText(),
      confirm: texts.deleteDraft(),
      danger: true,
    },
    request: () => deleteDraft(draft.state.get().saved),
    successMessage: reportMessages.deleted(),
    errorMessage: texts.deleteFailed(),
  });
