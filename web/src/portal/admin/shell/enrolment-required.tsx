import { queryClient } from '../../../api/http/query.ts';
import { secondFactorWords } from '../../second-factor/second-factor-labels.ts';
import { SetUp } from '../../second-factor/set-up.tsx';

const labels = secondFactorWords.admin;

/** Replaces every section until the required second factor is set up. */
export function EnrolmentRequired({ onDone }: { onDone: () => void }) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-4">
      <title>Second factor · Admin Panel</title>
      <h1 className="text-page">{labels.requiredTitle}</h1>
      <p className="text-desk text-muted">{labels.requiredText}</p>
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
