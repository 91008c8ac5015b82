import { itemSlot, listEnd, listStart } from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import type { ReactNode } from 'react';

interface EachProps {
  list: Parameters<typeof listStart>[0];
  /** Of one item; `field` is the slot of a field. */
  children: (field: typeof itemSlot) => ReactNode;
}

/** A part of a page that is repeated for each item of a list, and left out without one. */
export const Each = ({ list, children }: EachProps) => (
  <>
    {listStart(list)}
    {children(itemSlot)}
    {listEnd}
  </>
);
