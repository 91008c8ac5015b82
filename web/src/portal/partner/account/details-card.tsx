import * as texts from '@deqiq/messages/partner/account-details.js';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

type CardProps = {
  title: string;
  editing: boolean;
  /** The edit button and its accessible name. */
  edit: string;
  onEdit: () => void;
  children: ReactNode;
};

/** One section with its own two modes. When editing ends, the focus is back at the button that began it. */
export function Card({ title, editing, edit, onEdit, children }: CardProps) {
  const headingId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id={headingId} className="text-title">
          {title}
        </h2>
        {!editing && (
          <Button ref={button} variant="outline" onClick={onEdit}>
            {edit}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

type FormButtonsProps = { busy: boolean; onCancel: () => void };

export function FormButtons({ busy, onCancel }: FormButtonsProps) {
  return (
    <div className="grid gap-2.5 sm:flex">
      <Button type="submit" variant="primary" busy={busy}>
        {texts.save()}
      </Button>
      <Button variant="quiet" disabled={busy} onClick={onCancel}>
        {texts.cancel()}
      </Button>
    </div>
  );
}
