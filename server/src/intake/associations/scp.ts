import type { IntakeMachine } from '@deqiq/contract/machines/intake/intake-reports.ts';
import { decodableSyntaxes } from '../../platform/dicom/transfer-syntaxes.ts';
import {
  isStorageClass,
  MODALITY_WORKLIST_FIND,
  PERFORMED_PROCEDURE_STEP,
  PLAIN_SYNTAXES,
  STORAGE_COMMITMENT,
  VERIFICATION,
} from '../../platform/dicom/uids.ts';
import type { AssociationRequest } from '../../platform/dimse/association-pdu.ts';
import type { Rejection } from '../../platform/dimse/pdu.ts';
import type { ServiceProvider } from '../../platform/dimse/services/service-provider.ts';
import type { IntakeConfig } from '../intake-settings.ts';
import type { Delivery } from '../study-activity.ts';
import type { worklistScp } from '../worklist/worklist-scp.ts';
import { isAdmittedByStaff, isAllowedCaller } from './callers.ts';
import { type NormalizedDeps, normalizedScp } from './normalized-scp.ts';
import { type StoreDeps, storeScp } from './store-scp.ts';

/** Classes whose messages have no pixels. */
const PLAIN_CLASSES: ReadonlySet<string> = new Set([
  VERIFICATION,
  MODALITY_WORKLIST_FIND,
  PERFORMED_PROCEDURE_STEP,
  STORAGE_COMMITMENT,
]);

export interface ScpDeps extends StoreDeps, NormalizedDeps {
  readonly config: IntakeConfig;
  readonly worklist: ReturnType<typeof worklistScp>;
  /** Machines as entered by staff; undefined before the first answer of the server. */
  readonly machines: () => readonly IntakeMachine[] | undefined;
}

interface Connection {
  readonly address: string;
  /** After every message. */
  readonly progress: () => void;
  readonly close: () => void;
  readonly delivery: Delivery;
}

/** Serves one connection, once its AE titles are accepted. */
export function createScp(deps: ScpDeps, connection: Connection): ServiceProvider {
  const { address, progress, close, delivery } = connection;
  const { config, activity, log, worklist, machines, slots } = deps;
  let caller = '';
  return {
    reject(request) {
      caller = request.callingAeTitle;
      const rejection = findRejection(config, machines() ?? [], request, address);
      if (rejection) {
        activity.refuse(caller, rejection.text);
        log.warn('refused', { aeTitle: caller, address, reason: rejection.text });
      } else activity.see(caller);
      return rejection;
    },
    findSyntaxes(uid) {
      if (isStorageClass(uid)) return decodableSyntaxes;
      return PLAIN_CLASSES.has(uid) ? PLAIN_SYNTAXES : undefined;
    },
    store: (request, dataSet) =>
      slots.run({ sender: `${caller} ${address}`, address }, dataSet, close, (chunks) =>
        storeScp(deps, { aeTitle: caller, address }, delivery)(request, chunks),
      ),
    find: (identifier, transferSyntax) => worklist(caller, identifier, transferSyntax),
    perform: (request, dataSet, sendEvent) =>
      normalizedScp(deps, { aeTitle: caller, address }, close)(request, dataSet, sendEvent),
    onProgress: progress,
  };
}

/** Reasons 3 and 7 of the service user (PS3.8, table 9-21). */
function findRejection(
  { aeTitle, callers }: IntakeConfig,
  machines: readonly IntakeMachine[],
  { calledAeTitle, callingAeTitle }: AssociationRequest,
  address: string,
): Rejection | undefined {
  const refuse = (reason: number, text: string): Rejection => ({
    result: 1,
    source: 1,
    reason,
    text,
  });
  if (calledAeTitle !== aeTitle) return refuse(7, 'called AE title not recognized');
  if (!isAllowedCaller(callers, callingAeTitle, address))
    return refuse(3, 'calling AE title not recognized');
  if (!isAdmittedByStaff(machines, callingAeTitle, address))
    return refuse(3, 'revoked by staff, or from another address than they have entered');
  return undefined;
}
