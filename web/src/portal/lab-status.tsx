import { StatusBadge } from '../ui/status-badge.tsx';

/** A lab order's state, the same words for staff and partners. Only completed or pending: specification, section 4. */
export function LabStatusBadge({ status }: { status: string }) {
  return status === 'completed' ? (
    <StatusBadge tone="success">Tamamlandı</StatusBadge>
  ) : (
    <StatusBadge tone="warning">Gözləyir</StatusBadge>
  );
}
