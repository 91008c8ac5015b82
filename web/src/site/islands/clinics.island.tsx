import type { Clinic } from '@deqiq/contract/clinics.ts';
import { CardList } from './lists/card-list.tsx';
import { ClinicCard } from './lists/clinic-card.tsx';
import { CardSkeleton } from './lists/skeleton.tsx';
import { type PublicRow, usePublicList } from './lists/use-public-list.ts';

type Answer = { clinics?: PublicRow<Clinic>[] };

export function Island() {
  const list = usePublicList<Answer, PublicRow<Clinic>>(
    '/api/misc/clinics',
    ({ clinics }) => clinics ?? [],
  );
  return (
    <CardList
      list={list}
      label="Partnyor şirkətlər"
      empty="Hələ partnyor klinika yoxdur"
      skeleton={<CardSkeleton picture="aspect-[4/3]" />}
      row={(clinic, index) => <ClinicCard key={clinic._id} clinic={clinic} lazy={index > 2} />}
    />
  );
}
