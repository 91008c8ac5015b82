import { useState } from 'react';
import { HelpDialog } from './help-dialog.tsx';
import { type Actions, createShortcuts } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The keys of the viewer, with their list. Its code is loaded after the first picture. */
export function Keyboard(actions: Omit<Actions, 'showHelp'>) {
  const [isHelpShown, setHelpShown] = useState(false);
  const shortcuts = createShortcuts({ ...actions, showHelp: () => setHelpShown(true) });
  useShortcuts(shortcuts);
  if (!isHelpShown) return null;
  return <HelpDialog shortcuts={shortcuts} onClose={() => setHelpShown(false)} />;
}
