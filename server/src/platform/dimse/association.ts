import { Semaphore } from '../queues/concurrency.ts';
import type { NegotiatedContext } from './accept-pdu.ts';
import { type Command, MAX_COMMAND_LENGTH, parseCommand } from './command-set.ts';
import {
  AbortReason,
  encodeData,
  encodeRelease,
  PduType,
  type PresentationDataValue,
  ProtocolError,
  readDataValues,
} from './pdu.ts';
import type { PduConnection } from './pdu-connection.ts';

/** A command, with the context in which its data set follows. */
export interface Message {
  readonly command: Command;
  readonly context: NegotiatedContext;
}

/** Messages in an established association, either side (PS3.7, PS3.8 annex E). */
export class Association {
  readonly #connection: PduConnection;
  readonly #contexts: ReadonlyMap<number, NegotiatedContext>;
  readonly #maxPduLength: number;
  readonly #sending = new Semaphore(1);
  #values: Iterator<PresentationDataValue> = [][Symbol.iterator]();
  isReleased = false;

  constructor(
    connection: PduConnection,
    contexts: readonly NegotiatedContext[],
    maxPduLength: number,
  ) {
    this.#connection = connection;
    this.#maxPduLength = maxPduLength;
    const accepted = contexts.filter(({ result }) => result === 0);
    this.#contexts = new Map(accepted.map((context) => [context.id, context]));
  }

  /** The next command; undefined after a release or an abort. Its data set must be read before the next one. */
  async receive(): Promise<Message | undefined> {
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      const value = await this.#nextValue(parts.length === 0);
      if (!value) return undefined;
      if (!value.isCommand) throw new ProtocolError('data set without a command');
      length += value.data.length;
      if (length > MAX_COMMAND_LENGTH) throw new ProtocolError('command too long');
      parts.push(value.data);
      if (value.isLast)
        return {
          command: parseCommand(Buffer.concat(parts)),
          context: this.#findContext(value.contextId),
        };
    }
  }

  /** The data set of a message in pieces, as they arrive. Throws where the peer ends within it. */
  async *readDataSet({ context }: Message): AsyncGenerator<Buffer> {
    for (;;) {
      const value = await this.#nextValue(false);
      if (!value) throw new ProtocolError('the association ended within a data set');
      if (value.isCommand || value.contextId !== context.id)
        throw new ProtocolError('another message within a data set');
      if (value.data.length > 0) yield value.data;
      if (value.isLast) return;
    }
  }

  /** Messages are sent one after the other: their parts must not mix. */
  send(contextId: number, command: Buffer, dataSet?: Buffer): Promise<void> {
    return this.#sending.run(() => this.#send(contextId, command, dataSet));
  }

  async #send(contextId: number, command: Buffer, dataSet?: Buffer): Promise<void> {
    for (const pdu of encodeData(contextId, true, command, this.#maxPduLength))
      await this.#connection.send(pdu);
    if (!dataSet) return;
    for (const pdu of encodeData(contextId, false, dataSet, this.#maxPduLength))
      await this.#connection.send(pdu);
  }

  /** The next part; undefined where the association has ended. `canEnd`: no message is incomplete. */
  async #nextValue(canEnd: boolean): Promise<PresentationDataValue | undefined> {
    for (;;) {
      const { done, value } = this.#values.next();
      if (!done) {
        this.#findContext(value.contextId);
        return value;
      }
      const pdu = await this.#connection.receive();
      if (!pdu || pdu.type === PduType.abort) return undefined;
      if (pdu.type === PduType.releaseRequest && canEnd) {
        this.isReleased = true;
        await this.#connection.end(encodeRelease(PduType.releaseResponse));
        return undefined;
      }
      if (pdu.type !== PduType.data)
        throw new ProtocolError(`unexpected PDU of type ${pdu.type}`, AbortReason.unexpectedPdu);
      this.#values = readDataValues(pdu.body);
    }
  }

  #findContext(id: number): NegotiatedContext {
    const context = this.#contexts.get(id);
    if (!context) throw new ProtocolError('presentation context that was not accepted');
    return context;
  }
}
