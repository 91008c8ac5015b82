import { randomBytes } from 'node:crypto';
import { clientNetwork } from '../../platform/http/connections/address.ts';

/** The folder of files that are being received, not acknowledged. Removed at the start. */
export const INCOMING = 'incoming';
/** Acknowledged, to be forwarded. */
export const WAITING = 'waiting';
/** Refused by the server permanently. */
export const REJECTED = 'rejected';
/** Names of studies whose delivery has begun and has not been completed. */
export const MARKED = 'open';

/** A machine that sends: its AE title is whatever it writes, its address is not. */
export interface SpoolSender {
  readonly aeTitle: string;
  readonly address: string;
}

/** The key of an address: as in the names of its files. */
export const formatHost = (address: string): string =>
  clientNetwork(address).host.replace(/[^\w.]/g, '_');

/** A name of time and machine: names sort by arrival, and a restarted process finds the machine. */
export function createName({ aeTitle, address }: SpoolSender): string {
  const host = formatHost(address);
  const title = encodeURIComponent(aeTitle).replaceAll('*', '%2A');
  return `${Date.now()}-${randomBytes(8).toString('hex')}@${host}@${title}.dcm`;
}

/** The keys of the address and of the machine. Files of earlier versions share a machine without a name. */
export function readSender(name: string): { readonly host: string; readonly machine: string } {
  const [, host = '', title = ''] = name.replace(/\.dcm$/, '').split('@');
  return { host, machine: `${host}@${title}` };
}
