import type { BlockList } from 'node:net';
import type { IntakeMachine } from '@deqiq/contract/machines/intake/intake-reports.ts';
import { isInNetworks, parseNetworks } from '../../platform/networks.ts';

/** A machine, or all machines of a network, that may call. */
export interface Caller {
  /** `*`: every AE title. */
  readonly aeTitle: string;
  /** As in the settings. */
  readonly network: string;
  readonly networks: BlockList;
}

/** Parses `AETITLE@address` or `AETITLE@network/bits`. Returns why it is none of them otherwise. */
export function parseCaller(text: string): Caller | string {
  const separator = text.lastIndexOf('@');
  if (separator === -1)
    return 'has no address: write PANO@192.168.1.20, or PANO@0.0.0.0/0 for any address';
  const aeTitle = text.slice(0, separator).trim();
  if (!/^[ -[\]-~]{1,16}$/.test(aeTitle)) return 'needs an AE title of 1 to 16 ASCII characters';
  const network = text.slice(separator + 1).trim();
  const networks = parseNetworks([network]);
  if (networks) return { aeTitle, network, networks };
  return 'has no IP address or network after the @; names of computers are not resolved: give the machine a fixed address';
}

/** AE titles are compared without upper and lower case, as in the list of staff. */
const isSameTitle = (one: string, other: string): boolean =>
  one.toUpperCase() === other.toUpperCase();

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
      (caller.aeTitle === '*' || isSameTitle(caller.aeTitle, aeTitle)) &&
      includes(caller.networks, address),
  );

/** A machine as entered by staff. */
export const findMachine = (
  machines: readonly IntakeMachine[],
  aeTitle: string,
): IntakeMachine | undefined => machines.find((one) => isSameTitle(one.aeTitle, aeTitle));

/** Whether staff admit a machine: it is not revoked, and calls from an address that they have entered. */
export function isAdmittedByStaff(
  machines: readonly IntakeMachine[],
  aeTitle: string,
  address: string,
): boolean {
  const machine = findMachine(machines, aeTitle);
  if (!machine) return true;
  if (machine.isRevoked) return false;
  return machine.addresses.length === 0 || includes(parseNetworks(machine.addresses), address);
}

const includes = (networks: BlockList | undefined, address: string): boolean =>
  networks === undefined || isInNetworks(networks, address);
