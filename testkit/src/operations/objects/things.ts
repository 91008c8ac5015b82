import { createAccountObjects } from './account-objects.ts';
import { createExaminationObjects } from './examination-objects.ts';
import type { ObjectContext } from './object-context.ts';
import { createOfficeObjects } from './office-objects.ts';
import { addAlias, createReferralObjects } from './referral-objects.ts';
import { createReportObjects } from './report-objects.ts';

export type Thing = keyof ReturnType<typeof createThings>;

/** How each kind of thing is created. */
export const createThings = (context: ObjectContext) => ({
  ...createExaminationObjects(context),
  ...createOfficeObjects(context),
  ...createAccountObjects(context),
  ...createReferralObjects(context),
  ...createReportObjects(context),
  receivedShipment: () => context.findOrCreate('shipment'),
  alias: async () => addAlias(context, await context.findOrCreate('survivor')),
});

/** The kind of thing that a path parameter identifies. */
const rules: readonly (readonly [path: string, param: string, thing: Thing])[] = [
  ['/api/admin/staff/', 'id', 'staff'],
  ['/api/admin/partners/', 'id', 'partner'],
  ['/api/admin/partner-stats/', 'id', 'partner'],
  ['/api/admin/partner-stats/', 'partnerId', 'partner'],
  ['/api/admin/payments/', 'paymentId', 'payment'],
  ['/api/admin/reports/', 'id', 'report'],
  ['/api/admin/diagnostic-reports/{id}/pdf', 'id', 'signedReport'],
  ['/api/admin/diagnostic-reports/{id}/sr', 'id', 'signedReport'],
  ['/api/partner/diagnostic-reports/', 'id', 'reportOfPartner'],
  ['/api/admin/diagnostic-reports/{id}/countersign', 'id', 'colleaguesReport'],
  ['/api/admin/diagnostic-reports/{id}/withdraw', 'id', 'signedReport'],
  ['/api/admin/diagnostic-reports/{id}/addenda', 'id', 'signedReport'],
  ['/api/admin/diagnostic-reports/', 'id', 'draftReport'],
  ['/api/admin/report-macros/', 'id', 'reportMacro'],
  ['/api/admin/checkups/deleted/', 'id', 'deletion'],
  ['/api/admin/checkups/{id}/reading', 'id', 'examinationToRead'],
  ['/api/admin/checkups/', 'id', 'checkup'],
  ['/api/admin/checkups/', 'fileName', 'fileName'],
  ['/api/admin/checkups/', 'fileId', 'upload'],
  ['/api/partner/misc/checkups/', 'id', 'shipment'],
  ['/api/partner/checkups/', 'id', 'shipment'],
  ['/api/admin/appointments/{id}/undo', 'id', 'missedAppointment'],
  ['/api/admin/appointments/', 'id', 'appointment'],
  ['/api/admin/referrals/{id}/book', 'id', 'acceptedReferral'],
  ['/api/admin/referrals/{id}/arrive', 'id', 'acceptedReferral'],
  ['/api/admin/referrals/{id}/missed', 'id', 'bookedReferral'],
  ['/api/admin/referrals/', 'id', 'referral'],
  ['/api/partner/referrals/', 'id', 'ownReferral'],
  ['/api/admin/shipments/', 'checkup', 'receivedShipment'],
  ['/api/admin/patients/{id}/unmerge', 'id', 'survivor'],
  ['/api/admin/patients/', 'id', 'patient'],
  ['/api/admin/kinds/', 'id', 'kind'],
  ['/api/misc/booking/', 'token', 'bookedToken'],
  ['/api/misc/booking/', 'offer', 'offer'],
  ['/api/admin/labs/', 'id', 'lab'],
  ['/api/admin/auth/sessions/', 'id', 'staffSession'],
  ['/api/partner/auth/sessions/', 'id', 'partnerSession'],
  ['/api/admin/account/program-tokens/', 'id', 'staffProgramToken'],
  ['/api/partner/account/program-tokens/', 'id', 'partnerProgramToken'],
  ['/api/admin/clinics/', 'id', 'clinic'],
  ['/api/admin/partnercards/', 'id', 'card'],
  ['/api/admin/applications/reservations/', 'id', 'reservation'],
  ['/api/admin/applications/partners/', 'id', 'application'],
  ['/api/admin/applications/contacts/', 'id', 'message'],
  ['/public/uploads/clinicFiles/', 'file', 'clinicFile'],
  ['/public/uploads/partnerCardFiles/', 'file', 'cardFile'],
  ['/public/uploads/checkupFiles/{capability}/', 'capability', 'derivedCapability'],
  ['/public/uploads/checkupFiles/', 'capability', 'capability'],
  ['/public/uploads/checkupFiles/', 'name', 'derivedName'],
  ['/api/admin/files/', 'id', 'file'],
  ['/api/admin/files/', 'annotation', 'annotation'],
  ['/api/partner/files/', 'id', 'ownFile'],
  ['/api/partner/files/', 'annotation', 'ownAnnotation'],
  ['/api/admin/shares/', 'id', 'share'],
  ['/api/partner/shares/', 'id', 'ownShare'],
  ['/api/partner/notifications/devices/', 'id', 'pushDevice'],
  ['/api/admin/devices/', 'id', 'device'],
  ['/api/admin/intake/{id}/undo', 'id', 'asideStudy'],
  ['/api/admin/intake/', 'id', 'study'],
  ['/api/admin/intake/', 'conflict', 'studyConflict'],
];

/** Finds the kind of object of an id in a path. */
export function findThing(path: string, name: string): Thing {
  const rule = rules.find(([prefix, param]) => path.startsWith(prefix) && param === name);
  if (!rule) throw new Error(`things.ts has no rule for {${name}} of ${path}`);
  return rule[2];
}
