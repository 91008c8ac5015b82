import { Dialog as Base } from '@base-ui/react/dialog';
import * as texts from '@deqiq/messages/ui/kit.js';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

type DialogHeadProps = {
  title: ReactNode;
  description: ReactNode;
  dark: boolean;
  closable: boolean;
  busy: boolean;
};

/** The title of a dialog, what it is about, and ✕. */
export function DialogHead({ title, description, dark, closable, busy }: DialogHeadProps) {
  return (
    <div className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-6">
      <div className="min-w-0 grow">
        <Base.Title
          className={cx(
            'line-clamp-3 wrap-anywhere',
            dark ? 'text-desk font-medium' : 'text-title',
          )}
        >
          {title}
        </Base.Title>
        {description && (
          <Base.Description
            className={cx(
              'mt-1 line-clamp-4 text-desk wrap-anywhere',
              dark ? 'text-mist/80' : 'text-muted',
            )}
          >
            {description}
          </Base.Description>
        )}
      </div>
      {closable && (
        <Base.Close
          aria-label={texts.close()}
          disabled={busy}
          className={cx(
            '-mt-1.5 -mr-2.5 grid size-11 shrink-0 place-items-center rounded-field',
            dark ? 'text-mist hover:bg-white/10' : 'text-muted hover:bg-sunken hover:text-text',
          )}
        >
          <X size={20} aria-hidden="true" />
        </Base.Close>
      )}
    </div>
  );
}
