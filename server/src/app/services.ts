import type { Core } from './core.ts';
import { createExaminations } from './examinations.ts';
import { createNotifications } from './notifications.ts';
import { createFirstDay, createOffice, createProtection, createToday } from './office.ts';
import { createPasswordResets, createPeople } from './people.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(core: Core) {
  const people = await createPeople(core);
  const messages = await createNotifications(core);
  const examinations = createExaminations(core, people, messages);
  const office = createOffice(core, people, messages, examinations);
  const passwordResets = createPasswordResets(core, people, messages);
  const protection = createProtection(core);
  const today = createToday(core, messages, office, protection);
  const firstDay = createFirstDay(core);
  return {
    passwordResets,
    protection,
    today,
    firstDay,
    ...people,
    ...messages,
    ...examinations,
    ...office,
  };
}
