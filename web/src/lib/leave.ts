/** Leaves the portal for an address it does not answer itself. */
export function leaveTo(address: string): void {
  window.location.assign(address);
}
