import type { SavedSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import * as texts from '@deqiq/messages/office/clinic-settings.js';
import * as settingsMessages from '@deqiq/messages/site/clinic-settings.js';
import { restoreSettings } from '../../../api/site/clinic-settings.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { runRowAction, usePendingRows } from '../list/rows/row-action.ts';

/** Each save with its time and author. A press restores it as the newest version, so nothing is lost. */
export function Versions({ saved }: { saved: SavedSettings }) {
  const isBusy = usePendingRows().size > 0;
  const versions = [...saved.versions, { version: 0, savedAt: '', savedBy: '' }];
  return (
    <section aria-labelledby="versions" className="grid gap-2">
      <h2 id="versions" className="text-title">
        {texts.versions()}
      </h2>
      <ol className="divide-y divide-line border-line border-y">
        {versions.map(({ version, savedAt, savedBy }) => {
          const name = version === 0 ? texts.original() : texts.version({ version });
          return (
            <li key={version} className="grid gap-1 py-3 text-desk">
              <p className="font-medium">{name}</p>
              {savedAt && (
                <p className="text-muted">
                  {[formatMoment(savedAt), savedBy].filter(Boolean).join(', ')}
                </p>
              )}
              {version === saved.version ? (
                <p className="text-muted">{texts.current()}</p>
              ) : (
                <Button
                  size="sm"
                  variant="outline"
                  busy={isBusy}
                  aria-label={`${texts.restore()}: ${name}`}
                  className="justify-self-start"
                  onClick={() => void restoreVersion(saved.version, version)}
                >
                  {texts.restore()}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** `version`: the newest one that was read. */
export const restoreVersion = (version: number, restored: number) =>
  runRowAction({
    row: `settings ${restored}`,
    request: () => restoreSettings(version, restored),
    successMessage: settingsMessages.restored(),
    errorMessage: texts.restoreFailed(),
  });
