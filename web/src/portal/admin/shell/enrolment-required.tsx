import * as texts from '@deqiq/messages/office/shell.js';
import * as factorTexts from '@deqiq/messages/people/second-factor-steps.js';
import { queryClient } from '../../../api/http/query.ts';
import { SetUp } from '../../accounts/second-factor/set-up.tsx';

/** Replaces every section until the required second factor is set up. */
export function EnrolmentRequired({ onDone }: { onDone: () => void }) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-4">
      <title>{texts.pageTitle({ title: factorTexts.title() })}</title>
      <h1 className="text-page">{factorTexts.requiredTitle()}</h1>
      <p className="text-desk text-muted">{factorTexts.requiredText()}</p>
      <SetUp
        area="admin"
        replaces={false}
        onDone={() => {
          onDone();
          void queryClient.invalidateQueries({ queryKey: ['admin'] });
        }}
      />
    </div>
  );
}
