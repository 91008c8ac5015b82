import dimse from 'dcmjs-dimse';
import { freePort } from '../process/free-port.ts';
import type { Ending } from '../world.ts';

const { Client, Dataset, Scp, Server, constants, requests, responses } = dimse;
const { ModalityPerformedProcedureStep, StorageCommitmentPushModel } = constants.SopClass;

const COMMITMENT_INSTANCE = '1.2.840.10008.1.20.1.1';

/** Milliseconds for which the association stays open after the response of an N-ACTION. */
const LINGER = 10_000;

dimse.log.disableAll();

type Attributes = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly ReferencedSOPClassUID: string;
  readonly ReferencedSOPInstanceUID: string;
  readonly FailureReason?: number;
}

/** An N-EVENT-REPORT of storage commitment. */
export interface CommitmentReport {
  readonly eventType: number;
  readonly transactionUid: string;
  readonly stored: readonly Reference[];
  readonly failed: readonly Reference[];
}

interface SendOptions {
  readonly callingAeTitle?: string;
  readonly onReport?: (report: CommitmentReport) => void;
  readonly linger?: number;
}

/** Sends one request by dcmjs-dimse. Returns the status of its response, or 'closed'. */
function send(
  port: number,
  request: InstanceType<typeof requests.Request>,
  { callingAeTitle = 'PANO', onReport, linger = 0 }: SendOptions,
): Promise<number | 'closed'> {
  return new Promise((resolve) => {
    const client = new Client();
    client.addRequest(request);
    request.on('response', (response: InstanceType<typeof responses.Response>) =>
      resolve(response.getStatus()),
    );
    client.on('nEventReportRequest', (event, respond) => {
      onReport?.(readReport(event));
      respond(responses.NEventReportResponse.fromRequest(event));
    });
    for (const end of ['associationRejected', 'networkError', 'closed'])
      client.on(end, () => resolve('closed'));
    client.send('127.0.0.1', port, callingAeTitle, 'DEQIQ', { associationLingerTimeout: linger });
  });
}

/** A machine that reports its procedure steps and asks for storage commitment. */
export function dimseMachine(port: number, callingAeTitle = 'PANO') {
  return {
    createStep(sopUid: string, attributes: Attributes): Promise<number | 'closed'> {
      const request = new requests.NCreateRequest(ModalityPerformedProcedureStep, sopUid);
      request.setDataset(new Dataset({ ...attributes }));
      return send(port, request, { callingAeTitle });
    },

    changeStep(sopUid: string, attributes: Attributes): Promise<number | 'closed'> {
      const request = new requests.NSetRequest(ModalityPerformedProcedureStep, sopUid);
      request.setDataset(new Dataset({ ...attributes }));
      return send(port, request, { callingAeTitle });
    },

    /** `onReport`: for a report in the same association, which stays open for it. */
    requestCommitment(
      transactionUid: string,
      references: readonly Reference[],
      {
        onReport,
        actionType = 1,
      }: Pick<SendOptions, 'onReport'> & { readonly actionType?: number } = {},
    ): Promise<number | 'closed'> {
      const request = new requests.NActionRequest(
        StorageCommitmentPushModel,
        COMMITMENT_INSTANCE,
        actionType,
      );
      const items = references.map((reference) => ({ ...reference }));
      request.setDataset(
        new Dataset({ TransactionUID: transactionUid, ReferencedSOPSequence: items }),
      );
      const waiting = onReport && { onReport, linger: LINGER };
      return send(port, request, { callingAeTitle, ...waiting });
    },
  };
}

/** The port of a machine at which it takes reports, and its AE titles. */
export async function listenForReports(
  t: Ending,
  onReport: (report: CommitmentReport) => void,
): Promise<{ readonly port: number; readonly titles: string[][] }> {
  const titles: string[][] = [];
  class Receiver extends Scp {
    override associationRequested(association: InstanceType<typeof dimse.association.Association>) {
      titles.push([association.getCallingAeTitle(), association.getCalledAeTitle()]);
      for (const { id } of association.getPresentationContexts()) {
        const context = association.getPresentationContext(id);
        const [syntax] = context.getTransferSyntaxUids();
        context.setResult(constants.PresentationContextResult.Accept, syntax);
      }
      this.sendAssociationAccept();
    }

    override nEventReportRequest(
      event: InstanceType<typeof requests.NEventReportRequest>,
      respond: (response: InstanceType<typeof responses.NEventReportResponse>) => void,
    ) {
      onReport(readReport(event));
      respond(responses.NEventReportResponse.fromRequest(event));
    }

    override associationReleaseRequested() {
      this.sendAssociationReleaseResponse();
    }
  }
  const server = new Server(Receiver);
  const port = await freePort();
  server.listen(port);
  t.after(async () => server.close());
  return { port, titles };
}

function readReport(event: InstanceType<typeof requests.NEventReportRequest>): CommitmentReport {
  const elements = event.getDataset()?.getElements() ?? {};
  const list = (value: unknown): Reference[] =>
    ((value === undefined ? [] : [value].flat()) as Reference[]).map((item) => ({
      ReferencedSOPClassUID: item.ReferencedSOPClassUID,
      ReferencedSOPInstanceUID: item.ReferencedSOPInstanceUID,
      ...(item.FailureReason !== undefined && { FailureReason: item.FailureReason }),
    }));
  return {
    eventType: event.getEventTypeId(),
    transactionUid: String(elements.TransactionUID),
    stored: list(elements.ReferencedSOPSequence),
    failed: list(elements.FailedSOPSequence),
  };
}
