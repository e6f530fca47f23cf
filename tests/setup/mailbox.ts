import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@lobby/server/kit/mail/deliver.ts';
import { until } from './listener.ts';

/** The mails that a server without a mail server has put into its outbox, the oldest first. */
export function mailsIn(dir: string): Message[] {
  try {
    return readdirSync(join(dir, 'outbox'))
      .filter(name => name.endsWith('.json'))
      .sort()
      .map(name => JSON.parse(readFileSync(join(dir, 'outbox', name), 'utf8')));
  } catch {
    return [];
  }
}

type Which = (mail: Message) => boolean;
const ofKind = (dir: string, address: string, which: Which) =>
  mailsIn(dir).filter(mail => mail.to === address && which(mail));

/** The newest mail to an address, once there are so many. */
export async function mailTo(dir: string, address: string, count = 1, which: Which = () => true): Promise<Message> {
  return until(() => {
    const all = ofKind(dir, address, which);
    return all.length >= count && all.at(-1);
  });
}

/** The mail that something causes; `which` tells it from others to the same address that may still be under way. */
export async function mailBy(
  dir: string,
  address: string,
  cause: () => Promise<unknown>,
  which: Which = () => true,
): Promise<Message> {
  const before = ofKind(dir, address, which).length;
  await cause();
  return mailTo(dir, address, before + 1, which);
}

/** The token of the link in a mail. */
export const tokenIn = ({ text }: Pick<Message, 'text'>): string => /token=([\w.-]+)/.exec(text)?.[1] ?? '';
