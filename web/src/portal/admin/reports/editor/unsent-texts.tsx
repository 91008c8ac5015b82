import * as texts from '@deqiq/messages/office/report-editor.js';
import { Button } from '../../../../ui/button.tsx';
import { toFields } from '../draft/content-fields.ts';
import type { ReportDraft } from '../draft/report-draft.ts';
import { nameField } from './conflicts.tsx';

/** Texts written after the draft had been signed or deleted elsewhere, for copying; nothing where it has them all. */
export function UnsentTexts({ draft }: { draft: ReportDraft }) {
  const { content, saved, ended } = draft.state.get();
  const savedFields = toFields(saved.content);
  const all = [...toFields(content)].filter(
    ([field, text]) => savedFields.get(field) !== text && text !== '+',
  );
  if (all.length === 0) return null;
  return (
    <section role="alert" className="grid gap-2 rounded-card bg-warning-soft p-3 text-desk">
      <p className="text-warning">
        {ended === 'signed' ? texts.signedElsewhere() : texts.deletedElsewhere()}
      </p>
      <dl className="grid gap-1">
        {all.map(([field, text]) => (
          <div key={`${field} ${text}`}>
            <dt className="text-note text-muted">{nameField(field)}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap select-text">{text}</dd>
          </div>
        ))}
      </dl>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => draft.change(saved.content)}
      >
        {texts.dismiss()}
      </Button>
    </section>
  );
}
