import type { ReactNode } from 'react';
import { type Arch, teethAlong, toTransform } from '../../ui/page/arch.ts';

const ARCH: Arch = { width: 470, depth: 92, x: 260, y: 118 };
/** Number of teeth on this arch. */
const TEETH = 12;

interface FormSheetProps {
  /** The form's fields in order; each lights its part of the arch once it is filled in. */
  fields: readonly { name: string }[];
  children: ReactNode;
}

/** The sheet of a form, below a dental arch that fills up with the form. */
export function FormSheet({ fields, children }: FormSheetProps) {
  const perField = Math.floor(TEETH / fields.length);
  const teeth = teethAlong(ARCH, fields.length * perField);
  return (
    <div className="form-sheet overflow-clip rounded-sheet border border-line bg-surface">
      <div className="lightbox px-6 pt-7 pb-5 max-sm:py-2 sm:px-10">
        <svg
          viewBox="0 0 520 140"
          className="mx-auto block w-full max-w-104 fill-none max-sm:h-11 stroke-muted/70"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          {teeth.map((tooth, index) => (
            <rect
              key={tooth.x}
              data-field={fields[Math.floor(index / perField)]?.name}
              x="-13"
              y="-18"
              width="26"
              height="36"
              rx="9"
              transform={toTransform(tooth)}
            />
          ))}
        </svg>
      </div>
      <div className="px-5 pt-7 pb-8 sm:px-10 sm:pt-9 sm:pb-10">{children}</div>
    </div>
  );
}
