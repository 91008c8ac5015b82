import type { Core } from './core.ts';
import { createExaminations, createMachines } from './examinations.ts';
import { createImaging } from './imaging.ts';
import { createNotifications } from './notifications.ts';
import { createFirstDay, createOffice, createProtection, createToday } from './office.ts';
import { createPasswordResets, createPeople } from './people.ts';
import { createAppointments, createReferrals } from './referrals.ts';
import { createReports } from './reports.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(core: Core) {
  const people = await createPeople(core);
  const messages = await createNotifications(core);
  const images = createImaging(core, people, messages);
  const calendar = createAppointments(core, messages);
  const reports = createReports(core, people, messages, images, calendar);
  const examinations = createExaminations(core, people, messages, images, calendar, reports);
  const { checkups } = examinations;
  const referrals = createReferrals(core, people, messages, images, calendar, checkups);
  const office = createOffice(core, people, messages, images, calendar, examinations, referrals);
  const protection = createProtection(core);
  return {
    ...people,
    ...messages,
    ...images,
    ...calendar,
    ...reports,
    ...examinations,
    ...createMachines(core, people, messages, images, calendar, reports, examinations),
    ...referrals,
    ...office,
    passwordResets: createPasswordResets(core, people, messages),
    protection,
    today: createToday(core, messages, referrals, office, protection),
    firstDay: createFirstDay(core),
  };
}
