import { attacks } from './attacks/attacks.ts';
import { authorization } from './authorization/authorization.ts';
import { backup } from './backup/backup.ts';
import { bookings } from './bookings/bookings.ts';
import type { Campaign } from './campaign.ts';
import { clock } from './clock/clock.ts';
import { crash } from './crash/crash.ts';
import { decoders } from './decoders/decoders.ts';
import { diskFull } from './disk-full/disk-full.ts';
import { drafts } from './drafts/drafts.ts';
import { editors } from './editors/editors.ts';
import { hostile } from './hostile/hostile.ts';
import { intake } from './intake/intake.ts';
import { messages } from './messages/messages.ts';
import { nodes } from './nodes/nodes.ts';
import { processing } from './processing/processing.ts';
import { races } from './races/races.ts';
import { referrals } from './referrals/referrals.ts';
import { study } from './study/study.ts';

/** Every campaign by name, in the order of the run. */
export const campaigns: Record<string, Campaign> = {
  crash,
  'disk-full': diskFull,
  races,
  authorization,
  hostile,
  backup,
  clock,
  attacks,
  decoders,
  processing,
  messages,
  nodes,
  intake,
  study,
  referrals,
  bookings,
  drafts,
  editors,
};
