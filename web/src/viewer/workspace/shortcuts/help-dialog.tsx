import * as texts from '@deqiq/messages/viewer/shortcuts.js';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { Shortcut } from './use-shortcuts.ts';

const keyNames: Readonly<Record<string, string>> = {
  escape: 'Esc',
  delete: 'Delete',
  enter: 'Enter',
  pageup: 'Page Up',
  pagedown: 'Page Down',
  end: 'End',
  home: 'Home',
  backspace: 'Backspace',
};

type HelpDialogProps = { shortcuts: readonly Shortcut[]; onClose: () => void };

export function HelpDialog({ shortcuts, onClose }: HelpDialogProps) {
  return (
    <Dialog open onClose={onClose} title={texts.title()} size="md">
      {/* A small screen scrolls the list, by keys only where something in it has the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section tabIndex={0} aria-label={texts.title()}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2 text-desk">
          {[
            ['← ↑ → ↓', texts.movePoint()] as const,
            ['Enter', texts.placePoint()] as const,
            ...shortcuts.map(({ key, label }) => [nameKey(key), label] as const),
          ].map(([key, label]) => (
            <div key={key + label} className="contents">
              <dt>
                <kbd className="rounded-chip border border-line px-1.5 py-0.5 font-sans text-note">
                  {key}
                </kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  );
}

const nameKey = (key: string): string => keyNames[key] ?? key.toUpperCase();
