import type { Doctor } from '@deqiq/contract/doctors.ts';
import { CardList } from './lists/card-list.tsx';
import { DoctorCard } from './lists/doctor-card.tsx';
import { CardSkeleton } from './lists/skeleton.tsx';
import { type PublicRow, usePublicList } from './lists/use-public-list.ts';

type Answer = { partnerCards?: PublicRow<Doctor>[] };

export function Island() {
  const list = usePublicList<Answer, PublicRow<Doctor>>(
    '/api/misc/partner-cards',
    ({ partnerCards }) => partnerCards ?? [],
  );
  return (
    <CardList
      list={list}
      label="Partnyor həkimlər"
      empty="Hələ partnyor həkim yoxdur"
      skeleton={<CardSkeleton picture="aspect-square" beside />}
      row={(card, index) => <DoctorCard key={card._id} card={card} lazy={index > 2} />}
    />
  );
}
