/** A numbered page, or a gap where pages are omitted. */
export type PageSlot = number | 'gap';

/** Page numbers: `size` around the current one, always first and last, and a gap where numbers are omitted. */
export function pageWindow(page: number, totalPages: number, size: number): PageSlot[] {
  const width = Math.min(size, totalPages);
  const start = Math.max(1, Math.min(page - Math.floor(width / 2), totalPages - width + 1));
  const end = start + width - 1;
  const slots: PageSlot[] = Array.from({ length: width }, (_, index) => start + index);
  if (start > 1) slots.unshift(1, ...(start > 2 ? (['gap'] as const) : []));
  if (end < totalPages) {
    slots.push(...(end < totalPages - 1 ? (['gap'] as const) : []), totalPages);
  }
  return slots;
}
