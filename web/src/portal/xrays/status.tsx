import { type BadgeTone, StatusBadge } from '../../ui/status-badge.tsx';

const shown: Readonly<Record<string, { text: string; tone: BadgeTone }>> = {
  completed: { text: 'Tamamlandı', tone: 'success' },
  pending: { text: 'Gözləyir', tone: 'warning' },
  cancelled: { text: 'Ləğv edilib', tone: 'danger' },
};

/** The word for a checkup's state; 'Naməlum' for one this screen does not know. */
export function statusText(status: string): string {
  return Object.hasOwn(shown, status) ? (shown[status]?.text ?? '') : 'Naməlum';
}

export function CheckupStatusBadge({ status }: { status: string }) {
  const tone = Object.hasOwn(shown, status) ? shown[status]?.tone : undefined;
  return <StatusBadge tone={tone ?? 'neutral'}>{statusText(status)}</StatusBadge>;
}
