import { DEFAULT_LANGUAGE } from '@lobby/shared/kit/languages.ts';
import { readInput } from '@lobby/shared/kit/schema.ts';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import { Refusal } from '../../base/errors.ts';
import { words } from '../../base/messages.ts';
import { log } from '../../ops/log.ts';

/** Rate limit of a socket's messages; a client that exceeds it is disconnected. */
const BUDGET = { burst: 100, perSecond: 20 };

type Heard = { on: (name: string, listener: (...args: unknown[]) => void) => unknown };
type Ack = (answer: unknown) => void;

/** Handles one kind of message: validates the input, always acknowledges, never throws. */
export function onMessage<T>(
  socket: Heard,
  name: string,
  schema: z.ZodType<T>,
  handle: (input: T) => Promise<unknown>,
): void {
  socket.on(name, (...args: unknown[]) => {
    const answer = ackOf(args);
    // An async function, since a synchronous throw before the first await would end the process.
    const work = async () => {
      const input = readInput(schema, args[0]);
      return input.success ? handle(input.data) : refusal('VALIDATION_FAILED');
    };
    return work().then(answer, error => {
      if (!(error instanceof Refusal)) log.error({ error: String(error), name }, 'a socket message failed');
      answer(refusal(error instanceof Refusal ? error.code : 'SERVER_ERROR'));
    });
  });
}

/** A refused message: its code and words in the default language, since sockets do not state one. */
export const refusal = (code: string) => ({ ok: false, code, message: words(DEFAULT_LANGUAGE, code) });

function ackOf(args: readonly unknown[]): Ack {
  const last = args.at(-1);
  return typeof last === 'function' ? (last as Ack) : () => {};
}

/** Answers messages with unknown names. */
export function rejectUnknownEvents(socket: Pick<Socket, 'use' | 'listenerCount'>): void {
  socket.use((packet, next) => {
    if (socket.listenerCount(packet[0]) > 0) return next();
    ackOf(packet)(refusal('NOT_FOUND'));
  });
}

export function throttle(socket: Pick<Socket, 'use' | 'disconnect'>): void {
  let tokens = BUDGET.burst;
  let last = performance.now();
  socket.use((_packet, next) => {
    const now = performance.now();
    tokens = Math.min(BUDGET.burst, tokens + ((now - last) * BUDGET.perSecond) / 1000);
    last = now;
    if (--tokens >= 0) return next();
    socket.disconnect(true);
  });
}
