import type { ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import type { CalendarDay } from '../sample-data/calendar.ts';
import { referredPatient } from '../sample-data/office.ts';
import type { CreatedPartner } from './partner-life.ts';

/** Moves of staff; each has a body. */
const accepted = [['accept', {}]] as const;
const arrived = [...accepted, ['arrive', {}]] as const;
const declined = [['decline', { reason: 'Bu müayinə bizdə aparılmır' }]] as const;

/** The requests of one morning, the oldest first. */
const requests = [
  [{ examination: 'model-scan', purpose: 'orthodontics' }, declined],
  [{ examination: 'panoramic', purpose: 'orthodontics' }, arrived],
  [{ examination: 'cbct', purpose: 'implant', teeth: [36, 46], region: 'lower-jaw' }, accepted],
  [{ examination: 'periapical', purpose: 'endodontics', teeth: [26], urgency: 'urgent' }, []],
  [
    {
      examination: 'cbct',
      purpose: 'surgery',
      teeth: [38, 48],
      region: 'lower-jaw',
      question: 'Səkkizinci dişlərin mandibulyar kanala münasibəti necədir?',
      reportWanted: true,
    },
    [],
  ],
] as const;

interface Morning {
  readonly baseUrl: string;
  readonly today: CalendarDay;
  readonly seed: number;
}

/** Partners refer patients; staff accept some of them, one has come. */
export async function referPatients(
  staff: ApiClient,
  partners: readonly CreatedPartner[],
  { baseUrl, today, seed }: Morning,
): Promise<void> {
  const random = randomFrom(seed);
  for (const [index, [request, moves]] of requests.entries()) {
    const partner = partners[index % Math.min(2, partners.length)];
    if (!partner) return;
    const api = await new ApiClient(baseUrl).signIn('partner', partner);
    const { firstName, lastName, sex, age } = referredPatient(random);
    const { referral } = await api.post<ReferralAnswer>('/api/partner/referrals', {
      ...request,
      patient: {
        firstName,
        lastName,
        sex: sex === 'F' ? 'female' : 'male',
        birthDate: today.minus(age * 365 + index * 40).iso,
        phone: `+994 50 555 0${index} 1${index}`,
      },
    });
    for (const [move, body] of moves)
      await staff.post(`/api/admin/referrals/${referral._id}/${move}`, body);
  }
}
