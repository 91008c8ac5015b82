import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { lazy, Suspense } from 'react';

const OpenInProgram = lazy(async () => ({
  default: (await import('./open-in-program.tsx')).OpenInProgram,
}));

/** The buttons of other programs for a partner, whose list is shown without their code. */
export function PartnerPrograms({ checkup }: { checkup: Checkup }) {
  if (checkup.xrayFileLinks.length === 0) return null;
  return (
    <Suspense>
      <OpenInProgram area="partner" checkup={checkup} />
    </Suspense>
  );
}
