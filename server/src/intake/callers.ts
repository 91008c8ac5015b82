import type { BlockList } from 'node:net';
import type { IntakeMachine } from '@deqiq/contract/devices.ts';
import { isInNetworks, parseNetworks } from '../platform/networks.ts';

/** A machine, or all machines of a network, that may call. */
export interface Caller {
  /** `*`: every AE title. */
  readonly aeTitle: string;
  /** undefined: every address. */
  readonly networks: BlockList | undefined;
}

/** Parses `AETITLE`, `AETITLE@address` or `AETITLE@network/bits`; undefined if it is none of them. */
export function parseCaller(text: string): Caller | undefined {
  const separator = text.lastIndexOf('@');
  const aeTitle = separator === -1 ? text : text.slice(0, separator);
  if (!/^[ -[\]-~]{1,16}$/.test(aeTitle)) return undefined;
  if (separator === -1) return { aeTitle, networks: undefined };
  const networks = parseNetworks([text.slice(separator + 1)]);
  return networks && { aeTitle, networks };
}

/** Whether a connection from this address may be opened at all. */
export const isAllowedAddress = (callers: readonly Caller[], address: string): boolean =>
  callers.some(({ networks }) => includes(networks, address));

export const isAllowedCaller = (
  callers: readonly Caller[],
  aeTitle: string,
  address: string,
): boolean =>
  callers.some(
    (caller) =>
      (caller.aeTitle === '*' || caller.aeTitle === aeTitle) && includes(caller.networks, address),
  );

/** Whether staff admit a machine: it is not revoked, and calls from an address that they have entered. */
export function isAdmittedByStaff(
  machines: readonly IntakeMachine[],
  aeTitle: string,
  address: string,
): boolean {
  const machine = machines.find((one) => one.aeTitle.toUpperCase() === aeTitle.toUpperCase());
  if (!machine) return true;
  if (machine.isRevoked) return false;
  return machine.addresses.length === 0 || includes(parseNetworks(machine.addresses), address);
}

const includes = (networks: BlockList | undefined, address: string): boolean =>
  networks === undefined || isInNetworks(networks, address);
