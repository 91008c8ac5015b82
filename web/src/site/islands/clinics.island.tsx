import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import * as texts from '@deqiq/messages/site/partner-lists.js';
import { CardList } from './lists/card-list.tsx';
import { ClinicCard } from './lists/clinic-card.tsx';
import { CardSkeleton } from './lists/skeleton.tsx';
import { type PublicRow, usePublicList } from './lists/use-public-list.ts';

export function Island() {
  const list = usePublicList(
    '/api/misc/clinics',
    ({ clinics }): readonly PublicRow<Clinic>[] => clinics ?? [],
  );
  return (
    <CardList
      list={list}
      label={texts.clinics()}
      empty={texts.noClinics()}
      skeleton={<CardSkeleton picture="aspect-[4/3]" />}
      row={(clinic, index) => <ClinicCard key={clinic._id} clinic={clinic} lazy={index > 2} />}
    />
  );
}
