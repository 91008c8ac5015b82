import * as texts from '@deqiq/messages/ui/month.js';
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { useMonth } from './months.ts';
import './print-month.css';

/** To the month before and the next one, and to the printer. */
export const MonthMoves = ({ isPresent, move }: ReturnType<typeof useMonth>) => (
  <span className="flex gap-1 print:hidden">
    <IconButton
      label={texts.previous()}
      icon={<ChevronLeft size={18} aria-hidden="true" />}
      onClick={() => move(-1)}
    />
    <IconButton
      label={texts.next()}
      icon={<ChevronRight size={18} aria-hidden="true" />}
      disabled={isPresent}
      onClick={() => move(1)}
    />
    <IconButton
      label={texts.print()}
      icon={<Printer size={18} aria-hidden="true" />}
      onClick={() => print()}
    />
  </span>
);
