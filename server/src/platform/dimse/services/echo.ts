import { PLAIN_SYNTAXES, VERIFICATION } from '../../dicom/uids.ts';
import { encodeEchoRequest } from '../command-requests.ts';
import { CommandField } from '../command-set.ts';
import { type Peer, type PeerAnswer, request } from './requestor.ts';

/** Sends one C-ECHO (PS3.7, 9.1.5). Never throws. */
export const echo = (peer: Peer): Promise<PeerAnswer> =>
  request(peer, {
    abstractSyntax: VERIFICATION,
    transferSyntaxes: PLAIN_SYNTAXES,
    isProvider: false,
    field: CommandField.echo,
    command: encodeEchoRequest(1),
  });
