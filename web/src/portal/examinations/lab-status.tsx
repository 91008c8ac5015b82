import * as texts from '@deqiq/messages/ui/states.js';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** A lab order's state, in the words of the area. Only completed or pending: specification, section 4. */
export function LabStatusBadge({ status }: { status: string }) {
  return status === 'completed' ? (
    <StatusBadge tone="success">{texts.completed()}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{texts.pending()}</StatusBadge>
  );
}
