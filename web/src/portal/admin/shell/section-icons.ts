import type { Counters } from '@deqiq/contract/desk/work-queues.ts';
import type {
  adminSections,
  auditSection,
  devicesSection,
  intakeSection,
  securitySection,
  sharesSection,
  staffSection,
} from '@deqiq/contract/shared/paths.ts';
import {
  Building2,
  CalendarCheck,
  ChartNoAxesColumn,
  FlaskConical,
  Handshake,
  Inbox,
  type LucideIcon,
  Mail,
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

export const sectionIcons: Record<
  (
    | typeof adminSections
    | [
        typeof intakeSection,
        typeof devicesSection,
        typeof sharesSection,
        typeof securitySection,
        typeof staffSection,
        typeof auditSection,
      ]
  )[number]['label'],
  LucideIcon
> = {
  Intake: Inbox,
  Devices: RadioTower,
  'Shared Links': Share2,
  Security: ShieldCheck,
  Staff: UserCog,
  Audit: ScrollText,
  Partners: Users,
  Checkups: ScanLine,
  'Applies Partner': Handshake,
  'Applies Reservation': CalendarCheck,
  Payments: Wallet,
  'Partner Stats': ChartNoAxesColumn,
  Doctors: Stethoscope,
  Clinics: Building2,
  Labs: FlaskConical,
  Reports: MessageSquareText,
  Messages: Mail,
};

/** The counter of what waits in a section. */
export const countersByPath: Readonly<Record<string, keyof Counters>> = {
  '/admin/dashboard/checkups': 'checkups',
  '/admin/dashboard/applications/partner': 'partners',
  '/admin/dashboard/applications/reservation': 'reservations',
  '/admin/dashboard/payments': 'payments',
  '/admin/dashboard/reports': 'reports',
  '/admin/dashboard/applications/contact': 'contacts',
  '/admin/dashboard/intake': 'intake',
};
