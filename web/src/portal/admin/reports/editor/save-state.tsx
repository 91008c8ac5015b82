import * as texts from '@deqiq/messages/office/report-editor.js';
import { CircleAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import { formatMoment } from '../../../../lib/format.ts';
import type { DraftState } from '../draft/report-draft.ts';

const icons = {
  saved: CloudCheck,
  unsaved: CloudUpload,
  saving: CloudUpload,
  offline: CloudOff,
  refused: CircleAlert,
} as const;

/** Whether the server has what is on the screen. */
export function SaveState({ state: { status, saved, message, ended } }: { state: DraftState }) {
  if (ended) return null;
  const Icon = icons[status];
  const words = {
    saved: texts.savedAt({ at: formatMoment(saved.updatedAt) }),
    unsaved: texts.saving(),
    saving: texts.saving(),
    offline: texts.offline(),
    refused: texts.refused({ message }),
  } as const;
  const isBad = status === 'offline' || status === 'refused';
  return (
    <p
      role="status"
      className={`flex items-start gap-1.5 text-note ${isBad ? 'text-danger' : 'text-muted'}`}
    >
      <Icon size={16} aria-hidden="true" className="mt-px shrink-0" />
      {words[status]}
    </p>
  );
}
