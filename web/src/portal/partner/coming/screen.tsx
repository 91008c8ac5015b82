import { partnerSections } from '@deqiq/contract/paths.ts';
import { useLocation } from 'react-router';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/page-states.tsx';

/** A section that has its place at the thumb and will have its screen. */
export function Component() {
  const { pathname } = useLocation();
  const section = partnerSections.find(({ path }) => pathname.startsWith(path));
  const title = section?.label ?? 'Hədiyyələr';
  return (
    <>
      <title>{`${title} · Dəqiq Diaqnostika`}</title>
      <PageHeader title={title} />
      <div className="rounded-card border border-line bg-surface">
        <EmptyState
          text="Bu bölmə hazırlanır"
          hint="Tezliklə burada olacaq. Sizdən heç nə tələb olunmur."
        />
      </div>
    </>
  );
}
