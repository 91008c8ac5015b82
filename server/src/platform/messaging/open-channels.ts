import { type HttpSmsSettings, httpSmsChannel } from './http-sms.ts';
import { lsimChannel, type SmsAccount } from './lsim.ts';
import type { MessageChannel } from './message-channel.ts';
import { postaGuverciniChannel } from './posta-guvercini.ts';
import { type WhatsAppSettings, whatsAppChannel } from './whatsapp/whatsapp.ts';

export interface ChannelSettings {
  /** undefined: no SMS. */
  readonly sms:
    | { readonly provider: 'lsim' | 'posta-guvercini'; readonly account: SmsAccount }
    | { readonly provider: 'http'; readonly described: HttpSmsSettings }
    | undefined;
  /** undefined: no WhatsApp. */
  readonly whatsApp: WhatsAppSettings | undefined;
}

/** The channels that are configured, at most one of each name. */
export function openChannels({ sms, whatsApp }: ChannelSettings): readonly MessageChannel[] {
  return [...(sms ? [openSms(sms)] : []), ...(whatsApp ? [whatsAppChannel(whatsApp)] : [])];
}

function openSms(sms: NonNullable<ChannelSettings['sms']>): MessageChannel {
  if (sms.provider === 'http') return httpSmsChannel(sms.described);
  return sms.provider === 'lsim' ? lsimChannel(sms.account) : postaGuverciniChannel(sms.account);
}
