import { useLabels } from '../ui/language.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

/** A lab order's state, in the words of the area. Only completed or pending: specification, section 4. */
export function LabStatusBadge({ status }: { status: string }) {
  const { completed, pending } = useLabels();
  return status === 'completed' ? (
    <StatusBadge tone="success">{completed}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{pending}</StatusBadge>
  );
}
