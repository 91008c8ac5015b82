import type { Partner } from '@deqiq/contract/people/partners.ts';
import { screen } from '@testing-library/react';
import type { Reply } from '../server.ts';
import { openAt } from './admin.tsx';

export const PATH = '/api/admin/partners';

function person(number: number): Partner {
  return {
    _id: `p${number}`,
    firstName: 'Aygün',
    lastName: `Məmmədova ${number}`,
    birthDate: '1985-03-12T00:00:00.000Z',
    phone: '+994 50 123 45 67',
    email: `aygun${number}@klinika.az`,
    instagram: '@aygun',
    clinicName: '',
    balance: 0,
    sendedPatientsCount: 0,
    createdAt: '2026-11-20T07:15:57.123Z',
  };
}

/** Opens the partners screen on a server with `count` partners, 20 per page, and further routes. */
export function open(
  count: number,
  address = '/admin/dashboard',
  more: Record<string, () => Reply> = {},
) {
  const people = Array.from({ length: count }, (_, index) => person(index + 1));
  return openAt(address, {
    [`GET ${PATH}`]: ({ query }) => {
      const page = Number(query.get('page'));
      return {
        body: {
          partners:
            query.get('fullName') === 'nobody' ? [] : people.slice((page - 1) * 20, page * 20),
          pagination: {
            currentPage: page,
            totalPage: Math.ceil(people.length / 20),
            totalItems: people.length,
            itemsPerPage: 20,
          },
        },
      };
    },
    [`DELETE ${PATH}/p21`]: () => {
      people.splice(20, 1);
      return { body: {} };
    },
    ...more,
  });
}

const fields = {
  firstName: 'First Name',
  lastName: 'Last Name',
  birthDate: 'Birth Date',
  phone: 'Phone',
  email: 'Email',
  instagram: 'Instagram',
  password: 'Password',
} as const;
export const good = {
  firstName: 'Elçin',
  lastName: 'Əliyev',
  birthDate: '1979-01-31',
  phone: '+994501234567',
  email: 'elcin@klinika.az',
  instagram: '@elcin',
  password: 'secret',
} as const;
export type Name = keyof typeof good;
export const names = Object.keys(good) as Name[];
export const field = (name: Name) => screen.getByLabelText(new RegExp(`^${fields[name]}`));
