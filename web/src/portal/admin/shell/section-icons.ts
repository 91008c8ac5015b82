import type { Counters } from '@deqiq/contract/desk/work-queues.ts';
import type { SectionPath } from '@deqiq/contract/shared/paths.ts';
import {
  Building2,
  CalendarCheck,
  CalendarDays,
  ChartColumnBig,
  ChartNoAxesColumn,
  ClipboardList,
  Contact,
  FilePenLine,
  FlaskConical,
  Handshake,
  Inbox,
  LifeBuoy,
  ListTodo,
  type LucideIcon,
  Mail,
  MapPinHouse,
  MessageSquareText,
  RadioTower,
  ScanLine,
  ScrollText,
  Share2,
  ShieldCheck,
  Stethoscope,
  UserCog,
  Users,
  Wallet,
} from 'lucide-react';

/** The picture of each section, by its path. */
export const sectionIcons: Readonly<Record<SectionPath, LucideIcon>> = {
  '/admin/dashboard/today': ListTodo,
  '/admin/dashboard/calendar': CalendarDays,
  '/admin/dashboard/referrals': ClipboardList,
  '/admin/dashboard/patients': Contact,
  '/admin/dashboard/reading': FilePenLine,
  '/admin/dashboard': Users,
  '/admin/dashboard/checkups': ScanLine,
  '/admin/dashboard/applications/partner': Handshake,
  '/admin/dashboard/applications/reservation': CalendarCheck,
  '/admin/dashboard/payments': Wallet,
  '/admin/dashboard/partner-stats': ChartNoAxesColumn,
  '/admin/dashboard/doctors': Stethoscope,
  '/admin/dashboard/clinics': Building2,
  '/admin/dashboard/labs': FlaskConical,
  '/admin/dashboard/reports': MessageSquareText,
  '/admin/dashboard/applications/contact': Mail,
  '/admin/dashboard/intake': Inbox,
  '/admin/dashboard/devices': RadioTower,
  '/admin/dashboard/shares': Share2,
  '/admin/dashboard/security': ShieldCheck,
  '/admin/dashboard/month': ChartColumnBig,
  '/admin/dashboard/staff': UserCog,
  '/admin/dashboard/settings': MapPinHouse,
  '/admin/dashboard/protection': LifeBuoy,
  '/admin/dashboard/audit': ScrollText,
};

/** The counters of what waits in a section. Questions are asked about checkups. */
const countersByPath: Readonly<Record<string, readonly (keyof Counters)[]>> = {
  '/admin/dashboard/referrals': ['referrals'],
  '/admin/dashboard/reading': ['reading'],
  '/admin/dashboard/checkups': ['checkups', 'questions'],
  '/admin/dashboard/applications/partner': ['partners'],
  '/admin/dashboard/applications/reservation': ['reservations'],
  '/admin/dashboard/payments': ['payments'],
  '/admin/dashboard/reports': ['reports'],
  '/admin/dashboard/applications/contact': ['contacts'],
  '/admin/dashboard/intake': ['intake'],
};

/** How much waits in a section. */
export const countWaiting = (path: string, counters: Counters | undefined): number =>
  (countersByPath[path] ?? []).reduce((sum, name) => sum + (counters?.[name] ?? 0), 0);
